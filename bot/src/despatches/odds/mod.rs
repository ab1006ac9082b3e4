//! Odds in words and as bars: what [`engine::campaign::odds`] reckons becomes a despatch (a sentence, a small table, the modifiers
//! in small print) and the sheet of its picture. Both are made of the same numbers, and none of them is made here.

pub mod encounter;
pub mod march;
pub mod now;
pub mod pursuit;
pub mod revolt;
pub mod siege;
pub mod sortie;

use engine::campaign::Roll;
use engine::campaign::odds::Fraction;
use engine::campaign::odds::siege::{SiegeEnd, SiegeOdds};
use engine::campaign::odds::spread::Spread;
use engine::pack::{Pack, SpaceId};

use crate::model::despatch::Despatch;
use crate::words;
use pictures::odds::{OddsSheet, Part, Shade, percent};

/// Odds, told and drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// In words.
    pub despatch: Despatch,
    /// As bars.
    pub sheet: OddsSheet,
}

/// Lines of a table at most, so that it fits a phone and an embed.
const MOST_LINES: usize = 40;

/// A table in letters of one width: the first column to the left, cut to `first` letters, the others to the right.
fn table(first: usize, head: &[&str], lines: &[Vec<String>]) -> String {
    let widths: Vec<usize> = (1..head.len())
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count());
            cells.chain([head[column].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let label = lines
        .iter()
        .filter_map(|line| line.first())
        .map(|cell| cell.chars().count().min(first))
        .chain([head.first().map_or(0, |cell| cell.chars().count())])
        .max()
        .unwrap_or(0);
    let set = |line: &[String]| {
        let mut text = format!("{:<label$}", words::shortened(&inert(line.first().map_or("", String::as_str)), first));
        for (cell, width) in line.iter().skip(1).zip(&widths) {
            text.push_str(&format!(" {:>width$}", words::shortened(cell, 12)));
        }
        text.trim_end().to_owned()
    };
    let mut rows = vec![set(&head.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>())];
    rows.extend(lines.iter().take(MOST_LINES).map(|line| set(line)));
    if lines.len() > MOST_LINES {
        rows.push(format!("… and {} more", lines.len() - MOST_LINES));
    }
    format!("```\n{}\n```", rows.join("\n"))
}

/// A name that cannot end the block it stands in.
fn inert(name: &str) -> String {
    name.replace('`', "'")
}

/// A space in as few letters as still tell it: "Friday H…–False Bay 1/2".
fn brief(pack: &Pack, space: SpaceId) -> String {
    match pack.map.point_at(space) {
        None => pack.map.space_name(space),
        Some(point) => {
            let [a, b] = point.between.map(|end| words::shortened(pack.location_name(end), 9));
            if point.of == 1 { format!("{a}–{b}") } else { format!("{a}–{b} {}/{}", point.number, point.of) }
        }
    }
}

/// A chance as a percentage.
pub(super) fn chance(of: Fraction) -> String {
    percent(of.value())
}

/// How often something comes about, in a sentence.
fn often(of: Fraction) -> String {
    if of.is_zero() {
        "never".to_owned()
    } else if of.is_one() {
        "always".to_owned()
    } else {
        format!("{} of the time", chance(of))
    }
}

/// How often something is so, after what it is of: "is never broken", "falls 5% of the time".
fn happens(of: Fraction, before: &str, what: &str) -> String {
    if of.is_zero() || of.is_one() { format!("{before}{} {what}", often(of)) } else { format!("{before}{what} {}", often(of)) }
}

/// The same, with a dash for none.
fn dashed(of: Fraction) -> String {
    if of.is_zero() { "–".to_owned() } else { chance(of) }
}

/// A mean, with as many places as say something: 14, 4.5, 0.11.
pub(super) fn mean(of: Fraction) -> String {
    let value = of.value();
    if of.bottom() == 1 {
        of.top().to_string()
    } else if value < 1.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.1}")
    }
}

/// A chance as an exact fraction, where that can be read.
fn exactly(of: Fraction) -> String {
    if of.bottom() > 999_999 { format!("about {:.4}", of.value()) } else { of.to_string() }
}

