use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::board::{Board, Size};
use engine::tabletop::instruction::Whom;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::phase::{Actor, Step};
use engine::tabletop::position::Position;
use engine::tabletop::rules::deal::coordinated;
use engine::tabletop::seat::Seat;
use engine::tabletop::square::Aspect;
use engine::tabletop::state::{Contact, Dealt};

use super::*;

/// A battle on open ground, among the activations of its second turn.
#[track_caller]
fn battle(units: &str) -> State {
    let pack = BattlePack::embedded().unwrap();
    let text = format!("{}\n{units}", Board::open(Size::Small));
    let mut state = State::opening(&pack);
    state.position = Position::parse(Arc::clone(&pack), Options::default(), &text).unwrap();
    (state.turn, state.step) = (2, Step::Activation);
    state
}

/// The unit of a number acts, with so many points.
fn acts(mut state: State, number: u8, points: i8) -> State {
    let gain = engine::tabletop::rules::activation::gain(&state, UnitId(number));
    state.phase = Phase::Acting(Active::new(Actor::Unit(UnitId(number)), points, gain));
    state
}

/// What the plain staff orders where a side is asked.
#[track_caller]
fn order(state: &State) -> Order {
    let side = state.side_asked().unwrap();
    let mut legal = Vec::new();
    state.legal_orders(Seat::from(side), &mut legal);
    let place = Plain::default().choose(&state.view(Seat::from(side)), side, &legal);
    legal.swap_remove(place)
}

/// The order that the plain staff gives the unit of a number, which has so many points, on open ground.
#[track_caller]
fn orders(units: &str, number: u8, points: i8) -> (State, Order) {
    let state = acts(battle(units), number, points);
    let order = order(&state);
    (state, order)
}

/// All that it orders the unit that acts, and the battle after that: every shot misses.
#[track_caller]
fn activation(mut state: State) -> (State, Vec<Order>) {
    let (actor, mut given) = (state.active().unwrap().actor, Vec::new());
    while state.active().is_some_and(|active| active.actor == actor) && state.turn == 2 {
        let order = order(&state);
        let mut dice = if matches!(order, Order::Fire { .. }) { Dice::scripted(&[6]) } else { Dice::seeded([1; 32], 0) };
        state.resolve(&order, &mut dice, &mut Vec::new());
        given.push(order);
        assert!(given.len() < 20, "{given:?}");
    }
    (state, given)
}

#[test]
fn guns_in_range_of_the_enemy_unlimber() {
    let (_, order) =
        orders("a: british artillery, ours, F6, N, limbered, 2\nb: dervish infantry with spears, enemy, F2, S, en masse, 4", 0, 4);
    assert_eq!(order, Order::Form { unit: UnitId(0), formation: Formation::Deployed });
}

#[test]
fn whoever_can_shoot_at_an_enemy_in_range_shoots() {
    let (_, order) = orders("a: british infantry, ours, F6, N, line, 4\nb: dervish infantry with spears, enemy, F4, S, en masse, 4", 0, 3);
    assert_eq!(order, Order::Fire { unit: UnitId(0), weapon: 0, target: UnitId(1) });
}

#[test]
fn nobody_charges_a_line_in_front_with_friends_behind_it() {
    let units = "a: dervish infantry with spears, enemy, F4, S, en masse, 4\n\
                 b: british infantry, ours, F5, N, line, 4\n\
                 c: british infantry, ours, E6, N, line, 4\n\
                 d: british infantry, ours, F6, N, line, 4\n\
                 e: british infantry, ours, G6, N, line, 4";
    let (_, order) = orders(units, 0, 4);
    assert!(!matches!(order, Order::Charge { .. }), "{order:?}");
}

#[test]
fn spearmen_charge_the_open_flank_of_a_line() {
    let units = "a: dervish infantry with spears, enemy, G5, W, en masse, 4\nb: british infantry, ours, F5, N, line, 4";
    let (_, order) = orders(units, 0, 4);
    assert!(matches!(order, Order::Charge { target: UnitId(1), .. }), "{order:?}");
}

