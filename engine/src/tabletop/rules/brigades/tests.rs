use super::*;
use crate::edition::LeftOut;
use crate::game::Game as _;
use crate::tabletop::formation::Formation;
use crate::tabletop::heroic::Heroic;
use crate::tabletop::order::Order;
use crate::tabletop::plan::Waking;
use crate::tabletop::refusal::Refusal;
use crate::tabletop::rules::activation;
use crate::tabletop::trial::{Trial, at, sixth_edition, third_edition, unit};
use crate::tabletop::unit::Place;

/// A brigade in Column near its places, its Leader in the middle.
const COLUMN: &str = "a: british infantry, ours, D3, E, column, 4\nb: british infantry, ours, E4, N, column, 4\n\
                      c: british infantry, ours, D5, E, column, 4\nd: british infantry, ours, C4, N, column, 4\n\
                      e: leader, ours, D4, N, 1\nf: dervish infantry with spears, enemy, D1, S, en masse, 4\n";

fn asked(units: &str) -> Trial {
    let mut trial = Trial::new(units).dealt(4, "2H", &[0, 1, 2, 3]);
    trial.does(&[], activation::go_on);
    trial
}

fn forms() -> Order {
    Order::FormBrigade { leader: unit(4), centre: at("D4") }
}

#[test]
fn a_brigade_forms_square_for_2_points_all_in_one_turn_whatever_formation_its_units_had_t58() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[5]);
    trial.does(&[], super::super::movement_seen::settle_brigades);
    let brigade = Brigade { side: Side::Ours, centre: at("D4") };
    assert!(brigade.is_fully_formed(&trial.state.position), "{}", trial.state.position);
    assert_eq!(trial.state.side(Side::Ours).brigade, Some(at("D4")));
    assert!((0..4).all(|number| trial.state.unit(unit(number)).formation == Some(Formation::Line)));
    assert_eq!(trial.left(), 2, "5 less 2, and 1 for a Square");
}

#[test]
fn with_fewer_points_it_does_not_form_and_its_units_have_acted_t58() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[1]);
    assert!(trial.any(|event| matches!(event, Event::BrigadeDone { .. })));
    assert_eq!(trial.state.side(Side::Ours).brigade, None);
}

#[test]
fn without_all_four_on_the_leader_s_card_it_is_not_formed_t57_t58() {
    let mut trial = Trial::new(COLUMN).dealt(4, "2H", &[0, 1, 2]);
    trial.does(&[], activation::go_on);
    assert_eq!(trial.refuses(&forms()), Refusal::CannotBrigade);
}

/// *Brigade squares*: a side has one, whose Leader is there with it (T57).
#[test]
fn none_is_formed_beside_another_by_a_leader_who_is_not_there_or_where_the_side_breaks_off_t57() {
    let can = |change: fn(&mut State)| {
        let mut trial = asked(COLUMN);
        change(&mut trial.state);
        can_form(&trial.state, &trial.state.dealt[0], at("D4")).is_some()
    };
    assert!(can(|_| {}));
    assert!(!can(|state| state.sides[0].brigade = Some(at("D4"))));
    assert!(!can(|state| state.position.units[4].place = Place::Lost));
    assert!(!can(|state| state.sides[0].breaks_off = true));
    assert!(!can(|state| state.position.units[4].square = at("D7")));
}

#[test]
fn it_marches_as_one_figure_and_leaves_its_formation_for_2_points_t57_t58() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.order(&Order::MarchBrigade { side: Side::Ours, way: Facing::South }, &[]);
    assert_eq!((trial.square(0), trial.square(4), trial.left()), ("D4".to_owned(), "D5".to_owned(), 1), "the Leader goes along");
    assert_eq!(trial.refuses(&Order::BreakBrigade(Side::Ours)), Refusal::CannotBrigade, "one point is too few");
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.order(&Order::BreakBrigade(Side::Ours), &[]);
    assert_eq!(trial.state.side(Side::Ours).brigade, None);
    assert!(trial.any(|event| matches!(event, Event::BrigadeDone { .. })));
}

#[test]
fn a_brigade_broken_off_the_battle_marches_only_away_from_the_enemy() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.state.sides[0].breaks_off = true;
    assert_eq!(trial.refuses(&Order::MarchBrigade { side: Side::Ours, way: Facing::North }), Refusal::CannotMove);
    trial.order(&Order::MarchBrigade { side: Side::Ours, way: Facing::South }, &[]);
}

