//! Simulated players play whole campaigns by the rules.
#![allow(clippy::unwrap_used, missing_docs)]

use engine::campaign::Options;
use engine::pack::Pack;
use staff::simulate::{Battles, Plan, Tally, Which, play, simulate};

fn plan(staff: Which, scenario: &str) -> Plan {
    Plan {
        pack: Pack::embedded().unwrap(),
        scenario: scenario.to_owned(),
        options: Options::default(),
        staff,
        battles: Battles::Dice,
        seed: 40,
    }
}

#[test]
fn every_campaign_of_either_staff_and_scenario_ends() {
    for staff in [Which::Random, Which::Cautious] {
        for scenario in ["uprising", "reconquest"] {
            let tally = simulate(&plan(staff, scenario), 40, || {});
            assert_eq!(tally.campaigns, 40);
            assert!(!tally.endings.contains_key("unfinished"), "{staff:?} {scenario}: {:?}", tally.endings);
            let ended: u64 = tally.endings.values().flat_map(|turns| turns.values()).sum();
            assert_eq!(ended, 40);
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_campaign_on_any_number_of_threads() {
    let plan = plan(Which::Cautious, "uprising");
    let mut one_by_one = Tally::default();
    for seed in 40..60 {
        one_by_one.add(&play(&plan, seed).tally);
    }
    assert_eq!(simulate(&plan, 20, || {}), one_by_one);
}

/// The staff fights every battle out on the board, on both sides, and the campaign goes on from what came of it.
#[test]
fn campaigns_whose_battles_are_fought_on_the_board_end_and_the_same_seed_plays_the_same_one() {
    let plan = Plan {
        options: Options { boards: true, ..Options::default() },
        battles: Battles::Board(staff::tabletop::skirmish::Which::Plain),
        ..plan(Which::Cautious, "uprising")
    };
    let tally = simulate(&plan, 4, || {});
    assert!(!tally.endings.contains_key("unfinished"), "{:?}", tally.endings);
    let fought: u64 = tally.battles_won.values().chain(tally.battles_lost.values()).sum();
    assert!(fought > 0 && tally.fought_on_board == fought, "{} of {fought} on the board", tally.fought_on_board);
    let mut one_by_one = Tally::default();
    (40..44).for_each(|seed| one_by_one.add(&play(&plan, seed).tally));
    assert_eq!(tally, one_by_one);
}

/// Fewer places lost to carelessness: that is what cautious means.
#[test]
fn a_cautious_staff_does_better_than_a_random_one() {
    let points = |staff| {
        let plan = plan(staff, "uprising");
        (0..60).map(|seed| f64::from(play(&plan, seed).end.turn()) - f64::from(play(&plan, seed).end.victory_points()) / 15.0).sum::<f64>()
    };
    let (cautious, random) = (points(Which::Cautious), points(Which::Random));
    assert!(cautious > random, "cautious {cautious}, random {random}");
}
