//! *Garrison Sortie/Breakout*.

use engine::campaign::rules::{movement, sieges};
use engine::campaign::{Decision, State};
use engine::pack::{SpaceId, UnitId};

use crate::model::orders::{Called, brief, called};

pub(super) fn commit(state: &State, unit: UnitId) -> Called {
    called(format!("Send out {}", brief::unit(state, unit)), brief::quality(state, unit))
}

pub(super) fn sortie(state: &State) -> Called {
    let units = sieges::committed(state);
    let at = state.decision().and_then(|decision| if let Decision::Garrison { location } = decision { Some(*location) } else { None });
    let add = at.map_or(0, |at| sieges::sortie_roll(state, at, units).modifier());
    called("Sally out", format!("{}, {add:+} on {}", brief::strength(units), state.pack().tables.sortie.dice))
}

pub(super) fn break_out(state: &State) -> Called {
    called("Break out", format!("{}: a battle against the besiegers", brief::strength(sieges::committed(state))))
}

pub(super) fn out_to(state: &State, to: SpaceId) -> Called {
    let units = state.decision().and_then(|decision| if let Decision::BreakOut { units, .. } = decision { Some(*units) } else { None });
    let prospect = movement::prospect(state, to, units.unwrap_or_default(), true);
    called(format!("Out to {}", brief::space_name(state, to)), brief::space(state, to, &prospect))
}
