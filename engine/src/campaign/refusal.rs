//! Why an order is not allowed.

use super::state::Phase;
use crate::pack::{LocationId, LocationSet, Pack};

/// A refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The campaign has been set up already.
    AlreadySetUp,
    /// The campaign has not been set up.
    NotSetUp,
    /// No scenario has this key.
    NoSuchScenario(String),
    /// The scenario has no random start.
    NoRandomStart(String),
    /// The campaign has ended.
    Ended,
    /// The order belongs to another phase.
    WrongPhase {
        /// The phase it is.
        now: Phase,
    },
    /// A decision has to be made first.
    DecisionFirst,
    /// There is nothing to decide.
    NothingToDecide,
    /// A garrison cannot retreat there.
    CannotRetreatTo {
        /// Where it was to go.
        to: LocationId,
        /// Where it can go.
        choices: LocationSet,
    },
    /// A location is not rolled for now.
    NotRolledFor(LocationId),
    /// The pack has no location of this number.
    NoSuchLocation,
}

impl Refusal {
    /// One sentence for the player: what is wrong, and what to do.
    #[must_use]
    pub fn sentence(&self, pack: &Pack) -> String {
        match self {
            Self::AlreadySetUp => "This campaign has been set up already.".to_owned(),
            Self::NotSetUp => "This campaign has not been set up yet.".to_owned(),
            Self::NoSuchScenario(key) => {
                let known: Vec<_> = pack.scenarios.iter().map(|scenario| scenario.key.as_str()).collect();
                let shown: String = key.chars().take(40).collect();
                format!("There is no scenario \"{shown}\"; there are {}.", known.join(" and "))
            }
            Self::NoRandomStart(key) => format!("The scenario \"{key}\" begins as it is set up: it has no random start."),
            Self::Ended => "The campaign has ended, and takes no more orders.".to_owned(),
            Self::WrongPhase { now } => format!("That has to wait: {}.", now.waits_for()),
            Self::DecisionFirst => "A garrison is waiting to be told where to retreat: decide that first.".to_owned(),
            Self::NothingToDecide => "No garrison is waiting for an order to retreat.".to_owned(),
            Self::CannotRetreatTo { to, choices } => {
                let names: Vec<_> = choices.iter().map(|location| pack.location_name(location)).collect();
                let to = pack.map.locations.get(to.index()).map_or("That place", |location| location.name.as_str());
                format!("{to} cannot be reached by this garrison; it can go to {}.", names.join(" or "))
            }
            Self::NotRolledFor(location) => {
                let name = pack.map.locations.get(location.index()).map_or("That place", |location| location.name.as_str());
                format!(
                    "{name} is not to be rolled for now: it is lost, besieged, pacified by the British, done already this turn, or safe while others hold."
                )
            }
            Self::NoSuchLocation => "There is no such place on the map.".to_owned(),
        }
    }
}
