//! Places, units and ships in the few words that a line of a menu has room for.

use engine::campaign::rules::movement::Prospect;
use engine::campaign::{BattleKind, Roll, State, Station};
use engine::pack::{CardNumber, LocationId, ShipId, SpaceId, UnitId, UnitSet};

use crate::words;

/// The chance of a roll of one die: "rises on 5 or more: 2 in 6".
pub(super) fn chance(roll: &Roll, does: &str) -> String {
    match roll.chances() {
        0 => format!("never {does}, as things are"),
        chances if chances == roll.sides => format!("certainly {does}"),
        chances => format!("{does} on {} or more: {chances} in {}", roll.sides - chances + 1, roll.sides),
    }
}

/// Who holds a place: "3 units there".
pub(super) fn garrison(state: &State, location: LocationId) -> String {
    match state.garrison(location).len() {
        0 => "nobody there".to_owned(),
        1 => "1 unit there".to_owned(),
        units => format!("{units} units there"),
    }
}

/// The siege of a place: "besieged, level 2".
pub(super) fn siege(state: &State, location: LocationId) -> String {
    match state.siege_level(location) {
        0 => String::new(),
        level => format!("besieged, level {level}"),
    }
}

/// The same behind what stands before it.
pub(super) fn and_siege(state: &State, location: LocationId) -> String {
    match siege(state, location) {
        none if none.is_empty() => none,
        siege => format!(" · {siege}"),
    }
}

/// A space, as it stands: "ours, village · 3 units there"; nothing of a movement point.
pub(super) fn stands(state: &State, at: SpaceId) -> String {
    let map = &state.pack().map;
    map.location_at(at).map_or_else(String::new, |location| {
        let kind = map.location(location).kind.word();
        if state.control(location).is_held() {
            format!("ours, {kind} · {}{}", garrison(state, location), and_siege(state, location))
        } else {
            format!("[enemy] {kind}")
        }
    })
}

/// The same, with what waits there for whoever comes: "[enemy] village · met there on 5 or more: 2 in 6".
pub(super) fn space(state: &State, at: SpaceId, prospect: &Prospect) -> String {
    let risk = match prospect {
        Prospect::Roll(roll) => chance(roll, "met there"),
        Prospect::Certain => "certainly met".to_owned(),
        Prospect::Hidden => "certainly not met".to_owned(),
        Prospect::Battle(BattleKind::Relief) => "a relief battle".to_owned(),
        Prospect::Battle(_) => "a battle waits there".to_owned(),
        Prospect::Friendly => String::new(),
    };
    let parts = [stands(state, at), risk];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// A space as a line of a menu of its own: its name, and how it stands.
#[must_use]
pub fn place(state: &State, at: SpaceId) -> (String, String) {
    let told = words::told(state.pack(), &stands(state, at));
    (words::shortened(&space_name(state, at), 100), words::shortened(&told, 100))
}

/// A space's name.
pub(super) fn space_name(state: &State, at: SpaceId) -> String {
    state.pack().map.space_name(at)
}

/// A location's name.
pub(super) fn location_name(state: &State, location: LocationId) -> &str {
    state.pack().location_name(location)
}

/// A station's name.
#[must_use]
pub fn station(state: &State, at: Station) -> String {
    match at {
        Station::Space(space) => space_name(state, space),
        Station::Sea(area) => format!("Sea Area {}", state.pack().map.sea_areas[area.index()].name),
    }
}

/// What a unit is: "Militia 3 (2 of 4)".
pub(super) fn unit(state: &State, unit: UnitId) -> String {
    let name = &state.pack().roster.unit(unit).name;
    let (steps, full) = (state.steps(unit), state.options().steps);
    if steps == full || steps == 0 { name.clone() } else { format!("{name} ({steps} of {full})") }
}

/// How good it is.
pub(super) fn quality(state: &State, unit: UnitId) -> String {
    state.pack().roster.kind_of(unit).quality.clone()
}

/// How many they are.
pub(super) fn strength(units: UnitSet) -> String {
    words::count(units.len(), "unit", "units")
}

/// A ship's name.
#[must_use]
pub fn ship_name(state: &State, ship: ShipId) -> &str {
    &state.pack().roster.ships[ship.index()].name
}

/// What a card can be played for: "2 Ops, or its event".
pub(super) fn card_worth(state: &State, number: CardNumber) -> String {
    state.pack().card(number).map_or_else(String::new, |card| {
        let ops = words::count(card.ops.into(), "Op", "Ops");
        if card.effects.is_empty() { ops } else { format!("{ops}, or its event") }
    })
}

/// A card's number and title.
pub(super) fn card_title(state: &State, number: CardNumber) -> String {
    state.pack().card(number).map_or_else(|| format!("card {}", number.0), |card| format!("{} {}", number.0, card.title))
}
