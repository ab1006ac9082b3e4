//! Overlays: what is marked on the map besides the situation, to answer one question. Badges say a few words at a place; arrows
//! lead from where somebody was to where they are. Their words tell everything; ground and edge of a badge only stress it.

use super::canvas::{Anchor, Canvas, line_data};
use super::geometry::Rect;
use super::lettering::{Face, Lettering, ink};
pub use super::marks::{Badge, Movement, Overlay, Spot, Weight};
use super::ways;

fn letters(magnify: f64) -> Lettering {
    Lettering::new(Face::Bold, 25.0 * magnify)
}

/// The size of a badge in pixels.
pub fn badge_size(words: &str, magnify: f64) -> (f64, f64) {
    (letters(magnify).width(words) + 16.0 * magnify, 33.0 * magnify)
}

/// Draws a badge in its box.
pub fn draw_badge(canvas: &mut Canvas, area: &Rect, words: &str, weight: Weight, magnify: f64) {
    let (ground, letter) = match weight {
        Weight::Calm => ("#fffdf4", ink::BLACK),
        Weight::Uneasy => (ink::OCHRE, ink::BLACK),
        Weight::Grave => (ink::BLACK, "#fffdf4"),
    };
    let round = area.h / 2.0;
    let frame = |canvas: &mut Canvas, inset: f64, fill: &str, line: &str, width: f64| {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{width:.1}\"/>",
            area.x + inset,
            area.y + inset,
            area.w - 2.0 * inset,
            area.h - 2.0 * inset,
            round - inset
        ));
    };
    frame(canvas, 1.0, ground, ink::BLACK, 2.0 * magnify);
    if weight == Weight::Uneasy {
        frame(canvas, 4.5 * magnify, "none", ink::BLACK, 1.2 * magnify);
    }
    let style = letters(magnify).coloured(letter);
    canvas.letter((area.centre().0, area.y + area.h / 2.0 + style.size * 0.33), Anchor::Middle, &style, words);
}

/// The colour of arrows.
const ARROW: &str = "#23418a";

/// An arrow with its place on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedArrow {
    /// The line, in pixels.
    pub line: Vec<(f64, f64)>,
    /// The box of its words.
    pub words_area: Rect,
    /// The words.
    pub words: String,
    /// Whether by water.
    pub afloat: bool,
    /// How many others it goes beside, the same way along the same road.
    pub lane: u32,
}

/// Places the words of an arrow that goes along a line: on it or beside it, or as near as there is room, clear of what is `taken`, and
/// where it can be of what is only `crossed`.
pub fn place_arrow(movement: &Movement, line: Vec<(f64, f64)>, taken: &[Rect], crossed: &[Rect], map: &Rect, magnify: f64) -> PlacedArrow {
    let style = Lettering::new(Face::Bold, 23.0 * magnify);
    let words = movement.label();
    let (wide, high) = (style.width(&words) + 12.0 * magnify, 28.0 * magnify);
    let inner = map.grown(-4.0);
    let mut best: Option<(f64, Rect)> = None;
    for ring in 0..26 {
        let away = if ring == 0 { 0.0 } else { 4.0 + 12.0 * f64::from(ring - 1) };
        // Beside the line words are better read than far from it.
        let far = 2.0 * away;
        if best.as_ref().is_some_and(|(least, _)| *least < far) {
            break;
        }
        for part in [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82] {
            let at = ways::part_of(&line, part);
            for eighth in 0..(if ring == 0 { 1 } else { 8 }) {
                let (sin, cos) = (f64::from(eighth) * std::f64::consts::FRAC_PI_4).sin_cos();
                let beside = |half: f64| if ring == 0 { 0.0 } else { half + away };
                let area = Rect::around((at.0 + cos * beside(wide / 2.0), at.1 + sin * beside(high / 2.0)), wide / 2.0, high / 2.0);
                if !inner.contains(&area) {
                    continue;
                }
                let over = taken.iter().filter(|taken| taken.overlaps(&area)).count() as f64;
                let across = crossed.iter().filter(|crossed| crossed.overlaps(&area)).count() as f64;
                let cost = 10_000.0 * over + 6.0 * across + far + 20.0 * (part - 0.5_f64).abs();
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, area));
                }
            }
        }
    }
    let middle = ways::part_of(&line, 0.5);
    let words_area = best.map_or_else(|| Rect::around(middle, wide / 2.0, high / 2.0), |(_, area)| area);
    PlacedArrow { line, words_area, words, afloat: movement.afloat, lane: 0 }
}

/// Small boxes along a line: what it covers.
pub fn footprint(line: &[(f64, f64)]) -> Vec<Rect> {
    (1..20).map(|step| Rect::around(ways::part_of(line, f64::from(step) / 20.0), 4.0, 4.0)).collect()
}

/// Draws the line of an arrow.
pub fn draw_arrow(canvas: &mut Canvas, arrow: &PlacedArrow, magnify: f64) {
    let (Some(end), true) = (arrow.line.last().copied(), arrow.line.len() > 1) else { return };
    let head = 17.0 * magnify;
    // The head points as the last of the line does; the line ends within it, so that its point is sharp.
    let reversed: Vec<(f64, f64)> = arrow.line.iter().rev().copied().collect();
    let back = ways::on(&reversed, head);
    let (dx, dy) = (end.0 - back.0, end.1 - back.1);
    let long = dx.hypot(dy).max(1e-6);
    let (ux, uy) = (dx / long, dy / long);
    let mut body: Vec<(f64, f64)> = arrow.line.iter().copied().filter(|(x, y)| (x - end.0).hypot(y - end.1) > head * 0.8).collect();
    body.push((end.0 - ux * head * 0.8, end.1 - uy * head * 0.8));
    let dashes = if arrow.afloat { format!(" stroke-dasharray=\"{:.1} {:.1}\"", 13.0 * magnify, 8.0 * magnify) } else { String::new() };
    let path = line_data(&body, false);
    let (half, back) = (head * 0.55, (end.0 - ux * head, end.1 - uy * head));
    let point = line_data(&[end, (back.0 - uy * half, back.1 + ux * half), (back.0 + uy * half, back.1 - ux * half)], true);
    if body.len() > 1 {
        canvas.put(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>",
            ink::PAPER,
            8.0 * magnify
        ));
    }
    canvas.put(format_args!(
        "<path d=\"{point}\" fill=\"{ARROW}\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>",
        ink::PAPER,
        3.5 * magnify
    ));
    if body.len() > 1 {
        canvas.put(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{ARROW}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"{dashes}/>",
            5.0 * magnify
        ));
    }
    canvas.put(format_args!("<path d=\"{point}\" fill=\"{ARROW}\"/>"));
}

/// Draws the words of an arrow.
pub fn draw_arrow_words(canvas: &mut Canvas, arrow: &PlacedArrow, magnify: f64) {
    let area = &arrow.words_area;
    canvas.put(format_args!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{:.1}\" fill=\"#fffdf4\" stroke=\"{ARROW}\" stroke-width=\"{:.1}\"/>",
        area.x,
        area.y,
        area.w,
        area.h,
        6.0 * magnify,
        2.4 * magnify
    ));
    let style = Lettering::new(Face::Bold, 23.0 * magnify).coloured(ARROW);
    canvas.letter((area.centre().0, area.y + area.h / 2.0 + style.size * 0.33), Anchor::Middle, &style, &arrow.words);
}
