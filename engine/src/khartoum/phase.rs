//! Where a game and its units stand.

use serde::{Deserialize, Serialize};

use super::ids::SpaceId;
use crate::tabletop::side::Side;

/// Where a game stands. In each phase a side is asked, or the game goes on by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Not begun.
    Unset,
    /// A side sets up (25.0).
    Deploying(Side),
    /// A player turn is to begin.
    Beginning(Side),
    /// A side draws a card or plays a held one.
    Drawing(Side),
    /// A side has drawn a hold card, and plays it or puts it aside.
    Holding(Side),
    /// The card's reshuffle and own effect.
    Effect,
    /// Ours choose the garrison to be converted, then the infantry (K36).
    Converting,
    /// The enemy chooses whom to invite (K37).
    Summoning,
    /// The enemy chooses whom to lead astray, then where to (K38).
    Misleading,
    /// Recruits are drawn or offered.
    Recruits,
    /// Recruits are placed.
    Recruiting,
    /// The chief returns (29.5).
    Returning,
    /// Ours choose the contingent that moves.
    Activating,
    /// Units move.
    Moving,
    /// The battle to be fought next is chosen.
    Battles,
    /// A battle is fought.
    Fighting,
    /// The enemy orders changed stacks (K24).
    Stacking,
    /// The end of a player turn: supply, the card's disposition.
    Ending,
    /// It is over.
    Over(Outcome),
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the map.
    On(SpaceId),
    /// In its side's reinforcements box.
    InBox,
    /// In the box of the eliminated of ours.
    Eliminated,
    /// Out of the game.
    Out,
    /// Fallen, to return on this turn (29.5).
    Away(u8),
    /// In the box, or on the map under another: who looks does not know.
    Unknown,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Who has won.
    pub winner: Side,
    /// How.
    pub by: EndedBy,
    /// Victory points of ours.
    pub points: u8,
}

/// How a game ends (27.0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndedBy {
    /// The enemy occupies all three spaces of sudden death: their total victory.
    SuddenDeath,
    /// The turns are over, and points decide.
    Points,
    /// The other side has resigned.
    Conceded,
}
