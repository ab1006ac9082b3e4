//! Whether units do as they are told, with either staff.

use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::board::{Board, Size};
use engine::tabletop::instruction::{Whom, Wing};
use engine::tabletop::options::Options;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::phase::Step;
use engine::tabletop::position::Position;
use engine::tabletop::seat::Seat;

use crate::tabletop::Searching;
use crate::tabletop::plain::*;

/// Units on open ground, some of which the side of the first has told what to do.
#[track_caller]
fn units(text: &str, told: &[(Whom, Instruction)]) -> State {
    let pack = BattlePack::embedded().unwrap();
    let text = format!("{}\n{text}", Board::open(Size::Small));
    let mut state = State::opening(&pack);
    state.position = Position::parse(Arc::clone(&pack), Options::default(), &text).unwrap();
    (state.turn, state.step) = (2, Step::Activation);
    let side = state.unit(UnitId(0)).side;
    for (whom, instruction) in told {
        let order = Order::Instruct { side, whom: *whom, instruction: *instruction };
        state.resolve(&order, &mut Dice::seeded([1; 32], 0), &mut Vec::new());
    }
    state
}

/// The same where the first alone is told what to do.
#[track_caller]
fn first_told(text: &str, instruction: Instruction) -> State {
    units(text, &[(Whom::Unit(UnitId(0)), instruction)])
}

/// What a side orders where it is asked: the plain staff and, if whoever is asked is told what to do, the searching one too.
#[track_caller]
fn given(state: &State, side: Side, is_told: bool) -> Order {
    let mut legal = Vec::new();
    state.legal_orders(Seat::from(side), &mut legal);
    let view = state.view(Seat::from(side));
    let place = Plain::default().choose(&view, side, &legal);
    if is_told {
        let searched = Searching::new(1, 40).choose(&view, side, &legal);
        assert_eq!(legal[searched], legal[place], "the searching staff does not do as it is told");
    }
    legal.swap_remove(place)
}

/// What the unit of a number is ordered to do with so many points.
#[track_caller]
fn does(state: &State, number: u8, points: i8) -> Order {
    let (mut state, unit) = (state.clone(), UnitId(number));
    let gain = engine::tabletop::rules::activation::gain(&state, unit);
    state.phase = Phase::Acting(Active::new(Actor::Unit(unit), points, gain));
    given(&state, state.unit(unit).side, state.instruction(unit) != Instruction::AskMe)
}

/// Where a unit is after an order of its own.
fn after(state: &State, number: u8, order: &Order) -> Square {
    if let Order::Move { to, .. } = order { *to } else { state.unit(UnitId(number)).square }
}

/// How far the nearest of the enemy is from a square.
fn range(state: &State, square: Square) -> u8 {
    let enemies = state.position.of(state.unit(UnitId(0)).side.other());
    enemies.map(|enemy| square.range_to(state.unit(enemy).square)).min().unwrap()
}

const IN_LINE: &str = "a: british infantry, ours, F7, N, line, 4\n\
                       b: british infantry, ours, E7, N, line, 4\n\
                       c: british infantry, ours, G7, N, line, 4\n\
                       d: dervish infantry with spears, enemy, F1, S, en masse, 4\n\
                       e: dervish infantry with spears, enemy, E1, S, en masse, 4";

#[test]
fn who_is_told_to_advance_goes_nearer_and_who_is_told_to_hold_does_not() {
    let state = first_told(IN_LINE, Instruction::Advance);
    let to = after(&state, 0, &does(&state, 0, 6));
    assert!(range(&state, to) < 6, "{to}");
    let state = first_told(IN_LINE, Instruction::HoldAndFire);
    assert_eq!(after(&state, 0, &does(&state, 0, 6)), state.unit(UnitId(0)).square);
}

