//! The events of the cards: *Card Explanations*, and the cards themselves.
//!
//! A card's effects are carried out one after another; where one leaves something to the players, the next waits for them. An event can
//! be played only if at least one of its effects does something and none has lost the place it needs. Two of the cards give Ops as
//! well. The Hicks Expedition lands at a friendly port of the island with the most Mahdist places, or failing that of the next, ties as
//! the players choose, and marches at once and for nothing towards the nearest of them (R48).

use super::{arrivals, movement, retaking, steps};
use crate::campaign::decision::{Decision, Source};
use crate::campaign::event::{Event, Modifier};
use crate::campaign::leaders::TrainPlace;
use crate::campaign::mended::Mended;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::Step;
use crate::campaign::state::{ShipPlace, State};
use crate::pack::{
    Card, CardEffect, Leader, LocationId, LocationKind, LocationSet, Placement, ReplacementPoints, ShipId, UnitId, UnitKindSet, UnitSet,
};

/// Whether a card's event can be played now.
#[must_use]
pub fn is_possible(state: &State, card: &Card) -> bool {
    card.effects.iter().all(|effect| has_a_place(state, effect)) && card.effects.iter().any(|effect| does_something(state, effect))
}

fn has_a_place(state: &State, effect: &CardEffect) -> bool {
    match effect {
        CardEffect::Units { at, .. } => !arrivals::spaces(state, *at).is_empty(),
        CardEffect::Redoubts { at, .. } | CardEffect::LeaderArrives { at, .. } => !arrivals::choices(state, *at).is_empty(),
        CardEffect::Ship { at, .. } | CardEffect::ArmouredTrain { at, .. } => {
            !arrivals::choices(state, *at).intersection(state.ports()).is_empty()
        }
        CardEffect::Raid { location, .. } => !villages_to_raid(state, *location).is_empty(),
        CardEffect::Expedition { .. } => !expedition_ports(state).is_empty(),
        CardEffect::ReplacementsByArm { .. } | CardEffect::FreePassage { .. } | CardEffect::Ops { .. } => true,
    }
}

fn does_something(state: &State, effect: &CardEffect) -> bool {
    match effect {
        CardEffect::Units { of, pool, .. } => kinds(state, *of, pool.as_deref()).iter().any(|kind| arrivals::can_arrive(state, kind)),
        CardEffect::Ship { ship, .. } => state.ship_place(*ship) == ShipPlace::Reserve,
        CardEffect::ArmouredTrain { .. } => state.train().place == TrainPlace::Absent,
        CardEffect::LeaderArrives { .. } | CardEffect::Ops { .. } => false,
        CardEffect::Expedition { units } => units.iter().any(|kind| !state.reserve_of(*kind).is_empty()),
        CardEffect::Redoubts { .. } | CardEffect::Raid { .. } | CardEffect::ReplacementsByArm { .. } | CardEffect::FreePassage { .. } => {
            true
        }
    }
}

fn kinds(state: &State, of: Option<crate::pack::UnitKindId>, pool: Option<&str>) -> UnitKindSet {
    match (of, pool) {
        (Some(kind), _) => UnitKindSet::of(kind),
        (None, Some(pool)) => state.kinds_of(state.pack().roster.pool(pool)),
        (None, None) => UnitKindSet::EMPTY,
    }
}

/// Mahdist places of a kind.
#[must_use]
pub fn villages_to_raid(state: &State, kind: LocationKind) -> LocationSet {
    state.enemy_held().iter().filter(|location| state.pack().map.location(*location).kind == kind).collect()
}

/// Where the expedition can land: the friendly ports of the island that has the most Mahdist places among those with a friendly
/// port, more than one island if they tie (R48).
#[must_use]
pub fn expedition_ports(state: &State) -> LocationSet {
    let ports = state.held().intersection(state.ports());
    let lost = |island: &crate::pack::Island| island.locations.intersection(state.enemy_held()).len();
    let islands = &state.pack().map.islands;
    let with_port = || islands.iter().filter(|island| !island.locations.intersection(ports).is_empty());
    let Some(most) = with_port().map(lost).max() else { return LocationSet::EMPTY };
    with_port()
        .filter(|island| lost(island) == most)
        .fold(LocationSet::EMPTY, |all, island| all.union(island.locations.intersection(ports)))
}

/// Carries out the next effect; after the last the round goes on with what Ops it gave, or ends.
pub(super) fn advance(proceedings: &mut Proceedings<'_>, index: u8) {
    let Some((number, _)) = proceedings.state.round().card() else { return };
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let Some(effect) = pack.card(number).and_then(|card| card.effects.get(usize::from(index))) else {
        let state = &*proceedings.state;
        if state.round().ops() > 0 || state.round().expedition_march || state.passage() > 0 {
            proceedings.note(Event::StepBegan { step: Step::Operations });
            movement::begin_expedition_march(proceedings);
        } else {
            steps::end_round(proceedings);
        }
        return;
    };
    proceedings.note(Event::StepBegan { step: Step::CardEvent { effect: index + 1 } });
    carry_out(proceedings, effect);
}

