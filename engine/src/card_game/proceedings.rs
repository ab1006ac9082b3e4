//! An order being carried out: the game it changes, the dice it throws, the events it leaves.

use super::event::Event;
use super::roll::{Contest, Purpose, Roll};
use super::state::State;
use crate::dice::{Dice, DiceProblem, DiceSpec};
use crate::tabletop::side::Side;

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

    /// Throws so many dice.
    pub(super) fn throw(&mut self, purpose: Purpose, count: u8, sides: u8) -> Roll {
        self.dice.throw(Roll::new(purpose, DiceSpec { count, sides }), count)
    }

    /// Throws for one of so many, at least 1: its place from 0, and the die, which one alone does not need.
    pub(super) fn choose(&mut self, purpose: Purpose, of: u8) -> (usize, Option<Roll>) {
        if of < 2 {
            return (0, None);
        }
        let roll = self.throw(purpose, 1, of);
        (usize::from(roll.faces.first().copied().unwrap_or(1)) - 1, Some(roll))
    }

    /// Whether the players' own dice were not those wanted: what comes of them is thrown away, so nothing waits for better ones.
    pub(super) fn ran_out(&self) -> bool {
        matches!(self.dice.finish(), Err(DiceProblem::TooFew { .. } | DiceProblem::Impossible { .. }))
    }

    /// Both throw until one has the higher die (C02).
    pub(super) fn contest(&mut self, contest: Contest) {
        loop {
            let roll = self.throw(Purpose::Contest(contest), 2, 6);
            let high = match roll.faces.as_slice() {
                [ours, enemy] if ours > enemy => Some(Side::Ours),
                [ours, enemy] if ours < enemy => Some(Side::Enemy),
                _ => self.ran_out().then_some(Side::Ours),
            };
            self.note(Event::Contested { contest, roll, high });
            if high.is_some() {
                return;
            }
        }
    }
}
