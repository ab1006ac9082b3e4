use super::*;
use crate::edition::{Edition, LeftOut};
use crate::game::Game as _;
use crate::tabletop::order::Order;
use crate::tabletop::trial::{Trial, at, sixth_edition, unit};

const HORSE: &str = "a: british cavalry, ours, D8, N, column, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
                     l: leader, ours, D8, N, 1\n";

fn first_turn(units: &str) -> Trial {
    Trial::new(units).with(|state| (state.turn, state.step) = (1, Step::Impetuous))
}

#[test]
fn a_red_card_on_the_first_turn_makes_horse_impetuous_on_either_side_t33() {
    let units = format!("{HORSE}d: dervish camelry with spears, enemy, K2, S, en masse, 4\ne: british infantry, ours, K8, N, line, 4\n");
    let mut trial = first_turn(&units).dealt(0, "4H", &[]).dealt(3, "9D", &[]).dealt(4, "KH", &[]);
    trial.does(&[], begin);
    assert_eq!(trial.events, [Event::BecameImpetuous(unit(0)), Event::BecameImpetuous(unit(3))]);
    assert_eq!(trial.state.dealt.len(), 1, "their first cards are discarded");
    let mut trial = first_turn(HORSE).dealt(0, "4C", &[]);
    trial.does(&[], begin);
    assert!(trial.events.is_empty(), "a black card does not");
    let mut trial = first_turn(HORSE).with(|state| state.turn = 2).dealt(0, "4H", &[]);
    trial.does(&[], begin);
    assert!(trial.events.is_empty(), "nor a later turn");
}

#[test]
fn a_leader_s_red_card_makes_nobody_impetuous_t21() {
    let mut trial = first_turn(HORSE).dealt(2, "4H", &[0]);
    trial.does(&[], begin);
    assert!(trial.events.is_empty());
}

#[test]
fn bashi_bazouks_do_not_become_impetuous() {
    let mut trial = first_turn("a: bashi-bazouks, ours, D8, N, en masse, 4\n").dealt(0, "4H", &[]);
    trial.does(&[], begin);
    assert!(trial.events.is_empty());
}

fn goes(units: &str, faces: &[u16]) -> Trial {
    let mut trial = first_turn(units).with(|state| state.position.units[0].impetuous = true);
    trial.does(faces, go_on);
    trial
}

#[test]
fn it_has_two_dice_of_twelve_and_what_its_formation_gains_and_goes_for_the_nearest_at_once_t33() {
    // Twelve points to the enemy's square, six squares on: 5 + 6 are 11, and 1 for the Column.
    let trial = goes(HORSE, &[5, 6, 6, 1]);
    assert!(trial.any(|event| matches!(event, Event::Charged { cost: 12, .. })), "{:?}", trial.events);
    assert!(!trial.state.unit(unit(0)).impetuous, "in contact it is impetuous no longer");
    let trial = goes(HORSE, &[5, 5]);
    assert_eq!((trial.square(0), trial.state.unit(unit(0)).impetuous), ("D3".to_owned(), true), "as near as it can");
}

#[test]
fn it_ceases_when_it_is_repulsed_or_halted_too_t33() {
    let trial = goes(HORSE, &[6, 6, 1, 1]);
    assert!(trial.any(|event| matches!(event, Event::Charged { .. })), "{:?}", trial.events);
    assert_eq!((trial.square(0), trial.state.unit(unit(0)).impetuous), ("D5".to_owned(), false), "-2: it falls back 2 squares from D3");
}

#[test]
fn kept_off_by_an_obstacle_it_goes_as_near_as_it_can_t33() {
    let board: Vec<String> = (0..15)
        .map(|line| {
            if line == 3 {
                "f  ".repeat(12)
            } else if line % 2 == 0 {
                ".  ".repeat(12)
            } else {
                String::new()
            }
        })
        .collect();
    let mut trial = Trial::on(&board.join("\n"), HORSE).with(|state| {
        (state.turn, state.step) = (1, Step::Impetuous);
        state.position.units[0].impetuous = true;
    });
    trial.does(&[8, 8], go_on);
    assert!(!trial.any(|event| matches!(event, Event::Charged { .. })));
    assert_eq!(trial.square(0), "D3", "horse crosses no obstacle in a charge");
    assert!(trial.state.unit(unit(0)).impetuous);
}

