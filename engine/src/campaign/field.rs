//! A battle on the table, as the campaign follows it.
//!
//! Rulebook: *Battles*, *Anglo-Egyptian Withdrawal & Pursuit*, *Determine Casualties*, *Retreat Position*. The umpire says who
//! fights, why and how the sides are set up; the players report; the umpire counts what it cost.

use serde::{Deserialize, Serialize};

use super::round::BattleKind;
use super::rules::battle::Battle;
use super::rules::encounter::MahdistForce;
use crate::pack::{ShipSet, SpaceId, UnitSet};

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
    pub force: MahdistForce,
    /// The type, and the roll for it.
    pub battle: Battle,
    /// What else the players should know (random event 66).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}
