//! What fills a square.

use serde::{Deserialize, Serialize};

use super::square::Facing;

/// What fills a square. *Difficult terrain* and *Cover* list the same things: crops, forests, tall grass, rocks, scrub, buildings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Nothing.
    #[default]
    Open,
    /// Steep; hides what is behind it, and covers nobody.
    Hill,
    /// Difficult, and cover: crops, trees, tall grass, rocks, scrub.
    Growth,
    /// Steep and difficult at once.
    OvergrownHill,
    /// Houses: difficult, and cover.
    BuiltUp,
    /// Water that stands still.
    Water,
    /// Water that flows that way.
    River(Facing),
    /// Where nobody can stand.
    Impassable,
}

impl Ground {
    /// All kinds, a river for each way it can flow.
    pub const ALL: [Self; 15] = [
        Self::Open,
        Self::Hill,
        Self::Growth,
        Self::OvergrownHill,
        Self::BuiltUp,
        Self::Water,
        Self::River(Facing::North),
        Self::River(Facing::NorthEast),
        Self::River(Facing::East),
        Self::River(Facing::SouthEast),
        Self::River(Facing::South),
        Self::River(Facing::SouthWest),
        Self::River(Facing::West),
        Self::River(Facing::NorthWest),
        Self::Impassable,
    ];

    /// Whether a move that touches it costs what steep terrain costs.
    #[must_use]
    #[inline]
    pub const fn is_steep(self) -> bool {
        matches!(self, Self::Hill | Self::OvergrownHill)
    }

    /// Whether a move that touches it costs what difficult terrain costs.
    #[must_use]
    #[inline]
    pub const fn is_difficult(self) -> bool {
        matches!(self, Self::Growth | Self::OvergrownHill | Self::BuiltUp)
    }

    /// Whether it gives a target that stands in it the cover card, all round (T40).
    #[must_use]
    #[inline]
    pub const fn covers(self) -> bool {
        self.is_difficult()
    }

    /// Whether it blocks a line that crosses it between its ends: cover and hills (T07).
    #[must_use]
    #[inline]
    pub const fn hides(self) -> bool {
        self.covers() || self.is_steep()
    }

    /// Whether boats use it, and nobody else.
    #[must_use]
    #[inline]
    pub const fn is_water(self) -> bool {
        matches!(self, Self::Water | Self::River(_))
    }

    /// Whether land units and Leaders can stand in it.
    #[must_use]
    #[inline]
    pub const fn is_land(self) -> bool {
        !self.is_water() && !matches!(self, Self::Impassable)
    }

    /// Where the water flows to, if it does.
    #[must_use]
    pub const fn stream(self) -> Option<Facing> {
        if let Self::River(stream) = self { Some(stream) } else { None }
    }

    /// The letter that stands for it in the text of a board.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Open => '.',
            Self::Hill => '^',
            Self::Growth => '"',
            Self::OvergrownHill => '%',
            Self::BuiltUp => '#',
            Self::Water => '~',
            Self::River(Facing::North) => '↑',
            Self::River(Facing::NorthEast) => '↗',
            Self::River(Facing::East) => '→',
            Self::River(Facing::SouthEast) => '↘',
            Self::River(Facing::South) => '↓',
            Self::River(Facing::SouthWest) => '↙',
            Self::River(Facing::West) => '←',
            Self::River(Facing::NorthWest) => '↖',
            Self::Impassable => 'X',
        }
    }

    /// What a letter stands for.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|ground| ground.letter() == letter)
    }
}
