//! The odds picture: a bar for each line, divided into parts by how likely they are, each part with its own hatching and its
//! percentage. Plain data in, SVG out; [`alt_text`] says the same in words. Pure: the same odds give the same picture.

use super::alt_text::{LONGEST, MORE, within};
use super::canvas::{Anchor, Canvas, Svg};
use super::cards::fit;
use super::lettering::{Face, Lettering, ink};

/// How a part is drawn: each has its own hatching, so that a print in black and white says the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shade {
    /// Green with bars: all is well.
    Barred,
    /// Dotted paper: better than it was.
    Dotted,
    /// Plain paper: as it was.
    Plain,
    /// Diagonals: worse.
    Hatched,
    /// Crossed diagonals: worse still.
    Crossed,
    /// Full black: lost, or met.
    Solid,
}

/// Part of a bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// How much of the bar, 0 to 1.
    pub share: f64,
    /// How it is drawn.
    pub shade: Shade,
}

/// A line of the picture.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// What it is about.
    pub label: String,
    /// Its parts from the left; what they leave of the bar is empty.
    pub parts: Vec<Part>,
    /// The figure at its end: "67%".
    pub figure: String,
}

/// Lines that belong together.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Group {
    /// What they are; may be empty.
    pub heading: String,
    /// The lines.
    pub bars: Vec<Bar>,
}

/// A picture of odds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OddsSheet {
    /// The head of the sheet.
    pub title: String,
    /// The line under it.
    pub caption: String,
    /// What each shade stands for; nothing where one needs no telling.
    pub legend: Vec<(Shade, String)>,
    /// The lines.
    pub groups: Vec<Group>,
}

impl OddsSheet {
    /// Whether there is no bar to be drawn.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.groups.iter().all(|group| group.bars.is_empty())
    }
}

/// Bars drawn at most; what is past them is said to be left out.
pub const MOST_BARS: usize = 40;

const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 36.0;
const LINE: f64 = 46.0;
const BAR: f64 = 34.0;
const LABEL: f64 = 300.0;
const FIGURE: f64 = 92.0;

pub(super) fn letters(size: f64) -> Lettering {
    Lettering::new(Face::Roman, size)
}

/// Draws the odds.
pub fn odds_sheet(sheet: &OddsSheet) -> Svg {
    let mut canvas = Canvas::default();
    canvas.put(format_args!("{}", patterns()));
    let mut body = Canvas::default();
    let mut y = MARGIN;
    y = draw_head(&mut body, sheet, y);
    let mut left = MOST_BARS;
    for group in &sheet.groups {
        if left == 0 || group.bars.is_empty() {
            continue;
        }
        if !group.heading.is_empty() {
            y += 14.0;
            body.letter(
                (MARGIN, y + 26.0),
                Anchor::Start,
                &Lettering::new(Face::Italic, 29.0),
                &fitted(&group.heading, 29.0, WIDTH - 2.0 * MARGIN),
            );
            y += 40.0;
        }
        for bar in group.bars.iter().take(left) {
            draw_bar(&mut body, bar, y);
            y += LINE;
        }
        left = left.saturating_sub(group.bars.len());
    }
    let count = bars(sheet).count();
    if count > MOST_BARS {
        body.letter((MARGIN, y + 28.0), Anchor::Start, &Lettering::new(Face::Italic, 26.0), &format!("… and {} more", count - MOST_BARS));
        y += LINE;
    }
    y = draw_legend(&mut body, sheet, y + 14.0);
    let height = y + MARGIN - 10.0;
    lay_paper(&mut canvas, WIDTH, height);
    canvas.append(&body);
    canvas.finish(WIDTH, height)
}

/// The paper of a sheet, with the two lines around it.
pub(super) fn lay_paper(canvas: &mut Canvas, width: f64, height: f64) {
    canvas.put(format_args!("<rect width=\"{width}\" height=\"{height:.0}\" fill=\"{}\"/>", ink::PAPER));
    for (inset, thickness) in [(9.0, 2.6), (15.0, 1.0)] {
        canvas.put(format_args!(
            "<rect x=\"{inset}\" y=\"{inset}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thickness}\"/>",
            width - 2.0 * inset,
            height - 2.0 * inset,
            ink::BLACK
        ));
    }
}

