//! The legend: what is on the map, and nothing else, each sign with its words.

use super::super::canvas::{Anchor, Canvas};
use super::super::lettering::{Face, Lettering};
use super::data::{Arm, Party, RouteKind, SpaceKind, Stack, Theatre};
use super::signs;

/// Between a sign and its words.
const GAP: f64 = 7.0;
/// Between entries.
const BETWEEN: f64 = 22.0;
/// Half of how wide a port's anchor is beside its sign.
const ANCHOR: f64 = 9.0;
/// From line to line.
pub(super) const LINE: f64 = 46.0;

/// What the legend explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Space(SpaceKind),
    Holder(Option<Party>),
    Route(RouteKind),
    Arm(Arm),
    Plate,
    Battle,
}

/// A sign with its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    sign: Sign,
    words: String,
}

impl Entry {
    fn width(&self) -> f64 {
        sign_width(self.sign) + GAP + style().width(&self.words)
    }
}

fn sign_width(sign: Sign) -> f64 {
    match sign {
        Sign::Space(kind) => 2.0 * signs::half(kind, 1) + 6.0 + if kind == SpaceKind::Port { 2.0 * ANCHOR } else { 0.0 },
        Sign::Holder(_) => 36.0,
        Sign::Route(_) => 62.0,
        Sign::Arm(_) => 46.0,
        Sign::Plate => signs::PLATE.0,
        Sign::Battle => 44.0,
    }
}

fn style() -> Lettering {
    Lettering::new(Face::Roman, 28.0)
}

/// The entries, for what is on a map.
pub(super) fn entries(theatre: &Theatre) -> Vec<Entry> {
    let stacks = || theatre.spaces.iter().flat_map(|space| &space.stacks);
    let mut entries = Vec::new();
    let mut add = |is_there: bool, sign: Sign, words: &str| {
        if is_there {
            entries.push(Entry { sign, words: words.to_owned() });
        }
    };
    add(stacks().next().is_some(), Sign::Plate, "units · strength seen");
    for party in [Party::Ours, Party::Enemy] {
        add(true, Sign::Holder(Some(party)), theatre.party(party));
    }
    add(true, Sign::Holder(None), "nobody");
    for kind in SpaceKind::ALL {
        let is_there = theatre.spaces.iter().any(|space| space.kind == kind);
        add(is_there, Sign::Space(kind), if kind == SpaceKind::Town { "town, victory points" } else { kind.words() });
    }
    for kind in RouteKind::ALL {
        add(theatre.routes.iter().any(|route| route.kind == kind), Sign::Route(kind), kind.words());
    }
    for arm in Arm::ALL {
        add(stacks().any(|stack| stack.arm == arm), Sign::Arm(arm), arm.words());
    }
    add(theatre.spaces.iter().any(|space| space.fought), Sign::Battle, "battle");
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
            line.push(entry.clone());
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
            canvas.letter((x + sign + GAP, y + style().size * 0.31), Anchor::Start, &style(), &entry.words);
            x += entry.width() + BETWEEN;
        }
    }
}

fn draw_sign(canvas: &mut Canvas, sign: Sign, (x, y): (f64, f64)) {
    match sign {
        Sign::Space(kind) => {
            let points = u8::from(kind == SpaceKind::Town);
            let is_port = kind == SpaceKind::Port;
            signs::space(canvas, if is_port { (x - ANCHOR, y) } else { (x, y) }, kind, points, is_port, None);
        }
        Sign::Holder(holder) => signs::space(canvas, (x, y), SpaceKind::Town, 0, false, holder),
        Sign::Route(kind) => {
            let path = format!("M{:.1} {y:.1}H{:.1}", x - 29.0, x + 29.0);
            canvas.put(format_args!("{}", signs::route(kind, &path)));
        }
        Sign::Arm(arm) => {
            canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale(0.22)\">{}</g>", signs::arm(arm, false)));
        }
        Sign::Plate => {
            let stack = Stack { party: Party::Enemy, arm: Arm::Foot, name: String::new(), units: 1, strength: 4, unseen: Some(2) };
            signs::plate(canvas, &stack, (x - signs::PLATE.0 / 2.0, y - signs::PLATE.1 / 2.0));
        }
        Sign::Battle => {
            canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale(0.6) translate({:.1} {:.1})\">", -x, -y));
            signs::swords(canvas, (x, y));
            canvas.put(format_args!("</g>"));
        }
    }
}
