//! *Naval Movement* and *Transporting Units*.

use engine::campaign::rules::naval;
use engine::campaign::rules::train::TRANSPORTS;
use engine::campaign::{State, Station};
use engine::pack::{LocationId, ShipId, UnitId};

use crate::model::orders::{Called, brief, called};
use crate::words;

pub(super) fn form(state: &State, at: Station) -> Called {
    called(format!("Ships at {}", brief::station(state, at)), "those with functions left")
}

pub(super) fn leave(state: &State, ship: ShipId) -> Called {
    called(format!("Leave the {} behind", brief::ship_name(state, ship)), "")
}

pub(super) fn sail(state: &State, to: Station) -> Called {
    let map = &state.pack().map;
    let what = match to {
        Station::Space(space) => map
            .location_at(space)
            .map_or_else(String::new, |port| format!("friendly port · {}{}", brief::garrison(state, port), brief::and_siege(state, port))),
        Station::Sea(area) => map.sea_areas[area.index()].waters.clone(),
    };
    called(format!("Sail to {}", brief::station(state, to)), what)
}

pub(super) fn land(state: &State, at: LocationId) -> Called {
    let prospect = naval::landing_prospect(state, at);
    called(format!("Land at {}", brief::location_name(state, at)), brief::space(state, state.pack().map.space_of(at), &prospect))
}

pub(super) fn load(state: &State, unit: UnitId) -> Called {
    called(format!("Embark {}", brief::unit(state, unit)), brief::quality(state, unit))
}

pub(super) fn unload(state: &State, unit: UnitId) -> Called {
    called(format!("Put {} ashore", brief::unit(state, unit)), brief::quality(state, unit))
}

pub(super) fn load_train() -> Called {
    called("Embark the train", format!("{}, one function each", words::count(TRANSPORTS, "transport", "transports")))
}

pub(super) fn repair(state: &State, ship: ShipId) -> Called {
    let markers = words::count(state.damage(ship).into(), "marker of damage", "markers of damage");
    called(format!("Repair the {}", brief::ship_name(state, ship)), format!("one of {markers}, for a function"))
}
