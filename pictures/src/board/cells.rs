//! What stands in a square and where: one unit has it to itself; of two each has a half; of more there are the numbers alone. So there are
//! where one of several is a target: each number is followed by what can be done to it.

use super::super::canvas::{Anchor, Canvas};
use super::super::geometry::Rect;
use super::super::lettering::{Face, Lettering, ink};
use super::counters::{self, Shape};
use super::data::{Aim, Arm, Board, Cell, Chance, Counter, Party};
use super::signs;

/// Size of numbers, in hundredths of a square's side.
pub(super) const SIZE: f64 = 55.0;
/// How much smaller a unit is drawn that shares its square.
const SHARED: f64 = 0.56;
/// How far above or below the middle of a square that is shared its upper and its lower half have their middle.
const ROW: f64 = 24.5;
/// How wide a row of numbers may be.
const ROW_WIDTH: f64 = 98.0;
/// What is between two of them.
const ROW_GAP: f64 = 1.5;
/// The most numbers that stand alone, two in a row.
const MOST_CHIPS: usize = 4;

/// How a word in a square is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// The number of a unit.
    Number,
    /// The number of a unit that is disorganised.
    Disorganised,
    /// The number of a unit without its block.
    Chip(Party),
    /// The number of a unit without its block that is disorganised.
    ChipInDisorder(Party),
    /// Points to get there.
    Cost,
    /// Chances in a hundred.
    Chance(Aim),
    /// Chances in a hundred, in a row with other numbers.
    InRow(Aim),
}

/// A part of what stands in a square, in hundredths of its side around its middle.
#[derive(Debug, Clone)]
pub(super) enum Part<'a> {
    /// A unit's block.
    Block { counter: &'a Counter, at: (f64, f64), degrees: f64, scale: f64 },
    /// A number, so many times as wide as is usual for it.
    Word { words: String, at: (f64, f64), manner: Manner, narrow: f64 },
    /// A sign.
    Sign(String),
}

impl Part<'_> {
    /// A number as wide as usual.
    pub(super) fn word(words: impl Into<String>, at: (f64, f64), manner: Manner) -> Self {
        Self::Word { words: words.into(), at, manner, narrow: 1.0 }
    }
}

/// The lettering of numbers, for a square of so many pixels.
pub(super) fn style(manner: Manner, side: f64) -> Lettering {
    let size = SIZE * side / 100.0;
    let face = if manner == Manner::Cost { Face::Italic } else { Face::Bold };
    let plain = Lettering::new(face, size).spaced(size * -0.045);
    match manner {
        Manner::Number => plain.rimmed(ink::PAPER),
        Manner::Disorganised | Manner::Chip(Party::Enemy) | Manner::ChipInDisorder(Party::Enemy) => plain.coloured("#fffdf4"),
        Manner::Chip(Party::Ours) | Manner::ChipInDisorder(Party::Ours) | Manner::Cost | Manner::Chance(_) | Manner::InRow(_) => plain,
    }
}

/// Half the width of a number, in hundredths of a square's side.
pub(super) fn half_width(words: &str, manner: Manner) -> f64 {
    style(manner, 100.0).width(words) / 2.0 * squeeze(words, manner)
}

/// How much narrower than usual a number is written: one of three figures has no more room than one of two.
fn squeeze(words: &str, manner: Manner) -> f64 {
    let unit = matches!(manner, Manner::Number | Manner::Disorganised | Manner::Chip(_) | Manner::ChipInDisorder(_));
    if unit && words.chars().count() > 2 { 2.0 / words.chars().count() as f64 } else { 1.0 }
}

/// Where a unit alone in its square has its block, its number and the flags of up to three Leaders.
struct Places {
    block: (f64, f64),
    number: (f64, f64),
    flags: [(f64, f64); 3],
}