/// What the dice must show, with every modifier: "Tamai needs 6, +1 Ginnis in revolt: 2 in 6".
pub(super) fn reckoning(pack: &Pack, name: &str, roll: &Roll) -> String {
    let modifiers: String =
        roll.modifiers.iter().map(|modifier| format!(" {:+} {}", modifier.add, modifier.reason.describe(pack))).collect();
    match roll.needs {
        Some(needs) => {
            let settled = match roll.chances() {
                0 => "impossible".to_owned(),
                chances if chances == roll.sides => "certain".to_owned(),
                chances => format!("{chances} in {}", roll.sides),
            };
            let separator = if modifiers.is_empty() { "" } else { "," };
            format!("{name} needs {needs}{separator}{modifiers}: {settled}")
        }
        None if modifiers.is_empty() => format!("{name}: no modifiers"),
        None => format!("{name}:{modifiers}"),
    }
}

/// That the besiegers may storm before the siege is rolled for, where the group plays by that rule: "a storm first 50%".
pub(super) fn storm_first(odds: &SiegeOdds) -> Option<String> {
    odds.storm.as_ref().map(|(_, of)| format!("a storm first {}", chance(*of)))
}

/// A part of a bar.
fn part(of: Fraction, shade: Shade) -> Part {
    Part { share: of.value(), shade }
}

/// How a siege may stand, from best to worst, for one at this level now.
const SIEGE_SHADES: [(Shade, &str); 6] = [
    (Shade::Barred, "broken"),
    (Shade::Dotted, "eased"),
    (Shade::Plain, "as it is"),
    (Shade::Hatched, "a level tighter"),
    (Shade::Crossed, "two or more tighter"),
    (Shade::Solid, "fallen"),
];

fn siege_shade(end: SiegeEnd, now: u8) -> Shade {
    match end {
        SiegeEnd::Broken => Shade::Barred,
        SiegeEnd::Fallen => Shade::Solid,
        SiegeEnd::Level(level) if level < now => Shade::Dotted,
        SiegeEnd::Level(level) if level == now => Shade::Plain,
        SiegeEnd::Level(level) if level == now + 1 => Shade::Hatched,
        SiegeEnd::Level(_) => Shade::Crossed,
    }
}

/// The bar of a siege's ends.
fn siege_parts(ends: &Spread<SiegeEnd>, now: u8) -> Vec<Part> {
    SIEGE_SHADES
        .iter()
        .map(|(shade, _)| part(ends.chance(|end| siege_shade(*end, now) == *shade), *shade))
        .filter(|part| part.share > 0.0)
        .collect()
}

/// The shades that bars use, with their words.
fn siege_legend(bars: &[Vec<Part>]) -> Vec<(Shade, String)> {
    SIEGE_SHADES
        .iter()
        .filter(|(shade, _)| bars.iter().flatten().any(|part| part.shade == *shade))
        .map(|(shade, words)| (*shade, (*words).to_owned()))
        .collect()
}

pub(super) fn falls(ends: &Spread<SiegeEnd>) -> Fraction {
    ends.chance(|end| *end == SiegeEnd::Fallen)
}

pub(super) fn is_broken(ends: &Spread<SiegeEnd>) -> Fraction {
    ends.chance(|end| *end == SiegeEnd::Broken)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_its_columns_and_cuts_what_is_too_long_or_too_much() {
        let lines = vec![vec!["Tamai".to_owned(), "67%".to_owned()], vec!["A very long name `of` a place".to_owned(), "5%".to_owned()]];
        let text = table(12, &["Place", "lost"], &lines);
        assert_eq!(text, "```\nPlace        lost\nTamai         67%\nA very long…   5%\n```");
        assert!(table(40, &["a", "b"], &vec![vec!["`".repeat(40), "1".to_owned()]; 90]).contains("… and 50 more"));
    }

    #[test]
    fn means_have_as_many_places_as_say_something() {
        let means = [Fraction::whole(14), Fraction::new(9, 2), Fraction::new(1, 9), Fraction::new(127, 6)].map(mean);
        assert_eq!(means, ["14", "4.5", "0.11", "21.2"]);
    }
}
