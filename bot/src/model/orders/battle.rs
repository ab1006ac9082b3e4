//! Battles on the table, by land and water, and what comes of them.

use engine::campaign::{BattleKind, Odds, State};
use engine::pack::{LocationId, ShipId, SpaceId, UnitId};

use crate::model::orders::{Called, brief, called};
use crate::words;

/// Why a battle is fought.
const fn kind(kind: BattleKind) -> &'static str {
    match kind {
        BattleKind::Encounter => "met on the march",
        BattleKind::Landing => "a landing",
        BattleKind::Relief => "a relief",
        BattleKind::Breakout => "a breakout",
        BattleKind::Storm => "a storm of our works",
    }
}

pub(super) fn fight(state: &State, at: SpaceId) -> Called {
    let met = state.round().battle_at(at);
    let what = met.map_or_else(String::new, |met| format!("{}, {}", kind(met.kind), brief::strength(met.units)));
    called(format!("Fight at {}", brief::space_name(state, at)), what)
}

pub(super) fn report_loss(state: &State, unit: UnitId, steps: u8) -> Called {
    let has = state.steps(unit);
    let left = if steps == has { "all it had".to_owned() } else { format!("{} left", has.saturating_sub(steps)) };
    called(format!("{} lost {}", brief::unit(state, unit), words::count(steps.into(), "step", "steps")), left)
}

pub(super) fn hold(state: &State) -> Called {
    called("[army] held the field", format!("the lost come back on {} or more", state.pack().tables.recovery.needs_field_held))
}

pub(super) fn withdraw(cavalry: u8, surrounded: bool, odds: Odds) -> Called {
    let odds = match odds {
        Odds::Even => "not outnumbered 2:1",
        Odds::OverTwoToOne => "outnumbered over 2:1",
        Odds::OverThreeToOne => "outnumbered over 3:1",
    };
    let horse = words::count(cavalry.into(), "unit of cavalry", "units of cavalry");
    let surrounded = if surrounded { ", surrounded" } else { "" };
    called(format!("[army] left the field: {odds}{surrounded}, {horse}"), "a pursuit follows")
}

pub(super) fn lose(state: &State, unit: UnitId, whole: bool) -> Called {
    let name = brief::unit(state, unit);
    called(if whole { format!("Lose {name}") } else { format!("A step of {name}") }, brief::quality(state, unit))
}

pub(super) fn retreat(state: &State, to: SpaceId) -> Called {
    called(format!("Fall back to {}", brief::space_name(state, to)), brief::stands(state, to))
}

pub(super) fn retreat_by_ship(state: &State, to: LocationId) -> Called {
    called(format!("Take ship to {}", brief::location_name(state, to)), "as many as the ships carry")
}

pub(super) fn report_ship(state: &State, ship: ShipId, damage: Option<u8>) -> Called {
    let what = damage.map_or_else(|| "sunk".to_owned(), |damage| words::count(damage.into(), "marker of damage", "markers of damage"));
    called(format!("{}: {what}", brief::ship_name(state, ship)), "")
}
