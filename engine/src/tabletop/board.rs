//! The board: ground in squares, obstacles on edges, and what can be seen across them.
//!
//! A step or a line that passes exactly through a corner crosses what lies there only if it lies on both ways round the corner: one
//! cannot slip diagonally through a wall, and the end of a wall stops nobody.
//!
//! As text a board has a line for each row, three letters for each square: its ground, room for a unit's mark, what lies on its right
//! edge. Between two rows is a line with what lies between them, under each square.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::edge::Edge;
use super::ground::Ground;
use super::square::{Facing, Square};

/// The three sizes of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Size {
    /// 12 × 8 squares.
    Small,
    /// 16 × 12 squares.
    Medium,
    /// 24 × 16 squares.
    Large,
}

impl Size {
    /// All three, the smallest first.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// Columns and rows.
    #[must_use]
    #[inline]
    pub const fn columns_and_rows(self) -> (u8, u8) {
        match self {
            Self::Small => (12, 8),
            Self::Medium => (16, 12),
            Self::Large => (24, 16),
        }
    }

    /// The table for so many units of the larger side: up to 24, up to 48, more.
    #[must_use]
    pub const fn for_units(units: usize) -> Self {
        match units {
            0..=24 => Self::Small,
            25..=48 => Self::Medium,
            _ => Self::Large,
        }
    }
}

/// The ground of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    size: Size,
    grounds: Vec<Ground>,
    /// On the right edge of each square.
    right: Vec<Option<Edge>>,
    /// On the lower edge of each square.
    below: Vec<Option<Edge>>,
    /// For each square the eight ways out of it: what the grounds and the edges say, kept ready.
    passages: Vec<[Passage; 8]>,
}

/// What a step to an adjacent square meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Passage(u8);

impl Passage {
    const LAND: u8 = 1;
    const WATER: u8 = 1 << 1;
    const OBSTACLE: u8 = 1 << 2;
    const CLOSED: u8 = 1 << 3;
    const STEEP: u8 = 1 << 4;
    const DIFFICULT: u8 = 1 << 5;

    /// From one ground to another, with nothing on the edge between.
    #[must_use]
    pub(crate) const fn between(left: Ground, entered: Ground) -> Self {
        let land = if entered.is_land() { Self::LAND } else { 0 };
        let water = if entered.is_water() { Self::WATER } else { 0 };
        let steep = if left.is_steep() || entered.is_steep() { Self::STEEP } else { 0 };
        let difficult = if left.is_difficult() || entered.is_difficult() { Self::DIFFICULT } else { 0 };
        Self(land | water | steep | difficult)
    }

    #[inline]
    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// Whether a boat, or anybody else, may take it.
    #[must_use]
    #[inline]
    pub(crate) const fn is_open(self, floats: bool) -> bool {
        self.has(if floats { Self::WATER } else { Self::LAND }) && !self.has(Self::CLOSED)
    }

    /// Whether it leads over an obstacle.
    #[must_use]
    #[inline]
    pub(crate) const fn crosses_obstacle(self) -> bool {
        self.has(Self::OBSTACLE)
    }

    /// Whether either end is steep.
    #[must_use]
    #[inline]
    pub(crate) const fn is_steep(self) -> bool {
        self.has(Self::STEEP)
    }

    /// Whether either end is difficult ground.
    #[must_use]
    #[inline]
    pub(crate) const fn is_difficult(self) -> bool {
        self.has(Self::DIFFICULT)
    }

    /// All that a step can meet on land, each by its place: an obstacle, what closes the edge, steep and difficult ground, or none of them.
    pub(crate) fn on_land() -> [Self; 16] {
        std::array::from_fn(|place| Self((place as u8) << Self::OBSTACLE.trailing_zeros() | Self::LAND))
    }

    /// Its place among those on land.
    #[must_use]
    #[inline]
    pub(crate) const fn place(self) -> usize {
        (self.0 >> Self::OBSTACLE.trailing_zeros()) as usize % 16
    }
}

impl Board {
    /// Open ground.
    #[must_use]
    pub fn open(size: Size) -> Self {
        let (columns, rows) = size.columns_and_rows();
        let squares = usize::from(columns) * usize::from(rows);
        let mut board = Self {
            size,
            grounds: vec![Ground::Open; squares],
            right: vec![None; squares],
            below: vec![None; squares],
            passages: vec![[Passage::default(); 8]; squares],
        };
        board.keep_all_passages();
        board
    }

