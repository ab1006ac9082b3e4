//! Symbols: places with who holds them, siege works, ships. Who holds a place is told by colour and, as well,
//! by a mark of its own shape, so that a print in black and white says the same.

use super::canvas::{Canvas, line_data};
use super::ground::{Control, PlaceKind, ShipKind};
use super::labels::{SIEGE_WORKS, symbol_radius};
use super::lettering::ink;

/// The name of a control's mark; no two are the same.
pub fn mark_name(control: Control) -> &'static str {
    match control {
        Control::Native => "barred-disc",
        Control::Pacified => "doubled-ring",
        Control::Allied => "disc-with-cross",
        Control::Enemy => "disc-with-crescent",
    }
}

/// The colour of a control.
pub fn colour(control: Control) -> &'static str {
    match control {
        Control::Native | Control::Pacified => ink::GREEN,
        Control::Allied => ink::RED,
        Control::Enemy => "#12100d",
    }
}

/// Draws a place: around its middle the works that tell its size, within them the mark of who holds it.
pub fn place(canvas: &mut Canvas, at: (f64, f64), kind: PlaceKind, control: Control, magnify: f64) {
    let (x, y) = at;
    let edge = symbol_radius(kind, magnify);
    let line = 2.2 * magnify;
    let radius = match kind {
        PlaceKind::Village => edge,
        PlaceKind::Town => {
            canvas.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{line:.1}\"/>",
                edge - line / 2.0,
                ink::PAPER,
                ink::BLACK
            ));
            13.0 * magnify
        }
        PlaceKind::FortifiedTown => {
            bastions(canvas, at, edge, line);
            13.5 * magnify
        }
    };
    canvas.put(format_args!("<g class=\"{}\">", mark_name(control)));
    mark(canvas, at, radius, control);
    canvas.put(format_args!("</g>"));
}

/// A square trace with four bastions.
fn bastions(canvas: &mut Canvas, (x, y): (f64, f64), edge: f64, line: f64) {
    // The upper right bastion, clockwise: flank, shoulder, tip, shoulder, flank; the others are its turns.
    let bastion = [(0.42, -0.64), (0.5, -0.92), (1.0, -1.0), (0.92, -0.5), (0.64, -0.42)];
    let turned = |(px, py): (f64, f64), quarter: usize| match quarter {
        0 => (px, py),
        1 => (-py, px),
        2 => (-px, -py),
        _ => (py, -px),
    };
    let trace: Vec<(f64, f64)> =
        (0..4).flat_map(|quarter| bastion.map(|corner| turned(corner, quarter))).map(|(px, py)| (x + px * edge, y + py * edge)).collect();
    canvas.put(format_args!(
        "<path d=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{line:.1}\" stroke-linejoin=\"round\"/>",
        super::canvas::line_data(&trace, true),
        ink::PAPER,
        ink::BLACK
    ));
}

/// The mark of who holds a place.
pub fn mark(canvas: &mut Canvas, (x, y): (f64, f64), radius: f64, control: Control) {
    let colour = colour(control);
    let r = radius;
    let disc = |canvas: &mut Canvas| {
        canvas.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{colour}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
            r - 0.8,
            ink::BLACK
        ));
    };
    match control {
        Control::Native => {
            disc(canvas);
            let (near, far) = (r * 0.9, r * 0.62);
            let up = r * 0.36;
            canvas.put(format_args!(
                "<path d=\"M{:.1} {:.1}h{:.1}M{:.1} {:.1}h{:.1}\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
                x - near * 0.9,
                y - up,
                near * 1.8,
                x - near * 0.9,
                y + up,
                near * 1.8,
                ink::PAPER,
                far * 0.34
            ));
        }
        Control::Pacified => {
            canvas.put(format_args!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{paper}\" stroke=\"{colour}\" stroke-width=\"{:.1}\"/>\
                 <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{paper}\" stroke=\"{colour}\" stroke-width=\"{:.1}\"/>",
                r - r * 0.13,
                r * 0.26,
                r * 0.4,
                r * 0.24,
                paper = ink::PAPER,
            ));
        }
        Control::Allied => {
            disc(canvas);
            let arm = r * 0.92;
            canvas.put(format_args!(
                "<path d=\"M{:.1} {y:.1}h{:.1}M{x:.1} {:.1}v{:.1}\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
                x - arm,
                2.0 * arm,
                y - arm,
                2.0 * arm,
                ink::PAPER,
                r * 0.34
            ));
        }
        Control::Enemy => {
            disc(canvas);
            // A crescent open to the east: a disc of paper with a black disc over its right side.
            canvas.put(format_args!(
                "<circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{}\"/>\
                 <circle cx=\"{:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"{colour}\"/>",
                x - r * 0.06,
                r * 0.62,
                ink::PAPER,
                x + r * 0.2,
                r * 0.52
            ));
        }
    }
}

