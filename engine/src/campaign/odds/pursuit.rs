//! What a withdrawal costs (*Anglo-Egyptian Withdrawal & Pursuit*) and who comes back of the lost (*Determine Casualties*).

use crate::campaign::options::Options;
use crate::campaign::roll::Roll;
use crate::campaign::rules::board::report;
use crate::campaign::rules::pursuit::{self, Situation};
use crate::campaign::rules::{casualties, field};
use crate::campaign::state::State;
use crate::odds::Fraction;
use crate::odds::spread;
use crate::pack::Tables;
use crate::tabletop::phase::Phase;

/// A row of the Pursuit Table with its chance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PursuitRow {
    /// That it is hit.
    pub chance: Fraction,
    /// What it is called.
    pub result: String,
    /// Percent of what is left that it costs.
    pub percent: u8,
    /// Units or steps that is.
    pub lost: u16,
}

/// The chances of a pursuit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PursuitOdds {
    /// What bears on it.
    pub situation: Situation,
    /// The roll, with every modifier and its reason; not thrown.
    pub roll: Roll,
    /// The rows that can be hit.
    pub rows: Vec<PursuitRow>,
    /// The mean of what is lost in the pursuit.
    pub mean_lost: Fraction,
    /// That nobody is left.
    pub wiped_out: Fraction,
    /// The mean of what comes back, of these losses and of those of the battle.
    pub mean_recovered: Fraction,
    /// What a die must show to bring one back.
    pub recovery_needs: u8,
}

/// The chances of a pursuit of a force that has lost `lost_before` in the battle, in the same measure as `situation.left`.
#[must_use]
pub fn pursuit(tables: &Tables, options: Options, situation: Situation, lost_before: u16) -> PursuitOdds {
    let roll = situation.roll(tables);
    let rows: Vec<PursuitRow> = spread::rows(&tables.pursuit, roll.modifier())
        .iter()
        .map(|(row, chance)| {
            let result = &tables.pursuit.rows()[*row].result;
            let lost = pursuit::portion(options, result.losses, situation.left);
            PursuitRow { chance, result: result.result.clone(), percent: result.losses, lost }
        })
        .collect();
    let wiped = |row: &PursuitRow| if situation.left == 0 { row.percent >= 100 } else { row.lost >= situation.left };
    let needs = casualties::recovery_needs(tables, false);
    let back = spread::at_least(needs, tables.recovery.dice.sides);
    // A force wiped out recovers nothing (R23).
    let mean_recovered = rows
        .iter()
        .filter(|row| !wiped(row))
        .map(|row| row.chance * back * Fraction::whole(u128::from(row.lost) + u128::from(lost_before)))
        .sum();
    PursuitOdds {
        situation,
        roll,
        mean_lost: rows.iter().map(|row| row.chance * Fraction::whole(row.lost.into())).sum(),
        wiped_out: rows.iter().filter(|row| wiped(row)).map(|row| row.chance).sum(),
        mean_recovered,
        recovery_needs: needs,
        rows,
    }
}

/// How a withdrawal from the battle being fought would stand: units on both sides, what is left of ours in steps, and the steps lost.
/// On the board, as it stands there once both sides are set up (N08, N09); else as far as the battle has been reported.
#[must_use]
pub fn from_battle(state: &State) -> Option<(Situation, u16)> {
    let (battle, _) = state.battle()?;
    if let Some(standing) = report::standing(state).filter(|_| is_deployed(state)) {
        let lost: u16 = standing.losses.iter().map(|(_, steps)| u16::from(*steps)).sum();
        let before: u16 = standing.losses.iter().map(|(unit, _)| u16::from(state.steps(*unit))).sum();
        let report::Standing { cavalry, surrounded, ours, theirs, .. } = standing;
        return Some((Situation { cavalry, surrounded, ours, theirs, left: before.saturating_sub(lost), other: 0 }, lost));
    }
    let standing = state.standing(battle.units);
    let left = standing.iter().map(|unit| u16::from(state.steps(unit))).sum();
    let lost = battle.units.iter().map(|unit| u16::from(state.field_losses[unit.index()])).sum();
    let situation = Situation {
        cavalry: field::cavalry_standing(state),
        surrounded: false,
        ours: standing.len() as u16,
        theirs: battle.force.units(),
        left,
        other: 0,
    };
    Some((situation, lost))
}

/// Whether both sides are set up on the board.
#[must_use]
pub fn is_deployed(state: &State) -> bool {
    state.board().is_some_and(|board| !matches!(board.battle().phase, Phase::Unset | Phase::Deploying(_)))
}

/// Why nobody pursues ours once the battle on the board is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unpursued {
    /// They hold the field.
    Held,
    /// Nobody does (N11).
    HeldByNobody,
    /// Nobody of them is left.
    NobodyLeft,
}

/// Why nobody pursues ours; `None` where somebody does, or may.
#[must_use]
pub fn unpursued(state: &State) -> Option<Unpursued> {
    match report::report(state)?.field {
        report::Field::Held => Some(Unpursued::Held),
        report::Field::LeftUnpursued => Some(Unpursued::HeldByNobody),
        report::Field::Left { .. } => from_battle(state).filter(|(situation, _)| situation.left == 0).map(|_| Unpursued::NobodyLeft),
    }
}
