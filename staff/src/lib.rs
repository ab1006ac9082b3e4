//! Simulated players: they read the list of legal orders and take one of them.
//!
//! A [`Staff`] knows nothing that players would not: the position and the orders. [`Random`] takes any; [`Cautious`] plays as a careful
//! group would. Battles, which players fight on a table, are settled by the stated model of [`table`], so that [`simulate`] can play
//! whole campaigns out.

pub mod cautious;
pub mod random;
pub mod simulate;
pub mod table;

use engine::campaign::{Order, State};

pub use cautious::Cautious;
pub use random::Random;

/// A simulated player.
pub trait Staff {
    /// The place in `orders`, the legal ones, of the order given now. `orders` is never empty.
    fn choose(&mut self, state: &State, orders: &[Order]) -> usize;
}
