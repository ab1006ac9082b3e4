//! The sketch map: the Nile with its forks and the Atbara, the Red Sea, six places, and the borders of the regions: with a road across
//! where they are passed, else a ridge.

use std::fmt::Write as _;

use super::super::canvas::{Anchor, Canvas, line_data};
use super::super::land::chance;
use super::super::lettering::{Face, Lettering, ink};
use super::data::Kind;
use super::figures;
use super::fit::SMALLEST;

/// The frame's left and right, and the two borders that run down the map.
pub(super) const LEFT: f64 = 16.0;
pub(super) const RIGHT: f64 = 884.0;
pub(super) const WEST_BORDER: f64 = 284.0;
pub(super) const EAST_BORDER: f64 = 616.0;

/// Where the map's bands begin, from above: Egypt, the north, the south, and its end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rows {
    pub(super) home: f64,
    pub(super) north: f64,
    pub(super) south: f64,
    pub(super) end: f64,
}

impl Rows {
    /// Part of the way down the north.
    fn in_north(self, part: f64) -> f64 {
        self.north + (self.south - self.north) * part
    }

    /// Part of the way down the south.
    fn in_south(self, part: f64) -> f64 {
        self.south + (self.end - self.south) * part
    }
}

type Point = (f64, f64);

/// A smooth curve through points, as a path.
fn curve(points: &[Point]) -> String {
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

/// Points along a line that wavers, some pixels apart.
fn wavering(from: Point, to: Point, step: f64) -> Vec<Point> {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let count = (length / step).round().max(2.0);
    (0..=(count as usize))
        .map(|number| {
            let t = number as f64 / count;
            let along = t * length;
            // Nothing at both ends, so that borders meet.
            let ends = (t * (1.0 - t) * 12.0).min(1.0);
            let aside = ends * (3.2 * (along / 31.0 + from.0).sin() + 1.8 * (along / 13.0 + from.1).sin());
            (from.0 + dx * t - dy / length * aside, from.1 + dy * t + dx / length * aside)
        })
        .collect()
}

/// The coast of the Red Sea, from the map's upper edge to its right.
fn coast(rows: Rows) -> Vec<Point> {
    let (top, low) = (rows.home, rows.north);
    let home = low - top;
    vec![
        (628.0, top - 4.0),
        (646.0, top + home * 0.18),
        (650.0, top + home * 0.4),
        (676.0, top + home * 0.62),
        (688.0, top + home * 0.86),
        (722.0, low + 14.0),
        (748.0, low + 42.0),
        (806.0, low + 62.0),
        (838.0, low + 84.0),
        (862.0, low + 96.0),
        (RIGHT + 6.0, low + 128.0),
    ]
}

/// Where Suakin lies.
fn port(rows: Rows) -> Point {
    (838.0, rows.north + 86.0)
}

/// Draws the land, the sea, the borders with their roads, and the rivers.
pub(super) fn draw(canvas: &mut Canvas, rows: Rows) {
    let height = rows.end - rows.home;
    canvas.put(format_args!(
        "<path d=\"M{LEFT} {:.1}H{RIGHT}v{height:.1}H{LEFT}Z\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        rows.home,
        figures::CARD
    ));
    draw_sands(canvas, rows);
    draw_sea(canvas, rows);
    draw_borders(canvas, rows);
    draw_rivers(canvas, rows);
    draw_roads(canvas, rows);
}

/// Dots of sand and dunes, more of them in the west.
fn draw_sands(canvas: &mut Canvas, rows: Rows) {
    let (mut dots, mut dunes) = (String::new(), String::new());
    let height = rows.end - rows.home;
    let somewhere = |key: u64| {
        let across = (0.5 + 0.5 * chance(key)).powf(1.3);
        (LEFT + 8.0 + across * (RIGHT - LEFT - 50.0), rows.home + 12.0 + (0.5 + 0.5 * chance(key + 4_001)) * (height - 20.0))
    };
    for number in 0..36_u64 {
        let (x, y) = somewhere(number * 3 + 7);
        // Not where rivers and the names of places are.
        let middle = x > WEST_BORDER - 60.0 && x < EAST_BORDER + 20.0 && y > rows.north - 40.0;
        let by_the_nile = x > 480.0 && y < rows.north;
        let by_el_obeid = x < WEST_BORDER && y > rows.end - 84.0;
        if middle || by_the_nile || by_el_obeid {
            continue;
        }
        let _ = write!(dunes, "M{x:.0} {y:.0}q11 -13 21 -4q4 4 13 5M{:.0} {:.0}q6 -3 8 5", x + 14.0, y - 7.0);
        for dot in 0..4_u64 {
            let (right, down) = (18.0 + 26.0 * chance(number * 9 + dot), 12.0 + 7.0 * chance(number * 9 + dot + 300));
            let _ = write!(dots, "M{:.0} {:.0}h.1", x + right, y + down);
        }
    }
    canvas.put(format_args!(
        "<path d=\"{dunes}\" fill=\"none\" stroke=\"{hill}\" stroke-width=\"1.6\" stroke-opacity=\"0.75\" stroke-linecap=\"round\"/>\
         <path d=\"{dots}\" stroke=\"{hill}\" stroke-width=\"2.6\" stroke-linecap=\"round\"/>",
        hill = ink::HILL
    ));
}

fn draw_sea(canvas: &mut Canvas, rows: Rows) {
    let shore = curve(&coast(rows));
    let sea = format!("{shore}L{RIGHT} {:.1}L{RIGHT} {:.1}Z", rows.north + 100.0, rows.home);
    canvas.put(format_args!("<path d=\"{sea}\" fill=\"{}\"/>", ink::SEA));
    // Lines along the shore, each fainter, as the campaign's chart has them.
    for (distance, colour) in [(8.0, "#62868f"), (18.0, "#86a2a7"), (30.0, "#aabdbd")] {
        let off: Vec<Point> = coast(rows).into_iter().map(|(x, y)| (x + distance, y - distance * 0.8)).collect();
        canvas.put(format_args!("<path d=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.4\"/>", curve(&off)));
    }
    canvas.put(format_args!("<path d=\"{shore}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>", ink::BLACK));
    let (x, y) = (778.0, rows.home + 44.0);
    canvas.letter((x, y), Anchor::Middle, &Lettering::new(Face::Italic, 32.0).coloured(ink::WATER).spaced(5.0), "Red Sea");
    let ship = figures::small(Kind::Boat, figures::ON_PAPER);
    canvas.put(format_args!("<g transform=\"translate({:.1} {:.1}) scale(0.4)\">{ship}</g>", x + 16.0, y + 54.0));
}

fn draw_rivers(canvas: &mut Canvas, rows: Rows) {
    let confluence = confluence(rows);
    let nile = [
        (566.0, rows.home - 4.0),
        (578.0, rows.home + (rows.north - rows.home) * 0.3),
        (560.0, rows.home + (rows.north - rows.home) * 0.7),
        wadi_halfa(rows),
        (500.0, rows.north + 58.0),
        (372.0, rows.north + 62.0),
        (312.0, rows.in_north(0.36)),
        (304.0, rows.in_north(0.6)),
        dongola(rows),
        (322.0, rows.south - 50.0),
        (362.0, rows.south - 66.0),
        (470.0, rows.in_north(0.6)),
        (570.0, rows.in_north(0.36)),
        (596.0, rows.in_north(0.5)),
        berber(rows),
        (580.0, rows.south - 26.0),
        (556.0, rows.south + 4.0),
        (512.0, rows.south + 24.0),
        confluence,
    ];
    let white = [
        confluence,
        (428.0, rows.south + 72.0),
        (352.0, rows.south + 78.0),
        (312.0, rows.in_south(0.4)),
        (306.0, rows.in_south(0.7)),
        (330.0, rows.end + 4.0),
    ];
    let blue = [
        confluence,
        (500.0, rows.south + 74.0),
        (560.0, rows.south + 86.0),
        (594.0, rows.in_south(0.42)),
        (592.0, rows.in_south(0.7)),
        (566.0, rows.end + 4.0),
    ];
    let atbara = [
        (590.0, rows.south - 44.0),
        (640.0, rows.south - 14.0),
        (712.0, rows.in_south(0.2)),
        (770.0, rows.in_south(0.6)),
        (846.0, rows.in_south(0.9)),
        (RIGHT + 4.0, rows.end - 4.0),
    ];
    for (river, wide) in [(&nile[..], 8.6), (&white[..], 7.6), (&blue[..], 6.4), (&atbara[..], 4.6)] {
        let data = curve(river);
        canvas.put(format_args!(
            "<path d=\"{data}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{wide}\" stroke-linecap=\"round\"/>\
             <path d=\"{data}\" fill=\"none\" stroke=\"#cedad5\" stroke-width=\"{:.1}\" stroke-linecap=\"round\"/>",
            ink::WATER,
            wide - 3.2
        ));
    }
    let water = Lettering::new(Face::Italic, 28.0).coloured(ink::WATER).rimmed(figures::CARD);
    canvas.letter((590.0, rows.home + 44.0), Anchor::Start, &water, "Nile");
}

fn wadi_halfa(rows: Rows) -> Point {
    (552.0, rows.north + 34.0)
}

fn dongola(rows: Rows) -> Point {
    (305.0, rows.south - 68.0)
}

fn berber(rows: Rows) -> Point {
    (597.0, rows.south - 68.0)
}

fn confluence(rows: Rows) -> Point {
    (474.0, rows.south + 44.0)
}

/// Draws the borders: with a road across where they are passed, else a ridge.
fn draw_borders(canvas: &mut Canvas, rows: Rows) {
    let (north, south, end) = (rows.north, rows.south, rows.end);
    let mut passed = String::new();
    for (from, to) in [
        ((WEST_BORDER, north), (EAST_BORDER, north)),
        ((WEST_BORDER, south), (EAST_BORDER, south)),
        ((WEST_BORDER, south), (WEST_BORDER, end)),
        ((EAST_BORDER, south), (EAST_BORDER, end)),
    ] {
        passed.push_str(&line_data(&wavering(from, to, 9.0), false));
    }
    canvas.put(format_args!(
        "<path d=\"{passed}\" fill=\"none\" stroke=\"{}\" stroke-width=\"3.2\" stroke-dasharray=\"15 6 3 6\"/>",
        ink::BLACK
    ));
    for (from, to) in [
        ((LEFT, north), (WEST_BORDER, north)),
        ((WEST_BORDER, north), (WEST_BORDER, south)),
        ((EAST_BORDER, north), (716.0, north)),
        ((EAST_BORDER, north), (EAST_BORDER, south)),
    ] {
        canvas.put(format_args!("{}", ridge(from, to)));
    }
}

fn draw_roads(canvas: &mut Canvas, rows: Rows) {
    for (x, y, upright) in roads(rows) {
        canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) rotate({})\">{}</g>", if upright { 90 } else { 0 }, road()));
    }
}

