//! *Sequence of Play*: the turn and its phases, and what carries on by itself.
//!
//! A turn is: draw new cards, rebellion, seven action rounds, supply, sieges, replacements, victory points; then the next turn. In
//! an action round the players play a card, or pass for one Op. What needs nobody's decision runs by itself: after every order the
//! campaign is carried on until somebody has to say something.

use super::{card_events, duties, field, movement, play, rebellion, replacements, sieges, steps, supply, triggers, victory};
use crate::campaign::event::Event;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::Step;
use crate::campaign::state::State;

/// What passing a round gives (*Using the Cards*).
pub const OPS_FOR_A_PASS: u8 = 1;

pub(super) fn permit_pass(state: &State) -> Result<(), Refusal> {
    steps::permit_step(state, Step::Choose)
}

pub(super) fn resolve_pass(proceedings: &mut Proceedings<'_>) {
    let Phase::Action { round } = proceedings.state.phase() else { return };
    proceedings.note(Event::RoundPassed { round });
    proceedings.note(Event::StepBegan { step: Step::Operations });
    proceedings.note(Event::OpsGained { ops: OPS_FOR_A_PASS });
}

/// An action round can be ended when every battle has been fought and every duty done.
pub(super) fn permit_end(state: &State) -> Result<(), Refusal> {
    steps::permit_steps(state, &[Step::Operations, Step::Fighting])?;
    if !state.round().battles_to_fight().is_empty() {
        return Err(Refusal::BattlesFirst);
    }
    if duties::must_still_attack(state) {
        return Err(Refusal::MustAttack);
    }
    Ok(())
}

pub(super) fn resolve_end(proceedings: &mut Proceedings<'_>) {
    steps::end_round(proceedings);
}

/// Carries the campaign on until somebody has to decide something.
pub(super) fn advance(proceedings: &mut Proceedings<'_>) {
    while proceedings.state.decision().is_none() && proceedings.state.ending().is_none() && step(proceedings) {}
}

/// Does what comes next by itself; false when an order is awaited.
fn step(proceedings: &mut Proceedings<'_>) -> bool {
    if proceedings.state.battle().is_some() {
        return field::advance(proceedings);
    }
    match proceedings.state.phase() {
        Phase::SetUp | Phase::Draw => false,
        Phase::Rebellion => rebellion::advance(proceedings),
        Phase::Action { .. } => match proceedings.state.round().step() {
            Step::Choose | Step::Operations => false,
            Step::RandomEvent { .. } => {
                play::begin_card(proceedings);
                true
            }
            Step::CardEvent { effect } => {
                card_events::advance(proceedings, effect);
                true
            }
            Step::Fighting => {
                if proceedings.state.round().battles_to_fight().is_empty() && !movement::victors_may_go_on(proceedings.state) {
                    steps::end_round(proceedings);
                    return true;
                }
                false
            }
        },
        Phase::Supply => {
            supply::resolve(proceedings);
            proceedings.note(Event::PhaseBegan { phase: Phase::Sieges });
            sieges::begin(proceedings);
            true
        }
        Phase::Sieges => {
            if sieges::advance(proceedings) {
                return true;
            }
            proceedings.note(Event::PhaseBegan { phase: Phase::Replacements });
            true
        }
        Phase::Replacements => {
            if !proceedings.state.replacements_done && replacements::anything_to_do(proceedings.state) {
                return false;
            }
            proceedings.note(Event::PhaseBegan { phase: Phase::Adjust });
            true
        }
        Phase::Adjust => {
            if proceedings.state.adjusted {
                let next = proceedings.state.turn() + 1;
                steps::begin_turn(proceedings, next);
            } else {
                victory::adjust(proceedings);
                if proceedings.state.ending().is_none() {
                    triggers::fire(proceedings);
                }
            }
            true
        }
    }
}

#[cfg(test)]
mod tests;
