//! *Movement*, rule by rule.

use super::super::duties::*;
use super::super::reach::way;
use super::super::test_kit::{Camp, SMALL_BATTLE, camp_with, camp_with_ops};
use super::*;
use crate::campaign::event::Modifier;
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::options::Options;
use crate::campaign::seat::Seat;
use crate::campaign::{Control, LossCause, Order, Roll};
use crate::edition::{Edition, LeftOut};
use crate::game::Game;
use crate::pack::{Arm, SeaAreaId};

fn rolls(events: &[Event]) -> Vec<Option<i16>> {
    let sought =
        |event: &Event| if let Event::EnemySought { roll, .. } = event { Some(roll.as_ref().and_then(Roll::face_needed)) } else { None };
    events.iter().filter_map(sought).collect()
}

fn reached(camp: &Camp) -> Vec<String> {
    let force = camp.round().force().unwrap();
    reach(camp, &force).iter().map(|space| camp.pack().map.space_name(space)).collect()
}

/// Advanced supply, with so many Ops.
fn advanced(ops: u8) -> Camp {
    let mut camp = camp_with(Options { supply: SupplySystem::Advanced, ..Options::default() });
    camp.spending(ops);
    camp
}

#[test]
fn movement_rate_infantry_and_guns_three_cavalry_and_camels_four_r38() {
    let camp = camp_with_ops(1);
    for (index, unit) in camp.pack().roster.units.iter().enumerate() {
        let arm = camp.pack().roster.kind_of(UnitId::at(index)).arm;
        let expected = if matches!(arm, Arm::Cavalry | Arm::Camels) { 4 } else { 3 };
        assert_eq!(rate(&camp, UnitId::at(index)), expected, "{}", unit.name);
    }
    assert_eq!(rate(&camp, camp.unit("Camel Battery 1")), 3, "a camel battery is artillery");
}

#[test]
fn movement_rate_a_force_goes_at_the_rate_of_its_slowest() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Richardson"));
    let far = camp.space("Lopez–Mud Bay 1 of 2");
    assert_eq!(left(&camp, &camp.round().force().unwrap()), 3);
    assert_eq!(camp.refused(&Order::March { to: far }), Refusal::CannotReach);
    camp.give(Order::Leave { unit: camp.unit("Bashi-Bazouk Foot 1") }, &[]);
    assert_eq!(left(&camp, &camp.round().force().unwrap()), 4);
    camp.allowed(&Order::March { to: far });
}

#[test]
fn movement_rate_out_of_supply_one_less() {
    let mut camp = camp_with_ops(1);
    camp.unsupplied = camp.units(&["Bashi-Bazouk Foot 1", "Bashi-Bazouk Horse 1"]);
    assert_eq!((rate(&camp, camp.unit("Bashi-Bazouk Foot 1")), rate(&camp, camp.unit("Bashi-Bazouk Horse 1"))), (2, 3));
    assert_eq!(rate(&camp, camp.unit("Sudanese 1/4")), 3);
}

#[test]
fn using_a_card_for_ops_an_op_activates_one_location_whatever_is_there() {
    let mut camp = camp_with_ops(2);
    camp.activate(camp.port("Richardson"));
    assert_eq!(camp.round().ops(), 1);
    camp.activate(camp.port("Roche Harbor"));
    assert_eq!(camp.round().ops(), 0);
    assert_eq!(camp.refused(&Order::Activate { at: camp.port("Lopez") }), Refusal::NoOps);
    let moving = camp.round().active;
    assert_eq!(moving.len(), 4, "the two of Richardson and the two of Roche Harbor, and nobody else");
    assert_eq!(camp.refused(&Order::Form { at: camp.space("Lopez") }), Refusal::NobodyCanMove);
}

#[test]
fn using_a_card_for_ops_a_location_is_activated_once_in_a_round() {
    let mut camp = camp_with_ops(3);
    camp.activate(camp.port("Richardson"));
    assert_eq!(camp.refused(&Order::Activate { at: camp.port("Richardson") }), Refusal::ActivatedAlready);
    assert_eq!(camp.refused(&Order::Activate { at: camp.port("Mud Bay") }), Refusal::NothingThere);
    assert_eq!(camp.refused(&Order::Activate { at: camp.sea("A") }), Refusal::NothingThere);
    assert_eq!(camp.refused(&Order::Activate { at: Station::Space(SpaceId(200)) }), Refusal::NoSuchLocation);
}

#[test]
fn using_a_card_for_ops_who_has_moved_is_not_activated_again_elsewhere() {
    let mut camp = camp_with_ops(2);
    camp.activate(camp.port("Lopez"));
    camp.march("Richardson", &[]);
    let regulars = camp.garrison(camp.at("Richardson")).intersection(camp.round().active);
    assert_eq!(regulars.len(), 1);
    camp.activate(camp.port("Richardson"));
    assert!(!camp.round().force().unwrap().units.contains(regulars.first().unwrap()));
}

