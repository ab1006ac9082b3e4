//! Who stands where: a board with units on it, and what the rules ask of it.

use std::fmt;
use std::sync::Arc;

use super::board::{Board, Mark};
use super::formation::Formation;
use super::options::Options;
use super::pack::{Arm, BattlePack, Troop, TroopId};
use super::side::Side;
use super::square::{Aspect, Facing, Square};
use super::unit::{Place, Unit, UnitId};

/// A board with units on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Position {
    /// The data that it is fought with.
    pub pack: Arc<BattlePack>,
    /// The settings.
    pub options: Options,
    /// The ground.
    pub board: Arc<Board>,
    /// The units, boats and Leaders, on the board or not.
    pub units: Vec<Unit>,
    /// Whether those in ambush count as friends behind or beside a unit, as they did before that was mended (N06).
    pub ambushes_support: bool,
    /// Whether Leaders, batteries and others in ambush count for those who are seen, as they did before that was mended (N06).
    pub ambushes_count: bool,
    /// Whether those in ambush stand in the way of their own side, as they did before that was mended (N06).
    pub ambushes_block: bool,
    /// Whether limbered gunners fight with those in their square, as they did before that was mended.
    pub limbered_fight: bool,
}

impl Position {
    /// A board with units on it, by the rules as they read now.
    #[must_use]
    pub const fn new(pack: Arc<BattlePack>, options: Options, board: Arc<Board>, units: Vec<Unit>) -> Self {
        Self { pack, options, board, units, ambushes_support: false, ambushes_count: false, ambushes_block: false, limbered_fight: false }
    }

    /// A unit.
    #[must_use]
    #[inline]
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// What a unit is.
    #[must_use]
    #[inline]
    pub fn troop(&self, unit: UnitId) -> &Troop {
        self.pack.troop(self.unit(unit).troop)
    }

    /// All units, boats and Leaders, on the board or not.
    #[inline]
    pub fn all(&self) -> impl DoubleEndedIterator<Item = UnitId> + use<> {
        (0..self.units.len()).map(UnitId::at)
    }

    /// All units and Leaders of a side on the board.
    #[inline]
    pub fn of(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.those(move |unit| unit.side == side && unit.is_on_board())
    }

