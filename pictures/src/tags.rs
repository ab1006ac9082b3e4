//! Tags: the small boxes that say what stands in a place (foot, horse, guns, redoubts, siege level), the ships
//! in a port or at sea, and the forces in the field. Their room is found anew for each picture, clear of names,
//! symbols and each other; a tag that must stand away from its place is tied to it by a line.

use super::canvas::{Anchor, Canvas};
use super::geometry::{Cover, Rect};
use super::ground::{Ship, ShipKind, Strength};
use super::lettering::{Face, Lettering, ink};
use super::markers::{self, SHIP_SIZE};
use super::overlay::{self, Weight};

/// What a tag says.
#[derive(Debug, Clone, PartialEq)]
pub enum TagKind {
    /// Troops and works of a place.
    Garrison {
        /// The troops.
        strength: Strength,
        /// Redoubts.
        redoubts: u32,
        /// Siege level.
        siege_level: u8,
    },
    /// Troops in the field.
    Field(Strength),
    /// Ships.
    Ships(Vec<Ship>),
    /// Ships for whose names there is no room: they are counted, however few.
    CountedShips(Vec<Ship>),
    /// A badge of an overlay.
    Badge {
        /// What it says.
        words: String,
        /// How much it matters.
        weight: Weight,
    },
}

/// A tag that wants room.
#[derive(Debug, Clone, PartialEq)]
pub struct Tag {
    /// What it says.
    pub kind: TagKind,
    /// What it belongs to: the middle of a symbol, in pixels.
    pub at: (f64, f64),
    /// Pixels around `at` that the symbol takes.
    pub reach: f64,
    /// The box of the name it would stand by, and how that name is held.
    pub name: Option<(Rect, Anchor)>,
}

/// A tag with its box.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedTag {
    /// The tag.
    pub tag: Tag,
    /// Its box, in pixels.
    pub area: Rect,
    /// Whether there was no room, so that it lies over something.
    pub crowded: bool,
}

/// Height of a garrison's tag, before magnifying.
const HEIGHT: f64 = 33.0;
/// Room for the sign of an arm, before magnifying.
const SIGN: f64 = 22.0;
/// Pixels between a name and its tag.
const NAME_GAP: f64 = 3.0;
/// More ships than this are counted, not named.
const NAMED_SHIPS: usize = 2;

fn figures(magnify: f64) -> Lettering {
    Lettering::new(Face::Bold, 27.0 * magnify)
}

fn ship_names(magnify: f64) -> Lettering {
    Lettering::new(Face::Italic, 26.0 * magnify).rimmed(ink::PAPER)
}

/// One part of a garrison's tag.
enum Cell {
    Siege(&'static str),
    Arm(Arm, u32),
}

/// What a sign in a tag stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arm {
    /// A full block.
    Foot,
    /// A block cut by a diagonal.
    Horse,
    /// A gun on its wheels.
    Guns,
    /// An earthwork.
    Redoubt,
}

fn roman(level: u8) -> &'static str {
    ["", "I", "II", "III", "IV"][usize::from(level.min(4))]
}

fn cells(kind: &TagKind) -> Vec<Cell> {
    let (strength, redoubts, siege_level) = match kind {
        TagKind::Garrison { strength, redoubts, siege_level } => (*strength, *redoubts, *siege_level),
        TagKind::Field(strength) => (*strength, 0, 0),
        TagKind::Ships(_) | TagKind::CountedShips(_) | TagKind::Badge { .. } => return Vec::new(),
    };
    let mut cells = Vec::new();
    if siege_level > 0 {
        cells.push(Cell::Siege(roman(siege_level)));
    }
    for (arm, count) in [(Arm::Foot, strength.foot), (Arm::Horse, strength.horse), (Arm::Guns, strength.guns), (Arm::Redoubt, redoubts)] {
        if count > 0 {
            cells.push(Cell::Arm(arm, count));
        }
    }
    cells
}

