//! A hand: each card with its figure, its force in a corner, its name and note; copies lie behind it.

use super::super::canvas::{Anchor, Canvas, Svg};
use super::super::lettering::{Face, Lettering, ink};
use super::data::{Hand, HandCard, Kind, Party};
use super::fit::{self, SMALLEST};
use super::{figures, signs};

/// The sheet's width, which a telephone shows as 390 pixels.
pub(super) const WIDTH: f64 = 900.0;
/// Between the sheet's edge and the cards.
const MARGIN: f64 = 22.0;
/// Between cards; copies show in it.
const GAP: f64 = 24.0;
/// The strip at the top of a card, with its force and its kind.
const STRIP: f64 = 58.0;
/// The box of the force.
const CORNER: f64 = 60.0;
/// Cards wider than this are lettered in small capitals.
const WIDE: f64 = 240.0;
/// Between a card's edge and its lettering.
const INSET: f64 = 11.0;

/// How many cards stand in a row.
fn columns(cards: usize) -> usize {
    match cards {
        0..=3 | 5 | 6 => 3,
        _ => 4,
    }
}

/// What is lettered on a card, in lines.
struct Lettered {
    name: (Lettering, Vec<String>),
    note: (Lettering, Vec<String>),
}

impl Lettered {
    fn of(card: &HandCard, width: f64) -> Self {
        let room = width - 2.0 * INSET;
        Self {
            name: fit::lines(&card.name, Lettering::new(Face::Bold, 30.0), SMALLEST, room, 3),
            note: fit::lines(&card.note, Lettering::new(Face::Italic, 27.0), SMALLEST, room, 3),
        }
    }

    fn height(&self) -> f64 {
        let note = if self.note.1.is_empty() { 0.0 } else { 5.0 + self.note.0.size * self.note.1.len() as f64 };
        self.name.0.size * self.name.1.len() as f64 + note
    }
}

/// Draws a hand.
pub(super) fn draw(hand: &Hand) -> Svg {
    let columns = columns(hand.cards.len());
    let width = ((WIDTH - 2.0 * MARGIN - GAP * (columns - 1) as f64 - 6.0) / columns as f64).floor();
    let panel = ((width - 16.0) * 0.75).round();
    let lettered: Vec<Lettered> = hand.cards.iter().map(|card| Lettered::of(card, width)).collect();
    let words = lettered.iter().map(Lettered::height).fold(60.0, f64::max);
    let height = (STRIP + panel + words + 26.0).ceil();
    let mut canvas = Canvas::default();
    let mut head = Canvas::default();
    let top = signs::heading(&mut head, &hand.title, &hand.caption, WIDTH, MARGIN) + 22.0;
    let rows = hand.cards.len().div_ceil(columns).max(1);
    let full = top + rows as f64 * (height + GAP) + 4.0;
    signs::sheet(&mut canvas, WIDTH, full);
    canvas.append(&head);
    for (number, (card, lettered)) in hand.cards.iter().zip(&lettered).enumerate() {
        let (row, column) = (number / columns, number % columns);
        let in_row = (hand.cards.len() - row * columns).min(columns);
        let wide = in_row as f64 * width + (in_row - 1) as f64 * GAP;
        let left = (WIDTH - 6.0 - wide) / 2.0 + column as f64 * (width + GAP);
        let at = (left.round(), top + row as f64 * (height + GAP));
        draw_card(&mut canvas, card, lettered, hand.party, at, (width, height, panel));
    }
    if hand.cards.is_empty() {
        let (left, middle) = ((WIDTH - width) / 2.0, top + height / 2.0);
        canvas.put(format_args!(
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\" \
             stroke-dasharray=\"14 9\"/>",
            ink::BLACK
        ));
        canvas.letter((WIDTH / 2.0, middle), Anchor::Middle, &Lettering::new(Face::Italic, 34.0), "No cards");
    }
    canvas.finish(WIDTH, full)
}

/// Draws a card, with its upper left corner at a point.
fn draw_card(canvas: &mut Canvas, card: &HandCard, lettered: &Lettered, party: Party, (x, y): (f64, f64), size: (f64, f64, f64)) {
    let (width, height, panel) = size;
    let black = ink::BLACK;
    for behind in (1..card.count.min(3)).rev() {
        let off = f64::from(behind) * 7.0;
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{width}\" height=\"{height}\" rx=\"12\" fill=\"{}\" stroke=\"{black}\" stroke-width=\"2.4\"/>",
            x + off,
            y + off,
            figures::CARD
        ));
    }
    if card.marked {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"17\" fill=\"{}\" stroke=\"{black}\" stroke-width=\"2.4\"/>",
            x - 8.0,
            y - 8.0,
            width + 16.0,
            height + 16.0,
            ink::OCHRE
        ));
    }
    let frame = if party == Party::Ours { 2.6 } else { 5.0 };
    canvas.put(format_args!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width}\" height=\"{height}\" rx=\"11\" fill=\"{}\" stroke=\"{black}\" stroke-width=\"{frame}\"/>",
        figures::PAPER
    ));
    if party == Party::Ours {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"7\" fill=\"none\" stroke=\"{black}\" stroke-width=\"1.2\"/>",
            x + 4.5,
            y + 4.5,
            width - 9.0,
            height - 9.0
        ));
    }
    draw_panel(canvas, card.kind, (x + 8.0, y + STRIP), (width - 16.0, panel));
    draw_strip(canvas, card, party, (x, y), width);
    if card.count > 1 {
        draw_count(canvas, card.count, (x + width - 8.0, y + STRIP + panel));
    }
    let room = height - STRIP - panel - 12.0;
    let mut base = y + STRIP + panel + 2.0 + (room - lettered.height()) / 2.0;
    for (style, lines) in [&lettered.name, &lettered.note] {
        for line in lines {
            canvas.letter((x + width / 2.0, base + style.size * 0.8), Anchor::Middle, style, line);
            base += style.size;
        }
        base += 5.0;
    }
    if card.marked {
        let (x, y) = (x + width - 1.0, y + 1.0);
        canvas.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"21\" fill=\"{}\" stroke=\"{black}\" stroke-width=\"3\"/>\
             <path d=\"M{:.1} {:.1}l8 9l14 -18\" stroke=\"{black}\" stroke-width=\"5.4\" fill=\"none\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>",
            ink::OCHRE,
            x - 11.0,
            y + 1.0
        ));
    }
}

