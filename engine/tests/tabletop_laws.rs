//! What holds in every gridded battle, whatever is ordered: battles of every scenario played by random orders.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::event::Event;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::seat::Seat;
use engine::tabletop::state::State;
use engine::tabletop::unit::Place;
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng};

const SEATS: [Seat; 3] = [Seat::Ours, Seat::Enemy, Seat::Umpire];

/// A battle played by random orders to its end.
struct Played {
    opening: State,
    state: State,
    orders: Vec<(Seat, Order)>,
    events: Vec<Event>,
}

fn play(key: &str, options: Options, seed: u64, mut look: impl FnMut(&State, Seat, &[Order])) -> Played {
    let opening = State::opening(&BattlePack::embedded().unwrap());
    let mut state = opening.clone();
    let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
    let mut random = SmallRng::seed_from_u64(seed);
    let (mut orders, mut events) = (Vec::new(), Vec::new());
    let set_up = Order::SetUp(Box::new(SetUp { battle: Battle::Scenario(key.to_owned()), options }));
    let mut next = Some((Seat::Umpire, set_up));
    let mut legal = Vec::new();
    while let Some((seat, order)) = next.take() {
        events.extend(state.give(seat, &order, &mut dice).unwrap_or_else(|refusal| panic!("{order:?} was listed: {refusal}")));
        orders.push((seat, order));
        assert!(orders.len() < 5_000, "seed {seed}: no end\n{}", state.position);
        let Some(seat) = state.waits_for() else { break };
        legal.clear();
        state.legal_orders(seat, &mut legal);
        look(&state, seat, &legal);
        assert!(!legal.is_empty(), "seed {seed}: a dead end in {:?}\n{}", state.phase, state.position);
        // The set-up would be changed for ever: half the time a side is ready.
        let ready = legal.iter().position(|order| matches!(order, Order::Ready(_)));
        let choice = ready.filter(|_| random.random_bool(0.5)).unwrap_or_else(|| random.random_range(0..legal.len()));
        next = Some((seat, legal[choice].clone()));
    }
    Played { opening, state, orders, events }
}

fn scenarios() -> Vec<String> {
    BattlePack::embedded().unwrap().scenarios.iter().map(|scenario| scenario.key.clone()).collect()
}

#[test]
fn every_battle_ends_and_its_events_replayed_give_the_same_battle() {
    for key in scenarios() {
        for seed in 0..60 {
            let played = play(&key, Options::default(), seed, |_, _, _| {});
            assert!(played.state.is_over());
            let mut again = played.opening.clone();
            again.replay(&played.events);
            assert_eq!(again, played.state, "{key}, seed {seed}");
            let mut dice = Dice::seeded([seed as u8; 32], seed << 20);
            let mut given = played.opening;
            let mut events = Vec::new();
            for (seat, order) in &played.orders {
                assert_eq!(given.giver(order), *seat);
                events.extend(given.give(*seat, order, &mut dice).unwrap());
            }
            assert_eq!(events, played.events, "{key}, seed {seed}");
        }
    }
}

#[test]
fn what_is_listed_is_accepted_and_nothing_is_left_in_disorder() {
    for key in scenarios() {
        for seed in 100..130 {
            play(&key, Options::default(), seed, |state, seat, legal| {
                for order in legal {
                    assert_eq!(state.permit(seat, order), Ok(()), "{order:?}\n{}", state.position);
                    assert_eq!(state.giver(order), seat);
                }
                for other in SEATS.into_iter().filter(|other| *other != seat) {
                    let mut others = Vec::new();
                    state.legal_orders(other, &mut others);
                    assert!(others.iter().all(|order| matches!(order, Order::LetGo(_))), "{other:?} is not waited for: {others:?}");
                    for order in legal {
                        assert!(state.permit(other, order).is_err(), "{other:?} gave {order:?}");
                    }
                }
                for unit in state.position.all() {
                    let of = state.unit(unit);
                    let troop = state.position.troop(unit);
                    assert!(of.figures <= troop.figures.max(troop.flotation));
                    assert!(of.place == Place::Lost || of.figures > 0, "{unit:?} without figures\n{}", state.position);
                }
            });
        }
    }
}
