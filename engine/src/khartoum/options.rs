//! The settings of a game: where several readings play well, the players choose.

use serde::{Deserialize, Serialize};

/// The settings; the defaults are the rulings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "snake_case")]
pub struct Options {
    /// Whether a card put aside lies face up (K15).
    pub held_face_up: bool,
    /// Whether stacks may have one unit more (K23).
    pub larger_stacks: bool,
    /// Whether the number of units in an enemy stack is hidden too (K24).
    pub hidden_numbers: bool,
    /// Whether battles have one round more (13.2).
    pub more_rounds: bool,
    /// What both sides begin with when they are asked to break off (K29).
    pub break_off: BreakOff,
    /// Whether the umpire chooses where units retreat to, by the default (K30).
    pub umpire_retreats: bool,
    /// Whether guides lead astray the units of all such spaces, one die each (K38).
    pub guides_everywhere: bool,
    /// Whether units without supply never die of it (21.4).
    pub no_attrition: bool,
}

/// A standing order about breaking off a battle (K29).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakOff {
    /// All that can go, go when the fire values of their side add up to less than half the other's.
    #[default]
    WhenOutmatched,
    /// Only leaders go, and only then.
    LeadersWhenOutmatched,
    /// All stand.
    Stand,
    /// The side is asked.
    Ask,
}

impl BreakOff {
    /// All.
    pub const ALL: [Self; 4] = [Self::WhenOutmatched, Self::LeadersWhenOutmatched, Self::Stand, Self::Ask];
}
