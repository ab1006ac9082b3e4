//! The numbers of the rules.

use serde::Deserialize;

use super::counters::{Class, Contingent};
use super::map::Terrain;
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
    /// With so many ours win at the end (27.0).
    pub victory_points: u8,
    /// Units that a card brings back when it is drawn a second time (28.0).
    pub again: u8,
    /// Spaces of the line of supply (29.17).
    pub supply: u8,
    /// Attrition eliminates with so much or less (21.4).
    pub attrition: u8,
    /// What the die for the chief's return is divided by (29.5).
    pub return_divisor: u8,
    /// The names of the sides.
    pub sides: SideNames,
    /// The names of the contingents.
    pub contingents: ContingentNames,
    /// How many units stack (K23).
    pub stack: Stack,
    /// Spaces a unit moves (7.0).
    pub movement: Movement,
    /// What boats carry (29.10).
    pub boats: Boats,
    /// The numbers of battle (13.0).
    pub battle: Battle,
    /// The table of terrain effects (11.0).
    pub terrain: TerrainTable,
    /// The turns (22.0).
    pub turn: Vec<TurnRow>,
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

/// The names of the contingents.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContingentNames {
    /// From overseas.
    pub allied: String,
    /// Of the country.
    pub native: String,
}

impl ContingentNames {
    /// A contingent's.
    #[must_use]
    pub fn of(&self, contingent: Contingent) -> &str {
        match contingent {
            Contingent::Allied => &self.allied,
            Contingent::Native => &self.native,
        }
    }
}

/// How many units of a side stack in a space (K23).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// As a rule.
    pub usual: u8,
    /// Where the game is so set.
    pub larger: u8,
}

/// Spaces a unit moves, by its class (7.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the classes are told where they are defined")]
pub struct Movement {
    pub foot: u8,
    pub cavalry: u8,
    pub camel: u8,
    pub leader: u8,
    pub boat: u8,
    pub garrison: u8,
}

impl Movement {
    /// Of a class.
    #[must_use]
    pub const fn of(&self, class: Class) -> u8 {
        match class {
            Class::Foot => self.foot,
            Class::Cavalry => self.cavalry,
            Class::Camel => self.camel,
            Class::Leader => self.leader,
            Class::Boat => self.boat,
            Class::Garrison => self.garrison,
        }
    }
}

/// What boats carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boats {
    /// Land units on each.
    pub carry: u8,
}

/// The numbers of battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// Rounds at the most (13.2).
    pub rounds: u8,
    /// Where the game is set to more.
    pub more_rounds: u8,
    /// The least fire value (13.3).
    pub least_fire: i8,
    /// The greatest.
    pub most_fire: i8,
    /// A die that hits with so much or less eliminates (13.3).
    pub eliminates: u8,
    /// An elite unit shrugs panic off with so much or less (16.0).
    pub elite: u8,
    /// What a leader adds to superiority (13.1).
    pub leader: i8,
    /// What mounted troops add, where the other side has none.
    pub mounted: i8,
    /// What a unit without supply does to superiority.
    pub superiority_unsupplied: i8,
    /// What a lack of supply does to a fire value (21.3).
    pub fire_unsupplied: i8,
}

/// Whose a tie in superiority is (29.15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tie {
    /// The defender's.
    Defender,
    /// Ours.
    Ours,
    /// The enemy's.
    Enemy,
}

/// A row of the table of terrain effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// Whose a tie is.
    pub tie: Tie,
    /// What it does to the fire of attackers.
    #[serde(default)]
    pub attackers_fire: i8,
    /// Whether defenders ignore panic.
    #[serde(default)]
    pub ignores_panic: bool,
}

/// The table of terrain effects (11.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the kinds of terrain are told where they are defined")]
pub struct TerrainTable {
    pub fortress: TerrainRow,
    pub town: TerrainRow,
    pub river: TerrainRow,
    pub port: TerrainRow,
    pub open: TerrainRow,
    pub desert: TerrainRow,
}

impl TerrainTable {
    /// The row of a kind of space.
    #[must_use]
    pub const fn of(&self, terrain: Terrain) -> &TerrainRow {
        match terrain {
            Terrain::Fortress => &self.fortress,
            Terrain::Town => &self.town,
            Terrain::River => &self.river,
            Terrain::Port => &self.port,
            Terrain::Open => &self.open,
            Terrain::Desert => &self.desert,
        }
    }
}

/// A turn.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnRow {
    /// Its months.
    pub months: String,
    /// Whether the river is in flood (29.11).
    pub flood: bool,
}

impl Tables {
    /// How many turns the game lasts (26.0).
    #[must_use]
    pub fn turns(&self) -> u8 {
        u8::try_from(self.turn.len()).unwrap_or(u8::MAX)
    }

    /// Whether the river is in flood on a turn, from 1.
    #[must_use]
    pub fn is_flood(&self, turn: u8) -> bool {
        self.turn.get(usize::from(turn).saturating_sub(1)).is_some_and(|row| row.flood)
    }
}

/// Reads the file.
pub(super) fn read(text: &str) -> Result<Tables, Vec<PackError>> {
    let tables: Tables = read_toml(FILE, text).map_err(|error| vec![error])?;
    let battle = &tables.battle;
    let small = |number: i8| (-3..=3).contains(&number);
    let modifiers = [battle.leader, battle.mounted, battle.superiority_unsupplied, battle.fire_unsupplied];
    let rows = [
        ((1..=40).contains(&tables.turn.len()), "turn", "a game lasts 1 to 40 turns"),
        (tables.victory_points > 0, "victory_points", "ours win with 1 victory point at least"),
        (tables.supply > 0 && tables.supply <= 2, "supply", "a line of supply is 1 or 2 spaces long"),
        (tables.attrition < 6, "attrition", "a die of 6 never eliminates"),
        (tables.return_divisor > 0, "return_divisor", "it divides by 1 at least"),
        (
            tables.stack.usual > 0 && tables.stack.usual <= tables.stack.larger,
            "stack",
            "larger stacks are no smaller, and both have a unit",
        ),
        (tables.stack.larger <= 12, "stack.larger", "12 units are the most"),
        (tables.movement.garrison == 0, "movement.garrison", "garrisons never move (29.3)"),
        (
            [tables.movement.foot, tables.movement.cavalry, tables.movement.camel, tables.movement.leader, tables.movement.boat]
                .iter()
                .all(|spaces| (1..=8).contains(spaces)),
            "movement",
            "a unit moves 1 to 8 spaces",
        ),
        (
            battle.rounds > 0 && battle.rounds <= battle.more_rounds && battle.more_rounds <= 10,
            "battle.rounds",
            "a battle has 1 to 10 rounds",
        ),
        (
            1 <= battle.least_fire && battle.least_fire <= battle.most_fire && battle.most_fire <= 6,
            "battle.least_fire",
            "a fire value is 1 to 6",
        ),
        (battle.eliminates < 6 && battle.elite <= 6, "battle.eliminates", "a die has 6 faces"),
        (modifiers.into_iter().all(small), "battle", "modifiers are -3 to 3"),
    ];
    let faults: Vec<PackError> =
        rows.into_iter().filter(|(holds, ..)| !holds).map(|(_, key, reason)| PackError::new(FILE, key, reason)).collect();
    if faults.is_empty() { Ok(tables) } else { Err(faults) }
}
