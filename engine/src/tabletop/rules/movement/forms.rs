//! *To change formation*, *to mount or dismount*, *to limber or unlimber*: what a unit changes without leaving its square.
//!
//! Camelry that dismounts or remounts keeps its formation; Square and March Column, which it has on foot alone, it must leave first, which
//! makes two changes.

use crate::tabletop::formation::Formation;
use crate::tabletop::pack::{Arm, TroopId};
use crate::tabletop::position::Position;
use crate::tabletop::unit::UnitId;

/// What it costs a unit to change to a formation, a battery to limber or unlimber; `None` if it has it already or cannot take it.
#[must_use]
pub fn formation_cost(position: &Position, unit: UnitId, to: Formation) -> Option<u8> {
    let tariff = position.pack.tables.tariff;
    let allowed = position.unit(unit).formation != Some(to) && position.can_take(position.unit(unit).troop, to);
    let cost = if position.troop(unit).arm.is_battery() { tariff.limber_or_unlimber } else { tariff.change_formation };
    allowed.then_some(cost)
}

/// What a unit becomes when it dismounts, or mounts again; `None` for all that cannot.
#[must_use]
pub fn other_way_to_go(position: &Position, unit: UnitId) -> Option<TroopId> {
    let troop = position.troop(unit);
    if let Some(foot) = &troop.dismounted {
        return position.pack.troop_of_key(foot);
    }
    let mounted = |of: &crate::tabletop::pack::Troop| of.dismounted.as_ref() == Some(&troop.key);
    if troop.arm == Arm::Infantry { position.pack.troops.iter().position(mounted).map(TroopId::at) } else { None }
}

/// What it costs a unit to dismount or to mount; `None` if it cannot, or not in its formation.
#[must_use]
pub fn mount_cost(position: &Position, unit: UnitId) -> Option<u8> {
    let becomes = position.pack.troop(other_way_to_go(position, unit)?);
    let keeps = position.unit(unit).formation.is_some_and(|formation| becomes.formations.contains(&formation));
    keeps.then_some(position.pack.tables.tariff.mount_or_dismount)
}
