//! Which way an arrow goes: ashore along the roads, afloat over the water, through the straits.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use super::furniture;
use super::geometry::{Cover, Frame, Rect};
use super::ground::MapGround;
use super::marks::Spot;

/// A point of the sheet, in pixels.
type Point = (f64, f64);

fn distance(a: Point, b: Point) -> f64 {
    (b.0 - a.0).hypot(b.1 - a.1)
}

fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| distance(pair[0], pair[1])).sum()
}

/// The roads of a sheet from spot to spot: every stretch with what it leads to, both ways. It depends on nothing that moves.
#[derive(Debug, Clone)]
pub struct Network(HashMap<Spot, Vec<(Spot, Vec<Point>)>>);

impl Network {
    /// The roads of a map, in pixels of a frame.
    pub fn of(ground: &MapGround, frame: &Frame) -> Self {
        let mut stretches: HashMap<Spot, Vec<(Spot, Vec<Point>)>> = HashMap::new();
        for route in &ground.routes {
            let Some(course) = furniture::road(ground, route) else { continue };
            let (mut left, mut here) = (Spot::Place(route.from.clone()), 0);
            let points = route.points.iter().enumerate().map(|(point, at)| {
                let spot = Spot::Point { from: route.from.clone(), to: route.to.clone(), point };
                (spot, course.iter().position(|on| on == at))
            });
            for (spot, index) in points.chain([(Spot::Place(route.to.clone()), course.len().checked_sub(1))]) {
                // The course runs through every movement point.
                let Some(index) = index.filter(|index| *index >= here) else { continue };
                let stretch: Vec<Point> = course[here..=index].iter().map(|point| frame.px(*point)).collect();
                let back: Vec<Point> = stretch.iter().rev().copied().collect();
                stretches.entry(left.clone()).or_default().push((spot.clone(), stretch));
                stretches.entry(spot.clone()).or_default().push((left, back));
                (left, here) = (spot, index);
            }
        }
        Self(stretches)
    }

    /// The way from one spot to another; none if no road leads there.
    pub fn way(&self, from: &Spot, to: &Spot) -> Option<Vec<Point>> {
        let mut reached: HashMap<Spot, Vec<Point>> = HashMap::new();
        let mut open: Vec<(f64, Spot, Vec<Point>)> = vec![(0.0, from.clone(), Vec::new())];
        // A map has some dozens of spaces: the nearest is looked for in turn.
        while let Some(next) = (0..open.len()).min_by(|a, b| open[*a].0.total_cmp(&open[*b].0)) {
            let (gone, spot, line) = open.swap_remove(next);
            if spot == *to {
                return (line.len() > 1).then_some(line);
            }
            if reached.contains_key(&spot) {
                continue;
            }
            for (other, stretch) in self.0.get(&spot).into_iter().flatten() {
                if !reached.contains_key(other) {
                    let further = line.iter().chain(stretch.iter().skip(usize::from(!line.is_empty()))).copied().collect();
                    open.push((gone + length(stretch), other.clone(), further));
                }
            }
            reached.insert(spot, line);
        }
        None
    }
}

/// Pixels between the points of the grid on which a way over the water is looked for.
const STEP: f64 = 9.0;
/// How many times as far a way over land counts.
const ASHORE: u64 = 60;
/// How many times as far a way under names and letters counts.
const PRINTED: u64 = 5;

