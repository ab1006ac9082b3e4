//! The counters, and where they begin (K02, K33, K34).

use serde::{Deserialize, Serialize};

use super::super::ids::{SpaceId, Spaces, UnitId, Units};
use super::map::{self, Map, Terrain};
use crate::pack::PackError;
use crate::pack::read::read_toml;
use crate::tabletop::side::Side;

const FILE: &str = "counters.toml";

/// A contingent of ours (29.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contingent {
    /// From overseas.
    Allied,
    /// Of the country.
    Native,
}

impl Contingent {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::Allied, Self::Native];
}

/// How a unit moves (7.0).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// On foot.
    Foot,
    /// On horses.
    Cavalry,
    /// On camels.
    Camel,
    /// A leader.
    Leader,
    /// A river boat.
    Boat,
    /// A garrison, which never moves (29.3).
    Garrison,
}

impl Class {
    /// Whether it counts for stacking (K23).
    #[must_use]
    pub const fn stacks(self) -> bool {
        matches!(self, Self::Foot | Self::Cavalry | Self::Camel)
    }

    /// Whether it is mounted.
    #[must_use]
    pub const fn is_mounted(self) -> bool {
        matches!(self, Self::Cavalry | Self::Camel)
    }

    /// Whether it can break off a battle (29.16).
    #[must_use]
    pub const fn breaks_off(self) -> bool {
        matches!(self, Self::Leader | Self::Cavalry | Self::Camel | Self::Boat)
    }
}

/// What a leader is, beside a leader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// The enemy's: recruits join them, and they return when they have fallen (28.0, 29.5).
    Chief,
    /// Ours: they move with either contingent, are always in supply and never come back (29.2, 29.6, 29.17).
    Governor,
}

/// Where a unit begins (25.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// In the box.
    InBox,
    /// There.
    At(SpaceId),
    /// Where its owner chooses: in one of these spaces that has no unit of the other side.
    Among {
        /// Which.
        spaces: Spaces,
        /// Where it begins if nobody chooses.
        default: SpaceId,
    },
}

/// A counter.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its key in the data.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Of which contingent of ours.
    pub contingent: Option<Contingent>,
    /// How it moves.
    pub class: Class,
    /// Its strength, from 1 to 5.
    pub strength: u8,
    /// Whether it is elite (16.0).
    pub elite: bool,
    /// Whether panic eliminates it (29.7).
    pub eliminates: bool,
    /// What it is, beside a leader.
    pub role: Option<Role>,
    /// Where alone a garrison may be placed (28.0).
    pub home: Option<SpaceId>,
    /// What cards name it together with others.
    pub group: Option<String>,
    /// Where it begins.
    pub start: Start,
}

/// The counters, with sets of them that rules ask for.
#[derive(Clone, PartialEq, Debug)]
pub struct Counters {
    /// In counter order.
    pub units: Vec<Unit>,
    /// Ours, and the enemy's.
    pub of: [Units; 2],
    /// Those of the allied and of the native contingent.
    pub contingents: [Units; 2],
    /// Leaders.
    pub leaders: Units,
    /// Boats.
    pub boats: Units,
    /// Garrisons.
    pub garrisons: Units,
    /// Those that count for stacking.
    pub stacking: Units,
    /// Cavalry and camels.
    pub mounted: Units,
    /// Camels.
    pub camels: Units,
    /// Those that can break off.
    pub break_off: Units,
    /// On foot.
    pub foot: Units,
    /// Who returns when they have fallen (29.5).
    pub chief: Option<UnitId>,
    /// Who moves with either contingent (29.6).
    pub governor: Option<UnitId>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    key: String,
    name: String,
    side: Side,
    #[serde(default)]
    contingent: Option<Contingent>,
    class: Class,
    strength: u8,
    #[serde(default)]
    elite: bool,
    #[serde(default)]
    eliminates: bool,
    #[serde(default)]
    role: Option<Role>,
    #[serde(default)]
    home: Option<String>,
    #[serde(default)]
    group: Option<String>,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    among: Option<Vec<String>>,
    #[serde(default)]
    default: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    unit: Vec<Row>,
}

/// Faults of one row are written down with its place.
struct Faults<'a> {
    place: usize,
    faults: &'a mut Vec<PackError>,
}

impl Faults<'_> {
    fn unless(&mut self, holds: bool, key: &str, reason: &str) {
        if !holds {
            self.faults.push(PackError::new(FILE, format!("unit[{}].{key}", self.place), reason));
        }
    }

    fn space(&mut self, map: &Map, key: &str, name: &str) -> Option<SpaceId> {
        let space = map::space(&map.spaces, name);
        self.unless(space.is_some(), key, &format!("there is no space \"{name}\""));
        space
    }
}

