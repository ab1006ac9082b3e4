//! Signs of single squares: hills in hachures, an oasis, rocks and scrub. Each is drawn around its middle in hundredths
//! of the square's side, so that the legend shows the same sign smaller.

use std::f64::consts::TAU;
use std::fmt::Write as _;

use super::super::canvas::{Canvas, line_data};
use super::super::land::chance;
use super::super::lettering::ink;
use super::field::{Cell, Edge, Plot, cliff_side, key};
use super::houses;
use super::palms::palm;

/// Hills: darker than on the map, whose hills stand behind names.
const SLOPE: &str = "#7a6240";
/// Bushes.
const SCRUB: &str = "#626a38";

/// Draws the sign of a square around its middle, `side` pixels to the square.
pub(super) fn draw(canvas: &mut Canvas, plot: Plot, (x, y): (f64, f64), side: f64, cell: Cell) {
    let shape = match plot {
        Plot::SmallHill => hill(cell, (25.0, 22.0), &[(0.24, 0.58), (0.52, 0.84), (0.78, 1.1)], None),
        Plot::LargeHill => hill(cell, (44.0, 40.0), &[(0.14, 0.36), (0.33, 0.57), (0.54, 0.79), (0.76, 1.04)], None),
        Plot::CliffHill => hill(cell, (44.0, 40.0), &[(0.16, 0.42), (0.39, 0.7), (0.67, 1.02)], Some(cliff_side(cell))),
        Plot::Oasis => oasis(),
        Plot::Rocks => rocks(cell),
        Plot::Village | Plot::Town | Plot::FortifiedTown => houses::sample(plot),
        Plot::Harbour => anchor(),
        Plot::RiverBed | Plot::Open => return,
    };
    canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale({:.3})\">{shape}</g>", side / 100.0));
}

/// A hill: a wash with wedges of ink down its slopes, ring below ring. Beyond a cliff there is no slope, but rock.
fn hill(cell: Cell, (across, down): (f64, f64), rings: &[(f64, f64)], cliff: Option<Edge>) -> String {
    let key = key(cell);
    let lean = chance(key) * 0.6;
    let edge = |angle: f64| 1.0 + 0.07 * (2.0 * angle + chance(key + 1) * 3.0).sin() + 0.05 * (3.0 * angle + chance(key + 2) * 3.0).sin();
    let on_slope = |angle: f64, part: f64| {
        let reach = part * edge(angle);
        let (x, y) = (across * reach * angle.cos(), down * reach * angle.sin());
        (x * lean.cos() - y * lean.sin(), x * lean.sin() + y * lean.cos())
    };
    // The cliff is cut on the right and the whole turned; what a half turn hides is cut off.
    let turn: f64 = match cliff {
        None | Some(Edge::Right) => 0.0,
        Some(Edge::Near) => 90.0,
        Some(Edge::Left) => 180.0,
        Some(Edge::Far) => -90.0,
    };
    let keeps = |(x, _): (f64, f64)| cliff.is_none() || x < CLIFF + 1.0;
    let foot: Vec<(f64, f64)> = (0..48)
        .map(|step| on_slope(f64::from(step) / 48.0 * TAU, 1.0))
        .map(|(x, y)| if cliff.is_some() { (x.min(CLIFF), y) } else { (x, y) })
        .collect();
    let mut strokes = String::new();
    for (ring, (inner, outer)) in rings.iter().enumerate() {
        let around = (across + down) / 2.0 * TAU * inner;
        let count = (around / 3.7).round().max(12.0);
        for stroke in 0..(count as u64) {
            let own = key + ring as u64 * 521 + stroke * 13;
            let angle = (stroke as f64 + 0.3 * chance(own)) / count * TAU;
            // The light falls from the upper left: slopes that face it are drawn thinner.
            let shade = 0.5 - 0.5 * (angle + lean + turn.to_radians() - 3.93).cos();
            let half = (0.45 + 1.0 * shade) / (around / TAU).max(1.0);
            let (a, b) = (on_slope(angle - half, *inner), on_slope(angle + half, *inner));
            let tip = on_slope(angle, outer + 0.04 * chance(own + 7));
            if keeps(a) && keeps(b) && keeps(tip) {
                let _ = write!(strokes, "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z", a.0, a.1, b.0, b.1, tip.0, tip.1);
            }
        }
    }
    let wall = if cliff.is_some() { crag(key, down) } else { String::new() };
    format!(
        "<g transform=\"rotate({turn:.0})\"><path d=\"{}\" fill=\"#d9c294\" fill-opacity=\"0.55\"/><path d=\"{strokes}\" fill=\"{SLOPE}\"/>{wall}</g>",
        line_data(&foot, true)
    )
}

/// Where a cliff is cut, right of the hill's middle.
const CLIFF: f64 = 17.0;

