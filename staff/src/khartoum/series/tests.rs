use super::*;

fn of(staffs: [Which; 2]) -> Series {
    Series { pack: Pack::embedded().unwrap(), options: Options::default(), staffs, seed: 1 }
}

#[test]
fn the_same_seed_gives_the_same_game_of_the_siege_whoever_plays() {
    for staffs in [[Which::Random, Which::Plain], [Which::Plain, Which::Searching(8)]] {
        let plan = of(staffs);
        let (one, again) = (plan.play(3), plan.play(3));
        assert!(one.end.outcome().is_some());
        assert_eq!((one.end, one.events), (again.end, again.events));
    }
}

#[test]
fn a_tally_of_games_of_the_siege_is_the_sum_of_its_parts() {
    let plan = of([Which::Plain, Which::Random]);
    let mut whole = Tally::default();
    for number in 0..6 {
        whole.count(&plan.play(number));
    }
    assert_eq!(series(&plan, 6, || {}), whole);
    assert_eq!((whole.ours + whole.enemy, whole.unended, whole.endings.values().sum::<u64>()), (6, 0, 6));
}

/// The share of games of paired seeds that the first wins, from both sides.
fn share(first: Which, second: Which, seeds: u64) -> f64 {
    let mut points = 0.0;
    for side in Side::BOTH {
        let staffs = if side == Side::Ours { [first, second] } else { [second, first] };
        let tally = series(&of(staffs), seeds, || {});
        points += if side == Side::Ours { tally.ours } else { tally.enemy } as f64;
    }
    points / (2 * seeds) as f64
}

#[test]
fn the_plain_staff_beats_the_random_one_at_the_siege() {
    let share = share(Which::Plain, Which::Random, 100);
    assert!(share > 0.85, "{share}");
}
