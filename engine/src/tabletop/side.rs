//! The two sides of a battle.

use serde::{Deserialize, Serialize};

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The brigade.
    Ours,
    /// The native army.
    Enemy,
}

impl Side {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Ours, Self::Enemy];

    /// The other.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Ours => Self::Enemy,
            Self::Enemy => Self::Ours,
        }
    }
}