/// The rock face: a jagged brow, and below it strokes that grow shorter toward its ends.
fn crag(key: u64, half: f64) -> String {
    let steps = 12;
    let brow: Vec<(f64, f64)> = (0..=steps)
        .map(|step| {
            let part = f64::from(step) / f64::from(steps) * 2.0 - 1.0;
            (CLIFF + 2.6 * chance(key + 300 + step as u64) - 5.0 * part * part, part * half)
        })
        .collect();
    let mut face = String::new();
    for (step, pair) in brow.windows(2).enumerate() {
        for (part, number) in [(0.0, 0), (0.5, 1)] {
            let at = (pair[0].0 + part * (pair[1].0 - pair[0].0), pair[0].1 + part * (pair[1].1 - pair[0].1));
            let long = (15.0 + 4.0 * chance(key + 400 + step as u64 * 2 + number)) * (1.0 - 0.6 * (at.1 / half).powi(2));
            let _ = write!(face, "M{:.1} {:.1}l{long:.1} 1.2L{:.1} {:.1}Z", at.0, at.1 - 1.3, at.0, at.1 + 1.5);
        }
    }
    format!(
        "<path d=\"{face}\" fill=\"{black}\"/><path d=\"{}\" fill=\"none\" stroke=\"{black}\" stroke-width=\"3.6\" stroke-linejoin=\"round\" stroke-linecap=\"round\"/>",
        line_data(&brow, false),
        black = ink::BLACK
    )
}

fn oasis() -> String {
    let palms: String =
        [(-25.0, 6.0, 27.0, -3.0), (-7.0, -3.0, 30.0, 3.0), (19.0, 2.0, 25.0, 4.0), (-34.0, 28.0, 20.0, -2.0), (33.0, 31.0, 20.0, 3.0)]
            .into_iter()
            .map(|(x, y, height, lean)| palm(x, y, height, lean))
            .collect();
    format!(
        "<ellipse cx=\"0\" cy=\"11\" rx=\"42\" ry=\"29\" fill=\"#d3dcb0\" fill-opacity=\"0.8\"/>\
         <path d=\"M-26 17C-26 8 -10 5 3 6C18 6 29 11 28 18C27 27 12 30 -1 30C-15 30 -26 26 -26 17Z\" fill=\"#b4cacb\" stroke=\"{water}\" stroke-width=\"2.6\"/>\
         <path d=\"M-15 14q7 -3 14 0M3 17q8 -3 16 0M-14 22q8 -3 16 0\" fill=\"none\" stroke=\"{water}\" stroke-width=\"1.5\"/>{palms}",
        water = ink::WATER
    )
}

fn rocks(cell: Cell) -> String {
    let key = key(cell);
    let mirror = if chance(key + 60) < 0.0 { -1 } else { 1 };
    let mut dots = String::new();
    for dot in 0..60 {
        let (angle, reach) = (chance(key + dot * 3) * TAU, 43.0 * (0.5 + 0.5 * chance(key + dot * 3 + 1)).sqrt());
        let _ = write!(dots, "M{:.1} {:.1}h0", reach * angle.cos(), reach * angle.sin());
    }
    let mut stones = String::new();
    for (number, (x, y, size)) in
        [(-17.0, -20.0, 1.25), (20.0, -9.0, 1.0), (-2.0, 12.0, 1.4), (-30.0, 21.0, 0.85), (27.0, 28.0, 0.9)].into_iter().enumerate()
    {
        let own = key + 200 + number as u64 * 5;
        let (x, y) = (x + 4.0 * chance(own), y + 4.0 * chance(own + 1));
        let _ = write!(
            stones,
            "<g transform=\"translate({x:.1} {y:.1}) scale({size})\"><path d=\"M-10 6L-8 -3L-2 -8L6 -6L11 1L10 6Z\" fill=\"#d8ccb2\" \
             stroke=\"{black}\" stroke-width=\"2\" stroke-linejoin=\"round\"/><path d=\"M-2 -8L1 -1L10 6L11 1L6 -6Z\" fill=\"#6b604c\"/>\
             <path d=\"M1 -1L-3 6\" stroke=\"{black}\" stroke-width=\"1.4\"/></g>",
            black = ink::BLACK
        );
    }
    let mut bushes = String::new();
    for (number, (x, y)) in [(5.0, -31.0), (-36.0, -4.0), (36.0, 10.0), (-14.0, 36.0), (13.0, 37.0), (38.0, -29.0)].into_iter().enumerate()
    {
        let own = key + 260 + number as u64 * 5;
        let (x, y) = (x + 3.0 * chance(own), y + 3.0 * chance(own + 1));
        let _ = write!(bushes, "M{x:.1} {y:.1}l-6.5 -6M{x:.1} {y:.1}l-3 -9M{x:.1} {y:.1}l1 -10M{x:.1} {y:.1}l4.5 -8M{x:.1} {y:.1}l7 -4.5");
    }
    format!(
        "<g transform=\"scale({mirror} 1)\"><path d=\"{dots}\" stroke=\"{SLOPE}\" stroke-width=\"2\" stroke-linecap=\"round\"/>\
         <path d=\"{bushes}\" fill=\"none\" stroke=\"{SCRUB}\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>{stones}</g>"
    )
}

/// An anchor, as charts mark where ships may lie.
pub(super) fn anchor() -> String {
    format!(
        "<g fill=\"none\" stroke=\"{}\" stroke-width=\"5\" stroke-linecap=\"round\"><circle cx=\"0\" cy=\"-27\" r=\"6\"/>\
         <path d=\"M0 -21V26M-15 -12H15M-24 8Q-21 26 0 26Q21 26 24 8M-30 13L-24 7L-18 13M30 13L24 7L18 13\"/></g>",
        ink::WATER
    )
}