#[test]
fn each_face_and_corner_fires_and_neither_the_centre_nor_the_leader_nor_who_stands_apart_t57() {
    let units = COLUMN.replace("e: leader, ours, D4", "e: leader, ours, E3")
        + "g: british artillery, ours, C3, N, deployed, 2\nh: british artillery, ours, D4, N, limbered, 2\n\
           i: british infantry, ours, H7, N, line, 4\n";
    let trial = Trial::new(&units);
    let brigade = Brigade { side: Side::Ours, centre: at("D4") };
    let fires: Vec<bool> = (0..9).map(|number| super::fires(&trial.state, brigade, unit(number))).collect();
    assert_eq!(fires, [true, true, true, true, false, false, true, false, false], "{}", trial.state.position);
}

/// *Brigade squares*: the action die is that of the infantry, whoever else is in the centre (T29).
#[test]
fn a_brigade_throws_the_die_of_its_infantry_t29() {
    let units = format!(
        "{}g: british infantry, ours, H7, N, line, 4\n",
        COLUMN.replace("a: british infantry, ours, D3, E", "a: british cavalry, ours, D4, E")
    );
    let mut trial = Trial::new(&units).with(|state| state.sides[0].brigade = Some(at("D4")));
    trial.does(&[6], |proceedings| activation::activate_brigade(proceedings, Side::Ours));
    let sides = trial.events.iter().find_map(|event| match event {
        Event::BrigadeActivated { roll, .. } => Some(roll.sides),
        _ => None,
    });
    assert_eq!(sides, Some(6), "{:?}", trial.events);
}

#[test]
fn a_brigade_that_can_neither_march_nor_fire_any_more_has_acted_t57() {
    let done = |trial: &Trial| trial.any(|event| matches!(event, Event::BrigadeDone { .. }));
    let march = |points: u16, hand: &[Heroic]| {
        let mut trial = asked(COLUMN).hand(Side::Ours, hand);
        trial.order(&forms(), &[points]);
        trial.order(&Order::MarchBrigade { side: Side::Ours, way: Facing::South }, &[]);
        trial
    };
    assert!(done(&march(5, &[])), "5 less 2 to form, less 1 for a Square, and 2 for the square: nothing is left");
    assert!(!done(&march(5, &[Heroic::Movement])), "a card held may give more");
    assert!(!done(&march(6, &[])), "with 2 points more it fires");
}

#[test]
fn a_brigade_that_breaks_off_marches_to_no_square_as_near_to_the_enemy_as_its_own() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.state.position.units[5].square = at("H1");
    trial.state.sides[0].breaks_off = true;
    assert_eq!(trial.refuses(&Order::MarchBrigade { side: Side::Ours, way: Facing::SouthEast }), Refusal::CannotMove);
}

#[test]
fn when_a_brigade_stands_all_its_units_and_its_leader_have_acted_t57() {
    let mut trial = asked(COLUMN);
    trial.order(&forms(), &[6]);
    trial.does(&[], |proceedings| stand(proceedings, Side::Ours));
    assert!((0..4).all(|number| trial.state.acted.has(unit(number))), "{:?}", trial.events);
}

/// A brigade in square with a gun in a corner, whose Leader's card comes up.
fn with_a_gun(with: &[u8], change: impl FnOnce(Trial) -> Trial, left_out: LeftOut) -> Trial {
    let units = format!("{SQUARE}g: british artillery, ours, E3, N, deployed, 2\n");
    let mut trial = change(Trial::new(&units).with(|state| state.sides[0].brigade = Some(at("D4")))).dealt(4, "9C", with);
    trial.state.leave_out(left_out);
    trial
}

const SQUARE: &str = "a: british infantry, ours, D3, N, line, 4\nb: british infantry, ours, E4, E, line, 4\n\
                      c: british infantry, ours, D5, S, line, 4\nd: british infantry, ours, C4, W, line, 4\n\
                      e: leader, ours, D4, N, 1\nf: dervish infantry with spears, enemy, E1, S, en masse, 4\n";

fn volley_of_the_gun() -> Order {
    Order::Volley { unit: unit(6), target: unit(5) }
}

