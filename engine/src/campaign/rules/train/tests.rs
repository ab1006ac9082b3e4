//! *Armored Train Arrives*, rule by rule.

use super::super::test_kit::{Camp, camp_with_ops};
use super::*;
use crate::campaign::Order;
use crate::campaign::leaders::GovernorPlace;
use crate::game::Game;

/// The train at Eastsound with these points of track, and Ops to spend.
fn railway(ops: u8, track: &[&str]) -> Camp {
    let mut camp = camp_with_ops(ops);
    camp.train.place = TrainPlace::At(camp.at("Eastsound"));
    camp.train.track = track.iter().map(|name| camp.space(name)).collect();
    camp
}

const TO_ROSARIO: [&str; 3] = ["Rosario–Eastsound 1 of 2", "Rosario–Eastsound 2 of 2", "Rosario"];

fn lay(camp: &Camp, at: &str) -> Order {
    Order::LayTrack { at: camp.space(at) }
}

fn run(camp: &Camp, to: &str) -> Order {
    Order::RunTrain { to: camp.space(to) }
}

#[test]
fn armored_train_an_op_lays_two_points_of_track_next_to_the_train_or_to_track_r57() {
    let mut camp = railway(2, &[]);
    assert_eq!(camp.refused(&lay(&camp, "Rosario–Eastsound 1 of 2")), Refusal::CannotLayTrack, "not next to the train");
    camp.give(lay(&camp, "Rosario–Eastsound 2 of 2"), &[]);
    assert_eq!(camp.round().ops(), 1);
    camp.give(lay(&camp, "Rosario–Eastsound 1 of 2"), &[]);
    assert_eq!(camp.round().ops(), 1, "the second point of the same Op");
    camp.give(lay(&camp, "Rosario"), &[]);
    assert_eq!(camp.round().ops(), 0, "a location counts as a point");
    camp.give(lay(&camp, "Olga–Rosario"), &[]);
    assert_eq!(camp.refused(&lay(&camp, "Olga")), Refusal::NoOps);
    assert_eq!(camp.train().track.len(), 4);
    assert_eq!(line(&camp).len(), 4);
}

#[test]
fn armored_train_an_op_whose_second_point_has_nowhere_to_go_is_known_to_lay_one() {
    let mut camp = railway(2, &[]);
    let first = camp.space("Rosario–Eastsound 2 of 2");
    assert_eq!(points_for_the_op(&camp, first), 2);
    let eight =
        [TO_ROSARIO[0], TO_ROSARIO[1], TO_ROSARIO[2], "Olga–Rosario", "Olga", "El Obeid–Olga 2 of 2", "El Obeid–Olga 1 of 2", "El Obeid"];
    let full = railway(1, &eight[..7]);
    assert_eq!(points_for_the_op(&full, full.space("El Obeid")), 1, "the eighth is the last");
    camp.give(Order::LayTrack { at: first }, &[]);
    assert_eq!(points_for_the_op(&camp, camp.space("Rosario–Eastsound 1 of 2")), 0, "it is paid for");
}

#[test]
fn armored_train_a_point_paid_for_and_not_laid_is_lost_with_the_round() {
    let mut camp = railway(1, &[]);
    camp.give(lay(&camp, "Rosario–Eastsound 2 of 2"), &[]);
    camp.give(Order::EndRound, &[]);
    camp.spending(0);
    assert_eq!(camp.refused(&lay(&camp, "Rosario–Eastsound 1 of 2")), Refusal::NoOps);
}

#[test]
fn armored_train_one_set_of_eight_points_is_all_r57() {
    let eight =
        [TO_ROSARIO[0], TO_ROSARIO[1], TO_ROSARIO[2], "Olga–Rosario", "Olga", "El Obeid–Olga 2 of 2", "El Obeid–Olga 1 of 2", "El Obeid"];
    let camp = railway(1, &eight[..7]);
    camp.allowed(&lay(&camp, "El Obeid"));
    let camp = railway(1, &eight);
    assert_eq!(camp.refused(&lay(&camp, "Eastsound–West Beach")), Refusal::NoTrack);
}

#[test]
fn armored_train_no_track_where_the_enemy_is_nor_twice_nor_where_the_train_stands() {
    let mut camp = railway(3, &TO_ROSARIO[..2]);
    assert_eq!(camp.refused(&lay(&camp, "Rosario–Eastsound 1 of 2")), Refusal::CannotLayTrack);
    assert_eq!(camp.refused(&lay(&camp, "Eastsound")), Refusal::CannotLayTrack);
    camp.besiege("Rosario", 1);
    assert_eq!(camp.refused(&lay(&camp, "Rosario")), Refusal::CannotLayTrack);
    camp.lose(&["Rosario"]);
    assert_eq!(camp.refused(&lay(&camp, "Rosario")), Refusal::CannotLayTrack);
}

