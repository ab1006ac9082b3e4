//! The gauge: bars of odds and the charts of a report become their picture, with the words that say the same.

use crate::drawing::atlas::{Atlas, AtlasError};
use crate::drawing::plate::Plate;
use crate::drawing::sketch::Sketch;
use crate::model::despatch::Picture;
use pictures::odds::{OddsSheet, alt_text, odds_sheet};
use pictures::report::{ReportSheet, report_sheet};

/// Draws a sheet of odds.
///
/// # Errors
///
/// If the picture cannot be drawn.
pub async fn plate(atlas: &Atlas, sheet: OddsSheet) -> Result<Plate, AtlasError> {
    atlas.picture(move || Ok(Sketch::new("odds.png", odds_sheet(&sheet), alt_text(&sheet)))).await
}

/// Draws the charts of a campaign's report.
///
/// # Errors
///
/// If the picture cannot be drawn.
pub async fn report(atlas: &Atlas, sheet: ReportSheet) -> Result<Plate, AtlasError> {
    atlas.picture(move || Ok(Sketch::new(Picture::Report.file_name(), report_sheet(&sheet), pictures::report::alt_text(&sheet)))).await
}
