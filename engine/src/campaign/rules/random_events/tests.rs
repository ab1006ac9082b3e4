//! *Random Events*, one by one.

use super::super::test_kit::{Camp, QUIET, SMALL_BATTLE, camp};
use super::super::{duties, reach, sieges};
use super::*;
use crate::campaign::order::Station;
use crate::campaign::{Control, Ending, Order, Phase, Refusal, Roll, ShipPlace, UnitPlace};
use crate::game::Game;
use crate::pack::{BattleType, CardNumber, Nation};

/// The campaign after a random event, with card 28's two Ops to spend.
fn after(number: u16, faces: &[u16]) -> Camp {
    let mut camp = camp();
    camp.random_event(number, CardUse::Ops, faces);
    camp
}

fn is_ignored(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::RandomEventIgnored { .. }))
}

fn sought(events: &[Event]) -> Vec<Roll> {
    events.iter().filter_map(|event| if let Event::EnemySought { roll, .. } = event { roll.clone() } else { None }).collect()
}

/// Two sieges, at Roche Harbor (two regulars) and Olga (one).
fn two_sieges() -> Camp {
    let mut camp = camp();
    camp.besiege("Roche Harbor", 2);
    camp.besiege("Olga", 1);
    camp
}

#[test]
fn random_event_11_adds_one_to_meeting_the_enemy_this_round_only() {
    let mut camp = camp();
    camp.lose(&["Mud Bay"]);
    camp.random_event(11, CardUse::Ops, &[]);
    camp.activate(camp.port("Richardson"));
    let rolls = sought(&camp.march("Mud Bay", &[2, 2, 2]));
    for roll in &rolls {
        assert_eq!(camp.reasons(roll), ["+1 random event"]);
    }
    assert_eq!(rolls.iter().map(Roll::face_needed).collect::<Vec<_>>(), [Some(5), Some(5), Some(4)]);
    camp.give(Order::EndRound, &[]);
    assert_eq!(camp.round().encounter_add, 0);
}

#[test]
fn random_event_12_a_storm_leaves_a_ship_with_two_turns_of_repairs_r58_r62() {
    // Eight ships sail; the fourth in the order of the roster is the Kassala.
    let camp = after(12, &[4]);
    assert_eq!(camp.damage(camp.ship("Kassala")), 2);
    assert_eq!(camp.fleet_list().iter().map(|ship| camp.damage(ship)).sum::<u8>(), 2, "nobody else");
}

#[test]
fn random_event_13_a_unit_that_is_not_british_deserts_a_siege_both_by_dice_r62() {
    let mut camp = two_sieges();
    camp.random_event(13, CardUse::Ops, &[2, 2]);
    // In the order of the table Olga is first, Roche Harbor second; its second unit goes.
    assert_eq!(camp.garrison(camp.at("Roche Harbor")).len(), 1);
    assert_eq!(camp.lost_units.len(), 1);
}

#[test]
fn random_event_13_british_and_indians_do_not_desert() {
    let mut camp = camp();
    camp.besiege("Roche Harbor", 1);
    camp.only("Roche Harbor", &["Guards 1", "Bengal Infantry 1/15", "Bengal Lancers 1/9", "Militia 4"]);
    camp.random_event(13, CardUse::Ops, &[]);
    assert_eq!(camp.unit_place(camp.unit("Militia 4")), UnitPlace::Lost);
    camp.choosing(2);
    let events = camp.random_event(13, CardUse::Ops, &[]);
    assert!(is_ignored(&events), "nobody there could desert");
    assert_eq!(camp.garrison(camp.at("Roche Harbor")).len(), 3);
}

#[test]
fn random_event_13_a_place_whose_last_unit_deserts_falls_r21() {
    let mut camp = camp();
    camp.besiege("Olga", 1);
    camp.random_event(13, CardUse::Ops, &[]);
    assert_eq!(camp.control(camp.at("Olga")), Control::Enemy);
    assert_eq!(camp.points_in_ledger(), 10);
}

