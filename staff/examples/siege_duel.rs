//! How strong the staffs of the mini-game of the siege are against each other, over paired seeds from both sides. Arguments: the first staff
//! and the second (random, plain, or a number of plays), seeds, the first seed.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use std::time::Instant;

use engine::khartoum::options::Options;
use engine::khartoum::pack::Pack;
use staff::khartoum::series::{Series, Which, series};

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
        let plan = Series { pack: Pack::embedded().unwrap(), options: Options::default(), staffs, seed };
        let tally = series(&plan, seeds, || {});
        let won = if place == 0 { tally.ours } else { tally.enemy };
        shares[place] = won as f64 / seeds as f64;
        println!(
            "{} against {}: ours {}, the enemy {}, sudden {:?}, points {:?}; {:.1} games/s",
            staffs[0],
            staffs[1],
            tally.ours,
            tally.enemy,
            tally.sudden,
            tally.points,
            seeds as f64 / begun.elapsed().as_secs_f64()
        );
        let each = |count: u64| count as f64 / seeds as f64;
        println!(
            "  a game: orders {:.0}, battles {:.1?} won {:.1?}, skipped {:.1?}, fallen {:.1?}, starved {:.1}, turns {:.1}; held {:?}",
            each(tally.orders),
            tally.battles.map(each),
            tally.won.map(each),
            tally.skipped.map(each),
            tally.fallen.map(each),
            each(tally.starved),
            each(tally.turns),
            tally.held
        );
    }
    println!(
        "the first makes {:.1} % ({:.1} % as ours, {:.1} % as the enemy)",
        50.0 * (shares[0] + shares[1]),
        100.0 * shares[0],
        100.0 * shares[1]
    );
}
