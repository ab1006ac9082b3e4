//! *Sequence of Play*: the turn and its phases.
//!
//! A turn is: draw new cards, rebellion, seven action rounds, supply, sieges, replacements, victory points; then the next
//! turn. In an action round the players may pass and play no card. What needs nobody's decision runs by itself.

use super::victory;
use crate::campaign::event::Event;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::state::{Phase, State};

pub(super) fn permit_pass(state: &State) -> Result<(), Refusal> {
    match state.phase() {
        Phase::Action { .. } => Ok(()),
        now => Err(Refusal::WrongPhase { now }),
    }
}

pub(super) fn resolve_pass(proceedings: &mut Proceedings<'_>) {
    let Phase::Action { round } = proceedings.state.phase() else { return };
    proceedings.note(Event::RoundPassed { round });
    end_round(proceedings, round);
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

fn end_round(proceedings: &mut Proceedings<'_>, round: u8) {
    if round < proceedings.state.pack().outline.turns.action_rounds {
        proceedings.note(Event::PhaseBegan { phase: Phase::Action { round: round + 1 } });
        return;
    }
    for phase in [Phase::Supply, Phase::Sieges, Phase::Replacements, Phase::Adjust] {
        proceedings.note(Event::PhaseBegan { phase });
    }
    victory::adjust(proceedings);
    if proceedings.state.ending().is_none() {
        let next = proceedings.state.turn() + 1;
        begin_turn(proceedings, next);
    }
}
