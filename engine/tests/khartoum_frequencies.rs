//! Every throw of Khartoum, made many times through the engine's own functions with fixed seeds, against the exact probabilities, which are
//! counted out once more here.
//!
//! Pearson's chi-square at p = 0.001.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use crate::chi_square::{counted, even};
use crate::khartoum;

use std::collections::BTreeMap;
use std::fmt::Debug;

use engine::dice::Dice;
use engine::game::Game;
use engine::khartoum::event::{Effect, Event};
use engine::khartoum::options::{BreakOff, Options};
use engine::khartoum::order::Order;
use engine::khartoum::pack::cards::Activation;
use engine::khartoum::phase::{Phase, Place};
use engine::khartoum::state::State;
use engine::tabletop::side::Side::{self, Enemy, Ours};
use khartoum::*;

/// How often each result came, against how likely it is.
#[track_caller]
fn compare<K: Ord + Clone + Debug>(what: &str, results: impl IntoIterator<Item = K>, chances: &BTreeMap<K, f64>) {
    crate::chi_square::compare(what, &counted(results), chances);
}

/// The events of an order given to copies of a position, one stream of dice through all.
fn events(state: &State, order: &Order, times: u32, seed: u8) -> Vec<Vec<Event>> {
    let mut dice = Dice::seeded([seed; 32], 0);
    (0..times).map(|_| state.clone().give(state.giver(order), order, &mut dice).unwrap()).collect()
}

fn found<T>(all: &[Vec<Event>], wanted: impl Fn(&Event) -> Option<T>) -> Vec<T> {
    all.iter().flatten().filter_map(wanted).collect()
}

/// A card of a side's hand is played from a position of that side.
fn played(mut state: State, key: &str, times: u32, seed: u8) -> Vec<Vec<Event>> {
    let (side, card) = hold(&mut state, key);
    events(&state, &Order::PlayCard { side, card }, times, seed)
}

#[test]
fn every_card_of_the_set_is_drawn_equally_often_and_of_ours_the_five_first_k13() {
    let draw = |event: &Event| if let Event::Drew { card: Some(card), .. } = event { Some(card.index()) } else { None };
    let of = |side: Side, seed: u8| found(&events(&bare(1, side), &Order::Draw(side), 4_500, seed), draw);
    compare("the enemy's cards", of(Enemy, 1), &even(9..18));
    compare("cards of ours", of(Ours, 2), &even(0..5));
}

#[test]
fn each_discard_goes_back_equally_often_k14() {
    let mut state = bare(4, Enemy);
    for key in ["K-10", "K-12", "K-14", "K-18"] {
        state.hands[1].deck.remove(card(key));
        state.hands[1].discards.insert(card(key));
    }
    let back = found(&played(state, "K-15", 4_000, 3), |event| if let Event::Reshuffled { card, .. } = event { Some(*card) } else { None });
    let back = back.into_iter().map(|card| card.index());
    compare("the reshuffle", back, &even(["K-10", "K-12", "K-14", "K-18"].map(|key| card(key).index())));
}

#[test]
fn each_unit_of_the_box_is_recruited_equally_often_k17() {
    let mut state = bare(4, Enemy);
    put(&mut state, "shaykan", &["mahdi", "abdulah", "muhamed", "ali", "osman_digna"]);
    let first = |events: &Vec<Event>| {
        events.iter().find_map(|event| if let Event::DrewRecruit { unit: Some(unit), .. } = event { Some(unit.index()) } else { None })
    };
    let all = played(state, "K-10", 4_000, 4);
    let boxed = ["a_cavalry", "b_cavalry", "jihadiya_a", "jihadiya_b"].map(|key| unit(key).index());
    compare("recruits", all.iter().filter_map(first), &even(boxed));
}

#[test]
fn a_garrison_goes_over_in_half_of_the_letters_k37() {
    let mut state = bare(4, Enemy);
    put(&mut state, "dongola", &["egyptian_a"]);
    put(&mut state, "ed_debba", &["ali"]);
    let (side, card) = hold(&mut state, "K-15");
    give(&mut state, &Order::PlayCard { side, card }, &[]);
    assert_eq!(state.phase, Phase::Summoning);
    let all = events(&state, &Order::Summon(unit("egyptian_a")), 2_000, 5);
    let goes = found(&all, |event| if let Event::Summoned { goes, .. } = event { Some(*goes) } else { None });
    compare("letters", goes, &even([false, true]));
}