fn bars(sheet: &OddsSheet) -> impl Iterator<Item = &Bar> {
    sheet.groups.iter().flat_map(|group| &group.bars)
}

fn draw_head(canvas: &mut Canvas, sheet: &OddsSheet, top: f64) -> f64 {
    draw_head_of(canvas, &sheet.title, &sheet.caption, top)
}

/// The head of a sheet with charts; where it ends.
pub(super) fn draw_head_of(canvas: &mut Canvas, title: &str, caption: &str, top: f64) -> f64 {
    let width = WIDTH - 2.0 * MARGIN;
    let style_of = |size: f64| Lettering::new(Face::Bold, size).small_caps().spaced(size * 0.04);
    let mut size = 50.0;
    while size > 32.0 && style_of(size).width(title) > width {
        size -= 2.0;
    }
    let mut y = top;
    for line in fit::wrap(title, &style_of(size), width).into_iter().take(2) {
        y += size * 0.95;
        canvas.letter((WIDTH / 2.0, y), Anchor::Middle, &style_of(size), &line);
    }
    let style = Lettering::new(Face::Italic, 28.0);
    for line in fit::wrap(caption, &style, width).into_iter().take(3) {
        y += 34.0;
        canvas.letter((WIDTH / 2.0, y), Anchor::Middle, &style, &line);
    }
    canvas.put(format_args!(
        "<path d=\"M{:.1} {:.1}h{:.1}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
        WIDTH * 0.38,
        y + 16.0,
        WIDTH * 0.24,
        ink::BLACK
    ));
    y + 32.0
}

/// Words that fit so many pixels, with an ellipsis where they are cut.
pub(super) fn fitted(words: &str, size: f64, width: f64) -> String {
    let style = letters(size);
    if style.width(words) <= width {
        return words.to_owned();
    }
    let mut short = String::new();
    for letter in words.chars() {
        if style.width(&format!("{short}{letter}…")) > width {
            break;
        }
        short.push(letter);
    }
    format!("{}…", short.trim_end())
}

fn draw_bar(canvas: &mut Canvas, bar: &Bar, y: f64) {
    let base = y + LINE / 2.0 + 9.0;
    // A long label is lettered smaller before it is cut.
    let room = LABEL - 14.0;
    let size = [28.0, 26.0, 24.0, 22.0].into_iter().find(|size| letters(*size).width(&bar.label) <= room).unwrap_or(22.0);
    canvas.letter((MARGIN + room, base), Anchor::End, &letters(size), &fitted(&bar.label, size, room));
    let (left, width, top) = (MARGIN + LABEL, WIDTH - 2.0 * MARGIN - LABEL - FIGURE, y + (LINE - BAR) / 2.0);
    canvas.put(format_args!(
        "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{BAR}\" fill=\"#fffdf4\" fill-opacity=\"0.6\" \
         stroke=\"{}\" stroke-width=\"1\" stroke-opacity=\"0.45\"/>",
        ink::BLACK
    ));
    let mut x = left;
    for part in &bar.parts {
        let long = (part.share.clamp(0.0, 1.0) * width).min(left + width - x);
        // Thinner than can be written is not drawn.
        if long < 0.05 {
            continue;
        }
        swatch(canvas, part.shade, (x, top), long, BAR);
        // The figure at the end of the line says the same of a bar of one part.
        if bar.parts.iter().filter(|part| part.share > 0.0).count() > 1 || percent(part.share) != bar.figure {
            figure_in(canvas, part, (x, top), long);
        }
        x += long;
    }
    let figure = Lettering::new(Face::Bold, 29.0);
    canvas.letter((WIDTH - MARGIN, base), Anchor::End, &figure, &bar.figure);
}

