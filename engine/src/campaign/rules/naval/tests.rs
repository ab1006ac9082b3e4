//! *Naval Movement*, rule by rule.

use super::super::test_kit::{Camp, SMALL_BATTLE, camp, camp_with, camp_with_ops};
use super::*;
use crate::campaign::event::LedgerReason;
use crate::campaign::options::Options;
use crate::campaign::round::BattleKind;
use crate::campaign::seat::Seat;
use crate::campaign::{Control, Order, UnitPlace};
use crate::edition::{Edition, LeftOut};
use crate::game::Game;
use crate::pack::ShipClass;

/// The optional rules for ships, with Ops to spend.
pub(super) fn optional(options: Options) -> Camp {
    let mut camp = camp_with(options);
    camp.spending(3);
    camp
}

/// The Dongola at sea in E with two of Port Stanley's units, activated.
fn off_mud_bay() -> Camp {
    let mut camp = camp_with_ops(2);
    camp.lose(&["Mud Bay"]);
    aboard(&mut camp, "Dongola", &["Camels 1/1", "Camel Battery 1"]);
    camp.ship_to("Dongola", camp.sea("E"));
    camp.activate(camp.sea("E"));
    camp
}

pub(super) fn aboard(camp: &mut Camp, ship: &str, units: &[&str]) {
    for unit in units {
        let (unit, ship) = (camp.unit(unit), camp.ship(ship));
        camp.apply(&Event::UnitLoaded { unit, ship, spends: false });
    }
    camp.round.loading = ShipSet::EMPTY;
}

#[test]
fn naval_movement_a_ship_has_three_functions_and_each_area_or_port_entered_takes_one() {
    let mut camp = camp_with_ops(1);
    let dongola = camp.ship("Dongola");
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    assert_eq!(camp.functions_left(dongola), 3);
    camp.sail(camp.sea("D"));
    assert_eq!(camp.functions_left(dongola), 2, "leaving port for a sea area is one");
    assert_eq!(camp.refused(&Order::Sail { to: camp.port("Tamai") }), Refusal::CannotSail, "F, B and the port are three");
    camp.allowed(&Order::Sail { to: camp.sea("B") });
    camp.sail(camp.sea("E"));
    camp.sail(camp.port("Richardson"));
    assert_eq!(camp.functions_left(dongola), 0);
    assert_eq!(camp.refused(&Order::Sail { to: camp.sea("E") }), Refusal::CannotSail);
}

#[test]
fn naval_movement_several_areas_can_be_sailed_by_one_order_and_cost_the_same() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    assert_eq!(camp.refused(&Order::Sail { to: camp.port("Tamai") }), Refusal::CannotSail, "four functions");
    camp.sail(camp.port("Mud Bay"));
    assert_eq!(camp.functions_left(camp.ship("Dongola")), 0);
}

#[test]
fn naval_movement_where_a_fleet_may_sail_is_where_an_order_to_sail_is_allowed() {
    let mut camp = camp_with_ops(2);
    camp.lose(&["Mud Bay"]);
    camp.ship_to("Abu Klea", camp.sea("D"));
    for at in [camp.port("Port Stanley"), camp.sea("D")] {
        camp.activate(at);
        camp.fleet(at, if at == camp.sea("D") { &["Abu Klea"] } else { &["Dongola"] });
        for functions in [3, 2, 1] {
            for ship in camp.round().fleet().iter() {
                camp.functions[ship.index()] = functions;
            }
            let (areas, ports) = sails(&camp);
            let allowed = |to| camp.permit(Seat::Player, &Order::Sail { to }).is_ok();
            let (map, here) = (&camp.pack().map, format!("{at:?} with {functions}"));
            assert_eq!(areas, (0..map.sea_areas.len()).map(SeaAreaId::at).filter(|area| allowed(Station::Sea(*area))).collect(), "{here}");
            let by_order = map.location_ids().filter(|port| allowed(Station::Space(map.space_of(*port))));
            assert_eq!(ports, by_order.collect(), "{here}");
            assert!(!areas.is_empty(), "{here}");
            assert_eq!(camp.refused(&Order::Sail { to: at }), Refusal::CannotSail, "it lies there");
        }
    }
    assert_eq!(sails(&camp_with_ops(1)), (SeaAreaSet::EMPTY, LocationSet::EMPTY), "no fleet");
}

