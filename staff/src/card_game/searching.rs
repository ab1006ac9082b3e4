//! A staff that looks ahead: it deals the other side hands and face-down cards that agree with all its seat has seen, plays on with the
//! plain staff on both sides, and chooses by what comes of it.
//!
//! What it chooses between are plans, a few orders each: cards exchanged, a whole deployment, a body of units that marches, a Tactics card.
//! All are played on from the same hands with the same dice, the worse dropped early, and another plan than the plain staff's has to be
//! better by more than chance. The same seed gives the same choices, unless time cuts the search; plays bound it.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use engine::card_game::cards::{CardId, Cards};
use engine::card_game::order::Order;
use engine::card_game::region::Region;
use engine::card_game::rules::{conflict, deployment};
use engine::card_game::state::{Phase, Pile, State};
use engine::card_game::view::View;
use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;

use super::card_staff::CardStaff;
use super::lore::Lore;
use super::muster::Muster;
use super::plain::{self, known};
use super::weights::Weights;
use crate::Random;
use crate::weighed::Weighed;

/// Turns played on to their end, with the one that is going on.
const TURNS: u8 = 2;
/// Orders after which a play is given up; far more than a few turns take.
const MOST_ORDERS: u32 = 2_000;
/// Plays for each plan before the worse half is dropped.
const FIRST_LOOK: u32 = 6;
/// How many standard errors better than the plain staff's plan another must be.
const SURE: f32 = 1.6;
/// The least that is doubted of a mean, whatever its standard error.
const DOUBT: f32 = 0.002;

/// Deals the other side's hidden cards, plays on and chooses by result.
#[derive(Clone, Debug)]
pub struct Searching {
    random: Random,
    plays: u32,
    time: Option<Duration>,
    weights: Weights,
    lore: Option<Lore>,
    /// What is left of the plan that was chosen.
    plan: VecDeque<Order>,
}

/// Orders to be given one after the other; what is not allowed when its time comes is left out, and the plain staff goes on.
type Plan = Vec<Order>;

impl Searching {
    /// A staff whose plays a seed gives, with so many plays for each decision.
    #[must_use]
    pub const fn new(seed: u64, plays: u32) -> Self {
        Self { random: Random::new(seed), plays, time: None, weights: Weights::TUNED, lore: None, plan: VecDeque::new() }
    }

    /// The same, which takes no longer than this for a decision.
    #[must_use]
    pub const fn within(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// The plan that is best by its plays, the first unless another is better by more than it may well be by chance.
    fn weigh(&mut self, lore: &Lore, seen: &State, side: Side, plans: &[Plan]) -> usize {
        let begun = Instant::now();
        let mut weighed: Vec<Weighed> = (1..plans.len()).map(Weighed::new).collect();
        let (mut left, mut round) = (self.plays, 0);
        while left > weighed.len() as u32 && !weighed.is_empty() && self.time.is_none_or(|time| begun.elapsed() < time) {
            left -= weighed.len() as u32 + 1;
            round += 1;
            let state = imagine(seen, side, &self.weights, lore, &mut self.random);
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&(self.random.below(u32::MAX as usize) as u64).to_le_bytes());
            let on = |plan: &Plan| play_on(lore, &self.weights, state.clone(), side, plan, &mut Dice::seeded(bytes, 0));
            let first = on(&plans[0]);
            for candidate in &mut weighed {
                candidate.count(on(&plans[candidate.place]) - first);
            }
            if round % FIRST_LOOK == 0 && weighed.len() > 1 {
                weighed.sort_by(|one, other| other.mean().total_cmp(&one.mean()).then(one.place.cmp(&other.place)));
                weighed.truncate(weighed.len().div_ceil(2));
            }
            weighed.retain(|candidate| candidate.plays < 2.0 * FIRST_LOOK as f32 || candidate.mean() > -candidate.doubt(DOUBT));
        }
        let sure = weighed.iter().filter(|candidate| candidate.mean() > SURE * candidate.doubt(DOUBT));
        sure.max_by(|one, other| one.mean().total_cmp(&other.mean())).map_or(0, |best| best.place)
    }
}

