//! Draws specimen hands and tables of the card game as PNG into a folder, full size and as a phone shows them:
//! `cargo run -p pictures --example cards -- /tmp`.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use pictures::Svg;
use pictures::cards::*;
use resvg::tiny_skia::{FilterQuality, Pixmap, PixmapPaint, Transform};

#[path = "../tests/deals/mod.rs"]
mod deals;

/// Milliseconds that this process has had of a processor.
fn cpu() -> f64 {
    let spent = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    spent.split(' ').next().and_then(|spent| spent.parse::<f64>().ok()).unwrap_or_default() / 1e6
}

fn write(folder: &Path, name: &str, picture: impl Fn() -> Svg) {
    let began = cpu();
    let svg = picture();
    let written = cpu();
    drop(pictures::png::parse(&svg).unwrap());
    let read = cpu();
    let pixels = pictures::draw(&svg).unwrap();
    let drawn = cpu();
    let png = pictures::encode(&pixels).unwrap();
    println!(
        "{name}: written in {:.1} ms of CPU, read {:.1}, read and drawn {:.1}, encoded {:.1}; {} KiB, {}×{}",
        written - began,
        read - written,
        drawn - read,
        cpu() - drawn,
        png.len() / 1024,
        svg.width,
        svg.height
    );
    std::fs::write(folder.join(format!("{name}.png")), png).unwrap();
    let scale = 390.0 / pixels.width() as f32;
    let mut small = Pixmap::new(390, (pixels.height() as f32 * scale) as u32).unwrap();
    let paint = PixmapPaint { quality: FilterQuality::Bicubic, ..PixmapPaint::default() };
    // Halved first, so that thin lines are averaged and not left out.
    let mut half = Pixmap::new(pixels.width() / 2, pixels.height() / 2).unwrap();
    let bilinear = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
    half.draw_pixmap(0, 0, pixels.as_ref(), &bilinear, Transform::from_scale(0.5, 0.5), None);
    small.draw_pixmap(0, 0, half.as_ref(), &paint, Transform::from_scale(scale * 2.0, scale * 2.0), None);
    std::fs::write(folder.join(format!("{name}-390.png")), pictures::encode(&small).unwrap()).unwrap();
}

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let hands = [
        ("hand", deals::hand(Party::Ours, &[(0, 2, false), (4, 1, true), (7, 1, false), (10, 1, false), (14, 1, false), (20, 1, false)])),
        (
            "hand-enemy",
            deals::hand(
                Party::Enemy,
                &[(2, 2, true), (3, 1, false), (6, 1, false), (13, 1, true), (16, 1, false), (21, 1, false), (24, 1, false)],
            ),
        ),
        ("hand-small", deals::hand(Party::Enemy, &[(12, 1, false), (5, 3, false)])),
        ("hand-empty", deals::hand(Party::Ours, &[])),
        ("hand-all-ours", deals::all_cards(Party::Ours)),
        ("hand-all-enemies", deals::all_cards(Party::Enemy)),
    ];
    for (name, hand) in &hands {
        write(&folder, name, || hand_picture(hand));
    }
    let tables = [
        ("table-beginning", deals::beginning()),
        ("table-deploying", deals::deploying()),
        ("table", deals::middle()),
        ("table-worst", deals::worst()),
    ];
    for (name, table) in &tables {
        write(&folder, name, || table_picture(table));
    }
    for (name, hand) in &hands[..2] {
        println!("\n{name}\n{}", hand_alt_text(hand));
    }
    for (name, table) in &tables {
        println!("\n{name}\n{}", table_alt_text(table));
    }
    let film = film(&[deals::beginning(), deals::deploying(), deals::middle()]).unwrap();
    println!("\nfilm: {} KiB", film.len() / 1024);
    std::fs::write(folder.join("film.gif"), film).unwrap();
}
