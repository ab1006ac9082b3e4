//! The roster: every unit and ship that may take part in a campaign.
//!
//! Rulebook: *Counters*, *Unit Notes*, *Campaign Unit Roster*. One name is one counter, and one counter is one unit.

use serde::Deserialize;

use super::error::PackError;
use super::identifiers::{ShipSet, UnitId, UnitKindId, UnitKindSet, UnitSet};
use super::names::Directory;
use super::read::read_toml;

/// The file's name inside a pack.
pub(super) const FILE: &str = "units.toml";

/// What a unit fights as. It decides its rate of march, and what it counts for in pursuits, sorties and on trains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum Arm {
    /// Infantry.
    #[serde(rename = "infantry")]
    Infantry,
    /// Horsed cavalry.
    #[serde(rename = "cavalry")]
    Cavalry,
    /// Camel troops: they count as cavalry (R38).
    #[serde(rename = "camels")]
    Camels,
    /// A battery of guns.
    #[serde(rename = "artillery")]
    Artillery,
    /// A battery of machine guns.
    #[serde(rename = "machine guns")]
    MachineGuns,
}

impl Arm {
    /// Whether the unit counts as cavalry: horse and camels do (R38).
    #[must_use]
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Self::Cavalry | Self::Camels)
    }

    /// Whether the unit is a battery, of guns or machine guns.
    #[must_use]
    pub const fn is_guns(self) -> bool {
        matches!(self, Self::Artillery | Self::MachineGuns)
    }
}

/// Whose a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum Nation {
    /// Egyptian, Sudanese, Bashi-Bazouk, militia: all who are not British.
    #[serde(rename = "egyptian", alias = "native")]
    Native,
    /// British and their allies: Indians and Australians.
    #[serde(rename = "british", alias = "allied")]
    Allied,
}

/// A kind of unit: what counters of it have in common.
#[derive(Clone, PartialEq, Debug)]
pub struct UnitKind {
    /// Its name.
    pub name: String,
    /// What it fights as.
    pub arm: Arm,
    /// Whose it is.
    pub nation: Nation,
    /// How good it is, in words, for the group's tabletop rules.
    pub quality: String,
    /// The pool it may be chosen from when a card names none, if any.
    pub pool: Option<String>,
    /// What it is on the board of the gridded battle, by the key of its troops, where the umpire does not know it.
    pub on_board: Option<String>,
    /// Its counters.
    pub units: UnitSet,
    /// Units beyond them, for arrivals that find no counter unused (R68).
    pub further: UnitSet,
}

impl UnitKind {
    /// Its counters, and the units beyond them.
    #[must_use]
    pub const fn all(&self) -> UnitSet {
        self.units.union(self.further)
    }
}

/// One unit: a counter, or one numbered on from the last of its kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: UnitKindId,
}

/// What a ship is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize, serde::Serialize)]
pub enum ShipClass {
    /// An armed steamer.
    #[serde(rename = "gunboat")]
    Gunboat,
    /// A passenger or trading vessel.
    #[serde(rename = "transport")]
    Transport,
}

/// A gunboat or transport.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ship {
    /// Its name.
    pub name: String,
    /// Gunboat or transport.
    pub class: ShipClass,
    /// How many units it takes aboard.
    pub carries: u8,
    /// What the players should know of it.
    #[serde(default)]
    pub note: String,
}

/// Every unit and ship.
#[derive(Clone, PartialEq, Debug)]
pub struct Roster {
    /// Kinds, by [`UnitKindId`].
    pub kinds: Vec<UnitKind>,
    /// Units, by [`UnitId`]: the counters, and after them those that are numbered on.
    pub units: Vec<Unit>,
    /// Ships, by [`super::ShipId`].
    pub ships: Vec<Ship>,
    /// All units that count as cavalry.
    pub cavalry: UnitSet,
    /// All batteries.
    pub guns: UnitSet,
    /// All British and allied units.
    pub allied: UnitSet,
    /// All units that are no counters: they are numbered on from the last of their kind (R68).
    pub further: UnitSet,
}

impl Roster {
    /// The unit with this number.
    #[must_use]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// The kind of `unit`.
    #[must_use]
    pub fn kind_of(&self, unit: UnitId) -> &UnitKind {
        &self.kinds[self.unit(unit).kind.index()]
    }

    /// Numbers units on from the last of their kind: for each kind as many as are wanted, a unit of each in turn until no more can be
    /// told apart. Journals name units by their place here, so what is numbered on, and in which order, stays as it is for ever.
    pub(super) fn number_on(&mut self, wanted: &[usize]) {
        for nth in 0..UnitSet::CAPACITY {
            for (index, _) in wanted.iter().enumerate().filter(|(_, wanted)| nth < **wanted) {
                let Some(kind) = self.kinds.get_mut(index).filter(|_| self.units.len() < UnitSet::CAPACITY) else { return };
                let mut number = kind.all().len() + 1;
                while self.units.iter().any(|unit| unit.name == format!("{} {number}", kind.name)) {
                    number += 1;
                }
                let unit = UnitId::at(self.units.len());
                kind.further.insert(unit);
                self.further.insert(unit);
                for (set, belongs) in [
                    (&mut self.cavalry, kind.arm.is_cavalry()),
                    (&mut self.guns, kind.arm.is_guns()),
                    (&mut self.allied, kind.nation == Nation::Allied),
                ] {
                    if belongs {
                        set.insert(unit);
                    }
                }
                self.units.push(Unit { name: format!("{} {number}", kind.name), kind: UnitKindId::at(index) });
            }
        }
    }

