//! *Action point movement tariff*.
//!
//! A square costs 2 points, 3 diagonally, 2 more across an obstacle, 1 more if either end is steep and 1 more if either is difficult
//! (T12). A turn costs 1, and 1 more in steep and in difficult ground each, at whatever angle; a boat turns by 45° for a point (T54).

use super::standing::Standing;
use crate::tabletop::board::{Board, corners};
use crate::tabletop::ground::Ground;
use crate::tabletop::pack::Tariff;
use crate::tabletop::position::Position;
use crate::tabletop::square::Square;
use crate::tabletop::unit::UnitId;

/// What a turn costs a unit in a square; a boat pays it for each 45° (T54).
#[must_use]
#[inline]
pub fn turn_cost(position: &Position, unit: UnitId, square: Square) -> u8 {
    let tariff = &position.pack.tables.tariff;
    let ground = position.board.ground(square);
    if position.troop(unit).arm.is_boat() { tariff.turn } else { tariff.turn + hindrance(tariff, ground, ground) }
}

/// What a step to an adjacent square costs a unit by itself; `None` if it is not allowed, whichever way the unit faces.
///
/// A square where it may not stop, because a friend stands there, costs what passing through costs (T50).
#[must_use]
pub fn step_cost(position: &Position, unit: UnitId, from: Square, to: Square) -> Option<u8> {
    let standing = Standing::of(position, unit);
    let room = standing.room(to);
    let cost = open_step(position, &standing, from, to, position.troop(unit).arm.is_boat()).filter(|_| room.lets_in())?;
    Some(if room.stop { cost } else { cost + position.pack.tables.tariff.pass_friend })
}

/// What ground and edges ask for a step to an adjacent square, whoever stands there; `None` where nobody passes.
#[must_use]
#[inline]
pub fn ground_cost(board: &Board, tariff: &Tariff, from: Square, to: Square, floats: bool) -> Option<u8> {
    let (left, entered) = (board.ground(from), board.ground(to));
    let bears = if floats { entered.is_water() } else { entered.is_land() };
    if !bears || !board.lets_through(from, to) {
        return None;
    }
    let diagonal = from.column != to.column && from.row != to.row;
    let square = if diagonal { tariff.diagonal_move } else { tariff.orthogonal_move };
    let obstacle = if board.obstacle(from, to).is_some() { tariff.cross_obstacle } else { 0 };
    Some(square + obstacle + if floats { 0 } else { hindrance(tariff, left, entered) })
}

/// What ground and edges ask for a step whose corners are open: a diagonal one needs the squares on both sides unoccupied.
#[inline]
pub(crate) fn open_step(position: &Position, standing: &Standing, from: Square, to: Square, floats: bool) -> Option<u8> {
    if !from.is_adjacent_to(to) {
        return None;
    }
    if from.column != to.column && from.row != to.row {
        let (one, other) = corners(from, to);
        if standing.is_occupied(one) || standing.is_occupied(other) {
            return None;
        }
    }
    ground_cost(&position.board, &position.pack.tables.tariff, from, to, floats)
}

#[inline]
const fn hindrance(tariff: &Tariff, from: Ground, to: Ground) -> u8 {
    let steep = if from.is_steep() || to.is_steep() { tariff.steep_ground } else { 0 };
    let difficult = if from.is_difficult() || to.is_difficult() { tariff.difficult_ground } else { 0 };
    steep + difficult
}