fn carry_out(proceedings: &mut Proceedings<'_>, effect: &CardEffect) {
    match effect {
        CardEffect::Units { of, pool, count, at, with } => {
            let kinds = kinds(proceedings.state, *of, pool.as_deref());
            let source = if *with == Some(Leader::FieldForce) { Source::WithFieldForce } else { Source::Reserve };
            let spaces = arrivals::spaces(proceedings.state, *at);
            arrivals::put(proceedings, kinds, *count, spaces, arrivals::is_together(*at), source);
        }
        CardEffect::Ship { ship, at } => put_ship(proceedings, *ship, *at),
        CardEffect::Redoubts { count, at } => {
            // A redoubt that comes with a unit stands where the unit went.
            let placed = proceedings.state.round().placed.and_then(|space| proceedings.state.pack().map.location_at(space));
            let choices = match (at, placed) {
                (Placement::One(_), Some(location)) => LocationSet::of(location),
                _ => arrivals::choices(proceedings.state, *at),
            };
            arrivals::put_redoubts(proceedings, *count, choices);
        }
        CardEffect::ArmouredTrain { at, .. } => {
            if let Some(at) = arrivals::choices(proceedings.state, *at).intersection(proceedings.state.ports()).first() {
                proceedings.note(Event::TrainArrived { at });
            }
        }
        CardEffect::ReplacementsByArm { infantry, cavalry, guns } => {
            let points = ReplacementPoints {
                allied_infantry: *infantry,
                allied_cavalry: *cavalry,
                allied_guns: *guns,
                ..ReplacementPoints::default()
            };
            proceedings.note(Event::ReplacementsGained { points });
        }
        CardEffect::FreePassage { units } => proceedings.note(Event::ModifierSet { modifier: Modifier::Passage(*units) }),
        CardEffect::Raid { location, units } => {
            if !villages_to_raid(proceedings.state, *location).is_empty() {
                proceedings.note(Event::DecisionPut { decision: Decision::Raid { kind: *location, units: *units } });
            }
        }
        CardEffect::LeaderArrives { leader, at } => {
            if let Some(at) = arrivals::choices(proceedings.state, *at).first() {
                proceedings.note(Event::LeaderArrived { leader: *leader, at });
            }
        }
        CardEffect::Ops { points } => {
            let round = proceedings.state.round();
            let add = if proceedings.state.reads(Mended::ReliefMeetsBreakout) { round.ops_add } else { 0 };
            proceedings.note(Event::OpsGained { ops: points.saturating_add_signed(add) });
        }
        CardEffect::Expedition { .. } => {
            let ports = expedition_ports(proceedings.state);
            match (ports.len(), ports.first()) {
                (_, None) => {}
                (1, Some(port)) => land_expedition(proceedings, port),
                _ => proceedings.note(Event::DecisionPut { decision: Decision::ExpeditionLands { ports } }),
            }
        }
    }
}

fn put_ship(proceedings: &mut Proceedings<'_>, ship: ShipId, at: Placement) {
    if proceedings.state.ship_place(ship) == ShipPlace::Reserve {
        arrivals::put_ship(proceedings, ship, at);
    }
}

fn land_expedition(proceedings: &mut Proceedings<'_>, at: LocationId) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let kinds = proceedings.state.round().card().and_then(|(number, _)| pack.card(number)).and_then(|card| {
        card.effects.iter().find_map(|effect| if let CardEffect::Expedition { units } = effect { Some(units.clone()) } else { None })
    });
    let units = kinds.unwrap_or_default().iter().fold(UnitSet::EMPTY, |units, kind| units.union(proceedings.state.reserve_of(*kind)));
    proceedings.note(Event::ExpeditionLanded { at, units });
}

pub(super) fn permit_land_expedition(state: &State, port: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::ExpeditionLands { ports }) if port.index() < LocationSet::CAPACITY && ports.contains(port) => Ok(()),
        Some(Decision::ExpeditionLands { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_land_expedition(proceedings: &mut Proceedings<'_>, port: LocationId) {
    proceedings.note(Event::DecisionMade);
    land_expedition(proceedings, port);
}

pub(super) fn permit_raid(state: &State, location: LocationId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::Raid { kind, .. })
            if location.index() < LocationSet::CAPACITY && villages_to_raid(state, *kind).contains(location) =>
        {
            Ok(())
        }
        Some(Decision::Raid { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_raid(proceedings: &mut Proceedings<'_>, location: LocationId) {
    let Some(Decision::Raid { units, .. }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    retaking::retake(proceedings, location, true);
    ask_for_raiders(proceedings, location, units);
}

fn ask_for_raiders(proceedings: &mut Proceedings<'_>, at: LocationId, units: u8) {
    if units > 0 && !raiders(proceedings.state, at).is_empty() {
        proceedings.note(Event::DecisionPut { decision: Decision::RaidGarrison { at, units } });
    }
}

/// British units that may be left at a raided place: those ashore, not besieged, not there already.
#[must_use]
pub fn raiders(state: &State, at: LocationId) -> UnitSet {
    let shut = state.besieged().iter().fold(state.garrison(at), |units, place| units.union(state.garrison(place)));
    let bound = if state.field_force().free { UnitSet::EMPTY } else { state.field_force().units };
    state.units_ashore().intersection(state.pack().roster.allied).without(shut).without(bound)
}

pub(super) fn permit_garrison(state: &State, unit: UnitId) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::RaidGarrison { at, .. }) if unit.index() < UnitSet::CAPACITY && raiders(state, *at).contains(unit) => Ok(()),
        Some(Decision::RaidGarrison { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_garrison(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    let Some(Decision::RaidGarrison { at, units }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    let to = proceedings.state.pack().map.space_of(at);
    proceedings.note(Event::UnitsMoved { units: UnitSet::of(unit), to });
    ask_for_raiders(proceedings, at, units - 1);
}

#[cfg(test)]
mod tests;
