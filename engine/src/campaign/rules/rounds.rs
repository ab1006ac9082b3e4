//! *Sequence of Play*: the turn and its phases, and what carries on by itself.
//!
//! A turn is: draw new cards, rebellion, seven action rounds, supply, sieges, replacements, victory points; then the next turn. In
//! an action round the players play a card, or pass for one Op. What needs nobody's decision runs by itself: after every order the
//! campaign is carried on until somebody has to say something.

use super::{card_events, field, movement, play, replacements, sieges, supply, triggers, victory};
use crate::campaign::event::Event;
use crate::campaign::leaders::GordonPlace;
use crate::campaign::order::CardUse;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::Step;
use crate::campaign::state::{Phase, State};

/// What passing a round gives (*Using the Cards*).
pub(in crate::campaign) const OPS_FOR_A_PASS: u8 = 1;

/// Whether it is an action round, and at one of these steps.
pub(super) fn permit_steps(state: &State, steps: &[Step]) -> Result<(), Refusal> {
    match state.phase() {
        Phase::Action { .. } if steps.contains(&state.round().step()) => Ok(()),
        Phase::Action { .. } => Err(Refusal::WrongStep { now: state.round().step() }),
        now => Err(Refusal::WrongPhase { now }),
    }
}

/// Whether it is an action round, and at this step.
pub(super) fn permit_step(state: &State, step: Step) -> Result<(), Refusal> {
    permit_steps(state, &[step])
}

pub(super) fn permit_pass(state: &State) -> Result<(), Refusal> {
    permit_step(state, Step::Choose)
}

pub(super) fn resolve_pass(proceedings: &mut Proceedings<'_>) {
    let Phase::Action { round } = proceedings.state.phase() else { return };
    proceedings.note(Event::RoundPassed { round });
    proceedings.note(Event::StepBegan { step: Step::Operations });
    proceedings.note(Event::OpsGained { ops: OPS_FOR_A_PASS });
}

/// An action round can be ended when every battle has been fought and every duty done.
pub(super) fn permit_end(state: &State) -> Result<(), Refusal> {
    permit_steps(state, &[Step::Operations, Step::Fighting])?;
    if !state.round().battles_to_fight().is_empty() {
        return Err(Refusal::BattlesFirst);
    }
    if movement::must_still_attack(state) {
        return Err(Refusal::MustAttack);
    }
    Ok(())
}

pub(super) fn resolve_end(proceedings: &mut Proceedings<'_>) {
    end_round(proceedings);
}

/// The turn begins with the draw of cards.
pub(super) fn begin_turn(proceedings: &mut Proceedings<'_>, turn: u8) {
    proceedings.note(Event::TurnBegan { turn });
    proceedings.note(Event::PhaseBegan { phase: Phase::Draw });
}

/// The rebellion has been rolled for: the first action round begins.
pub(super) fn begin_action_rounds(proceedings: &mut Proceedings<'_>) {
    proceedings.note(Event::PhaseBegan { phase: Phase::Action { round: 1 } });
}

/// Ends an action round; after the last comes the Supply phase.
pub(super) fn end_round(proceedings: &mut Proceedings<'_>) {
    let Phase::Action { round } = proceedings.state.phase() else { return };
    let next =
        if round < proceedings.state.pack().outline.turns.action_rounds { Phase::Action { round: round + 1 } } else { Phase::Supply };
    proceedings.note(Event::PhaseBegan { phase: next });
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
        Phase::Rebellion => super::rebellion::advance(proceedings),
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
                    end_round(proceedings);
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
                begin_turn(proceedings, next);
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

/// Whether a card is in play for this.
pub(super) fn card_is_for(state: &State, r#as: CardUse) -> bool {
    state.round().card().is_some_and(|(_, played_as)| played_as == r#as)
}

/// Whether Gordon is at a place.
pub(super) fn gordon_is_at(state: &State, at: crate::pack::LocationId) -> bool {
    state.gordon().place == GordonPlace::At(at)
}

#[cfg(test)]
#[path = "rounds_tests.rs"]
mod tests;
