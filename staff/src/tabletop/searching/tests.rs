use engine::tabletop::options::Options;
use engine::tabletop::order::Battle;
use engine::tabletop::pack::BattlePack;

use crate::tabletop::skirmish::{Skirmish, Tally, Which, skirmish};

fn typical(staffs: [Which; 2]) -> Skirmish {
    Skirmish { pack: BattlePack::embedded().unwrap(), battle: Battle::Typical, options: Options::default(), staffs, seed: 20_000 }
}

fn fought(staffs: [Which; 2]) -> Tally {
    skirmish(&typical(staffs), 80, || {})
}

#[test]
fn ours_of_typical_armies_break_off_half_as_often_when_they_are_wary() {
    // Without plays nothing is weighed: only the mind is another.
    let [wary, plain] = [Which::Searching(0), Which::Plain].map(|ours| fought([ours, Which::Plain]));
    assert!(2 * wary.enemy <= plain.enemy, "the enemy won {} battles, and {} against the plain staff", wary.enemy, plain.enemy);
    assert!(wary.ours >= plain.ours, "ours won {} battles, and {} with the plain staff", wary.ours, plain.ours);
}

#[test]
fn spearmen_who_cannot_shoot_gain_nothing_by_waiting() {
    let [searching, plain] = [Which::Searching(0), Which::Plain].map(|enemy| fought([Which::Plain, enemy]));
    assert_eq!(searching, plain);
}
