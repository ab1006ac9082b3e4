//! *Encounters & Combat*: meeting the enemy, *Encounter Table*, *Size of the Mahdist Force*.
//!
//! A force that moves into a space rolls one die: it is met on 6 at a movement point, 5 at a Mahdist village, 4 at a Mahdist
//! town, and always at a Mahdist fortified town. The die gains 2 if every location of the island is Mahdist-held and 1 if a
//! fortified town of it is (once, R10); it loses 1 at a movement point between two Anglo-Egyptian locations. Friendly
//! locations take no roll (R28). What is needed can become certain or impossible (R27, R55).
//!
//! The force met is 4D6 units of foot, 1D8 of horse, 1D4 with rifles, and on a 6 a gun: artillery, or a machine gun on 5
//! or 6. A fortified town has another D4 of rifles, and an artillery piece for each 6 on 3D6 (R16); its assault is one
//! battle with the walls on the table (R47).

use serde::{Deserialize, Serialize};

use super::battle::{self, Battle};
pub use crate::campaign::field::EnemyForce;
use crate::campaign::roll::{Purpose, Reason, Roll};
use crate::campaign::state::State;
use crate::dice::Dice;
use crate::pack::{LocationKind, SpaceId, Tables, Words};

/// The ground a force moves onto.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// A movement point.
    MovementPoint,
    /// A Mahdist village.
    Village,
    /// A Mahdist town.
    Town,
    /// A Mahdist fortified town.
    FortifiedTown,
}

impl Ground {
    /// In words.
    #[must_use]
    pub fn words(self, words: &Words) -> String {
        let ground = match self {
            Self::MovementPoint => "a movement point",
            Self::Village => "[a enemy] village",
            Self::Town => "[a enemy] town",
            Self::FortifiedTown => "[a enemy] fortified town",
        };
        words.fill(ground).into_owned()
    }
}

impl From<LocationKind> for Ground {
    fn from(kind: LocationKind) -> Self {
        match kind {
            LocationKind::Village => Self::Village,
            LocationKind::Town => Self::Town,
            LocationKind::FortifiedTown => Self::FortifiedTown,
        }
    }
}

/// Everything that bears on meeting the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Situation {
    /// The ground.
    pub ground: Ground,
    /// Every location of the island is Mahdist-held.
    #[serde(rename = "island_all_mahdist")]
    pub island_all_enemy: bool,
    /// A fortified town of the island is Mahdist-held.
    #[serde(rename = "fortified_town_mahdist")]
    pub fortified_town_enemy: bool,
    /// A movement point between two Anglo-Egyptian locations.
    pub between_two_held: bool,
    /// What else the players add, for a random event or a rule of their own.
    pub other: i8,
}

impl Situation {
    /// On this ground, with nothing else to bear on it.
    #[must_use]
    pub const fn on(ground: Ground) -> Self {
        Self { ground, island_all_enemy: false, fortified_town_enemy: false, between_two_held: false, other: 0 }
    }

    /// As it is on the map of a campaign; `None` in a friendly location, where nobody is met (R28).
    #[must_use]
    pub fn on_map(state: &State, space: SpaceId) -> Option<Self> {
        let map = &state.pack().map;
        let island = map.island(map.island_of_space(space));
        let mut situation = match map.location_at(space) {
            Some(location) if !state.control(location).is_held() => Self::on(map.location(location).kind.into()),
            Some(_) => return None,
            None => Self::on(Ground::MovementPoint),
        };
        situation.island_all_enemy = island.locations.is_within(state.enemy_held());
        situation.fortified_town_enemy = !island.fortified.intersection(state.enemy_held()).is_empty();
        situation.between_two_held = map.point_at(space).is_some_and(|point| point.between.iter().all(|end| state.control(*end).is_held()));
        Some(situation)
    }

    /// The roll for meeting the enemy; `None` where it is automatic.
    #[must_use]
    pub fn roll(&self, tables: &Tables) -> Option<Roll> {
        let table = &tables.encounter;
        let needs = match self.ground {
            Ground::MovementPoint => table.movement_point,
            Ground::Village => table.village,
            Ground::Town => table.town,
            Ground::FortifiedTown => return None,
        };
        let mut roll = Roll::new(Purpose::Encounter, table.dice).needing(needs);
        if self.island_all_enemy {
            roll = roll.with(Reason::IslandAllEnemy, table.modifiers.island_all_enemy);
        }
        if self.fortified_town_enemy {
            roll = roll.with(Reason::FortifiedTownEnemy, table.modifiers.fortified_town_on_island);
        }
        if self.between_two_held {
            roll = roll.with(Reason::BetweenTwoHeld, table.modifiers.between_two_held);
        }
        Some(roll.with(Reason::Given, self.other))
    }
}

/// What came of moving into a space.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Encounter {
    /// What bore on it.
    pub situation: Situation,
    /// The roll for meeting the enemy; none where it is automatic.
    pub meeting: Option<Roll>,
    /// The force met, if any.
    pub force: Option<EnemyForce>,
    /// The battle to be fought with it.
    pub battle: Option<Battle>,
}

/// Moves into a space: whether the enemy is met, in what force, and for what battle.
///
/// Dice are thrown in this order: meeting, foot, horse, rifles, guns, kind of gun, type of battle, hour; only those that
/// are needed.
#[must_use]
pub fn encounter(tables: &Tables, situation: Situation, dice: &mut Dice) -> Encounter {
    let meeting = situation.roll(tables).map(|roll| dice.throw_unless_settled(roll));
    if meeting.as_ref().is_some_and(|roll| !roll.succeeds()) {
        return Encounter { situation, meeting, force: None, battle: None };
    }
    let fortified = situation.ground == Ground::FortifiedTown;
    let force = force(tables, fortified, dice);
    let battle = if fortified { Battle::assault() } else { battle::battle(tables, dice) };
    Encounter { situation, meeting, force: Some(force), battle: Some(battle) }
}

/// *Size of the Mahdist Force*.
#[must_use]
pub fn force(tables: &Tables, fortified_town: bool, dice: &mut Dice) -> EnemyForce {
    let size = &tables.force;
    let mut rolls = Vec::with_capacity(6);
    let mut throw = |purpose: Purpose, spec: crate::dice::DiceSpec, rolls: &mut Vec<Roll>| {
        let roll = dice.throw(Roll::new(purpose, spec), spec.count);
        let sum = roll.sum() as u16;
        let highest = roll.faces.iter().filter(|face| **face >= size.guns_on).count() as u16;
        rolls.push(roll);
        (sum, highest)
    };
    let (foot, _) = throw(Purpose::EnemyFoot, size.foot, &mut rolls);
    let (horse, _) = throw(Purpose::EnemyHorse, size.horse, &mut rolls);
    let (mut rifles, _) = throw(Purpose::EnemyRifles, size.rifles, &mut rolls);
    let (mut artillery, mut machine_guns) = (0, 0);
    if fortified_town {
        rifles += throw(Purpose::EnemyRifles, size.fortified_town.rifles, &mut rolls).0;
        artillery = throw(Purpose::EnemyGuns, size.fortified_town.guns, &mut rolls).1;
    } else {
        for _ in 0..throw(Purpose::EnemyGuns, size.guns, &mut rolls).1 {
            let (kind, _) = throw(Purpose::EnemyGunKind, size.guns_kind, &mut rolls);
            if kind >= u16::from(size.machine_gun_from) { machine_guns += 1 } else { artillery += 1 }
        }
    }
    EnemyForce { foot, horse, rifles, artillery, machine_guns, rolls }
}

#[cfg(test)]
mod tests;