/// *Disorganisation*: a disorganised unit cannot fire.
#[test]
fn a_disorganised_gun_in_the_corner_does_not_fire_in_the_volley_t29() {
    let next = |left_out: LeftOut, disorganised: bool| {
        let with: &[u8] = if disorganised { &[0, 1, 2, 3] } else { &[0, 1, 2, 3, 6] };
        let mut trial = with_a_gun(with, |trial| trial.with(|state| state.position.units[6].disorganised = disorganised), left_out);
        trial.does(&[], activation::go_on);
        trial.order(&Order::NextBrigade(Side::Ours), &[4]);
        trial
    };
    assert_eq!(next(LeftOut::NONE, true).refuses(&volley_of_the_gun()), Refusal::NoShot);
    next(LeftOut::NONE, false).order(&volley_of_the_gun(), &[6]);
    next(third_edition(), true).order(&volley_of_the_gun(), &[6]);
}

/// *Firing*: a unit fires once a turn.
#[test]
fn a_gun_in_the_corner_with_a_card_of_its_own_does_not_fire_in_the_volley_and_keeps_its_card_t29() {
    let stands = |left_out: LeftOut| {
        let mut trial = with_a_gun(&[0, 1, 2, 3], |trial| trial.dealt(6, "KH", &[]), left_out);
        trial.does(&[], activation::go_on);
        trial.order(&Order::NextBrigade(Side::Ours), &[4]);
        trial
    };
    let mut trial = stands(LeftOut::NONE);
    assert_eq!(trial.refuses(&volley_of_the_gun()), Refusal::NoShot);
    trial.does(&[], |proceedings| stand(proceedings, Side::Ours));
    assert!(!trial.state.acted.has(unit(6)) && trial.state.acted.has(unit(0)) && trial.state.acted.has(unit(4)), "{:?}", trial.events);
    trial.does(&[4], activation::go_on);
    assert!(matches!(trial.events[0], Event::Activated { unit: gun, .. } if gun == unit(6)), "its own card comes: {:?}", trial.events);
    let mut trial = stands(third_edition());
    trial.order(&volley_of_the_gun(), &[6]);
    trial.does(&[], |proceedings| stand(proceedings, Side::Ours));
    assert!(trial.state.dealt.is_empty(), "by the earlier reading its card went");
}

/// *Brigade squares*: Bazingers, who throw a D8, are never a face.
#[test]
fn a_brigade_throws_the_die_of_those_who_can_form_its_faces_whoever_is_first_on_the_list_t57() {
    let units = format!("z: bazingers, ours, H7, N, en masse, 4\n{COLUMN}");
    let sides = |left_out: LeftOut| {
        let mut trial = Trial::new(&units).with(|state| state.sides[0].brigade = Some(at("D4")));
        trial.state.leave_out(left_out);
        trial.does(&[6], |proceedings| activation::activate_brigade(proceedings, Side::Ours));
        trial.events.iter().find_map(|event| if let Event::BrigadeActivated { roll, .. } = event { Some(roll.sides) } else { None })
    };
    assert_eq!((sides(LeftOut::NONE), sides(third_edition())), (Some(6), Some(8)));
}

#[test]
fn a_brigade_that_forms_at_the_rampart_wakes_the_camp_t61() {
    let reached = crate::tabletop::area::Area(vec!["D3".parse().unwrap()]);
    let asleep = crate::tabletop::plan::Asleep { side: Side::Enemy, woken_by: vec![Waking::Reached(reached)], slowly: false };
    let forms_there = |left_out: LeftOut| {
        let units = COLUMN.replace("a: british infantry, ours, D3", "a: british infantry, ours, E5");
        let mut trial = Trial::new(&units)
            .plan(|plan| plan.asleep = Some(asleep.clone()))
            .with(|state| state.sides[1].asleep = true)
            .dealt(4, "2H", &[0, 1, 2, 3]);
        trial.state.leave_out(left_out);
        trial.does(&[], activation::go_on);
        trial.order(&forms(), &[5]);
        trial.has(&Event::Woke(Side::Enemy))
    };
    assert!(forms_there(LeftOut::NONE) && !forms_there(third_edition()));
}

