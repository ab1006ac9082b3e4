//! Whole games of the siege played out by simulated players, one after the other, and what came of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game;
use engine::khartoum::event::{Cause, Event};
use engine::khartoum::options::Options;
use engine::khartoum::order::Order;
use engine::khartoum::pack::Pack;
use engine::khartoum::phase::{EndedBy, Outcome, Phase};
use engine::khartoum::state::State;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use serde::Serialize;

use super::khartoum_staff::KhartoumStaff;
use super::lore::Lore;
use super::plain::Plain;
use super::searching::Searching;
use crate::Random;
use crate::many::counted;

/// Orders after which a game is given up; far more than nine turns take.
const MOST_ORDERS: u64 = 10_000;

/// Which staff plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// [`Random`].
    Random,
    /// [`Plain`].
    Plain,
    /// [`Searching`], with so many plays for each decision.
    Searching(u32),
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Plain => "plain",
            Self::Searching(_) => "searching",
        })
    }
}

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Series {
    /// The data.
    pub pack: Arc<Pack>,
    /// The settings.
    pub options: Options,
    /// Who plays ours, then the enemy.
    pub staffs: [Which; 2],
    /// The seed of the first game; each further one has the next.
    pub seed: u64,
}

/// A game that was played out.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game at its end.
    pub end: State,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Orders given.
    pub orders: u64,
}

impl Series {
    /// Plays the game of a number, from 0. The same number gives the same game: the dice come from the seed and the number.
    #[must_use]
    pub fn play(&self, number: u64) -> Played {
        self.play_knowing(number, &Arc::new(Lore::of(&self.pack)))
    }

    fn play_knowing(&self, number: u64, lore: &Arc<Lore>) -> Played {
        let seed = self.seed.wrapping_add(number);
        self.play_with(number, Side::BOTH.map(|side| staff(self.staffs[side as usize], seed ^ (side as u64 + 1) << 32, lore)))
    }

    /// The same with other staffs, ours and the enemy's.
    #[must_use]
    pub fn play_with(&self, number: u64, mut staffs: [Box<dyn KhartoumStaff>; 2]) -> Played {
        let seed = self.seed.wrapping_add(number);
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut dice = Dice::seeded(bytes, 0);
        let mut state = State::opening(&self.pack);
        let (mut events, mut legal, mut orders) = (Vec::new(), Vec::new(), 0);
        if let Ok(begun) = state.give(Seat::Umpire, &Order::SetUp(self.options), &mut dice) {
            events.extend(begun);
        }
        while let Some(side) = state.acting().first().and_then(|seat| seat.side()).filter(|_| orders < MOST_ORDERS) {
            let seat = Seat::from(side);
            if state.phase == Phase::Moving
                && let Some(order) = staffs[side as usize].march_in_mind(state.turn, side)
                && state.permit(seat, &order).is_ok()
            {
                state.resolve(&order, &mut dice, &mut events);
                orders += 1;
                continue;
            }
            legal.clear();
            state.legal_orders(seat, &mut legal);
            if legal.is_empty() {
                break;
            }
            let choice = if legal.len() == 1 { 0 } else { staffs[side as usize].choose(&state.view(seat), side, &legal) };
            let Some(order) = legal.get(choice) else { break };
            state.resolve(order, &mut dice, &mut events);
            orders += 1;
        }
        Played { end: state, events, orders }
    }
}

/// Plays many games on as many threads as the machine has; `done` hears of each that is played out.
#[must_use]
pub fn series(plan: &Series, games: u64, done: impl Fn() + Sync) -> Tally {
    let lore = Arc::new(Lore::of(&plan.pack));
    let count = |tally: &mut Tally, number: u64| {
        tally.count(&plan.play_knowing(number, &lore));
        done();
    };
    counted(games, count, Tally::add)
}

fn staff(which: Which, seed: u64, lore: &Arc<Lore>) -> Box<dyn KhartoumStaff> {
    match which {
        Which::Random => Box::new(Random::new(seed)),
        Which::Plain => Box::new(Plain::default().knowing(lore)),
        Which::Searching(plays) => Box::new(Searching::new(seed, plays).knowing(lore)),
    }
}

