//! Signs and plates that both sheets share: the heading, flags, plates with signs of kinds, backs of cards, crossed swords.

use super::super::canvas::{Anchor, Canvas};
use super::super::lettering::{Face, Lettering, ink};
use super::data::{Kind, Party};
use super::figures::{self, ON_BLACK, ON_PAPER, PAPER, SOLID};
use super::fit::{self, SMALLEST};

/// Paper, and a rule round the sheet.
pub(crate) fn sheet(canvas: &mut Canvas, width: f64, height: f64) {
    canvas.put(format_args!(
        "<rect width=\"{width:.0}\" height=\"{:.0}\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        height.ceil(),
        ink::PAPER
    ));
}

/// Draws title and caption; gives back where they end.
pub(crate) fn heading(canvas: &mut Canvas, title: &str, caption: &str, width: f64, margin: f64) -> f64 {
    let middle = width / 2.0;
    let mut y = 12.0;
    let (style, lines) = fit::lines(title, Lettering::new(Face::Bold, 54.0).small_caps().spaced(1.4), 34.0, width - 2.0 * margin, 2);
    for line in lines {
        canvas.letter((middle, y + style.size * 0.78), Anchor::Middle, &style, &line);
        y += style.size * 0.98;
    }
    let (style, lines) = fit::lines(caption, Lettering::new(Face::Italic, 36.0), SMALLEST + 2.0, width - 2.0 * margin, 2);
    for line in lines {
        canvas.letter((middle, y + style.size * 0.82), Anchor::Middle, &style, &line);
        y += style.size * 1.02;
    }
    canvas.put(format_args!(
        "<path d=\"M{:.1} {:.1}h{:.1}M{:.1} {:.1}h{:.1}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
        middle - width * 0.2,
        y + 10.0,
        width * 0.4,
        middle - width * 0.13,
        y + 15.0,
        width * 0.26,
        ink::BLACK
    ));
    y + 20.0
}

/// A flag on its staff, 40 wide and 50 high, around its middle: hollow ours, solid the enemy's, dashed nobody's.
pub(crate) fn flag(holder: Option<Party>) -> String {
    let cloth = "M-14 -22Q-4 -27 4 -22T21 -23V4Q12 8 4 4T-14 4Z";
    let staff = format!("<path d=\"M-17 25V-26\" stroke=\"{SOLID}\" stroke-width=\"4.4\" stroke-linecap=\"round\"/>");
    let cloth = match holder {
        Some(Party::Ours) => {
            format!("<path d=\"{cloth}\" fill=\"{PAPER}\" stroke=\"{SOLID}\" stroke-width=\"3.4\" stroke-linejoin=\"round\"/>")
        }
        Some(Party::Enemy) => {
            format!("<path d=\"{cloth}\" fill=\"{SOLID}\" stroke=\"{SOLID}\" stroke-width=\"3.4\" stroke-linejoin=\"round\"/>")
        }
        None => format!("<path d=\"{cloth}\" fill=\"none\" stroke=\"{SOLID}\" stroke-width=\"2.6\" stroke-dasharray=\"5.5 4\"/>"),
    };
    format!("{staff}{cloth}")
}

/// How a side's plates are filled, and in which colour they are lettered.
pub(crate) fn plate_inks(party: Party) -> (&'static str, &'static str) {
    match party {
        Party::Ours => (PAPER, ink::BLACK),
        Party::Enemy => (SOLID, PAPER),
    }
}

/// The width and height of a plate.
pub(crate) const PLATE: (f64, f64) = (76.0, 44.0);

/// How the numbers on plates are lettered.
fn numbers(colour: &'static str, words: &str, room: f64) -> Lettering {
    fit::line(words, Lettering::new(Face::Bold, 32.0).coloured(colour).spaced(-0.5), SMALLEST, room).0
}

