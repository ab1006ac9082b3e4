//! *Supply*, rule by rule.

use super::super::test_kit::{Camp, camp, camp_with};
use super::*;
use crate::campaign::options::Options;
use crate::campaign::{ShipPlace, UnitPlace};
use crate::edition::{Edition, LeftOut};
use crate::game::Game;
use crate::pack::ShipId;

fn advanced() -> Camp {
    camp_with(Options { supply: SupplySystem::Advanced, ..Options::default() })
}

/// The Supply phase; Suakin's die shows this.
fn supply_phase(camp: &mut Camp, faces: &[u16]) -> Vec<Event> {
    camp.with(faces, resolve)
}

#[test]
fn simple_supply_a_way_by_land_to_a_friendly_port_keeps_units_in_supply() {
    let mut camp = camp();
    camp.put("Lopez–Mud Bay 1 of 2", &["Militia 4"]);
    assert!(cut_off(&camp).is_empty());
    // Without Port Stanley, Richardson and Mud Bay no way from Lopez leads to a port.
    camp.lose(&["Port Stanley", "Richardson", "Mud Bay"]);
    let lopez = camp.garrison(camp.at("Lopez"));
    assert_eq!(cut_off(&camp), lopez.union(camp.units(&["Militia 4"])));
}

#[test]
fn simple_supply_no_way_leads_through_the_enemy_or_a_siege() {
    let mut camp = camp();
    camp.put("El Obeid", &["Militia 4"]);
    camp.besiege("Olga", 1);
    assert_eq!(cut_off(&camp), camp.garrison(camp.at("El Obeid")), "Olga is the only way out of El Obeid");
}

#[test]
fn simple_supply_a_besieged_port_is_fed_by_sea_and_a_besieged_place_inland_is_not() {
    let mut camp = camp();
    camp.put("Sinkat", &["Militia 4"]);
    camp.besiege("Roche Harbor", 4);
    camp.besiege("Sinkat", 1);
    assert_eq!(cut_off(&camp), camp.units(&["Militia 4"]));
}

#[test]
fn simple_supply_ends_only_with_both_friday_harbor_and_suakin_lost_a_besieged_base_is_held_r33() {
    let mut camp = camp();
    camp.besiege("Friday Harbor", 4);
    camp.lose(&["Suakin"]);
    assert!(cut_off(&camp).is_empty());
    camp.lose(&["Friday Harbor"]);
    assert_eq!(cut_off(&camp), camp.units_ashore());
}

#[test]
fn simple_supply_needs_a_ship_afloat_and_a_damaged_one_counts_r58() {
    let mut camp = camp();
    let ships: Vec<ShipId> = camp.fleet_list().iter().collect();
    for ship in &ships {
        camp.damage[ship.index()] = 1;
    }
    assert!(cut_off(&camp).is_empty());
    let mut first_edition = camp.clone();
    first_edition.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    assert_eq!(cut_off(&first_edition), camp.units_ashore(), "by the first edition it had to be sound");
    for ship in ships {
        camp.place_ship(ship, ShipPlace::Lost);
    }
    assert_eq!(cut_off(&camp), camp.units_ashore());
}

#[test]
fn simple_supply_units_aboard_are_fed_by_their_ships() {
    let mut camp = camp();
    let (unit, ship) = (camp.unit("Camels 1/1"), camp.ship("Dongola"));
    camp.apply(&Event::UnitLoaded { unit, ship, spends: false });
    camp.lose(&["Friday Harbor", "Suakin"]);
    camp.ship_to("Dongola", camp.sea("D"));
    assert!(!cut_off(&camp).contains(unit));
}

#[test]
fn simple_supply_nobody_starves() {
    let mut camp = camp();
    camp.lose(&["Friday Harbor", "Suakin"]);
    for _ in 0..6 {
        supply_phase(&mut camp, &[]);
    }
    assert_eq!(camp.unsupplied(), camp.units_ashore());
    assert!(!camp.unsupplied().is_empty());
}

#[test]
fn advanced_supply_the_stocks_at_the_start() {
    let camp = advanced();
    for (name, points) in [("Eastsound", 5), ("West Sound", 5), ("Friday Harbor", 10), ("Suakin", 10), ("Lopez", 0)] {
        assert_eq!(camp.supply(camp.space(name)), points, "{name}");
    }
}

#[test]
fn advanced_supply_two_points_for_friday_harbor_and_a_die_for_suakin_each_turn() {
    let mut camp = advanced();
    supply_phase(&mut camp, &[6]);
    assert_eq!((camp.supply(camp.space("Friday Harbor")), camp.supply(camp.space("Suakin"))), (12, 16));
}

#[test]
fn advanced_supply_suakin_rolls_ten_sides_once_the_british_have_come_r60() {
    let mut camp = advanced();
    camp.allied();
    supply_phase(&mut camp, &[10]);
    assert_eq!(camp.supply(camp.space("Suakin")), 20);
}

#[test]
fn advanced_supply_a_base_that_is_lost_receives_nothing_and_a_besieged_one_does() {
    let mut camp = advanced();
    camp.besiege("Friday Harbor", 1);
    camp.lose(&["Suakin"]);
    supply_phase(&mut camp, &[]);
    assert_eq!((camp.supply(camp.space("Friday Harbor")), camp.supply(camp.space("Suakin"))), (12, 0));
    camp.lose(&["Friday Harbor"]);
    supply_phase(&mut camp, &[]);
    assert_eq!(camp.supply(camp.space("Friday Harbor")), 0);
}

