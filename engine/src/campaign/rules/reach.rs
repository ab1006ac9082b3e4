//! How far a force can march: *Movement Rate*, and what bars the way.
//!
//! Each unit goes by the rate of its arm, a force by its slowest (R38). A way goes on through no besieged place, no battle and no fortified town of
//! the enemy's; out of a siege it leads one space, into the fight. Supply by itself enters none of them, nor any other place of the enemy's.

use crate::campaign::mended::Mended;
use crate::campaign::round::Force;
use crate::campaign::state::State;
use crate::pack::{LocationKind, SpaceId, SpaceSet, UnitId};

/// Spaces infantry and guns march in a round (*Movement Rate*); supply points too (*Advanced Supply System*).
pub const INFANTRY_RATE: u8 = 3;
/// Spaces cavalry and camels march in a round.
pub const CAVALRY_RATE: u8 = 4;

/// Spaces a unit can go when it is activated now.
#[must_use]
pub fn rate(state: &State, unit: UnitId) -> u8 {
    let base = if state.pack().roster.cavalry.contains(unit) { CAVALRY_RATE } else { INFANTRY_RATE };
    let hungry = i8::from(state.unsupplied().contains(unit));
    base.saturating_add_signed(state.round().movement_add.saturating_sub(hungry))
}

/// Spaces supply can go in this round: what slows all movement slows it too (R70).
#[must_use]
pub fn column_rate(state: &State) -> u8 {
    let slowed = if state.reads(Mended::SupplySlowed) { state.round().movement_add } else { 0 };
    INFANTRY_RATE.saturating_add_signed(slowed)
}

/// Whether nobody may leave a space this round (random event 52).
pub(super) fn is_sick(state: &State, space: SpaceId) -> bool {
    state.pack().map.location_at(space).is_some_and(|location| state.round().sick.contains(location))
}

/// What a force can still go: the least that any of its units, or its supply, can.
#[must_use]
pub fn left(state: &State, force: &Force) -> u8 {
    let units = force.units.iter().map(|unit| state.movement_left(unit)).min();
    let column = (force.supply > 0 || force.units.is_empty()).then_some(force.column);
    units.into_iter().chain(column).min().unwrap_or(0)
}

/// Whether a force stops on entering a space, whatever the dice say.
pub(super) fn bars(state: &State, space: SpaceId) -> bool {
    state.is_besieged(space)
        || state.round().battle_at(space).is_some()
        || state.pack().map.location_at(space).is_some_and(|location| {
            state.enemy_held().contains(location) && state.pack().map.location(location).kind == LocationKind::FortifiedTown
        })
}

/// Whether supply by itself goes no further than a space: it takes no town.
pub(super) fn bars_columns(state: &State, space: SpaceId) -> bool {
    bars(state, space) || (state.is_enemy_held(space) && state.reads(Mended::ReliefMeetsBreakout))
}

/// The spaces within so many of one, by ways that a force can march.
#[must_use]
pub fn within(state: &State, at: SpaceId, spaces: u8) -> SpaceSet {
    spread(state, at, spaces, bars)
}

/// The spaces within so many of one, by ways that go on through no space that bars them.
fn spread(state: &State, at: SpaceId, spaces: u8, bars: fn(&State, SpaceId) -> bool) -> SpaceSet {
    let map = &state.pack().map;
    // Out of a siege there is only the fight for the first space.
    let spaces = if state.is_besieged(at) { spaces.min(1) } else { spaces };
    let (mut seen, mut edge) = (SpaceSet::of(at), SpaceSet::of(at));
    for _ in 0..spaces {
        let open = edge.iter().filter(|space| *space == at || !bars(state, *space));
        let next = open.fold(SpaceSet::EMPTY, |next, space| next.union(map.neighbours(space))).without(seen);
        seen = seen.union(next);
        edge = next;
    }
    seen.remove(at);
    seen
}

/// The spaces a force can march to, by the shortest ways.
#[must_use]
pub fn reach(state: &State, force: &Force) -> SpaceSet {
    if !force.units.is_empty() {
        return within(state, force.at, left(state, force));
    }
    // Nobody breaks out with it.
    if state.is_besieged(force.at) && state.reads(Mended::ReliefMeetsBreakout) {
        return SpaceSet::EMPTY;
    }
    let seen = spread(state, force.at, left(state, force), bars_columns);
    seen.iter().filter(|space| !state.is_enemy_held(*space) && !state.is_besieged(*space)).collect()
}

/// The shortest way, keeping out of Mahdist places where it can; empty where there is none.
#[must_use]
pub fn way(state: &State, from: SpaceId, to: SpaceId) -> Vec<SpaceId> {
    way_by(state, from, to, bars)
}

/// The same by ways that go on through no space that bars them.
pub(super) fn way_by(state: &State, from: SpaceId, to: SpaceId, bars: fn(&State, SpaceId) -> bool) -> Vec<SpaceId> {
    let map = &state.pack().map;
    let mut layers = vec![SpaceSet::of(from)];
    let mut seen = SpaceSet::of(from);
    while !seen.contains(to) {
        let edge = layers.last().copied().unwrap_or(SpaceSet::EMPTY);
        let open = edge.iter().filter(|space| *space == from || !bars(state, *space));
        let next = open.fold(SpaceSet::EMPTY, |next, space| next.union(map.neighbours(space))).without(seen);
        if next.is_empty() {
            return Vec::new();
        }
        seen = seen.union(next);
        layers.push(next);
    }
    let mut way = vec![to];
    let mut at = to;
    for layer in layers.iter().rev().skip(1) {
        let back = map.neighbours(at).intersection(*layer);
        let open: SpaceSet = back.iter().filter(|space| *space == from || !bars(state, *space)).collect();
        let Some(step) = open.iter().find(|space| !state.is_enemy_held(*space)).or_else(|| open.first()) else { break };
        at = step;
        if at != from {
            way.push(at);
        }
    }
    way.reverse();
    way
}