#[test]
fn random_events_13_14_24_26_33_and_41_do_not_apply_without_a_siege() {
    for number in [13, 14, 24, 26, 33, 41] {
        let mut camp = camp();
        let events = camp.random_event(number, CardUse::Ops, &[]);
        assert!(is_ignored(&events), "{number}");
        assert_eq!(camp.round().ops(), 2, "the card goes on");
    }
}

#[test]
fn random_events_14_26_and_33_add_to_the_siege_roll_of_a_random_siege_this_turn() {
    for (number, reason) in [(14, "-2 random event"), (26, "+3 random event"), (33, "+1 random event")] {
        let mut camp = two_sieges();
        camp.random_event(number, CardUse::Ops, &[2]);
        let (roche_harbor, olga) = (camp.at("Roche Harbor"), camp.at("Olga"));
        assert!(camp.reasons(&sieges::siege_roll(&camp, roche_harbor)).contains(&reason.to_owned()), "{number}");
        assert!(!camp.reasons(&sieges::siege_roll(&camp, olga)).iter().any(|reason| reason.contains("random event")), "{number}");
        camp.apply(&Event::TurnBegan { turn: 2 });
        assert!(!camp.reasons(&sieges::siege_roll(&camp, roche_harbor)).contains(&reason.to_owned()), "this turn only");
    }
}

#[test]
fn random_events_26_and_41_leave_places_with_british_troops_alone() {
    for number in [26, 41] {
        let mut camp = two_sieges();
        camp.put("Olga", &["Guards 1"]);
        camp.random_event(number, CardUse::Ops, &[]);
        assert_eq!(camp.siege_add[camp.at("Olga").index()], 0);
        assert!(camp.control(camp.at("Olga")).is_held());
        camp.put("Roche Harbor", &["Guards 2"]);
        camp.choosing(2);
        let events = camp.random_event(number, CardUse::Ops, &[]);
        assert!(is_ignored(&events), "no siege is left without British troops");
    }
}

#[test]
fn random_events_15_and_23_change_victory_points_at_once_r61() {
    for (number, total) in [(15, 55), (23, 45)] {
        let mut camp = camp();
        camp.victory_points = 50;
        camp.random_event(number, CardUse::Ops, &[]);
        assert_eq!(camp.victory_points(), total);
        assert!(camp.ledger().is_empty());
    }
}

#[test]
fn random_events_15_and_23_can_end_the_campaign_r61() {
    for (number, before, ending) in [(15, 295, Ending::Defeat), (23, 5, Ending::Victory)] {
        let mut camp = camp();
        camp.victory_points = before;
        camp.random_event(number, CardUse::Ops, &[]);
        assert_eq!(camp.ending(), Some(ending));
        assert_eq!(camp.refused(&Order::Pass), Refusal::Ended);
    }
    for (number, before) in [(15, 294), (23, 6)] {
        let mut camp = camp();
        camp.victory_points = before;
        camp.random_event(number, CardUse::Ops, &[]);
        assert_eq!(camp.ending(), None);
    }
}

#[test]
fn random_event_16_a_sudanese_unit_comes_to_any_place_that_can_be_reached_r40() {
    let mut camp = camp();
    camp.besiege("Olga", 1);
    camp.besiege("Sinkat", 1);
    camp.random_event(16, CardUse::Ops, &[]);
    let place = |camp: &Camp, at: &str, count| Order::Place { kind: camp.kind("Sudanese"), at: camp.space(at), count };
    assert_eq!(camp.refused(&place(&camp, "Sinkat", 1)), Refusal::NotAChoice, "besieged inland");
    assert_eq!(camp.refused(&place(&camp, "Tokar", 1)), Refusal::NotAChoice, "Mahdist");
    assert_eq!(camp.refused(&place(&camp, "Olga", 2)), Refusal::NotSoMany { most: 1 });
    camp.give(place(&camp, "Olga", 1), &[]);
    assert_eq!(camp.garrison(camp.at("Olga")).len(), 2, "a besieged port can be reached");
    assert_eq!(camp.round().ops(), 2, "then the card");
}

