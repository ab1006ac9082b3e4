//! Draws battlefields as PNG and SVG into a folder: `cargo run -p umpire --example terrain -- /tmp`.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::time::Instant;

use engine::campaign::rules::terrain::{Army, Edge, Entry, Plan, Site, battlefield};
use engine::dice::Dice;
use engine::pack::{LocationKind, Pack};
use pictures::terrain::{alt_text, field_sketch};
use pictures::{draw, encode};
use umpire::drawing::survey::field;

fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| ".".into()));
    let pack = Pack::embedded().unwrap();
    let at = |width, depth, settlement, site, harbour| Plan { width, depth, settlement: Some(settlement), site, harbour };
    let ours = Entry { army: Army::Ours, edge: Edge::Near };
    let theirs = |edge| Entry { army: Army::Enemy, edge };
    let (village, town, fortress) = (LocationKind::Village, LocationKind::Town, LocationKind::FortifiedTown);
    let ambush = Edge::ALL.map(theirs).to_vec();
    for (name, plan, seed, title, caption, entries) in [
        ("4x4", Plan::open(4, 4), 1, "The field near Ginnis", "Encounter battle", vec![theirs(Edge::Far), ours]),
        ("6x4", Plan::open(6, 4), 2, "The field near Tamai", "Probing attack", vec![theirs(Edge::Far)]),
        ("8x6", at(8, 6, village, Site::Middle, None), 3, "The field at Tamai", "Ambush", ambush),
        (
            "port",
            at(6, 4, village, Site::Middle, Some(Edge::Left)),
            4,
            "The field at Mud Bay",
            "Encounter battle",
            vec![theirs(Edge::Far), ours],
        ),
        ("fortress", at(6, 4, fortress, Site::FarSide, Some(Edge::Far)), 5, "The field at Suakin", "Assault on the walls", vec![ours]),
        ("town", at(6, 4, town, Site::FarSide, None), 6, "The field at El Obeid", "Defense", vec![ours]),
        ("2x2", Plan::open(2, 2), 7, "The field near Olga", "", vec![ours, theirs(Edge::Near)]),
        (
            "12x2",
            at(12, 2, town, Site::Middle, Some(Edge::Near)),
            8,
            "The field at Lopez",
            "Ambush",
            vec![theirs(Edge::Left), theirs(Edge::Right)],
        ),
        ("2x12", at(2, 12, fortress, Site::Middle, Some(Edge::Right)), 9, "The field at Friday Harbor", "", vec![theirs(Edge::Far), ours]),
        ("12x12", at(12, 12, fortress, Site::FarSide, None), 10, "The field at West Sound", "Assault on the walls", vec![ours]),
    ] {
        let began = Instant::now();
        let laid = battlefield(&pack.tables, plan, &mut Dice::seeded([seed; 32], 0)).unwrap();
        let rolled = began.elapsed();
        let field = field(&laid, title, caption, &entries, &pack.words.sides);
        let svg = field_sketch(&field);
        let png = encode(&draw(&svg).unwrap()).unwrap();
        println!("{name}: rolled {rolled:?}, all {:?}, {} KiB, {}×{}", began.elapsed(), png.len() / 1024, svg.width, svg.height);
        println!("{}\n", alt_text(&field));
        std::fs::write(folder.join(format!("terrain-{name}.png")), png).unwrap();
        std::fs::write(folder.join(format!("terrain-{name}.svg")), svg.text).unwrap();
    }
}
