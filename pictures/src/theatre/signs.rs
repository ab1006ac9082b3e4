//! The signs of spaces, the plates of stacks, the strokes of routes.

use super::super::board::Party;
use super::super::canvas::{Anchor, Canvas};
use super::super::cards::figures::{self, ON_BLACK, ON_PAPER, PAPER, SOLID};
use super::super::cards::fit::{self, SMALLEST};
use super::super::cards::signs::plate_inks;
use super::super::lettering::{Face, Lettering, ink};
use super::data::{Arm, RouteKind, SpaceKind, Stack};
use crate::cards::Kind;

/// The width and height of a plate.
pub(super) const PLATE: (f64, f64) = (112.0, 38.0);

/// Half of how wide and high the sign of a space is.
pub(super) fn half(kind: SpaceKind, points: u8) -> f64 {
    match kind {
        SpaceKind::Fortress => 20.0,
        SpaceKind::Town if points > 1 => 19.0,
        SpaceKind::Town => 16.0,
        SpaceKind::River | SpaceKind::Port | SpaceKind::Open | SpaceKind::Desert => 11.0,
    }
}

/// The sign of a space around its middle, filled by who holds it: hollow ours, solid the enemy's, grey nobody's. A town has its points in it.
pub(super) fn space(canvas: &mut Canvas, (x, y): (f64, f64), kind: SpaceKind, points: u8, port: bool, holder: Option<Party>) {
    let (fill, letter) = match holder {
        Some(Party::Ours) => (PAPER, ink::BLACK),
        Some(Party::Enemy) => (SOLID, PAPER),
        None => ("#d9cba6", ink::BLACK),
    };
    let r = half(kind, points);
    let shape = match kind {
        SpaceKind::Fortress => {
            let points: Vec<String> = (0..16_u32)
                .map(|step| {
                    let angle = f64::from(step) * std::f64::consts::PI / 8.0;
                    let out = if step % 2 == 0 { r + 4.0 } else { r - 5.0 };
                    format!("{:.1} {:.1}", out * angle.sin(), -out * angle.cos())
                })
                .collect();
            format!("<path d=\"M{}Z\"", points.join("L"))
        }
        SpaceKind::Town => format!("<rect x=\"{0:.1}\" y=\"{0:.1}\" width=\"{1:.1}\" height=\"{1:.1}\" rx=\"3\"", -r, 2.0 * r),
        SpaceKind::River | SpaceKind::Port => format!("<circle r=\"{r:.1}\""),
        SpaceKind::Open => format!("<path d=\"M0 {:.1}L{r:.1} 0L0 {r:.1}L{:.1} 0Z\"", -r, -r),
        SpaceKind::Desert => format!("<path d=\"M0 {:.1}L{:.1} {:.1}H{:.1}Z\"", -r, r, r * 0.8, -r),
    };
    canvas.put(format_args!(
        "<g transform=\"translate({x:.1} {y:.1})\">{shape} fill=\"{fill}\" stroke=\"{SOLID}\" stroke-width=\"3\" stroke-linejoin=\"round\"/></g>"
    ));
    if points > 0 {
        let style = Lettering::new(Face::Bold, SMALLEST).coloured(letter);
        canvas.letter((x, y + style.size * 0.33), Anchor::Middle, &style, &points.to_string());
    }
    if port {
        // An anchor beside it.
        canvas.put(format_args!(
            "<g transform=\"translate({:.1} {:.1})\"><path d=\"M0 -9V9M-5 -4H5M-8 3Q-7 9 0 9Q7 9 8 3\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"2.6\" stroke-linecap=\"round\"/><circle cy=\"-11\" r=\"2.4\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/></g>",
            x + r + 8.0,
            y - r - 2.0,
            ink::WATER,
            ink::WATER
        ));
    }
}

fn kind(arm: Arm) -> Kind {
    match arm {
        Arm::Foot => Kind::Infantry,
        Arm::Cavalry => Kind::Cavalry,
        Arm::Camel => Kind::Camelry,
        Arm::Leader => Kind::Leader,
        Arm::Boat => Kind::Boat,
        Arm::Garrison => Kind::Defence,
    }
}

/// The sign of an arm around its middle.
pub(super) fn arm(arm: Arm, is_solid: bool) -> String {
    figures::small(kind(arm), if is_solid { ON_BLACK } else { ON_PAPER })
}

/// The units of a side: the sign of the first that is seen, how many there are, how strong; with the upper left corner at a point.
pub(super) fn plate(canvas: &mut Canvas, stack: &Stack, (x, y): (f64, f64)) {
    let (fill, colour) = plate_inks(stack.party);
    let (wide, high) = PLATE;
    canvas.put(format_args!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" fill=\"{fill}\" stroke=\"{SOLID}\" stroke-width=\"2.2\"/>\
         <g transform=\"translate({:.1} {:.1}) scale(0.185)\">{}</g>",
        x + 1.0,
        y + 1.0,
        wide - 2.0,
        high - 2.0,
        x + 19.0,
        y + high / 2.0,
        arm(stack.arm, stack.party == Party::Enemy)
    ));
    let words = stack.numbers();
    let (style, words) = fit::line(&words, Lettering::new(Face::Bold, 28.0).coloured(colour), 20.0, wide - 40.0);
    canvas.letter((x + 36.0 + (wide - 40.0) / 2.0, y + high / 2.0 + style.size * 0.33), Anchor::Middle, &style, &words);
}

/// The strokes of a route along a path.
pub(super) fn route(kind: RouteKind, path: &str) -> String {
    match kind {
        RouteKind::Road => format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"7\"/><path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.2\"/>",
            figures::CARD,
            ink::BLACK
        ),
        RouteKind::River => format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"9\" stroke-linecap=\"round\"/>\
             <path d=\"{path}\" fill=\"none\" stroke=\"#cedad5\" stroke-width=\"4.6\" stroke-linecap=\"round\"/>",
            ink::WATER
        ),
        RouteKind::Desert => format!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"4.4\" stroke-linecap=\"round\" stroke-dasharray=\"0.1 11\"/>",
            ink::BLACK
        ),
        RouteKind::Sea => {
            format!("<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-dasharray=\"14 8\"/>", ink::WATER)
        }
    }
}

/// Crossed swords around a point, where the battle is.
pub(super) fn swords(canvas: &mut Canvas, (x, y): (f64, f64)) {
    canvas.put(format_args!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"34\" fill=\"{}\" fill-opacity=\"0.75\"/>", ink::OCHRE));
}
