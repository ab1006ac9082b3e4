use super::*;
use crate::edition::LeftOut;
use crate::game::Game as _;
use crate::tabletop::event::Loss;
use crate::tabletop::order::Order;
use crate::tabletop::plan::Start;
use crate::tabletop::rules::ambushes::settle_ambushes;
use crate::tabletop::square::Facing;
use crate::tabletop::trial::{Trial, at, sixth_edition, unit};
use crate::tabletop::unit::Place;

fn moves(to: &str, facing: Facing) -> Order {
    Order::Move { unit: unit(0), to: at(to), facing }
}

const AMBUSH: &str = "a: british cavalry, ours, D8, N, line, 4\nb: dervish infantry with spears, enemy, D3, S, en masse, 4\n";

fn hidden(units: &str) -> Trial {
    Trial::new(units).with(|state| state.position.units[1].hidden = true)
}

#[test]
fn an_ambush_shows_itself_to_who_comes_within_two_squares_and_stops_him_there_n06() {
    let mut trial = hidden(AMBUSH).acts(0, 12);
    trial.order(&moves("D4", Facing::North), &[]);
    assert!(trial.has(&Event::Revealed(unit(1))), "{:?}", trial.events);
    assert_eq!((trial.square(0), trial.left()), ("D5".to_owned(), 6), "he keeps what is left of his points");
}

#[test]
fn an_ambush_that_moves_or_fires_is_hidden_no_longer_n06() {
    let units = "a: dervish infantry with firearms, enemy, D3, S, en masse, 4\nb: british infantry, ours, H8, N, line, 4\n";
    let mut trial = Trial::new(units).with(|state| state.position.units[0].hidden = true).acts(0, 4);
    trial.order(&moves("D4", Facing::South), &[]);
    assert!(trial.has(&Event::Revealed(unit(0))));
    let near = units.replace("H8", "D4");
    let mut trial = Trial::new(&near).with(|state| state.position.units[0].hidden = true).acts(0, 4);
    trial.order(&Order::Fire { unit: unit(0), weapon: 0, target: unit(1) }, &[8]);
    assert!(trial.has(&Event::Revealed(unit(0))));
}

#[test]
fn an_ambush_near_to_whom_an_enemy_was_thrown_back_or_set_up_shows_itself_too_n06() {
    let mut trial = hidden(&AMBUSH.replace("D8", "D5"));
    trial.does(&[], settle_ambushes);
    assert!(trial.has(&Event::Revealed(unit(1))));
    let mut trial = hidden(&AMBUSH.replace("D8", "D6"));
    trial.does(&[], settle_ambushes);
    assert!(trial.events.is_empty(), "three squares off it stays hidden");
}

#[test]
fn an_ambush_on_the_edge_keeps_him_off_who_would_come_on_there_n04_n06() {
    let units = AMBUSH.replace("D3, S", "D8, S");
    let mut trial = hidden(&units)
        .plan(|plan| plan.ours.area = Start::ComesOn(crate::tabletop::area::Area(vec!["D8".parse().unwrap()])))
        .with(|state| state.position.units[0].place = Place::Waiting)
        .acts(0, 6);
    trial.order(&moves("D8", Facing::North), &[]);
    assert!(trial.has(&Event::Revealed(unit(1))));
    assert_eq!((trial.state.unit(unit(0)).place, trial.left()), (Place::Waiting, 6), "nobody enters the square of an enemy");
}

#[test]
fn who_comes_on_pays_for_the_first_square_as_for_any_other_n04() {
    let mut trial = Trial::new("a: british infantry, ours, D8, N, column, 4\n")
        .plan(|plan| plan.ours.area = Start::ComesOn(crate::tabletop::area::Area(vec!["D8:E8".parse().unwrap()])))
        .with(|state| state.position.units[0].place = Place::Waiting)
        .acts(0, 3);
    assert_eq!(trial.left(), 4);
    trial.order(&moves("E7", Facing::North), &[]);
    assert_eq!((trial.square(0), trial.state.unit(unit(0)).place), ("E7".to_owned(), Place::Board));
    assert!(trial.any(|event| matches!(event, Event::Moved { cost: 4, .. })));
}

