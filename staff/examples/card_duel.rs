//! How strong the staffs of the card game are against each other, over paired seeds from both sides, draws half. Arguments: the first staff
//! and the second (random, plain, or a number of plays), seeds, the first seed.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use std::time::Instant;

use engine::card_game::options::Options;
use engine::card_game::pack::CardPack;
use staff::card_game::series::{Series, Which, series};

fn which(name: &str) -> Which {
    match name {
        "random" => Which::Random,
        "plain" => Which::Plain,
        plays => Which::Searching(plays.parse().unwrap()),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, second] = [0, 1].map(|place| which(&arguments[place]));
    let number = |place: usize, usual: u64| arguments.get(place).map_or(usual, |text| text.parse().unwrap());
    let (seeds, seed) = (number(2, 200), number(3, 1));
    let mut shares = [0.0; 2];
    for (place, staffs) in [[first, second], [second, first]].into_iter().enumerate() {
        let begun = Instant::now();
        let plan = Series { pack: CardPack::embedded().unwrap(), options: Options::default(), staffs, seed };
        let tally = series(&plan, seeds, || {});
        let won = if place == 0 { tally.ours } else { tally.enemy };
        shares[place] = (won as f64 + tally.drawn as f64 / 2.0) / seeds as f64;
        println!(
            "{} against {}: ours {}, the enemy {}, drawn {}; {:?}; {:.1} games/s",
            staffs[0],
            staffs[1],
            tally.ours,
            tally.enemy,
            tally.drawn,
            tally.points,
            seeds as f64 / begun.elapsed().as_secs_f64()
        );
    }
    println!(
        "the first makes {:.1} % ({:.1} % as ours, {:.1} % as the enemy)",
        50.0 * (shares[0] + shares[1]),
        100.0 * shares[0],
        100.0 * shares[1]
    );
}
