//! A theatre of war as a picture: spaces joined by routes, and who stands in them. Plain data in, SVG out; [`alt_text`] says the same in a
//! list. Pure: the same data gives the same picture.
//!
//! What tells sides, kinds of spaces and kinds of routes apart is shape, never colour alone: ours are hollow and the enemy solid; a road is a
//! line, a desert track dots, a river a double line, a sea link dashes.

mod data;
mod film;
mod layout;
mod legend;
mod sheet;
mod signs;
mod words;

use super::canvas::Svg;

pub use data::{Arm, Party, Route, RouteKind, Space, SpaceKind, Stack, Theatre, Turn};
pub use film::film;
pub use words::{LONGEST, alt_text};

/// Draws the map.
pub fn picture(theatre: &Theatre) -> Svg {
    sheet::draw(theatre)
}

#[cfg(test)]
mod tests;