fn places(counter: &Counter) -> Places {
    let (right, down) = counter.heading.way();
    let diagonal = counter.heading.is_diagonal();
    match counters::shape_of(counter) {
        Shape::Upright => Places { block: (0.0, -24.0), number: (0.0, 26.0), flags: [(33.0, -24.0), (-33.0, -24.0), (33.0, -10.0)] },
        Shape::Hollow => Places { block: (0.0, 0.0), number: (0.0, 0.0), flags: [(38.0, -37.0), (-38.0, -37.0), (38.0, 37.0)] },
        Shape::Wide if diagonal => Places {
            block: (17.0 * right, 17.0 * down),
            number: (-22.0 * right, -26.0 * down),
            flags: [(35.0 * right, -34.0 * down), (-35.0 * right, 34.0 * down), (35.0 * right, -20.0 * down)],
        },
        // What says which way it faces stays within the square.
        Shape::Wide => {
            let deep = counters::half_size(counter).1;
            let ahead = (40.0 - deep).min(26.0);
            // As near its block as it can be, and so as far from the next square.
            let aside = (half_width(&counter.label, manner(counter)) + deep + 1.0 - ahead).max(21.0);
            if right == 0.0 {
                Places {
                    block: (0.0, ahead.min(20.0) * down),
                    number: (0.0, -26.5 * down),
                    flags: [(-38.0, -30.0 * down), (38.0, -30.0 * down), (-38.0, -16.0 * down)],
                }
            } else {
                Places {
                    block: (ahead * right, 0.0),
                    number: (-aside * right, 0.0),
                    flags: [(-34.0 * right, -33.0), (-34.0 * right, 33.0), (-20.0 * right, -33.0)],
                }
            }
        }
        // From corner to corner: the number has the lower one of the others.
        Shape::Long if diagonal => {
            let over = if right * down < 0.0 { -1.0 } else { 1.0 };
            Places {
                block: (12.0 * over, -12.0),
                number: (-20.0 * over, 27.0),
                flags: [(30.0 * over, 36.0), (38.0 * over, -36.0), (18.0 * over, 36.0)],
            }
        }
        Shape::Long if right == 0.0 => {
            Places { block: (30.0, 0.0), number: (-18.0, 0.0), flags: [(-30.0, -34.0), (-30.0, 34.0), (-16.0, -34.0)] }
        }
        Shape::Long => Places { block: (0.0, -25.0), number: (0.0, 24.0), flags: [(38.0, 25.0), (-38.0, 25.0), (38.0, 10.0)] },
    }
}

/// How far a block is turned: a hollow stands as the squares do.
fn degrees(counter: &Counter) -> f64 {
    match counters::shape_of(counter) {
        Shape::Upright | Shape::Hollow => 0.0,
        Shape::Wide | Shape::Long => counter.heading.degrees(),
    }
}

fn manner(counter: &Counter) -> Manner {
    if counter.disorganised { Manner::Disorganised } else { Manner::Number }
}

/// How the number of a unit without its block is written.
fn chip(counter: &Counter) -> Manner {
    if counter.disorganised { Manner::ChipInDisorder(counter.party) } else { Manner::Chip(counter.party) }
}

