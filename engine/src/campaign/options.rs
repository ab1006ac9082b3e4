//! What a group chooses before it starts: the optional rules, and the readings that RULINGS leaves to it.

use serde::{Deserialize, Serialize};

/// *Supply*: which of the two systems is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SupplySystem {
    /// *Simple Supply System*.
    #[default]
    Simple,
    /// *Advanced Supply System*: capacities, supply points and columns.
    Advanced,
}

/// Optional rules and readings. What is not said has the rulebook's or the ruling's default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// *Optional Rebellion Start*: a die decides where the rebellion begins.
    pub random_start: bool,
    /// *Sieges-Storming the Defenses!*
    pub storming: bool,
    /// *Reinforcements/Replacements During a Siege*.
    pub siege_reinforcement: bool,
    /// *Gunboats During a Siege*.
    pub gunboats_at_sieges: bool,
    /// *Gunboat Encounters*.
    pub gunboat_encounters: bool,
    /// *Supply*.
    pub supply: SupplySystem,
    /// The field force clears the island of the card's text instead of the rules' (R09).
    #[serde(rename = "graham_by_card")]
    pub field_force_by_card: bool,
    /// A victor stops where it fought, as a loser does (R07).
    pub victor_stops: bool,
    /// Fractions of units and steps are dropped instead of rounded up (R17).
    pub fractions_down: bool,
    /// The earlier row where rows of the Siege Table overlap (R01).
    pub earlier_siege_rows: bool,
    /// A relieving force that wins joins the besieged instead of lifting the siege (R29).
    pub relief_joins_siege: bool,
    /// What a fortified town is worth, where not what the pack says.
    pub fortified_town_value: Option<u8>,
    /// Steps of a full unit: losses are kept in them; 1 to 12.
    pub steps: u8,
    /// Steps that a replacement point brings back to a unit; 1 to 12.
    pub steps_per_replacement: u8,
    /// Battles can be fought out on the board of the gridded battle.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub boards: bool,
    /// There, so many of the enemy's units are one on the board; 1 to 3. A journal that does not say means two of them.
    #[serde(default = "unsaid_rubs", skip_serializing_if = "are_unsaid_rubs")]
    pub rubs: u8,
    /// There, nobody holds the field if both sides must break off in the same turn (N11).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub both_broken_is_drawn: bool,
    /// There, gunboats at a landing or in a port are on the board (N15).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gunboats_on_board: bool,
}

/// The enemy's units that are usually one on the board: with three the share of battles won comes nearest to that of the model which settles them
/// off it (`docs/players.md` has the figures).
const USUAL_RUBS: u8 = 3;

/// As many as were usual once, and as every journal means that says nothing of them: it stays so for ever.
const UNSAID_RUBS: u8 = 2;

/// The most of them.
pub const MOST_RUBS: u8 = 3;

const fn unsaid_rubs() -> u8 {
    UNSAID_RUBS
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks with a reference")]
const fn are_unsaid_rubs(rubs: &u8) -> bool {
    *rubs == UNSAID_RUBS
}

/// The most steps a unit may have.
pub const MOST_STEPS: u8 = 12;

impl Default for Options {
    fn default() -> Self {
        Self {
            random_start: false,
            storming: false,
            siege_reinforcement: false,
            gunboats_at_sieges: false,
            gunboat_encounters: false,
            supply: SupplySystem::Simple,
            field_force_by_card: false,
            victor_stops: false,
            fractions_down: false,
            earlier_siege_rows: false,
            relief_joins_siege: false,
            fortified_town_value: None,
            steps: 4,
            steps_per_replacement: 2,
            boards: false,
            rubs: USUAL_RUBS,
            both_broken_is_drawn: false,
            gunboats_on_board: false,
        }
    }
}

impl Options {
    /// Whether the numbers among them can be played with.
    #[must_use]
    pub const fn are_possible(&self) -> bool {
        let steps = self.steps >= 1 && self.steps <= MOST_STEPS;
        let rubs = self.rubs >= 1 && self.rubs <= MOST_RUBS;
        steps && rubs && self.steps_per_replacement >= 1 && self.steps_per_replacement <= MOST_STEPS
    }
}
