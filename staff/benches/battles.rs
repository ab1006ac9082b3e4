//! What a gridded battle costs: whole ones by the plain staff, orders by the random one, and the steps of an order by themselves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, missing_docs)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::seat::Seat;
use engine::tabletop::state::State;
use staff::Random;
use staff::tabletop::skirmish::{Skirmish, Which};

fn set_up(key: &str) -> Order {
    Order::SetUp(Arc::new(SetUp { battle: Battle::Scenario(key.to_owned()), options: Options::default() }))
}

/// A battle begun, both sides as they are laid out.
fn begun(key: &str, dice: &mut Dice) -> State {
    let mut state = State::opening(&BattlePack::embedded().unwrap());
    let mut events = Vec::new();
    state.resolve(&set_up(key), dice, &mut events);
    while let Some(side) = state.side_asked().filter(|_| state.turn == 0) {
        state.resolve(&Order::Ready(side), dice, &mut events);
    }
    state
}

/// Plays a battle by random orders; how many were given.
fn random_battle(key: &str, seed: u64) -> u64 {
    let mut dice = Dice::seeded([seed as u8; 32], 0);
    let mut state = begun(key, &mut dice);
    let (mut random, mut events, mut legal, mut orders) = (Random::new(seed), Vec::new(), Vec::new(), 0);
    while let Some(seat) = state.waits_for() {
        legal.clear();
        state.legal_orders(seat, &mut legal);
        events.clear();
        let order = legal.swap_remove(random.below(legal.len()));
        state.resolve(&order, &mut dice, &mut events);
        orders += 1;
    }
    orders
}

fn battles(criterion: &mut Criterion) {
    let pack = BattlePack::embedded().unwrap();
    let mut group = criterion.benchmark_group("battles");
    group.sample_size(20);
    for scenario in &pack.scenarios {
        let plan = Skirmish {
            pack: pack.clone(),
            battle: Battle::Scenario(scenario.key.clone()),
            options: Options::default(),
            staffs: [Which::Plain, Which::Plain],
            seed: 1,
        };
        let mut number = 0;
        group.bench_function(format!("plain against plain, {}", scenario.key), |bencher| {
            bencher.iter(|| {
                number += 1;
                black_box(plan.play(number % 50).orders)
            });
        });
        let orders = (0..20).map(|seed| random_battle(&scenario.key, seed)).sum();
        group.throughput(Throughput::Elements(orders));
        group.bench_function(format!("random orders, {}", scenario.key), |bencher| {
            bencher.iter(|| (0..20).map(|seed| random_battle(&scenario.key, seed)).sum::<u64>());
        });
    }
    group.finish();
}

/// Random orders again, for comparing builds where others use the machine too: the fastest of many rounds hardly differs from run to run. Like
/// any other, not where something else is named.
fn fastest(_: &mut Criterion) {
    if std::env::args().skip(1).any(|argument| !argument.starts_with('-') && !"fastest".contains(&argument)) {
        return;
    }
    for scenario in &BattlePack::embedded().unwrap().scenarios {
        let a_second = |_| {
            let begun = Instant::now();
            let orders: u64 = (0..20).map(|seed| random_battle(&scenario.key, seed)).sum();
            orders as f64 / begun.elapsed().as_secs_f64()
        };
        let fastest = (0..100).map(a_second).fold(0.0, f64::max);
        println!("random orders, {}: {fastest:.0} a second in the fastest of a hundred rounds", scenario.key);
    }
}

fn steps(criterion: &mut Criterion) {
    let mut dice = Dice::seeded([3; 32], 0);
    let mut state = begun("form square", &mut dice);
    let mut random = Random::new(3);
    let (mut events, mut legal) = (Vec::new(), Vec::new());
    while let Some(seat) = state.waits_for().filter(|_| state.turn < 4 || state.active().is_none()) {
        legal.clear();
        state.legal_orders(seat, &mut legal);
        let order = legal.swap_remove(random.below(legal.len()));
        state.resolve(&order, &mut dice, &mut events);
    }
    let Some(seat) = state.waits_for() else { return };
    let mut group = criterion.benchmark_group("a step of a battle");
    group.bench_function("copy", |bencher| bencher.iter(|| black_box(state.clone())));
    group.bench_function("view", |bencher| bencher.iter(|| black_box(state.view(Seat::Ours))));
    group.bench_function("legal orders", |bencher| {
        bencher.iter(|| {
            legal.clear();
            state.legal_orders(seat, &mut legal);
            black_box(legal.len())
        });
    });
    legal.clear();
    state.legal_orders(seat, &mut legal);
    let orders = legal.clone();
    group.throughput(Throughput::Elements(orders.len() as u64));
    group.bench_function("permit each of them", |bencher| {
        bencher.iter(|| orders.iter().filter(|order| state.permit(seat, order).is_ok()).count());
    });
    group.bench_function("resolve each of them, on a copy", |bencher| {
        bencher.iter(|| {
            for order in &orders {
                let mut copy = state.clone();
                events.clear();
                copy.resolve(order, &mut Dice::seeded([3; 32], 0), &mut events);
                black_box(&copy);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, battles, fastest, steps);
criterion_main!(benches);