#[test]
fn naval_movement_friday_harbor_lies_on_two_areas() {
    let camp = camp();
    let areas: Vec<_> = camp.pack().map.location(camp.at("Friday Harbor")).port_on.iter().map(|area| Station::Sea(*area)).collect();
    assert_eq!(areas, [camp.sea("F"), camp.sea("A")]);
}

#[test]
fn naval_movement_the_example_of_the_sultan_loads_and_sails_two_areas() {
    let mut camp = camp_with_ops(1);
    camp.ship_to("Sultan", camp.port("Suakin"));
    camp.activate(camp.port("Suakin"));
    camp.fleet(camp.port("Suakin"), &["Sultan"]);
    let regulars = camp.garrison(camp.at("Suakin")).first().unwrap();
    camp.give(Order::Load { unit: regulars, aboard: None }, &[]);
    camp.sail(camp.sea("D"));
    camp.sail(camp.sea("E"));
    assert_eq!(camp.functions_left(camp.ship("Sultan")), 0);
    assert_eq!(camp.unit_place(regulars), UnitPlace::Aboard(camp.ship("Sultan")));
}

#[test]
fn naval_transport_the_example_of_false_bay_takes_two_activations_then_one_r39() {
    let mut camp = camp_with_ops(2);
    camp.ship_to("Sultan", camp.sea("A"));
    let point = "False Bay–Ginnis 1 of 2";
    camp.put(point, &["Regulars 4/3"]);
    let unit = camp.unit("Regulars 4/3");
    camp.activate(Station::Space(camp.space(point)));
    camp.march("False Bay", &[]);
    camp.activate(camp.sea("A"));
    assert_eq!(camp.round().ops(), 0, "two stations, two Ops");
    camp.sail(camp.port("False Bay"));
    camp.give(Order::Load { unit, aboard: None }, &[]);
    camp.sail(camp.sea("A"));
    assert_eq!(camp.functions_left(camp.ship("Sultan")), 0);
    camp.give(Order::EndRound, &[]);
    camp.spending(1);
    camp.activate(camp.sea("A"));
    assert_eq!(camp.round().ops(), 0, "ship and unit together for one");
    assert_eq!(camp.movement_left(unit), 3);
}

#[test]
fn naval_transport_who_has_not_been_activated_cannot_board_r39() {
    let mut camp = camp_with_ops(2);
    camp.ship_to("Dongola", camp.sea("E"));
    camp.activate(camp.sea("E"));
    camp.sail(camp.port("Richardson"));
    assert_eq!(camp.refused(&Order::LoadAll), Refusal::CannotLoad);
    camp.activate(camp.port("Richardson"));
    camp.give(Order::FormFleet { at: camp.port("Richardson") }, &[]);
    camp.allowed(&Order::LoadAll);
}

#[test]
fn transporting_units_gunboats_carry_one_and_transports_three() {
    let camp = camp();
    for (index, ship) in camp.pack().roster.ships.iter().enumerate() {
        let expected = match (ship.class, ship.name.as_str()) {
            (ShipClass::Gunboat, _) => 1,
            (ShipClass::Transport, "Bordein") => 2,
            (ShipClass::Transport, _) => 3,
        };
        assert_eq!(camp.capacity(ShipId::at(index)), expected, "{}", ship.name);
    }
    assert_eq!(camp.pack().roster.ships[camp.ship("Kassala").index()].class, ShipClass::Transport, "the set-up list rules (R14)");
}

#[test]
fn transporting_units_a_full_ship_takes_nobody() {
    let mut camp = camp_with_ops(1);
    camp.put("Port Stanley", &["Militia 4", "Militia 5"]);
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.give(Order::LoadAll, &[]);
    assert_eq!((camp.aboard(camp.ship("Dongola")).len(), camp.garrison(camp.at("Port Stanley")).len()), (3, 1));
    let left = camp.garrison(camp.at("Port Stanley")).first().unwrap();
    assert_eq!(camp.refused(&Order::Load { unit: left, aboard: None }), Refusal::NoRoom);
}

