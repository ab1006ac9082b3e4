use std::time::Instant;

use engine::tabletop::options::Options;
use engine::tabletop::order::Battle;
use engine::tabletop::pack::BattlePack;

use crate::tabletop::skirmish::{Skirmish, Tally, Which, skirmish};
use crate::tabletop::{BattleStaff, Searching};

fn fought(staffs: [Which; 2]) -> Tally {
    let pack = BattlePack::embedded().unwrap();
    let typical = Skirmish { pack, battle: Battle::Typical, options: Options::default(), staffs, seed: 70_000 };
    skirmish(&typical, 12, || {})
}

#[test]
fn without_plays_the_searching_staff_fights_as_the_plain_one_does() {
    let plain = fought([Which::Plain, Which::Plain]);
    assert_eq!(fought([Which::Searching(0), Which::Searching(0)]), plain);
}

#[test]
fn when_time_is_up_the_searching_staff_does_what_the_plain_one_thinks_best() {
    let pack = BattlePack::embedded().unwrap();
    let typical =
        Skirmish { pack, battle: Battle::Typical, options: Options::default(), staffs: [Which::Plain, Which::Plain], seed: 70_000 };
    let late = |seed: u64| -> Box<dyn BattleStaff> { Box::new(Searching::new(seed, 100).until(Instant::now())) };
    for number in 0..4 {
        let plain = typical.play(number);
        let played = typical.play_with(number, [late(1), late(2)]);
        assert_eq!(played.end, plain.end);
    }
}
