//! The table's sheet: how high each band of the map must be for what lies on it, and where everything stands; then all of it in order.

use super::super::canvas::{Anchor, Canvas, Svg};
use super::super::lettering::{Face, Lettering};
use super::data::{Party, Table};
use super::fit::{self, SMALLEST};
use super::ground::{self, Rows};
use super::hand::WIDTH;
use super::legend;
use super::signs;
use super::slip::Slip;

/// Plates in a row, in the order of the regions: Egypt lies across the map.
const COLUMNS: [usize; 5] = [6, 3, 3, 3, 3];
/// What stands clear above and below a slip: names of places, roads across borders.
const HOME: (f64, f64) = (16.0, 38.0);
const NORTH: (f64, f64) = (76.0, 84.0);
const SOUTH: (f64, f64) = (92.0, 22.0);
const WEST: (f64, f64) = (26.0, 78.0);
const EAST: (f64, f64) = (140.0, 78.0);
/// What a flag of the score takes.
const FLAG: f64 = 52.0;
/// From line to line of the notes.
const NOTE: f64 = 34.0;
/// The most lines of notes.
const MOST_NOTES: usize = 8;

/// How high the bands of the map are: Egypt, the north, the south.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bands {
    home: f64,
    north: f64,
    south: f64,
}

impl Bands {
    /// As high as what lies on a table needs.
    pub(super) fn of(table: &Table) -> Self {
        let [home, north, south, west, east] = slips(table).map(|slip| slip.height);
        let home = (home + HOME.0 + HOME.1).max(150.0);
        let north = (north + NORTH.0 + NORTH.1).max(262.0);
        let beside = (west + WEST.0 + WEST.1).max(east + EAST.0 + EAST.1);
        let south = (south + SOUTH.0 + SOUTH.1).max(262.0).max(beside - north);
        Self { home, north, south }
    }

    /// Where they begin, below a height.
    pub(super) fn below(self, home: f64) -> Rows {
        let north = home + self.home;
        let south = north + self.north;
        Rows { home, north, south, end: south + self.south }
    }

    /// As high as both need.
    pub(super) fn or(self, other: Self) -> Self {
        Self { home: self.home.max(other.home), north: self.north.max(other.north), south: self.south.max(other.south) }
    }
}

fn slips(table: &Table) -> [Slip; 5] {
    std::array::from_fn(|number| Slip::of(table, &table.regions[number], COLUMNS[number]))
}

/// Draws the table, with bands of these heights.
pub(super) fn draw(table: &Table, bands: Bands) -> Svg {
    let mut head = Canvas::default();
    let top = signs::heading(&mut head, &table.title, &table.caption, WIDTH, 24.0);
    let rows = bands.below(draw_score(&mut head, table, top + 2.0) + 14.0);
    let entries = legend::entries(table);
    let legend_top = rows.end + 20.0;
    let notes_top = legend_top + legend::lines(&entries, WIDTH - 40.0).len() as f64 * legend::LINE + 4.0;
    let notes = notes(table);
    let height = notes_top + notes.len() as f64 * NOTE + 12.0;
    let mut canvas = Canvas::default();
    signs::sheet(&mut canvas, WIDTH, height);
    ground::draw(&mut canvas, rows);
    ground::draw_frame(&mut canvas, rows);
    ground::draw_places(&mut canvas, rows);
    canvas.append(&head);
    for (slip, at) in placed(table, rows) {
        slip.draw(&mut canvas, at);
    }
    legend::draw(&mut canvas, &entries, (20.0, legend_top), WIDTH - 40.0);
    let style = note_style();
    for (number, note) in notes.iter().enumerate() {
        let base = notes_top + number as f64 * NOTE + style.size * 0.9;
        canvas.letter((22.0, base), Anchor::Start, &style, note);
    }
    canvas.finish(WIDTH, height)
}

fn note_style() -> Lettering {
    Lettering::new(Face::Roman, 29.0)
}

/// The notes in lines.
fn notes(table: &Table) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for note in &table.notes {
        lines.extend(fit::lines(note, note_style(), note_style().size, WIDTH - 44.0, 3).1);
    }
    lines.truncate(MOST_NOTES);
    lines
}

/// How many regions each side holds, beside its flag; gives back where the line ends.
fn draw_score(canvas: &mut Canvas, table: &Table, top: f64) -> f64 {
    for (number, party) in [Party::Ours, Party::Enemy].into_iter().enumerate() {
        let count = table.held[number].to_string();
        let (figure, of) = (Lettering::new(Face::Bold, 42.0), Lettering::new(Face::Roman, 30.0));
        let all = format!("of {}", table.regions.len());
        let wide = FLAG + 12.0 + figure.width(&count) + 8.0 + of.width(&all);
        let (style, name) = fit::line(table.party(party), Lettering::new(Face::Semibold, 34.0), SMALLEST, WIDTH / 2.0 - 40.0 - wide);
        let wide = wide + style.width(&name);
        let (left, base) = (WIDTH * (0.25 + 0.5 * number as f64) - wide / 2.0, top + 43.0);
        canvas.put(format_args!("<g transform=\"translate({:.1} {:.1})\">{}</g>", left + 21.0, top + 30.0, signs::flag(Some(party))));
        canvas.letter((left + FLAG, base), Anchor::Start, &style, &name);
        canvas.letter((left + wide - of.width(&all) - 8.0, base), Anchor::End, &figure, &count);
        canvas.letter((left + wide, base), Anchor::End, &of, &all);
    }
    top + 58.0
}

/// The slips of the regions, with where the upper left corner of each is.
pub(super) fn placed(table: &Table, rows: Rows) -> [(Slip, (f64, f64)); 5] {
    let down = |slip: &Slip, (from, to): (f64, f64), (above, below): (f64, f64), part: f64| {
        let spare = (to - from - above - below - slip.height).max(0.0);
        (from + above + spare * part).round()
    };
    let centre = |slip: &Slip, (left, right): (f64, f64)| ((left + right - slip.width) / 2.0).round();
    let between = (ground::WEST_BORDER, ground::EAST_BORDER);
    let [home, north, south, west, east] = slips(table);
    let places = [
        (ground::LEFT + 16.0, down(&home, (rows.home, rows.north), HOME, 0.5)),
        (centre(&north, between), down(&north, (rows.north, rows.south), NORTH, 0.5)),
        (centre(&south, between), down(&south, (rows.south, rows.end), SOUTH, 0.4)),
        (centre(&west, (ground::LEFT, ground::WEST_BORDER - 6.0)), down(&west, (rows.north, rows.end), WEST, 0.6)),
        (centre(&east, (ground::EAST_BORDER + 6.0, ground::RIGHT)), down(&east, (rows.north, rows.end), EAST, 0.5)),
    ];
    let mut places = places.into_iter();
    [home, north, south, west, east].map(|slip| (slip, places.next().unwrap_or_default()))
}
