//! What a simulated player of the card game is.

use engine::card_game::order::Order;
use engine::card_game::view::View;
use engine::tabletop::side::Side;

use crate::Random;

/// A simulated player of one side of the card game.
pub trait CardStaff {
    /// The place in `orders`, the legal ones of `side`, of the order given now. `orders` is never empty.
    fn choose(&mut self, view: &View, side: Side, orders: &[Order]) -> usize;
}

impl CardStaff for Random {
    fn choose(&mut self, _view: &View, _side: Side, orders: &[Order]) -> usize {
        self.below(orders.len())
    }
}
