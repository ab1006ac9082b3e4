//! The gauge: bars of odds and the charts of a report become their picture, with the words that say the same.

use crate::drawing::atlas::{Atlas, AtlasError, Plate};
use crate::model::despatch::Picture;
use pictures::odds::{OddsSheet, alt_text, odds_sheet};
use pictures::report::{ReportSheet, report_sheet};

/// Draws a sheet of odds.
///
/// # Errors
///
/// If the picture cannot be drawn.
pub async fn plate(atlas: &Atlas, sheet: OddsSheet) -> Result<Plate, AtlasError> {
    atlas
        .draw_in_turn(move || {
            let png = pictures::encode(&pictures::draw(&odds_sheet(&sheet))?)?;
            Ok(Plate { name: "odds.png", bytes: png, alt_text: alt_text(&sheet) })
        })
        .await
}

/// Draws the charts of a campaign's report.
///
/// # Errors
///
/// If the picture cannot be drawn.
pub async fn report(atlas: &Atlas, sheet: ReportSheet) -> Result<Plate, AtlasError> {
    atlas
        .draw_in_turn(move || {
            let png = pictures::encode(&pictures::draw(&report_sheet(&sheet))?)?;
            Ok(Plate { name: Picture::Report.file_name(), bytes: png, alt_text: pictures::report::alt_text(&sheet) })
        })
        .await
}
