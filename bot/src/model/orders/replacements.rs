//! *Replacements*.

use engine::campaign::State;
use engine::campaign::rules::replacements::POINTS_TO_REBUILD;
use engine::pack::{UnitId, UnitKindId};

use crate::model::orders::{Called, called};

pub(super) fn replace(state: &State, unit: UnitId) -> Called {
    let (steps, full) = (state.steps(unit), state.options().steps);
    called(format!("A point for {}", state.pack().roster.unit(unit).name), format!("{steps} of {full} steps now"))
}

pub(super) fn rebuild(state: &State, kind: UnitKindId) -> Called {
    called(format!("Raise {} again", state.pack().roster.kinds[kind.index()].name), format!("{POINTS_TO_REBUILD} points"))
}
