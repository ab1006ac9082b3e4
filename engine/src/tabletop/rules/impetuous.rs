//! *Turn sequence*, steps 5 and 6: impetuous cavalry and camelry.
//!
//! On the first turn a red card makes a mounted unit impetuous, unless a Leader coordinates it (T21): its card goes. It has two D12 and what its
//! formation gains, each turn, at once, and goes for the nearest enemy by the shortest route until it comes into contact (T33).
//! Kept off, it goes as near as it can. One that comes on does so first, and goes for them with what is left.

use smallvec::SmallVec;

use super::charges::charge;
use super::charging::{charges_at, shortest_route};
use super::movement::ways::{Reach, Step as WayStep, Way};
use super::moves::{advance_to, reach_of};
use crate::tabletop::event::Event;
use crate::tabletop::mended::Mended;
use crate::tabletop::phase::{Phase, Question, Step};
use crate::tabletop::position::Position;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::roll::{Purpose, Roll};
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::State;
use crate::tabletop::unit::{Place, UnitId};

/// Step 5: who becomes impetuous.
pub(in crate::tabletop) fn begin(proceedings: &mut Proceedings<'_>) {
    if proceedings.state.turn != 1 {
        return;
    }
    let state = &*proceedings.state;
    let red = state.dealt.iter().filter(|dealt| dealt.card.is_red() && state.position.troop(dealt.unit).impetuous);
    let units: SmallVec<[UnitId; 8]> = red.map(|dealt| dealt.unit).collect();
    units.into_iter().for_each(|unit| proceedings.note(Event::BecameImpetuous(unit)));
}

/// The nearest enemies of a unit, several only where they are equally near (T09); those in ambush are not seen.
#[must_use]
pub fn nearest_enemies(state: &State, unit: UnitId) -> SmallVec<[UnitId; 4]> {
    let of = state.unit(unit);
    let seen = |other: &UnitId| {
        let arm = state.position.troop(*other).arm;
        !state.unit(*other).hidden && arm != crate::tabletop::pack::Arm::Leader && !arm.is_boat()
    };
    let mut nearest: SmallVec<[UnitId; 4]> = SmallVec::new();
    let mut least = (u8::MAX, u8::MAX);
    for other in state.position.of(of.side.other()).filter(seen) {
        let near = of.square.nearness_to(state.unit(other).square);
        if near < least {
            nearest.clear();
            least = near;
        }
        if near == least {
            nearest.push(other);
        }
    }
    // A charge meets the infantry, cavalry or camelry of a square, not the battery with them (T35).
    if state.reads(Mended::GoesForWhomAChargeMeets) {
        let square_of = |unit: UnitId| state.unit(unit).square;
        let is_battery = |unit: UnitId| state.position.troop(unit).arm.is_battery();
        let met: SmallVec<[Square; 4]> = nearest.iter().filter(|unit| !is_battery(**unit)).map(|unit| square_of(*unit)).collect();
        nearest.retain(|unit| !is_battery(*unit) || !met.contains(&square_of(*unit)));
    }
    nearest
}

/// Step 6: goes on with the impetuous units until an owner is asked or all have moved.
pub(in crate::tabletop) fn go_on(proceedings: &mut Proceedings<'_>) {
    loop {
        let state = &*proceedings.state;
        let moves = |unit: &UnitId| {
            let of = state.unit(*unit);
            let there = matches!(of.place, Place::Board | Place::Waiting);
            of.impetuous && there && !of.disorganised && !state.acted.has(*unit) && !state.is_locked(*unit)
        };
        let Some(unit) = state.position.all().find(moves) else { break };
        let nearest = nearest_enemies(state, unit);
        match nearest.as_slice() {
            [] => proceedings.note(Event::Done(unit)),
            [only] => go_for(proceedings, unit, *only),
            _ => proceedings.note(Event::Asked(Question::GoFor(unit))),
        }
        if proceedings.state.phase != Phase::Playing {
            return;
        }
    }
    proceedings.note(Event::StepBegan(Step::Activation));
}

