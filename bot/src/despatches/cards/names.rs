//! What things are called in the card game: sides, regions, cards and their conditions, numbers of cards.

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::pack::{Arm, Card, Needs};
use engine::card_game::region::Region;
use engine::card_game::state::State;
use engine::tabletop::side::Side;

use crate::words;

/// What the game is called.
#[must_use]
pub fn title(state: &State) -> &str {
    &state.pack.tables.title
}

/// A side as it stands in a sentence: "the Mahdists".
#[must_use]
pub fn side(state: &State, side: Side) -> &str {
    state.pack.tables.sides.of(side)
}

/// A side as it begins a sentence: "The Mahdists".
#[must_use]
pub fn the_side(state: &State, side: Side) -> String {
    words::sentence_case(self::side(state, side))
}

/// A side as a heading has it, without its article: "Mahdists".
#[must_use]
pub fn bare_side(state: &State, side: Side) -> &str {
    let named = self::side(state, side);
    named.strip_prefix("the ").unwrap_or(named)
}

/// A region.
#[must_use]
pub fn region(state: &State, region: Region) -> &str {
    &state.pack.region(region).name
}

/// A card by its name.
#[must_use]
pub fn card(state: &State, side: Side, card: CardId) -> String {
    state.card(side, card).map_or_else(|| "a card".to_owned(), |card| card.name.clone())
}

/// So many of one card: "2 × Mahdist Warrior", or its name alone.
#[must_use]
pub fn counted(state: &State, side: Side, card: CardId, count: u8) -> String {
    match count {
        1 => self::card(state, side, card),
        _ => format!("{count} × {}", self::card(state, side, card)),
    }
}

/// Cards by name, with their numbers: "2 × Mahdist Warrior and Amir"; "nothing" where there are none.
#[must_use]
pub fn list(state: &State, side: Side, cards: &Cards) -> String {
    let all: Vec<String> = cards.each().map(|(card, count)| counted(state, side, card, count)).collect();
    if all.is_empty() { "nothing".to_owned() } else { words::list(&all) }
}

/// So many cards: "one card", "three cards".
#[must_use]
pub fn cards(count: u8) -> String {
    words::count(count.into(), "card", "cards")
}

/// A type of card in a word or two.
#[must_use]
pub const fn arm(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "infantry",
        Arm::Shock => "spears and swords",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
        Arm::MachineGun => "Maxims",
        Arm::Rifle => "rifles",
        Arm::Boat => "boat",
        Arm::Leader => "Leader",
        Arm::Flag => "Flag",
        Arm::Tactics => "Tactics, on either side of a conflict",
        Arm::Attack => "Attack Tactics, where you do not control the region",
        Arm::Defence => "Defence Tactics, where you control the region",
        Arm::Movement => "Movement",
    }
}

/// What a card is and does, in a line: its type, its force, where and when it may be played.
#[must_use]
pub fn what_it_does(state: &State, row: &Card) -> String {
    let mut told = match (row.arm, row.moves) {
        (Arm::Movement, moves) => format!("{moves} units more {}", ways(state, row)),
        (kind, _) => format!("{}, force {}", arm(kind), row.force),
    };
    match row.needs {
        Some(Needs::Allied) => told.push_str(&format!("; with {} there", allies(state))),
        Some(Needs::Infantry) => told.push_str("; with infantry there"),
        None => {}
    }
    if let Some(only) = row.region {
        told.push_str(&format!("; only in {}", region(state, only)));
    }
    if row.arm.moves_free() {
        told.push_str("; marches a region for free");
    }
    told
}

/// What the allies of a side are called: the word that all their cards begin with.
fn allies(state: &State) -> String {
    let mut named = Side::BOTH.into_iter().flat_map(|side| state.pack.deck(side)).filter(|card| card.allied);
    let first = named.next().and_then(|card| card.name.split(' ').next());
    match first.filter(|word| named.all(|card| card.name.split(' ').next() == Some(word))) {
        Some(word) => format!("{word} units"),
        None => "allied units".to_owned(),
    }
}

/// Over which borders a Movement card leads.
fn ways(state: &State, row: &Card) -> String {
    let west = row.ways_if_west.as_ref().filter(|_| state.options.river_in_the_west);
    let ways = west.unwrap_or(&row.ways);
    if ways.len() == state.pack.borders().len() {
        return "over any border".to_owned();
    }
    let each: Vec<String> = ways.iter().map(|[one, other]| format!("{}–{}", region(state, *one), region(state, *other))).collect();
    format!("over {}", words::list(&each))
}

/// How many cards of a side are in the hand, in the deck, and discarded, for the game itself and for what a seat sees of it.
#[must_use]
pub fn piles(state: &State, side: Side) -> [u8; 3] {
    let army = state.army(side);
    let unseen: u8 = army.laid.iter().chain([&army.hand]).map(|pile| pile.unseen).sum();
    [army.hand.len(), army.deck.len().saturating_sub(unseen), army.discards.len()]
}

/// The same in words: "7 cards in hand, 71 in the deck, none discarded".
#[must_use]
pub fn piles_in_words(state: &State, side: Side) -> String {
    let [hand, deck, discards] = piles(state, side);
    let discards = if discards == 0 { "none".to_owned() } else { discards.to_string() };
    format!("{hand} in hand, {deck} in the deck, {discards} discarded")
}

/// How a side holds its regions: "3 regions".
#[must_use]
pub fn regions_held(state: &State, side: Side) -> String {
    words::count(state.held(side), "region", "regions")
}
