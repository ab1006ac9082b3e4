//! The scenarios: where everything stands when a campaign begins.
//!
//! Rulebook: *Set Up*, *Starting Forces*, *Optional Rebellion Start*, *Playing the Re-conquest of the San Juans*.

use serde::Deserialize;

use super::cards::{Card, Leader};
use super::error::PackError;
use super::identifiers::{CardNumber, CardSet, LocationId, LocationSet, ShipId, ShipSet, UnitKindId, UnitSet};
use super::map::Map;
use super::names::{self, Directory, with_directory};
use super::read::read_toml;
use super::units::Roster;

/// The file's name inside a pack.
pub(super) const FILE: &str = "setup.toml";

/// Who stands at a place when the campaign begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Garrison {
    /// The place.
    pub at: LocationId,
    /// The units there.
    pub units: UnitSet,
    /// The ships there.
    pub ships: ShipSet,
    /// Supply points there, for the advanced rules.
    pub supply: u8,
    /// The leaders there.
    pub leaders: Vec<Leader>,
    /// How far a siege has gone; 0 for none.
    pub siege_level: u8,
}

/// Cards that enter the draw pile later.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardsEntering {
    /// Which.
    pub cards: CardSet,
    /// The turn before whose draw they are shuffled in (R13).
    pub turn: u8,
}

/// Replacement points by nation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, serde::Serialize)]
#[serde(deny_unknown_fields)]
pub struct ReplacementPoints {
    /// For Egyptian units.
    #[serde(default, rename = "egyptian", alias = "native")]
    pub native: u8,
    /// For British and allied units.
    #[serde(default, rename = "british", alias = "allied")]
    pub allied: u8,
    /// For British and allied infantry only (R49).
    #[serde(default, rename = "british_infantry", alias = "allied_infantry")]
    pub allied_infantry: u8,
    /// For British and allied cavalry only (R49).
    #[serde(default, rename = "british_cavalry", alias = "allied_cavalry")]
    pub allied_cavalry: u8,
    /// For British and allied batteries only (R49).
    #[serde(default, rename = "british_guns", alias = "allied_guns")]
    pub allied_guns: u8,
}

