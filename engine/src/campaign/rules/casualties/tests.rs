//! Who bears losses, rule by rule.

use super::super::test_kit::{Camp, camp};
use super::*;
use crate::campaign::{Order, UnitPlace};
use crate::pack::Pack;

/// Losses owed by three units of four, two and one steps.
fn losses(owed: u16, counted: LossIn) -> Camp {
    let mut camp = camp();
    let names = ["Militia 4", "Militia 5", "Militia 6"];
    camp.put("Lopez", &names);
    for (name, steps) in names.into_iter().zip([4, 2, 1]) {
        let unit = camp.unit(name);
        camp.steps[unit.index()] = steps;
    }
    let among = camp.units(&names);
    camp.with(&[], |proceedings| owe(proceedings, among, owed, counted, LossCause::Pursuit));
    camp
}

fn steps(camp: &Camp) -> Vec<u8> {
    ["Militia 4", "Militia 5", "Militia 6"].iter().map(|name| camp.steps(camp.unit(name))).collect()
}

#[test]
fn losses_the_players_choose_which_units_are_lost_r62() {
    let mut camp = losses(2, LossIn::Units);
    let unit = camp.unit("Militia 4");
    assert_eq!(camp.refused(&Order::Lose { unit, whole: false }), Refusal::WholeUnits);
    assert_eq!(camp.refused(&Order::Lose { unit: camp.unit("Sudanese 1/4"), whole: true }), Refusal::NotAChoice);
    camp.give(Order::Lose { unit, whole: true }, &[]);
    assert_eq!(camp.refused(&Order::Lose { unit, whole: true }), Refusal::NotAChoice);
    camp.give(Order::Lose { unit: camp.unit("Militia 6"), whole: true }, &[]);
    assert!(camp.decision().is_none());
    assert_eq!(camp.unit_place(camp.unit("Militia 4")), UnitPlace::Lost);
    assert!(matches!(camp.unit_place(camp.unit("Militia 5")), UnitPlace::At(_)));
}

#[test]
fn losses_in_steps_a_step_or_a_unit_with_all_its_steps_if_so_many_are_owed_r62() {
    let mut camp = losses(3, LossIn::Steps);
    assert_eq!(camp.refused(&Order::Lose { unit: camp.unit("Militia 4"), whole: true }), Refusal::NotSoMany { most: 3 });
    camp.give(Order::Lose { unit: camp.unit("Militia 5"), whole: true }, &[]);
    camp.give(Order::Lose { unit: camp.unit("Militia 4"), whole: false }, &[]);
    assert_eq!(steps(&camp), [3, 0, 1]);
    assert!(camp.decision().is_none());
}

#[test]
fn losses_left_to_the_umpire_steps_come_from_the_strongest_and_units_from_the_weakest() {
    let mut camp = losses(3, LossIn::Steps);
    let events = camp.give(Order::SpreadLosses, &[]);
    let unhurt = |event: &Event| matches!(event, Event::FieldStepLost { steps: 0, .. });
    assert!(!events.iter().any(unhurt), "who loses nothing is not told of");
    assert_eq!(steps(&camp).iter().sum::<u8>(), 4);
    assert_eq!((steps(&camp)[2], *steps(&camp).iter().max().unwrap()), (1, 2));
    let mut camp = losses(2, LossIn::Units);
    camp.give(Order::SpreadLosses, &[]);
    assert_eq!(steps(&camp), [4, 0, 0]);
}

#[test]
fn losses_nothing_is_asked_where_there_is_no_choice() {
    assert!(losses(0, LossIn::Units).decision().is_none());
    let all = losses(3, LossIn::Units);
    assert!(all.decision().is_none());
    assert_eq!(steps(&all), [0, 0, 0]);
    let more = losses(9, LossIn::Steps);
    assert_eq!((steps(&more), more.decision()), (vec![0, 0, 0], None));
    assert!(losses(2, LossIn::Units).decision().is_some());
    assert_eq!(camp().refused(&Order::SpreadLosses), Refusal::NotAsked);
}

#[test]
fn determine_casualties_the_example_of_six_hits_on_a_field_held_brings_three_back() {
    let pack = Pack::embedded().unwrap();
    let recovery = recovery(&pack.tables, 6, true, &mut Dice::scripted(&[2, 3, 4, 5, 5, 6]));
    assert_eq!(recovery.recovered, 3);
    assert_eq!(recovery.permanent(), 3);
}

#[test]
fn determine_casualties_after_a_retreat_only_a_six_brings_back() {
    let pack = Pack::embedded().unwrap();
    let recovery = recovery(&pack.tables, 6, false, &mut Dice::scripted(&[2, 3, 4, 5, 5, 6]));
    assert_eq!((recovery.needs, recovery.recovered, recovery.permanent()), (6, 1, 5));
}
