//! What a card game costs: whole ones by the plain staff, the random one, and a searching one with few plays.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::card_game::options::Options;
use engine::card_game::pack::CardPack;
use staff::card_game::series::{Series, Which};

fn card_games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("card games");
    group.sample_size(20).throughput(Throughput::Elements(1));
    for (name, which) in [("random", Which::Random), ("plain", Which::Plain), ("searching, 20 plays", Which::Searching(20))] {
        let plan = Series { pack: CardPack::embedded().unwrap(), options: Options::default(), staffs: [which, which], seed: 1 };
        let mut number = 0;
        group.bench_function(format!("{name} against itself"), |bencher| {
            bencher.iter(|| {
                number += 1;
                black_box(plan.play(number % 200).orders)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, card_games);
criterion_main!(benches);