/// A scenario, checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The word that names it in commands and journals.
    pub key: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// The turn it begins with.
    pub first_turn: u8,
    /// The victory points it begins with.
    pub victory_points: i16,
    /// Locations in Mahdist hands.
    pub enemy_held: LocationSet,
    /// For the optional random start: the location for each result of a die, the only one in revolt then.
    pub random_start: Vec<LocationId>,
    /// Triggers that have fired already, by key.
    pub triggers_fired: Vec<String>,
    /// Replacement points at hand.
    pub replacements: ReplacementPoints,
    /// The draw pile.
    pub draw: CardSet,
    /// Cards in hand before the first draw.
    pub hand: CardSet,
    /// Cards that have left the campaign.
    pub removed: CardSet,
    /// Cards set aside that enter by themselves; all other cards are set aside until a trigger brings them.
    pub entering: Vec<CardsEntering>,
    /// The garrisons.
    pub garrisons: Vec<Garrison>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetupFile {
    scenario: Vec<ScenarioEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioEntry {
    key: String,
    title: String,
    summary: String,
    first_turn: u8,
    victory_points: i16,
    #[serde(default, rename = "mahdist", alias = "enemy", deserialize_with = "names::location_set")]
    enemy_held: LocationSet,
    #[serde(default, rename = "mahdist_except", alias = "enemy_except", deserialize_with = "optional_locations")]
    enemy_except: Option<LocationSet>,
    #[serde(default, deserialize_with = "names::locations")]
    random_start: Vec<LocationId>,
    #[serde(default)]
    triggers_fired: Vec<String>,
    #[serde(default)]
    replacements: ReplacementPoints,
    cards: CardsEntry,
    garrison: Vec<GarrisonEntry>,
}

fn optional_locations<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<LocationSet>, D::Error> {
    names::location_set(deserializer).map(Some)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsEntry {
    draw: Vec<CardNumber>,
    #[serde(default)]
    hand: Vec<CardNumber>,
    #[serde(default)]
    removed: Vec<CardNumber>,
    #[serde(default)]
    enters: Vec<EnteringEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EnteringEntry {
    cards: Vec<CardNumber>,
    turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GarrisonEntry {
    #[serde(deserialize_with = "names::location")]
    at: LocationId,
    #[serde(default)]
    units: Vec<KindAndCount>,
    #[serde(default, deserialize_with = "names::ships")]
    ships: Vec<ShipId>,
    #[serde(default)]
    supply: u8,
    #[serde(default)]
    leaders: Vec<Leader>,
    #[serde(default)]
    siege_level: u8,
}

#[derive(Deserialize)]
struct KindAndCount(#[serde(deserialize_with = "names::unit_kind")] UnitKindId, u8);

/// What a scenario is checked against.
pub(super) struct Parts<'a> {
    pub(super) map: &'a Map,
    pub(super) roster: &'a Roster,
    pub(super) cards: &'a [Card],
    pub(super) triggers: &'a [String],
    pub(super) highest_siege_level: u8,
    pub(super) last_turn: u8,
}

/// Reads and checks `setup.toml`.
pub(super) fn read(text: &str, directory: &Directory, parts: &Parts<'_>) -> Result<Vec<Scenario>, Vec<PackError>> {
    let file: SetupFile = with_directory(directory, || read_toml(FILE, text)).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut scenarios: Vec<Scenario> = Vec::new();
    if file.scenario.is_empty() {
        errors.push(PackError::new(FILE, "scenario", "a campaign needs at least one scenario"));
    }
    for (index, entry) in file.scenario.into_iter().enumerate() {
        let key = format!("scenario[{index}]");
        if scenarios.iter().any(|scenario| scenario.key == entry.key) {
            errors.push(PackError::new(FILE, format!("{key}.key"), format!("\"{}\" is there twice", entry.key)));
        }
        scenarios.push(build(entry, &key, parts, &mut errors));
    }
    if errors.is_empty() { Ok(scenarios) } else { Err(errors) }
}

fn build(entry: ScenarioEntry, key: &str, parts: &Parts<'_>, errors: &mut Vec<PackError>) -> Scenario {
    let mut fault = |place: &str, reason: String| errors.push(PackError::new(FILE, format!("{key}.{place}"), reason));
    let known: CardSet = parts.cards.iter().map(|card| card.number).collect();
    let mut placed = CardSet::EMPTY;
    let mut pile = |place: &str, cards: &[CardNumber], fault: &mut dyn FnMut(&str, String)| {
        let mut set = CardSet::EMPTY;
        for card in cards {
            if card.index() >= CardSet::CAPACITY || !known.contains(*card) {
                fault(place, format!("there is no card {}", card.0));
            } else if placed.contains(*card) {
                fault(place, format!("card {} is in two piles", card.0));
            } else {
                placed.insert(*card);
                set.insert(*card);
            }
        }
        set
    };
    let draw = pile("cards.draw", &entry.cards.draw, &mut fault);
    let hand = pile("cards.hand", &entry.cards.hand, &mut fault);
    let removed = pile("cards.removed", &entry.cards.removed, &mut fault);
    let entering = entry
        .cards
        .enters
        .iter()
        .enumerate()
        .map(|(place, enters)| CardsEntering {
            cards: pile(&format!("cards.enters[{place}]"), &enters.cards, &mut fault),
            turn: enters.turn,
        })
        .collect();
    let enemy_held = match entry.enemy_except {
        Some(except) => parts.map.location_ids().collect::<LocationSet>().without(except).union(entry.enemy_held),
        None => entry.enemy_held,
    };
    for (place, text, most) in [("key", &entry.key, 50), ("title", &entry.title, 60), ("summary", &entry.summary, 1_000)] {
        if text.trim().is_empty() || text.chars().count() > most {
            fault(place, format!("1 to {most} characters"));
        }
    }
    if !(-10_000..=10_000).contains(&entry.victory_points) {
        fault("victory_points", "totals are within 10,000".to_owned());
    }
    if !(1..=parts.last_turn).contains(&entry.first_turn) {
        fault("first_turn", format!("turns go from 1 to {}", parts.last_turn));
    }
    for trigger in &entry.triggers_fired {
        if !parts.triggers.contains(trigger) {
            fault("triggers_fired", format!("no trigger is named \"{trigger}\""));
        }
    }
    if !entry.random_start.is_empty() && !(2..=100).contains(&entry.random_start.len()) {
        fault("random_start", "a die has 2 to 100 sides".to_owned());
    }
    let mut taken = UnitSet::EMPTY;
    let mut ships_taken = ShipSet::EMPTY;
    let mut garrisons: Vec<Garrison> = Vec::new();
    for (place, garrison) in entry.garrison.into_iter().enumerate() {
        let place = format!("garrison[{place}]");
        let name = &parts.map.location(garrison.at).name;
        if garrisons.iter().any(|other| other.at == garrison.at) {
            fault(&place, format!("{name} is there twice"));
        }
        if enemy_held.contains(garrison.at) {
            fault(&place, format!("{name} is in the enemy's hands and cannot have a garrison"));
        }
        let mut units = UnitSet::EMPTY;
        for KindAndCount(kind, count) in garrison.units {
            let kind = &parts.roster.kinds[kind.index()];
            let free: Vec<_> = kind.units.without(taken).iter().take(usize::from(count)).collect();
            if free.len() < usize::from(count) {
                fault(&format!("{place}.units"), format!("only {} units of {} are left for {name}, not {count}", free.len(), kind.name));
            }
            for unit in free {
                taken.insert(unit);
                units.insert(unit);
            }
        }
        let mut ships = ShipSet::EMPTY;
        for ship in garrison.ships {
            if ships_taken.contains(ship) {
                fault(&format!("{place}.ships"), format!("the {} is in two places", parts.roster.ships[ship.index()].name));
            }
            ships_taken.insert(ship);
            ships.insert(ship);
        }
        if !ships.is_empty() && !parts.map.location(garrison.at).is_port() {
            fault(&format!("{place}.ships"), format!("{name} is no port"));
        }
        if garrison.siege_level > parts.highest_siege_level {
            fault(&format!("{place}.siege_level"), format!("siege levels go to {}", parts.highest_siege_level));
        }
        if garrison.siege_level > 0 && units.is_empty() {
            fault(&format!("{place}.siege_level"), format!("nobody at {name} can be besieged"));
        }
        garrisons.push(Garrison {
            at: garrison.at,
            units,
            ships,
            supply: garrison.supply,
            leaders: garrison.leaders,
            siege_level: garrison.siege_level,
        });
    }
    Scenario {
        key: entry.key,
        title: entry.title,
        summary: entry.summary,
        first_turn: entry.first_turn,
        victory_points: entry.victory_points,
        enemy_held,
        random_start: entry.random_start,
        triggers_fired: entry.triggers_fired,
        replacements: entry.replacements,
        draw,
        hand,
        removed,
        entering,
        garrisons,
    }
}
