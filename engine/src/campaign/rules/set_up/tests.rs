//! *Set Up*, *Starting Forces* and *Playing the Re-conquest of the San Juans*, rule by rule.

use super::super::test_kit::{camp, scenario};
use crate::campaign::leaders::GovernorPlace;
use crate::campaign::options::Options;
use crate::campaign::seat::Seat;
use crate::campaign::{Order, Phase, Refusal, State};
use crate::dice::Dice;
use crate::game::Game;
use crate::pack::{CardNumber, Pack, ReplacementPoints};

#[test]
fn set_up_the_starting_forces_by_place() {
    let camp = camp();
    let forces = [
        ("Eastsound", 5, 1),
        ("West Sound", 5, 0),
        ("Suakin", 2, 2),
        ("Roche Harbor", 2, 0),
        ("Friday Harbor", 8, 4),
        ("Port Stanley", 2, 1),
        ("Richardson", 2, 0),
        ("False Bay", 2, 0),
        ("El Obeid", 1, 0),
        ("Olga", 1, 0),
        ("Orcas Landing", 1, 0),
        ("Lopez", 1, 0),
        ("Decatur", 1, 0),
        ("Waldron", 1, 0),
        ("Stuart", 1, 0),
    ];
    for (name, units, ships) in forces {
        let at = camp.at(name);
        assert_eq!((camp.garrison(at).len(), camp.ships_in(at).len()), (units, ships), "{name}");
    }
    assert_eq!(camp.units_ashore().len(), forces.iter().map(|(_, units, _)| units).sum::<usize>(), "and nobody else");
    assert_eq!(camp.ship_place(camp.ship("Kassala")), camp.ship_place(camp.ship("Abu Klea")), "both at Suakin (R14)");
}

#[test]
fn set_up_points_at_five_and_tokar_in_revolt_r53() {
    let camp = camp();
    assert_eq!((camp.victory_points(), camp.turn()), (5, 1));
    assert_eq!(camp.enemy_held().iter().collect::<Vec<_>>(), [camp.at("Tokar")]);
}

#[test]
fn set_up_the_british_cards_hicks_and_gordon_are_set_aside_r13() {
    let camp = camp();
    let deck: Vec<u8> = camp.draw_pile().iter().map(|card| card.0).collect();
    let expected: Vec<u8> = (28..=53).filter(|card| *card != 36).collect();
    assert_eq!(deck, expected);
}

#[test]
fn set_up_happens_once_and_with_options_that_can_be_played() {
    let state = State::new(Pack::embedded().unwrap());
    let order = |key: &str, options| Order::SetUp { scenario: key.into(), options };
    let refused = |order| state.permit(Seat::Player, &order).unwrap_err();
    assert_eq!(refused(order("crimea", Options::default())), Refusal::NoSuchScenario("crimea".into()));
    let random = Options { random_start: true, ..Options::default() };
    assert_eq!(refused(order("reconquest", random)), Refusal::NoRandomStart("reconquest".into()));
    for (steps, each, possible) in [(0, 2, false), (1, 1, true), (12, 12, true), (13, 2, false), (4, 0, false), (4, 13, false)] {
        let options = Options { steps, steps_per_replacement: each, ..Options::default() };
        assert_eq!(state.permit(Seat::Player, &order("uprising", options)).is_ok(), possible, "{steps} {each}");
    }
    assert_eq!(refused(Order::Pass), Refusal::NotSetUp);
    assert_eq!(camp().refused(&order("uprising", Options::default())), Refusal::AlreadySetUp);
}

#[test]
fn optional_rebellion_start_the_die_names_the_place_instead_of_tokar() {
    for (face, place) in (1..).zip(["Mud Bay", "Rosario", "Deer Harbor", "Ginnis", "Tamai", "Stuart"]) {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".into(), options: Options { random_start: true, ..Options::default() } };
        state.give(Seat::Player, &order, &mut Dice::scripted(&[face])).unwrap();
        assert_eq!(state.enemy_held().iter().map(|at| state.pack().location_name(at).to_owned()).collect::<Vec<_>>(), [place]);
    }
}

#[test]
fn playing_the_reconquest_is_set_up_as_printed_r66() {
    let mut camp = scenario("reconquest", Options::default());
    assert_eq!((camp.turn(), camp.victory_points()), (11, 220));
    let (friday_harbor, overseas) = (camp.at("Friday Harbor"), camp.at("Suakin"));
    assert_eq!(camp.held(), [friday_harbor, overseas].into_iter().collect());
    assert_eq!((camp.siege_level(friday_harbor), camp.garrison(friday_harbor).len()), (2, 6));
    assert_eq!(camp.governor().place, GovernorPlace::At(friday_harbor));
    assert_eq!(camp.garrison(overseas).len(), 9, "three regulars, a horse, a battery, and the four of card 5");
    assert_eq!((camp.ships_in(overseas), camp.supply(camp.space("Suakin"))), (camp.fleet_list(), 10));
    assert_eq!(camp.replacements(), ReplacementPoints { native: 3, ..ReplacementPoints::default() });
    assert!(camp.hand().contains(CardNumber(4)) && !camp.draw_pile().contains(CardNumber(21)));
    for gone in [5, 35, 36, 37, 40, 43, 46, 50, 54] {
        assert!(camp.removed_cards().contains(CardNumber(gone)), "card {gone}");
    }
    camp.phase = Phase::Draw;
    camp.give(Order::DrawCards, &[1; 6]);
    assert_eq!(camp.hand().len(), 7);
}
