//! How a battle goes when nobody fights it on a table: a simple model, stated here.
//!
//! Each side's weight is the sum of its units. Ours, by the share of its steps left: British infantry 3, British horse 3, British
//! batteries 5; other units of good quality 2; other infantry and horse 1.5; other batteries 3. Theirs: foot 0.5, horse 0.7, rifles 0.8, a gun 2, a machine gun
//! 2.5. The type of battle multiplies ours: surprised 0.6, ambushed 0.7, probed 0.9, met 1, against a defence or walls 0.85, our own
//! surprise 1.4; and who storms our walls doubles us. A throw of two dice then moves the odds by up to two to one either way, and we
//! hold the field if our weight is still the greater. The side that holds loses a tenth to a third of its steps, the other a third to
//! two thirds, the more the closer it was.

use engine::campaign::rules::field::cavalry_standing;
use engine::campaign::{BattleKind, FieldBattle, Odds, Order, State};
use engine::pack::{Arm, BattleType, Nation, UnitId};

use crate::random::Random;

/// The weight of one of our units at full strength.
#[must_use]
pub fn weight(state: &State, unit: UnitId) -> f64 {
    let kind = state.pack().roster.kind_of(unit);
    match (kind.nation, kind.arm) {
        (Nation::Allied, Arm::Artillery | Arm::MachineGuns) => 5.0,
        (Nation::Allied, _) => 3.0,
        (Nation::Native, Arm::Artillery | Arm::MachineGuns) => 3.0,
        (Nation::Native, _) if kind.quality.contains("good") => 2.0,
        (Nation::Native, _) => 1.5,
    }
}

/// The weight of units as they are.
#[must_use]
pub fn our_weight(state: &State, units: impl Iterator<Item = UnitId>) -> f64 {
    units.map(|unit| weight(state, unit) * f64::from(state.steps(unit)) / f64::from(state.options().steps.max(1))).sum()
}

/// The weight of the enemy.
#[must_use]
pub fn their_weight(battle: &FieldBattle) -> f64 {
    let force = &battle.force;
    f64::from(force.foot) * 0.5
        + f64::from(force.horse) * 0.7
        + f64::from(force.rifles) * 0.8
        + f64::from(force.artillery) * 2.0
        + f64::from(force.machine_guns) * 2.5
}

fn of_the_type(battle: &FieldBattle) -> f64 {
    let by_type = match battle.battle.battle_type {
        Some(BattleType::EnemySurpriseAttack) => 0.6,
        Some(BattleType::Ambush) => 0.7,
        Some(BattleType::ProbingAttack) => 0.9,
        Some(BattleType::Encounter) => 1.0,
        Some(BattleType::OurSurpriseAttack) => 1.4,
        Some(BattleType::Defense) | None => 0.85,
    };
    if battle.kind == BattleKind::Storm { 2.0 } else { by_type }
}

/// What is reported of a battle: losses by unit in steps, and whether the field was held.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// What each unit lost.
    pub losses: Vec<(UnitId, u8)>,
    /// Whether ours held the field.
    pub held: bool,
    /// How far ours were outnumbered when they left it.
    pub odds: Odds,
}

/// Fights a battle by the model.
#[must_use]
pub fn fight(state: &State, battle: &FieldBattle, random: &mut Random) -> Report {
    let dice = random.below(6) + random.below(6) + 2;
    // From a half at 2 to twice at 12.
    let fortune = 2_f64.powf((dice as f64 - 7.0) / 5.0);
    let ours = our_weight(state, battle.units.iter()) * of_the_type(battle) * fortune;
    let theirs = their_weight(battle).max(0.1);
    let held = ours >= theirs;
    let closeness = (ours.min(theirs) / ours.max(theirs).max(0.1)).clamp(0.0, 1.0);
    let share = if held { 0.1 + 0.23 * closeness } else { 0.33 + 0.33 * (1.0 - closeness) };
    let mut losses = Vec::new();
    let mut left = 0_u32;
    for unit in battle.units.iter() {
        let steps = state.steps(unit);
        let exact = f64::from(steps) * share;
        // A part of a step is lost as often as it says.
        let more = random.below(1_000) < ((exact - exact.floor()) * 1_000.0) as usize;
        let lost = (exact.floor() as u8 + u8::from(more)).min(steps);
        if lost > 0 {
            losses.push((unit, lost));
        }
        left += u32::from(steps - lost);
    }
    let odds = odds(battle.units.len() as u16, battle.force.units());
    Report { losses, held: held && left > 0, odds }
}

/// How far so many units of ours are outnumbered ("Pursuit": by more than two or three to one, not by just so many).
const fn odds(ours: u16, theirs: u16) -> Odds {
    if theirs > 3 * ours {
        Odds::OverThreeToOne
    } else if theirs > 2 * ours {
        Odds::OverTwoToOne
    } else {
        Odds::Even
    }
}

/// The next order of a report: each unit's losses, then who held the field. Nothing unless a battle is being fought.
#[must_use]
pub fn next_order(state: &State, report: &Report, reported: usize) -> Option<Order> {
    let (battle, _) = state.battle()?;
    if let Some((unit, steps)) = report.losses.get(reported) {
        return Some(Order::ReportLoss { unit: *unit, steps: *steps });
    }
    Some(if report.held && !state.standing(battle.units).is_empty() {
        Order::HoldField
    } else {
        Order::Withdraw { cavalry: cavalry_standing(state), surrounded: false, odds: report.odds }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_force_is_outnumbered_by_more_than_two_or_three_to_one_and_not_by_just_so_many() {
        let told = [(3, 6), (3, 7), (2, 6), (2, 7), (0, 1)].map(|(ours, theirs)| odds(ours, theirs));
        assert_eq!(told, [Odds::Even, Odds::OverTwoToOne, Odds::OverTwoToOne, Odds::OverThreeToOne, Odds::OverThreeToOne]);
    }
}
