//! *Naval Movement* and *Transporting Units*.

use engine::campaign::rules::naval;
use engine::campaign::rules::train::TRANSPORTS;
use engine::campaign::{State, Station};
use engine::odds::Fraction;
use engine::odds::spread;
use engine::pack::{LocationId, ShipId, UnitId};

use crate::model::orders::{Called, brief, called};
use crate::words;

pub(super) fn form(state: &State, at: Station) -> Called {
    called(format!("Ships at {}", brief::station(state, at)), "those with functions left")
}

pub(super) fn leave(state: &State, ship: ShipId) -> Called {
    called(format!("Leave the {} behind", brief::ship_name(state, ship)), "")
}

/// What a trip costs each ship of the fleet: "2 of 3 functions".
fn cost(state: &State, functions: usize) -> String {
    let left = state.round().fleet().iter().map(|ship| usize::from(state.functions_left(ship))).min().unwrap_or(0);
    format!("{functions} of {left} functions")
}

pub(super) fn sail(state: &State, to: Station) -> Called {
    let map = &state.pack().map;
    let what = match to {
        Station::Space(space) => map
            .location_at(space)
            .map_or_else(String::new, |port| format!("friendly port · {}{}", brief::garrison(state, port), brief::and_siege(state, port))),
        Station::Sea(area) => map.sea_areas[area.index()].waters.clone(),
    };
    let cost = naval::functions_to_sail(state, to).map(|functions| cost(state, functions));
    let risk = match to {
        Station::Space(space) => map.location_at(space).and_then(|port| past_besiegers(state, port)),
        Station::Sea(_) => None,
    };
    let costs = [cost.unwrap_or_default(), what, risk.unwrap_or_default()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ");
    called(format!("Sail to {}", brief::station(state, to)), costs)
}

/// The risk of running into a besieged port, if the ships under way run one: "turned back 33%, a gunboat damaged 33%".
fn past_besiegers(state: &State, port: LocationId) -> Option<String> {
    let ships = state.round().fleet();
    if !naval::runs_past_besiegers(state, ships, port) {
        return None;
    }
    let table = &state.pack().tables.boats_into_siege;
    let rows = spread::rows(table, 0);
    let percent = |chance: Fraction| pictures::odds::percent(chance.value());
    let back = percent(rows.chance(|row| *row == 0));
    let damaged = rows.chance(|row| table.rows().get(*row).is_some_and(|row| row.result.damage > 0));
    // With none along nothing is damaged (R67).
    Some(match state.gunboats(ships).is_empty() {
        true => format!("turned back {back}"),
        false => format!("turned back {back}, gunboats damaged {}", percent(damaged)),
    })
}

pub(super) fn land(state: &State, at: LocationId) -> Called {
    let prospect = naval::landing_prospect(state, at);
    let risk = brief::space(state, state.pack().map.space_of(at), &prospect);
    let cost = cost(state, naval::FUNCTIONS_TO_LAND.into());
    called(format!("Land at {}", brief::location_name(state, at)), format!("{cost} · {risk}"))
}

/// A ship that takes somebody aboard, and what it costs: "the Aswan", "for a function · room for 5".
pub fn takes_aboard(state: &State, ship: ShipId) -> (String, String) {
    let cost = if naval::spends_to_load(state, ship) { "for a function" } else { "which is loading" };
    (format!("the {}", brief::ship_name(state, ship)), format!("{cost} · room for {}", state.room(ship)))
}

/// Who takes the next one aboard, and what it costs: "aboard the Aswan, for a function · room for 5".
fn aboard(state: &State) -> Option<String> {
    let (ship, _) = naval::takes_next(state)?;
    let (name, costs) = takes_aboard(state, ship);
    Some(format!("aboard {name}, {costs}"))
}

pub(super) fn load(state: &State, unit: UnitId, chosen: Option<ShipId>) -> Called {
    let (on, costs) = match chosen {
        Some(ship) => {
            let (name, costs) = takes_aboard(state, ship);
            (format!(" on {name}"), Some(costs))
        }
        None => (String::new(), aboard(state)),
    };
    let parts = [costs, Some(brief::quality(state, unit)).filter(|quality| !quality.is_empty())];
    called(format!("Embark {}{on}", brief::unit(state, unit)), parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

pub(super) fn load_all(state: &State) -> Called {
    called("Embark all", aboard(state).map_or_else(|| "as many as there is room for".to_owned(), |first| format!("the first {first}")))
}

pub(super) fn unload(state: &State, unit: UnitId) -> Called {
    let ship = state.ship_of_unit(unit).map(|ship| {
        let cost = if naval::spends_to_unload(state, ship) { ", for a function" } else { "" };
        format!("from the {}{cost}", brief::ship_name(state, ship))
    });
    let parts = [ship, Some(brief::quality(state, unit)).filter(|quality| !quality.is_empty())];
    called(format!("Put {} ashore", brief::unit(state, unit)), parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

pub(super) fn load_train() -> Called {
    called("Embark the train", format!("{}, one function each", words::count(TRANSPORTS, "transport", "transports")))
}

pub(super) fn repair(state: &State, ship: ShipId) -> Called {
    let markers = words::count(state.damage(ship).into(), "marker of damage", "markers of damage");
    called(format!("Repair the {}", brief::ship_name(state, ship)), format!("one of {markers}, for a function"))
}