/// The percentage of a part, within it, if there is room.
fn figure_in(canvas: &mut Canvas, part: &Part, (x, y): (f64, f64), width: f64) {
    let words = percent(part.share);
    let style = Lettering::new(Face::Bold, 22.0);
    let room = style.width(&words) + 12.0;
    if width < room {
        return;
    }
    // On hatching the figure stands on a patch of its own.
    let middle = (x + width / 2.0, y + BAR / 2.0);
    if !matches!(part.shade, Shade::Solid | Shade::Plain) {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"25\" rx=\"3\" fill=\"#fffdf4\"/>",
            middle.0 - room / 2.0 + 2.0,
            middle.1 - 12.5,
            room - 4.0
        ));
    }
    let style = if part.shade == Shade::Solid { style.coloured("#fffdf4") } else { style };
    canvas.letter((middle.0, middle.1 + 8.0), Anchor::Middle, &style, &words);
}

/// A box with a part's hatching.
pub(super) fn swatch(canvas: &mut Canvas, shade: Shade, (x, y): (f64, f64), width: f64, height: f64) {
    let fill = match shade {
        Shade::Barred => "url(#barred)",
        Shade::Dotted => "url(#dotted)",
        Shade::Plain => "#fffdf4",
        Shade::Hatched => "url(#hatched)",
        Shade::Crossed => "url(#crossed)",
        Shade::Solid => ink::BLACK,
    };
    canvas.put(format_args!(
        "<rect class=\"{}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"1.8\"/>",
        name(shade),
        ink::BLACK
    ));
}

fn name(shade: Shade) -> &'static str {
    match shade {
        Shade::Barred => "barred",
        Shade::Dotted => "dotted",
        Shade::Plain => "plain",
        Shade::Hatched => "hatched",
        Shade::Crossed => "crossed",
        Shade::Solid => "solid",
    }
}

/// The hatchings, to stand before anything drawn with them.
pub(super) fn patterns() -> String {
    let pattern = |name: &str, size: u32, ground: &str, lines: &str| {
        format!(
            "<pattern id=\"{name}\" width=\"{size}\" height=\"{size}\" patternUnits=\"userSpaceOnUse\">\
             <rect width=\"{size}\" height=\"{size}\" fill=\"{ground}\"/>{lines}</pattern>"
        )
    };
    let (green, black) = (ink::GREEN, ink::BLACK);
    format!(
        "<defs>{}{}{}{}</defs>",
        pattern("barred", 12, "#fffdf4", &format!("<rect y=\"2\" width=\"12\" height=\"8\" fill=\"{green}\"/>")),
        pattern("dotted", 12, "#fffdf4", &format!("<circle cx=\"6\" cy=\"6\" r=\"2\" fill=\"{black}\"/>")),
        pattern("hatched", 12, ink::OCHRE, &format!("<path d=\"M-3 9L9 -3M3 15L15 3\" stroke=\"{black}\" stroke-width=\"2\"/>")),
        pattern("crossed", 12, "#d9772a", &format!("<path d=\"M0 12L12 0M0 0L12 12\" stroke=\"{black}\" stroke-width=\"2.4\"/>")),
    )
}

fn draw_legend(canvas: &mut Canvas, sheet: &OddsSheet, top: f64) -> f64 {
    let style = letters(25.0);
    let (mut x, mut y) = (MARGIN, top);
    if sheet.legend.is_empty() {
        return y;
    }
    for (shade, words) in &sheet.legend {
        let wide = 52.0 + style.width(words) + 30.0;
        if x > MARGIN && x + wide > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + 40.0);
        }
        swatch(canvas, *shade, (x, y + 5.0), 42.0, 26.0);
        canvas.letter((x + 52.0, y + 26.0), Anchor::Start, &style, words);
        x += wide;
    }
    y + 40.0
}

/// A share as a percentage: none and all exactly, the rest never rounded to either.
pub fn percent(share: f64) -> String {
    let whole = (share * 100.0).round();
    if share > 0.0 && whole < 1.0 {
        "<1%".to_owned()
    } else if share < 1.0 && whole >= 100.0 {
        ">99%".to_owned()
    } else {
        format!("{:.0}%", whole.clamp(0.0, 100.0))
    }
}