#[test]
fn encounters_every_space_entered_is_rolled_for_but_a_friendly_location_r28() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Mud Bay"]);
    camp.only("Lopez", &["Dragoons 1/1"]);
    camp.activate(camp.port("Lopez"));
    // Two movement points next to a Mahdist village, which falls on a failed 4; the point beyond it lies between two of ours by then.
    let events = camp.march("Richardson–Mud Bay 2 of 2", &[5, 5, 4]);
    assert_eq!(rolls(&events), [Some(6), Some(6), Some(5), Some(7)]);
    assert_eq!(camp.control(camp.at("Mud Bay")), Control::NativePacified, "entered without a fight: retaken");
    let mut friendly = camp_with_ops(1);
    friendly.activate(friendly.port("Lopez"));
    let events = friendly.march("Richardson", &[]);
    assert_eq!(rolls(&events), [Some(7), Some(7)], "impossible twice (R27), and none for Richardson");
}

#[test]
fn encounters_the_example_of_ginnis_and_tamai() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Tamai", "Friday Harbor"]);
    camp.put("Ginnis", &["Sudanese 1/5", "Sudanese 2/5"]);
    camp.activate(camp.port("Ginnis"));
    let events = camp.march("Tamai", &[3, 5]);
    assert_eq!(rolls(&events), [Some(5), Some(4)]);
    let reasons: Vec<_> = events
        .iter()
        .filter_map(|event| if let Event::EnemySought { roll: Some(roll), .. } = event { Some(camp.reasons(roll)) } else { None })
        .collect();
    assert_eq!(reasons, [["+1 Mahdist fortified town on the island"], ["+1 Mahdist fortified town on the island"]]);
    assert_eq!(camp.round().battle_at(camp.space("Tamai")).unwrap().kind, BattleKind::Encounter);
}

#[test]
fn encounters_where_the_enemy_is_met_the_march_stops() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Mud Bay"]);
    camp.activate(camp.port("Richardson"));
    let events = camp.march("Mud Bay", &[6]);
    assert!(!events.contains(&Event::AttackMade), "nobody had to attack");
    let point = camp.space("Richardson–Mud Bay 1 of 2");
    assert_eq!(camp.units_at(point).len(), 2);
    assert!(camp.round().force().is_none());
    assert_eq!(camp.refused(&Order::Form { at: point }), Refusal::BattlesFirst);
    assert_eq!(camp.refused(&Order::EndRound), Refusal::BattlesFirst);
}

#[test]
fn encounters_no_march_leads_through_a_mahdist_fortified_town() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["West Sound"]);
    camp.only("Orcas Landing", &["Dragoons 1/1"]);
    camp.activate(camp.port("Orcas Landing"));
    assert!(reached(&camp).contains(&"West Sound".to_owned()));
    assert!(!reached(&camp).contains(&"West Sound–Deer Harbor".to_owned()));
    camp.march("West Sound", &[2]);
    assert!(camp.round().battle_at(camp.space("West Sound")).is_some(), "met without a roll");
}

#[test]
fn pacification_a_place_retaken_by_british_troops_is_british_and_by_others_green() {
    for (unit, control) in [("Guards 1", Control::Allied), ("Sudanese 1/5", Control::NativePacified)] {
        let mut camp = camp_with_ops(1);
        camp.lose(&["Mud Bay"]);
        camp.put("Richardson–Mud Bay 2 of 2", &[unit]);
        camp.activate(Station::Space(camp.space("Richardson–Mud Bay 2 of 2")));
        camp.march("Mud Bay", &[1]);
        assert_eq!(camp.control(camp.at("Mud Bay")), control);
        assert_eq!(camp.points_in_ledger(), -5);
    }
    let mut mixed = camp_with_ops(1);
    mixed.lose(&["Mud Bay"]);
    mixed.put("Richardson–Mud Bay 2 of 2", &["Guards 1", "Militia 4"]);
    mixed.activate(Station::Space(mixed.space("Richardson–Mud Bay 2 of 2")));
    mixed.march("Mud Bay", &[1]);
    assert_eq!(mixed.control(mixed.at("Mud Bay")), Control::Allied, "British troops among them");
}

#[test]
fn battles_forces_that_meet_the_enemy_in_one_place_fight_one_battle_and_only_the_first_rolls_r63() {
    let mut camp = camp_with_ops(2);
    camp.lose(&["Mud Bay"]);
    camp.activate(camp.port("Richardson"));
    camp.march("Mud Bay", &[1, 1, 5]);
    camp.activate(camp.port("Lopez"));
    let events = camp.march("Mud Bay", &[1, 1]);
    assert_eq!(rolls(&events).len(), 2, "none for Mud Bay itself");
    assert_eq!(camp.round().battles_to_fight().len(), 1);
    assert_eq!(camp.round().battle_at(camp.space("Mud Bay")).unwrap().units.len(), 3);
}

