//! *Hicks Expedition* and *General Graham Arrives*: when what they had to do is done.
//!
//! Once half of Hicks's units have been destroyed the rest may do as others do. What came with Graham is free once his island is cleared
//! and garrisoned (R09).

use super::movement;
use crate::campaign::event::Event;
use crate::campaign::proceedings::Proceedings;
use crate::pack::Leader;

/// Looks whether a leader has done what he had to.
pub(super) fn look(proceedings: &mut Proceedings<'_>) {
    let hicks = proceedings.state.hicks();
    if hicks.arrived > 0 && !hicks.free {
        let came = proceedings.state.pack().hicks_units.len();
        let share = usize::from(proceedings.state.pack().leaders.hicks.free_at_percent_lost);
        if (came - hicks.units.len().min(came)) * 100 >= share * came {
            proceedings.note(Event::HicksFreed);
        }
    }
    let graham = proceedings.state.graham();
    if graham.present && !graham.free && movement::grahams_work_is_done(proceedings.state) {
        proceedings.note(Event::LeaderFreed { leader: Leader::Graham });
    }
}

#[cfg(test)]
mod tests;