#[test]
fn armored_train_takes_two_of_infantry_or_guns_or_one_of_cavalry() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.put("Eastsound", &["Sudanese 1/5", "Dragoons 1/1"]);
    let entrain = |camp: &Camp, unit: &str| Order::Entrain { unit: camp.unit(unit) };
    camp.give(entrain(&camp, "Krupp 1"), &[]);
    assert_eq!(camp.refused(&entrain(&camp, "Dragoons 1/1")), Refusal::TrainFull { most: 2 });
    camp.give(entrain(&camp, "Sudanese 1/5"), &[]);
    assert_eq!(camp.refused(&entrain(&camp, "Eastsound Fortress")), Refusal::TrainFull { most: 2 });
    camp.give(run(&camp, "Rosario"), &[]);
    camp.give(entrain(&camp, "Dragoons 1/1"), &[]);
    assert_eq!(camp.refused(&entrain(&camp, "Cuirassiers")), Refusal::TrainFull { most: 2 });
    assert_eq!(camp.refused(&entrain(&camp, "Eastsound Fortress")), Refusal::TrainFull { most: 2 });
}

#[test]
fn armored_train_a_run_is_an_op_there_and_back_and_meets_nobody() {
    let mut camp = railway(2, &TO_ROSARIO);
    assert_eq!(camp.refused(&run(&camp, "Rosario")), Refusal::NobodyAboard);
    let unit = camp.unit("Krupp 1");
    camp.give(Order::Entrain { unit }, &[]);
    assert_eq!(camp.refused(&run(&camp, "Olga")), Refusal::CannotReach, "no track");
    camp.give(run(&camp, "Rosario"), &[]);
    assert!(camp.garrison(camp.at("Rosario")).contains(unit));
    assert_eq!((camp.round().ops(), camp.train().place), (1, TrainPlace::At(camp.at("Eastsound"))), "it is back");
    assert_eq!(camp.movement_left(unit), 0, "who has come by train goes no farther");
    assert!(camp.train().entrained.is_empty());
}

#[test]
fn armored_train_three_ops_take_six_units_r57() {
    let mut camp = railway(3, &TO_ROSARIO);
    camp.put("Eastsound", &["Sudanese 1/5", "Sudanese 2/5", "Sudanese 3/5", "Sudanese 4/5", "Militia 4", "Militia 5"]);
    for pair in [["Sudanese 1/5", "Sudanese 2/5"], ["Sudanese 3/5", "Sudanese 4/5"], ["Militia 4", "Militia 5"]] {
        for unit in pair {
            camp.give(Order::Entrain { unit: camp.unit(unit) }, &[]);
        }
        camp.give(run(&camp, "Rosario"), &[]);
    }
    assert_eq!(camp.garrison(camp.at("Rosario")).len(), 6);
    assert_eq!(camp.round().ops(), 0);
}

#[test]
fn armored_train_who_has_marched_out_boards_no_train_and_nobody_boards_under_siege() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.besiege("Eastsound", 1);
    assert_eq!(camp.refused(&Order::Entrain { unit: camp.unit("Krupp 1") }), Refusal::CannotLoad);
    let mut camp = railway(2, &TO_ROSARIO);
    camp.round.active.insert(UnitId(0));
    let krupp = camp.units(&["Krupp 1"]);
    camp.round.active = krupp;
    assert_eq!(camp.refused(&Order::Entrain { unit: camp.unit("Krupp 1") }), Refusal::CannotLoad);
    assert_eq!(camp.refused(&Order::Entrain { unit: camp.unit("Militia 4") }), Refusal::CannotLoad, "not here");
}

#[test]
fn armored_train_gordons_guard_and_grahams_men_stay() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.only("Eastsound", &["Sudanese 1/5", "Sudanese 2/5", "Guards 1"]);
    camp.governor.place = GovernorPlace::At(camp.at("Eastsound"));
    assert_eq!(camp.refused(&Order::Entrain { unit: camp.unit("Sudanese 1/5") }), Refusal::GovernorsGuard);
    camp.allowed(&Order::Entrain { unit: camp.unit("Guards 1") });
    camp.field_force.units = camp.units(&["Guards 1"]);
    assert_eq!(camp.refused(&Order::Entrain { unit: camp.unit("Guards 1") }), Refusal::FieldForceBound);
}

