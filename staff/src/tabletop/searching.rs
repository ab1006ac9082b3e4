//! A staff that looks ahead: it plays whole turns out with the plain staff on both sides and chooses an order by what comes of it, of the few
//! that the plain staff thinks best. All are played out with the same dice, the worse dropped early, and another choice than the plain staff's
//! has to be better by more than chance. Where a play leaves off, [`Prospect`] tells how a battle so far on is likely to end, or, where the side
//! or the other has to be somewhere, `worth` how near it is to that.
//!
//! What it cannot see it imagines: the other side's Heroic Leadership cards are dealt from those it has not seen, hidden units lie where
//! they may lie. So it never knows more than its side. The same seed gives the same choices; plays bound the search.

use std::time::Instant;

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::heroic::{HeroicCounts, HeroicHand};
use engine::tabletop::instruction::Instruction;
use engine::tabletop::order::Order;
use engine::tabletop::phase::{Actor, Phase, Question};
use engine::tabletop::plan::Start;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::square::Square;
use engine::tabletop::state::State;
use engine::tabletop::unit::UnitId;
use engine::tabletop::view::View;

use super::battle_staff::BattleStaff;
use super::ground::Glance;
use super::plain::{self, Plain};
use super::prospect::Prospect;
use super::temper::Temper;
use super::weights::Weights;
use super::worth::worth;
use crate::Random;
use crate::weighed::Weighed;

/// Turns played out to their end, with the one that is going on.
const TURNS: u8 = 2;
/// Orders after which a play is given up; far more than a few turns take.
const MOST_ORDERS: u32 = 1_000;

/// Orders weighed at the most: the best by what the plain staff thinks of them.
const CANDIDATES: usize = 6;
/// How much worse than its choice the plain staff may think an order that is weighed all the same.
const WORSE: f32 = 1.0;
/// How many standard errors better than the plain staff's choice another must be.
const SURE: f32 = 1.0;
/// The least that is doubted of a mean, whatever its standard error.
const DOUBT: f32 = 0.004;
/// The least plays for each candidate before the worse half is dropped.
const FIRST_LOOK: u32 = 3;
/// The share of all plays after so many of which for each candidate the worse half is dropped, where that is more.
const LOOKS: u32 = 20;
/// How many standard errors better the last candidate is when nothing more is asked.
const CLEAR: f32 = 3.0;
/// How near an enemy has to be for a move to be weighed at all.
const NEAR: u8 = 6;

/// Plays the next activations out and chooses by result.
#[derive(Clone, Debug)]
pub struct Searching {
    random: Random,
    plays: u32,
    weights: Weights,
    until: Option<Instant>,
}

impl Searching {
    /// The usual plays for each decision. With 8 it fights typical armies worse than the plain staff, with 40 somewhat better.
    pub const USUAL: u32 = 100;

    /// A staff whose plays a seed gives, with so many plays for each decision.
    #[must_use]
    pub const fn new(seed: u64, plays: u32) -> Self {
        Self::of(seed, plays, Plain(Weights::TUNED))
    }

    /// The same, which plays out with a plain staff of other weights.
    #[must_use]
    pub const fn of(seed: u64, plays: u32, plain: Plain) -> Self {
        Self { random: Random::new(seed), plays, weights: plain.0, until: None }
    }

    /// The same, which begins no further play from then on. What it chooses then hangs on how fast the machine is, no longer on the seed alone.
    #[must_use]
    pub const fn until(self, at: Instant) -> Self {
        Self { until: Some(at), ..self }
    }

    /// A battle that agrees with what its side sees.
    fn imagine(&mut self, seen: &State, side: Side) -> State {
        let mut state = seen.clone();
        let other = side.other() as usize;
        let unseen = state.heroic.hands[other].unseen;
        let mut cards = HeroicCounts::default();
        for _ in 0..unseen {
            let left = state.heroic.undealt;
            if let Some(kind) = left.nth(self.random.below(usize::from(left.len().max(1))) as u8) {
                state.heroic.undealt.take(kind);
                cards.add(kind);
            }
        }
        state.heroic.hands[other] = HeroicHand { cards, unseen: 0 };
        let hidden: Vec<UnitId> = state.position.all().filter(|unit| state.unit(*unit).side != side && state.unit(*unit).hidden).collect();
        for unit in hidden {
            let area = state.plan.as_ref().and_then(|plan| plan.start_of(unit)).map(Start::area);
            let squares: Vec<Square> = area.map(|area| area.squares().collect()).unwrap_or_default();
            let free: Vec<Square> = squares.into_iter().filter(|square| state.position.on(*square).next().is_none()).collect();
            if !free.is_empty() {
                let square = free[self.random.below(free.len())];
                if let Some(of) = state.position.units.get_mut(unit.index()) {
                    of.square = square;
                }
            }
        }
        state
    }

