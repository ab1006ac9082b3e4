//! 10.0 and 29.14 Fog of war: the enemy says which unit is on top of each changed stack (K24).

use super::super::ids::{SpaceId, Units};
use super::super::state::State;
use crate::tabletop::side::Side;

/// The changed stacks of more than one unit that the enemy orders at the end of their player turn.
pub fn changed(state: &State) -> impl Iterator<Item = SpaceId> + '_ {
    state.changed.iter().filter(|space| state.units(Side::Enemy, *space).len() > 1)
}

/// The units that may be put on top: those of changed stacks that are not.
#[must_use]
pub fn under_the_top(state: &State) -> Units {
    changed(state).fold(Units::EMPTY, |all, space| {
        let top = state.top(space).map_or(Units::EMPTY, Units::of);
        all.union(state.units(Side::Enemy, space).without(top))
    })
}

/// Whether the enemy is asked.
#[must_use]
pub fn is_asked(state: &State) -> bool {
    state.play.side == Side::Enemy && changed(state).next().is_some()
}
