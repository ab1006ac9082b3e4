//! What a seat sees: the game without enemy units under the top one, what the box yields, held cards and standing orders of the other side
//! (10.0, 29.14, K15, K17, K24, K42).

use std::borrow::Cow;

use super::event::{Event, Placing};
use super::ids::{Cards, Spaces, Units};
use super::order::Order;
use super::phase::{Phase, Place};
use super::state::{State, Unseen};
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;

/// A game as a seat sees it. Enemy units that are not seen are nowhere in it ([`Place::Unknown`]) and counted in [`State::unseen`]; cards
/// that the other side holds are among those of its set.
#[derive(Clone, PartialEq, Debug)]
pub struct View(State);

impl View {
    /// What is seen.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.0
    }
}

/// Whether a seat sees what a side hides; after the end everybody does (K42).
fn sees(state: &State, seat: Option<Seat>, side: Side) -> bool {
    matches!(state.phase, Phase::Over(_)) || seat == Some(Seat::Umpire) || seat.and_then(Seat::side) == Some(side)
}

/// Enemy units that have been placed while others are still to be: set up, or recruits. They are placed in counter order, so that each would be
/// known by its turn; ours see where they are when all are placed (29.14, K42).
fn unsettled(state: &State) -> Units {
    match state.phase {
        Phase::Deploying(Side::Enemy) => state.spaces().fold(Units::EMPTY, |units, space| units.union(state.units(Side::Enemy, space))),
        Phase::Recruiting if state.play.side == Side::Enemy => state.play.arrived,
        _ => Units::EMPTY,
    }
}

/// The game without the enemy units that have been placed while others are still to be: as if they waited with those.
fn settled(state: &State) -> Cow<'_, State> {
    let units = unsettled(state);
    if units.is_empty() {
        return Cow::Borrowed(state);
    }
    let mut settled = state.clone();
    units.iter().for_each(|unit| settled.put(unit, Place::InBox));
    settled.changed = Spaces::EMPTY;
    settled.play.recruits = state.play.recruits.union(state.play.arrived);
    settled.play.arrived = Units::EMPTY;
    Cow::Owned(settled)
}

/// The enemy units that ours see: the top one of each stack, and all in a battle (K24).
#[must_use]
pub fn visible(state: &State) -> Units {
    let state = &*settled(state);
    let tops: Units = state.spaces().filter_map(|space| state.top(space)).collect();
    let fighting = state.battle.map_or(Units::EMPTY, |battle| state.units(Side::Enemy, battle.space));
    tops.union(fighting)
}

/// What a seat sees, or the public.
pub(super) fn view(state: &State, seat: Option<Seat>) -> View {
    let settled = if sees(state, seat, Side::Enemy) { Cow::Borrowed(state) } else { settled(state) };
    let mut seen = settled.clone().into_owned();
    if !sees(state, seat, Side::Enemy) {
        hide_units(&settled, &mut seen);
    }
    for side in Side::BOTH {
        if sees(state, seat, side) {
            continue;
        }
        seen.stands[side as usize] = state.options.break_off;
        let hand = &mut seen.hands[side as usize];
        if !state.options.held_face_up {
            seen.unseen.held[side as usize] = u8::try_from(hand.held.len()).unwrap_or(u8::MAX);
            hand.deck = hand.deck.union(hand.held);
            hand.held = Cards::EMPTY;
        }
        if state.play.side == side
            && let Some(card) = seen.play.drawn.take()
        {
            hand.deck.insert(card);
        }
    }
    View(seen)
}

/// Hides the enemy's units that ours do not see.
fn hide_units(state: &State, seen: &mut State) {
    let visible = visible(state);
    let numbers = state.options.hidden_numbers;
    let mut unseen = Unseen { stacks: vec![0; state.on.len()], numbers, ..Unseen::default() };
    for space in state.spaces() {
        seen.tops[space.index()] = state.top(space);
    }
    for unit in state.all(Side::Enemy).without(visible).iter() {
        let place = state.place(unit);
        let count = match place {
            Place::On(space) => {
                seen.on[space.index()].remove(unit);
                &mut unseen.stacks[space.index()]
            }
            Place::InBox if state.play.recruits.contains(unit) => &mut unseen.drawn,
            Place::InBox => &mut unseen.boxed,
            Place::Eliminated | Place::Out | Place::Away(_) | Place::Unknown => continue,
        };
        if !numbers {
            *count += 1;
        }
        seen.places[unit.index()] = Place::Unknown;
    }
    if numbers {
        unseen.stacks.clear();
    }
    seen.unseen = unseen;
    if state.play.side == Side::Enemy {
        (seen.play.recruits, seen.play.arrived) = (Units::EMPTY, Units::EMPTY);
        seen.play.moved = seen.play.moved.intersection(visible);
        seen.play.came.retain(|(unit, _)| visible.contains(*unit));
    }
}

/// What a seat, or the public, may see of an event.
pub(super) fn shown(state: &State, event: &Event, seat: Option<Seat>) -> Option<Event> {
    let hidden = |side: Side| !sees(state, seat, side);
    let numbers = state.options.hidden_numbers;
    match event {
        // Who is placed next follows from the order of the counters: where each goes would tell who it is.
        Event::Placed { side: side @ Side::Enemy, why, .. } if hidden(*side) && *why != Placing::Return => None,
        Event::Drew { side, card, roll } if hidden(*side) => {
            let card = card.filter(|card| state.pack.card(*card).is_none_or(|row| !row.hold));
            // With a card held unseen the die would tell of it.
            let tells = card.is_none() || (!state.hands[*side as usize].held.is_empty() && !state.options.held_face_up);
            Some(Event::Drew { side: *side, card, roll: roll.clone().filter(|_| !tells) })
        }
        Event::PutAside { side, card } if hidden(*side) => {
            Some(Event::PutAside { side: *side, card: card.filter(|_| state.options.held_face_up) })
        }
        Event::DrewRecruit { .. } if hidden(Side::Enemy) => Some(Event::DrewRecruit { unit: None, roll: None }),
        Event::StayedInBox { .. } if hidden(Side::Enemy) => Some(Event::StayedInBox { unit: None }),
        Event::Moved { side: side @ Side::Enemy, number, from, way, .. } if hidden(*side) => {
            let number = if numbers { 0 } else { *number };
            Some(Event::Moved { side: *side, units: None, number, from: *from, way: way.last().copied().into_iter().collect() })
        }
        Event::Stands { side, .. } if hidden(*side) => None,
        _ => Some(event.clone()),
    }
}

/// Whether an order says what a seat, or the public, may not know.
pub(super) fn hides(state: &State, order: &Order, seat: Option<Seat>) -> bool {
    match order {
        Order::Deploy { side: side @ Side::Enemy, .. }
        | Order::Place { side: side @ Side::Enemy, .. }
        | Order::Move { side: side @ Side::Enemy, .. }
        | Order::Stand { side, .. } => !sees(state, seat, *side),
        _ => false,
    }
}