#[test]
fn of_enemies_equally_near_its_owner_chooses_t09_t33() {
    let units = "a: british cavalry, ours, D8, N, line, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
                 c: dervish infantry with spears, enemy, J8, S, en masse, 4\n";
    let mut trial = goes(units, &[]);
    assert!(trial.has(&Event::Asked(Question::GoFor(unit(0)))));
    trial.order(&Order::GoFor { unit: unit(0), target: unit(2) }, &[1, 1]);
    assert_eq!(trial.square(0), "D8", "a turn and no square for 2 points");
    assert!(trial.any(|event| matches!(event, Event::Activated { .. })));
    let _ = at("D8");
}

#[test]
fn it_goes_for_nobody_in_ambush_no_leader_and_no_boat_though_they_are_nearer_t33_t43_t45_n06() {
    let far = "b: dervish infantry with spears, enemy, D1, S, en masse, 4\n";
    for near in ["dervish infantry with spears, enemy, D5, S, en masse, 4", "leader, enemy, D5, S, 1", "gunboat, enemy, D5, S, 6"] {
        let mut trial = first_turn(&format!("a: british cavalry, ours, D8, N, line, 4\n{far}c: {near}\n"));
        let is_foot = near.contains("infantry");
        assert_eq!(nearest_enemies(&trial.state, unit(0)).as_slice(), [unit(if is_foot { 2 } else { 1 })], "{near}");
        trial.state.position.units[2].hidden = true;
        assert_eq!(nearest_enemies(&trial.state, unit(0)).as_slice(), [unit(1)], "{near}");
    }
}

/// Who is to come on as impetuous comes on, though its first square is no nearer the enemy than the one it waits by (T33, N04).
#[test]
fn an_impetuous_unit_that_comes_on_does_so_though_it_gets_no_nearer_t33_n04() {
    let units = "a: british cavalry, ours, D8, N, line, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n";
    let area = || crate::tabletop::area::Area(vec!["D8:D8".parse().unwrap()]);
    let mut trial = first_turn(units)
        .plan(|plan| {
            plan.ours.area = crate::tabletop::plan::Start::ComesOn(area());
            plan.ours.forces[0].area = None;
            plan.ours.forces[0].units = 1;
        })
        .with(|state| {
            state.position.units[0].place = Place::Waiting;
            state.position.units[0].impetuous = true;
        });
    trial.does(&[1, 1], go_on);
    assert_eq!((trial.square(0), trial.state.unit(unit(0)).place), ("D8".to_owned(), Place::Board), "{:?}", trial.events);
}

/// From F8 to A5 the shortest route is 14 points, by E8, D8, C7 and B6; by C6, which is nearer by squares, it is 15.
#[test]
fn it_goes_along_the_shortest_route_as_far_as_its_points_go_t33() {
    let units = "a: dervish cavalry with spears, enemy, F8, W, en masse, 4\nb: bashi-bazouks, ours, A5, E, en masse, 4\n";
    let goes = |first_edition: bool| {
        let mut trial = first_turn(units).with(|state| {
            state.position.units[0].impetuous = true;
            if first_edition {
                state.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
            }
        });
        trial.does(&[4, 5], go_on);
        (trial.square(0), trial.state.unit(unit(0)).facing)
    };
    assert_eq!(goes(false), ("C7".to_owned(), Facing::NorthWest), "D8, a turn, C7: 8 points of 9, and 6 left to go");
    assert_eq!(goes(true), ("C6".to_owned(), Facing::NorthWest), "as near as it could come, by the earlier reading");
}

