//! The slip of paper pinned on each region: its name and flag, what has just happened there, and the units of both sides.

use super::super::canvas::{Anchor, Canvas};
use super::super::lettering::{Face, Lettering, ink};
use super::data::{Kind, Party, RegionState, Stack, Table};
use super::fit::{self, SMALLEST};
use super::signs::{self, PLATE};
use super::{figures, words};

/// Between plates.
const BETWEEN: f64 = 3.0;
/// Between the slip's edge and what is on it.
const INSET: f64 = 6.0;
/// The height of flag, name and holder.
const HEAD: f64 = 64.0;
/// Where the words beside the flag begin.
const WORDS: f64 = 53.0;
/// From line to line of news.
const LINE: f64 = 28.0;
/// The height of the line that tells of a conflict.
const CONFLICT: f64 = 40.0;
/// The fewest plates in a row.
const FEWEST: usize = 3;

/// The width of a slip with so many plates in a row.
pub(super) fn width(columns: usize) -> f64 {
    columns as f64 * PLATE.0 + (columns.saturating_sub(1)) as f64 * BETWEEN + 2.0 * INSET
}

/// A plate.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Plate {
    /// The force of all units.
    Force(u16),
    /// Units of a kind.
    Units(Kind, u32),
    /// Cards that lie face down.
    Backs(u8),
}

/// The plates of a stack, in order.
fn plates(stack: &Stack) -> Vec<Plate> {
    let units = words::by_kind(stack);
    let mut plates = Vec::new();
    if stack.force > 0 || !units.is_empty() {
        plates.push(Plate::Force(stack.force));
    }
    plates.extend(units.into_iter().map(|(kind, count)| Plate::Units(kind, count)));
    if stack.face_down > 0 {
        plates.push(Plate::Backs(stack.face_down));
    }
    plates
}

/// A region's slip, laid out.
pub(super) struct Slip {
    pub(super) width: f64,
    pub(super) height: f64,
    columns: usize,
    name: (Lettering, Vec<String>),
    holder: (Lettering, String),
    news: (Lettering, Vec<String>),
    held_by: Option<Party>,
    fought: bool,
    stacks: Vec<(Party, Vec<Plate>)>,
}

impl Slip {
    /// Lays a region's slip out, with at most so many plates in a row.
    pub(super) fn of(table: &Table, region: &RegionState, columns: usize) -> Self {
        let longest = region.stacks.iter().map(|stack| plates(stack).len()).max().unwrap_or(0);
        let columns = longest.clamp(FEWEST, columns.max(FEWEST));
        let width = width(columns);
        let room = width - WORDS - 4.0;
        let holder = region.holder.map_or("held by nobody", |party| table.party(party));
        let style = Lettering::new(Face::Bold, 31.0);
        let alone = fit::lines(&region.name, style, SMALLEST, room, 1);
        // On one line if all of it gets there.
        let name = if alone.0.width(region.name.trim()) <= room { alone } else { fit::lines(&region.name, style, SMALLEST, room, 2) };
        let holder = fit::line(holder, Lettering::new(Face::Italic, 28.0), SMALLEST, room);
        let news = fit::lines(&region.news, Lettering::new(Face::BoldItalic, 27.0), SMALLEST, width - 2.0 * INSET - 4.0, 2);
        let stacks: Vec<_> =
            region.stacks.iter().map(|stack| (stack.party, plates(stack))).filter(|(_, plates)| !plates.is_empty()).collect();
        let rows: usize = stacks.iter().map(|(_, plates)| plates.len().div_ceil(columns)).sum();
        let height = head(&name) + band(region.fought, news.1.len()) + rows as f64 * (PLATE.1 + BETWEEN) + stacks.len() as f64 * 6.0 + 6.0;
        Self { width, height, columns, name, holder, news, held_by: region.holder, fought: region.fought, stacks }
    }

