//! Where the dead go (28.0, 29.1, K04), and the chief's return (29.5).

use super::super::event::{Cause, Event};
use super::super::ids::UnitId;
use super::super::pack::counters::{Contingent, Role};
use super::super::phase::Place;
use super::super::proceedings::{Proceedings, face};
use super::super::roll::Purpose;
use super::super::state::State;

/// Where a unit goes when it is lost, but for the chief: the enemy's and natives to their box, those from overseas to the eliminated, the
/// governor out of the game (K04).
#[must_use]
pub fn goes_to(state: &State, unit: UnitId) -> Place {
    match state.unit(unit).map(|row| (row.role, row.contingent)) {
        Some((Some(Role::Governor), _)) => Place::Out,
        Some((_, Some(Contingent::Allied))) => Place::Eliminated,
        _ => Place::InBox,
    }
}

/// A unit is lost. For the chief a die says after how many turns they return (29.5).
pub(in super::super) fn die(proceedings: &mut Proceedings<'_>, unit: UnitId, cause: Cause) {
    let state = &*proceedings.state;
    let Some(from) = state.where_is(unit) else { return };
    let mut to = goes_to(state, unit);
    if state.pack.counters.chief == Some(unit) {
        let roll = proceedings.throw(Purpose::Return);
        let tables = &proceedings.state.pack.tables;
        let turn = proceedings.state.turn.saturating_add(face(&roll).div_ceil(tables.return_divisor.max(1)));
        let turn = (turn <= tables.turns()).then_some(turn);
        proceedings.note(Event::ReturnRolled { roll, turn });
        to = turn.map_or(Place::Out, Place::Away);
    }
    proceedings.note(Event::Died { unit, from, to, cause });
}