impl CardStaff for Searching {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        let seen = view.state();
        while let Some(order) = self.plan.pop_front() {
            if let Some(place) = orders.iter().position(|listed| *listed == order) {
                return place;
            }
        }
        let mut lore = self.lore.take();
        let lore_now = known(&mut lore, seen);
        let plain = plain::choose(lore_now, &self.weights, seen, side, orders);
        let mut plans = plans(lore_now, &self.weights, seen, side, orders);
        plans.retain(|plan| plan.first() != orders.get(plain) || plan.len() > 1);
        let chosen = if plans.is_empty() {
            plain
        } else {
            plans.insert(0, vec![orders[plain].clone()]);
            let best = self.weigh(lore_now, seen, side, &plans);
            self.plan = plans.swap_remove(best).into();
            let first = self.plan.pop_front();
            first.and_then(|first| orders.iter().position(|listed| *listed == first)).unwrap_or(plain)
        };
        self.lore = lore;
        chosen
    }
}

/// What may be done beside what the plain staff does.
fn plans(lore: &Lore, weights: &Weights, seen: &State, side: Side, orders: &[Order]) -> Vec<Plan> {
    match seen.phase {
        Phase::Relief => {
            let eye = plain::eye(lore, weights, seen, side);
            plain::exchanges(&eye, seen)
                .into_iter()
                .map(|cards| vec![Order::Relieve { side, cards }])
                .filter(|plan| orders.contains(&plan[0]))
                .collect()
        }
        Phase::Deploying(_) => deployments(seen, side, orders),
        Phase::Travelling(_) => {
            let eye = plain::eye(lore, weights, seen, side);
            let mut plans = plain::bodies(&eye, seen, orders);
            plans.push(vec![Order::Travelled(side)]);
            plans
        }
        Phase::Conflict(fought) if fought.loser.is_none() => orders.iter().map(|order| vec![order.clone()]).collect(),
        _ => Vec::new(),
    }
}

/// For each region the deployment that lays there whatever may be laid there, and the rest as the plain staff would; and none at all.
fn deployments(seen: &State, side: Side, orders: &[Order]) -> Vec<Plan> {
    let hand: Vec<CardId> = seen.army(side).hand.cards.iter().collect();
    let mut plans: Vec<Plan> = Vec::new();
    for region in Region::ALL {
        let lay = |card: &CardId| Order::Lay { side, card: *card, region };
        let plan: Plan = hand.iter().map(lay).filter(|order| orders.contains(order)).collect();
        if plan.len() > 1 {
            plans.push(plan);
        }
    }
    // One card at a time where it may be laid in several regions.
    for order in orders {
        if let Order::Lay { .. } = order
            && plans.len() < 10
        {
            plans.push(vec![order.clone()]);
        }
    }
    plans
}

