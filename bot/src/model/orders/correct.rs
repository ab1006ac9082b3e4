//! Corrections: what is so from now on, and what was so before.

use engine::campaign::rules::{corrections, victory};
use engine::campaign::{CardPlace, Control, Correction, CorrectionKind, GovernorPlace, Purse, ShipPlace, State, UnitPlace};
use engine::pack::{LocationId, UnitId};

use crate::model::orders::key::word_of;
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

/// What is put right, and what is so of it from now on: "Militia 3", "at Olga".
fn parts(state: &State, correction: &Correction) -> (String, String) {
    let unit = |unit| unit_name(state, unit).to_owned();
    let place = |at| location(state, at).to_owned();
    match *correction {
        Correction::Unit { unit: of, to } => (unit(of), unit_place(state, to)),
        Correction::Steps { unit: of, steps } => (unit(of), format!("with {steps} of {} steps", state.options().steps)),
        Correction::Ship { ship, to } => (ship_name(state, ship), ship_place(state, to)),
        Correction::Damage { ship, damage: markers } => (ship_name(state, ship), damage(markers)),
        Correction::Place { at, control: is } => (place(at), control(is).to_owned()),
        Correction::Siege { at, level } => (place(at), siege(level)),
        Correction::Redoubts { at, count } => (place(at), format!("with {}", words::count(count.into(), "redoubt", "redoubts"))),
        Correction::Supply { at, points } => {
            let space = state.pack().map.space_name(at).to_owned();
            (space, format!("with {}", words::count(points.into(), "supply point", "supply points")))
        }
        Correction::Points { to } => ("victory points".to_owned(), to.to_string()),
        Correction::Ledger { points } => ("this turn's ledger".to_owned(), format!("{points:+}")),
        Correction::Replacements { purse: of, points } => (format!("replacement points {}", purse(of)), points.to_string()),
        Correction::Card { card, to } => (brief::card_title(state, card), pile(to).to_owned()),
        Correction::Governor { to } => ("[governor]".to_owned(), governor_place(state, to)),
    }
}

/// What is so from now on: "Militia 3 at Olga".
fn says(state: &State, correction: &Correction) -> String {
    match *correction {
        Correction::Replacements { purse: of, points } => {
            format!("{} {}", words::count(points.into(), "replacement point", "replacement points"), purse(of))
        }
        _ => {
            let (what, is) = parts(state, correction);
            format!("{what} {is}")
        }
    }
}

/// What is put right, by its name: "Militia 3".
#[must_use]
pub fn thing(state: &State, correction: &Correction) -> String {
    words::told(state.pack(), &parts(state, correction).0)
}

/// What is so of it from now on: "at Olga".
#[must_use]
pub fn value(state: &State, correction: &Correction) -> String {
    words::told(state.pack(), &parts(state, correction).1)
}

/// What is so of it now: "at Home Port".
#[must_use]
pub fn now(state: &State, correction: &Correction) -> String {
    words::told(state.pack(), &before(state, correction))
}

/// The number that is put right, and the one that stands now, where there may be more of them than a menu has lines.
#[must_use]
pub fn numbers(state: &State, correction: &Correction) -> Option<(i32, i32)> {
    match *correction {
        Correction::Supply { at, points } => Some((points.into(), state.supply(at).into())),
        Correction::Points { to } => Some((to.into(), state.victory_points().into())),
        Correction::Ledger { points } => Some((points.into(), victory::pending(state))),
        Correction::Replacements { purse: of, points } => Some((points.into(), corrections::in_purse(state, of).into())),
        _ => None,
    }
}

/// What kind of thing is put right, in words.
#[must_use]
pub const fn kind(kind: CorrectionKind) -> &'static str {
    match kind {
        CorrectionKind::Unit => "where a unit is",
        CorrectionKind::Steps => "a unit's steps",
        CorrectionKind::Ship => "where a ship is",
        CorrectionKind::Damage => "a ship's damage",
        CorrectionKind::Place => "whose a place is",
        CorrectionKind::Siege => "a siege",
        CorrectionKind::Redoubts => "redoubts",
        CorrectionKind::Supply => "supply points on the map",
        CorrectionKind::Points => "the victory points",
        CorrectionKind::Ledger => "what this turn's ledger comes to",
        CorrectionKind::Replacements => "replacement points",
        CorrectionKind::Card => "where a card is",
        CorrectionKind::Governor => "where the governor is",
    }
}

/// The question which of a kind it is; nothing where there is one only.
#[must_use]
pub const fn which(kind: CorrectionKind) -> Option<&'static str> {
    match kind {
        CorrectionKind::Unit | CorrectionKind::Steps => Some("Which unit?"),
        CorrectionKind::Ship | CorrectionKind::Damage => Some("Which ship?"),
        CorrectionKind::Place | CorrectionKind::Siege | CorrectionKind::Redoubts => Some("Which place?"),
        CorrectionKind::Supply => Some("Which place or movement point?"),
        CorrectionKind::Replacements => Some("Which points?"),
        CorrectionKind::Card => Some("Which card?"),
        CorrectionKind::Points | CorrectionKind::Ledger | CorrectionKind::Governor => None,
    }
}

/// The word of a kind, with which the keys of its corrections begin.
#[must_use]
pub const fn word(kind: CorrectionKind) -> &'static str {
    word_of(kind)
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
