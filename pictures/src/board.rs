//! The board of a gridded battle as a picture: squares with letters and numbers, ground, obstacles, and units as blocks in their formation,
//! turned the way they face. Plain data in, SVG out; [`alt_text`] says the same in a list. Pure: the same board gives the same picture.
//!
//! What tells sides, arms, formations, grounds and edges apart is shape, never colour alone: ours are hollow and the enemy solid, foot is
//! square, horse a wedge, camels a lozenge.

mod cells;
mod counters;
mod crop;
mod data;
mod edges;
mod film;
mod ground;
mod legend;
mod sheet;
mod signs;
mod words;

use super::canvas::Svg;

pub use crop::{MOST_COLUMNS, MOST_ROWS, around};
pub use data::{Aim, Arm, Board, Cell, Chance, Counter, Edge, EdgeLine, Formation, Ground, Heading, Party, Tier, Window, cell_name};
pub use film::film;
pub use words::{LONGEST, alt_text};

/// Draws what a window shows of a board.
pub fn board_picture(board: &Board) -> Svg {
    sheet::draw(board)
}

#[cfg(test)]
mod tests;
