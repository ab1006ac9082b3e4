//! Tunes the weights of the plain staff: changes one after the other a little, and keeps what beats the one before over battles of all
//! scenarios from both sides, played with the same dice. Arguments: rounds, battles for each comparison, the seed.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use engine::tabletop::options::Options;
use engine::tabletop::order::Battle;
use engine::tabletop::pack::BattlePack;
use engine::tabletop::side::Side;
use staff::Random;
use staff::tabletop::skirmish::{Skirmish, Which};
use staff::tabletop::weights::Weights;
use staff::tabletop::{BattleStaff, Plain};

/// Points that `new` makes against `old`, of one for each battle: half by who has won, half by how many units are out of order or lost.
fn duel(skirmishes: &[Skirmish], new: Weights, old: Weights, battles: u64, first: u64) -> f64 {
    let mut points = 0.0;
    let mut fought = 0.0;
    for skirmish in skirmishes {
        for number in first..first + battles {
            for side in Side::BOTH {
                let staff = |whose: Side| -> Box<dyn BattleStaff> { Box::new(Plain(if whose == side { new } else { old })) };
                let played = skirmish.play_with(number, [staff(Side::Ours), staff(Side::Enemy)]);
                let result = match played.end.outcome().and_then(|outcome| outcome.winner) {
                    Some(winner) if winner == side => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                // Where the armies decide who wins, how dearly is what tells.
                let [own, other] = [side, side.other()].map(|side| {
                    let strength = played.end.strength(side);
                    f64::from(strength.disorganised + strength.lost) / f64::from(strength.of.max(1))
                });
                points += 0.5 * result + 0.5 * (0.5 + 0.5 * (other - own));
                fought += 1.0;
            }
        }
    }
    points / fought
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap());
    let (rounds, battles, seed) = (arguments.next().unwrap_or(3), arguments.next().unwrap_or(60), arguments.next().unwrap_or(1));
    let pack = BattlePack::embedded().unwrap();
    let scenario = |battle: Battle| Skirmish {
        pack: pack.clone(),
        battle,
        options: Options::default(),
        staffs: [Which::Plain, Which::Plain],
        seed: seed << 32,
    };
    let scenarios = pack.scenarios.iter().map(|of| Battle::Scenario(of.key.clone()));
    let skirmishes: Vec<Skirmish> = scenarios.chain([Battle::Typical, Battle::Typical]).map(scenario).collect();
    let mut random = Random::new(seed);
    let mut best = Weights::TUNED;
    let mut first = 0;
    for round in 0..rounds {
        for place in 0..best.each().len() {
            let factor = [0.6, 0.8, 1.25, 1.6][random.below(4)];
            let mut new = best;
            *new.each()[place] *= factor;
            first += battles;
            let score = duel(&skirmishes, new, best, battles, first);
            // A standard error, roughly, of paired battles with many draws.
            if score > 0.5 + 0.12 / ((battles * 2 * skirmishes.len() as u64) as f64).sqrt() {
                println!("round {round}, weight {place} times {factor}: {score:.3}");
                best = new;
            }
        }
        println!("{best:?}");
        println!("against the first: {:.3}", duel(&skirmishes, best, Weights::TUNED, battles * 2, 1_000_000));
    }
}
