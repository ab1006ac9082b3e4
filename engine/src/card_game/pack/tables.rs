//! The numbers of the rules.

use serde::Deserialize;

use super::decks::Arm;
use crate::pack::PackError;
use crate::pack::read::read_toml;
use crate::tabletop::side::Side;

const FILE: &str = "tables.toml";

/// The file.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tables {
    /// What the game is called.
    pub title: String,
    /// Cards in a hand after Logistics.
    pub hand: u8,
    /// Cards that may be exchanged in Relief.
    pub exchanged: u8,
    /// Turns of a game.
    pub turns: u8,
    /// Leaders of a side in a region.
    pub leaders: u8,
    /// Flags of a side in a region.
    pub flags: u8,
    /// The bonus for combined arms.
    pub combined_arms: CombinedArms,
    /// The conflict table.
    pub conflict: Conflict,
    /// The names of the sides.
    pub sides: SideNames,
}

/// What units of all these types together add, once for each region and side (C25).
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombinedArms {
    /// How much.
    pub adds: u8,
    /// Ours.
    pub ours: Vec<Arm>,
    /// The enemy's.
    pub enemy: Vec<Arm>,
}

impl CombinedArms {
    /// The types that a side needs.
    #[must_use]
    pub fn of(&self, side: Side) -> &[Arm] {
        match side {
            Side::Ours => &self.ours,
            Side::Enemy => &self.enemy,
        }
    }
}

/// What a face of the die does in a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Face {
    /// The side with the Advantage loses a unit.
    Advantage,
    /// The other side loses a unit.
    Other,
    /// The side with the Advantage gains control, and the conflict ends.
    Control,
}

/// The conflict table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Conflict {
    /// What each face does.
    pub faces: [Face; 6],
}

/// The names of the sides.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideNames {
    /// Ours.
    pub ours: String,
    /// The enemy's.
    pub enemy: String,
}

impl SideNames {
    /// A side's.
    #[must_use]
    pub fn of(&self, side: Side) -> &str {
        match side {
            Side::Ours => &self.ours,
            Side::Enemy => &self.enemy,
        }
    }
}

impl Tables {
    /// What a face of the conflict table does.
    #[must_use]
    pub fn face(&self, face: u8) -> Face {
        self.conflict.faces.get(usize::from(face.saturating_sub(1))).copied().unwrap_or(Face::Control)
    }
}

/// Reads the file.
pub(super) fn read(text: &str) -> Result<Tables, Vec<PackError>> {
    let tables: Tables = read_toml(FILE, text).map_err(|error| vec![error])?;
    let rows = [
        (tables.hand > 0 && tables.hand <= 20, "hand", "a hand has 1 to 20 cards"),
        (tables.exchanged <= tables.hand.min(6), "exchanged", "no more cards are exchanged than a hand has, and 6 at the most"),
        (tables.turns > 0 && tables.turns <= 40, "turns", "a game lasts 1 to 40 turns"),
        (tables.conflict.faces.contains(&Face::Control), "conflict.faces", "one face gives control, or no conflict would end"),
    ];
    let faults: Vec<PackError> =
        rows.into_iter().filter(|(holds, ..)| !holds).map(|(_, key, reason)| PackError::new(FILE, key, reason)).collect();
    if faults.is_empty() { Ok(tables) } else { Err(faults) }
}