#[test]
fn transporting_units_loading_and_unloading_are_one_function_each_for_any_number_r12() {
    let mut camp = camp_with_ops(1);
    let dongola = camp.ship("Dongola");
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.give(Order::Load { unit: camp.unit("Camels 1/1"), aboard: None }, &[]);
    assert_eq!(camp.functions_left(dongola), 2);
    camp.give(Order::Load { unit: camp.unit("Camel Battery 1"), aboard: None }, &[]);
    assert_eq!(camp.functions_left(dongola), 2, "the same function");
    camp.give(Order::Unload { unit: camp.unit("Camels 1/1") }, &[]);
    assert_eq!(camp.functions_left(dongola), 1);
    camp.give(Order::Unload { unit: camp.unit("Camel Battery 1") }, &[]);
    assert_eq!(camp.functions_left(dongola), 1, "the same function");
    camp.give(Order::Load { unit: camp.unit("Camels 1/1"), aboard: None }, &[]);
    assert_eq!(camp.functions_left(dongola), 0, "loading again is another");
}

#[test]
fn transporting_units_going_aboard_and_ashore_take_a_space_of_march_each() {
    let mut camp = camp_with_ops(1);
    let (camels, battery) = (camp.unit("Camels 1/1"), camp.unit("Camel Battery 1"));
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.give(Order::LoadAll, &[]);
    assert_eq!((camp.movement_left(camels), camp.movement_left(battery)), (3, 2));
    camp.give(Order::UnloadAll, &[]);
    assert_eq!((camp.movement_left(camels), camp.movement_left(battery)), (2, 1));
    camp.movement[camels.index()] = 0;
    assert_eq!(camp.refused(&Order::Load { unit: camels, aboard: None }), Refusal::CannotLoad, "no march left");
    camp.give(Order::Load { unit: battery, aboard: None }, &[]);
    assert_eq!(camp.refused(&Order::Unload { unit: battery }), Refusal::NoMovement);
}

#[test]
fn transporting_units_only_in_ports() {
    let mut camp = camp_with_ops(2);
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.give(Order::LoadAll, &[]);
    camp.sail(camp.sea("D"));
    assert_eq!(camp.refused(&Order::UnloadAll), Refusal::NotInPort);
    assert_eq!(camp.refused(&Order::Sail { to: camp.port("Lopez") }), Refusal::NotAFriendlyPort, "no port at all");
    camp.lose(&["Blakely"]);
    assert_eq!(camp.refused(&Order::Sail { to: camp.port("Blakely") }), Refusal::NotAFriendlyPort, "it has to be assaulted (R64)");
}

#[test]
fn transporting_units_ships_enter_friendly_ports_without_a_roll_r28() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    let events = camp.sail(camp.port("Blakely"));
    assert!(!events.iter().any(|event| matches!(event, Event::EnemySought { .. } | Event::WatersSearched { .. })));
}

#[test]
fn landing_a_mahdist_port_is_assaulted_for_two_functions_with_a_roll_for_the_enemy_r64() {
    let mut camp = off_mud_bay();
    let mud_bay = camp.at("Mud Bay");
    let events = camp.give(Order::Land { at: mud_bay }, &[5]);
    assert!(events.iter().any(|event| matches!(event, Event::EnemySought { met: true, .. })));
    let met = *camp.round().battle_at(camp.space("Mud Bay")).unwrap();
    assert_eq!((met.kind, met.units.len(), met.ships), (BattleKind::Landing, 2, ShipSet::of(camp.ship("Dongola"))));
    assert_eq!(camp.functions_left(camp.ship("Dongola")), 1);
    assert_eq!(camp.movement_left(camp.unit("Camels 1/1")), 3);
}