#[test]
fn a_line_with_spearmen_on_its_flank_and_no_points_to_fire_faces_them() {
    let units = "a: british infantry, ours, F5, N, line, 4\nb: dervish infantry with spears, enemy, I5, W, en masse, 4";
    let (state, order) = orders(units, 0, 1);
    let Order::Move { to, facing, .. } = order else { panic!("{order:?}") };
    assert_eq!(facing.aspect(to.way_to(state.unit(UnitId(1)).square)), engine::tabletop::square::Aspect::Front, "{to} {facing:?}");
}

#[test]
fn a_side_that_makes_a_stand_is_set_up_for_it_and_done_with_it() {
    let pack = BattlePack::embedded().unwrap();
    for (battle, seed) in (0..8).map(|seed| (Battle::Typical, seed)).chain([(Battle::Scenario("marching".to_owned()), 1)]) {
        let mut dice = Dice::seeded([seed; 32], 0);
        let mut state = State::opening(&pack);
        let mut events = Vec::new();
        state.resolve(&Order::SetUp(Arc::new(SetUp { battle, options: Options::default() })), &mut dice, &mut events);
        let (mut legal, mut given) = (Vec::new(), 0);
        while let Some(side) = state.side_asked().filter(|_| matches!(state.phase, Phase::Deploying(_))) {
            legal.clear();
            state.legal_orders(Seat::from(side), &mut legal);
            let place = Plain::default().choose(&state.view(Seat::from(side)), side, &legal);
            state.resolve(&legal[place], &mut dice, &mut events);
            given += 1;
            assert!(given < 100, "seed {seed}: {:?}", legal[place]);
        }
        assert_eq!(state.turn, 1);
    }
}

/// What a brigade in square on its way to the village does, all of whom are told the same.
fn on_its_way(told: Instruction) -> Order {
    let pack = BattlePack::embedded().unwrap();
    let mut dice = Dice::seeded([5; 32], 0);
    let mut state = State::opening(&pack);
    let mut events = Vec::new();
    let battle = Battle::Scenario("form square".to_owned());
    state.resolve(&Order::SetUp(Arc::new(SetUp { battle, options: Options::default() })), &mut dice, &mut events);
    // Nobody of the enemy near.
    for unit in &mut state.position.units {
        if unit.side == Side::Enemy {
            unit.place = if unit.square.column < 10 { Place::Waiting } else { unit.place };
        }
    }
    state.resolve(&Order::Instruct { side: Side::Ours, whom: Whom::All, instruction: told }, &mut dice, &mut events);
    (state.turn, state.step) = (3, Step::Activation);
    state.phase = Phase::Acting(Active::new(Actor::Brigade(Side::Ours), 3, -1));
    let mut legal = Vec::new();
    state.legal_orders(Seat::Ours, &mut legal);
    let place = Plain::default().choose(&state.view(Seat::Ours), Side::Ours, &legal);
    legal[place].clone()
}

#[test]
fn a_brigade_on_its_way_to_the_village_marches() {
    assert_eq!(on_its_way(Instruction::AskMe), Order::MarchBrigade { side: Side::Ours, way: Facing::East });
}

#[test]
fn a_brigade_that_is_told_to_hold_stays_in_square_where_it_is() {
    for told in [Instruction::HoldAndFire, Instruction::FormSquare] {
        let order = on_its_way(told);
        assert!(!matches!(order, Order::MarchBrigade { .. } | Order::BreakBrigade(_)), "{told:?}: {order:?}");
    }
}

#[test]
fn those_who_are_to_come_on_come_on_as_soon_as_they_can() {
    let pack = BattlePack::embedded().unwrap();
    let mut dice = Dice::seeded([5; 32], 0);
    let mut state = State::opening(&pack);
    let mut events = Vec::new();
    let battle = Battle::Scenario("night march".to_owned());
    state.resolve(&Order::SetUp(Arc::new(SetUp { battle, options: Options::default() })), &mut dice, &mut events);
    (state.turn, state.step) = (1, Step::Activation);
    for number in (0..9).map(UnitId) {
        state.phase = Phase::Acting(Active::new(Actor::Unit(number), 3, 0));
        let mut legal = Vec::new();
        state.legal_orders(Seat::Ours, &mut legal);
        let place = Plain::default().choose(&state.view(Seat::Ours), Side::Ours, &legal);
        assert!(matches!(legal[place], Order::Move { .. }), "{number:?}: {:?}", legal[place]);
    }
}

