//! The table of a battle as plain data: its squares, its river beds, who comes on over which edge.

use super::super::ground::Control;

/// What lies on a square foot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Plot {
    /// Water with the jetties of a port.
    Harbour,
    /// A few houses.
    Village,
    /// Many, around a mosque.
    Town,
    /// The same within walls.
    FortifiedTown,
    /// A low rise.
    SmallHill,
    /// A hill that fills its square.
    LargeHill,
    /// A hill cut off on one side; see [`cliff_side`].
    CliffHill,
    /// A pool under palms.
    Oasis,
    /// Stones and bushes.
    Rocks,
    /// A dry watercourse.
    RiverBed,
    /// Nothing.
    Open,
}

impl Plot {
    /// Every kind, in the order of the legend.
    pub const ALL: [Self; 11] = [
        Self::Harbour,
        Self::Village,
        Self::Town,
        Self::FortifiedTown,
        Self::SmallHill,
        Self::LargeHill,
        Self::CliffHill,
        Self::Oasis,
        Self::Rocks,
        Self::RiverBed,
        Self::Open,
    ];

    /// The words of the legend and of the alt text.
    pub fn words(self) -> &'static str {
        match self {
            Self::Harbour => "Harbour",
            Self::Village => "Village",
            Self::Town => "Town",
            Self::FortifiedTown => "Fortified town",
            Self::SmallHill => "Small hill",
            Self::LargeHill => "Large hill",
            Self::CliffHill => "Hill with a cliff",
            Self::Oasis => "Oasis",
            Self::Rocks => "Rocks and scrub",
            Self::RiverBed => "Dry river bed",
            Self::Open => "Open ground",
        }
    }

    pub(super) fn is_settled(self) -> bool {
        matches!(self, Self::Village | Self::Town | Self::FortifiedTown)
    }
}

/// An edge of the table; the far one is the picture's upper edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // names of edges
pub enum Edge {
    Far,
    Near,
    Left,
    Right,
}

impl Edge {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Far, Self::Near, Self::Left, Self::Right];

    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Left => "left",
            Self::Right => "right",
        }
    }
}

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Party {
    /// Ours: known by the mark of a place that was never lost.
    Ours,
    /// The enemy: known by the mark of a place in revolt.
    Enemy,
}

impl Party {
    pub(super) fn control(self) -> Control {
        match self {
            Self::Ours => Control::Native,
            Self::Enemy => Control::Enemy,
        }
    }
}

/// A side that comes on over an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Arrival {
    /// The side.
    pub party: Party,
    /// The edge.
    pub edge: Edge,
}

/// A square: its column from the left and its row from the far edge, both from 0.
pub type Cell = (usize, usize);

/// The table of a battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// For the head of the sheet: "The field at Tamai".
    pub title: String,
    /// The line under it: "Defense".
    pub caption: String,
    /// Feet from left to right.
    pub width: usize,
    /// Feet from the far edge to the near one.
    pub depth: usize,
    /// What lies on each square as the table is laid, row by row from the far edge; what is missing is open ground.
    pub squares: Vec<Plot>,
    /// How the river beds run, from square to square. One that begins on a square of an earlier one is its arm.
    pub beds: Vec<Vec<Cell>>,
    /// Who comes on over which edge.
    pub arrivals: Vec<Arrival>,
    /// What our side is called.
    pub army: String,
    /// What the enemy is called.
    pub enemies: String,
}

impl Field {
    /// What a side is called.
    pub(super) fn name(&self, party: Party) -> &str {
        match party {
            Party::Ours => &self.army,
            Party::Enemy => &self.enemies,
        }
    }

    /// What lies on a square.
    pub fn plot(&self, (column, row): Cell) -> Plot {
        if column >= self.width {
            return Plot::Open;
        }
        self.squares.get(row * self.width + column).copied().unwrap_or(Plot::Open)
    }

    /// Every square, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let width = self.width;
        (0..self.depth).flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    /// The squares of a kind.
    pub fn cells_of(&self, plot: Plot) -> impl Iterator<Item = Cell> + '_ {
        self.cells().filter(move |cell| self.plot(*cell) == plot)
    }

    /// The kinds on the table, in the order of the legend.
    pub fn kinds(&self) -> Vec<Plot> {
        Plot::ALL.into_iter().filter(|plot| self.cells_of(*plot).next().is_some()).collect()
    }

    /// The edge the harbour lies along, if it takes a whole one.
    pub fn harbour_edge(&self) -> Option<Edge> {
        let all = |edge: Edge| {
            let mut along = self.cells().filter(|(column, row)| match edge {
                Edge::Far => *row == 0,
                Edge::Near => *row + 1 == self.depth,
                Edge::Left => *column == 0,
                Edge::Right => *column + 1 == self.width,
            });
            along.next().is_some_and(|first| self.plot(first) == Plot::Harbour) && along.all(|cell| self.plot(cell) == Plot::Harbour)
        };
        Edge::ALL.into_iter().find(|edge| all(*edge))
    }
}

/// The name of a square: "C2".
pub fn cell_name((column, row): Cell) -> String {
    format!("{}{}", column_name(column), row + 1)
}

/// The letter of a column; past Z, two.
pub(super) fn column_name(column: usize) -> String {
    let letter = |number: usize| char::from(b'A' + (number % 26) as u8);
    if column < 26 { letter(column).to_string() } else { format!("{}{}", letter(column / 26 - 1), letter(column)) }
}

/// The side of a hill that its cliff is drawn on. The rules leave it to the players: it only has to be the same always.
pub fn cliff_side((column, row): Cell) -> Edge {
    Edge::ALL[(column * 7 + row * 5 + column * row) % 4]
}

/// A number of its own for a square, for what looks like chance.
pub(super) fn key((column, row): Cell) -> u64 {
    (row as u64) * 7919 + (column as u64) * 104_729 + 17
}
