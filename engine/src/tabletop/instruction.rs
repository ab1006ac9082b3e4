//! What units are told to do until told otherwise, so that a battle by post takes few presses.
//!
//! An instruction binds nobody in the rules: whoever gives orders for an instructed unit (the staff, at the table) reads it.

use serde::{Deserialize, Serialize};

use super::unit::UnitId;

/// What a unit is to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Instruction {
    /// Its commander is asked.
    #[default]
    AskMe,
    /// Goes at the enemy and charges where it can.
    Attack,
    /// Goes forward, fires when in range, charges nobody.
    Advance,
    /// Stays and fires.
    HoldAndFire,
    /// Forms Square where it can, stays and fires.
    FormSquare,
    /// Keeps before its own side, fires and goes back before whoever comes near.
    Screen,
    /// Goes back towards its own edge.
    FallBack,
}

impl Instruction {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::AskMe, Self::Attack, Self::Advance, Self::HoldAndFire, Self::FormSquare, Self::Screen, Self::FallBack];
}

/// Whom an instruction is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whom {
    /// All units of the side.
    All,
    /// A wing: those on a third of the board, as the side sees it.
    Wing(Wing),
    /// One unit.
    Unit(UnitId),
}

/// A third of the board, as a side sees it that faces where it faced at first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wing {
    /// The left.
    Left,
    /// The centre.
    Centre,
    /// The right.
    Right,
}

impl Wing {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Left, Self::Centre, Self::Right];
}
