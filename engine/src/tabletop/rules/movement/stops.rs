//! Where a unit on land may stop, and for how many points: the squares and facings that [`ways`](super::ways) finds, without how the unit gets
//! there, and several times as fast. The list of what it may do, whether it may move and what a move costs go by it.
//!
//! The search goes up through the points. Of a square it looks at all facings together that are come to with the same points, a bit for each;
//! who has come to a square first faces every way for a turn more, so that who comes later with a facing found already brings nothing.

use smallvec::SmallVec;

use super::standing::{SQUARES, Standing};
use super::tariff::{passage_cost, turn_cost};
use super::ways::{MOST, least};
use crate::tabletop::position::Position;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId;

/// All eight facings.
const EVERY: u8 = u8::MAX;
const NOTHING: u16 = u16::MAX;

/// A square to be looked at, with the facings that it is come to with, and the next one with the same points.
#[derive(Clone, Copy)]
struct Entry {
    square: u16,
    facings: u8,
    next: u16,
}

/// Where a search is to end: a square, and the bit of a facing.
#[derive(Clone, Copy)]
struct Goal {
    square: Square,
    facing: u8,
}

/// Squares to be looked at, in a list for each number of points, and what has been reached.
struct Search {
    columns: usize,
    limit: u8,
    least: u8,
    heads: [u16; MOST as usize + 1],
    entries: SmallVec<[Entry; 256]>,
    reached: [u8; SQUARES],
    lowest: usize,
    highest: usize,
    /// The least points to the goal, once it is reached.
    found: u8,
}

impl Search {
    /// Nothing reached yet, with so many points.
    #[inline]
    fn new(position: &Position, points: u8) -> Self {
        Self {
            columns: usize::from(position.board.size().columns_and_rows().0),
            limit: points.min(MOST),
            least: least(&position.pack.tables.tariff),
            heads: [NOTHING; MOST as usize + 1],
            entries: SmallVec::new(),
            reached: [0; SQUARES],
            lowest: SQUARES,
            highest: 0,
            found: u8::MAX,
        }
    }

    /// Reaches a square with these facings for so many points; it is looked at from there if so many at least are left. With a goal, not if
    /// that lies farther than the points reach.
    #[inline]
    fn reach(&mut self, square: Square, facings: u8, points: u8, least_left: u8, goal: Option<Goal>) {
        if points > self.limit {
            return;
        }
        if let Some(goal) = goal {
            let far = square.column.abs_diff(goal.square.column).max(square.row.abs_diff(goal.square.row));
            if u16::from(points) + u16::from(far) * u16::from(self.least) > u16::from(self.limit) {
                return;
            }
            if far == 0 && goal.facing & facings != 0 {
                self.found = self.found.min(points);
            }
        }
        let at = usize::from(square.row) * self.columns + usize::from(square.column);
        let Some(reached) = self.reached.get_mut(at) else { return };
        *reached |= facings;
        (self.lowest, self.highest) = (self.lowest.min(at), self.highest.max(at));
        if self.limit - points >= least_left {
            let head = &mut self.heads[usize::from(points)];
            self.entries.push(Entry { square: at as u16, facings, next: *head });
            *head = (self.entries.len() - 1) as u16;
        }
    }

    #[inline]
    fn next(&mut self, points: u8) -> Option<Entry> {
        let head = &mut self.heads[usize::from(points)];
        let entry = self.entries.get(usize::from(*head)).copied()?;
        *head = entry.next;
        Some(entry)
    }
}

/// Looks as far as the points go, or until the least points to the goal are known.
#[inline]
fn look(search: &mut Search, position: &Position, unit: UnitId, standing: &Standing, began_there: bool, goal: Option<Goal>) {
    let (board, of, tariff) = (&position.board, position.unit(unit), &position.pack.tables.tariff);
    let (columns, least) = (search.columns, search.least);
    let mut left = [0_u8; SQUARES];
    search.reach(of.square, 1 << of.facing as u8, 0, 1, goal);
    for spent in 0..search.limit {
        if goal.is_some() && spent >= search.found {
            break;
        }
        while let Some(entry) = search.next(spent) {
            let at = usize::from(entry.square);
            let Some(left) = left.get_mut(at) else { continue };
            let (first, mut facings) = (*left == 0, entry.facings & !*left);
            if facings == 0 {
                continue;
            }
            *left |= facings;
            let from = Square::new((at % columns) as u8, (at / columns) as u8);
            if first {
                search.reach(from, EVERY, spent.saturating_add(turn_cost(position, unit, from)), least, goal);
            }
            let (room, at_start) = (standing.room_at(at), began_there && from == of.square);
            if !room.go_on && !at_start || search.limit - spent < least {
                continue;
            }
            let passed = if room.through_friend && room.stop && !at_start { tariff.pass_friend } else { 0 };
            let Some(passages) = board.passages_from(at) else { continue };
            while facings != 0 {
                let facing = Facing::ALL[facings.trailing_zeros() as usize % 8];
                facings &= facings - 1;
                let Some(cost) = passage_cost(tariff, passages[facing as usize], facing, false) else { continue };
                let Some(ahead) = from.next(facing) else { continue };
                let room = standing.room(ahead);
                let is_taken = |column: u8, row: u8| standing.is_occupied(Square::new(column, row));
                if !room.lets_in() || facing.is_diagonal() && (is_taken(ahead.column, from.row) || is_taken(from.column, ahead.row)) {
                    continue;
                }
                let through = if room.only_passes() { tariff.pass_friend } else { 0 };
                search.reach(ahead, 1 << facing as u8, spent.saturating_add(cost + passed + through), 1, goal);
            }
        }
    }
}

/// Some of the eight facings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facings(u8);

impl Facings {
    /// Each of them, round from the north.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Facing> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Facing::ALL[left.trailing_zeros() as usize % 8])?;
            left &= left - 1;
            Some(next)
        })
    }
}

/// Every square where a unit that stands on the board, no boat, may stop with so many points, row by row, with the facings with which it may;
/// without where it stands. Who began their activation elsewhere pays for passing through a friend with whom they stand (T50).
pub fn stops(position: &Position, unit: UnitId, points: u8, began_there: bool, mut each: impl FnMut(Square, Facings)) {
    let (of, standing) = (position.unit(unit), Standing::of(position, unit));
    let mut search = Search::new(position, points);
    look(&mut search, position, unit, &standing, began_there, None);
    for at in search.lowest..(search.highest + 1).min(SQUARES) {
        let mut facings = search.reached[at];
        if facings == 0 {
            continue;
        }
        let square = Square::new((at % search.columns) as u8, (at / search.columns) as u8);
        if square == of.square {
            facings &= !(1 << of.facing as u8);
        } else if !standing.room_at(at).stop {
            continue;
        }
        each(square, Facings(facings));
    }
}

/// The least points for which a unit that stands on the board, no boat, stops in a square with a facing, of so many that it has; `None` where it
/// may not, or stands already. For `began_there` see [`stops`].
#[must_use]
pub fn points_to(position: &Position, unit: UnitId, points: u8, began_there: bool, goal: (Square, Facing)) -> Option<u8> {
    let (of, standing) = (position.unit(unit), Standing::of(position, unit));
    let stops = if goal.0 == of.square { goal.1 != of.facing } else { position.board.has(goal.0) && standing.room(goal.0).stop };
    if !stops {
        return None;
    }
    let goal = Goal { square: goal.0, facing: 1 << goal.1 as u8 };
    let mut search = Search::new(position, points);
    look(&mut search, position, unit, &standing, began_there, Some(goal));
    (search.found != u8::MAX).then_some(search.found)
}
