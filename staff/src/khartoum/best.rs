//! Choosing by worth.

use engine::khartoum::order::Order;

/// The place of the order that is worth most, the first of equals.
pub(super) fn best(orders: &[Order], worth: impl Fn(&Order) -> f32) -> usize {
    let mut best = (0, f32::NEG_INFINITY);
    for (place, order) in orders.iter().enumerate() {
        let worth = worth(order);
        if worth > best.1 {
            best = (place, worth);
        }
    }
    best.0
}
