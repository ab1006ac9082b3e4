//! Every table of dice of the card game, and its shuffle, thrown many times through the engine's own functions with fixed seeds, against the
//! exact probabilities, which are counted out once more here.
//!
//! Pearson's chi-square at p = 0.001.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;

use crate::chi_square::{compare, counted};

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::event::Event;
use engine::card_game::options::Options;
use engine::card_game::order::{Order, Standing};
use engine::card_game::pack::CardPack;
use engine::card_game::region::Region;
use engine::card_game::roll::Contest;
use engine::card_game::state::{Phase, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::side::Side;

fn game(phase: Phase) -> State {
    let mut state = State::opening(&CardPack::embedded().unwrap());
    (state.phase, state.turn, state.last) = (phase, 2, Side::Enemy);
    state
}

/// The events of an order given to copies of a position, one stream of dice through all.
fn events(state: &State, order: &Order, times: u32, seed: u8) -> Vec<Vec<Event>> {
    let mut dice = Dice::seeded([seed; 32], 0);
    (0..times).map(|_| state.clone().give(state.giver(order), order, &mut dice).unwrap()).collect()
}

/// Both throw, equal dice are thrown again: each side has the higher in half of the contests, and 5 of 6 throws are settled (C02).
#[test]
fn of_both_dice_either_side_has_the_higher_equally_often_c02() {
    let mut state = game(Phase::Relief);
    state.armies[Side::Enemy as usize].relief = Some(Cards::NONE);
    let all = events(&state, &Order::Relieve { side: Side::Ours, cards: Cards::NONE }, 6_000, 21);
    let thrown = all.iter().flatten().filter_map(|event| match event {
        Event::Contested { contest: Contest::Deploy, high, .. } => Some(*high),
        _ => None,
    });
    let name = |high: Option<Side>| high.map_or("equal", |side| if side == Side::Ours { "ours" } else { "enemy" });
    let chances = BTreeMap::from([("ours", 15.0 / 36.0), ("enemy", 15.0 / 36.0), ("equal", 6.0 / 36.0)]);
    compare("contests", &counted(thrown.map(name)), &chances);
}

#[test]
fn each_number_of_units_marches_equally_often_c04() {
    let mut state = game(Phase::Deploying(Side::Enemy));
    state.last = Side::Enemy;
    let all = events(&state, &Order::Deployed(Side::Enemy), 6_000, 22);
    let thrown = all.iter().flatten().filter_map(|event| if let Event::MarchRolled { roll, .. } = event { Some(roll.sum()) } else { None });
    compare("marches", &counted(thrown), &(1..=6).map(|face| (face, 1.0 / 6.0)).collect());
}

/// A long conflict of many units: of each roll two faces in six take a unit of the Advantage, three of the other, one ends it.
#[test]
fn each_row_of_the_conflict_table_comes_as_often_as_it_has_faces() {
    let mut state = game(Phase::Regions(0));
    for (side, card) in [(Side::Ours, CardId(0)), (Side::Enemy, CardId(3))] {
        let army = &mut state.armies[side as usize];
        army.ready[Region::Home as usize].add(card, 40);
        (army.passes, army.weakest_falls) = (side == Side::Ours, true);
    }
    state.armies[Side::Ours as usize].passes = true;
    let all = events(&state, &Order::Stand { side: Side::Enemy, what: Standing::Pass, on: true }, 3_000, 23);
    let mut rows = Vec::new();
    for events in &all {
        let rolls: Vec<usize> = (0..events.len()).filter(|place| matches!(events[*place], Event::ConflictRolled(_))).collect();
        assert!(!rolls.is_empty());
        rows.extend(rolls.into_iter().map(|place| match events.get(place + 1) {
            // The enemy, whose units are stronger, has the Advantage.
            Some(Event::MustLose(Side::Enemy)) => "advantage",
            Some(Event::MustLose(Side::Ours)) => "other",
            _ => "control",
        }));
    }
    compare(
        "the conflict table",
        &counted(rows),
        &BTreeMap::from([("advantage", 2.0 / 6.0), ("other", 3.0 / 6.0), ("control", 1.0 / 6.0)]),
    );
}

/// A die chooses among the units by their number, not their names (C12).
#[test]
fn each_unit_falls_equally_often_where_a_die_chooses_c12() {
    let mut state = game(Phase::Regions(0));
    state.options = Options { random_losses: true, ..Options::default() };
    state.armies[Side::Ours as usize].ready[Region::Home as usize].add(CardId(8), 30);
    let enemy = &mut state.armies[Side::Enemy as usize];
    [(CardId(0), 1), (CardId(3), 2), (CardId(5), 3)]
        .iter()
        .for_each(|(card, number)| enemy.ready[Region::Home as usize].add(*card, *number));
    enemy.passes = true;
    let all = events(&state, &Order::Stand { side: Side::Ours, what: Standing::Pass, on: true }, 6_000, 24);
    let first = |events: &Vec<Event>| {
        events.iter().find_map(|event| match event {
            Event::Lost { side: Side::Enemy, card, .. } => Some(card.0),
            _ => None,
        })
    };
    let chances = BTreeMap::from([(0, 1.0 / 6.0), (3, 2.0 / 6.0), (5, 3.0 / 6.0)]);
    compare("losses", &counted(all.iter().filter_map(first)), &chances);
}

/// The first card of a deck is any of its cards, and so is the first after the discards are shuffled (C18).
#[test]
fn each_card_is_drawn_as_often_as_the_deck_or_the_shuffled_discards_have_it_c18() {
    let opening = State::opening(&CardPack::embedded().unwrap());
    let all = events(&opening, &Order::SetUp(Options::default()), 6_000, 25);
    for side in Side::BOTH {
        let deck = opening.pack.all(side);
        let chances: BTreeMap<u8, f64> = deck.each().map(|(card, number)| (card.0, f64::from(number) / f64::from(deck.len()))).collect();
        for draw in [0, 6] {
            let drawn = all.iter().filter_map(|events| {
                let drew = |event: &Event| {
                    if let Event::Drew { side: whose, card, .. } = event { (*whose == side).then_some(*card) } else { None }
                };
                events.iter().filter_map(drew).nth(draw).flatten().map(|card| card.0)
            });
            compare("draws", &counted(drawn), &chances);
        }
    }
    let mut state = game(Phase::Relief);
    let [ours, enemy] = &mut state.armies;
    ours.discards = std::mem::take(&mut ours.deck);
    ours.hand.cards.add(CardId(21), 1);
    ours.discards.take(CardId(21));
    enemy.relief = Some(Cards::NONE);
    let all = events(&state, &Order::Relieve { side: Side::Ours, cards: Cards::one(CardId(21)) }, 6_000, 26);
    assert!(all.iter().all(|events| events.contains(&Event::Shuffled(Side::Ours))));
    let drawn =
        all.iter().filter_map(|events| events.iter().find_map(|event| if let Event::Drew { card, .. } = event { *card } else { None }));
    let deck = state.pack.all(Side::Ours);
    let chances = deck.each().map(|(card, number)| (card.0, f64::from(number) / f64::from(deck.len()))).collect();
    compare("the shuffle", &counted(drawn.map(|card| card.0)), &chances);
}