/// What stands in a square.
pub(super) fn parts(board: &Board, cell: Cell) -> Vec<Part<'_>> {
    let here: Vec<&Counter> = board.counters.iter().filter(|counter| counter.cell == cell).collect();
    let mut chances: Vec<&Chance> = board.chances.iter().filter(|chance| chance.cell == cell).collect();
    chances.sort_by_key(|chance| chance.aim == Aim::Charge);
    let is_alone = |leader: &Counter| !here.iter().any(|other| other.arm != Arm::Leader && other.party == leader.party);
    let is_target = |leader: &Counter| chances.iter().any(|chance| chance.label == leader.label);
    // A Leader among friends is a flag beside them, but for one who is a target.
    let (flags, units): (Vec<&Counter>, Vec<&Counter>) =
        here.iter().partition(|counter| counter.arm == Arm::Leader && !is_alone(counter) && !is_target(counter));
    let locked = units.iter().any(|one| units.iter().any(|other| other.party != one.party));
    let mut parts = Vec::new();
    if locked {
        parts.push(Part::Sign(signs::combat()));
    }
    if here.iter().any(|counter| counter.hidden) {
        parts.push(Part::Sign(signs::hidden()));
    }
    match (units.as_slice(), chances.as_slice()) {
        ([], []) => {
            if let Some((_, cost)) = board.reach.iter().find(|(reached, _)| *reached == cell) {
                parts.push(Part::word(cost.to_string(), (0.0, 0.0), Manner::Cost));
            }
        }
        ([], [chance]) => parts.push(plate(chance, 0.0)),
        ([unit], []) => alone(unit, &flags, &mut parts),
        ([unit], chances) => {
            half(unit, &flags, -ROW, &mut parts);
            match chances {
                [chance] => parts.push(plate(chance, ROW)),
                chances => row(&chances.iter().map(|chance| in_row(chance)).collect::<Vec<_>>(), ROW, &mut parts),
            }
        }
        ([one, other], []) => {
            // Each flag is with one of the two: where both are of its side, the first is with the first.
            let (to_one, to_other): (Vec<&Counter>, Vec<&Counter>) = if one.party == other.party {
                let in_turn = |first: usize| flags.iter().skip(first).step_by(2).copied().collect::<Vec<_>>();
                (in_turn(0), in_turn(1))
            } else {
                flags.iter().copied().partition(|flag| flag.party == one.party)
            };
            half(one, &to_one, -ROW, &mut parts);
            half(other, &to_other, ROW, &mut parts);
            if locked {
                parts.push(Part::Sign(format!("<g transform=\"translate(29 0) scale(0.62)\">{}</g>", signs::locked((0.0, 0.0)))));
            }
        }
        (units, []) if units.len() <= MOST_CHIPS => {
            for (number, unit) in units.iter().enumerate() {
                let at = ([-24.5, 24.5][number % 2], [-ROW, ROW][number / 2]);
                parts.push(Part::word(unit.label.clone(), at, chip(unit)));
            }
            flags_among(&flags, units.len() < MOST_CHIPS, &mut parts);
        }
        (units, chances) => {
            for (items, y) in in_two_rows(&groups(units, chances)).iter().zip([-ROW, ROW]) {
                row(items, y, &mut parts);
            }
            flags_among(&flags, false, &mut parts);
        }
    }
    if here.iter().any(|counter| counter.acts) {
        parts.push(Part::Sign(signs::acts()));
    }
    parts
}

fn plate<'a>(chance: &Chance, y: f64) -> Part<'a> {
    Part::word(chance.percent.to_string(), (0.0, y), Manner::Chance(chance.aim))
}

/// A number in a row, with how it is written.
type Item = (String, Manner);

fn in_row(chance: &Chance) -> Item {
    (chance.percent.to_string(), Manner::InRow(chance.aim))
}

/// Each unit's number, followed by what can be done to it; then what can be done to one that is not among them.
fn groups(units: &[&Counter], chances: &[&Chance]) -> Vec<Vec<Item>> {
    let mut groups: Vec<Vec<Item>> = units
        .iter()
        .map(|unit| {
            let own = chances.iter().filter(|chance| chance.label == unit.label).map(|chance| in_row(chance));
            std::iter::once((unit.label.clone(), chip(unit))).chain(own).collect()
        })
        .collect();
    let others = chances.iter().filter(|chance| !units.iter().any(|unit| unit.label == chance.label));
    groups.extend(others.map(|chance| vec![in_row(chance)]));
    groups
}

/// What a number in a row takes, on its left and its right, besides its letters.
fn edges(manner: Manner) -> (f64, f64) {
    match manner {
        Manner::InRow(Aim::Fire) => (4.7, 4.7),
        // The arrow's head.
        Manner::InRow(Aim::Charge) => (4.7, 15.7),
        _ => (2.3, 2.3),
    }
}

/// How wide numbers in a row would be as they are usually written: their letters, and what is beside those.
fn usual_width(items: &[Item]) -> (f64, f64) {
    let letters: f64 = items.iter().map(|(words, manner)| 2.0 * half_width(words, *manner)).sum();
    let besides: f64 = items.iter().map(|(_, manner)| edges(*manner).0 + edges(*manner).1).sum();
    (letters, besides + ROW_GAP * items.len().saturating_sub(1) as f64)
}

