//! What a simulated player of a battle is.

use engine::tabletop::order::Order;
use engine::tabletop::side::Side;
use engine::tabletop::view::View;

use crate::Random;

/// A simulated player of one side of a battle.
pub trait BattleStaff {
    /// The place in `orders`, the legal ones of `side`, of the order given now. `orders` is never empty.
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize;
}

impl BattleStaff for Random {
    fn choose(&mut self, _view: &View, _side: Side, orders: &[Order]) -> usize {
        // A set-up would be changed for ever: half the time it is ready.
        let ready = orders.iter().position(|order| matches!(order, Order::Ready(_)));
        match ready.filter(|_| self.below(2) == 0) {
            Some(ready) => ready,
            None => self.below(orders.len()),
        }
    }
}
