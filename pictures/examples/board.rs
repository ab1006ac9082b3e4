//! Draws specimen boards as PNG into a folder, full size and as a phone shows them: `cargo run -p pictures --example board -- /tmp`.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use pictures::board::*;
use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

#[path = "../tests/boards/mod.rs"]
mod boards;

/// Milliseconds that this process has had of a processor.
fn cpu() -> f64 {
    let spent = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    spent.split(' ').next().and_then(|spent| spent.parse::<f64>().ok()).unwrap_or_default() / 1e6
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let large = boards::battle(24, 16, 37, 43, 5);
    let medium = boards::battle(16, 12, 20, 24, 9);
    let cropped = |board: &Board| Board { window: around(board), ..board.clone() };
    for (name, board) in [
        ("empty", boards::open(12, 8)),
        ("everything", boards::everything()),
        ("crowded", boards::crowded()),
        ("small", boards::battle(12, 8, 12, 14, 3)),
        ("medium", medium.clone()),
        ("medium-crop", cropped(&medium)),
        ("large", large.clone()),
        ("large-crop", cropped(&large)),
    ] {
        let began = cpu();
        let svg = board_picture(&board);
        let written = cpu();
        drop(pictures::png::parse(&svg).unwrap());
        let read = cpu();
        let pixels = pictures::draw(&svg).unwrap();
        let drawn = cpu();
        let png = pictures::encode(&pixels).unwrap();
        println!(
            "{name}: written in {:.1} ms of CPU, read {:.1}, drawn {:.1}, encoded {:.1}; {} KiB, {}×{}",
            written - began,
            read - written,
            drawn - read,
            cpu() - drawn,
            png.len() / 1024,
            svg.width,
            svg.height
        );
        std::fs::write(folder.join(format!("board-{name}.png")), png).unwrap();
        let scale = 390.0 / pixels.width() as f32;
        let mut small = Pixmap::new(390, (pixels.height() as f32 * scale) as u32).unwrap();
        let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
        // Halved first, so that thin lines are averaged and not left out.
        let mut half = Pixmap::new(pixels.width() / 2, pixels.height() / 2).unwrap();
        let bilinear = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        half.draw_pixmap(0, 0, pixels.as_ref(), &bilinear, Transform::from_scale(0.5, 0.5), None);
        small.draw_pixmap(0, 0, half.as_ref(), &paint, Transform::from_scale(scale * 2.0, scale * 2.0), None);
        std::fs::write(folder.join(format!("board-{name}-390.png")), pictures::encode(&small).unwrap()).unwrap();
        println!("{}\n", alt_text(&board));
    }
}
