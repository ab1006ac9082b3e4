//! *Encounters & Combat*, rule by rule.

use super::*;
use crate::campaign::seat::Seat;
use crate::campaign::{Event, Options, Order};
use crate::game::Game;
use crate::pack::{BattleType, Pack, SurpriseHour};

fn tables() -> Tables {
    Pack::embedded().unwrap().tables.clone()
}

/// The uprising with these further places lost.
fn campaign(lost: &[&str]) -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded([0; 32], 0);
    state.give(Seat::Player, &Order::SetUp { scenario: "uprising".into(), options: Options::default() }, &mut dice).unwrap();
    for name in lost {
        let location = state.pack().map.find_location(name).unwrap();
        state.apply(&Event::LocationLost { location });
    }
    state
}

#[track_caller]
fn needed(state: &State, space: &str) -> Option<i16> {
    let space = state.pack().map.find_space(space).unwrap_or_else(|| panic!("no space {space}"));
    Situation::on_map(state, space)?.roll(&state.pack().tables)?.face_needed()
}

fn meet(situation: Situation, faces: &[u16]) -> Encounter {
    let mut dice = Dice::scripted(faces);
    let result = encounter(&tables(), situation, &mut dice);
    assert_eq!(dice.finish(), Ok(()));
    result
}

#[test]
fn encounter_table_what_each_ground_needs() {
    let tables = tables();
    let needs = |ground| Situation::on(ground).roll(&tables).and_then(|roll| roll.face_needed());
    assert_eq!(needs(Ground::MovementPoint), Some(6));
    assert_eq!(needs(Ground::Village), Some(5));
    assert_eq!(needs(Ground::Town), Some(4));
    assert_eq!(needs(Ground::FortifiedTown), None, "automatic");
}

#[test]
fn encounter_table_the_example_of_ginnis_and_tamai() {
    // Ginnis retaken, Tamai lost, Friday Harbor in Mahdist hands: 5 or 6 at the movement point, 4, 5 or 6 at Tamai.
    let state = campaign(&["Tamai", "Friday Harbor"]);
    assert_eq!(needed(&state, "Ginnis–Tamai"), Some(5));
    assert_eq!(needed(&state, "Tamai"), Some(4));
}

#[test]
fn encounter_table_an_island_all_mahdist_with_its_fortress_adds_three() {
    let state = campaign(&["False Bay", "Ginnis", "Tamai", "Roche Harbor", "Sinkat", "Friday Harbor"]);
    assert_eq!(needed(&state, "Tamai"), Some(2));
    assert_eq!(needed(&state, "Roche Harbor"), Some(1));
    assert_eq!(needed(&state, "Ginnis–Tamai"), Some(3));
}

#[test]
fn encounter_table_two_mahdist_fortresses_on_an_island_add_one_only_r10() {
    let state = campaign(&["Eastsound", "West Sound", "Rosario"]);
    assert_eq!(needed(&state, "Rosario"), Some(4));
}

#[test]
fn encounter_table_between_two_friendly_locations_a_seven_is_impossible_r27() {
    let state = campaign(&[]);
    assert_eq!(needed(&state, "Lopez–Richardson 1 of 2"), Some(7));
    let map = &state.pack().map;
    let situation = Situation::on_map(&state, map.find_space("Lopez–Richardson 1 of 2").unwrap()).unwrap();
    let result = meet(situation, &[]);
    assert!(result.force.is_none(), "no die is thrown for what cannot be");
    // A modifier of the players (a random event) makes it possible again.
    assert!(meet(Situation { other: 1, ..situation }, &[6, 1, 1, 1, 1, 1, 1, 1, 3, 3]).force.is_some());
}

#[test]
fn encounter_table_a_friendly_location_takes_no_roll_r28() {
    let state = campaign(&[]);
    assert_eq!(needed(&state, "Lopez"), None);
    let lopez = state.pack().map.find_space("Lopez").unwrap();
    assert_eq!(Situation::on_map(&state, lopez), None);
}

#[test]
fn mahdist_force_size_the_force_of_the_example_of_tamai() {
    // 13 foot, 3 horse, 1 rifles: 4D6, 1D8, 1D4, no gun.
    let result = meet(Situation::on(Ground::Village), &[5, 6, 4, 2, 1, 3, 1, 5, 3, 4]);
    let force = result.force.unwrap();
    assert_eq!((force.foot, force.horse, force.rifles, force.artillery, force.machine_guns), (13, 3, 1, 0, 0));
    assert_eq!(force.units(), 17);
    assert_eq!(result.battle.unwrap().battle_type, Some(BattleType::Encounter));
}

