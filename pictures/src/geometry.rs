//! Geometry of the sheet: boxes in pixels, the projection from kilometres to pixels, and a grid that says
//! quickly how much of a box is covered (by land, by roads). No drawing and no lettering.

/// A point of the campaign map: kilometres east and north of the pack's origin.
pub type Km = [f64; 2];

/// An upright box, in pixels, y downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

impl Rect {
    /// From the upper left corner and the size.
    pub fn new(x: f64, y: f64, w: f64, h: f64) -> Self {
        Self { x, y, w, h }
    }

    /// Around a centre.
    pub fn around(centre: (f64, f64), half_width: f64, half_height: f64) -> Self {
        Self::new(centre.0 - half_width, centre.1 - half_height, 2.0 * half_width, 2.0 * half_height)
    }

    /// The middle.
    pub fn centre(&self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }

    /// The same, `by` pixels larger on every side.
    #[must_use]
    pub fn grown(&self, by: f64) -> Self {
        Self::new(self.x - by, self.y - by, self.w + 2.0 * by, self.h + 2.0 * by)
    }

    /// Whether two boxes share any area.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.w && other.x < self.x + self.w && self.y < other.y + other.h && other.y < self.y + self.h
    }

    /// Whether `other` lies wholly within.
    pub fn contains(&self, other: &Self) -> bool {
        other.x >= self.x && other.y >= self.y && other.x + other.w <= self.x + self.w && other.y + other.h <= self.y + self.h
    }

    /// Pixels between this box and a point; 0 within it.
    pub fn apart(&self, point: (f64, f64)) -> f64 {
        let near = self.nearest(point);
        (near.0 - point.0).hypot(near.1 - point.1)
    }

    /// Pixels between two boxes; 0 if they touch.
    pub fn between(&self, other: &Self) -> f64 {
        let x = (other.x - self.x - self.w).max(self.x - other.x - other.w).max(0.0);
        let y = (other.y - self.y - self.h).max(self.y - other.y - other.h).max(0.0);
        x.hypot(y)
    }

    /// The point of the box nearest to `point`.
    pub fn nearest(&self, point: (f64, f64)) -> (f64, f64) {
        (point.0.clamp(self.x, self.x + self.w), point.1.clamp(self.y, self.y + self.h))
    }
}

/// From kilometres to pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// Width of the whole picture, pixels.
    pub width: f64,
    /// Height of the whole picture, pixels.
    pub height: f64,
    /// The part that is map, within the border.
    pub map: Rect,
    /// The strip below the map for title and legend, when they do not stand on the map.
    pub strip: Option<Rect>,
    /// Pixels for a kilometre.
    pub scale: f64,
    /// How much larger symbols and letters are than on the whole map: 1 or a little more.
    pub magnify: f64,
    /// Width of the border around the map.
    pub border: f64,
    /// Pixels of the finished picture for each pixel of the sheet: more than 1 where the letters are for a phone.
    pub zoom: f64,
    west: f64,
    north: f64,
}

/// Width of the border around the map, pixels.
pub const BORDER: f64 = 46.0;
/// Width of the border of a sheet for a phone, which is not graduated.
const NARROW_BORDER: f64 = 20.0;
/// Height of the strip of a sheet for a phone.
const PHONE_STRIP: f64 = 168.0;
/// Height of the strip for title and legend, pixels.
const STRIP: f64 = 176.0;
/// At this scale the whole map of 40 km is drawn; a larger scale magnifies symbols.
const USUAL_SCALE: f64 = 37.5;

/// Width of a sheet for a phone, in its own pixels: lettered as the whole map is, which is so much wider, its names have
/// an x-height of 7 pixels on a screen of 390.
const PHONE_WIDTH: f64 = 735.0;

impl Frame {
    /// A picture `width` pixels wide that shows the given kilometres, with or without a strip below.
    pub fn new(width: f64, west: f64, east: f64, south: f64, north: f64, strip: bool) -> Self {
        let map_width = width - 2.0 * BORDER;
        let scale = map_width / (east - west);
        let map_height = (scale * (north - south)).round();
        let map = Rect::new(BORDER, BORDER, map_width, map_height);
        let below = map.y + map.h + BORDER;
        let strip = strip.then(|| Rect::new(BORDER, below - 8.0, map_width, STRIP - 22.0));
        Self {
            width,
            height: below + if strip.is_some() { STRIP } else { 0.0 },
            map,
            strip,
            scale,
            magnify: (scale / USUAL_SCALE).sqrt().clamp(1.0, 1.4),
            border: BORDER,
            zoom: 1.0,
            west,
            north,
        }
    }

