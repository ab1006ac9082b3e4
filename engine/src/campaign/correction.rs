//! What may be put right in a position: where a unit, ship or card belongs, whose a place is, what is counted.

use serde::{Deserialize, Serialize};

use super::counters::{CardPlace, Control, Purse, ShipPlace, UnitPlace};
use super::leaders::GovernorPlace;
use crate::pack::{CardNumber, LocationId, ShipId, SpaceId, UnitId};

/// A correction: what is so from now on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields are named for what they hold; the variant says what is put right")]
pub enum Correction {
    /// A unit is somewhere, or off the map.
    Unit { unit: UnitId, to: UnitPlace },
    /// A unit has so many steps.
    Steps { unit: UnitId, steps: u8 },
    /// A ship is somewhere, with whatever is aboard.
    Ship { ship: ShipId, to: ShipPlace },
    /// A ship has so many markers of damage.
    Damage { ship: ShipId, damage: u8 },
    /// A place is somebody's, with that mark.
    Place { at: LocationId, control: Control },
    /// A siege is at this level; at 0 there is none.
    Siege { at: LocationId, level: u8 },
    /// So many redoubts stand at a place.
    Redoubts { at: LocationId, count: u8 },
    /// So many supply points are on a space.
    Supply { at: SpaceId, points: u8 },
    /// The victory points as last adjusted.
    Points { to: i16 },
    /// What this turn's ledger comes to.
    Ledger { points: i16 },
    /// So many replacement points are in a purse.
    Replacements { purse: Purse, points: u8 },
    /// A card is in a pile.
    Card { card: CardNumber, to: CardPlace },
    /// The governor is somewhere, or no more.
    Governor { to: GovernorPlace },
}

/// What kind of thing is put right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CorrectionKind {
    /// Where a unit is.
    Unit,
    /// A unit's steps.
    Steps,
    /// Where a ship is.
    Ship,
    /// A ship's damage.
    Damage,
    /// Whose a place is.
    Place,
    /// A siege.
    Siege,
    /// Redoubts.
    Redoubts,
    /// Supply points on the map.
    Supply,
    /// The victory points.
    Points,
    /// This turn's ledger.
    Ledger,
    /// Replacement points.
    Replacements,
    /// Where a card is.
    Card,
    /// Where the governor is.
    Governor,
}

impl CorrectionKind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Unit,
        Self::Steps,
        Self::Ship,
        Self::Damage,
        Self::Place,
        Self::Siege,
        Self::Redoubts,
        Self::Supply,
        Self::Points,
        Self::Ledger,
        Self::Replacements,
        Self::Card,
        Self::Governor,
    ];
}

impl Correction {
    /// What kind of thing it puts right.
    #[must_use]
    pub const fn kind(&self) -> CorrectionKind {
        match self {
            Self::Unit { .. } => CorrectionKind::Unit,
            Self::Steps { .. } => CorrectionKind::Steps,
            Self::Ship { .. } => CorrectionKind::Ship,
            Self::Damage { .. } => CorrectionKind::Damage,
            Self::Place { .. } => CorrectionKind::Place,
            Self::Siege { .. } => CorrectionKind::Siege,
            Self::Redoubts { .. } => CorrectionKind::Redoubts,
            Self::Supply { .. } => CorrectionKind::Supply,
            Self::Points { .. } => CorrectionKind::Points,
            Self::Ledger { .. } => CorrectionKind::Ledger,
            Self::Replacements { .. } => CorrectionKind::Replacements,
            Self::Card { .. } => CorrectionKind::Card,
            Self::Governor { .. } => CorrectionKind::Governor,
        }
    }
}
