//! What waits for a player.
//!
//! Decisions stand in the state as a stack: the last is the one to be made now, and no other order is allowed before.

use serde::{Deserialize, Serialize};

use crate::pack::{LocationId, LocationSet, UnitSet};

/// A decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Where a garrison driven out by a revolt goes (*Occupied Spaces*, R44).
    Retreat {
        /// The place it leaves.
        from: LocationId,
        /// The units that go.
        units: UnitSet,
        /// Where it may go; more than one.
        choices: LocationSet,
    },
}