/// *Turn sequence*, step 5: an impetuous unit charges the nearest enemy, from the edge too if it has the points.
#[test]
fn an_impetuous_unit_that_comes_on_charges_with_what_is_left_of_its_points_t33_n04() {
    let units = "a: dervish cavalry with spears, enemy, D1, S, en masse, 4\nb: british infantry, ours, D3, N, line, 4\n";
    let comes_on = |faces: &[u16], left_out: LeftOut| {
        let mut trial = first_turn(units)
            .plan(|plan| {
                plan.ours.forces[0].units = 1;
                plan.ours.forces.truncate(1);
                plan.enemy.area = crate::tabletop::plan::Start::ComesOn(crate::tabletop::area::Area(vec!["D1:E1".parse().unwrap()]));
                plan.enemy.forces.iter_mut().for_each(|force| force.area = None);
            })
            .with(|state| {
                state.position.units.swap(0, 1);
                state.position.units[1].place = Place::Waiting;
                state.position.units[1].impetuous = true;
            });
        trial.state.leave_out(left_out);
        trial.does(faces, go_on);
        trial
    };
    let charged = |trial: &Trial| trial.any(|event| matches!(event, Event::Charged { .. }));
    let trial = comes_on(&[6, 5, 1, 1], LeftOut::NONE);
    assert!(charged(&trial) && trial.square(1) == "D2", "{:?}", trial.events);
    assert!(!trial.state.unit(unit(1)).impetuous, "halted, it is impetuous no longer");
    let trial = comes_on(&[1, 2], LeftOut::NONE);
    assert!(!charged(&trial) && trial.state.unit(unit(1)).place == Place::Board, "without the points it comes as near as it can");
    let trial = comes_on(&[6, 5], LeftOut::after(Edition(3), State::MENDINGS));
    assert!(!charged(&trial), "by the earlier reading it stopped before them: {:?}", trial.events);
}

/// *Turn sequence*, step 6, with T35: a charge meets the infantry of a square, so nobody goes for the guns behind them.
#[test]
fn nobody_goes_for_a_battery_whose_square_holds_troops_whom_a_charge_meets_t35() {
    let units = "a: dervish cavalry with spears, enemy, D2, S, en masse, 4\nb: british infantry, ours, D5, N, line, 4\n\
                 c: british artillery, ours, D5, N, deployed, 2\n";
    let trial = first_turn(units);
    assert_eq!(nearest_enemies(&trial.state, unit(0)).as_slice(), [unit(1)]);
    let mut earlier = first_turn(units);
    earlier.state.leave_out(LeftOut::after(Edition(4), State::MENDINGS));
    assert_eq!(nearest_enemies(&earlier.state, unit(0)).as_slice(), [unit(1), unit(2)], "by the earlier reading its owner was asked");
    let alone = first_turn(&units.replace("b: british infantry, ours, D5", "b: british infantry, ours, D8"));
    assert_eq!(nearest_enemies(&alone.state, unit(0)).as_slice(), [unit(2)], "a battery alone is gone for");
}

/// *Turn sequence*, step 7: whoever has moved may not be activated again during this turn.
#[test]
fn a_leader_who_went_along_with_an_impetuous_unit_does_not_act_again_in_that_turn_t33() {
    use super::super::activation::{may_act_alone, next_card, next_of};
    let acts = |faces: &[u16], at_first: &str, left_out: LeftOut| {
        let units = HORSE.replace("l: leader, ours, D8", &format!("l: leader, ours, {at_first}"));
        let mut trial = first_turn(&format!("{units}m: british infantry, ours, E8, N, line, 4\n"))
            .with(|state| state.position.units[0].impetuous = true)
            .dealt(2, "4H", &[3]);
        trial.state.leave_out(left_out);
        trial.does(faces, go_on);
        assert!(trial.has(&Event::StepBegan(Step::Activation)), "{:?}", trial.events);
        let dealt = next_card(&trial.state).unwrap();
        let next: Vec<UnitId> = next_of(&trial.state, &dealt).collect();
        next.contains(&unit(2))
    };
    // Halted in D3 in a charge, and as near as it can get to the enemy.
    for faces in [&[5, 6, 1, 6][..], &[5, 5]] {
        assert!(!acts(faces, "D8", LeftOut::NONE));
        assert!(acts(faces, "D8", sixth_edition()), "as the sixth edition read it");
        assert!(acts(faces, "C8", LeftOut::NONE), "who stayed behind has not acted");
    }
    let mut trial = first_turn(HORSE).with(|state| state.position.units[0].impetuous = true);
    trial.does(&[5, 5], go_on);
    assert!(!may_act_alone(&trial.state, unit(2)));
    trial.does(&[], |proceedings| proceedings.note(Event::TurnBegan { turn: 2, packs: 1 }));
    assert!(may_act_alone(&trial.state, unit(2)), "in the next turn they act again");
}
