//! A game on film: its table from moment to moment. Plain data in, GIF out. Pure: the same tables give the same film.

use super::data::Table;
use super::hand::WIDTH;
use super::table::{self, Bands};
use crate::gif::stills;
use crate::png::PictureError;

/// Pixels of a film for each of a sheet: as wide as a telephone shows.
const SCALE: f64 = 0.8;

/// Draws tables one after another, all with the map of one size; where one has fewer notes, paper is below it.
///
/// # Errors
///
/// When there is no table, or one cannot be drawn.
pub fn film(tables: &[Table]) -> Result<Vec<u8>, PictureError> {
    let bands = tables.iter().map(Bands::of).reduce(Bands::or);
    let sheets: Vec<_> = tables.iter().zip(bands.iter().cycle()).map(|(table, bands)| table::draw(table, *bands)).collect();
    stills(&sheets, WIDTH, SCALE)
}