#[test]
fn battles_all_moves_come_before_the_first_battle_r63() {
    let mut camp = camp_with_ops(2);
    camp.lose(&["Mud Bay"]);
    camp.activate(camp.port("Richardson"));
    camp.march("Mud Bay", &[6]);
    camp.give(Order::Fight { at: camp.space("Richardson–Mud Bay 1 of 2") }, SMALL_BATTLE);
    camp.give(Order::HoldField, &[]);
    assert_eq!(camp.refused(&Order::Activate { at: camp.port("Lopez") }), Refusal::WrongStep { now: Step::Fighting });
}

#[test]
fn battles_a_victor_may_go_on_with_what_it_has_left_and_a_loser_stops_r07() {
    let mut camp = camp_with_ops(1);
    camp.lose(&["Mud Bay"]);
    camp.activate(camp.port("Richardson"));
    camp.march("Mud Bay", &[6]);
    let point = camp.space("Richardson–Mud Bay 1 of 2");
    camp.give(Order::Fight { at: point }, SMALL_BATTLE);
    let mut lost = camp.clone();
    camp.give(Order::HoldField, &[]);
    camp.give(Order::Form { at: point }, &[]);
    camp.march("Mud Bay", &[1, 1]);
    assert!(camp.control(camp.at("Mud Bay")).is_held());
    lost.give(Order::Withdraw { cavalry: 1, surrounded: false, odds: crate::campaign::Odds::Even }, &[1, 1]);
    assert!(lost.movement.iter().all(|left| *left == 0));
    assert_eq!(lost.phase(), Phase::Action { round: 2 });
}

#[test]
fn battles_by_the_other_reading_a_victor_stops_too_r07() {
    let mut camp = camp_with(Options { victor_stops: true, ..Options::default() });
    camp.spending(1);
    camp.lose(&["Mud Bay"]);
    camp.activate(camp.port("Richardson"));
    camp.march("Mud Bay", &[6]);
    camp.give(Order::Fight { at: camp.space("Richardson–Mud Bay 1 of 2") }, SMALL_BATTLE);
    camp.give(Order::HoldField, &[]);
    assert_eq!(camp.phase(), Phase::Action { round: 2 }, "nobody can go on");
}

#[test]
fn movement_units_can_be_left_on_the_way_and_others_gathered() {
    let mut camp = camp_with_ops(2);
    camp.activate(camp.port("Lopez"));
    camp.march("Lopez–Richardson 1 of 2", &[]);
    camp.activate(camp.port("Richardson"));
    camp.give(Order::Leave { unit: camp.unit("Bashi-Bazouk Foot 1") }, &[]);
    assert_eq!(camp.refused(&Order::Leave { unit: camp.unit("Bashi-Bazouk Horse 1") }), Refusal::LastOfForce);
    assert_eq!(camp.refused(&Order::Leave { unit: camp.unit("Bashi-Bazouk Foot 1") }), Refusal::NotInForce);
    camp.give(Order::Gather, &[]);
    assert_eq!(camp.round().force().unwrap().units.len(), 2);
    assert_eq!(camp.refused(&Order::Gather), Refusal::NobodyToGather);
}

#[test]
fn movement_a_force_that_waits_while_others_are_activated_keeps_what_it_has_left() {
    let mut camp = camp_with_ops(2);
    camp.activate(camp.port("Lopez"));
    camp.march("Lopez–Richardson 1 of 2", &[]);
    camp.activate(camp.port("Richardson"));
    let point = camp.space("Lopez–Richardson 1 of 2");
    camp.give(Order::Form { at: point }, &[]);
    assert_eq!(left(&camp, &camp.round().force().unwrap()), 2);
    camp.march("Richardson", &[]);
    assert_eq!(camp.garrison(camp.at("Richardson")).len(), 3);
}

#[test]
fn movement_a_force_that_has_moved_and_halts_moves_no_more() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Lopez"));
    camp.march("Lopez–Richardson 1 of 2", &[]);
    camp.give(Order::Halt, &[]);
    assert_eq!(camp.refused(&Order::Form { at: camp.space("Lopez–Richardson 1 of 2") }), Refusal::NobodyCanMove);
    assert_eq!(camp.refused(&Order::Halt), Refusal::NoForce);
}

