//! *Sequence of Play*; *Using the Cards*.

use super::rule::{Rule, named};
use crate::campaign::rules::{play, rounds};
use crate::pack::{Deck, Obligation, Pack};

const SEQUENCE: &str = "Sequence of Play";
const CARDS: &str = "Using the Cards";

pub(super) fn rules(pack: &Pack) -> Vec<Rule> {
    let turns = &pack.outline.turns;
    let obliged =
        |obligation| named(pack.cards.iter().filter(|card| card.must_be_played == Some(obligation)).map(|card| card.title.as_str()));
    let dice = play::RANDOM_EVENT_DICE;
    vec![
        Rule::new(
            SEQUENCE,
            "Sequence of Play",
            "A turn has seven phases, always in this order. What needs nobody's decision the umpire does by himself.",
        )
        .also(["phases", "turn order"])
        .row("1", format!("Draw: the hand is filled up to {}", turns.hand))
        .row("2", "Rebellion: every place still ours may rise")
        .row("3", format!("{} action rounds: a card, or a pass, in each", turns.action_rounds))
        .row("4", "Supply")
        .row("5", "Sieges")
        .row("6", "Replacements are spent, or kept")
        .row("7", "Victory points are counted and triggers looked at")
        .see(["Action Rounds", "Siege Outcome", "Victory Points"]),
        Rule::new(
            SEQUENCE,
            "Draw New Cards",
            format!("The hand is filled up to {} cards. If the draw pile is too small, what it has is drawn, the discards are shuffled, and drawing goes on.", turns.hand),
        )
        .also(["hand", "draw pile"])
        .ruling(56, "cards not played are kept; an empty pile is made anew from the discards"),
        Rule::new(
            SEQUENCE,
            "Action Rounds",
            format!(
                "There are {} in a turn. In each, one card is played for its event, for Ops, or (once a turn) for replacements; or the round is passed, which plays no card and gives {} Op. Replacements end the round at once, and so does an event, unless it gives Ops, a march or passage; Ops last until the round is ended. When a card is played {dice} are thrown, and its red number brings a random event.",
                turns.action_rounds,
                rounds::OPS_FOR_A_PASS,
            ),
        )
        .also(["pass", "action phase", "random event check"])
        .ruling(43, "checked on every card, for whatever use, and never on a pass; the event first, then the card")
        .see(["Using the Cards", "Using a card for Ops", "Random Locations"]),
        Rule::new(
            CARDS,
            "Using the Cards",
            format!(
                "A card serves once, for one of three things. Its event usually takes it out of the campaign for good; Ops or replacements put it among the discards, to come again. Its Ops number says how many places it activates, or how many replacement points it gives. First in the turn, if it is in hand and can happen: {}. For nothing but its event: {}.",
                obliged(Obligation::First),
                obliged(Obligation::AsEvent),
            ),
        )
        .also(["event", "play a card", "ops number", "red number"])
        .ruling(59, format!("a card that only tells a story has no event to play: Ops or replacements{}", native_deck(pack)))
        .see(["Using a card for Ops", "Replacements", "Action Rounds"]),
    ]
}

/// Which cards are of the deck that is there from the start.
fn native_deck(pack: &Pack) -> String {
    let numbers = || pack.cards.iter().filter(|card| card.deck == Deck::Native).map(|card| card.number.0);
    match (numbers().min(), numbers().max()) {
        (Some(first), Some(last)) if usize::from(last - first) + 1 == numbers().count() => {
            format!("; {first} to {last} are the [native] deck")
        }
        _ => String::new(),
    }
}