#[test]
fn landing_where_nobody_is_met_the_place_is_retaken() {
    let mut camp = off_mud_bay();
    camp.give(Order::Land { at: camp.at("Mud Bay") }, &[4]);
    assert_eq!(camp.control(camp.at("Mud Bay")), Control::NativePacified);
    assert_eq!(camp.garrison(camp.at("Mud Bay")).len(), 2);
}

#[test]
fn landing_at_a_fortified_town_is_always_opposed() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Suakin"]);
    aboard(&mut camp, "Dongola", &["Camels 1/1"]);
    camp.ship_to("Dongola", camp.sea("D"));
    camp.activate(camp.sea("D"));
    camp.give(Order::Land { at: camp.at("Suakin") }, &[]);
    assert!(camp.round().battle_at(camp.space("Suakin")).is_some());
}

#[test]
fn landing_needs_troops_two_functions_and_a_mahdist_port_next_door_and_damaged_ships_land_r58() {
    let mut camp = off_mud_bay();
    let mud_bay = camp.at("Mud Bay");
    assert_eq!(camp.refused(&Order::Land { at: camp.at("Richardson") }), Refusal::NotAnEnemyPort);
    assert_eq!(camp.refused(&Order::Land { at: camp.at("Tokar") }), Refusal::CannotSail, "it lies on F");
    let dongola = camp.ship("Dongola");
    camp.damage[dongola.index()] = 1;
    camp.allowed(&Order::Land { at: mud_bay });
    let mut first_edition = camp.clone();
    first_edition.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    assert_eq!(first_edition.refused(&Order::Land { at: mud_bay }), Refusal::ShipsDamaged);
    camp.functions[dongola.index()] = 1;
    assert_eq!(camp.refused(&Order::Land { at: mud_bay }), Refusal::NoFunctions);
    camp.functions[dongola.index()] = 2;
    camp.allowed(&Order::Land { at: mud_bay });
    camp.movement.fill(0);
    assert_eq!(camp.refused(&Order::Land { at: mud_bay }), Refusal::NobodyAboard);
}

#[test]
fn landing_what_came_with_graham_lands_on_his_island_first_r09() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Decatur", "Mud Bay"]);
    camp.put("Port Stanley", &["Guards 1"]);
    aboard(&mut camp, "Dongola", &["Guards 1"]);
    camp.field_force.units = camp.units(&["Guards 1"]);
    camp.ship_to("Dongola", camp.sea("E"));
    camp.activate(camp.sea("E"));
    assert_eq!(camp.refused(&Order::Land { at: camp.at("Decatur") }), Refusal::FieldForceBound);
    camp.allowed(&Order::Land { at: camp.at("Mud Bay") });
}

#[test]
fn naval_repairs_a_function_repairs_a_marker_in_a_friendly_port_r58() {
    let mut camp = camp_with_ops(1);
    let dongola = camp.ship("Dongola");
    camp.damage[dongola.index()] = 2;
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.give(Order::Repair { ship: dongola }, &[]);
    assert_eq!((camp.damage(dongola), camp.functions_left(dongola)), (1, 2));
    camp.sail(camp.sea("D"));
    assert_eq!(camp.refused(&Order::Repair { ship: dongola }), Refusal::NotInPort);
    camp.sail(camp.port("Port Stanley"));
    assert_eq!(camp.refused(&Order::Repair { ship: dongola }), Refusal::NoFunctions);
    camp.functions[dongola.index()] = 1;
    camp.give(Order::Repair { ship: dongola }, &[]);
    camp.functions[dongola.index()] = 1;
    assert_eq!(camp.refused(&Order::Repair { ship: dongola }), Refusal::NotDamaged);
}

#[test]
fn naval_repairs_a_damaged_ship_loads_sails_and_unloads_r58() {
    let mut camp = camp_with_ops(1);
    let dongola = camp.ship("Dongola");
    camp.damage[dongola.index()] = 1;
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.allowed(&Order::Sail { to: camp.sea("D") });
    let mut first_edition = camp.clone();
    first_edition.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    assert_eq!(first_edition.refused(&Order::LoadAll), Refusal::NoRoom);
    camp.give(Order::LoadAll, &[]);
    assert_eq!(camp.aboard(dongola).len(), 2);
    camp.allowed(&Order::UnloadAll);
}

