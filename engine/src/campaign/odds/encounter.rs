//! Whether the enemy is met in a space, in what force, and for what battle (*Encounter Table*, *Size of the Mahdist Force*, *Type
//! of Battle*).

use super::ahead::ahead;
use crate::campaign::rules::field;
use crate::campaign::rules::movement::{self, Prospect};
use crate::campaign::state::State;
use crate::odds::Fraction;
use crate::odds::spread::{self, Spread};
use crate::pack::{BattleType, SpaceId, Tables, UnitSet};

/// How strong a Mahdist force may be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForceOdds {
    /// Units of infantry.
    pub foot: Spread<u16>,
    /// Units of cavalry.
    pub horse: Spread<u16>,
    /// Units with rifles.
    pub rifles: Spread<u16>,
    /// Artillery pieces.
    pub artillery: Spread<u16>,
    /// Machine guns.
    pub machine_guns: Spread<u16>,
    /// All units, guns among them.
    pub units: Spread<u16>,
}

/// A space's chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EncounterOdds {
    /// What waits there, with the roll for meeting the enemy and its modifiers.
    pub prospect: Prospect,
    /// That there is a battle.
    pub met: Fraction,
    /// The force met, if one is.
    pub force: ForceOdds,
    /// The type of battle, if there is one; none for an assault on walls (R47).
    pub battles: Vec<(BattleType, Fraction)>,
}

/// The chances of `units` that enter a space by land.
#[must_use]
pub fn encounter(state: &State, at: SpaceId, units: UnitSet) -> EncounterOdds {
    let state = &*ahead(state);
    let prospect = movement::prospect(state, at, units, true);
    let walls = field::is_assault(state, at);
    let tables = &state.pack().tables;
    let battles = match (walls, field::forced_type(state)) {
        (true, _) => Vec::new(),
        (false, Some(forced)) => vec![(forced, Fraction::ONE)],
        (false, None) => battles(tables),
    };
    EncounterOdds { met: met(&prospect), force: force(tables, walls), battles, prospect }
}

/// The chance that what waits is a battle.
#[must_use]
pub fn met(prospect: &Prospect) -> Fraction {
    match prospect {
        Prospect::Battle(_) | Prospect::Certain => Fraction::ONE,
        Prospect::Friendly | Prospect::Hidden => Fraction::ZERO,
        Prospect::Roll(roll) => spread::success(roll),
    }
}

/// The types of battle with their chances, in the order of the table.
#[must_use]
pub fn battles(tables: &Tables) -> Vec<(BattleType, Fraction)> {
    let mut battles: Vec<(BattleType, Fraction)> = Vec::new();
    for (row, chance) in spread::rows(&tables.battle, 0).iter() {
        let battle_type = tables.battle.rows()[*row].result.battle;
        match battles.iter_mut().find(|(known, _)| *known == battle_type) {
            Some((_, so_far)) => *so_far = *so_far + chance,
            None => battles.push((battle_type, chance)),
        }
    }
    battles
}

/// The force met in the open, or behind the walls of a fortified town, where every gun is artillery (R16).
#[must_use]
pub fn force(tables: &Tables, walls: bool) -> ForceOdds {
    let size = &tables.force;
    let guns_dice = if walls { size.fortified_town.guns } else { size.guns };
    let gun = spread::at_least(size.guns_on, guns_dice.sides);
    let machine =
        if walls { Fraction::ZERO } else { spread::sums(size.guns_kind).chance(|kind| *kind >= u16::from(size.machine_gun_from)) };
    let foot = spread::sums(size.foot);
    let horse = spread::sums(size.horse);
    let mut rifles = spread::sums(size.rifles);
    if walls {
        rifles = rifles.plus(&spread::sums(size.fortified_town.rifles));
    }
    let units = foot.plus(&horse).plus(&rifles).plus(&Spread::successes(guns_dice.count, gun));
    ForceOdds {
        foot,
        horse,
        rifles,
        artillery: Spread::successes(guns_dice.count, gun * machine.rest()),
        machine_guns: Spread::successes(guns_dice.count, gun * machine),
        units,
    }
}
