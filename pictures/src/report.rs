//! The charts of a campaign's report: victory points, losses, and the luck of the dice. Plain data in, SVG out; [`alt_text`] says the
//! same in words. What is told by a colour is told by its hatching too. Pure: the same figures give the same picture.

use super::alt_text::{LONGEST, MORE, within};
use super::canvas::{Anchor, Canvas, Svg};
use super::lettering::{Face, Lettering, ink};
use super::odds::{Shade, draw_head_of, fitted, lay_paper, letters, patterns, swatch};

/// Losses of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnLosses {
    /// The turn.
    pub turn: u8,
    /// Steps of our units.
    pub ours: u32,
    /// Units of the enemy driven from the field.
    pub theirs: u32,
}

/// What the dice of a kind of roll did.
#[derive(Debug, Clone, PartialEq)]
pub struct LuckBar {
    /// What they were thrown for.
    pub label: String,
    /// How far above what was to be expected, in standard deviations; below, if negative.
    pub deviations: f64,
    /// Whom it served: barred for us, hatched for the enemy, plain for neither.
    pub shade: Shade,
    /// The figure at its end.
    pub figure: String,
}

/// The charts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ReportSheet {
    /// The head of the sheet.
    pub title: String,
    /// The line under it.
    pub caption: String,
    /// Victory points after each turn, from turn 0, before the first.
    pub points: Vec<(u8, i16)>,
    /// The victory points at which the campaign is won.
    pub won_at: i16,
    /// The victory points at which it is lost.
    pub lost_at: i16,
    /// What the enemy's units are called, as an adjective.
    pub enemy: String,
    /// What the enemy is called.
    pub enemies: String,
    /// Losses by turn.
    pub losses: Vec<TurnLosses>,
    /// The dice, kind by kind.
    pub luck: Vec<LuckBar>,
}

/// Stands in the label of a [`LuckBar`] whose dice the players threw.
pub const OWN_DICE: char = '†';

const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 40.0;
/// Where the plots begin: figures stand left of it.
const LEFT: f64 = 112.0;
const LABEL: f64 = 350.0;
const LINE: f64 = 46.0;
/// Standard deviations shown; bars past that end there, with their figure.
const MOST_DEVIATIONS: f64 = 3.0;

/// Draws the charts.
pub fn report_sheet(sheet: &ReportSheet) -> Svg {
    let mut body = Canvas::default();
    let mut y = draw_head_of(&mut body, &sheet.title, &sheet.caption, 36.0);
    y = draw_points(&mut body, sheet, y + 10.0);
    y = draw_losses(&mut body, sheet, y + 26.0);
    if !sheet.luck.is_empty() {
        y = draw_luck(&mut body, sheet, y + 26.0);
    }
    let height = y + 34.0;
    let mut canvas = Canvas::default();
    canvas.put(format_args!("{}", patterns()));
    lay_paper(&mut canvas, WIDTH, height);
    canvas.append(&body);
    canvas.finish(WIDTH, height)
}

fn heading(canvas: &mut Canvas, words: &str, y: f64) -> f64 {
    canvas.letter((MARGIN, y + 28.0), Anchor::Start, &Lettering::new(Face::Italic, 32.0), words);
    y + 46.0
}

/// Where the middle of the so-manieth of so many turns stands.
fn column(index: usize, count: usize) -> f64 {
    let width = WIDTH - MARGIN - LEFT;
    LEFT + width * (index as f64 + 0.5) / count.max(1) as f64
}

/// Every how manieth turn is lettered, so that figures stand apart.
fn every(count: usize) -> usize {
    count.div_ceil(14).max(1)
}

fn axis(canvas: &mut Canvas, y: f64, turns: &[u8]) -> f64 {
    canvas.put(format_args!("<path d=\"M{LEFT} {y:.1}H{:.1}\" stroke=\"{}\" stroke-width=\"2.4\"/>", WIDTH - MARGIN, ink::BLACK));
    let every = every(turns.len());
    for (index, turn) in turns.iter().enumerate() {
        if index % every == 0 || index + 1 == turns.len() {
            let words = if *turn == 0 { "start".to_owned() } else { turn.to_string() };
            canvas.letter((column(index, turns.len()), y + 30.0), Anchor::Middle, &letters(26.0), &words);
        }
    }
    y + 36.0
}

