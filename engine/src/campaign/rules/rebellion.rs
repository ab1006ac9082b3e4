//! *How The Rebellion Spreads*: *Revolt*, *Occupied Spaces*, *Sieges*, *Pacification*.
//!
//! Once a turn every location that is neither in revolt nor besieged is rolled for, in any order the players like; a
//! revolt counts at once for the rolls after it (R06). A village or town rises on 6, a fortified town or a place pacified
//! by Egyptian forces on 8; places retaken by the British never rise again. The die gains 1 for each adjacent location in
//! revolt, 1 if an adjacent island is in total revolt, and for a fortress 1 if the rest of its island is (R02, R03). A
//! place that waits for others (Suakin) is rolled for only while all of those are lost (R34).
//!
//! Where a location rises, nobody there means it is lost. A garrison of three units or fewer rolls for its fate: mutiny,
//! retreat, or the revolt is stopped; British units count, but never mutiny (R08). A garrison of four or more is besieged.
//! A retreat goes at once to the nearest place that is neither in revolt nor besieged or, from a port, to any friendly
//! port; with nowhere to go the garrison is destroyed (R44). Ships put to sea from a port that falls (R64).

use super::{steps, triggers, victory};
use crate::campaign::decision::Decision;
use crate::campaign::event::Event;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Reason, Roll};
use crate::campaign::state::{Control, State};
use crate::pack::{GarrisonFate, IslandId, LocationId, LocationKind, LocationSet, UnitSet};

pub(super) fn permit_all(state: &State) -> Result<(), Refusal> {
    if state.phase() == Phase::Rebellion { Ok(()) } else { Err(Refusal::WrongPhase { now: state.phase() }) }
}

pub(super) fn permit_one(state: &State, location: LocationId) -> Result<(), Refusal> {
    permit_all(state)?;
    if location.index() >= state.pack().map.locations.len() {
        return Err(Refusal::NoSuchLocation);
    }
    if state.unchecked().contains(location) && may_rise_now(state, location) { Ok(()) } else { Err(Refusal::NotRolledFor(location)) }
}

pub(super) fn permit_retreat(state: &State, to: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::Retreat { choices, .. }) => {
            if to.index() < LocationSet::CAPACITY && choices.contains(to) {
                Ok(())
            } else {
                Err(Refusal::CannotRetreatTo { to, choices: *choices })
            }
        }
        _ => Err(Refusal::NotAsked),
    }
}

/// The Rebellion phase begins; once the rebellion wanes nothing is rolled for (R26).
pub(super) fn begin(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::PhaseBegan { phase: Phase::Rebellion });
    let locations = to_be_checked(proceedings.state);
    proceedings.note(Event::RevoltsDue { locations });
}

pub(super) fn resolve_all(proceedings: &mut Proceedings<'_>) {
    while proceedings.state.decision().is_none() {
        let Some(location) = due_now(proceedings.state).first() else { break };
        check(proceedings, location);
    }
}

pub(super) fn resolve_one(proceedings: &mut Proceedings<'_>, location: LocationId) {
    check(proceedings, location);
}

pub(super) fn resolve_retreat(proceedings: &mut Proceedings<'_>, to: LocationId) {
    let Some(Decision::Retreat { from, units, .. }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::UnitsRetreated { from, to, units });
    lose(proceedings, from);
}

/// The locations to be rolled for in a Rebellion phase that begins now: neither in revolt, nor besieged (R04), nor pacified by the
/// British; none once the rebellion wanes (R26).
#[must_use]
pub fn to_be_checked(state: &State) -> LocationSet {
    if triggers::rebellion_is_over(state) {
        return LocationSet::EMPTY;
    }
    let safe = state.enemy_held().union(state.besieged()).union(state.allied);
    state.pack().map.location_ids().collect::<LocationSet>().without(safe)
}

/// Those of them that can be rolled for now, in the order of the Random Locations table.
#[must_use]
pub fn due_now(state: &State) -> LocationSet {
    let waiting = state.unchecked().intersection(state.pack().map.waiting());
    state.unchecked().without(waiting.iter().filter(|location| !may_rise_now(state, *location)).collect())
}

/// *Important Note* (R34): a place that waits for others is rolled for only while certain others are Mahdist-held.
#[must_use]
pub fn may_rise_now(state: &State, location: LocationId) -> bool {
    state.pack().map.location(location).rises_only_with.is_within(state.enemy_held())
}

/// An island in total revolt: every location on it, fortresses too (R03).
#[must_use]
pub fn in_total_revolt(state: &State, island: IslandId) -> bool {
    state.pack().map.island(island).locations.is_within(state.enemy_held())
}

/// The roll a location would need now: what it needs, and every modifier.
#[must_use]
pub fn revolt_roll(state: &State, location: LocationId) -> Roll {
    let pack = state.pack();
    let table = &pack.tables.revolt;
    let place = pack.map.location(location);
    let fortress = place.kind == LocationKind::FortifiedTown;
    // Both reasons to need more are the same number in this campaign; the greater counts in any other.
    let mut needs = if fortress { table.needs_fortified_town } else { table.needs };
    if state.control(location) == Control::NativePacified {
        needs = needs.max(table.needs_pacified);
    }
    let mut roll = Roll::new(Purpose::Revolt(location), table.dice).needing(needs);
    for adjacent in place.adjacent.intersection(state.enemy_held()).iter() {
        roll = roll.with(Reason::AdjacentLocation(adjacent), table.modifiers.adjacent_location);
    }
    let island = pack.map.island(place.island);
    if let Some(adjacent) = island.adjacent.iter().find(|adjacent| in_total_revolt(state, *adjacent)) {
        roll = roll.with(Reason::AdjacentIsland(adjacent), table.modifiers.adjacent_island);
    }
    if fortress && island.locations.without(island.fortified).is_within(state.enemy_held()) {
        roll = roll.with(Reason::OwnIsland(place.island), table.modifiers.own_island);
    }
    roll
}

