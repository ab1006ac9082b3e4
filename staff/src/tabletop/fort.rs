//! Where a side makes its stand: a block of squares in a corner or on an edge of the board, where nobody gets at a flank or a rear, each unit
//! with friends behind it.
//!
//! The outer squares face out, those at a bend aslant; the reserve and the Leader stand within, and guns share the squares of those in
//! front. A charge at any of them meets a front, and two or three friends behind it.

use engine::tabletop::area::Area;
use engine::tabletop::pack::Arm;
use engine::tabletop::phase::Phase;
use engine::tabletop::side::Side;
use engine::tabletop::square::{Facing, Square};
use engine::tabletop::state::State;
use engine::tabletop::unit::{Place, UnitId};

/// Who is to stand where, facing which way.
pub(super) type Fort = Vec<(UnitId, Square, Facing)>;

/// A place of a block, the most exposed first: squares along the edge clockwise as seen from it, squares away from it, and eighths that it
/// faces clockwise from straight away.
type Slot = (i8, i8, i8);

const CORNER_OF_FOUR: [Slot; 4] = [(1, 1, 1), (0, 1, 0), (1, 0, 2), (0, 0, 1)];
const EDGE_OF_FOUR: [Slot; 4] = [(1, 1, 1), (0, 1, -1), (1, 0, 2), (0, 0, -2)];
const CORNER_OF_SIX: [Slot; 6] = [(2, 1, 1), (1, 1, 0), (2, 0, 2), (0, 1, 0), (1, 0, 0), (0, 0, 0)];
const EDGE_OF_SIX: [Slot; 6] = [(0, 1, 0), (1, 1, 1), (-1, 1, -1), (1, 0, 2), (-1, 0, -2), (0, 0, 0)];
const CORNER_OF_NINE: [Slot; 9] = [(2, 2, 1), (1, 2, 0), (2, 1, 2), (0, 2, 0), (2, 0, 2), (1, 1, 1), (1, 0, 2), (0, 1, 0), (0, 0, 1)];
const EDGE_OF_NINE: [Slot; 8] = [(0, 1, 0), (1, 1, 0), (2, 1, 1), (-1, 1, -1), (2, 0, 2), (-1, 0, -2), (0, 0, 0), (1, 0, 0)];
const CORNER_OF_MANY: [Slot; 15] = [
    (4, 2, 1),
    (3, 2, 0),
    (2, 2, 0),
    (4, 1, 2),
    (1, 2, 0),
    (4, 0, 2),
    (0, 2, 0),
    (3, 1, 0),
    (2, 1, 0),
    (1, 1, 0),
    (0, 1, 0),
    (3, 0, 0),
    (2, 0, 0),
    (1, 0, 0),
    (0, 0, 0),
];

/// How much farther than to an edge it may be to a corner, in squares of all who go there.
const CORNER_IS_BETTER: u32 = 3;

/// The stand of a side before enemies in these squares, within its goal if it is to be there; nobody where there is no room for one. While a side is set up it does not
/// hang on where anybody stands.
pub(super) fn fort(state: &State, side: Side, foes: &[Square], goal: Option<&Area>) -> Fort {
    let position = &state.position;
    let set_up = matches!(state.phase, Phase::Deploying(_));
    let there = |unit: &UnitId| {
        let of = position.unit(*unit);
        of.side == side && matches!(of.place, Place::Board | Place::Waiting)
    };
    let own = |wanted: fn(Arm) -> bool| -> Vec<UnitId> {
        position.all().filter(there).filter(|unit| wanted(position.troop(*unit).arm)).collect()
    };
    let mut left = own(|arm| matches!(arm, Arm::Infantry | Arm::Cavalry | Arm::Camelry));
    let blocks: [&[Slot]; 2] = match left.len() {
        0..=3 => [&CORNER_OF_FOUR, &[]],
        4 => [&CORNER_OF_FOUR, &EDGE_OF_FOUR],
        5..=6 => [&CORNER_OF_SIX, &EDGE_OF_SIX],
        7..=8 => [&CORNER_OF_NINE, &EDGE_OF_NINE],
        9 => [&CORNER_OF_NINE, &[]],
        _ => [&CORNER_OF_MANY, &[]],
    };
    let Some(places) = place(state, side, &left, blocks, foes, goal) else { return Fort::new() };
    let mut fort = Fort::new();
    // Those in front first: steady foot before horse and before those who run.
    let front = places.len().div_ceil(2);
    for (number, (square, facing)) in places.iter().copied().enumerate() {
        let cost = |unit: &UnitId| {
            let (of, troop) = (position.unit(*unit), position.troop(*unit));
            let unfit = u8::from(troop.shaky) * 4 + u8::from(troop.arm.is_mounted()) * 3 + u8::from(of.disorganised) * 2;
            let far = if set_up { 0 } else { steps(of.square, square) };
            (far + if number < front { unfit } else { 0 }, *unit)
        };
        let Some(best) = (0..left.len()).min_by_key(|place| cost(&left[*place])) else { break };
        fort.push((left.remove(best), square, facing));
    }
    let spare: Vec<(Square, Facing)> = places.iter().skip(fort.len()).copied().collect();
    let mut guns = own(Arm::is_battery).into_iter();
    // A place left over within is for a gun; the others share.
    for ((square, facing), gun) in spare.into_iter().zip(guns.by_ref()) {
        fort.push((gun, square, facing));
    }
    let shared: Vec<(Square, Facing)> =
        fort.iter().filter(|(unit, ..)| !position.troop(*unit).arm.is_battery()).map(|(_, square, facing)| (*square, *facing)).collect();
    for ((square, facing), gun) in shared.into_iter().zip(guns) {
        fort.push((gun, square, facing));
    }
    let beside = |square: Square| fort.iter().filter(|(_, other, _)| steps(square, *other) <= 1).count();
    let middle = fort.iter().rev().max_by_key(|(_, square, _)| beside(*square)).map(|(_, square, facing)| (*square, *facing));
    if let Some((square, facing)) = middle {
        fort.extend(own(|arm| arm == Arm::Leader).into_iter().map(|leader| (leader, square, facing)));
    }
    fort
}