fn cell_width(cell: &Cell, magnify: f64) -> f64 {
    match cell {
        Cell::Siege(level) => figures(magnify).width(level) + 12.0 * magnify,
        Cell::Arm(_, count) => SIGN * magnify + figures(magnify).width(&count.to_string()) + 6.0 * magnify,
    }
}

/// What stands beside a ship: her name, and how many units are aboard.
fn named(ship: &Ship) -> String {
    if ship.aboard == 0 { ship.name.clone() } else { format!("{} +{}", ship.name, ship.aboard) }
}

/// What stands beside several: how many there are, and how many units are aboard of them.
fn several((count, aboard): (usize, u32)) -> String {
    if aboard == 0 { times(count) } else { format!("{} +{aboard}", times(count)) }
}

/// Ships of one kind and state in a tag that counts them, with the units aboard.
fn counted(ships: &[Ship]) -> Vec<(ShipKind, bool, (usize, u32))> {
    [(ShipKind::Gunboat, false), (ShipKind::Gunboat, true), (ShipKind::Transport, false), (ShipKind::Transport, true)]
        .into_iter()
        .map(|(kind, damaged)| {
            let alike = || ships.iter().filter(|ship| ship.kind == kind && ship.damaged == damaged);
            (kind, damaged, (alike().count(), alike().map(|ship| ship.aboard).sum()))
        })
        .filter(|(_, _, (count, _))| *count > 0)
        .collect()
}

/// Size of a tag in pixels; none when it has nothing to say.
pub fn size(kind: &TagKind, magnify: f64) -> Option<(f64, f64)> {
    if let TagKind::Badge { words, .. } = kind {
        return Some(overlay::badge_size(words, magnify));
    }
    if let TagKind::Ships(ships) | TagKind::CountedShips(ships) = kind {
        let (ship_width, ship_height) = (SHIP_SIZE.0 * magnify, SHIP_SIZE.1 * magnify);
        if ships.is_empty() {
            return None;
        }
        if are_named(kind) {
            let style = ship_names(magnify);
            let widest = ships.iter().map(|ship| style.width(&named(ship))).fold(0.0, f64::max);
            return Some((ship_width + 5.0 + widest, ship_height * ships.len() as f64));
        }
        let style = figures(magnify);
        let widths = counted(ships).into_iter().map(|(_, _, count)| ship_width + style.width(&several(count)) + 6.0);
        return Some((widths.sum(), ship_height));
    }
    let cells = cells(kind);
    if cells.is_empty() {
        return None;
    }
    let band = if allied(kind) { 15.0 } else { 0.0 };
    let width: f64 = cells.iter().map(|cell| cell_width(cell, magnify)).sum();
    Some((width + (band + 6.0) * magnify, HEIGHT * magnify))
}

/// Whether ships have their names beside them.
fn are_named(kind: &TagKind) -> bool {
    matches!(kind, TagKind::Ships(ships) if ships.len() <= NAMED_SHIPS)
}

fn times(count: usize) -> String {
    if count > 1 { format!("×{count}") } else { String::new() }
}

fn allied(kind: &TagKind) -> bool {
    match kind {
        TagKind::Garrison { strength, .. } | TagKind::Field(strength) => strength.allied,
        TagKind::Ships(_) | TagKind::CountedShips(_) | TagKind::Badge { .. } => false,
    }
}

/// What tags must keep clear of.
pub struct Surroundings<'a> {
    /// The map's edge.
    pub map: Rect,
    /// Names, symbols, printed matter.
    pub taken: Vec<Rect>,
    /// Land.
    pub land: &'a Cover,
    /// Roads.
    pub roads: &'a Cover,
    /// See [`super::geometry::Frame::magnify`].
    pub magnify: f64,
}

/// Finds room for tags, in their order; the first have the choice. What has no room is said with less, and then laid over what is there:
/// a tag that was left out would say that there is nobody.
pub fn place_tags(tags: Vec<Tag>, mut around: Surroundings<'_>) -> Vec<PlacedTag> {
    let mut placed = Vec::with_capacity(tags.len());
    for tag in tags {
        let Some(found) = placed_tag(tag, &around) else { continue };
        around.taken.push(found.area.grown(3.0));
        placed.push(found);
    }
    placed
}

