//! What the leaders oblige the players to.
//!
//! A governor stays with his guard; a field force has an island to clear; an expedition has to attack.
//!
//! Rulebook: *General Graham Arrives*, *Hicks Expedition*, *Gordon Sent to Friday Harbor*, *Victory Points*.

use serde::Deserialize;

use super::error::PackError;
use super::identifiers::{IslandId, UnitKindId};
use super::names::{self, Directory, with_directory};
use super::read::read_toml;
use crate::dice::DiceSpec;

/// The file's name inside a pack.
pub(super) const FILE: &str = "leaders.toml";

/// A roll that needs a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chance {
    /// The dice.
    pub dice: DiceSpec,
    /// What they must show, or more.
    pub needs: i16,
}

/// *Gordon Sent to Friday Harbor*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Governor {
    /// Units that stay with him.
    pub guard: u8,
    /// Of these kinds.
    #[serde(deserialize_with = "names::unit_kinds")]
    pub guard_kinds: Vec<UnitKindId>,
    /// Whether he decides to leave a besieged place.
    pub leaves: Chance,
    /// Victory points if he is killed.
    pub points_if_killed: i16,
}

/// *General Graham Arrives*.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldForce {
    /// The island his force clears first (R09).
    #[serde(deserialize_with = "names::island")]
    pub clears: IslandId,
    /// The other reading.
    #[serde(deserialize_with = "names::island")]
    pub or_clears: IslandId,
    /// For each unit that came with him, whether it goes when he is recalled.
    pub recalled: Chance,
}

/// *Hicks Expedition*.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expedition {
    /// Added to encounter rolls of his force...
    pub encounter_add: i8,
    /// ...on this many turns, from the one in which he arrives (R48).
    pub turns: u8,
    /// Percent of his units whose loss ends his obligation.
    pub free_at_percent_lost: u8,
}

/// `leaders.toml`: those of the leaders whom the campaign has.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaders {
    /// Who governs a place.
    #[serde(default, alias = "gordon")]
    pub governor: Option<Governor>,
    /// Who commands the field force.
    #[serde(default, alias = "graham")]
    pub field_force: Option<FieldForce>,
    /// Who leads the expedition.
    #[serde(default, alias = "hicks")]
    pub expedition: Option<Expedition>,
}

/// Reads and checks `leaders.toml`.
pub(super) fn read(text: &str, directory: &Directory) -> Result<Leaders, Vec<PackError>> {
    let leaders: Leaders = with_directory(directory, || read_toml(FILE, text)).map_err(|error| vec![error])?;
    let mut errors = Vec::new();
    let mut fault = |key: &str, reason: String| errors.push(PackError::new(FILE, key, reason));
    let chances = [
        ("governor.leaves", leaders.governor.as_ref().map(|it| it.leaves)),
        ("field_force.recalled", leaders.field_force.as_ref().map(|it| it.recalled)),
    ];
    for (key, chance) in chances {
        if let Some(chance) = chance
            && !(chance.dice.least()..=chance.dice.most() + 1).contains(&chance.needs)
        {
            fault(&format!("{key}.needs"), format!("{} cannot show {}", chance.dice, chance.needs));
        }
    }
    if leaders.governor.as_ref().is_some_and(|governor| !(-1_000..=1_000).contains(&governor.points_if_killed)) {
        fault("governor.points_if_killed", "within 1,000".to_owned());
    }
    if leaders.expedition.is_some_and(|expedition| !(1..=100).contains(&expedition.free_at_percent_lost)) {
        fault("expedition.free_at_percent_lost", "a share is 1 to 100 percent".to_owned());
    }
    if errors.is_empty() { Ok(leaders) } else { Err(errors) }
}
