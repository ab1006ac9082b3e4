//! Corrections: what is so from now on, and what was so before.

use engine::campaign::rules::{corrections, victory};
use engine::campaign::{CardPlace, Control, Correction, GovernorPlace, Purse, ShipPlace, State, UnitPlace};
use engine::pack::{LocationId, UnitId};

use crate::model::orders::{Called, brief, called};
use crate::words;

/// "Militia 3 at Olga (was at Home Port)".
pub(super) fn label(state: &State, correction: &Correction) -> Called {
    let (is, was) = (says(state, correction), before(state, correction));
    called(format!("Correction: {is}{}", if was.is_empty() { String::new() } else { format!(" (was {was})") }), "")
}

fn location(state: &State, at: LocationId) -> &str {
    state.pack().map.locations.get(at.index()).map_or("?", |location| location.name.as_str())
}

fn unit_name(state: &State, unit: UnitId) -> &str {
    state.pack().roster.units.get(unit.index()).map_or("?", |unit| unit.name.as_str())
}

fn ship_name(state: &State, ship: engine::pack::ShipId) -> String {
    state.pack().roster.ships.get(ship.index()).map_or_else(|| "?".to_owned(), |ship| format!("the {}", ship.name))
}

fn unit_place(state: &State, place: UnitPlace) -> String {
    match place {
        UnitPlace::At(space) => format!("at {}", state.pack().map.space_name(space)),
        UnitPlace::Aboard(ship) => format!("aboard {}", ship_name(state, ship)),
        UnitPlace::Lost => "lost, to be raised again".to_owned(),
        UnitPlace::Gone => "gone for good".to_owned(),
        UnitPlace::Reserve => "not in the campaign yet".to_owned(),
    }
}

fn ship_place(state: &State, place: ShipPlace) -> String {
    match place {
        ShipPlace::Port(port) => format!("at {}", location(state, port)),
        ShipPlace::Sea(area) => {
            format!("in Sea Area {}", state.pack().map.sea_areas.get(area.index()).map_or("?", |area| area.name.as_str()))
        }
        ShipPlace::Lost => "sunk".to_owned(),
        ShipPlace::Reserve => "not in the campaign yet".to_owned(),
    }
}

const fn control(control: Control) -> &'static str {
    match control {
        Control::Native => "ours, with no mark",
        Control::NativePacified => "ours, pacified, and may rise again",
        Control::Allied => "ours, pacified by the [allies]",
        Control::Enemy => "in revolt",
    }
}

const fn pile(place: CardPlace) -> &'static str {
    match place {
        CardPlace::Hand => "in hand",
        CardPlace::Draw => "in the draw pile",
        CardPlace::Discard => "in the discard pile",
        CardPlace::Removed => "out of the campaign",
    }
}

const fn purse(purse: Purse) -> &'static str {
    match purse {
        Purse::Native => "for our own units",
        Purse::Allied => "for the [allies]",
        Purse::AlliedInfantry => "for infantry of the [allies]",
        Purse::AlliedCavalry => "for cavalry of the [allies]",
        Purse::AlliedGuns => "for guns of the [allies]",
    }
}

fn governor_place(state: &State, place: GovernorPlace) -> String {
    match place {
        GovernorPlace::At(at) => format!("at {}", location(state, at)),
        GovernorPlace::Aboard(ship) => format!("aboard {}", ship_name(state, ship)),
        GovernorPlace::Safe => "safe, and gone home".to_owned(),
        GovernorPlace::Dead => "dead".to_owned(),
        GovernorPlace::Absent => "not in the campaign".to_owned(),
    }
}

fn damage(markers: u8) -> String {
    match markers {
        0 => "undamaged".to_owned(),
        markers => format!("with {}", words::count(markers.into(), "marker of damage", "markers of damage")),
    }
}

fn siege(level: u8) -> String {
    if level == 0 { "not besieged".to_owned() } else { format!("besieged at level {level}") }
}

/// What is so from now on: "Militia 3 at Olga".
fn says(state: &State, correction: &Correction) -> String {
    match *correction {
        Correction::Unit { unit, to } => format!("{} {}", unit_name(state, unit), unit_place(state, to)),
        Correction::Steps { unit, steps } => format!("{} with {steps} of {} steps", unit_name(state, unit), state.options().steps),
        Correction::Ship { ship, to } => format!("{} {}", ship_name(state, ship), ship_place(state, to)),
        Correction::Damage { ship, damage: markers } => format!("{} {}", ship_name(state, ship), damage(markers)),
        Correction::Place { at, control: is } => format!("{} {}", location(state, at), control(is)),
        Correction::Siege { at, level } => format!("{} {}", location(state, at), siege(level)),
        Correction::Redoubts { at, count } => {
            format!("{} with {}", location(state, at), words::count(count.into(), "redoubt", "redoubts"))
        }
        Correction::Supply { at, points } => {
            let place = state.pack().map.space_name(at);
            format!("{place} with {}", words::count(points.into(), "supply point", "supply points"))
        }
        Correction::Points { to } => format!("victory points {to}"),
        Correction::Ledger { points } => format!("this turn's ledger {points:+}"),
        Correction::Replacements { purse: of, points } => {
            format!("{} {}", words::count(points.into(), "replacement point", "replacement points"), purse(of))
        }
        Correction::Card { card, to } => format!("{} {}", brief::card_title(state, card), pile(to)),
        Correction::Governor { to } => format!("[governor] {}", governor_place(state, to)),
    }
}

/// What is so in this position; nothing where it is so already, or is nowhere.
fn before(state: &State, correction: &Correction) -> String {
    let known_unit = |unit: UnitId| unit.index() < state.pack().roster.units.len();
    let known = |at: LocationId| at.index() < state.pack().map.locations.len();
    let afloat = |ship: engine::pack::ShipId| ship.index() < state.pack().roster.ships.len();
    match *correction {
        Correction::Unit { unit, to } if known_unit(unit) && state.unit_place(unit) != to => unit_place(state, state.unit_place(unit)),
        Correction::Steps { unit, steps } if known_unit(unit) && state.steps(unit) != steps => state.steps(unit).to_string(),
        Correction::Ship { ship, to } if afloat(ship) && state.ship_place(ship) != to => ship_place(state, state.ship_place(ship)),
        Correction::Damage { ship, damage: markers } if afloat(ship) && state.damage(ship) != markers => damage(state.damage(ship)),
        Correction::Place { at, control: is } if known(at) && state.control(at) != is => control(state.control(at)).to_owned(),
        Correction::Siege { at, level } if known(at) && state.siege_level(at) != level => siege(state.siege_level(at)),
        Correction::Redoubts { at, count } if known(at) && state.redoubts(at) != count => state.redoubts(at).to_string(),
        Correction::Supply { at, points } if state.pack().map.space_ids().any(|space| space == at) && state.supply(at) != points => {
            state.supply(at).to_string()
        }
        Correction::Points { to } if state.victory_points() != to => state.victory_points().to_string(),
        Correction::Ledger { points } if victory::pending(state) != i32::from(points) => format!("{:+}", victory::pending(state)),
        Correction::Replacements { purse: of, points } if corrections::in_purse(state, of) != points => {
            corrections::in_purse(state, of).to_string()
        }
        Correction::Card { card, to } => {
            corrections::pile_of(state, card).filter(|now| *now != to).map_or_else(String::new, |now| pile(now).to_owned())
        }
        Correction::Governor { to } if state.governor().place != to => governor_place(state, state.governor().place),
        _ => String::new(),
    }
}
