//! The five regions, in the order of their conflicts.

use serde::{Deserialize, Serialize};

/// A region.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Region {
    /// Ours from the start.
    Home,
    /// Between home and the south.
    North,
    /// In the middle.
    South,
    /// Without a river.
    West,
    /// By the sea.
    East,
}

impl Region {
    /// All, in the order of their conflicts (C21).
    pub const ALL: [Self; 5] = [Self::Home, Self::North, Self::South, Self::West, Self::East];
}