    /// All of both sides that stand in a square.
    #[inline]
    pub fn on(&self, square: Square) -> impl Iterator<Item = UnitId> + '_ {
        self.those(move |unit| unit.square == square && unit.is_on_board())
    }

    /// Those of a side that stand in a square.
    #[inline]
    pub fn of_in(&self, side: Side, square: Square) -> impl Iterator<Item = UnitId> + '_ {
        self.those(move |unit| unit.square == square && unit.side == side && unit.is_on_board())
    }

    #[inline]
    fn those<'a>(&'a self, are_meant: impl Fn(&Unit) -> bool + 'a) -> impl Iterator<Item = UnitId> + 'a {
        self.units.iter().enumerate().filter(move |(_, unit)| are_meant(unit)).map(|(index, _)| UnitId::at(index))
    }

    /// *Friendly unit in an adjacent rear square*: how many, disorganised or not, batteries and transport too; no Leader, and none in
    /// the unit's own square (T05).
    #[must_use]
    pub fn friends_behind(&self, unit: UnitId) -> u8 {
        let of = self.unit(unit);
        let behind = |other: &UnitId| {
            let square = self.unit(*other).square;
            of.square.is_adjacent_to(square) && of.facing.aspect(of.square.way_to(square)) == Aspect::Rear
        };
        self.friends(unit).filter(behind).count() as u8
    }

    /// *For every friendly unit in an adjacent square*: how many; no Leader.
    #[must_use]
    pub fn friends_adjacent(&self, unit: UnitId) -> u8 {
        let square = self.unit(unit).square;
        self.friends(unit).filter(|other| self.unit(*other).square.is_adjacent_to(square)).count() as u8
    }

    /// Leaders of its side in a unit's square or an adjacent one.
    #[must_use]
    pub fn leaders_near(&self, unit: UnitId) -> u8 {
        let of = self.unit(unit);
        let near = |square: Square| square == of.square || square.is_adjacent_to(of.square);
        let counts = |other: UnitId| self.troop(other).arm == Arm::Leader && self.counts_for(unit, other);
        self.of(of.side).filter(|other| counts(*other) && near(self.unit(*other).square)).count() as u8
    }

    /// Figures of a battery's crew and of Leaders that share a unit's square and fight with it.
    #[must_use]
    pub fn figures_beside(&self, unit: UnitId) -> u8 {
        let of = self.unit(unit);
        let beside = self.of_in(of.side, of.square).filter(|other| *other != unit && self.counts_for(unit, *other));
        let fights =
            |other: &UnitId| self.troop(*other).arm == Arm::Leader || self.troop(*other).arm.is_battery() && self.crew_fights(*other);
        beside.filter(fights).map(|other| self.unit(other).figures).fold(0, u8::saturating_add)
    }

    /// Whether the gunners of a battery fight with the unit that they are with: not while it is limbered.
    #[must_use]
    pub fn crew_fights(&self, battery: UnitId) -> bool {
        self.limbered_fight || self.unit(battery).formation != Some(Formation::Limbered)
    }

    /// Whether troops can take a formation: they have it; foot that always counts as disorganised in contact has Square too, where it is so
    /// set (T26).
    #[must_use]
    pub fn can_take(&self, troop: TroopId, formation: Formation) -> bool {
        let troop = self.pack.troop(troop);
        let by_setting = self.options.irregulars_form_square && troop.shaky && troop.arm == Arm::Infantry;
        troop.formations.contains(&formation) || (by_setting && formation == Formation::Square)
    }

    /// Whether a unit shares its square with an enemy unit, as it does in hand-to-hand combat and never else; a hidden one is in none, and in
    /// what a side sees may seem to be anywhere.
    #[must_use]
    pub fn is_locked(&self, unit: UnitId) -> bool {
        let of = self.unit(unit);
        of.is_on_board()
            && self.of_in(of.side.other(), of.square).any(|other| self.troop(other).arm != Arm::Leader && !self.unit(other).hidden)
    }

    /// Whether another unit of its side counts for one: in ambush only for who is in ambush too, for nobody knows that they are there (N06).
    #[must_use]
    pub fn counts_for(&self, unit: UnitId, other: UnitId) -> bool {
        self.ambushes_count || !self.unit(other).hidden || self.unit(unit).hidden
    }

    /// The friends that count for a unit: no Leader, and nobody in ambush, whom nobody knows to be there.
    fn friends(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        let shows = |other: UnitId| self.ambushes_support || !self.unit(other).hidden;
        self.of(self.unit(unit).side).filter(move |other| *other != unit && self.troop(*other).arm != Arm::Leader && shows(*other))
    }
}

/// The letters that mark units on a board's text, in their order; those past them have none.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The board with a letter for each unit, and below it a line for each: what, whose, where, how it faces, formation, figures.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks: Vec<Mark> = self
            .units
            .iter()
            .zip(LETTERS.chars())
            .filter(|(unit, _)| unit.is_on_board())
            .map(|(unit, letter)| Mark { square: unit.square, letter })
            .collect();
        writeln!(f, "{}", self.board.text(&marks))?;
        let letters = LETTERS.chars().map(Some).chain(std::iter::repeat(None));
        for (unit, letter) in self.units.iter().zip(letters) {
            let troop = self.pack.troop(unit.troop);
            let side = if unit.side == Side::Ours { "ours" } else { "enemy" };
            let facing = compass(unit.facing);
            write!(f, "{}: {}, {side}, {}, {facing}", letter.unwrap_or('-'), troop.key, unit.square)?;
            if let Some(formation) = unit.formation {
                write!(f, ", {}", self.pack.formation(formation).name.to_lowercase())?;
            }
            write!(f, ", {}", unit.figures)?;
            writeln!(f, "{}", if unit.disorganised { ", disorganised" } else { "" })?;
        }
        Ok(())
    }
}

