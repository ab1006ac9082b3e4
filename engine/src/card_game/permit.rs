//! Whether an order is allowed, and whose it is.

use super::order::{Order, Standing};
use super::refusal::Refusal;
use super::rules::{conflict, deployment, supply, travel};
use super::state::{Phase, State};
use crate::tabletop::seat::Seat;
use crate::tabletop::side::Side;

/// Whose an order is.
pub(super) fn giver(order: &Order) -> Seat {
    match order {
        Order::SetUp(_) | Order::Seat { .. } => Seat::Umpire,
        Order::Relieve { side, .. }
        | Order::Lay { side, .. }
        | Order::Deployed(side)
        | Order::March { side, .. }
        | Order::PlayMovement { side, .. }
        | Order::Travelled(side)
        | Order::PlayTactics { side, .. }
        | Order::Pass(side)
        | Order::Lose { side, .. }
        | Order::Stand { side, .. }
        | Order::Concede(side) => Seat::from(*side),
    }
}

/// Whether an order is allowed now.
pub(super) fn permit(state: &State, seat: Seat, order: &Order) -> Result<(), Refusal> {
    if matches!(state.phase, Phase::Over(_)) {
        return Err(Refusal::Over);
    }
    if seat != giver(order) {
        return Err(Refusal::NotYours);
    }
    let changes = |changes: bool| changes.then_some(()).ok_or(Refusal::AlreadySo);
    match (order, state.phase) {
        (Order::Seat { side, player }, _) => changes(state.players[*side as usize] != *player),
        (Order::SetUp(_), Phase::Unset) => Ok(()),
        (_, Phase::Unset) | (Order::SetUp(_), _) => Err(Refusal::NotNow),
        (Order::Concede(_), _) => Ok(()),
        (Order::Stand { side, what: Standing::Pass, on }, _) => changes(state.army(*side).passes != *on),
        (Order::Stand { side, what: Standing::WeakestFalls, on }, _) => changes(state.army(*side).weakest_falls != *on),
        (Order::Relieve { side, cards }, Phase::Relief) => supply::may_exchange(state, *side, cards),
        (Order::Lay { side, card, region }, Phase::Deploying(asked)) if *side == asked => {
            if state.army(*side).hand.cards.of(*card) == 0 {
                return Err(Refusal::NoCard);
            }
            deployment::may_lay(state, *side, *card, *region)
        }
        (Order::Deployed(side), Phase::Deploying(asked)) if *side == asked => Ok(()),
        (Order::March { side, card, from, to }, Phase::Travelling(asked)) if *side == asked => {
            travel::may_march(state, *side, *card, *from, *to)
        }
        (Order::PlayMovement { side, card }, Phase::Travelling(asked)) if *side == asked => travel::may_play(state, *side, *card),
        (Order::Travelled(side), Phase::Travelling(asked)) if *side == asked => Ok(()),
        (Order::PlayTactics { side, .. } | Order::Pass(side), Phase::Conflict(fought)) if asks_tactics(state, &fought, *side) => {
            match order {
                Order::PlayTactics { card, .. } if state.army(*side).hand.cards.of(*card) == 0 => Err(Refusal::NoCard),
                Order::PlayTactics { card, .. } => conflict::fits(state, *side, *card, fought.region),
                _ => Ok(()),
            }
        }
        (Order::Lose { side, card }, Phase::Conflict(fought)) if fought.loser == Some(*side) => {
            let there = state.units(*side, fought.region).of(*card) > 0;
            there.then_some(()).ok_or(Refusal::NoUnit)
        }
        _ => Err(Refusal::NotNow),
    }
}

fn asks_tactics(state: &State, fought: &super::state::Conflict, side: Side) -> bool {
    conflict::asked(state, fought).contains(&side)
}

/// The seats that are waited for.
pub(super) fn acting(state: &State) -> Vec<Seat> {
    let sides = match state.phase {
        Phase::Unset => return vec![Seat::Umpire],
        Phase::Relief => Side::BOTH.into_iter().filter(|side| state.army(*side).relief.is_none()).collect(),
        Phase::Deploying(side) | Phase::Travelling(side) => vec![side],
        Phase::Conflict(fought) => fought.loser.map_or_else(|| conflict::asked(state, &fought), |side| vec![side]),
        Phase::Beginning | Phase::Revealing | Phase::Marching(_) | Phase::Regions(_) | Phase::Over(_) => Vec::new(),
    };
    sides.into_iter().map(Seat::from).collect()
}
