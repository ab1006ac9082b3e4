//! *How The Rebellion Spreads*, rule by rule.

use super::*;
use crate::campaign::seat::Seat;
use crate::campaign::{Options, Order, State};
use crate::dice::Dice;
use crate::game::Game;
use crate::pack::{Pack, UnitId};

/// The uprising, ready for its first revolt rolls, with these further locations already in revolt.
#[track_caller]
fn rebellion(lost: &[&str]) -> State {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded([0; 32], 0);
    state.give(Seat::Player, &Order::SetUp { scenario: "uprising".into(), options: Options::default() }, &mut dice).unwrap();
    state.give(Seat::Player, &Order::DrawCards, &mut dice).unwrap();
    for name in lost {
        let location = at(&state, name);
        let units = state.garrison(location);
        state.apply(&Event::UnitsMutinied { location, units });
        state.apply(&Event::LocationLost { location });
        state.apply(&Event::RevoltChecked { location, roll: revolt_roll(&state, location), rises: true });
    }
    state
}

#[track_caller]
fn at(state: &State, name: &str) -> LocationId {
    state.pack().map.find_location(name).unwrap_or_else(|| panic!("no {name} on the map"))
}

#[track_caller]
fn check_with(state: &mut State, name: &str, faces: &[u16]) -> Vec<Event> {
    let mut dice = Dice::scripted(faces);
    let location = at(state, name);
    let events = state.give(Seat::Player, &Order::CheckRevolt { location }, &mut dice).unwrap();
    assert_eq!(dice.finish(), Ok(()));
    events
}

fn unit(state: &State, name: &str) -> UnitId {
    UnitId::at(state.pack().roster.units.iter().position(|unit| unit.name == name).unwrap())
}

/// Puts units of this name prefix from the reserve at a place.
fn reinforce(state: &mut State, place: &str, names: &[&str]) {
    let to = at(state, place);
    let units = names.iter().map(|name| unit(state, name)).collect();
    state.apply(&Event::UnitsRetreated { from: to, to, units });
}

fn describe(state: &State, name: &str) -> (i16, Vec<String>) {
    let roll = revolt_roll(state, at(state, name));
    (
        roll.needs.unwrap(),
        roll.modifiers.iter().map(|modifier| format!("{:+} {}", modifier.add, modifier.reason.describe(state.pack()))).collect(),
    )
}

#[test]
fn revolt_a_village_or_town_with_nothing_against_it_needs_a_six() {
    let state = rebellion(&[]);
    assert_eq!(describe(&state, "Mud Bay"), (6, vec![]));
    assert_eq!(describe(&state, "Olga"), (6, vec![]));
}

#[test]
fn revolt_the_example_of_ginnis_rises_on_three_or_more() {
    let state = rebellion(&["False Bay", "Tamai", "Port Stanley", "Lopez", "Richardson", "Mud Bay"]);
    let (needs, modifiers) = describe(&state, "Ginnis");
    assert_eq!(needs, 6);
    assert_eq!(modifiers, ["+1 False Bay in revolt", "+1 Tamai in revolt", "+1 all of Lopez Island in revolt"]);
    assert_eq!(revolt_roll(&state, at(&state, "Ginnis")).face_needed(), Some(3));
}

#[test]
fn revolt_several_adjacent_islands_in_total_revolt_add_one_only() {
    let state = rebellion(&["Stuart", "Waldron"]);
    assert_eq!(describe(&state, "Deer Harbor").1.len(), 1);
    assert_eq!(describe(&state, "Sinkat"), (6, vec!["+1 all of Stuart Island in revolt".to_owned()]));
}

#[test]
fn revolt_an_island_with_one_place_still_held_is_not_in_total_revolt_r03() {
    let state = rebellion(&["Blakely"]);
    assert!(!in_total_revolt(&state, state.pack().map.location(at(&state, "Blakely")).island), "Suakin is held");
    assert_eq!(describe(&state, "Decatur"), (6, vec![]));
}

