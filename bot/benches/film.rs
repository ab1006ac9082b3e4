//! How long the film of a campaign takes: its scenes from the journal, and the drawing of ten turns.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use engine::pack::Pack;
use pictures::film::{FILM_WIDTH, gif};
use pictures::{Extent, MapBackground, USUAL_WIDTH};
use staff::recorded::recorded;
use umpire::drawing::situation::ground;

fn film(c: &mut Criterion) {
    let pack = Pack::embedded().unwrap();
    // A campaign that goes on for so long.
    let rows = (0..)
        .map(|number| recorded(number, 10))
        .find(|rows| rows.iter().flat_map(|row| &row.events).any(|event| matches!(event, engine::campaign::Event::TurnBegan { turn: 10 })));
    let rows = rows.unwrap();
    let orders = || rows.iter().map(|row| row.events.as_slice());
    let background = MapBackground::prepare(&ground(&pack).unwrap(), &Extent::Whole, USUAL_WIDTH).unwrap();
    let film = umpire::drawing::film::film(&pack, orders());
    let bytes = gif(&background, &film, FILM_WIDTH, || true).unwrap().unwrap().len();
    println!("{} scenes, {} KiB", film.scenes.len(), bytes / 1024);
    let mut group = c.benchmark_group("film/ten turns");
    group.sample_size(10);
    group.bench_function("scenes", |b| b.iter(|| umpire::drawing::film::film(&pack, orders())));
    group.bench_function("drawing", |b| b.iter(|| gif(&background, &film, FILM_WIDTH, || true).unwrap()));
    group.finish();
}

criterion_group!(benches, film);
criterion_main!(benches);