#[test]
fn who_has_points_for_one_of_them_charges_a_rear_rather_than_fires() {
    let units = "a: dervish infantry with firearms, enemy, F6, N, en masse, 4\nb: british infantry, ours, F5, N, line, 4";
    let (_, order) = orders(units, 0, 2);
    assert!(matches!(order, Order::Charge { target: UnitId(1), .. }), "{order:?}");
}

#[test]
fn a_stronger_side_presses_on_against_an_enemy_most_of_whom_look_away_and_not_against_one_that_comes_on() {
    let press = |facing: &str| {
        let line = |name: char, square: &str| format!("{name}: dervish infantry with spears, enemy, {square}, {facing}, en masse, 4\n");
        let enemies: String = [('c', "D2"), ('d', "F2"), ('e', "H2")].into_iter().map(|(name, square)| line(name, square)).collect();
        let own = "a: british infantry, ours, E7, N, line, 4\nb: british infantry, ours, F7, N, line, 4\n\
                   f: british infantry, ours, G7, N, line, 4\ng: british infantry, ours, H7, N, line, 4\n";
        let (state, _) = orders(&format!("{own}{enemies}"), 0, 3);
        let temper = Temper::of(&state, Side::Ours, Weights::TUNED);
        Glance::of(&state, Side::Ours, &temper).press
    };
    assert!(press("N") > 0.9, "{}", press("N"));
    assert!(press("S") < 0.1, "{}", press("S"));
}

/// *Form Square!* in its last turn: the brigade broken up, a battalion and a few of the enemy where they are put; what the battalion does.
#[track_caller]
fn at_the_village(square: Square, facing: Facing, enemies: &[Square], points: i8) -> Order {
    told_at_the_village(Instruction::AskMe, square, facing, enemies, points)
}

/// The same where it is told what to do.
#[track_caller]
fn told_at_the_village(told: Instruction, square: Square, facing: Facing, enemies: &[Square], points: i8) -> Order {
    order(&the_last_turn(told, square, facing, enemies, points))
}

/// The battle at that moment.
#[track_caller]
fn the_last_turn(told: Instruction, square: Square, facing: Facing, enemies: &[Square], points: i8) -> State {
    let pack = BattlePack::embedded().unwrap();
    let mut dice = Dice::seeded([5; 32], 0);
    let mut state = State::opening(&pack);
    let mut events = Vec::new();
    let battle = Battle::Scenario("form square".to_owned());
    state.resolve(&Order::SetUp(Arc::new(SetUp { battle, options: Options::default() })), &mut dice, &mut events);
    state.sides[Side::Ours as usize].brigade = None;
    let mut places = enemies.iter();
    for (number, unit) in state.position.units.iter_mut().enumerate() {
        if number == 0 {
            (unit.square, unit.facing, unit.place) = (square, facing, Place::Board);
        } else if unit.side == Side::Enemy {
            match places.next() {
                Some(at) => (unit.square, unit.facing, unit.place) = (*at, Facing::East, Place::Board),
                None => unit.place = Place::Waiting,
            }
        } else {
            unit.place = Place::Waiting;
        }
    }
    let whom = Whom::Unit(UnitId(0));
    state.resolve(&Order::Instruct { side: Side::Ours, whom, instruction: told }, &mut dice, &mut events);
    state.turn = state.options().turns.0;
    state.step = Step::Activation;
    state.phase = Phase::Acting(Active::new(Actor::Unit(UnitId(0)), points, 0));
    state
}

#[test]
fn who_is_late_for_the_village_goes_in_column_before_an_enemy_in_confusion_and_before_one_in_order_does_not() {
    // Looking away from them is confusion; coming on, order.
    let confused = the_last_turn(Instruction::AskMe, Square::new(3, 3), Facing::East, &[Square::new(7, 2), Square::new(7, 4)], 3);
    let mut coming_on = confused.clone();
    coming_on.position.units.iter_mut().filter(|unit| unit.side == Side::Enemy).for_each(|unit| unit.facing = Facing::West);
    let column = Order::Form { unit: UnitId(0), formation: Formation::Column };
    assert_eq!(order(&confused), column);
    assert_ne!(order(&coming_on), column);
}