#[test]
fn who_is_told_to_attack_charges_and_who_is_told_anything_else_charges_nobody() {
    // The open flank of a line, which spearmen charge unasked.
    let flank = "a: dervish infantry with spears, enemy, G5, W, en masse, 4\nb: british infantry, ours, F5, N, line, 4";
    for instruction in Instruction::ALL {
        let charges = matches!(does(&first_told(flank, instruction), 0, 4), Order::Charge { .. });
        assert_eq!(charges, matches!(instruction, Instruction::AskMe | Instruction::Attack), "{instruction:?}");
    }
}

#[test]
fn foot_that_is_told_to_forms_square_before_it_fires() {
    let spears = "a: british infantry, ours, F6, N, line, 4\n\
                  b: british infantry, ours, E8, N, line, 4\n\
                  c: british infantry, ours, G8, N, line, 4\n\
                  d: dervish infantry with spears, enemy, F4, S, en masse, 4\n\
                  e: dervish infantry with spears, enemy, E3, S, en masse, 4\n\
                  f: dervish infantry with spears, enemy, H3, S, en masse, 4";
    let order = does(&first_told(spears, Instruction::FormSquare), 0, 3);
    assert_eq!(order, Order::Form { unit: UnitId(0), formation: Formation::Square });
    let unasked = does(&first_told(spears, Instruction::AskMe), 0, 3);
    assert!(matches!(unasked, Order::Fire { .. }), "{unasked:?}");
}

#[test]
fn foot_that_is_told_to_stays_in_square_where_it_is() {
    let spears = "a: british infantry, ours, F6, N, square, 4\n\
                  b: british infantry, ours, E8, N, line, 4\n\
                  c: british infantry, ours, G8, N, line, 4\n\
                  d: dervish infantry with spears, enemy, F2, S, en masse, 4\n\
                  e: dervish infantry with spears, enemy, E1, S, en masse, 4\n\
                  f: dervish infantry with spears, enemy, G1, S, en masse, 4";
    for points in 1..=6 {
        assert_eq!(does(&first_told(spears, Instruction::FormSquare), 0, points), Order::Stand(UnitId(0)), "{points} points");
    }
    // Unasked it goes on against foot, or into Line.
    let unasked = does(&first_told(spears, Instruction::AskMe), 0, 4);
    assert!(matches!(unasked, Order::Move { .. } | Order::Form { .. }), "{unasked:?}");
}

#[test]
fn camelry_that_is_told_to_form_square_dismounts_for_it() {
    let spears = "a: british camelry, ours, F6, N, line, 4\n\
                  b: british infantry, ours, E8, N, line, 4\n\
                  c: dervish infantry with spears, enemy, F2, S, en masse, 4";
    let mut state = first_told(spears, Instruction::FormSquare);
    assert_eq!(does(&state, 0, 4), Order::Mount(UnitId(0)));
    state.position = units(&spears.replace("british camelry,", "british camelry dismounted,"), &[]).position;
    assert_eq!(does(&state, 0, 2), Order::Form { unit: UnitId(0), formation: Formation::Square });
    for told in Instruction::ALL.into_iter().filter(|told| *told != Instruction::FormSquare) {
        assert_ne!(does(&first_told(spears, told), 0, 4), Order::Mount(UnitId(0)), "{told:?}");
    }
}

#[test]
fn a_brigade_in_square_does_what_the_leader_in_it_is_told_and_not_another() {
    let square = "a: leader, ours, B8, N, 1\n\
                  b: leader, ours, F6, N, 1\n\
                  c: british infantry, ours, F5, N, line, 4\n\
                  d: british infantry, ours, G6, E, line, 4\n\
                  e: british infantry, ours, F7, S, line, 4\n\
                  f: british infantry, ours, E6, W, line, 4";
    let mut state = units(square, &[(Whom::Unit(UnitId(0)), Instruction::FallBack), (Whom::Unit(UnitId(1)), Instruction::HoldAndFire)]);
    state.sides[Side::Ours as usize].brigade = Some("F6".parse().unwrap());
    assert_eq!(told(&state, Actor::Brigade(Side::Ours)), Instruction::HoldAndFire);
    state.position.units[0].square = "G7".parse().unwrap();
    assert_eq!(told(&state, Actor::Brigade(Side::Ours)), Instruction::FallBack, "both are in it: the first");
}

