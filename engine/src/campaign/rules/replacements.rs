//! *Replacements*: *Receive Replacements*.
//!
//! A point brings steps back to a unit of its nation and, where it says, its arm; a unit takes at most two in a turn, and none in a
//! besieged place. Two points raise an eliminated unit again, at any friendly place that is not besieged (R52). Points keep.

use super::arrivals;
use crate::campaign::decision::Source;
use crate::campaign::event::{Event, Purse};
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::{State, UnitPlace};
use crate::pack::{Arm, Nation, UnitId, UnitKind, UnitKindId, UnitKindSet};

/// Points a unit can take in a turn.
pub(in crate::campaign) const MOST_FOR_A_UNIT: u8 = 2;
/// Points that raise an eliminated unit.
pub const POINTS_TO_REBUILD: usize = 2;

fn permit_phase(state: &State) -> Result<(), Refusal> {
    if state.phase() == Phase::Replacements { Ok(()) } else { Err(Refusal::WrongPhase { now: state.phase() }) }
}

/// The purses that points for a kind can come from, the narrowest first, with what is in them.
fn purses(state: &State, kind: &UnitKind) -> [(Purse, u8); 2] {
    let points = state.replacements();
    match (kind.nation, kind.arm) {
        (Nation::Native, _) => [(Purse::Native, points.native), (Purse::Native, 0)],
        (Nation::Allied, Arm::Infantry) => [(Purse::AlliedInfantry, points.allied_infantry), (Purse::Allied, points.allied)],
        (Nation::Allied, Arm::Cavalry | Arm::Camels) => [(Purse::AlliedCavalry, points.allied_cavalry), (Purse::Allied, points.allied)],
        (Nation::Allied, Arm::Artillery | Arm::MachineGuns) => [(Purse::AlliedGuns, points.allied_guns), (Purse::Allied, points.allied)],
    }
}

fn purse(state: &State, kind: &UnitKind) -> Option<Purse> {
    purses(state, kind).into_iter().find(|(_, points)| *points > 0).map(|(purse, _)| purse)
}

pub(super) fn permit_replace(state: &State, unit: UnitId) -> Result<(), Refusal> {
    permit_phase(state)?;
    if unit.index() >= state.units.len() {
        return Err(Refusal::NotOnTheMap);
    }
    match state.unit_place(unit) {
        UnitPlace::At(space) if state.is_besieged(space) => return Err(Refusal::Besieged),
        UnitPlace::At(_) | UnitPlace::Aboard(_) => {}
        UnitPlace::Reserve | UnitPlace::Lost | UnitPlace::Gone => return Err(Refusal::NotOnTheMap),
    }
    if state.steps(unit) >= state.options().steps {
        return Err(Refusal::FullStrength);
    }
    if state.replaced[unit.index()] >= MOST_FOR_A_UNIT {
        return Err(Refusal::ReplacedTwice);
    }
    if purse(state, state.pack().roster.kind_of(unit)).is_none() { Err(Refusal::NoPoints) } else { Ok(()) }
}

pub(super) fn resolve_replace(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    let state = &*proceedings.state;
    let Some(purse) = purse(state, state.pack().roster.kind_of(unit)) else { return };
    let missing = state.options().steps.saturating_sub(state.steps(unit));
    let steps = state.options().steps_per_replacement.min(missing);
    proceedings.note(Event::UnitReplaced { unit, steps, purse });
}

pub(super) fn permit_rebuild(state: &State, kind: UnitKindId) -> Result<(), Refusal> {
    permit_phase(state)?;
    let Some(found) = state.pack().roster.kinds.get(kind.index()) else { return Err(Refusal::NothingLost) };
    if state.lost_of(kind).is_empty() {
        return Err(Refusal::NothingLost);
    }
    if state.open().is_empty() {
        return Err(Refusal::Besieged);
    }
    let points: usize = purses(state, found).iter().map(|(_, points)| usize::from(*points)).sum();
    if points < POINTS_TO_REBUILD { Err(Refusal::NoPoints) } else { Ok(()) }
}

pub(super) fn resolve_rebuild(proceedings: &mut Proceedings<'_>, kind: UnitKindId) {
    for _ in 0..POINTS_TO_REBUILD {
        let state = &*proceedings.state;
        let Some(purse) = state.pack().roster.kinds.get(kind.index()).and_then(|kind| purse(state, kind)) else { return };
        proceedings.note(Event::PointSpent { purse });
    }
    let open = proceedings.state.spaces_of(proceedings.state.open());
    arrivals::put(proceedings, UnitKindSet::of(kind), 1, open, true, Source::Rebuilt);
}

/// Units on the map that are not at full strength.
pub fn weakened(state: &State) -> impl Iterator<Item = UnitId> {
    let full = state.options().steps;
    state.steps.iter().enumerate().filter(move |(_, steps)| **steps > 0 && **steps < full).map(|(unit, _)| UnitId::at(unit))
}

/// Whether a point could be spent.
#[must_use]
pub fn anything_to_do(state: &State) -> bool {
    let points = state.replacements();
    if points.native == 0 && points.allied == 0 && points.allied_infantry == 0 && points.allied_cavalry == 0 && points.allied_guns == 0 {
        return false;
    }
    weakened(state).any(|unit| permit_replace(state, unit).is_ok())
        || (0..state.pack().roster.kinds.len()).any(|kind| permit_rebuild(state, UnitKindId::at(kind)).is_ok())
}

pub(super) fn permit_end(state: &State) -> Result<(), Refusal> {
    permit_phase(state)
}

#[cfg(test)]
mod tests;
