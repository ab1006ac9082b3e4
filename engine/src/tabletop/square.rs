//! Squares and the eight ways to face: what is in front, on the flank and in the rear, what is adjacent, how far it is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A square by its column and row, each from 0: column 0 on the left, row 0 at the top.
///
/// Written as players say it: the column's letter, then the row from 1, `A1` top left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Square {
    /// From the far left.
    pub column: u8,
    /// From the top.
    pub row: u8,
}

impl Square {
    /// The square of this column and row, from 0.
    #[must_use]
    #[inline]
    pub const fn new(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// The way to another square: columns to the right, rows down.
    #[must_use]
    #[inline]
    pub const fn way_to(self, other: Self) -> Way {
        Way { right: other.column as i16 - self.column as i16, down: other.row as i16 - self.row as i16 }
    }

    /// The range to another square, *measured orthogonally*: columns and rows together.
    #[must_use]
    #[inline]
    pub const fn range_to(self, other: Self) -> u8 {
        self.column.abs_diff(other.column).saturating_add(self.row.abs_diff(other.row))
    }

    /// How near an enemy is: the orthogonal distance, then the straighter route, which has the smaller shorter leg (T09). Less is nearer.
    #[must_use]
    #[inline]
    pub fn nearness_to(self, other: Self) -> (u8, u8) {
        let legs = (self.column.abs_diff(other.column), self.row.abs_diff(other.row));
        (self.range_to(other), legs.0.min(legs.1))
    }

    /// Whether the other touches a side or a corner of this one.
    #[must_use]
    #[inline]
    pub const fn is_adjacent_to(self, other: Self) -> bool {
        let (columns, rows) = (self.column.abs_diff(other.column), self.row.abs_diff(other.row));
        columns <= 1 && rows <= 1 && columns + rows > 0
    }

    /// The next square that way, if the numbers reach so far; whether a board has it is for the board to say.
    #[must_use]
    #[inline]
    pub fn next(self, facing: Facing) -> Option<Self> {
        let way = facing.way();
        let column = u8::try_from(i16::from(self.column) + way.right).ok()?;
        let row = u8::try_from(i16::from(self.row) + way.down).ok()?;
        Some(Self { column, row })
    }

    /// The way to an adjacent square; `None` for any other.
    #[must_use]
    #[inline]
    pub const fn facing_to(self, adjacent: Self) -> Option<Facing> {
        let way = self.way_to(adjacent);
        Some(match (way.right, way.down) {
            (0, -1) => Facing::North,
            (1, -1) => Facing::NorthEast,
            (1, 0) => Facing::East,
            (1, 1) => Facing::SouthEast,
            (0, 1) => Facing::South,
            (-1, 1) => Facing::SouthWest,
            (-1, 0) => Facing::West,
            (-1, -1) => Facing::NorthWest,
            _ => return None,
        })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A'.saturating_add(self.column.min(25)));
        write!(f, "{letter}{}", u16::from(self.row) + 1)
    }
}

/// What no square is called.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no square: write its column and its row, as D5")]
pub struct NoSquare(String);

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let wrong = || NoSquare(text.chars().take(12).collect());
        let mut letters = text.trim().chars();
        let column = letters.next().map(|letter| letter.to_ascii_uppercase()).filter(char::is_ascii_uppercase).ok_or_else(wrong)?;
        let digits = letters.as_str();
        let row =
            digits.parse::<u8>().ok().filter(|row| *row >= 1 && digits.bytes().all(|digit| digit.is_ascii_digit())).ok_or_else(wrong)?;
        Ok(Self { column: column as u8 - b'A', row: row - 1 })
    }
}

impl TryFrom<String> for Square {
    type Error = NoSquare;

    fn try_from(text: String) -> Result<Self, NoSquare> {
        text.parse()
    }
}

impl From<Square> for String {
    fn from(square: Square) -> Self {
        square.to_string()
    }
}

/// The way from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Way {
    /// Columns to the right.
    pub right: i16,
    /// Rows down.
    pub down: i16,
}

/// One of the eight ways to face.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Facing {
    /// Up.
    North,
    /// Up and to the right.
    NorthEast,
    /// To the right.
    East,
    /// Down and to the right.
    SouthEast,
    /// Down.
    South,
    /// Down and to the left.
    SouthWest,
    /// To the left.
    West,
    /// Up and to the left.
    NorthWest,
}

impl Facing {
    /// All eight, round from the north.
    pub const ALL: [Self; 8] =
        [Self::North, Self::NorthEast, Self::East, Self::SouthEast, Self::South, Self::SouthWest, Self::West, Self::NorthWest];

    /// One square that way.
    #[must_use]
    #[inline]
    pub const fn way(self) -> Way {
        let (right, down) = match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        };
        Way { right, down }
    }

    /// Whether it is from corner to corner.
    #[must_use]
    #[inline]
    pub const fn is_diagonal(self) -> bool {
        matches!(self, Self::NorthEast | Self::SouthEast | Self::SouthWest | Self::NorthWest)
    }

    /// So many eighths of a circle on, clockwise.
    #[must_use]
    #[inline]
    pub const fn turned(self, eighths: usize) -> Self {
        Self::ALL[(self as usize + eighths) % 8]
    }

    /// The other way.
    #[must_use]
    #[inline]
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// The eighths of a circle to another facing, clockwise: 0 to 7.
    #[must_use]
    #[inline]
    pub const fn eighths_clockwise_to(self, other: Self) -> u8 {
        (other as u8 + 8 - self as u8) % 8
    }

    /// The fewest eighths of a circle to another facing: 0 to 4.
    #[must_use]
    #[inline]
    pub const fn eighths_to(self, other: Self) -> u8 {
        let clockwise = self.eighths_clockwise_to(other);
        if clockwise > 4 { 8 - clockwise } else { clockwise }
    }

    /// Which aspect of a unit that faces so a square lies on, by the way to it (T01). Its own square is its front.
    #[must_use]
    #[inline]
    pub const fn aspect(self, way: Way) -> Aspect {
        let (ahead, aside) = self.ahead_and_aside(way);
        if ahead >= aside {
            Aspect::Front
        } else if -ahead >= aside {
            Aspect::Rear
        } else {
            Aspect::Flank
        }
    }

    /// Whether a weapon of a unit that faces so bears on a square, by the way to it; a square on the edge is in the arc (T01).
    #[must_use]
    #[inline]
    pub const fn bears(self, arc: Arc, way: Way) -> bool {
        let (ahead, aside) = self.ahead_and_aside(way);
        match arc {
            Arc::Front => ahead >= aside,
            Arc::Bow => -ahead <= aside,
            Arc::Stern => ahead <= aside,
            Arc::Round => true,
        }
    }

    #[inline]
    const fn ahead_and_aside(self, way: Way) -> (i16, i16) {
        let facing = self.way();
        let ahead = way.right * facing.right + way.down * facing.down;
        (ahead, (way.right * facing.down - way.down * facing.right).abs())
    }
}

/// A side of a unit on which another square lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aspect {
    /// Within 45° of where it faces.
    Front,
    /// Within 45° of a right angle to that.
    Flank,
    /// Within 45° of the opposite.
    Rear,
}

/// An arc of fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arc {
    /// 45° either side of where the unit faces.
    #[default]
    Front,
    /// 135° either side of the bow.
    Bow,
    /// 135° either side of the stern.
    Stern,
    /// All round: each of a Square's faces has its own 90°, and the four of them leave nothing out (T36).
    Round,
}

#[cfg(test)]
mod tests;
