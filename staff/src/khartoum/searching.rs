//! A staff that looks ahead: it puts units under the tops of enemy stacks that agree with all its seat sees, plays on with the plain staff on
//! both sides, and chooses by what comes of it.
//!
//! What it chooses between are plans, a few orders each: an attack by all who can reach, a march of a stack, where recruits go, a card played
//! or kept. All are played on from the same hidden units with the same dice, the worse dropped early, and another plan than the plain staff's
//! has to be better by more than chance. The same seed gives the same choices, unless time cuts the search; plays bound it.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::dice::Dice;
use engine::game::Game;
use engine::khartoum::ids::{Cards, SpaceId, UnitId, Units};
use engine::khartoum::order::Order;
use engine::khartoum::phase::{Phase, Place};
use engine::khartoum::state::{State, Unseen};
use engine::khartoum::view::View;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;

use super::eye::Eye;
use super::khartoum_staff::KhartoumStaff;
use super::lore::Lore;
use super::marches;
use super::plain::{self, Ahead, known};
use super::weights::Weights;
use crate::Random;
use crate::weighed::Weighed;

/// Turns played on to their end, with the one that is going on.
const TURNS: u8 = 3;
/// Orders after which a play is given up; far more than a few turns take.
const MOST_ORDERS: u32 = 2_000;
/// Plans that are weighed at the most.
const MOST_PLANS: usize = 10;
/// Plays for each plan before the worse half is dropped.
const FIRST_LOOK: u32 = 6;
/// How many standard errors better than the plain staff's plan another must be.
const SURE: f32 = 1.0;
/// The least that is doubted of a mean, whatever its standard error.
const DOUBT: f32 = 0.002;
/// Victory points that make the odds of winning e times as good, at the end and for each turn before it.
const SLOPE: [f32; 2] = [0.6, 0.25];

/// Imagines what is hidden, plays on and chooses by result.
#[derive(Clone, Debug)]
pub struct Searching {
    random: Random,
    plays: u32,
    time: Option<Duration>,
    weights: [Weights; 2],
    lore: Option<Arc<Lore>>,
    /// What is left of the plan that was chosen.
    plan: VecDeque<Order>,
    /// What the plain staff would do next, as long as that is what is done.
    ahead: Ahead,
}

/// Orders to be given one after the other; what is not allowed when its time comes is left out, and the plain staff goes on.
type Plan = Vec<Order>;

impl Searching {
    /// A staff whose plays a seed gives, with so many plays for each decision.
    #[must_use]
    pub const fn new(seed: u64, plays: u32) -> Self {
        Self {
            random: Random::new(seed),
            plays,
            time: None,
            weights: Weights::TUNED,
            lore: None,
            plan: VecDeque::new(),
            ahead: Ahead::none(),
        }
    }

