use super::*;
use crate::edition::LeftOut;
use crate::game::Game as _;
use crate::tabletop::order::Order;
use crate::tabletop::phase::Phase;
use crate::tabletop::side::Side;
use crate::tabletop::square::Aspect;
use crate::tabletop::trial::{Trial, at, third_edition, unit};
use crate::tabletop::unit::Place;

fn charges(from: &str) -> Order {
    Order::Charge { unit: unit(0), target: unit(1), from: at(from) }
}

const FOOT: &str = "a: dervish infantry with spears, enemy, D2, S, en masse, 4\nb: british infantry, ours, D4, N, line, 4\n";

#[test]
fn every_outcome_leaves_both_where_the_table_says_t37() {
    // Difference, where the charging unit stands, where the charged unit stands, who is locked.
    let ends = [(-3, "D1", "D4", 0), (-1, "D1", "D4", 0), (0, "D3", "D4", 0), (1, "D4", "D4", 1), (2, "D4", "D4", 1), (3, "D4", "D6", 0)];
    for (difference, charger, charged, locked) in ends {
        let faces = if difference < 0 { [1, (1 - difference) as u16] } else { [1 + difference as u16, 1] };
        let mut trial = Trial::new(FOOT).acts(0, 4);
        trial.order(&charges("D3"), &faces);
        let there = |number: u8, square: &str| trial.square(number) == square;
        assert!(there(0, charger) && there(1, charged), "{difference}: {:?}\n{}", trial.events, trial.state.position);
        assert_eq!(trial.state.contacts.len(), locked, "{difference}");
        assert_eq!(trial.state.unit(unit(1)).disorganised, difference >= 2, "{difference}");
    }
}

#[test]
fn a_charge_that_throws_the_enemy_back_may_pursue_him_or_stay_t15() {
    let mut trial = Trial::new(FOOT).acts(0, 4);
    trial.order(&charges("D3"), &[8, 1]);
    assert!(trial.has(&Event::Asked(Question::Pursuit { unit: unit(0), pursued: unit(1) })), "{:?}", trial.events);
    let mut stays = Trial { state: trial.state.clone(), events: Vec::new() };
    trial.order(&Order::Pursue { unit: unit(0), to: Some(at("D5")) }, &[]);
    assert_eq!(trial.square(0), "D5");
    stays.order(&Order::Pursue { unit: unit(0), to: None }, &[]);
    assert_eq!(stays.square(0), "D4");
}

#[test]
fn a_charge_ends_the_movement_and_nobody_fires_after_it_t37() {
    let mut trial = Trial::new(FOOT).acts(0, 8);
    trial.order(&charges("D3"), &[1, 1]);
    assert!(trial.has(&Event::Done(unit(0))) && trial.state.active().is_none());
}

const GENDARMES: &str = "a: dervish infantry with spears, enemy, D2, S, en masse, 4\nb: gendarmerie, ours, D4, N, en masse, 4\n";

#[test]
fn gendarmerie_forced_back_by_a_charge_plead_for_mercy_on_4_5_or_6_t62() {
    for (face, pleads) in [(3, false), (4, true)] {
        let mut trial = Trial::new(GENDARMES).plan(|plan| plan.pleads = vec!["gendarmerie".to_owned()]).acts(0, 4);
        trial.order(&charges("D3"), &[8, 1, face]);
        assert_eq!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Pleaded }), pleads, "{face}: {:?}", trial.events);
        assert_eq!(trial.square(0), "D4");
    }
    let mut trial = Trial::new(GENDARMES).acts(0, 4);
    trial.order(&charges("D3"), &[8, 1]);
    assert!(!trial.any(|event| matches!(event, Event::PleaTried { .. })), "in that scenario alone");
}

#[test]
fn transport_charged_is_lost_with_its_figure_t25() {
    let units = FOOT.replace("british infantry, ours, D4, N, line, 4", "transport, ours, D4, N, transport, 1");
    let mut trial = Trial::new(&units).acts(0, 4);
    trial.order(&charges("D3"), &[4, 1]);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Captured }), "{:?}", trial.events);
}

