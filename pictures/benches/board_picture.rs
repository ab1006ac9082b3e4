//! How long a picture of a board takes: writing the SVG, drawing it, writing the PNG; by the board's size.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use pictures::board::{Board, around, board_picture};
use pictures::{draw, encode};

#[path = "../tests/boards/mod.rs"]
mod boards;

fn board(c: &mut Criterion) {
    let sizes = [
        ("12 by 8", (12, 8, 12, 14)),
        ("16 by 12", (16, 12, 20, 24)),
        ("24 by 16", (24, 16, 37, 43)),
        ("24 by 16, crowded", (24, 16, 80, 43)),
    ];
    for (name, (columns, rows, ours, enemies)) in sizes {
        let whole = boards::battle(columns, rows, ours, enemies, 4);
        let action = Board { window: around(&whole), ..whole.clone() };
        for (part, board) in [("whole", &whole), ("round the action", &action)] {
            let mut group = c.benchmark_group(format!("board/{name}/{part}"));
            group.sample_size(20);
            let svg = board_picture(board);
            let pixels = draw(&svg).unwrap();
            group.bench_function("svg", |b| b.iter(|| board_picture(board)));
            group.bench_function("drawing", |b| b.iter(|| draw(&svg).unwrap()));
            group.bench_function("png", |b| b.iter(|| encode(&pixels).unwrap()));
            group.bench_function("all", |b| b.iter(|| encode(&draw(&board_picture(board)).unwrap()).unwrap()));
            group.finish();
        }
    }
}

criterion_group!(benches, board);
criterion_main!(benches);
