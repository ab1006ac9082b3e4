//! What cards and events ask: where somebody arrives, which siege, whose points.

use engine::campaign::State;
use engine::pack::{LocationId, Nation, SpaceId, UnitId, UnitKindId};

use crate::model::orders::{Called, brief, called};

pub(super) fn place(state: &State, kind: UnitKindId, at: SpaceId, count: u8) -> Called {
    let kind = &state.pack().roster.kinds[kind.index()].name;
    let units = if count == 1 { "unit" } else { "units" };
    called(format!("{count} {units} of {kind} to {}", brief::space_name(state, at)), brief::stands(state, at))
}

pub(super) fn at_a_place(state: &State, location: LocationId) -> Called {
    called(brief::location_name(state, location), brief::stands(state, state.pack().map.space_of(location)))
}

pub(super) fn redoubt(state: &State, at: LocationId) -> Called {
    called(format!("A redoubt at {}", brief::location_name(state, at)), format!("{} there now", state.redoubts(at)))
}

pub(super) fn raid(state: &State, location: LocationId) -> Called {
    called(format!("Raid {}", brief::location_name(state, location)), "it comes under the [allied] flag")
}

pub(super) fn garrison(state: &State, unit: UnitId) -> Called {
    called(format!("Leave {} there", brief::unit(state, unit)), brief::quality(state, unit))
}

pub(super) fn siege(state: &State, location: LocationId) -> Called {
    called(brief::location_name(state, location), brief::siege(state, location))
}

pub(super) fn nation(nation: Nation) -> Called {
    let whose = match nation {
        Nation::Allied => "[allied]",
        Nation::Native => "[native]",
    };
    called(format!("{whose} replacements"), "")
}

pub(super) fn land_expedition(state: &State, port: LocationId) -> Called {
    called(format!("Land at {}", brief::location_name(state, port)), brief::siege(state, port))
}