#[test]
fn who_can_be_in_the_village_at_the_end_goes_there_before_they_fire() {
    // Three points go for the step into the village, and a shot at the two in reach takes two of them.
    let order = at_the_village(Square::new(9, 3), Facing::East, &[Square::new(10, 1), Square::new(11, 1)], 4);
    let Order::Move { to, .. } = order else { panic!("{order:?}") };
    assert_eq!(to, Square::new(10, 3));
}

#[test]
fn who_is_told_to_stay_or_to_fall_back_does_not_go_into_the_village() {
    let here = Square::new(9, 3);
    let column = |told: Instruction| {
        let order = told_at_the_village(told, here, Facing::East, &[Square::new(10, 1), Square::new(11, 1)], 4);
        if let Order::Move { to, .. } = order { to.column } else { here.column }
    };
    assert_eq!(column(Instruction::HoldAndFire), here.column);
    assert_eq!(column(Instruction::FormSquare), here.column);
    assert!(column(Instruction::FallBack) < here.column);
    assert!(column(Instruction::AskMe) > here.column);
}

#[test]
fn who_stands_in_the_village_at_the_end_does_not_charge_out_of_it() {
    // The rear of the enemy lies open to them.
    let order = at_the_village(Square::new(10, 3), Facing::West, &[Square::new(9, 3)], 3);
    assert!(!matches!(order, Order::Charge { .. } | Order::Move { .. }), "{order:?}");
}

#[test]
fn the_leader_of_a_brigade_in_square_stays_in_its_middle() {
    let pack = BattlePack::embedded().unwrap();
    let mut dice = Dice::seeded([5; 32], 0);
    let mut state = State::opening(&pack);
    let mut events = Vec::new();
    let battle = Battle::Scenario("form square".to_owned());
    state.resolve(&Order::SetUp(Arc::new(SetUp { battle, options: Options::default() })), &mut dice, &mut events);
    let leader = state.leaders(Side::Ours).next().unwrap();
    // One face is out of order, so each acts for itself this turn.
    state.position.units[0].disorganised = true;
    (state.turn, state.step) = (3, Step::Activation);
    state.phase = Phase::Acting(Active::new(Actor::Unit(leader), 12, 0));
    let mut legal = Vec::new();
    state.legal_orders(Seat::Ours, &mut legal);
    let place = Plain::default().choose(&state.view(Seat::Ours), Side::Ours, &legal);
    assert!(!matches!(legal[place], Order::Move { .. }), "{:?}", legal[place]);
}

#[test]
fn of_two_in_order_the_one_less_likely_to_recover_is_shot_at() {
    let units = "a: british infantry, ours, F6, N, line, 4\n\
                 b: dervish infantry with spears, enemy, E4, S, en masse, 4\n\
                 c: dervish infantry with spears, enemy, G4, S, en masse, 1";
    let (_, order) = orders(units, 0, 3);
    assert_eq!(order, Order::Fire { unit: UnitId(0), weapon: 0, target: UnitId(2) });
}

#[test]
fn where_one_more_out_of_order_would_break_the_enemy_a_shot_goes_at_one_in_order() {
    let units = "a: british infantry, ours, F6, N, line, 4\n\
                 b: dervish infantry with spears, enemy, E4, S, en masse, 4, disorganised\n\
                 c: dervish infantry with spears, enemy, G4, S, en masse, 4\n\
                 d: dervish infantry with spears, enemy, H3, S, en masse, 4";
    let (_, order) = orders(units, 0, 3);
    assert_eq!(order, Order::Fire { unit: UnitId(0), weapon: 0, target: UnitId(2) });
    // With many more of them it goes at the one who is out of order, who may then be lost for good.
    let more = |letter: char| format!("\n{}: dervish infantry with spears, enemy, {letter}1, S, en masse, 4", letter.to_ascii_lowercase());
    let more: String = ('E'..='L').map(more).collect();
    let (_, order) = orders(&format!("{units}{more}"), 0, 3);
    assert_eq!(order, Order::Fire { unit: UnitId(0), weapon: 0, target: UnitId(1) });
}

