//! What the dice of a battle are thrown for, and what is added to them.

use serde::{Deserialize, Serialize};

use super::side::Side;
use super::unit::UnitId;
use crate::dice::RollPurpose;

/// A roll of a battle.
pub type Roll = crate::dice::Roll<Purpose, Reason>;

/// What a roll is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Hand-to-hand combat.
    HandToHand(UnitId),
    /// Recovery from disorganisation.
    Recovery(UnitId),
    /// Fire.
    Fire(UnitId),
    /// A charge that a unit makes.
    Charge(UnitId),
    /// A charge that a unit meets.
    MeetCharge(UnitId),
    /// Action points.
    Action(UnitId),
    /// Action points of a brigade in square.
    BrigadeAction(Side),
    /// A playing card: of so many undealt the one at this place.
    PlayingCard(UnitId),
    /// A Heroic Leadership card: of so many undealt the one at this place.
    HeroicCard(Side),
    /// Whether a unit that wakes slowly acts (N07).
    Rousing(UnitId),
    /// The alarm at dusk (N07).
    Alarm(Side),
    /// Whether troops forced back plead for mercy (T62).
    Plea(UnitId),
    /// Typical armies: how many, or which.
    Army(Side),
    /// Random ground.
    Ground,
}

impl RollPurpose for Purpose {
    fn label(&self) -> &'static str {
        match self {
            Self::HandToHand(_) => "hand-to-hand combat",
            Self::Recovery(_) => "recovery",
            Self::Fire(_) => "fire",
            Self::Charge(_) => "charge",
            Self::MeetCharge(_) => "meeting a charge",
            Self::Action(_) | Self::BrigadeAction(_) => "action points",
            Self::PlayingCard(_) => "a playing card",
            Self::HeroicCard(_) => "a Heroic Leadership card",
            Self::Rousing(_) => "whether the unit is roused",
            Self::Alarm(_) => "the alarm",
            Self::Plea(_) => "whether they plead for mercy",
            Self::Army(_) => "the armies",
            Self::Ground => "the ground",
        }
    }
}

/// Why something is added to a roll.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// So many figures that count.
    Figures(u8),
    /// So many friends in adjacent rear squares.
    FriendsBehind(u8),
    /// The unit is disorganised.
    Disorganised,
    /// A Heroic Leadership card.
    HeroicCard,
    /// So many friends in adjacent squares.
    FriendsAdjacent(u8),
    /// So many Leaders in the square or adjacent ones.
    LeadersNear(u8),
    /// The unit charged is disorganised.
    EnemyDisorganised,
    /// An obstacle was crossed in the charge.
    CrossedObstacle,
    /// What is always taken from the action die of these troops.
    Sluggish,
}
