//! *Card Explanations*, and what the cards bring, card by card.

use super::super::test_kit::{Camp, QUIET, SMALL_BATTLE, camp};
use super::super::{duties, play, triggers};
use super::*;
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::seat::Seat;
use crate::campaign::{CardUse, Control, Order, Phase, UnitPlace};
use crate::edition::{Edition, LeftOut};
use crate::game::Game;
use crate::pack::{CardNumber, ShipClass, SpaceSet};

fn with_hand(cards: &[u8]) -> Camp {
    let mut camp = camp();
    camp.hold(cards);
    camp
}

fn event(card: u8) -> Order {
    Order::Play { card: CardNumber(card), r#as: CardUse::Event }
}

/// Plays a card's event and tells who came to Suakin.
fn come_to_suakin(card: u8, places: &[(&str, u8)]) -> (Camp, Vec<String>) {
    let mut camp = with_hand(&[card]);
    let before = camp.garrison(camp.at("Suakin"));
    camp.play(card, CardUse::Event, QUIET);
    for (kind, count) in places {
        camp.give(Order::Place { kind: camp.kind(kind), at: camp.space("Suakin"), count: *count }, &[]);
    }
    let new = camp.garrison(camp.at("Suakin")).without(before);
    assert!(new.iter().all(|unit| camp.steps(unit) == camp.options().steps), "at full strength");
    let names = camp.names(new).into_iter().map(str::to_owned).collect();
    (camp, names)
}

#[test]
fn card_1_the_sultan_arrives_at_suakin_and_carries_one_unit() {
    let (camp, _) = come_to_suakin(1, &[]);
    let sultan = camp.ship("Sultan");
    assert_eq!(camp.ship_place(sultan), ShipPlace::Port(camp.at("Suakin")));
    assert_eq!((camp.capacity(sultan), camp.pack().roster.ships[sultan.index()].class), (1, ShipClass::Gunboat));
    assert!(camp.removed_cards().contains(CardNumber(1)));
}

#[test]
fn cards_2_3_5_and_12_bring_their_units_to_suakin() {
    assert_eq!(come_to_suakin(2, &[]).1, ["Camel Corps 1", "Camel Corps 2", "Camel Corps 3", "Camel Corps 4"]);
    let australians = ["New South Wales 1", "New South Wales 2", "New South Wales 3", "New South Wales 4", "New South Wales Artillery"];
    assert_eq!(come_to_suakin(3, &[]).1, australians);
    assert_eq!(come_to_suakin(5, &[]).1, ["Naval Brigade 1/1", "Naval Brigade 1/2", "Naval Brigade MG", "Royal Marines 1/1"]);
    let indians = [
        "Bengal Infantry 1/15",
        "Bengal Infantry 2/15",
        "Bombay Infantry 1/28",
        "Bombay Infantry 2/28",
        "Bengal Lancers 1/9",
        "Mountain Battery",
    ];
    assert_eq!(come_to_suakin(12, &[]).1, indians);
}

#[test]
fn card_4_graham_brings_eight_foot_two_horse_and_a_battery_that_are_his() {
    let (camp, names) = come_to_suakin(4, &[("Guards", 4), ("Staffords", 3), ("Black Watch", 1), ("Hussars", 1), ("Lancers", 1)]);
    assert_eq!(names.len(), 11);
    assert_eq!(camp.field_force().units.len(), 11);
    assert!(camp.field_force().present && !camp.field_force().free);
    assert!(camp.field_force().units.contains(camp.unit("Royal Artillery 1")));
}

#[test]
fn card_21_kitchener_brings_six_foot_a_horse_and_a_battery_and_three_ops_at_once() {
    let (mut camp, names) = come_to_suakin(21, &[("Guards", 4), ("Staffords", 2), ("Lancers", 1)]);
    assert_eq!(names.len(), 8);
    assert!(camp.field_force().units.is_empty());
    assert_eq!((camp.round().ops(), camp.phase()), (3, Phase::Action { round: 1 }));
    camp.activate(camp.port("Suakin"));
    assert_eq!(camp.round().ops(), 2);
}

#[test]
fn card_54_gordon_comes_to_friday_harbor_with_six_sudanese_and_two_ops() {
    let mut camp = with_hand(&[54]);
    let before = camp.garrison(camp.at("Friday Harbor")).len();
    camp.play(54, CardUse::Event, QUIET);
    assert_eq!(camp.garrison(camp.at("Friday Harbor")).len(), before + 6);
    assert_eq!(camp.governor().place, GovernorPlace::At(camp.at("Friday Harbor")));
    assert_eq!(camp.round().ops(), 2);
    assert!(camp.removed_cards().contains(CardNumber(54)));
}

#[test]
fn card_54_used_for_ops_has_what_random_events_give_to_ops() {
    for (left_out, more) in [(LeftOut::NONE, 1), (LeftOut::after(Edition(8), State::MENDINGS), 0)] {
        // A 10 brings a random event with it.
        let played = |number: [u16; 2]| {
            let mut camp = with_hand(&[54]);
            camp.leave_out(left_out);
            camp.play(54, CardUse::Event, &[4, 6, number[0], number[1]]);
            camp
        };
        for number in [[3, 1], [5, 4]] {
            assert_eq!(played(number).round().ops(), 2 + more, "event {number:?}");
        }
        for number in [[2, 2], [5, 1]] {
            let mut camp = played(number);
            camp.activate(camp.port("Lopez"));
            assert_eq!(camp.permit(Seat::Player, &Order::MarchUnmet).is_ok(), more > 0, "event {number:?}");
        }
        // Another card played for its event gives none.
        let mut camp = with_hand(&[37]);
        camp.leave_out(left_out);
        camp.play(37, CardUse::Event, &[4, 6, 3, 1]);
        assert_eq!(camp.round().ops_add, 0);
    }
}

#[test]
fn cards_that_bring_things_to_a_place_need_it_held() {
    let mut camp = with_hand(&[1, 2, 3, 4, 5, 9, 11, 12, 21, 54]);
    for card in [1, 2, 3, 4, 5, 9, 11, 12, 21, 54] {
        camp.allowed(&event(card));
    }
    camp.besiege("Suakin", 4);
    camp.besiege("Friday Harbor", 4);
    for card in [1, 2, 3, 4, 5, 9, 11, 12, 21, 54] {
        camp.allowed(&event(card));
    }
    camp.lose(&["Suakin", "Friday Harbor"]);
    for card in [1, 2, 3, 4, 5, 9, 11, 12, 21, 54] {
        assert_eq!(camp.refused(&event(card)), Refusal::EventImpossible(CardNumber(card)), "card {card}");
    }
}

#[test]
fn cards_whose_units_and_ships_are_all_here_have_no_event_left() {
    let mut camp = with_hand(&[1, 2]);
    camp.ship_to("Sultan", camp.port("Suakin"));
    camp.put("Suakin", &["Camel Corps 1", "Camel Corps 2", "Camel Corps 3"]);
    assert_eq!(camp.refused(&event(1)), Refusal::EventImpossible(CardNumber(1)));
    camp.allowed(&event(2));
    camp.put("Suakin", &["Camel Corps 4"]);
    assert_eq!(camp.refused(&event(2)), Refusal::EventImpossible(CardNumber(2)));
}

#[test]
fn card_9_the_train_arrives_at_suakin_with_eight_points_of_track_r57() {
    let (camp, _) = come_to_suakin(9, &[]);
    assert_eq!(camp.train().place, TrainPlace::At(camp.at("Suakin")));
    assert!(camp.train().track.is_empty());
    let effects = &camp.pack().card(CardNumber(9)).unwrap().effects;
    assert!(matches!(effects[0], CardEffect::ArmouredTrain { track: 8, .. }));
}

#[test]
fn card_11_the_new_transport_is_the_bordein_and_carries_two_r54() {
    let (camp, _) = come_to_suakin(11, &[]);
    let bordein = camp.ship("Bordein");
    assert_eq!(camp.ship_place(bordein), ShipPlace::Port(camp.at("Suakin")));
    assert_eq!(camp.capacity(bordein), 2);
}

#[test]
fn card_13_two_redoubts_where_the_british_are() {
    let mut camp = with_hand(&[13]);
    assert_eq!(camp.refused(&event(13)), Refusal::EventImpossible(CardNumber(13)), "no British place");
    camp.put("Suakin", &["Guards 1"]);
    camp.play(13, CardUse::Event, QUIET);
    assert_eq!(camp.redoubts(camp.at("Suakin")), 2);
    let mut camp = with_hand(&[13]);
    camp.put("Suakin", &["Guards 1"]);
    let mud_bay = camp.at("Mud Bay");
    camp.allied.insert(mud_bay);
    camp.play(13, CardUse::Event, QUIET);
    assert_eq!(camp.refused(&Order::BuildRedoubt { at: camp.at("Lopez") }), Refusal::NotAChoice);
    camp.give(Order::BuildRedoubt { at: mud_bay }, &[]);
    camp.give(Order::BuildRedoubt { at: camp.at("Suakin") }, &[]);
    assert_eq!((camp.redoubts(mud_bay), camp.redoubts(camp.at("Suakin"))), (1, 1));
    assert_eq!(camp.phase(), Phase::Action { round: 2 });
}

#[test]
fn card_23_six_units_may_be_carried_for_the_rest_of_the_turn() {
    let mut camp = with_hand(&[23]);
    camp.play(23, CardUse::Event, QUIET);
    assert_eq!(camp.passage(), 6);
    camp.give(Order::EndRound, &[]);
    assert_eq!(camp.passage(), 6);
    camp.apply(&Event::TurnBegan { turn: 2 });
    assert_eq!(camp.passage(), 0);
}

#[test]
fn card_24_a_raid_takes_a_village_for_the_british_and_leaves_two_units_at_most_r42() {
    let mut camp = with_hand(&[24]);
    camp.lose(&["Mud Bay", "El Obeid"]);
    camp.put("Suakin", &["Guards 1", "Guards 2", "Guards 3"]);
    camp.play(24, CardUse::Event, QUIET);
    assert_eq!(camp.refused(&Order::Raid { location: camp.at("El Obeid") }), Refusal::NotAChoice, "a town");
    camp.give(Order::Raid { location: camp.at("Mud Bay") }, &[]);
    assert_eq!(camp.control(camp.at("Mud Bay")), Control::Allied);
    assert_eq!(camp.points_in_ledger(), -5);
    let native = camp.garrison(camp.at("Lopez")).first().unwrap();
    assert_eq!(camp.refused(&Order::Garrison { unit: native }), Refusal::NotAChoice);
    camp.give(Order::Garrison { unit: camp.unit("Guards 1") }, &[]);
    assert_eq!(camp.refused(&Order::Garrison { unit: camp.unit("Guards 1") }), Refusal::NotAChoice, "it is there already");
    camp.give(Order::Garrison { unit: camp.unit("Guards 2") }, &[]);
    assert_eq!(camp.garrison(camp.at("Mud Bay")), camp.units(&["Guards 1", "Guards 2"]));
    assert_eq!(camp.phase(), Phase::Action { round: 2 }, "two is all");
}

#[test]
fn card_24_nobody_need_be_left_and_nobody_comes_from_a_siege_or_from_graham() {
    let mut camp = with_hand(&[24]);
    camp.lose(&["Mud Bay"]);
    camp.put("Suakin", &["Guards 1"]);
    camp.besiege("Suakin", 1);
    camp.put("Lopez", &["Guards 2", "Guards 3"]);
    camp.field_force.units = camp.units(&["Guards 3"]);
    camp.play(24, CardUse::Event, QUIET);
    camp.give(Order::Raid { location: camp.at("Mud Bay") }, &[]);
    assert_eq!(raiders(&camp, camp.at("Mud Bay")), camp.units(&["Guards 2"]));
    camp.give(Order::Decline, &[]);
    assert!(camp.garrison(camp.at("Mud Bay")).is_empty());
    let mut none = with_hand(&[24]);
    none.enemy_held = LocationSet::of(none.at("El Obeid"));
    assert_eq!(none.refused(&event(24)), Refusal::EventImpossible(CardNumber(24)));
}

#[test]
fn card_35_four_sudanese_and_a_battery_may_be_split_r40() {
    let mut camp = with_hand(&[35]);
    camp.besiege("Olga", 1);
    camp.besiege("Sinkat", 1);
    camp.play(35, CardUse::Event, QUIET);
    let place = |camp: &Camp, kind: &str, at: &str, count| Order::Place { kind: camp.kind(kind), at: camp.space(at), count };
    assert_eq!(camp.refused(&place(&camp, "Sudanese", "Sinkat", 1)), Refusal::NotAChoice);
    assert_eq!(camp.refused(&place(&camp, "Krupp Battery", "Olga", 1)), Refusal::NotAChoice, "the Sudanese first");
    camp.give(place(&camp, "Sudanese", "Olga", 1), &[]);
    assert_eq!(camp.refused(&place(&camp, "Sudanese", "Lopez", 4)), Refusal::NotSoMany { most: 3 });
    camp.give(place(&camp, "Sudanese", "Lopez", 3), &[]);
    camp.give(place(&camp, "Krupp Battery", "Friday Harbor", 1), &[]);
    assert_eq!(camp.garrison(camp.at("Lopez")).len(), 4);
    assert_eq!(camp.phase(), Phase::Action { round: 2 });
}

#[test]
fn card_35_brings_four_sudanese_after_random_event_16_and_the_other_way_round_r68() {
    let friday = |camp: &mut Camp, count| {
        let (kind, at) = (camp.kind("Sudanese"), camp.space("Friday Harbor"));
        camp.give(Order::Place { kind, at, count }, &[]);
    };
    let sudanese = |camp: &Camp| camp.units_ashore().iter().filter(|unit| camp.pack().roster.kind_of(*unit).name == "Sudanese").count();
    let event_16 = |camp: &mut Camp| {
        camp.choosing(1);
        camp.random_event(16, CardUse::Ops, &[]);
        if camp.decision().is_some() {
            friday(camp, 1);
        }
    };
    let card_35 = |camp: &mut Camp| {
        camp.choosing(1);
        camp.hold(&[35]);
        camp.play(35, CardUse::Event, QUIET);
        let Some(Decision::Reinforce { count, .. }) = camp.decision().copied() else { panic!("nobody is to be placed") };
        friday(camp, count);
        camp.give(Order::Place { kind: camp.kind("Krupp Battery"), at: camp.space("Friday Harbor"), count: 1 }, &[]);
    };
    for first_edition in [false, true] {
        let left_out = if first_edition { LeftOut::after(Edition::FIRST, State::MENDINGS) } else { LeftOut::NONE };
        let (mut card_first, mut event_first) = (camp(), camp());
        card_first.leave_out(left_out);
        event_first.leave_out(left_out);
        card_35(&mut card_first);
        event_16(&mut card_first);
        event_16(&mut event_first);
        card_35(&mut event_first);
        let arrived = if first_edition { 8 } else { 9 };
        assert_eq!((sudanese(&card_first), sudanese(&event_first)), (arrived, arrived));
        let ninth = card_first.units_ashore().contains(card_first.unit("Sudanese 9"));
        assert_eq!(ninth, !first_edition, "further units are numbered on");
    }
}

#[test]
fn card_37_three_militia_all_go_to_one_garrison_r40() {
    let mut camp = with_hand(&[37]);
    camp.play(37, CardUse::Event, QUIET);
    let place = |camp: &Camp, at: &str, count| Order::Place { kind: camp.kind("Militia"), at: camp.space(at), count };
    assert_eq!(camp.refused(&place(&camp, "Lopez", 2)), Refusal::AllTogether { count: 3 });
    assert_eq!(camp.refused(&place(&camp, "Rosario", 3)), Refusal::NotAChoice, "nobody is there to recruit");
    camp.give(place(&camp, "Lopez", 3), &[]);
    assert_eq!(camp.garrison(camp.at("Lopez")).len(), 4);
}

#[test]
fn card_37_reaches_a_force_that_stands_on_a_movement_point_r69() {
    let mut camp = with_hand(&[37]);
    camp.put("Sinkat–Friday Harbor 1 of 2", &["Camels 1/1"]);
    camp.put("Sinkat–Friday Harbor 2 of 2", &["Guards 1"]);
    let mut first_edition = camp.clone();
    first_edition.leave_out(LeftOut::after(Edition::FIRST, State::MENDINGS));
    let place = |camp: &Camp, at: &str| Order::Place { kind: camp.kind("Militia"), at: camp.space(at), count: 3 };
    first_edition.play(37, CardUse::Event, QUIET);
    assert_eq!(first_edition.refused(&place(&first_edition, "Sinkat–Friday Harbor 1 of 2")), Refusal::NotAChoice);
    camp.play(37, CardUse::Event, QUIET);
    assert_eq!(camp.refused(&place(&camp, "Sinkat–Friday Harbor 2 of 2")), Refusal::NotAChoice, "no Egyptians are there");
    camp.give(place(&camp, "Sinkat–Friday Harbor 1 of 2"), &[]);
    assert_eq!(camp.units_at(camp.space("Sinkat–Friday Harbor 1 of 2")).len(), 4);
}

#[test]
fn card_37_is_for_egyptians_and_reaches_no_garrison_of_british_alone() {
    for (left_out, open) in [(LeftOut::NONE, false), (LeftOut::after(Edition(8), State::MENDINGS), true)] {
        let mut camp = with_hand(&[37]);
        camp.leave_out(left_out);
        camp.put("Rosario", &["Guards 1"]);
        camp.play(37, CardUse::Event, QUIET);
        let place = Order::Place { kind: camp.kind("Militia"), at: camp.space("Rosario"), count: 3 };
        assert_eq!(camp.permit(Seat::Player, &place).is_ok(), open);
    }
}

#[test]
fn card_40_two_mounted_units_of_the_players_choice() {
    let mut camp = with_hand(&[40]);
    camp.play(40, CardUse::Event, QUIET);
    let place = |camp: &Camp, kind: &str, at: &str, count| Order::Place { kind: camp.kind(kind), at: camp.space(at), count };
    assert_eq!(camp.refused(&place(&camp, "Sudanese", "Lopez", 1)), Refusal::NotAChoice);
    assert_eq!(camp.refused(&place(&camp, "Dragoons", "Lopez", 2)), Refusal::NotSoMany { most: 1 }, "one is left of four");
    camp.give(place(&camp, "Dragoons", "Lopez", 1), &[]);
    camp.give(place(&camp, "Egyptian Camels", "Rosario", 1), &[]);
    assert_eq!((camp.garrison(camp.at("Lopez")).len(), camp.garrison(camp.at("Rosario")).len()), (2, 1));
}

#[test]
fn card_43_a_battalion_digs_in_at_a_village_and_its_redoubt_is_there() {
    let mut camp = with_hand(&[43]);
    camp.play(43, CardUse::Event, QUIET);
    let place = |camp: &Camp, at: &str| Order::Place { kind: camp.kind("Egyptian Regulars"), at: camp.space(at), count: 1 };
    assert_eq!(camp.refused(&place(&camp, "Lopez")), Refusal::NotAChoice, "a town");
    camp.give(place(&camp, "Mud Bay"), &[]);
    assert_eq!((camp.garrison(camp.at("Mud Bay")).len(), camp.redoubts(camp.at("Mud Bay"))), (1, 1));
    assert_eq!(camp.phase(), Phase::Action { round: 2 });
}

#[test]
fn card_46_the_converted_gunboat_is_the_fateh_in_any_port_of_ours_r54() {
    let mut camp = with_hand(&[46]);
    camp.besiege("Olga", 1);
    camp.play(46, CardUse::Event, QUIET);
    assert_eq!(camp.refused(&Order::PlaceShip { at: camp.at("Lopez") }), Refusal::NotAChoice, "no port");
    assert_eq!(camp.refused(&Order::PlaceShip { at: camp.at("Tokar") }), Refusal::NotAChoice, "Mahdist");
    camp.give(Order::PlaceShip { at: camp.at("Olga") }, &[]);
    assert_eq!(camp.ship_place(camp.ship("Fateh")), ShipPlace::Port(camp.at("Olga")));
    assert_eq!(camp.capacity(camp.ship("Fateh")), 1);
}

#[test]
fn card_50_two_militia_anywhere_that_is_ours() {
    let mut camp = with_hand(&[50]);
    camp.play(50, CardUse::Event, QUIET);
    let place = |camp: &Camp, at: &str| Order::Place { kind: camp.kind("Militia"), at: camp.space(at), count: 1 };
    camp.give(place(&camp, "Rosario"), &[]);
    camp.give(place(&camp, "Mud Bay"), &[]);
    assert_eq!((camp.garrison(camp.at("Rosario")).len(), camp.garrison(camp.at("Mud Bay")).len()), (1, 1));
}

#[test]
fn hicks_expedition_lands_at_a_port_of_the_island_with_most_mahdist_places_r48() {
    // Shaw has one Mahdist place and one friendly port.
    let mut camp = with_hand(&[36]);
    camp.play(36, CardUse::Event, QUIET);
    assert_eq!(camp.garrison(camp.at("Shaw")).len(), 10);
    assert_eq!((camp.expedition().units.len(), camp.expedition().arrived), (10, 1));
    // Two on Lopez: any of its friendly ports.
    let mut camp = with_hand(&[36]);
    camp.lose(&["Mud Bay", "Lopez"]);
    camp.play(36, CardUse::Event, QUIET);
    assert_eq!(camp.refused(&Order::LandExpedition { port: camp.at("Shaw") }), Refusal::NotAChoice);
    camp.give(Order::LandExpedition { port: camp.at("Richardson") }, &[]);
    assert_eq!(camp.garrison(camp.at("Richardson")).len(), 12);
}

#[test]
fn hicks_expedition_ties_are_the_players_choice_and_an_island_without_a_friendly_port_is_passed_over_r48() {
    let mut camp = with_hand(&[36]);
    camp.lose(&["Mud Bay"]);
    assert_eq!(expedition_ports(&camp), ["Shaw", "Port Stanley", "Richardson"].iter().map(|name| camp.at(name)).collect());
    // Both places of Shaw are lost, which is the most; but no friendly port is there.
    camp.lose(&["Shaw"]);
    assert_eq!(expedition_ports(&camp), ["Port Stanley", "Richardson"].iter().map(|name| camp.at(name)).collect());
}

/// Hicks has landed at Shaw, next to Tokar.
fn expedition() -> Camp {
    let mut camp = with_hand(&[36, 28]);
    camp.play(36, CardUse::Event, QUIET);
    camp
}

#[test]
fn hicks_expedition_must_march_at_once_and_for_nothing_towards_the_enemy_r48() {
    let mut camp = expedition();
    assert_eq!(camp.round().ops(), 0);
    assert_eq!(camp.round().force().unwrap().units, camp.expedition().units);
    assert_eq!(camp.refused(&Order::EndRound), Refusal::MustAttack);
    camp.march("Tokar", &[2, 1]);
    assert!(camp.expedition().attempted);
    camp.allowed(&Order::EndRound);
}

#[test]
fn hicks_expedition_adds_two_to_meeting_the_enemy_on_its_first_two_turns_r48() {
    for (turn, needed) in [(1, 4), (2, 4), (3, 6)] {
        let mut camp = expedition();
        camp.turn = turn;
        let events = camp.march("Tokar", &[2, 1]);
        let roll = events.iter().find_map(|event| if let Event::EnemySought { roll, .. } = event { roll.clone() } else { None }).unwrap();
        assert_eq!(roll.face_needed(), Some(needed), "turn {turn}");
        assert_eq!(camp.reasons(&roll).contains(&"+2 Hicks's first turns".to_owned()), turn < 3);
    }
}

#[test]
fn hicks_expedition_must_try_each_turn_by_its_last_round_while_it_can() {
    let mut camp = expedition();
    // They got no farther than the space before Tokar.
    let (units, at) = (camp.expedition().units, camp.space("Shaw–Tokar"));
    camp.apply(&Event::UnitsMoved { units, to: at });
    camp.apply(&Event::ExpeditionAttempted);
    camp.apply(&Event::TurnBegan { turn: 2 });
    camp.choosing(6);
    camp.hold(&[28, 47, 50]);
    camp.allowed(&Order::Play { card: CardNumber(47), r#as: CardUse::Replacements });
    camp.choosing(7);
    assert_eq!(camp.refused(&Order::Play { card: CardNumber(47), r#as: CardUse::Replacements }), Refusal::ExpeditionMustMarch);
    assert_eq!(camp.refused(&event(50)), Refusal::ExpeditionMustMarch);
    camp.play(28, CardUse::Ops, QUIET);
    assert_eq!(camp.refused(&Order::EndRound), Refusal::MustAttack);
    assert_eq!(camp.refused(&Order::Activate { at: camp.port("Suakin") }), Refusal::MustAttack);
    assert_eq!(duties::duty_spaces(&camp), SpaceSet::of(camp.space("Shaw–Tokar")));
    camp.activate(Station::Space(camp.space("Shaw–Tokar")));
    camp.march("Tokar", &[1]);
    assert_eq!(camp.control(camp.at("Tokar")), Control::NativePacified);
    camp.allowed(&Order::EndRound);
}

use crate::campaign::Station;

#[test]
fn hicks_expedition_is_free_once_half_of_its_units_are_destroyed() {
    let mut camp = expedition();
    camp.march("Tokar", &[2, 1]);
    let units: Vec<UnitId> = camp.expedition().units.iter().collect();
    let lost = |range: std::ops::Range<usize>| units[range].iter().copied().collect::<UnitSet>();
    camp.apply(&Event::UnitsLost { units: lost(0..4), cause: crate::campaign::LossCause::Battle });
    camp.with(&[], super::super::leaders::look);
    assert!(!camp.expedition().free, "four of ten");
    camp.apply(&Event::UnitsLost { units: lost(4..5), cause: crate::campaign::LossCause::Battle });
    camp.with(&[], super::super::leaders::look);
    assert!(camp.expedition().free, "five of ten");
    camp.apply(&Event::TurnBegan { turn: 2 });
    camp.choosing(7);
    assert!(!duties::expedition_must_march_now(&camp));
}

#[test]
fn hicks_expedition_other_units_may_go_with_it() {
    let mut camp = expedition();
    camp.march("Tokar", &[6]);
    camp.give(Order::Fight { at: camp.space("Shaw–Tokar") }, SMALL_BATTLE);
    camp.give(Order::HoldField, &[]);
    let mut camp = expedition();
    camp.march("Tokar", &[2, 1]);
    camp.spending(2);
    camp.put("Tokar", &["Militia 4"]);
    camp.activate(camp.port("Tokar"));
    assert_eq!(camp.round().force().unwrap().units.len(), 11);
}

#[test]
fn cards_every_card_with_effects_can_be_played_from_a_fresh_campaign() {
    let camp = camp();
    let with_events: Vec<u8> = camp.pack().cards.iter().filter(|card| !card.effects.is_empty()).map(|card| card.number.0).collect();
    assert_eq!(with_events, [1, 2, 3, 4, 5, 9, 11, 12, 13, 21, 22, 23, 24, 35, 36, 37, 40, 43, 46, 50, 54]);
    for card in with_events.into_iter().filter(|card| *card != 13) {
        let camp = with_hand(&[card]);
        assert_eq!(camp.permit(Seat::Player, &event(card)), Ok(()), "card {card}");
    }
    assert!(!triggers::rebellion_is_over(&camp) && play::must_be_first(&camp).is_none());
    assert_eq!(camp.unit_place(camp.unit("Guards 1")), UnitPlace::Reserve);
}

#[test]
fn cards_whose_place_a_random_event_betrays_first_bring_nobody() {
    // Event 41 opens the gates of Suakin before the Sultan gets there.
    let mut camp = with_hand(&[1]);
    camp.besiege("Suakin", 1);
    camp.play(1, CardUse::Event, &[5, 6, 4, 1]);
    assert_eq!(camp.control(camp.at("Suakin")), Control::Enemy);
    assert_eq!((camp.ship_place(camp.ship("Sultan")), camp.decision()), (ShipPlace::Reserve, None));
    assert_eq!(camp.phase(), Phase::Action { round: 2 });
    // And with the last port nobody can land.
    let mut camp = with_hand(&[36]);
    let ports: Vec<String> = camp.held().intersection(camp.ports()).iter().map(|port| camp.pack().location_name(port).to_owned()).collect();
    camp.lose(&ports.iter().map(String::as_str).filter(|port| *port != "Suakin").collect::<Vec<_>>());
    camp.besiege("Suakin", 1);
    camp.play(36, CardUse::Event, &[6, 6, 4, 1]);
    assert_eq!((camp.expedition().arrived, camp.decision()), (0, None));
    assert_eq!(camp.phase(), Phase::Action { round: 2 });
}

#[test]
fn cards_orders_that_name_what_no_list_can_hold_are_refused() {
    let nowhere = LocationId::at(LocationSet::CAPACITY);
    let mut expedition = with_hand(&[36]);
    expedition.lose(&["Mud Bay"]);
    expedition.play(36, CardUse::Event, QUIET);
    assert_eq!(expedition.refused(&Order::LandExpedition { port: nowhere }), Refusal::NotAChoice);
    let mut raid = with_hand(&[24]);
    raid.put("Suakin", &["Guards 1"]);
    raid.play(24, CardUse::Event, QUIET);
    assert_eq!(raid.refused(&Order::Raid { location: nowhere }), Refusal::NotAChoice);
    raid.give(Order::Raid { location: raid.at("Tokar") }, &[]);
    assert_eq!(raid.refused(&Order::Garrison { unit: UnitId::at(UnitSet::CAPACITY) }), Refusal::NotAChoice);
    assert_eq!(raid.refused(&Order::Raid { location: raid.at("Tokar") }), Refusal::NotAsked);
}
