//! *Battles*: the type of battle.
//!
//! Two dice say how the sides meet. For an Anglo-Egyptian surprise attack a further die says whether it is dawn or dusk.
//! A Mahdist fortified town is assaulted: no type is rolled, its walls are on the table (R47).

use serde::{Deserialize, Serialize};

use crate::campaign::roll::{Purpose, Roll};
use crate::dice::Dice;
use crate::pack::{BattleType, SurpriseHour, Tables};

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
    pub fn title(&self) -> &'static str {
        self.battle_type.map_or("Assault on the walls", BattleType::title)
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

/// Rolls for the type of battle.
#[must_use]
pub fn battle(tables: &Tables, dice: &mut Dice) -> Battle {
    let table = &tables.battle;
    let roll = dice.throw(Roll::new(Purpose::BattleType, table.dice), table.dice.count);
    let battle_type = table.row(roll.total()).result.battle;
    Battle { roll: Some(roll), ..forced(tables, battle_type, dice) }
}

/// A battle of a type that a random event decides (56, 61 and 66): only the hour of a surprise attack is rolled for.
#[must_use]
pub fn forced(tables: &Tables, battle_type: BattleType, dice: &mut Dice) -> Battle {
    let mut battle = Battle { battle_type: Some(battle_type), roll: None, hour: None, hour_roll: None };
    if battle_type == BattleType::AngloEgyptianSurpriseAttack {
        let table = &tables.surprise_hour;
        let roll = dice.throw(Roll::new(Purpose::SurpriseHour, table.dice), table.dice.count);
        battle.hour = Some(table.row(roll.total()).result.hour);
        battle.hour_roll = Some(roll);
    }
    battle
}
