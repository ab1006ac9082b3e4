//! Whole campaigns played out by simulated players, and what came of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::campaign::Seat;
use engine::campaign::{CardUse, Ending, Event, FieldBattle, Options, Order, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::Pack;
use serde::Serialize;

use crate::{Cautious, Random, Staff};

/// Which staff plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// [`Random`].
    Random,
    /// [`Cautious`].
    Cautious,
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "Random",
            Self::Cautious => "Cautious",
        })
    }
}

/// What is simulated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The pack.
    pub pack: Arc<Pack>,
    /// The scenario's key.
    pub scenario: String,
    /// The optional rules.
    pub options: Options,
    /// Who plays.
    pub staff: Which,
    /// The seed of the first campaign; each further one has the next.
    pub seed: u64,
}

/// Orders after which a campaign is given up as going nowhere; far more than any takes.
const MOST_ORDERS: usize = 1_000_000;

/// A campaign that was played out.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The position at the end.
    pub end: State,
    /// The orders given.
    pub orders: u64,
    /// What happened, for the tally.
    pub tally: Tally,
}

/// What happened in campaigns, added up.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Campaigns.
    pub campaigns: u64,
    /// Orders given.
    pub orders: u64,
    /// How they ended, by turn.
    pub endings: BTreeMap<String, BTreeMap<u8, u64>>,
    /// Victory points after each turn, summed, with the number of campaigns that reached it.
    pub points_by_turn: BTreeMap<u8, (i64, u64)>,
    /// Sieges begun, broken and lost.
    pub sieges_begun: u64,
    /// Sieges broken.
    pub sieges_broken: u64,
    /// Battles won, by what they were fought for.
    pub battles_won: BTreeMap<String, u64>,
    /// Battles lost, by what they were fought for.
    pub battles_lost: BTreeMap<String, u64>,
    /// Places lost to the rebellion.
    pub places_lost: u64,
    /// Places won back.
    pub places_retaken: u64,
    /// Cards played, by their number: for their event, for Ops, for replacements.
    pub cards: BTreeMap<u8, [u64; 3]>,
    /// Triggers fired, with the turns summed.
    pub triggers: BTreeMap<String, (u64, u64)>,
}

impl Tally {
    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.campaigns += other.campaigns;
        self.orders += other.orders;
        for (ending, turns) in &other.endings {
            let mine = self.endings.entry(ending.clone()).or_default();
            for (turn, count) in turns {
                *mine.entry(*turn).or_default() += count;
            }
        }
        for (turn, (sum, count)) in &other.points_by_turn {
            let mine = self.points_by_turn.entry(*turn).or_default();
            mine.0 += sum;
            mine.1 += count;
        }
        self.sieges_begun += other.sieges_begun;
        self.sieges_broken += other.sieges_broken;
        self.places_lost += other.places_lost;
        self.places_retaken += other.places_retaken;
        for (mine, theirs) in [(&mut self.battles_won, &other.battles_won), (&mut self.battles_lost, &other.battles_lost)] {
            for (kind, count) in theirs {
                *mine.entry(kind.clone()).or_default() += count;
            }
        }
        for (card, uses) in &other.cards {
            let mine = self.cards.entry(*card).or_default();
            for (mine, count) in mine.iter_mut().zip(uses) {
                *mine += count;
            }
        }
        for (trigger, (count, turns)) in &other.triggers {
            let mine = self.triggers.entry(trigger.clone()).or_default();
            mine.0 += count;
            mine.1 += turns;
        }
    }

    fn see(&mut self, turn: u8, event: &Event, fighting: &mut Option<FieldBattle>) {
        match event {
            Event::SiegeBegan { .. } => self.sieges_begun += 1,
            Event::SiegeLifted { .. } => self.sieges_broken += 1,
            Event::LocationLost { .. } => self.places_lost += 1,
            Event::LocationRetaken { .. } => self.places_retaken += 1,
            Event::BattleBegan { battle } => *fighting = Some(battle.clone()),
            Event::BattleEnded { won, .. } => {
                if let Some(battle) = fighting.take() {
                    let kind = battle.kind.word().to_owned();
                    let count = if *won { &mut self.battles_won } else { &mut self.battles_lost };
                    *count.entry(kind).or_default() += 1;
                }
            }
            Event::CardPlayed { card, r#as, .. } => {
                let index = match r#as {
                    CardUse::Event => 0,
                    CardUse::Ops => 1,
                    CardUse::Replacements => 2,
                };
                self.cards.entry(card.0).or_default()[index] += 1;
            }
            Event::PointsAdjusted { to, .. } => {
                let points = self.points_by_turn.entry(turn).or_default();
                points.0 += i64::from(*to);
                points.1 += 1;
            }
            Event::TriggerFired { key } => {
                let trigger = self.triggers.entry(key.clone()).or_default();
                trigger.0 += 1;
                trigger.1 += u64::from(turn);
            }
            _ => {}
        }
    }
}

