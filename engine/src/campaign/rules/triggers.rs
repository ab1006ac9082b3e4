//! *Event Triggers*.
//!
//! Each fires once, in the printed order, when victory points have been adjusted; what one makes true counts at once for the others
//! (R26). A card that comes to the hand comes for another,
//! which goes back into the draw pile; with an empty hand it waits for the next draw (R50). A recalled leader takes along each unit that
//! came with him for which a die says so.

use crate::campaign::decision::Decision;
use crate::campaign::event::{CardPlace, Event};
use crate::campaign::mended::Mended;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::state::State;
use crate::pack::{CardNumber, CardSet, Condition, Leader, Pile, Trigger, UnitSet};

/// Fires every trigger whose time has come.
pub(super) fn fire(proceedings: &mut Proceedings<'_>) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    // Each that fires may make those before it true; before that was mended they waited for the next phase.
    let passes = if proceedings.state.reads(Mended::TriggersAtOnce) { pack.triggers.len() } else { 1 };
    for _ in 0..passes {
        let mut fired = false;
        for (index, trigger) in pack.triggers.iter().enumerate() {
            if !proceedings.state.trigger_fired(index) && holds(proceedings.state, &trigger.when) {
                proceedings.note(Event::TriggerFired { key: trigger.key.clone() });
                follow(proceedings, trigger);
                fired = true;
            }
        }
        if !fired {
            break;
        }
    }
}

/// Whether a condition holds.
#[must_use]
pub fn holds(state: &State, condition: &Condition) -> bool {
    match condition {
        Condition::Any { any } => any.iter().any(|part| holds(state, part)),
        Condition::All { all } => all.iter().all(|part| holds(state, part)),
        Condition::PointsAtLeast { points_at_least } => state.victory_points() >= *points_at_least,
        Condition::PointsAtMost { points_at_most } => state.victory_points() <= *points_at_most,
        Condition::IslandLost { island_lost, except } => {
            let but = except.map_or(crate::pack::LocationSet::EMPTY, crate::pack::LocationSet::of);
            state.pack().map.island(*island_lost).locations.without(but).is_within(state.enemy_held())
        }
        Condition::Besieged { besieged } => state.besieged().contains(*besieged),
        Condition::Fired { fired } => {
            state.pack().triggers.iter().position(|trigger| trigger.key == *fired).is_some_and(|index| state.trigger_fired(index))
        }
        Condition::CardPlayed { card_played } => state.played_events.contains(*card_played),
    }
}

/// Whether the Rebellion phase is skipped from now on (R26).
#[must_use]
pub fn rebellion_is_over(state: &State) -> bool {
    state.pack().triggers.iter().enumerate().any(|(index, trigger)| trigger.consequence.skip_rebellion && state.trigger_fired(index))
}

fn follow(proceedings: &mut Proceedings<'_>, trigger: &Trigger) {
    let then = &trigger.consequence;
    let cards: CardSet = then.cards_enter.iter().copied().filter(|card| is_set_aside(proceedings.state, *card)).collect();
    if !cards.is_empty() {
        proceedings.note(Event::CardsEntered { cards });
    }
    if then.recall == Some(Leader::FieldForce) && proceedings.state.field_force().present {
        recall_field_force(proceedings);
    }
    if let Some(card) = then.exchange_for
        && can_come(proceedings.state, card)
    {
        proceedings.note(Event::ExchangeOwed { card });
        ask(proceedings);
    }
}

/// Whether a card is in no pile: it waits for its trigger.
fn is_set_aside(state: &State, card: CardNumber) -> bool {
    ![state.draw_pile(), state.hand(), state.discard_pile(), state.removed_cards()].iter().any(|pile| pile.contains(card))
}

/// Whether a card can come to the hand: it is neither there nor gone for good.
fn can_come(state: &State, card: CardNumber) -> bool {
    !state.hand().contains(card) && !state.removed_cards().contains(card)
}

