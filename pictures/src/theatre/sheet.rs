//! The sheet: heading, score and track of turns; the map with its sea, routes, spaces, names and plates; the legend and the notes.

use std::fmt::Write as _;

use super::super::canvas::{Anchor, Canvas, Svg};
use super::super::cards::figures;
use super::super::cards::fit;
use super::super::cards::signs as shared;
use super::super::land::chance;
use super::super::lettering::{Face, Lettering, ink};
use super::data::{RouteKind, Theatre};
use super::layout::{self, HEIGHT, LEFT, NAME, RIGHT};
use super::{legend, signs};

/// How wide the sheet is.
pub(super) const WIDTH: f64 = 900.0;
/// From line to line of the notes.
const NOTE: f64 = 34.0;
/// The most lines of notes.
const MOST_NOTES: usize = 6;

type Point = (f64, f64);

/// Draws it.
pub(super) fn draw(theatre: &Theatre) -> Svg {
    let mut head = Canvas::default();
    let top = shared::heading(&mut head, &theatre.title, &theatre.caption, WIDTH, 24.0);
    let top = score(&mut head, theatre, top + 2.0) + 12.0;
    let entries = legend::entries(theatre);
    let legend_top = top + HEIGHT + 18.0;
    let notes_top = legend_top + legend::lines(&entries, WIDTH - 36.0).len() as f64 * legend::LINE + 4.0;
    let notes = notes(theatre);
    let height = notes_top + notes.len() as f64 * NOTE + 12.0;
    let mut canvas = Canvas::default();
    shared::sheet(&mut canvas, WIDTH, height);
    ground(&mut canvas, theatre, top);
    routes(&mut canvas, theatre, top);
    spaces(&mut canvas, theatre, top);
    frame(&mut canvas, top);
    canvas.append(&head);
    legend::draw(&mut canvas, &entries, (18.0, legend_top), WIDTH - 36.0);
    for (number, note) in notes.iter().enumerate() {
        let base = notes_top + number as f64 * NOTE + note_style().size * 0.9;
        canvas.letter((22.0, base), Anchor::Start, &note_style(), note);
    }
    canvas.finish(WIDTH, height)
}

fn note_style() -> Lettering {
    Lettering::new(Face::Roman, 28.0)
}

fn notes(theatre: &Theatre) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for note in &theatre.notes {
        lines.extend(fit::lines(note, note_style(), note_style().size, WIDTH - 44.0, 2).1);
    }
    lines.truncate(MOST_NOTES);
    lines
}

/// Our points and how many we need, and the track of turns: waves where the river is in flood.
fn score(canvas: &mut Canvas, theatre: &Theatre, top: f64) -> f64 {
    let words = format!("{}: {} victory points, {} to win", theatre.ours, theatre.points, theatre.wanted);
    let (style, words) = fit::line(&words, Lettering::new(Face::Semibold, 32.0), fit::SMALLEST, WIDTH - 60.0);
    canvas.letter((WIDTH / 2.0, top + 34.0), Anchor::Middle, &style, &words);
    let count = theatre.turns.len().max(1) as f64;
    let wide = ((WIDTH - 60.0) / count).min(80.0);
    let (left, y, high) = ((WIDTH - wide * count) / 2.0, top + 50.0, 48.0);
    for (place, turn) in theatre.turns.iter().enumerate() {
        let x = left + place as f64 * wide;
        let is_now = place + 1 == usize::from(theatre.turn);
        let (fill, colour) = if is_now { (figures::SOLID, figures::PAPER) } else { (figures::PAPER, ink::BLACK) };
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{high}\" rx=\"3\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2\"/>",
            x + 2.0,
            wide - 4.0,
            figures::SOLID
        ));
        let style = Lettering::new(Face::Bold, 28.0).coloured(colour);
        canvas.letter((x + wide / 2.0, y + 26.0), Anchor::Middle, &style, &(place + 1).to_string());
        if turn.flood {
            let from = x + wide / 2.0 - 18.0;
            canvas.put(format_args!(
                "<path d=\"M{from:.1} {:.1}q4.5 -6 9 0t9 0t9 0t9 0\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
                y + 38.0,
                if is_now { figures::PAPER } else { ink::WATER }
            ));
        }
    }
    y + high
}

