//! *Ships*: where each is, what ails her, and who is aboard.

use engine::campaign::Event;
use engine::pack::{ShipId, ShipSet};

use crate::despatches::forces;
use crate::despatches::summary::{Account, Section};
use crate::words;

fn names(account: &Account, ships: ShipSet) -> String {
    let roster = &account.after.pack().roster;
    words::list(&ships.iter().map(|ship| format!("the {}", roster.ships[ship.index()].name)).collect::<Vec<_>>())
}

pub(super) fn section(account: &Account) -> Section {
    let state = &account.after;
    let (mut came, mut sunk) = (ShipSet::EMPTY, ShipSet::EMPTY);
    for event in &account.events {
        match event {
            Event::ShipArrived { ship, .. } => came.insert(*ship),
            Event::ShipSunk { ship } => sunk.insert(*ship),
            _ => {}
        }
    }
    let fleet = state.fleet_list();
    let damaged: ShipSet = fleet.iter().filter(|ship| state.damage(*ship) > 0).collect();
    let mut parts = Vec::new();
    for (ships, what) in [(sunk, "lost"), (came, "arrived"), (damaged, "damaged")] {
        if !ships.is_empty() {
            parts.push(format!("{} {what}", names(account, ships)));
        }
    }
    let mut full: Vec<String> = parts.iter().map(|part| words::sentence_case(part)).collect();
    full.extend((0..state.pack().roster.ships.len()).filter_map(|index| forces::ship(state, ShipId::at(index))));
    if !fleet.is_empty() {
        parts.insert(0, format!("{} in service", words::number(fleet.len())));
    }
    Section { title: "Ships", brief: parts.join("; "), full }
}
