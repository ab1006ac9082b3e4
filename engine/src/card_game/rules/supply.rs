//! Logistics and Relief: hands are filled, cards exchanged.

use crate::card_game::cards::Cards;
use crate::card_game::event::Event;
use crate::card_game::order::Order;
use crate::card_game::proceedings::Proceedings;
use crate::card_game::refusal::Refusal;
use crate::card_game::roll::Purpose;
use crate::card_game::state::State;
use crate::tabletop::side::Side;

/// Draws so many cards; the discards are shuffled when the deck runs out, and with neither nothing is drawn (C18).
pub(in crate::card_game) fn draw(proceedings: &mut Proceedings<'_>, side: Side, count: u8) {
    for _ in 0..count {
        let army = proceedings.state.army(side);
        if army.deck.is_empty() {
            if army.discards.is_empty() {
                return;
            }
            proceedings.note(Event::Shuffled(side));
        }
        let deck = proceedings.state.army(side).deck;
        let (place, roll) = proceedings.choose(Purpose::Card(side), deck.len());
        let card = deck.iter().nth(place);
        proceedings.note(Event::Drew { side, card, roll });
    }
}

/// Logistics: a side fills its hand (C01).
pub(in crate::card_game) fn fill(proceedings: &mut Proceedings<'_>, side: Side) {
    let hand = proceedings.state.army(side).hand.len();
    draw(proceedings, side, proceedings.state.pack.tables.hand.saturating_sub(hand));
}

/// Relief: what both have chosen goes to the discards before the replacements are drawn (C01).
pub(in crate::card_game) fn exchange(proceedings: &mut Proceedings<'_>) {
    let chosen = [Side::Ours, Side::Enemy].map(|side| (side, proceedings.state.army(side).relief.unwrap_or_default()));
    for (side, cards) in chosen {
        proceedings.note(Event::Discarded { side, cards });
    }
    for (side, cards) in chosen {
        draw(proceedings, side, cards.len());
    }
}

/// Whether a side may exchange these cards.
pub(in crate::card_game) fn may_exchange(state: &State, side: Side, cards: &Cards) -> Result<(), Refusal> {
    let army = state.army(side);
    if army.relief.is_some() {
        return Err(Refusal::NotNow);
    }
    if cards.len() > state.pack.tables.exchanged {
        return Err(Refusal::TooMany);
    }
    army.hand.cards.has(cards).then_some(()).ok_or(Refusal::NoCard)
}

/// Every choice that a side has in Relief, none first.
pub(in crate::card_game) fn exchanges(state: &State, side: Side, orders: &mut Vec<Order>) {
    let held: Vec<_> = state.army(side).hand.cards.each().collect();
    let mut choices = vec![Cards::NONE];
    for (card, count) in held {
        for place in 0..choices.len() {
            let mut more = choices[place];
            for _ in 0..count.min(state.pack.tables.exchanged.saturating_sub(choices[place].len())) {
                more.add(card, 1);
                choices.push(more);
            }
        }
    }
    orders.extend(choices.into_iter().map(|cards| Order::Relieve { side, cards }));
}
