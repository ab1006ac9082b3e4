//! Water that is there and water that was: the harbour with its jetty, and dry river beds as winding double banks in
//! broken lines. Both are drawn from the upper left corner of the table.

use std::fmt::Write as _;

use super::super::canvas::{Anchor, Canvas, line_data};
use super::super::geometry::Rect;
use super::super::land::{chance, smooth_open};
use super::super::lettering::{Face, Lettering, ink};
use super::field::{Cell, Edge, Field, Plot, key};
use super::signs;

/// Sand of a river bed.
const SAND: &str = "#ead8ab";
/// Its banks.
const BANK: &str = "#5f4b2d";

/// The board in pixels, and pixels to the foot.
#[derive(Clone, Copy)]
pub(super) struct Board {
    /// The table.
    pub(super) area: Rect,
    /// A foot.
    pub(super) side: f64,
}

impl Board {
    /// From feet to pixels.
    pub(super) fn px(&self, [x, y]: [f64; 2]) -> (f64, f64) {
        (self.area.x + x * self.side, self.area.y + y * self.side)
    }
}

/// Draws the river beds.
pub(super) fn draw_beds(canvas: &mut Canvas, field: &Field, board: Board) {
    let mut data = String::new();
    let mut sand = String::new();
    for (number, bed) in field.beds.iter().enumerate() {
        let arm = bed.first().is_some_and(|first| field.beds[..number].iter().any(|earlier| earlier.contains(first)));
        let course: Vec<(f64, f64)> = smooth_open(&course(field, bed, arm)).into_iter().map(|point| board.px(point)).collect();
        data.push_str(&line_data(&course, false));
        let ends = [(!arm).then(|| course.get(1).zip(course.first())).flatten(), course.iter().rev().nth(1).zip(course.last())];
        for (before, end) in ends.into_iter().flatten() {
            if board.area.grown(-0.1 * board.side).contains(&Rect::new(end.0, end.1, 0.0, 0.0)) {
                lost_in_sand(&mut sand, *before, *end, board.side);
            }
        }
    }
    canvas.put(format_args!("<g clip-path=\"url(#board)\">"));
    bed(canvas, &data, board.side);
    canvas.put(format_args!(
        "<path d=\"{sand}\" stroke=\"{BANK}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\"/></g>",
        0.024 * board.side
    ));
}

/// Draws a short bed around a point, for the legend.
pub(super) fn draw_sample(canvas: &mut Canvas, (x, y): (f64, f64), side: f64) {
    let at = |part: f64| (x + part * side, y - 0.16 * side * (part * 5.0).sin());
    let course: Vec<(f64, f64)> = (-6..=6).map(|step| at(f64::from(step) / 12.0)).collect();
    bed(canvas, &line_data(&course, false), side);
}

/// Banks first, then sand over all of them, so that an arm opens into its course.
fn bed(canvas: &mut Canvas, data: &str, side: f64) {
    let unit = side / 100.0;
    let common = "fill=\"none\" stroke-linejoin=\"round\"";
    canvas.put(format_args!(
        "<path d=\"{data}\" {common} stroke=\"{BANK}\" stroke-width=\"{:.1}\" stroke-dasharray=\"{:.1} {:.1}\"/>\
         <path d=\"{data}\" {common} stroke=\"{SAND}\" stroke-width=\"{:.1}\"/>\
         <path d=\"{data}\" {common} stroke=\"{BANK}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" stroke-dasharray=\"0.1 {:.1} 0.1 {:.1}\"/>",
        32.0 * unit,
        11.0 * unit,
        5.0 * unit,
        25.0 * unit,
        2.6 * unit,
        9.0 * unit,
        15.0 * unit
    ));
}

/// Dots that scatter beyond the end of a bed.
fn lost_in_sand(data: &mut String, before: (f64, f64), end: (f64, f64), side: f64) {
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy).max(1e-9);
    let (dx, dy) = (dx / length, dy / length);
    for row in 0..4 {
        let (on, spread) = (0.035 + 0.05 * f64::from(row), 0.13 + 0.025 * f64::from(row));
        let dots = 7 - row;
        for dot in 0..dots {
            let part = (f64::from(dot) / f64::from(dots - 1) * 2.0 - 1.0) * spread;
            let (x, y) = (end.0 + side * (dx * on - dy * part), end.1 + side * (dy * on + dx * part));
            let _ = write!(data, "M{x:.1} {y:.1}h0");
        }
    }
}

