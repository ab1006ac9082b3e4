//! A theatre of war as plain data.

pub use super::super::board::Party;

/// What a space is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // names of kinds
pub enum SpaceKind {
    Fortress,
    Town,
    River,
    Port,
    Open,
    Desert,
}

impl SpaceKind {
    /// Every kind, in the order of the legend.
    pub const ALL: [Self; 6] = [Self::Fortress, Self::Town, Self::River, Self::Port, Self::Open, Self::Desert];

    /// The word in the legend and in the alt texts.
    pub fn words(self) -> &'static str {
        match self {
            Self::Fortress => "fortress",
            Self::Town => "town",
            Self::River => "by the river",
            Self::Port => "port",
            Self::Open => "open",
            Self::Desert => "desert",
        }
    }
}

/// What a route is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // names of kinds
pub enum RouteKind {
    Road,
    River,
    Desert,
    Sea,
}

impl RouteKind {
    /// Every kind, in the order of the legend.
    pub const ALL: [Self; 4] = [Self::River, Self::Road, Self::Desert, Self::Sea];

    /// The word in the legend and in the alt texts.
    pub fn words(self) -> &'static str {
        match self {
            Self::Road => "road",
            Self::River => "river",
            Self::Desert => "desert route",
            Self::Sea => "sea link",
        }
    }
}

/// What a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)] // names of arms
pub enum Arm {
    Foot,
    Cavalry,
    Camel,
    Leader,
    Boat,
    Garrison,
}

impl Arm {
    /// Every arm, in the order of the legend.
    pub const ALL: [Self; 6] = [Self::Leader, Self::Foot, Self::Cavalry, Self::Camel, Self::Boat, Self::Garrison];

    /// The word in the legend.
    pub fn words(self) -> &'static str {
        match self {
            Self::Foot => "foot",
            Self::Cavalry => "cavalry",
            Self::Camel => "camels",
            Self::Leader => "leader",
            Self::Boat => "river boat",
            Self::Garrison => "garrison",
        }
    }
}

/// The units of a side in a space.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// Whose.
    pub party: Party,
    /// What its first unit that is seen is.
    pub arm: Arm,
    /// What that is called.
    pub name: String,
    /// How many units are seen.
    pub units: u8,
    /// Their strength together.
    pub strength: u16,
    /// How many more there are that are not seen; nothing where that is not known either.
    pub unseen: Option<u8>,
}

impl Stack {
    /// How many units there are and how strong they are, as the plate has it: "5 · 17", and "5 · 3+" where not all are seen.
    pub(super) fn numbers(&self) -> String {
        match self.unseen {
            Some(0) => format!("{} · {}", self.units, self.strength),
            Some(unseen) => format!("{} · {}+", self.units.saturating_add(unseen), self.strength),
            None => format!("? · {}+", self.strength),
        }
    }
}

/// A space.
#[derive(Debug, Clone, PartialEq)]
pub struct Space {
    /// What it is called.
    pub name: String,
    /// Where it is in a unit square: to the right, and down.
    pub at: (f64, f64),
    /// What it is.
    pub kind: SpaceKind,
    /// Its victory points.
    pub points: u8,
    /// Whether it is a port, whatever else it is.
    pub port: bool,
    /// Whether its name is in red.
    pub red: bool,
    /// Which side alone has units there.
    pub holder: Option<Party>,
    /// The units of one side, of both or of neither.
    pub stacks: Vec<Stack>,
    /// Whether the battle of the moment is there.
    pub fought: bool,
}

/// A route between two spaces, by their places in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Route {
    /// What it is.
    pub kind: RouteKind,
    /// Both ends.
    pub between: [usize; 2],
}

/// A turn of the track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// Whether the river is in flood.
    pub flood: bool,
}

/// A theatre of war.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Theatre {
    /// What the game is called.
    pub title: String,
    /// The line under it.
    pub caption: String,
    /// What our side is called.
    pub ours: String,
    /// What the enemy is called.
    pub enemies: String,
    /// Our victory points.
    pub points: u8,
    /// How many we need.
    pub wanted: u8,
    /// The turn, from 1; 0 before the first.
    pub turn: u8,
    /// All turns.
    pub turns: Vec<Turn>,
    /// The spaces.
    pub spaces: Vec<Space>,
    /// The routes.
    pub routes: Vec<Route>,
    /// The shore of the sea, from above down, in the unit square; the sea is to its right.
    pub coast: Vec<(f64, f64)>,
    /// What else is to be told, a line each.
    pub notes: Vec<String>,
}

impl Theatre {
    /// What a side is called.
    pub(super) fn party(&self, party: Party) -> &str {
        match party {
            Party::Ours => &self.ours,
            Party::Enemy => &self.enemies,
        }
    }
}
