//! A game on film: its map from moment to moment. Plain data in, GIF out. Pure: the same maps give the same film.

use super::data::Theatre;
use super::sheet::{self, WIDTH};
use crate::gif::stills;
use crate::png::PictureError;

/// Pixels of a film for each of a sheet: as wide as a telephone shows.
const SCALE: f64 = 0.7;

/// Draws maps one after another; where one has fewer notes, paper is below it.
///
/// # Errors
///
/// When there is no map, or one cannot be drawn.
pub fn film(theatres: &[Theatre]) -> Result<Vec<u8>, PictureError> {
    let sheets: Vec<_> = theatres.iter().map(sheet::draw).collect();
    stills(&sheets, WIDTH, SCALE)
}