#[test]
fn armored_train_two_empty_transports_carry_it_and_its_track_elsewhere() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.ship_to("Aswan", camp.port("Eastsound"));
    camp.ship_to("Abu Klea", camp.port("Eastsound"));
    camp.activate(camp.port("Eastsound"));
    camp.fleet(camp.port("Eastsound"), &["Trinkitat", "Abu Klea"]);
    assert_eq!(camp.refused(&Order::LoadTrain), Refusal::TwoTransports, "one transport and a gunboat");
    camp.give(Order::FormFleet { at: camp.port("Eastsound") }, &[]);
    camp.give(Order::LoadTrain, &[]);
    assert!(camp.train().track.is_empty(), "the track goes with it");
    let (trinkitat, aswan) = (camp.ship("Trinkitat"), camp.ship("Aswan"));
    assert_eq!((camp.room(trinkitat), camp.room(aswan)), (0, 0));
    assert_eq!((camp.functions_left(trinkitat), camp.functions_left(aswan)), (2, 2), "a function of each");
    camp.sail(camp.sea("D"));
    assert_eq!(camp.refused(&Order::UnloadTrain), Refusal::NotInPort);
    camp.sail(camp.port("Olga"));
    assert_eq!(camp.refused(&Order::UnloadTrain), Refusal::NoFunctions);
    camp.spending(1);
    camp.activate(camp.port("Olga"));
    camp.give(Order::UnloadTrain, &[]);
    assert_eq!(camp.train().place, TrainPlace::At(camp.at("Olga")));
    assert_eq!(camp.functions_left(trinkitat), 2);
}

#[test]
fn armored_train_a_transport_that_is_laden_does_not_serve_and_a_damaged_one_does_r58() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.ship_to("Aswan", camp.port("Eastsound"));
    let (trinkitat, aswan) = (camp.ship("Trinkitat"), camp.ship("Aswan"));
    camp.activate(camp.port("Eastsound"));
    camp.give(Order::FormFleet { at: camp.port("Eastsound") }, &[]);
    camp.allowed(&Order::LoadTrain);
    camp.damage[aswan.index()] = 1;
    camp.allowed(&Order::LoadTrain);
    camp.give(Order::Load { unit: camp.unit("Krupp 1"), aboard: None }, &[]);
    assert_eq!(camp.aboard(trinkitat).len(), 1);
    assert_eq!(camp.refused(&Order::LoadTrain), Refusal::TwoTransports);
}

#[test]
fn armored_train_is_loaded_by_transports_with_a_function_left_and_unloaded_in_an_open_port() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.ship_to("Aswan", camp.port("Eastsound"));
    camp.activate(camp.port("Eastsound"));
    camp.give(Order::FormFleet { at: camp.port("Eastsound") }, &[]);
    let (aswan, ships) = (camp.ship("Aswan"), camp.round().fleet());
    camp.functions[aswan.index()] = 0;
    assert_eq!(camp.refused(&Order::LoadTrain), Refusal::TwoTransports);
    camp.functions[aswan.index()] = 3;
    camp.train.place = TrainPlace::Aboard(ships);
    camp.allowed(&Order::UnloadTrain);
    camp.besiege("Eastsound", 1);
    assert_eq!(camp.refused(&Order::UnloadTrain), Refusal::NotInPort);
}

#[test]
fn armored_train_runs_nowhere_that_is_besieged_and_nowhere_off_the_map() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.give(Order::Entrain { unit: camp.unit("Krupp 1") }, &[]);
    camp.besiege("Rosario", 1);
    assert_eq!(camp.refused(&run(&camp, "Rosario")), Refusal::CannotReach);
    camp.allowed(&run(&camp, "Rosario–Eastsound 1 of 2"));
    let nowhere = SpaceId::at(camp.at_space.len());
    assert_eq!(camp.refused(&Order::RunTrain { to: nowhere }), Refusal::CannotReach);
    assert_eq!(camp.refused(&Order::LayTrack { at: nowhere }), Refusal::NoSuchLocation);
    assert_eq!(camp.refused(&Order::Entrain { unit: UnitId::at(UnitSet::CAPACITY) }), Refusal::CannotLoad);
}

