//! *Action point movement tariff*.
//!
//! A square costs 2 points, 3 diagonally, 2 more across an obstacle, 1 more if either end is steep and 1 more if either is difficult
//! (T12). A turn costs 1, and 1 more in steep and in difficult ground each, at whatever angle; a boat turns by 45° for a point (T54).

use super::standing::Standing;
use crate::tabletop::board::{Board, Passage, corners};
use crate::tabletop::ground::Ground;
use crate::tabletop::pack::Tariff;
use crate::tabletop::position::Position;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId;

/// What a turn costs a unit in a square; a boat pays it for each 45° (T54).
#[must_use]
#[inline]
pub fn turn_cost(position: &Position, unit: UnitId, square: Square) -> u8 {
    let tariff = &position.pack.tables.tariff;
    let ground = position.board.ground(square);
    if position.troop(unit).arm.is_boat() {
        tariff.turn
    } else {
        tariff.turn.saturating_add(hindrance(tariff, Passage::between(ground, ground)))
    }
}

/// What a step to an adjacent square costs a unit by itself; `None` if it is not allowed, whichever way the unit faces.
///
/// A square where it may not stop, because a friend stands there, costs what passing through costs (T50).
#[must_use]
pub fn step_cost(position: &Position, unit: UnitId, from: Square, to: Square) -> Option<u8> {
    let standing = Standing::of(position, unit);
    let room = standing.room(to);
    let cost = open_step(position, &standing, from, to, position.troop(unit).arm.is_boat()).filter(|_| room.lets_in())?;
    Some(if room.only_passes() { cost.saturating_add(position.pack.tables.tariff.pass_friend) } else { cost })
}

/// What ground and edges ask for a step to an adjacent square, or for coming on straight ahead into a square itself, whoever stands there;
/// `None` where nobody passes.
#[must_use]
#[inline]
pub fn ground_cost(board: &Board, tariff: &Tariff, from: Square, to: Square, floats: bool) -> Option<u8> {
    match from.facing_to(to) {
        Some(facing) => passage_cost(tariff, board.passage(from, facing), facing, floats),
        None => passage_cost(tariff, Passage::between(board.ground(from), board.ground(to)), Facing::North, floats),
    }
}

/// What the step off the board asks for, straight ahead out of a square with this ground (T12).
#[must_use]
pub const fn way_out_of(tariff: &Tariff, ground: Ground) -> u8 {
    tariff.orthogonal_move.saturating_add(hindrance(tariff, Passage::between(ground, ground)))
}

/// Points below which no way gets anywhere, over whatever ground and through whomever: those of the squares alone, as if one faced as one has to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Straight {
    /// A column, or a row.
    one: u16,
    /// A column and a row, by one square or two.
    both: u16,
}

impl Straight {
    #[inline]
    pub(crate) fn by(tariff: &Tariff) -> Self {
        let (orthogonal, diagonal) = (u16::from(tariff.orthogonal_move), u16::from(tariff.diagonal_move));
        Self { one: orthogonal.min(diagonal), both: diagonal.min(2 * orthogonal) }
    }

    /// So many columns and rows away.
    #[inline]
    pub(crate) fn points(self, columns: u16, rows: u16) -> u8 {
        let points = columns.min(rows) * self.both + columns.abs_diff(rows) * self.one;
        points.min(u8::MAX.into()) as u8
    }
}

/// What steps and turns of a unit on land cost, reckoned once for a search that asks for many.
pub(super) struct OnLand {
    /// Straight ahead, and diagonally.
    square: [u8; 2],
    turn: u8,
    /// What is added by what a step meets, by its [place](Passage::place). A turn meets no obstacle.
    met: [u8; 16],
}

impl OnLand {
    #[inline]
    pub(super) fn by(tariff: &Tariff) -> Self {
        let met = Passage::on_land().map(|passage| obstacle(tariff, passage).saturating_add(hindrance(tariff, passage)));
        Self { square: [tariff.orthogonal_move, tariff.diagonal_move], turn: tariff.turn, met }
    }

    /// What a step asks for; `None` where nobody passes.
    #[inline]
    pub(super) const fn step(&self, passage: Passage, facing: Facing) -> Option<u8> {
        if !passage.is_open(false) {
            return None;
        }
        Some(self.square[facing.is_diagonal() as usize].saturating_add(self.met[passage.place()]))
    }

    /// What a turn asks for in a square with this ground.
    #[inline]
    pub(super) const fn turn(&self, ground: Ground) -> u8 {
        self.turn.saturating_add(self.met[Passage::between(ground, ground).place()])
    }
}

/// What a step asks for by what it meets.
#[inline]
fn passage_cost(tariff: &Tariff, passage: Passage, facing: Facing, floats: bool) -> Option<u8> {
    if !passage.is_open(floats) {
        return None;
    }
    let square = if facing.is_diagonal() { tariff.diagonal_move } else { tariff.orthogonal_move };
    let hindrance = if floats { 0 } else { hindrance(tariff, passage) };
    Some(square.saturating_add(obstacle(tariff, passage)).saturating_add(hindrance))
}

/// What ground and edges ask for a step whose corners are open: a diagonal one needs the squares on both sides unoccupied.
#[inline]
pub(crate) fn open_step(position: &Position, standing: &Standing, from: Square, to: Square, floats: bool) -> Option<u8> {
    from.facing_to(to).and_then(|facing| open_way(position, standing, (from, facing), to, floats))
}

/// The same for a step from a square by a way that is known, to the square that it leads to.
#[inline]
pub(crate) fn open_way(position: &Position, standing: &Standing, (from, facing): (Square, Facing), to: Square, floats: bool) -> Option<u8> {
    let cost = passage_cost(&position.pack.tables.tariff, position.board.passage(from, facing), facing, floats)?;
    if facing.is_diagonal() {
        let (one, other) = corners(from, to);
        if standing.is_occupied(one) || standing.is_occupied(other) {
            return None;
        }
    }
    Some(cost)
}

#[inline]
const fn obstacle(tariff: &Tariff, passage: Passage) -> u8 {
    if passage.crosses_obstacle() { tariff.cross_obstacle } else { 0 }
}

#[inline]
const fn hindrance(tariff: &Tariff, passage: Passage) -> u8 {
    let steep = if passage.is_steep() { tariff.steep_ground } else { 0 };
    let difficult = if passage.is_difficult() { tariff.difficult_ground } else { 0 };
    steep.saturating_add(difficult)
}
