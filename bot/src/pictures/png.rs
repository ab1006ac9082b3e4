//! From SVG to pixels and from pixels to PNG, in this process, with fonts that the program carries.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use thiserror::Error;

use super::canvas::Svg;

/// Why a picture could not be made.
#[derive(Debug, Error)]
pub enum PictureError {
    /// The SVG could not be read: a fault of this module, not of the data.
    #[error("the picture's SVG cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The picture has no or too many pixels.
    #[error("a picture of {width} by {height} pixels cannot be made")]
    Size {
        /// Pixels.
        width: u32,
        /// Pixels.
        height: u32,
    },
    /// The file could not be written.
    #[error("the picture cannot be written as a file: {0}")]
    Encode(String),
}

/// The fonts, loaded once.
fn fonts() -> Arc<fontdb::Database> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let load = || {
        let mut database = fontdb::Database::new();
        // The serif family comes first among the assets; mathematics and monospace are not lettered here.
        for font in typst_assets::fonts().take(6) {
            database.load_font_source(fontdb::Source::Binary(Arc::new(font)));
        }
        Arc::new(database)
    };
    Arc::clone(FONTS.get_or_init(load))
}

/// Reads an SVG, with its lettering turned into outlines.
///
/// # Errors
///
/// When it is not SVG.
pub fn parse(svg: &Svg) -> Result<usvg::Tree, PictureError> {
    let options = usvg::Options { font_family: "Libertinus Serif".into(), fontdb: fonts(), ..usvg::Options::default() };
    Ok(usvg::Tree::from_str(&svg.text, &options)?)
}

/// Draws an SVG over `ground`.
///
/// # Errors
///
/// When it is not SVG.
pub fn draw_over(svg: &Svg, ground: &mut Pixmap) -> Result<(), PictureError> {
    resvg::render(&parse(svg)?, Transform::identity(), &mut ground.as_mut());
    Ok(())
}

/// Draws an SVG.
///
/// # Errors
///
/// When it is not SVG or has no size.
pub fn draw(svg: &Svg) -> Result<Pixmap, PictureError> {
    let (width, height) = (svg.width, svg.height);
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
    draw_over(svg, &mut pixmap)?;
    Ok(pixmap)
}

/// Writes pixels as PNG, with a palette of at most 256 colours: the map has few, and a quarter of the bytes is
/// written in a tenth of the time. Transparency is left out: the sheet is paper.
///
/// # Errors
///
/// When the encoder fails.
pub fn encode(pixmap: &Pixmap) -> Result<Vec<u8>, PictureError> {
    let failed = |error: ::png::EncodingError| PictureError::Encode(error.to_string());
    let (palette, indices) = reduce(pixmap.data(), 256);
    let mut written = Vec::with_capacity(indices.len() / 3);
    let mut encoder = ::png::Encoder::new(&mut written, pixmap.width(), pixmap.height());
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.set_deflate_compression(::png::DeflateCompression::Level(1));
    encoder.set_filter(::png::Filter::NoFilter);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(&indices)).map_err(failed)?;
    Ok(written)
}

/// Colours told apart: 32 shades of each of red, green and blue.
pub(super) const BINS: usize = 1 << 15;

pub(super) fn bin(pixel: &[u8]) -> usize {
    usize::from(pixel[0] >> 3) << 10 | usize::from(pixel[1] >> 3) << 5 | usize::from(pixel[2] >> 3)
}

/// The palette of at most so many colours (red, green, blue in turn) and each pixel's place in it. The commonest colours have
/// their own place; the rest, edges of letters for the most part, take the nearest.
pub(super) fn reduce(pixels: &[u8], most: usize) -> (Vec<u8>, Vec<u8>) {
    let mut sums = vec![[0_u32; 4]; BINS];
    for pixel in pixels.chunks_exact(4) {
        let sum = &mut sums[bin(pixel)];
        for channel in 0..3 {
            sum[channel] += u32::from(pixel[channel]);
        }
        sum[3] += 1;
    }
    let mut used: Vec<usize> = (0..BINS).filter(|bin| sums[*bin][3] > 0).collect();
    used.sort_by_key(|bin| std::cmp::Reverse(sums[*bin][3]));
    let mut palette: Vec<[u8; 3]> = Vec::with_capacity(256);
    let mut places = vec![0_u8; BINS];
    for bin in used {
        let [red, green, blue, count] = sums[bin];
        let colour = [red, green, blue].map(|sum| (sum / count) as u8);
        let distance =
            |other: &[u8; 3]| -> i32 { (0..3).map(|channel| (i32::from(colour[channel]) - i32::from(other[channel])).pow(2)).sum() };
        if palette.len() < most.min(256) {
            places[bin] = palette.len() as u8;
            palette.push(colour);
        } else {
            let nearest = (0..palette.len()).min_by_key(|index| distance(&palette[*index])).unwrap_or(0);
            places[bin] = nearest as u8;
        }
    }
    let indices = pixels.chunks_exact(4).map(|pixel| places[bin(pixel)]).collect();
    (palette.concat(), indices)
}
