//! Who gives orders in a battle.

use serde::{Deserialize, Serialize};

use super::side::Side;

/// A seat: one of the two sides, or the umpire, who sees everything and begins the battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seat {
    /// Who commands ours.
    Ours,
    /// Who commands the enemy.
    Enemy,
    /// Who sets the battle up.
    Umpire,
}

impl Seat {
    /// The side, which the umpire has not.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Ours => Some(Side::Ours),
            Self::Enemy => Some(Side::Enemy),
            Self::Umpire => None,
        }
    }
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::Ours => Self::Ours,
            Side::Enemy => Self::Enemy,
        }
    }
}
