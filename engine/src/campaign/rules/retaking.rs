//! Places that change hands: *Pacification*, and the ways a place is lost other than by revolt.
//!
//! A place that a force retakes is pacified: by British units for good, by others so that it needs more to rise again. Places that
//! come over by themselves bear no mark (R42). When a place falls, everyone in it is lost, its ships put to sea (R64), and Gordon dies
//! there (*Gordon Sent to Friday Harbor*).

use super::{rebellion, victory};
use crate::campaign::decision::LossCause;
use crate::campaign::event::{Event, LedgerReason};
use crate::campaign::proceedings::Proceedings;
use crate::pack::LocationId;

/// A place is retaken, by British units or others.
pub(in crate::campaign) fn retake(proceedings: &mut Proceedings<'_>, location: LocationId, allied: bool) {
    won(proceedings, location, Some(allied));
}

/// A place comes over by itself, and bears no mark.
pub(super) fn come_over(proceedings: &mut Proceedings<'_>, location: LocationId) {
    won(proceedings, location, None);
}

fn won(proceedings: &mut Proceedings<'_>, location: LocationId, allied: Option<bool>) {
    proceedings.note(Event::LocationRetaken { location, allied });
    let points = -proceedings.state.value(location);
    victory::enter(proceedings, LedgerReason::LocationRetaken(location), points);
}

/// A place falls, with everyone in it.
pub(super) fn fall(proceedings: &mut Proceedings<'_>, location: LocationId, cause: LossCause) {
    let units = proceedings.state.garrison(location);
    if !units.is_empty() {
        proceedings.note(Event::UnitsLost { units, cause });
    }
    rebellion::lose(proceedings, location);
}

#[cfg(test)]
mod tests;
