//! 21.0 and 29.17 Supply: the enemy always has it; ours in towns, within two spaces of one, with boats; attrition (21.4).

use super::super::event::{Cause, Event};
use super::super::ids::{SpaceId, UnitId, Units};
use super::super::proceedings::{Proceedings, face};
use super::super::roll::Purpose;
use super::super::state::State;
use super::losses;
use crate::tabletop::side::Side;

/// Whether a line of supply leads from a space to a town that ours occupy: two spaces by any route, the one between not the enemy's (29.17,
/// K31).
#[must_use]
pub fn has_line(state: &State, space: SpaceId) -> bool {
    let feeds = |space: SpaceId| state.is_town(space) && state.occupies(Side::Ours, space);
    let steps = |space: SpaceId| state.pack.map.steps.get(space.index()).into_iter().flatten().map(|(_, to)| *to);
    let far = state.pack.tables.supply > 1;
    steps(space)
        .any(|next| feeds(next) || (far && !state.occupies(Side::Enemy, next) && steps(next).any(|last| last != space && feeds(last))))
}

/// Whether a unit is in supply (29.17); in a battle, whether its side defends there.
#[must_use]
pub fn is_supplied(state: &State, unit: UnitId, battle: Option<bool>) -> bool {
    let counters = &state.pack.counters;
    if counters.of[Side::Enemy as usize].contains(unit) || counters.boats.union(counters.camels).contains(unit) {
        return true;
    }
    if counters.governor == Some(unit) {
        return true;
    }
    let Some(space) = state.where_is(unit) else { return true };
    let with_boat = !state.here(space).intersection(counters.boats).is_empty();
    let in_town = state.is_town(space) && battle.unwrap_or_else(|| !state.has(Side::Enemy, space));
    with_boat || in_town || has_line(state, space)
}

/// The units of ours in a space that are without supply for a battle there (21.3).
#[must_use]
pub fn unsupplied(state: &State, space: SpaceId, attacker: Side) -> Units {
    let defends = attacker == Side::Enemy;
    state.units(Side::Ours, space).iter().filter(|unit| !is_supplied(state, *unit, Some(defends))).collect()
}

/// Each unit of ours without supply throws a die (21.4).
pub(in super::super) fn attrition(proceedings: &mut Proceedings<'_>) {
    let state = &*proceedings.state;
    let tried: Units = state.on_map(Side::Ours).iter().filter(|unit| !is_supplied(state, *unit, None)).collect();
    for unit in tried.iter() {
        let roll = proceedings.throw(Purpose::Attrition(unit));
        let dies = face(&roll) <= proceedings.state.pack.tables.attrition;
        proceedings.note(Event::Attrition { unit, roll, dies });
        if dies {
            losses::die(proceedings, unit, Cause::Attrition);
        }
    }
}