/// Says what the picture shows, in as many letters as Discord takes: line by line, with every part.
pub fn alt_text(sheet: &OddsSheet) -> String {
    let mut sentences = vec![format!("{}: {}.", sheet.title.trim_end_matches('.'), sheet.caption.trim_end_matches('.'))];
    for group in &sheet.groups {
        for (index, bar) in group.bars.iter().enumerate() {
            let heading = if index == 0 && !group.heading.is_empty() { format!("{}: ", group.heading) } else { String::new() };
            let parts: Vec<String> = bar
                .parts
                .iter()
                .filter(|part| part.share > 0.0)
                .filter_map(|part| {
                    let (_, words) = sheet.legend.iter().find(|(shade, _)| *shade == part.shade)?;
                    Some(format!("{words} {}", percent(part.share)))
                })
                .collect();
            let told = if parts.is_empty() { bar.figure.clone() } else { parts.join(", ") };
            sentences.push(format!("{heading}{} {told}.", bar.label));
        }
    }
    within(&sentences, LONGEST, MORE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{draw, png};

    fn sheet(bars: usize) -> OddsSheet {
        let bar = |number: usize| Bar {
            label: format!("Place {number}"),
            parts: vec![Part { share: 0.5, shade: Shade::Solid }, Part { share: 0.25, shade: Shade::Hatched }],
            figure: "75%".to_owned(),
        };
        OddsSheet {
            title: "The next rebellion".to_owned(),
            caption: "As the map stands".to_owned(),
            legend: vec![(Shade::Solid, "lost".to_owned()), (Shade::Hatched, "besieged".to_owned())],
            groups: vec![Group { heading: String::new(), bars: (0..bars).map(bar).collect() }],
        }
    }

    #[test]
    fn every_shade_has_a_hatching_of_its_own() {
        let shades = [Shade::Barred, Shade::Dotted, Shade::Plain, Shade::Hatched, Shade::Crossed, Shade::Solid];
        let mut drawn: Vec<String> = shades
            .iter()
            .map(|shade| {
                let mut canvas = Canvas::default();
                swatch(&mut canvas, *shade, (0.0, 0.0), 10.0, 10.0);
                canvas.finish(10.0, 10.0).text
            })
            .collect();
        drawn.dedup();
        assert_eq!(drawn.len(), shades.len());
    }

    #[test]
    fn a_share_is_never_rounded_to_certainty_or_to_nothing() {
        let shares = [0.0, 0.001, 0.005, 1.0 / 3.0, 0.994, 0.999, 1.0].map(percent);
        assert_eq!(shares, ["0%", "<1%", "1%", "33%", "99%", ">99%", "100%"]);
    }

    #[test]
    fn the_words_tell_every_line_with_its_parts_and_stay_within_discords_letters() {
        let words = alt_text(&sheet(2));
        assert_eq!(words, "The next rebellion: As the map stands. Place 0 lost 50%, besieged 25%. Place 1 lost 50%, besieged 25%.");
        let long = alt_text(&sheet(200));
        assert!(long.chars().count() <= LONGEST && long.ends_with(" …and more."), "there is no map: {long}");
    }

    #[test]
    fn very_many_lines_are_cut_off_and_said_to_be() {
        let svg = odds_sheet(&sheet(200));
        assert!(svg.text.contains("… and 160 more") && svg.height < 2_200, "{}", svg.height);
        assert!(png::encode(&draw(&svg).unwrap()).unwrap().starts_with(b"\x89PNG"));
    }

    #[test]
    fn names_as_long_as_packs_may_have_are_cut_to_fit() {
        let mut long = sheet(1);
        long.groups[0].bars[0].label = "Ö".repeat(40);
        long.title = "The odds of a march from Ö to Ö ".repeat(5);
        let svg = odds_sheet(&long);
        assert!(svg.text.contains("Ö…"));
        draw(&svg).unwrap();
    }
}