    /// What comes of a battle in which a side gives this order, played out with these dice to the end of [`TURNS`].
    fn play_out(&self, mut state: State, side: Side, order: &Order, dice: &mut Dice) -> f32 {
        let (mut events, mut legal) = (Vec::new(), Vec::new());
        let until = state.turn.saturating_add(TURNS);
        state.resolve(order, dice, &mut events);
        let tempers = Side::BOTH.map(|side| Temper::of(&state, side, self.weights));
        let mut left = MOST_ORDERS;
        while let Some(asked) = state.side_asked().filter(|_| state.turn < until && left > 0) {
            left -= 1;
            legal.clear();
            state.legal_orders(Seat::from(asked), &mut legal);
            if legal.is_empty() {
                break;
            }
            let choice = if legal.len() == 1 { 0 } else { plain::choose(&state, asked, &legal, &tempers[asked as usize]) };
            events.clear();
            state.resolve(&legal[choice], dice, &mut events);
        }
        let aims = state.plan.as_ref().is_some_and(|plan| plan.aim.is_some());
        if aims || state.outcome().is_some() {
            return worth(&state, side);
        }
        Prospect::judged(&state, tempers.each_ref()).worth(side)
    }

    /// The best of several orders by their plays, the first unless another is better by more than it may well be by chance. The worse half is
    /// dropped after a few plays each; all have the same dice.
    fn best(&mut self, seen: &State, side: Side, orders: &[&Order]) -> usize {
        let mut weighed: Vec<Weighed> = (1..orders.len()).map(Weighed::new).collect();
        let mut left = self.plays;
        let mut round = 0;
        let look = FIRST_LOOK.max(self.plays / LOOKS);
        let is_late = |until: Option<Instant>| until.is_some_and(|until| Instant::now() >= until);
        while left > weighed.len() as u32 && !weighed.is_empty() && !is_late(self.until) {
            left -= weighed.len() as u32 + 1;
            round += 1;
            let state = self.imagine(seen, side);
            // The same dice for each: what differs is the order.
            let seed = self.random.below(u32::MAX as usize) as u32;
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&seed.to_le_bytes());
            let first = self.play_out(state.clone(), side, orders[0], &mut Dice::seeded(bytes, 0));
            for candidate in &mut weighed {
                let result = self.play_out(state.clone(), side, orders[candidate.place], &mut Dice::seeded(bytes, 0));
                candidate.count(result - first);
            }
            if round % look == 0 {
                weighed.sort_by(|one, other| other.mean().total_cmp(&one.mean()).then(one.place.cmp(&other.place)));
                // Who is behind by more than chance does not come back.
                weighed.truncate(weighed.len().div_ceil(2).max(1));
                weighed.retain(|candidate| candidate.mean() > -0.5 * candidate.doubt(DOUBT));
                if let [last] = weighed.as_slice()
                    && last.mean() > CLEAR * last.doubt(DOUBT)
                {
                    break;
                }
            }
        }
        // What has not been looked at fairly yet, few plays being granted or time being up, is no better for one lucky play.
        let better = weighed.iter().filter(|candidate| round >= look && candidate.mean() > SURE * candidate.doubt(DOUBT));
        better.max_by(|one, other| one.mean().total_cmp(&other.mean())).map_or(0, |best| best.place)
    }

    /// The orders worth weighing, the best by what the plain staff thinks of them first.
    fn candidates(glance: &Glance<'_>, orders: &[Order]) -> Vec<usize> {
        let seen = glance.state;
        let active = match seen.phase {
            Phase::Acting(active) => active,
            Phase::Asking(Question::Pursuit { unit, .. }) if seen.instruction(unit) != Instruction::AskMe => return Vec::new(),
            Phase::Asking(Question::Pursuit { .. } | Question::CombatCard { .. } | Question::Recovery(_)) => {
                return (0..orders.len()).take(CANDIDATES).collect();
            }
            Phase::Asking(Question::Next(_) | Question::GoFor(_)) => return Vec::new(),
            Phase::Unset | Phase::Deploying(_) | Phase::Playing | Phase::Over(_) => return Vec::new(),
        };
        // Who is told what to do does it as the plain staff would.
        if plain::told(seen, active.actor) != Instruction::AskMe {
            return Vec::new();
        }
        if let Actor::Unit(unit) = active.actor {
            let at = seen.unit(unit).square;
            if glance.nearest(at).is_none_or(|foe| at.range_to(foe.square) > NEAR) {
                return Vec::new();
            }
        }
        let scores = plain::scores(glance, &active, orders);
        let mut places: Vec<usize> = (0..orders.len()).collect();
        places.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]).then(one.cmp(other)));
        let best = places.first().map_or(0.0, |place| scores[*place]);
        places.retain(|place| scores[*place] > best - WORSE);
        // Of moves to one square, one facing is enough to weigh; of everything else all.
        let mut chosen: Vec<usize> = Vec::new();
        for place in places {
            let square = |order: &Order| if let Order::Move { to, .. } = order { Some(*to) } else { None };
            let again = square(&orders[place]).is_some_and(|to| chosen.iter().any(|other| square(&orders[*other]) == Some(to)));
            if !again && chosen.len() < CANDIDATES {
                chosen.push(place);
            }
        }
        chosen
    }
}

impl BattleStaff for Searching {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        let seen = view.state();
        let temper = Temper::of(seen, side, self.weights);
        let glance = Glance::of(seen, side, &temper);
        let plain = plain::choose_at(&glance, orders);
        if matches!(seen.phase, Phase::Deploying(_)) || seen.side(side).breaks_off {
            return plain;
        }
        let mut places = Self::candidates(&glance, orders);
        places.retain(|place| *place != plain);
        if places.is_empty() {
            return plain;
        }
        places.insert(0, plain);
        let weighed: Vec<&Order> = places.iter().map(|place| &orders[*place]).collect();
        places[self.best(seen, side, &weighed)]
    }
}

#[cfg(test)]
mod tests;