#[test]
fn foot_with_horse_on_both_flanks_forms_square_unless_it_can_get_out_from_between_and_fire_and_between_foot_it_does_not() {
    let square = Order::Form { unit: UnitId(0), formation: Formation::Square };
    for own in ["british infantry", "egyptian infantry"] {
        let between = |enemies: &str, points: i8| {
            let units = format!(
                "a: {own}, ours, G4, N, line, 4\n\
                 b: british infantry, ours, F7, N, line, 4\n\
                 c: british infantry, ours, E7, N, line, 4\n\
                 d: {enemies}, enemy, K4, W, en masse, 4\n\
                 e: {enemies}, enemy, C4, E, en masse, 4"
            );
            orders(&units, 0, points).1
        };
        for points in 2..=8 {
            let horse = between("dervish cavalry with spears", points);
            assert_eq!(horse == square, points <= 4, "{own}, {points} points: {horse:?}");
            assert_ne!(between("dervish infantry with spears", points), square, "{own}, {points} points");
        }
    }
}

#[test]
fn a_brigade_in_square_throws_hard_luck_away_when_it_has_fired_and_nothing_better_is_left() {
    let units = "a: british infantry, ours, F5, N, line, 4\n\
                 b: british infantry, ours, G6, E, line, 4\n\
                 c: british infantry, ours, F7, S, line, 4\n\
                 d: british infantry, ours, E6, W, line, 4\n\
                 e: leader, ours, F6, N, 1\n\
                 f: dervish infantry with spears, enemy, F2, S, en masse, 4";
    let side = Side::Ours;
    let given = |cards: &[Heroic]| {
        let mut state = holding(battle(units), cards);
        state.sides[side as usize].brigade = Some("F6".parse().unwrap());
        let with = (0..4).map(UnitId).collect();
        state.dealt.push(Dealt { unit: UnitId(4), card: "5H".parse().unwrap(), with });
        (state.turn, state.step) = (3, Step::Activation);
        state.phase = Phase::Acting(Active::new(Actor::Brigade(side), 2, 0));
        let mut given = Vec::new();
        while let Phase::Acting(_) = state.phase {
            given.push(order(&state));
            state.resolve(&given[given.len() - 1], &mut Dice::seeded([7; 32], 0), &mut Vec::new());
        }
        given
    };
    let play = Order::Play { side, card: Heroic::HardLuck, unit: UnitId(4) };
    let with = given(&[Heroic::HardLuck]);
    let (last, fired) = with.split_last().unwrap();
    assert!(matches!(fired, [Order::Volley { .. }, thrown] if *thrown == play), "{with:?}");
    assert_eq!(*last, Order::StandBrigade(side));
    assert!(!given(&[]).contains(&play));
}

#[test]
fn foot_that_has_formed_square_between_horse_stays_so_and_who_is_told_to_fall_back_does_not_stop_for_it() {
    let between = |facing: &str, formation: &str, points: i8, told: Instruction| {
        let mut state = battle(&format!(
            "a: british infantry, ours, G4, {facing}, {formation}, 4\n\
             b: british infantry, ours, F7, N, line, 4\n\
             c: british infantry, ours, E7, N, line, 4\n\
             d: dervish cavalry with spears, enemy, J4, W, en masse, 4\n\
             e: dervish cavalry with spears, enemy, D4, E, en masse, 4"
        ));
        let order = Order::Instruct { side: Side::Ours, whom: Whom::Unit(UnitId(0)), instruction: told };
        state.resolve(&order, &mut Dice::seeded([1; 32], 0), &mut Vec::new());
        activation(acts(state, 0, points))
    };
    for points in 2..=8 {
        let (after, given) = between("E", "square", points, Instruction::AskMe);
        assert_eq!(after.unit(UnitId(0)).formation, Some(Formation::Square), "{points} points: {given:?}");
        let (_, given) = between("E", "line", points, Instruction::AskMe);
        let forms = given.iter().filter(|order| matches!(order, Order::Form { .. })).count();
        assert!(forms <= 1, "{points} points: {given:?}");
    }
    for points in 3..=6 {
        let (after, given) = between("N", "line", points, Instruction::FallBack);
        assert_eq!(after.unit(UnitId(0)).formation, Some(Formation::Line), "{points} points: {given:?}");
    }
}

/// Those whom a Leader, the first unit, will coordinate in the next turn from where they stand.
fn covered(state: &State) -> Vec<UnitId> {
    coordinated(state, UnitId(0), state.turn + 1).iter().collect()
}

