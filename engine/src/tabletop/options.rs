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
    /// Whether a unit, of either side, in a square between blocks the line of sight (T08).
    pub units_hide: bool,
    /// Whether a formation's gain or loss of points counts in every turn, also in one in which the unit fires (T10).
    pub points_every_turn: bool,
    /// Whether artillery may fire twice a turn, for the points of two shots (T11).
    pub artillery_fires_twice: bool,
    /// Whether a Square fires one shot in each direction (T36).
    pub square_fires_each_way: bool,
    /// Whether the edge of the board lets those go who fall back over it, instead of stopping them (T16).
    pub edge_lets_go: bool,
    /// Whether any wound of a Leader takes the hit for the unit (T19).
    pub any_wound_takes_the_hit: bool,
    /// Whether Gendarmerie, foot that always counts as disorganised in contact, may form Square (T26).
    pub irregulars_form_square: bool,
    /// Whether 'Dashed Hard Luck!' stays in the hand, and cannot be thrown away (T49).
    pub hard_luck_stays: bool,
    /// The last turn (T60).
    pub turns: Turns,
}

/// The last turn of a battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turns(pub u8);

impl Turns {
    /// Whether a battle can have that many: 1 to 40.
    #[must_use]
    pub fn is_fought(self) -> bool {
        (1..=40).contains(&self.0)
    }
}

impl Default for Turns {
    fn default() -> Self {
        Self(15)
    }
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
