//! *Gunboats*, *River boats*: loading and landing (T47).
//!
//! A boat that lies still for a turn is dealt no card; the unit that goes aboard, or ashore, acts on its own and pays 2 points, as for a change
//! of formation. A boat takes one unit of the arms it carries, and Leaders; it must lie beside the bank.

use super::activation::to_move;
use super::deal::{can_land, lies_still};
use crate::tabletop::event::Event;
use crate::tabletop::pack::Arm;
use crate::tabletop::phase::{Active, Actor};
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::rules::movement::standing::Standing;
use crate::tabletop::square::Square;
use crate::tabletop::state::State;
use crate::tabletop::unit::{Place, UnitId};

/// The unit aboard a boat, Leaders aside.
#[must_use]
pub fn load(state: &State, boat: UnitId) -> Option<UnitId> {
    state.position.all().find(|unit| state.unit(*unit).place == Place::Aboard(boat) && state.position.troop(*unit).arm != Arm::Leader)
}

/// Whether the unit that acts may go aboard a boat.
#[must_use]
pub fn may_embark(state: &State, active: &Active, unit: UnitId, boat: UnitId) -> bool {
    let (of, by) = (state.unit(unit), state.unit(boat));
    let carrier = state.position.troop(boat);
    let arm = state.position.troop(unit).arm;
    let takes = if arm == Arm::Leader { carrier.arm.is_boat() } else { carrier.carries.contains(&arm) && load(state, boat).is_none() };
    // A Leader goes aboard for what a change of formation costs, too.
    let pays = to_move(state, active) >= state.position.pack.tables.tariff.change_formation;
    let beside = of.is_on_board() && by.is_on_board() && of.square.is_adjacent_to(by.square);
    active.actor == Actor::Unit(unit) && of.side == by.side && takes && pays && beside && (arm == Arm::Leader || lies_still(state, boat))
}

/// Whether the unit that acts may go ashore to a square.
#[must_use]
pub fn may_land(state: &State, active: &Active, unit: UnitId, to: Square) -> bool {
    let Place::Aboard(boat) = state.unit(unit).place else { return false };
    let by = state.unit(boat);
    let pays = to_move(state, active) >= state.position.pack.tables.tariff.change_formation;
    let land = state.position.board.ground(to).is_land() && state.position.board.lets_through(by.square, to);
    let room = Standing::of(&state.position, unit).room(to).stop;
    active.actor == Actor::Unit(unit) && pays && by.square.is_adjacent_to(to) && land && room && can_land(state, unit, boat)
}

/// Goes aboard.
pub(in crate::tabletop) fn embark(proceedings: &mut Proceedings<'_>, unit: UnitId, boat: UnitId) {
    proceedings.note(Event::Embarked { unit, boat });
    proceedings.note(Event::Done(unit));
}

/// Goes ashore, facing away from the boat; what is left of its points it keeps.
pub(in crate::tabletop) fn land(proceedings: &mut Proceedings<'_>, unit: UnitId, to: Square) {
    let Place::Aboard(boat) = proceedings.state.unit(unit).place else { return };
    let from = proceedings.state.unit(boat).square;
    let facing = from.facing_to(to).unwrap_or(proceedings.state.unit(unit).facing);
    let cost = proceedings.state.position.pack.tables.tariff.change_formation;
    proceedings.note(Event::Landed { unit, to, facing, cost });
    super::movement_seen::look(proceedings, unit);
    super::activation::close_if_spent(proceedings);
}

#[cfg(test)]
mod tests;