/// The way by water between two points: over land only where a port lies inland, and round names where there is room.
pub fn by_water(map: &Rect, land: &Cover, printed: &[Rect], from: Point, to: Point) -> Vec<Point> {
    let (columns, rows) = ((map.w / STEP) as usize + 1, (map.h / STEP) as usize + 1);
    let at = |cell: usize| (map.x + (cell % columns) as f64 * STEP, map.y + (cell / columns) as f64 * STEP);
    let cell_of = |(x, y): Point| {
        let column = (((x - map.x) / STEP).round().max(0.0) as usize).min(columns - 1);
        let row = (((y - map.y) / STEP).round().max(0.0) as usize).min(rows - 1);
        row * columns + column
    };
    let mut weights = vec![0_u64; columns * rows];
    let weight = |cell: usize| {
        let around = Rect::around(at(cell), STEP * 0.75, STEP * 0.75);
        if land.fraction(&around) > 0.0 {
            ASHORE
        } else if printed.iter().any(|print| print.overlaps(&around)) {
            PRINTED
        } else {
            1
        }
    };
    let (start, end) = (cell_of(from), cell_of(to));
    let mut best = vec![u64::MAX; columns * rows];
    let mut before = vec![usize::MAX; columns * rows];
    let mut open = BinaryHeap::from([(Reverse(0_u64), start)]);
    best[start] = 0;
    while let Some((Reverse(gone), cell)) = open.pop() {
        if cell == end {
            break;
        }
        if gone > best[cell] {
            continue;
        }
        let (column, row) = ((cell % columns) as i64, (cell / columns) as i64);
        for (dx, dy, far) in [(1, 0, 10), (-1, 0, 10), (0, 1, 10), (0, -1, 10), (1, 1, 14), (1, -1, 14), (-1, 1, 14), (-1, -1, 14)] {
            let (x, y) = (column + dx, row + dy);
            if x < 0 || y < 0 || x >= columns as i64 || y >= rows as i64 {
                continue;
            }
            let other = y as usize * columns + x as usize;
            if weights[other] == 0 {
                weights[other] = weight(other);
            }
            let further = gone + far * weights[other];
            if further < best[other] {
                best[other] = further;
                before[other] = cell;
                open.push((Reverse(further), other));
            }
        }
    }
    let mut cells = vec![end];
    while let Some(cell) = cells.last().copied().filter(|cell| *cell != start) {
        match before[cell] {
            usize::MAX => break,
            earlier => cells.push(earlier),
        }
    }
    cells.reverse();
    let mut line: Vec<Point> = cells.into_iter().map(at).collect();
    if let (Some(first), Some(last)) = (line.first().copied(), line.last().copied()) {
        if distance(first, from) > 0.1 {
            line.insert(0, from);
        }
        if distance(last, to) > 0.1 {
            line.push(to);
        }
    }
    straightened(&line, |a, b| weight_between(land, printed, a, b))
}

/// Ways by water that have been looked for on a sheet: ports and sea areas are few, and asked for again and again.
#[derive(Debug, Clone, Default)]
pub struct Lanes(Arc<Mutex<HashMap<[i64; 4], Vec<Point>>>>);

impl Lanes {
    /// The way between two points, looked for if it is not known.
    pub fn way(&self, from: Point, to: Point, look: impl FnOnce() -> Vec<Point>) -> Vec<Point> {
        let key = [from.0, from.1, to.0, to.1].map(|value| (value * 10.0).round() as i64);
        // A thread that panicked meanwhile left only finished ways.
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let way = look();
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, way.clone());
            way
        })
    }
}

/// What a straight line leads over, at its worst.
fn weight_between(land: &Cover, printed: &[Rect], a: Point, b: Point) -> u64 {
    let steps = (distance(a, b) / (STEP * 0.5)).ceil().max(1.0);
    let mut worst = 1;
    for step in 0..=(steps as u32) {
        let part = f64::from(step) / steps;
        let around = Rect::around((a.0 + part * (b.0 - a.0), a.1 + part * (b.1 - a.1)), STEP * 0.6, STEP * 0.6);
        if land.fraction(&around) > 0.0 {
            return ASHORE;
        }
        if printed.iter().any(|print| print.overlaps(&around)) {
            worst = PRINTED;
        }
    }
    worst
}

/// A line without the corners that are not needed: a straight piece replaces others where it leads over nothing worse than water.
fn straightened(line: &[Point], weight: impl Fn(Point, Point) -> u64) -> Vec<Point> {
    let mut kept: Vec<Point> = line.first().copied().into_iter().collect();
    let mut here = 0;
    while here + 1 < line.len() {
        let far = (here + 2..line.len().min(here + 60)).rev().find(|there| weight(line[here], line[*there]) == 1);
        here = far.unwrap_or(here + 1);
        kept.push(line[here]);
    }
    kept
}

/// Whether two lines of points some pixels apart go along together, not only across each other: more than a few points of one are
/// nearer to the other than that.
pub fn go_together(line: &[Point], other: &[Point], near: f64) -> bool {
    together(line, other, near) > 0
}

