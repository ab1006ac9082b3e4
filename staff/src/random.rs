//! A staff that gives any order: for tests, and for finding what no careful player would ever do.

use engine::game::Game;

use crate::staff::Staff;

/// Takes any legal order, each as likely as any other.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// A staff whose choices a seed gives.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        // A state of nought would stay nought.
        Self { state: seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1 }
    }

    /// A number below `limit`, which is at least 1. The numbers are Marsaglia's xorshift, which is quick and good enough for choosing:
    /// no die is ever thrown with it.
    pub const fn below(&mut self, limit: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((self.state >> 33) % limit as u64) as usize
    }
}

impl<G: Game> Staff<G> for Random {
    fn choose(&mut self, _position: &G, orders: &[G::Order]) -> usize {
        self.below(orders.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_comes_up_about_as_often_as_any_other() {
        let mut random = Random::new(7);
        let mut counts = [0_u32; 6];
        for _ in 0..6_000 {
            counts[random.below(6)] += 1;
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }
}