/// Units of a kind: their sign and how many there are, with the upper left corner at a point.
pub(crate) fn units(canvas: &mut Canvas, party: Party, kind: Kind, count: u32, (x, y): (f64, f64)) {
    let (fill, colour) = plate_inks(party);
    let inks = if party == Party::Ours { ON_PAPER } else { ON_BLACK };
    canvas.put(format_args!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"3\" fill=\"{fill}\" stroke=\"{SOLID}\" stroke-width=\"2.4\"/>\
         <g transform=\"translate({:.1} {:.1}) scale(0.235)\">{}</g>",
        x + 1.0,
        y + 1.0,
        PLATE.0 - 2.0,
        PLATE.1 - 2.0,
        x + 24.5,
        y + PLATE.1 / 2.0,
        figures::small(kind, inks)
    ));
    let words = count.to_string();
    let style = numbers(colour, &words, 30.0);
    canvas.letter((x + 60.0, y + PLATE.1 / 2.0 + style.size * 0.32), Anchor::Middle, &style, &words);
}

/// The force of a stack, in a shield.
pub(crate) fn force(canvas: &mut Canvas, party: Party, force: &str, (x, y): (f64, f64)) {
    let (fill, colour) = plate_inks(party);
    let shield = |out: f64| {
        let (left, right, top, bottom) = (x + 3.0 - out, x + PLATE.0 - 3.0 + out, y + 2.0 - out, y + PLATE.1 - 1.0 + out);
        let middle = (left + right) / 2.0;
        format!(
            "M{left:.1} {top:.1}H{right:.1}V{:.1}Q{right:.1} {:.1} {middle:.1} {bottom:.1}Q{left:.1} {:.1} {left:.1} {:.1}Z",
            bottom - 16.0,
            bottom - 5.0,
            bottom - 5.0,
            bottom - 16.0
        )
    };
    canvas.put(format_args!(
        "<path d=\"{}\" fill=\"{fill}\" stroke=\"{SOLID}\" stroke-width=\"3.4\" stroke-linejoin=\"round\"/>\
         <path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"/>",
        shield(0.0),
        shield(-4.4)
    ));
    let (left, right, middle) = (x + 4.0, x + PLATE.0 - 4.0, x + PLATE.0 / 2.0);
    let style = fit::line(force, Lettering::new(Face::Bold, 35.0).coloured(colour).spaced(-0.5), SMALLEST, right - left - 12.0).0;
    canvas.letter((middle, y + PLATE.1 / 2.0 + style.size * 0.26), Anchor::Middle, &style, force);
}

/// Cards that lie face down: a back, with how many there are.
pub(crate) fn backs(canvas: &mut Canvas, party: Party, count: &str, (x, y): (f64, f64)) {
    let (fill, line) = if party == Party::Ours { (PAPER, SOLID) } else { (SOLID, PAPER) };
    canvas.put(format_args!("<g transform=\"translate({:.1} {:.1})\">{}</g>", x + 22.0, y + PLATE.1 / 2.0, back(fill, line)));
    let style = numbers(ink::BLACK, count, 36.0).rimmed(ink::PAPER);
    canvas.letter((x + 57.0, y + PLATE.1 / 2.0 + style.size * 0.32), Anchor::Middle, &style, count);
}

/// The back of a card around its middle, 32 wide and 42 high, with another behind it.
pub(crate) fn back(fill: &str, line: &str) -> String {
    format!(
        "<rect x=\"-10\" y=\"-20\" width=\"27\" height=\"36\" rx=\"3\" fill=\"{fill}\" stroke=\"{SOLID}\" stroke-width=\"2\"/>\
         <rect x=\"-16\" y=\"-16\" width=\"27\" height=\"37\" rx=\"3\" fill=\"{fill}\" stroke=\"{SOLID}\" stroke-width=\"2\"/>\
         <path d=\"M-12 -11L6 16M-12 -1L0 16M-12 8L-7 16M-5 -11L7 7M2 -11L7 -3M6 -11L-12 16M-4 -11L-12 1M7 -2L-5 16M7 8L2 16\" stroke=\"{line}\" \
         stroke-width=\"1.5\" stroke-opacity=\"0.85\"/>"
    )
}

/// Crossed swords around a point, where the conflict is.
pub(crate) fn swords(canvas: &mut Canvas, (x, y): (f64, f64), scale: f64) {
    canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale({scale:.3})\">{}</g>", figures::small(Kind::Tactics, ON_PAPER)));
}