#[test]
fn revolt_a_fortress_needs_an_eight_and_counts_the_rest_of_its_island_r02() {
    let state = rebellion(&["False Bay", "Ginnis", "Tamai", "Roche Harbor", "Sinkat"]);
    let (needs, modifiers) = describe(&state, "Friday Harbor");
    assert_eq!(needs, 8);
    assert_eq!(modifiers.len(), 3, "False Bay, Sinkat, and the rest of the island: {modifiers:?}");
    assert!(modifiers.contains(&"+1 rest of San Juan Island in revolt".to_owned()));
    assert_eq!(revolt_roll(&state, at(&state, "Friday Harbor")).face_needed(), Some(5));
}

#[test]
fn revolt_two_fortresses_on_one_island_do_not_count_each_other_r02() {
    let state = rebellion(&["El Obeid", "Olga", "Rosario", "Orcas Landing", "Deer Harbor", "West Beach"]);
    for fortress in ["Eastsound", "West Sound"] {
        assert!(describe(&state, fortress).1.contains(&"+1 rest of Orcas Island in revolt".to_owned()), "{fortress}");
    }
}

#[test]
fn revolt_a_fortress_that_cannot_rise_takes_no_die_r55() {
    let mut state = rebellion(&[]);
    let events = check_with(&mut state, "Friday Harbor", &[]);
    assert!(matches!(&events[0], Event::RevoltChecked { rises: false, roll, .. } if roll.faces.is_empty()));
}

#[test]
fn revolt_a_location_once_in_revolt_is_not_rolled_for_again() {
    let state = rebellion(&[]);
    let tokar = at(&state, "Tokar");
    assert_eq!(state.permit(Seat::Player, &Order::CheckRevolt { location: tokar }), Err(Refusal::NotRolledFor(tokar)));
}

#[test]
fn revolt_revolts_of_this_phase_count_at_once_for_later_rolls_r06() {
    let mut state = rebellion(&[]);
    check_with(&mut state, "Ginnis", &[6]);
    assert_eq!(describe(&state, "Tamai"), (6, vec!["+1 Ginnis in revolt".to_owned()]));
    check_with(&mut state, "Tamai", &[5]);
    assert_eq!(state.control(at(&state, "Tamai")), Control::Enemy);
}

#[test]
fn occupied_spaces_an_empty_location_that_rises_is_lost_and_its_value_entered_in_the_ledger() {
    let mut state = rebellion(&[]);
    let events = check_with(&mut state, "Mud Bay", &[6]);
    let mud_bay = at(&state, "Mud Bay");
    assert!(events.contains(&Event::LocationLost { location: mud_bay }));
    assert_eq!(state.ledger().iter().map(|entry| entry.points).collect::<Vec<_>>(), [5]);
    assert_eq!(state.victory_points(), 5, "counted when the turn ends, R61");
}

#[test]
fn occupied_spaces_three_units_or_fewer_mutiny_on_one_or_two() {
    for face in [1, 2] {
        let mut state = rebellion(&[]);
        check_with(&mut state, "Stuart", &[6, face]);
        assert_eq!(state.control(at(&state, "Stuart")), Control::Enemy);
        assert_eq!(state.unit_place(unit(&state, "Militia 3")), crate::campaign::UnitPlace::Gone);
    }
}

#[test]
fn occupied_spaces_on_three_or_four_an_inland_garrison_retreats_to_the_nearest_place_r44() {
    for face in [3, 4] {
        let mut state = rebellion(&[]);
        let events = check_with(&mut state, "El Obeid", &[6, face]);
        assert!(events.iter().any(|event| matches!(event, Event::UnitsRetreated { to, .. } if *to == at(&state, "Olga"))));
        assert_eq!(state.garrison(at(&state, "Olga")).len(), 2);
        assert_eq!(state.control(at(&state, "El Obeid")), Control::Enemy);
    }
}

#[test]
fn occupied_spaces_on_five_or_six_the_revolt_is_stopped_for_now() {
    for face in [5, 6] {
        let mut state = rebellion(&[]);
        check_with(&mut state, "El Obeid", &[6, face]);
        assert_eq!(state.control(at(&state, "El Obeid")), Control::Native);
        assert_eq!(state.garrison(at(&state, "El Obeid")).len(), 1);
        assert!(!state.unchecked().contains(at(&state, "El Obeid")), "rolled for again next turn, not this");
    }
}

