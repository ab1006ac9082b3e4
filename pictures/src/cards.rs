//! The Sudan card game as pictures: a hand of cards, and the table with its five regions on a sketch map of the Sudan. Plain data in, SVG
//! out; [`hand_alt_text`] and [`table_alt_text`] say the same in a list. Pure: the same data gives the same picture.
//!
//! What tells sides, arms, holders and borders apart is shape, never colour alone: ours are hollow and the enemy solid, what nobody holds
//! is dashed, a border that is passed has a road across it and one that is not is a ridge.

mod data;
pub(crate) mod figures;
mod film;
pub(crate) mod fit;
mod ground;
mod hand;
mod legend;
pub(crate) mod signs;
mod slip;
mod table;
mod words;

use super::canvas::Svg;

pub use data::{Hand, HandCard, Kind, Party, RegionState, Stack, Table};
pub use film::film;
pub use words::{LONGEST, hand_alt_text, table_alt_text};

/// Draws a hand: each kind of card once, with how many of it there are.
pub fn hand_picture(hand: &Hand) -> Svg {
    hand::draw(hand)
}

/// Draws the table.
pub fn table_picture(table: &Table) -> Svg {
    table::draw(table, table::Bands::of(table))
}

#[cfg(test)]
mod tests;
