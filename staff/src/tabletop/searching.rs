//! A staff that looks ahead: it plays the next activations out with the plain staff on both sides and chooses by what comes of it.
//!
//! What it cannot see it imagines: the other side's Heroic Leadership cards are dealt from those it has not seen, hidden units lie where
//! they may lie. So it never knows more than its side. The same seed gives the same choices; plays bound the search.

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::heroic::{HeroicCounts, HeroicHand};
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
use super::plain;
use super::weights::Weights;
use super::worth::worth;
use crate::Random;

/// Orders played out after the one that is weighed: about a turn.
const DEPTH: usize = 48;
/// Orders weighed at the most: the best by what the plain staff thinks of them.
const CANDIDATES: usize = 6;
/// Plays for each candidate before the worse half is dropped.
const FIRST_LOOK: u32 = 4;
/// How near an enemy has to be for a move to be weighed at all.
const NEAR: u8 = 7;

/// Plays the next activations out and chooses by result.
#[derive(Clone, Debug)]
pub struct Searching {
    random: Random,
    plays: u32,
}

impl Searching {
    /// A staff whose plays a seed gives, with so many plays for each decision.
    #[must_use]
    pub const fn new(seed: u64, plays: u32) -> Self {
        Self { random: Random::new(seed), plays }
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

    /// What comes of an order, played out with these dice.
    fn play_out(&self, mut state: State, side: Side, order: &Order, dice: &mut Dice) -> f32 {
        let (mut events, mut legal) = (Vec::new(), Vec::new());
        state.resolve(order, dice, &mut events);
        for _ in 0..DEPTH {
            let Some(asked) = state.side_asked() else { break };
            legal.clear();
            state.legal_orders(Seat::from(asked), &mut legal);
            if legal.is_empty() {
                break;
            }
            let choice = if legal.len() == 1 { 0 } else { plain::choose(&state, asked, &legal, &Weights::TUNED) };
            events.clear();
            state.resolve(&legal[choice], dice, &mut events);
        }
        worth(&state, side)
    }

    /// The orders worth weighing, the best by what the plain staff thinks of them first.
    fn candidates(seen: &State, side: Side, orders: &[Order]) -> Vec<usize> {
        let active = match seen.phase {
            Phase::Acting(active) => active,
            Phase::Asking(Question::Pursuit { .. } | Question::CombatCard { .. } | Question::Recovery(_)) => {
                return (0..orders.len()).take(CANDIDATES).collect();
            }
            Phase::Asking(Question::Next(_) | Question::GoFor(_)) => return Vec::new(),
            Phase::Unset | Phase::Deploying(_) | Phase::Playing | Phase::Over(_) => return Vec::new(),
        };
        let glance = Glance::of(seen, side, &Weights::TUNED);
        if let Actor::Unit(unit) = active.actor {
            let at = seen.unit(unit).square;
            if glance.nearest(at).is_none_or(|foe| at.range_to(foe.square) > NEAR) {
                return Vec::new();
            }
        }
        let scores = plain::scores(&glance, &active, orders);
        let mut places: Vec<usize> = (0..orders.len()).collect();
        places.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]).then(one.cmp(other)));
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
        if matches!(seen.phase, Phase::Deploying(_)) {
            return plain::choose(seen, side, orders, &Weights::TUNED);
        }
        let plain = plain::choose(seen, side, orders, &Weights::TUNED);
        let mut candidates = Self::candidates(seen, side, orders);
        if !candidates.contains(&plain) {
            candidates.insert(0, plain);
        }
        if candidates.len() < 2 {
            return plain;
        }
        let mut weighed: Vec<Weighed> =
            candidates.into_iter().map(|place| Weighed { place, plays: 0.0, gain: 0.0, squares: 0.0 }).collect();
        let mut left = self.plays;
        let mut round = 0;
        while left >= weighed.len() as u32 && weighed.len() > 1 {
            left -= weighed.len() as u32;
            round += 1;
            let state = self.imagine(seen, side);
            // The same dice for each: what differs is the order.
            let seed = self.random.below(u32::MAX as usize) as u32;
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&seed.to_le_bytes());
            let of_plain = self.play_out(state.clone(), side, &orders[plain], &mut Dice::seeded(bytes, 0));
            for candidate in weighed.iter_mut().filter(|candidate| candidate.place != plain) {
                let result = self.play_out(state.clone(), side, &orders[candidate.place], &mut Dice::seeded(bytes, 0));
                candidate.count(result - of_plain);
            }
            if round % FIRST_LOOK == 0 && weighed.len() > 2 {
                // The plain staff's choice stays; of the others the better half.
                weighed.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
                let keep = weighed.len().div_ceil(2).max(2);
                let dropped = weighed.split_off(keep);
                weighed.extend(dropped.into_iter().filter(|candidate| candidate.place == plain));
            }
        }
        // Chance alone does not overrule the plain staff: a choice has to be better by more than it may well be by chance.
        let sure = weighed.iter().filter(|candidate| candidate.place != plain && candidate.mean() > candidate.doubt());
        sure.max_by(|one, other| one.mean().total_cmp(&other.mean())).map_or(plain, |best| best.place)
    }
}

/// An order that is weighed: how much better its plays have ended than those of the plain staff's choice.
#[derive(Clone, Copy, Debug)]
struct Weighed {
    place: usize,
    plays: f32,
    gain: f32,
    squares: f32,
}

impl Weighed {
    fn count(&mut self, gain: f32) {
        self.plays += 1.0;
        self.gain += gain;
        self.squares += gain * gain;
    }

    fn mean(&self) -> f32 {
        self.gain / self.plays.max(1.0)
    }

    /// The standard error of the mean, and a little.
    fn doubt(&self) -> f32 {
        let variance = self.squares / self.plays.max(1.0) - self.mean() * self.mean();
        0.004 + (variance.max(0.0) / (self.plays - 1.0).max(1.0)).sqrt()
    }
}
