//! *Sequence of Play*, step by step: at which step the campaign stands, and the passing from one to the next.
//!
//! The chapters ask here whether it is their time; [`super::rounds`] puts them in order.

use crate::campaign::event::Event;
use crate::campaign::order::CardUse;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::round::Step;
use crate::campaign::state::State;

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

/// Whether a card is in play for this.
pub(super) fn card_is_for(state: &State, r#as: CardUse) -> bool {
    state.round().card().is_some_and(|(_, played_as)| played_as == r#as)
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
