//! Pixels that move: picture after picture becomes one GIF, of each only what differs from the one before.

use std::borrow::Cow;
use std::time::Duration;

use ::gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::{Color, Pixmap, Transform};

use super::lettering::ink;
use super::palette::{BINS, Indexed, MOST_COLOURS, bin};
use super::png::{PictureError, parse};
use super::svg::Svg;

/// How long a picture of a game is shown, and how long the last.
const SHOWN: Duration = Duration::from_millis(1_600);
const LAST_SHOWN: Duration = Duration::from_secs(4);

/// A film of pictures so wide, each drawn at so many pixels for one of its own; where one is lower than the others, paper is below it.
///
/// # Errors
///
/// When there is no picture, or one cannot be drawn.
pub fn stills(pictures: &[Svg], width: f64, scale: f64) -> Result<Vec<u8>, PictureError> {
    if pictures.is_empty() {
        return Err(PictureError::Encode("a film without pictures".to_owned()));
    }
    let width = (width * scale) as u32;
    let height = pictures.iter().map(|picture| (f64::from(picture.height) * scale).ceil() as u32).max().unwrap_or(0);
    let at = Transform::from_scale(scale as f32, scale as f32);
    let mut reel = Reel::begin(width, height)?;
    for (place, picture) in pictures.iter().enumerate() {
        let pixmap = on_paper(picture, at, (width, height))?;
        reel.show(&pixmap, if place + 1 == pictures.len() { LAST_SHOWN } else { SHOWN })?;
    }
    reel.end()
}

/// A picture drawn on paper of so many pixels. What is read of it is gone before the next: all pictures of a film at once would be many.
pub(super) fn on_paper(picture: &Svg, at: Transform, (width, height): (u32, u32)) -> Result<Pixmap, PictureError> {
    let paper = u32::from_str_radix(ink::PAPER.trim_start_matches('#'), 16).unwrap_or(0x00ff_ffff).to_be_bytes();
    let mut pixmap = Pixmap::new(width, height).ok_or(PictureError::Size { width, height })?;
    pixmap.fill(Color::from_rgba8(paper[1], paper[2], paper[3], u8::MAX));
    resvg::render(&parse(picture)?, at, &mut pixmap.as_mut());
    Ok(pixmap)
}

/// A GIF that is being written. It holds two pictures at a time, however many there are.
pub struct Reel {
    encoder: Encoder<Vec<u8>>,
    /// The colours of the picture before, as far as they are told apart.
    before: Vec<u16>,
    /// The colour that stands for those not told apart from it, the same in every picture: else what is painted over would shine through.
    colours: Vec<Option<[u8; 4]>>,
    width: u16,
    height: u16,
}

fn failed(error: impl std::fmt::Display) -> PictureError {
    PictureError::Encode(error.to_string())
}

impl Reel {
    /// A GIF of this size that is shown again and again.
    ///
    /// # Errors
    ///
    /// When it would have no or too many pixels.
    pub fn begin(width: u32, height: u32) -> Result<Self, PictureError> {
        let size = PictureError::Size { width, height };
        let (Ok(width), Ok(height)) = (u16::try_from(width), u16::try_from(height)) else { return Err(size) };
        if width == 0 || height == 0 {
            return Err(size);
        }
        let mut encoder = Encoder::new(Vec::new(), width, height, &[]).map_err(failed)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
        Ok(Self { encoder, before: Vec::new(), colours: vec![None; BINS], width, height })
    }

    /// Adds a picture that is shown for so long.
    ///
    /// # Errors
    ///
    /// When it is not of the GIF's size, or cannot be written.
    pub fn show(&mut self, pixmap: &Pixmap, shown: Duration) -> Result<(), PictureError> {
        if pixmap.width() != u32::from(self.width) || pixmap.height() != u32::from(self.height) {
            return Err(PictureError::Size { width: pixmap.width(), height: pixmap.height() });
        }
        let pixels = pixmap.data();
        let now: Vec<u16> = pixels.chunks_exact(4).map(|pixel| bin(pixel) as u16).collect();
        let first = self.before.is_empty();
        let differs = |at: usize| first || self.before[at] != now[at];
        let part = self.part_that(differs);
        let wide = usize::from(self.width);
        let within = || part.rows().flat_map(move |row| part.columns().map(move |column| row * wide + column));
        let mut changed = Vec::new();
        for at in within().filter(|at| differs(*at)) {
            let own = [pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2], u8::MAX];
            changed.extend(*self.colours[usize::from(now[at])].get_or_insert(own));
        }
        // One place of the palette is for what stays as it is.
        let indexed = Indexed::of(&changed, if first { MOST_COLOURS } else { MOST_COLOURS - 1 });
        let mut palette = indexed.palette();
        let stays = (palette.len() / 3).min(255) as u8;
        if !first {
            palette.extend([0, 0, 0]);
        }
        let mut indices = indexed.indices().iter().copied();
        let buffer: Vec<u8> = within().map(|at| if differs(at) { indices.next().unwrap_or(stays) } else { stays }).collect();
        let frame = Frame {
            delay: u16::try_from(shown.as_millis() / 10).unwrap_or(u16::MAX),
            dispose: DisposalMethod::Keep,
            transparent: (!first).then_some(stays),
            left: part.left,
            top: part.top,
            width: part.width,
            height: part.height,
            palette: Some(palette),
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        self.encoder.write_frame(&frame).map_err(failed)?;
        self.before = now;
        Ok(())
    }