/// The lines across the chart of victory points: where, what for, and how they are broken.
fn lines(sheet: &ReportSheet) -> [(i16, &'static str, &'static str); 2] {
    [(sheet.lost_at, "the campaign is lost", "16 9"), (sheet.won_at, "the rebellion is beaten", "4 7")]
}

fn rule(canvas: &mut Canvas, (x, y): (f64, f64), long: f64, dash: &str) {
    canvas.put(format_args!(
        "<path d=\"M{x:.1} {y:.1}h{long:.1}\" stroke=\"{}\" stroke-width=\"3.4\" stroke-dasharray=\"{dash}\"/>",
        ink::BLACK
    ));
}

/// Victory points as steps, with the lines at which the campaign is won and lost.
fn draw_points(canvas: &mut Canvas, sheet: &ReportSheet, top: f64) -> f64 {
    const HEIGHT: f64 = 340.0;
    let top = heading(canvas, "Victory points at the end of each turn", top);
    let mut x = MARGIN;
    for (points, words, dash) in lines(sheet) {
        rule(canvas, (x, top + 17.0), 62.0, dash);
        let words = format!("{words} at {points}");
        canvas.letter((x + 74.0, top + 26.0), Anchor::Start, &letters(26.0), &words);
        x += 74.0 + letters(26.0).width(&words) + 34.0;
    }
    let top = top + 62.0;
    let values = || sheet.points.iter().map(|(_, points)| f64::from(*points));
    let low = values().fold(f64::from(sheet.won_at), f64::min);
    let high = values().fold(f64::from(sheet.lost_at), f64::max).max(low + 1.0);
    let at = |points: f64| top + HEIGHT * (high - points) / (high - low);
    let right = WIDTH - MARGIN;
    for quarter in 0..=4 {
        let points = low + (high - low) * f64::from(quarter) / 4.0;
        let y = at(points);
        canvas.put(format_args!(
            "<path d=\"M{LEFT} {y:.1}H{right:.1}\" stroke=\"{}\" stroke-width=\"1\" stroke-opacity=\"0.25\"/>",
            ink::BLACK
        ));
        canvas.letter((LEFT - 12.0, y + 9.0), Anchor::End, &letters(26.0), &format!("{points:.0}"));
    }
    for (points, _, dash) in lines(sheet) {
        let y = at(f64::from(points));
        rule(canvas, (LEFT, y), right - LEFT, dash);
    }
    let count = sheet.points.len();
    let mut line = String::new();
    for (index, (_, points)) in sheet.points.iter().enumerate() {
        let (x, y) = (column(index, count), at(f64::from(*points)));
        line.push_str(&if index == 0 { format!("M{x:.1} {y:.1}") } else { format!("H{x:.1}V{y:.1}") });
    }
    canvas.put(format_args!(
        "<path class=\"points\" d=\"{line}\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linejoin=\"round\"/>",
        ink::RED
    ));
    let every = every(count);
    for (index, (_, points)) in sheet.points.iter().enumerate() {
        let (x, y) = (column(index, count), at(f64::from(*points)));
        canvas.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2\"/>",
            ink::RED,
            ink::BLACK
        ));
        if index % every == 0 || index + 1 == count {
            let baseline = if y - 16.0 < top + 20.0 { y + 36.0 } else { y - 16.0 };
            let style = Lettering::new(Face::Bold, 27.0).rimmed(ink::PAPER);
            canvas.letter((x, baseline), Anchor::Middle, &style, &points.to_string());
        }
    }
    let turns: Vec<u8> = sheet.points.iter().map(|(turn, _)| *turn).collect();
    axis(canvas, top + HEIGHT + 12.0, &turns)
}

