//! *Adjust Victory Point Totals*, *Victory or Defeat?*, *Victory Points*.
//!
//! The rebellion gains the value of each location it takes. What happens during a turn is written in the ledger and
//! counted when the turn ends (R61); late in the campaign a high total grows by itself, after all other changes and not
//! once it has reached nought (R25). At nought the rebellion is beaten, at 300 the campaign is lost, and after the last
//! turn it is a draw.

use crate::campaign::event::{Ending, Event, LedgerEntry, LedgerReason};
use crate::campaign::proceedings::Proceedings;
use crate::campaign::state::State;
use crate::pack::LocationId;

/// Writes the loss of a location in the ledger.
pub(super) fn enter_loss(proceedings: &mut Proceedings<'_>, location: LocationId) {
    let points = proceedings.state.pack().map.value(location);
    proceedings.note(Event::LedgerEntered { entry: LedgerEntry { reason: LedgerReason::LocationLost(location), points } });
}

/// What the total would be if the turn ended now, before any turn bonus. Never past the ends of the track.
#[must_use]
pub fn total_with_ledger(state: &State) -> i16 {
    let track = &state.pack().outline.victory;
    let changes: i16 = state.ledger().iter().map(|entry| entry.points).sum();
    (state.victory_points() + changes).clamp(track.won_at, track.lost_at)
}

/// The turn bonus at a total: the points, if it is late enough and the total high enough (R25).
fn turn_bonus(state: &State, total: i16) -> Option<i16> {
    let track = &state.pack().outline.victory;
    if total <= track.won_at {
        return None;
    }
    let turn = state.turn();
    track.bonus.iter().find(|bonus| (bonus.from_turn..=bonus.to_turn).contains(&turn) && total >= bonus.at_least).map(|bonus| bonus.points)
}

/// Counts the ledger; the campaign may end.
pub(super) fn adjust(proceedings: &mut Proceedings<'_>) {
    let before = proceedings.state.victory_points();
    if let Some(points) = turn_bonus(proceedings.state, total_with_ledger(proceedings.state)) {
        proceedings.note(Event::LedgerEntered { entry: LedgerEntry { reason: LedgerReason::TurnBonus, points } });
    }
    let total = total_with_ledger(proceedings.state);
    proceedings.note(Event::PointsAdjusted { from: before, to: total });
    let outline = &proceedings.state.pack().outline;
    let ending = if total <= outline.victory.won_at {
        Some(Ending::Victory)
    } else if total >= outline.victory.lost_at {
        Some(Ending::Defeat)
    } else if proceedings.state.turn() >= outline.turns.last {
        Some(Ending::Draw)
    } else {
        None
    };
    if let Some(ending) = ending {
        proceedings.note(Event::Ended { ending });
    }
}