/// The force in its corner, and what kind of card it is.
fn draw_strip(canvas: &mut Canvas, card: &HandCard, party: Party, (x, y): (f64, f64), width: f64) {
    let solid = party == Party::Enemy;
    let (fill, letters) = if solid { (figures::SOLID, figures::PAPER) } else { (figures::PAPER, ink::BLACK) };
    canvas.put(format_args!(
        "<path d=\"M{x:.1} {:.1}V{:.1}Q{x:.1} {y:.1} {:.1} {y:.1}H{:.1}V{:.1}Q{:.1} {:.1} {:.1} {:.1}Z\" fill=\"{fill}\" stroke=\"{}\" \
         stroke-width=\"2.6\"/>",
        y + CORNER,
        y + 11.0,
        x + 11.0,
        x + CORNER,
        y + CORNER - 18.0,
        x + CORNER,
        y + CORNER,
        x + CORNER - 18.0,
        y + CORNER,
        ink::BLACK
    ));
    let force = if card.force == 0 { "–".to_owned() } else { card.force.to_string() };
    let style = fit::line(&force, Lettering::new(Face::Bold, 54.0).coloured(letters), 34.0, CORNER - 10.0).0;
    canvas.letter((x + CORNER / 2.0 - 0.5, y + 33.0 + style.size * 0.3), Anchor::Middle, &style, &force);
    let room = width - CORNER - 12.0;
    // Capitals where the cards are wide enough for all of their words.
    let style = Lettering::new(Face::Semibold, 34.0);
    let style = if width > WIDE { style.small_caps().spaced(0.6) } else { style };
    let (style, words) = fit::line(card.kind.words(), style, SMALLEST, room);
    canvas.letter((x + CORNER + 3.0 + room / 2.0, y + 40.0), Anchor::Middle, &style, &words);
}

/// The figure, before an engraver's sky where it is one of troops.
fn draw_panel(canvas: &mut Canvas, kind: Kind, (x, y): (f64, f64), (width, height): (f64, f64)) {
    let black = ink::BLACK;
    let mut lines = String::new();
    if !matches!(kind, Kind::Tactics | Kind::Attack | Kind::Defence) {
        // Lines of a sky, closer toward its height, with a gap for each cloud.
        for line in 1..9_u32 {
            let down = height * (f64::from(line) / 9.0).powf(1.35) * 0.8;
            let (left, right) = (width * f64::from(line * 37 % 50) / 100.0, width * f64::from(line * 53 % 18 + 12) / 100.0);
            let cloud = (left + right).min(width);
            lines.push_str(&format!("M{x:.1} {:.1}h{left:.1}M{:.1} {:.1}H{:.1}", y + down, x + cloud, y + down, x + width));
        }
    }
    canvas.put(format_args!(
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{}\" stroke=\"{black}\" stroke-width=\"1.8\"/>",
        figures::CARD
    ));
    if !lines.is_empty() {
        canvas.put(format_args!("<path d=\"{lines}\" stroke=\"{}\" stroke-opacity=\"0.55\" stroke-width=\"1.2\"/>", ink::HILL));
    }
    let on_land = matches!(
        kind,
        Kind::Infantry
            | Kind::Shock
            | Kind::Cavalry
            | Kind::Camelry
            | Kind::Artillery
            | Kind::MachineGun
            | Kind::Rifle
            | Kind::Leader
            | Kind::Flag
    );
    let scale = (width - 10.0) / 200.0 * 0.96;
    let (middle, centre) = (x + width / 2.0, y + height / 2.0 + if on_land { 1.0 } else { 0.0 });
    if on_land {
        let ground = centre + 50.0 * scale;
        canvas.put(format_args!(
            "<path d=\"M{x:.1} {:.1}Q{:.1} {:.1} {:.1} {ground:.1}T{:.1} {:.1}V{:.1}H{x:.1}Z\" fill=\"#e2cf9f\" stroke=\"{}\" stroke-width=\"1.4\"/>",
            ground - 4.0,
            x + width * 0.2,
            ground - 10.0,
            x + width * 0.5,
            x + width,
            ground - 5.0,
            y + height - 1.0,
            ink::HILL
        ));
    }
    canvas.put(format_args!("<g transform=\"translate({middle:.1} {centre:.1}) scale({scale:.3})\">{}</g>", figures::on_card(kind)));
}

/// How many copies there are, in the lower right corner of the figure.
fn draw_count(canvas: &mut Canvas, count: u8, (right, bottom): (f64, f64)) {
    let style = Lettering::new(Face::Bold, 36.0);
    let words = format!("×{count}");
    let width = style.width(&words) + 16.0;
    canvas.put(format_args!(
        "<path d=\"M{:.1} {bottom:.1}V{:.1}H{right:.1}V{bottom:.1}Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2.4\"/>",
        right - width,
        bottom - 42.0,
        ink::OCHRE,
        ink::BLACK
    ));
    canvas.letter((right - width / 2.0, bottom - 10.0), Anchor::Middle, &style, &words);
}
