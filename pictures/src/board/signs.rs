//! Marks on squares and over units, around a square's middle in hundredths of its side.

use super::super::geometry::Rect;
use super::super::lettering::ink;
use super::data::{Aim, Party};

/// The frame of the one that acts.
pub(super) fn acts() -> String {
    format!(
        "<path d=\"M-42 -49H42Q49 -49 49 -42V42Q49 49 42 49H-42Q-49 49 -49 42V-42Q-49 -49 -42 -49Z\" fill=\"none\" stroke=\"{}\" stroke-width=\"8\"/>\
         <path d=\"M-42 -49H42Q49 -49 49 -42V42Q49 49 42 49H-42Q-49 49 -49 42V-42Q-49 -49 -42 -49Z\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.4\"/>",
        ink::BLACK,
        ink::OCHRE
    )
}

/// The frame of one that lies hidden.
pub(super) fn hidden() -> String {
    format!("<path d=\"M-44 -44H44V44H-44Z\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.4\" stroke-dasharray=\"9 7\"/>", ink::BLACK)
}

/// The wash of a square that can be reached.
pub(super) fn reached() -> String {
    format!("<path d=\"M-50 -50H50V50H-50Z\" fill=\"{}\" fill-opacity=\"0.28\" shape-rendering=\"crispEdges\"/>", ink::OCHRE)
}

/// The ring round what a square costs to reach.
pub(super) fn cost((x, y): (f64, f64), wide: bool) -> String {
    let (across, down) = if wide { (33.0, 25.0) } else { (25.0, 25.0) };
    format!(
        "<ellipse cx=\"{x}\" cy=\"{y}\" rx=\"{across}\" ry=\"{down}\" fill=\"{}\" fill-opacity=\"0.75\" stroke=\"{}\" stroke-width=\"2.6\" \
         stroke-dasharray=\"5 4\"/>",
        ink::PAPER,
        ink::BLACK
    )
}

/// The plate under a target's chance: of fire a box, of a charge an arrow.
pub(super) fn chance((x, y): (f64, f64), aim: Aim, half_width: f64) -> String {
    let path = match aim {
        Aim::Fire => format!("M{:.1} {:.1}h{:.1}v40h-{:.1}Z", x - half_width, y - 20.0, 2.0 * half_width, 2.0 * half_width),
        Aim::Charge => {
            format!("M{:.1} {:.1}h{:.1}l15 20l-15 20h-{:.1}Z", x - half_width, y - 20.0, 2.0 * half_width - 4.0, 2.0 * half_width - 4.0)
        }
    };
    format!("<path d=\"{path}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3.4\"/>", ink::OCHRE, ink::BLACK)
}

/// A burst behind the number of a unit that is disorganised.
pub(super) fn burst((x, y): (f64, f64), half_width: f64) -> String {
    let teeth = (half_width * 2.0 / 8.0).round().max(3.0) as usize;
    let step = half_width * 2.0 / teeth as f64;
    let mut path = format!("M{:.1} {:.1}", x - half_width, y - 17.0);
    for _ in 0..teeth {
        path.push_str(&format!("l{:.1} -5l{:.1} 5", step / 2.0, step / 2.0));
    }
    path.push_str("v34");
    for _ in 0..teeth {
        path.push_str(&format!("l-{:.1} 5l-{:.1} -5", step / 2.0, step / 2.0));
    }
    format!("<path d=\"{path}Z\" fill=\"#8c1712\" stroke=\"{}\" stroke-width=\"2\"/>", ink::PAPER)
}

/// Crossed blades, where units are locked in combat.
pub(super) fn locked((x, y): (f64, f64)) -> String {
    let blades = format!("M{:.1} {:.1}l24 20M{:.1} {:.1}l-24 20", x - 12.0, y - 10.0, x + 12.0, y - 10.0);
    format!(
        "<path d=\"{blades}\" stroke=\"{}\" stroke-width=\"11\" stroke-linecap=\"round\"/><path d=\"{blades}\" stroke=\"{}\" stroke-width=\"5\" \
         stroke-linecap=\"round\"/>",
        ink::PAPER,
        ink::RED
    )
}

