//! *Using the Cards*, and the end of an action round.

use engine::campaign::rulebook;
use engine::campaign::rules::play as rule;
use engine::campaign::rules::rounds::OPS_FOR_A_PASS;
use engine::campaign::{CardUse, State, Step};
use engine::pack::{Card, CardNumber};

use crate::model::orders::{Called, called};
use crate::words;

pub(super) fn play(state: &State, number: CardNumber, r#as: CardUse) -> Called {
    let Some(card) = state.pack().card(number) else { return called(format!("Card {}", number.0), "") };
    let (falls, all) = rule::random_event_falls(card);
    let event = format!("random event on {}: {falls} in {all}", card.random_event);
    match r#as {
        CardUse::Event => {
            let gone = card.leaves_campaign.then_some("the card leaves the campaign");
            let told = gone.map_or_else(String::new, |gone| format!(" · {gone}"));
            let named = called(format!("{} {}: event", number.0, card.title), format!("{}{told}", words::cut(&card.text, 66)));
            Called { above_all: gone, ..named }
        }
        CardUse::Ops => {
            let ops = ops(state, card);
            called(format!("{} {}: {ops} {}", number.0, card.title, if ops == 1 { "Op" } else { "Ops" }), event)
        }
        CardUse::Replacements => {
            let cost = state.pack().outline.victory.replacements_card;
            let points = if card.ops == 1 { "replacement" } else { "replacements" };
            called(format!("{} {}: {} {points}", number.0, card.title, card.ops), format!("{cost:+} victory points · {event}"))
        }
    }
}

/// The Ops of a card, as it would be played now: what earlier random events have in store for it is taken over when it is played.
pub(super) fn ops(state: &State, card: &Card) -> u8 {
    match state.round().step() {
        Step::Choose => card.ops.saturating_add_signed(rulebook::in_store(state).next_ops),
        _ => rule::ops_of(state, card),
    }
}

pub(super) fn pass() -> Called {
    called(format!("Pass: {OPS_FOR_A_PASS} {}", if OPS_FOR_A_PASS == 1 { "Op" } else { "Ops" }), "no card is played this round")
}

pub(super) fn end_round(state: &State) -> Called {
    let left = match state.round().ops() {
        0 => "no Ops are left".to_owned(),
        ops => format!("{} unspent", words::count(ops.into(), "Op is", "Ops are")),
    };
    called("End the round", left)
}
