//! *Transporting Units*, what ships take aboard and put ashore, rule by rule.

use super::super::test_kit::{Camp, camp_with_ops};
use super::tests::{aboard, governor, into_olga, optional};
use super::*;
use crate::campaign::Order;
use crate::campaign::options::Options;

/// The Dongola alone at Port Stanley, activated, where these stand.
fn at_port_stanley(units: &[&str]) -> Camp {
    let mut camp = camp_with_ops(1);
    camp.only("Port Stanley", units);
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp
}

#[test]
fn transporting_units_a_ship_without_a_function_left_takes_nobody_aboard() {
    let mut camp = at_port_stanley(&["Militia 4", "Militia 5"]);
    let (dongola, unit) = (camp.ship("Dongola"), camp.unit("Militia 4"));
    camp.functions[dongola.index()] = 0;
    assert_eq!(camp.refused(&Order::Load { unit, aboard: None }), Refusal::NoRoom);
    camp.functions[dongola.index()] = 1;
    camp.give(Order::Load { unit, aboard: None }, &[]);
    assert_eq!(camp.functions_left(dongola), 0);
    camp.allowed(&Order::Load { unit: camp.unit("Militia 5"), aboard: None });
}

#[test]
fn transporting_units_where_several_ships_could_take_somebody_it_is_chosen_which_does() {
    let mut camp = camp_with_ops(1);
    camp.only("Port Stanley", &["Militia 4", "Militia 5"]);
    camp.ship_to("Sultan", camp.port("Port Stanley"));
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola", "Sultan"]);
    let (dongola, sultan) = (camp.ship("Dongola"), camp.ship("Sultan"));
    let (first, second) = (camp.unit("Militia 4"), camp.unit("Militia 5"));
    let on = |unit, ship| Order::Load { unit, aboard: Some(ship) };
    for order in [on(first, dongola), on(first, sultan), on(second, dongola), on(second, sultan)] {
        camp.allowed(&order);
    }
    assert_eq!(camp.refused(&on(first, camp.ship("Aswan"))), Refusal::NotThatShip);
    assert_eq!(camp.refused(&on(first, ShipId::at(ShipSet::CAPACITY))), Refusal::NotThatShip);
    camp.give(on(first, sultan), &[]);
    assert_eq!(camp.aboard(sultan), camp.units(&["Militia 4"]));
    // A gunboat is full with one: there is no choice any more.
    assert_eq!(camp.refused(&on(second, sultan)), Refusal::NotThatShip);
    assert_eq!(camp.refused(&on(second, dongola)), Refusal::NotThatShip);
    camp.give(Order::Load { unit: second, aboard: None }, &[]);
    assert_eq!(camp.aboard(dongola), camp.units(&["Militia 5"]));
}

#[test]
fn transporting_units_only_the_ships_of_the_fleet_put_ashore() {
    let mut camp = camp_with_ops(1);
    aboard(&mut camp, "Aswan", &["Sudanese 1/4"]);
    camp.activate(camp.port("Friday Harbor"));
    camp.fleet(camp.port("Friday Harbor"), &["Tamai"]);
    let unit = camp.unit("Sudanese 1/4");
    assert_eq!(camp.refused(&Order::Unload { unit }), Refusal::NobodyAboard);
    camp.give(Order::FormFleet { at: camp.port("Friday Harbor") }, &[]);
    camp.allowed(&Order::Unload { unit });
}

#[test]
fn transporting_units_all_aboard_means_all_who_have_a_march_left() {
    let mut camp = at_port_stanley(&["Militia 4", "Militia 5"]);
    let tired = camp.unit("Militia 4");
    camp.movement[tired.index()] = 0;
    camp.give(Order::LoadAll, &[]);
    assert_eq!(camp.aboard(camp.ship("Dongola")), camp.units(&["Militia 5"]));
    assert!(camp.garrison(camp.at("Port Stanley")).contains(tired));
}

