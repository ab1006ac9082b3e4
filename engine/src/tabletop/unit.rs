//! A unit, or a Leader, on the board.

use serde::{Deserialize, Serialize};

use super::formation::Formation;
use super::pack::troops::TroopId;
use super::side::Side;
use super::square::{Facing, Square};

/// Whether a unit is on the board, or where else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// On the board.
    #[default]
    Board,
    /// Not yet: it comes on (N04), from one of the squares that its side's plan names.
    Waiting,
    /// Aboard a boat.
    Aboard(UnitId),
    /// Gone from the board, alive.
    Left,
    /// Lost: without figures, captured, sunk, or a Leader who fell.
    Lost,
}

impl Place {
    /// Whether it is on the board.
    #[must_use]
    #[inline]
    pub const fn is_board(&self) -> bool {
        matches!(self, Self::Board)
    }
}

/// A unit, a boat or a Leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// What it is.
    pub troop: TroopId,
    /// Whose it is.
    pub side: Side,
    /// Where it stands, if it is on the board; else the square it was on last, or is to come on at.
    pub square: Square,
    /// Where it faces.
    pub facing: Facing,
    /// Its formation; a Leader and a boat have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formation: Option<Formation>,
    /// Figures left; of a boat, its flotation points.
    pub figures: u8,
    /// Whether it carries a marker.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disorganised: bool,
    /// Whether it is on the board.
    #[serde(default, skip_serializing_if = "Place::is_board")]
    pub place: Place,
    /// Whether it lies in ambush, seen by its own side alone (N06).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
    /// Whether it is impetuous (T33).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub impetuous: bool,
    /// Shots left, where the scenario counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shots: Option<u8>,
}

impl Unit {
    /// Whether it is on the board.
    #[must_use]
    #[inline]
    pub const fn is_on_board(&self) -> bool {
        self.place.is_board()
    }
}

/// A unit by its place in the position's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The place in the list, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The unit at `index` of the list.
    #[must_use]
    #[inline]
    pub const fn at(index: usize) -> Self {
        Self(index as u8)
    }
}