/// Draws siege works: a ring of ticks, set toward the place, and closed the further the siege has gone.
pub fn siege(canvas: &mut Canvas, (x, y): (f64, f64), kind: PlaceKind, level: u8, magnify: f64) {
    let inner = symbol_radius(kind, magnify) * if kind == PlaceKind::FortifiedTown { 1.12 } else { 1.0 } + 3.0 * magnify;
    let outer = inner + (SIEGE_WORKS - 1.0) * magnify;
    let mut ticks = String::new();
    let count = 18;
    for tick in 0..count {
        let angle = f64::from(tick) / f64::from(count) * std::f64::consts::TAU;
        let (sin, cos) = angle.sin_cos();
        let _ = std::fmt::Write::write_fmt(
            &mut ticks,
            format_args!("M{:.1} {:.1}L{:.1} {:.1}", x + inner * cos, y + inner * sin, x + outer * cos, y + outer * sin),
        );
    }
    // A quarter of the ring for each level.
    let around = std::f64::consts::TAU * outer;
    let closed = around * f64::from(level.min(4)) / 4.0;
    canvas.put(format_args!(
        "<g class=\"siege-{level}\" fill=\"none\" stroke=\"{}\"><circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{outer:.1}\" \
         stroke-width=\"{:.1}\" stroke-dasharray=\"{closed:.1} {:.1}\"/><path d=\"{ticks}\" stroke-width=\"{:.1}\"/></g>",
        ink::BLACK,
        3.2 * magnify,
        around - closed + 0.1,
        2.4 * magnify
    ));
}

/// Draws the emphasised ring of a place that changed this turn: a wash with a line around it.
pub fn changed(canvas: &mut Canvas, (x, y): (f64, f64), kind: PlaceKind, magnify: f64) {
    let radius = symbol_radius(kind, magnify) + (SIEGE_WORKS + 2.0) * magnify;
    canvas.put(format_args!(
        "<circle class=\"changed\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{}\" fill-opacity=\"0.75\" \
         stroke=\"#9a5a10\" stroke-width=\"{:.1}\"/>",
        ink::OCHRE,
        2.4 * magnify
    ));
}

/// Pixels of a ship's silhouette, before magnifying.
pub const SHIP_SIZE: (f64, f64) = (50.0, 28.0);

/// Draws a ship within the box whose upper left corner is `at`. A damaged one lies in outline, with a list.
pub fn ship(canvas: &mut Canvas, at: (f64, f64), kind: ShipKind, damaged: bool, magnify: f64) {
    let hull = match kind {
        // Ram bow, gun forward, two masts and a funnel.
        ShipKind::Gunboat => {
            "M2 18L48 17L44 25L8 25Z M20 17L20 11L34 11L34 17Z M25 11L25 3L30 3L30 11Z M16.2 17L16.2 4L17.6 4L17.6 17Z \
             M37.2 17L37.2 5L38.6 5L38.6 17Z M6 17.5L6 14.5L0 13.2L0 11.4L10 13.5L12 17.5Z"
        }
        // High sides, two masts with square sails.
        ShipKind::Transport => {
            "M3 17L48 16L43 26L8 26Z M14.4 17L14.4 2L15.8 2L15.8 17Z M32.4 17L32.4 2L33.8 2L33.8 17Z \
             M7 14Q10 8 8 4L22 4Q24 9 21 14Z M25 14Q28 8 26 4L40 4Q42 9 39 14Z"
        }
    };
    let (fill, line) = if damaged { (ink::PAPER, 1.8) } else { (ink::BLACK, 0.8) };
    let list = if damaged { " rotate(9 25 20)" } else { "" };
    canvas.put(format_args!(
        "<g transform=\"translate({:.1} {:.1}) scale({magnify:.2}){list}\"><path d=\"{hull}\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"6\" stroke-linejoin=\"round\"/><path d=\"{hull}\" fill=\"{fill}\" stroke=\"{}\" \
         stroke-width=\"{line}\" stroke-linejoin=\"round\"/></g>",
        at.0,
        at.1,
        ink::PAPER,
        ink::BLACK
    ));
}

/// Draws a force in the field on its movement point: a tent, with a cross when any of it is allied.
pub fn camp(canvas: &mut Canvas, (x, y): (f64, f64), allied: bool, magnify: f64) {
    let colour = if allied { ink::RED } else { ink::GREEN };
    let cross = if allied { "<path d=\"M0 -4V7M-4.5 3H4.5\" stroke=\"#fffdf4\" stroke-width=\"2.4\"/>" } else { "" };
    canvas.put(format_args!(
        "<g transform=\"translate({x:.1} {y:.1}) scale({magnify:.2})\"><path d=\"M-11 8L0 -11L11 8Z\" fill=\"{colour}\" \
         stroke=\"{}\" stroke-width=\"2.2\" stroke-linejoin=\"round\"/>{cross}</g>",
        ink::BLACK
    ));
}

/// Draws a stretch of railway along a line: black, with sleepers.
pub fn track(canvas: &mut Canvas, line: &[(f64, f64)], magnify: f64) {
    let path = line_data(line, false);
    let mut stroke = |colour: &str, width: f64, dashes: &str| {
        canvas.put(format_args!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\"{dashes}/>", width * magnify));
    };
    stroke(ink::PAPER, 15.0, "");
    stroke(ink::BLACK, 12.0, &format!(" stroke-dasharray=\"{:.1} {:.1}\"", 2.4 * magnify, 5.6 * magnify));
    stroke(ink::BLACK, 4.0, "");
}