#[test]
fn transporting_units_a_force_goes_on_without_those_who_went_aboard_until_nobody_is_left_of_it() {
    let mut camp = camp_with_ops(1);
    camp.only("Port Stanley", &["Militia 4", "Militia 5"]);
    camp.activate(camp.port("Port Stanley"));
    camp.give(Order::Form { at: camp.space("Port Stanley") }, &[]);
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.give(Order::Load { unit: camp.unit("Militia 4"), aboard: None }, &[]);
    assert_eq!(camp.round().force().unwrap().units, camp.units(&["Militia 5"]));
    camp.give(Order::Load { unit: camp.unit("Militia 5"), aboard: None }, &[]);
    assert!(camp.round().force().is_none());
}

#[test]
fn transporting_units_orders_that_name_what_no_list_can_hold_are_refused() {
    let camp = at_port_stanley(&["Militia 4"]);
    assert_eq!(camp.refused(&Order::Load { unit: UnitId::at(UnitSet::CAPACITY), aboard: None }), Refusal::CannotLoad);
    assert_eq!(camp.refused(&Order::Unload { unit: UnitId::at(camp.units.len()) }), Refusal::NobodyAboard);
    assert_eq!(camp.refused(&Order::LeaveShip { ship: ShipId::at(ShipSet::CAPACITY) }), Refusal::NotInFleet);
    assert_eq!(camp.refused(&Order::Repair { ship: ShipId::at(camp.ships.len()) }), Refusal::NoFunctions);
    assert_eq!(camp.refused(&Order::Land { at: LocationId::at(camp.pack().map.locations.len()) }), Refusal::NoSuchLocation);
    let mut hired = camp_with_ops(1);
    hired.passage = 1;
    assert_eq!(hired.refused(&Order::Ferry { unit: UnitId::at(hired.units.len()) }), Refusal::CannotLoad);
    hired.give(Order::Ferry { unit: hired.garrison(hired.at("Lopez")).first().unwrap() }, &[]);
    assert_eq!(hired.refused(&Order::FerryTo { to: LocationId::at(LocationSet::CAPACITY) }), Refusal::NotAChoice);
}

fn advanced() -> Camp {
    optional(Options { supply: SupplySystem::Advanced, siege_reinforcement: true, ..Options::default() })
}

#[test]
fn supply_points_that_a_force_has_taken_along_cannot_be_loaded_as_well() {
    let mut camp = advanced();
    let overseas = camp.space("Suakin");
    camp.supply[overseas.index()] = 1;
    camp.activate(camp.port("Suakin"));
    camp.give(Order::Form { at: overseas }, &[]);
    camp.give(Order::TakeSupply, &[]);
    camp.fleet(camp.port("Suakin"), &["Kassala"]);
    assert_eq!(camp.refused(&Order::LoadSupply), Refusal::NoSupplyHere);
    camp.give(Order::LeaveSupply, &[]);
    camp.allowed(&Order::LoadSupply);
}

#[test]
fn supply_points_are_put_ashore_for_one_function_whatever_their_number_and_only_if_there_are_any_r12() {
    let mut camp = advanced();
    let kassala = camp.ship("Kassala");
    camp.activate(camp.port("Suakin"));
    camp.fleet(camp.port("Suakin"), &["Kassala"]);
    assert_eq!(camp.refused(&Order::UnloadSupply), Refusal::NoSupplyHere);
    camp.ship_supply[kassala.index()] = 2;
    for left in [1, 0] {
        camp.give(Order::UnloadSupply, &[]);
        assert_eq!((camp.functions_left(kassala), camp.supply_aboard(kassala)), (2, left));
    }
    assert_eq!(camp.refused(&Order::UnloadSupply), Refusal::NoSupplyHere);
}