const MANY: [&str; 17] = [
    "Militia 1",
    "Militia 2",
    "Militia 3",
    "Militia 4",
    "Militia 5",
    "Militia 6",
    "Militia 7",
    "Militia 8",
    "Sudanese 1/5",
    "Sudanese 2/5",
    "Sudanese 3/5",
    "Sudanese 4/5",
    "Guards 1",
    "Guards 2",
    "Guards 3",
    "Guards 4",
    "Lancers 1/5",
];

#[test]
fn advanced_supply_a_village_feeds_five_a_town_ten_a_fortified_town_fifteen() {
    for (name, feeds) in [("Mud Bay", 5), ("Lopez", 10), ("West Sound", 15)] {
        let mut camp = advanced();
        camp.only(name, &MANY[..feeds]);
        let space = camp.space(name);
        camp.supply[space.index()] = 0;
        supply_phase(&mut camp, &[1]);
        assert!(camp.unsupplied().is_empty(), "{name} feeds {feeds}");
        camp.only(name, &MANY[..feeds + 1]);
        supply_phase(&mut camp, &[1]);
        assert_eq!(camp.unsupplied().len(), 1, "{name} feeds no more");
    }
}

#[test]
fn advanced_supply_a_point_feeds_five_units_more_and_is_used_up() {
    let mut camp = advanced();
    camp.only("Mud Bay", &MANY[..11]);
    let space = camp.space("Mud Bay");
    camp.supply[space.index()] = 3;
    supply_phase(&mut camp, &[1]);
    assert!(camp.unsupplied().is_empty());
    assert_eq!(camp.supply(space), 1, "six units more take two points");
    supply_phase(&mut camp, &[1]);
    assert_eq!((camp.unsupplied().len(), camp.supply(space)), (1, 0));
}

#[test]
fn advanced_supply_on_the_road_there_is_nothing_but_supply_points() {
    let mut camp = advanced();
    camp.put("Lopez–Mud Bay 1 of 2", &MANY[..6]);
    let space = camp.space("Lopez–Mud Bay 1 of 2");
    supply_phase(&mut camp, &[1]);
    assert_eq!(camp.unsupplied().len(), 6);
    camp.supply[space.index()] = 1;
    supply_phase(&mut camp, &[1]);
    assert_eq!(camp.unsupplied().len(), 1);
}

#[test]
fn out_of_supply_attrition_begins_in_the_third_turn_at_five_and_grows_r60() {
    let camp = advanced();
    let unit = camp.unit("Militia 4");
    let needed = |turns| attrition_roll(&camp, unit, turns).face_needed();
    assert_eq!([3, 4, 5, 6, 7].map(needed), [Some(5), Some(4), Some(3), Some(2), Some(1)]);
    assert_eq!(camp.reasons(&attrition_roll(&camp, unit, 5)), ["+2 long without supply"]);
    assert_eq!(attrition_roll(&camp, unit, u8::MAX).face_needed(), Some(5 - 127), "without overflow");
}

#[test]
fn out_of_supply_three_turns_in_a_row_r60() {
    let mut camp = advanced();
    let unit = camp.unit("Militia 4");
    camp.put("Lopez–Mud Bay 1 of 2", &["Militia 4"]);
    supply_phase(&mut camp, &[1]);
    supply_phase(&mut camp, &[1]);
    assert!(matches!(camp.unit_place(unit), UnitPlace::At(_)));
    let mut lost = camp.clone();
    supply_phase(&mut camp, &[1, 4]);
    assert!(matches!(camp.unit_place(unit), UnitPlace::At(_)), "a 4 is not enough in the third");
    supply_phase(&mut camp, &[1, 4]);
    assert_eq!(camp.unit_place(unit), UnitPlace::Lost, "but it is in the fourth");
    supply_phase(&mut lost, &[1, 5]);
    assert_eq!(lost.unit_place(unit), UnitPlace::Lost);
    assert!(lost.ledger().is_empty(), "no battle (R41)");
}

#[test]
fn out_of_supply_a_turn_in_supply_begins_the_count_anew() {
    let mut camp = advanced();
    let unit = camp.unit("Militia 4");
    camp.put("Lopez–Mud Bay 1 of 2", &["Militia 4"]);
    supply_phase(&mut camp, &[1]);
    supply_phase(&mut camp, &[1]);
    let space = camp.space("Lopez–Mud Bay 1 of 2");
    camp.supply[space.index()] = 1;
    supply_phase(&mut camp, &[1]);
    assert_eq!(camp.hungry[unit.index()], 0);
    supply_phase(&mut camp, &[1]);
    assert_eq!(camp.hungry[unit.index()], 1);
}

#[test]
fn advanced_supply_a_place_of_the_enemys_feeds_nobody() {
    let mut camp = advanced();
    assert_eq!(capacity(&camp, camp.space("Tokar")), 0);
    assert_eq!(capacity(&camp, camp.space("Mud Bay")), 5);
    camp.lose(&["Mud Bay"]);
    assert_eq!(capacity(&camp, camp.space("Mud Bay")), 0);
}

#[test]
fn advanced_supply_where_there_is_no_point_none_is_told_of_as_spent() {
    let mut camp = advanced();
    camp.only("Mud Bay", &MANY[..6]);
    let events = supply_phase(&mut camp, &[1]);
    assert!(!events.iter().any(|event| matches!(event, Event::SupplySpent { .. })));
    assert_eq!(camp.unsupplied().len(), 1);
}
