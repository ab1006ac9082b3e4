//! What a simulated player is.

use engine::campaign::{Order, State};

/// A simulated player.
pub trait Staff {
    /// The place in `orders`, the legal ones, of the order given now. `orders` is never empty.
    fn choose(&mut self, state: &State, orders: &[Order]) -> usize;
}