    /// A picture `width` pixels wide that shows the given kilometres with letters that a phone shows large enough.
    pub fn for_phone(width: f64, west: f64, east: f64, south: f64, north: f64) -> Self {
        let map_width = PHONE_WIDTH - 2.0 * NARROW_BORDER;
        let scale = map_width / (east - west);
        let map = Rect::new(NARROW_BORDER, NARROW_BORDER, map_width, (scale * (north - south)).round());
        let below = map.y + map.h + NARROW_BORDER;
        Self {
            width: PHONE_WIDTH,
            height: below + PHONE_STRIP,
            map,
            strip: Some(Rect::new(NARROW_BORDER, below - 4.0, map_width, PHONE_STRIP - 8.0)),
            scale,
            magnify: (scale / USUAL_SCALE).sqrt().clamp(1.0, 1.2),
            border: NARROW_BORDER,
            zoom: width / PHONE_WIDTH,
            west,
            north,
        }
    }

    /// Where a point of the map lies on the sheet, pixels.
    pub fn px(&self, at: Km) -> (f64, f64) {
        (self.map.x + (at[0] - self.west) * self.scale, self.map.y + (self.north - at[1]) * self.scale)
    }

    /// Kilometres of the west and north edges.
    pub fn corner(&self) -> (f64, f64) {
        (self.west, self.north)
    }

    /// Whether a point lies on the map, at least `margin` pixels from its edge.
    pub fn shows(&self, at: Km, margin: f64) -> bool {
        let (x, y) = self.px(at);
        self.map.grown(-margin).contains(&Rect::new(x, y, 0.0, 0.0))
    }
}

/// Pixels of a cell of a [`Cover`].
const CELL: f64 = 4.0;

/// The cells that a word of a [`Cover`] stands for.
const CELLS_OF_A_WORD: usize = u64::BITS as usize;

/// Which cells of the sheet something covers: a bit for each.
#[derive(Debug, Clone)]
pub struct Cover {
    columns: usize,
    rows: usize,
    /// The words of a row lie together, its first cell in the lowest bit.
    words: Vec<u64>,
}

impl Cover {
    /// What lies within closed lines (even-odd), in pixels.
    pub fn of_areas(width: f64, height: f64, outlines: &[Vec<(f64, f64)>]) -> Self {
        let (columns, rows) = cells(width, height);
        let mut filled = vec![false; columns * rows];
        for (row, cells) in filled.chunks_mut(columns).enumerate() {
            let y = (row as f64 + 0.5) * CELL;
            for outline in outlines {
                let mut crossings: Vec<f64> = edges(outline)
                    .filter(|(a, b)| (a.1 > y) != (b.1 > y))
                    .map(|(a, b)| a.0 + (y - a.1) / (b.1 - a.1) * (b.0 - a.0))
                    .collect();
                crossings.sort_by(f64::total_cmp);
                for pair in crossings.chunks_exact(2) {
                    let from = (pair[0] / CELL).round().clamp(0.0, columns as f64) as usize;
                    let to = (pair[1] / CELL).round().clamp(0.0, columns as f64) as usize;
                    if from < to {
                        cells[from..to].fill(true);
                    }
                }
            }
        }
        Self::of_cells(columns, rows, &filled)
    }

    /// What lies under open lines, in pixels.
    pub fn of_lines(width: f64, height: f64, lines: &[Vec<(f64, f64)>]) -> Self {
        let (columns, rows) = cells(width, height);
        let mut filled = vec![false; columns * rows];
        for line in lines {
            for pair in line.windows(2) {
                let length = (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1);
                let steps = (length / CELL * 2.0).ceil().max(1.0);
                for step in 0..=(steps as usize) {
                    let part = step as f64 / steps;
                    let x = pair[0].0 + part * (pair[1].0 - pair[0].0);
                    let y = pair[0].1 + part * (pair[1].1 - pair[0].1);
                    if x >= 0.0 && y >= 0.0 && x < width && y < height {
                        filled[(y / CELL) as usize * columns + (x / CELL) as usize] = true;
                    }
                }
            }
        }
        Self::of_cells(columns, rows, &filled)
    }

