//! A game on film: its table from moment to moment. Plain data in, GIF out. Pure: the same tables give the same film.

use std::time::Duration;

use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::data::Table;
use super::hand::WIDTH;
use super::table::{self, Bands};
use crate::gif::Reel;
use crate::lettering::ink;
use crate::png::{PictureError, parse};

/// Pixels of a film for each of a sheet: as wide as a telephone shows.
const SCALE: f64 = 0.8;

/// How long a table is shown, and how long the last.
const SHOWN: Duration = Duration::from_millis(1_600);
const LAST_SHOWN: Duration = Duration::from_secs(4);

/// Draws tables one after another, all with the map of one size; where one has fewer notes, paper is below it.
///
/// # Errors
///
/// When there is no table, or one cannot be drawn.
pub fn film(tables: &[Table]) -> Result<Vec<u8>, PictureError> {
    let Some(bands) = tables.iter().map(Bands::of).reduce(Bands::or) else {
        return Err(PictureError::Encode("a film without tables".to_owned()));
    };
    let width = (WIDTH * SCALE) as u32;
    let mut trees = Vec::with_capacity(tables.len());
    for table in tables {
        let tree = parse(&table::draw(table, bands))?;
        trees.push(((f64::from(tree.size().height()) * SCALE).ceil() as u32, tree));
    }
    let height = trees.iter().map(|(height, _)| *height).max().unwrap_or(0);
    let mut reel = Reel::begin(width, height)?;
    let paper = u32::from_str_radix(ink::PAPER.trim_start_matches('#'), 16).unwrap_or(0x00ff_ffff).to_be_bytes();
    for (place, (_, tree)) in trees.iter().enumerate() {
        let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
        pixmap.fill(Color::from_rgba8(paper[1], paper[2], paper[3], u8::MAX));
        resvg::render(tree, Transform::from_scale(SCALE as f32, SCALE as f32), &mut pixmap.as_mut());
        reel.show(&pixmap, if place + 1 == tables.len() { LAST_SHOWN } else { SHOWN })?;
    }
    reel.end()
}
