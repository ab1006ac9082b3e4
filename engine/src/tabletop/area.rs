//! Squares named together: where a side is set up, where it comes on, a village to be held.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::square::Square;

/// A block of squares from one corner to the other: `A1:C8`; a single square is written as itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Block {
    /// Its square farthest left and highest.
    pub first: Square,
    /// Its square farthest right and lowest.
    pub last: Square,
}

impl Block {
    /// The block between two corners.
    #[must_use]
    pub fn between(one: Square, other: Square) -> Self {
        Self {
            first: Square::new(one.column.min(other.column), one.row.min(other.row)),
            last: Square::new(one.column.max(other.column), one.row.max(other.row)),
        }
    }

    /// Whether a square lies in it.
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.first.column <= square.column
            && square.column <= self.last.column
            && self.first.row <= square.row
            && square.row <= self.last.row
    }

    /// Its squares, row by row from the far left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let columns = self.first.column..=self.last.column;
        (self.first.row..=self.last.row).flat_map(move |row| columns.clone().map(move |column| Square::new(column, row)))
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.first == self.last { write!(f, "{}", self.first) } else { write!(f, "{}:{}", self.first, self.last) }
    }
}

/// What is no block of squares.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no block of squares: write D5, or A1:C8")]
pub struct NoBlock(String);

impl FromStr for Block {
    type Err = NoBlock;

    fn from_str(text: &str) -> Result<Self, NoBlock> {
        let square = |text: &str| text.parse().map_err(|_| NoBlock(text.chars().take(12).collect()));
        match text.split_once(':') {
            None => square(text).map(|only| Self::between(only, only)),
            Some((one, other)) => Ok(Self::between(square(one)?, square(other)?)),
        }
    }
}

impl TryFrom<String> for Block {
    type Error = NoBlock;

    fn try_from(text: String) -> Result<Self, NoBlock> {
        text.parse()
    }
}

impl From<Block> for String {
    fn from(block: Block) -> Self {
        block.to_string()
    }
}

/// Squares, block by block.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Area(pub Vec<Block>);

impl Area {
    /// Whether a square lies in it.
    #[must_use]
    pub fn has(&self, square: Square) -> bool {
        self.0.iter().any(|block| block.has(square))
    }

    /// Its squares, in the order of its blocks, each once.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(move |(place, block)| block.squares().filter(move |square| !self.0[..place].iter().any(|before| before.has(*square))))
    }

    /// Whether it has no square.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_lists_each_square_of_its_blocks_once() {
        let area: Area = Area(vec!["A1:B2".parse().unwrap(), "C3".parse().unwrap(), "B3:B1".parse().unwrap()]);
        let squares: Vec<String> = area.squares().map(|square| square.to_string()).collect();
        assert_eq!(squares, ["A1", "B1", "A2", "B2", "C3", "B3"]);
        assert!(squares.iter().all(|square| area.has(square.parse().unwrap())) && !area.has("C2".parse().unwrap()));
        assert_eq!(area.0[2].to_string(), "B1:B3");
        assert!("A1:".parse::<Block>().is_err());
    }
}
