//! A battle on film: its board turn by turn. Plain data in, GIF out. Pure: the same boards give the same film.

use std::time::Duration;

use resvg::tiny_skia::Transform;

use super::data::Board;
use super::sheet;
use crate::gif::{Reel, on_paper};
use crate::png::PictureError;

/// Width of a film, in pixels: as wide as a telephone shows.
const WIDTH: u32 = 900;

/// How long a turn is shown, and how long the last.
const SHOWN: Duration = Duration::from_millis(1_400);
const LAST_SHOWN: Duration = Duration::from_secs(4);

/// Draws boards one after another, each as wide as the film; where one is less high, paper is below it.
///
/// # Errors
///
/// When there is no board, or one cannot be drawn.
pub fn film(boards: &[Board]) -> Result<Vec<u8>, PictureError> {
    // How high each is says its layout: no board is drawn before its turn, nor kept after it.
    let sizes: Vec<(f32, u32)> = boards
        .iter()
        .map(|board| {
            let (wide, high) = sheet::size(board);
            let scale = WIDTH as f32 / wide as f32;
            (scale, (high as f32 * scale).ceil() as u32)
        })
        .collect();
    let height = sizes.iter().map(|(_, height)| *height).max().unwrap_or(0);
    let mut reel = Reel::begin(WIDTH, height)?;
    for (place, (board, (scale, _))) in boards.iter().zip(sizes).enumerate() {
        let pixmap = on_paper(&sheet::draw(board), Transform::from_scale(scale, scale), (WIDTH, height))?;
        reel.show(&pixmap, if place + 1 == boards.len() { LAST_SHOWN } else { SHOWN })?;
    }
    reel.end()
}
