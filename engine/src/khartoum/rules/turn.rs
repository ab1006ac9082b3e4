//! 4.0 Sequence of play: the phases of a player turn one after the other, until a side is asked or the game is over.

use super::super::event::{Event, Skip};
use super::super::pack::cards::Activation;
use super::super::phase::Phase;
use super::super::proceedings::Proceedings;
use super::super::state::State;
use super::{cards, effects, fight, movement, recruits, retreat, set_up, stacks, supply, victory};
use crate::tabletop::side::Side;

/// The side that is asked now, if the game does not go on by itself.
#[must_use]
pub fn asked(state: &State) -> Option<Side> {
    let side = state.play.side;
    match state.phase {
        Phase::Deploying(side) => set_up::next(state, side).map(|_| side),
        Phase::Drawing(side) => {
            let hand = &state.hands[side as usize];
            (!hand.deck.is_empty() || !hand.held.is_empty()).then_some(side)
        }
        Phase::Holding(side) => Some(side),
        Phase::Converting => (!effects::convertible(state).is_empty() && !effects::infantry(state).is_empty()).then_some(side),
        Phase::Summoning => (!effects::invited(state).is_empty()).then_some(side),
        Phase::Misleading => match effects::being_led(state) {
            Some((units, from, throw)) => (effects::led_to(state, from, throw, units).len() > 1).then_some(side),
            None => (state.play.misled.len() > 1 && !state.options.guides_everywhere).then_some(side),
        },
        Phase::Recruiting => recruits::is_open(&recruits::question(state)).then_some(side),
        Phase::Returning => recruits::returning(state).map(|_| side),
        Phase::Activating => state.card().is_some_and(|card| card.activate == Activation::Either).then_some(side),
        // Who has moved says when that is all: the battles follow at once, with dice.
        Phase::Moving => (!state.play.moved.is_empty() || !movement::movable(state).is_empty()).then_some(side),
        Phase::Battles => (!state.play.in_order && state.contested().len() > 1).then_some(side),
        Phase::Fighting => fight::asked(state).or_else(|| retreat::asked(state)),
        Phase::Stacking => stacks::is_asked(state).then_some(side),
        Phase::Unset | Phase::Beginning(_) | Phase::Effect | Phase::Recruits | Phase::Ending | Phase::Over(_) => None,
    }
}

/// Goes on as far as nobody has to be asked.
pub(in super::super) fn go_on(proceedings: &mut Proceedings<'_>) {
    loop {
        if matches!(proceedings.state.phase, Phase::Unset | Phase::Over(_)) {
            return;
        }
        if victory::is_sudden_death(proceedings.state) {
            return victory::sudden_death(proceedings);
        }
        if asked(proceedings.state).is_some() {
            return;
        }
        step(proceedings);
    }
}

/// Goes on as far as nobody has to be asked and the phase is the same.
pub(in super::super) fn go_on_within(proceedings: &mut Proceedings<'_>, phase: Phase) {
    while proceedings.state.phase == phase && asked(proceedings.state).is_none() && !victory::is_sudden_death(proceedings.state) {
        step(proceedings);
    }
}

/// A step of the game where nobody is asked.
fn step(proceedings: &mut Proceedings<'_>) {
    let side = proceedings.state.play.side;
    let next = match proceedings.state.phase {
        Phase::Unset | Phase::Over(_) | Phase::Holding(_) => return,
        Phase::Deploying(Side::Ours) => Phase::Deploying(Side::Enemy),
        Phase::Deploying(Side::Enemy) => {
            proceedings.note(Event::TurnBegan(1));
            Phase::Beginning(Side::Enemy)
        }
        Phase::Beginning(side) => {
            proceedings.note(Event::PlayerTurnBegan(side));
            Phase::Drawing(side)
        }
        Phase::Drawing(side) => return cards::skip(proceedings, side, Skip::NoCard),
        Phase::Effect => return effects::begin(proceedings),
        Phase::Converting | Phase::Summoning => return effects::end(proceedings),
        Phase::Misleading => return effects::go_on(proceedings),
        Phase::Recruits => return recruits::begin(proceedings),
        Phase::Recruiting => return recruits::go_on(proceedings),
        Phase::Returning if proceedings.state.play.skipped => Phase::Stacking,
        Phase::Returning => Phase::Activating,
        Phase::Activating => {
            let activation = proceedings.state.card().map_or(Activation::Either, |card| card.activate);
            proceedings.note(Event::Activated(activation));
            Phase::Moving
        }
        Phase::Moving => Phase::Battles,
        Phase::Battles => match proceedings.state.contested().first() {
            Some(space) => {
                fight::begin(proceedings, space);
                Phase::Fighting
            }
            None => Phase::Stacking,
        },
        Phase::Fighting => match proceedings.state.battle {
            Some(battle) => return fight::step(proceedings, &battle),
            None => Phase::Battles,
        },
        Phase::Stacking => {
            if side == Side::Enemy {
                proceedings.note(Event::StacksDone);
            }
            Phase::Ending
        }
        Phase::Ending => return end(proceedings, side),
    };
    proceedings.note(Event::Went(next));
}

/// The end of a player turn: attrition, the card's disposition, and who comes next (21.4, K10).
fn end(proceedings: &mut Proceedings<'_>, side: Side) {
    if side == Side::Ours && !proceedings.state.options.no_attrition {
        supply::attrition(proceedings);
        if victory::is_sudden_death(proceedings.state) {
            return victory::sudden_death(proceedings);
        }
    }
    cards::dispose(proceedings);
    if side == Side::Enemy {
        proceedings.note(Event::Went(Phase::Beginning(Side::Ours)));
    } else if proceedings.state.turn >= proceedings.state.pack.tables.turns() {
        victory::count(proceedings);
    } else {
        proceedings.note(Event::TurnBegan(proceedings.state.turn + 1));
        proceedings.note(Event::Went(Phase::Beginning(Side::Enemy)));
    }
}