/// How many points of a line go along with another, some pixels apart at most; none where they only cross, or meet at an end.
pub fn together(line: &[Point], other: &[Point], near: f64) -> usize {
    /// So many points lie near where lines cross, or meet at an end.
    const CROSSING: usize = 5;
    line.iter().filter(|at| other.iter().any(|point| distance(**at, *point) < near)).count().saturating_sub(CROSSING)
}

/// A line moved to its right by some pixels, without `start` and `end` pixels at its ends.
pub fn beside(line: &[Point], away: f64, start: f64, end: f64) -> Vec<Point> {
    let long = length(line);
    let (start, end) = (start.min(long * 0.3), end.min(long * 0.3));
    let steps = ((long - start - end) / 6.0).ceil().max(2.0);
    let along = |part: f64| start + (long - start - end) * part;
    (0..=(steps as u32))
        .map(|step| {
            let gone = along(f64::from(step) / steps);
            let (x, y) = on(line, gone);
            let (back, ahead) = (on(line, (gone - 8.0).max(0.0)), on(line, (gone + 8.0).min(long)));
            let (dx, dy) = (ahead.0 - back.0, ahead.1 - back.1);
            let far = dx.hypot(dy).max(1e-6);
            (x - dy / far * away, y + dx / far * away)
        })
        .collect()
}

/// The point of a line so many pixels along it.
pub fn on(line: &[Point], mut gone: f64) -> Point {
    for pair in line.windows(2) {
        let far = distance(pair[0], pair[1]);
        if gone <= far && far > 0.0 {
            let part = gone / far;
            return (pair[0].0 + part * (pair[1].0 - pair[0].0), pair[0].1 + part * (pair[1].1 - pair[0].1));
        }
        gone -= far;
    }
    line.last().copied().unwrap_or_default()
}

/// The point halfway or at another part of a line, 0 to 1.
pub fn part_of(line: &[Point], part: f64) -> Point {
    on(line, length(line) * part)
}

#[cfg(test)]
mod tests {
    use super::super::chart::Chart;
    use super::super::ground::{Holders, Place, PlaceKind, Route};
    use super::*;

    #[test]
    fn a_way_by_road_leads_through_the_movement_points_and_back_the_same_way_and_nowhere_without_a_road() {
        let place = |name: &str, at| Place { name: name.into(), island: "Shaw".into(), kind: PlaceKind::Village, at, port: false };
        let route = |from: &str, to: &str, points: &[[f64; 2]]| Route { from: from.into(), to: to.into(), points: points.into() };
        let ground = MapGround {
            title: String::new(),
            holders: Holders::default(),
            islands: vec!["Shaw".into()],
            places: vec![place("Shaw", [0.0, 0.0]), place("Olga", [4.0, 1.0]), place("Tokar", [9.0, 0.0]), place("Lopez", [9.0, 9.0])],
            routes: vec![route("Shaw", "Olga", &[[2.0, 1.0]]), route("Olga", "Tokar", &[]), route("Tokar", "Nowhere", &[])],
            seas: vec![],
            chart: Chart::default(),
        };
        let frame = Frame::new(1600.0, -1.0, 10.0, -3.0, 10.0, false);
        let network = Network::of(&ground, &frame);
        let spot = |name: &str| Spot::Place(name.into());
        let there = network.way(&spot("Shaw"), &spot("Tokar")).unwrap();
        for at in [[0.0, 0.0], [2.0, 1.0], [4.0, 1.0], [9.0, 0.0]] {
            assert!(there.contains(&frame.px(at)), "{at:?} is not on {there:?}");
        }
        assert_eq!((there.first(), there.last()), (Some(&frame.px([0.0, 0.0])), Some(&frame.px([9.0, 0.0]))));
        let back: Vec<Point> = network.way(&spot("Tokar"), &spot("Shaw")).unwrap().into_iter().rev().collect();
        assert_eq!(there, back);
        let point = Spot::Point { from: "Shaw".into(), to: "Olga".into(), point: 0 };
        assert_eq!(network.way(&point, &spot("Olga")).unwrap().first(), Some(&frame.px([2.0, 1.0])));
        for nowhere in [spot("Lopez"), spot("Nowhere"), spot("Shaw")] {
            assert_eq!(network.way(&spot("Shaw"), &nowhere), None);
        }
    }
}