#[test]
fn a_leader_alone_goes_to_where_one_card_covers_most_and_stays_there() {
    let ours = "b: british infantry, ours, E4, N, line, 4\n\
                c: british infantry, ours, F4, N, line, 4\n\
                d: british infantry, ours, G4, N, line, 4\n\
                e: british infantry, ours, J7, N, line, 4\n\
                f: dervish infantry with spears, enemy, F1, S, en masse, 4";
    let theirs = "b: dervish infantry with spears, enemy, E4, S, en masse, 4\n\
                  c: dervish infantry with spears, enemy, F4, S, en masse, 4\n\
                  d: dervish infantry with spears, enemy, G4, S, en masse, 4\n\
                  e: dervish infantry with spears, enemy, J2, S, en masse, 4\n\
                  f: british infantry, ours, F8, N, line, 4";
    let three = [1, 2, 3].map(UnitId);
    for (units, leader, far_off) in [(ours, "leader, ours", "F8, N"), (theirs, "leader, enemy", "F1, S")] {
        for points in [8, 10, 12] {
            let state = acts(battle(&format!("a: {leader}, {far_off}, 1\n{units}")), 0, points);
            assert!(covered(&state).is_empty());
            let (after, given) = activation(state);
            assert_eq!(covered(&after), three, "{points} points: {given:?}");
            let (after, given) = activation(acts(battle(&format!("a: {leader}, F4, N, 1\n{units}")), 0, points));
            assert_eq!(covered(&after), three, "{points} points: {given:?}");
        }
    }
}

#[test]
fn all_on_a_leader_s_card_act_those_who_can_shoot_first_and_the_leader_last() {
    let mut state = battle(
        "a: leader, ours, F6, N, 1\n\
         b: egyptian infantry, ours, E6, N, line, 4\n\
         c: egyptian infantry, ours, F6, N, line, 4\n\
         d: british infantry, ours, G6, N, line, 4\n\
         e: dervish infantry with spears, enemy, G3, S, en masse, 4\n\
         f: dervish infantry with spears, enemy, A1, S, en masse, 4",
    );
    let with = coordinated(&state, UnitId(0), 2);
    state.dealt.push(Dealt { unit: UnitId(0), card: "5H".parse().unwrap(), with });
    state.phase = Phase::Asking(Question::Next(UnitId(0)));
    let mut called = Vec::new();
    while state.turn == 2 && matches!(state.phase, Phase::Asking(Question::Next(_))) {
        let order = order(&state);
        state.resolve(&order, &mut Dice::seeded([4; 32], 0), &mut Vec::new());
        called.push(order);
        if state.active().is_some() {
            (state, _) = activation(state);
        }
    }
    let units: Vec<UnitId> = called.iter().filter_map(|order| if let Order::Next(unit) = order { Some(*unit) } else { None }).collect();
    // Nobody is left standing: three have acted before anything else is ordered.
    assert_eq!(units.first(), Some(&UnitId(3)), "{called:?}");
    assert_eq!(units.iter().take(3).copied().collect::<std::collections::BTreeSet<_>>(), [1, 2, 3].map(UnitId).into(), "{called:?}");
    assert!(called[..3].iter().all(|order| matches!(order, Order::Next(_))), "{called:?}");
}

/// The same battle where the side of the first unit holds these Heroic Leadership cards.
fn holding(mut state: State, cards: &[Heroic]) -> State {
    let side = state.unit(UnitId(0)).side;
    cards.iter().for_each(|card| state.heroic.hands[side as usize].cards.add(*card));
    state
}

/// Riflemen with their Leader, and spearmen in range of them.
const LED_RIFLES: &str = "a: british infantry, ours, F6, N, line, 4\n\
                          b: leader, ours, F6, N, 1\n\
                          c: dervish infantry with spears, enemy, F4, S, en masse, 4\n\
                          d: dervish infantry with spears, enemy, H3, S, en masse, 4";

#[test]
fn enhanced_firepower_is_played_after_the_shot_and_fired_and_hard_luck_thrown_away_at_the_end() {
    let (unit, side, target) = (UnitId(0), Side::Ours, UnitId(2));
    let fires = Order::Fire { unit, weapon: 0, target };
    let play = |card: Heroic| Order::Play { side, card, unit };
    let (after, given) = activation(acts(holding(battle(LED_RIFLES), &[Heroic::Firepower, Heroic::HardLuck]), 0, 3));
    let wanted = [fires.clone(), play(Heroic::Firepower), fires.clone(), play(Heroic::HardLuck), Order::Stand(unit)];
    assert_eq!(given, wanted);
    assert!(after.heroic.hands[side as usize].is_empty());
    // Without a card there is one shot, and nothing to throw away.
    assert_eq!(activation(acts(battle(LED_RIFLES), 0, 3)).1, [fires, Order::Stand(unit)]);
}

