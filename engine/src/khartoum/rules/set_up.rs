//! 25.0 How to set up: ours first, then the enemy; units with a choice of spaces one by one, in counter order (K34).

use super::super::event::{Event, Placing};
use super::super::ids::{SpaceId, Spaces, UnitId};
use super::super::pack::counters::Start;
use super::super::phase::{Phase, Place};
use super::super::proceedings::Proceedings;
use super::super::state::State;
use crate::tabletop::side::Side;

/// The spaces where a unit may be set up: those of its choice without the other side, with room, one garrison in each (25.1, 25.2, K34).
#[must_use]
pub fn spaces(state: &State, unit: UnitId) -> Spaces {
    let Some(Start::Among { spaces, .. }) = state.unit(unit).map(|row| row.start) else { return Spaces::EMPTY };
    let side = state.side_of(unit);
    let garrisons = state.pack.counters.garrisons;
    let is_free = |space: &SpaceId| {
        let crowded = garrisons.contains(unit) && !state.here(*space).intersection(garrisons).is_empty();
        !state.has(side.other(), *space) && !crowded && state.has_room(side, *space, super::super::ids::Units::of(unit))
    };
    spaces.iter().filter(is_free).collect()
}

/// The unit that a side sets up next, if it has one left.
#[must_use]
pub fn next(state: &State, side: Side) -> Option<UnitId> {
    state.boxed(side).iter().find(|unit| !spaces(state, *unit).is_empty())
}

/// Where a unit is set up if nobody chooses.
#[must_use]
pub fn default(state: &State, unit: UnitId) -> Option<SpaceId> {
    let spaces = spaces(state, unit);
    let Some(Start::Among { default, .. }) = state.unit(unit).map(|row| row.start) else { return None };
    if spaces.contains(default) { Some(default) } else { spaces.first() }
}

/// The units that have no choice are set up, and the first side is asked.
pub(in super::super) fn begin(proceedings: &mut Proceedings<'_>) {
    let fixed = |(place, row): (usize, &super::super::pack::counters::Unit)| match row.start {
        Start::At(at) => Some((UnitId::at(place), row.side, at)),
        _ => None,
    };
    let units: Vec<_> = proceedings.state.pack.counters.units.iter().enumerate().filter_map(fixed).collect();
    for (unit, side, at) in units {
        if proceedings.state.place(unit) == Place::InBox {
            proceedings.note(Event::Placed { side, unit: Some(unit), at, why: Placing::SetUp });
        }
    }
    proceedings.note(Event::Went(Phase::Deploying(Side::Ours)));
}

/// What a side has still to set up goes where it begins by default.
pub(in super::super) fn by_default(proceedings: &mut Proceedings<'_>, side: Side) {
    while let Some(unit) = next(proceedings.state, side) {
        let Some(at) = default(proceedings.state, unit) else { return };
        proceedings.note(Event::Placed { side, unit: Some(unit), at, why: Placing::SetUp });
    }
}
