//! 5.0 and 29.1 Cards: draws, hold cards, criteria, reshuffles, where a card goes.

use super::super::event::{Event, Skip};
use super::super::ids::{CardId, Cards, SpaceId, Spaces};
use super::super::pack::cards::Criteria;
use super::super::phase::Phase;
use super::super::proceedings::Proceedings;
use super::super::roll::Purpose;
use super::super::state::State;
use super::effects;
use crate::tabletop::side::Side;

/// The cards of which one is drawn: the first set while it lasts, then the second; from the first reshuffle on both are one (K13).
#[must_use]
pub fn drawn_from(state: &State, side: Side) -> Cards {
    let hand = &state.hands[side as usize];
    let first = hand.deck.intersection(state.pack.deck.first);
    if hand.mixed || first.is_empty() { hand.deck } else { first }
}

/// Whether a side can play a card now: one that it holds, or the hold card it has just drawn (29.1).
#[must_use]
pub fn may_play(state: &State, side: Side, card: CardId) -> bool {
    match state.phase {
        Phase::Drawing(asked) => asked == side && state.hands[side as usize].held.contains(card),
        Phase::Holding(asked) => asked == side && state.play.drawn == Some(card),
        _ => false,
    }
}

/// The towns that a side occupies (K19).
#[must_use]
pub fn towns(state: &State, side: Side) -> Spaces {
    state.spaces().filter(|space| state.is_town(*space) && state.occupies(side, *space)).collect()
}

/// Whether the criteria of a card are met (29.1, K15).
#[must_use]
pub fn holds(state: &State, side: Side, card: CardId) -> bool {
    match state.pack.card(card).and_then(|row| row.criteria) {
        None => true,
        Some(Criteria::TownHeld) => !towns(state, side).is_empty(),
        Some(Criteria::GarrisonAndInfantry) => !effects::convertible(state).is_empty() && !effects::infantry(state).is_empty(),
        Some(Criteria::NativesToMislead) => state.spaces().any(|space: SpaceId| effects::may_mislead(state, space)),
    }
}

/// A side draws; a card that is no hold card is played at once.
pub(in super::super) fn draw(proceedings: &mut Proceedings<'_>, side: Side) {
    let from = drawn_from(proceedings.state, side);
    let (place, roll) = proceedings.choose(Purpose::Card(side), from.len());
    let Some(card) = from.nth(place) else { return };
    proceedings.note(Event::Drew { side, card: Some(card), roll });
    if proceedings.state.pack.card(card).is_some_and(|row| row.hold) {
        proceedings.note(Event::Went(Phase::Holding(side)));
    } else {
        play(proceedings, side, card);
    }
}

/// A side plays a card; one whose criteria are not met skips the turn (29.1, K10).
pub(in super::super) fn play(proceedings: &mut Proceedings<'_>, side: Side, card: CardId) {
    let (holds, towns) = (holds(proceedings.state, side, card), towns(proceedings.state, side));
    proceedings.note(Event::Played { side, card, holds, towns });
    if holds {
        proceedings.note(Event::Went(Phase::Effect));
    } else {
        skip(proceedings, side, Skip::Criteria);
    }
}

/// The hold card just drawn is put to one side, and the turn is skipped (29.1).
pub(in super::super) fn put_aside(proceedings: &mut Proceedings<'_>, side: Side) {
    let card = proceedings.state.play.drawn;
    proceedings.note(Event::PutAside { side, card });
    skip(proceedings, side, Skip::Held);
}

/// A player turn is skipped: the chief's return and the end are left of it (K10).
pub(in super::super) fn skip(proceedings: &mut Proceedings<'_>, side: Side, why: Skip) {
    proceedings.note(Event::Skipped { side, why });
    proceedings.note(Event::Went(Phase::Returning));
}

/// The card in play goes to the discards, or out of play.
pub(in super::super) fn dispose(proceedings: &mut Proceedings<'_>) {
    if let Some(card) = proceedings.state.play.card {
        let removed = proceedings.state.pack.card(card).is_some_and(|row| row.remove);
        proceedings.note(Event::Disposed { side: proceedings.state.play.side, card, removed });
    }
}