#[test]
fn movement_a_march_takes_the_shortest_way_and_keeps_out_of_the_enemys_places_where_it_can() {
    let mut camp = camp_with_ops(1);
    let names = |camp: &Camp, from: &str, to: &str| -> Vec<String> {
        way(camp, camp.space(from), camp.space(to)).iter().map(|space| camp.pack().map.space_name(*space)).collect()
    };
    assert_eq!(names(&camp, "Lopez", "Mud Bay"), ["Lopez–Mud Bay 1 of 2", "Lopez–Mud Bay 2 of 2", "Mud Bay"]);
    // From Port Stanley to the point short of Mud Bay on Richardson's path: six spaces round by Richardson or by Mud Bay itself.
    camp.lose(&["Mud Bay"]);
    let way = names(&camp, "Lopez", "Richardson–Mud Bay 2 of 2");
    assert_eq!(way.len(), 4);
    let far = names(&camp, "Lopez", "Richardson–Mud Bay 1 of 2");
    assert!(far.contains(&"Richardson".to_owned()) && !far.contains(&"Mud Bay".to_owned()), "{far:?}");
}

#[test]
fn movement_nobody_marches_across_water() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Lopez"));
    assert_eq!(camp.refused(&Order::March { to: camp.space("Suakin") }), Refusal::CannotReach);
    assert_eq!(camp.refused(&Order::March { to: SpaceId(200) }), Refusal::NoSuchLocation);
}

#[test]
fn under_siege_a_besieged_place_is_entered_by_a_relief_battle_without_a_roll() {
    let mut camp = camp_with_ops(1);
    camp.besiege("Sinkat", 2);
    camp.activate(camp.port("Friday Harbor"));
    camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
    camp.march("Sinkat", &[]);
    assert_eq!(camp.round().battle_at(camp.space("Sinkat")).unwrap().kind, BattleKind::Relief);
}

#[test]
fn under_siege_nobody_marches_through_a_besieged_place() {
    let mut camp = camp_with_ops(1);
    camp.besiege("Lopez", 1);
    camp.activate(camp.port("Port Stanley"));
    camp.give(Order::Form { at: camp.space("Port Stanley") }, &[]);
    assert_eq!(reached(&camp), ["Lopez", "Port Stanley–Lopez"]);
}

#[test]
fn under_siege_a_besieged_place_is_left_by_a_breakout_battle_in_the_place_itself() {
    let mut camp = camp_with_ops(1);
    camp.besiege("Roche Harbor", 1);
    camp.activate(camp.port("Roche Harbor"));
    assert_eq!(reached(&camp), ["Tamai–Roche Harbor 2 of 2", "Roche Harbor–Sinkat 1 of 2"], "the next space, not farther");
    camp.march("Roche Harbor–Sinkat 1 of 2", &[]);
    let met = *camp.round().battle_at(camp.space("Roche Harbor")).unwrap();
    assert_eq!((met.kind, met.units.len()), (BattleKind::Breakout, 2));
}

#[test]
fn gordon_two_sudanese_stay_with_him_at_all_times() {
    let mut camp = camp_with_ops(1);
    camp.only("Friday Harbor", &["Sudanese 1/5", "Gordon's Sudanese 1", "Gordon's Sudanese 2", "Dragoons 1/1"]);
    camp.governor.place = GovernorPlace::At(camp.at("Friday Harbor"));
    camp.activate(camp.port("Friday Harbor"));
    camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
    let to = camp.space("Sinkat–Friday Harbor 2 of 2");
    assert_eq!(camp.refused(&Order::March { to }), Refusal::GovernorsGuard);
    camp.give(Order::Leave { unit: camp.unit("Sudanese 1/5") }, &[]);
    assert_eq!(camp.refused(&Order::March { to }), Refusal::GovernorsGuard, "one is not enough");
    camp.give(Order::Leave { unit: camp.unit("Gordon's Sudanese 2") }, &[]);
    camp.allowed(&Order::March { to });
    camp.governor.place = GovernorPlace::Safe;
    assert!(guard_stays(&camp, camp.space("Friday Harbor"), camp.garrison(camp.at("Friday Harbor"))), "when he has gone all may");
}

#[test]
fn graham_clears_lopez_before_anything_else_r09() {
    let mut camp = camp_with_ops(2);
    camp.lose(&["Mud Bay", "Lopez"]);
    camp.only("Suakin", &["Guards 1"]);
    camp.field_force = crate::campaign::FieldForce { units: camp.units(&["Guards 1"]), present: true, free: false };
    assert_eq!(camp.pack().map.island(field_forces_island(&camp).unwrap()).name, "Lopez");
    camp.activate(camp.port("Suakin"));
    camp.give(Order::Form { at: camp.space("Suakin") }, &[]);
    assert_eq!(camp.refused(&Order::March { to: camp.space("Blakely–Suakin") }), Refusal::FieldForceBound);
    camp.allowed(&Order::March { to: camp.space("Blakely") });
    camp.field_force.free = true;
    camp.allowed(&Order::March { to: camp.space("Blakely–Suakin") });
    camp.field_force.free = false;
    camp.put("Richardson–Mud Bay 1 of 2", &["Guards 1"]);
    camp.spending(1);
    camp.activate(Station::Space(camp.space("Richardson–Mud Bay 1 of 2")));
    camp.allowed(&Order::March { to: camp.space("Mud Bay") });
}

