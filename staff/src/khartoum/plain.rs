//! A staff that plays as a sensible officer would.
//!
//! It looks at what each town is worth with whom in it, and at what the other side can bring there in its next turn. It attacks where the
//! odds are good and the stakes worth the men, takes towns that are empty, keeps in threatened ones who are needed, and gathers the rest
//! where they are wanted next. It chooses by reckoning, never by trial, and asked anew about the same position it gives the same order. Marches
//! that share no space are thought of together and made one after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use engine::khartoum::options::BreakOff;
use engine::khartoum::order::Order;
use engine::khartoum::phase::Phase;
use engine::khartoum::rules::fight;
use engine::khartoum::state::State;
use engine::khartoum::view::View;
use engine::tabletop::side::Side;

use super::best::best;
use super::eye::Eye;
use super::khartoum_staff::KhartoumStaff;
use super::lore::Lore;
use super::weights::Weights;
use super::{cards, marches, recruits};

/// Plays as a sensible officer would; the same position gives the same order.
#[derive(Clone, Debug)]
pub struct Plain {
    /// What it thinks things are worth, as ours and as the enemy.
    pub weights: [Weights; 2],
    lore: Option<Arc<Lore>>,
    ahead: Ahead,
}

/// Marches that were thought of together and are not made yet, and of which player turn they are.
#[derive(Clone, Debug)]
pub(super) struct Ahead {
    of: Option<(u8, Side)>,
    moves: VecDeque<Order>,
}

impl Ahead {
    /// None.
    pub(super) const fn none() -> Self {
        Self { of: None, moves: VecDeque::new() }
    }

    /// The next one, if it is for this player turn.
    fn pop(&mut self, of: (u8, Side)) -> Option<Order> {
        if self.of == Some(of) { self.moves.pop_front() } else { None }
    }

    /// The place of the next one that is still allowed.
    fn next(&mut self, orders: &[Order]) -> Option<usize> {
        while let Some(order) = self.moves.pop_front() {
            if let Some(place) = orders.iter().position(|listed| *listed == order) {
                return Some(place);
            }
        }
        None
    }
}

impl Plain {
    /// A staff of these weights.
    #[must_use]
    pub const fn of(weights: [Weights; 2]) -> Self {
        Self { weights, lore: None, ahead: Ahead::none() }
    }

    /// The same, who need not reckon first what every player of these data knows.
    #[must_use]
    pub fn knowing(mut self, lore: &Arc<Lore>) -> Self {
        self.lore = Some(Arc::clone(lore));
        self
    }
}

impl Default for Plain {
    fn default() -> Self {
        Self::of(Weights::TUNED)
    }
}

impl KhartoumStaff for Plain {
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize {
        let state = view.state();
        let lore = known(&mut self.lore, state);
        choose(lore, &self.weights, state, side, orders, &mut self.ahead)
    }

    fn march_in_mind(&mut self, turn: u8, side: Side) -> Option<Order> {
        self.ahead.pop((turn, side))
    }
}

/// What is known of a game, reckoned anew where it is not of this one.
pub(super) fn known<'a>(lore: &'a mut Option<Arc<Lore>>, state: &State) -> &'a Lore {
    let fresh = lore.take().filter(|lore| lore.is_of(&state.pack));
    lore.insert(fresh.unwrap_or_else(|| Arc::new(Lore::of(&state.pack))))
}

/// The place of the order that it gives. Of the enemy it reads only what its own side sees.
pub(super) fn choose(lore: &Lore, weights: &[Weights; 2], state: &State, side: Side, orders: &[Order], ahead: &mut Ahead) -> usize {
    let eye = || Eye::new(lore, &weights[side as usize], state, side);
    let place = |wanted: &Order| orders.iter().position(|order| order == wanted).unwrap_or(0);
    match state.phase {
        Phase::Deploying(_) => place(&Order::DeployByDefault(side)),
        Phase::Drawing(_) if orders.len() == 1 => 0,
        Phase::Drawing(_) => cards::draw(&eye(), orders),
        Phase::Holding(_) => cards::play_or_keep(&eye(), orders),
        Phase::Converting => cards::convert(&eye(), orders),
        Phase::Summoning => cards::summon(&eye(), orders),
        Phase::Misleading => cards::mislead(&eye(), orders),
        Phase::Recruiting | Phase::Returning => recruits::recruit(&eye(), orders),
        Phase::Activating => cards::activate(&eye(), orders),
        Phase::Moving => {
            if ahead.of != Some((state.turn, side)) {
                *ahead = Ahead { of: Some((state.turn, side)), moves: VecDeque::new() };
            }
            let next = ahead.next(orders).or_else(|| {
                ahead.moves = marches::together_ahead(&eye()).into();
                ahead.next(orders)
            });
            next.unwrap_or_else(|| place(&Order::MovesDone(side)))
        }
        Phase::Battles => place(&Order::FightInOrder(side)),
        Phase::Fighting => fighting(state, side, orders),
        Phase::Stacking => place(&Order::StacksDone),
        Phase::Unset | Phase::Beginning(_) | Phase::Effect | Phase::Recruits | Phase::Ending | Phase::Over(_) => 0,
    }
}

/// Whoever is outmatched breaks off with all that can; retreats are by default.
fn fighting(state: &State, side: Side, orders: &[Order]) -> usize {
    let breaks_off = match &state.battle {
        Some(battle) if state.stands[side as usize] == BreakOff::Ask => fight::is_outmatched(state, battle, side),
        _ => false,
    };
    best(orders, |order| match order {
        Order::RetreatByDefault(_) => 1.0,
        Order::BreakOff { units, .. } if breaks_off => units.len() as f32,
        Order::BreakOff { units, .. } => -(units.len() as f32),
        _ => f32::NEG_INFINITY,
    })
}
