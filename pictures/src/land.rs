//! The land: coasts made smooth and a little ragged from the chart's corners (or made up around an island's
//! places where the chart has none), water-lines off them, and hills in hachures.

use std::fmt::Write as _;

use super::canvas::{Canvas, line_data};
use super::chart::Hill;
use super::geometry::{Frame, encloses};
use super::ground::{Km, MapGround};
use super::lettering::ink;

/// A piece of land with its finished coast.
#[derive(Debug, Clone, PartialEq)]
pub struct Land {
    /// The island it belongs to; none for an islet.
    pub island: Option<String>,
    /// The coast, closed by itself, in kilometres.
    pub outline: Vec<Km>,
}

impl Land {
    /// Whether a point lies on it.
    pub fn holds(&self, point: Km) -> bool {
        encloses(&self.outline, point)
    }
}

/// All land of a map: the chart's, and a made-up coast for each island without one.
pub fn lands(ground: &MapGround) -> Vec<Land> {
    let mut lands = Vec::new();
    let chart = &ground.chart;
    for island in &ground.islands {
        let mut charted = false;
        for coast in chart.coasts.iter().filter(|coast| coast.island == *island) {
            charted = true;
            let outline = ragged(&smooth(&coast.outline), lands.len());
            lands.push(Land { island: Some(island.clone()), outline });
        }
        if !charted {
            let points = points_of(ground, island);
            if !points.is_empty() {
                let outline = ragged(&smooth(&around(&points)), lands.len());
                lands.push(Land { island: Some(island.clone()), outline });
            }
        }
    }
    for islet in &chart.islets {
        let outline = ragged(&smooth(&islet.outline), lands.len());
        lands.push(Land { island: None, outline });
    }
    lands
}

/// All places and movement points of an island.
pub fn points_of(ground: &MapGround, island: &str) -> Vec<Km> {
    let on_island = |name: &str| ground.places.iter().any(|p| p.name == name && p.island == island);
    let places = ground.places.iter().filter(|place| place.island == island).map(|place| place.at);
    let points = ground.routes.iter().filter(|route| on_island(&route.from)).flat_map(|r| r.points.clone());
    places.chain(points).collect()
}

/// Kilometres of land around the outermost places of an island that has no coast in the chart.
const SHORE: f64 = 1.1;

/// A closed line around points: their hull, pushed outward.
fn around(points: &[Km]) -> Vec<Km> {
    // Eight points around each, so that one place alone, or places in a row, still make an island.
    let mut ring: Vec<Km> = points
        .iter()
        .flat_map(|p| {
            (0..8).map(|eighth| {
                let angle = f64::from(eighth) * std::f64::consts::FRAC_PI_4;
                [p[0] + SHORE * angle.cos(), p[1] + SHORE * angle.sin()]
            })
        })
        .collect();
    ring.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let turn = |a: Km, b: Km, c: Km| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    let half = |points: &mut dyn Iterator<Item = Km>| {
        let mut hull: Vec<Km> = Vec::new();
        for point in points {
            while hull.len() >= 2 && turn(hull[hull.len() - 2], hull[hull.len() - 1], point) <= 0.0 {
                hull.pop();
            }
            hull.push(point);
        }
        hull.pop();
        hull
    };
    let mut hull = half(&mut ring.iter().copied());
    hull.extend(half(&mut ring.iter().rev().copied()));
    hull
}

/// Kilometres between points of a finished coast.
const STEP: f64 = 0.1;

/// A closed curve through the corners, as many points.
fn smooth(corners: &[Km]) -> Vec<Km> {
    let count = corners.len();
    (0..count).flat_map(|index| between([count - 1, 0, 1, 2].map(|offset| corners[(index + offset) % count]))).collect()
}

/// An open curve through points, as many points.
pub fn smooth_open(points: &[Km]) -> Vec<Km> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let mut curve: Vec<Km> = (0..last)
        .flat_map(|index| between([index.saturating_sub(1), index, index + 1, (index + 2).min(last)].map(|at| points[at])))
        .collect();
    curve.push(points[last]);
    curve
}

/// The piece of a curve (Catmull-Rom) from the second of four points up to the third, which is left out.
fn between([p0, p1, p2, p3]: [Km; 4]) -> Vec<Km> {
    let length = (p2[0] - p1[0]).hypot(p2[1] - p1[1]);
    let steps = (length / STEP).ceil().max(1.0);
    (0..(steps as usize))
        .map(|step| {
            let t = step as f64 / steps;
            let (t2, t3) = (t * t, t * t * t);
            [0, 1].map(|axis| {
                let (a, b, c, d) = (p0[axis], p1[axis], p2[axis], p3[axis]);
                // A tension of 0.42 instead of 0.5 keeps the curve from swinging past narrow necks.
                let (m1, m2) = (0.42 * (c - a), 0.42 * (d - b));
                (2.0 * t3 - 3.0 * t2 + 1.0) * b + (t3 - 2.0 * t2 + t) * m1 + (3.0 * t2 - 2.0 * t3) * c + (t3 - t2) * m2
            })
        })
        .collect()
}