#[test]
fn occupied_spaces_from_a_port_any_friendly_port_may_be_chosen_and_the_phase_waits_r44() {
    let mut state = rebellion(&[]);
    check_with(&mut state, "Stuart", &[6, 3]);
    let Some(Decision::Retreat { choices, .. }) = state.decision().cloned() else { panic!("a choice of ports") };
    assert!(choices.contains(at(&state, "Suakin")) && choices.contains(at(&state, "Friday Harbor")));
    assert!(!choices.contains(at(&state, "Stuart")) && !choices.contains(at(&state, "Tokar")), "itself, and a port in revolt");
    assert!(!choices.contains(at(&state, "Lopez")), "no port");
    assert_eq!(state.permit(Seat::Player, &Order::CheckRevolts), Err(Refusal::DecisionFirst));
    let tokar = at(&state, "Tokar");
    for to in [tokar, LocationId::at(LocationSet::CAPACITY)] {
        assert!(matches!(state.permit(Seat::Player, &Order::Retreat { to }), Err(Refusal::CannotRetreatTo { .. })));
    }
    let to = at(&state, "Roche Harbor");
    state.give(Seat::Player, &Order::Retreat { to }, &mut Dice::scripted(&[])).unwrap();
    assert_eq!(state.garrison(to).len(), 3);
    assert_eq!(state.control(at(&state, "Stuart")), Control::Enemy);
    assert!(state.decision().is_none());
}

#[test]
fn occupied_spaces_a_port_besieged_is_friendly_but_no_inland_retreat_leads_into_a_siege_r44() {
    let mut state = rebellion(&[]);
    let (olga, stuart) = (at(&state, "Olga"), at(&state, "Stuart"));
    state.apply(&Event::SiegeBegan { location: olga });
    assert!(retreat_choices(&state, stuart).contains(olga));
    assert!(!retreat_choices(&state, at(&state, "El Obeid")).contains(olga));
}

#[test]
fn occupied_spaces_a_garrison_with_nowhere_to_go_is_destroyed_r44() {
    let everything: Vec<String> = {
        let state = rebellion(&[]);
        state
            .pack()
            .map
            .locations
            .iter()
            .map(|location| location.name.clone())
            .filter(|name| !["El Obeid", "Tokar"].contains(&name.as_str()))
            .collect()
    };
    let mut state = rebellion(&everything.iter().map(String::as_str).collect::<Vec<_>>());
    let regulars = state.garrison(at(&state, "El Obeid"));
    // Adjacent Olga and all the islands around are in revolt: the face needed is far below 3.
    let events = check_with(&mut state, "El Obeid", &[4, 3]);
    assert!(events.contains(&Event::UnitsDestroyed { location: at(&state, "El Obeid"), units: regulars }));
}

#[test]
fn occupied_spaces_british_units_count_but_never_mutiny_they_retreat_r08() {
    let mut state = rebellion(&[]);
    reinforce(&mut state, "El Obeid", &["Guards 1", "Guards 2"]);
    check_with(&mut state, "El Obeid", &[6, 1]);
    assert_eq!(state.garrison(at(&state, "Olga")).len(), 3, "Olga's battalion and two of the Guards");
    assert_eq!(state.unit_place(unit(&state, "Guards 1")), crate::campaign::UnitPlace::At(state.pack().map.space_of(at(&state, "Olga"))));
    reinforce(&mut state, "Lopez", &["Guards 3", "Guards 4", "Berkshires 1/49"]);
    check_with(&mut state, "Lopez", &[6]);
    assert_eq!(state.siege_level(at(&state, "Lopez")), 1, "one Egyptian and three British are four units: a siege");
}

#[test]
fn sieges_four_units_at_a_place_that_rises_are_besieged_at_level_one() {
    let mut state = rebellion(&[]);
    reinforce(&mut state, "Roche Harbor", &["Militia 4", "Militia 5", "Militia 6"]);
    let events = check_with(&mut state, "Roche Harbor", &[6]);
    assert!(events.contains(&Event::SiegeBegan { location: at(&state, "Roche Harbor") }));
    assert_eq!(state.siege_level(at(&state, "Roche Harbor")), 1);
    assert_eq!(state.control(at(&state, "Roche Harbor")), Control::Native, "R04");
    assert!(state.ledger().is_empty(), "a siege costs no victory points, R04");
}