/// A game that agrees with what a side sees: the other side's face-down cards where they may lie, its hand, both from its unseen cards.
pub(super) fn imagine(seen: &State, side: Side, weights: &Weights, lore: &Lore, random: &mut Random) -> State {
    let mut state = seen.clone();
    let other = side.other();
    for region in Region::ALL {
        let unseen = std::mem::take(&mut state.armies[other as usize].laid[region as usize].unseen);
        for _ in 0..unseen {
            let deck = state.army(other).deck;
            let mut may: Vec<(CardId, f32)> = Vec::new();
            for (card, count) in deck.each() {
                if deployment::may_lay(&state, other, card, region).is_ok() {
                    may.push((card, count.into()));
                }
            }
            if may.is_empty() {
                may.extend(
                    deck.each().filter(|(card, _)| lore.row(other, *card).arm.is_unit()).map(|(card, count)| (card, f32::from(count))),
                );
            }
            if let Some(card) = pick(&may, random) {
                let army = &mut state.armies[other as usize];
                army.deck.take(card);
                army.laid[region as usize].cards.add(card, 1);
            }
        }
    }
    // Whoever has deployed holds few units any more.
    let deployed = match seen.phase {
        Phase::Relief => false,
        Phase::Deploying(asked) => asked == side && seen.last == side,
        _ => true,
    };
    let army = &mut state.armies[other as usize];
    let unseen = std::mem::take(&mut army.hand).unseen;
    let mut hand = Cards::NONE;
    for _ in 0..unseen {
        let weight = |(card, count): (CardId, u8)| {
            let scarce = deployed && lore.row(other, card).arm.is_unit();
            (card, f32::from(count) * if scarce { weights.kept_units } else { 1.0 })
        };
        let may: Vec<(CardId, f32)> = army.deck.each().map(weight).collect();
        if let Some(card) = pick(&may, random) {
            army.deck.take(card);
            hand.add(card, 1);
        }
    }
    army.hand = Pile { cards: hand, unseen: 0 };
    // What it has chosen, and is not seen yet, it chooses again.
    army.relief = None;
    if let Phase::Conflict(fought) = &mut state.phase
        && fought.face_down[other as usize].is_some()
    {
        fought.face_down[other as usize] = None;
        let region = fought.region;
        let fits: Vec<(CardId, f32)> =
            hand.each().filter(|(card, _)| conflict::fits(&state, other, *card, region).is_ok()).map(|(card, _)| (card, 1.0)).collect();
        let card = if random.below(2) == 0 { None } else { pick(&fits, random) };
        if let Phase::Conflict(fought) = &mut state.phase {
            fought.face_down[other as usize] = Some(card);
        }
    }
    state
}

/// One of several, each as likely as its weight.
fn pick(of: &[(CardId, f32)], random: &mut Random) -> Option<CardId> {
    let all: f32 = of.iter().map(|(_, weight)| weight).sum();
    let mut at = random.below(1 << 20) as f32 / (1 << 20) as f32 * all;
    for (card, weight) in of {
        at -= weight;
        if at < 0.0 {
            return Some(*card);
        }
    }
    of.last().map(|(card, _)| *card)
}

/// What comes of a plan, played on with these dice to the end of a few turns.
fn play_on(lore: &Lore, weights: &Weights, mut state: State, side: Side, plan: &Plan, dice: &mut Dice) -> f32 {
    let (mut events, mut legal) = (Vec::new(), Vec::new());
    let until = state.turn.saturating_add(TURNS);
    for order in plan {
        if state.permit(Seat::from(side), order).is_ok() {
            events.clear();
            state.resolve(order, dice, &mut events);
        }
    }
    let mut left = MOST_ORDERS;
    while state.turn < until && left > 0 {
        let Some(asked) = state.acting().first().and_then(|seat| seat.side()) else { break };
        left -= 1;
        legal.clear();
        state.legal_orders(Seat::from(asked), &mut legal);
        if legal.is_empty() {
            break;
        }
        let choice = if legal.len() == 1 { 0 } else { plain::choose(lore, weights, &state, asked, &legal) };
        events.clear();
        state.resolve(&legal[choice], dice, &mut events);
    }
    worth(lore, weights, &state, side)
}

/// What a position is worth to a side: the result, or its prospects and the Tactics both hold.
fn worth(lore: &Lore, weights: &Weights, state: &State, side: Side) -> f32 {
    if let Some(outcome) = state.outcome() {
        return match outcome.winner {
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
    }
    let held = |of: Side| -> f32 {
        let cards = state.army(of).hand.cards;
        let force = |(card, count): (CardId, u8)| match lore.row(of, card) {
            row if row.arm.is_tactics() => f32::from(row.force) * f32::from(count),
            _ => 0.0,
        };
        cards.each().map(force).sum()
    };
    let eye = plain::eye(lore, weights, state, side);
    eye.worth(&Muster::of(lore, state, side)) + weights.card * (held(side) - held(side.other())) / 10.0
}

#[cfg(test)]
mod tests;
