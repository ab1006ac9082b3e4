//! Villages and towns: flat-roofed houses, for a town around a mosque, for a fortified town within walls with towers and
//! a gate. A place that takes several squares is drawn as one.

use std::fmt::Write as _;

use super::super::canvas::Canvas;
use super::super::geometry::Rect;
use super::super::land::chance;
use super::super::lettering::ink;
use super::field::{Cell, Field, Plot, key};
use super::palms::palm;

/// The wash of built-up ground.
const WASH: &str = "#eccdb8";

/// The blocks of a kind, each as its first square and its size in squares. What is no rectangle falls into squares.
fn blocks(field: &Field, plot: Plot) -> Vec<(Cell, (usize, usize))> {
    let cells: Vec<Cell> = field.cells_of(plot).collect();
    let bounds = |of: fn(&Cell) -> usize| (cells.iter().map(of).min().unwrap_or(0), cells.iter().map(of).max().unwrap_or(0));
    let ((left, right), (top, bottom)) = (bounds(|cell| cell.0), bounds(|cell| cell.1));
    let (width, depth) = (right - left + 1, bottom - top + 1);
    if cells.len() == width * depth { vec![((left, top), (width, depth))] } else { cells.into_iter().map(|cell| (cell, (1, 1))).collect() }
}

/// Draws every village and town, `side` pixels to the square, from the upper left corner of the table.
pub(super) fn draw(canvas: &mut Canvas, field: &Field, (x, y): (f64, f64), side: f64) {
    for plot in Plot::ALL.into_iter().filter(|plot| plot.is_settled()) {
        for ((column, row), (width, depth)) in blocks(field, plot) {
            let shape = place(plot, width, depth, key((column, row)));
            canvas.put(format_args!(
                "<g transform=\"translate({:.1} {:.1}) scale({:.3})\">{shape}</g>",
                x + column as f64 * side,
                y + row as f64 * side,
                side / 100.0
            ));
        }
    }
}

/// A place of one square around its middle, for the legend.
pub(super) fn sample(plot: Plot) -> String {
    format!("<g transform=\"translate(-50 -50)\">{}</g>", place(plot, 1, 1, 5))
}

/// A place from its upper left corner, a hundred to the square.
fn place(plot: Plot, width: usize, depth: usize, key: u64) -> String {
    let (w, h) = (width as f64 * 100.0, depth as f64 * 100.0);
    let walled = plot == Plot::FortifiedTown;
    let inset = if walled { 9.0 } else { 5.0 };
    let inner = Rect::new(0.0, 0.0, w, h).grown(-inset);
    let mut shape = String::new();
    if plot != Plot::Village {
        let _ = write!(
            shape,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{}\" fill=\"{WASH}\" fill-opacity=\"0.85\"/>",
            inner.x,
            inner.y,
            inner.w,
            inner.h,
            if walled { 0 } else { 14 }
        );
    }
    // Streets run between rows of houses; what stands further back is drawn first.
    let room = inner.grown(if walled { -12.0 } else { -2.0 });
    let (across, down) = ((room.w / 28.0).floor().max(1.0), (room.h / 28.0).floor().max(1.0));
    let (step_x, step_y) = (room.w / across, room.h / down);
    let (mosque_x, mosque_y) = ((across / 2.0).floor(), (down / 2.0).floor());
    for row in 0..(down as u64) {
        for column in 0..(across as u64) {
            let own = key + row * 97 + column * 31;
            let at = (room.x + (column as f64 + 0.5) * step_x, room.y + (row as f64 + 0.86) * step_y);
            if plot != Plot::Village && (column as f64, row as f64) == (mosque_x, mosque_y) {
                shape.push_str(&mosque(at));
                continue;
            }
            let nudge = if plot == Plot::Village { 3.4 } else { 1.4 };
            let (x, y) = (at.0 + nudge * chance(own), at.1 + nudge * chance(own + 1));
            // Where a village has no house, it has a tree.
            if plot == Plot::Village && (row * 2 + column * 3 + key) % 5 < 2 {
                shape.push_str(&palm(x, y, 23.0, 2.5 * chance(own + 4)));
                continue;
            }
            shape.push_str(&house(x, y, 19.0 + 2.6 * chance(own + 2), 11.5 + 2.2 * chance(own + 3)));
        }
    }
    if walled {
        shape.push_str(&walls(inner, width, depth));
    }
    shape
}

