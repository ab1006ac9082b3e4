//! The orders that a seat may give.

use super::options::Options;
use super::order::{Order, Standing};
use super::pack::Card;
use super::permit::{acting, permit};
use super::region::Region;
use super::rules::{deployment, supply, travel};
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
            for (card, _) in held.each() {
                let open = deployment::open_to(state, side, card);
                let open = Region::ALL.into_iter().filter(|region| open[*region as usize]);
                orders.extend(open.map(|region| Order::Lay { side, card, region }));
            }
            orders.push(Order::Deployed(side));
            return;
        }
        Phase::Travelling(_) => {
            for (place, border) in state.pack.borders().iter().enumerate() {
                let [free, on_foot] = [None, Some(place)].map(|border| travel::carries(state, side, border));
                for [from, to] in [*border, [border[1], border[0]]] {
                    let goes = |card| {
                        let carried = |row: &Card| if row.arm.moves_free() { free } else { on_foot };
                        travel::may_go(state, side, card, from, to).is_ok_and(carried)
                    };
                    let ready = state.army(side).ready[from as usize];
                    if !ready.is_empty() {
                        let ready = ready.each().map(|(card, _)| card).filter(|card| goes(*card));
                        orders.extend(ready.map(|card| Order::March { side, card, from, to }));
                    }
                }
            }
            let cards = held.each().map(|(card, _)| card).filter(|card| travel::may_play(state, side, *card).is_ok());
            orders.extend(cards.map(|card| Order::PlayMovement { side, card }));
            orders.push(Order::Travelled(side));
            return;
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
