//! What proposed orders are called, one after the other.

use crate::despatches::labels;
use engine::campaign::Seat;
use engine::campaign::{Order, State};
use engine::dice::Dice;
use engine::game::Game;

/// What proposed orders are called, each in the position the ones before it make; those that can be ordered no more are named as well
/// as they can be.
#[must_use]
pub fn described(state: &State, orders: &[Order]) -> Vec<String> {
    let mut state = state.clone();
    let mut lines = Vec::with_capacity(orders.len());
    for order in orders {
        let (label, description) = labels::describe_order(&state, order);
        // Of what can be ordered no more only the name still holds.
        let overtaken = state.permit(Seat::Commander, order).is_err();
        lines.push(if description.is_empty() || overtaken { label } else { format!("{label} ({description})") });
        if let Some(after) = carried_on(&state, std::slice::from_ref(order)) {
            state = after;
        }
    }
    lines
}

/// The position after orders that throw no dice; `None` if one of them is refused, or throws.
pub(crate) fn carried_on(state: &State, orders: &[Order]) -> Option<State> {
    let mut state = state.clone();
    for order in orders {
        // Of these dice none can be thrown: one that is asked for says so at the end.
        let mut dice = Dice::table(Vec::new());
        state.give(Seat::Commander, order, &mut dice).ok()?;
        dice.finish().ok()?;
    }
    Some(state)
}
