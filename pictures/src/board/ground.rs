//! What fills a square, drawn around its middle in hundredths of its side. Kept light: units stand on it.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use super::super::land::chance;
use super::super::lettering::ink;
use super::data::{Cell, Ground, Heading};

/// Slopes.
const SLOPE: &str = "#8a7048";
/// The wash of a hill.
const RISE: &str = "#e4d1a4";
/// Leaves and stalks.
const GREEN: &str = "#5e6b3a";
/// The wash of growth.
const MEADOW: &str = "#dfe3bd";
/// Roofs.
const ROOF: &str = "#c9b8a0";
/// Water.
const POOL: &str = "#c4d8da";

/// Draws what fills a square.
pub(super) fn shape(ground: Ground, cell: Cell) -> String {
    let key = u64::from(cell.1) * 7919 + u64::from(cell.0) * 104_729 + 17;
    match ground {
        Ground::Open => String::new(),
        Ground::Hill => format!("{}{}", wash(RISE), slopes(key)),
        Ground::Growth => format!("{}{}", wash(MEADOW), tufts(key)),
        Ground::OvergrownHill => format!("{}{}{}", wash("#dccf9a"), slopes(key), tufts(key)),
        Ground::BuiltUp => houses(key),
        Ground::Water => format!("{}{}", wash(POOL), ripples()),
        Ground::River(heading) => format!("{}{}", wash(POOL), stream(heading)),
        Ground::Impassable => impassable(),
    }
}

fn wash(colour: &str) -> String {
    format!("<path d=\"M-50 -50H50V50H-50Z\" fill=\"{colour}\" shape-rendering=\"crispEdges\"/>")
}

/// Wedges of ink down from a brow that fills most of the square.
fn slopes(key: u64) -> String {
    let mut strokes = String::new();
    for stroke in 0..30_u64 {
        let angle = (stroke as f64 + 0.3 * chance(key + stroke)) / 30.0 * TAU;
        let (sin, cos) = angle.sin_cos();
        // From an oval to a squarer foot, so that the slope fills the corners too.
        let reach = 1.0 / cos.abs().max(sin.abs()).max(0.82);
        let (inner, outer) = (33.0 * reach, (45.0 + 3.0 * chance(key + 60 + stroke)) * reach);
        let half = 0.055;
        let at = |angle: f64, radius: f64| (radius * angle.cos(), radius * angle.sin());
        let ((ax, ay), (bx, by), (tx, ty)) = (at(angle - half, inner), at(angle + half, inner), at(angle, outer));
        let _ = write!(strokes, "M{ax:.0} {ay:.0}L{bx:.0} {by:.0}L{tx:.0} {ty:.0}Z");
    }
    format!("<path d=\"{strokes}\" fill=\"{SLOPE}\"/>")
}

/// Tufts of grass, in rows that do not line up.
fn tufts(key: u64) -> String {
    let mut strokes = String::new();
    for (number, (x, y)) in [
        (-34.0, -30.0),
        (-2.0, -35.0),
        (31.0, -29.0),
        (-18.0, -4.0),
        (16.0, -2.0),
        (40.0, 8.0),
        (-39.0, 14.0),
        (-3.0, 27.0),
        (26.0, 36.0),
        (-28.0, 42.0),
    ]
    .into_iter()
    .enumerate()
    {
        let own = key + number as u64 * 3;
        let (x, y) = (x + 4.0 * chance(own), y + 4.0 * chance(own + 1));
        let _ = write!(strokes, "M{x:.0} {y:.0}l-6 -8M{x:.0} {y:.0}l0 -11M{x:.0} {y:.0}l6 -8");
    }
    format!("<path d=\"{strokes}\" fill=\"none\" stroke=\"{GREEN}\" stroke-width=\"2.4\" stroke-linecap=\"round\"/>")
}

/// Plans of houses, their roofs hatched.
fn houses(key: u64) -> String {
    let (mut walls, mut hatch) = (String::new(), String::new());
    for (number, (x, y, w, h)) in [
        (-44.0, -44.0, 30.0, 22.0),
        (-6.0, -46.0, 22.0, 26.0),
        (22.0, -42.0, 22.0, 18.0),
        (-45.0, -12.0, 20.0, 26.0),
        (26.0, -14.0, 18.0, 30.0),
        (-42.0, 22.0, 26.0, 22.0),
        (-8.0, 26.0, 24.0, 18.0),
        (24.0, 24.0, 20.0, 20.0),
    ]
    .into_iter()
    .enumerate()
    {
        let own = key + number as u64 * 5;
        let (x, y) = (x + 1.5 * chance(own), y + 1.5 * chance(own + 1));
        let _ = write!(walls, "M{x:.0} {y:.0}h{w}v{h}h-{w}Z");
        let mut along = 6.0;
        while along < w {
            let _ = write!(hatch, "M{:.0} {y:.0}v{h}", x + along);
            along += 6.0;
        }
    }
    format!(
        "<path d=\"{walls}\" fill=\"{ROOF}\" stroke=\"{SLOPE}\" stroke-width=\"2.6\"/>\
         <path d=\"{hatch}\" stroke=\"{SLOPE}\" stroke-width=\"1\" stroke-opacity=\"0.75\"/>"
    )
}

fn ripples() -> String {
    let mut lines = String::new();
    for row in 0..5 {
        let (x, y) = (if row % 2 == 0 { -40 } else { -22 }, -40 + row * 20);
        let _ = write!(lines, "M{x} {y}q8 -6 16 0t16 0t16 0");
    }
    format!("<path d=\"{lines}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"/>", ink::WATER)
}

/// Lines along the stream, with the arrow that charts give it.
fn stream(heading: Heading) -> String {
    // From corner to corner the lines end where the square does.
    let line = |x: i32| {
        let reach = if heading.is_diagonal() { 68 - x.abs() } else { 50 };
        let sway = if heading.is_diagonal() { 2 } else { 7 };
        format!("M{x} {reach}C{} {} {} {} {x} -{reach}", x - sway, reach / 3, x + sway, -reach / 3)
    };
    let lines: String = [-36, -24, 24, 36].into_iter().map(line).collect();
    format!(
        "<g transform=\"rotate({:.0})\"><path d=\"{lines}\" fill=\"none\" stroke=\"{water}\" stroke-width=\"2.2\"/>\
         <path d=\"M0 34V-30M-10 -14L0 -34L10 -14\" fill=\"none\" stroke=\"{water}\" stroke-width=\"5\"/></g>",
        heading.degrees(),
        water = ink::WATER
    )
}

fn impassable() -> String {
    let mut lines = String::new();
    for step in 0..7 {
        let along = -50 + step * 17;
        let _ = write!(lines, "M{along} -50L-50 {along}M{along} 50L50 {along}");
        let _ = write!(lines, "M{along} -50L50 {}M{along} 50L-50 {}", -along, -along);
    }
    format!("{}<path d=\"{lines}\" stroke=\"{}\" stroke-width=\"4\"/>", wash("#bdb3a0"), ink::BLACK)
}