/// Reads the file: units told apart, each with what its class and side need.
pub(super) fn read(text: &str, map: &Map) -> Result<Counters, Vec<PackError>> {
    let rows = read_toml::<File>(FILE, text).map_err(|error| vec![error])?.unit;
    let mut all = Vec::new();
    if rows.is_empty() || rows.len() > Units::CAPACITY {
        return Err(vec![PackError::new(FILE, "unit", format!("there are 1 to {} counters", Units::CAPACITY))]);
    }
    let mut units: Vec<Unit> = Vec::new();
    for (place, row) in rows.into_iter().enumerate() {
        let mut faults = Faults { place, faults: &mut all };
        faults.unless(units.iter().all(|other| other.key != row.key), "key", "this key is there already");
        faults.unless(units.iter().all(|other| other.name != row.name), "name", "this name is there already");
        faults.unless((1..=5).contains(&row.strength), "strength", "a strength is 1 to 5");
        faults.unless((row.side == Side::Ours) == row.contingent.is_some(), "contingent", "ours, and no others, are of a contingent");
        let boat = row.class == Class::Boat;
        faults.unless(!boat || row.contingent == Some(Contingent::Allied), "class", "boats are of the allied contingent");
        let garrison = row.class == Class::Garrison;
        faults.unless(!garrison || row.contingent == Some(Contingent::Native), "class", "garrisons are of the native contingent");
        let roles = match row.role {
            None => true,
            Some(Role::Chief) => row.class == Class::Leader && row.side == Side::Enemy,
            Some(Role::Governor) => row.class == Class::Leader && row.side == Side::Ours,
        };
        let first = row.role.is_none() || units.iter().all(|other| other.role != row.role);
        faults.unless(roles && first, "role", "one leader of the enemy is the chief, one of ours the governor");
        faults.unless(garrison || row.home.is_none(), "home", "only garrisons have a home");
        let home = row.home.as_deref().and_then(|name| faults.space(map, "home", name));
        let start = match (&row.at, &row.among) {
            (Some(at), None) => faults.space(map, "at", at).map(Start::At),
            (None, Some(among)) => {
                let spaces: Spaces = if among.is_empty() {
                    Spaces::up_to(map.spaces.len())
                } else {
                    among.iter().filter_map(|name| faults.space(map, "among", name)).collect()
                };
                let default = row.default.as_deref().and_then(|name| faults.space(map, "default", name));
                faults.unless(default.is_some_and(|space| spaces.contains(space)), "default", "it begins by default in one of its spaces");
                default.map(|default| Start::Among { spaces, default })
            }
            (None, None) => Some(Start::InBox),
            (Some(_), Some(_)) => {
                faults.unless(false, "at", "a unit begins at a space or among several, not both");
                None
            }
        };
        let start = start.unwrap_or(Start::InBox);
        if garrison {
            let town = |space: SpaceId| map.spaces[space.index()].kind == Terrain::Town;
            let in_towns = match start {
                Start::InBox => true,
                Start::At(space) => town(space),
                Start::Among { spaces, .. } => spaces.iter().all(town),
            };
            faults.unless(in_towns && home.is_none_or(town), "at", "garrisons are in towns");
        }
        units.push(Unit {
            key: row.key,
            name: row.name,
            side: row.side,
            contingent: row.contingent,
            class: row.class,
            strength: row.strength,
            elite: row.elite,
            eliminates: row.eliminates,
            role: row.role,
            home,
            group: row.group,
            start,
        });
    }
    if all.is_empty() { Ok(counted(units)) } else { Err(all) }
}

fn counted(units: Vec<Unit>) -> Counters {
    let set =
        |wanted: &dyn Fn(&Unit) -> bool| -> Units { (0..units.len()).filter(|place| wanted(&units[*place])).map(UnitId::at).collect() };
    Counters {
        of: Side::BOTH.map(|side| set(&|unit| unit.side == side)),
        contingents: Contingent::BOTH.map(|contingent| set(&|unit| unit.contingent == Some(contingent))),
        leaders: set(&|unit| unit.class == Class::Leader),
        boats: set(&|unit| unit.class == Class::Boat),
        garrisons: set(&|unit| unit.class == Class::Garrison),
        stacking: set(&|unit| unit.class.stacks()),
        mounted: set(&|unit| unit.class.is_mounted()),
        camels: set(&|unit| unit.class == Class::Camel),
        break_off: set(&|unit| unit.class.breaks_off()),
        foot: set(&|unit| unit.class == Class::Foot),
        chief: set(&|unit| unit.role == Some(Role::Chief)).first(),
        governor: set(&|unit| unit.role == Some(Role::Governor)).first(),
        units,
    }
}