/// Losses as pairs of bars.
fn draw_losses(canvas: &mut Canvas, sheet: &ReportSheet, top: f64) -> f64 {
    const HEIGHT: f64 = 200.0;
    let top = heading(canvas, "Losses by turn", top);
    let mut x = MARGIN;
    let theirs = format!("{} units driven from the field", sheet.enemy);
    for (shade, words) in [(Shade::Solid, "steps of our units"), (Shade::Hatched, theirs.as_str())] {
        swatch(canvas, shade, (x, top + 4.0), 42.0, 26.0);
        canvas.letter((x + 52.0, top + 26.0), Anchor::Start, &letters(26.0), words);
        x += 52.0 + letters(26.0).width(words) + 34.0;
    }
    let top = top + 66.0;
    let most = sheet.losses.iter().map(|losses| losses.ours.max(losses.theirs)).max().unwrap_or_default().max(1);
    let count = sheet.losses.len();
    let wide = ((WIDTH - MARGIN - LEFT) / count.max(1) as f64 * 0.38).min(64.0);
    for (index, losses) in sheet.losses.iter().enumerate() {
        let middle = column(index, count);
        for (left, value, shade) in [(middle - wide, losses.ours, Shade::Solid), (middle, losses.theirs, Shade::Hatched)] {
            let high = HEIGHT * f64::from(value) / f64::from(most);
            let foot = top + HEIGHT;
            if value > 0 {
                swatch(canvas, shade, (left, foot - high), wide, high);
            }
            if value > 0 && wide > 15.0 {
                let style = Lettering::new(Face::Bold, if wide > 30.0 { 25.0 } else { 20.0 });
                canvas.letter((left + wide / 2.0, foot - high - 8.0), Anchor::Middle, &style, &value.to_string());
            }
        }
    }
    let turns: Vec<u8> = sheet.losses.iter().map(|losses| losses.turn).collect();
    axis(canvas, top + HEIGHT, &turns)
}

/// The luck of the dice as bars to either side of what was to be expected.
fn draw_luck(canvas: &mut Canvas, sheet: &ReportSheet, top: f64) -> f64 {
    const FIGURE: f64 = 84.0;
    const BAR: f64 = 30.0;
    let mut y = heading(canvas, "Luck of the dice, in standard deviations (and how many dice)", top);
    let (left, right) = (MARGIN + LABEL, WIDTH - MARGIN - FIGURE);
    let middle = f64::midpoint(left, right);
    let small = Lettering::new(Face::Italic, 25.0);
    if sheet.luck.iter().any(|bar| bar.label.contains(OWN_DICE)) {
        canvas.letter((MARGIN, y + 22.0), Anchor::Start, &small, &format!("{OWN_DICE} players' own dice"));
    }
    canvas.letter((left, y + 22.0), Anchor::Start, &small, "lower than expected");
    canvas.letter((right, y + 22.0), Anchor::End, &small, "higher");
    y += 32.0;
    let foot = y + LINE * sheet.luck.len() as f64;
    for deviations in -2..=2 {
        let x = middle + (right - middle) * f64::from(deviations) / MOST_DEVIATIONS;
        let (wide, faint) = if deviations == 0 { (2.4, 1.0) } else { (1.0, 0.3) };
        canvas.put(format_args!(
            "<path d=\"M{x:.1} {y:.1}V{foot:.1}\" stroke=\"{}\" stroke-width=\"{wide}\" stroke-opacity=\"{faint}\"/>",
            ink::BLACK
        ));
    }
    for bar in &sheet.luck {
        let base = y + LINE / 2.0 + 9.0;
        let room = LABEL - 16.0;
        // A long label is lettered smaller before it is cut.
        let size = [25.0, 23.0, 21.0].into_iter().find(|size| letters(*size).width(&bar.label) <= room).unwrap_or(21.0);
        canvas.letter((MARGIN + room, base), Anchor::End, &letters(size), &fitted(&bar.label, size, room));
        let long = (bar.deviations.abs().min(MOST_DEVIATIONS) / MOST_DEVIATIONS * (right - middle)).max(2.0);
        let from = if bar.deviations < 0.0 { middle - long } else { middle };
        swatch(canvas, bar.shade, (from, y + (LINE - BAR) / 2.0), long, BAR);
        canvas.letter((WIDTH - MARGIN, base), Anchor::End, &Lettering::new(Face::Bold, 27.0), &bar.figure);
        y += LINE;
    }
    let mut x = MARGIN;
    y += 8.0;
    let theirs = format!("it served the {}", sheet.enemies);
    for (shade, words) in [(Shade::Barred, "it served us"), (Shade::Hatched, theirs.as_str()), (Shade::Plain, "neither")] {
        swatch(canvas, shade, (x, y + 5.0), 42.0, 26.0);
        canvas.letter((x + 52.0, y + 26.0), Anchor::Start, &letters(25.0), words);
        x += 52.0 + letters(25.0).width(words) + 30.0;
    }
    y + 36.0
}

