//! The orders that may be given now, as a list: the truth for menus, simulated players and tests.
//!
//! Each candidate is asked of the same `permit` that answers players, so that listed means accepted.

use super::decision::Decision;
use super::order::{Options, Order};
use super::rules;
use super::state::{Phase, State};

/// Adds every legal order to `orders`, in a stable order.
pub(super) fn list(state: &State, orders: &mut Vec<Order>) {
    if state.ending().is_some() {
        return;
    }
    if let Some(Decision::Retreat { choices, .. }) = state.decision() {
        orders.extend(choices.iter().map(|to| Order::Retreat { to }));
        return;
    }
    match state.phase() {
        Phase::SetUp => {
            for scenario in &state.pack().scenarios {
                orders.push(Order::SetUp { scenario: scenario.key.clone(), options: Options::default() });
                if !scenario.random_start.is_empty() {
                    orders.push(Order::SetUp { scenario: scenario.key.clone(), options: Options { random_start: true } });
                }
            }
        }
        Phase::Draw => orders.push(Order::DrawCards),
        Phase::Rebellion => {
            orders.push(Order::CheckRevolts);
            orders.extend(rules::rebellion::due_now(state).iter().map(|location| Order::CheckRevolt { location }));
        }
        Phase::Action { .. } => orders.push(Order::Pass),
        Phase::Supply | Phase::Sieges | Phase::Replacements | Phase::Adjust => {}
    }
}