#[test]
fn a_leader_alone_throws_hard_luck_away_and_keeps_the_others() {
    let (after, given) = activation(acts(holding(battle(LED_RIFLES), &Heroic::ALL), 1, 8));
    assert!(given.contains(&Order::Play { side: Side::Ours, card: Heroic::HardLuck, unit: UnitId(1) }), "{given:?}");
    let kept: Vec<Heroic> = after.heroic.hands[Side::Ours as usize].cards.kinds().collect();
    assert_eq!(kept, [Heroic::Firepower, Heroic::Movement, Heroic::Fighting, Heroic::Recover]);
}

#[test]
fn faster_movement_is_played_where_it_brings_a_charge_home_and_kept_where_the_points_do() {
    let flank = "a: dervish infantry with spears, enemy, F3, S, en masse, 4\n\
                 b: leader, enemy, F3, S, 1\n\
                 c: british infantry, ours, F5, E, line, 3\n\
                 d: british infantry, ours, C7, N, line, 4";
    // Two squares take four points.
    for (points, plays) in [(2, true), (3, true), (4, false), (5, false)] {
        let mut state = acts(holding(battle(flank), &Heroic::ALL), 0, points);
        let card = Order::Play { side: Side::Enemy, card: Heroic::Movement, unit: UnitId(0) };
        let mut first = order(&state);
        assert_eq!(first == card, plays, "{points} points: {first:?}");
        if plays {
            state.resolve(&first, &mut Dice::seeded([1; 32], 0), &mut Vec::new());
            first = order(&state);
        }
        assert!(matches!(first, Order::Charge { target: UnitId(2), .. }), "{points} points: {first:?}");
    }
}

#[test]
fn faster_movement_is_kept_where_no_charge_is_worth_making_with_it_nor_without() {
    // A formed line with friends behind it is not charged in front.
    let line = "a: dervish infantry with spears, enemy, F3, S, en masse, 1\n\
                b: leader, enemy, F3, S, 1\n\
                c: british infantry, ours, F5, N, line, 4\n\
                d: british infantry, ours, F6, N, line, 4\n\
                e: british infantry, ours, E6, N, line, 4";
    // Nor is there a charge at somebody too far for two points more.
    let far = "a: dervish infantry with spears, enemy, F1, S, en masse, 4\n\
               b: leader, enemy, F1, S, 1\n\
               c: british infantry, ours, F8, E, line, 3";
    for units in [line, far] {
        for points in 2..=6 {
            let (_, given) = activation(acts(holding(battle(units), &[Heroic::Movement]), 0, points));
            assert!(!given.iter().any(|order| matches!(order, Order::Play { .. })), "{points} points: {given:?}");
        }
    }
}

#[test]
fn faster_movement_is_played_where_it_brings_riflemen_to_where_they_fire_and_kept_where_the_points_do() {
    let units = "a: british infantry, ours, F8, N, line, 4\n\
                 b: leader, ours, F8, N, 1\n\
                 c: dervish infantry with spears, enemy, F4, S, en masse, 4";
    // A square and the shot are four points: two of them the card's, if it is played.
    let mut played = Vec::new();
    for points in 1..=6 {
        let (_, given) = activation(acts(holding(battle(units), &[Heroic::Movement]), 0, points));
        if given.iter().any(|order| matches!(order, Order::Play { card: Heroic::Movement, .. })) {
            played.push(points);
            assert!(given.iter().any(|order| matches!(order, Order::Fire { .. })), "{points} points: {given:?}");
        }
    }
    assert_eq!(played, [2, 3], "points with which it is played");
}

