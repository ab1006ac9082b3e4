//! 27.0 How to win: sudden death (K12), and points at the end.

use super::super::event::Event;
use super::super::phase::{EndedBy, Outcome};
use super::super::proceedings::Proceedings;
use super::super::state::State;
use crate::tabletop::side::Side;

/// Whether the enemy occupies all the spaces of sudden death (27.0, K12).
#[must_use]
pub fn is_sudden_death(state: &State) -> bool {
    state.turn > 0 && state.pack.map.sudden_death.iter().all(|space| state.occupies(Side::Enemy, space))
}

/// The game ends at once.
pub(in super::super) fn sudden_death(proceedings: &mut Proceedings<'_>) {
    let points = proceedings.state.points();
    proceedings.note(Event::Ended(Outcome { winner: Side::Enemy, by: EndedBy::SuddenDeath, points }));
}

/// The turns are over: ours win with enough points (27.0).
pub(in super::super) fn count(proceedings: &mut Proceedings<'_>) {
    let points = proceedings.state.points();
    let winner = if points >= proceedings.state.pack.tables.victory_points { Side::Ours } else { Side::Enemy };
    proceedings.note(Event::Ended(Outcome { winner, by: EndedBy::Points, points }));
}