    /// The file.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn end(self) -> Result<Vec<u8>, PictureError> {
        self.encoder.into_inner().map_err(failed)
    }

    /// The smallest box around what differs; one pixel, if nothing does.
    fn part_that(&self, differs: impl Fn(usize) -> bool) -> Part {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let row_differs = |row: usize| (row * width..(row + 1) * width).any(&differs);
        let Some(top) = (0..height).find(|row| row_differs(*row)) else { return Part { left: 0, top: 0, width: 1, height: 1 } };
        let bottom = (top..height).rev().find(|row| row_differs(*row)).unwrap_or(top);
        let column_differs = |column: usize| (top..=bottom).any(|row| differs(row * width + column));
        let left = (0..width).find(|column| column_differs(*column)).unwrap_or(0);
        let right = (left..width).rev().find(|column| column_differs(*column)).unwrap_or(left);
        Part { left: left as u16, top: top as u16, width: (right - left + 1) as u16, height: (bottom - top + 1) as u16 }
    }
}

/// A box of pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    left: u16,
    top: u16,
    width: u16,
    height: u16,
}

impl Part {
    fn rows(self) -> std::ops::Range<usize> {
        usize::from(self.top)..usize::from(self.top) + usize::from(self.height)
    }

    fn columns(self) -> std::ops::Range<usize> {
        usize::from(self.left)..usize::from(self.left) + usize::from(self.width)
    }
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::Color;

    use super::super::canvas::Canvas;
    use super::*;

    fn sheet(spots: &[(u32, u32)]) -> Pixmap {
        let mut pixmap = Pixmap::new(40, 30).unwrap();
        pixmap.fill(Color::from_rgba8(240, 230, 210, 255));
        for (x, y) in spots {
            let at = 4 * (y * 40 + x) as usize;
            pixmap.data_mut()[at..at + 4].copy_from_slice(&[180, 30, 30, 255]);
        }
        pixmap
    }

    fn reel(sheets: &[Pixmap]) -> Vec<u8> {
        let mut reel = Reel::begin(40, 30).unwrap();
        for sheet in sheets {
            reel.show(sheet, Duration::from_millis(1_200)).unwrap();
        }
        reel.end().unwrap()
    }

    #[test]
    fn each_picture_holds_only_what_differs_from_the_one_before_and_is_shown_as_long_as_asked() {
        let bytes = reel(&[sheet(&[]), sheet(&[(5, 6), (9, 8)]), sheet(&[(9, 8)]), sheet(&[(9, 8)])]);
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let mut parts = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            parts.push((frame.left, frame.top, frame.width, frame.height));
            assert_eq!((frame.delay, frame.dispose), (120, DisposalMethod::Keep));
        }
        assert_eq!(parts, [(0, 0, 40, 30), (5, 6, 5, 3), (5, 6, 1, 1), (0, 0, 1, 1)]);
        assert_eq!(decoder.repeat(), Repeat::Infinite);
    }

    #[test]
    fn laid_over_each_other_the_parts_give_the_last_picture_again() {
        let sheets = [sheet(&[(1, 1), (30, 20)]), sheet(&[(30, 20), (2, 28)]), sheet(&[(39, 29)])];
        let bytes = reel(&sheets);
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let mut screen = vec![0_u8; 40 * 30 * 4];
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (index, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let (row, column) = (index / usize::from(frame.width), index % usize::from(frame.width));
                let at = 4 * ((usize::from(frame.top) + row) * 40 + usize::from(frame.left) + column);
                screen[at..at + 4].copy_from_slice(pixel);
            }
        }
        assert_eq!(screen, sheets[2].data());
    }

    #[test]
    fn what_is_painted_over_does_not_shine_through() {
        // Two shades that are not told apart stand beside each other where a spot was.
        let mut near = sheet(&[]);
        near.data_mut()[4 * 45..4 * 45 + 4].copy_from_slice(&[241, 231, 211, 255]);
        let spots = sheet(&[(4, 1), (5, 1), (6, 1)]);
        let bytes = reel(&[sheet(&[]), spots, near]);
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let mut last = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            last = frame.buffer.to_vec();
        }
        assert_eq!(last, [240, 230, 210, 255].repeat(3));
    }

    #[test]
    fn a_film_is_as_high_as_the_highest_of_its_pictures_and_one_that_cannot_be_read_is_told() {
        let picture = |height: f64| {
            let mut canvas = Canvas::default();
            canvas.put(format_args!("<rect width=\"20\" height=\"{height}\" fill=\"#b3201c\"/>"));
            canvas.finish(20.0, height)
        };
        let pictures = [picture(11.0), picture(25.0), picture(18.0)];
        let bytes = stills(&pictures, 20.0, 0.7).unwrap();
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (14, 18));
        let first = decoder.read_next_frame().unwrap().unwrap().buffer.to_vec();
        // Of eleven pixels seven and a bit are left; below them is paper.
        assert_eq!((&first[..4], &first[4 * 14 * 17..4 * 14 * 17 + 4]), (&[179, 32, 28, 255][..], &[246, 238, 217, 255][..]));
        let unread = Svg { text: "<svg".into(), ..picture(11.0) };
        assert!(matches!(stills(&[picture(11.0), unread], 20.0, 0.7), Err(PictureError::Svg(_))));
    }

    #[test]
    fn a_picture_of_another_size_is_refused() {
        let mut reel = Reel::begin(40, 31).unwrap();
        assert!(matches!(reel.show(&sheet(&[]), Duration::ZERO), Err(PictureError::Size { width: 40, height: 30 })));
        assert!(Reel::begin(0, 10).is_err() && Reel::begin(70_000, 10).is_err());
    }
}