/// An impetuous unit goes for an enemy.
pub(in crate::tabletop) fn go_for(proceedings: &mut Proceedings<'_>, unit: UnitId, target: UnitId) {
    let dice = proceedings.state.position.pack.tables.impetuous.dice;
    let roll = proceedings.dice.throw(Roll::new(Purpose::Action(unit), dice), dice.count);
    let gain = super::activation::gain(proceedings.state, unit);
    proceedings.note(Event::Activated { unit, roll, gain });
    let shot = proceedings.state.position.pack.tables.tariff.fire;
    let points = proceedings.state.active().map_or(0, |active| active.to_move(proceedings.state.options(), shot));
    let found = charges_at(&proceedings.state.position, unit, target, points).into_iter().next();
    if let Some(found) = found {
        charge(proceedings, &found);
        if proceedings.state.active().is_some() {
            // An ambush has stopped it.
            proceedings.note(Event::Done(unit));
        }
        return;
    }
    let goal = proceedings.state.unit(target).square;
    let here = proceedings.state.unit(unit).square;
    let on_board = proceedings.state.unit(unit).is_on_board();
    let reach = reach_of(proceedings.state, unit, points);
    if !on_board
        && proceedings.state.reads(Mended::ImpetuousFromTheEdge)
        && let Some((square, facing)) = charges_from(&proceedings.state.position, &reach, unit, target, points)
    {
        advance_to(proceedings, unit, &reach, (square, facing), 0);
        let left = proceedings.state.active().map_or(0, |active| active.to_move(proceedings.state.options(), shot));
        if let Some(found) = charges_at(&proceedings.state.position, unit, target, left).into_iter().next() {
            charge(proceedings, &found);
        }
        // An ambush may have stopped it.
        if proceedings.state.active().is_some() {
            proceedings.note(Event::Done(unit));
        }
        return;
    }
    let on_its_route = || {
        let read = on_board && proceedings.state.reads(Mended::ImpetuousByTheShortestRoute);
        let route = shortest_route(&proceedings.state.position, unit, target).filter(|_| read)?;
        Some(along(&reach, (here, proceedings.state.unit(unit).facing), &route, goal))
    };
    if let Some(found) = on_its_route() {
        if let Some((square, facing)) = found {
            advance_to(proceedings, unit, &reach, (square, facing), 0);
        }
        proceedings.note(Event::Done(unit));
        return;
    }
    let nearest = reach.stops().min_by_key(|stop| (stop.square.nearness_to(goal), stop.points, stop.turns));
    if let Some(stop) = nearest.filter(|stop| !on_board || stop.square.nearness_to(goal) < here.nearness_to(goal)) {
        advance_to(proceedings, unit, &reach, (stop.square, stop.facing), 0);
    }
    proceedings.note(Event::Done(unit));
}

/// Where a unit that comes on can charge an enemy from with what is left of its points, by the fewest in all; none if it cannot (N04).
fn charges_from(position: &Position, reach: &Reach, unit: UnitId, target: UnitId, points: u8) -> Option<(Square, Facing)> {
    let mut entered = position.clone();
    let charges = reach.stops().filter_map(|stop| {
        let of = entered.units.get_mut(unit.index())?;
        (of.place, of.square, of.facing) = (Place::Board, stop.square, stop.facing);
        let found = charges_at(&entered, unit, target, points.saturating_sub(stop.points)).into_iter().next()?;
        Some((stop.points + found.way.points, stop.points, stop.turns, stop))
    });
    let best = charges.min_by_key(|(all, points, turns, stop)| (*all, *points, *turns, stop.square.row, stop.square.column));
    best.map(|(.., stop)| (stop.square, stop.facing))
}

/// The farthest place on a route where a unit may stop with its points, short of the enemy; none where it stays as it is.
fn along(reach: &Reach, (mut square, mut facing): (Square, Facing), route: &Way, goal: Square) -> Option<(Square, Facing)> {
    let (mut farthest, mut spent) = (None, 0_u8);
    for paid in &route.steps {
        match paid.step {
            WayStep::Advance(to) if to == goal => break,
            WayStep::Advance(to) => square = to,
            WayStep::Turn(to) => facing = to,
        }
        spent = spent.saturating_add(paid.cost);
        if reach.cost(square, facing).is_some_and(|(points, _)| points <= spent) {
            farthest = Some((square, facing));
        }
    }
    farthest
}

#[cfg(test)]
mod tests;