/// A house whose front stands on the middle of its lower edge: front, roof and a side in shadow.
fn house(x: f64, y: f64, wide: f64, high: f64) -> String {
    let (left, back) = (x - wide / 2.0 - 1.5, 6.0);
    let black = ink::BLACK;
    format!(
        "<g stroke=\"{black}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"><path d=\"M{left:.1} {y:.1}v{:.1}h{wide:.1}v{high:.1}Z\" fill=\"#fbf2dd\"/>\
         <path d=\"M{left:.1} {:.1}l4 -{back}h{wide:.1}l-4 {back}Z\" fill=\"#e0c597\"/>\
         <path d=\"M{:.1} {y:.1}v{:.1}l4 -{back}v{high:.1}Z\" fill=\"#8d7350\"/></g>\
         <path d=\"M{:.1} {y:.1}v-6.5h4.2v6.5Z\" fill=\"{black}\"/>",
        -high,
        y - high,
        left + wide,
        -high,
        x - 3.4
    )
}

/// A domed house with a minaret.
fn mosque((x, y): (f64, f64)) -> String {
    format!(
        "<g transform=\"translate({x:.1} {y:.1})\" stroke=\"{black}\" stroke-width=\"1.6\" stroke-linejoin=\"round\">\
         <path d=\"M7 1V-33L10 -40L13 -33V1Z\" fill=\"#fbf2dd\"/><path d=\"M5.5 -25H14.5\" stroke-width=\"2.4\"/>\
         <path d=\"M-13 1V-13H6V1Z\" fill=\"#fbf2dd\"/><path d=\"M-12 -13C-13 -26 -4 -27 -3.5 -31C-3 -27 6 -26 5 -13Z\" fill=\"#c9d0c0\"/>\
         <path d=\"M-6 1V-5Q-3.5 -9 -1 -5V1Z\" fill=\"{black}\" stroke=\"none\"/></g>",
        black = ink::BLACK
    )
}

/// Walls around a town, with towers at the corners and at each foot between, and a gate toward the near edge.
fn walls(around: Rect, width: usize, depth: usize) -> String {
    let Rect { x, y, w, h } = around;
    let (black, gate) = (ink::BLACK, 9.0);
    let middle = x + w / 2.0;
    let line = format!("M{:.1} {:.1}H{x:.1}V{y:.1}H{:.1}V{:.1}H{:.1}", middle - gate, y + h, x + w, y + h, middle + gate);
    let mut shape = format!(
        "<path d=\"{line}\" fill=\"none\" stroke=\"{black}\" stroke-width=\"9\"/>\
         <path d=\"{line}\" fill=\"none\" stroke=\"{}\" stroke-width=\"4\" stroke-dasharray=\"5 3\"/>",
        ink::PAPER
    );
    let mut towers = vec![(x, y), (x + w, y), (x, y + h), (x + w, y + h), (middle - gate, y + h), (middle + gate, y + h)];
    towers.extend((1..width).map(|foot| (x + w * foot as f64 / width as f64, y)));
    towers.extend((1..depth).flat_map(|foot| [x, x + w].map(|side| (side, y + h * foot as f64 / depth as f64))));
    for (number, (tower_x, tower_y)) in towers.into_iter().enumerate() {
        let half = if number < 4 { 8.0 } else { 6.0 };
        let _ = write!(
            shape,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" stroke=\"{black}\" stroke-width=\"3\"/>\
             <rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{black}\"/>",
            tower_x - half,
            tower_y - half,
            2.0 * half,
            2.0 * half,
            ink::PAPER,
            tower_x - half * 0.4,
            tower_y - half * 0.4,
            half * 0.8,
            half * 0.8
        );
    }
    shape
}
