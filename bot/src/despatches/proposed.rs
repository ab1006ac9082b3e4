//! What proposed orders are called, one after the other.

use crate::model::played::Played;
use engine::dice::Dice;

/// What proposed orders are called, each in the position the ones before it make; those that can be ordered no more are named as well
/// as they can be.
#[must_use]
pub fn described<G: Played>(state: &G, orders: &[G::Order]) -> Vec<String> {
    let described = |Label { name, description, concerned }| {
        let name = if description.is_empty() { name } else { format!("{name} ({description})") };
        concerned.map_or_else(|| name.clone(), |concerned| format!("{name}: {concerned}"))
    };
    labels(state, orders).into_iter().map(described).collect()
}

/// The same without what they cost or risk.
#[must_use]
pub(crate) fn names<G: Played>(state: &G, orders: &[G::Order]) -> Vec<String> {
    labels(state, orders).into_iter().map(|label| label.name).collect()
}

/// What an order is called where it is proposed.
struct Label {
    name: String,
    /// What it costs or risks.
    description: String,
    /// Who goes with it, and who does not.
    concerned: Option<String>,
}

fn labels<G: Played>(state: &G, orders: &[G::Order]) -> Vec<Label> {
    let mut state = state.clone();
    let mut labels = Vec::with_capacity(orders.len());
    for order in orders {
        let (name, description) = state.label(order, None);
        // Of what can be ordered no more only the name still holds.
        let overtaken = state.permit(state.giver(order), order).is_err();
        labels.push(match overtaken {
            true => Label { name, description: String::new(), concerned: None },
            false => Label { name, description, concerned: state.concerned_by(order) },
        });
        if let Some(after) = carried_on(&state, std::slice::from_ref(order)) {
            state = after;
        }
    }
    labels
}

/// The position after orders that throw no dice; `None` if one of them is refused, or throws.
pub(crate) fn carried_on<G: Played>(state: &G, orders: &[G::Order]) -> Option<G> {
    let mut state = state.clone();
    for order in orders {
        // Of these dice none can be thrown: one that is asked for says so at the end.
        let mut dice = Dice::table(Vec::new());
        state.give(state.giver(order), order, &mut dice).ok()?;
        dice.finish().ok()?;
    }
    Some(state)
}
