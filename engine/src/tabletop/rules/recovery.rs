//! *Disorganisation*: the recovery.
//!
//! A disorganised unit throws a die, takes 1 off for every friend in an adjacent square and 2 for every Leader in its square or an
//! adjacent one, and recovers if that is no more than the figures it has left.

use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::tabletop::position::Position;
use crate::tabletop::roll::{Purpose, Reason, Roll};
use crate::tabletop::unit::UnitId;

/// A recovery tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recovery {
    /// The roll.
    pub roll: Roll,
    /// What it must not exceed: the figures left.
    pub at_most: u8,
}

impl Recovery {
    /// Whether the unit recovers.
    #[must_use]
    pub fn recovers(&self) -> bool {
        self.roll.total() <= i16::from(self.at_most)
    }
}

/// The recovery of a unit, not thrown yet; `None` for boats and Leaders, who are never disorganised.
#[must_use]
pub fn recovery(position: &Position, unit: UnitId) -> Option<Recovery> {
    let of = position.unit(unit);
    let dice = *position.troop(unit).recovery.as_ref()?.of(of.side);
    let modifiers = position.pack.tables.recovery;
    let (friends, leaders) = (position.friends_adjacent(unit), position.leaders_near(unit));
    let roll = Roll::new(Purpose::Recovery(unit), dice)
        .with(Reason::FriendsAdjacent(friends), modifiers.friend_adjacent.saturating_mul(friends.cast_signed()))
        .with(Reason::LeadersNear(leaders), modifiers.leader_near.saturating_mul(leaders.cast_signed()));
    Some(Recovery { roll, at_most: of.figures })
}

/// Tries it: the die is thrown.
#[must_use]
pub fn attempt(recovery: Recovery, dice: &mut Dice) -> Recovery {
    Recovery { roll: dice.throw(recovery.roll, 1), ..recovery }
}

/// The faces of the die that recover the unit: of how many how many.
#[must_use]
pub fn chances(recovery: &Recovery) -> (u8, u8) {
    let sides = recovery.roll.sides;
    let most = i16::from(recovery.at_most) - recovery.roll.modifier();
    (most.clamp(0, i16::from(sides)) as u8, sides)
}

#[cfg(test)]
mod tests;
