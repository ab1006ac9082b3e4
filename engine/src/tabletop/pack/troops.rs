//! The troops: *Anglo-Egyptian units*, *Dervish units*, *Transport and Leaders*, *Additional rules*.

use serde::{Deserialize, Serialize};

use super::fault::unless;
use super::tables::Tables;
use crate::dice::DiceSpec;
use crate::pack::PackError;
use crate::pack::read::read_toml;
use crate::tabletop::formation::Formation;
use crate::tabletop::side::Side;
use crate::tabletop::square::Arc;

const FILE: &str = "troops.toml";

/// A kind of unit, by its place in the pack's list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TroopId(pub u8);

impl TroopId {
    /// The place in the pack's list, from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The kind at `index` in the pack's list.
    #[must_use]
    #[inline]
    pub const fn at(index: usize) -> Self {
        Self(index as u8)
    }
}

/// What differs between the sides, or does not.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged, expecting = "what is wanted for both sides, or { ours = …, enemy = … }")]
pub enum BySide<T> {
    /// The same for both.
    Same(T),
    /// For each its own.
    Each {
        /// Ours.
        ours: T,
        /// The enemy's.
        enemy: T,
    },
}

impl<T> BySide<T> {
    /// What a side has.
    #[must_use]
    #[inline]
    pub const fn of(&self, side: Side) -> &T {
        match (self, side) {
            (Self::Same(same), _) => same,
            (Self::Each { ours, .. }, Side::Ours) => ours,
            (Self::Each { enemy, .. }, Side::Enemy) => enemy,
        }
    }
}

/// Whose troops they can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Whose {
    /// Ours alone.
    Ours,
    /// The enemy's alone.
    Enemy,
    /// Either side's.
    Either,
}

impl Whose {
    /// Whether a side can have them.
    #[must_use]
    pub const fn are_of(self, side: Side) -> bool {
        matches!((self, side), (Self::Either, _) | (Self::Ours, Side::Ours) | (Self::Enemy, Side::Enemy))
    }
}

/// An arm of the service.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arm {
    /// Infantry, and camelry while it is dismounted.
    Infantry,
    /// Cavalry.
    Cavalry,
    /// Camelry, mounted.
    Camelry,
    /// A battery of guns.
    Artillery,
    /// A battery of machine guns.
    #[serde(rename = "machine gun")]
    MachineGun,
    /// Wagons and pack animals.
    Transport,
    /// A Leader.
    Leader,
    /// A gunboat.
    Gunboat,
    /// A river boat.
    #[serde(rename = "river boat")]
    RiverBoat,
}

impl Arm {
    /// Whether it rides: cavalry and camelry.
    #[must_use]
    #[inline]
    pub const fn is_mounted(self) -> bool {
        matches!(self, Self::Cavalry | Self::Camelry)
    }

    /// Whether it is a battery, which a square can hold beside another unit.
    #[must_use]
    #[inline]
    pub const fn is_battery(self) -> bool {
        matches!(self, Self::Artillery | Self::MachineGun)
    }

    /// Whether it floats.
    #[must_use]
    #[inline]
    pub const fn is_boat(self) -> bool {
        matches!(self, Self::Gunboat | Self::RiverBoat)
    }

    /// Whether it counts for *Break off battle* (T31).
    #[must_use]
    #[inline]
    pub const fn counts_for_break_off(self) -> bool {
        matches!(self, Self::Infantry | Self::Cavalry | Self::Camelry | Self::Artillery | Self::MachineGun)
    }
}

/// Whom a unit may charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Charges {
    /// Any enemy unit.
    Any,
    /// A disorganised one, or any in flank or rear.
    Weak,
    /// None.
    Never,
}

/// A weapon that a unit has.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armament {
    /// Its name in the table of ranges.
    pub weapon: BySide<String>,
    /// The die of its fire.
    pub dice: BySide<DiceSpec>,
    /// Its arc of fire.
    #[serde(default)]
    pub arc: Arc,
    /// Who serves it, where they are no figures of the unit.
    #[serde(default)]
    pub crew: Option<u8>,
}

