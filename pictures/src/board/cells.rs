//! What stands in a square and where: one unit has it to itself; of two each has a half; of more there are the numbers alone.

use super::super::canvas::{Anchor, Canvas};
use super::super::lettering::{Face, Lettering, ink};
use super::counters::{self, Shape};
use super::data::{Aim, Arm, Board, Cell, Chance, Counter, Party};
use super::signs;

/// Size of numbers, in hundredths of a square's side.
pub(super) const SIZE: f64 = 55.0;
/// How much smaller a unit is drawn that shares its square.
const SHARED: f64 = 0.56;

/// How a word in a square is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Manner {
    /// The number of a unit.
    Number,
    /// The number of a unit that is disorganised.
    Disorganised,
    /// The number of a unit without its block.
    Chip(Party),
    /// Points to get there.
    Cost,
    /// Chances in a hundred.
    Chance(Aim),
}

/// A part of what stands in a square, in hundredths of its side around its middle.
#[derive(Debug, Clone)]
pub(super) enum Part<'a> {
    /// A unit's block.
    Block { counter: &'a Counter, at: (f64, f64), degrees: f64, scale: f64 },
    /// A number.
    Word { words: String, at: (f64, f64), manner: Manner },
    /// A sign.
    Sign(String),
}

/// The lettering of numbers, for a square of so many pixels.
pub(super) fn style(manner: Manner, side: f64) -> Lettering {
    let size = SIZE * side / 100.0;
    let face = if manner == Manner::Cost { Face::Italic } else { Face::Bold };
    let plain = Lettering::new(face, size).spaced(size * -0.045);
    match manner {
        Manner::Number => plain.rimmed(ink::PAPER),
        Manner::Disorganised | Manner::Chip(Party::Enemy) => plain.coloured("#fffdf4"),
        Manner::Chip(Party::Ours) | Manner::Cost | Manner::Chance(_) => plain,
    }
}

/// Half the width of a number, in hundredths of a square's side.
pub(super) fn half_width(words: &str, manner: Manner) -> f64 {
    style(manner, 100.0).width(words) / 2.0 * squeeze(words, manner)
}

/// How much narrower than usual a number is written: one of three figures has no more room than one of two.
fn squeeze(words: &str, manner: Manner) -> f64 {
    let unit = matches!(manner, Manner::Number | Manner::Disorganised | Manner::Chip(_));
    if unit && words.chars().count() > 2 { 2.0 / words.chars().count() as f64 } else { 1.0 }
}

/// Where a unit alone in its square has its block, its number and a Leader's flag.
struct Places {
    block: (f64, f64),
    number: (f64, f64),
    flag: (f64, f64),
}