#[test]
fn enhanced_firepower_is_kept_with_nobody_in_range() {
    for (enemies, kept) in [("A1, S", true), ("F4, S", false)] {
        // It has fired, and its target is gone.
        let units = LED_RIFLES.replace("H3, S", "B1, S").replace("F4, S", enemies);
        let mut state = acts(holding(battle(&units), &[Heroic::Firepower]), 0, 5);
        let Phase::Acting(active) = &mut state.phase else { unreachable!() };
        active.shots = 1;
        let (side, unit) = (Side::Ours, UnitId(0));
        let play = Order::Play { side, card: Heroic::Firepower, unit };
        let mut legal = Vec::new();
        state.legal_orders(Seat::Ours, &mut legal);
        assert!(legal.contains(&play), "{legal:?}");
        let order = order(&state);
        assert_eq!(order != play, kept, "{enemies}: {order:?}");
    }
}

#[test]
fn hand_to_hand_fighting_is_played_before_the_dice_and_recover_after_them() {
    let units = "a: british infantry, ours, F6, N, line, 4\n\
                 b: dervish infantry with spears, enemy, F6, S, en masse, 4\n\
                 c: leader, ours, F6, N, 1";
    let mut fights = battle(units);
    let (square, side) = (fights.unit(UnitId(0)).square, Side::Ours);
    let (charger, charged, struck, way) = (UnitId(0), UnitId(1), Aspect::Front, Facing::North);
    fights.contacts.push(Contact { square, charger, charged, struck, way, cards: [0; 2], answered: [false; 2], fought: false });
    (fights.step, fights.phase) = (Step::Combats, Phase::Asking(Question::CombatCard { square, side }));
    let mut recovers = battle(&units.replace("F6, S", "F2, S").replace("line, 4", "line, 4, disorganised"));
    (recovers.step, recovers.phase) = (Step::Recovery, Phase::Asking(Question::Recovery(UnitId(0))));
    for (state, card) in [(fights, Heroic::Fighting), (recovers, Heroic::Recover)] {
        assert_eq!(order(&holding(state.clone(), &Heroic::ALL)), Order::Play { side, card, unit: UnitId(0) });
        let others: Vec<Heroic> = Heroic::ALL.into_iter().filter(|other| *other != card).collect();
        assert_eq!(order(&holding(state, &others)), Order::NoCard(side));
    }
}

/// A unit of so many figures before three battalions, three spears three squares ahead of it.
fn before_the_line(kind: &str, figures: u8) -> State {
    battle(&format!(
        "a: {kind}, ours, F5, N, line, {figures}\n\
         b: british infantry, ours, E7, N, line, 4\n\
         c: british infantry, ours, F7, N, line, 4\n\
         d: british infantry, ours, G7, N, line, 4\n\
         e: dervish infantry with spears, enemy, F2, S, en masse, 4\n\
         f: dervish infantry with spears, enemy, E1, S, en masse, 4\n\
         g: dervish infantry with spears, enemy, G1, S, en masse, 4"
    ))
}

#[test]
fn who_has_one_figure_left_falls_back_on_the_rest_where_a_whole_unit_goes_on() {
    // To turn round, go a square and face the enemy again takes four points, a shot two.
    for (kind, least) in [("egyptian cavalry", 4), ("british infantry", 6), ("british cavalry", 6)] {
        for points in least..=6 {
            let goes = |figures: u8| {
                let (after, given) = activation(acts(before_the_line(kind, figures), 0, points));
                (after.unit(UnitId(0)).square.row, given)
            };
            let ((back, wounded), (on, whole)) = (goes(1), goes(4));
            assert!(back > 4, "{kind} of one figure, {points} points: {wounded:?}");
            assert!(on < 4, "{kind} of four, {points} points: {whole:?}");
        }
    }
}

#[test]
fn spearmen_with_one_figure_left_do_not_charge_where_whole_ones_do() {
    let charges = |figures: u8, enemy: &str| {
        let units = format!(
            "a: dervish infantry with spears, enemy, F5, S, en masse, {figures}\n\
             b: dervish infantry with spears, enemy, E3, S, en masse, 4\n\
             c: dervish infantry with spears, enemy, F3, S, en masse, 4\n\
             d: dervish infantry with spears, enemy, G3, S, en masse, 4\n\
             e: british infantry, ours, {enemy}, N, line, 4\n\
             f: british infantry, ours, E8, N, line, 4\n\
             g: british infantry, ours, G8, N, line, 4"
        );
        matches!(orders(&units, 0, 8).1, Order::Charge { .. })
    };
    for enemy in ["F6", "F7", "F8"] {
        assert!(charges(4, enemy) && !charges(1, enemy), "{enemy}");
    }
}
