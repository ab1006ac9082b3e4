//! What the dice of a game are thrown for, and what is added to them.

use serde::{Deserialize, Serialize};

use super::ids::{SpaceId, UnitId};
use crate::dice::RollPurpose;
use crate::tabletop::side::Side;

/// A roll of a game.
pub type Roll = crate::dice::Roll<Purpose, Reason>;

/// A number added, and why.
pub type Modifier = crate::dice::Modifier<Reason>;

/// What a roll is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A card: of so many in the set the one at this place (K13).
    Card(Side),
    /// A discard that goes back: of so many the one at this place (K14).
    Reshuffle(Side),
    /// A recruit by lot: of so many in the box the one at this place (K17).
    Recruit,
    /// Whether a garrison goes over (K37).
    Defection(UnitId),
    /// How far guides lead the units of a space astray (K38).
    Guides(SpaceId),
    /// A side's die for tactical superiority (13.1).
    Superiority(Side),
    /// The fire of a unit (13.3).
    Fire(UnitId),
    /// Which unit a hit strikes: of so many the one at this place (K27).
    Lot,
    /// Whether an elite unit shrugs panic off (16.0).
    Elite(UnitId),
    /// When the chief returns (29.5).
    Return,
    /// Whether a unit without supply is lost (21.4).
    Attrition(UnitId),
}

/// Why a number is added to a die, or to a fire value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A leader is present (15.0).
    Leader,
    /// Mounted troops are present, and the other side has none (13.1).
    Mounted,
    /// A lack of supply (13.1, 21.3).
    Unsupplied,
    /// The space they attack (11.0).
    Terrain,
    /// A card.
    Card,
}

impl RollPurpose for Purpose {
    fn label(&self) -> &'static str {
        match self {
            Self::Card(_) => "a card",
            Self::Reshuffle(_) => "a discard that goes back",
            Self::Recruit => "a recruit by lot",
            Self::Defection(_) => "whether a garrison goes over",
            Self::Guides(_) => "how far guides lead astray",
            Self::Superiority(_) => "tactical superiority",
            Self::Fire(_) => "fire",
            Self::Lot => "which unit is struck",
            Self::Elite(_) => "whether an elite unit stands",
            Self::Return => "the leader's return",
            Self::Attrition(_) => "attrition",
        }
    }
}