/// The wash and frame of a square with units locked in combat.
pub(super) fn combat() -> String {
    format!("<path d=\"M-46 -46H46V46H-46Z\" fill=\"{red}\" fill-opacity=\"0.14\" stroke=\"{red}\" stroke-width=\"3\"/>", red = ink::RED)
}

/// The outline of a brigade square, round the middle of its centre: as much of it as lies within a part of the board.
pub(super) fn brigade(party: Party, shown: &Rect) -> String {
    let colour = if party == Party::Ours { ink::GREEN } else { ink::BLACK };
    let path = outline(shown);
    if path.is_empty() {
        return String::new();
    }
    format!("<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\" stroke-dasharray=\"26 9 5 9\"/>")
}

/// The sides of a brigade square, cut where what is shown ends: a clip would cost a sheet of its own.
fn outline(shown: &Rect) -> String {
    let corners = [(-145.0, -145.0), (145.0, -145.0), (145.0, 145.0), (-145.0, 145.0)];
    let is_shown = |corner: &(f64, f64)| shown.nearest(*corner) == *corner;
    // From a corner that is not shown on, so that sides that meet in one that is are drawn as one line.
    let Some(first) = corners.iter().position(|corner| !is_shown(corner)) else { return "M-145 -145H145V145H-145Z".to_owned() };
    let (mut path, mut pen) = (String::new(), None);
    for side in first..first + 4 {
        let (from, to) = (corners[side % 4], corners[(side + 1) % 4]);
        let (start, end) = (shown.nearest(from), shown.nearest(to));
        // The even sides run from left to right or back, the others up or down: what is shown of them has not left their line.
        let is_on_its_line = if side % 2 == 0 { start.1 == from.1 } else { start.0 == from.0 };
        if !is_on_its_line || start == end {
            continue;
        }
        if pen != Some(start) {
            path.push_str(&format!("M{} {}", start.0, start.1));
        }
        path.push_str(&format!("L{} {}", end.0, end.1));
        pen = Some(end);
    }
    path
}

/// The plate of a unit that shares its square with too many to be drawn.
pub(super) fn chip((x, y): (f64, f64), half_width: f64, party: Party) -> String {
    let fill = if party == Party::Ours { "#fffdf4" } else { "#15110c" };
    format!(
        "<path d=\"M{:.1} {:.1}h{:.1}v42h-{:.1}Z\" fill=\"{fill}\" stroke=\"{}\" stroke-width=\"2.6\"/>",
        x - half_width - 1.0,
        y - 21.0,
        2.0 * half_width + 2.0,
        2.0 * half_width + 2.0,
        ink::BLACK
    )
}

/// The same of one that is disorganised: a burst that shows above and below it.
pub(super) fn chip_in_disorder((x, y): (f64, f64), half_width: f64, party: Party) -> String {
    let fill = if party == Party::Ours { "#fffdf4" } else { "#15110c" };
    let half = half_width - 1.5;
    format!(
        "<g transform=\"translate({x:.1} {y:.1}) scale(1 1.15)\">{}</g><path d=\"M{:.1} {:.1}h{:.1}v36h-{:.1}Z\" fill=\"{fill}\" stroke=\"#8c1712\" \
         stroke-width=\"2.6\"/>",
        burst((0.0, 0.0), half_width + 1.0),
        x - half,
        y - 18.0,
        2.0 * half,
        2.0 * half
    )
}

/// The ledge that small flags stand on between numbers.
pub(super) fn ledge(half_width: f64) -> String {
    format!(
        "<path d=\"M{:.1} -9.5h{:.1}v19h-{:.1}Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.6\"/>",
        -half_width,
        2.0 * half_width,
        2.0 * half_width,
        ink::PAPER,
        ink::BLACK
    )
}
