//! The orders that a seat may give.

use super::options::Options;
use super::order::{Order, Standing};
use super::permit::{acting, permit};
use super::region::Region;
use super::rules::supply;
use super::state::{Phase, State};
use crate::tabletop::seat::Seat;

/// The orders of a seat that the game waits for.
pub(super) fn orders(state: &State, seat: Seat, orders: &mut Vec<Order>) {
    if !acting(state).contains(&seat) {
        return;
    }
    let Some(side) = seat.side() else {
        orders.push(Order::SetUp(Options::default()));
        return;
    };
    let begun = orders.len();
    let held = state.army(side).hand.cards;
    match state.phase {
        Phase::Relief => supply::exchanges(state, side, orders),
        Phase::Deploying(_) => {
            let lay = |card| Region::ALL.into_iter().map(move |region| Order::Lay { side, card, region });
            orders.extend(held.each().flat_map(|(card, _)| lay(card)));
            orders.push(Order::Deployed(side));
        }
        Phase::Travelling(_) => {
            for border in state.pack.borders() {
                for [from, to] in [*border, [border[1], border[0]]] {
                    let ready = state.army(side).ready[from as usize];
                    orders.extend(ready.each().map(|(card, _)| Order::March { side, card, from, to }));
                }
            }
            orders.extend(held.each().map(|(card, _)| Order::PlayMovement { side, card }));
            orders.push(Order::Travelled(side));
        }
        Phase::Conflict(fought) if fought.loser.is_some() => {
            orders.extend(state.units(side, fought.region).each().map(|(card, _)| Order::Lose { side, card }));
        }
        Phase::Conflict(_) => {
            orders.extend(held.each().map(|(card, _)| Order::PlayTactics { side, card }));
            orders.push(Order::Pass(side));
        }
        _ => {}
    }
    let mut place = 0;
    orders.retain(|order| {
        place += 1;
        place <= begun || permit(state, seat, order).is_ok()
    });
}

/// The standing orders of a seat: each would change something.
pub(super) fn standing(state: &State, seat: Seat) -> Vec<Order> {
    let Some(side) = seat.side() else { return Vec::new() };
    let stand = |what| [true, false].map(|on| Order::Stand { side, what, on });
    let all = [stand(Standing::Pass), stand(Standing::WeakestFalls)].concat().into_iter().chain([Order::Concede(side)]);
    all.filter(|order| permit(state, seat, order).is_ok()).collect()
}
