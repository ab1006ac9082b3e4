//! A unit, or a Leader, on the board.

use serde::{Deserialize, Serialize};

use super::formation::Formation;
use super::pack::TroopId;
use super::side::Side;
use super::square::{Facing, Square};

/// A unit or a Leader on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// What it is.
    pub troop: TroopId,
    /// Whose it is.
    pub side: Side,
    /// Where it stands.
    pub square: Square,
    /// Where it faces.
    pub facing: Facing,
    /// Its formation; a Leader and a boat have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Formation>,
    /// Figures left.
    pub figures: u8,
    /// Whether it carries a marker.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disorganised: bool,
}

/// A unit by its place in the position's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The place in the list, from 0.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The unit at `index` of the list.
    #[must_use]
    pub const fn at(index: usize) -> Self {
        Self(index as u8)
    }
}