#[test]
fn gunners_in_the_square_are_lost_with_the_unit_that_is_destroyed_t35() {
    let units = "a: dervish infantry with spears, enemy, D2, S, en masse, 4\nb: british infantry, ours, D4, N, line, 1\n\
                 c: british artillery, ours, D4, N, deployed, 2\n";
    let mut trial = Trial::new(units).acts(0, 4);
    trial.order(&charges("D3"), &[8, 1]);
    assert!(trial.has(&Event::Lost { unit: unit(1), how: Loss::Destroyed }), "{:?}", trial.events);
    assert!(trial.has(&Event::Lost { unit: unit(2), how: Loss::Captured }));
}

#[test]
fn the_edge_stops_who_falls_back_or_where_it_is_so_set_lets_him_go_t16() {
    let units = "a: dervish infantry with spears, enemy, D5, S, en masse, 4\nb: british infantry, ours, D7, N, line, 4\n";
    let mut trial = Trial::new(units).acts(0, 4);
    trial.order(&charges("D6"), &[8, 1]);
    assert_eq!((trial.state.unit(unit(1)).figures, trial.square(1)), (2, "D8".to_owned()), "one for the charge, one for the edge");
    let mut trial = Trial::new(units).options(|options| options.edge_lets_go = true).acts(0, 4);
    trial.order(&charges("D6"), &[8, 1]);
    assert_eq!(trial.state.unit(unit(1)).place, Place::Left);
}

#[test]
fn a_charged_unit_struck_in_flank_keeps_where_it_was_struck_for_the_combat_t30() {
    let units = "a: dervish infantry with spears, enemy, F4, W, en masse, 4\nb: british infantry, ours, D4, N, line, 4\n";
    let mut trial = Trial::new(units).acts(0, 4);
    trial.order(&charges("E4"), &[2, 4]);
    assert_eq!(trial.state.contacts.first().map(|contact| contact.struck), Some(Aspect::Flank), "{:?}", trial.events);
}

#[test]
fn a_charge_that_runs_into_an_ambush_stops_before_it_and_keeps_its_points_n06() {
    let units = "a: british cavalry, ours, D8, N, line, 4\nb: dervish infantry with spears, enemy, D2, S, en masse, 4\n\
                 c: dervish infantry with spears, enemy, D4, S, en masse, 4\n";
    let mut trial = Trial::new(units).with(|state| state.position.units[2].hidden = true).acts(0, 12);
    trial.order(&charges("D3"), &[]);
    assert!(trial.has(&Event::Revealed(unit(2))), "{:?}", trial.events);
    assert_eq!((trial.square(0), trial.left()), ("D6".to_owned(), 8));
    assert!(matches!(trial.state.phase, Phase::Acting(_)));
    assert_eq!(trial.state.unit(unit(2)).side, Side::Enemy);
}

#[test]
fn an_ambush_where_a_pursuer_would_go_shows_itself_and_keeps_him_back_n06() {
    let units = format!("{}c: british infantry, ours, D5, N, line, 4\n", FOOT.replace("D4, N", "D6, N").replace("D2, S", "D4, S"));
    let mut trial = Trial::new(&units).with(|state| {
        state.position.units[2].hidden = true;
        state.phase = Phase::Asking(Question::Pursuit { unit: unit(0), pursued: unit(1) });
        state.position.units[1].square = at("D7");
    });
    trial.state.position.units[2].square = at("D6");
    trial.order(&Order::Pursue { unit: unit(0), to: Some(at("D6")) }, &[]);
    assert!(trial.has(&Event::Revealed(unit(2))), "{:?}", trial.events);
    assert_eq!(trial.square(0), "D4");
}

