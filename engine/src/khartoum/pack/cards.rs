//! The cards, and the typed words of what they do (K35, K39).

use serde::{Deserialize, Serialize};

use super::super::ids::{CardId, Cards, SpaceId, Spaces, UnitId, Units};
use super::counters::{Class, Contingent, Counters};
use super::map::{self, Map, Terrain};
use crate::pack::PackError;
use crate::pack::read::read_toml;
use crate::tabletop::side::Side;

const FILE: &str = "cards.toml";

/// Which set of its side's a card is drawn from (25.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Set {
    /// The first.
    A,
    /// Drawn from when the first is used up.
    B,
}

/// Who moves and attacks under a card (29.2, 29.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Activation {
    /// The allied contingent.
    Allied,
    /// The native contingent.
    Native,
    /// Both contingents.
    Both,
    /// One contingent, of the player's choice.
    Either,
    /// All units of the enemy.
    All,
}

/// What must hold for a card to do anything (29.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Criteria {
    /// The side occupies a town.
    TownHeld,
    /// A garrison is on the map and native infantry in the box (K36).
    GarrisonAndInfantry,
    /// There are native units that guides can lead astray (K38).
    NativesToMislead,
}

/// Units that a card names, and where they may be placed besides (28.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Named {
    /// Which.
    pub units: Units,
    /// Where besides.
    pub also: Spaces,
}

/// Units by lot (28.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByLot {
    /// How many.
    pub units: u8,
    /// Whether they are placed in any spaces without ours.
    #[serde(default)]
    pub anywhere: bool,
}

/// A card.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// Its number: "K-01".
    pub key: String,
    /// Its title.
    pub title: String,
    /// The words on it.
    pub text: String,
    /// Whose it is.
    pub side: Side,
    /// Of which set.
    pub set: Set,
    /// `recruit_named`.
    pub recruit_named: Named,
    /// `recruit_native`: how many.
    pub recruit_native: u8,
    /// `recruit_by_lot`.
    pub recruit_by_lot: ByLot,
    /// `activate`.
    pub activate: Activation,
    /// `allowance`: spaces more for every unit.
    pub allowance: u8,
    /// `fire`: which units' fire value grows, and by how much.
    pub fire: (Units, i8),
    /// `terrain`: what a space is in this player turn.
    pub terrain: Option<(SpaceId, Terrain)>,
    /// `superiority` without dice.
    pub superiority: bool,
    /// `convert_garrison` (K36).
    pub convert_garrison: bool,
    /// `defect`: with so much or less (K37); 0 is never.
    pub defect: u8,
    /// `move_enemy`: whose units are led astray (K38).
    pub move_enemy: Option<Contingent>,
    /// `reshuffle` (K14).
    pub reshuffle: bool,
    /// `hold` (29.1).
    pub hold: bool,
    /// `remove`: it goes out of play (K05).
    pub remove: bool,
    /// `criteria` (29.1).
    pub criteria: Option<Criteria>,
}