    /// Its size.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Every square, row by row from the far left: the order in which combats are fought (N02).
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = self.size.columns_and_rows();
        (0..rows).flat_map(move |row| (0..columns).map(move |column| Square { column, row }))
    }

    /// Whether it has the square.
    #[must_use]
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.index(square).is_some()
    }

    /// The way straight off the board from a square on its edge: to the left or right before up or down; `None` inside it.
    #[must_use]
    pub fn outward(&self, square: Square) -> Option<Facing> {
        let (columns, rows) = self.size.columns_and_rows();
        match square {
            _ if !self.has(square) => None,
            Square { column: 0, .. } => Some(Facing::West),
            Square { column, .. } if column + 1 == columns => Some(Facing::East),
            Square { row: 0, .. } => Some(Facing::North),
            Square { row, .. } if row + 1 == rows => Some(Facing::South),
            Square { .. } => None,
        }
    }

    /// What fills a square; outside the board nobody can stand.
    #[must_use]
    #[inline]
    pub fn ground(&self, square: Square) -> Ground {
        self.index(square).map_or(Ground::Impassable, |index| self.grounds[index])
    }

    /// What fills a square, by its place row by row.
    #[must_use]
    #[inline]
    pub(crate) fn ground_at(&self, index: usize) -> Ground {
        self.grounds.get(index).copied().unwrap_or(Ground::Impassable)
    }

    /// Fills a square; one that it has not is passed over.
    pub fn set_ground(&mut self, square: Square, ground: Ground) {
        if let Some(index) = self.index(square) {
            self.grounds[index] = ground;
            self.keep_passages(square);
        }
    }

    /// Lays something on the edge between two squares that share a side, or clears it; any others are passed over.
    pub fn set_edge(&mut self, one: Square, other: Square, edge: Option<Edge>) {
        self.lay_edge(one, other, edge);
        self.keep_passages(one);
    }

    fn lay_edge(&mut self, one: Square, other: Square, edge: Option<Edge>) {
        if let Some((index, is_right)) = self.edge_index(one, other) {
            let edges = if is_right { &mut self.right } else { &mut self.below };
            edges[index] = edge;
        }
    }

    /// Notes anew what the ways out of a square and those about it meet.
    fn keep_passages(&mut self, square: Square) {
        let near = (square.column.saturating_sub(2)..=square.column.saturating_add(2))
            .flat_map(|column| (square.row.saturating_sub(2)..=square.row.saturating_add(2)).map(move |row| Square::new(column, row)));
        near.for_each(|from| self.keep_passages_from(from));
    }

    fn keep_all_passages(&mut self) {
        self.squares().for_each(|from| self.keep_passages_from(from));
    }

    fn keep_passages_from(&mut self, from: Square) {
        let Some(index) = self.index(from) else { return };
        let left = self.ground(from);
        self.passages[index] = Facing::ALL.map(|facing| {
            let Some(to) = from.next(facing).filter(|to| self.has(*to)) else { return Passage::default() };
            let obstacle = if self.crossed(from, to, Edge::is_obstacle).is_some() { Passage::OBSTACLE } else { 0 };
            let closed = if self.crossed(from, to, Edge::is_impassable).is_some() { Passage::CLOSED } else { 0 };
            Passage(Passage::between(left, self.ground(to)).0 | obstacle | closed)
        });
    }

    /// What a step from a square meets; off the board, what nobody enters.
    #[must_use]
    #[inline]
    pub(crate) fn passage(&self, from: Square, facing: Facing) -> Passage {
        self.index(from).map_or(Passage::default(), |index| self.passages[index][facing as usize])
    }

    /// What the eight ways out of a square meet, by its place row by row.
    #[must_use]
    #[inline]
    pub(crate) fn passages_from(&self, index: usize) -> Option<&[Passage; 8]> {
        self.passages.get(index)
    }

    /// What lies on the edge between two squares that share a side.
    #[must_use]
    pub fn edge(&self, one: Square, other: Square) -> Option<Edge> {
        let (index, is_right) = self.edge_index(one, other)?;
        if is_right { self.right[index] } else { self.below[index] }
    }

    /// What a step between adjacent squares crosses of the kind wanted; through a corner, what lies on both ways round it.
    fn crossed(&self, from: Square, to: Square, wanted: impl Fn(Edge) -> bool) -> Option<Edge> {
        let edge = |one, other| self.edge(one, other).filter(|edge| wanted(*edge));
        if from.column == to.column || from.row == to.row {
            return edge(from, to);
        }
        let round = |by: Square| edge(from, by).or_else(|| edge(by, to));
        let (one, other) = corners(from, to);
        round(one).and_then(|found| round(other).map(|_| found))
    }

    /// The obstacle that a step between adjacent squares crosses.
    #[must_use]
    #[inline]
    pub fn obstacle(&self, from: Square, to: Square) -> Option<Edge> {
        let crosses = from.facing_to(to).is_some_and(|facing| self.passage(from, facing).crosses_obstacle());
        if crosses { self.crossed(from, to, Edge::is_obstacle) } else { None }
    }

    /// Whether the edge, or the corner, lets a step between adjacent squares through; what stands in the squares is another matter.
    #[must_use]
    #[inline]
    pub fn lets_through(&self, from: Square, to: Square) -> bool {
        !from.facing_to(to).is_some_and(|facing| self.passage(from, facing).has(Passage::CLOSED))
    }

    /// *Direct line-of-sight*: whether nothing between two squares blocks the line from centre to centre.
    ///
    /// Ground that hides blocks in a square between (T07), a wall or rampart on an edge that belongs to neither end. `also_blocks`
    /// names further squares that block: those of units, where a battle is fought so (T08).
    #[must_use]
    pub fn sees(&self, from: Square, to: Square, also_blocks: impl Fn(Square) -> bool) -> bool {
        let mut last = from;
        for square in line(from, to) {
            if square != to && square != from && (self.ground(square).hides() || also_blocks(square)) {
                return false;
            }
            if last != from && square != to && self.crossed(last, square, Edge::hides).is_some() {
                return false;
            }
            last = square;
        }
        true
    }

    /// *The effects of cover*: whether a target has cover against fire from a square: the ground it stands in, or an obstacle on its own
    /// edge that the line crosses (T07, T40).
    #[must_use]
    #[inline]
    pub fn covers(&self, target: Square, from: Square) -> bool {
        self.ground(target).covers()
            || line(from, target).zip(line(from, target).skip(1)).last().is_some_and(|(last, to)| self.obstacle(last, to).is_some())
    }

    #[inline]
    fn index(&self, square: Square) -> Option<usize> {
        let (columns, rows) = self.size.columns_and_rows();
        (square.column < columns && square.row < rows).then(|| usize::from(square.row) * usize::from(columns) + usize::from(square.column))
    }

    /// Which square the edge is written at, and whether on its right.
    fn edge_index(&self, one: Square, other: Square) -> Option<(usize, bool)> {
        let (first, second) = (one.min(other), one.max(other));
        let index = self.index(first)?;
        self.index(second)?;
        match (second.column.abs_diff(first.column), second.row.abs_diff(first.row)) {
            (1, 0) => Some((index, true)),
            (0, 1) => Some((index, false)),
            _ => None,
        }
    }
}