/// Groups in two rows, in their order, broken where the wider row is as narrow as can be.
fn in_two_rows(groups: &[Vec<Item>]) -> [Vec<Item>; 2] {
    let broken = |at: usize| [groups[..at].concat(), groups[at..].concat()];
    let widest =
        |at: &usize| broken(*at).iter().map(|items| usual_width(items)).map(|(letters, besides)| letters + besides).fold(0.0, f64::max);
    let at = (1..groups.len()).min_by(|one, other| widest(one).total_cmp(&widest(other)));
    broken(at.unwrap_or(groups.len()))
}

/// Numbers beside each other, narrower than usual where there is no room.
fn row(items: &[Item], y: f64, parts: &mut Vec<Part<'_>>) {
    let (letters, besides) = usual_width(items);
    let narrow = ((ROW_WIDTH - besides) / letters.max(1.0)).clamp(0.2, 1.0);
    let mut x = -(besides + letters * narrow) / 2.0;
    for (words, manner) in items {
        let ((left, right), half) = (edges(*manner), half_width(words, *manner) * narrow);
        parts.push(Part::Word { words: words.clone(), at: (x + left + half, y), manner: *manner, narrow });
        x += left + 2.0 * half + right + ROW_GAP;
    }
}

/// The flags of Leaders among units without blocks: in the corner that is left, or small where the two rows meet.
fn flags_among<'a>(flags: &[&'a Counter], has_corner: bool, parts: &mut Vec<Part<'a>>) {
    if flags.is_empty() {
        return;
    }
    let count = flags.len() as f64;
    let ((x, y), scale, step) =
        if has_corner { ((24.5, ROW), 0.68, (44.0 / count).min(19.0)) } else { ((0.0, 0.0), 0.42, (80.0 / count).min(14.0)) };
    if !has_corner {
        parts.push(Part::Sign(signs::ledge(step * count / 2.0 + 1.0)));
    }
    for (number, flag) in flags.iter().enumerate() {
        // A flag's cloth is on the right of its staff: its middle is beside the middle that it is drawn around.
        let at = (x + (number as f64 - (count - 1.0) / 2.0) * step - 2.0 * scale, y);
        parts.push(Part::Block { counter: flag, at, degrees: 0.0, scale });
    }
}

fn alone<'a>(unit: &'a Counter, flags: &[&'a Counter], parts: &mut Vec<Part<'a>>) {
    let places = places(unit);
    parts.push(Part::Block { counter: unit, at: places.block, degrees: degrees(unit), scale: 1.0 });
    if counters::shape_of(unit) == Shape::Hollow {
        let (right, down) = unit.heading.way();
        let reach = if unit.heading.is_diagonal() { 33.0 } else { 39.0 };
        let turn = unit.heading.degrees();
        parts.push(Part::Sign(format!(
            "<g transform=\"translate({:.1} {:.1}) rotate({turn:.0})\">{}</g>",
            reach * right,
            reach * down,
            counters::pointer((0.0, 3.0), unit.impetuous, true)
        )));
    }
    for (number, flag) in flags.iter().enumerate() {
        let scale = if counters::shape_of(unit) == Shape::Hollow { 0.5 } else { 0.68 };
        // A fourth, if there ever is one, stands before the first and nearer the middle.
        let (x, y) = places.flags[number % 3];
        let nearer = 1.0 - 0.2 * (number / 3) as f64;
        parts.push(Part::Block { counter: flag, at: (x * nearer, y * nearer), degrees: 0.0, scale });
    }
    parts.push(Part::word(unit.label.clone(), places.number, manner(unit)));
}

