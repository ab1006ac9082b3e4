//! Falling back, from a charge or from hand-to-hand combat.
//!
//! A unit falls back straight away from the enemy along the line of the charge, and ends facing them (T17); a repulsed charger along its own
//! line, from the square before the enemy (T37). Units of either side block its path, and so do the edge of the board, water, cliffs and
//! ground that nobody enters (T16): it stops there and loses one figure more, once. One that cannot fall back at all stays (N01). The
//! squares beside a diagonal line do not matter, and no obstacle hinders it. Leaders of its own side are in nobody's way.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::tabletop::pack::Arm;
use crate::tabletop::position::Position;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId;

/// How a unit falls back.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct FallingBack {
    /// The squares that it goes back through, in order, the last of them among them; none if it stays.
    pub path: SmallVec<[Square; 3]>,
    /// Where it ends, or is last on the board.
    pub square: Square,
    /// How it faces then: the enemy.
    pub facing: Facing,
    /// Whether its path was blocked, which costs it a figure more.
    pub blocked: bool,
    /// Whether it is gone over the edge of the board, where battles are fought so (T16).
    pub gone: bool,
}

/// How a unit falls back so many squares from a square, that way.
#[must_use]
pub fn fall_back(position: &Position, unit: UnitId, from: Square, away: Facing, squares: u8) -> FallingBack {
    let mut back = FallingBack { path: SmallVec::new(), square: from, facing: away.opposite(), blocked: false, gone: false };
    for _ in 0..squares {
        let next = back.square.next(away).filter(|next| position.board.has(*next));
        match next {
            None if position.options.edge_lets_go => {
                back.gone = true;
                break;
            }
            Some(next) if is_open(position, unit, back.square, next) => {
                back.path.push(next);
                back.square = next;
            }
            _ => {
                back.blocked = true;
                break;
            }
        }
    }
    back
}

fn is_open(position: &Position, unit: UnitId, from: Square, to: Square) -> bool {
    let side = position.unit(unit).side;
    let blocks = |other: UnitId| other != unit && !(position.troop(other).arm == Arm::Leader && position.unit(other).side == side);
    position.board.ground(to).is_land() && position.board.lets_through(from, to) && !position.on(to).any(blocks)
}

#[cfg(test)]
mod tests;
