//! Whole card games played out by simulated players, one after the other, and what came of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::card_game::event::{EndedBy, Event, Outcome};
use engine::card_game::options::Options;
use engine::card_game::order::Order;
use engine::card_game::pack::{CardPack, Face};
use engine::card_game::state::{Phase, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use serde::Serialize;

use super::card_staff::CardStaff;
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
    pub pack: Arc<CardPack>,
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
        let seed = self.seed.wrapping_add(number);
        self.play_with(number, Side::BOTH.map(|side| staff(self.staffs[side as usize], seed ^ (side as u64 + 1) << 32)))
    }

    /// The same with other staffs, ours and the enemy's.
    #[must_use]
    pub fn play_with(&self, number: u64, mut staffs: [Box<dyn CardStaff>; 2]) -> Played {
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
    let count = |tally: &mut Tally, number: u64| {
        tally.count(&plan.play(number));
        done();
    };
    counted(games, count, Tally::add)
}

fn staff(which: Which, seed: u64) -> Box<dyn CardStaff> {
    match which {
        Which::Random => Box::new(Random::new(seed)),
        Which::Plain => Box::new(Plain::default()),
        Which::Searching(plays) => Box::new(Searching::new(seed, plays)),
    }
}

/// What happened in games, added up.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Won by ours.
    pub ours: u64,
    /// Won by the enemy.
    pub enemy: u64,
    /// Drawn, or without an end.
    pub drawn: u64,
    /// How they ended.
    pub endings: BTreeMap<String, u64>,
    /// Games by the regions that ours and the enemy controlled at the end: "2 to 3".
    pub points: BTreeMap<String, u64>,
    /// Games won by all regions at once, by turn.
    pub sudden: BTreeMap<u8, u64>,
    /// Turns, summed.
    pub turns: u64,
    /// Orders, summed.
    pub orders: u64,
    /// Conflicts, summed.
    pub conflicts: u64,
    /// Rolls on the conflict table, summed.
    pub rolls: u64,
    /// Units lost, ours and the enemy's, summed.
    pub units_lost: [u64; 2],
    /// What the conflict table gave ours beyond what was to be expected, in rolls that went well, for each game: its square, summed.
    pub luck_squared: f64,
    /// Games, not drawn, in which one side had the better of the conflict table.
    pub lucky: u64,
    /// Of those the games that this side won.
    pub lucky_won: u64,
    /// Tactics and Movement cards played, by name: how many, and in games that their side won.
    pub cards: BTreeMap<String, (u64, u64)>,
}

impl Tally {
    /// Counts a game.
    pub fn count(&mut self, played: &Played) {
        let state = &played.end;
        let winner = state.outcome().and_then(|outcome: Outcome| outcome.winner);
        self.games += 1;
        match winner {
            Some(Side::Ours) => self.ours += 1,
            Some(Side::Enemy) => self.enemy += 1,
            None => self.drawn += 1,
        }
        *self.endings.entry(ending(state.outcome()).to_owned()).or_default() += 1;
        let points = format!("{} to {}", state.held(Side::Ours), state.held(Side::Enemy));
        *self.points.entry(points).or_default() += 1;
        if let Phase::Over(Outcome { by: EndedBy::AllRegions, .. }) = state.phase {
            *self.sudden.entry(state.turn).or_default() += 1;
        }
        self.turns += u64::from(state.turn);
        self.orders += played.orders;
        for event in &played.events {
            match event {
                Event::ConflictBegan(_) => self.conflicts += 1,
                Event::ConflictRolled(_) => self.rolls += 1,
                Event::Lost { side, .. } => self.units_lost[*side as usize] += 1,
                Event::MovementPlayed { side, card } | Event::Declared { side, card: Some(card), .. } => {
                    let name = state.card(*side, *card).map_or_else(String::new, |card| card.name.clone());
                    let count = self.cards.entry(name).or_default();
                    count.0 += 1;
                    count.1 += u64::from(winner == Some(*side));
                }
                _ => {}
            }
        }
        let luck = luck(state, &played.events);
        self.luck_squared += luck * luck;
        if let Some(winner) = winner.filter(|_| luck.abs() > 1e-9) {
            self.lucky += 1;
            self.lucky_won += u64::from((luck > 0.0) == (winner == Side::Ours));
        }
    }

    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.ours += other.ours;
        self.enemy += other.enemy;
        self.drawn += other.drawn;
        self.turns += other.turns;
        self.orders += other.orders;
        self.conflicts += other.conflicts;
        self.rolls += other.rolls;
        self.luck_squared += other.luck_squared;
        self.lucky += other.lucky;
        self.lucky_won += other.lucky_won;
        for side in Side::BOTH {
            self.units_lost[side as usize] += other.units_lost[side as usize];
        }
        for (mine, theirs) in [(&mut self.endings, &other.endings), (&mut self.points, &other.points)] {
            for (key, count) in theirs {
                *mine.entry(key.clone()).or_default() += count;
            }
        }
        for (turn, count) in &other.sudden {
            *self.sudden.entry(*turn).or_default() += count;
        }
        for (card, (played, won)) in &other.cards {
            let mine = self.cards.entry(card.clone()).or_default();
            mine.0 += played;
            mine.1 += won;
        }
    }
}

/// How much better than expected the conflict table went for ours, in rolls: one that goes well for the side with the Advantage counts
/// for it what it was unlikely to, one that goes ill as much against it as it was likely not to.
#[must_use]
pub fn luck(state: &State, events: &[Event]) -> f64 {
    let faces = state.pack.tables.conflict.faces;
    let expected = faces.iter().filter(|face| **face != Face::Advantage).count() as f64 / faces.len() as f64;
    let (mut luck, mut advantage) = (0.0, Side::Ours);
    for event in events {
        match event {
            Event::Advantage { side, .. } => advantage = *side,
            Event::ConflictRolled(roll) => {
                let face = roll.faces.first().map(|face| state.pack.tables.face(*face));
                let well = if face == Some(Face::Advantage) { 0.0 } else { 1.0 };
                luck += (well - expected) * if advantage == Side::Ours { 1.0 } else { -1.0 };
            }
            _ => {}
        }
    }
    luck
}

const fn ending(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "no end",
        Some(Outcome { by: EndedBy::AllRegions, winner: Some(Side::Ours) }) => "ours by all regions",
        Some(Outcome { by: EndedBy::AllRegions, .. }) => "the enemy by all regions",
        Some(Outcome { by: EndedBy::Turns, winner: Some(Side::Ours) }) => "ours by most regions",
        Some(Outcome { by: EndedBy::Turns, winner: Some(Side::Enemy) }) => "the enemy by most regions",
        Some(Outcome { by: EndedBy::Turns, winner: None }) => "as many regions each",
        Some(Outcome { by: EndedBy::Conceded, .. }) => "given up",
    }
}

#[cfg(test)]
mod tests;
