//! What lies on the edge between two squares (T40).

use serde::{Deserialize, Serialize};

/// What lies on an edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    /// A dried-up water course.
    DryBed,
    /// A fence.
    Fence,
    /// A gully.
    Gully,
    /// A river that can be forded.
    Ford,
    /// A stream.
    Stream,
    /// A trench.
    Trench,
    /// A wall.
    Wall,
    /// A rampart of earth.
    Rampart,
    /// A gate: the way through a wall, which neither hinders nor covers.
    Gate,
    /// The face of a cliff, which nobody crosses.
    Cliff,
}

impl Edge {
    /// All kinds.
    pub const ALL: [Self; 10] = [
        Self::DryBed,
        Self::Fence,
        Self::Gully,
        Self::Ford,
        Self::Stream,
        Self::Trench,
        Self::Wall,
        Self::Rampart,
        Self::Gate,
        Self::Cliff,
    ];

    /// Whether it is an obstacle, which costs points to cross, covers against fire across it and weakens a charge.
    #[must_use]
    #[inline]
    pub const fn is_obstacle(self) -> bool {
        !matches!(self, Self::Gate | Self::Cliff)
    }

    /// Whether it blocks a line that crosses it between its ends: walls and ramparts; the others do not (T07).
    #[must_use]
    #[inline]
    pub const fn hides(self) -> bool {
        matches!(self, Self::Wall | Self::Rampart)
    }

    /// Whether nobody crosses it.
    #[must_use]
    #[inline]
    pub const fn is_impassable(self) -> bool {
        matches!(self, Self::Cliff)
    }

    /// The letter that stands for it in the text of a board.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::DryBed => 'd',
            Self::Fence => 'f',
            Self::Gully => 'g',
            Self::Ford => 'o',
            Self::Stream => 's',
            Self::Trench => 't',
            Self::Wall => 'w',
            Self::Rampart => 'r',
            Self::Gate => '=',
            Self::Cliff => 'x',
        }
    }

    /// What a letter stands for.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|edge| edge.letter() == letter)
    }
}
