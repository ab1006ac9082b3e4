//! A board as plain data: its squares, what lies on their edges, who stands where, who acts, and what they can reach.

/// A square: its column from the left and its row from the far edge, both from 0.
pub type Cell = (u8, u8);

/// The name of a square: "C2".
pub fn cell_name((column, row): Cell) -> String {
    format!("{}{}", column_name(column), u16::from(row) + 1)
}

/// The letter of a column.
pub(super) fn column_name(column: u8) -> char {
    char::from(b'A' + column.min(25))
}

/// One of eight ways, in eighths of a circle clockwise from the far edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Heading(u8);

impl Heading {
    /// So many eighths of a circle clockwise from the far edge.
    pub fn eighths(eighths: u8) -> Self {
        Self(eighths % 8)
    }

    pub(super) fn degrees(self) -> f64 {
        f64::from(self.0) * 45.0
    }

    /// Columns to the right and rows down of one square that way.
    pub(super) fn way(self) -> (f64, f64) {
        [(0.0, -1.0), (1.0, -1.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (-1.0, 1.0), (-1.0, 0.0), (-1.0, -1.0)][usize::from(self.0 % 8)]
    }

    pub(super) fn is_diagonal(self) -> bool {
        self.0 % 2 == 1
    }

    /// In letters.
    pub(super) fn compass(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][usize::from(self.0 % 8)]
    }

    /// In a word.
    pub(super) fn word(self) -> &'static str {
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"][usize::from(self.0 % 8)]
    }
}

/// What fills a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)] // names of grounds
pub enum Ground {
    #[default]
    Open,
    Hill,
    Growth,
    OvergrownHill,
    BuiltUp,
    Water,
    /// Water that flows that way.
    River(Heading),
    Impassable,
}

impl Ground {
    /// Every kind, in the order of the legend; of rivers one.
    pub const ALL: [Self; 8] =
        [Self::Open, Self::Hill, Self::Growth, Self::OvergrownHill, Self::BuiltUp, Self::Water, Self::River(Heading(2)), Self::Impassable];

    /// The words of the legend and of the alt text.
    pub fn words(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Hill => "hill",
            Self::Growth => "growth",
            Self::OvergrownHill => "overgrown hill",
            Self::BuiltUp => "houses",
            Self::Water => "water",
            Self::River(_) => "river",
            Self::Impassable => "impassable",
        }
    }

    /// The same, whichever way it flows.
    pub(super) fn kind(self) -> Self {
        if let Self::River(_) = self { Self::ALL[6] } else { self }
    }
}

/// What lies on the edge between two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // names of edges
pub enum Edge {
    DryBed,
    Fence,
    Gully,
    Ford,
    Stream,
    Trench,
    Wall,
    Rampart,
    Gate,
    Cliff,
}

impl Edge {
    /// Every kind, in the order of the legend.
    pub const ALL: [Self; 10] = [
        Self::DryBed,
        Self::Fence,
        Self::Gully,
        Self::Ford,
        Self::Stream,
        Self::Trench,
        Self::Wall,
        Self::Rampart,
        Self::Gate,
        Self::Cliff,
    ];

    /// The words of the legend and of the alt text.
    pub fn words(self) -> &'static str {
        match self {
            Self::DryBed => "dry bed",
            Self::Fence => "fence",
            Self::Gully => "gully",
            Self::Ford => "ford",
            Self::Stream => "stream",
            Self::Trench => "trench",
            Self::Wall => "wall",
            Self::Rampart => "rampart",
            Self::Gate => "gate",
            Self::Cliff => "cliff",
        }
    }
}

/// An edge with something on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EdgeLine {
    /// The square to the left of it, or above it.
    pub cell: Cell,
    /// Whether it is that square's lower edge, not its right one.
    pub below: bool,
    /// What lies there.
    pub edge: Edge,
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // names of sides
pub enum Party {
    Ours,
    Enemy,
}

/// An arm of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // names of arms
pub enum Arm {
    Infantry,
    Cavalry,
    Camelry,
    Artillery,
    MachineGun,
    Transport,
    Leader,
    Gunboat,
    RiverBoat,
}

impl Arm {
    /// Every arm, in the order of the legend.
    pub const ALL: [Self; 9] = [
        Self::Infantry,
        Self::Cavalry,
        Self::Camelry,
        Self::Artillery,
        Self::MachineGun,
        Self::Transport,
        Self::Leader,
        Self::Gunboat,
        Self::RiverBoat,
    ];

    /// The words of the legend.
    pub fn words(self) -> &'static str {
        match self {
            Self::Infantry => "foot",
            Self::Cavalry => "horse",
            Self::Camelry => "camels",
            Self::Artillery => "guns",
            Self::MachineGun => "machine guns",
            Self::Transport => "transport",
            Self::Leader => "Leader",
            Self::Gunboat => "gunboat",
            Self::RiverBoat => "river boat",
        }
    }

    pub(super) fn is_boat(self) -> bool {
        matches!(self, Self::Gunboat | Self::RiverBoat)
    }

    pub(super) fn is_battery(self) -> bool {
        matches!(self, Self::Artillery | Self::MachineGun)
    }
}