/// *Break off battle*: a brigade in square goes as a unit does.
#[test]
fn a_brigade_that_breaks_off_does_not_stand_while_it_can_march_away() {
    let stand = Order::StandBrigade(Side::Ours);
    let formed = |enemy: &str, left_out: LeftOut| {
        let mut trial = asked(COLUMN);
        trial.order(&forms(), &[6]);
        trial.state.position.units[5].square = at(enemy);
        trial.state.sides[0].breaks_off = true;
        trial.state.leave_out(left_out);
        trial
    };
    let trial = formed("D1", LeftOut::NONE);
    assert_eq!(trial.refuses(&stand), Refusal::BreakingOff);
    let mut legal = Vec::new();
    trial.state.legal_orders(crate::tabletop::seat::Seat::Ours, &mut legal);
    assert!(!legal.contains(&stand) && legal.iter().any(|order| matches!(order, Order::MarchBrigade { .. })), "{legal:?}");
    let mut earlier = formed("D1", LeftOut::after(crate::edition::Edition(4), crate::tabletop::state::State::MENDINGS));
    earlier.order(&stand, &[]);
    let mut spent = formed("D1", LeftOut::NONE);
    let march = Order::MarchBrigade { side: Side::Ours, way: Facing::South };
    spent.order(&march, &[]);
    assert!(spent.state.active().is_none() || spent.state.permit(crate::tabletop::seat::Seat::Ours, &stand).is_ok(), "it has gone");
}

/// *Brigade Squares*: it is accompanied by its Leader.
#[test]
fn a_brigade_acts_as_one_only_while_its_leader_is_in_one_of_its_squares_t57() {
    let next = |leader: &str, left_out: LeftOut| {
        let units = SQUARE.replace("e: leader, ours, D4", &format!("e: leader, ours, {leader}"));
        let mut trial = Trial::new(&units).with(|state| state.sides[0].brigade = Some(at("D4"))).dealt(4, "9C", &[0, 1, 2, 3]);
        trial.state.leave_out(left_out);
        trial.does(&[], activation::go_on);
        trial
    };
    let brigade = Order::NextBrigade(Side::Ours);
    for within in ["D4", "C3", "D3"] {
        next(within, LeftOut::NONE).order(&brigade, &[6]);
    }
    assert_eq!(next("F4", LeftOut::NONE).refuses(&brigade), Refusal::CannotBrigade);
    next("F4", LeftOut::NONE).order(&Order::Next(unit(1)), &[6]);
    next("F4", sixth_edition()).order(&brigade, &[6]);
}

/// A brigade in square that acts, with the die, and whose side breaks off.
fn breaking_off(more: &str, left_out: LeftOut) -> Trial {
    let units = format!("{SQUARE}{more}").replace("enemy, E1", "enemy, D1");
    let mut trial = Trial::new(&units)
        .with(|state| {
            state.sides[0].brigade = Some(at("D4"));
            state.sides[0].breaks_off = true;
        })
        .dealt(4, "9C", &[0, 1, 2, 3]);
    trial.state.leave_out(left_out);
    trial.does(&[], activation::go_on);
    trial.order(&Order::NextBrigade(Side::Ours), &[6]);
    trial
}

fn listed(trial: &Trial, order: &Order) -> bool {
    let mut legal = Vec::new();
    trial.state.legal_orders(crate::tabletop::seat::Seat::Ours, &mut legal);
    legal.contains(order)
}

/// *Break off battle*: all that are in order must move away, and to leave the formation takes them nowhere.
#[test]
fn a_brigade_that_breaks_off_leaves_its_formation_only_where_it_cannot_go() {
    let breaks = Order::BreakBrigade(Side::Ours);
    let trial = breaking_off("", LeftOut::NONE);
    assert_eq!(trial.refuses(&breaks), Refusal::BreakingOff);
    assert!(!listed(&trial, &breaks));
    breaking_off("", sixth_edition()).order(&breaks, &[]);
    let about =
        "g: british infantry, ours, B4, N, line, 4\nh: british infantry, ours, F4, N, line, 4\ni: british infantry, ours, D6, N, line, 4\n";
    let mut kept = breaking_off(about, LeftOut::NONE);
    assert!(listed(&kept, &breaks));
    kept.order(&breaks, &[]);
}

