//! Where a unit on land may stop, and for how many points: the squares and facings that [`ways`](super::ways) finds, without how the unit gets
//! there, and several times as fast. The list of what it may do, whether it may move and what a move costs go by it.
//!
//! The search goes up through the points; with a goal, through those that are needed to get there at least. Of a square it looks at all
//! facings together that are come to with the same points, a bit for each; who has come to a square first faces every way for a turn more,
//! so that who comes later with a facing found already brings nothing.

use smallvec::SmallVec;

use super::standing::{SQUARES, Standing};
use super::tariff::{OnLand, Straight};
use super::ways::{MOST, least};
use crate::tabletop::position::Position;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId;

/// All eight facings.
const EVERY: u8 = u8::MAX;
const NOTHING: u16 = u16::MAX;

/// A square to be looked at, with the facings that it is come to with, for so many points, and the next one in its list.
#[derive(Clone, Copy)]
struct Entry {
    square: u16,
    next: u16,
    facings: u8,
    points: u8,
}

/// What is looked for.
trait Goal {
    /// Where a square lies, as far as that is of interest.
    type Place: Copy;

    /// Where the square of this place on the board lies, row by row.
    fn place(&self, columns: usize, at: usize) -> Self::Place;

    /// The next square that way.
    fn ahead(place: Self::Place, facing: Facing) -> Self::Place;

    /// Points below which one does not get from there to the goal. Of two adjacent squares they differ by no more than a step costs.
    fn estimate(&self, place: Self::Place) -> u8;

    /// Notes that a square is come to with these facings for so many points.
    fn come_to(&mut self, place: Self::Place, facings: u8, points: u8);

    /// Whether nothing better is found by who needs so many points in all.
    fn is_found(&self, points: u8) -> bool;
}

/// All that is in reach.
struct All;

impl Goal for All {
    type Place = ();

    #[inline]
    fn place(&self, _: usize, _: usize) {}

    #[inline]
    fn ahead((): (), _: Facing) {}

    #[inline]
    fn estimate(&self, (): ()) -> u8 {
        0
    }

    #[inline]
    fn come_to(&mut self, (): (), _: u8, _: u8) {}

    #[inline]
    fn is_found(&self, _: u8) -> bool {
        false
    }
}

/// A square, and the bit of a facing.
struct There {
    square: Square,
    facing: u8,
    straight: Straight,
    /// The fewest points to it, once it is reached.
    found: u8,
}

impl Goal for There {
    type Place = (i16, i16);

    #[inline]
    fn place(&self, columns: usize, at: usize) -> (i16, i16) {
        ((at % columns) as i16, (at / columns) as i16)
    }

    #[inline]
    fn ahead((column, row): (i16, i16), facing: Facing) -> (i16, i16) {
        let way = facing.way();
        (column + way.right, row + way.down)
    }

    #[inline]
    fn estimate(&self, (column, row): (i16, i16)) -> u8 {
        self.straight.points(column.abs_diff(self.square.column.into()), row.abs_diff(self.square.row.into()))
    }

    #[inline]
    fn come_to(&mut self, (column, row): (i16, i16), facings: u8, points: u8) {
        let is_there = column == i16::from(self.square.column) && row == i16::from(self.square.row);
        if is_there && self.facing & facings != 0 {
            self.found = self.found.min(points);
        }
    }

    #[inline]
    fn is_found(&self, points: u8) -> bool {
        points >= self.found
    }
}

/// Squares to be looked at, in a list for each number of points that they need in all, as far as one can say, and what has been reached.
struct Search {
    columns: usize,
    limit: u8,
    heads: [u16; MOST as usize + 1],
    entries: SmallVec<[Entry; 256]>,
    reached: [u8; SQUARES],
    lowest: usize,
    highest: usize,
}

impl Search {
    /// Nothing reached yet, with so many points.
    #[inline]
    fn new(position: &Position, points: u8) -> Self {
        Self {
            columns: usize::from(position.board.size().columns_and_rows().0),
            limit: points.min(MOST),
            heads: [NOTHING; MOST as usize + 1],
            entries: SmallVec::new(),
            reached: [0; SQUARES],
            lowest: SQUARES,
            highest: 0,
        }
    }