/// The roads across borders: where, and whether up and down the map.
pub(super) fn roads(rows: Rows) -> [(f64, f64, bool); 4] {
    [(370.0, rows.north, true), (436.0, rows.south, true), (WEST_BORDER, rows.end - 36.0, false), (EAST_BORDER, rows.end - 36.0, false)]
}

/// A road across a border, from left to right.
pub(super) fn road() -> String {
    format!(
        "<path d=\"M-29 0L-11 -15V-6H11V-15L29 0L11 15V6H-11V15Z\" fill=\"{}\" stroke=\"{}\" stroke-width=\"8\" stroke-linejoin=\"round\"/>\
         <path d=\"M-29 0L-11 -15V-6H11V-15L29 0L11 15V6H-11V15Z\" fill=\"{}\"/>",
        ink::PAPER,
        figures::CARD,
        ink::BLACK
    )
}

/// A ridge that nobody passes: a crest with hachures down both slopes.
pub(super) fn ridge(from: Point, to: Point) -> String {
    let points = wavering(from, to, 5.2);
    let mut wedges = String::new();
    for (number, pair) in points.windows(2).enumerate() {
        let [a, b] = [pair[0], pair[1]];
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let length = dx.hypot(dy).max(0.1);
        let (across, down) = (-dy / length, dx / length);
        let (forth_x, forth_y) = (dx / length, dy / length);
        for side in [-1.0, 1.0] {
            let key = number as u64 * 2 + u64::from(side > 0.0) + from.0 as u64;
            let (near, far) = (1.8, 10.0 + 3.0 * chance(key));
            let (lean, half) = (1.6 * chance(key + 50), 1.7);
            let foot = (a.0 + across * near * side, a.1 + down * near * side);
            let _ = write!(
                wedges,
                "M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z",
                foot.0 - forth_x * half,
                foot.1 - forth_y * half,
                foot.0 + forth_x * half,
                foot.1 + forth_y * half,
                a.0 + across * far * side + forth_x * lean,
                a.1 + down * far * side + forth_y * lean
            );
        }
    }
    format!("<path d=\"{wedges}\" fill=\"#3d2f1a\"/>")
}