/// The cards, with sets of them that rules ask for.
#[derive(Clone, PartialEq, Debug)]
pub struct Deck {
    /// By their numbers.
    pub cards: Vec<Card>,
    /// Ours, and the enemy's.
    pub of: [Cards; 2],
    /// Those of the first set.
    pub first: Cards,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedRow {
    units: Vec<String>,
    #[serde(default)]
    also: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FireRow {
    group: String,
    add: i8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainRow {
    space: String,
    is: Terrain,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    key: String,
    title: String,
    text: String,
    side: Side,
    set: Set,
    #[serde(default)]
    recruit_named: Option<NamedRow>,
    #[serde(default)]
    recruit_native: u8,
    #[serde(default)]
    recruit_by_lot: ByLot,
    activate: Activation,
    #[serde(default)]
    allowance: u8,
    #[serde(default)]
    fire: Option<FireRow>,
    #[serde(default)]
    terrain: Option<TerrainRow>,
    #[serde(default)]
    superiority: bool,
    #[serde(default)]
    convert_garrison: bool,
    #[serde(default)]
    defect: u8,
    #[serde(default)]
    move_enemy: Option<Contingent>,
    #[serde(default)]
    reshuffle: bool,
    #[serde(default)]
    hold: bool,
    #[serde(default)]
    remove: bool,
    #[serde(default)]
    criteria: Option<Criteria>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    card: Vec<Row>,
}

/// Reads the file: cards told apart, whose words name units and spaces that there are.
pub(super) fn read(text: &str, map: &Map, counters: &Counters) -> Result<Deck, Vec<PackError>> {
    let rows = read_toml::<File>(FILE, text).map_err(|error| vec![error])?.card;
    if rows.is_empty() || rows.len() > Cards::CAPACITY {
        return Err(vec![PackError::new(FILE, "card", format!("there are 1 to {} cards", Cards::CAPACITY))]);
    }
    let mut faults = Vec::new();
    let mut cards: Vec<Card> = Vec::new();
    for (place, row) in rows.into_iter().enumerate() {
        let mut unless = |holds: bool, key: &str, reason: String| {
            if !holds {
                faults.push(PackError::new(FILE, format!("card[{place}].{key}"), reason));
            }
        };
        let ours = row.side == Side::Ours;
        unless(cards.iter().all(|other| other.key != row.key), "key", "this number is there already".to_owned());
        unless(cards.iter().all(|other| other.title != row.title), "title", "this title is there already".to_owned());
        unless((row.activate == Activation::All) != ours, "activate", "the enemy always moves all, and ours contingents".to_owned());
        unless(ours || row.recruit_named.is_none(), "recruit_named", "named recruits are ours".to_owned());
        unless(ours || row.recruit_native == 0, "recruit_native", "native recruits are ours".to_owned());
        unless(!ours || row.recruit_by_lot.units == 0, "recruit_by_lot", "recruits by lot are the enemy's".to_owned());
        unless(ours || !row.convert_garrison, "convert_garrison", "ours convert garrisons".to_owned());
        unless(!ours || (row.defect == 0 && row.move_enemy.is_none()), "defect", "this is for the enemy's cards".to_owned());
        unless(row.defect <= 6, "defect", "a die shows 6 at the most".to_owned());
        unless(row.allowance <= 4, "allowance", "4 spaces more are the most".to_owned());
        let mut named = Named::default();
        for (is_unit, name) in row
            .recruit_named
            .iter()
            .flat_map(|named| named.units.iter().map(|name| (true, name)).chain(named.also.iter().map(|name| (false, name))))
        {
            if is_unit {
                let unit = counters.units.iter().position(|unit| unit.key == *name).map(UnitId::at);
                let unit = unit.filter(|unit| counters.contingents[Contingent::Allied as usize].contains(*unit));
                unless(unit.is_some(), "recruit_named.units", format!("there is no allied unit \"{name}\""));
                unit.into_iter().for_each(|unit| named.units.insert(unit));
            } else {
                let space = map::space(&map.spaces, name);
                unless(space.is_some(), "recruit_named.also", format!("there is no space \"{name}\""));
                space.into_iter().for_each(|space| named.also.insert(space));
            }
        }
        let mut fire = (Units::EMPTY, 0);
        if let Some(row) = &row.fire {
            let of = |unit: &UnitId| counters.units[unit.index()].group.as_ref() == Some(&row.group);
            fire = (Units::up_to(counters.units.len()).iter().filter(of).collect(), row.add);
            unless(!fire.0.is_empty(), "fire.group", format!("no unit is of the group \"{}\"", row.group));
        }
        let mut terrain = None;
        if let Some(row) = &row.terrain {
            terrain = map::space(&map.spaces, &row.space).map(|space| (space, row.is));
            unless(terrain.is_some(), "terrain.space", format!("there is no space \"{}\"", row.space));
        }
        let convertible = row.criteria == Some(Criteria::GarrisonAndInfantry);
        unless(convertible == row.convert_garrison, "criteria", "who converts a garrison needs one and infantry".to_owned());
        let misleads = row.criteria == Some(Criteria::NativesToMislead);
        unless(misleads == row.move_enemy.is_some(), "criteria", "who leads units astray needs such units".to_owned());
        cards.push(Card {
            key: row.key,
            title: row.title,
            text: row.text,
            side: row.side,
            set: row.set,
            recruit_named: named,
            recruit_native: row.recruit_native,
            recruit_by_lot: row.recruit_by_lot,
            activate: row.activate,
            allowance: row.allowance,
            fire,
            terrain,
            superiority: row.superiority,
            convert_garrison: row.convert_garrison,
            defect: row.defect,
            move_enemy: row.move_enemy,
            reshuffle: row.reshuffle,
            hold: row.hold,
            remove: row.remove,
            criteria: row.criteria,
        });
    }
    if counters.units.iter().any(|unit| unit.class == Class::Boat && unit.side == Side::Enemy) {
        faults.push(PackError::new("counters.toml", "unit", "boats are ours"));
    }
    let set =
        |wanted: &dyn Fn(&Card) -> bool| -> Cards { (0..cards.len()).filter(|place| wanted(&cards[*place])).map(CardId::at).collect() };
    let of = Side::BOTH.map(|side| set(&|card| card.side == side));
    if of.iter().any(|cards| cards.is_empty()) {
        faults.push(PackError::new(FILE, "card", "each side has cards"));
    }
    let first = set(&|card| card.set == Set::A);
    if faults.is_empty() { Ok(Deck { cards, of, first }) } else { Err(faults) }
}
