//! Where what arrives can be placed, rule by rule.

use super::super::test_kit::{Camp, camp};
use super::*;
use crate::campaign::Order;
use crate::game::Game;

/// Asks where to place units from the reserve.
fn ask(camp: &mut Camp, kinds: &[&str], count: u8, at: &[&str], together: bool) {
    let kinds = kinds.iter().map(|kind| camp.kind(kind)).collect();
    let at = at.iter().map(|name| camp.space(name)).collect();
    camp.with(&[], |proceedings| {
        put(proceedings, kinds, count, at, together, Source::Reserve);
    });
}

fn place(camp: &Camp, kind: &str, at: &str, count: u8) -> Order {
    Order::Place { kind: camp.kind(kind), at: camp.space(at), count }
}

#[test]
fn reinforcements_reach_besieged_ports_but_not_besieged_places_inland_r40() {
    let mut camp = camp();
    camp.besiege("Olga", 1);
    camp.besiege("Lopez", 1);
    let choices = choices(&camp, Placement::Any(Choice::Location));
    assert!(choices.contains(camp.at("Olga")) && !choices.contains(camp.at("Lopez")) && !choices.contains(camp.at("Tokar")));
    assert_eq!(choices.len(), 23);
}

#[test]
fn reinforcements_a_place_that_is_named_must_be_held_and_may_be_besieged() {
    let mut camp = camp();
    let overseas = camp.at("Suakin");
    assert_eq!(choices(&camp, Placement::Location(overseas)), LocationSet::of(overseas));
    camp.besiege("Suakin", 4);
    assert_eq!(choices(&camp, Placement::Location(overseas)), LocationSet::of(overseas));
    camp.lose(&["Suakin"]);
    assert!(choices(&camp, Placement::Location(overseas)).is_empty());
}

#[test]
fn reinforcements_villages_garrisons_and_british_places_are_what_they_say() {
    let mut camp = camp();
    let villages = choices(&camp, Placement::One(Choice::Village));
    assert!(villages.contains(camp.at("Mud Bay")) && !villages.contains(camp.at("Lopez")) && !villages.contains(camp.at("Eastsound")));
    let garrisons = choices(&camp, Placement::One(Choice::Garrison));
    assert!(garrisons.contains(camp.at("Lopez")) && !garrisons.contains(camp.at("Mud Bay")));
    assert!(choices(&camp, Placement::Any(Choice::AlliedLocation)).is_empty());
    camp.put("Lopez", &["Guards 1"]);
    assert_eq!(choices(&camp, Placement::Any(Choice::AlliedLocation)), LocationSet::of(camp.at("Lopez")));
}

#[test]
fn reinforcements_any_may_be_split_and_one_may_not_r40() {
    assert!(!is_together(Placement::Any(Choice::Location)));
    assert!(is_together(Placement::One(Choice::Location)));
    assert!(is_together(Placement::Location(camp().at("Suakin"))));
    let mut split = camp();
    ask(&mut split, &["Militia"], 3, &["Lopez", "Olga"], false);
    split.give(place(&split, "Militia", "Lopez", 1), &[]);
    split.give(place(&split, "Militia", "Olga", 2), &[]);
    assert!(split.decision().is_none());
    let mut one = camp();
    ask(&mut one, &["Militia"], 3, &["Lopez", "Olga"], true);
    assert_eq!(one.refused(&place(&one, "Militia", "Lopez", 2)), Refusal::AllTogether { count: 3 });
    one.give(place(&one, "Militia", "Olga", 3), &[]);
    assert_eq!(one.garrison(one.at("Olga")).len(), 4);
}

#[test]
fn reinforcements_of_several_kinds_to_one_place_stay_in_it() {
    let mut camp = camp();
    ask(&mut camp, &["Guards", "Staffords"], 3, &["Lopez", "Olga"], true);
    camp.give(place(&camp, "Guards", "Lopez", 1), &[]);
    assert_eq!(camp.refused(&place(&camp, "Guards", "Olga", 1)), Refusal::NotAChoice);
    camp.give(place(&camp, "Staffords", "Lopez", 2), &[]);
    assert_eq!(camp.garrison(camp.at("Lopez")).len(), 4);
}

#[test]
fn reinforcements_what_has_one_place_and_one_kind_goes_there_unasked() {
    let mut camp = camp();
    ask(&mut camp, &["Militia"], 2, &["Mud Bay"], true);
    assert!(camp.decision().is_none());
    assert_eq!(camp.garrison(camp.at("Mud Bay")).len(), 2);
}