/// Where a bed runs, in feet: through its squares and over the sides they share, never quite straight. It runs out
/// to the edge of the table where it ends beside one.
fn course(field: &Field, bed: &[Cell], arm: bool) -> Vec<[f64; 2]> {
    let middle = |cell: Cell| {
        let own = key(cell);
        [cell.0 as f64 + 0.5 + 0.13 * chance(own + 11), cell.1 as f64 + 0.5 + 0.13 * chance(own + 12)]
    };
    let mut line = Vec::with_capacity(bed.len() * 2 + 2);
    if let [only] = bed {
        let (column, row) = *only;
        // Toward the table's edge if that is near.
        let upright = row == 0 || row + 1 == field.depth;
        let (x, y) = (column as f64, row as f64);
        // Up to the side of its square, or a little short of it where that is not the table's edge.
        let end = |way: [f64; 2], open: bool| {
            let part = if open { 0.52 } else { 0.34 };
            [x + 0.5 + part * way[0] + 0.07 * way[1], y + 0.5 + part * way[1] - 0.07 * way[0]]
        };
        return if upright {
            vec![end([0.0, -1.0], row == 0), middle(*only), end([0.0, 1.0], row + 1 == field.depth)]
        } else {
            vec![end([-1.0, 0.0], column == 0), middle(*only), end([1.0, 0.0], column + 1 == field.width)]
        };
    }
    if let (false, [first, second, ..]) = (arm, bed) {
        line.push(mouth(field, *first, *second));
    }
    for pair in bed.windows(2) {
        line.push(middle(pair[0]));
        let (a, b) = (pair[0], pair[1]);
        let wander = 0.16 * chance(key(a).wrapping_mul(31) ^ key(b));
        let across = f64::from(u8::from(a.0 == b.0));
        line.push([(a.0 + b.0 + 1) as f64 / 2.0 + wander * across, (a.1 + b.1 + 1) as f64 / 2.0 + wander * (1.0 - across)]);
    }
    line.extend(bed.last().map(|last| middle(*last)));
    if let [.., before, last] = bed {
        line.push(mouth(field, *last, *before));
    }
    line
}

/// Where a bed leaves its last square: over the table's edge if it can, else straight on and not quite to the side.
fn mouth(field: &Field, last: Cell, before: Cell) -> [f64; 2] {
    let (x, y) = (last.0 as f64 + 0.5, last.1 as f64 + 0.5);
    let on = [x - (before.0 as f64 + 0.5), y - (before.1 as f64 + 0.5)];
    let edges = [
        ([0.0, -1.0], last.1 == 0),
        ([0.0, 1.0], last.1 + 1 == field.depth),
        ([-1.0, 0.0], last.0 == 0),
        ([1.0, 0.0], last.0 + 1 == field.width),
    ];
    let open: Vec<[f64; 2]> = edges.into_iter().filter(|(_, open)| *open).map(|(way, _)| way).collect();
    let straight = open.iter().find(|way| **way == on);
    match straight.or_else(|| open.first()) {
        Some(way) => [x + 0.52 * way[0], y + 0.52 * way[1]],
        None => [x + 0.34 * on[0], y + 0.34 * on[1]],
    }
}

