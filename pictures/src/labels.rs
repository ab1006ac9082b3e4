//! Where the names stand. Each name takes the side of its symbol that the chart gives it, or else the best it
//! can find: clear of other names, symbols and roads, whole on land or whole on water, in reach of its
//! place, and with room beside it for the tag of a garrison. Everything here is settled once for a sheet.

use super::canvas::Anchor;
use super::chart::{Label, Side};
use super::geometry::{Cover, Frame, Rect};
use super::ground::{MapGround, Place, PlaceKind};
use super::lettering::{Face, Lettering, ink};

/// A name with its place on the sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedName {
    /// The place.
    pub place: String,
    /// Its lines with the point each is anchored at, in pixels, on the baseline.
    pub lines: Vec<(String, (f64, f64))>,
    /// By which end the lines are held.
    pub anchor: Anchor,
    /// The style.
    pub style: Lettering,
    /// The box around the lines.
    pub area: Rect,
    /// The box kept for a tag, beside the name.
    pub tag_room: Rect,
}

impl PlacedName {
    /// A box around each line.
    pub fn line_areas(&self) -> impl Iterator<Item = Rect> + '_ {
        self.lines.iter().map(|(words, (x, base))| {
            let width = self.style.width(words);
            let left = match self.anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            Rect::new(left, base - RISE * self.style.size, width, (RISE + FALL) * self.style.size)
        })
    }
}

/// Ems that letters rise above and fall below the baseline.
const RISE: f64 = 0.7;
/// See [`RISE`].
const FALL: f64 = 0.2;

/// Pixels from the middle of a place's symbol to its edge, siege works left out.
pub fn symbol_radius(kind: PlaceKind, magnify: f64) -> f64 {
    magnify
        * match kind {
            PlaceKind::Village => 13.0,
            PlaceKind::Town => 18.0,
            PlaceKind::FortifiedTown => 24.0,
        }
}

/// Pixels around a symbol that siege works may take.
pub const SIEGE_WORKS: f64 = 8.0;

/// The places whose symbols the frame shows whole.
pub fn shown<'a>(ground: &'a MapGround, frame: &'a Frame) -> impl Iterator<Item = &'a Place> {
    let whole = |place: &&Place| frame.shows(place.at, symbol_radius(place.kind, frame.magnify) + 2.0);
    ground.places.iter().filter(whole)
}

/// The style of a place's name.
pub fn name_style(kind: PlaceKind, magnify: f64) -> Lettering {
    let style = match kind {
        PlaceKind::Village => Lettering::new(Face::Roman, 31.0),
        PlaceKind::Town => Lettering::new(Face::Semibold, 35.0).small_caps().spaced(0.6),
        PlaceKind::FortifiedTown => Lettering::new(Face::Bold, 37.0).small_caps().spaced(0.6),
    };
    Lettering { size: style.size * magnify, ..style }.rimmed(ink::PAPER)
}

/// The course of a road.
#[derive(Debug, Clone)]
pub struct Course {
    /// The places at its ends.
    pub ends: [String; 2],
    /// Its line, in pixels.
    pub line: Vec<(f64, f64)>,
}

/// What the names must keep clear of.
pub struct Obstacles<'a> {
    /// Land.
    pub land: &'a Cover,
    /// Roads and their movement points.
    pub roads: &'a Cover,
    /// The islands that the picture is about; none, if it is the whole map.
    pub islands: &'a [String],
    /// The course of each road, in pixels, with the places at its ends.
    pub courses: &'a [Course],
    /// Printed matter: cartouche, letters of sea areas, names of waters.
    pub print: &'a [Rect],
}

/// Size of the room kept for a tag, pixels.
const TAG_ROOM: (f64, f64) = (96.0, 34.0);

