//! From SVG to pixels and from pixels to PNG, in this process, with fonts that the program carries.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb};
use thiserror::Error;

use super::palette::{Indexed, MOST_COLOURS};
use super::svg::Svg;

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
    write((pixmap.width(), pixmap.height()), &Indexed::of(pixmap.data(), MOST_COLOURS))
}

/// Writes pixels that have their palette already.
pub(super) fn write((width, height): (u32, u32), indexed: &Indexed) -> Result<Vec<u8>, PictureError> {
    let failed = |error: ::png::EncodingError| PictureError::Encode(error.to_string());
    let mut written = Vec::with_capacity(indexed.indices().len() / 3);
    let mut encoder = ::png::Encoder::new(&mut written, width, height);
    encoder.set_color(::png::ColorType::Indexed);
    encoder.set_depth(::png::BitDepth::Eight);
    encoder.set_palette(indexed.palette());
    encoder.set_deflate_compression(::png::DeflateCompression::Level(1));
    encoder.set_filter(::png::Filter::NoFilter);
    encoder.write_header().and_then(|mut writer| writer.write_image_data(indexed.indices())).map_err(failed)?;
    Ok(written)
}
