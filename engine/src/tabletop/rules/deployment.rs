//! *Before battle begins*: the armies are laid out, each by a default that a sane officer would choose, which its side may change.
//!
//! A default puts guns in the middle where they see, foot beside them, riflemen before spears and in two lines where one does not hold
//! them, horse on the wings, transport behind, the Leader with the foot; nobody near to where the other side begins. Those in a brigade
//! square go to their places in it, guns to the face before the enemy; those who come on are spread over their edge in column, guns limbered. A side may put
//! any of its units anywhere in its area, facing any way, in any of its formations, but for those of a brigade square.

use crate::tabletop::board::Board;
use crate::tabletop::brigade::{Brigade, FACES};
use crate::tabletop::formation::Formation;
use crate::tabletop::pack::{Arm, BattlePack, Troop};
use crate::tabletop::plan::{Plan, SidePlan, Start};
use crate::tabletop::position::Position;
use crate::tabletop::rules::movement::standing::Standing;
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::State;
use crate::tabletop::unit::{Place, Unit, UnitId};

/// Lays out both sides by default. Units that find no room in their area are not there: [`Plan::check`] has seen to it that all do.
#[must_use]
pub fn lay(pack: &BattlePack, plan: &Plan, board: &Board, joins_ambushes: bool) -> Vec<Unit> {
    let mut units = Vec::new();
    for side in Side::BOTH {
        let first = units.len();
        let side_plan = plan.side(side);
        for force in &side_plan.forces {
            let Some(troop) = pack.troop_of_key(&force.troop) else { continue };
            let start = force.area.as_ref().unwrap_or(&side_plan.area);
            let kind = pack.troop(troop);
            let figures = force.figures.unwrap_or(if kind.arm.is_boat() { kind.flotation } else { kind.figures });
            let place = if matches!(start, Start::ComesOn(_)) { Place::Waiting } else { Place::Board };
            let unit = Unit {
                troop,
                side,
                square: start.area().squares().next().unwrap_or(Square::new(0, 0)),
                facing: side_plan.facing,
                formation: first_formation(kind, place, side_plan),
                figures,
                disorganised: false,
                place,
                hidden: matches!(start, Start::Hidden(_)),
                impetuous: false,
                shots: force.shots,
            };
            units.extend(std::iter::repeat_n(unit, usize::from(force.units)));
        }
        place_all(pack, side, plan, board, &mut units, (first, joins_ambushes));
    }
    units
}

/// The formation in which a unit begins: what its side's plan names first, else Line, *en masse*, guns deployed; coming on, in Column, guns
/// limbered.
pub(in crate::tabletop) fn first_formation(troop: &Troop, place: Place, side: &SidePlan) -> Option<Formation> {
    let coming = place == Place::Waiting;
    let wanted: &[Formation] = if coming { &[Formation::Column, Formation::Limbered] } else { &[Formation::Line, Formation::Deployed] };
    let named = side.formations.iter().filter(|_| !coming);
    named.chain(wanted).chain(&troop.formations).copied().find(|formation| troop.formations.contains(formation))
}

/// So many squares at least lie between two sides as they are set up, where there is the choice: beyond what a first charge on foot covers.
const ALOOF: u8 = 4;

/// How early a unit gets its place: guns have the best view, riflemen stand before spears.
const fn turn_of(troop: &Troop) -> u8 {
    match troop.arm {
        Arm::Artillery => 0,
        Arm::MachineGun => 1,
        Arm::Infantry => 2 + troop.fire.is_empty() as u8,
        Arm::Cavalry | Arm::Camelry => 4 + troop.fire.is_empty() as u8,
        Arm::Gunboat | Arm::RiverBoat => 6,
        Arm::Transport => 7,
        Arm::Leader => 8,
    }
}