/// Draws the harbour: sea with water-lines off a ragged shore, a jetty before the houses, anchors and the word.
pub(super) fn draw_harbour(canvas: &mut Canvas, field: &Field, board: Board) {
    let Some(edge) = field.harbour_edge() else {
        for (column, row) in field.cells_of(Plot::Harbour) {
            let (x, y) = board.px([column as f64, row as f64]);
            let side = board.side;
            canvas.put(format_args!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"#c8d6d2\"/>"));
            signs::draw(canvas, Plot::Harbour, (x + side / 2.0, y + side / 2.0), side * 0.6, (column, row));
        }
        return;
    };
    let length = match edge {
        Edge::Far | Edge::Near => field.width,
        Edge::Left | Edge::Right => field.depth,
    };
    // Along the edge from its left or far end, and from the edge inward.
    let (width, depth) = (field.width as f64, field.depth as f64);
    let place = |along: f64, inward: f64| {
        board.px(match edge {
            Edge::Far => [along, inward],
            Edge::Near => [along, depth - inward],
            Edge::Left => [inward, along],
            Edge::Right => [width - inward, along],
        })
    };
    // It begins before the table and ends beyond it, so that the water-lines run off cleanly.
    let shore: Vec<(f64, f64)> = (0..=length * 12 + 12)
        .map(|step| {
            let along = step as f64 / 12.0 - 0.5;
            let swell = 0.035 * (along * 3.1 + 0.7).sin() + 0.02 * (along * 7.3).sin() + 0.012 * chance(step as u64 + 900);
            place(along, 0.93 + swell)
        })
        .collect();
    let shore_data = line_data(&shore, false);
    let sea: Vec<(f64, f64)> = shore.iter().copied().chain([place(length as f64 + 0.5, 0.0), place(-0.5, 0.0)]).collect();
    let unit = board.side / 100.0;
    canvas.put(format_args!(
        "<defs><clipPath id=\"sea\"><path d=\"{}\"/></clipPath></defs><g clip-path=\"url(#board)\"><path d=\"{}\" fill=\"#dfe6dd\"/>\
         <g clip-path=\"url(#sea)\">",
        line_data(&sea, true),
        line_data(&sea, true)
    ));
    // As on the map: a broad stroke of ink with a narrower one of water over it, the outermost first.
    for (distance, line, wash) in [
        (30.0, "#aabdbd", "#dae3da"),
        (22.0, "#98b0b3", "#d5dfd8"),
        (15.0, "#86a2a7", "#d0dcd6"),
        (9.0, "#74949b", "#cbd8d4"),
        (4.0, "#62868f", "#c6d5d1"),
    ] {
        for (reach, colour) in [(distance + 0.7, line), (distance - 0.7, wash)] {
            canvas.put(format_args!(
                "<path d=\"{shore_data}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>",
                2.0 * reach * unit
            ));
        }
    }
    canvas.put(format_args!(
        "</g><path d=\"{shore_data}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\" stroke-linejoin=\"round\"/></g>",
        ink::BLACK
    ));
    let pier = jetty(field, edge, length);
    let planks: Vec<(f64, f64)> =
        [(-0.07, 1.0), (-0.07, 0.45), (-0.16, 0.45), (-0.16, 0.36), (0.16, 0.36), (0.16, 0.45), (0.07, 0.45), (0.07, 1.0)]
            .into_iter()
            .map(|(along, inward)| place(pier + along, inward))
            .collect();
    canvas.put(format_args!(
        "<path d=\"{}\" fill=\"#d9bd8a\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"/>",
        line_data(&planks, true),
        ink::BLACK,
        (2.2 * unit).max(1.4)
    ));
    let mut ribs = String::new();
    for rib in 0..6 {
        let inward = 0.5 + f64::from(rib) * 0.08;
        let _ = write!(ribs, "{}", line_data(&[place(pier - 0.07, inward), place(pier + 0.07, inward)], false));
    }
    canvas.put(format_args!("<path d=\"{ribs}\" stroke=\"{}\" stroke-width=\"{:.1}\"/>", ink::BLACK, (1.1 * unit).max(0.8)));
    letter_harbour(canvas, edge, length as f64, pier, board, &place);
}

/// Where the jetty stands along the edge: before the houses, or in the middle.
fn jetty(field: &Field, edge: Edge, length: usize) -> f64 {
    let houses: Vec<f64> = field
        .cells()
        .filter(|cell| field.plot(*cell).is_settled())
        .map(|(column, row)| match edge {
            Edge::Far | Edge::Near => column as f64 + 0.5,
            Edge::Left | Edge::Right => row as f64 + 0.5,
        })
        .collect();
    if houses.is_empty() { length as f64 / 2.0 } else { houses.iter().sum::<f64>() / houses.len() as f64 }
}

/// The word on one side of the jetty, an anchor on the other.
fn letter_harbour(canvas: &mut Canvas, edge: Edge, length: f64, pier: f64, board: Board, place: &dyn Fn(f64, f64) -> (f64, f64)) {
    let (before, after) = (pier - 0.22, length - pier - 0.22);
    let (word_at, word_room, anchor_at) =
        if before >= after { (before / 2.0, before, pier + 0.22 + after / 2.0) } else { (pier + 0.22 + after / 2.0, after, before / 2.0) };
    let style_of = |size: f64| Lettering::new(Face::BoldItalic, size).spaced(size * 0.08).coloured(ink::WATER).rimmed("#dfe6dd");
    let mut size = (board.side * 0.26).clamp(22.0, 46.0);
    while size > 20.0 && style_of(size).width("Harbour") > word_room * board.side * 0.94 {
        size -= 1.0;
    }
    let style = style_of(size);
    let middle = place(word_at, 0.36);
    let (turn, foot) = match edge {
        Edge::Far | Edge::Near => (0.0, (middle.0, middle.1 + size * 0.3)),
        Edge::Left | Edge::Right => (-90.0, (middle.0 + size * 0.3, middle.1)),
    };
    // Where there is no room for the word, the anchor and the legend say it.
    if style.width("Harbour") <= word_room * board.side {
        canvas.letter_turned(foot, Anchor::Middle, &style, "Harbour", turn);
    }
    signs::draw(canvas, Plot::Harbour, place(anchor_at, 0.4), board.side * 0.5, (0, 0));
}
