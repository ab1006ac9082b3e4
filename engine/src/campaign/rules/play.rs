//! *Using the Cards*: a card for its event, for Ops or for replacements; the check for a random event; cards that must be played.
//!
//! When a card is played, two dice say whether a random event happens (R43): it comes first, then the card. A card played for its
//! event may leave the campaign; every other goes to the discard pile. One card a turn may be played for replacements, at a cost in
//! victory points. Cards whose event is only a story serve for Ops or replacements alone (R59). The Hicks Expedition must be the
//! first card played while it is in hand, and Kitchener is played for nothing but his event; either only while the event can happen.

use super::{card_events, duties, random_events, steps, victory};
use crate::campaign::decision::Decision;
use crate::campaign::event::{Event, LedgerReason};
use crate::campaign::order::CardUse;
use crate::campaign::proceedings::Proceedings;
use crate::campaign::refusal::Refusal;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::round::Step;
use crate::campaign::state::State;
use crate::dice::DiceSpec;
use crate::pack::{Card, CardNumber, Deck, Nation, Obligation, ReplacementPoints};

/// The dice that check for a random event, and that name it.
pub(in crate::campaign) const RANDOM_EVENT_DICE: DiceSpec = DiceSpec { count: 2, sides: 6 };

/// How many falls of the dice, of all there are, bring a random event when a card is played.
#[must_use]
pub fn random_event_falls(card: &Card) -> (u32, u32) {
    let DiceSpec { sides, .. } = RANDOM_EVENT_DICE;
    let faces = || 1..=u32::from(sides);
    let bring = faces().flat_map(|first| faces().map(move |second| first + second)).filter(|sum| *sum == u32::from(card.random_event));
    (bring.count() as u32, u32::from(sides).pow(RANDOM_EVENT_DICE.count.into()))
}

/// The card in hand that has to be played before all others, if its event can happen.
#[must_use]
pub fn must_be_first(state: &State) -> Option<CardNumber> {
    state.hand().iter().find(|number| {
        state
            .pack()
            .card(*number)
            .is_some_and(|card| card.must_be_played == Some(Obligation::First) && card_events::is_possible(state, card))
    })
}

pub(super) fn permit(state: &State, number: CardNumber, r#as: CardUse) -> Result<(), Refusal> {
    steps::permit_step(state, Step::Choose)?;
    if !state.has_in_hand(number) {
        return Err(Refusal::NotInHand(number));
    }
    let Some(card) = state.pack().card(number) else { return Err(Refusal::NotInHand(number)) };
    if let Some(first) = must_be_first(state)
        && first != number
    {
        return Err(Refusal::CardFirst(first));
    }
    // Whether the event can happen matters to few cards unless it is what they are played for.
    let possible = (r#as == CardUse::Event || card.must_be_played.is_some()) && card_events::is_possible(state, card);
    let obliged = card.must_be_played.is_some() && possible;
    if obliged && r#as != CardUse::Event {
        return Err(Refusal::OnlyAsEvent(number));
    }
    match r#as {
        CardUse::Event if card.effects.is_empty() => Err(Refusal::OnlyAStory(number)),
        CardUse::Event if !possible => Err(Refusal::EventImpossible(number)),
        CardUse::Ops if state.round().no_ops => Err(Refusal::NoOpsThisRound),
        CardUse::Replacements if state.replacement_card => Err(Refusal::ReplacementsPlayed),
        CardUse::Event | CardUse::Replacements if duties::expedition_must_march_now(state) && !obliged => Err(Refusal::ExpeditionMustMarch),
        CardUse::Event | CardUse::Ops | CardUse::Replacements => Ok(()),
    }
}

pub(super) fn resolve(proceedings: &mut Proceedings<'_>, number: CardNumber, r#as: CardUse) {
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let Some(card) = pack.card(number) else { return };
    let roll = proceedings.dice.throw(Roll::new(Purpose::RandomEventCheck(number), RANDOM_EVENT_DICE), RANDOM_EVENT_DICE.count);
    let happens = roll.total() == i16::from(card.random_event);
    proceedings.note(Event::RandomEventChecked { card: number, roll, happens });
    proceedings.note(Event::CardPlayed { card: number, r#as, leaves_campaign: r#as == CardUse::Event && card.leaves_campaign });
    if r#as == CardUse::Replacements {
        victory::enter(proceedings, LedgerReason::ReplacementsCard(number), pack.outline.victory.replacements_card);
    }
    if happens {
        let roll = proceedings.dice.throw(Roll::new(Purpose::RandomEvent, RANDOM_EVENT_DICE), RANDOM_EVENT_DICE.count);
        let event = roll.faces.iter().fold(0, |number, face| number * 10 + face);
        proceedings.note(Event::RandomEventRolled { roll, number: event });
        random_events::happen(proceedings, event);
    } else {
        begin_card(proceedings);
    }
}

/// The random event, if any, is over: the card itself.
pub(super) fn begin_card(proceedings: &mut Proceedings<'_>) {
    let Some((number, r#as)) = proceedings.state.round().card() else { return };
    let pack = std::sync::Arc::clone(proceedings.state.pack());
    let Some(card) = pack.card(number) else { return };
    match r#as {
        CardUse::Event => proceedings.note(Event::StepBegan { step: Step::CardEvent { effect: 0 } }),
        CardUse::Ops => {
            proceedings.note(Event::StepBegan { step: Step::Operations });
            let ops = ops_of(proceedings.state, card);
            proceedings.note(Event::OpsGained { ops });
            if proceedings.state.round().must_attack && !duties::attack_is_possible(proceedings.state) {
                proceedings.note(Event::AttackMade);
            }
        }
        CardUse::Replacements => {
            // The points are those of the deck the card is from.
            let points = match card.deck {
                Deck::Native => ReplacementPoints { native: card.ops, ..ReplacementPoints::default() },
                Deck::Allied => ReplacementPoints { allied: card.ops, ..ReplacementPoints::default() },
            };
            proceedings.note(Event::ReplacementsGained { points });
            steps::end_round(proceedings);
        }
    }
}

/// The Ops of a card played now, after random events (31, 34, 54); never less than 0.
#[must_use]
pub fn ops_of(state: &State, card: &Card) -> u8 {
    card.ops.saturating_add_signed(state.round().ops_add)
}

pub(super) fn permit_nation(state: &State) -> Result<(), Refusal> {
    match state.decision() {
        Some(Decision::Replacements { .. }) => Ok(()),
        _ => Err(Refusal::NotAsked),
    }
}

pub(super) fn resolve_nation(proceedings: &mut Proceedings<'_>, nation: Nation) {
    let Some(Decision::Replacements { points }) = proceedings.state.decision().copied() else { return };
    proceedings.note(Event::DecisionMade);
    let points = match nation {
        Nation::Native => ReplacementPoints { native: points, ..ReplacementPoints::default() },
        Nation::Allied => ReplacementPoints { allied: points, ..ReplacementPoints::default() },
    };
    proceedings.note(Event::ReplacementsGained { points });
}

#[cfg(test)]
mod tests;
