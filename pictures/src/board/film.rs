//! A battle on film: its board turn by turn. Plain data in, GIF out. Pure: the same boards give the same film.

use std::time::Duration;

use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::data::Board;
use super::sheet;
use crate::gif::Reel;
use crate::lettering::ink;
use crate::png::{PictureError, parse};

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
    let mut trees = Vec::with_capacity(boards.len());
    for board in boards {
        let tree = parse(&sheet::draw(board))?;
        let scale = WIDTH as f32 / tree.size().width();
        trees.push((scale, (tree.size().height() * scale).ceil() as u32, tree));
    }
    let height = trees.iter().map(|(_, height, _)| *height).max().unwrap_or(0);
    let mut reel = Reel::begin(WIDTH, height)?;
    let paper = u32::from_str_radix(ink::PAPER.trim_start_matches('#'), 16).unwrap_or(0x00ff_ffff).to_be_bytes();
    for (place, (scale, _, tree)) in trees.iter().enumerate() {
        let mut pixmap = Pixmap::new(WIDTH, height).ok_or(PictureError::Size { width: WIDTH, height })?;
        pixmap.fill(Color::from_rgba8(paper[1], paper[2], paper[3], u8::MAX));
        resvg::render(tree, Transform::from_scale(*scale, *scale), &mut pixmap.as_mut());
        reel.show(&pixmap, if place + 1 == boards.len() { LAST_SHOWN } else { SHOWN })?;
    }
    reel.end()
}
