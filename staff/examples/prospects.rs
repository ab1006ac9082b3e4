//! Fits the coefficients of [`staff::tabletop::prospect`]: fights battles with the plain staff on both sides, notes what the regression goes by at
//! the beginning of each turn and how the battle ended, and prints the table. The battles are of typical armies; in half of them ours keep farther
//! off and hardly charge, so that there is something of either kind to go by. Each fifth is kept back to see what the table is worth. Arguments:
//! battles, the first seed.
//!
//! The table is part of what is built, so it is written only when it is done:
//! `table=$(cargo run --release -p staff --example prospects) && echo "$table" > staff/src/tabletop/prospect/fitted.rs && cargo fmt`
#![allow(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used, reason = "a tool for developers")]

use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::seat::Seat;
use engine::tabletop::state::State;
use staff::tabletop::prospect::{TERMS, terms};
use staff::tabletop::weights::Weights;
use staff::tabletop::{BattleStaff, Plain};

/// Coefficients of both outcomes that are not a draw.
const ALL: usize = 2 * TERMS;
/// How much it is held against the fit, squared, what a coefficient makes of the spread of its term.
const PENALTY: f64 = 1e-4;
/// Steps of Newton's method; after six nothing changes any more.
const STEPS: u32 = 8;

/// The beginning of a turn, and who won in the end: 0 ours, 1 the enemy, 2 nobody.
struct Row {
    terms: [f64; TERMS],
    won: usize,
}

fn fight(pack: &Arc<BattlePack>, ours: Weights, seed: u64, rows: &mut Vec<Row>) {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Dice::seeded(bytes, 0);
    let mut state = State::opening(pack);
    state.give(Seat::Umpire, &Order::SetUp(Arc::new(SetUp { battle: Battle::Typical, options: Options::default() })), &mut dice).unwrap();
    let mut staffs = [Plain(ours), Plain::default()];
    let (first, mut turn) = (rows.len(), 0);
    let (mut events, mut legal) = (Vec::new(), Vec::new());
    while let Some(side) = state.side_asked() {
        if state.turn > turn {
            turn = state.turn;
            rows.push(Row { terms: terms(&state).map(f64::from), won: 2 });
        }
        let seat = Seat::from(side);
        legal.clear();
        state.legal_orders(seat, &mut legal);
        let choice = if legal.len() == 1 { 0 } else { staffs[side as usize].choose(&state.view(seat), side, &legal) };
        events.clear();
        state.resolve(&legal[choice], &mut dice, &mut events);
    }
    let won = state.outcome().and_then(|outcome| outcome.winner).map_or(2, |side| side as usize);
    for row in &mut rows[first..] {
        row.won = won;
    }
}

/// What a table makes of a row: the chances that ours and the enemy win, and that nobody does.
fn chances(table: &[f64; ALL], row: &Row) -> [f64; 3] {
    let sum = |outcome: usize| -> f64 { (0..TERMS).map(|term| table[outcome * TERMS + term] * row.terms[term]).sum() };
    let odds = [sum(0).exp(), sum(1).exp(), 1.0];
    let all: f64 = odds.iter().sum();
    odds.map(|odds| odds / all)
}

/// The mean of minus the logarithm of the chance given to what happened.
fn loss<'a>(table: &[f64; ALL], rows: impl Iterator<Item = &'a Row>) -> f64 {
    let (sum, count) = rows.fold((0.0, 0.0), |(sum, count), row| (sum - chances(table, row)[row.won].ln(), count + 1.0));
    sum / count
}

/// The variance of each term; 1 of the constant.
fn variances(rows: &[Row]) -> Vec<f64> {
    let mean = |of: &dyn Fn(&Row) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
    let variance = |term: usize| {
        let middle = mean(&|row| row.terms[term]);
        let found = mean(&|row| (row.terms[term] - middle).powi(2));
        if found > 0.0 { found } else { 1.0 }
    };
    (0..TERMS).map(variance).collect()
}

/// One step of Newton's method: the table less what the penalised likelihood's slope and curvature say it is off by.
fn step(table: &mut [f64; ALL], rows: &[Row]) {
    let mut slope = vec![0.0; ALL];
    let mut curve = vec![vec![0.0; ALL]; ALL];
    let share = 1.0 / rows.len() as f64;
    for row in rows {
        let chances = chances(table, row);
        for one in 0..2 {
            let miss = share * (chances[one] - if row.won == one { 1.0 } else { 0.0 });
            for term in 0..TERMS {
                slope[one * TERMS + term] += miss * row.terms[term];
            }
            for other in 0..2 {
                let bend = share * chances[one] * (if one == other { 1.0 } else { 0.0 } - chances[other]);
                for term in 0..TERMS {
                    let bend = bend * row.terms[term];
                    let line = &mut curve[one * TERMS + term][other * TERMS..(other + 1) * TERMS];
                    line.iter_mut().zip(&row.terms).for_each(|(sum, value)| *sum += bend * value);
                }
            }
        }
    }
    for (place, variance) in variances(rows).iter().cycle().take(ALL).enumerate() {
        slope[place] += 2.0 * PENALTY * variance * table[place];
        curve[place][place] += 2.0 * PENALTY * variance;
    }
    // The curvature is positive definite, so elimination needs no pivots.
    for pivot in 0..ALL {
        let (head, below) = curve.split_at_mut(pivot + 1);
        let line = &head[pivot];
        for (number, other) in below.iter_mut().enumerate() {
            let times = other[pivot] / line[pivot];
            other[pivot..].iter_mut().zip(&line[pivot..]).for_each(|(value, above)| *value -= times * above);
            slope[pivot + 1 + number] -= times * slope[pivot];
        }
    }
    let mut off = vec![0.0; ALL];
    for place in (0..ALL).rev() {
        let known: f64 = (place + 1..ALL).map(|other| curve[place][other] * off[other]).sum();
        off[place] = (slope[place] - known) / curve[place][place];
        table[place] -= off[place];
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().unwrap());
    let (battles, seed) = (arguments.next().unwrap_or(12_000), arguments.next().unwrap_or(1_000_000));
    let pack = BattlePack::embedded().unwrap();
    let plain = Weights::TUNED;
    let wary = Weights { stand_off: plain.stand_off + 2.0, charged: 6.0 * plain.charged, willing: plain.willing - 0.75, ..plain };
    let (mut rows, mut kept) = (Vec::new(), Vec::new());
    for number in 0..battles {
        let ours = if number % 4 < 2 { plain } else { wary };
        fight(&pack, ours, seed + number, if number % 5 == 0 { &mut kept } else { &mut rows });
    }
    let mut table = [0.0; ALL];
    eprintln!("before: {:.4}, kept back {:.4}", loss(&table, rows.iter()), loss(&table, kept.iter()));
    for number in 1..=STEPS {
        step(&mut table, &rows);
        eprintln!("step {number}: {:.4}, kept back {:.4}", loss(&table, rows.iter()), loss(&table, kept.iter()));
    }
    println!("//! Made by `cargo run --release -p staff --example prospects`, from {battles} battles.\n");
    println!("/// What each term adds to the logarithm of the odds, against a draw, that ours win, and that the enemy wins.");
    println!("pub(super) const COEFFICIENTS: [[f32; {TERMS}]; 2] = [");
    for outcome in table.chunks(TERMS) {
        let row: Vec<String> = outcome.iter().map(|value| format!("{value:.4}")).collect();
        println!("    [{}],", row.join(", "));
    }
    println!("];");
}