#[test]
fn sieges_a_besieged_place_is_no_neighbour_in_revolt_and_is_not_rolled_for_again_r04() {
    let mut state = rebellion(&[]);
    let roche_harbor = at(&state, "Roche Harbor");
    state.apply(&Event::SiegeBegan { location: roche_harbor });
    assert_eq!(describe(&state, "Sinkat"), (6, vec![]));
    assert!(!to_be_checked(&state).contains(roche_harbor));
}

#[test]
fn important_note_suakin_is_rolled_for_only_while_its_four_neighbours_are_lost_r34() {
    let mut state = rebellion(&["Blakely", "Decatur", "Olga"]);
    let overseas = at(&state, "Suakin");
    assert_eq!(state.permit(Seat::Player, &Order::CheckRevolt { location: overseas }), Err(Refusal::NotRolledFor(overseas)));
    state.apply(&Event::LocationLost { location: at(&state, "Port Stanley") });
    assert_eq!(state.permit(Seat::Player, &Order::CheckRevolt { location: overseas }), Ok(()));
    // Needs 8: +1 Blakely adjacent, +1 Decatur Island all in revolt, +1 rest of its own island.
    assert_eq!(revolt_roll(&state, overseas).face_needed(), Some(5));
}

#[test]
fn pacification_a_place_pacified_by_egyptians_needs_an_eight() {
    let mut state = rebellion(&[]);
    state.pacified.insert(at(&state, "Mud Bay"));
    assert_eq!(describe(&state, "Mud Bay").0, 8);
}

#[test]
fn pacification_a_place_retaken_by_the_british_is_never_rolled_for() {
    let mut state = rebellion(&[]);
    state.allied.insert(at(&state, "Mud Bay"));
    assert!(!to_be_checked(&state).contains(at(&state, "Mud Bay")));
}

#[test]
fn ships_put_to_sea_from_a_port_that_falls_r64() {
    let mut state = rebellion(&[]);
    let port_stanley = at(&state, "Port Stanley");
    let ships = state.ships_in(port_stanley);
    assert_eq!(ships.len(), 1, "the Dongola");
    check_with(&mut state, "Port Stanley", &[6, 1]);
    assert!(state.ships_in(port_stanley).is_empty());
    let area_d = state.pack().map.location(port_stanley).port_on[0];
    assert_eq!(state.ships_at_sea(area_d), ships);
}

#[test]
fn redoubts_and_the_pacified_mark_go_with_the_place() {
    let mut state = rebellion(&[]);
    let mud_bay = at(&state, "Mud Bay");
    state.pacified.insert(mud_bay);
    state.apply(&Event::LocationLost { location: mud_bay });
    state.enemy_held.remove(mud_bay);
    assert_eq!(state.control(mud_bay), Control::Native);
}

#[test]
fn all_at_once_follows_the_random_locations_table_and_takes_one_die_for_each_place_that_can_rise() {
    // Of 25 locations Tokar is in revolt, Suakin waits and three fortresses cannot rise.
    let mut state = rebellion(&[]);
    let mut dice = Dice::scripted(&[1; 20]);
    let events = state.give(Seat::Player, &Order::CheckRevolts, &mut dice).unwrap();
    assert_eq!(dice.finish(), Ok(()), "20 dice");
    let checked: Vec<_> =
        events.iter().filter_map(|event| if let Event::RevoltChecked { location, .. } = event { Some(*location) } else { None }).collect();
    assert_eq!(checked.len(), 23, "all but Tokar and Suakin");
    assert!(checked.is_sorted());
    assert_eq!(state.phase(), Phase::Action { round: 1 });
}