/// A tactical formation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // names of formations
pub enum Formation {
    Line,
    MarchColumn,
    Column,
    Square,
    EnMasse,
    Deployed,
    Limbered,
    Transport,
}

impl Formation {
    /// Every formation, in the order of the charts.
    pub const ALL: [Self; 8] =
        [Self::Line, Self::MarchColumn, Self::Column, Self::Square, Self::EnMasse, Self::Deployed, Self::Limbered, Self::Transport];

    /// The words of the legend and of the alt text.
    pub fn words(self) -> &'static str {
        match self {
            Self::Line => "Line",
            Self::MarchColumn => "March Column",
            Self::Column => "Column",
            Self::Square => "Square",
            Self::EnMasse => "en masse",
            Self::Deployed => "deployed",
            Self::Limbered => "limbered",
            Self::Transport => "Transport",
        }
    }
}

/// A unit, a boat or a Leader on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// What the text calls it by: a number of one or two figures.
    pub label: String,
    /// What it is: "Sudanese infantry".
    pub name: String,
    /// Whose.
    pub party: Party,
    /// Its arm.
    pub arm: Arm,
    /// Its formation; a Leader and a boat have none.
    pub formation: Option<Formation>,
    /// Where it stands.
    pub cell: Cell,
    /// Where it faces.
    pub heading: Heading,
    /// Figures left; of a boat, its flotation points.
    pub figures: u8,
    /// The same at full strength.
    pub full: u8,
    /// Whether it is disorganised.
    pub disorganised: bool,
    /// Whether it is impetuous.
    pub impetuous: bool,
    /// Whether it lies hidden, seen by its own side alone.
    pub hidden: bool,
    /// Whether it acts now.
    pub acts: bool,
    /// The labels and names of those aboard.
    pub aboard: Vec<String>,
}

/// What can be done to a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Aim {
    /// Fire; the chance is that of a hit that tells.
    Fire,
    /// A charge; the chance is that it gets in.
    Charge,
}

/// A target, with the chance in a hundred.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// Where.
    pub cell: Cell,
    /// The target's label.
    pub label: String,
    /// What can be done.
    pub aim: Aim,
    /// Chances in a hundred.
    pub percent: u8,
}

/// The part of a board that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Window {
    /// The first column.
    pub column: u8,
    /// The first row.
    pub row: u8,
    /// Columns.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
}

impl Window {
    /// Whether it shows a square.
    pub fn shows(self, (column, row): Cell) -> bool {
        (self.column..self.column.saturating_add(self.columns)).contains(&column)
            && (self.row..self.row.saturating_add(self.rows)).contains(&row)
    }
}

/// How much a list tells of each unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tier {
    /// Everything.
    Whole,
    /// Number, square, formation, facing, figures.
    Short,
    /// Number and square.
    Least,
}

/// A board with all that is on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Board {
    /// What the battle is called.
    pub title: String,
    /// The line under it: the turn, who acts.
    pub caption: String,
    /// Whether the ground is ours, not the text's.
    pub our_map: bool,
    /// Columns.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// What fills each square, row by row; what is missing is open.
    pub grounds: Vec<Ground>,
    /// What lies on edges.
    pub edges: Vec<EdgeLine>,
    /// Who is on the board.
    pub counters: Vec<Counter>,
    /// The squares that the one that acts can reach, with the points it costs.
    pub reach: Vec<(Cell, u8)>,
    /// Its targets.
    pub chances: Vec<Chance>,
    /// The centres of brigade squares, and whose they are.
    pub brigades: Vec<(Cell, Party)>,
    /// What our side is called.
    pub ours: String,
    /// What the enemy is called.
    pub enemies: String,
    /// What else is to be told in words: who waits off the board, for instance.
    pub notes: Vec<String>,
    /// What is shown; nothing said is all of it.
    pub window: Option<Window>,
}

impl Board {
    /// What is shown.
    pub fn shown(&self) -> Window {
        self.window.unwrap_or(Window { column: 0, row: 0, columns: self.columns, rows: self.rows })
    }

    /// What fills a square.
    pub fn ground(&self, (column, row): Cell) -> Ground {
        let index = usize::from(row) * usize::from(self.columns) + usize::from(column);
        if column < self.columns { self.grounds.get(index).copied().unwrap_or_default() } else { Ground::Open }
    }

    /// The squares shown, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let window = self.shown();
        (0..window.rows).flat_map(move |row| (0..window.columns).map(move |column| (window.column + column, window.row + row)))
    }

    /// What a side is called.
    pub(super) fn party(&self, party: Party) -> &str {
        match party {
            Party::Ours => &self.ours,
            Party::Enemy => &self.enemies,
        }
    }
}