#[test]
fn a_screen_keeps_out_of_the_reach_of_charges_where_an_advance_does_not() {
    let horse = "a: egyptian cavalry, ours, F6, N, line, 4\n\
                 b: british infantry, ours, E8, N, line, 4\n\
                 c: british infantry, ours, F8, N, line, 4\n\
                 d: british infantry, ours, G8, N, line, 4\n\
                 e: dervish infantry with spears, enemy, F1, S, en masse, 4\n\
                 f: dervish infantry with spears, enemy, E1, S, en masse, 4\n\
                 g: dervish infantry with spears, enemy, G1, S, en masse, 4";
    let kept = |instruction: Instruction, points: i8| {
        let state = first_told(horse, instruction);
        range(&state, after(&state, 0, &does(&state, 0, points)))
    };
    for points in [6, 8, 10, 12] {
        // Two squares are four points, which five eighths of their throws give.
        assert!(kept(Instruction::Screen, points) >= 3, "{points} points");
    }
    assert!(kept(Instruction::Advance, 8) <= 2);
}

#[test]
fn a_screen_goes_between_the_enemy_and_its_main_body() {
    let aside = "a: british cavalry, ours, K5, N, line, 4\n\
                 b: british infantry, ours, E8, N, line, 4\n\
                 c: british infantry, ours, F8, N, line, 4\n\
                 d: british infantry, ours, G8, N, line, 4\n\
                 e: dervish infantry with spears, enemy, F1, S, en masse, 4\n\
                 f: dervish infantry with spears, enemy, E1, S, en masse, 4\n\
                 g: dervish infantry with spears, enemy, G1, S, en masse, 4\n\
                 h: dervish infantry with spears, enemy, D1, S, en masse, 4";
    let column = |instruction: Instruction| {
        let state = first_told(aside, instruction);
        after(&state, 0, &does(&state, 0, 8)).column
    };
    assert!(column(Instruction::Screen) < column(Instruction::Advance));
}

/// A unit before its main body, three spears within three squares of it, and a fourth.
fn picket(square: &str) -> String {
    format!(
        "a: british infantry, ours, {square}, N, line, 4\n\
         b: british infantry, ours, E8, N, line, 4\n\
         c: british infantry, ours, F8, N, line, 4\n\
         d: british infantry, ours, G8, N, line, 4\n\
         e: dervish infantry with spears, enemy, F3, S, en masse, 4\n\
         f: dervish infantry with spears, enemy, E3, S, en masse, 4\n\
         g: dervish infantry with spears, enemy, G3, S, en masse, 4\n\
         h: dervish infantry with spears, enemy, D2, S, en masse, 4"
    )
}

#[test]
fn a_screen_fires_where_no_charge_is_likely_to_reach_it() {
    let order = does(&first_told(&picket("F6"), Instruction::Screen), 0, 4);
    assert!(matches!(order, Order::Fire { .. }), "{order:?}");
}

#[test]
fn a_screen_gives_way_before_who_can_charge_it_if_need_be_with_its_back_to_them() {
    let screen = first_told(&picket("F5"), Instruction::Screen);
    // To turn round and go a square takes three points; with a fourth it faces them again.
    for points in 3..=6 {
        let order = does(&screen, 0, points);
        let Order::Move { to, facing, .. } = order else { panic!("{points} points: {order:?}") };
        assert!(range(&screen, to) >= 3, "{points} points: {to}");
        assert_eq!(facing.bears(engine::tabletop::square::Arc::Front, Facing::North.way()), points > 3, "{points} points: {facing:?}");
    }
    for instruction in [Instruction::AskMe, Instruction::Advance, Instruction::HoldAndFire] {
        let order = does(&first_told(&picket("F5"), instruction), 0, 4);
        assert!(matches!(order, Order::Fire { .. }), "{instruction:?}: {order:?}");
    }
}