#[test]
fn ships_put_to_sea_when_a_landing_fails_and_take_the_beaten_off_first_r64_r65() {
    let mut camp = off_mud_bay();
    camp.give(Order::Land { at: camp.at("Mud Bay") }, &[5]);
    camp.give(Order::Fight { at: camp.space("Mud Bay") }, SMALL_BATTLE);
    camp.give(Order::Withdraw { cavalry: 1, surrounded: false, odds: crate::campaign::Odds::Even }, &[2, 1]);
    camp.give(Order::RetreatByShip { to: camp.at("Richardson") }, &[]);
    assert!(camp.garrison(camp.at("Richardson")).contains(camp.unit("Camels 1/1")));
    assert_eq!(camp.ship_place(camp.ship("Dongola")), ShipPlace::Port(camp.at("Richardson")));
}

#[test]
fn fleets_ships_can_be_left_but_not_the_last() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Friday Harbor"));
    camp.fleet(camp.port("Friday Harbor"), &["Tamai"]);
    assert_eq!(camp.refused(&Order::LeaveShip { ship: camp.ship("Tamai") }), Refusal::LastOfFleet);
    assert_eq!(camp.refused(&Order::LeaveShip { ship: camp.ship("Aswan") }), Refusal::NotInFleet);
    camp.give(Order::Anchor, &[]);
    assert_eq!(camp.refused(&Order::Anchor), Refusal::NoFleet);
    let mut spent = camp.clone();
    spent.functions.fill(0);
    assert_eq!(spent.refused(&Order::FormFleet { at: spent.port("Friday Harbor") }), Refusal::NoShipsHere, "none can do anything");
    assert_eq!(camp.refused(&Order::FormFleet { at: camp.port("Suakin") }), Refusal::NoShipsHere);
    camp.give(Order::FormFleet { at: camp.port("Friday Harbor") }, &[]);
    assert_eq!(camp.round().fleet().len(), 4);
    assert_eq!(camp.refused(&Order::FormFleet { at: camp.port("Friday Harbor") }), Refusal::FormedAlready);
}

#[test]
fn supply_points_take_room_as_units_do() {
    let mut camp = optional(Options { supply: SupplySystem::Advanced, ..Options::default() });
    camp.activate(camp.port("Suakin"));
    camp.fleet(camp.port("Suakin"), &["Kassala"]);
    for _ in 0..3 {
        camp.give(Order::LoadSupply, &[]);
    }
    assert_eq!(camp.refused(&Order::LoadSupply), Refusal::NoRoom);
    assert_eq!((camp.supply(camp.space("Suakin")), camp.supply_aboard(camp.ship("Kassala"))), (7, 3));
    camp.sail(camp.port("Blakely"));
    assert_eq!(camp.refused(&Order::UnloadSupply), Refusal::NoSupplyHere, "no function left");
    camp.functions[5] = 1;
    for _ in 0..3 {
        camp.give(Order::UnloadSupply, &[]);
    }
    assert_eq!(camp.supply(camp.space("Blakely")), 3);
    let mut simple = camp_with_ops(1);
    simple.activate(simple.port("Suakin"));
    simple.fleet(simple.port("Suakin"), &["Kassala"]);
    assert_eq!(simple.refused(&Order::LoadSupply), Refusal::SimpleSupply);
}

/// The Dongola and the Abu Klea, two units between them, bound for besieged Olga.
pub(super) fn into_olga(options: Options, face: &[u16]) -> (Camp, Vec<Event>) {
    let mut camp = optional(options);
    camp.besiege("Olga", 2);
    aboard(&mut camp, "Dongola", &["Camels 1/1", "Camel Battery 1"]);
    camp.ship_to("Dongola", camp.sea("D"));
    camp.ship_to("Abu Klea", camp.sea("D"));
    camp.activate(camp.sea("D"));
    let to = camp.port("Olga");
    let events = camp.give(Order::Sail { to }, face);
    (camp, events)
}