/// Small coves and points, always the same for the same coast: rock, not a ruler.
fn ragged(curve: &[Km], seed: usize) -> Vec<Km> {
    let count = curve.len();
    let mut along = Vec::with_capacity(count);
    let mut total = 0.0;
    for index in 0..count {
        along.push(total);
        let (a, b) = (curve[index], curve[(index + 1) % count]);
        total += (b[0] - a[0]).hypot(b[1] - a[1]);
    }
    // Wave lengths and heights in kilometres.
    let waves = [(0.9, 0.075), (0.42, 0.05), (0.2, 0.022)];
    (0..count)
        .map(|index| {
            let (before, after) = (curve[(index + count - 1) % count], curve[(index + 1) % count]);
            let (dx, dy) = (after[0] - before[0], after[1] - before[1]);
            let length = dx.hypot(dy).max(1e-9);
            let mut push = 0.0;
            for (wave, (long, high)) in waves.iter().enumerate() {
                let cells = (total / long).round().max(3.0);
                let at = along[index] / total * cells;
                let cell = at as u64;
                let noise = |cell: u64| chance((cell % cells as u64) * 31 + seed as u64 * 1009 + wave as u64 * 7);
                let t = at.fract();
                let eased = t * t * (3.0 - 2.0 * t);
                push += high * (noise(cell) * (1.0 - eased) + noise(cell + 1) * eased);
            }
            [curve[index][0] - dy / length * push, curve[index][1] + dx / length * push]
        })
        .collect()
}

/// A number from -1 to 1 that looks like chance and is always the same for the same key.
pub(super) fn chance(key: u64) -> f64 {
    let mut mixed = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^= mixed >> 31;
    (mixed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Draws the sea, the water-lines and the land.
pub fn draw(canvas: &mut Canvas, frame: &Frame, lands: &[Land]) {
    let (width, height) = (frame.width, frame.height);
    canvas.put(format_args!("<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", ink::SEA));
    let mut coast = String::new();
    for land in lands {
        let outline: Vec<_> = land.outline.iter().map(|point| frame.px(*point)).collect();
        coast.push_str(&line_data(&outline, true));
    }
    canvas.put(format_args!("<defs><path id=\"coast\" d=\"{coast}\" stroke-linejoin=\"round\"/></defs>"));
    // Water-lines: each is a broad stroke of ink with a narrower one of water over it, the outermost first, so
    // that lines of neighbouring islands run together instead of crossing. (distance, thickness, line, wash)
    let lines = [
        (45.0, 0.9, "#bccac8", "#e0e6dc"),
        (34.0, 1.0, "#aabdbd", "#dce4db"),
        (25.0, 1.1, "#98b0b3", "#d8e1d9"),
        (17.5, 1.2, "#86a2a7", "#d3ded8"),
        (11.0, 1.3, "#74949b", "#cedad5"),
        (5.5, 1.4, "#62868f", "#c8d6d2"),
    ];
    for (distance, thickness, line, wash) in lines {
        for (reach, colour) in [(distance + thickness / 2.0, line), (distance - thickness / 2.0, wash)] {
            canvas.put(format_args!("<use xlink:href=\"#coast\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\"/>", reach * 2.0));
        }
    }
    canvas.put(format_args!("<use xlink:href=\"#coast\" fill=\"{}\" stroke=\"{}\" stroke-width=\"2.6\"/>", ink::PAPER, ink::BLACK));
}

/// The most strokes in a ring of a hill: one so large that it would need more lies for the most part off every sheet.
const MOST_STROKES: f64 = 4_000.0;

/// Draws hills as hachures: short wedges down the slope, in rings from the summit outward.
pub fn draw_hills(canvas: &mut Canvas, frame: &Frame, hills: &[Hill]) {
    for (number, hill) in hills.iter().enumerate() {
        let (sin, cos) = hill.turn.to_radians().sin_cos();
        let on_slope = |angle: f64, part: f64| {
            let (along, across) = (hill.half_axes[0] * part * angle.cos(), hill.half_axes[1] * part * angle.sin());
            frame.px([hill.at[0] + along * cos - across * sin, hill.at[1] + along * sin + across * cos])
        };
        let mut data = String::new();
        for (ring, (inner, outer)) in [(0.3, 0.62), (0.58, 0.86), (0.84, 1.08)].into_iter().enumerate() {
            let around = (hill.half_axes[0] + hill.half_axes[1]) * std::f64::consts::PI * inner * frame.scale;
            let strokes = (around / (6.5 + 0.5 * ring as f64)).round().clamp(8.0, MOST_STROKES);
            for stroke in 0..(strokes as u64) {
                let key = number as u64 * 4099 + ring as u64 * 521 + stroke;
                let angle = (stroke as f64 + 0.25 * chance(key)) / strokes * std::f64::consts::TAU;
                // The light falls from the north-west: slopes that face it are drawn thinner.
                let shade = 0.5 - 0.5 * (angle + hill.turn.to_radians() - 2.4).cos();
                let half = (0.7 + 1.5 * shade) / (around / std::f64::consts::TAU).max(1.0);
                let (a, b) = (on_slope(angle - half, inner), on_slope(angle + half, inner));
                let tip = on_slope(angle, outer + 0.05 * chance(key + 77));
                let _ = write!(data, "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z", a.0, a.1, b.0, b.1, tip.0, tip.1);
            }
        }
        canvas.put(format_args!("<path d=\"{data}\" fill=\"{}\"/>", ink::HILL));
    }
}