/// A place: its name, where it is, and where its name begins or ends from there.
pub(super) type Place = (&'static str, Point, Point, Anchor);

/// The places.
pub(super) fn places(rows: Rows) -> [Place; 6] {
    [
        ("Wadi Halfa", wadi_halfa(rows), (-14.0, 2.0), Anchor::End),
        ("Dongola", dongola(rows), (-4.0, 42.0), Anchor::Start),
        ("Berber", berber(rows), (-22.0, 42.0), Anchor::End),
        ("Khartoum", confluence(rows), (16.0, 18.0), Anchor::Start),
        ("Suakin", port(rows), (-16.0, 14.0), Anchor::End),
        ("El Obeid", (52.0, rows.end - 36.0), (16.0, 9.0), Anchor::Start),
    ]
}

/// How the names of places are lettered.
pub(super) fn place_style() -> Lettering {
    Lettering::new(Face::Semibold, SMALLEST).rimmed(figures::CARD)
}

/// Draws the places with their names, over everything but the slips.
pub(super) fn draw_places(canvas: &mut Canvas, rows: Rows) {
    for (name, (x, y), (right, down), anchor) in places(rows) {
        canvas.put(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3\"/>\
             <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.2\" fill=\"{}\"/>",
            figures::PAPER,
            ink::BLACK,
            ink::BLACK
        ));
        canvas.letter((x + right, y + down), anchor, &place_style(), name);
    }
}

/// Draws the double rule round the map, and covers what runs over it.
pub(super) fn draw_frame(canvas: &mut Canvas, rows: Rows) {
    let (top, bottom) = (rows.home, rows.end);
    canvas.put(format_args!(
        "<path d=\"M0 {:.1}H900V{:.1}H0ZM{LEFT} {top:.1}V{bottom:.1}H{RIGHT}V{top:.1}Z\" fill=\"{}\" shape-rendering=\"crispEdges\"/>",
        top - 44.0,
        bottom + 12.0,
        ink::PAPER
    ));
    for (out, thick) in [(0.0, 1.8), (6.5, 4.2)] {
        canvas.put(format_args!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
            LEFT - out,
            top - out,
            RIGHT - LEFT + 2.0 * out,
            bottom - top + 2.0 * out,
            ink::BLACK
        ));
    }
}
