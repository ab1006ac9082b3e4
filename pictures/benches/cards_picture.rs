//! How long a picture of the card game takes: writing the SVG, drawing it, writing the PNG; of a hand and of the table.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use pictures::cards::{Party, hand_picture, table_picture};
use pictures::{Svg, draw, encode};

#[path = "../tests/deals/mod.rs"]
mod deals;

fn measure(c: &mut Criterion, name: &str, picture: impl Fn() -> Svg) {
    let mut group = c.benchmark_group(format!("cards/{name}"));
    group.sample_size(20);
    let svg = picture();
    let pixels = draw(&svg).unwrap();
    group.bench_function("svg", |b| b.iter(&picture));
    group.bench_function("drawing", |b| b.iter(|| draw(&svg).unwrap()));
    group.bench_function("png", |b| b.iter(|| encode(&pixels).unwrap()));
    group.bench_function("all", |b| b.iter(|| encode(&draw(&picture()).unwrap()).unwrap()));
    group.finish();
}

fn cards(c: &mut Criterion) {
    let seven = deals::hand(Party::Enemy, &[0, 3, 5, 9, 12, 16, 20].map(|number| (number, 1, number == 5)));
    let eleven = deals::hand(Party::Ours, &[0, 2, 3, 4, 5, 7, 8, 13, 15, 17, 18].map(|number| (number, 2, number == 5)));
    measure(c, "a hand of 7", || hand_picture(&seven));
    measure(c, "a hand of 11", || hand_picture(&eleven));
    for (name, table) in [("the beginning", deals::beginning()), ("the middle", deals::middle()), ("everything everywhere", deals::worst())]
    {
        measure(c, name, || table_picture(&table));
    }
}

criterion_group!(benches, cards);
criterion_main!(benches);
