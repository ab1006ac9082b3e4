//! *Battles*: the type of battle.
//!
//! Two dice say how the sides meet. For an Anglo-Egyptian surprise attack a further die says whether it is dawn or dusk.
//! A Mahdist fortified town is assaulted: no type is rolled, its walls are on the table (R47).

pub use crate::campaign::field::Battle;
use crate::campaign::roll::{Purpose, Roll};
use crate::dice::Dice;
use crate::pack::{BattleType, Tables};

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
    if battle_type == BattleType::OurSurpriseAttack {
        let table = &tables.surprise_hour;
        let roll = dice.throw(Roll::new(Purpose::SurpriseHour, table.dice), table.dice.count);
        battle.hour = Some(table.row(roll.total()).result.hour);
        battle.hour_roll = Some(roll);
    }
    battle
}