/// *Break off battle*: who has moved away is free, as a unit is.
#[test]
fn a_brigade_that_breaks_off_has_gone_when_it_has_marched_and_may_stand_or_fire_with_what_is_left() {
    let stand = Order::StandBrigade(Side::Ours);
    let marched = |left_out: LeftOut| {
        let mut trial = breaking_off("", left_out);
        trial.order(&Order::MarchBrigade { side: Side::Ours, way: Facing::South }, &[]);
        assert_eq!(trial.left(), 3, "and it could go on");
        trial
    };
    let mut trial = marched(LeftOut::NONE);
    assert!(listed(&trial, &stand));
    trial.order(&Order::Volley { unit: unit(0), target: unit(5) }, &[6]);
    trial.order(&stand, &[]);
    assert_eq!(marched(sixth_edition()).refuses(&stand), Refusal::BreakingOff);
}

/// A brigade in square whose side breaks off, with a face out of order, whose Leader's card is for the others.
fn cannot_act_as_one(change: impl FnOnce(&mut State), left_out: LeftOut) -> Trial {
    let units = SQUARE.replace("E4, E, line, 4", "E4, E, line, 4, disorganised").replace("enemy, E1", "enemy, D1");
    let mut trial = Trial::new(&format!("{units}g: british artillery, ours, C5, S, limbered, 2\n")).with(|state| {
        state.sides[0].brigade = Some(at("D4"));
        state.sides[0].breaks_off = true;
    });
    change(&mut trial.state);
    let mut trial = trial.dealt(4, "9C", &[0, 2, 3, 6]);
    trial.state.leave_out(left_out);
    trial.does(&[], activation::go_on);
    trial
}

/// *Break off battle*: all units that are not disorganised must move away from the enemy; to leave the formation costs each 2 points.
#[test]
fn where_a_brigade_square_cannot_act_as_one_each_of_a_side_that_breaks_off_leaves_it_for_2_points_t58() {
    let next = |number: u8, die: u16, left_out: LeftOut| {
        let mut trial = cannot_act_as_one(|_| {}, left_out);
        assert_eq!(trial.refuses(&Order::NextBrigade(Side::Ours)), Refusal::CannotBrigade);
        trial.order(&Order::Next(unit(number)), &[die]);
        trial
    };
    let away = |to: &str, facing: Facing| Order::Move { unit: unit(2), to: at(to), facing };
    let mut trial = next(2, 5, LeftOut::NONE);
    assert_eq!(trial.refuses(&Order::Stand(unit(2))), Refusal::BreakingOff);
    assert!(listed(&trial, &away("D6", Facing::South)) && !listed(&trial, &away("D7", Facing::South)));
    trial.order(&away("D6", Facing::South), &[]);
    assert!(trial.any(|event| matches!(event, Event::Moved { cost: 4, .. })), "{:?}", trial.events);
    assert_eq!(trial.left(), 1);
    trial.does(&[], super::super::movement_seen::settle_brigades);
    assert_eq!(trial.state.side(Side::Ours).brigade, None, "without a face it is a square no longer");
    trial.order(&Order::Stand(unit(2)), &[]);
    trial.does(&[], activation::go_on);
    trial.order(&Order::Next(unit(0)), &[5]);
    assert!(listed(&trial, &Order::Move { unit: unit(0), to: at("E3"), facing: Facing::East }), "and the others are free of it");
    // With three points nobody leaves; a battery leaves its corner, and the rest stay in square.
    assert_eq!(next(2, 3, LeftOut::NONE).state.permit(crate::tabletop::seat::Seat::Ours, &Order::Stand(unit(2))), Ok(()));
    let mut trial = next(6, 6, LeftOut::NONE);
    trial.order(&Order::Move { unit: unit(6), to: at("C6"), facing: Facing::South }, &[]);
    trial.does(&[], super::super::movement_seen::settle_brigades);
    assert_eq!((trial.left(), trial.state.side(Side::Ours).brigade), (2, Some(at("D4"))));
    // As the sixth edition read it, they stood where they were.
    assert!(next(2, 5, sixth_edition()).has(&Event::Done(unit(2))));
}