#[test]
fn random_event_21_no_card_for_ops_in_the_next_round_also_of_the_next_turn_r43() {
    let mut camp = after(21, &[]);
    assert_eq!(camp.round().ops(), 2, "this card still gives its Ops");
    camp.give(Order::EndRound, &[]);
    let ops = Order::Play { card: CardNumber(30), r#as: CardUse::Ops };
    assert_eq!(camp.refused(&ops), Refusal::NoOpsThisRound);
    camp.allowed(&Order::Play { card: CardNumber(30), r#as: CardUse::Replacements });
    camp.give(Order::Pass, &[]);
    camp.give(Order::EndRound, &[]);
    camp.allowed(&ops);
    let mut camp = Camp(camp.0.clone());
    camp.choosing(7);
    camp.random_event(21, CardUse::Ops, &[]);
    camp.give(Order::EndRound, &[]);
    assert_eq!((camp.turn(), camp.phase()), (2, Phase::Draw));
    camp.apply(&Event::PhaseBegan { phase: Phase::Action { round: 1 } });
    assert_eq!(camp.refused(&ops), Refusal::NoOpsThisRound);
}

#[test]
fn random_events_22_and_51_let_one_force_march_unmet_if_the_card_is_for_ops() {
    for number in [22, 51] {
        let mut camp = camp();
        camp.lose(&["Mud Bay"]);
        camp.random_event(number, CardUse::Ops, &[]);
        camp.activate(camp.port("Richardson"));
        camp.give(Order::MarchUnmet, &[]);
        assert_eq!(camp.refused(&Order::MarchUnmet), Refusal::NoGuides, "once");
        camp.march("Mud Bay", &[]);
        assert_eq!(camp.control(camp.at("Mud Bay")), Control::NativePacified);
        camp.activate(camp.port("Lopez"));
        assert_eq!(camp.refused(&Order::MarchUnmet), Refusal::NoGuides, "one force only");
        let events = camp_for_an_event(number);
        assert!(is_ignored(&events), "{number} is for a card played for Ops");
    }
}

fn camp_for_an_event(number: u16) -> Vec<Event> {
    let mut camp = camp();
    camp.random_event(number, CardUse::Event, &[])
}

#[test]
fn random_events_22_and_51_do_not_avoid_the_garrison_of_a_fortified_town_r11() {
    for number in [22, 51] {
        let mut camp = camp();
        camp.lose(&["Friday Harbor"]);
        camp.random_event(number, CardUse::Ops, &[]);
        camp.put("Sinkat", &["Sudanese 1/5"]);
        camp.activate(camp.port("Sinkat"));
        camp.give(Order::MarchUnmet, &[]);
        camp.march("Friday Harbor", &[]);
        assert!(camp.round().battle_at(camp.space("Friday Harbor")).is_some());
    }
}

#[test]
fn random_event_24_eases_any_one_siege_by_a_level_and_breaks_one_at_level_one_r22() {
    let mut camp = camp();
    camp.besiege("Roche Harbor", 2);
    camp.random_event(24, CardUse::Ops, &[]);
    assert_eq!(camp.siege_level(camp.at("Roche Harbor")), 1);
    camp.choosing(2);
    camp.random_event(24, CardUse::Ops, &[]);
    assert!(camp.besieged().is_empty());
    let mut camp = two_sieges();
    camp.random_event(24, CardUse::Ops, &[]);
    assert_eq!(camp.refused(&Order::ChooseSiege { location: camp.at("Sinkat") }), Refusal::NotAChoice);
    assert_eq!(camp.refused(&Order::ChooseSiege { location: LocationId::at(LocationSet::CAPACITY) }), Refusal::NotAChoice);
    camp.give(Order::ChooseSiege { location: camp.at("Olga") }, &[]);
    assert_eq!(camp.besieged(), LocationSet::of(camp.at("Roche Harbor")), "the players choose");
    assert_eq!(camp.round().ops(), 2, "then the card");
}

#[test]
fn random_events_25_and_62_bring_two_points_and_42_a_die_and_two_egyptian_before_the_british_r52() {
    for (number, faces, points) in [(25, &[][..], 2), (62, &[], 2), (42, &[1], 3), (42, &[6], 8)] {
        assert_eq!(after(number, faces).replacements(), ReplacementPoints { native: points, ..ReplacementPoints::default() });
        let mut camp = camp();
        camp.allied();
        camp.random_event(number, CardUse::Ops, faces);
        assert_eq!(camp.decision(), Some(&Decision::Replacements { points }), "afterwards the players choose");
        camp.give(Order::ChooseNation { nation: Nation::Allied }, &[]);
        assert_eq!(camp.replacements().allied, points);
        assert_eq!(camp.round().ops(), 2);
    }
}

#[test]
fn random_events_31_and_54_add_an_op_to_a_card_played_for_ops() {
    for number in [31, 54] {
        assert_eq!(after(number, &[]).round().ops(), 3);
        assert!(is_ignored(&camp_for_an_event(number)), "{number} is for a card played for Ops");
    }
}

#[test]
fn random_events_32_45_and_55_slow_every_march_this_round() {
    for (number, less) in [(32, 2), (45, 1), (55, 1)] {
        let mut camp = after(number, &[]);
        camp.activate(camp.port("Richardson"));
        assert_eq!(camp.movement_left(camp.unit("Bashi-Bazouk Foot 1")), 3 - less, "{number}");
        assert_eq!(camp.movement_left(camp.unit("Bashi-Bazouk Horse 1")), 4 - less, "{number}");
        camp.give(Order::EndRound, &[]);
        assert_eq!(reach::rate(&camp, camp.unit("Bashi-Bazouk Foot 1")), 3);
    }
}

#[test]
fn random_event_34_takes_an_op_from_the_next_card_played_for_ops() {
    let mut camp = after(34, &[]);
    assert_eq!(camp.round().ops(), 2, "not this one");
    camp.give(Order::EndRound, &[]);
    camp.hold(&[29, 47, 51]);
    camp.play(47, CardUse::Replacements, QUIET);
    camp.give(Order::Pass, &[]);
    assert_eq!(camp.round().ops(), 1, "a pass is no card");
    camp.give(Order::EndRound, &[]);
    camp.play(29, CardUse::Ops, QUIET);
    assert_eq!(camp.round().ops(), 2);
    camp.give(Order::EndRound, &[]);
    camp.play(51, CardUse::Ops, QUIET);
    assert_eq!(camp.round().ops(), 3, "once");
}

#[test]
fn random_event_35_a_redoubt_anywhere_that_is_ours() {
    let mut camp = camp();
    camp.besiege("Olga", 1);
    camp.random_event(35, CardUse::Ops, &[]);
    assert_eq!(camp.refused(&Order::BuildRedoubt { at: camp.at("Tokar") }), Refusal::NotAChoice);
    camp.give(Order::BuildRedoubt { at: camp.at("Olga") }, &[]);
    assert_eq!(camp.redoubts(camp.at("Olga")), 1);
    assert_eq!(camp.round().ops(), 2);
}

#[test]
fn random_event_36_the_next_card_for_ops_must_send_the_nearest_force_at_the_enemy() {
    let mut camp = camp();
    camp.lose(&["Mud Bay"]);
    camp.random_event(36, CardUse::Ops, &[]);
    camp.allowed(&Order::Activate { at: camp.port("Suakin") });
    camp.give(Order::EndRound, &[]);
    camp.play(30, CardUse::Ops, QUIET);
    // Lopez and Richardson are three spaces from Mud Bay; nobody is nearer.
    assert_eq!(duties::duty_spaces(&camp), [camp.space("Lopez"), camp.space("Richardson")].into_iter().collect());
    for elsewhere in ["Suakin", "Friday Harbor", "Roche Harbor"] {
        assert_eq!(camp.refused(&Order::Activate { at: camp.port(elsewhere) }), Refusal::MustAttack, "{elsewhere}");
    }
    assert_eq!(camp.refused(&Order::EndRound), Refusal::MustAttack);
    camp.activate(camp.port("Richardson"));
    assert_eq!(camp.refused(&Order::March { to: camp.space("Lopez–Richardson 2 of 2") }), Refusal::AttacksTheNearest, "the other way");
    assert_eq!(
        camp.refused(&Order::March { to: camp.space("Richardson–Mud Bay 1 of 2") }),
        Refusal::AttacksTheNearest,
        "no farther than that"
    );
    camp.march("Mud Bay", &[1, 1, 1]);
    camp.allowed(&Order::EndRound);
    camp.allowed(&Order::Activate { at: camp.port("Suakin") });
}

#[test]
fn random_event_36_lapses_where_nobody_could_attack() {
    let mut camp = camp();
    camp.random_event(36, CardUse::Ops, &[]);
    camp.give(Order::EndRound, &[]);
    // Tokar alone is lost, and nobody of ours stands on Shaw.
    camp.play(30, CardUse::Ops, QUIET);
    camp.allowed(&Order::EndRound);
    camp.allowed(&Order::Activate { at: camp.port("Suakin") });
}

#[test]
fn random_event_41_a_besieged_place_is_betrayed_with_its_garrison_r42() {
    let mut camp = two_sieges();
    let regulars = camp.garrison(camp.at("Roche Harbor"));
    camp.random_event(41, CardUse::Ops, &[2]);
    assert_eq!(camp.control(camp.at("Roche Harbor")), Control::Enemy);
    assert!(regulars.iter().all(|unit| camp.unit_place(unit) == UnitPlace::Lost));
    assert_eq!(camp.points_in_ledger(), 10);
    assert!(camp.control(camp.at("Olga")).is_held());
}

#[test]
fn random_event_43_adds_one_to_meeting_the_enemy_for_the_rest_of_the_turn() {
    let mut camp = camp();
    camp.lose(&["Mud Bay"]);
    camp.random_event(43, CardUse::Ops, &[]);
    camp.give(Order::EndRound, &[]);
    camp.play(30, CardUse::Ops, QUIET);
    camp.activate(camp.port("Richardson"));
    let rolls = sought(&camp.march("Richardson–Mud Bay 1 of 2", &[4]));
    assert_eq!(camp.reasons(&rolls[0]), ["+1 random event"]);
    camp.apply(&Event::TurnBegan { turn: 2 });
    assert_eq!(camp.encounter_add, 0);
}

#[test]
fn random_event_44_a_mahdist_village_comes_over_and_bears_no_mark_r42_r46() {
    let mut camp = camp();
    camp.lose(&["Mud Bay", "El Obeid"]);
    // 1 is Stuart, which is ours; 3 El Obeid, a town; 29 Sea Area E, whose 1 is Decatur, ours; then 19 is Mud Bay.
    camp.random_event(44, CardUse::Ops, &[1, 3, 29, 1, 19]);
    assert_eq!(camp.control(camp.at("Mud Bay")), Control::Native);
    assert_eq!(camp.points_in_ledger(), -5);
}

#[test]
fn random_event_44_by_a_sea_area_and_with_one_village_or_none() {
    let mut sea = camp();
    sea.lose(&["Mud Bay"]);
    sea.random_event(44, CardUse::Ops, &[29, 3]);
    assert_eq!(sea.control(sea.at("Mud Bay")), Control::Native, "3 or 4 for Sea Area E");
    assert_eq!(after(44, &[]).control(camp().at("Tokar")), Control::Native, "the only one takes no die");
    let mut none = camp();
    none.enemy_held = LocationSet::EMPTY;
    assert!(is_ignored(&none.random_event(44, CardUse::Ops, &[])));
}

#[test]
fn random_event_46_exchanges_a_card_for_one_of_the_discard_pile() {
    let mut camp = camp();
    camp.discard = [33, 34].into_iter().map(CardNumber).collect();
    camp.draw.remove(CardNumber(33));
    camp.draw.remove(CardNumber(34));
    camp.random_event(46, CardUse::Ops, &[]);
    camp.give(Order::GiveCard { card: CardNumber(30) }, &[]);
    assert_eq!(camp.refused(&Order::TakeCard { card: CardNumber(28) }), Refusal::NotAChoice, "not the one being played");
    assert_eq!(camp.refused(&Order::TakeCard { card: CardNumber(29) }), Refusal::NotAChoice, "that is in the draw pile");
    camp.give(Order::TakeCard { card: CardNumber(34) }, &[]);
    assert!(camp.hand().contains(CardNumber(34)) && !camp.hand().contains(CardNumber(30)));
    assert!(camp.discard_pile().contains(CardNumber(30)));
    assert_eq!(camp.round().ops(), 2);
}

#[test]
fn random_event_65_exchanges_a_card_for_one_of_the_draw_pile() {
    let mut camp = after(65, &[]);
    assert_eq!(camp.refused(&Order::GiveCard { card: CardNumber(29) }), Refusal::NotInHand(CardNumber(29)));
    camp.give(Order::GiveCard { card: CardNumber(37) }, &[]);
    assert_eq!(camp.refused(&Order::Decline), Refusal::CannotDecline);
    camp.give(Order::TakeCard { card: CardNumber(29) }, &[]);
    assert!(camp.hand().contains(CardNumber(29)) && camp.draw_pile().contains(CardNumber(37)));
}

#[test]
fn random_events_46_and_65_may_be_declined_and_need_a_card_on_both_sides() {
    let mut camp = after(65, &[]);
    camp.give(Order::Decline, &[]);
    assert!(camp.hand().contains(CardNumber(37)));
    assert_eq!(camp.round().ops(), 2);
    let mut empty = super::super::test_kit::camp();
    assert!(is_ignored(&empty.random_event(46, CardUse::Ops, &[])), "the discard pile holds but the card being played");
    // With one card left besides the one being played there is something to give, and with none there is not.
    for (hand, ignored) in [(&[28, 30][..], false), (&[28], true)] {
        let mut camp = super::super::test_kit::camp();
        camp.hold(hand);
        let events = camp.play(28, CardUse::Ops, &[6, 6, 6, 5]);
        assert_eq!(is_ignored(&events), ignored, "{hand:?}");
    }
}

#[test]
fn random_event_52_nobody_leaves_three_places_of_ours_this_round_r46() {
    // 12 is Tokar, not ours; 18 again is thrown again; 28 is Sea Area D, whose 4 is Suakin.
    let mut camp = after(52, &[12, 18, 18, 25, 28, 4]);
    for sick in ["Richardson", "Friday Harbor", "Suakin"] {
        assert_eq!(camp.refused(&Order::Activate { at: camp.port(sick) }), Refusal::TooSick, "{sick}");
    }
    camp.allowed(&Order::Activate { at: camp.port("Lopez") });
    camp.give(Order::EndRound, &[]);
    camp.play(30, CardUse::Ops, QUIET);
    camp.allowed(&Order::Activate { at: camp.port("Suakin") });
}

#[test]
fn random_event_52_nobody_leaves_by_train_or_hired_ship_either() {
    let mut camp = camp();
    camp.allied();
    camp.train.place = crate::campaign::TrainPlace::At(camp.at("Suakin"));
    let beyond = camp.space("Blakely–Suakin");
    camp.train.track.insert(beyond);
    camp.passage = 6;
    camp.random_event(52, CardUse::Ops, &[18, 25, 28, 4]);
    let regulars = camp.garrison(camp.at("Suakin")).first().unwrap();
    assert_eq!(camp.refused(&Order::Entrain { unit: regulars }), Refusal::TooSick);
    assert_eq!(camp.refused(&Order::Ferry { unit: regulars }), Refusal::TooSick);
}

#[test]
fn random_event_53_every_ship_carries_one_more_this_round() {
    let mut camp = after(53, &[]);
    assert_eq!((camp.capacity(camp.ship("Tamai")), camp.capacity(camp.ship("Dongola"))), (2, 4));
    camp.give(Order::EndRound, &[]);
    assert_eq!((camp.capacity(camp.ship("Tamai")), camp.capacity(camp.ship("Dongola"))), (1, 3));
}

/// Fights two battles, at Mud Bay and at Lopez, and tells their types.
fn two_battles(number: u16, dice: [&[u16]; 2]) -> [(Option<BattleType>, String); 2] {
    let mut camp = camp();
    camp.lose(&["Mud Bay", "Port Stanley"]);
    camp.random_event(number, CardUse::Ops, &[]);
    camp.activate(camp.port("Richardson"));
    camp.march("Richardson–Mud Bay 1 of 2", &[6]);
    camp.activate(camp.port("Lopez"));
    camp.march("Port Stanley–Lopez", &[6]);
    let mut fight = |at: &str, dice: &[u16]| {
        let at = camp.space(at);
        let faces: Vec<u16> = [1, 1, 1, 1, 1, 1, 1].into_iter().chain(dice.iter().copied()).collect();
        camp.give(Order::Fight { at }, &faces);
        let battle = camp.battle().unwrap().0.clone();
        camp.give(Order::HoldField, &[]);
        (battle.battle.battle_type, battle.note)
    };
    [fight("Richardson–Mud Bay 1 of 2", dice[0]), fight("Port Stanley–Lopez", dice[1])]
}

#[test]
fn random_event_56_makes_one_battle_a_surprise_attack_of_ours() {
    let [first, second] = two_battles(56, [&[2], &[3, 4]]);
    assert_eq!(first.0, Some(BattleType::OurSurpriseAttack));
    assert_eq!(second.0, Some(BattleType::Encounter), "the other is rolled for");
}

#[test]
fn random_event_61_makes_every_battle_of_the_round_an_ambush() {
    let battles = two_battles(61, [&[], &[]]);
    assert!(battles.iter().all(|(battle, _)| *battle == Some(BattleType::Ambush)));
}

#[test]
fn random_event_66_makes_every_battle_an_encounter_and_the_enemy_comes_straight_on() {
    for (battle, note) in two_battles(66, [&[], &[]]) {
        assert_eq!(battle, Some(BattleType::Encounter));
        assert!(note.contains("straight ahead"), "{note}");
    }
}

#[test]
fn random_events_56_61_and_66_last_for_the_round_only() {
    for number in [56, 61, 66] {
        let mut camp = camp();
        camp.lose(&["Mud Bay"]);
        camp.random_event(number, CardUse::Ops, &[]);
        camp.give(Order::EndRound, &[]);
        camp.play(30, CardUse::Ops, QUIET);
        camp.activate(camp.port("Richardson"));
        camp.march("Richardson–Mud Bay 1 of 2", &[6]);
        camp.give(Order::Fight { at: camp.space("Richardson–Mud Bay 1 of 2") }, SMALL_BATTLE);
    }
}

#[test]
fn random_event_63_a_random_ship_strikes_a_rock_and_a_six_sinks_it() {
    for face in 1..=6 {
        let camp = after(63, &[8, face]);
        let dongola = camp.ship("Dongola");
        if face == 6 {
            assert_eq!(camp.ship_place(dongola), ShipPlace::Lost);
        } else {
            assert_eq!((camp.damage(dongola), camp.ship_place(dongola)), (1, ShipPlace::Port(camp.at("Port Stanley"))));
        }
    }
}

#[test]
fn random_event_64_a_lost_ship_is_replaced_at_suakin() {
    let mut camp = camp();
    assert!(is_ignored(&camp.random_event(64, CardUse::Ops, &[])), "none is lost");
    camp.choosing(2);
    let (tamai, aswan) = (camp.ship("Tamai"), camp.ship("Aswan"));
    camp.apply(&Event::ShipSunk { ship: tamai });
    camp.apply(&Event::ShipSunk { ship: aswan });
    camp.random_event(64, CardUse::Ops, &[2]);
    assert_eq!(camp.ship_place(aswan), ShipPlace::Port(camp.at("Suakin")));
    assert_eq!(camp.ship_place(tamai), ShipPlace::Lost);
    camp.lose(&["Suakin"]);
    camp.choosing(3);
    assert!(is_ignored(&camp.random_event(64, CardUse::Ops, &[])), "Suakin is lost");
}

#[test]
fn random_events_there_are_thirty_six_and_each_is_tested_here() {
    let tests = include_str!("tests.rs");
    let camp = camp();
    assert_eq!(camp.pack().random_events.len(), 36);
    for event in &camp.pack().random_events {
        let named = tests.lines().any(|line| line.starts_with("fn random_event") && line.contains(&format!("_{}", event.number)));
        assert!(named, "{}", event.number);
    }
    assert_eq!(camp.port("Suakin"), Station::Space(camp.space("Suakin")));
}

#[test]
fn random_locations_villages_come_over_as_often_as_the_table_and_its_shores_say_r46() {
    use std::collections::BTreeMap;
    let mut camp = camp();
    let village = |location: &LocationId| camp.pack().map.location(*location).kind == LocationKind::Village;
    let villages: LocationSet = camp.pack().map.location_ids().filter(village).collect();
    camp.enemy_held = villages;
    // A village comes up by itself once in thirty, and by a shore as often as its faces of six say; what does not serve is rolled again.
    let shores: [(&[&str], f64); 5] = [
        (&["False Bay", "False Bay", "Ginnis", "Stuart", "Tamai"], 6.0),
        (&["Waldron", "West Beach"], 2.0),
        (&["Blakely"], 2.0),
        (&["Decatur", "Mud Bay", "Richardson"], 3.0),
        (&["Tokar", "Shaw", "Deer Harbor"], 6.0),
    ];
    let mut weights: BTreeMap<LocationId, f64> = villages.iter().map(|village| (village, 1.0)).collect();
    for (names, of) in shores {
        for name in names {
            *weights.get_mut(&camp.at(name)).unwrap() += 1.0 / of;
        }
    }
    let total: f64 = weights.values().sum();
    let mut dice = crate::dice::Dice::seeded([44; 32], 0);
    let mut drawn: BTreeMap<LocationId, f64> = BTreeMap::new();
    let draws = 8_000;
    for _ in 0..draws {
        let (mut state, mut events) = (camp.0.clone(), Vec::new());
        happen(&mut Proceedings::new(&mut state, &mut dice, &mut events), 44);
        *drawn.entry(villages.without(state.enemy_held()).first().unwrap()).or_insert(0.0) += 1.0;
    }
    let chi_square: f64 = weights
        .iter()
        .map(|(village, weight)| {
            let expected = weight / total * f64::from(draws);
            (drawn.get(village).copied().unwrap_or(0.0) - expected).powi(2) / expected
        })
        .sum();
    assert_eq!(villages.len(), 15);
    // Chi-square at p = 0.001 with 14 degrees of freedom.
    assert!(chi_square < 36.123, "{chi_square}");
}

#[test]
fn what_random_events_and_cards_add_again_and_again_goes_no_further_than_can_be_counted() {
    let mut camp = camp();
    let at = camp.at("Olga");
    for modifier in [
        Modifier::EncountersThisTurn(100),
        Modifier::EncountersThisRound(-100),
        Modifier::Movement(-100),
        Modifier::NextOps(100),
        Modifier::Siege { at, add: 100 },
        Modifier::Capacity(200),
        Modifier::Passage(200),
    ] {
        for _ in 0..2 {
            camp.apply(&Event::ModifierSet { modifier });
        }
    }
    assert_eq!((camp.encounter_add, camp.round.encounter_add), (127, -128));
    assert_eq!((camp.round.movement_add, camp.next_ops, camp.siege_add[at.index()]), (-128, 127, 127));
    assert_eq!((camp.round.capacity_add, camp.passage), (255, 255));
}
