//! The laws of the engine, held over many random campaigns.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use engine::campaign::{Ending, Event, Options, Order, Phase, ShipPlace, State, UnitPlace};
use engine::dice::Dice;
use engine::game::{Game, Seat};
use engine::pack::{CardSet, LocationId, Pack, UnitId};
use proptest::prelude::*;

/// Every order that a test may think of: the legal ones, and ones that mostly are not.
fn candidates(state: &State) -> Vec<Order> {
    let mut orders = vec![Order::DrawCards, Order::CheckRevolts, Order::Pass];
    for scenario in ["uprising", "reconquest", "nonsense"] {
        for random_start in [false, true] {
            orders.push(Order::SetUp { scenario: scenario.to_owned(), options: Options { random_start } });
        }
    }
    for location in (0..state.pack().map.locations.len() + 3).chain([63, 64, 255]).map(LocationId::at) {
        orders.push(Order::CheckRevolt { location });
        orders.push(Order::Retreat { to: location });
    }
    orders
}

fn conserved(state: &State) {
    let pack = state.pack();
    for space in pack.map.space_ids() {
        for unit in state.units_at(space).iter() {
            assert_eq!(state.unit_place(unit), UnitPlace::At(space), "a unit is where the map says");
        }
    }
    let on_map: usize = pack.map.space_ids().map(|space| state.units_at(space).len()).sum();
    let placed = (0..pack.roster.units.len()).filter(|unit| matches!(state.unit_place(UnitId::at(*unit)), UnitPlace::At(_))).count();
    assert_eq!(on_map, placed, "no unit is twice on the map");
    for location in pack.map.location_ids() {
        if !state.control(location).is_held() {
            assert!(state.garrison(location).is_empty() && state.siege_level(location) == 0, "nobody of ours in a place that is lost");
            assert!(state.ships_in(location).is_empty());
        }
        assert_eq!(state.besieged().contains(location), state.siege_level(location) > 0);
    }
    for ship in 0..pack.roster.ships.len() {
        if let ShipPlace::Port(port) = state.ship_place(engine::pack::ShipId::at(ship)) {
            assert!(pack.map.location(port).is_port());
        }
    }
    let piles = [state.draw_pile(), state.hand(), state.discard_pile(), state.removed_cards()];
    let union = piles.iter().fold(CardSet::EMPTY, |all, pile| all.union(*pile));
    assert_eq!(union.len(), piles.iter().map(|pile| pile.len()).sum::<usize>(), "no card is in two piles");
}

