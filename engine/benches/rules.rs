//! How long the rules take: a whole revolt phase, an order in its parts, the replay of a journal, a whole campaign.
//!
//! Every campaign here is played with the dice of one seed, so that two runs measure the same work.
#![allow(missing_docs, clippy::unwrap_used)]

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::campaign::Seat;
use engine::campaign::rules::rebellion;
use engine::campaign::{Event, Options, Order, Phase, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;

/// The turns that the campaign measured lasts.
const TURNS: u8 = 12;

/// The first seed whose campaign, played as [`play`] plays, lasts so many turns, and whose second rebellion is rolled through without a
/// garrison's question. Which it is changes with the rules.
static SEED: LazyLock<[u8; 32]> = LazyLock::new(|| {
    let mut seeds = (0..u32::MAX).map(|number| {
        let mut seed = [119; 32];
        seed[..4].copy_from_slice(&number.to_le_bytes());
        seed
    });
    let suits = |seed: &[u8; 32]| {
        let (mut state, mut dice) = (State::new(Pack::embedded().unwrap()), Dice::seeded(*seed, 0));
        play(&mut state, &mut dice, |state| state.turn() == MIDDLE && state.phase() == Phase::Rebellion);
        let mut rolled = state.clone();
        rolled.resolve(&Order::CheckRevolts, &mut dice, &mut Vec::new());
        if rolled.phase() != (Phase::Action { round: 1 }) {
            return false;
        }
        let (mut state, mut dice) = (State::new(Pack::embedded().unwrap()), Dice::seeded(*seed, 0));
        play(&mut state, &mut dice, |_| false);
        state.ending().is_some() && state.turn() == TURNS
    };
    seeds.find(suits).unwrap()
});

/// The events after which a campaign is given up: some go on for ever.
const MOST_EVENTS: usize = 20_000;

/// The turn of the revolt phase measured: neighbours in revolt add to the rolls already, and most places still stand.
const MIDDLE: u8 = 2;

/// Settings for all groups: a minute in all.
fn settings() -> Criterion {
    Criterion::default().sample_size(50).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_millis(2_500))
}

fn set_up() -> Order {
    Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() }
}

/// The uprising before its first order, and dice for it.
fn beginning() -> (State, Dice) {
    (State::new(Pack::embedded().unwrap()), Dice::seeded(*SEED, 0))
}

/// Plays the uprising until `enough` or the campaign's end, each time by the legal order to which the number of events so far points;
/// gives what happened. (Always the first would never end: one force can be picked up instead of another for ever.)
fn play(state: &mut State, dice: &mut Dice, enough: impl Fn(&State) -> bool) -> Vec<Event> {
    let mut journal = state.give(Seat::Commander, &set_up(), dice).unwrap();
    let mut orders = Vec::new();
    while !enough(state) && journal.len() < MOST_EVENTS {
        orders.clear();
        state.legal_orders(Seat::Commander, &mut orders);
        let Some(order) = journal.len().checked_rem(orders.len()).and_then(|which| orders.get(which)) else { break };
        state.resolve(order, dice, &mut journal);
    }
    journal
}

/// The campaign in the Rebellion phase of its [`MIDDLE`] turn, nothing rolled for yet, and the dice at hand then.
fn in_rebellion() -> (State, Dice) {
    let (mut state, mut dice) = beginning();
    play(&mut state, &mut dice, |state| state.turn() == MIDDLE && state.phase() == Phase::Rebellion);
    let mut rolled = state.clone();
    rolled.resolve(&Order::CheckRevolts, &mut Dice::seeded(*SEED, dice.position().unwrap()), &mut Vec::new());
    assert_eq!(rolled.phase(), Phase::Action { round: 1 }, "all of the phase is measured, not a part before a retreat");
    (state, dice)
}