fn check(proceedings: &mut Proceedings<'_>, location: LocationId) {
    let roll = revolt_roll(proceedings.state, location);
    let roll = proceedings.dice.throw_unless_settled(roll);
    let rises = roll.succeeds();
    proceedings.note(Event::RevoltChecked { location, roll, rises });
    if rises {
        rise(proceedings, location);
    }
}

/// What a rising meets (*Occupied Spaces*, *Sieges*).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rising {
    /// Nobody: the location is lost.
    Unopposed,
    /// A garrison that rolls for its fate.
    Garrisoned,
    /// A garrison strong enough to be besieged.
    Besieged,
}

/// What a rising of a location would meet now.
#[must_use]
pub fn rising(state: &State, location: LocationId) -> Rising {
    match state.garrison(location).len() {
        0 => Rising::Unopposed,
        units if units >= usize::from(state.pack().tables.revolt.besieged_from_units) => Rising::Besieged,
        _ => Rising::Garrisoned,
    }
}

/// A location rises: it is lost, besieged, or the garrison rolls for its fate.
fn rise(proceedings: &mut Proceedings<'_>, location: LocationId) {
    match rising(proceedings.state, location) {
        Rising::Unopposed => lose(proceedings, location),
        Rising::Besieged => proceedings.note(Event::SiegeBegan { location }),
        Rising::Garrisoned => decide_fate(proceedings, location),
    }
}

fn decide_fate(proceedings: &mut Proceedings<'_>, location: LocationId) {
    let units = proceedings.state.garrison(location);
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let table = &pack.tables.garrison_fate;
    let roll = proceedings.dice.throw(Roll::new(Purpose::GarrisonFate(location), table.dice), table.dice.count);
    let fate = table.row(roll.total()).result;
    proceedings.note(Event::GarrisonFateRolled { location, roll, fate });
    match fate {
        GarrisonFate::Stopped => {}
        GarrisonFate::Retreat => retreat(proceedings, location, units),
        GarrisonFate::Mutiny => {
            let allied = units.intersection(pack.roster.allied);
            let mutineers = units.without(allied);
            if !mutineers.is_empty() {
                proceedings.note(Event::UnitsMutinied { location, units: mutineers });
            }
            if allied.is_empty() { lose(proceedings, location) } else { retreat(proceedings, location, allied) }
        }
    }
}

/// Where a garrison can retreat to (R44): the nearest places by spaces that are neither in revolt nor besieged and, from
/// a port, every friendly port; a besieged port is friendly, and can be entered by ship.
#[must_use]
pub fn retreat_choices(state: &State, from: LocationId) -> LocationSet {
    let map = &state.pack().map;
    let held: LocationSet = map.location_ids().filter(|location| *location != from && !state.enemy_held().contains(*location)).collect();
    let by_land: Vec<(u8, LocationId)> = held
        .without(state.besieged())
        .iter()
        .filter_map(|location| map.distance(from, location).map(|distance| (distance, location)))
        .collect();
    let nearest = by_land.iter().map(|(distance, _)| *distance).min();
    let mut choices: LocationSet =
        by_land.iter().filter(|(distance, _)| Some(*distance) == nearest).map(|(_, location)| *location).collect();
    if map.location(from).is_port() {
        choices = choices.union(held.iter().filter(|location| map.location(*location).is_port()).collect());
    }
    choices
}

fn retreat(proceedings: &mut Proceedings<'_>, from: LocationId, units: UnitSet) {
    let choices = retreat_choices(proceedings.state, from);
    match (choices.len(), choices.first()) {
        (1, Some(to)) => {
            proceedings.note(Event::UnitsRetreated { from, to, units });
            lose(proceedings, from);
        }
        (0, _) | (_, None) => {
            proceedings.note(Event::UnitsDestroyed { location: from, units });
            lose(proceedings, from);
        }
        _ => proceedings.note(Event::DecisionPut { decision: Decision::Retreat { from, units, choices } }),
    }
}

/// A location falls to the rebellion, and what floats there puts to sea.
pub(super) fn lose(proceedings: &mut Proceedings<'_>, location: LocationId) {
    proceedings.note(Event::LocationLost { location });
    let ships = proceedings.state.ships_in(location);
    if let (false, Some(to)) = (ships.is_empty(), proceedings.state.pack().map.location(location).port_on.first().copied()) {
        proceedings.note(Event::ShipsPutToSea { from: location, to, ships });
    }
    victory::enter_loss(proceedings, location);
    if proceedings.state.governor_is_at(location) {
        victory::kill_governor(proceedings);
    }
}

/// With nothing left to roll for, the action rounds begin; false while there is.
pub(super) fn advance(proceedings: &mut Proceedings<'_>) -> bool {
    if !due_now(proceedings.state).is_empty() {
        return false;
    }
    steps::begin_action_rounds(proceedings);
    true
}

#[cfg(test)]
mod tests;