#[test]
fn guides_lead_1_to_6_spaces_equally_often_k38() {
    let mut state = bare(4, Enemy);
    put(&mut state, "wadi_halfa", &["3rd_infantry"]);
    put(&mut state, "el_obeid", &["mahdi"]);
    let all = played(state, "K-18", 3_000, 6);
    let far = found(&all, |event| if let Event::GuidesRolled { roll, .. } = event { roll.faces.first().copied() } else { None });
    compare("guides", far, &even(1..=6));
}

#[test]
fn the_chief_returns_after_one_two_or_three_turns_equally_often_29_5() {
    let mut state = moving(2, Activation::Both);
    put(&mut state, "berber", &["mahdi", "3rd_infantry", "5th_infantry", "6th_infantry", "gordon", "bordein"]);
    state.play.moved = units(&["3rd_infantry"]);
    state.stands = [BreakOff::Stand; 2];
    let all = events(&state, &Order::MovesDone(Ours), 6_000, 7);
    let turns = found(&all, |event| if let Event::ReturnRolled { turn, .. } = event { Some(turn.unwrap()) } else { None });
    assert!(turns.len() > 1_000);
    compare("the return", turns, &even([3, 4, 5]));
}

#[test]
fn superiority_is_the_higher_die_s_and_in_a_town_the_defender_s_in_ties_13_1_29_15() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "berber", &["ali", "5th_infantry"]);
    state.play.moved = units(&["ali"]);
    let all = events(&state, &Order::MovesDone(Enemy), 6_000, 8);
    let sides = found(&all, |event| if let Event::Superiority { side, tie, .. } = event { Some((*side, *tie)) } else { None });
    let chances = BTreeMap::from([((Enemy, false), 15.0 / 36.0), ((Ours, false), 15.0 / 36.0), ((Ours, true), 6.0 / 36.0)]);
    compare("superiority", sides, &chances);
}

/// Abdulah, elite, of 4, against the 5th of 3 and the 4th of 2 in a town.
#[test]
fn fire_hits_by_its_value_kills_with_1_strikes_by_lot_and_half_the_elite_s_panics_pass_13_3_16_0_k27() {
    let mut state = moving(3, Activation::All);
    put(&mut state, "berber", &["abdulah", "4th_infantry", "5th_infantry"]);
    (state.play.moved, state.stands) = (units(&["abdulah"]), [BreakOff::Stand; 2]);
    let all = events(&state, &Order::MovesDone(Enemy), 9_000, 9);
    let first: Vec<_> = all.iter().map(|events| shots(events).remove(0)).collect();
    let of = |key: &'static str| first.iter().filter(move |shot| shot.unit == unit(key));
    let effect = |shot: &engine::khartoum::event::Shot| match shot.hit.as_ref().map(|hit| hit.effect) {
        None => "misses",
        Some(Effect::Dies) => "kills",
        Some(Effect::Panics) => "panics",
        Some(Effect::Stands) => "stands",
        Some(Effect::Ignored | Effect::Breaks) => "neither",
    };
    let chances = BTreeMap::from([("misses", 2.0 / 6.0), ("kills", 1.0 / 6.0), ("panics", 3.0 / 6.0)]);
    compare("Abdulah's fire", of("abdulah").map(effect), &chances);
    let struck = of("abdulah").filter_map(|shot| shot.hit.as_ref()).map(|hit| hit.unit.index());
    compare("the lot", struck, &even(["4th_infantry", "5th_infantry"].map(|key| unit(key).index())));
    let chances = BTreeMap::from([("misses", 4.0 / 6.0), ("kills", 1.0 / 6.0), ("panics", 0.5 / 6.0), ("stands", 0.5 / 6.0)]);
    compare("the 4th's fire at the elite", of("4th_infantry").map(effect), &chances);
}

#[test]
fn a_third_of_those_without_supply_are_lost_21_4() {
    let mut state = moving(3, Activation::Both);
    put(&mut state, "bara", &["5th_infantry"]);
    state.play.moved = units(&["5th_infantry"]);
    assert!(!engine::khartoum::rules::supply::is_supplied(&state, unit("5th_infantry"), None));
    let all = events(&state, &Order::MovesDone(Ours), 3_000, 10);
    let dies = found(&all, |event| if let Event::Attrition { dies, .. } = event { Some(*dies) } else { None });
    compare("attrition", dies, &BTreeMap::from([(true, 2.0 / 6.0), (false, 4.0 / 6.0)]));
}

#[test]
fn a_game_that_begins_by_default_has_nothing_thrown_before_the_first_card_25_0() {
    let state = begun(Options::default());
    assert_eq!(state.phase, Phase::Drawing(Enemy));
    assert!(matches!(place(&state, "mahdi"), Place::On(_)));
}
