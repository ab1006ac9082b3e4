//! Whole battles played out by simulated players, and what came of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::event::Event;
use engine::tabletop::heroic::Heroic;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::phase::Outcome;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use engine::tabletop::unit::Place;
use serde::Serialize;

use super::battle_staff::BattleStaff;
use super::plain::Plain;
use super::searching::Searching;
use crate::Random;
use crate::many::counted;

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
        match self {
            Self::Random => f.write_str("random"),
            Self::Plain => f.write_str("plain"),
            Self::Searching(_) => f.write_str("searching"),
        }
    }
}

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Skirmish {
    /// The data.
    pub pack: Arc<BattlePack>,
    /// What is fought.
    pub battle: Battle,
    /// The settings.
    pub options: Options,
    /// Who plays ours, then the enemy.
    pub staffs: [Which; 2],
    /// The seed of the first battle; each further one has the next.
    pub seed: u64,
}

/// Orders after which a battle is given up as going nowhere; far more than any takes.
const MOST_ORDERS: u64 = 20_000;

/// A battle played out.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The battle at its end.
    pub end: State,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// Orders given.
    pub orders: u64,
}

impl Skirmish {
    /// Plays the battle of a number, from 0. The same number gives the same battle: the dice come from the seed and the number.
    #[must_use]
    pub fn play(&self, number: u64) -> Played {
        let seed = self.seed.wrapping_add(number);
        let staffs = [Side::Ours, Side::Enemy].map(|side| staff(self.staffs[side as usize], seed ^ (side as u64 + 1) << 32));
        self.play_with(number, staffs)
    }