#[test]
fn who_turns_in_a_corner_pays_once_for_leaving_the_square_and_what_an_ambush_interrupts_is_paid_too_t58() {
    let enemy_hides = |state: &mut State| {
        let of = crate::tabletop::unit::Unit { hidden: true, square: at("L8"), ..state.position.units[5] };
        state.position.units.push(of);
    };
    let mut trial = cannot_act_as_one(enemy_hides, LeftOut::NONE);
    trial.order(&Order::Next(unit(6)), &[6]);
    trial.order(&Order::Move { unit: unit(6), to: at("C5"), facing: Facing::SouthWest }, &[]);
    assert_eq!(trial.left(), 3, "a point for the turn, 2 for the formation");
    trial.order(&Order::Move { unit: unit(6), to: at("B6"), facing: Facing::SouthWest }, &[]);
    assert!(trial.any(|event| matches!(event, Event::Moved { cost: 3, .. })), "{:?}", trial.events);
    let mut trial = cannot_act_as_one(enemy_hides, LeftOut::NONE);
    trial.order(&Order::Next(unit(2)), &[6]);
    trial.order(&Order::Move { unit: unit(2), to: at("D7"), facing: Facing::South }, &[]);
    let costs: Vec<u8> =
        trial.events.iter().filter_map(|event| if let Event::Moved { cost, .. } = event { Some(*cost) } else { None }).collect();
    assert_eq!(costs, [4, 2]);
}

#[test]
fn a_brigade_square_that_can_act_as_one_or_has_holds_its_guns_though_they_have_a_card_of_their_own_t57() {
    let held = |as_one: bool| {
        let mut trial = with_a_gun(&[0, 1, 2, 3], |trial| trial.with(|state| state.sides[0].breaks_off = true), LeftOut::NONE);
        if as_one {
            trial.does(&[], activation::go_on);
            trial.order(&Order::NextBrigade(Side::Ours), &[1]);
            trial.does(&[], |proceedings| stand(proceedings, Side::Ours));
        }
        let trial = trial.acts(6, 8);
        let mut stops = 0;
        activation::stops(&trial.state, trial.state.active().unwrap(), unit(6), |_, _| stops += 1);
        stops == 0
    };
    assert!(held(false) && held(true));
}

/// What is listed for each of them is what is permitted, and no order spends more than there is; at the edge too, over which the rear face leaves.
#[test]
fn what_each_may_do_who_leaves_a_brigade_square_is_listed_permitted_and_paid_for_t58() {
    let (mut moves, mut leaves) = (0, 0);
    for rows in [0, 3] {
        let lower = |state: &mut State| {
            state.sides[0].brigade = Some(at(if rows == 0 { "D4" } else { "D7" }));
            let ours = state.position.units.iter_mut().filter(|unit| unit.side == Side::Ours);
            ours.for_each(|unit| unit.square = Square::new(unit.square.column, unit.square.row + rows));
        };
        for (number, die) in [0, 2, 3, 6].into_iter().flat_map(|number| (1..=6).map(move |die| (number, die))) {
            let mut trial = cannot_act_as_one(lower, LeftOut::NONE);
            trial.order(&Order::Next(unit(number)), &[die]);
            if trial.state.active().is_none() {
                continue;
            }
            let mut legal = Vec::new();
            trial.state.legal_orders(crate::tabletop::seat::Seat::Ours, &mut legal);
            let squares = trial.state.position.board.squares();
            let all = squares.flat_map(|to| Facing::ALL.map(|facing| Order::Move { unit: unit(number), to, facing }));
            let forms = Formation::ALL.map(|formation| Order::Form { unit: unit(number), formation });
            for order in all.chain(forms).chain([Order::Leave(unit(number)), Order::Stand(unit(number))]) {
                let permitted = trial.state.permit(crate::tabletop::seat::Seat::Ours, &order).is_ok();
                assert_eq!(permitted, legal.contains(&order), "{order:?} with {die}\n{}", trial.state.position);
                if !permitted {
                    continue;
                }
                leaves += u32::from(matches!(order, Order::Leave(_)));
                if matches!(order, Order::Move { .. }) {
                    let points = trial.left();
                    let mut given = Trial { state: trial.state.clone(), events: Vec::new() };
                    given.order(&order, &[]);
                    let paid = given.events.iter().find_map(|event| if let Event::Moved { cost, .. } = event { Some(*cost) } else { None });
                    assert!(paid.is_some_and(|paid| (3..=points).contains(&paid)), "{order:?} for {paid:?} of {points}");
                    moves += 1;
                }
            }
        }
    }
    assert!(moves > 20 && leaves > 0, "{moves} {leaves}");
}
