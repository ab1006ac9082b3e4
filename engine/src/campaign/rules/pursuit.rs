//! *Anglo-Egyptian Withdrawal & Pursuit*.
//!
//! A force that leaves the field is pursued: two dice, 2 more without cavalry on the board, 2 more if surrounded, 2 more if
//! outnumbered more than 3:1 in units or else 1 more if more than 2:1 (R15), 1 less for each unit of cavalry on the board.
//! Units in rout do not count. The row gives the share of what is left that is lost (R19), fractions up (R17).

use serde::{Deserialize, Serialize};

use crate::campaign::options::Options;
use crate::campaign::roll::{Purpose, Reason, Roll};
use crate::dice::Dice;
use crate::pack::{PursuitResult, Row, Tables};

/// Everything that bears on a pursuit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Situation {
    /// Units of Anglo-Egyptian cavalry on the board.
    pub cavalry: u8,
    /// Surrounded on all sides.
    pub surrounded: bool,
    /// Anglo-Egyptian units not in rout when the withdrawal begins, batteries among them.
    pub ours: u16,
    /// Mahdist units not in rout.
    pub theirs: u16,
    /// What is left of the force after the battle, in units or steps; 0 if that is not wanted.
    pub left: u16,
    /// What else the players add.
    pub other: i8,
}

impl Situation {
    /// The roll with its modifiers, not thrown yet.
    #[must_use]
    pub fn roll(&self, tables: &Tables) -> Roll {
        let modifiers = &tables.pursuit_modifiers;
        let mut roll = Roll::new(Purpose::Pursuit, tables.pursuit.dice);
        if self.cavalry == 0 {
            roll = roll.with(Reason::NoCavalry, modifiers.no_cavalry);
        }
        if self.surrounded {
            roll = roll.with(Reason::Surrounded, modifiers.surrounded);
        }
        let (ours, theirs) = (u32::from(self.ours), u32::from(self.theirs));
        if theirs > 3 * ours {
            roll = roll.with(Reason::OutnumberedThreeToOne, modifiers.outnumbered_three_to_one);
        } else if theirs > 2 * ours {
            roll = roll.with(Reason::OutnumberedTwoToOne, modifiers.outnumbered_two_to_one);
        }
        let cavalry = i16::from(self.cavalry) * i16::from(modifiers.each_cavalry_unit);
        roll.with(Reason::CavalryUnits(self.cavalry), cavalry.clamp(i16::from(i8::MIN), i16::from(i8::MAX)) as i8)
            .with(Reason::Given, self.other)
    }
}

/// What came of a pursuit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pursuit {
    /// What bore on it.
    pub situation: Situation,
    /// The roll.
    pub roll: Roll,
    /// Percent of what is left that is lost.
    pub percent: u8,
    /// Lost of `situation.left`.
    pub lost: u16,
}

impl Pursuit {
    /// The row of the table it hit.
    #[must_use]
    pub fn row<'a>(&self, tables: &'a Tables) -> &'a Row<PursuitResult> {
        tables.pursuit.row(self.roll.total())
    }

    /// With its losses counted as the group reads fractions (R17).
    #[must_use]
    pub fn rounded(self, options: Options) -> Self {
        Self { lost: portion(options, self.percent, self.situation.left), ..self }
    }

    /// Whether nobody is left: the row says so, or the share with its fraction takes the last unit.
    #[must_use]
    pub const fn is_wiped_out(&self) -> bool {
        self.percent == 100 || (self.situation.left > 0 && self.lost >= self.situation.left)
    }
}

/// A share of units or steps, fractions up (R17).
#[must_use]
pub fn share(percent: u8, of: u16) -> u16 {
    (u32::from(percent) * u32::from(of)).div_ceil(100) as u16
}

/// A share of units or steps, fractions as the group reads them (R17).
#[must_use]
pub fn portion(options: Options, percent: u8, of: u16) -> u16 {
    if options.fractions_down { (u32::from(percent) * u32::from(of) / 100) as u16 } else { share(percent, of) }
}

/// Rolls for the pursuit.
#[must_use]
pub fn pursuit(tables: &Tables, situation: Situation, dice: &mut Dice) -> Pursuit {
    let roll = dice.throw(situation.roll(tables), tables.pursuit.dice.count);
    let percent = tables.pursuit.row(roll.total()).result.losses;
    Pursuit { situation, roll, percent, lost: share(percent, situation.left) }
}

#[cfg(test)]
mod tests;