fn places(counter: &Counter) -> Places {
    let (right, down) = counter.heading.way();
    let diagonal = counter.heading.is_diagonal();
    match counters::shape_of(counter) {
        Shape::Upright => Places { block: (0.0, -24.0), number: (0.0, 26.0), flag: (33.0, -24.0) },
        Shape::Hollow => Places { block: (0.0, 0.0), number: (0.0, 0.0), flag: (38.0, -37.0) },
        Shape::Wide if diagonal => {
            Places { block: (17.0 * right, 17.0 * down), number: (-22.0 * right, -26.0 * down), flag: (35.0 * right, -34.0 * down) }
        }
        // What says which way it faces stays within the square.
        Shape::Wide => {
            let deep = counters::half_size(counter).1;
            let ahead = (40.0 - deep).min(26.0);
            // As near its block as it can be, and so as far from the next square.
            let aside = (half_width(&counter.label, manner(counter)) + deep + 1.0 - ahead).max(21.0);
            if right == 0.0 {
                Places { block: (0.0, ahead.min(20.0) * down), number: (0.0, -26.5 * down), flag: (-38.0, -30.0 * down) }
            } else {
                Places { block: (ahead * right, 0.0), number: (-aside * right, 0.0), flag: (-34.0 * right, -33.0) }
            }
        }
        // From corner to corner: the number has the lower one of the others.
        Shape::Long if diagonal => {
            let over = if right * down < 0.0 { -1.0 } else { 1.0 };
            Places { block: (12.0 * over, -12.0), number: (-20.0 * over, 27.0), flag: (30.0 * over, 36.0) }
        }
        Shape::Long if right == 0.0 => Places { block: (30.0, 0.0), number: (-18.0, 0.0), flag: (-30.0, -34.0) },
        Shape::Long => Places { block: (0.0, -25.0), number: (0.0, 24.0), flag: (38.0, 25.0) },
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

/// What stands in a square.
pub(super) fn parts(board: &Board, cell: Cell) -> Vec<Part<'_>> {
    let here: Vec<&Counter> = board.counters.iter().filter(|counter| counter.cell == cell).collect();
    let chance = board.chances.iter().filter(|chance| chance.cell == cell).min_by_key(|chance| chance.aim == Aim::Charge);
    let is_alone = |leader: &Counter| !here.iter().any(|other| other.arm != Arm::Leader && other.party == leader.party);
    // A Leader among friends is a flag beside them.
    let (flags, units): (Vec<&Counter>, Vec<&Counter>) = here.iter().partition(|counter| counter.arm == Arm::Leader && !is_alone(counter));
    let locked = units.iter().any(|one| units.iter().any(|other| other.party != one.party));
    let mut parts = Vec::new();
    if locked {
        parts.push(Part::Sign(signs::combat()));
    }
    if here.iter().any(|counter| counter.hidden) {
        parts.push(Part::Sign(signs::hidden()));
    }
    match (units.as_slice(), chance) {
        ([], chance) => {
            if let Some(chance) = chance {
                parts.push(chance_word(chance, 0.0));
            } else if let Some((_, cost)) = board.reach.iter().find(|(reached, _)| *reached == cell) {
                parts.push(Part::Word { words: cost.to_string(), at: (0.0, 0.0), manner: Manner::Cost });
            }
        }
        ([unit], None) => alone(unit, &flags, &mut parts),
        ([unit], Some(chance)) => {
            half(unit, &flags, -24.5, &mut parts);
            parts.push(chance_word(chance, 24.5));
        }
        ([one, other], None) => {
            half(one, &flags, -24.5, &mut parts);
            half(other, &flags, 24.5, &mut parts);
            if locked {
                parts.push(Part::Sign(format!("<g transform=\"translate(29 0) scale(0.62)\">{}</g>", signs::locked((0.0, 0.0)))));
            }
        }
        (units, chance) => {
            let room = if chance.is_some() { 2 } else { 4 };
            for (number, unit) in units.iter().take(room).enumerate() {
                let at = ([-24.5, 24.5][number % 2], [-24.5, 24.5][number / 2]);
                parts.push(Part::Word { words: unit.label.clone(), at, manner: Manner::Chip(unit.party) });
            }
            parts.extend(chance.map(|chance| chance_word(chance, 24.5)));
        }
    }
    if here.iter().any(|counter| counter.acts) {
        parts.push(Part::Sign(signs::acts()));
    }
    parts
}

fn chance_word<'a>(chance: &Chance, y: f64) -> Part<'a> {
    Part::Word { words: chance.percent.to_string(), at: (0.0, y), manner: Manner::Chance(chance.aim) }
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
    for flag in flags {
        let scale = if counters::shape_of(unit) == Shape::Hollow { 0.5 } else { 0.68 };
        parts.push(Part::Block { counter: flag, at: places.flag, degrees: 0.0, scale });
    }
    parts.push(Part::Word { words: unit.label.clone(), at: places.number, manner: manner(unit) });
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
    if let Some(flag) = flags.iter().find(|flag| flag.party == unit.party) {
        parts.push(Part::Block { counter: flag, at: (43.0, y - 14.0), degrees: 0.0, scale: 0.5 });
    }
    parts.push(Part::Word { words: unit.label.clone(), at: (-21.0, y), manner: manner(unit) });
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
            Part::Word { words, at, manner } => {
                let half = half_width(words, *manner);
                match manner {
                    Manner::Number => {}
                    Manner::Disorganised => shapes.push_str(&signs::burst(*at, half + 3.0)),
                    Manner::Chip(party) => shapes.push_str(&signs::chip(*at, half, *party)),
                    Manner::Cost => shapes.push_str(&signs::cost(*at, words.len() > 1)),
                    Manner::Chance(aim) => shapes.push_str(&signs::chance(*at, *aim, half + 5.0)),
                }
            }
        }
    }
    if !shapes.is_empty() {
        canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale({scale:.4})\">{shapes}</g>"));
    }
    for part in parts {
        if let Part::Word { words, at, manner } = part {
            let style = Lettering { halo: style(*manner, side).halo.filter(|_| !plain), ..style(*manner, side) };
            // Letters are held by their middle; what stands behind the last of them is no part of it.
            let at = (x + at.0 * scale + style.spacing / 2.0, y + at.1 * scale + style.size * 0.323);
            let narrow = squeeze(words, *manner);
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