/// Asks for each card that is owed, as soon as there is one to give for it.
pub(super) fn ask(proceedings: &mut Proceedings<'_>) {
    for card in proceedings.state.cards_owed().iter() {
        if !can_come(proceedings.state, card) {
            proceedings.note(Event::ExchangeSettled { card });
        } else if !proceedings.state.hand().is_empty() && !is_asked(proceedings.state, card) {
            let may_decline = proceedings
                .state
                .pack()
                .triggers
                .iter()
                .any(|trigger| trigger.consequence.exchange_for == Some(card) && trigger.consequence.may_decline);
            proceedings.note(Event::DecisionPut { decision: Decision::ExchangeFor { card, may_decline } });
        }
    }
}

fn is_asked(state: &State, card: CardNumber) -> bool {
    state.decisions.iter().any(|decision| matches!(decision, Decision::ExchangeFor { card: asked, .. } if *asked == card))
}

fn recall_field_force(proceedings: &mut Proceedings<'_>) {
    let Some(chance) = proceedings.state.pack().leaders.field_force.as_ref().map(|leader| leader.recalled) else { return };
    let mut goes = UnitSet::EMPTY;
    for unit in proceedings.state.field_force().units.iter() {
        let roll = Roll::new(Purpose::Recall(unit), chance.dice).needing(chance.needs);
        let roll = proceedings.dice.throw(roll, chance.dice.count);
        let gone = roll.succeeds();
        if gone {
            goes.insert(unit);
        }
        proceedings.note(Event::RecallRolled { unit, roll, goes: gone });
    }
    if !goes.is_empty() {
        proceedings.note(Event::UnitsRecalled { units: goes });
    }
    proceedings.note(Event::LeaderRecalled { leader: Leader::FieldForce });
}

// Exchanges of cards: by triggers, and by random events 46 and 65.

pub(super) fn permit_give(state: &State, card: CardNumber) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::ExchangeCard { .. } | Decision::ExchangeFor { .. }) => {
            if state.has_in_hand(card) {
                Ok(())
            } else {
                Err(Refusal::NotInHand(card))
            }
        }
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_give(proceedings: &mut Proceedings<'_>, given: CardNumber) {
    match proceedings.state.decision().copied() {
        Some(Decision::ExchangeFor { card, .. }) => {
            proceedings.note(Event::DecisionMade);
            proceedings.note(Event::CardMoved { card: given, to: CardPlace::Draw });
            proceedings.note(Event::CardMoved { card, to: CardPlace::Hand });
            proceedings.note(Event::ExchangeSettled { card });
        }
        Some(Decision::ExchangeCard { pile }) => {
            proceedings.note(Event::DecisionMade);
            proceedings.note(Event::DecisionPut { decision: Decision::TakeCard { given, pile } });
        }
        _ => {}
    }
}

/// The cards that can be taken from a pile by random events 46 and 65: not the one being played.
#[must_use]
pub fn on_offer(state: &State, pile: Pile) -> CardSet {
    let cards = state.pile(pile);
    state.round().card().map_or(cards, |(in_play, _)| cards.without(CardSet::of(in_play)))
}

pub(super) fn permit_take(state: &State, card: CardNumber) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::TakeCard { pile, .. }) if card.index() < CardSet::CAPACITY && on_offer(state, *pile).contains(card) => Ok(()),
        Some(Decision::TakeCard { .. }) => Err(Refusal::NotAChoice),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_take(proceedings: &mut Proceedings<'_>, card: CardNumber) {
    let Some(Decision::TakeCard { given, pile }) = proceedings.state.decision().copied() else { return };
    let to = match pile {
        Pile::Draw => CardPlace::Draw,
        Pile::Discard => CardPlace::Discard,
    };
    proceedings.note(Event::DecisionMade);
    proceedings.note(Event::CardMoved { card: given, to });
    proceedings.note(Event::CardMoved { card, to: CardPlace::Hand });
}

/// What may be declined: exchanges by random events, marines, raiders.
pub(super) fn permit_decline(state: &State) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::ExchangeFor { may_decline: true, .. } | Decision::ExchangeCard { .. } | Decision::RaidGarrison { .. }) => Ok(()),
        Some(_) => Err(Refusal::CannotDecline),
        None => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_decline(proceedings: &mut Proceedings<'_>) {
    let decision = proceedings.state.decision().copied();
    proceedings.note(Event::DecisionMade);
    if let Some(Decision::ExchangeFor { card, .. }) = decision {
        proceedings.note(Event::ExchangeSettled { card });
    }
}

#[cfg(test)]
mod tests;
