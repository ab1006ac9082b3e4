//! What the counters of a campaign are on the board, by the names that its pack gives them.

use serde::Deserialize;

use super::fault::unless;
use super::troops::Troop;
use crate::pack::PackError;
use crate::pack::read::read_toml;

const FILE: &str = "campaign.toml";

/// The file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counters {
    /// Shots that a battery has for a battle when it is out of supply (N13).
    pub shots_out_of_supply: u8,
    /// Flotation points that are a marker of damage (N15).
    pub flotation_of_a_marker: u8,
    /// The key of a Leader, of either side (N12).
    pub leader: String,
    /// The key of a gunboat (N15).
    pub gunboat: String,
    /// The enemy's arms.
    pub enemy: EnemyArms,
    /// Ours, the first that fits a unit.
    #[serde(rename = "counter")]
    pub ours: Vec<Counter>,
}

/// The keys of the enemy's troops.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EnemyArms {
    /// Foot.
    pub foot: String,
    /// Horse.
    pub horse: String,
    /// Those with rifles.
    pub rifles: String,
    /// Artillery.
    pub artillery: String,
    /// Machine guns.
    pub machine_guns: String,
}

/// A row: which counters, and what they are.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    /// Their kinds.
    pub kinds: Vec<String>,
    /// Of those kinds only units whose names begin so.
    #[serde(default)]
    pub named: Option<String>,
    /// The key of their troops.
    pub troop: String,
    /// What they are behind walls of theirs, if something else (N16).
    #[serde(default)]
    pub behind_walls: Option<String>,
}

impl Counters {
    /// The key of the troops that a unit of ours is, by the name of its kind and its own; `None` for a kind without a row (N22).
    #[must_use]
    pub fn troop(&self, kind: &str, name: &str, behind_walls: bool) -> Option<&str> {
        let fits = |row: &&Counter| {
            row.kinds.iter().any(|other| other == kind) && row.named.as_ref().is_none_or(|named| name.starts_with(named.as_str()))
        };
        let row = self.ours.iter().find(fits)?;
        Some(row.behind_walls.as_ref().filter(|_| behind_walls).unwrap_or(&row.troop))
    }
}

/// Reads the file: every key is that of troops there are.
pub(super) fn read(text: &str, troops: &[Troop]) -> Result<Counters, Vec<PackError>> {
    let counters: Counters = read_toml(FILE, text).map_err(|error| vec![error])?;
    let enemy = &counters.enemy;
    let named = [
        ("leader", &counters.leader),
        ("gunboat", &counters.gunboat),
        ("enemy.foot", &enemy.foot),
        ("enemy.horse", &enemy.horse),
        ("enemy.rifles", &enemy.rifles),
        ("enemy.artillery", &enemy.artillery),
        ("enemy.machine_guns", &enemy.machine_guns),
    ];
    let mut keys: Vec<(String, &String)> = named.into_iter().map(|(at, key)| (at.to_owned(), key)).collect();
    for (place, row) in counters.ours.iter().enumerate() {
        keys.push((format!("counter[{place}].troop"), &row.troop));
        keys.extend(row.behind_walls.iter().map(|key| (format!("counter[{place}].behind_walls"), key)));
    }
    let faults = keys.into_iter().map(|(at, key)| {
        let known = troops.iter().any(|troop| troop.key == *key);
        unless(known, FILE, at, &format!("there are no troops \"{key}\""))
    });
    let marker = unless(counters.flotation_of_a_marker > 0, FILE, "flotation_of_a_marker".to_owned(), "a marker is one point at least");
    let faults: Vec<PackError> = faults.chain([marker]).flatten().collect();
    if faults.is_empty() { Ok(counters) } else { Err(faults) }
}