#[test]
fn graham_by_the_text_of_the_card_clears_blakely_r09() {
    let camp = camp_with(Options { field_force_by_card: true, ..Options::default() });
    assert_eq!(camp.pack().map.island(field_forces_island(&camp).unwrap()).name, "Blakely");
}

#[test]
fn graham_his_island_is_clear_with_no_mahdist_place_and_a_unit_in_each_r09() {
    let mut camp = camp_with_ops(1);
    assert!(!field_forces_work_is_done(&camp), "Mud Bay stands empty");
    camp.put("Mud Bay", &["Militia 4"]);
    assert!(field_forces_work_is_done(&camp));
    let mud_bay = camp.at("Mud Bay");
    camp.enemy_held.insert(mud_bay);
    assert!(!field_forces_work_is_done(&camp));
}

#[test]
fn advanced_supply_points_march_three_spaces_by_themselves_and_no_farther_in_the_round() {
    let mut camp = advanced(2);
    camp.clear("Friday Harbor");
    camp.activate(camp.port("Friday Harbor"));
    camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
    assert!(camp.round().force().unwrap().units.is_empty());
    assert_eq!(camp.refused(&Order::March { to: camp.space("Sinkat") }), Refusal::NobodyCanMove, "none has been taken along");
    camp.give(Order::TakeSupply, &[]);
    camp.give(Order::TakeSupply, &[]);
    assert!(!reached(&camp).contains(&"Roche Harbor–Sinkat 2 of 2".to_owned()), "four spaces");
    camp.march("Sinkat", &[]);
    assert_eq!((camp.supply(camp.space("Sinkat")), camp.supply(camp.space("Friday Harbor"))), (2, 8));
    assert_eq!(movable_supply(&camp, camp.space("Sinkat")), 0, "they have come this round");
}

#[test]
fn advanced_supply_points_by_themselves_are_slowed_by_random_events_as_all_movement_is_r70() {
    let farthest = |add: i8, left_out: LeftOut| {
        let mut camp = advanced(2);
        camp.leave_out(left_out);
        camp.clear("Friday Harbor");
        camp.apply(&Event::ModifierSet { modifier: Modifier::Movement(add) });
        camp.activate(camp.port("Friday Harbor"));
        camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
        camp.give(Order::TakeSupply, &[]);
        left(&camp, &camp.round().force().unwrap())
    };
    // Random event 32 takes two from every rate, 45 and 55 one.
    assert_eq!([0, -1, -2].map(|add| farthest(add, LeftOut::NONE)), [3, 2, 1]);
    let first_edition = LeftOut::after(Edition::FIRST, State::MENDINGS);
    assert_eq!([0, -1, -2].map(|add| farthest(add, first_edition)), [3, 3, 3]);
}

#[test]
fn advanced_supply_points_without_escort_are_lost_when_they_are_met_and_take_no_place() {
    let mut camp = advanced(1);
    camp.lose(&["Sinkat"]);
    camp.clear("Friday Harbor");
    camp.activate(camp.port("Friday Harbor"));
    camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
    camp.give(Order::TakeSupply, &[]);
    assert_eq!(camp.refused(&Order::March { to: camp.space("Sinkat") }), Refusal::CannotReach);
    let events = camp.march("Sinkat–Friday Harbor 1 of 2", &[6]);
    assert!(events.iter().any(|event| matches!(event, Event::ColumnLost { supply: 1, .. })));
    assert_eq!(camp.supply(camp.space("Sinkat–Friday Harbor 2 of 2")) + camp.supply(camp.space("Sinkat–Friday Harbor 1 of 2")), 0);
    assert!(camp.round().battles_to_fight().is_empty());
    assert_eq!(camp.supply(camp.space("Friday Harbor")), 9);
}

#[test]
fn advanced_supply_points_slow_a_force_to_three_and_can_be_left() {
    let mut camp = advanced(1);
    camp.only("Friday Harbor", &["Dragoons 1/1"]);
    camp.activate(camp.port("Friday Harbor"));
    camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
    assert_eq!(camp.refused(&Order::LeaveSupply), Refusal::NoSupplyHere);
    camp.give(Order::TakeSupply, &[]);
    assert_eq!(left(&camp, &camp.round().force().unwrap()), 3);
    camp.march("Sinkat–Friday Harbor 2 of 2", &[]);
    camp.give(Order::LeaveSupply, &[]);
    assert_eq!(camp.supply(camp.space("Sinkat–Friday Harbor 2 of 2")), 1);
    assert_eq!(left(&camp, &camp.round().force().unwrap()), 3, "of its own four");
}

