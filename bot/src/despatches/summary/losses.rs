//! *Losses and returns*: who was lost and how, who came, and whose ranks thinned or filled.

use std::collections::BTreeMap;

use engine::campaign::{Event, LossCause, Source};
use engine::game::Game as _;
use engine::pack::{UnitId, UnitSet};

use crate::despatches::lines::why_lost;
use crate::despatches::summary::forces::present;
use crate::despatches::summary::{Account, Section};
use crate::words;

/// Units by what became of them, in the order in which it first happened; with how many there were, a unit as often as it befell it.
type Returns = Vec<(&'static str, UnitSet, usize)>;

fn add(returns: &mut Returns, what: &'static str, units: UnitSet) {
    if units.is_empty() {
        return;
    }
    match returns.iter_mut().find(|(known, ..)| *known == what) {
        Some((_, all, count)) => {
            *all = all.union(units);
            *count += units.len();
        }
        None => returns.push((what, units, units.len())),
    }
}

/// How many there were in all.
fn all(returns: &Returns) -> usize {
    returns.iter().map(|(_, _, count)| count).sum()
}

fn lost(account: &Account) -> Returns {
    let mut returns = Returns::new();
    // Who is aboard is known only from the position: where a ship goes down, it is followed event by event.
    let mut afloat = account.events.iter().any(|event| matches!(event, Event::ShipSunk { .. })).then(|| account.before.clone());
    for event in &account.events {
        match event {
            Event::ShipSunk { ship } => {
                let aboard = afloat.as_ref().map_or(UnitSet::EMPTY, |state| state.aboard(*ship));
                add(&mut returns, why_lost(LossCause::Drowned), aboard);
            }
            Event::UnitsMutinied { units, .. } => add(&mut returns, "gone over to [enemy leader]", *units),
            Event::UnitsDestroyed { units, .. } => add(&mut returns, "with nowhere to go", *units),
            Event::UnitsLost { units, cause } => add(&mut returns, why_lost(*cause), *units),
            Event::UnitsRecalled { units } => add(&mut returns, "recalled", *units),
            _ => {}
        }
        if let Some(state) = &mut afloat {
            state.apply(event);
        }
    }
    returns
}

fn joined(account: &Account) -> Returns {
    let mut returns = Returns::new();
    for event in &account.events {
        match event {
            Event::UnitsArrived { units, source, .. } => {
                let what = match source {
                    Source::Reserve => "arrived",
                    Source::WithFieldForce => "arrived with [field force]",
                    Source::Rebuilt => "raised again",
                };
                add(&mut returns, what, *units);
            }
            Event::ExpeditionLanded { units, .. } => add(&mut returns, "landed with [expedition]", *units),
            _ => {}
        }
    }
    returns
}

/// How many units were lost, whatever became of them since: one that came again and was lost again twice.
pub(super) fn gone(account: &Account) -> usize {
    all(&lost(account))
}

/// How many units came, whatever became of them since.
pub(super) fn come(account: &Account) -> usize {
    all(&joined(account))
}

/// With how many steps each unit began: as it stood, or as it last came.
fn steps_at_first(account: &Account) -> BTreeMap<UnitId, u8> {
    let mut state = account.before.clone();
    let mut steps: BTreeMap<UnitId, u8> = present(&state).iter().map(|unit| (unit, state.steps(unit))).collect();
    for event in &account.events {
        state.apply(event);
        if let Event::UnitsArrived { units, .. } | Event::ExpeditionLanded { units, .. } = event {
            steps.extend(units.iter().map(|unit| (unit, state.steps(unit))));
        }
    }
    steps
}

pub(super) fn section(account: &Account) -> Section {
    let after = &account.after;
    let pack = after.pack();
    let (lost, joined) = (lost(account), joined(account));
    let mut full: Vec<String> = Vec::new();
    for (what, units, count) in &lost {
        full.push(format!("Lost, {what} ({count}): {}", words::units(pack, *units)));
    }
    for (what, units, count) in &joined {
        full.push(format!("{} ({count}): {}", words::sentence_case(what), words::units(pack, *units)));
    }
    let (mut thinned, mut filled) = (0_usize, 0_usize);
    for (unit, was) in steps_at_first(account) {
        let is = after.steps(unit);
        if was == is || !present(after).contains(unit) {
            continue;
        }
        thinned += usize::from(was.saturating_sub(is));
        filled += usize::from(is.saturating_sub(was));
        full.push(format!("{}: {was} → {is} steps", pack.roster.unit(unit).name));
    }
    let mut parts = Vec::new();
    let how = |returns: &Returns| returns.iter().map(|(what, _, count)| format!("{count} {what}")).collect::<Vec<_>>().join(", ");
    if !lost.is_empty() {
        parts.push(format!("{} lost ({})", words::count(all(&lost), "unit", "units"), how(&lost)));
    }
    if !joined.is_empty() {
        parts.push(format!("{} joined ({})", words::number(all(&joined)), how(&joined)));
    }
    if thinned > 0 {
        parts.push(format!("{} worn away in units that stand", words::count(thinned, "step", "steps")));
    }
    if filled > 0 {
        parts.push(format!("{} made good", words::count(filled, "step", "steps")));
    }
    let brief = if parts.is_empty() { "none".to_owned() } else { parts.join("; ") };
    let full = full.iter().map(|line| words::told(pack, line)).collect();
    Section { title: "Losses and returns", brief: words::told(pack, &brief), full }
}