/// The two squares beside a diagonal step.
#[must_use]
#[inline]
pub const fn corners(from: Square, to: Square) -> (Square, Square) {
    (Square::new(to.column, from.row), Square::new(from.column, to.row))
}

/// The squares whose inside the line from centre to centre crosses, both ends among them, in order (T06).
///
/// Each touches the one before at a side; where the line passes exactly through a corner, at that corner.
pub fn line(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let way = from.way_to(to);
    let (columns, rows) = (way.right.unsigned_abs(), way.down.unsigned_abs());
    let (mut column, mut row) = (0_u16, 0_u16);
    let at = move |column: u16, row: u16| {
        let along = |start: u8, way: i16, steps: u16| if way < 0 { start - steps as u8 } else { start + steps as u8 };
        Square::new(along(from.column, way.right, column), along(from.row, way.down, row))
    };
    std::iter::once(from).chain(std::iter::from_fn(move || {
        if column == columns && row == rows {
            return None;
        }
        // Which edge the line meets first: the next upright or the next level one.
        let (upright, level) = ((1 + 2 * u32::from(column)) * u32::from(rows), (1 + 2 * u32::from(row)) * u32::from(columns));
        if upright <= level {
            column += 1;
        }
        if level <= upright {
            row += 1;
        }
        Some(at(column, row))
    }))
}

