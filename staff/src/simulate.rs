//! Whole campaigns played out by simulated players, and what came of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use engine::campaign::Seat;
use engine::campaign::{CardUse, Ending, Event, FieldBattle, Options, Order, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{BattleType, Pack};
use engine::tabletop;
use serde::Serialize;

use crate::many::counted;
use crate::tabletop::skirmish;
use crate::{Cautious, Random, Staff, board};

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

/// How the battles of a simulated campaign are settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Battles {
    /// By the model of [`crate::table`].
    #[default]
    Dice,
    /// On the board, by this staff on both sides; by the model where the board is not offered.
    Board(skirmish::Which),
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
    /// How battles are settled; on the board by the options' own settings.
    pub battles: Battles,
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
    /// Battles fought on the board.
    pub fought_on_board: u64,
    /// Turns that they took, summed.
    pub board_turns: u64,
    /// Battles by their type: won and lost.
    pub battle_types: BTreeMap<String, (u64, u64)>,
    /// Steps that fought, summed over all battles.
    pub steps_in_battle: u64,
    /// Steps lost in battle.
    pub steps_lost: u64,
    /// Steps lost in pursuits.
    pub steps_lost_in_pursuit: u64,
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
        self.fought_on_board += other.fought_on_board;
        self.board_turns += other.board_turns;
        self.steps_in_battle += other.steps_in_battle;
        self.steps_lost += other.steps_lost;
        self.steps_lost_in_pursuit += other.steps_lost_in_pursuit;
        for (battle, (won, lost)) in &other.battle_types {
            let mine = self.battle_types.entry(battle.clone()).or_default();
            mine.0 += won;
            mine.1 += lost;
        }
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
            Event::BattleBegan { battle } => *fighting = Some((**battle).clone()),
            Event::BoardReported { .. } => self.fought_on_board += 1,
            Event::Field(event) if matches!(**event, tabletop::event::Event::TurnBegan { .. }) => self.board_turns += 1,
            Event::LossReported { steps, .. } => self.steps_lost += u64::from(*steps),
            Event::FieldStepLost { steps, .. } => self.steps_lost_in_pursuit += u64::from(*steps),
            Event::BattleEnded { won, .. } => {
                if let Some(battle) = fighting.take() {
                    let kind = battle.kind.word().to_owned();
                    let count = if *won { &mut self.battles_won } else { &mut self.battles_lost };
                    *count.entry(kind).or_default() += 1;
                    let of_type = self.battle_types.entry(type_word(battle.battle.battle_type).to_owned()).or_default();
                    *(if *won { &mut of_type.0 } else { &mut of_type.1 }) += 1;
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

/// How a type of battle is called in a tally.
const fn type_word(battle_type: Option<BattleType>) -> &'static str {
    match battle_type {
        Some(BattleType::EnemySurpriseAttack) => "ours surprised",
        Some(BattleType::Ambush) => "ambush",
        Some(BattleType::ProbingAttack) => "probing",
        Some(BattleType::Encounter) => "encounter",
        Some(BattleType::Defense) => "defence",
        Some(BattleType::OurSurpriseAttack) => "our surprise",
        None => "walls",
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
    // The ground is rolled outside the campaign's stream of dice, as the umpire rolls it.
    key[31] = 1;
    let mut ground = Dice::seeded(key, 0);
    let mut staffs = match plan.battles {
        Battles::Dice => None,
        Battles::Board(which) => Some(board::staffs(which, seed)),
    };
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
            let chosen = staff.choose(&state, &orders).min(orders.len() - 1);
            let order = orders.swap_remove(chosen);
            let order = board::with_ground(&state, order, &mut ground);
            events.clear();
            let turn = state.turn();
            if state.permit(Seat::Commander, &order).is_err() {
                break;
            }
            state.resolve(&order, &mut dice, &mut events);
            given += 1;
            if let Some(staffs) = &mut staffs {
                given += board::fight_out(&mut state, staffs, &mut dice, &mut events) as usize;
            }
            for event in &events {
                if let Event::BattleBegan { battle } = event {
                    tally.steps_in_battle += battle.units.iter().map(|unit| u64::from(state.steps(unit))).sum::<u64>();
                }
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
    let count = |tally: &mut Tally, number: u64| {
        tally.add(&play(plan, plan.seed.wrapping_add(number)).tally);
        done();
    };
    counted(campaigns, count, Tally::add)
}