    /// The same with other staffs, ours and the enemy's.
    #[must_use]
    pub fn play_with(&self, number: u64, mut staffs: [Box<dyn BattleStaff>; 2]) -> Played {
        let seed = self.seed.wrapping_add(number);
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let mut dice = Dice::seeded(bytes, 0);
        let mut state = State::opening(&self.pack);
        let (mut events, mut legal, mut orders) = (Vec::new(), Vec::new(), 0);
        let set_up = Order::SetUp(Arc::new(SetUp { battle: self.battle.clone(), options: self.options }));
        if let Ok(begun) = state.give(Seat::Umpire, &set_up, &mut dice) {
            events.extend(begun);
        }
        while let Some(side) = state.side_asked().filter(|_| orders < MOST_ORDERS) {
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

/// Plays many battles on as many threads as the machine has; `done` hears of each that is played out.
#[must_use]
pub fn skirmish(plan: &Skirmish, battles: u64, done: impl Fn() + Sync) -> Tally {
    let count = |tally: &mut Tally, number: u64| {
        tally.count(&plan.play(number));
        done();
    };
    counted(battles, count, Tally::add)
}

fn staff(which: Which, seed: u64) -> Box<dyn BattleStaff> {
    match which {
        Which::Random => Box::new(Random::new(seed)),
        Which::Plain => Box::new(Plain::default()),
        Which::Searching(plays) => Box::new(Searching::new(seed, plays)),
    }
}

/// What happened in battles, added up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Battles.
    pub battles: u64,
    /// Won by ours.
    pub ours: u64,
    /// Won by the enemy.
    pub enemy: u64,
    /// Drawn, or without an end.
    pub drawn: u64,
    /// How they ended.
    pub endings: BTreeMap<String, u64>,
    /// Turns, summed.
    pub turns: u64,
    /// Activations, summed.
    pub activations: u64,
    /// Orders, summed.
    pub orders: u64,
    /// Charges, summed.
    pub charges: u64,
    /// Shots, summed.
    pub shots: u64,
    /// Figures lost, by side and arm.
    pub figures_lost: BTreeMap<String, u64>,
    /// Units lost, by side and arm.
    pub units_lost: BTreeMap<String, u64>,
    /// Heroic Leadership cards played, by kind: how many, and in battles that their side won.
    pub cards: BTreeMap<String, (u64, u64)>,
}

impl Tally {
    /// Counts a battle.
    pub fn count(&mut self, played: &Played) {
        let state = &played.end;
        let winner = state.outcome().and_then(|outcome: Outcome| outcome.winner);
        self.battles += 1;
        match winner {
            Some(Side::Ours) => self.ours += 1,
            Some(Side::Enemy) => self.enemy += 1,
            None => self.drawn += 1,
        }
        let ending = state.outcome().map_or("no end", |outcome| ending(outcome));
        *self.endings.entry(ending.to_owned()).or_default() += 1;
        self.turns += u64::from(state.turn);
        self.orders += played.orders;
        for event in &played.events {
            match event {
                Event::Activated { .. } | Event::BrigadeActivated { .. } => self.activations += 1,
                Event::Charged { .. } => self.charges += 1,
                Event::Fired { .. } => self.shots += 1,
                Event::CardPlayed { side, card, .. } => {
                    let count = self.cards.entry(card_word(*card).to_owned()).or_default();
                    count.0 += 1;
                    count.1 += u64::from(winner == Some(*side));
                }
                _ => {}
            }
        }
        for unit in state.position.all() {
            let (of, troop) = (state.unit(unit), state.position.troop(unit));
            if troop.figures == 0 {
                continue;
            }
            let side = if of.side == Side::Ours { "ours" } else { "enemy" };
            let key = format!("{side} {}", arm_word(troop.arm));
            if of.place == Place::Lost {
                *self.units_lost.entry(key.clone()).or_default() += 1;
            }
            let left = if of.place == Place::Lost { 0 } else { of.figures };
            *self.figures_lost.entry(key).or_default() += u64::from(troop.figures.saturating_sub(left));
        }
    }

    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.battles += other.battles;
        self.ours += other.ours;
        self.enemy += other.enemy;
        self.drawn += other.drawn;
        self.turns += other.turns;
        self.activations += other.activations;
        self.orders += other.orders;
        self.charges += other.charges;
        self.shots += other.shots;
        for (mine, theirs) in
            [(&mut self.endings, &other.endings), (&mut self.figures_lost, &other.figures_lost), (&mut self.units_lost, &other.units_lost)]
        {
            for (key, count) in theirs {
                *mine.entry(key.clone()).or_default() += count;
            }
        }
        for (card, (played, won)) in &other.cards {
            let mine = self.cards.entry(card.clone()).or_default();
            mine.0 += played;
            mine.1 += won;
        }
    }
}

const fn ending(outcome: Outcome) -> &'static str {
    use engine::tabletop::phase::EndedBy;
    match (outcome.by, outcome.winner) {
        (EndedBy::BreakOff, Some(Side::Ours)) => "the enemy broke off",
        (EndedBy::BreakOff, _) => "ours broke off",
        (EndedBy::BothBrokeOff, _) => "both broke off",
        (EndedBy::Aim, Some(Side::Ours)) => "ours by the aim",
        (EndedBy::Aim, _) => "the enemy by the aim",
        (EndedBy::Turns, _) => "the turns were up",
        (EndedBy::Conceded, _) => "given up",
    }
}

const fn card_word(card: Heroic) -> &'static str {
    match card {
        Heroic::HardLuck => "hard luck",
        Heroic::Firepower => "firepower",
        Heroic::Movement => "movement",
        Heroic::Fighting => "fighting",
        Heroic::Recover => "recover",
    }
}

const fn arm_word(arm: engine::tabletop::pack::Arm) -> &'static str {
    use engine::tabletop::pack::Arm;
    match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Camelry => "camelry",
        Arm::Artillery => "artillery",
        Arm::MachineGun => "machine guns",
        Arm::Transport => "transport",
        Arm::Leader => "leaders",
        Arm::Gunboat => "gunboats",
        Arm::RiverBoat => "river boats",
    }
}

#[cfg(test)]
mod tests;
