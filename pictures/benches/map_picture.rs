//! How long a map picture takes, in its three parts: settling where everything stands and writing the SVG,
//! drawing it over the background kept, and writing the PNG.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use pictures::*;

#[path = "../tests/specimen/mod.rs"]
mod specimen;

fn map_picture(c: &mut Criterion) {
    let ground = specimen::ground();
    let background = MapBackground::prepare(&ground, &Extent::Whole, USUAL_WIDTH).unwrap();
    for (name, situation) in [("rebellion", specimen::rebellion()), ("worst", specimen::worst()), ("marked", specimen::marked())] {
        let pixels = background.draw(&situation).unwrap();
        let mut group = c.benchmark_group(format!("map/{name}"));
        group.bench_function("layout", |b| b.iter(|| background.sheet().moment(&situation)));
        group.bench_function("layout and drawing", |b| b.iter(|| background.draw(&situation).unwrap()));
        let (moment, mut buffers) = (background.sheet().moment(&situation), Buffers::default());
        group.bench_function("drawing and png", |b| b.iter(|| background.png_of(&moment, &mut Buffers::default()).unwrap()));
        group.bench_function("drawing and png, in the same memory", |b| b.iter(|| background.png_of(&moment, &mut buffers).unwrap()));
        group.bench_function("png", |b| b.iter(|| background.encode(&pixels).unwrap()));
        group.finish();
    }
    let mut once = c.benchmark_group("map/once");
    once.sample_size(10);
    once.bench_function("background", |b| {
        b.iter(|| MapBackground::prepare(&ground, &Extent::Whole, USUAL_WIDTH).unwrap());
    });
    once.finish();
}

criterion_group!(benches, map_picture);
criterion_main!(benches);
