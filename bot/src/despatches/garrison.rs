//! What a besieged garrison can do: sit tight, sally out, break out, beside one another, each with its odds.

use engine::campaign::odds::Fraction;
use engine::campaign::odds::encounter;
use engine::campaign::odds::siege::{self, SiegeEnd, SiegeOdds};
use engine::campaign::odds::sortie::{self, SortieOdds};
use engine::campaign::odds::spread::Spread;
use engine::campaign::rules::{duties, sieges};
use engine::campaign::{Decision, Order, State};
use engine::pack::{LocationId, UnitSet};

use crate::despatches::odds::{chance, falls, is_broken, mean, storm_first};
use crate::model::custom_id::{CustomId, MOST_CHARACTERS};
use crate::model::despatch::{Button, ButtonStyle};
use crate::model::orders::order_key;
use crate::model::standing::Standing;
use crate::words;

/// The ways of a garrison.
#[derive(Clone, Debug)]
pub struct Ways {
    /// Each in a line, with what it may come to.
    pub facts: Vec<String>,
    /// Each as a button. None of them is put forward: which is the best, the odds say.
    pub buttons: Vec<Button>,
}

/// What the garrison that is asked can do; nothing where none is asked.
#[must_use]
pub fn ways(state: &State, standing: Standing) -> Option<Ways> {
    let Some(Decision::Garrison { location }) = state.decision() else { return None };
    let (at, all) = (*location, state.garrison(*location));
    let sitting = siege::siege(state, at)?;
    let mut ways = Ways { facts: Vec::new(), buttons: Vec::new() };
    // Only who does not sally may be stormed.
    let mut add = |label: String, ends: &Spread<SiegeEnd>, cost: String, storm: Option<String>, orders: &[Order]| {
        let odds = format!("falls {}, siege broken {}", chance(falls(ends)), chance(is_broken(ends)));
        let storm = storm.map_or_else(String::new, |storm| format!("; {storm}"));
        if let Some(button) = button(&format!("{label}: {odds}{storm}"), orders, standing) {
            ways.facts.push(format!("**{label}**: {odds}, {cost} units lost on average{storm}."));
            ways.buttons.push(button);
        }
    };
    add("Sit tight".to_owned(), &sitting.ends(), mean(sitting.mean_lost()), storm_first(&sitting), &[Order::SitTight]);
    let told_off = sieges::committed(state);
    let mut sallies: Vec<(UnitSet, Vec<Order>)> = Vec::new();
    if told_off.is_empty() {
        let best = best(state, at).filter(|best| *best != all);
        sallies.extend(best.map(|best| (best, best.iter().map(|unit| Order::Commit { unit }).collect())));
        sallies.push((all, vec![Order::CommitAll]));
    } else {
        sallies.push((told_off, Vec::new()));
        if told_off != all {
            sallies.push((all, vec![Order::CommitAll]));
        }
    }
    for (units, first) in &sallies {
        if let Some(odds) = sortie::sortie(state, at, *units) {
            let orders: Vec<Order> = first.iter().cloned().chain([Order::Sortie]).collect();
            add(format!("Sally out with {}", of(*units, all)), &odds.ends, mean(odds.mean_lost), None, &orders);
        }
    }
    let space = state.pack().map.space_of(at);
    let may_leave = duties::may_leave(state, space, all);
    let (units, first) = match told_off.is_empty() {
        true if may_leave == all => (all, vec![Order::CommitAll]),
        true => (may_leave, may_leave.iter().map(|unit| Order::Commit { unit }).collect()),
        false => (told_off, Vec::new()),
    };
    if !units.is_empty() && duties::guard_stays(state, space, units) && !state.pack().map.neighbours(space).is_empty() {
        let force = encounter::force(&state.pack().tables, false);
        // Nobody is left who would hold it.
        let falls = if units == all { "the place falls; " } else { "" };
        let against = format!("{falls}a battle against {} enemy units on average", mean(force.units.mean()));
        let label = format!("Break out with {}", of(units, all));
        let orders: Vec<Order> = first.into_iter().chain([Order::BreakOut]).collect();
        match button(&format!("{label}: {against}"), &orders, standing) {
            Some(button) => {
                ways.facts.push(format!("**{label}**: {against}."));
                ways.buttons.push(button);
            }
            // One press has no room for so many.
            None => ways.facts.push(format!("**{label}**: {against}. Tell them off in the menu first.")),
        }
    }
    Some(ways)
}

/// What the odds speak for: the orders, and what they are called. How a storm would end nobody knows: the odds of sitting tight count as
/// often as there is none.
#[must_use]
pub fn advised(state: &State, at: LocationId) -> (String, Vec<Order>) {
    let all = state.garrison(at);
    let unstormed = |sitting: &SiegeOdds| sitting.storm.as_ref().map_or(Fraction::ONE, |(_, of)| of.rest());
    let sitting = siege::siege(state, at).map(|sitting| is_broken(&sitting.ends()) * unstormed(&sitting));
    match (sortie::sortie(state, at, all).map(|sortie| is_broken(&sortie.ends)), sitting) {
        (Some(sallying), Some(sitting)) if sallying > sitting => {
            (format!("Sally out with {}", of(all, all)), vec![Order::CommitAll, Order::Sortie])
        }
        _ => ("Sit tight".to_owned(), vec![Order::SitTight]),
    }
}

/// The sortie likeliest to break the siege; of several alike, the one that risks the place least.
fn best(state: &State, at: LocationId) -> Option<UnitSet> {
    let sorties = sortie::sizes(state, at).into_iter().filter_map(|size| sortie::sortie(state, at, sortie::told_off(state, at, size)));
    let rank = |sortie: &SortieOdds| (is_broken(&sortie.ends), std::cmp::Reverse(falls(&sortie.ends)));
    sorties.max_by_key(rank).map(|sortie| sortie.units)
}

/// "all 5", "2 of 5".
fn of(units: UnitSet, all: UnitSet) -> String {
    match (units.len(), all.len()) {
        (1, 1) => "the one unit".to_owned(),
        (some, all) if some == all => format!("all {all}"),
        (some, all) => format!("{some} of {all}"),
    }
}

/// A button that gives orders one after another; nothing where they cannot all be given, or an id has no room for them.
fn button(label: &str, orders: &[Order], standing: Standing) -> Option<Button> {
    let keys: Option<Vec<String>> = orders.iter().map(order_key).collect();
    let id = CustomId::Order { campaign: standing.campaign, revision: standing.revision, key: keys?.join("+") };
    (id.to_string().len() <= MOST_CHARACTERS).then(|| Button { label: words::shortened(label, 80), style: ButtonStyle::Secondary, id })
}
