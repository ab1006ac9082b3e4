use engine::tabletop::options::Options;
use engine::tabletop::order::Battle;
use engine::tabletop::pack::BattlePack;

use crate::tabletop::skirmish::{Skirmish, Tally, Which, skirmish};

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