#[test]
fn reinforcements_during_a_siege_boats_are_turned_back_damaged_or_pass() {
    let options = Options { siege_reinforcement: true, ..Options::default() };
    for face in 1..=6 {
        let (camp, _) = into_olga(options, &[face]);
        let (dongola, abu_klea) = (camp.ship("Dongola"), camp.ship("Abu Klea"));
        let damage = (camp.damage(dongola), camp.damage(abu_klea));
        match face {
            1 | 2 => {
                assert_ne!(camp.ship_place(dongola), ShipPlace::Port(camp.at("Olga")), "{face}");
                assert!(matches!(camp.ship_place(dongola), ShipPlace::Port(_)), "the nearest friendly port");
                assert_eq!((camp.functions_left(dongola), camp.functions_left(abu_klea)), (0, 0), "their round is over");
                assert!(camp.round().fleet().is_empty());
            }
            _ => assert_eq!(camp.ship_place(dongola), ShipPlace::Port(camp.at("Olga")), "{face}"),
        }
        assert_eq!(damage, if matches!(face, 3 | 4) { (0, 1) } else { (0, 0) }, "the gunboat draws the fire on {face}");
    }
}

#[test]
fn reinforcements_during_a_siege_boats_with_no_gunboat_along_damage_nothing_r67() {
    let options = Options { siege_reinforcement: true, ..Options::default() };
    for left_out in [LeftOut::NONE, LeftOut::after(Edition::FIRST, State::MENDINGS)] {
        let mut camp = optional(options);
        camp.leave_out(left_out);
        camp.besiege("Olga", 2);
        aboard(&mut camp, "Dongola", &["Camels 1/1", "Camel Battery 1"]);
        camp.ship_to("Dongola", camp.sea("D"));
        camp.activate(camp.sea("D"));
        let to = camp.port("Olga");
        let events = camp.give(Order::Sail { to }, &[3]);
        assert!(events.iter().any(|event| matches!(event, Event::BoatsRolled { .. })));
        assert_eq!(camp.ship_place(camp.ship("Dongola")), ShipPlace::Port(camp.at("Olga")));
        assert_eq!(camp.damage(camp.ship("Dongola")), u8::from(!left_out.is_empty()), "everyone was damaged by the first edition");
    }
}

#[test]
fn reinforcements_during_a_siege_without_the_optional_rule_and_without_troops_boats_pass_freely() {
    let (camp, events) = into_olga(Options::default(), &[]);
    assert!(!events.iter().any(|event| matches!(event, Event::BoatsRolled { .. })));
    assert_eq!(camp.ship_place(camp.ship("Dongola")), ShipPlace::Port(camp.at("Olga")));
    let mut empty = optional(Options { siege_reinforcement: true, ..Options::default() });
    empty.besiege("Olga", 2);
    empty.ship_to("Abu Klea", empty.sea("D"));
    empty.activate(empty.sea("D"));
    empty.sail(empty.port("Olga"));
}

#[test]
fn reinforcements_that_arrive_by_ship_do_not_lift_the_siege_r29() {
    let (mut camp, _) = into_olga(Options::default(), &[]);
    camp.give(Order::UnloadAll, &[]);
    assert_eq!((camp.garrison(camp.at("Olga")).len(), camp.siege_level(camp.at("Olga"))), (3, 2));
}

#[test]
fn under_siege_a_garrison_leaves_a_besieged_port_by_ship_without_a_battle() {
    let mut camp = camp_with_ops(1);
    camp.besiege("Port Stanley", 3);
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    camp.give(Order::LoadAll, &[]);
    camp.sail(camp.sea("D"));
    assert!(camp.garrison(camp.at("Port Stanley")).is_empty() && camp.round().battles_to_fight().is_empty());
}