/// *Charging*, the outcomes: -3 costs the charging unit a figure and its order, -2 its order, -1 neither; +2 the charged unit its order, +3 a figure too.
#[test]
fn figures_and_order_are_lost_as_the_table_of_charges_says() {
    let units = FOOT.replace("D4", "D6").replace("D2", "D4");
    // Difference; figures and disorder of the charging unit, then of the charged one.
    let ends = [
        (-3, (3, true), (4, false)),
        (-2, (4, true), (4, false)),
        (-1, (4, false), (4, false)),
        (0, (4, false), (4, false)),
        (1, (4, false), (4, false)),
        (2, (4, false), (4, true)),
        (3, (4, false), (3, true)),
    ];
    for (difference, charging, charged) in ends {
        let faces = if difference < 0 { [1, (1 - difference) as u16] } else { [1 + difference as u16, 1] };
        let mut trial = Trial::new(&units).acts(0, 4);
        trial.order(&charges("D5"), &faces);
        let state = |number: u8| (trial.state.unit(unit(number)).figures, trial.state.unit(unit(number)).disorganised);
        assert_eq!((state(0), state(1)), (charging, charged), "{difference}: {:?}", trial.events);
    }
}

#[test]
fn a_charge_is_a_contact_that_wakes_n07() {
    for (woken_by, wakes) in [(Waking::Contact, true), (Waking::Alarm, false)] {
        let asleep = crate::tabletop::plan::Asleep { side: Side::Ours, woken_by: vec![woken_by], slowly: true };
        let mut trial = Trial::new(FOOT).plan(|plan| plan.asleep = Some(asleep)).with(|state| state.sides[0].asleep = true).acts(0, 4);
        trial.order(&charges("D3"), &[1, 1]);
        assert_eq!(trial.has(&Event::Woke(Side::Ours)), wakes);
    }
}

/// *Night march to the canal*: the camp wakes when somebody reaches the rampart, however they come there.
#[test]
fn a_charge_up_to_the_rampart_or_over_it_wakes_the_camp_t61() {
    let reached = |square: &str| vec![Waking::Reached(crate::tabletop::area::Area(vec![square.parse().unwrap()]))];
    let wakes = |square: &str, faces: [u16; 2], left_out: LeftOut| {
        let asleep = crate::tabletop::plan::Asleep { side: Side::Ours, woken_by: reached(square), slowly: false };
        let mut trial = Trial::new(FOOT).plan(|plan| plan.asleep = Some(asleep)).with(|state| state.sides[0].asleep = true).acts(0, 4);
        trial.state.leave_out(left_out);
        trial.order(&charges("D3"), &faces);
        trial.has(&Event::Woke(Side::Ours))
    };
    assert!(wakes("D3", [1, 1], LeftOut::NONE), "halted before the enemy");
    assert!(wakes("D3", [1, 3], LeftOut::NONE), "repulsed from there");
    assert!(wakes("D4", [2, 1], LeftOut::NONE), "in the enemy's square");
    assert!(!wakes("D4", [1, 1], LeftOut::NONE), "it has not come so far");
    assert!(!wakes("D3", [1, 1], third_edition()) && !wakes("D4", [2, 1], third_edition()), "by the earlier reading a charge woke nobody");
}

/// *Charging*: artillery charges nobody, so it is not repulsed either; its gunners fall back with who is charged (T35), not with who charges.
#[test]
fn a_battery_in_the_square_where_a_repulsed_charge_began_stays_there_t37() {
    let units = "a: british cavalry, ours, D4, E, line, 4\nb: dervish infantry with spears, enemy, E4, W, en masse, 4\n\
                 c: british artillery, ours, D4, E, deployed, 2\nd: leader, ours, D4, E, 1\n";
    let repulsed = |left_out: LeftOut| {
        let mut trial = Trial::new(&units.replace("E4, W, en masse, 4", "E4, W, en masse, 4, disorganised")).acts(0, 8);
        trial.state.leave_out(left_out);
        trial.order(&charges("D4"), &[1, 8]);
        (trial.square(0), trial.square(2), trial.square(3))
    };
    let squares = |all: [&str; 3]| (all[0].to_owned(), all[1].to_owned(), all[2].to_owned());
    assert_eq!(repulsed(LeftOut::NONE), squares(["A4", "D4", "A4"]), "the Leader goes with those he accompanies");
    assert_eq!(repulsed(third_edition()), squares(["A4", "A4", "A4"]));
}
