//! What a seat sees: the game without the other side's hand, face-down cards and choices that are not open yet.

use super::cards::Cards;
use super::event::Event;
use super::order::Order;
use super::state::{Phase, Pile, State};
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;

/// A game as a seat sees it. Of the other side's hand and face-down cards the numbers alone are in it, those cards being among the deck's.
#[derive(Clone, PartialEq, Debug)]
pub struct View(State);

impl View {
    /// What is seen.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.0
    }
}

/// Whether a seat sees what a side hides; after the end everybody does (N20).
fn sees(state: &State, seat: Option<Seat>, side: Side) -> bool {
    matches!(state.phase, Phase::Over(_)) || seat == Some(Seat::Umpire) || seat.and_then(Seat::side) == Some(side)
}

/// What a seat sees, or the public.
pub(super) fn view(state: &State, seat: Option<Seat>) -> View {
    let mut seen = state.clone();
    for side in Side::BOTH {
        if sees(state, seat, side) {
            continue;
        }
        let army = &mut seen.armies[side as usize];
        let mut deck = army.deck;
        for pile in army.laid.iter_mut().chain([&mut army.hand]) {
            deck = deck.and(&pile.cards);
            *pile = Pile { cards: Cards::NONE, unseen: pile.len() };
        }
        army.deck = deck;
        army.relief = army.relief.map(|_| Cards::NONE);
        (army.passes, army.weakest_falls) = (false, false);
        if let Phase::Conflict(conflict) = &mut seen.phase {
            let face_down = &mut conflict.face_down[side as usize];
            *face_down = face_down.map(|_| None);
        }
    }
    View(seen)
}

/// What a seat, or the public, may see of an event.
pub(super) fn shown(state: &State, event: &Event, seat: Option<Seat>) -> Option<Event> {
    let hidden = |side: Side| !sees(state, seat, side);
    match event {
        Event::Drew { side, .. } if hidden(*side) => Some(Event::Drew { side: *side, card: None, roll: None }),
        Event::Relieving { side, .. } if hidden(*side) => Some(Event::Relieving { side: *side, cards: None }),
        Event::Laid { side, region, .. } if hidden(*side) => Some(Event::Laid { side: *side, card: None, region: *region }),
        Event::Declared { side, face_down: true, .. } if hidden(*side) => {
            Some(Event::Declared { side: *side, card: None, face_down: true })
        }
        Event::Stands { side, .. } if hidden(*side) => None,
        _ => Some(event.clone()),
    }
}

/// Whether an order says what a seat, or the public, may not know.
pub(super) fn hides(state: &State, order: &Order, seat: Option<Seat>) -> bool {
    match order {
        Order::Relieve { side, .. } | Order::Lay { side, .. } | Order::Stand { side, .. } => !sees(state, seat, *side),
        Order::PlayTactics { side, .. } | Order::Pass(side) => state.options.tactics_at_once && !sees(state, seat, *side),
        _ => false,
    }
}