#[test]
fn example_of_play_turn_1_nine_locations_in_revolt_two_mutinies_and_a_retreat_to_olga() {
    let mut state = rebellion(&[]);
    // In the order of the Random Locations table; the Example names who rises and what becomes of the garrisons.
    let rolls: &[(&str, &[u16])] = &[
        ("Stuart", &[6, 1]),
        ("Waldron", &[6, 2]),
        ("El Obeid", &[6, 3]),
        ("Olga", &[3]),
        ("Rosario", &[3]),
        ("Eastsound", &[]),
        ("Orcas Landing", &[3]),
        ("West Sound", &[]),
        ("Deer Harbor", &[5]),
        ("West Beach", &[3]),
        ("Shaw", &[4]),
        ("Blakely", &[6]),
        ("Decatur", &[4]),
        ("Port Stanley", &[4]),
        ("Lopez", &[4]),
        ("Richardson", &[4]),
        ("Mud Bay", &[6]),
        ("False Bay", &[4]),
        ("Ginnis", &[5]),
        ("Tamai", &[4]),
        ("Roche Harbor", &[3]),
        ("Sinkat", &[4]),
        ("Friday Harbor", &[]),
    ];
    let faces: Vec<u16> = rolls.iter().flat_map(|(_, faces)| faces.iter().copied()).collect();
    let mut dice = Dice::scripted(&faces);
    let events = state.give(Seat::Commander, &Order::CheckRevolts, &mut dice).unwrap();
    assert_eq!(dice.finish(), Ok(()));
    let checked: Vec<_> = events
        .iter()
        .filter_map(
            |event| if let Event::RevoltChecked { location, .. } = event { Some(state.pack().location_name(*location)) } else { None },
        )
        .collect();
    assert_eq!(checked, rolls.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let mut in_revolt: Vec<_> = state.enemy_held().iter().map(|location| state.pack().location_name(location)).collect();
    in_revolt.sort_unstable();
    assert_eq!(in_revolt, ["Blakely", "Deer Harbor", "El Obeid", "Ginnis", "Mud Bay", "Stuart", "Tamai", "Tokar", "Waldron"]);
    assert!(state.garrison(at(&state, "Stuart")).is_empty() && state.garrison(at(&state, "Waldron")).is_empty());
    assert_eq!(state.garrison(at(&state, "Olga")).len(), 2, "Olga's own unit and El Obeid's");
    assert!(state.besieged().is_empty());
    // The Example's "50 for locations" is these eight and the 5 for Tokar that the track begins with.
    assert_eq!(state.ledger().iter().map(|entry| entry.points).sum::<i16>(), 45);
    assert_eq!(victory::total_with_ledger(&state), 50);
    // Next turn Stuart and Waldron add 1 to every friendly location of San Juan and Orcas.
    for friendly in ["Sinkat", "Roche Harbor", "Rosario", "Olga", "Eastsound"] {
        assert!(describe(&state, friendly).1.iter().any(|modifier| modifier.contains("Island in revolt")), "{friendly}");
    }
}

#[test]
fn a_refused_order_changes_nothing_and_spends_no_die() {
    let mut state = rebellion(&[]);
    let before = state.clone();
    let mut dice = Dice::seeded([3; 32], 0);
    for order in
        [Order::Pass, Order::DrawCards, Order::Retreat { to: at(&before, "Olga") }, Order::CheckRevolt { location: LocationId(200) }]
    {
        assert!(state.give(Seat::Player, &order, &mut dice).is_err());
    }
    assert_eq!(state, before);
    assert_eq!(dice.position(), Some(0));
}

#[test]
fn revolt_adjacent_is_a_path_with_no_third_place_on_it_and_never_across_water_r37() {
    let state = rebellion(&[]);
    let adjacent = |name: &str| -> Vec<&str> {
        state.pack().map.location(at(&state, name)).adjacent.iter().map(|other| state.pack().location_name(other)).collect()
    };
    assert_eq!(adjacent("Ginnis"), ["False Bay", "Tamai"]);
    assert_eq!(adjacent("Lopez"), ["Port Stanley", "Richardson", "Mud Bay"]);
    assert_eq!(adjacent("Friday Harbor"), ["False Bay", "Sinkat"], "not Roche Harbor, which lies beyond Sinkat");
    assert_eq!(adjacent("Tokar"), ["Shaw"], "not Orcas Landing across the water");
    assert!(adjacent("Stuart").is_empty());
}