/// A tag with its box; none when it has nothing to say.
fn placed_tag(tag: Tag, around: &Surroundings<'_>) -> Option<PlacedTag> {
    size(&tag.kind, around.magnify)?;
    if let Some(area) = find_room(&tag, around) {
        return Some(PlacedTag { tag, area, crowded: false });
    }
    let tag = match tag.kind {
        TagKind::Ships(ships) => Tag { kind: TagKind::CountedShips(ships), ..tag },
        kind => Tag { kind, ..tag },
    };
    let room = find_room(&tag, around);
    let crowded = room.is_none();
    let area = room.or_else(|| least_over_others(&tag, around))?;
    Some(PlacedTag { tag, area, crowded })
}

/// So many rings around a place, and so far from each other, a tag looks for room in.
const RINGS: u32 = 14;

/// The boxes of one size in a ring around what a tag belongs to, each so far out that it just clears the symbol; and what speaks against each.
fn ring(tag: &Tag, (width, height): (f64, f64), number: u32) -> impl Iterator<Item = (Rect, f64)> {
    let away = 4.0 + f64::from(number) * 13.0;
    let (at, reach) = (tag.at, tag.reach);
    (0..16).map(move |sixteenth| {
        let (sin, cos) = (f64::from(sixteenth) * std::f64::consts::TAU / 16.0).sin_cos();
        let x = at.0 + cos * (reach + away) + cos * width / 2.0;
        let y = at.1 + sin * (reach + away) + sin * height / 2.0;
        let level = if sin.abs() < 0.1 { 0.0 } else { 3.0 };
        (Rect::new(x - width / 2.0, y - height / 2.0, width, height), away * 1.3 + level)
    })
}

fn find_room(tag: &Tag, around: &Surroundings<'_>) -> Option<Rect> {
    let (width, height) = size(&tag.kind, around.magnify)?;
    let afloat = matches!(tag.kind, TagKind::Ships(_) | TagKind::CountedShips(_));
    let inner = around.map.grown(-6.0);
    let mut best: Option<(f64, Rect)> = None;
    let consider = |best: &mut Option<(f64, Rect)>, area: Rect, cost: f64| {
        if best.as_ref().is_some_and(|(least, _)| *least <= cost)
            || !inner.contains(&area)
            || around.taken.iter().any(|taken| taken.overlaps(&area))
        {
            return;
        }
        let ashore = around.land.fraction(&area);
        // Ships lie on water; troops may stand anywhere, but not over a coast or a road.
        let ground = if afloat { 260.0 * ashore } else { 60.0 * ashore * (1.0 - ashore) };
        let total = cost + ground + 1500.0 * around.roads.fraction(&area);
        if best.as_ref().is_none_or(|(least, _)| total < *least) {
            *best = Some((total, area));
        }
    };
    if let Some((name, anchor)) = &tag.name {
        let x = match anchor {
            Anchor::Start => name.x,
            Anchor::Middle => name.x + (name.w - width) / 2.0,
            Anchor::End => name.x + name.w - width,
        };
        for (y, cost) in [(name.y + name.h + NAME_GAP, -16.0), (name.y - height - NAME_GAP, -10.0)] {
            let area = Rect::new(x, y, width, height);
            consider(&mut best, area, cost + 0.35 * (apart(&area, tag.at) - tag.reach).max(0.0));
        }
    }
    for number in 0..RINGS {
        for (area, cost) in ring(tag, (width, height), number) {
            consider(&mut best, area, cost);
        }
        // What is nearer is nearly always better: stop when a ring can no longer win.
        let away = 4.0 + f64::from(number) * 13.0;
        if best.as_ref().is_some_and(|(least, _)| *least < away * 1.3) {
            break;
        }
    }
    best.map(|(_, area)| area)
}

