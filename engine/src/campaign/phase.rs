//! The phases of a turn (*Sequence of Play*).

use serde::{Deserialize, Serialize};

/// Where the turn stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Nothing has been set up.
    SetUp,
    /// Draw New Cards.
    Draw,
    /// Rebellion.
    Rebellion,
    /// An action round.
    Action {
        /// Which, from 1.
        round: u8,
    },
    /// Supply Phase.
    Supply,
    /// Resolve Sieges.
    Sieges,
    /// Receive Replacements.
    Replacements,
    /// Adjust Victory Point Totals.
    Adjust,
}

impl Phase {
    /// What the umpire waits for in this phase, as the end of a sentence.
    #[must_use]
    pub fn waits_for(self) -> String {
        match self {
            Self::SetUp => "the campaign is still to be set up".to_owned(),
            Self::Draw => "the cards are still to be drawn".to_owned(),
            Self::Rebellion => "the rebellion is still being rolled for".to_owned(),
            Self::Action { round } => format!("it is action round {round}"),
            Self::Supply => "supply is being looked to".to_owned(),
            Self::Sieges => "sieges are being resolved".to_owned(),
            Self::Replacements => "replacements are coming in".to_owned(),
            Self::Adjust => "victory points are being counted".to_owned(),
        }
    }
}
