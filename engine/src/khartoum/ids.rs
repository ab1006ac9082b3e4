//! Units, spaces and cards by their places in the data, and sets of them: one machine word each.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::pack::identifiers::identifier;

identifier!(
    /// A unit, by its place in counter order, from 0.
    UnitId,
    /// Units.
    Units(u64)
);
identifier!(
    /// A space, by its place in map order, from 0.
    SpaceId,
    /// Spaces.
    Spaces(u64)
);
identifier!(
    /// A card of either side, by its place in the list, from 0.
    CardId,
    /// Cards.
    Cards(u32)
);
