//! What a simulated player is.

use engine::game::Game;

/// A simulated player of a game.
pub trait Staff<G: Game> {
    /// The place in `orders`, the legal ones of one seat, of the order given now. `orders` is never empty.
    fn choose(&mut self, position: &G, orders: &[G::Order]) -> usize;
}