/// A kind of unit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    /// Its key.
    pub key: String,
    /// As it is called.
    pub name: String,
    /// Whose it can be.
    #[serde(rename = "side")]
    pub whose: Whose,
    /// Its arm.
    pub arm: Arm,
    /// Figures at full strength.
    #[serde(default)]
    pub figures: u8,
    /// A boat's flotation points.
    #[serde(default)]
    pub flotation: u8,
    /// The die for action points.
    pub action: BySide<DiceSpec>,
    /// What is taken from that die.
    #[serde(default)]
    pub action_less: u8,
    /// The die in a charge, made or met, and in hand-to-hand combat.
    #[serde(default)]
    pub contact: Option<BySide<DiceSpec>>,
    /// That die where the group gives horse its greater one (T02).
    #[serde(default)]
    pub greater_contact: Option<BySide<DiceSpec>>,
    /// The die to recover.
    #[serde(default)]
    pub recovery: Option<BySide<DiceSpec>>,
    /// Its weapons.
    #[serde(default)]
    pub fire: Vec<Armament>,
    /// The formations it can take.
    #[serde(default)]
    pub formations: Vec<Formation>,
    /// Whom it may charge.
    pub charges: Charges,
    /// Whether a red card on the first turn makes it impetuous.
    #[serde(default)]
    pub impetuous: bool,
    /// Whether it always counts as disorganised in contact, and has no modifiers when charged.
    #[serde(default)]
    pub shaky: bool,
    /// What it is when it dismounts.
    #[serde(default)]
    pub dismounted: Option<String>,
    /// The arms that a boat carries.
    #[serde(default)]
    pub carries: Vec<Arm>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    troop: Vec<Troop>,
}

fn faults_of(index: usize, troops: &[Troop], tables: &Tables) -> Vec<PackError> {
    let troop = &troops[index];
    let at = |key: &str| format!("troop[{index}].{key}");
    let boat = troop.arm.is_boat();
    let leader = troop.arm == Arm::Leader;
    let fights = !boat && !leader;
    let mut faults = vec![
        unless(!troops[..index].iter().any(|other| other.key == troop.key), FILE, at("key"), "this key is there already"),
        unless(boat == (troop.flotation > 0), FILE, at("flotation"), "a boat has flotation points, and nothing else has"),
        unless(boat == (troop.figures == 0), FILE, at("figures"), "every unit has figures, but a boat has none"),
        unless(fights == troop.contact.is_some(), FILE, at("contact"), "every unit has this die, but no boat and no Leader"),
        unless(fights == troop.recovery.is_some(), FILE, at("recovery"), "every unit has this die, but no boat and no Leader"),
        unless(fights != troop.formations.is_empty(), FILE, at("formations"), "every unit has one at least, but no boat and no Leader"),
        unless(boat || troop.carries.is_empty(), FILE, at("carries"), "boats alone carry units"),
        unless(fights || troop.charges == Charges::Never, FILE, at("charges"), "boats and Leaders never charge"),
    ];
    if let Some(key) = &troop.dismounted {
        let foot = troops.iter().any(|other| other.key == *key && other.arm == Arm::Infantry);
        faults.push(unless(troop.arm == Arm::Camelry && foot, FILE, at("dismounted"), "camelry dismounts to the key of an infantry"));
    }
    let single =
        [Some(&troop.action), troop.contact.as_ref(), troop.greater_contact.as_ref(), troop.recovery.as_ref()].into_iter().flatten();
    let dice = single.chain(troop.fire.iter().map(|armament| &armament.dice));
    let one_die = dice.flat_map(|dice| Side::BOTH.map(|side| dice.of(side).count)).all(|count| count == 1);
    faults.push(unless(one_die, FILE, at("key"), "each throw of a unit is of one die"));
    for (place, armament) in troop.fire.iter().enumerate() {
        let known = Side::BOTH.iter().all(|side| tables.ranges.contains_key(armament.weapon.of(*side)));
        faults.push(unless(known, FILE, at(&format!("fire[{place}].weapon")), "the table of ranges has no such weapon"));
        faults.push(unless(
            boat == armament.crew.is_some(),
            FILE,
            at(&format!("fire[{place}].crew")),
            "a boat's weapons alone have a crew",
        ));
    }
    faults.into_iter().flatten().collect()
}

/// Reads the file: keys told apart, weapons that the tables know, nothing given that the kind cannot have.
pub(super) fn read(text: &str, tables: &Tables) -> Result<Vec<Troop>, Vec<PackError>> {
    let troops = read_toml::<File>(FILE, text).map_err(|error| vec![error])?.troop;
    let mut faults: Vec<PackError> = (0..troops.len()).flat_map(|index| faults_of(index, &troops, tables)).collect();
    faults.extend(unless(troops.len() <= 256, FILE, "troop".to_owned(), "there are more than 256"));
    if faults.is_empty() { Ok(troops) } else { Err(faults) }
}