#[test]
fn a_screen_that_cannot_get_out_of_the_reach_of_a_charge_fires() {
    let order = does(&first_told(&picket("F5"), Instruction::Screen), 0, 2);
    assert!(matches!(order, Order::Fire { .. }), "{order:?}");
}

#[test]
fn who_is_told_to_fall_back_goes_farther_from_the_enemy_to_its_own_edge_rather_than_fires() {
    let spears = "a: british infantry, ours, F4, N, line, 4\n\
                  b: british infantry, ours, E8, N, line, 4\n\
                  c: british infantry, ours, G8, N, line, 4\n\
                  d: dervish infantry with spears, enemy, F1, S, en masse, 4\n\
                  e: dervish infantry with spears, enemy, E1, S, en masse, 4\n\
                  f: dervish infantry with spears, enemy, H1, S, en masse, 4";
    let state = first_told(spears, Instruction::FallBack);
    let here = state.unit(UnitId(0)).square;
    for points in 3..=6 {
        let to = after(&state, 0, &does(&state, 0, points));
        assert!(to.row > here.row && range(&state, to) > range(&state, here), "{points} points: {to}");
    }
    // To turn round and go takes three.
    for (instruction, points) in [(Instruction::FallBack, 2), (Instruction::AskMe, 4)] {
        let order = does(&first_told(spears, instruction), 0, points);
        assert!(matches!(order, Order::Fire { .. }), "{instruction:?}: {order:?}");
    }
}

/// On each wing, and in the centre, one who has an enemy in range.
const ABREAST: &str = "a: british infantry, ours, B5, N, line, 4\n\
                       b: british infantry, ours, F5, N, line, 4\n\
                       c: british infantry, ours, K5, N, line, 4\n\
                       d: dervish infantry with spears, enemy, B2, S, en masse, 4\n\
                       e: dervish infantry with spears, enemy, F2, S, en masse, 4\n\
                       f: dervish infantry with spears, enemy, K2, S, en masse, 4";

/// Which of the three go back; the others fire.
#[track_caller]
fn going_back(whom: Whom) -> [bool; 3] {
    let state = units(ABREAST, &[(whom, Instruction::FallBack)]);
    [0, 1, 2].map(|number| match does(&state, number, 4) {
        Order::Move { to, .. } if to.row > state.unit(UnitId(number)).square.row => true,
        Order::Fire { .. } => false,
        order => panic!("{whom:?}, unit {number}: {order:?}"),
    })
}

#[test]
fn what_a_wing_is_told_those_of_the_wing_do_and_no_others() {
    assert_eq!(going_back(Whom::Wing(Wing::Left)), [true, false, false]);
    assert_eq!(going_back(Whom::Wing(Wing::Centre)), [false, true, false]);
    assert_eq!(going_back(Whom::Wing(Wing::Right)), [false, false, true]);
    assert_eq!(going_back(Whom::All), [true; 3]);
}

#[test]
fn what_one_unit_is_told_that_one_does_alone() {
    assert_eq!(going_back(Whom::Unit(UnitId(0))), [true, false, false]);
    assert_eq!(going_back(Whom::Unit(UnitId(1))), [false, true, false]);
}

#[test]
fn who_is_told_to_stay_to_screen_or_to_fall_back_pursues_nobody() {
    let thrown_back = "a: dervish infantry with spears, enemy, F5, S, en masse, 4\nb: british infantry, ours, F8, N, line, 4, disorganised";
    for instruction in Instruction::ALL {
        let mut state = first_told(thrown_back, instruction);
        state.phase = Phase::Asking(Question::Pursuit { unit: UnitId(0), pursued: UnitId(1) });
        let order = given(&state, Side::Enemy, instruction != Instruction::AskMe);
        let Order::Pursue { to, .. } = order else { panic!("{order:?}") };
        let pursues = matches!(instruction, Instruction::AskMe | Instruction::Attack | Instruction::Advance);
        assert_eq!(to.is_some(), pursues, "{instruction:?}");
    }
}