#[test]
fn advanced_supply_points_move_only_from_a_place_that_has_been_activated() {
    let mut camp = advanced(1);
    camp.clear("Friday Harbor");
    let at = camp.space("Friday Harbor");
    assert_eq!(movable_supply(&camp, at), 0);
    assert_eq!(camp.refused(&Order::Form { at }), Refusal::NobodyCanMove);
    camp.activate(camp.port("Friday Harbor"));
    assert_eq!(movable_supply(&camp, at), 10);
}

#[test]
fn movement_is_for_the_steps_of_an_action_round_in_which_ops_are_spent_and_battles_fought() {
    let mut camp = camp_with_ops(1);
    let at = camp.space("Lopez");
    camp.round.step = Step::Choose;
    assert_eq!(camp.refused(&Order::Form { at }), Refusal::WrongStep { now: Step::Choose });
    camp.round.step = Step::Operations;
    camp.phase = Phase::Rebellion;
    assert_eq!(camp.refused(&Order::Form { at }), Refusal::WrongPhase { now: Phase::Rebellion });
}

#[test]
fn simple_supply_has_no_points_to_move() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Lopez"));
    assert_eq!(camp.refused(&Order::TakeSupply), Refusal::SimpleSupply);
}

#[test]
fn movement_who_has_no_march_left_in_him_cannot_go() {
    let mut camp = camp_with_ops(1);
    camp.round.movement_add = -2;
    let hungry = camp.units(&["Bashi-Bazouk Foot 1", "Bashi-Bazouk Horse 1"]);
    camp.unsupplied = hungry;
    assert_eq!(rate(&camp, camp.unit("Bashi-Bazouk Foot 1")), 0);
    assert_eq!(rate(&camp, camp.unit("Bashi-Bazouk Horse 1")), 1);
    camp.round.movement_add = -9;
    assert_eq!(rate(&camp, camp.unit("Bashi-Bazouk Horse 1")), 0, "never less");
}

#[test]
fn movement_what_was_left_to_march_ends_with_the_round() {
    let mut camp = camp_with_ops(1);
    camp.activate(camp.port("Lopez"));
    camp.give(Order::EndRound, &[]);
    assert!(camp.movement.iter().all(|left| *left == 0));
    let units = camp.garrison(camp.at("Lopez"));
    camp.apply(&Event::UnitsLost { units, cause: LossCause::Battle });
    assert!(camp.garrison(camp.at("Lopez")).is_empty());
}

#[test]
fn movement_the_way_goes_round_a_besieged_place_and_by_the_friendly_one_of_two_towns() {
    let names = |camp: &Camp, from: &str, to: &str| -> Vec<String> {
        way(camp, camp.space(from), camp.space(to)).iter().map(|space| camp.pack().map.space_name(*space)).collect()
    };
    // From Eastsound to the point between Orcas Landing and West Sound it is four spaces by either.
    let mut camp = camp_with_ops(1);
    camp.lose(&["Orcas Landing"]);
    let by = names(&camp, "Eastsound", "Orcas Landing–West Sound");
    assert!(by.contains(&"West Sound".to_owned()), "{by:?}");
    camp.besiege("West Sound", 1);
    let by = names(&camp, "Eastsound", "Orcas Landing–West Sound");
    assert!(by.contains(&"Orcas Landing".to_owned()), "through the enemy's town, not through the siege: {by:?}");
    // Four spaces by Mud Bay, five by Lopez.
    let mut camp = camp_with_ops(1);
    assert_eq!(names(&camp, "Lopez–Mud Bay 2 of 2", "Richardson").len(), 4);
    camp.besiege("Mud Bay", 1);
    let by = names(&camp, "Lopez–Mud Bay 2 of 2", "Richardson");
    assert!(by.len() == 5 && by.contains(&"Lopez".to_owned()), "{by:?}");
}