    fn of_cells(columns: usize, rows: usize, filled: &[bool]) -> Self {
        let in_row = |row: &[bool]| row.iter().rev().fold(0, |word, cell| word << 1 | u64::from(*cell));
        let words = filled.chunks(columns.max(1)).flat_map(|row| row.chunks(CELLS_OF_A_WORD).map(in_row)).collect();
        Self { columns, rows, words }
    }

    /// How many cells of a row are covered, from one column to before another.
    fn in_row(&self, row: usize, left: usize, right: usize) -> u32 {
        let wide = self.columns.div_ceil(CELLS_OF_A_WORD);
        let words = &self.words[row * wide..(row + 1) * wide];
        (left / CELLS_OF_A_WORD..right.div_ceil(CELLS_OF_A_WORD))
            .map(|word| {
                let (first, end) = (word * CELLS_OF_A_WORD, (word + 1) * CELLS_OF_A_WORD);
                let from_left = u64::MAX << left.saturating_sub(first);
                let to_right = u64::MAX >> end.saturating_sub(right);
                (words[word] & from_left & to_right).count_ones()
            })
            .sum()
    }

    /// The part of a box that is covered, 0 to 1. A box off the sheet counts as uncovered.
    pub fn fraction(&self, rect: &Rect) -> f64 {
        let clamp = |value: f64, most: usize| (value / CELL).round().clamp(0.0, most as f64) as usize;
        let (left, right) = (clamp(rect.x, self.columns), clamp(rect.x + rect.w, self.columns));
        let (top, bottom) = (clamp(rect.y, self.rows), clamp(rect.y + rect.h, self.rows));
        if left >= right || top >= bottom {
            return 0.0;
        }
        let covered: u32 = (top..bottom).map(|row| self.in_row(row, left, right)).sum();
        f64::from(covered) / ((right - left) * (bottom - top)) as f64
    }
}

fn cells(width: f64, height: f64) -> (usize, usize) {
    ((width / CELL).ceil() as usize, (height / CELL).ceil() as usize)
}

fn edges(outline: &[(f64, f64)]) -> impl Iterator<Item = ((f64, f64), (f64, f64))> + '_ {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

/// Whether a point lies within a closed line.
pub fn encloses(outline: &[Km], point: Km) -> bool {
    let mut inside = false;
    for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
        if (a[1] > point[1]) != (b[1] > point[1]) && point[0] < a[0] + (point[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]) {
            inside = !inside;
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_covered_part_of_a_box_is_its_covered_cells_also_where_it_spans_words_or_leaves_the_sheet() {
        // 150 cells by 9: columns 60 to 69, 126 to 129 and 149.
        let stripes = [(60.0, 70.0), (126.0, 130.0), (149.0, 150.0)];
        let outlines: Vec<Vec<(f64, f64)>> = stripes
            .iter()
            .map(|(from, to)| [(*from, 0.0), (*to, 0.0), (*to, 9.0), (*from, 9.0)].map(|(x, y)| (x * CELL, y * CELL)).to_vec())
            .collect();
        let cover = Cover::of_areas(150.0 * CELL, 9.0 * CELL, &outlines);
        let part = |x: f64, y: f64, w: f64, h: f64| cover.fraction(&Rect::new(x * CELL, y * CELL, w * CELL, h * CELL));
        assert_eq!(part(60.0, 2.0, 10.0, 3.0), 1.0);
        assert_eq!(part(50.0, 0.0, 20.0, 9.0), 0.5);
        assert_eq!(part(64.0, 1.0, 64.0, 2.0), 8.0 / 64.0);
        assert_eq!(part(0.0, 0.0, 150.0, 9.0), 15.0 / 150.0);
        assert_eq!(part(148.0, 0.0, 40.0, 9.0), 0.5, "what is off the sheet does not count");
        assert_eq!(part(-20.0, 0.0, 10.0, 9.0), 0.0);
        let lines = Cover::of_lines(150.0 * CELL, 9.0 * CELL, &[vec![(0.0, 4.5 * CELL), (149.0 * CELL, 4.5 * CELL)]]);
        assert_eq!(lines.fraction(&Rect::new(0.0, 4.0 * CELL, 150.0 * CELL, CELL)), 1.0);
    }
}
