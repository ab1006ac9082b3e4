//! The governor, the field force, the expedition and the armoured train: what the campaign remembers of each.
//!
//! Rulebook: *Gordon Sent to Friday Harbor*, *General Graham Arrives*, *Hicks Expedition*, *Armored Train Arrives*.

use serde::{Deserialize, Serialize};

use crate::pack::{LocationId, ShipId, ShipSet, SpaceSet, UnitSet};

/// Where the governor is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GovernorPlace {
    /// Not in the campaign.
    #[default]
    Absent,
    /// At his post.
    At(LocationId),
    /// At sea, on his way to safety.
    Aboard(ShipId),
    /// Safe, and gone home.
    Safe,
    /// Killed.
    Dead,
}

/// The governor (*Gordon Sent to Friday Harbor*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Governor {
    /// Where he is.
    pub place: GovernorPlace,
    /// Whether he has decided to leave.
    pub leaves: bool,
}

/// The field force (*General Graham Arrives*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FieldForce {
    /// The units that came with him.
    pub units: UnitSet,
    /// Whether he is in the islands.
    pub present: bool,
    /// Whether his island has been cleared and garrisoned, or he has gone.
    pub free: bool,
}

/// The expedition (*Hicks Expedition*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expedition {
    /// The units that came with him.
    pub units: UnitSet,
    /// The turn he came; 0 if he has not.
    pub arrived: u8,
    /// Whether he has attacked, or tried to, this turn.
    pub attempted: bool,
    /// Whether what is left of his units may do as others do.
    pub free: bool,
}

/// Where the armoured train is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TrainPlace {
    /// Not in the campaign.
    #[default]
    Absent,
    /// On its rails.
    At(LocationId),
    /// In pieces, aboard these ships.
    Aboard(ShipSet),
}

/// The armoured train.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Train {
    /// Where it is.
    pub place: TrainPlace,
    /// Where track lies.
    pub track: SpaceSet,
    /// Who is on it.
    pub entrained: UnitSet,
}
