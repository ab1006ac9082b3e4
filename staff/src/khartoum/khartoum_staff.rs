//! What a simulated player of the mini-game of the siege is.

use engine::khartoum::order::Order;
use engine::khartoum::view::View;
use engine::tabletop::side::Side;

use crate::Random;

/// A simulated player of one side of the mini-game of the siege.
pub trait KhartoumStaff {
    /// The place in `orders`, the legal ones of `side`, of the order given now. `orders` is never empty.
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize;

    /// The march it has made up its mind on for this player turn, so that nobody need list all others; the one who asks sees whether it is allowed
    /// still.
    fn march_in_mind(&mut self, _turn: u8, _side: Side) -> Option<Order> {
        None
    }
}

impl KhartoumStaff for Random {
    fn choose(&mut self, _view: &View, _side: Side, orders: &[Order]) -> usize {
        self.below(orders.len())
    }
}
