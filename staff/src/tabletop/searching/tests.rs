use std::sync::Arc;

use engine::tabletop::board::{Board, Size};
use engine::tabletop::instruction::Whom;
use engine::tabletop::options::Options;
use engine::tabletop::order::Battle;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::phase::{Active, Step};
use engine::tabletop::position::Position;

use super::*;
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

/// What the searching staff weighs beside its choice where the spearmen can charge a flank, or pursue, and are told what to do.
fn weighed(told: Instruction, asking: Phase) -> Vec<Order> {
    let pack = BattlePack::embedded().unwrap();
    let text = "a: dervish infantry with spears, enemy, G5, W, en masse, 4\n\
                b: british infantry, ours, F5, N, line, 4\n\
                c: british infantry, ours, G8, N, line, 4, disorganised";
    let mut state = State::opening(&pack);
    let text = format!("{}\n{text}", Board::open(Size::Small));
    state.position = Position::parse(Arc::clone(&pack), Options::default(), &text).unwrap();
    (state.turn, state.step, state.phase) = (2, Step::Activation, asking);
    let order = Order::Instruct { side: Side::Enemy, whom: Whom::Unit(UnitId(0)), instruction: told };
    state.resolve(&order, &mut Dice::seeded([1; 32], 0), &mut Vec::new());
    let mut legal = Vec::new();
    state.legal_orders(Seat::Enemy, &mut legal);
    let temper = Temper::of(&state, Side::Enemy, Weights::TUNED);
    let candidates = Searching::candidates(&Glance::of(&state, Side::Enemy, &temper), &legal);
    candidates.into_iter().map(|place| legal[place].clone()).collect()
}

#[test]
fn for_whoever_is_told_what_to_do_the_searching_staff_weighs_nothing_else() {
    let acting = Phase::Acting(Active::new(Actor::Unit(UnitId(0)), 4, 0));
    let pursuing = Phase::Asking(Question::Pursuit { unit: UnitId(0), pursued: UnitId(2) });
    for told in Instruction::ALL.into_iter().filter(|told| *told != Instruction::AskMe) {
        assert!(weighed(told, acting).is_empty() && weighed(told, pursuing).is_empty(), "{told:?}");
    }
    // Unasked it weighs what most of them forbid.
    assert!(weighed(Instruction::AskMe, acting).iter().any(|order| matches!(order, Order::Charge { .. })));
    assert!(weighed(Instruction::AskMe, pursuing).iter().any(|order| matches!(order, Order::Pursue { to: Some(_), .. })));
}