/// What happened in games, added up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Won by ours.
    pub ours: u64,
    /// Won by the enemy.
    pub enemy: u64,
    /// Without an end.
    pub unended: u64,
    /// How they ended.
    pub endings: BTreeMap<String, u64>,
    /// Games that points decided, by the points of ours.
    pub points: BTreeMap<u8, u64>,
    /// Games won by sudden death, by turn.
    pub sudden: BTreeMap<u8, u64>,
    /// Turns, summed.
    pub turns: u64,
    /// Orders, summed.
    pub orders: u64,
    /// Battles in which ours and the enemy attacked, summed.
    pub battles: [u64; 2],
    /// Of those the ones that the attackers won.
    pub won: [u64; 2],
    /// Player turns of ours and of the enemy that were skipped, summed.
    pub skipped: [u64; 2],
    /// Units of ours and of the enemy lost in battle, summed.
    pub fallen: [u64; 2],
    /// Units of ours lost for want of supply, summed.
    pub starved: u64,
    /// Games at whose end ours held each town, by its name.
    pub held: BTreeMap<String, u64>,
    /// Cards played, by title: how many, and in games that their side won.
    pub cards: BTreeMap<String, (u64, u64)>,
}

impl Tally {
    /// Counts a game.
    pub fn count(&mut self, played: &Played) {
        let state = &played.end;
        let outcome = state.outcome();
        let winner = outcome.map(|outcome| outcome.winner);
        self.games += 1;
        match winner {
            Some(Side::Ours) => self.ours += 1,
            Some(Side::Enemy) => self.enemy += 1,
            None => self.unended += 1,
        }
        *self.endings.entry(ending(outcome).to_owned()).or_default() += 1;
        match outcome {
            Some(Outcome { by: EndedBy::SuddenDeath, .. }) => *self.sudden.entry(state.turn).or_default() += 1,
            Some(Outcome { by: EndedBy::Points, points, .. }) => *self.points.entry(points).or_default() += 1,
            Some(Outcome { by: EndedBy::Conceded, .. }) | None => {}
        }
        self.turns += u64::from(state.turn);
        self.orders += played.orders;
        for space in state.spaces().filter(|space| state.is_town(*space) && state.occupies(Side::Ours, *space)) {
            *self.held.entry(state.pack.space_name(space).to_owned()).or_default() += 1;
        }
        let mut attacker = Side::Enemy;
        for event in &played.events {
            match event {
                Event::BattleBegan { attacker: attacks, .. } => {
                    attacker = *attacks;
                    self.battles[attacker as usize] += 1;
                }
                Event::BattleEnded { winner, .. } => self.won[attacker as usize] += u64::from(*winner == attacker),
                Event::Skipped { side, .. } => self.skipped[*side as usize] += 1,
                Event::Died { cause: Cause::Attrition, .. } => self.starved += 1,
                Event::Died { unit, .. } => self.fallen[state.side_of(*unit) as usize] += 1,
                Event::Played { side, card, .. } => {
                    let title = state.pack.card(*card).map_or_else(String::new, |card| card.title.clone());
                    let count = self.cards.entry(title).or_default();
                    count.0 += 1;
                    count.1 += u64::from(winner == Some(*side));
                }
                _ => {}
            }
        }
    }

    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.ours += other.ours;
        self.enemy += other.enemy;
        self.unended += other.unended;
        self.turns += other.turns;
        self.orders += other.orders;
        self.starved += other.starved;
        for side in Side::BOTH.map(|side| side as usize) {
            self.battles[side] += other.battles[side];
            self.won[side] += other.won[side];
            self.skipped[side] += other.skipped[side];
            self.fallen[side] += other.fallen[side];
        }
        for (mine, theirs) in [(&mut self.endings, &other.endings), (&mut self.held, &other.held)] {
            for (key, count) in theirs {
                *mine.entry(key.clone()).or_default() += count;
            }
        }
        for (mine, theirs) in [(&mut self.points, &other.points), (&mut self.sudden, &other.sudden)] {
            for (key, count) in theirs {
                *mine.entry(*key).or_default() += count;
            }
        }
        for (card, (played, won)) in &other.cards {
            let mine = self.cards.entry(card.clone()).or_default();
            mine.0 += played;
            mine.1 += won;
        }
    }
}

const fn ending(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "no end",
        Some(Outcome { by: EndedBy::SuddenDeath, .. }) => "the enemy by sudden death",
        Some(Outcome { by: EndedBy::Points, winner: Side::Ours, .. }) => "ours by points",
        Some(Outcome { by: EndedBy::Points, winner: Side::Enemy, .. }) => "the enemy by points",
        Some(Outcome { by: EndedBy::Conceded, .. }) => "given up",
    }
}

#[cfg(test)]
mod tests;