/// A unit that has half a square, above or below the middle.
fn half<'a>(unit: &'a Counter, flags: &[&'a Counter], y: f64, parts: &mut Vec<Part<'a>>) {
    parts.push(Part::Block { counter: unit, at: (29.0, y), degrees: degrees(unit), scale: SHARED });
    if counters::shape_of(unit) == Shape::Hollow {
        let turn = unit.heading.degrees();
        parts.push(Part::Sign(format!(
            "<g transform=\"translate(29 {y}) rotate({turn:.0}) scale({SHARED})\">{}</g>",
            counters::pointer((0.0, -38.0), unit.impetuous, true)
        )));
    }
    // From the right on, as far as the number.
    let step = (26.0 / flags.len().saturating_sub(1).max(1) as f64).min(13.0);
    for (number, flag) in flags.iter().enumerate() {
        parts.push(Part::Block { counter: flag, at: (43.0 - step * number as f64, y - 14.0), degrees: 0.0, scale: 0.5 });
    }
    parts.push(Part::word(unit.label.clone(), (-21.0, y), manner(unit)));
}

/// Draws what stands in a square, `side` pixels wide, around its middle; on bare paper without rims.
pub(super) fn draw(canvas: &mut Canvas, parts: &[Part<'_>], (x, y): (f64, f64), side: f64, plain: bool) {
    let scale = side / 100.0;
    let mut shapes = String::new();
    for part in parts {
        match part {
            Part::Block { counter, at, degrees, scale } => {
                let turn = if *degrees == 0.0 { String::new() } else { format!(" rotate({degrees:.0})") };
                let size = if *scale == 1.0 { String::new() } else { format!(" scale({scale})") };
                shapes.push_str(&format!(
                    "<g transform=\"translate({:.1} {:.1}){turn}{size}\">{}</g>",
                    at.0,
                    at.1,
                    counters::block(counter, !plain)
                ));
            }
            Part::Sign(sign) => shapes.push_str(sign),
            Part::Word { words, at, manner, narrow } => {
                let half = half_width(words, *manner) * narrow;
                match manner {
                    Manner::Number => {}
                    Manner::Disorganised => shapes.push_str(&signs::burst(*at, half + 3.0)),
                    Manner::Chip(party) => shapes.push_str(&signs::chip(*at, half, *party)),
                    Manner::ChipInDisorder(party) => shapes.push_str(&signs::chip_in_disorder(*at, half, *party)),
                    Manner::Cost => shapes.push_str(&signs::cost(*at, words.len() > 1)),
                    Manner::Chance(aim) => shapes.push_str(&signs::chance(*at, *aim, half + 5.0)),
                    Manner::InRow(aim) => shapes.push_str(&signs::chance(*at, *aim, half + 3.0)),
                }
            }
        }
    }
    if !shapes.is_empty() {
        canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale({scale:.4})\">{shapes}</g>"));
    }
    for part in parts {
        if let Part::Word { words, at, manner, narrow } = part {
            let style = Lettering { halo: style(*manner, side).halo.filter(|_| !plain), ..style(*manner, side) };
            // Letters are held by their middle; what stands behind the last of them is no part of it.
            let at = (x + at.0 * scale + style.spacing / 2.0, y + at.1 * scale + style.size * 0.323);
            let narrow = squeeze(words, *manner) * narrow;
            if narrow < 1.0 {
                canvas.put(format_args!("<g transform=\"translate({:.1} {:.1}) scale({narrow:.3} 1)\">", at.0, at.1));
                canvas.letter((0.0, 0.0), Anchor::Middle, &style, words);
                canvas.put(format_args!("</g>"));
            } else {
                canvas.letter(at, Anchor::Middle, &style, words);
            }
        }
    }
}

/// The outline of a brigade square, round the middle of its centre: what is shown of it, which may be nothing.
pub(super) fn brigade(board: &Board, (column, row): Cell, party: Party) -> String {
    let window = board.shown();
    let along = |first: u8, place: u8| (f64::from(first) - f64::from(place) - 0.5) * 100.0;
    let corner = (along(window.column, column), along(window.row, row));
    signs::brigade(party, &Rect::new(corner.0, corner.1, f64::from(window.columns) * 100.0, f64::from(window.rows) * 100.0))
}
