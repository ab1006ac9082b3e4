use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::seat::Seat;

use super::*;
use crate::tabletop::worth::worth;
use crate::tabletop::{BattleStaff, Plain};

/// A battle at the beginning of each turn, and at its end, the plain staff on both sides.
fn turns(battle: &Battle, seed: u8) -> (Vec<State>, State) {
    let mut dice = Dice::seeded([seed; 32], 0);
    let mut state = State::opening(&BattlePack::embedded().unwrap());
    state.give(Seat::Umpire, &Order::SetUp(Arc::new(SetUp { battle: battle.clone(), options: Options::default() })), &mut dice).unwrap();
    let (mut turns, mut events, mut legal): (Vec<State>, _, _) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(side) = state.side_asked() {
        if state.turn > turns.last().map_or(0, |last| last.turn) {
            turns.push(state.clone());
        }
        let seat = Seat::from(side);
        legal.clear();
        state.legal_orders(seat, &mut legal);
        let choice = Plain::default().choose(&state.view(seat), side, &legal);
        state.resolve(&legal[choice], &mut dice, &mut events);
    }
    (turns, state)
}

#[test]
fn in_battles_it_was_not_fitted_to_the_prospect_is_much_nearer_to_the_end_than_who_is_nearer_to_breaking_off() {
    let (mut off, mut usual) = (0.0_f32, 0.0_f32);
    for seed in 0..40 {
        let (turns, end) = turns(&Battle::Typical, seed);
        let won = worth(&end, Side::Ours);
        for state in turns {
            off += (Prospect::of(&state).worth(Side::Ours) - won).powi(2);
            usual += (worth(&state, Side::Ours) - won).powi(2);
        }
    }
    assert!(off < 0.9 * usual, "{off:.1} beside {usual:.1}");
}

#[test]
fn the_chances_are_chances_and_what_is_good_for_one_side_is_bad_for_the_other() {
    let pack = BattlePack::embedded().unwrap();
    let scenarios = pack.scenarios.iter().map(|scenario| Battle::Scenario(scenario.key.clone()));
    for battle in scenarios.chain([Battle::Typical]) {
        for state in turns(&battle, 7).0 {
            let prospect = Prospect::of(&state);
            let sum = prospect.wins[0] + prospect.wins[1];
            assert!(prospect.wins.iter().all(|chance| (0.0..=1.0).contains(chance)) && sum <= 1.0 + f32::EPSILON, "{prospect:?}");
            assert_eq!(prospect.worth(Side::Ours), -prospect.worth(Side::Enemy));
        }
    }
}

#[test]
fn who_has_lost_a_unit_more_has_the_worse_prospects_on_the_whole() {
    let (mut worse, mut all, mut by) = (0_u32, 0_u32, 0.0_f32);
    for seed in 0..12 {
        for (number, state) in turns(&Battle::Typical, seed).0.into_iter().enumerate() {
            let side = Side::BOTH[number % 2];
            let counts = |unit: &UnitId| state.unit(*unit).is_on_board() && state.position.troop(*unit).arm.counts_for_break_off();
            let Some(unit) = state.position.of(side).find(counts) else { continue };
            let mut without = state.clone();
            without.position.units[unit.index()].place = Place::Lost;
            let [before, after] = [&state, &without].map(|state| Prospect::of(state).worth(side));
            (worse, all, by) = (worse + u32::from(after < before), all + 1, by + before - after);
        }
    }
    // What is lost may have stood badly, so not in every single position.
    assert!(10 * worse >= 9 * all && by > 0.1 * all as f32, "worse in {worse} of {all} positions, by {:.3}", by / all as f32);
}