#[test]
fn reinforcements_during_a_siege_boats_with_supply_alone_run_the_risk_too() {
    let mut camp = advanced();
    camp.besiege("Olga", 2);
    camp.ship_to("Abu Klea", camp.sea("D"));
    let abu_klea = camp.ship("Abu Klea");
    camp.ship_supply[abu_klea.index()] = 1;
    camp.activate(camp.sea("D"));
    let to = camp.port("Olga");
    let events = camp.give(Order::Sail { to }, &[5]);
    assert!(events.iter().any(|event| matches!(event, Event::BoatsRolled { .. })));
}

#[test]
fn reinforcements_during_a_siege_boats_that_pass_unhurt_are_not_told_of_as_damaged() {
    let (_, events) = into_olga(Options { siege_reinforcement: true, ..Options::default() }, &[6]);
    assert!(!events.iter().any(|event| matches!(event, Event::ShipDamaged { .. })));
}

/// The Dongola off Mud Bay, which is lost, with these aboard.
fn landing(units: &[&str]) -> Camp {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Mud Bay"]);
    camp.put("Port Stanley", units);
    aboard(&mut camp, "Dongola", units);
    camp.ship_to("Dongola", camp.sea("E"));
    camp.activate(camp.sea("E"));
    camp
}

#[test]
fn landing_takes_two_functions_whatever_the_number_of_units() {
    for units in [&["Militia 4"][..], &["Militia 4", "Militia 5", "Militia 6"]] {
        let mut camp = landing(units);
        camp.give(Order::Land { at: camp.at("Mud Bay") }, &[4]);
        assert_eq!(camp.functions_left(camp.ship("Dongola")), 1, "{units:?}");
        assert_eq!(camp.garrison(camp.at("Mud Bay")), camp.units(units));
    }
}

#[test]
fn landing_of_the_hicks_expedition_is_its_attempt_of_the_turn_r48() {
    let attempts = |events: &[Event]| events.iter().filter(|event| **event == Event::ExpeditionAttempted).count();
    let mut camp = landing(&["Hicks Gendarmes 3", "Militia 4"]);
    camp.expedition.units = camp.units(&["Hicks Gendarmes 3"]);
    camp.expedition.arrived = 1;
    let mut again = camp.clone();
    again.expedition.attempted = true;
    let at = camp.at("Mud Bay");
    assert_eq!(attempts(&camp.give(Order::Land { at }, &[1])), 1);
    assert_eq!(attempts(&again.give(Order::Land { at }, &[1])), 0, "once a turn");
    let mut others = landing(&["Militia 4"]);
    others.expedition.units = others.units(&["Hicks Gendarmes 3"]);
    assert_eq!(attempts(&others.give(Order::Land { at }, &[1])), 0, "he is not with them");
}

#[test]
fn gordon_goes_aboard_a_ship_with_a_function_left_damaged_or_not_r58() {
    let tamai = governor(true).ship("Tamai");
    let mut damaged = governor(true);
    damaged.damage[tamai.index()] = 1;
    damaged.allowed(&Order::EmbarkGovernor);
    let mut spent = governor(true);
    spent.functions[tamai.index()] = 0;
    assert_eq!(spent.refused(&Order::EmbarkGovernor), Refusal::NoFunctions);
    governor(true).allowed(&Order::EmbarkGovernor);
}

#[test]
fn transport_requisitioned_carries_before_the_battles_and_nobody_of_grahams_until_he_is_free() {
    let mut camp = camp_with_ops(1);
    camp.passage = 6;
    let unit = camp.garrison(camp.at("Lopez")).first().unwrap();
    camp.field_force = crate::campaign::FieldForce { units: UnitSet::of(unit), present: true, free: false };
    assert_eq!(camp.refused(&Order::Ferry { unit }), Refusal::CannotLoad);
    camp.field_force.free = true;
    camp.allowed(&Order::Ferry { unit });
    camp.round.step = Step::Fighting;
    assert_eq!(camp.refused(&Order::Ferry { unit }), Refusal::WrongStep { now: Step::Fighting });
    camp.round.step = Step::Choose;
    camp.allowed(&Order::Ferry { unit });
}
