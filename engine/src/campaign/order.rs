//! What players may ask of the campaign.

use serde::{Deserialize, Serialize};

use crate::pack::LocationId;

/// Optional rules and readings a group chooses before it starts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// *Optional Rebellion Start*: a die decides where the rebellion begins.
    pub random_start: bool,
}

/// An order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Set up a scenario (*Set Up*).
    SetUp {
        /// Its key.
        scenario: String,
        /// The group's options.
        options: Options,
    },
    /// Draw cards (*Sequence of Play*, 1).
    DrawCards,
    /// Roll for every location that is still to be rolled for (*How The Rebellion Spreads*), in the order of the Random
    /// Locations table (R06).
    CheckRevolts,
    /// Roll for one of them: players may choose the order.
    CheckRevolt {
        /// Which.
        location: LocationId,
    },
    /// Say where a garrison driven out retreats to.
    Retreat {
        /// Where.
        to: LocationId,
    },
    /// Play no card this action round.
    Pass,
}
