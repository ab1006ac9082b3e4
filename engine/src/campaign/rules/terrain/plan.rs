//! The table before a die is thrown: its size, where the map's own ground stands on it, and its squares.

use std::fmt;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::campaign::field::Battle;
use crate::campaign::roll::Roll;
use crate::campaign::round::BattleKind;
use crate::pack::{BattleType, Location, LocationKind, Terrain};

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

    /// Where it stands on a table for a battle of this kind: a place of ours that is stormed has the besiegers all round.
    #[must_use]
    pub fn in_battle(kind: BattleKind, battle: &Battle) -> Self {
        if kind == BattleKind::Storm { Self::Middle } else { Self::of(battle) }
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
    pub(super) fn is_harbour(&self, spot: Spot) -> bool {
        self.harbour.is_some_and(|edge| match edge {
            Edge::Far => spot.row == 0,
            Edge::Near => spot.row + 1 == self.depth,
            Edge::Left => spot.column == 0,
            Edge::Right => spot.column + 1 == self.width,
        })
    }

    /// The squares of the village or town.
    pub(super) fn block(&self) -> Option<Block> {
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
pub(super) struct Block {
    column: u8,
    row: u8,
    width: u8,
    depth: u8,
}

impl Block {
    pub(super) fn holds(&self, spot: Spot) -> bool {
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

pub(super) fn spots(plan: Plan) -> impl Iterator<Item = Spot> {
    (0..plan.depth).flat_map(move |row| (0..plan.width).map(move |column| Spot { row, column }))
}

pub(super) fn index(plan: Plan, spot: Spot) -> usize {
    usize::from(spot.row) * usize::from(plan.width) + usize::from(spot.column)
}