#[test]
fn movement_where_a_force_may_march_is_where_an_order_to_march_is_allowed() {
    let mut duty = must_attack(1, "Lopez–Mud Bay 1 of 2", &["Dragoons 1/1"]);
    duty.lose(&["Richardson"]);
    duty.activate(Station::Space(duty.space("Lopez–Mud Bay 1 of 2")));
    let mut field_force = camp_with_ops(1);
    field_force.only("Suakin", &["Guards 1"]);
    field_force.field_force = crate::campaign::FieldForce { units: field_force.units(&["Guards 1"]), present: true, free: false };
    field_force.activate(field_force.port("Suakin"));
    field_force.give(Order::Form { at: field_force.space("Suakin") }, &[]);
    let mut free = field_force.clone();
    free.field_force.free = true;
    let mut guard = camp_with_ops(1);
    guard.only("Sinkat", &["Gordon's Sudanese 1", "Gordon's Sudanese 2"]);
    guard.governor.place = GovernorPlace::At(guard.at("Sinkat"));
    guard.activate(guard.port("Sinkat"));
    let mut nothing = advanced(1);
    nothing.clear("Friday Harbor");
    nothing.activate(nothing.port("Friday Harbor"));
    nothing.give(Order::Form { at: nothing.space("Friday Harbor") }, &[]);
    let mut supply = nothing.clone();
    supply.give(Order::TakeSupply, &[]);
    let still = camp_with_ops(1);
    for (what, camp, some) in [
        ("at the enemy first", duty, true),
        ("Graham's units", field_force, true),
        ("Graham's units when they are free", free, true),
        ("Gordon's guard", guard, false),
        ("a column of nothing", nothing, false),
        ("a column of supply", supply, true),
        ("nobody", still, false),
    ] {
        let allowed = camp.pack().map.space_ids().filter(|to| camp.permit(Seat::Player, &Order::March { to: *to }).is_ok());
        assert_eq!(marches(&camp), allowed.collect::<SpaceSet>(), "{what}");
        assert_eq!(!marches(&camp).is_empty(), some, "{what}");
    }
}

/// An action round in which an attack has to be made (event 36), with nobody ashore but these at a space.
fn must_attack(ops: u8, name: &str, units: &[&str]) -> Camp {
    let mut camp = camp_with_ops(ops);
    let ashore = camp.units_ashore();
    camp.apply(&Event::UnitsRecalled { units: ashore });
    camp.put(name, units);
    camp.round.must_attack = true;
    camp
}

/// What keeps a force from going at the enemy.
type Hindrance = fn(&mut Camp);

#[test]
fn impatience_at_home_who_cannot_be_sent_at_the_enemy_need_not_attack() {
    let shaw = must_attack(1, "Shaw", &["Militia 4"]);
    assert_eq!(duty_spaces(&shaw), SpaceSet::of(shaw.space("Shaw")));
    assert!(attack_is_possible(&shaw));
    let hindrances: [(&str, Hindrance); 7] = [
        ("no Op is left", |camp| camp.round.ops = 0),
        ("activated before they came", |camp| {
            let at = camp.space("Shaw");
            camp.round.activated.insert(at);
        }),
        ("they have moved already", |camp| camp.round.active = camp.units(&["Militia 4"])),
        ("no march in them", |camp| camp.round.movement_add = -3),
        ("besieged", |camp| camp.besiege("Shaw", 1)),
        ("sick", |camp| {
            let at = camp.at("Shaw");
            camp.round.sick.insert(at);
        }),
        ("a battle waits", |camp| {
            let (at, units) = (camp.space("Shaw"), camp.units(&["Militia 4"]));
            camp.apply(&Event::BattleMet { met: Met { at, units, ships: ShipSet::EMPTY, kind: BattleKind::Encounter } });
        }),
    ];
    for (why, hinder) in hindrances {
        let mut camp = shaw.clone();
        hinder(&mut camp);
        assert!(duty_spaces(&camp).is_empty() && !attack_is_possible(&camp), "{why}");
        assert!(!must_still_attack(&camp), "{why}");
    }
    let mut moving = shaw;
    moving.activate(moving.port("Shaw"));
    assert_eq!(duty_spaces(&moving), SpaceSet::of(moving.space("Shaw")), "no Op is left, but a march is");
}

#[test]
fn impatience_at_home_an_attack_is_owed_only_while_ops_are_spent() {
    let mut camp = must_attack(1, "Shaw", &["Militia 4"]);
    for step in [Step::Choose, Step::Fighting] {
        camp.round.step = step;
        assert!(duty_spaces(&camp).is_empty(), "{step:?}");
    }
    camp.round.step = Step::Operations;
    camp.phase = Phase::Supply;
    assert!(duty_spaces(&camp).is_empty());
}

