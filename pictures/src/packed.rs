//! Pixels kept as they are in a fraction of their room, for what is drawn once and wanted again and again.

use resvg::tiny_skia::Pixmap;

/// A picture in runs of pixels that are the same. Unlike what is kept by a palette none of them is changed.
#[derive(Clone)]
pub(super) struct Packed {
    width: u32,
    height: u32,
    /// A pixel, and how many of it follow each other.
    runs: Vec<([u8; 4], u16)>,
}

impl Packed {
    /// The pixels of a picture.
    pub(super) fn of(pixmap: &Pixmap) -> Self {
        let pixels: &[[u8; 4]] = pixmap.data().as_chunks().0;
        let alike = pixels.chunk_by(|one, other| one == other).flat_map(|run| run.chunks(usize::from(u16::MAX)));
        let mut runs: Vec<([u8; 4], u16)> = alike.map(|run| (run[0], run.len() as u16)).collect();
        runs.shrink_to_fit();
        Self { width: pixmap.width(), height: pixmap.height(), runs }
    }

    /// Pixels that the picture is wide and high.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The picture, to be drawn over.
    pub(super) fn unpacked(&self) -> Option<Pixmap> {
        let mut pixmap = Pixmap::new(self.width, self.height)?;
        let mut rest: &mut [[u8; 4]] = pixmap.data_mut().as_chunks_mut().0;
        for (pixel, many) in &self.runs {
            let (run, after) = std::mem::take(&mut rest).split_at_mut(usize::from(*many));
            run.fill(*pixel);
            rest = after;
        }
        Some(pixmap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn not_one_pixel_is_changed_however_long_a_run_is() {
        let mut pixmap = Pixmap::new(400, 300).unwrap();
        // Nothing drawn for longer than one run can be, then every pixel another, then a few of the same with more and less behind them.
        for (at, pixel) in pixmap.data_mut().as_chunks_mut::<4>().0.iter_mut().enumerate().skip(90_000) {
            *pixel = if at < 110_000 { [(at % 251) as u8, (at / 251 % 256) as u8, 7, 255] } else { [20, 30, 40, (at / 5_000) as u8 * 10] };
        }
        let packed = Packed::of(&pixmap);
        assert_eq!(packed.size(), (400, 300));
        assert!(packed.unpacked().unwrap() == pixmap);
        let longest = usize::from(u16::MAX);
        assert_eq!(packed.runs.len(), 2 + 20_000 + 2, "runs of at most {longest}");
    }
}