    /// Draws it, with its upper left corner at a point.
    pub(super) fn draw(&self, canvas: &mut Canvas, (x, y): (f64, f64)) {
        let black = ink::BLACK;
        if self.fought {
            canvas.put(format_args!(
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"7\" fill=\"{}\" stroke=\"{black}\" stroke-width=\"2.4\"/>",
                x - 6.0,
                y - 6.0,
                self.width + 12.0,
                self.height + 12.0,
                ink::OCHRE
            ));
        }
        canvas.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"{}\" fill-opacity=\"{}\" stroke=\"{black}\" \
             stroke-width=\"1.8\"/>",
            self.width,
            self.height,
            figures::PAPER,
            if self.fought { 1.0 } else { 0.93 }
        ));
        let mut top = self.draw_head(canvas, (x, y));
        top = self.draw_news(canvas, (x, top));
        for (party, plates) in &self.stacks {
            canvas.put(format_args!(
                "<path d=\"M{:.1} {:.1}h{:.1}\" stroke=\"{black}\" stroke-width=\"1.2\" stroke-dasharray=\"3 3\"/>",
                x + INSET,
                top + 2.0,
                self.width - 2.0 * INSET
            ));
            top += 6.0;
            for row in plates.chunks(self.columns) {
                for (column, plate) in row.iter().enumerate() {
                    let at = (x + INSET + column as f64 * (PLATE.0 + BETWEEN), top);
                    match plate {
                        Plate::Force(force) => signs::force(canvas, *party, &force.to_string(), at),
                        Plate::Units(kind, count) => signs::units(canvas, *party, *kind, *count, at),
                        Plate::Backs(count) => signs::backs(canvas, *party, &count.to_string(), at),
                    }
                }
                top += PLATE.1 + BETWEEN;
            }
        }
    }

    fn draw_head(&self, canvas: &mut Canvas, (x, y): (f64, f64)) -> f64 {
        let height = head(&self.name);
        canvas.put(format_args!("<g transform=\"translate({:.1} {:.1})\">{}</g>", x + 26.0, y + height / 2.0, signs::flag(self.held_by)));
        let mut base = y + 4.0;
        let (style, lines) = &self.name;
        for line in lines {
            canvas.letter((x + WORDS, base + style.size * 0.82), Anchor::Start, style, line);
            base += style.size * 0.96;
        }
        let (style, words) = &self.holder;
        canvas.letter((x + WORDS, base + style.size * 0.8), Anchor::Start, style, words);
        y + height
    }

    fn draw_news(&self, canvas: &mut Canvas, (x, y): (f64, f64)) -> f64 {
        let (style, lines) = &self.news;
        let height = band(self.fought, lines.len()) - 4.0;
        if height <= 0.0 {
            return y;
        }
        canvas.put(format_args!(
            "<path d=\"M{x:.1} {y:.1}h{:.1}v{height:.1}h-{:.1}Z\" fill=\"{}\" fill-opacity=\"0.8\" stroke=\"{}\" stroke-width=\"1.2\"/>",
            self.width,
            self.width,
            ink::OCHRE,
            ink::BLACK
        ));
        let mut top = y;
        if self.fought {
            let style = Lettering::new(Face::Bold, 30.0).small_caps().spaced(1.0);
            canvas.letter((x + self.width / 2.0, y + 28.0), Anchor::Middle, &style, "Conflict");
            for end in [x + 28.0, x + self.width - 28.0] {
                signs::swords(canvas, (end, y + CONFLICT / 2.0), 0.24);
            }
            top += CONFLICT;
        }
        for (number, line) in lines.iter().enumerate() {
            let base = top + style.size * 0.84 + number as f64 * LINE;
            canvas.letter((x + self.width / 2.0, base), Anchor::Middle, style, line);
        }
        y + height + 4.0
    }
}

/// How high the band is that tells of a conflict and of what has happened, with what is below it.
fn band(fought: bool, lines: usize) -> f64 {
    let height = if fought { CONFLICT } else { 0.0 } + lines as f64 * LINE + if lines == 0 { 0.0 } else { 4.0 };
    if height == 0.0 { 0.0 } else { height + 4.0 }
}

/// How high the name and the holder are.
fn head(name: &(Lettering, Vec<String>)) -> f64 {
    HEAD.max(name.1.len() as f64 * name.0.size * 0.96 + 38.0)
}
