//! *Brigade Squares* in a turn: forming, marching, firing, leaving (T57, T58).
//!
//! A Leader who coordinates four units of infantry may form them into square round a centre: their action die is thrown once, and the change costs 2
//! points; with fewer it fails, and they have acted. In square they act alike on one die: the brigade pays once for fire and each unit
//! in a face or corner may fire once; it marches a square at a time, at a Square's rate.

use smallvec::SmallVec;

use super::activation::{activate_brigade, close_brigade, on_its_card, to_move};
use super::movement_seen::{look, reach};
use crate::tabletop::brigade::{Brigade, FACES, Placed, can_be_face};
use crate::tabletop::event::Event;
use crate::tabletop::mended::Mended;
use crate::tabletop::pack::Arm;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::{Dealt, State};
use crate::tabletop::unit::UnitId;
use crate::tabletop::unit_set::UnitSet;

/// Who takes which place if a Leader's brigade forms square round a centre: all of them are among those whom their card covers.
#[must_use]
pub fn can_form(state: &State, dealt: &Dealt, centre: Square) -> Option<SmallVec<[Placed; 8]>> {
    let leader = state.unit(dealt.unit);
    let near = leader.square == centre || leader.square.is_adjacent_to(centre);
    let army = state.side(leader.side);
    let may_face = |unit: &UnitId| can_be_face(&state.position, *unit);
    if !near
        || !leader.is_on_board()
        || army.brigade.is_some()
        || army.breaks_off
        || dealt.with.iter().filter(may_face).count() < FACES.len()
    {
        return None;
    }
    let placed = Brigade { side: leader.side, centre }.can_form(&state.position)?;
    placed.iter().all(|place| dealt.with.has(place.unit)).then_some(placed)
}

/// Forms a brigade square, if the die gives the points.
pub(in crate::tabletop) fn form(proceedings: &mut Proceedings<'_>, side: Side, centre: Square, placed: &[Placed]) {
    activate_brigade(proceedings, side);
    let cost = proceedings.state.position.pack.tables.tariff.change_formation;
    let points = proceedings.state.active().map_or(0, |active| active.points.max(0).cast_unsigned());
    if points >= cost {
        let units = placed.iter().map(|place| (place.unit, place.square, place.facing)).collect();
        proceedings.note(Event::BrigadeFormed { side, centre, units, cost });
        if proceedings.state.reads(Mended::ChargesReachTheRampart) {
            placed.iter().for_each(|place| reach(proceedings, place.unit, place.square));
        }
    } else {
        close_brigade(proceedings, placed.iter().map(|place| place.unit).collect(), side);
    }
}

/// Marches a brigade in square.
pub(in crate::tabletop) fn march(proceedings: &mut Proceedings<'_>, side: Side, way: Facing) {
    let Some(brigade) = of_side(proceedings.state, side) else { return };
    let Some(shift) = brigade.shifted(&proceedings.state.position, way) else { return };
    let units: Vec<UnitId> = shift.units.iter().map(|(unit, _)| *unit).collect();
    proceedings.note(Event::BrigadeMarched { side, way, cost: shift.cost, units: units.clone() });
    units.into_iter().for_each(|unit| {
        look(proceedings, unit);
    });
    close_if_spent(proceedings, side);
}

/// Leaves the square formation: all its units have acted.
pub(in crate::tabletop) fn leave(proceedings: &mut Proceedings<'_>, side: Side) {
    let units = all(proceedings.state, side);
    proceedings.note(Event::BrigadeBroken(side));
    close_brigade(proceedings, units, side);
}

/// A brigade has acted.
pub(in crate::tabletop) fn stand(proceedings: &mut Proceedings<'_>, side: Side) {
    let units = all(proceedings.state, side);
    close_brigade(proceedings, units, side);
}

/// Closes a brigade's activation in which nothing more can be done.
pub(in crate::tabletop) fn close_if_spent(proceedings: &mut Proceedings<'_>, side: Side) {
    let state = &*proceedings.state;
    let Some(active) = state.active() else { return };
    let tariff = state.position.pack.tables.tariff;
    let hand = !state.heroic.hands[side as usize].is_empty();
    let least = tariff.orthogonal_move.min(tariff.change_formation);
    if !hand && active.shots == 0 && to_move(state, active) < least && active.to_fire(state.options(), tariff.fire) < tariff.fire {
        stand(proceedings, side);
    }
}

fn of_side(state: &State, side: Side) -> Option<Brigade> {
    state.side(side).brigade.map(|centre| Brigade { side, centre })
}

/// Those for whom a brigade's activation is the turn's: all of it who are on its Leader's card, or have no card at all.
fn all(state: &State, side: Side) -> UnitSet {
    let Some(brigade) = of_side(state, side) else { return UnitSet::NONE };
    let called = on_its_card(state, side).filter(|_| state.reads(Mended::VolleyOnItsLeadersCard));
    let has_another = |unit: UnitId| state.dealt.iter().any(|dealt| dealt.unit == unit || dealt.with.has(unit));
    let takes_part = |unit: &UnitId| called.is_none_or(|called| called.has(*unit) || !has_another(*unit));
    brigade.units(&state.position).filter(takes_part).collect()
}

/// Whether a unit fires as a part of a brigade in square: in a face or a corner.
#[must_use]
pub fn fires(state: &State, brigade: Brigade, unit: UnitId) -> bool {
    let of = state.unit(unit);
    let part = of.is_on_board() && of.side == brigade.side && brigade.has(of.square) && of.square != brigade.centre;
    part && state.position.troop(unit).arm != Arm::Leader
}

#[cfg(test)]
mod tests;
