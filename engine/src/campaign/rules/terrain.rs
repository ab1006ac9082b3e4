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

mod river;

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::battle::Battle;
use crate::campaign::roll::{Purpose, Roll};
use crate::dice::Dice;
use crate::pack::{BattleType, Location, LocationKind, Tables, Terrain};

pub use river::River;

/// How long a side of the table may be, in feet.
pub const SIDES: RangeInclusive<u8> = 2..=12;

/// A side of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// Where the Mahdists stand, in an assault or a defence: row 1.
    Far,
    /// Opposite.
    Near,
    /// Column A.
    Left,
    /// Opposite.
    Right,
}

impl Edge {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Far, Self::Near, Self::Left, Self::Right];

    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// One of the two sides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Army {
    /// Ours.
    AngloEgyptian,
    /// The enemy.
    Mahdist,
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
    let ours = Entry { army: Army::AngloEgyptian, edge: Edge::Near };
    let theirs = |edge| Entry { army: Army::Mahdist, edge };
    match battle.battle_type {
        None | Some(BattleType::Defense | BattleType::AngloEgyptianSurpriseAttack) => vec![ours],
        Some(BattleType::Encounter) => vec![theirs(Edge::Far), ours],
        Some(BattleType::ProbingAttack) => vec![theirs(if harbour == Some(Edge::Far) { Edge::Near } else { Edge::Far })],
        Some(BattleType::Ambush) => Edge::ALL.into_iter().filter(|edge| harbour != Some(*edge)).map(theirs).collect(),
        Some(BattleType::MahdistSurpriseAttack) => Vec::new(),
    }
}

/// Where a village or town stands on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Site {
    /// In the middle.
    Middle,
    /// In the middle of the far side.
    FarSide,
}

impl Site {
    /// Where it stands for a battle: on the far side if it is defended against an attack from the other.
    #[must_use]
    pub fn of(battle: &Battle) -> Self {
        match battle.battle_type {
            None | Some(BattleType::Defense) => Self::FarSide,
            Some(_) => Self::Middle,
        }
    }
}

/// What is settled before a die is thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// Feet from left to right, in [`SIDES`].
    pub width: u8,
    /// Feet from the far edge to the near one, in [`SIDES`].
    pub depth: u8,
    /// What stands there by the campaign map.
    pub settlement: Option<LocationKind>,
    /// Where it stands.
    pub site: Site,
    /// The edge its harbour lies along.
    pub harbour: Option<Edge>,
}

impl Plan {
    /// A table in open country.
    #[must_use]
    pub const fn open(width: u8, depth: u8) -> Self {
        Self { width, depth, settlement: None, site: Site::Middle, harbour: None }
    }

    /// A table at a location of the campaign map. The harbour of a port lies behind what is defended, and else on the left.
    #[must_use]
    pub fn at(width: u8, depth: u8, location: &Location, site: Site) -> Self {
        let edge = match site {
            Site::FarSide => Edge::Far,
            Site::Middle => Edge::Left,
        };
        Self { width, depth, settlement: Some(location.kind), site, harbour: location.is_port().then_some(edge) }
    }

    /// The squares of the harbour.
    fn is_harbour(&self, spot: Spot) -> bool {
        self.harbour.is_some_and(|edge| match edge {
            Edge::Far => spot.row == 0,
            Edge::Near => spot.row + 1 == self.depth,
            Edge::Left => spot.column == 0,
            Edge::Right => spot.column + 1 == self.width,
        })
    }

    /// The squares of the village or town.
    fn block(&self) -> Option<Block> {
        let (width, depth) = match self.settlement? {
            LocationKind::Village => (1, 1),
            LocationKind::Town => (2, 1),
            LocationKind::FortifiedTown => (2, 2),
        };
        let taken = |edge| u8::from(self.harbour == Some(edge));
        let free_width = self.width.saturating_sub(taken(Edge::Left) + taken(Edge::Right));
        let free_depth = self.depth.saturating_sub(taken(Edge::Far) + taken(Edge::Near));
        let (width, depth) = (width.min(free_width.div_ceil(2)), depth.min(free_depth.div_ceil(2)));
        let (spare_across, spare_down) = (free_width - width, free_depth - depth);
        let across = match self.harbour {
            Some(Edge::Left) => 0,
            Some(Edge::Right) => spare_across,
            _ => spare_across / 2,
        };
        let down = match (self.site, self.harbour) {
            (_, Some(Edge::Far)) => 0,
            (Site::FarSide, _) => u8::from(spare_down > 4),
            (Site::Middle, Some(Edge::Near)) => spare_down,
            (Site::Middle, _) => spare_down / 2,
        };
        Some(Block { column: across + taken(Edge::Left), row: down + taken(Edge::Far), width, depth })
    }
}

/// A rectangle of squares.
#[derive(Clone, Copy)]
struct Block {
    column: u8,
    row: u8,
    width: u8,
    depth: u8,
}

impl Block {
    fn holds(&self, spot: Spot) -> bool {
        (self.column..self.column + self.width).contains(&spot.column) && (self.row..self.row + self.depth).contains(&spot.row)
    }
}

/// A square foot of the table, shown as "C2": columns from the left, rows from the far edge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Spot {
    /// From 0, the furthest.
    pub row: u8,
    /// From 0, the leftmost.
    pub column: u8,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column % 26), u16::from(self.row) + 1)
    }
}

/// What lies on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Feature {
    /// A row of *Random Terrain*.
    Terrain(Terrain),
    /// Houses, by the campaign map.
    Settlement(LocationKind),
    /// Water, by the campaign map.
    Harbour,
}

impl Feature {
    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Terrain(terrain) => terrain.words(),
            Self::Settlement(kind) => kind.word(),
            Self::Harbour => "harbour",
        }
    }
}

/// A square foot of the table with what was rolled for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Square {
    /// What the map or the dice put there.
    pub feature: Feature,
    /// The roll; none where the map says what lies there.
    pub roll: Option<Roll>,
}

/// Two squares that change what lies on them, so that the river bed holds together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Move {
    /// Where a piece of river bed was rolled.
    pub from: Spot,
    /// Where it is laid; what was rolled here goes to `from`.
    pub to: Spot,
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

fn spots(plan: Plan) -> impl Iterator<Item = Spot> {
    (0..plan.depth).flat_map(move |row| (0..plan.width).map(move |column| Spot { row, column }))
}

fn index(plan: Plan, spot: Spot) -> usize {
    usize::from(spot.row) * usize::from(plan.width) + usize::from(spot.column)
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
#[path = "terrain_tests.rs"]
mod tests;
