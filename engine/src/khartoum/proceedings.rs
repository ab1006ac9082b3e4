//! An order being carried out: the game it changes, the dice it throws, the events it leaves.

use super::event::Event;
use super::roll::{Purpose, Roll};
use super::state::State;
use crate::dice::{Dice, DiceSpec};

/// Sides of a die.
pub(super) const SIDES: u8 = 6;

/// What the chapters write to. The game changes only by what is written down.
pub(super) struct Proceedings<'a> {
    pub(super) state: &'a mut State,
    dice: &'a mut Dice,
    events: &'a mut Vec<Event>,
}

impl<'a> Proceedings<'a> {
    pub(super) const fn new(state: &'a mut State, dice: &'a mut Dice, events: &'a mut Vec<Event>) -> Self {
        Self { state, dice, events }
    }

    /// Makes `event` true and writes it down.
    pub(super) fn note(&mut self, event: Event) {
        self.state.make_true(&event);
        self.events.push(event);
    }

    /// Throws a die for a roll.
    pub(super) fn throw_for(&mut self, roll: Roll) -> Roll {
        self.dice.throw(roll, 1)
    }

    /// Throws a die.
    pub(super) fn throw(&mut self, purpose: Purpose) -> Roll {
        self.throw_for(Roll::new(purpose, DiceSpec { count: 1, sides: SIDES }))
    }

    /// Throws for one of so many, at least 1: its place from 0, and the die, which one alone does not need.
    pub(super) fn choose(&mut self, purpose: Purpose, of: usize) -> (usize, Option<Roll>) {
        if of < 2 {
            return (0, None);
        }
        let sides = u8::try_from(of).unwrap_or(u8::MAX);
        let roll = self.throw_for(Roll::new(purpose, DiceSpec { count: 1, sides }));
        (usize::from(roll.faces.first().copied().unwrap_or(1)) - 1, Some(roll))
    }
}

/// What a single die shows.
pub(super) fn face(roll: &Roll) -> u8 {
    roll.faces.first().copied().unwrap_or(1)
}
