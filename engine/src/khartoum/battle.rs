//! A battle that is fought (13.0), as it stands.

use serde::{Deserialize, Serialize};

use super::ids::{SpaceId, Spaces, Units};
use crate::tabletop::side::Side;

/// A battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Where.
    pub space: SpaceId,
    /// Who attacks.
    pub attacker: Side,
    /// Whether ours land on the enemy (29.13, K20).
    pub landing: bool,
    /// The spaces from which attackers entered, whatever has become of them since (19.0).
    pub entered: Spaces,
    /// Units without supply, judged before the first dice (21.3).
    pub unsupplied: Units,
    /// Who has tactical superiority.
    pub superior: Option<Side>,
    /// The round, from 1; 0 before the first.
    pub round: u8,
    /// What comes next.
    pub step: Step,
    /// Units that have panicked.
    pub panicked: Units,
    /// Units that have still to retreat.
    pub going: Units,
}

/// What comes next in a battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The dice for superiority.
    Superiority,
    /// A side fires.
    Fire(Side),
    /// A side may break off.
    BreakOff(Side),
    /// Its units that have broken off leave.
    Leave(Side),
    /// A side has lost, and its units leave.
    Rout(Side),
}

impl Battle {
    /// One that begins.
    #[must_use]
    pub const fn new(space: SpaceId, attacker: Side, landing: bool, unsupplied: Units) -> Self {
        Self {
            space,
            attacker,
            landing,
            entered: Spaces::EMPTY,
            unsupplied,
            superior: None,
            round: 0,
            step: Step::Superiority,
            panicked: Units::EMPTY,
            going: Units::EMPTY,
        }
    }

    /// Whose units leave, if any do.
    #[must_use]
    pub const fn leaving(&self) -> Option<Side> {
        match self.step {
            Step::Leave(side) | Step::Rout(side) => Some(side),
            _ => None,
        }
    }
}
