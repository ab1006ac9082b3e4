//! *Draw New Cards*; *Set Up* on cards set aside.
//!
//! The hand is filled up to seven at the start of each turn. A draw pile that is too small is drawn out first; then the
//! discard pile is shuffled and becomes the draw pile (R56). The draw pile is a set: its order is decided only as cards
//! are drawn, by a die with as many sides as it has cards, so that nothing is hidden in the position. Cards set aside for
//! a later turn are shuffled in before that turn's draw (R13: the Hicks Expedition before turn 2).

use super::rebellion;
use crate::campaign::event::Event;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::state::{Phase, State};
use crate::pack::DiceSpec;

pub(super) fn permit_draw(state: &State) -> Result<(), Refusal> {
    if state.phase() == Phase::Draw { Ok(()) } else { Err(Refusal::WrongPhase { now: state.phase() }) }
}

pub(super) fn resolve_draw(proceedings: &mut Proceedings<'_>) {
    enter_cards(proceedings);
    let hand = usize::from(proceedings.state.pack().outline.turns.hand);
    while proceedings.state.hand().len() < hand && draw_one(proceedings) {}
    rebellion::begin(proceedings);
}

/// Cards set aside until this turn join the draw pile.
fn enter_cards(proceedings: &mut Proceedings<'_>) {
    let turn = proceedings.state.turn();
    let Some(scenario) = proceedings.state.scenario() else { return };
    let due: Vec<_> = scenario.entering.iter().filter(|entering| entering.turn <= turn).map(|entering| entering.cards).collect();
    for cards in due {
        let cards = cards.without(proceedings.state.entered);
        if !cards.is_empty() {
            proceedings.note(Event::CardsEntered { cards });
        }
    }
}

/// Draws a card at random; false when neither pile has one.
fn draw_one(proceedings: &mut Proceedings<'_>) -> bool {
    if proceedings.state.draw_pile().is_empty() {
        if proceedings.state.discard_pile().is_empty() {
            return false;
        }
        proceedings.note(Event::DiscardsShuffled);
    }
    let pile = proceedings.state.draw_pile();
    let dice = DiceSpec { count: 1, sides: pile.len() as u8 };
    let roll = proceedings.dice.throw(Roll::new(Purpose::CardDrawn, dice), 1);
    let Some(card) = pile.nth(roll.sum() as usize - 1) else { return false };
    proceedings.note(Event::CardDrawn { card, roll });
    true
}