#[test]
fn armored_train_is_lost_with_its_place_or_its_ships_and_rails_in_the_enemys_hands_are_torn_up() {
    let mut camp = railway(2, &TO_ROSARIO);
    camp.lose(&["Rosario"]);
    assert_eq!(line(&camp).len(), 2);
    camp.lose(&["Eastsound"]);
    assert_eq!(camp.train().place, TrainPlace::Absent);
    assert_eq!(camp.refused(&lay(&camp, "Rosario")), Refusal::NoTrain);
    let mut camp = railway(2, &TO_ROSARIO);
    let ships: ShipSet = [camp.ship("Aswan"), camp.ship("Trinkitat")].into_iter().collect();
    camp.train.place = TrainPlace::Aboard(ships);
    let ship = camp.ship("Aswan");
    camp.apply(&Event::ShipSunk { ship });
    assert_eq!(camp.train().place, TrainPlace::Absent);
}

#[test]
fn armored_train_takes_nobody_who_boarded_it_and_went_elsewhere() {
    let away = |left_out: crate::edition::LeftOut| {
        let mut camp = railway(2, &TO_ROSARIO);
        camp.leave_out(left_out);
        let unit = camp.unit("Krupp 1");
        camp.give(Order::Entrain { unit }, &[]);
        camp.put("Lopez", &["Krupp 1"]);
        camp
    };
    let mut camp = away(crate::edition::LeftOut::NONE);
    assert_eq!(camp.refused(&run(&camp, "Rosario")), Refusal::NobodyAboard);
    // Its seat is free, and the train can be loaded on ships.
    camp.put("Eastsound", &["Sudanese 1/5", "Sudanese 2/5"]);
    for unit in ["Sudanese 1/5", "Sudanese 2/5"] {
        camp.give(Order::Entrain { unit: camp.unit(unit) }, &[]);
    }
    camp.give(run(&camp, "Rosario"), &[]);
    assert_eq!(camp.garrison(camp.at("Rosario")), camp.units(&["Sudanese 1/5", "Sudanese 2/5"]));
    assert!(camp.garrison(camp.at("Lopez")).contains(camp.unit("Krupp 1")));
    let earlier = away(crate::edition::LeftOut::after(crate::edition::Edition(5), State::MENDINGS));
    earlier.allowed(&run(&earlier, "Rosario"));
}

#[test]
fn armored_train_leaves_no_besieged_or_sick_place_and_passes_none_that_is_besieged() {
    let all: Vec<&str> = TO_ROSARIO.into_iter().chain(["Olga–Rosario"]).collect();
    for (left_out, mended) in
        [(crate::edition::LeftOut::NONE, true), (crate::edition::LeftOut::after(crate::edition::Edition(8), State::MENDINGS), false)]
    {
        let mut camp = railway(3, &all);
        camp.leave_out(left_out);
        camp.give(Order::Entrain { unit: camp.unit("Krupp 1") }, &[]);
        let runs = |camp: &Camp, to: &str| camp.permit(crate::campaign::Seat::Player, &run(camp, to));
        assert_eq!(runs(&camp, "Olga–Rosario"), Ok(()));
        let mut passes = camp.clone();
        passes.besiege("Rosario", 1);
        assert_eq!(runs(&passes, "Olga–Rosario").is_ok(), !mended, "past a siege");
        assert_eq!(runs(&passes, TO_ROSARIO[1]), Ok(()), "up to it");
        let mut besieged = camp.clone();
        besieged.besiege("Eastsound", 1);
        assert_eq!(runs(&besieged, TO_ROSARIO[0]), if mended { Err(Refusal::CannotReach) } else { Ok(()) });
        let at = camp.at("Eastsound");
        camp.round.sick.insert(at);
        assert_eq!(runs(&camp, TO_ROSARIO[0]), if mended { Err(Refusal::TooSick) } else { Ok(()) });
    }
}

#[test]
fn armored_train_a_force_that_waits_while_it_runs_keeps_what_it_has_left_of_its_march() {
    let mut camp = railway(3, &TO_ROSARIO);
    camp.only("Lopez", &["Dragoons 1/2"]);
    camp.activate(camp.port("Lopez"));
    camp.march("Richardson", &[]);
    let left = camp.movement_left(camp.unit("Dragoons 1/2"));
    assert!(left > 0, "{left}");
    camp.give(Order::Entrain { unit: camp.unit("Krupp 1") }, &[]);
    camp.give(run(&camp, "Rosario"), &[]);
    assert_eq!(camp.movement_left(camp.unit("Dragoons 1/2")), left);
}