#[test]
fn impatience_at_home_a_march_that_comes_no_nearer_is_no_attack() {
    let mut camp = must_attack(1, "Richardson–Mud Bay 1 of 2", &["Militia 4"]);
    camp.lose(&["Lopez"]);
    camp.activate(Station::Space(camp.space("Richardson–Mud Bay 1 of 2")));
    let (as_near, nearer) = (camp.space("Richardson–Mud Bay 2 of 2"), camp.space("Richardson"));
    assert_eq!(camp.spaces_to_enemy(as_near), camp.spaces_to_enemy(camp.space("Richardson–Mud Bay 1 of 2")));
    assert_eq!(camp.refused(&Order::March { to: as_near }), Refusal::AttacksTheNearest);
    let mut before = camp.clone();
    before.leave_out(LeftOut::after(Edition(8), State::MENDINGS));
    before.allowed(&Order::March { to: nearer });
    // As near as they come: Lopez is four spaces off, and they march three.
    let marches = marches(&camp);
    assert!(!marches.is_empty() && marches.iter().all(|to| camp.spaces_to_enemy(to) == Some(1)), "{marches:?}");
}

#[test]
fn hicks_expedition_only_his_own_march_at_the_enemy_is_his_attempt() {
    let attempted = |events: &[Event]| events.contains(&Event::ExpeditionAttempted);
    let mut camp = camp_with_ops(2);
    camp.put("Shaw–Tokar", &["Hicks Gendarmes 3"]);
    camp.expedition.units = camp.units(&["Hicks Gendarmes 3"]);
    camp.expedition.arrived = 1;
    let mut others = camp.clone();
    camp.activate(Station::Space(camp.space("Shaw–Tokar")));
    assert!(!attempted(&camp.march("Shaw", &[])), "away from the enemy");
    assert!(attempted(&camp.march("Tokar", &[1, 1])));
    others.put("Shaw", &["Militia 4"]);
    others.activate(others.port("Shaw"));
    assert!(!attempted(&others.march("Shaw–Tokar", &[1])), "he was not with them");
    assert!(!others.expedition().attempted);
}

#[test]
fn using_a_card_for_ops_there_is_no_station_past_the_last() {
    let camp = camp_with_ops(1);
    let (spaces, areas) = (camp.at_space.len(), camp.pack().map.sea_areas.len());
    for at in [Station::Space(SpaceId::at(spaces)), Station::Sea(SeaAreaId::at(areas))] {
        assert_eq!(camp.refused(&Order::Activate { at }), Refusal::NoSuchLocation);
    }
    assert_eq!(camp.refused(&Order::Form { at: SpaceId::at(spaces) }), Refusal::NoSuchLocation);
    let mut marching = camp;
    marching.activate(marching.port("Lopez"));
    assert_eq!(marching.refused(&Order::March { to: SpaceId::at(spaces) }), Refusal::NoSuchLocation);
    assert_eq!(marching.refused(&Order::Leave { unit: UnitId::at(UnitSet::CAPACITY) }), Refusal::NotInForce);
}

#[test]
fn movement_who_has_no_march_left_in_him_forms_no_force() {
    let mut camp = camp_with_ops(1);
    camp.round.movement_add = -3;
    let events = camp.activate(camp.port("Lopez"));
    assert!(!events.iter().any(|event| matches!(event, Event::ForceFormed { .. })));
    assert!(camp.round().force().is_none());
}

#[test]
fn naval_movement_a_fleet_is_formed_of_the_activated_ships_at_hand_that_can_still_do_something() {
    let mut camp = camp_with_ops(2);
    camp.ship_to("Tamai", camp.sea("A"));
    camp.ship_to("Metemma", camp.sea("B"));
    camp.ship_to("Abu Klea", camp.sea("B"));
    camp.activate(camp.sea("A"));
    camp.activate(camp.sea("B"));
    let at_b: ShipSet = [camp.ship("Metemma"), camp.ship("Abu Klea")].into_iter().collect();
    assert_eq!(camp.round().fleet(), at_b, "the Tamai is elsewhere");
    // The Tamai has come to B with nothing left.
    let mut camp = camp_with_ops(2);
    camp.ship_to("Tamai", camp.sea("E"));
    camp.ship_to("Metemma", camp.sea("B"));
    camp.activate(camp.sea("E"));
    camp.sail(camp.sea("B"));
    let tamai = camp.ship("Tamai");
    camp.apply(&Event::FunctionsEnded { ships: ShipSet::of(tamai) });
    camp.activate(camp.sea("B"));
    assert_eq!(camp.round().fleet(), ShipSet::of(camp.ship("Metemma")));
}

#[test]
fn advanced_supply_the_last_point_of_a_column_by_itself_is_not_left() {
    let mut camp = advanced(1);
    camp.clear("Friday Harbor");
    camp.activate(camp.port("Friday Harbor"));
    camp.give(Order::Form { at: camp.space("Friday Harbor") }, &[]);
    camp.give(Order::TakeSupply, &[]);
    assert_eq!(camp.refused(&Order::LeaveSupply), Refusal::NoSupplyHere);
    camp.give(Order::TakeSupply, &[]);
    camp.give(Order::LeaveSupply, &[]);
    assert_eq!(camp.round().force().unwrap().supply, 1);
}