/// Plays a campaign by choosing among the legal orders; gives the events.
fn play(seed: [u8; 32], choices: &[u8], mut look: impl FnMut(&State, &[Order])) -> (State, Vec<Event>) {
    let mut state = State::new(Pack::embedded().unwrap());
    let mut dice = Dice::seeded(seed, 0);
    let mut journal = Vec::new();
    let mut choices = choices.iter().cycle();
    for _ in 0..5_000 {
        let mut orders = Vec::new();
        state.legal_orders(Seat::Player, &mut orders);
        look(&state, &orders);
        if orders.is_empty() {
            break;
        }
        let order = orders[usize::from(*choices.next().unwrap()) % orders.len()].clone();
        journal.extend(state.give(Seat::Player, &order, &mut dice).unwrap());
    }
    (state, journal)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn listed_means_accepted_and_not_listed_means_refused_with_nothing_changed(seed in any::<[u8; 32]>(), choices in prop::collection::vec(any::<u8>(), 1..40)) {
        play(seed, &choices, |state, listed| {
            for order in candidates(state) {
                let mut after = state.clone();
                let mut dice = Dice::seeded([9; 32], 0);
                let mut events = Vec::new();
                let permitted = state.permit(Seat::Player, &order).is_ok();
                assert_eq!(permitted, listed.contains(&order), "{order:?} in {:?}", state.phase());
                if permitted {
                    after.resolve(&order, &mut dice, &mut events);
                    assert!(!events.is_empty(), "an order leaves a trace");
                } else {
                    assert!(after.give(Seat::Player, &order, &mut dice).is_err());
                    assert_eq!(&after, state);
                    assert_eq!(dice.position(), Some(0), "a refusal never spends a die");
                    let sentence = state.permit(Seat::Player, &order).unwrap_err().sentence(state.pack());
                    assert!(sentence.ends_with('.') && sentence.len() < 400, "{sentence}");
                }
            }
        });
    }

    #[test]
    fn replaying_the_journal_gives_the_live_state_also_through_json(seed in any::<[u8; 32]>(), choices in prop::collection::vec(any::<u8>(), 1..40)) {
        let (live, journal) = play(seed, &choices, |_, _| {});
        let written = serde_json::to_string(&journal).unwrap();
        let read: Vec<Event> = serde_json::from_str(&written).unwrap();
        prop_assert_eq!(&read, &journal);
        let mut replayed = State::new(Pack::embedded().unwrap());
        replayed.replay(&read);
        prop_assert_eq!(replayed, live);
    }

    #[test]
    fn units_ships_and_cards_are_conserved_and_every_campaign_ends_by_its_last_turn(seed in any::<[u8; 32]>(), choices in prop::collection::vec(any::<u8>(), 1..40)) {
        let (end, _) = play(seed, &choices, |state, orders| {
            conserved(state);
            assert!(state.turn() <= 20);
            assert!(!orders.is_empty() || state.ending().is_some(), "no dead end before an ending");
            assert!(state.hand().len() <= 7);
        });
        prop_assert!(end.ending().is_some());
    }
}

#[test]
fn the_hand_is_filled_to_seven_and_hicks_waits_for_turn_2_r13() {
    for seed in 0..20 {
        let (_, journal) = play([seed; 32], &[0], |state, _| {
            if state.turn() == 1 && state.phase() != Phase::SetUp {
                assert!(!state.draw_pile().contains(engine::pack::CardNumber(36)) && !state.hand().contains(engine::pack::CardNumber(36)));
            }
        });
        let drawn_on_turn_1 = journal
            .iter()
            .take_while(|event| !matches!(event, Event::TurnBegan { turn: 2 }))
            .filter(|event| matches!(event, Event::CardDrawn { .. }))
            .count();
        assert_eq!(drawn_on_turn_1, 7);
        if journal.iter().any(|event| matches!(event, Event::TurnBegan { turn: 2 })) {
            assert!(
                journal.iter().any(|event| matches!(event, Event::CardsEntered { cards } if cards.contains(engine::pack::CardNumber(36))))
            );
        }
    }
}

#[test]
fn victory_or_defeat_a_campaign_nobody_fights_is_lost_or_drawn() {
    let endings: Vec<_> = (0..10).map(|seed| play([seed; 32], &[0], |_, _| {}).0.ending().unwrap()).collect();
    assert!(endings.iter().all(|ending| matches!(ending, Ending::Defeat | Ending::Draw)), "{endings:?}");
}

#[test]
fn a_campaign_set_up_with_the_random_start_begins_where_the_die_says() {
    for (face, place) in [(1, "Mud Bay"), (2, "Rosario"), (3, "Deer Harbor"), (4, "Ginnis"), (5, "Tamai"), (6, "Stuart")] {
        let mut state = State::new(Pack::embedded().unwrap());
        let order = Order::SetUp { scenario: "uprising".into(), options: Options { random_start: true } };
        state.give(Seat::Player, &order, &mut Dice::scripted(&[face])).unwrap();
        let in_revolt: Vec<_> = state.mahdist().iter().map(|location| state.pack().location_name(location)).collect();
        assert_eq!(in_revolt, [place]);
        assert!(state.mahdist().iter().all(|location| state.garrison(location).is_empty()), "the militia at Stuart goes over");
    }
}
