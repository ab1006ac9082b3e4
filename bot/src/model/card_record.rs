//! How two members stand against each other in the card games that they have finished on a server.

use crate::model::ids::UserId;

/// Finished games of two members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardRecord {
    /// The two.
    pub players: [UserId; 2],
    /// Games that each of them has won.
    pub won: [usize; 2],
    /// Games that nobody has won.
    pub drawn: usize,
}

impl CardRecord {
    /// No game yet.
    #[must_use]
    pub const fn new(players: [UserId; 2]) -> Self {
        Self { players, won: [0, 0], drawn: 0 }
    }

    /// Counts a game that was won by one of them, or by nobody.
    pub fn count(&mut self, winner: Option<UserId>) {
        match winner.and_then(|winner| self.players.iter().position(|player| *player == winner)) {
            Some(place) => self.won[place] += 1,
            None => self.drawn += 1,
        }
    }

    /// All of them.
    #[must_use]
    pub const fn games(&self) -> usize {
        self.won[0] + self.won[1] + self.drawn
    }
}