/// Places all names that the frame shows.
pub fn place_names(ground: &MapGround, frame: &Frame, obstacles: &Obstacles<'_>) -> Vec<PlacedName> {
    let shown: Vec<&Place> = shown(ground, frame).collect();
    let symbols: Vec<Rect> = shown
        .iter()
        .map(|place| {
            let radius = symbol_radius(place.kind, frame.magnify);
            Rect::around(frame.px(place.at), radius, radius)
        })
        .collect();
    let choices: Vec<Vec<(PlacedName, f64)>> = shown
        .iter()
        .enumerate()
        .map(|(index, place)| {
            let fixed = ground.chart.labels.iter().find(|label| label.place == place.name);
            let mut choices = candidates(place, frame, fixed);
            let weigh = |choices: &mut Vec<(PlacedName, f64)>| {
                for (name, cost) in choices {
                    *cost += standing_cost(name, index, place, &symbols, frame, obstacles);
                }
            };
            weigh(&mut choices);
            // Where none of the usual stands is clear, every stand around the place is tried.
            if is_about(place, obstacles.islands) && choices.iter().all(|(_, cost)| *cost >= BLEMISHED) {
                let mut more = stands_around(place, frame, fixed);
                weigh(&mut more);
                choices.extend(more);
            }
            choices.sort_by(|a, b| a.1.total_cmp(&b.1));
            choices
        })
        .collect();
    // Everyone takes the best for himself, then gives way in turn until nothing changes.
    let mut chosen = vec![0; shown.len()];
    for _ in 0..8 {
        let mut changed = false;
        for index in 0..shown.len() {
            let neighbours: Vec<&PlacedName> =
                (0..shown.len()).filter(|other| *other != index).map(|other| &choices[other][chosen[other]].0).collect();
            let cost = |choice: &(PlacedName, f64)| choice.1 + crowding(&choice.0, &neighbours);
            let best =
                (0..choices[index].len()).min_by(|a, b| cost(&choices[index][*a]).total_cmp(&cost(&choices[index][*b]))).unwrap_or(0);
            changed |= best != chosen[index];
            chosen[index] = best;
        }
        if !changed {
            break;
        }
    }
    let names =
        shown.iter().zip(choices).zip(chosen).filter_map(|((place, choices), index)| Some((*place, choices.into_iter().nth(index)?)));
    // Beside the islands that a picture is about a neighbour's name may find no room: better none than one that is cut off, that lies
    // over another or would be read as another's.
    let (mut kept, neighbours): (Vec<_>, Vec<_>) =
        names.filter(|(_, (name, _))| frame.map.contains(&name.area)).partition(|(place, _)| is_about(place, obstacles.islands));
    for (place, (name, cost)) in neighbours {
        let clear = cost < COLLIDES && kept.iter().all(|(_, (other, _))| !other.area.grown(2.0).overlaps(&name.area));
        if clear {
            kept.push((place, (name, cost)));
        }
    }
    kept.into_iter().map(|(_, (name, _))| name).collect()
}

fn is_about(place: &Place, islands: &[String]) -> bool {
    islands.is_empty() || islands.contains(&place.island)
}

/// A choice that costs so much collides with a symbol, leaves the map or would be read as another's.
const COLLIDES: f64 = 3500.0;

/// All ways to set one name, with what is awkward about each by itself.
fn candidates(place: &Place, frame: &Frame, fixed: Option<&Label>) -> Vec<(PlacedName, f64)> {
    let style = name_style(place.kind, frame.magnify);
    let radius = symbol_radius(place.kind, frame.magnify) + (SIEGE_WORKS + 6.0) * frame.magnify;
    let centre = frame.px(place.at);
    let mut found = Vec::new();
    if let Some(label) = fixed {
        let style = Lettering { size: style.size * label.size, ..style };
        let shift = (label.shift[0] * style.size, -label.shift[1] * style.size);
        let at = (centre.0 + shift.0, centre.1 + shift.1);
        found.push((set_name(place, &style, at, radius, label.side, label.lines, frame), 0.0));
    }
    // Made for the whole map, the chart's choice may be cut off or covered in a picture of one island: then, and
    // only then, the name looks for room like any other.
    let second_best = if fixed.is_some() { SECOND_BEST } else { 0.0 };
    for (rank, side) in Side::ALL.into_iter().enumerate() {
        for lines in 1..=2 {
            if lines == 2 && !place.name.contains(' ') {
                continue;
            }
            for away in [0.0, 10.0, 24.0, 44.0, 64.0] {
                let name = set_name(place, &style, centre, radius + away * frame.magnify, side, lines, frame);
                let cost = rank as f64 * 1.5 + f64::from(lines - 1) * 4.0 + away * 0.8 + second_best;
                found.push((name, cost));
            }
        }
    }
    found
}

