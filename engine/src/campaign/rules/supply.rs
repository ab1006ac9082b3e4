//! *Supply*: the *Simple Supply System*, or the *Advanced Supply System* and *Out of Supply Effects*.
//!
//! Simple: a force is in supply if it can trace a way by land to a friendly port, neither through the enemy nor through a siege, while a
//! base is held and a ship floats, damaged or not (R58); a besieged base is held (R33). Advanced: a place feeds so many units, a supply point five more,
//! and on the road there is nothing but supply points; what they cannot feed goes short, the last of the roster first. In the third turn
//! in a row without supply units begin to die (R60). Units aboard are fed by their ships.

use super::naval;
use crate::campaign::decision::LossCause;
use crate::campaign::event::Event;
use crate::campaign::options::SupplySystem;
use crate::campaign::proceedings::{Proceedings, follow};
use crate::campaign::roll::{Purpose, Reason, Roll};
use crate::campaign::state::State;
use crate::pack::{LocationKind, SpaceId, SpaceSet, UnitId, UnitSet};

/// The Supply phase.
pub(super) fn resolve(proceedings: &mut Proceedings<'_>) {
    match proceedings.state.options().supply {
        SupplySystem::Simple => {
            let unsupplied = cut_off(proceedings.state);
            proceedings.note(Event::SupplyChecked { unsupplied });
        }
        SupplySystem::Advanced => {
            receive(proceedings);
            let unsupplied = feed(proceedings);
            proceedings.note(Event::SupplyChecked { unsupplied });
            starve(proceedings);
        }
    }
}

/// Units that would go without supply if it were looked to now, with nothing come in before.
#[must_use]
pub fn short_now(state: &State) -> UnitSet {
    match state.options().supply {
        SupplySystem::Simple => cut_off(state),
        SupplySystem::Advanced => {
            let mut short = UnitSet::EMPTY;
            follow(state, |proceedings| short = feed(proceedings));
            short
        }
    }
}

/// Units that are out of supply by the simple rules.
#[must_use]
pub fn cut_off(state: &State) -> UnitSet {
    let ashore = state.units_ashore();
    let base = state.pack().tables.supply.bases.iter().any(|base| state.control(*base).is_held());
    let afloat = state.fleet_list().iter().any(|ship| naval::serves(state, ship));
    if !base || !afloat {
        return ashore;
    }
    let fed = supplied_spaces(state);
    state
        .pack()
        .map
        .space_ids()
        .filter(|space| !fed.contains(*space))
        .fold(UnitSet::EMPTY, |units, space| units.union(state.units_at(space)))
}

/// Spaces from which a way leads to a friendly port.
fn supplied_spaces(state: &State) -> SpaceSet {
    let map = &state.pack().map;
    let ports = state.spaces_of(state.held().intersection(state.ports()));
    let open = |space: &SpaceId| !state.is_enemy_held(*space) && !state.is_besieged(*space);
    let mut fed = ports;
    let mut edge: SpaceSet = ports.iter().filter(open).collect();
    while !edge.is_empty() {
        let next = edge.iter().fold(SpaceSet::EMPTY, |next, space| next.union(map.neighbours(space))).without(fed);
        edge = next.iter().filter(open).collect();
        fed = fed.union(edge);
    }
    fed
}

/// What comes in each turn.
fn receive(proceedings: &mut Proceedings<'_>) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let supply = &pack.tables.supply;
    if let Some(at) = supply.home().filter(|base| proceedings.state.control(*base).is_held()) {
        proceedings.note(Event::SupplyReceived { at, roll: None, points: supply.home_points });
    }
    if let Some(at) = supply.overseas().filter(|base| proceedings.state.control(*base).is_held()) {
        let dice = if proceedings.state.allies_entered() { supply.overseas_points_with_allies } else { supply.overseas_points };
        let roll = proceedings.dice.throw(Roll::new(Purpose::SupplyPoints(at), dice), dice.count);
        let points = roll.sum() as u8;
        proceedings.note(Event::SupplyReceived { at, roll: Some(roll), points });
    }
}

/// Units a space feeds by itself.
fn capacity(state: &State, space: SpaceId) -> usize {
    let supply = &state.pack().tables.supply;
    match state.pack().map.location_at(space) {
        Some(location) if state.control(location).is_held() => usize::from(match state.pack().map.location(location).kind {
            LocationKind::Village => supply.village,
            LocationKind::Town => supply.town,
            LocationKind::FortifiedTown => supply.fortified_town,
        }),
        _ => 0,
    }
}

/// Spends supply points where there are more units than a place feeds; the units that go short.
fn feed(proceedings: &mut Proceedings<'_>) -> UnitSet {
    let each = usize::from(proceedings.state.pack().tables.supply.units_per_point).max(1);
    let mut short = UnitSet::EMPTY;
    for space in proceedings.state.pack().map.space_ids() {
        let units = proceedings.state.units_at(space);
        let hungry = units.len().saturating_sub(capacity(proceedings.state, space));
        if hungry == 0 {
            continue;
        }
        let points = hungry.div_ceil(each).min(usize::from(proceedings.state.supply(space)));
        if points > 0 {
            proceedings.note(Event::SupplySpent { at: space, points: points as u8 });
        }
        let fed = units.len() - hungry + points * each;
        short = short.union(units.iter().skip(fed).collect());
    }
    short
}

/// The roll for a unit that has gone without supply for `turns` turns.
#[must_use]
pub fn attrition_roll(state: &State, unit: UnitId, turns: u8) -> Roll {
    let supply = &state.pack().tables.supply;
    let past = i8::try_from(turns.saturating_sub(supply.attrition_from_turn)).unwrap_or(i8::MAX);
    Roll::new(Purpose::Attrition(unit), supply.attrition).needing(supply.attrition_needs).with(Reason::TurnsUnsupplied, past)
}

fn starve(proceedings: &mut Proceedings<'_>) {
    let from = proceedings.state.pack().tables.supply.attrition_from_turn;
    for unit in proceedings.state.unsupplied().iter() {
        let turns = proceedings.state.hungry[unit.index()];
        if turns < from {
            continue;
        }
        let roll = attrition_roll(proceedings.state, unit, turns);
        let roll = proceedings.dice.throw_unless_settled(roll);
        let dies = roll.succeeds();
        proceedings.note(Event::AttritionRolled { unit, roll, dies });
        if dies {
            proceedings.note(Event::UnitsLost { units: UnitSet::of(unit), cause: LossCause::Unsupplied });
        }
    }
}

#[cfg(test)]
mod tests;