#[test]
fn reinforcements_there_are_no_more_than_there_are_counters() {
    let mut camp = camp();
    ask(&mut camp, &["Krupp Battery"], 3, &["Lopez", "Olga"], false);
    assert!(matches!(camp.decision(), Some(Decision::Reinforce { count: 1, .. })), "three of four are in the campaign");
    assert_eq!(camp.refused(&place(&camp, "Krupp Battery", "Lopez", 2)), Refusal::NotSoMany { most: 1 });
    assert_eq!(camp.refused(&place(&camp, "Krupp Battery", "Lopez", 0)), Refusal::NotSoMany { most: 1 });
    camp.give(place(&camp, "Krupp Battery", "Lopez", 1), &[]);
    camp.with(&[], |proceedings| {
        let (kinds, at) = (UnitKindSet::of(UnitKindId(5)), proceedings.state.spaces_of(proceedings.state.held()));
        assert!(!put(proceedings, kinds, 1, at, false, Source::Reserve), "none is left");
        assert!(!put(proceedings, UnitKindSet::of(UnitKindId(0)), 1, SpaceSet::EMPTY, false, Source::Reserve), "nowhere to go");
    });
}

#[test]
fn reinforcements_orders_that_nobody_asked_for_are_refused() {
    let camp = camp();
    assert_eq!(camp.refused(&place(&camp, "Militia", "Lopez", 1)), Refusal::NotAsked);
    assert_eq!(camp.refused(&Order::PlaceShip { at: camp.at("Suakin") }), Refusal::NotAsked);
    assert_eq!(camp.refused(&Order::BuildRedoubt { at: camp.at("Suakin") }), Refusal::NotAsked);
}

#[test]
fn redoubts_are_built_one_by_one_or_all_where_there_is_one_place() {
    let mut camp = camp();
    let (overseas, olga) = (camp.at("Suakin"), camp.at("Olga"));
    camp.with(&[], |proceedings| {
        assert!(put_redoubts(proceedings, 2, LocationSet::of(overseas)));
        assert!(!put_redoubts(proceedings, 2, LocationSet::EMPTY));
        assert!(put_redoubts(proceedings, 2, [overseas, olga].into_iter().collect()));
    });
    assert_eq!(camp.redoubts(overseas), 2);
    camp.give(Order::BuildRedoubt { at: olga }, &[]);
    camp.give(Order::BuildRedoubt { at: olga }, &[]);
    assert_eq!(camp.redoubts(olga), 2);
}

#[test]
fn redoubts_are_for_the_table_only_and_lost_with_the_place_r30() {
    let mut camp = camp();
    camp.besiege("Olga", 1);
    let olga = camp.at("Olga");
    let before = super::super::sieges::siege_roll(&camp, olga);
    camp.apply(&crate::campaign::Event::RedoubtBuilt { at: olga });
    assert_eq!(super::super::sieges::siege_roll(&camp, olga), before);
    camp.lose(&["Olga"]);
    assert_eq!(camp.redoubts(olga), 0);
}

#[test]
fn reinforcements_places_and_kinds_that_no_list_can_hold_are_refused() {
    let mut units = camp();
    ask(&mut units, &["Militia"], 1, &["Lopez", "Olga"], false);
    let (kind, at) = (units.kind("Militia"), units.space("Lopez"));
    let (no_kind, nowhere) = (UnitKindId::at(UnitKindSet::CAPACITY), SpaceId::at(SpaceSet::CAPACITY));
    assert_eq!(units.refused(&Order::Place { kind: no_kind, at, count: 1 }), Refusal::NotAChoice);
    assert_eq!(units.refused(&Order::Place { kind, at: nowhere, count: 1 }), Refusal::NotAChoice);
    let nowhere = LocationId::at(LocationSet::CAPACITY);
    let mut ship = camp();
    let (fateh, at) = (ship.ship("Fateh"), [ship.at("Olga"), ship.at("Suakin")].into_iter().collect());
    ship.apply(&Event::DecisionPut { decision: Decision::PlaceShip { ship: fateh, at } });
    assert_eq!(ship.refused(&Order::PlaceShip { at: nowhere }), Refusal::NotAChoice);
    let mut redoubts = camp();
    redoubts.apply(&Event::DecisionPut { decision: Decision::Redoubts { count: 1, at } });
    assert_eq!(redoubts.refused(&Order::BuildRedoubt { at: nowhere }), Refusal::NotAChoice);
}
