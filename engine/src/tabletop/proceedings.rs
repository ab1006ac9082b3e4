//! An order being carried out: the battle it changes, the dice it throws, the events it leaves.

use super::event::Event;
use super::state::State;
use crate::dice::Dice;

/// What the chapters write to. The battle changes only by what is written down.
pub(super) struct Proceedings<'a> {
    pub(super) state: &'a mut State,
    pub(super) dice: &'a mut Dice,
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
}
