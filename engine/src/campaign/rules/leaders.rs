//! *Hicks Expedition* and *General Graham Arrives*: when what they had to do is done.
//!
//! Once half of Hicks's units have been destroyed the rest may do as others do. What came with Graham is free once his island is cleared
//! and garrisoned (R09).

use super::duties;
use crate::campaign::event::Event;
use crate::campaign::proceedings::Proceedings;
use crate::pack::Leader;

/// Looks whether a leader has done what he had to.
pub(super) fn look(proceedings: &mut Proceedings<'_>) {
    let expedition = proceedings.state.expedition();
    if let Some(leader) = proceedings.state.pack().leaders.expedition
        && expedition.arrived > 0
        && !expedition.free
    {
        let came = proceedings.state.pack().expedition_units.len();
        let share = usize::from(leader.free_at_percent_lost);
        if (came - expedition.units.len().min(came)) * 100 >= share * came {
            proceedings.note(Event::ExpeditionFreed);
        }
    }
    let field_force = proceedings.state.field_force();
    if field_force.present && !field_force.free && duties::field_forces_work_is_done(proceedings.state) {
        proceedings.note(Event::LeaderFreed { leader: Leader::FieldForce });
    }
}

#[cfg(test)]
mod tests;
