//! *Forces*: the order of battle, place by place, with strengths.

use std::cmp::Reverse;

use engine::campaign::{State, TrainPlace};
use engine::pack::{ShipId, UnitId, UnitSet};

use crate::despatches::forces::roll_call;
use crate::despatches::labels;
use crate::despatches::summary::{Account, Section};
use crate::words;

/// Places named in a message.
const NAMED: usize = 5;

/// The units that are on the map or afloat.
pub(super) fn present(state: &State) -> UnitSet {
    (0..state.pack().roster.units.len()).map(UnitId::at).filter(|unit| state.steps(*unit) > 0).collect()
}

fn steps(state: &State, units: UnitSet) -> usize {
    units.iter().map(|unit| usize::from(state.steps(unit))).sum()
}

/// Units by arm: "3 foot, 1 horse, 1 gun".
fn arms(state: &State, units: UnitSet) -> String {
    let roster = &state.pack().roster;
    let horse = units.intersection(roster.cavalry).len();
    let guns = units.intersection(roster.guns).len();
    let foot = units.len() - horse - guns;
    let parts: Vec<String> = [(foot, "foot"), (horse, "horse"), (guns, if guns == 1 { "battery" } else { "batteries" })]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    parts.join(", ")
}

pub(super) fn section(account: &Account) -> Section {
    let state = &account.after;
    let map = &state.pack().map;
    let all = present(state);
    let mut places: Vec<_> = map.space_ids().map(|space| (space, state.units_at(space))).filter(|(_, units)| !units.is_empty()).collect();
    places.sort_by_key(|(_, units)| Reverse(units.len()));
    let named: Vec<String> =
        places.iter().take(NAMED).map(|(space, units)| format!("{} ({})", map.space_name(*space), units.len())).collect();
    let more =
        if places.len() > NAMED { format!(" and {} more", words::count(places.len() - NAMED, "place", "places")) } else { String::new() };
    let afloat = state.units_afloat().len();
    let afloat = if afloat == 0 { String::new() } else { format!(", {} afloat", words::number(afloat)) };
    let brief = format!("{} ({} steps){afloat}: {}{more}", words::count(all.len(), "unit", "units"), steps(state, all), named.join(", "));
    let mut full = vec![format!(
        "In all: {} with {} steps ({}){afloat}",
        words::count(all.len(), "unit", "units"),
        steps(state, all),
        arms(state, all)
    )];
    for (space, units) in places {
        let here = map.location_at(space);
        let siege = match here.map_or(0, |place| state.siege_level(place)) {
            0 => String::new(),
            level => format!(", besieged (level {level})"),
        };
        let redoubts = match here.map_or(0, |place| state.redoubts(place)) {
            0 => String::new(),
            count => format!(", {}", words::count(count.into(), "redoubt", "redoubts")),
        };
        full.push(format!(
            "**{}**{siege}{redoubts}: {} ({} steps): {}",
            map.space_name(space),
            arms(state, units),
            steps(state, units),
            roll_call(state, units)
        ));
    }
    for index in 0..state.pack().roster.ships.len() {
        let ship = ShipId::at(index);
        let units = state.aboard(ship);
        if !units.is_empty() {
            full.push(format!(
                "Aboard the {}: {} ({} steps): {}",
                state.pack().roster.ships[index].name,
                arms(state, units),
                steps(state, units),
                roll_call(state, units)
            ));
        }
    }
    full.extend(labels::governor(state));
    if let TrainPlace::At(at) = state.train().place {
        full.push(format!(
            "The armoured train is at {}, with {} of track",
            state.pack().location_name(at),
            words::count(state.train().track.len(), "space", "spaces")
        ));
    }
    Section { title: "Forces", brief, full }
}