/// A choice that costs so much collides with something, lies over a road or would be read as another place's name.
const BLEMISHED: f64 = SECOND_BEST + 100.0;

/// Stands all around a place, in a fine grid.
fn stands_around(place: &Place, frame: &Frame, fixed: Option<&Label>) -> Vec<(PlacedName, f64)> {
    const STEP: f64 = 5.0;
    let style = name_style(place.kind, frame.magnify);
    let centre = frame.px(place.at);
    let radius = symbol_radius(place.kind, frame.magnify) + SIEGE_WORKS;
    let mut found = Vec::new();
    for smaller in fixed.map_or(vec![1.0], |label| vec![1.0, label.size.min(1.0)]) {
        let style = Lettering { size: style.size * smaller, ..style };
        for lines in 1..=(if place.name.contains(' ') { 2 } else { 1 }) {
            let size = set_name(place, &style, centre, radius, Side::E, lines, frame).area;
            let reach = (size.w / 2.0 + radius + 46.0, size.h / 2.0 + radius + 46.0);
            let steps = ((reach.0 / STEP) as i32, (reach.1 / STEP) as i32);
            for column in -steps.0..=steps.0 {
                for row in -steps.1..=steps.1 {
                    let middle = (centre.0 + f64::from(column) * STEP, centre.1 + f64::from(row) * STEP);
                    for (side, beside) in [(Side::E, -0.5), (Side::N, 0.0), (Side::W, 0.5)] {
                        // Held by its left end, its middle or its right: that matters to lines of different length.
                        if lines == 1 && side != Side::N {
                            continue;
                        }
                        let at = (middle.0 + beside * size.w, if side == Side::N { middle.1 + size.h / 2.0 } else { middle.1 });
                        let name = set_name(place, &style, at, 0.0, side, lines, frame);
                        let away = name.area.apart(centre);
                        found.push((name, SECOND_BEST + away * 0.8 + (1.0 - smaller) * 60.0));
                    }
                }
            }
        }
    }
    found
}

/// What it costs a name to stand elsewhere than the chart says: more than any blemish, less than any collision.
const SECOND_BEST: f64 = 1000.0;

/// A name broken at the space nearest its middle.
fn broken(name: &str, lines: u8) -> Vec<String> {
    let middle = name.len() / 2;
    let space = name.match_indices(' ').map(|(at, _)| at).min_by_key(|at| at.abs_diff(middle));
    match space {
        Some(at) if lines == 2 => vec![name[..at].into(), name[at + 1..].into()],
        _ => vec![name.into()],
    }
}

fn set_name(place: &Place, style: &Lettering, centre: (f64, f64), radius: f64, side: Side, lines: u8, frame: &Frame) -> PlacedName {
    let words = broken(&place.name, lines);
    let width = words.iter().map(|line| style.width(line)).fold(0.0, f64::max);
    let (rise, line_height) = (style.size * RISE, style.size * 0.88);
    let height = rise + line_height * (words.len() - 1) as f64 + style.size * FALL;
    let (east, south) = side.direction();
    // On a corner the name comes nearer: its box touches the circle's shoulder, not the square around it.
    let (reach_x, reach_y) = match (east == 0.0, south == 0.0) {
        (false, false) => (radius * 0.72, radius * 0.5),
        _ => (radius, radius),
    };
    let x = match east {
        e if e > 0.0 => centre.0 + reach_x,
        e if e < 0.0 => centre.0 - reach_x - width,
        _ => centre.0 - width / 2.0,
    };
    let y = match south {
        s if s > 0.0 => centre.1 + reach_y,
        s if s < 0.0 => centre.1 - reach_y - height,
        _ => centre.1 - height / 2.0,
    };
    let area = Rect::new(x, y, width, height);
    let (anchor, held) = match east {
        e if e > 0.0 => (Anchor::Start, x),
        e if e < 0.0 => (Anchor::End, x + width),
        _ => (Anchor::Middle, x + width / 2.0),
    };
    let lines = words.into_iter().enumerate().map(|(i, line)| (line, (held, y + rise + line_height * i as f64))).collect();
    let (tag_width, tag_height) = (TAG_ROOM.0 * frame.magnify, TAG_ROOM.1 * frame.magnify);
    let tag_x = match anchor {
        Anchor::Start => x,
        Anchor::End => x + width - tag_width,
        Anchor::Middle => x + (width - tag_width) / 2.0,
    };
    let tag_y = if south < 0.0 { y - tag_height - 2.0 } else { y + height + 2.0 };
    PlacedName { place: place.name.clone(), lines, anchor, style: *style, area, tag_room: Rect::new(tag_x, tag_y, tag_width, tag_height) }
}

