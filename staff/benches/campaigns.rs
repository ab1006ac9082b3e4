//! How many orders a second, and how many whole campaigns: a random staff that chooses each order from the legal ones, which is then
//! permitted, resolved and applied; and what each of those steps takes.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::campaign::Seat;
use engine::campaign::{Options, Order, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;
use staff::simulate::{Battles, Plan, Which, play};

fn plan(staff: Which) -> Plan {
    Plan {
        pack: Pack::embedded().unwrap(),
        scenario: "uprising".to_owned(),
        options: Options::default(),
        staff,
        battles: Battles::Dice,
        seed: 1,
    }
}

/// Campaigns measured together, so that long and short ones even out.
const CAMPAIGNS: u64 = 100;

fn whole_campaigns(c: &mut Criterion) {
    for (name, which) in [("random", Which::Random), ("cautious", Which::Cautious)] {
        let plan = plan(which);
        let orders: u64 = (0..CAMPAIGNS).map(|seed| play(&plan, seed).orders).sum();
        let mut group = c.benchmark_group(format!("{name} staff"));
        group.sample_size(20);
        group.throughput(Throughput::Elements(CAMPAIGNS));
        group.bench_function("campaigns", |b| b.iter(|| (0..CAMPAIGNS).map(|seed| play(&plan, seed).orders).sum::<u64>()));
        group.throughput(Throughput::Elements(orders));
        group.bench_function("orders", |b| b.iter(|| (0..CAMPAIGNS).map(|seed| play(&plan, seed).orders).sum::<u64>()));
        group.finish();
    }
}

/// Positions met on the way through campaigns.
fn positions() -> Vec<State> {
    let mut positions = Vec::new();
    for seed in 0..20_u8 {
        let mut state = State::new(Pack::embedded().unwrap());
        let mut dice = Dice::seeded([seed; 32], 0);
        let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        state.give(Seat::Commander, &set_up, &mut dice).unwrap();
        let mut staff = staff::Random::new(seed.into());
        while state.ending().is_none() {
            let mut orders = Vec::new();
            state.legal_orders(Seat::Commander, &mut orders);
            let order = orders[staff.below(orders.len())].clone();
            state.give(Seat::Commander, &order, &mut dice).unwrap();
            if state.ending().is_none() && staff.below(20) == 0 {
                positions.push(state.clone());
            }
        }
    }
    positions
}

fn steps(c: &mut Criterion) {
    let positions = positions();
    let mut staff = staff::Random::new(9);
    let chosen: Vec<(State, Order)> = positions
        .iter()
        .map(|state| {
            let mut orders = Vec::new();
            state.legal_orders(Seat::Commander, &mut orders);
            (state.clone(), orders[staff.below(orders.len())].clone())
        })
        .collect();
    let mut group = c.benchmark_group("an order, on average");
    let mut orders = Vec::new();
    positions.iter().for_each(|state| state.legal_orders(Seat::Commander, &mut orders));
    // For each order listed, since which positions are met changes with the rules.
    group.throughput(Throughput::Elements(orders.len() as u64));
    group.bench_function("legal_orders", |b| {
        b.iter(|| {
            let mut count = 0;
            for state in &positions {
                orders.clear();
                state.legal_orders(Seat::Commander, &mut orders);
                count += orders.len();
            }
            count
        });
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("permit", |b| {
        b.iter(|| chosen.iter().filter(|(state, order)| state.permit(Seat::Commander, order).is_ok()).count());
    });
    group.bench_function("clone, resolve and apply", |b| {
        b.iter(|| {
            let mut count = 0;
            let mut dice = Dice::seeded([3; 32], 0);
            for (state, order) in &chosen {
                let mut after = state.clone();
                let mut events = Vec::new();
                after.resolve(order, &mut dice, &mut events);
                count += events.len();
            }
            count
        });
    });
    group.bench_function("clone alone", |b| b.iter(|| chosen.iter().map(|(state, _)| state.clone()).collect::<Vec<_>>().len()));
    group.finish();
}

criterion_group!(benches, whole_campaigns, steps);
criterion_main!(benches);
