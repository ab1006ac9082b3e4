//! *Replacements*, rule by rule.

use super::super::test_kit::{Camp, camp_with};
use super::*;
use crate::campaign::Order;
use crate::campaign::decision::{Decision, LossCause};
use crate::campaign::options::Options;
use crate::game::Game;
use crate::pack::{ReplacementPoints, UnitSet};

/// The Receive Replacements phase with these points.
fn phase(points: ReplacementPoints) -> Camp {
    phase_with(Options::default(), points)
}

fn phase_with(options: Options, points: ReplacementPoints) -> Camp {
    let mut camp = camp_with(options);
    camp.phase = Phase::Replacements;
    camp.replacements = points;
    camp
}

fn native(points: u8) -> ReplacementPoints {
    ReplacementPoints { native: points, ..ReplacementPoints::default() }
}

fn weaken(camp: &mut Camp, unit: &str, steps: u8) -> UnitId {
    let unit = camp.unit(unit);
    camp.steps[unit.index()] = steps;
    unit
}

fn destroy(camp: &mut Camp, unit: &str) {
    let units = camp.units(&[unit]);
    camp.apply(&Event::UnitsLost { units, cause: LossCause::Battle });
}

#[test]
fn replacements_a_point_brings_back_what_the_group_said_and_never_more_than_the_unit_has() {
    for (each, before, after) in [(2, 1, 3), (2, 3, 4), (1, 1, 2), (12, 1, 4)] {
        let mut camp = phase_with(Options { steps_per_replacement: each, ..Options::default() }, native(5));
        let unit = weaken(&mut camp, "Militia 1", before);
        camp.give(Order::Replace { unit }, &[]);
        assert_eq!((camp.steps(unit), camp.replacements().native), (after, 4), "{each} a point");
    }
}

#[test]
fn replacements_a_unit_takes_two_points_a_turn_at_most() {
    let mut camp = phase_with(Options { steps: 10, ..Options::default() }, native(5));
    let unit = weaken(&mut camp, "Militia 1", 1);
    weaken(&mut camp, "Militia 2", 1);
    camp.give(Order::Replace { unit }, &[]);
    camp.give(Order::Replace { unit }, &[]);
    assert_eq!(camp.refused(&Order::Replace { unit }), Refusal::ReplacedTwice);
    camp.apply(&Event::TurnBegan { turn: 2 });
    camp.allowed(&Order::Replace { unit });
}

#[test]
fn replacements_none_under_siege_nor_at_full_strength_nor_off_the_map() {
    let mut camp = phase(native(5));
    let unit = weaken(&mut camp, "Militia 1", 1);
    assert_eq!(camp.refused(&Order::Replace { unit: camp.unit("Militia 2") }), Refusal::FullStrength);
    assert_eq!(camp.refused(&Order::Replace { unit: camp.unit("Militia 8") }), Refusal::NotOnTheMap);
    assert_eq!(camp.refused(&Order::Replace { unit: UnitId(200) }), Refusal::NotOnTheMap);
    camp.allowed(&Order::Replace { unit });
    let name = camp.pack().map.space_name(camp.space_of_unit(unit).unwrap());
    camp.besiege(&name, 1);
    assert_eq!(camp.refused(&Order::Replace { unit }), Refusal::Besieged);
}

#[test]
fn replacements_units_at_sea_receive_them() {
    let mut camp = phase(native(1));
    let unit = weaken(&mut camp, "Camels 1/1", 1);
    let ship = camp.ship("Dongola");
    camp.apply(&Event::UnitLoaded { unit, ship, spends: false });
    camp.allowed(&Order::Replace { unit });
}

#[test]
fn replacements_egyptian_points_for_egyptian_forces_and_british_for_british_and_allied() {
    let allied = ReplacementPoints { allied: 1, ..ReplacementPoints::default() };
    let names = ["Sudanese 1/5", "Bashi-Bazouk Horse 1", "Hicks Gendarmes 3", "Gordon's Sudanese 1"];
    let allies = ["Guards 1", "Bengal Infantry 1/15", "New South Wales 1", "Bengal Lancers 1/9", "Naval Brigade MG"];
    for (points, may, may_not) in [(native(1), &names[..], &allies[..]), (allied, &allies[..], &names[..])] {
        let mut camp = phase(points);
        camp.put("Suakin", &names);
        camp.put("Suakin", &allies);
        for unit in may {
            let unit = weaken(&mut camp, unit, 1);
            camp.allowed(&Order::Replace { unit });
        }
        for unit in may_not {
            let unit = weaken(&mut camp, unit, 1);
            assert_eq!(camp.refused(&Order::Replace { unit }), Refusal::NoPoints);
        }
    }
}

