//! The legend: what is on the table, and nothing else, each sign with its words.

use super::super::canvas::{Anchor, Canvas};
use super::super::lettering::{Face, Lettering};
use super::data::{Kind, Party, Table};
use super::{figures, ground, signs};

/// Between a sign and its words.
const GAP: f64 = 7.0;
/// Between entries.
const BETWEEN: f64 = 24.0;
/// From line to line.
pub(super) const LINE: f64 = 46.0;

/// What the legend explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Kind(Kind),
    Force,
    FaceDown,
    Fought,
    Road,
    Ridge,
}

/// A sign with its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    sign: Sign,
    words: &'static str,
}

impl Entry {
    fn width(&self) -> f64 {
        sign_width(self.sign) + GAP + style().width(self.words)
    }
}

fn sign_width(sign: Sign) -> f64 {
    match sign {
        Sign::Kind(_) => 52.0,
        Sign::Force => 78.0,
        Sign::Road | Sign::Ridge => 62.0,
        Sign::FaceDown | Sign::Fought => 44.0,
    }
}

fn style() -> Lettering {
    Lettering::new(Face::Roman, 28.0)
}

/// The entries, for what is on a table.
pub(super) fn entries(table: &Table) -> Vec<Entry> {
    let stacks = || table.regions.iter().flat_map(|region| &region.stacks);
    let mut entries = Vec::new();
    for kind in Kind::ALL {
        if stacks().any(|stack| stack.units.iter().any(|(of, _, count)| *of == kind && *count > 0)) {
            entries.push(Entry { sign: Sign::Kind(kind), words: kind.words() });
        }
    }
    let mut marked = |is_there: bool, sign: Sign, words: &'static str| {
        if is_there {
            entries.push(Entry { sign, words });
        }
    };
    marked(stacks().any(|stack| stack.force > 0 || !stack.units.is_empty()), Sign::Force, "force");
    marked(stacks().any(|stack| stack.face_down > 0), Sign::FaceDown, "face down");
    marked(table.regions.iter().any(|region| region.fought), Sign::Fought, "conflict");
    marked(true, Sign::Road, "passable");
    marked(true, Sign::Ridge, "impassable");
    entries
}

/// The lines that the entries take, in a width.
pub(super) fn lines(entries: &[Entry], width: f64) -> Vec<Vec<Entry>> {
    let mut lines: Vec<Vec<Entry>> = Vec::new();
    let mut used = f64::INFINITY;
    for entry in entries {
        let wide = entry.width();
        if used + BETWEEN + wide > width {
            lines.push(Vec::new());
            used = -BETWEEN;
        }
        used += BETWEEN + wide;
        if let Some(line) = lines.last_mut() {
            line.push(*entry);
        }
    }
    lines
}

/// Draws the entries, from a corner on.
pub(super) fn draw(canvas: &mut Canvas, entries: &[Entry], (left, top): (f64, f64), width: f64) {
    for (row, line) in lines(entries, width).into_iter().enumerate() {
        let wide: f64 = line.iter().map(Entry::width).sum::<f64>() + BETWEEN * line.len().saturating_sub(1) as f64;
        let (mut x, y) = (left + (width - wide) / 2.0, top + (row as f64 + 0.5) * LINE);
        for entry in line {
            let sign = sign_width(entry.sign);
            draw_sign(canvas, entry.sign, (x + sign / 2.0, y));
            canvas.letter((x + sign + GAP, y + style().size * 0.31), Anchor::Start, &style(), entry.words);
            x += entry.width() + BETWEEN;
        }
    }
}

fn draw_sign(canvas: &mut Canvas, sign: Sign, (x, y): (f64, f64)) {
    let put = |canvas: &mut Canvas, scale: f64, shape: String| {
        canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale({scale})\">{shape}</g>"));
    };
    match sign {
        Sign::Kind(kind) => put(canvas, 0.255, figures::small(kind, figures::ON_PAPER)),
        Sign::Force => signs::force(canvas, Party::Ours, "12", (x - signs::PLATE.0 / 2.0, y - signs::PLATE.1 / 2.0)),
        Sign::FaceDown => put(canvas, 0.9, signs::back(figures::PAPER, figures::SOLID)),
        Sign::Fought => signs::swords(canvas, (x, y), 0.22),
        Sign::Road => put(canvas, 0.95, ground::road()),
        Sign::Ridge => {
            canvas.put(format_args!("{}", ground::ridge((x - 29.0, y), (x + 29.0, y))));
        }
    }
}