/// All the rolls of a Rebellion phase.
fn revolt_phase(c: &mut Criterion) {
    let (state, dice) = in_rebellion();
    let position = dice.position().unwrap();
    let mut events = Vec::new();
    state.clone().resolve(&Order::CheckRevolts, &mut Dice::seeded(*SEED, position), &mut events);
    let mut group = c.benchmark_group("revolt phase");
    // A roll that brings a revolt costs more than one that does not: how many do changes with the seed.
    group.throughput(Throughput::Elements(events.len() as u64));
    // On a copy, which is measured by itself below: copies made beforehand, in batches, would measure the allocator.
    group.bench_function("every roll of turn 2", |b| {
        b.iter(|| {
            let mut after = state.clone();
            events.clear();
            after.resolve(&Order::CheckRevolts, &mut Dice::seeded(*SEED, position), &mut events);
            (after.turn(), events.len())
        });
    });
    group.throughput(Throughput::Elements(rebellion::due_now(&state).len() as u64));
    group.bench_function("every roll with its modifiers, not thrown", |b| {
        b.iter(|| {
            for place in rebellion::due_now(&state).iter() {
                black_box(rebellion::revolt_roll(&state, place));
            }
        });
    });
    group.finish();
}

/// What the bot does for one order: permit, resolve on a copy; and on its next start, apply what was written down.
fn order(c: &mut Criterion) {
    let (state, dice) = in_rebellion();
    let position = dice.position().unwrap();
    let mut events = Vec::new();
    state.clone().resolve(&Order::CheckRevolts, &mut Dice::seeded(*SEED, position), &mut events);
    let mut group = c.benchmark_group("order: permit, resolve, apply");
    group.bench_function("permit", |b| b.iter(|| black_box(&state).permit(Seat::Commander, black_box(&Order::CheckRevolts))));
    group.bench_function("copy of the state", |b| b.iter(|| black_box(&state).clone()));
    group.bench_function("permit, copy and resolve", |b| {
        b.iter(|| {
            state.permit(Seat::Commander, &Order::CheckRevolts).unwrap();
            let mut after = state.clone();
            let mut events = Vec::new();
            after.resolve(&Order::CheckRevolts, &mut Dice::seeded(*SEED, position), &mut events);
            (after, events)
        });
    });
    let mut orders = Vec::with_capacity(32);
    state.legal_orders(Seat::Commander, &mut orders);
    // For each of them, since how many there are then changes with the rules.
    group.throughput(Throughput::Elements(orders.len() as u64));
    group.bench_function("legal orders", |b| {
        b.iter(|| {
            orders.clear();
            state.legal_orders(Seat::Commander, &mut orders);
            orders.len()
        });
    });
    group.throughput(Throughput::Elements(events.len() as u64));
    group.bench_function("copy and apply its events", |b| {
        b.iter(|| {
            let mut after = state.clone();
            after.replay(&events);
            after.turn()
        });
    });
    group.finish();
}

/// What a restart does: the events of twelve turns, applied to a new state, also read from JSON first.
fn replay(c: &mut Criterion) {
    let (mut state, mut dice) = beginning();
    let journal = play(&mut state, &mut dice, |_| false);
    assert!(state.ending().is_some() && state.turn() == TURNS, "the campaign measured lasts twelve turns, not {}", state.turn());
    let written = serde_json::to_string(&journal).unwrap();
    let mut group = c.benchmark_group("replay of a journal");
    group.throughput(Throughput::Elements(journal.len() as u64));
    group.bench_function("twelve turns", |b| {
        b.iter(|| {
            let (mut again, _) = beginning();
            again.replay(&journal);
            again
        });
    });
    group.bench_function("twelve turns from JSON", |b| {
        b.iter(|| {
            let (mut again, _) = beginning();
            again.replay(&serde_json::from_str::<Vec<Event>>(&written).unwrap());
            again
        });
    });
    group.bench_function("twelve turns to JSON", |b| b.iter(|| serde_json::to_string(&journal).unwrap()));
    group.finish();
}

/// A campaign from set-up to its end, as simulated players will play it.
fn whole_campaign(c: &mut Criterion) {
    let mut group = c.benchmark_group("whole campaign");
    let (mut state, mut dice) = beginning();
    // For each event, since how many there are changes with the rules.
    group.throughput(Throughput::Elements(play(&mut state, &mut dice, |_| false).len() as u64));
    group.bench_function("every order by the number of events", |b| {
        b.iter(|| {
            let (mut state, mut dice) = beginning();
            let journal = play(&mut state, &mut dice, |_| false);
            (state, journal)
        });
    });
    group.finish();
}

criterion_group! { name = benches; config = settings(); targets = revolt_phase, order, replay, whole_campaign }
criterion_main!(benches);