fn place_all(pack: &BattlePack, whose: Side, plan: &Plan, board: &Board, units: &mut [Unit], (first, joins_ambushes): (usize, bool)) {
    let side = plan.side(whose);
    let mut taken: Vec<Square> = units[..first].iter().filter(|unit| unit.is_on_board()).map(|unit| unit.square).collect();
    let in_brigade = side.square.map_or_else(Vec::new, |centre| brigade(pack, centre, side.facing, &mut units[first..]));
    taken.extend(in_brigade.iter().map(|place| units[first + place].square));
    let mut order: Vec<usize> = (0..units.len() - first).filter(|place| !in_brigade.contains(place)).collect();
    order.sort_by_key(|place| turn_of(pack.troop(units[first + place].troop)));
    let theirs: Vec<Square> = plan.side(whose.other()).starts().flat_map(|start| start.area().squares()).collect();
    let columns = usize::from(board.size().columns_and_rows().0);
    let far: Vec<bool> = board.squares().map(|square| theirs.iter().all(|their| far_from(*their, square))).collect();
    let is_far = |square: &Square| far.get(usize::from(square.row) * columns + usize::from(square.column)).copied().unwrap_or(false);
    let mut lined = 0_usize;
    for place in order {
        let unit = units[first + place];
        let troop = pack.troop(unit.troop);
        let id = UnitId::at(first + place);
        let Some(start) = plan.start_of(id) else { continue };
        let fits = |square: &Square| if troop.arm.is_boat() { board.ground(*square).is_water() } else { board.ground(*square).is_land() };
        let coming = unit.place == Place::Waiting;
        // The Leader joins the foot nearest the middle; those who come on may share a square, for they come one after another.
        let leader = troop.arm == Arm::Leader;
        let mut squares: Vec<Square> = start.area().squares().filter(fits).collect();
        // Far from the enemy, as long as there is room.
        let free = |square: &Square| leader || coming || !taken.contains(square);
        if !coming && squares.iter().any(|square| free(square) && is_far(square)) {
            squares.retain(is_far);
        }
        // A bit for each column, or row, of a board of 24 at the most.
        let width = squares.iter().fold(0_u32, |met, square| met | 1 << across(side.facing, *square).min(31)).count_ones() as usize;
        let is_foot = troop.arm == Arm::Infantry;
        let (behind, wing) = match troop.arm {
            // The first line takes two thirds of the front, or all the foot there is; the others stand behind it.
            Arm::Infantry => (i16::from(lined * 3 >= width * 2), false),
            Arm::Cavalry | Arm::Camelry => (0, true),
            Arm::Leader => (1, false),
            Arm::Transport => (2, false),
            Arm::Artillery | Arm::MachineGun | Arm::Gunboat | Arm::RiverBoat => (0, false),
        };
        let front = squares.iter().map(|square| ahead(side.facing, *square)).max().unwrap_or(0);
        let used = |square: Square| if coming { taken.iter().filter(|other| **other == square).count() } else { 0 };
        let best = squares.iter().filter(|square| free(square)).min_by_key(|square| {
            let (depth, aside) = depth_and_aside(side.facing, board, **square, front);
            let cover = i16::from(!board.ground(**square).covers());
            // Guns stand where they see farthest, but with the line.
            let blind = if troop.arm.is_battery() && !coming { blind(board, **square, side.facing) } else { 0 };
            let off = (depth - behind).abs() * 4 + if wing { -aside } else { aside };
            (used(**square), blind * 4 + off, cover, square.row, square.column)
        });
        if let Some(square) = best.copied() {
            // A Leader in sight would show an ambush that they join; and they stay where they may be set up.
            let is_open = |other: &Unit| joins_ambushes || ((unit.hidden || !other.hidden) && squares.contains(&other.square));
            let stands = |other: &&Unit| other.is_on_board() && pack.troop(other.troop).arm == Arm::Infantry;
            let friend = units[first..].iter().filter(stands).filter(|other| is_open(other));
            let with = friend.min_by_key(|other| square.range_to(other.square)).map(|other| other.square);
            let square = if leader && !coming { with.unwrap_or(square) } else { square };
            units[first + place].square = square;
            units[first + place].facing = first_facing(side, board, square, coming);
            if !leader {
                taken.push(square);
            }
            lined += usize::from(is_foot);
        }
    }
}

/// Which way a unit faces at first where it is set up, or comes on.
fn first_facing(side: &SidePlan, board: &Board, square: Square, coming: bool) -> Facing {
    match side.faces {
        Some(_) if coming => board.outward(square).map_or(side.facing, Facing::opposite),
        Some(faces) => faces.at(square, board).unwrap_or(side.facing),
        None => side.facing,
    }
}

/// How much of what lies before a battery it does not see: of the four squares straight ahead those behind something.
fn blind(board: &Board, from: Square, facing: Facing) -> i16 {
    let ahead = std::iter::successors(from.next(facing), |square| square.next(facing)).take(4).filter(|square| board.has(*square));
    ahead.filter(|square| !board.sees(from, *square, |_| false)).count() as i16
}

const fn far_from(one: Square, other: Square) -> bool {
    one.column.abs_diff(other.column) >= ALOOF || one.row.abs_diff(other.row) >= ALOOF
}

const fn across(facing: Facing, square: Square) -> u8 {
    if facing.way().down == 0 { square.row } else { square.column }
}

/// How far ahead a square lies, as one faces.
fn ahead(facing: Facing, square: Square) -> i16 {
    let way = facing.way();
    i16::from(square.column) * way.right + i16::from(square.row) * way.down
}

/// How far behind the front of its area a square lies, and how far from its middle line.
fn depth_and_aside(facing: Facing, board: &Board, square: Square, front: i16) -> (i16, i16) {
    let (columns, rows) = board.size().columns_and_rows();
    let middle = if facing.way().down == 0 { i16::from(rows) } else { i16::from(columns) };
    (front - ahead(facing, square), (2 * i16::from(across(facing, square)) + 1 - middle).abs() / 2)
}

