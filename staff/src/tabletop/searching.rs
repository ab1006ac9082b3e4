//! A staff that looks ahead: it plays the next activations out with the plain staff on both sides and chooses by what comes of it.
//!
//! What it cannot see it imagines: the other side's Heroic Leadership cards are dealt from those it has not seen, hidden units lie where
//! they may lie. So it never knows more than its side. The same seed gives the same choices; plays bound the search.

use engine::dice::Dice;
use engine::game::Game;
use engine::tabletop::heroic::{HeroicCounts, HeroicHand};
use engine::tabletop::order::Order;
use engine::tabletop::phase::Phase;
use engine::tabletop::plan::Start;
use engine::tabletop::seat::Seat;
use engine::tabletop::side::Side;
use engine::tabletop::square::Square;
use engine::tabletop::state::State;
use engine::tabletop::unit::UnitId;
use engine::tabletop::view::View;

use super::BattleStaff;
use super::ground::Glance;
use super::plain;
use super::weights::Weights;
use super::worth::worth;
use crate::Random;

/// Orders played out after the one that is weighed.
const DEPTH: usize = 24;
/// Orders weighed at the most: the best by what the plain staff thinks of them.
const CANDIDATES: usize = 5;

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
        let Phase::Acting(active) = seen.phase else { return (0..orders.len()).take(CANDIDATES).collect() };
        let scores = plain::scores(&Glance::of(seen, side, &Weights::TUNED), &active, orders);
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
        let rounds = (self.plays as usize / candidates.len()).max(1);
        let mut sums = vec![0.0_f32; candidates.len()];
        for _ in 0..rounds {
            let state = self.imagine(seen, side);
            // The same dice for each: what differs is the order.
            let seed = self.random.below(u32::MAX as usize) as u32;
            for (sum, place) in sums.iter_mut().zip(&candidates) {
                let mut bytes = [0; 32];
                bytes[..4].copy_from_slice(&seed.to_le_bytes());
                *sum += self.play_out(state.clone(), side, &orders[*place], &mut Dice::seeded(bytes, 0));
            }
        }
        let of_plain = candidates.iter().position(|place| *place == plain).map_or(0.0, |place| sums[place]);
        let best = (0..sums.len()).max_by(|one, other| sums[*one].total_cmp(&sums[*other]).then(other.cmp(one)));
        // Chance alone does not overrule the plain staff: a choice has to be better by something.
        let margin = 0.01 * rounds as f32;
        best.filter(|best| sums[*best] > of_plain + margin).map_or(plain, |best| candidates[best])
    }
}
