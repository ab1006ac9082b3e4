//! Tunes the weights of the plain staff of the mini-game of the siege: changes one of a side after the other a little, and keeps what wins
//! more games of paired seeds against the other side's as they stand. Arguments: rounds, seeds for each comparison, the first seed, and the
//! side (ours, enemy, both).
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use engine::khartoum::options::Options;
use engine::khartoum::pack::Pack;
use engine::tabletop::side::Side;
use staff::Random;
use staff::khartoum::series::{Series, Which};
use staff::khartoum::weights::Weights;
use staff::khartoum::{KhartoumStaff, Plain};

/// The share of games that a side wins with these weights of both.
fn wins(series: &Series, weights: [Weights; 2], side: Side, seeds: u64, first: u64) -> f64 {
    let mut won = 0;
    for number in first..first + seeds {
        let staff = || -> Box<dyn KhartoumStaff> { Box::new(Plain::of(weights)) };
        let played = series.play_with(number, [staff(), staff()]);
        won += u32::from(played.end.outcome().is_some_and(|outcome| outcome.winner == side));
    }
    f64::from(won) / seeds as f64
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, usual: u64| arguments.get(place).map_or(usual, |text| text.parse().unwrap());
    let (rounds, seeds, seed) = (number(0, 3), number(1, 400), number(2, 1));
    let sides: Vec<Side> = match arguments.get(3).map(String::as_str) {
        Some("ours") => vec![Side::Ours],
        Some("enemy") => vec![Side::Enemy],
        _ => Side::BOTH.to_vec(),
    };
    let series = Series { pack: Pack::embedded().unwrap(), options: Options::default(), staffs: [Which::Plain; 2], seed: seed << 32 };
    let mut random = Random::new(seed);
    let (mut best, mut first) = (Weights::TUNED, 0);
    for round in 0..rounds {
        for side in &sides {
            for place in 0..best[0].each().len() {
                let factor = [0.4, 0.7, 1.4, 2.5][random.below(4)];
                let mut new = best;
                *new[*side as usize].each()[place] *= factor;
                let (now, then) = (wins(&series, best, *side, seeds, first), wins(&series, new, *side, seeds, first));
                first += seeds;
                if then > now + 0.015 {
                    // Once more, with other dice: what won by chance does not win twice.
                    let (now, then) = (wins(&series, best, *side, 2 * seeds, first), wins(&series, new, *side, 2 * seeds, first));
                    first += 2 * seeds;
                    if then > now + 0.005 {
                        best = new;
                        println!("round {round}: {side:?} {place} times {factor}: {now:.3} to {then:.3}");
                    }
                }
            }
        }
        println!("{best:?}");
    }
}
