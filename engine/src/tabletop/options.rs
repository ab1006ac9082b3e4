//! The settings of a battle: where both readings of the text play well, the group chooses.

use serde::{Deserialize, Serialize};

/// The settings; the defaults are the rulings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "snake_case")]
pub struct Options {
    /// Leaders and gun crews in a contact (T03).
    pub more_figures: MoreFigures,
    /// Whether enemy horse, and what is treated as it, throws a D12 in a charge or hand to hand too (T02).
    pub horse_throws_its_greater_die: bool,
}

/// How Leaders and gun crews count beside the unit that they share a square with (T03).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoreFigures {
    /// Inside the limit of its formation.
    #[default]
    WithinTheLimit,
    /// On top of the limit, unless that is 0.
    Always,
    /// Not at all.
    Never,
}
