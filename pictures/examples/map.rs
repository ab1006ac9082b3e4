//! Draws specimen maps as PNG and SVG into a folder: `cargo run -p pictures --example map -- /tmp`.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::Instant;

use pictures::*;

#[path = "../tests/specimen/mod.rs"]
mod specimen;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let ground = specimen::ground();
    let whole = Extent::Whole;
    let lopez = Extent::Island("Lopez".into());
    let shaw = Extent::Island("Shaw".into());
    let orcas = Extent::Island("Orcas".into());
    let san_juan = Extent::Island("San Juan".into());
    let several = Extent::Islands(vec!["Orcas".into(), "Shaw".into()]);
    for (name, ground, situation, extent) in [
        ("start", ground.clone(), specimen::start(), &whole),
        ("rebellion", ground.clone(), specimen::rebellion(), &whole),
        ("worst", ground.clone(), specimen::worst(), &whole),
        ("marked", ground.clone(), specimen::marked(), &whole),
        ("lopez", ground.clone(), specimen::rebellion(), &lopez),
        ("shaw", ground.clone(), specimen::rebellion(), &shaw),
        ("orcas-shaw", ground.clone(), specimen::rebellion(), &several),
        ("san-juan", ground.clone(), specimen::rebellion(), &san_juan),
        ("worst-san-juan", ground.clone(), specimen::worst(), &san_juan),
        ("marked-orcas", ground.clone(), specimen::marked(), &orcas),
        ("orcas", ground, specimen::rebellion(), &orcas),
        ("uncharted", specimen::uncharted(), specimen::rebellion(), &whole),
    ] {
        let began = Instant::now();
        let background = MapBackground::prepare(&ground, extent, USUAL_WIDTH).unwrap();
        let prepared = began.elapsed();
        let again = Instant::now();
        let pixels = background.draw(&situation).unwrap();
        let drawn = again.elapsed();
        let png = encode(&pixels).unwrap();
        println!(
            "{name}: background {prepared:?}, picture {drawn:?}, PNG {:?}, {} KiB, {}×{}",
            again.elapsed() - drawn,
            png.len() / 1024,
            pixels.width(),
            pixels.height()
        );
        std::fs::write(folder.join(format!("map-{name}.png")), png).unwrap();
        std::fs::write(folder.join(format!("map-{name}.svg")), staff_map(&ground, &situation, extent).text).unwrap();
        println!("{}\n", alt_text(&ground, &situation, extent));
    }
}
