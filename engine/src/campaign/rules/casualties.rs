//! *Determine Casualties*.
//!
//! After the pursuit a die is rolled for each stand, figure or unit lost, in battle and pursuit alike (R23). It comes back
//! on 5 or 6 if the field was held, on 6 after a retreat. A force wiped out recovers nothing: there is nobody to come back to.

use serde::{Deserialize, Serialize};

use crate::campaign::roll::{Purpose, Roll};
use crate::dice::Dice;
use crate::pack::Tables;

/// The most losses rolled for at once.
pub const MOST_LOST: u8 = 200;

/// What came of the rolls for the lost.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recovery {
    /// Whether the field was held.
    pub field_held: bool,
    /// A die for each loss.
    pub roll: Roll,
    /// What each die needed.
    pub needs: u8,
    /// How many came back.
    pub recovered: u16,
}

impl Recovery {
    /// How many are lost for good.
    #[must_use]
    pub fn permanent(&self) -> u16 {
        self.roll.faces.len() as u16 - self.recovered
    }
}

/// Rolls for `lost` stands, figures or units, at most [`MOST_LOST`].
#[must_use]
pub fn recovery(tables: &Tables, lost: u8, field_held: bool, dice: &mut Dice) -> Recovery {
    let table = &tables.recovery;
    let needs = if field_held { table.needs_field_held } else { table.needs_after_retreat };
    let roll = dice.throw(Roll::new(Purpose::Recovery, table.dice), lost.min(MOST_LOST));
    let recovered = roll.faces.iter().filter(|face| **face >= needs).count() as u16;
    Recovery { field_held, roll, needs, recovered }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pack::Pack;

    #[test]
    fn determine_casualties_the_example_of_six_hits_on_a_field_held_brings_three_back() {
        let pack = Pack::embedded().unwrap();
        let recovery = recovery(&pack.tables, 6, true, &mut Dice::scripted(&[2, 3, 4, 5, 5, 6]));
        assert_eq!(recovery.recovered, 3);
        assert_eq!(recovery.permanent(), 3);
    }

    #[test]
    fn determine_casualties_after_a_retreat_only_a_six_brings_back() {
        let pack = Pack::embedded().unwrap();
        let recovery = recovery(&pack.tables, 6, false, &mut Dice::scripted(&[2, 3, 4, 5, 5, 6]));
        assert_eq!((recovery.needs, recovery.recovered, recovery.permanent()), (6, 1, 5));
    }
}