    /// Every counter of the kinds in `pool`.
    #[must_use]
    pub fn pool(&self, pool: &str) -> UnitSet {
        self.kinds.iter().filter(|kind| kind.pool.as_deref() == Some(pool)).fold(UnitSet::EMPTY, |units, kind| units.union(kind.units))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitsFile {
    unit: Vec<UnitEntry>,
    ship: Vec<Ship>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitEntry {
    kind: String,
    arm: Arm,
    nation: Nation,
    quality: String,
    pool: Option<String>,
    on_board: Option<String>,
    names: Vec<String>,
}

/// Reads and checks `units.toml`; the names it defines are added to `directory`.
pub(super) fn read(text: &str, directory: &mut Directory) -> Result<Roster, Vec<PackError>> {
    let file: UnitsFile = read_toml(FILE, text).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut roster = Roster {
        kinds: Vec::new(),
        units: Vec::new(),
        ships: file.ship,
        cavalry: UnitSet::EMPTY,
        guns: UnitSet::EMPTY,
        allied: UnitSet::EMPTY,
        further: UnitSet::EMPTY,
    };
    for (label, count, most) in [
        ("unit", file.unit.len(), UnitKindSet::CAPACITY),
        ("unit.names", file.unit.iter().map(|entry| entry.names.len()).sum(), UnitSet::CAPACITY),
        ("ship", roster.ships.len(), ShipSet::CAPACITY),
    ] {
        if count > most {
            return Err(vec![PackError::new(FILE, label, format!("{count} of them, but {most} at most can be umpired"))]);
        }
    }
    for (index, entry) in file.unit.into_iter().enumerate() {
        if roster.kinds.iter().any(|kind| kind.name == entry.kind) {
            errors.push(PackError::new(FILE, format!("unit[{index}].kind"), format!("\"{}\" is there twice", entry.kind)));
        }
        if entry.kind.trim().is_empty() || entry.kind.chars().count() > 60 {
            errors.push(PackError::new(FILE, format!("unit[{index}].kind"), "a name has 1 to 60 characters"));
        }
        if entry.names.is_empty() {
            errors.push(PackError::new(FILE, format!("unit[{index}].names"), format!("\"{}\" has no counter", entry.kind)));
        }
        let mut units = UnitSet::EMPTY;
        for (place, name) in entry.names.into_iter().enumerate() {
            if name.trim().is_empty() || name.chars().count() > 60 {
                errors.push(PackError::new(FILE, format!("unit[{index}].names[{place}]"), "a name has 1 to 60 characters"));
            }
            if roster.units.iter().any(|unit| unit.name == name) {
                errors.push(PackError::new(FILE, format!("unit[{index}].names[{place}]"), format!("\"{name}\" is there twice")));
            }
            units.insert(UnitId::at(roster.units.len()));
            roster.units.push(Unit { name, kind: UnitKindId::at(index) });
        }
        if entry.arm.is_cavalry() {
            roster.cavalry = roster.cavalry.union(units);
        }
        if entry.arm.is_guns() {
            roster.guns = roster.guns.union(units);
        }
        if entry.nation == Nation::Allied {
            roster.allied = roster.allied.union(units);
        }
        if let Some(pool) = &entry.pool
            && !directory.unit_pools.contains(pool)
        {
            directory.unit_pools.push(pool.clone());
        }
        directory.unit_kinds.push(entry.kind.clone());
        roster.kinds.push(UnitKind {
            name: entry.kind,
            arm: entry.arm,
            nation: entry.nation,
            quality: entry.quality,
            pool: entry.pool,
            on_board: entry.on_board,
            units,
            further: UnitSet::EMPTY,
        });
    }
    for (index, ship) in roster.ships.iter().enumerate() {
        if ship.name.trim().is_empty() || ship.name.chars().count() > 60 {
            errors.push(PackError::new(FILE, format!("ship[{index}].name"), "a name has 1 to 60 characters"));
        }
        if roster.ships[..index].iter().any(|other| other.name == ship.name) {
            errors.push(PackError::new(FILE, format!("ship[{index}].name"), format!("\"{}\" is there twice", ship.name)));
        }
    }
    directory.ships = roster.ships.iter().map(|ship| ship.name.clone()).collect();
    if errors.is_empty() { Ok(roster) } else { Err(errors) }
}
