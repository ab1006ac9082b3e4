//! The settings of a game: where both readings of the text play well, the players choose.

use serde::{Deserialize, Serialize};

/// The settings; the defaults are the rulings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "snake_case")]
pub struct Options {
    /// Which units are alike when they are deployed (C03).
    pub like: Like,
    /// Whether the card so printed moves units to and from the west, instead of the east (C06).
    pub river_in_the_west: bool,
    /// Whether both sides choose their Tactics at once, face down (C07).
    pub tactics_at_once: bool,
    /// What comes of a side's last unit falling (C11).
    pub wiped_out: WipedOut,
    /// Whether a die says which unit is lost, instead of its owner (C12).
    pub random_losses: bool,
    /// Whether the Advantage is counted again after each loss (C13).
    pub advantage_again: bool,
}

/// Which units are alike (C03).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Like {
    /// Cards of the same name.
    #[default]
    Name,
    /// Cards of the same type.
    Type,
    /// None: units are deployed freely.
    Off,
}

/// What comes of a side's last unit falling before a 6 (C11).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WipedOut {
    /// The conflict ends and the survivor has control.
    #[default]
    SurvivorControls,
    /// It ends; if the side with the Advantage fell, control stays as it was.
    NoChange,
    /// It goes on until a 6.
    RollOn,
}
