//! *Random Terrain*: the table a battle is fought on.
//!
//! What the campaign map says lies there first: a village, town or fortified town, and at a port a strip of harbour. Each
//! other square foot takes one roll of two dice on *Random Terrain*, row by row from the far left corner. Then the pieces of
//! dry river bed are moved until they make one course, as the rulebook suggests: [`Battlefield::squares`] keeps what was
//! rolled, [`Battlefield::moves`] says what changes places, [`Battlefield::feature`] is the table as it is laid.
//!
//! Where the map's own ground lies is not said, so this is ours. A village takes one square, a town two side by side, a
//! fortified town two by two, and never more than half the free ground each way, rounded up. It stands in the middle of
//! the far side for an assault or a defence, with a row behind it if four are left before it, and else in the middle of the
//! table. A harbour is one foot deep along a whole edge, and the houses of a port come down to it, unless that would take
//! a defended place from the far side.

mod plan;
mod river;

use serde::{Deserialize, Serialize};

use super::battle::Battle;
use crate::campaign::roll::{Purpose, Roll};
use crate::campaign::round::BattleKind;
use crate::dice::Dice;
use crate::pack::{BattleType, Tables};

pub use plan::{Edge, Feature, Move, Plan, SIDES, Site, Spot, Square};
use plan::{index, spots};
pub use river::River;

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Army {
    /// Ours.
    #[serde(rename = "anglo_egyptian")]
    Ours,
    /// The enemy.
    #[serde(rename = "mahdist")]
    Enemy,
}

/// Troops that come on over an edge of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Whose.
    pub army: Army,
    /// The edge.
    pub edge: Edge,
}

/// Who comes on over which edge, by the type of battle. Ours come on over the near edge; those who may come from any side
/// do not come out of the water; those who are set up on the table have no edge.
#[must_use]
pub fn entries(battle: &Battle, harbour: Option<Edge>) -> Vec<Entry> {
    let ours = Entry { army: Army::Ours, edge: Edge::Near };
    let theirs = |edge| Entry { army: Army::Enemy, edge };
    match battle.battle_type {
        None | Some(BattleType::Defense | BattleType::OurSurpriseAttack) => vec![ours],
        Some(BattleType::Encounter) => vec![theirs(Edge::Far), ours],
        Some(BattleType::ProbingAttack) => vec![theirs(if harbour == Some(Edge::Far) { Edge::Near } else { Edge::Far })],
        Some(BattleType::Ambush) => Edge::ALL.into_iter().filter(|edge| harbour != Some(*edge)).map(theirs).collect(),
        Some(BattleType::EnemySurpriseAttack) => Vec::new(),
    }
}

/// Who comes on over which edge of the table in a battle of this kind: where the besiegers storm a place of ours they come on over every
/// edge but that of the water, and nobody of ours does; else the type of battle says.
#[must_use]
pub fn entries_in(kind: BattleKind, battle: &Battle, harbour: Option<Edge>) -> Vec<Entry> {
    if kind != BattleKind::Storm {
        return entries(battle, harbour);
    }
    Edge::ALL.into_iter().filter(|edge| harbour != Some(*edge)).map(|edge| Entry { army: Army::Enemy, edge }).collect()
}

/// The table of a battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Battlefield {
    /// Its size, and what the map says.
    pub plan: Plan,
    /// As rolled: row by row from the far edge, each from left to right.
    pub squares: Vec<Square>,
    /// The pieces of river bed that are moved, in the order of the squares they came from.
    pub moves: Vec<Move>,
    /// The river beds as laid: one, unless the map's own ground parts the table.
    pub rivers: Vec<River>,
}

/// A table that cannot be laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("A table of {width} by {depth} feet cannot be laid: each side is {} to {} feet long.", SIDES.start(), SIDES.end())]
pub struct UnfitTable {
    /// Feet from left to right.
    pub width: u8,
    /// Feet from far to near.
    pub depth: u8,
}

impl Battlefield {
    /// Feet from left to right.
    #[must_use]
    pub const fn width(&self) -> u8 {
        self.plan.width
    }

    /// Feet from far to near.
    #[must_use]
    pub const fn depth(&self) -> u8 {
        self.plan.depth
    }

    /// Every spot, in the order of [`Self::squares`].
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        spots(self.plan)
    }

    /// The square as rolled; none off the table.
    #[must_use]
    pub fn square(&self, spot: Spot) -> Option<&Square> {
        let on_table = spot.column < self.plan.width && spot.row < self.plan.depth;
        on_table.then(|| self.squares.get(index(self.plan, spot))).flatten()
    }

    /// What lies on a spot when the river bed has been joined; none off the table.
    #[must_use]
    pub fn feature(&self, spot: Spot) -> Option<Feature> {
        let moved =
            self.moves.iter().find_map(|moved| if moved.from == spot { Some(moved.to) } else { (moved.to == spot).then_some(moved.from) });
        self.square(moved.unwrap_or(spot)).map(|square| square.feature)
    }

    /// The rolls, in the order thrown.
    pub fn rolls(&self) -> impl Iterator<Item = &Roll> {
        self.squares.iter().filter_map(|square| square.roll.as_ref())
    }
}

/// Lays a table: what the map says, then a roll for each square left.
///
/// # Errors
///
/// If a side is shorter or longer than [`SIDES`]; then no die is thrown.
pub fn battlefield(tables: &Tables, plan: Plan, dice: &mut Dice) -> Result<Battlefield, UnfitTable> {
    if !SIDES.contains(&plan.width) || !SIDES.contains(&plan.depth) {
        return Err(UnfitTable { width: plan.width, depth: plan.depth });
    }
    let table = &tables.terrain;
    let (block, settlement) = (plan.block(), plan.settlement);
    let squares: Vec<Square> = spots(plan)
        .map(|spot| match settlement.filter(|_| block.is_some_and(|block| block.holds(spot))) {
            Some(kind) => Square { feature: Feature::Settlement(kind), roll: None },
            None if plan.is_harbour(spot) => Square { feature: Feature::Harbour, roll: None },
            None => {
                let roll = dice.throw(Roll::new(Purpose::Terrain, table.dice), table.dice.count);
                Square { feature: Feature::Terrain(table.row(roll.total()).result), roll: Some(roll) }
            }
        })
        .collect();
    let (moves, rivers) = river::join(plan, &squares);
    Ok(Battlefield { plan, squares, moves, rivers })
}

#[cfg(test)]
mod tests;