#[test]
fn gunboat_encounters_every_sea_area_entered_is_searched_and_only_a_twelve_meets_the_enemy() {
    let mut camp = optional(Options { gunboat_encounters: true, ..Options::default() });
    camp.activate(camp.port("Port Stanley"));
    camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
    let to = camp.sea("E");
    camp.give(Order::Sail { to }, &[5, 6, 6, 6, 3, 4]);
    let Some(Decision::Duel { ships, .. }) = camp.decision().copied() else { panic!("a duel in E") };
    assert_eq!(ships, ShipSet::of(camp.ship("Dongola")));
    assert_eq!(camp.functions_left(camp.ship("Dongola")), 1);
    camp.give(Order::EndDuel, &[]);
    camp.sail(camp.port("Richardson"));
    let mut quiet = camp_with_ops(1);
    quiet.activate(quiet.port("Port Stanley"));
    quiet.fleet(quiet.port("Port Stanley"), &["Dongola"]);
    quiet.sail(quiet.sea("E"));
}

#[test]
fn gunboat_encounters_the_enemys_ships_by_their_table() {
    let table = [
        (2, (1, 0, 0)),
        (3, (1, 0, 0)),
        (4, (2, 0, 0)),
        (5, (0, 1, 3)),
        (6, (1, 1, 0)),
        (7, (2, 0, 3)),
        (8, (1, 1, 2)),
        (9, (0, 0, 5)),
        (10, (2, 1, 0)),
        (11, (2, 1, 4)),
        (12, (2, 2, 3)),
    ];
    for (total, (light, heavy, boats)) in table {
        let mut camp = optional(Options { gunboat_encounters: true, ..Options::default() });
        camp.activate(camp.port("Port Stanley"));
        camp.fleet(camp.port("Port Stanley"), &["Dongola"]);
        let first = if total > 7 { 6 } else { 1 };
        let to = camp.sea("D");
        let events = camp.give(Order::Sail { to }, &[6, 6, first, total - first]);
        let met = events.iter().find_map(|event| match event {
            Event::FlotillaRolled { light, heavy, boats, .. } => Some((*light, *heavy, *boats)),
            _ => None,
        });
        assert_eq!(met, Some((light, heavy, boats)), "{total}");
    }
}

#[test]
fn gunboat_encounters_what_the_duel_did_is_reported_ship_by_ship() {
    let mut camp = optional(Options { gunboat_encounters: true, ..Options::default() });
    camp.activate(camp.port("Friday Harbor"));
    camp.fleet(camp.port("Friday Harbor"), &["Tamai", "Aswan"]);
    let (tamai, aswan) = (camp.ship("Tamai"), camp.ship("Aswan"));
    aboard(&mut camp, "Aswan", &["Sudanese 1/5"]);
    let to = camp.sea("F");
    camp.give(Order::Sail { to }, &[6, 6, 1, 1]);
    assert_eq!(camp.refused(&Order::ReportShip { ship: camp.ship("Dongola"), damage: Some(1) }), Refusal::NotAChoice);
    assert_eq!(camp.refused(&Order::ReportShip { ship: tamai, damage: Some(0) }), Refusal::NotSoMany { most: 4 });
    assert_eq!(camp.refused(&Order::ReportShip { ship: tamai, damage: Some(5) }), Refusal::NotSoMany { most: 4 });
    camp.allowed(&Order::ReportShip { ship: tamai, damage: Some(4) });
    camp.give(Order::ReportShip { ship: tamai, damage: Some(2) }, &[]);
    assert_eq!(camp.refused(&Order::ReportShip { ship: tamai, damage: Some(2) }), Refusal::NotAChoice);
    camp.give(Order::ReportShip { ship: aswan, damage: None }, &[]);
    camp.give(Order::EndDuel, &[]);
    assert_eq!(camp.refused(&Order::EndDuel), Refusal::NotAsked);
    assert_eq!((camp.damage(tamai), camp.ship_place(aswan)), (2, ShipPlace::Lost));
    assert_eq!(camp.unit_place(camp.unit("Sudanese 1/5")), UnitPlace::Lost, "lost with the ship");
}

