//! An order being carried out: the state it changes, the dice it throws, the events it leaves.

use super::event::Event;
use super::state::State;
use crate::dice::Dice;

/// What the chapters write to. The state changes only by what is written down.
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

/// What comes of something on a copy of the position. It must throw no dice: what it leads to has to be settled.
pub(super) fn follow(state: &State, work: impl FnOnce(&mut Proceedings<'_>)) -> State {
    let (mut after, mut dice, mut events) = (state.clone(), Dice::scripted(&[]), Vec::new());
    work(&mut Proceedings::new(&mut after, &mut dice, &mut events));
    after
}
