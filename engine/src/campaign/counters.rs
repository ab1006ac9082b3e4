//! Where counters, cards and points are: words that positions, events and orders share.

use serde::{Deserialize, Serialize};

use crate::pack::{LocationId, SeaAreaId, ShipId, SpaceId};

/// Who holds a location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// Egyptian, never lost.
    #[serde(rename = "egyptian")]
    Native,
    /// Retaken by Egyptian forces: pacified, may rise again.
    #[serde(rename = "egyptian_pacified")]
    NativePacified,
    /// Retaken by British forces: pacified for good.
    #[serde(rename = "british")]
    Allied,
    /// In revolt.
    #[serde(rename = "mahdist")]
    Enemy,
}

impl Control {
    /// Whether the location is on the Anglo-Egyptian side.
    #[must_use]
    pub const fn is_held(self) -> bool {
        !matches!(self, Self::Enemy)
    }
}

/// Where a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitPlace {
    /// Not in the campaign yet.
    Reserve,
    /// On the map.
    At(SpaceId),
    /// Aboard a ship.
    Aboard(ShipId),
    /// Destroyed: it may be raised again (*Replacements*).
    Lost,
    /// Gone over to the enemy, or recalled.
    Gone,
}

/// Where a ship is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ShipPlace {
    /// Not in the campaign yet.
    Reserve,
    /// In port.
    Port(LocationId),
    /// At sea.
    Sea(SeaAreaId),
    /// Sunk.
    Lost,
}

/// Where a card is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardPlace {
    /// In the players' hand.
    Hand,
    /// In the draw pile.
    Draw,
    /// In the discard pile.
    Discard,
    /// Out of the campaign, for good or until a trigger brings it in.
    Removed,
}

/// Which purse replacement points come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purse {
    /// Egyptian.
    #[serde(rename = "egyptian")]
    Native,
    /// British, for any arm.
    #[serde(rename = "british")]
    Allied,
    /// British, for infantry.
    #[serde(rename = "british_infantry")]
    AlliedInfantry,
    /// British, for cavalry.
    #[serde(rename = "british_cavalry")]
    AlliedCavalry,
    /// British, for guns.
    #[serde(rename = "british_guns")]
    AlliedGuns,
}