/// Says what the charts show, in as many letters as Discord takes.
#[must_use]
pub fn alt_text(sheet: &ReportSheet) -> String {
    let mut sentences = vec![format!("{}: {}.", sheet.title.trim_end_matches('.'), sheet.caption.trim_end_matches('.'))];
    let points: Vec<String> = sheet
        .points
        .iter()
        .map(|(turn, points)| if *turn == 0 { format!("at the start {points}") } else { format!("turn {turn} {points}") })
        .collect();
    sentences.push(format!("Victory points, lost at {}: {}.", sheet.lost_at, points.join(", ")));
    let losses: Vec<String> = sheet
        .losses
        .iter()
        .filter(|losses| losses.ours + losses.theirs > 0)
        .map(|losses| format!("turn {} {} and {}", losses.turn, losses.ours, losses.theirs))
        .collect();
    if !losses.is_empty() {
        sentences.push(format!("Steps of ours lost and {} units driven from the field: {}.", sheet.enemy, losses.join(", ")));
    }
    let name = |bar: &LuckBar| bar.label.replace(&format!(" {OWN_DICE}"), ", the players' own dice");
    let luck: Vec<String> = sheet.luck.iter().map(|bar| format!("{} {}", name(bar), bar.figure)).collect();
    if !luck.is_empty() {
        sentences.push(format!("Dice against what was to be expected, in standard deviations: {}.", luck.join(", ")));
    }
    within(&sentences, LONGEST, MORE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw;

    fn sheet(turns: u8) -> ReportSheet {
        ReportSheet {
            title: "The campaign in figures".to_owned(),
            caption: "Turn 3 so far".to_owned(),
            points: (0..=turns).map(|turn| (turn, i16::from(turn) * 20)).collect(),
            enemy: "Mahdist".to_owned(),
            enemies: "Mahdists".to_owned(),
            won_at: 0,
            lost_at: 300,
            losses: (1..=turns).map(|turn| TurnLosses { turn, ours: u32::from(turn), theirs: 40 }).collect(),
            luck: vec![
                LuckBar { label: "a revolt (140)".to_owned(), deviations: 1.3, shade: Shade::Hatched, figure: "+1.3".to_owned() },
                LuckBar { label: "recovery † (12)".to_owned(), deviations: -9.0, shade: Shade::Barred, figure: "−9.0".to_owned() },
            ],
        }
    }

    #[test]
    fn the_words_tell_every_chart_and_stay_within_discords_letters() {
        assert_eq!(
            alt_text(&sheet(2)),
            "The campaign in figures: Turn 3 so far. Victory points, lost at 300: at the start 0, turn 1 20, turn 2 40. Steps of ours lost and \
             Mahdist units driven from the field: turn 1 1 and 40, turn 2 2 and 40. Dice against what was to be expected, in standard \
             deviations: a revolt (140) +1.3, recovery, the players' own dice (12) −9.0."
        );
        let long = alt_text(&sheet(100));
        assert!(long.chars().count() <= LONGEST && long.ends_with(" …and more."), "there is no map: {long}");
    }

    #[test]
    fn the_line_goes_in_steps_from_turn_to_turn_and_the_losing_line_is_lettered() {
        let svg = report_sheet(&sheet(2)).text;
        let line = svg.split("class=\"points\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!((line.matches('H').count(), line.matches('V').count()), (2, 2), "{line}");
        assert!(svg.contains("lost at 300"));
    }

    #[test]
    fn a_campaign_of_no_turns_and_one_of_a_hundred_can_be_drawn() {
        for turns in [0, 1, 100] {
            let svg = report_sheet(&sheet(turns));
            assert!(svg.height < 1_600, "{}", svg.height);
            draw(&svg).unwrap();
        }
        draw(&report_sheet(&ReportSheet { luck: Vec::new(), ..sheet(0) })).unwrap();
    }
}