/// Where a tag for which there is no room covers least of what is there already, on the map and not far from its place.
fn least_over_others(tag: &Tag, around: &Surroundings<'_>) -> Option<Rect> {
    let (width, height) = size(&tag.kind, around.magnify)?;
    let inner = around.map.grown(-6.0);
    let within = |area: Rect| {
        let x = area.x.min(inner.x + inner.w - area.w).max(inner.x);
        let y = area.y.min(inner.y + inner.h - area.h).max(inner.y);
        Rect { x, y, ..area }
    };
    let covered = |area: &Rect| around.taken.iter().map(|taken| in_common(taken, area)).sum::<f64>() / (width * height).max(1.0);
    let cost = |(area, cost): &(Rect, f64)| 300.0 * covered(area) + cost;
    (0..RINGS)
        .flat_map(|number| ring(tag, (width, height), number))
        .map(|(area, away)| (within(area), away))
        .min_by(|one, other| cost(one).total_cmp(&cost(other)))
        .map(|(area, _)| area)
}

/// How much two boxes have in common, in pixels.
fn in_common(one: &Rect, other: &Rect) -> f64 {
    let wide = (one.x + one.w).min(other.x + other.w) - one.x.max(other.x);
    let high = (one.y + one.h).min(other.y + other.h) - one.y.max(other.y);
    wide.max(0.0) * high.max(0.0)
}

/// Pixels from a point to a box.
fn apart(area: &Rect, point: (f64, f64)) -> f64 {
    let near = area.nearest(point);
    (near.0 - point.0).hypot(near.1 - point.1)
}

/// Draws a tag with the line that ties it to its place.
pub fn draw(canvas: &mut Canvas, placed: &PlacedTag, magnify: f64) {
    let area = &placed.area;
    tie(canvas, placed, magnify);
    match &placed.tag.kind {
        TagKind::Ships(ships) | TagKind::CountedShips(ships) => {
            draw_ships(canvas, area, ships, are_named(&placed.tag.kind), magnify);
        }
        TagKind::Badge { words, weight } => overlay::draw_badge(canvas, area, words, *weight, magnify),
        kind => draw_troops(canvas, area, kind, magnify),
    }
}

fn tie(canvas: &mut Canvas, placed: &PlacedTag, magnify: f64) {
    let (at, reach) = (placed.tag.at, placed.tag.reach);
    let end = placed.area.nearest(at);
    let distance = apart(&placed.area, at);
    let at_hand = match (&placed.tag.kind, &placed.tag.name) {
        (TagKind::Field(_), _) => 0.0,
        (_, Some((name, _))) if name.grown(NAME_GAP + 2.0).overlaps(&placed.area) => f64::INFINITY,
        _ => reach + 16.0 * magnify,
    };
    // A box that reaches over the symbol's edge at a corner is tied already: a line there would have no length.
    if distance > at_hand.max(reach + 0.5) {
        let part = reach / distance;
        let (x, y) = (at.0 + part * (end.0 - at.0), at.1 + part * (end.1 - at.1));
        canvas.put(format_args!(
            "<path d=\"M{x:.1} {y:.1}L{:.1} {:.1}\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
            end.0,
            end.1,
            ink::BLACK,
            1.8 * magnify
        ));
    }
}

