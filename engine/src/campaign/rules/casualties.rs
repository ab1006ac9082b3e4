//! *Determine Casualties*.
//!
//! After the pursuit a die is rolled for each stand, figure or unit lost, in battle and pursuit alike (R23). It comes back
//! on 5 or 6 if the field was held, on 6 after a retreat. A force wiped out recovers nothing: there is nobody to come back to.
//!
//! Wherever the rules take units or steps and do not say at random which, the players say who bears the loss (R62), or let the
//! umpire share it out: steps from the strongest, units from the weakest.

use serde::{Deserialize, Serialize};

use crate::campaign::decision::{Decision, LossCause, LossIn};
use crate::campaign::event::Event;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::state::State;
use crate::dice::Dice;
use crate::pack::{Tables, UnitId, UnitSet};

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

/// What a die must show to bring one of the lost back.
#[must_use]
pub const fn recovery_needs(tables: &Tables, field_held: bool) -> u8 {
    if field_held { tables.recovery.needs_field_held } else { tables.recovery.needs_after_retreat }
}

/// Rolls for `lost` stands, figures or units, at most [`MOST_LOST`].
#[must_use]
pub fn recovery(tables: &Tables, lost: u8, field_held: bool, dice: &mut Dice) -> Recovery {
    let table = &tables.recovery;
    let needs = recovery_needs(tables, field_held);
    let roll = dice.throw(Roll::new(Purpose::Recovery, table.dice), lost.min(MOST_LOST));
    let recovered = roll.faces.iter().filter(|face| **face >= needs).count() as u16;
    Recovery { field_held, roll, needs, recovered }
}

/// Takes `owed` units or steps from among `among`; the players say from whom, where there is a choice.
pub(super) fn owe(proceedings: &mut Proceedings<'_>, among: UnitSet, owed: u16, counted: LossIn, cause: LossCause) {
    let there_are = match counted {
        LossIn::Units => among.len() as u16,
        LossIn::Steps => among.iter().map(|unit| u16::from(proceedings.state.steps(unit))).sum(),
    };
    if owed == 0 || there_are == 0 {
        return;
    }
    if owed >= there_are || among.len() == 1 {
        take_all(proceedings, among, owed, counted, cause);
    } else {
        proceedings.note(Event::DecisionPut { decision: Decision::Casualties { among, owed, counted, cause } });
    }
}

fn take_all(proceedings: &mut Proceedings<'_>, among: UnitSet, owed: u16, counted: LossIn, cause: LossCause) {
    match counted {
        LossIn::Units => proceedings.note(Event::UnitsLost { units: among, cause }),
        LossIn::Steps => {
            for unit in among.iter() {
                let steps = u16::from(proceedings.state.steps(unit)).min(owed) as u8;
                take_steps(proceedings, unit, steps);
            }
        }
    }
}

/// Steps are lost in pursuits alone, where they may come back.
fn take_steps(proceedings: &mut Proceedings<'_>, unit: UnitId, steps: u8) {
    proceedings.note(Event::FieldStepLost { unit, steps });
}

fn asked(state: &State) -> Result<(UnitSet, u16, LossIn, LossCause), Refusal> {
    match state.decision() {
        Some(Decision::Casualties { among, owed, counted, cause }) => Ok((*among, *owed, *counted, *cause)),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn permit_lose(state: &State, unit: UnitId, whole: bool) -> Result<(), Refusal> {
    let (among, owed, counted, _) = asked(state)?;
    if unit.index() >= UnitSet::CAPACITY || !among.contains(unit) {
        return Err(Refusal::NotAChoice);
    }
    match (counted, whole) {
        (LossIn::Units, true) | (LossIn::Steps, false) => Ok(()),
        (LossIn::Units, false) => Err(Refusal::WholeUnits),
        (LossIn::Steps, true) => {
            let steps = u16::from(state.steps(unit));
            if steps > owed { Err(Refusal::NotSoMany { most: owed as u8 }) } else { Ok(()) }
        }
    }
}

pub(super) fn resolve_lose(proceedings: &mut Proceedings<'_>, unit: UnitId, whole: bool) {
    let Ok((among, owed, counted, cause)) = asked(proceedings.state) else { return };
    proceedings.note(Event::DecisionMade);
    let (taken, among) = match counted {
        LossIn::Units => {
            proceedings.note(Event::UnitsLost { units: UnitSet::of(unit), cause });
            (1, among.without(UnitSet::of(unit)))
        }
        LossIn::Steps => {
            let steps = if whole { proceedings.state.steps(unit) } else { 1 };
            take_steps(proceedings, unit, steps);
            (u16::from(steps), proceedings.state.standing(among))
        }
    };
    owe(proceedings, among, owed.saturating_sub(taken), counted, cause);
}

pub(super) fn permit_spread(state: &State) -> Result<(), Refusal> {
    asked(state).map(|_| ())
}

/// The umpire shares the losses out: steps from the strongest, units from the weakest.
pub(in crate::campaign) fn resolve_spread(proceedings: &mut Proceedings<'_>) {
    let Ok((mut among, owed, counted, cause)) = asked(proceedings.state) else { return };
    proceedings.note(Event::DecisionMade);
    match counted {
        LossIn::Units => {
            let mut units = UnitSet::EMPTY;
            for _ in 0..owed {
                let Some(weakest) = among.iter().min_by_key(|unit| proceedings.state.steps(*unit)) else { break };
                among.remove(weakest);
                units.insert(weakest);
            }
            proceedings.note(Event::UnitsLost { units, cause });
        }
        LossIn::Steps => {
            let mut taken = vec![0_u8; proceedings.state.units.len()];
            for _ in 0..owed {
                let left = |unit: &UnitId| proceedings.state.steps(*unit).saturating_sub(taken[unit.index()]);
                let Some(strongest) = among.iter().max_by_key(left) else { break };
                taken[strongest.index()] += 1;
            }
            for unit in among.iter().filter(|unit| taken[unit.index()] > 0) {
                take_steps(proceedings, unit, taken[unit.index()]);
            }
        }
    }
}

#[cfg(test)]
mod tests;