#[test]
fn mahdist_force_size_a_six_brings_a_gun_and_a_second_die_says_which() {
    for (kind, artillery, machine_guns) in [(1, 1, 0), (4, 1, 0), (5, 0, 1), (6, 0, 1)] {
        let force = meet(Situation::on(Ground::Village), &[5, 1, 1, 1, 1, 1, 1, 6, kind, 3, 3]).force.unwrap();
        assert_eq!((force.artillery, force.machine_guns), (artillery, machine_guns));
        assert_eq!(force.units(), force.foot + force.horse + force.rifles + 1, "a gun is a unit");
    }
}

#[test]
fn mahdist_force_size_a_fortified_town_is_always_met_with_more_rifles_and_three_dice_for_guns_r16() {
    let result = meet(Situation::on(Ground::FortifiedTown), &[1, 1, 1, 1, 8, 4, 3, 6, 2, 6]);
    let force = result.force.unwrap();
    assert_eq!((force.foot, force.horse, force.rifles, force.artillery, force.machine_guns), (4, 8, 7, 2, 0));
    assert_eq!(force.units(), 21, "guns among them");
    assert_eq!(result.battle.unwrap(), Battle::assault(), "walls on the table, R47");
}

#[test]
fn encounter_a_roll_that_fails_meets_nobody_and_throws_no_more() {
    let result = meet(Situation::on(Ground::Town), &[3]);
    assert!(result.force.is_none() && result.battle.is_none());
}

#[test]
fn type_of_battle_every_total_of_two_dice_has_its_row() {
    let tables = tables();
    let expected = [
        (2, BattleType::EnemySurpriseAttack),
        (3, BattleType::Ambush),
        (4, BattleType::ProbingAttack),
        (5, BattleType::ProbingAttack),
        (6, BattleType::Encounter),
        (7, BattleType::Encounter),
        (8, BattleType::Encounter),
        (9, BattleType::Encounter),
        (10, BattleType::Defense),
        (11, BattleType::Defense),
        (12, BattleType::OurSurpriseAttack),
    ];
    for (total, battle_type) in expected {
        assert_eq!(tables.battle.row(total).result.battle, battle_type, "{total}");
    }
}

#[test]
fn type_of_battle_an_anglo_egyptian_surprise_is_at_dawn_or_dusk() {
    let tables = tables();
    for (face, hour) in [(1, SurpriseHour::Dawn), (3, SurpriseHour::Dawn), (4, SurpriseHour::Dusk), (6, SurpriseHour::Dusk)] {
        let battle = battle::battle(&tables, &mut Dice::scripted(&[6, 6, face]));
        assert_eq!(battle.hour, Some(hour));
        assert!(battle.deployment(&tables).contains(if hour == SurpriseHour::Dawn { "Dawn" } else { "Dusk" }));
    }
}

#[test]
fn type_of_battle_is_told_with_its_roll_its_name_and_how_both_sides_are_set_up() {
    let tables = tables();
    for (faces, name, set_up) in [
        ([1, 2], "Ambush", "25% of the Mahdists lie hidden"),
        ([3, 4], "Encounter battle", "from opposite ends of the table"),
        ([5, 6], "Defense", "The Mahdists hold the village or town"),
    ] {
        let battle = battle::battle(&tables, &mut Dice::scripted(&faces));
        assert_eq!(battle.roll.as_ref().map(Roll::total), Some(faces.iter().sum::<u16>() as i16));
        assert_eq!(battle.title(&Pack::embedded().unwrap().words), name);
        assert!(battle.deployment(&tables).contains(set_up), "{name}: {}", battle.deployment(&tables));
    }
    assert_eq!(Battle::assault().title(&Pack::embedded().unwrap().words), "Assault on the walls");
    assert!(Battle::assault().deployment(&tables).starts_with("The fortified town's walls"));
}

#[test]
fn encounter_table_each_ground_has_its_words() {
    for (kind, words) in [
        (LocationKind::Village, "a Mahdist village"),
        (LocationKind::Town, "a Mahdist town"),
        (LocationKind::FortifiedTown, "a Mahdist fortified town"),
    ] {
        assert_eq!(Ground::from(kind).words(&Pack::embedded().unwrap().words), words);
    }
    assert_eq!(Ground::MovementPoint.words(&Pack::embedded().unwrap().words), "a movement point");
}