/// Where the block is laid: near to those who go there, far from the enemy, rather in a corner than on an edge.
fn place(
    state: &State,
    side: Side,
    mains: &[UnitId],
    blocks: [&[Slot]; 2],
    foes: &[Square],
    goal: Option<&Area>,
) -> Option<Vec<(Square, Facing)>> {
    let position = &state.position;
    let (columns, rows) = position.board.size().columns_and_rows();
    let area = state.plan.as_ref().and_then(|plan| mains.first().and_then(|unit| plan.start_of(*unit))).map(|start| start.area());
    let set_up = matches!(state.phase, Phase::Deploying(_));
    let home = state.plan.as_ref().map(|plan| plan.side(side).facing.opposite());
    let mut best: Option<(u32, Vec<(Square, Facing)>)> = None;
    for away in [Facing::North, Facing::East, Facing::South, Facing::West] {
        let (length, along) = (if matches!(away, Facing::North | Facing::South) { columns } else { rows }, away.turned(2));
        for at in 0..length {
            let corner_at = [(0, 1_i8), (length - 1, -1)].into_iter().find(|(end, _)| *end == at).map(|(_, way)| way);
            for (slots, way) in [(blocks[0], corner_at), (blocks[1], Some(1))] {
                let Some(way) = way.filter(|_| !slots.is_empty()) else { continue };
                let spot = |slot: &Slot| {
                    let foot = match away {
                        Facing::North => (i16::from(at), i16::from(rows) - 1),
                        Facing::South => (i16::from(length - 1 - at), 0),
                        Facing::East => (0, i16::from(at)),
                        _ => (i16::from(columns) - 1, i16::from(length - 1 - at)),
                    };
                    let (aside, ahead) = (along.way(), away.way());
                    let (by, deep) = (i16::from(slot.0 * way), i16::from(slot.1));
                    let column = u8::try_from(foot.0 + by * aside.right + deep * ahead.right).ok()?;
                    let row = u8::try_from(foot.1 + by * aside.down + deep * ahead.down).ok()?;
                    let facing = away.turned(usize::from((slot.2 * way).rem_euclid(8).unsigned_abs()));
                    let square = Square::new(column, row);
                    position.board.ground(square).is_land().then_some((square, facing))
                };
                let Some(places) = slots.iter().map(spot).collect::<Option<Vec<(Square, Facing)>>>() else { continue };
                let heart = places[places.len() - 1].0;
                let far: u32 = if set_up {
                    let outside = places.iter().filter(|(square, _)| area.is_some_and(|area| !area.has(*square))).count();
                    4 * outside as u32 + if Some(away.opposite()) == home { 0 } else { 2 }
                } else {
                    mains.iter().map(|unit| u32::from(steps(position.unit(*unit).square, heart))).sum()
                };
                let near: u32 = foes.iter().map(|foe| u32::from(5_u8.saturating_sub(steps(*foe, heart)))).sum();
                let astray = goal.map_or(0, |goal| places.iter().filter(|(square, _)| !goal.has(*square)).count() as u32);
                let cost = 100 * astray + 4 * far + near + if corner_at.is_some() && slots == blocks[0] { 0 } else { 4 * CORNER_IS_BETTER };
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, places));
                }
            }
        }
    }
    best.map(|(_, places)| places)
}

/// Squares from one to another, diagonals too.
pub(super) const fn steps(one: Square, other: Square) -> u8 {
    let (columns, rows) = (one.column.abs_diff(other.column), one.row.abs_diff(other.row));
    if columns > rows { columns } else { rows }
}

#[cfg(test)]
mod tests;
