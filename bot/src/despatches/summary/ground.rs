//! *Ground*: what was lost, won and besieged, and how the sieges stand.

use engine::campaign::odds::siege::{self, SiegeEnd};
use engine::campaign::{Control, Event};
use engine::pack::LocationSet;

use crate::despatches::odds::storm_first;
use crate::despatches::summary::{Account, Section};
use crate::words;
use pictures::odds::percent;

/// Places that changed hands, or came under siege or out of it.
#[derive(Clone, Copy, Default)]
pub(super) struct Changes {
    pub(super) lost: LocationSet,
    pub(super) won: LocationSet,
    pub(super) besieged: LocationSet,
    pub(super) relieved: LocationSet,
}

/// What changed.
pub(super) fn changes(account: &Account) -> Changes {
    let mut changes = Changes::default();
    for event in &account.events {
        match event {
            Event::LocationLost { location } => changes.lost.insert(*location),
            Event::LocationRetaken { location, .. } => changes.won.insert(*location),
            Event::SiegeBegan { location } => changes.besieged.insert(*location),
            Event::SiegeLifted { at } => changes.relieved.insert(*at),
            _ => {}
        }
    }
    changes
}

pub(super) fn section(account: &Account) -> Section {
    let state = &account.after;
    let pack = state.pack();
    let changes = changes(account);
    let mut full = Vec::new();
    for (places, what) in
        [(changes.lost, "Lost"), (changes.won, "Won back"), (changes.besieged, "Newly besieged"), (changes.relieved, "Relieved")]
    {
        if !places.is_empty() {
            full.push(format!("{what}: {}", words::places(pack, places)));
        }
    }
    let mut brief = full.clone();
    let sieges: Vec<String> =
        state.besieged().iter().map(|place| format!("{} (level {})", pack.location_name(place), state.siege_level(place))).collect();
    if !sieges.is_empty() {
        brief.push(format!("Under siege: {}", words::list(&sieges)));
    }
    for place in state.besieged().iter() {
        let falls = siege::siege(state, place).map_or_else(String::new, |odds| {
            let storm = storm_first(&odds).map_or_else(String::new, |storm| format!(" ({storm})"));
            format!(", falls {} as it stands{storm}", percent(odds.ends().chance(|end| *end == SiegeEnd::Fallen).value()))
        });
        let level = state.siege_level(place);
        let was = match account.before.siege_level(place) {
            0 => "new".to_owned(),
            was if was == level => "as before".to_owned(),
            was => format!("was {was}"),
        };
        let garrison = words::count(state.garrison(place).len(), "unit", "units");
        full.push(format!("Under siege: {}, level {level} ({was}), {garrison} inside{falls}", pack.location_name(place)));
    }
    if brief.is_empty() {
        brief.push("nothing changed hands".to_owned());
    }
    for (control, what) in [
        (Control::Enemy, "In revolt"),
        (Control::Allied, "Pacified by the [allies]"),
        (Control::NativePacified, "Pacified by the [natives]"),
        (Control::Native, "[native], never lost"),
    ] {
        let places: LocationSet = pack.map.location_ids().filter(|place| state.control(*place) == control).collect();
        if !places.is_empty() {
            full.push(format!("{} ({}): {}", words::told(pack, what), places.len(), words::places(pack, places)));
        }
    }
    Section { title: "Ground", brief: brief.join(". "), full }
}