fn draw_troops(canvas: &mut Canvas, area: &Rect, kind: &TagKind, magnify: f64) {
    let colour = if allied(kind) { ink::RED } else { ink::GREEN };
    let (x, y, w, h) = (area.x, area.y, area.w, area.h);
    canvas.put(format_args!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"#fffdf4\" stroke=\"{colour}\" \
         stroke-width=\"{:.1}\"/>",
        x + 1.2,
        y + 1.2,
        w - 2.4,
        h - 2.4,
        2.4 * magnify
    ));
    let mut left = x + 3.0 * magnify;
    if allied(kind) {
        // A red band with a white cross, so that allied troops are known without colour too.
        let band = 15.0 * magnify;
        canvas.put(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{band:.1}\" height=\"{h:.1}\" fill=\"{colour}\"/>\
             <path d=\"M{:.1} {:.1}v{h:.1}M{x:.1} {:.1}h{band:.1}\" stroke=\"#fffdf4\" stroke-width=\"{:.1}\"/>",
            x + band / 2.0,
            y,
            y + h / 2.0,
            4.0 * magnify
        ));
        left += band;
    }
    let style = figures(magnify);
    let base = y + h / 2.0 + style.size * 0.33;
    for cell in cells(kind) {
        let width = cell_width(&cell, magnify);
        match cell {
            Cell::Siege(level) => {
                canvas.put(format_args!(
                    "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{h:.1}\" fill=\"{}\"/>",
                    left - 3.0 * magnify,
                    ink::BLACK
                ));
                let middle = left - 3.0 * magnify + width / 2.0;
                canvas.letter((middle, base), Anchor::Middle, &style.coloured("#fffdf4"), level);
            }
            Cell::Arm(arm, count) => {
                sign(canvas, (left + SIGN * magnify / 2.0, y + h / 2.0), arm, magnify);
                let figure = (left + (SIGN + 3.0) * magnify, base);
                canvas.letter(figure, Anchor::Start, &style, &count.to_string());
            }
        }
        left += width;
    }
}

/// Draws the sign of an arm around its middle.
pub fn sign(canvas: &mut Canvas, (x, y): (f64, f64), arm: Arm, magnify: f64) {
    let shape = match arm {
        Arm::Foot => "<path d=\"M-9 -6H9V6H-9Z\" fill=\"#1d1914\"/>",
        Arm::Horse => {
            "<path d=\"M-8.1 -5.1H8.1V5.1H-8.1Z\" fill=\"#fffdf4\" stroke=\"#1d1914\" stroke-width=\"1.8\"/>\
             <path d=\"M-9 6L9 -6V6Z\" fill=\"#1d1914\"/>"
        }
        Arm::Guns => {
            "<path d=\"M-8 -2.5L9.5 -8L10.5 -4.6L-5 3.5Z\" fill=\"#1d1914\"/><path d=\"M-1 3L-10 8\" stroke=\"#1d1914\" \
             stroke-width=\"2.6\"/><circle cx=\"1\" cy=\"2.6\" r=\"5.4\" fill=\"#fffdf4\" stroke=\"#1d1914\" \
             stroke-width=\"2\"/><circle cx=\"1\" cy=\"2.6\" r=\"1.7\" fill=\"#1d1914\"/>"
        }
        Arm::Redoubt => "<path d=\"M-9 6L-5 -5H5L9 6H5.4L2.8 -1H-2.8L-5.4 6Z\" fill=\"#1d1914\"/>",
    };
    canvas.put(format_args!("<g transform=\"translate({x:.1} {y:.1}) scale({magnify:.2})\">{shape}</g>"));
}

fn draw_ships(canvas: &mut Canvas, area: &Rect, ships: &[Ship], are_named: bool, magnify: f64) {
    let (ship_width, ship_height) = (SHIP_SIZE.0 * magnify, SHIP_SIZE.1 * magnify);
    if are_named {
        for (index, ship) in ships.iter().enumerate() {
            let y = area.y + ship_height * index as f64;
            markers::ship(canvas, (area.x, y), ship.kind, ship.damaged, magnify);
            let at = (area.x + ship_width + 4.0, y + ship_height * 0.82);
            canvas.letter(at, Anchor::Start, &ship_names(magnify), &named(ship));
        }
        return;
    }
    let style = figures(magnify).rimmed(ink::PAPER);
    let mut left = area.x;
    for (kind, damaged, count) in counted(ships) {
        markers::ship(canvas, (left, area.y), kind, damaged, magnify);
        let words = several(count);
        canvas.letter((left + ship_width + 2.0, area.y + ship_height * 0.85), Anchor::Start, &style, &words);
        left += ship_width + style.width(&words) + 6.0;
    }
}