/// What speaks against a name whatever the other names do.
fn standing_cost(name: &PlacedName, own: usize, place: &Place, symbols: &[Rect], frame: &Frame, obstacles: &Obstacles<'_>) -> f64 {
    const FORBIDDEN: f64 = 10_000.0;
    let area = name.area.grown(2.0);
    let mut cost = 0.0;
    for (index, symbol) in symbols.iter().enumerate() {
        if symbol.grown(if index == own { 0.0 } else { SIEGE_WORKS }).overlaps(&area) {
            cost += FORBIDDEN;
        }
        if symbol.grown(3.0).overlaps(&name.tag_room) {
            cost += 70.0;
        }
    }
    if is_a_strangers(name, own, place, symbols, obstacles.courses) {
        cost += FORBIDDEN / 2.0;
    }
    if !frame.map.grown(-6.0).contains(&area) {
        cost += FORBIDDEN;
    }
    if !frame.map.grown(-4.0).contains(&name.tag_room) {
        cost += 80.0;
    }
    for print in obstacles.print {
        if print.overlaps(&area) {
            cost += FORBIDDEN / 4.0;
        }
        if print.overlaps(&name.tag_room) {
            cost += 60.0;
        }
    }
    let ashore = obstacles.land.fraction(&name.area);
    for line in name.line_areas() {
        cost += 1600.0 * obstacles.roads.fraction(&line.grown(3.0));
    }
    cost += 500.0 * obstacles.roads.fraction(&name.tag_room);
    cost += 220.0 * ashore * (1.0 - ashore);
    // A chart letters its ports on the water, so that the land stays clear for the roads.
    if place.port {
        cost += 10.0 * ashore;
    }
    cost
}

/// Whether a name stands as near another place's symbol, or a road that does not lead to its place, as the symbol of its own: it
/// would be read as theirs.
fn is_a_strangers(name: &PlacedName, own: usize, place: &Place, symbols: &[Rect], courses: &[Course]) -> bool {
    let lines: Vec<Rect> = name.line_areas().collect();
    let nearest = |distance: &dyn Fn(&Rect) -> f64| lines.iter().map(distance).fold(f64::INFINITY, f64::min);
    let Some(symbol) = symbols.get(own) else { return false };
    let reach = nearest(&|line| line.between(symbol)) + CLEARLY;
    let near = name.area.grown(reach);
    symbols.iter().enumerate().any(|(index, other)| index != own && nearest(&|line| line.between(other)) <= reach)
        || courses.iter().filter(|course| !course.ends.contains(&place.name)).any(|course| {
            let within = |point: &&(f64, f64)| near.contains(&Rect::new(point.0, point.1, 0.0, 0.0));
            course.line.iter().filter(within).any(|point| nearest(&|line| line.apart(*point)) <= reach)
        })
}

/// Pixels by which a name is nearer its own place than what is another's.
const CLEARLY: f64 = 2.0;

/// What speaks against a name beside these others.
fn crowding(name: &PlacedName, others: &[&PlacedName]) -> f64 {
    let mut cost = 0.0;
    for other in others {
        if name.area.grown(4.0).overlaps(&other.area) {
            cost += 5000.0;
        }
        for (a, b) in [(&name.area, &other.tag_room), (&name.tag_room, &other.area)] {
            if a.overlaps(b) {
                cost += 80.0;
            }
        }
        if name.tag_room.overlaps(&other.tag_room) {
            cost += 60.0;
        }
    }
    cost
}
