//! What holds in every card game, whatever is ordered, with random settings, played by random orders.
//!
//! `CARD_GAMES=10000` plays so many for each law instead of the usual few.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::event::Event;
use engine::card_game::options::{Like, Options, WipedOut};
use engine::card_game::order::Order;
use engine::card_game::pack::CardPack;
use engine::card_game::region::Region;
use engine::card_game::state::{Phase, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng};

const SEATS: [Seat; 3] = [Seat::Ours, Seat::Enemy, Seat::Umpire];

fn number(usual: u64) -> u64 {
    std::env::var("CARD_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn options(random: &mut SmallRng) -> Options {
    Options {
        like: [Like::Name, Like::Type, Like::Off][random.random_range(0..3_usize)],
        river_in_the_west: random.random_bool(0.5),
        tactics_at_once: random.random_bool(0.5),
        wiped_out: [WipedOut::SurvivorControls, WipedOut::NoChange, WipedOut::RollOn][random.random_range(0..3_usize)],
        random_losses: random.random_bool(0.3),
        advantage_again: random.random_bool(0.5),
    }
}

fn kind(of: &impl serde::Serialize) -> String {
    match serde_json::to_value(of).unwrap() {
        serde_json::Value::Object(object) => object.into_iter().next().map(|(key, _)| key).unwrap_or_default(),
        value => value.as_str().unwrap_or_default().to_owned(),
    }
}

struct Played {
    opening: State,
    state: State,
    orders: Vec<(Seat, Order)>,
    events: Vec<Event>,
}

fn play(seed: u64, mut look: impl FnMut(&State, Seat, &[Order], &mut SmallRng)) -> Played {
    let opening = State::opening(&CardPack::embedded().unwrap());
    let mut state = opening.clone();
    let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
    let mut random = SmallRng::seed_from_u64(seed);
    let (mut orders, mut events, mut legal) = (Vec::new(), Vec::new(), Vec::new());
    let options = if seed.is_multiple_of(2) { Options::default() } else { options(&mut random) };
    let mut next = (Seat::Umpire, Order::SetUp(options));
    loop {
        events.extend(state.give(next.0, &next.1, &mut dice).unwrap_or_else(|refusal| panic!("{:?} was listed: {refusal}", next.1)));
        orders.push(next);
        assert!(orders.len() < 5_000, "seed {seed}: no end");
        let acting = state.acting();
        if acting.is_empty() {
            assert!(state.is_over(), "seed {seed}: a dead end in {:?}", state.phase);
            return Played { opening, state, orders, events };
        }
        let seat = acting[random.random_range(0..acting.len())];
        legal.clear();
        state.legal_orders(seat, &mut legal);
        assert!(!legal.is_empty(), "seed {seed}: a dead end in {:?}", state.phase);
        look(&state, seat, &legal, &mut random);
        let mut standing = state.standing_orders(seat);
        standing.retain(|order| !matches!(order, Order::Concede(_)) || random.random_bool(0.1));
        let order = if !standing.is_empty() && random.random_bool(0.01) {
            standing.swap_remove(random.random_range(0..standing.len()))
        } else {
            legal[random.random_range(0..legal.len())].clone()
        };
        next = (seat, order);
    }
}

#[test]
fn every_game_ends_and_its_events_replayed_and_its_orders_given_again_are_the_same_game() {
    for seed in 0..number(150) {
        let played = play(seed, |_, _, _, _| {});
        let text = serde_json::to_string(&played.events).unwrap();
        let read: Vec<Event> = serde_json::from_str(&text).unwrap();
        assert_eq!(read, played.events);
        let mut again = played.opening.clone();
        again.replay(&read);
        assert_eq!(again, played.state, "seed {seed}");
        let (mut given, mut events) = (played.opening, Vec::new());
        let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
        for (seat, order) in &played.orders {
            assert_eq!(given.giver(order), *seat);
            events.extend(given.give(*seat, order, &mut dice).unwrap());
        }
        assert_eq!(events, played.events, "seed {seed}");
        assert!(matches!(given.phase, Phase::Over(_)) && given.turn <= 9);
    }
}

/// Any order of a side, sensible or not.
fn any_order(random: &mut SmallRng) -> Order {
    let side = Side::BOTH[random.random_range(0..2_usize)];
    let card = CardId(random.random_range(0..29));
    let mut region = || Region::ALL[random.random_range(0..5_usize)];
    let (from, to) = (region(), region());
    match random.random_range(0..9) {
        0 => Order::Relieve { side, cards: (0..random.random_range(0..6)).map(|_| CardId(random.random_range(0..28))).collect() },
        1 => Order::Lay { side, card, region: from },
        2 => Order::Deployed(side),
        3 => Order::March { side, card, from, to },
        4 => Order::PlayMovement { side, card },
        5 => Order::Travelled(side),
        6 => Order::PlayTactics { side, card },
        7 => Order::Pass(side),
        _ => Order::Lose { side, card },
    }
}

#[test]
fn what_is_listed_is_accepted_and_what_is_not_listed_refused_without_a_trace() {
    for seed in 1_000..1_000 + number(60) {
        play(seed, |state, _, _, random| {
            for seat in SEATS {
                let mut listed = Vec::new();
                state.legal_orders(seat, &mut listed);
                assert!(listed.is_empty() || state.acting().contains(&seat));
                for order in listed.iter().chain(&state.standing_orders(seat)) {
                    assert_eq!(state.permit(seat, order), Ok(()), "{order:?}");
                }
                for _ in 0..20 {
                    let order = any_order(random);
                    assert_eq!(state.permit(seat, &order).is_ok(), listed.contains(&order), "{order:?} of {seat:?} in {:?}", state.phase);
                    if !listed.contains(&order) {
                        let mut same = state.clone();
                        assert!(same.give(seat, &order, &mut Dice::scripted(&[])).is_err() && same == *state);
                    }
                }
            }
        });
    }
}

#[test]
fn no_card_is_lost_or_doubled_no_boat_is_in_the_west_and_no_region_has_two_leaders_or_flags() {
    use engine::card_game::pack::Arm;
    for seed in 2_000..2_000 + number(100) {
        play(seed, |state, _, _, _| {
            for side in Side::BOTH {
                let army = state.army(side);
                let piles = army.laid.iter().map(|pile| pile.cards).chain(army.ready).chain(army.moved);
                let mut all = piles.fold(army.deck.and(&army.hand.cards).and(&army.discards), |all, cards| all.and(&cards));
                if let Phase::Conflict(conflict) = state.phase {
                    conflict.declared[side as usize].flatten().iter().for_each(|card| all.add(*card, 1));
                }
                assert_eq!(all, state.pack.all(side), "seed {seed}");
                for region in Region::ALL {
                    let here: Cards = state.units(side, region).and(&army.laid[region as usize].cards);
                    let count = |arm: Arm| here.iter().filter(|card| state.card(side, *card).unwrap().arm == arm).count();
                    assert!(count(Arm::Leader) <= 1 && count(Arm::Flag) <= 1, "seed {seed}");
                    assert!(region != Region::West || count(Arm::Boat) == 0, "seed {seed}");
                }
            }
        });
    }
}

/// Shuffling, a seat taken and all five regions are too seldom reached by random play to be counted on: tests of the rules reach them.
#[test]
fn every_order_event_card_and_ending_occurs() {
    let mut seen = BTreeSet::new();
    let pack = CardPack::embedded().unwrap();
    let mut drawn = [BTreeSet::new(), BTreeSet::new()];
    for seed in 3_000..3_000 + number(300) {
        let played = play(seed, |_, _, _, _| {});
        seen.extend(played.orders.iter().map(|(_, order)| format!("order {}", kind(order))));
        for event in &played.events {
            seen.insert(format!("event {}", kind(event)));
            match event {
                Event::Drew { side, card: Some(card), .. } => {
                    drawn[*side as usize].insert(*card);
                }
                Event::Ended(outcome) => {
                    seen.insert(format!("ending {}", kind(&outcome.by)));
                }
                _ => {}
            }
        }
    }
    let orders = "set_up relieve lay deployed march play_movement travelled play_tactics pass lose stand concede";
    let events = "set_up turn_began drew relieving discarded contested laid deployed revealed march_rolled movement_played marched \
                  travelled unopposed conflict_began declared unveiled advantage conflict_rolled must_lose lost conflict_ended stands ended";
    let wanted = orders.split_whitespace().map(|name| format!("order {name}"));
    let wanted = wanted.chain(events.split_whitespace().map(|name| format!("event {name}")));
    let wanted: BTreeSet<String> = wanted.chain(["ending turns".to_owned(), "ending conceded".to_owned()]).collect();
    let missing: Vec<&String> = wanted.iter().filter(|name| !seen.contains(*name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    for side in Side::BOTH {
        assert_eq!(drawn[side as usize].len(), pack.deck(side).len());
    }
}

/// Another game that differs only in what the other side of `of` may not see: its hand, its face-down cards, its choices.
fn twin(state: &State, of: Side, random: &mut SmallRng) -> State {
    let mut twin = state.clone();
    let army = &mut twin.armies[of as usize];
    let mut free = army.deck.and(&army.hand.cards);
    army.laid.iter().for_each(|pile| free = free.and(&pile.cards));
    let mut deal = |count: u8| -> Cards {
        let mut dealt = Cards::NONE;
        for _ in 0..count {
            let card = free.iter().nth(random.random_range(0..usize::from(free.len()))).unwrap();
            free.take(card);
            dealt.add(card, 1);
        }
        dealt
    };
    army.hand.cards = deal(army.hand.cards.len());
    for pile in &mut army.laid {
        pile.cards = deal(pile.cards.len());
    }
    army.deck = free;
    army.relief = army.relief.map(|_| Cards::NONE);
    (army.passes, army.weakest_falls) = (random.random_bool(0.5), random.random_bool(0.5));
    twin
}

#[test]
fn views_and_what_is_listed_leak_nothing_and_shown_events_lead_to_what_is_seen() {
    for seed in 4_000..4_000 + number(80) {
        let played = play(seed, |state, seat, legal, random| {
            let Some(side) = seat.side() else { return };
            let twin = twin(state, side.other(), random);
            assert_eq!(state.view(seat), twin.view(seat), "seed {seed}");
            let mut listed = Vec::new();
            twin.legal_orders(seat, &mut listed);
            assert_eq!(listed, legal, "seed {seed}");
            listed.clear();
            state.view(seat).state().legal_orders(seat, &mut listed);
            assert_eq!(listed, legal, "seed {seed}: what is listed follows from what is seen");
        });
        let mut state = played.opening.clone();
        let mut seen = SEATS.map(|seat| state.view(seat).state().clone());
        for event in &played.events {
            state.apply(event);
            if state.is_over() {
                break;
            }
            for (seat, seen) in SEATS.into_iter().zip(&mut seen) {
                if let Some(event) = state.shown(event, Some(seat)) {
                    seen.apply(&event);
                }
                assert_eq!(*seen, *state.view(seat).state(), "seed {seed}: {event:?} for {seat:?}");
            }
        }
    }
}