/// Puts infantry, batteries, one other unit and the Leader in their places of a brigade square; which of the units those are.
fn brigade(pack: &BattlePack, centre: Square, facing: Facing, units: &mut [Unit]) -> Vec<usize> {
    let mut placed = Vec::new();
    let of = |units: &[Unit], wanted: fn(Arm) -> bool, formation: Option<Formation>| -> Vec<usize> {
        let fits = |unit: &Unit| {
            let troop = pack.troop(unit.troop);
            wanted(troop.arm) && formation.is_none_or(|formation| troop.formations.contains(&formation))
        };
        (0..units.len()).filter(|place| fits(&units[*place])).collect()
    };
    let put = |units: &mut [Unit], place: usize, square: Option<Square>, facing: Option<Facing>, formation: Option<Formation>| {
        let Some(square) = square else { return };
        let unit = &mut units[place];
        (unit.square, unit.place) = (square, Place::Board);
        unit.facing = facing.unwrap_or(unit.facing);
        unit.formation = formation.or(unit.formation);
    };
    let foot = of(units, |arm| arm == Arm::Infantry, Some(Formation::Line));
    for (place, face) in foot.into_iter().zip(FACES) {
        put(units, place, centre.next(face), Some(face), Some(Formation::Line));
        placed.push(place);
    }
    // Guns stand in the two corners of the face before the enemy, and point that way; a third points to the rear.
    let corners = [(facing.turned(7), facing), (facing.turned(1), facing), (facing.turned(3), facing.opposite())];
    for (place, (corner, face)) in of(units, Arm::is_battery, None).into_iter().zip(corners) {
        put(units, place, centre.next(corner), Some(face), Some(Formation::Deployed));
        placed.push(place);
    }
    let inside = of(units, |arm| arm.is_mounted() || arm == Arm::Transport, None).into_iter().take(1);
    for place in inside.chain(of(units, |arm| arm == Arm::Leader, None)) {
        put(units, place, Some(centre), None, None);
        placed.push(place);
    }
    placed
}

/// Whether a unit is of its side's brigade square from the beginning, and so not to be placed.
fn is_in_brigade(state: &State, unit: UnitId) -> bool {
    let of = state.unit(unit);
    state.side(of.side).brigade.is_some_and(|centre| Brigade { side: of.side, centre }.has(of.square) && of.is_on_board())
}

/// Whether a unit of the side that is set up may be placed so: one thing of where it is, how it faces, and its formation changes.
#[must_use]
pub fn may_place(state: &State, unit: UnitId, square: Square, facing: Facing, formation: Option<Formation>) -> bool {
    let of = *state.unit(unit);
    let changes = u8::from(of.square != square) + u8::from(of.facing != facing) + u8::from(of.formation != formation);
    let formed = match (of.formation, formation) {
        (Some(now), Some(formation)) => now == formation || may_form(state, unit, formation),
        (None, None) => true,
        _ => false,
    };
    changes == 1 && formed && !is_in_brigade(state, unit) && has_room(state, unit, square)
}

/// Whether a unit may be set up in a formation: one that it can take, and of those that its side's plan names. Who comes on does so in any.
fn may_form(state: &State, unit: UnitId, formation: Formation) -> bool {
    let of = state.unit(unit);
    let allows = |plan: &Plan| plan.side(of.side).allows(formation, &state.position.troop(unit).formations);
    let named = of.place == Place::Waiting || state.plan.as_deref().is_none_or(allows);
    named && state.position.can_take(of.troop, formation)
}

fn has_room(state: &State, unit: UnitId, square: Square) -> bool {
    let of = state.unit(unit);
    let Some(start) = state.plan.as_ref().and_then(|plan| plan.start_of(unit)) else { return false };
    let ground = state.position.board.ground(square);
    let floats = state.position.troop(unit).arm.is_boat();
    let fits = if floats { ground.is_water() } else { ground.is_land() };
    start.area().has(square) && fits && (of.place == Place::Waiting || of.square == square || is_free(&state.position, unit, square))
}

fn is_free(position: &Position, unit: UnitId, square: Square) -> bool {
    let enemies = position.of_in(position.unit(unit).side.other(), square).next().is_some();
    !enemies && Standing::of(position, unit).room(square).stop
}

/// Every way a unit may be placed anew.
pub fn placings(state: &State, unit: UnitId, mut each: impl FnMut(Square, Facing, Option<Formation>)) {
    let of = *state.unit(unit);
    if is_in_brigade(state, unit) {
        return;
    }
    let squares = state.plan.as_ref().and_then(|plan| plan.start_of(unit)).map(|start| start.area().squares().collect::<Vec<_>>());
    for square in squares.unwrap_or_default() {
        if square != of.square && has_room(state, unit, square) {
            each(square, of.facing, of.formation);
        }
    }
    for facing in Facing::ALL.into_iter().filter(|facing| *facing != of.facing) {
        each(of.square, facing, of.formation);
    }
    for formation in Formation::ALL.into_iter().filter(|formation| of.formation.is_some_and(|now| now != *formation)) {
        if may_form(state, unit, formation) {
            each(of.square, of.facing, Some(formation));
        }
    }
}

#[cfg(test)]
mod tests;
