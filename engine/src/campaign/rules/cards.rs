//! *Draw New Cards*; *Set Up* on cards set aside.
//!
//! The hand is filled up to seven at the start of each turn. A draw pile that is too small is drawn out first; then the
//! discard pile is shuffled and becomes the draw pile (R56). The draw pile is a set: its order is decided only as cards
//! are drawn, by a die with as many sides as it has cards, so that nothing is hidden in the position. Cards set aside for
//! a later turn are shuffled in before that turn's draw (R13: the Hicks Expedition before turn 2).

use super::{rebellion, triggers};
use crate::campaign::event::Event;
use crate::campaign::phase::Phase;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::state::State;
use crate::dice::DiceSpec;

pub(super) fn permit_draw(state: &State) -> Result<(), Refusal> {
    if state.phase() == Phase::Draw { Ok(()) } else { Err(Refusal::WrongPhase { now: state.phase() }) }
}

pub(super) fn resolve_draw(proceedings: &mut Proceedings<'_>) {
    enter_cards(proceedings);
    let hand = usize::from(proceedings.state.pack().outline.turns.hand);
    while proceedings.state.hand().len() < hand && draw_one(proceedings) {}
    triggers::ask(proceedings);
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

#[cfg(test)]
mod tests {
    use crate::campaign::seat::Seat;
    use crate::campaign::{Event, Options, Order, State};
    use crate::dice::Dice;
    use crate::game::Game;
    use crate::pack::{CardNumber, CardSet, Pack};

    /// The uprising ready for its first draw, with the draw and discard piles as given.
    fn before_the_draw(draw: &[u8], discard: &[u8]) -> State {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".into(), options: Options::default() };
        state.give(Seat::Player, &order, &mut Dice::scripted(&[])).unwrap();
        state.draw = draw.iter().copied().map(CardNumber).collect();
        state.discard = discard.iter().copied().map(CardNumber).collect();
        state
    }

    #[test]
    fn draw_new_cards_the_hand_of_the_example_of_play() {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".into(), options: Options::default() };
        state.give(Seat::Player, &order, &mut Dice::scripted(&[])).unwrap();
        // Cards 30, 33, 37, 39, 43, 47 and 50, each by its place among those left in the pile.
        let mut dice = Dice::scripted(&[3, 5, 7, 8, 11, 14, 16]);
        state.give(Seat::Player, &Order::DrawCards, &mut dice).unwrap();
        assert_eq!(dice.finish(), Ok(()));
        assert_eq!(state.hand().iter().map(|card| card.0).collect::<Vec<_>>(), [30, 33, 37, 39, 43, 47, 50]);
    }

    #[test]
    fn draw_new_cards_an_exhausted_pile_is_drawn_out_then_the_discards_are_shuffled_r56() {
        let mut state = before_the_draw(&[28, 29], &[30, 31, 32, 33, 34, 38]);
        let events = state.give(Seat::Player, &Order::DrawCards, &mut Dice::scripted(&[1, 1, 1, 1, 1, 1, 1])).unwrap();
        let shuffled = events.iter().position(|event| *event == Event::DiscardsShuffled).unwrap();
        let drawn_before = events[..shuffled].iter().filter(|event| matches!(event, Event::CardDrawn { .. })).count();
        assert_eq!(drawn_before, 2, "what is left of the pile comes first");
        assert_eq!(state.hand().len(), 7);
        assert_eq!(state.draw_pile(), CardSet::of(CardNumber(38)));
        assert!(state.discard_pile().is_empty());
    }

    #[test]
    fn draw_new_cards_with_no_card_left_anywhere_the_hand_stays_short() {
        let mut state = before_the_draw(&[28, 29], &[30]);
        state.give(Seat::Player, &Order::DrawCards, &mut Dice::scripted(&[1, 1, 1])).unwrap();
        assert_eq!(state.hand().len(), 3);
    }

    #[test]
    fn draw_new_cards_unplayed_cards_are_kept_r56() {
        let mut state = before_the_draw(&[28, 29, 30, 31, 32, 33, 34], &[]);
        state.hand = CardSet::of(CardNumber(37));
        state.give(Seat::Player, &Order::DrawCards, &mut Dice::scripted(&[1; 6])).unwrap();
        assert!(state.hand().contains(CardNumber(37)) && state.hand().len() == 7);
    }
}
