//! Tunes the weights of the plain staff of the card game: changes one after the other a little, and keeps what beats the one before over
//! games of paired seeds from both sides. Arguments: rounds, seeds for each comparison, the first seed.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use engine::card_game::options::Options;
use engine::card_game::pack::CardPack;
use engine::tabletop::side::Side;
use staff::Random;
use staff::card_game::series::{Series, Which};
use staff::card_game::weights::Weights;
use staff::card_game::{CardStaff, Plain};

/// The share of games that `new` makes against `old`, draws half.
fn duel(series: &Series, new: Weights, old: Weights, seeds: u64, first: u64) -> f64 {
    let mut points = 0.0;
    for number in first..first + seeds {
        for side in Side::BOTH {
            let staff = |whose: Side| -> Box<dyn CardStaff> { Box::new(Plain::of(if whose == side { new } else { old })) };
            let played = series.play_with(number, [staff(Side::Ours), staff(Side::Enemy)]);
            points += match played.end.outcome().and_then(|outcome| outcome.winner) {
                Some(winner) if winner == side => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
        }
    }
    points / (2 * seeds) as f64
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap());
    let (rounds, seeds, seed) = (arguments.next().unwrap_or(3), arguments.next().unwrap_or(500), arguments.next().unwrap_or(1));
    let staffs = [Which::Plain, Which::Plain];
    let series = Series { pack: CardPack::embedded().unwrap(), options: Options::default(), staffs, seed: seed << 32 };
    let mut random = Random::new(seed);
    let (mut best, mut first) = (Weights::TUNED, 0);
    for round in 0..rounds {
        for place in 0..best.each().len() {
            let factor = [0.5, 0.7, 1.4, 2.0][random.below(4)];
            let mut new = best;
            *new.each()[place] *= factor;
            let share = duel(&series, new, best, seeds, first);
            first += seeds;
            if share > 0.508 {
                // Once more, with other dice: what won by chance does not win twice.
                let again = duel(&series, new, best, 2 * seeds, first);
                first += 2 * seeds;
                if again > 0.506 {
                    best = new;
                    println!("round {round}: {place} times {factor} makes {share:.3}, {again:.3}");
                }
            }
        }
        println!("{best:?}");
    }
}