#[test]
fn transport_requisitioned_six_units_go_anywhere_within_reach() {
    let mut camp = camp_with_ops(0);
    camp.besiege("Olga", 1);
    camp.besiege("Sinkat", 1);
    let unit = camp.garrison(camp.at("Lopez")).first().unwrap();
    assert_eq!(camp.refused(&Order::Ferry { unit }), Refusal::NoPassage);
    camp.passage = 1;
    camp.give(Order::Ferry { unit }, &[]);
    for to in ["Lopez", "Sinkat", "Tokar"] {
        assert_eq!(camp.refused(&Order::FerryTo { to: camp.at(to) }), Refusal::NotAChoice, "{to}");
    }
    camp.give(Order::FerryTo { to: camp.at("Olga") }, &[]);
    assert!(camp.garrison(camp.at("Olga")).contains(unit));
    assert_eq!((camp.passage(), camp.movement_left(unit)), (0, 0));
    assert_eq!(camp.refused(&Order::Ferry { unit }), Refusal::NoPassage);
}

#[test]
fn transport_requisitioned_fetches_nobody_from_a_siege_inland_a_battle_or_gordons_guard() {
    let mut camp = camp_with_ops(1);
    camp.passage = 6;
    let (lopez, olga) = (camp.garrison(camp.at("Lopez")).first().unwrap(), camp.garrison(camp.at("Olga")).first().unwrap());
    camp.besiege("Lopez", 1);
    camp.besiege("Olga", 1);
    assert_eq!(camp.refused(&Order::Ferry { unit: lopez }), Refusal::CannotLoad, "besieged inland");
    camp.allowed(&Order::Ferry { unit: olga });
    camp.only("Friday Harbor", &["Sudanese 1/5", "Sudanese 2/5"]);
    camp.governor.place = GovernorPlace::At(camp.at("Friday Harbor"));
    assert_eq!(camp.refused(&Order::Ferry { unit: camp.unit("Sudanese 1/5") }), Refusal::GovernorsGuard);
    camp.lose(&["Mud Bay"]);
    camp.activate(camp.port("Richardson"));
    camp.march("Mud Bay", &[6]);
    assert_eq!(camp.refused(&Order::Ferry { unit: camp.unit("Bashi-Bazouk Foot 1") }), Refusal::CannotLoad, "a battle waits");
}

/// Gordon at besieged Friday Harbor, having made up his mind or not.
pub(super) fn governor(leaves: bool) -> Camp {
    let mut camp = camp_with_ops(1);
    camp.besiege("Friday Harbor", 2);
    camp.governor.place = GovernorPlace::At(camp.at("Friday Harbor"));
    camp.governor.leaves = leaves;
    camp.activate(camp.port("Friday Harbor"));
    camp.fleet(camp.port("Friday Harbor"), &["Tamai"]);
    camp
}

#[test]
fn gordon_leaves_by_ship_once_he_has_decided_and_is_safe_in_an_open_port() {
    assert_eq!(governor(false).refused(&Order::EmbarkGovernor), Refusal::GovernorStays);
    let mut camp = governor(true);
    camp.give(Order::EmbarkGovernor, &[]);
    assert_eq!(camp.governor().place, GovernorPlace::Aboard(camp.ship("Tamai")));
    assert_eq!(camp.functions_left(camp.ship("Tamai")), 2);
    camp.sail(camp.port("False Bay"));
    assert_eq!(camp.governor().place, GovernorPlace::Safe);
    assert_eq!(camp.refused(&Order::EmbarkGovernor), Refusal::GovernorElsewhere);
    let mut besieged = governor(true);
    besieged.besiege("False Bay", 1);
    besieged.give(Order::EmbarkGovernor, &[]);
    besieged.sail(besieged.port("False Bay"));
    assert_eq!(besieged.governor().place, GovernorPlace::Aboard(besieged.ship("Tamai")), "not safe in a siege");
}

#[test]
fn gordon_is_killed_with_the_ship_he_is_aboard() {
    let mut camp = governor(true);
    camp.give(Order::EmbarkGovernor, &[]);
    let ship = camp.ship("Tamai");
    camp.with(&[], |proceedings| victory::sink(proceedings, ship));
    assert_eq!(camp.governor().place, GovernorPlace::Dead);
    assert_eq!(camp.entered(|reason| *reason == LedgerReason::GovernorKilled), [20]);
}