    /// Reaches a square with these facings for so many points, unless more are needed in all than there are; it is looked at from there if so
    /// many at least are left.
    #[inline]
    fn reach<G: Goal>(&mut self, (at, place): (usize, G::Place), facings: u8, points: u8, least_left: u8, goal: &mut G) {
        let total = points.saturating_add(goal.estimate(place));
        if total > self.limit {
            return;
        }
        goal.come_to(place, facings, points);
        let Some(reached) = self.reached.get_mut(at) else { return };
        *reached |= facings;
        (self.lowest, self.highest) = (self.lowest.min(at), self.highest.max(at));
        if self.limit - points >= least_left {
            let head = &mut self.heads[usize::from(total)];
            self.entries.push(Entry { square: at as u16, next: *head, facings, points });
            *head = (self.entries.len() - 1) as u16;
        }
    }

    #[inline]
    fn next(&mut self, total: u8) -> Option<Entry> {
        let head = &mut self.heads[usize::from(total)];
        let entry = self.entries.get(usize::from(*head)).copied()?;
        *head = entry.next;
        Some(entry)
    }
}

/// How far on, row by row, the next square lies each way on a board with so many columns.
#[inline]
fn strides(columns: usize) -> [isize; 8] {
    Facing::ALL.map(|facing| {
        let way = facing.way();
        isize::from(way.down) * columns.cast_signed() + isize::from(way.right)
    })
}

/// Looks as far as the points go, or until the least points to the goal are known.
#[inline]
fn look<G: Goal>(search: &mut Search, position: &Position, unit: UnitId, standing: &Standing, began_there: bool, goal: &mut G) {
    let (board, of, tariff) = (&position.board, position.unit(unit), &position.pack.tables.tariff);
    let (strides, costs, least) = (strides(search.columns), OnLand::by(tariff), least(tariff));
    let mut left = [0_u8; SQUARES];
    let start = usize::from(of.square.row) * search.columns + usize::from(of.square.column);
    search.reach((start, goal.place(search.columns, start)), 1 << of.facing as u8, 0, 1, goal);
    for total in 0..=search.limit {
        if goal.is_found(total) {
            break;
        }
        while let Some(entry) = search.next(total) {
            let (at, spent) = (usize::from(entry.square), entry.points);
            let Some(left_there) = left.get_mut(at) else { continue };
            let (first, mut facings) = (*left_there == 0, entry.facings & !*left_there);
            if facings == 0 {
                continue;
            }
            *left_there |= facings;
            let place = goal.place(search.columns, at);
            if first {
                search.reach((at, place), EVERY, spent.saturating_add(costs.turn(board.ground_at(at))), least, goal);
            }
            if search.limit - spent < least {
                continue;
            }
            let mut passed = 0;
            if !standing.is_free_at(at) {
                let (room, at_start) = (standing.room_at(at), began_there && at == start);
                if !room.go_on && !at_start {
                    continue;
                }
                passed = if room.through_friend && room.stop && !at_start { tariff.pass_friend } else { 0 };
            }
            let Some(passages) = board.passages_from(at) else { continue };
            while facings != 0 {
                let way = facings.trailing_zeros() as usize % 8;
                facings &= facings - 1;
                let facing = Facing::ALL[way];
                // Only a square of the board is open.
                let Some(cost) = costs.step(passages[way], facing) else { continue };
                let ahead = at.wrapping_add_signed(strides[way]);
                // Who went on from there facing so came for no more points.
                if left.get(ahead).is_none_or(|left| left >> way & 1 == 1) {
                    continue;
                }
                let is_taken = |beside: usize| standing.is_occupied_at(at.wrapping_add_signed(strides[beside % 8]));
                if facing.is_diagonal() && (is_taken(way + 1) || is_taken(way + 7)) {
                    continue;
                }
                let mut through = 0;
                if !standing.is_free_at(ahead) {
                    let room = standing.room_at(ahead);
                    if !room.lets_in() {
                        continue;
                    }
                    through = if room.only_passes() { tariff.pass_friend } else { 0 };
                }
                let points = spent.saturating_add(cost).saturating_add(passed).saturating_add(through);
                search.reach((ahead, G::ahead(place, facing)), 1 << way, points, 1, goal);
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
pub fn stops(position: &Position, unit: UnitId, standing: &Standing, points: u8, began_there: bool, mut each: impl FnMut(Square, Facings)) {
    let of = position.unit(unit);
    let mut search = Search::new(position, points);
    look(&mut search, position, unit, standing, began_there, &mut All);
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
    let straight = Straight::by(&position.pack.tables.tariff);
    let mut there = There { square: goal.0, facing: 1 << goal.1 as u8, straight, found: u8::MAX };
    look(&mut Search::new(position, points), position, unit, &standing, began_there, &mut there);
    (there.found != u8::MAX).then_some(there.found)
}
