//! With what mind the plain staff fights a battle.

use std::cell::OnceCell;

use engine::tabletop::board::Board;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;

use super::clash::{Clashes, Thrown};
use super::road::Steps;
use super::weights::Weights;

/// The plain staff's mind: what it thinks things are worth, and what charges come to.
#[derive(Clone, Debug)]
pub(super) struct Temper {
    pub(super) weights: Weights,
    /// What the enemy's charges come to, reckoned when it is asked for.
    thrown: OnceCell<Thrown>,
    clashes: Clashes,
    /// The die of its own charges, and of those who meet them.
    dice: (u8, u8),
    /// What its own charges come to, reckoned when it is asked for.
    given: OnceCell<Thrown>,
    /// What the steps on the board cost, reckoned when it is asked for.
    steps: OnceCell<Steps>,
}

impl Temper {
    /// The mind of a side in a battle.
    pub(super) fn of(state: &State, side: Side, weights: Weights) -> Self {
        let die = |side: Side| {
            let mut own = state.position.all().filter(|unit| state.unit(*unit).side == side);
            own.find_map(|unit| state.position.troop(unit).contact.as_ref().map(|dice| dice.of(side).sides)).unwrap_or(6)
        };
        let clashes = Clashes::of(state, &weights);
        let (own, other) = (die(side), die(side.other()));
        Self { weights, thrown: OnceCell::new(), clashes, dice: (own, other), given: OnceCell::new(), steps: OnceCell::new() }
    }

    /// What the enemy's charges come to.
    pub(super) fn thrown(&self) -> &Thrown {
        self.thrown.get_or_init(|| self.clashes.thrown((self.dice.1, self.dice.0)))
    }

    /// What its own charges come to.
    pub(super) fn given(&self) -> &Thrown {
        self.given.get_or_init(|| self.clashes.thrown(self.dice))
    }

    /// What the steps on the battle's board cost, which stays as it is.
    pub(super) fn steps(&self, board: &Board) -> &Steps {
        self.steps.get_or_init(|| Steps::of(board))
    }
}