/// Sand, and the sea where there is one.
fn ground(canvas: &mut Canvas, theatre: &Theatre, top: f64) {
    canvas.put(format_args!(
        "<path d=\"M{LEFT} {top:.1}H{RIGHT}v{HEIGHT}H{LEFT}Z\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        figures::CARD
    ));
    let shore: Vec<Point> = theatre.coast.iter().map(|at| layout::at(*at, top)).collect();
    let mut dunes = String::new();
    for number in 0..70_u64 {
        let x = LEFT + 14.0 + (0.5 + 0.5 * chance(number * 5 + 11)) * (RIGHT - LEFT - 50.0);
        let y = top + 18.0 + (0.5 + 0.5 * chance(number * 5 + 5_003)) * (HEIGHT - 36.0);
        // Not in the sea.
        if shore.windows(2).any(|pair| y > pair[0].1.min(pair[1].1) - 20.0 && y < pair[0].1.max(pair[1].1) + 20.0 && x > pair[0].0 - 50.0) {
            continue;
        }
        let _ = write!(dunes, "M{x:.0} {y:.0}q11 -13 21 -4q4 4 13 5M{:.0} {:.0}q6 -3 8 5", x + 14.0, y - 7.0);
    }
    canvas.put(format_args!(
        "<path d=\"{dunes}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" stroke-opacity=\"0.45\" stroke-linecap=\"round\"/>",
        ink::HILL
    ));
    if shore.len() < 2 {
        return;
    }
    let path = smooth(&shore);
    let sea = format!("{path}L{:.1} {:.1}L{:.1} {top:.1}Z", RIGHT + 40.0, shore[shore.len() - 1].1, RIGHT + 40.0);
    canvas.put(format_args!("<path d=\"{sea}\" fill=\"{}\"/>", ink::SEA));
    for (distance, colour) in [(7.0, "#62868f"), (16.0, "#86a2a7"), (27.0, "#aabdbd")] {
        let off: Vec<Point> = shore.iter().map(|(x, y)| (x + distance, y - distance * 0.6)).collect();
        canvas.put(format_args!("<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"/>", smooth(&off)));
    }
    canvas.put(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\"/>", ink::BLACK));
}

/// A smooth curve through points, as a path.
fn smooth(points: &[Point]) -> String {
    let mut data = String::new();
    let Some(first) = points.first() else { return data };
    let _ = write!(data, "M{:.1} {:.1}", first.0, first.1);
    for index in 1..points.len() {
        let (before, from) = (points[index.saturating_sub(2)], points[index - 1]);
        let (to, after) = (points[index], points[(index + 1).min(points.len() - 1)]);
        let out = (from.0 + (to.0 - before.0) / 6.0, from.1 + (to.1 - before.1) / 6.0);
        let into = (to.0 - (after.0 - from.0) / 6.0, to.1 - (after.1 - from.1) / 6.0);
        let _ = write!(data, "C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", out.0, out.1, into.0, into.1, to.0, to.1);
    }
    data
}

/// The routes: each a curve that goes on as the routes of its kind before and after it do.
fn routes(canvas: &mut Canvas, theatre: &Theatre, top: f64) {
    let places: Vec<Point> = theatre.spaces.iter().map(|space| layout::place(space, top)).collect();
    let next = |kind: RouteKind, from: usize, to: usize| -> Option<Point> {
        let (a, b) = (*places.get(from)?, *places.get(to)?);
        let on = theatre.routes.iter().filter(|route| route.kind == kind && route.between.contains(&to));
        let ends = on.map(|route| if route.between[0] == to { route.between[1] } else { route.between[0] }).filter(|end| *end != from);
        // The straightest way on.
        let turned = |end: &usize| {
            let c = places.get(*end).copied().unwrap_or(b);
            let (u, v) = ((b.0 - a.0, b.1 - a.1), (c.0 - b.0, c.1 - b.1));
            (u.0 * v.0 + u.1 * v.1) / (u.0.hypot(u.1) * v.0.hypot(v.1)).max(1.0)
        };
        let best = ends.max_by(|one, other| turned(one).total_cmp(&turned(other)))?;
        if turned(&best) > 0.1 { places.get(best).copied() } else { None }
    };
    for kind in [RouteKind::Sea, RouteKind::Desert, RouteKind::River, RouteKind::Road] {
        for route in theatre.routes.iter().filter(|route| route.kind == kind) {
            let [one, other] = route.between;
            let (Some(a), Some(b)) = (places.get(one).copied(), places.get(other).copied()) else { continue };
            let before = next(kind, other, one).unwrap_or(a);
            let after = next(kind, one, other).unwrap_or(b);
            let out = (a.0 + (b.0 - before.0) / 6.0, a.1 + (b.1 - before.1) / 6.0);
            let into = (b.0 - (after.0 - a.0) / 6.0, b.1 - (after.1 - a.1) / 6.0);
            let path = format!("M{:.1} {:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", a.0, a.1, out.0, out.1, into.0, into.1, b.0, b.1);
            canvas.put(format_args!("{}", signs::route(kind, &path)));
        }
    }
}

/// The signs of spaces, and beside each its name and its plates.
fn spaces(canvas: &mut Canvas, theatre: &Theatre, top: f64) {
    let blocks = layout::blocks(theatre, top);
    for space in theatre.spaces.iter().filter(|space| space.fought) {
        signs::swords(canvas, layout::place(space, top));
    }
    for (space, block) in theatre.spaces.iter().zip(&blocks) {
        // What stands further off is joined to its sign.
        let at = layout::place(space, top);
        let near = block.all.nearest(at);
        if (near.0 - at.0).hypot(near.1 - at.1) > signs::half(space.kind, space.points) + 14.0 {
            canvas.put(format_args!(
                "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
                at.0,
                at.1,
                near.0,
                near.1,
                ink::BLACK
            ));
        }
    }
    for space in &theatre.spaces {
        signs::space(canvas, layout::place(space, top), space.kind, space.points, space.port, space.holder);
    }
    for (space, block) in theatre.spaces.iter().zip(&blocks) {
        let at = layout::place(space, top);
        let all = &block.all;
        let style = layout::name_style(space);
        // The name leans to its sign.
        let (x, anchor) = if all.x > at.0 {
            (all.x, Anchor::Start)
        } else if all.x + all.w < at.0 {
            (all.x + all.w, Anchor::End)
        } else {
            (all.x + all.w / 2.0, Anchor::Middle)
        };
        canvas.letter((x, all.y + NAME * 0.78), anchor, &style, &space.name);
        let (wide, high) = signs::PLATE;
        let row = if block.is_wide { space.stacks.len() as f64 * (wide + 3.0) - 3.0 } else { wide };
        let left = match anchor {
            Anchor::Start => all.x,
            Anchor::End => all.x + all.w - row,
            Anchor::Middle => all.x + (all.w - row) / 2.0,
        };
        for (place, stack) in space.stacks.iter().enumerate() {
            let along = place as f64;
            let corner =
                if block.is_wide { (left + along * (wide + 3.0), all.y + NAME) } else { (left, all.y + NAME + along * (high + 2.0)) };
            signs::plate(canvas, stack, corner);
        }
    }
}

/// The double rule round the map, over what runs beyond it.
fn frame(canvas: &mut Canvas, top: f64) {
    let bottom = top + HEIGHT;
    canvas.put(format_args!(
        "<path d=\"M0 {:.1}H{WIDTH}V{:.1}H0ZM{LEFT} {top:.1}V{bottom:.1}H{RIGHT}V{top:.1}Z\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        top - 60.0,
        bottom + 60.0,
        ink::PAPER
    ));
    for (out, thick) in [(0.0, 1.8), (6.5, 4.2)] {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
            LEFT - out,
            top - out,
            RIGHT - LEFT + 2.0 * out,
            HEIGHT + 2.0 * out,
            ink::BLACK
        ));
    }
}