    /// The same, which need not reckon first what every player of these data knows.
    #[must_use]
    pub fn knowing(mut self, lore: &Arc<Lore>) -> Self {
        self.lore = Some(Arc::clone(lore));
        self
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
            let state = imagine(seen, side, &mut self.random);
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

impl KhartoumStaff for Searching {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        let seen = view.state();
        while let Some(order) = self.plan.pop_front() {
            if let Some(place) = orders.iter().position(|listed| *listed == order) {
                return place;
            }
        }
        let mut lore = self.lore.take();
        let lore_now = known(&mut lore, seen);
        let plain = plain::choose(lore_now, &self.weights, seen, side, orders, &mut self.ahead);
        let mut plans = plans(lore_now, &self.weights, seen, side, orders);
        plans.retain(|plan| plan.first() != orders.get(plain) || plan.len() > 1);
        let chosen = if plans.is_empty() {
            plain
        } else {
            plans.insert(0, vec![orders[plain].clone()]);
            let best = self.weigh(lore_now, seen, side, &plans);
            if best > 0 {
                self.ahead = Ahead::none();
            }
            self.plan = plans.swap_remove(best).into();
            let first = self.plan.pop_front();
            first.and_then(|first| orders.iter().position(|listed| *listed == first)).unwrap_or(plain)
        };
        self.lore = lore;
        chosen
    }
}

/// What may be done beside what the plain staff does.
fn plans(lore: &Lore, weights: &[Weights; 2], seen: &State, side: Side, orders: &[Order]) -> Vec<Plan> {
    let each = || orders.iter().map(|order| vec![order.clone()]).collect::<Vec<Plan>>();
    match seen.phase {
        Phase::Moving => {
            let usual = weights[side as usize];
            let bold = Weights { attacks_from: usual.attacks_from - 0.2, march: -0.3, ..usual };
            let eye = Eye::new(lore, &bold, seen, side);
            let mut plans: Vec<Plan> =
                marches::enterprises(&eye).iter().take(MOST_PLANS).map(|enterprise| marches::orders_of(&eye, enterprise)).collect();
            plans.push(vec![Order::MovesDone(side)]);
            plans
        }
        Phase::Deploying(_) | Phase::Misleading | Phase::Recruiting | Phase::Returning if orders.len() > MOST_PLANS => {
            // Evenly from the whole list.
            let step = orders.len().div_ceil(MOST_PLANS);
            each().into_iter().step_by(step).collect()
        }
        Phase::Drawing(_)
        | Phase::Holding(_)
        | Phase::Converting
        | Phase::Summoning
        | Phase::Misleading
        | Phase::Recruiting
        | Phase::Returning
        | Phase::Activating
        | Phase::Deploying(_) => each(),
        Phase::Fighting if orders.iter().any(|order| matches!(order, Order::BreakOff { .. })) => each(),
        Phase::Unset
        | Phase::Beginning(_)
        | Phase::Effect
        | Phase::Recruits
        | Phase::Battles
        | Phase::Fighting
        | Phase::Stacking
        | Phase::Ending
        | Phase::Over(_) => Vec::new(),
    }
}

/// A game that agrees with what a side sees: units of the enemy that it does not see under the tops and in the box, and held cards of the
/// other side from those not seen.
pub(super) fn imagine(seen: &State, side: Side, random: &mut Random) -> State {
    let mut state = seen.clone();
    let unseen = std::mem::take(&mut state.unseen);
    let other = side.other();
    for _ in 0..unseen.held[other as usize] {
        let hand = &mut state.hands[other as usize];
        let may: Cards = hand.deck.iter().filter(|card| seen.pack.card(*card).is_some_and(|row| row.hold)).collect();
        if let Some(card) = pick(may.len(), random).and_then(|nth| may.nth(nth)) {
            hand.deck.remove(card);
            hand.held.insert(card);
        }
    }
    if side == Side::Ours {
        uncover(seen, &unseen, &mut state, random);
    }
    state
}

/// Puts the units of the enemy that are not seen somewhere.
fn uncover(seen: &State, unseen: &Unseen, state: &mut State, random: &mut Random) {
    let mut unknown: Units = seen.all(Side::Enemy).iter().filter(|unit| seen.place(*unit) == Place::Unknown).collect();
    let mut draw = |fits: &dyn Fn(UnitId) -> bool, random: &mut Random| -> Option<UnitId> {
        let may: Units = unknown.iter().filter(|unit| fits(*unit)).collect();
        let unit = pick(may.len(), random).and_then(|nth| may.nth(nth))?;
        unknown.remove(unit);
        Some(unit)
    };
    let chief = seen.pack.counters.chief;
    let changed = state.changed;
    // The chief is never in the box: fallen, they are away, and everybody knows it.
    for _ in 0..unseen.drawn {
        if let Some(unit) = draw(&|unit| Some(unit) != chief, random) {
            state.put(unit, Place::InBox);
            state.play.recruits.insert(unit);
        }
    }
    for _ in 0..unseen.boxed {
        if let Some(unit) = draw(&|unit| Some(unit) != chief, random) {
            state.put(unit, Place::InBox);
        }
    }
    let stacking = seen.pack.counters.stacking;
    let mut left: Vec<usize> = unseen.stacks.iter().map(|count| usize::from(*count)).collect();
    // Where more lie than may stack, some of them count for nothing there: those come first, lest others take them.
    for (space, count) in left.iter_mut().enumerate() {
        let at = SpaceId::at(space);
        let room = seen.stack().saturating_sub(seen.units(Side::Enemy, at).intersection(stacking).len());
        for _ in room..*count {
            if let Some(unit) = draw(&|unit| !stacking.contains(unit), random) {
                state.put(unit, Place::On(at));
                *count -= 1;
            }
        }
    }
    for (space, count) in left.into_iter().enumerate() {
        for _ in 0..count {
            let at = SpaceId::at(space);
            let fits = |unit: UnitId| state.has_room(Side::Enemy, at, Units::of(unit));
            if let Some(unit) = draw(&fits, random) {
                state.put(unit, Place::On(at));
            }
        }
    }
    // Where numbers are hidden too, whoever is left is under some top or in the box.
    let tops: Vec<SpaceId> = seen.spaces().filter(|space| seen.has(Side::Enemy, *space)).collect();
    while let Some(unit) = draw(&|_| true, random) {
        let at = pick(tops.len() + usize::from(Some(unit) != chief), random).and_then(|nth| tops.get(nth));
        match at {
            Some(at) if state.has_room(Side::Enemy, *at, Units::of(unit)) => state.put(unit, Place::On(*at)),
            _ => state.put(unit, Place::InBox),
        }
    }
    state.changed = changed;
}

/// One of so many, if there are any.
fn pick(of: usize, random: &mut Random) -> Option<usize> {
    (of > 0).then(|| random.below(of))
}

/// What comes of a plan, played on with these dice to the end of a few turns.
fn play_on(lore: &Lore, weights: &[Weights; 2], mut state: State, side: Side, plan: &Plan, dice: &mut Dice) -> f32 {
    let (mut events, mut legal) = (Vec::new(), Vec::new());
    let until = state.turn.saturating_add(TURNS);
    for order in plan {
        if state.permit(Seat::from(side), order).is_ok() {
            events.clear();
            state.resolve(order, dice, &mut events);
        }
    }
    let (mut left, mut ahead) = (MOST_ORDERS, Ahead::none());
    while state.turn < until && left > 0 {
        let Some(asked) = state.acting().first().and_then(|seat| seat.side()) else { break };
        left -= 1;
        legal.clear();
        state.legal_orders(Seat::from(asked), &mut legal);
        if legal.is_empty() {
            break;
        }
        let choice = if legal.len() == 1 { 0 } else { plain::choose(lore, weights, &state, asked, &legal, &mut ahead) };
        events.clear();
        state.resolve(&legal[choice], dice, &mut events);
    }
    worth(lore, weights, &state, side)
}

/// What a position is worth to a side: the result, or its chance by the points that ours would hold, and the units both have.
fn worth(lore: &Lore, weights: &[Weights; 2], state: &State, side: Side) -> f32 {
    if let Some(outcome) = state.outcome() {
        return if outcome.winner == side { 1.0 } else { 0.0 };
    }
    let eye = Eye::new(lore, &weights[Side::Ours as usize], state, Side::Ours);
    let (mut lead, nobody) = (0.5 - f32::from(state.pack.tables.victory_points), super::battle::Force::default());
    for space in state.spaces() {
        let (own, other) = (eye.force(Side::Ours, space), eye.force(Side::Enemy, space));
        let held = eye.hold(space, own, other);
        lead += if own.is_empty() && other.is_empty() { 0.5 * eye.hold(space, &lore.one(), &nobody) } else { held };
        lead += own.worth + eye.presence(space, own) - other.worth;
    }
    let left = f32::from(state.pack.tables.turns().saturating_sub(state.turn));
    let ours = 1.0 / (1.0 + (-lead * SLOPE[0] / (1.0 + SLOPE[1] * left)).exp());
    if side == Side::Ours { ours } else { 1.0 - ours }
}

#[cfg(test)]
mod tests;
