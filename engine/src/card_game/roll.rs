//! What the dice of a game are thrown for.

use serde::{Deserialize, Serialize};

use super::region::Region;
use crate::dice::RollPurpose;
use crate::tabletop::side::Side;

/// A roll of a game. Nothing is ever added to one.
pub type Roll = crate::dice::Roll<Purpose, ()>;

/// What a roll is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// A card: of so many in the deck the one at this place.
    Card(Side),
    /// Two dice, ours and the enemy's: who has the higher.
    Contest(Contest),
    /// Units that march.
    March(Side),
    /// The conflict table.
    Conflict(Region),
    /// A unit that is lost: of so many the one at this place.
    Loss(Side),
}

/// What both sides throw for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contest {
    /// Who deploys last.
    Deploy,
    /// Who moves last.
    Travel,
    /// Who declares Tactics last, where nobody controls the region.
    Tactics,
    /// Who has the Advantage of equal forces, where nobody controls the region.
    Advantage,
}

impl RollPurpose for Purpose {
    fn label(&self) -> &'static str {
        match self {
            Self::Card(_) => "a card",
            Self::Contest(Contest::Deploy) => "who deploys last",
            Self::Contest(Contest::Travel) => "who moves last",
            Self::Contest(Contest::Tactics) => "who declares Tactics last",
            Self::Contest(Contest::Advantage) => "the Advantage",
            Self::March(_) => "units that march",
            Self::Conflict(_) => "the conflict table",
            Self::Loss(_) => "which unit is lost",
        }
    }
}
