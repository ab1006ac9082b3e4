//! A battle on the table, as the campaign follows it.
//!
//! Rulebook: *Battles*, *Anglo-Egyptian Withdrawal & Pursuit*, *Determine Casualties*, *Retreat Position*. The umpire says who
//! fights, why and how the sides are set up; the players report; the umpire counts what it cost.

use serde::{Deserialize, Serialize};

use super::roll::Roll;
use super::round::BattleKind;
use crate::pack::{BattleType, ShipSet, SpaceId, SurpriseHour, Tables, UnitSet, Words};

/// A Mahdist force: how many units of each sort, and the dice that said so.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnemyForce {
    /// Units of infantry.
    pub foot: u16,
    /// Units of cavalry.
    pub horse: u16,
    /// Units with rifles.
    pub rifles: u16,
    /// Artillery pieces.
    pub artillery: u16,
    /// Machine guns.
    pub machine_guns: u16,
    /// The rolls, in the order thrown.
    pub rolls: Vec<Roll>,
}

impl EnemyForce {
    /// All units, guns among them.
    #[must_use]
    pub const fn units(&self) -> u16 {
        self.foot + self.horse + self.rifles + self.artillery + self.machine_guns
    }
}

/// A battle to be fought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battle {
    /// Its type; none for an assault on a fortified town.
    pub battle_type: Option<BattleType>,
    /// The roll for its type.
    pub roll: Option<Roll>,
    /// For an Anglo-Egyptian surprise attack, the hour.
    pub hour: Option<SurpriseHour>,
    /// The roll for the hour.
    pub hour_roll: Option<Roll>,
}

impl Battle {
    /// An assault on a Mahdist fortified town.
    #[must_use]
    pub const fn assault() -> Self {
        Self { battle_type: None, roll: None, hour: None, hour_roll: None }
    }

    /// Its name.
    #[must_use]
    pub fn title(&self, words: &Words) -> String {
        self.battle_type.map_or_else(|| "Assault on the walls".to_owned(), |battle_type| battle_type.title(words))
    }

    /// How both sides are set up.
    #[must_use]
    pub fn deployment(&self, tables: &Tables) -> String {
        let Some(battle_type) = self.battle_type else { return tables.assault.deployment.clone() };
        let mut text = tables
            .battle
            .rows()
            .iter()
            .find(|row| row.result.battle == battle_type)
            .map(|row| row.result.deployment.clone())
            .unwrap_or_default();
        if let Some(row) = self.hour.and_then(|hour| tables.surprise_hour.rows().iter().find(|row| row.result.hour == hour)) {
            text.push(' ');
            text.push_str(&row.result.deployment);
        }
        text
    }
}

/// How far a battle has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldStage {
    /// It is being fought: a report is awaited.
    Fighting,
    /// Ours held the field: the lost are to be rolled for.
    Held,
    /// Ours left the field, and what the pursuit takes is being shared out.
    Pursued,
    /// Who came back of the lost has been seen; a beaten force looks for a way out.
    Counted,
}

/// A battle being fought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FieldBattle {
    /// Where.
    pub at: SpaceId,
    /// Our units when it began.
    pub units: UnitSet,
    /// The ships that landed some of them.
    pub ships: ShipSet,
    /// Why it is fought.
    pub kind: BattleKind,
    /// The enemy.
    pub force: EnemyForce,
    /// The type, and the roll for it.
    pub battle: Battle,
    /// What else the players should know (random event 66).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}