const fn compass(facing: Facing) -> &'static str {
    match facing {
        Facing::North => "N",
        Facing::NorthEast => "NE",
        Facing::East => "E",
        Facing::SouthEast => "SE",
        Facing::South => "S",
        Facing::SouthWest => "SW",
        Facing::West => "W",
        Facing::NorthWest => "NW",
    }
}

/// What is wrong with the text of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PositionError {
    /// Its board.
    #[error("{0}")]
    Board(#[from] super::board::BoardError),
    /// A line of a unit.
    #[error("\"{line}\": {reason}")]
    Unit {
        /// The line.
        line: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl Position {
    /// Reads a position from its text: the board, then a line for each unit. The lines say where units stand; the letters on the board
    /// must not say otherwise.
    ///
    /// # Errors
    ///
    /// A text that is no position, with what is wrong.
    pub fn parse(pack: Arc<BattlePack>, options: Options, text: &str) -> Result<Self, PositionError> {
        let is_unit = |line: &&str| line.get(1..3) == Some(": ");
        let (units, board): (Vec<&str>, Vec<&str>) = text.lines().partition(is_unit);
        let (board, marks) = Board::parse(&board.join("\n"))?;
        let mut position = Self::new(pack, options, Arc::new(board), Vec::new());
        for line in units {
            let unit = position.read_unit(line).map_err(|reason| PositionError::Unit { line: line.to_owned(), reason })?;
            if marks.iter().any(|mark| line.starts_with(mark.letter) && mark.square != unit.square) {
                return Err(PositionError::Unit { line: line.to_owned(), reason: "the board has its letter in another square" });
            }
            position.units.push(unit);
        }
        Ok(position)
    }

    fn read_unit(&self, line: &str) -> Result<Unit, &'static str> {
        let key = self.pack.troops.iter().filter(|troop| line.get(3..).is_some_and(|rest| rest.starts_with(&format!("{},", troop.key))));
        let key = key.map(|troop| troop.key.as_str()).next().ok_or("no such troops")?;
        let troop = self.pack.troop_of_key(key).ok_or("no such troops")?;
        let mut words = line[3 + key.len() + 1..].split(',').map(str::trim).peekable();
        let side = match words.next() {
            Some("ours") => Side::Ours,
            Some("enemy") => Side::Enemy,
            _ => return Err("ours or enemy must follow the troops"),
        };
        let square = words.next().and_then(|word| word.parse().ok()).filter(|square| self.board.has(*square));
        let square = square.ok_or("a square of the board must follow the side")?;
        let facing = words.next().and_then(|word| Facing::ALL.into_iter().find(|facing| compass(*facing) == word));
        let facing = facing.ok_or("a facing must follow the square: N, NE, E, SE, S, SW, W or NW")?;
        let has_one = !self.pack.troop(troop).formations.is_empty();
        let is_named = |formation: &Formation, word: &str| self.pack.formation(*formation).name.to_lowercase() == word;
        let named = |word: &str| Formation::ALL.into_iter().find(|it| is_named(it, word) && self.can_take(troop, *it));
        let formation = words.peek().and_then(|word| named(word));
        if formation.is_some() {
            words.next();
        } else if has_one {
            return Err("a formation that these troops can take must follow the facing");
        }
        let figures = words.next().and_then(|word| word.parse().ok()).ok_or("the number of figures must follow")?;
        let disorganised = match words.next() {
            None => false,
            Some("disorganised") => true,
            Some(_) => return Err("nothing but \"disorganised\" may come last"),
        };
        let (place, hidden, impetuous, shots) = (Place::Board, false, false, None);
        Ok(Unit { troop, side, square, facing, formation, figures, disorganised, place, hidden, impetuous, shots })
    }
}

#[cfg(test)]
mod tests;