#[test]
fn a_leader_alone_whose_square_an_enemy_enters_gets_to_a_friend_within_two_squares_or_is_captured_t43() {
    let units = "a: dervish cavalry with spears, enemy, D2, S, en masse, 4\nb: leader, ours, D4, N, 1\n";
    let mut trial = Trial::new(units).acts(0, 4);
    trial.order(&moves("D4", Facing::South), &[]);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Captured }), "{:?}", trial.events);
    let mut trial = Trial::new(&format!("{units}c: british infantry, ours, E5, N, line, 4\n")).acts(0, 4);
    trial.order(&moves("D4", Facing::South), &[]);
    assert!(trial.has(&Event::LeaderEscaped { leader: unit(1), to: at("E5") }));
    let mut trial = Trial::new(&format!("{units}c: british infantry, ours, E6, N, line, 4\n")).acts(0, 4);
    trial.order(&moves("D4", Facing::South), &[]);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Captured }), "three squares are too far (N05)");
}

#[test]
fn gunners_who_come_to_a_leader_alone_take_him_too_t43() {
    let units = "a: dervish artillery, enemy, D2, S, limbered, 1\nb: leader, ours, D4, N, 1\n";
    let mut trial = Trial::new(units).acts(0, 4);
    trial.order(&moves("D4", Facing::South), &[]);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Captured }), "{:?}", trial.events);
}

#[test]
fn a_brigade_square_that_has_lost_a_face_is_one_no_longer() {
    let units = "a: british infantry, ours, D3, N, line, 4\nb: british infantry, ours, E4, E, line, 4\n\
                 c: british infantry, ours, D5, S, line, 4\nd: british infantry, ours, C4, W, line, 4\n";
    let mut trial = Trial::new(units).with(|state| state.sides[0].brigade = Some(at("D4")));
    trial.does(&[], settle_brigades);
    assert!(trial.events.is_empty());
    trial.state.position.units[2].place = Place::Lost;
    trial.does(&[], settle_brigades);
    assert_eq!(trial.events, [Event::BrigadeBroken(Side::Ours)]);
}

/// Though an enemy lies hidden somewhere, a unit that passes through a friend stops in no square where it may not (N06, T50).
#[test]
fn who_goes_on_where_an_ambush_may_be_stops_neither_in_a_friend_s_square_nor_to_turn_n06_t50() {
    let units = "a: british infantry, ours, D8, N, line, 4\nb: dervish infantry with spears, enemy, L1, S, en masse, 4\n\
                 c: british infantry, ours, D7, N, line, 4\n";
    let stops = |units: &str, to: &str| -> Vec<String> {
        let mut trial = hidden(units).acts(0, 12);
        trial.order(&moves(to, Facing::East), &[]);
        let to = |event: &Event| if let Event::Moved { to, .. } = event { Some(to.to_string()) } else { None };
        trial.events.iter().filter_map(to).collect()
    };
    let through = stops(units, "E6");
    assert!(!through.contains(&"D7".to_owned()) && through.last().is_some_and(|last| last == "E6"), "{through:?}");
    assert_eq!(stops(&units.replace("D7", "K8"), "F8"), ["E8", "F8"], "not in D8, where it has only turned");
}

/// Whatever has happened before, it is looked to as the turn goes on (N06; *Brigade squares*).
#[test]
fn as_the_turn_goes_on_a_brigade_without_a_face_is_broken_and_an_ambush_near_to_an_enemy_shows_itself_n06() {
    let units = format!("{}c: leader, ours, D8, N, 1\n", AMBUSH.replace("D8, N", "D5, N"));
    let mut trial = hidden(&units).with(|state| state.sides[0].brigade = Some(at("D4"))).dealt(2, "2H", &[0]);
    trial.does(&[], crate::tabletop::rules::turn::go_on);
    assert!(trial.has(&Event::Revealed(unit(1))) && trial.has(&Event::BrigadeBroken(Side::Ours)), "{:?}", trial.events);
}

/// The steps of a way that an enemy's ambush may interrupt are shown: they tell nothing of one's own.
#[test]
fn where_the_enemy_lies_in_ambush_too_the_steps_of_a_way_tell_nothing_of_one_s_own_n06() {
    let steps = |own: &str, left_out: LeftOut| {
        let units = format!(
            "a: british infantry, ours, D8, N, column, 4\nb: dervish infantry with spears, enemy, L1, S, en masse, 4\n\
                             c: egyptian infantry, ours, {own}, N, line, 4\n"
        );
        let mut trial = hidden(&units).with(|state| state.position.units[2].hidden = true).acts(0, 9);
        trial.state.leave_out(left_out);
        trial.order(&moves("D5", Facing::North), &[]);
        trial.events
    };
    assert_eq!(steps("D7", LeftOut::NONE), steps("H8", LeftOut::NONE));
    assert_ne!(steps("D7", sixth_edition()), steps("H8", sixth_edition()));
}
