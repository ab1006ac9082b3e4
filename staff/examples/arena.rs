//! Plays staffs against each other in every scenario and prints a table: wins of ours, of the enemy, draws. Arguments: battles of each, the
//! first seed, plays of the searching staff, then pairs as `plain-plain`, `plain-searching`, `random-plain`; a scenario's key after a colon;
//! a weight changed as `plain+boldness=0.9-plain`, one below nought as `plain+willing=~0.9-plain`.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a tool for developers")]

use engine::tabletop::options::Options;
use engine::tabletop::order::Battle;
use engine::tabletop::pack::BattlePack;
use staff::Random;
use staff::tabletop::skirmish::{Skirmish, Tally, Which};
use staff::tabletop::weights::Weights;
use staff::tabletop::{BattleStaff, Plain, Searching};

const NAMES: [&str; 54] = [
    "shot",
    "shot_now",
    "fire",
    "faces",
    "cover",
    "support",
    "close",
    "near",
    "stand_off",
    "hold",
    "fear_closing",
    "fear_shooting",
    "fear_holding",
    "under_fire",
    "charged",
    "deterred",
    "behind",
    "beside",
    "fort",
    "elsewhere",
    "ahead",
    "leave_square",
    "shut_in",
    "unshaken",
    "press_fear",
    "press_charge",
    "press_near",
    "last_figure",
    "again",
    "oust",
    "threshold",
    "onset_now",
    "instead",
    "eager",
    "willing",
    "figure",
    "disorder",
    "contact",
    "square",
    "column",
    "line",
    "deploy",
    "patience",
    "pursuit",
    "goal",
    "keep",
    "pace",
    "boldness",
    "rallies",
    "loosens",
    "within",
    "brink",
    "onward",
    "between_horse",
];

fn staff(name: &str, seed: u64, plays: u32) -> Box<dyn BattleStaff> {
    let mut words = name.split('+');
    let kind = words.next().unwrap();
    let mut weights = Weights::TUNED;
    for word in words {
        let (name, value) = word.split_once('=').unwrap();
        let place = NAMES.iter().position(|other| *other == name).unwrap();
        *weights.each()[place] = value.replace('~', "-").parse().unwrap();
    }
    match kind {
        "random" => Box::new(Random::new(seed)),
        "searching" => Box::new(Searching::of(seed, plays, Plain(weights))),
        _ => Box::new(Plain(weights)),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize, otherwise: u64| arguments.get(place).and_then(|word| word.parse().ok()).unwrap_or(otherwise);
    let (battles, seed, plays) = (number(0, 100), number(1, 1), number(2, 40) as u32);
    let pack = BattlePack::embedded().unwrap();
    let scenarios = pack.scenarios.iter().map(|of| (of.key.clone(), Battle::Scenario(of.key.clone())));
    for (key, battle) in scenarios.chain([("typical".to_owned(), Battle::Typical)]) {
        for pair in arguments.iter().skip(3) {
            let (pair, only) = pair.split_once(':').unwrap_or((pair, ""));
            if !key.starts_with(only) {
                continue;
            }
            let (ours, enemy) = pair.split_once('-').unwrap();
            let (pack, battle) = (pack.clone(), battle.clone());
            let plan = Skirmish { pack, battle, options: Options::default(), staffs: [Which::Plain, Which::Plain], seed };
            let begun = std::time::Instant::now();
            let part = |first: u64| {
                let mut tally = Tally::default();
                for number in (first..battles).step_by(2) {
                    let seed = seed.wrapping_add(number);
                    tally.count(&plan.play_with(number, [staff(ours, seed ^ 1 << 32, plays), staff(enemy, seed ^ 2 << 32, plays)]));
                }
                tally
            };
            let tally = std::thread::scope(|scope| {
                let other = scope.spawn(|| part(1));
                let mut tally = part(0);
                tally.add(&other.join().unwrap());
                tally
            });
            let seconds = begun.elapsed().as_secs_f64();
            let all = tally.battles as f64;
            let each = |count: u64| count as f64 / all;
            let score = 100.0 * (tally.ours as f64 + tally.drawn as f64 / 2.0) / all;
            println!(
                "{key:12} {pair:20} {:4} / {:4} / {:4}  ours {score:5.1}  turns {:4.1}  charges {:4.1}  shots {:5.1}  {seconds:6.1} s  {:?}",
                tally.ours,
                tally.enemy,
                tally.drawn,
                each(tally.turns),
                each(tally.charges),
                each(tally.shots),
                tally.endings
            );
        }
    }
}
