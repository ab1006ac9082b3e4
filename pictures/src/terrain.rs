//! The field picture: the table of a battle as a staff officer would sketch it, one square to the foot, with what lies on
//! each and who comes on over which edge. Plain data in, SVG out; [`alt_text`] says the same in words. Pure: the same
//! field gives the same picture.

mod beds;
mod field;
mod houses;
mod palms;
mod sheet;
mod signs;
mod words;

use super::canvas::Svg;

pub use field::{Arrival, Cell, Edge, Field, Party, Plot, cell_name, cliff_side};
pub use words::{LONGEST, alt_text};

/// Draws a field.
pub fn field_sketch(field: &Field) -> Svg {
    sheet::draw(field)
}

#[cfg(test)]
mod tests;