#[test]
fn replacements_points_of_card_22_are_for_their_arm_and_spent_first_r49() {
    let by_arm = ReplacementPoints { allied: 1, allied_infantry: 1, allied_cavalry: 0, allied_guns: 1, native: 0 };
    let mut camp = phase(by_arm);
    camp.put("Suakin", &["Guards 1", "Camel Corps 1", "Naval Brigade MG", "Royal Artillery 1"]);
    let (guards, camels, guns) =
        (weaken(&mut camp, "Guards 1", 1), weaken(&mut camp, "Camel Corps 1", 1), weaken(&mut camp, "Naval Brigade MG", 1));
    camp.give(Order::Replace { unit: guards }, &[]);
    assert_eq!((camp.replacements().allied_infantry, camp.replacements().allied), (0, 1));
    camp.give(Order::Replace { unit: guns }, &[]);
    assert_eq!((camp.replacements().allied_guns, camp.replacements().allied), (0, 1), "machine guns are guns");
    camp.give(Order::Replace { unit: camels }, &[]);
    assert_eq!(camp.replacements(), ReplacementPoints::default(), "camels are cavalry, and took the point for any arm");
    let unit = weaken(&mut camp, "Royal Artillery 1", 1);
    camp.phase = Phase::Replacements;
    assert_eq!(camp.refused(&Order::Replace { unit }), Refusal::NoPoints);
}

#[test]
fn replacements_two_points_raise_an_eliminated_unit_at_any_friendly_place_not_besieged_r52() {
    let mut camp = phase(native(3));
    let kind = camp.kind("Cuirassiers");
    assert_eq!(camp.refused(&Order::Rebuild { kind }), Refusal::NothingLost);
    destroy(&mut camp, "Cuirassiers");
    camp.besiege("Olga", 1);
    camp.give(Order::Rebuild { kind }, &[]);
    assert_eq!(camp.replacements().native, 1);
    assert!(matches!(camp.decision(), Some(Decision::Reinforce { count: 1, source: Source::Rebuilt, .. })));
    assert_eq!(camp.refused(&Order::Place { kind, at: camp.space("Olga"), count: 1 }), Refusal::NotAChoice, "besieged");
    assert_eq!(camp.refused(&Order::Place { kind, at: camp.space("Tokar"), count: 1 }), Refusal::NotAChoice, "Mahdist");
    camp.give(Order::Place { kind, at: camp.space("Lopez"), count: 1 }, &[]);
    assert_eq!(camp.steps(camp.unit("Cuirassiers")), 4);
    let mut two = phase(native(2));
    destroy(&mut two, "Cuirassiers");
    two.allowed(&Order::Rebuild { kind });
    let mut one = phase(native(1));
    destroy(&mut one, "Cuirassiers");
    assert_eq!(one.refused(&Order::Rebuild { kind }), Refusal::NoPoints);
}

#[test]
fn replacements_who_has_mutinied_or_been_recalled_is_not_raised_again() {
    let mut camp = phase(native(3));
    let (kind, units) = (camp.kind("Cuirassiers"), camp.units(&["Cuirassiers"]));
    camp.apply(&Event::UnitsRecalled { units });
    assert_eq!(camp.refused(&Order::Rebuild { kind }), Refusal::NothingLost);
}

#[test]
fn replacements_points_keep_from_turn_to_turn_r52() {
    let mut camp = phase(native(3));
    weaken(&mut camp, "Militia 1", 1);
    assert!(anything_to_do(&camp));
    camp.give(Order::EndReplacements, &[]);
    assert_eq!((camp.turn(), camp.replacements().native), (2, 3));
}

#[test]
fn replacements_the_phase_waits_only_where_a_point_can_be_spent() {
    let mut camp = phase(native(3));
    assert!(!anything_to_do(&camp), "everyone is at full strength");
    weaken(&mut camp, "Militia 1", 1);
    assert!(anything_to_do(&camp));
    camp.replacements = ReplacementPoints::default();
    assert!(!anything_to_do(&camp), "no points");
    camp.replacements.allied_guns = 5;
    assert!(!anything_to_do(&camp), "of the wrong nation");
}

#[test]
fn replacements_the_phase_waits_for_points_of_any_sort() {
    let none = ReplacementPoints::default();
    for (points, unit) in [
        (ReplacementPoints { allied: 1, ..none }, "Guards 1"),
        (ReplacementPoints { allied_infantry: 1, ..none }, "Guards 1"),
        (ReplacementPoints { allied_cavalry: 1, ..none }, "Bengal Lancers 1/9"),
        (ReplacementPoints { allied_guns: 1, ..none }, "Naval Brigade MG"),
        (native(1), "Sudanese 1/5"),
    ] {
        let mut camp = phase(points);
        camp.put("Suakin", &[unit]);
        assert!(!anything_to_do(&camp), "{unit} at full strength");
        weaken(&mut camp, unit, 1);
        assert!(anything_to_do(&camp), "{points:?} for {unit}");
    }
}

#[test]
fn replacements_only_in_their_phase() {
    let mut camp = phase(native(3));
    let unit = weaken(&mut camp, "Militia 1", 1);
    camp.choosing(1);
    for order in [Order::Replace { unit }, Order::Rebuild { kind: UnitKindId(0) }, Order::EndReplacements] {
        assert!(matches!(camp.refused(&order), Refusal::WrongPhase { .. }));
    }
    assert!(!UnitSet::of(unit).is_empty());
}