/// How an ending is called in a tally.
const fn ending_word(ending: Option<Ending>) -> &'static str {
    match ending {
        Some(Ending::Victory) => "victory",
        Some(Ending::Defeat) => "defeat",
        Some(Ending::Draw) => "draw",
        None => "unfinished",
    }
}

/// Plays the campaign of one seed to its end.
#[must_use]
pub fn play(plan: &Plan, seed: u64) -> Played {
    match plan.staff {
        Which::Random => play_with(plan, seed, &mut Random::new(seed)),
        Which::Cautious => play_with(plan, seed, &mut Cautious::new(seed)),
    }
}

/// Plays the campaign of one seed to its end with this staff.
#[must_use]
pub fn play_with(plan: &Plan, seed: u64, staff: &mut impl Staff<State>) -> Played {
    let mut state = State::new(Arc::clone(&plan.pack));
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut dice = Dice::seeded(key, 0);
    let mut tally = Tally { campaigns: 1, ..Tally::default() };
    let mut fighting = None;
    let mut orders = Vec::new();
    let mut events = Vec::new();
    let mut given = 0;
    let set_up = Order::SetUp { scenario: plan.scenario.clone(), options: plan.options };
    if state.permit(Seat::Commander, &set_up).is_ok() {
        state.resolve(&set_up, &mut dice, &mut events);
        given = 1;
        while given < MOST_ORDERS {
            orders.clear();
            state.legal_orders(Seat::Commander, &mut orders);
            if orders.is_empty() {
                break;
            }
            let order = &orders[staff.choose(&state, &orders).min(orders.len() - 1)];
            events.clear();
            let turn = state.turn();
            if state.permit(Seat::Commander, order).is_err() {
                break;
            }
            state.resolve(order, &mut dice, &mut events);
            given += 1;
            for event in &events {
                tally.see(turn, event, &mut fighting);
            }
        }
    }
    tally.orders = given as u64;
    tally.endings.entry(ending_word(state.ending()).to_owned()).or_default().insert(state.turn(), 1);
    Played { end: state, orders: given as u64, tally }
}

/// Plays many campaigns on as many threads as the machine has; `done` hears of each that is played out.
#[must_use]
pub fn simulate(plan: &Plan, campaigns: u64, done: impl Fn() + Sync) -> Tally {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(campaigns.max(1) as usize) as u64;
    let done = &done;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|first| {
                scope.spawn(move || {
                    let mut tally = Tally::default();
                    for number in (first..campaigns).step_by(threads as usize) {
                        tally.add(&play(plan, plan.seed.wrapping_add(number)).tally);
                        done();
                    }
                    tally
                })
            })
            .collect();
        let mut whole = Tally::default();
        for worker in workers {
            // A worker that panicked has nothing to add; the count of campaigns says so.
            if let Ok(tally) = worker.join() {
                whole.add(&tally);
            }
        }
        whole
    })
}
