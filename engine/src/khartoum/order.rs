//! What players ask: small choices, one step at a time.

use serde::{Deserialize, Serialize};

use super::ids::{CardId, SpaceId, UnitId, Units};
use super::options::{BreakOff, Options};
use super::pack::counters::Contingent;
use crate::tabletop::player::Player;
use crate::tabletop::side::Side;

/// An order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// The game begins with these settings.
    SetUp(Options),
    /// The next unit of a side is set up (25.0).
    Deploy {
        /// Whose.
        side: Side,
        /// Which.
        unit: UnitId,
        /// Where.
        at: SpaceId,
    },
    /// What a side has still to set up goes to its default spaces (K34).
    DeployByDefault(Side),
    /// A card is drawn (5.0).
    Draw(Side),
    /// A held card is played, or the hold card just drawn (29.1).
    PlayCard {
        /// Whose.
        side: Side,
        /// Which.
        card: CardId,
    },
    /// The hold card just drawn is put to one side, and the turn skipped (29.1).
    PutAside(Side),
    /// This garrison is to become infantry (K36).
    Convert(UnitId),
    /// This infantry takes its place (K36).
    Replace(UnitId),
    /// This garrison is invited to come over (K37).
    Summon(UnitId),
    /// The native units of this space are led astray (K38).
    Mislead(SpaceId),
    /// They are led there (K38).
    Lead(SpaceId),
    /// This unit is recruited next, where recruits are of the player's choice (28.0).
    Recruit {
        /// Whose.
        side: Side,
        /// Which.
        unit: UnitId,
    },
    /// A recruit, or the chief who returns, is placed (28.0, 29.5).
    Place {
        /// Whose.
        side: Side,
        /// Which.
        unit: UnitId,
        /// Where.
        at: SpaceId,
    },
    /// A unit that could only land on an enemy does not (K18).
    Forgo {
        /// Whose.
        side: Side,
        /// Which.
        unit: UnitId,
    },
    /// All recruits that are left are chosen and placed by default.
    RecruitByDefault(Side),
    /// No more recruits are taken.
    RecruitsDone(Side),
    /// The contingent that moves and attacks, where the card leaves the choice.
    Activate(Contingent),
    /// Units of one space move to another together; the engine finds the way (7.0). With a boat among them the others are carried (K25).
    Move {
        /// Whose.
        side: Side,
        /// Which.
        units: Units,
        /// Where to.
        to: SpaceId,
    },
    /// A side has moved all it wants to.
    MovesDone(Side),
    /// This battle is fought next (13.0).
    Fight {
        /// Whose choice it is.
        side: Side,
        /// Where.
        space: SpaceId,
    },
    /// All battles left are fought in map order.
    FightInOrder(Side),
    /// These units break the battle off, or none (18.0).
    BreakOff {
        /// Whose.
        side: Side,
        /// Which.
        units: Units,
    },
    /// The next unit that retreats goes there (19.0).
    Retreat {
        /// Whose.
        side: Side,
        /// Which.
        unit: UnitId,
        /// Where to.
        to: SpaceId,
    },
    /// All that retreat go by default (K30).
    RetreatByDefault(Side),
    /// This unit is on top of its stack (K24).
    Top(UnitId),
    /// All changed stacks are as they shall be (K24).
    StacksDone,
    /// A standing order about breaking off (K29).
    Stand {
        /// Whose.
        side: Side,
        /// What.
        what: BreakOff,
    },
    /// A side resigns.
    Concede(Side),
    /// The umpire says who plays a side.
    Seat {
        /// Which.
        side: Side,
        /// Who; nobody yet.
        player: Option<Player>,
    },
}