/// What is wrong with the text of a board.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardError {
    /// No size has so many lines, or squares in the first of them.
    #[error("a board of {columns} squares in {lines} lines has no size: 12 × 8 squares take 15 lines, 16 × 12 take 23, 24 × 16 take 31")]
    Size {
        /// Squares of the first line.
        columns: usize,
        /// Lines.
        lines: usize,
    },
    /// A letter that stands for nothing there.
    #[error("line {line}, letter {position}: '{letter}' stands for nothing there")]
    Letter {
        /// The line, from 1.
        line: usize,
        /// Where in the line, from 1.
        position: usize,
        /// The letter.
        letter: char,
    },
    /// A line that is not as long as the first.
    #[error("line {line} is too long or too short for {columns} squares")]
    Length {
        /// The line, from 1.
        line: usize,
        /// Squares that a line has.
        columns: usize,
    },
}

/// A mark in a square of a board's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where.
    pub square: Square,
    /// The mark.
    pub letter: char,
}

impl Board {
    /// Reads a board from its text, with the marks in its squares.
    ///
    /// # Errors
    ///
    /// A text that is no board, with the line and the letter.
    pub fn parse(text: &str) -> Result<(Self, Vec<Mark>), BoardError> {
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.trim_end().chars().collect()).collect();
        let columns = lines.first().map_or(0, |line| line.len().div_ceil(3));
        let fits = |size: &Size| {
            let (its_columns, its_rows) = size.columns_and_rows();
            (usize::from(its_columns), usize::from(its_rows) * 2 - 1) == (columns, lines.len())
        };
        let size = Size::ALL.into_iter().find(fits).ok_or(BoardError::Size { columns, lines: lines.len() })?;
        let (mut board, mut marks) = (Self::open(size), Vec::new());
        for (number, line) in lines.iter().enumerate() {
            let is_row = number % 2 == 0;
            if line.len() > columns * 3 || (is_row && line.len().div_ceil(3) != columns) {
                return Err(BoardError::Length { line: number + 1, columns });
            }
            for (position, letter) in line.iter().copied().enumerate() {
                let square = Square::new((position / 3) as u8, (number / 2) as u8);
                let wrong = BoardError::Letter { line: number + 1, position: position + 1, letter };
                let known = |stands: bool| if stands { Ok(()) } else { Err(wrong) };
                match (is_row, position % 3, letter) {
                    (true, 0, _) => {
                        let ground = Ground::of_letter(letter);
                        known(ground.is_some())?;
                        if let Some(index) = board.index(square) {
                            board.grounds[index] = ground.unwrap_or_default();
                        }
                    }
                    (_, _, ' ') => {}
                    (true, 1, _) => marks.push(Mark { square, letter }),
                    (_, place, _) => {
                        let other =
                            if is_row { Square::new(square.column + 1, square.row) } else { Square::new(square.column, square.row + 1) };
                        let edge = Edge::of_letter(letter);
                        known(edge.is_some() && (is_row || place == 0) && board.has(other))?;
                        board.lay_edge(square, other, edge);
                    }
                }
            }
        }
        board.keep_all_passages();
        Ok((board, marks))
    }

    /// Writes the board as text, with marks in its squares.
    #[must_use]
    pub fn text(&self, marks: &[Mark]) -> String {
        let (columns, rows) = self.size.columns_and_rows();
        let edge = |one: Square, other: Square| self.edge(one, other).map_or(' ', Edge::letter);
        let mut lines = Vec::new();
        for row in 0..rows {
            let (mut upper, mut lower) = (String::new(), String::new());
            for column in 0..columns {
                let square = Square::new(column, row);
                let mark = marks.iter().find(|mark| mark.square == square).map_or(' ', |mark| mark.letter);
                upper.extend([self.ground(square).letter(), mark, edge(square, Square::new(column + 1, row))]);
                lower.extend([edge(square, Square::new(column, row + 1)), ' ', ' ']);
            }
            lines.extend([upper.trim_end().to_owned(), lower.trim_end().to_owned()]);
        }
        lines.pop();
        lines.join("\n")
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&[]))
    }
}

#[cfg(test)]
mod tests;
