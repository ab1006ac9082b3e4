//! What the rules of the card game say, heading by heading, and what its cards do; and how a game reads them where both readings play well.

use engine::card_game::options::{Like, Options, WipedOut};
use engine::card_game::pack::{Card, CardPack};
use engine::card_game::state::State;
use engine::game::Game as _;
use engine::tabletop::side::Side;

use crate::despatches::cards::board::footer;
use crate::despatches::cards::names;
use crate::despatches::paragraphs;
use crate::model::despatch::Despatch;
use crate::words;

fn cards(pack: &CardPack) -> impl Iterator<Item = (Side, &Card)> {
    Side::BOTH.into_iter().flat_map(|side| pack.deck(side).iter().map(move |card| (side, card)))
}

/// Headings and cards that what was typed may mean.
#[must_use]
pub fn completions<'a>(pack: &'a CardPack, typed: &str) -> Vec<&'a str> {
    let mut all: Vec<&str> = pack.rulebook.iter().map(|paragraph| paragraph.heading.as_str()).collect();
    for (_, card) in cards(pack) {
        if !all.contains(&card.name.as_str()) {
            all.push(&card.name);
        }
    }
    paragraphs::completions(all, typed)
}

/// What the rules say under a heading as it was typed, or what a card does where no game is set otherwise.
#[must_use]
pub fn rule(pack: &std::sync::Arc<CardPack>, typed: Option<&str>) -> Despatch {
    rule_in(&State::opening(pack), typed)
}

/// What the rules say under a heading as it was typed, or what a card does as a game is set.
#[must_use]
pub fn rule_in(state: &State, typed: Option<&str>) -> Despatch {
    let pack = &state.pack;
    let Some(wanted) = typed else { return paragraphs::rule(&pack.rulebook, "the card game", None) };
    let lower = wanted.trim().to_lowercase();
    let told = |(side, card): (Side, &Card)| {
        // A note says what is usual; of a card that leads elsewhere here it would say what is not so (C06).
        let is_so = card.ways_if_west.is_none() || !state.options.river_in_the_west;
        let note = card.note.as_ref().filter(|_| is_so).map_or_else(String::new, |note| format!(" ({note})"));
        format!(
            "{}: {} in the deck{note}. {}.",
            names::the_side(state, side),
            card.count,
            words::sentence_case(&names::what_it_does(state, card))
        )
    };
    let found: Vec<String> = cards(pack).filter(|(_, card)| card.name.to_lowercase() == lower).map(told).collect();
    let called = cards(pack).find(|(_, card)| card.name.to_lowercase() == lower).map(|(_, card)| card.name.as_str());
    match called {
        Some(name) => Despatch { facts: found, ..Despatch::saying(format!("**{name}**")) },
        None => paragraphs::rule(&pack.rulebook, "the card game", typed),
    }
}

/// How a game reads its rules: each setting, with the number of its ruling; what is not as usual in bold.
#[must_use]
pub fn settings(state: &State, revision: u32) -> Despatch {
    let (is, usual) = (&state.options, Options::default());
    let line = |changed: bool, text: String| if changed { format!("**{text}**") } else { text };
    let flag = |ruling: &str, is: bool, no: &str, yes: &str| line(is, format!("{ruling}: {}", if is { yes } else { no }));
    let like = match is.like {
        Like::Name => "units of the same name are alike when they are laid",
        Like::Type => "units of the same type are alike when they are laid",
        Like::Off => "units are laid freely, like with unlike",
    };
    let wiped_out = match is.wiped_out {
        WipedOut::SurvivorControls => "when a side's last unit falls the survivor has control",
        WipedOut::NoChange => "when the last unit of the side with the Advantage falls, control stays as it was",
        WipedOut::RollOn => "a conflict goes on until a 6, with nobody left too",
    };
    let facts = vec![
        line(is.like != usual.like, format!("C03: {like}")),
        flag(
            "C06",
            is.river_in_the_west,
            "the Atbara card leads to and from the east",
            "the Atbara card leads to and from the west, as printed",
        ),
        flag("C07", is.tactics_at_once, "Tactics are declared one after the other", "both choose their Tactics at once, face down"),
        line(is.wiped_out != usual.wiped_out, format!("C11: {wiped_out}")),
        flag("C12", is.random_losses, "its owner says which unit is lost", "a die says which unit is lost"),
        flag("C13", is.advantage_again, "the Advantage is counted once", "the Advantage is counted again after each loss"),
    ];
    Despatch { facts, footer: footer(state, revision), ..Despatch::saying(format!("**How {} reads its rules.**", names::title(state))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_card_does_is_told_as_the_game_is_set_c06() {
        let mut state = State::opening(&CardPack::embedded().unwrap());
        let told = |state: &State| rule_in(state, Some("travel atbara river")).facts;
        let usual = "The Anglo-Egyptians: 2 in the deck (6 Units to/from East). 6 units more over Southern Sudan–Eastern Sudan.";
        assert_eq!(told(&state), [usual]);
        state.options.river_in_the_west = true;
        assert_eq!(told(&state), ["The Anglo-Egyptians: 2 in the deck. 6 units more over Southern Sudan–Western Sudan."]);
    }
}
