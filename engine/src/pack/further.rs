//! How many units may arrive beyond the counters of a pack (R68): counters are guidelines, and whoever arrives arrives.

use super::cards::{Card, CardEffect};
use super::identifiers::UnitKindId;
use super::random_events::{RandomEffect, RandomEvent};
use super::setup::Scenario;
use super::units::Roster;

/// How often a random event is provided for that brings a unit: it may come up any number of times.
const TIMES: usize = 16;

/// For each kind how many units are wanted beyond its counters: what scenario and cards bring in all, and what random events may.
pub(super) fn wanted(roster: &Roster, cards: &[Card], random_events: &[RandomEvent], scenarios: &[Scenario]) -> Vec<usize> {
    let mut wanted = vec![0_usize; roster.kinds.len()];
    for scenario in scenarios {
        for (most, short) in wanted.iter_mut().zip(short_in(roster, cards, scenario)) {
            *most = short.max(*most);
        }
    }
    for event in random_events {
        if let RandomEffect::Units { of, count, .. } = &event.effect {
            wanted[of.index()] += TIMES * usize::from(*count);
        }
    }
    wanted
}

/// For each kind how many counters are too few in a scenario, if every card that can come in it does.
fn short_in(roster: &Roster, cards: &[Card], scenario: &Scenario) -> Vec<usize> {
    let (mut named, mut chosen) = (vec![0_usize; roster.kinds.len()], vec![0_usize; roster.kinds.len()]);
    let effects = cards.iter().filter(|card| !scenario.removed.contains(card.number)).flat_map(|card| &card.effects);
    for effect in effects {
        match effect {
            CardEffect::Units { of: Some(kind), count, .. } => named[kind.index()] += usize::from(*count),
            // Where the choice is among several kinds, the first of them makes up what is short.
            CardEffect::Units { pool: Some(pool), count, .. } => {
                if let Some(first) = roster.kinds.iter().position(|kind| kind.pool.as_ref() == Some(pool)) {
                    chosen[first] += usize::from(*count);
                }
            }
            _ => {}
        }
    }
    let set_up = |kind: UnitKindId| {
        let units = roster.kinds[kind.index()].units;
        scenario.garrisons.iter().map(|garrison| garrison.units.intersection(units).len()).sum::<usize>()
    };
    let spare = |kind: usize| roster.kinds[kind].units.len().saturating_sub(set_up(UnitKindId::at(kind)));
    (0..roster.kinds.len())
        .map(|kind| {
            let short = named[kind].saturating_sub(spare(kind));
            if chosen[kind] == 0 {
                return short;
            }
            let pool = (0..roster.kinds.len()).filter(|other| roster.kinds[*other].pool == roster.kinds[kind].pool);
            let left: usize = pool.map(|other| spare(other).saturating_sub(named[other])).sum();
            short + chosen[kind].saturating_sub(left)
        })
        .collect()
}
