//! The gauge: bars of odds become their picture, with the words that say the same, on a thread of its own.

use crate::atlas::{AtlasError, Plate};
use crate::pictures;
use crate::pictures::odds::{OddsSheet, alt_text, odds_sheet};

/// Draws a sheet of odds.
///
/// # Errors
///
/// If the picture cannot be drawn.
pub async fn plate(sheet: OddsSheet) -> Result<Plate, AtlasError> {
    tokio::task::spawn_blocking(move || {
        let png = pictures::encode(&pictures::draw(&odds_sheet(&sheet))?)?;
        Ok(Plate { png, alt_text: alt_text(&sheet) })
    })
    .await?
}
