//! *A campaign's battle on the board: who*.
//!
//! One counter of ours is one unit, with its steps for figures. Of the enemy three units (or as many as the group has it) are one on the
//! board, rounded up for each arm. Each side has a Leader (N12). Batteries out of supply have few shots (N13); garrisons are other
//! troops behind their walls than outside them (N16); gunboats are on the board where the group has it so (N15).

use crate::campaign::field::FieldBattle;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::BattleKind;
use crate::campaign::state::State;
use crate::pack::{LocationKind, ShipId, ShipSet};
use crate::tabletop::board::Size;
use crate::tabletop::pack::{BattlePack, Troop};
use crate::tabletop::side::Side;

/// A unit to be set up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// Its troops.
    pub troop: String,
    /// Its figures, where it is not at full strength.
    pub figures: Option<u8>,
    /// Its shots, where ammunition is short.
    pub shots: Option<u8>,
    /// Whether it rides.
    pub is_mounted: bool,
    /// What it is to the deployment.
    pub role: Role,
}

/// What a unit is to the deployment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// A unit that fights.
    Fights,
    /// A boat.
    Boat,
    /// A Leader.
    Leads,
}

/// Both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// Ours: the campaign's units in their order, then its ships, then the Leader.
    pub ours: Vec<Fighter>,
    /// The enemy's.
    pub enemy: Vec<Fighter>,
    /// The ships.
    pub ships: Vec<ShipId>,
}

/// Figures for steps: as many where a full unit has as many, else their share, rounded up.
#[must_use]
pub fn figures(steps: u8, of_steps: u8, full: u8) -> u8 {
    (u16::from(steps) * u16::from(full)).div_ceil(u16::from(of_steps.max(1))).min(u16::from(full)) as u8
}

/// The enemy's units on the board, arm by arm: foot, rifles, horse, artillery, machine guns.
#[must_use]
pub fn enemies(battle: &FieldBattle, rubs: u8) -> [u16; 5] {
    let force = &battle.force;
    [force.foot, force.rifles, force.horse, force.artillery, force.machine_guns].map(|units| units.div_ceil(u16::from(rubs.max(1))))
}

/// Units of the larger side on the board, Leaders and boats aside.
#[must_use]
pub fn larger_side(battle: &FieldBattle, rubs: u8) -> usize {
    battle.units.len().max(usize::from(enemies(battle, rubs).iter().sum::<u16>()))
}

/// Whether ours stand behind walls of theirs: the besiegers storm a fortified town.
#[must_use]
pub fn is_behind_walls(state: &State, battle: &FieldBattle) -> bool {
    let map = &state.pack().map;
    let town = map.location_at(battle.at).is_some_and(|location| map.location(location).kind == LocationKind::FortifiedTown);
    battle.kind == BattleKind::Storm && town
}

/// The name of the leader of ours who is with the force, if one is (N12).
#[must_use]
pub fn our_leader(state: &State) -> Option<&str> {
    let (battle, _) = state.battle()?;
    let names = &state.pack().words.leaders;
    let (field_force, expedition) = (state.field_force(), state.expedition());
    let here = state.pack().map.location_at(battle.at);
    if field_force.present && !field_force.units.intersection(battle.units).is_empty() {
        Some(&names.field_force)
    } else if !expedition.units.intersection(battle.units).is_empty() {
        Some(&names.expedition)
    } else if here.is_some_and(|location| state.governor_is_at(location)) {
        Some(&names.governor)
    } else {
        None
    }
}

/// The gunboats that are on the board, where the group has it so: those in the port, and those that landed the force (N15).
fn gunboats(state: &State, battle: &FieldBattle) -> ShipSet {
    match state.pack().map.location_at(battle.at) {
        Some(port) if state.options().gunboats_on_board => state.gunboats(battle.ships.union(state.ships_in(port))),
        _ => ShipSet::EMPTY,
    }
}

impl Roster {
    /// The two sides of a battle.
    ///
    /// # Errors
    ///
    /// If a unit of ours is of a kind that the board does not know (N22), or a table of this size has not the room.
    pub fn of(state: &State, battle: &FieldBattle, pack: &BattlePack, size: Size) -> Result<Self, Refusal> {
        let (counters, roster) = (&pack.counters, &state.pack().roster);
        let find = |key: &str| pack.troop_of_key(key).map(|troop| pack.troop(troop)).ok_or(Refusal::NoRoomOnBoard);
        let fighter = |troop: &Troop, figures: Option<u8>| Fighter {
            troop: troop.key.clone(),
            figures,
            shots: None,
            is_mounted: troop.arm.is_mounted(),
            role: Role::Fights,
        };
        let walls = is_behind_walls(state, battle);
        let mut ours = Vec::new();
        for unit in battle.units.iter() {
            let kind = roster.kind_of(unit);
            // A kind that the umpire does not know may have been given a row by its pack (N22).
            let key = counters.troop(&kind.name, &roster.unit(unit).name, walls).or(kind.on_board.as_deref());
            let troop = key.and_then(|key| find(key).ok()).ok_or(Refusal::NotOnBoard(unit))?;
            let figures = figures(state.steps(unit), state.options().steps, troop.figures);
            let short = troop.arm.is_battery() && state.unsupplied().contains(unit);
            let shots = short.then_some(counters.shots_out_of_supply);
            ours.push(Fighter { shots, ..fighter(troop, (figures < troop.figures).then_some(figures)) });
        }
        let ships: Vec<ShipId> = gunboats(state, battle).iter().collect();
        let gunboat = find(&counters.gunboat)?;
        for ship in &ships {
            let gone = state.damage(*ship).saturating_mul(counters.flotation_of_a_marker);
            let left = gunboat.flotation.saturating_sub(gone).max(1);
            ours.push(Fighter { role: Role::Boat, ..fighter(gunboat, (left < gunboat.flotation).then_some(left)) });
        }
        let leader = Fighter { role: Role::Leads, ..fighter(find(&counters.leader)?, None) };
        ours.push(leader.clone());
        let arms =
            [&counters.enemy.foot, &counters.enemy.rifles, &counters.enemy.horse, &counters.enemy.artillery, &counters.enemy.machine_guns];
        let mut enemy = Vec::new();
        for (key, units) in arms.into_iter().zip(enemies(battle, state.options().rubs)) {
            enemy.extend(std::iter::repeat_n(fighter(find(key)?, None), usize::from(units)));
        }
        enemy.push(leader);
        let (columns, rows) = size.columns_and_rows();
        let squares = usize::from(columns) * usize::from(rows);
        if ours.len() + enemy.len() > squares { Err(Refusal::NoRoomOnBoard) } else { Ok(Self { ours, enemy, ships }) }
    }

    /// A side.
    #[must_use]
    pub fn side(&self, side: Side) -> &[Fighter] {
        match side {
            Side::Ours => &self.ours,
            Side::Enemy => &self.enemy,
        }
    }
}
