//! Simulated players of the gridded battle, and the battles they play out.
//!
//! A staff is given what its side sees ([`View`]) and the orders its side may give; it never looks at the battle itself. It does what its
//! units are instructed to do. [`crate::Random`] takes any order, [`Plain`] what a sensible officer would, [`Searching`] plays the next
//! activations out with the plain staff and chooses by result. [`skirmish`] plays whole battles.

mod ground;
pub mod plain;
pub mod searching;
pub mod skirmish;
pub mod tell;
pub mod weights;
mod worth;

use engine::tabletop::order::Order;
use engine::tabletop::side::Side;
use engine::tabletop::view::View;

pub use plain::Plain;
pub use searching::Searching;

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
