//! Pursuit, which a charge that throws the enemy back allows.
//!
//! A pursuer moves at once, and for nothing, to the closest free square adjacent to the pursued unit, facing it; one that is adjacent already
//! stays (T15). Close is counted orthogonally. Of squares equally close its owner chooses. An ambush is not seen, and so in nobody's way (N06).

use smallvec::SmallVec;

use crate::tabletop::position::Position;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::unit::UnitId;

/// Where a pursuer may go, and how it faces there, by facing from the north; none if it is adjacent already, or no square is free.
#[must_use]
pub fn pursuit(position: &Position, pursuer: UnitId, pursued: UnitId) -> SmallVec<[(Square, Facing); 4]> {
    let (from, to) = (position.unit(pursuer).square, position.unit(pursued).square);
    let mut closest: SmallVec<[(Square, Facing); 4]> = SmallVec::new();
    if from.is_adjacent_to(to) || !position.unit(pursued).is_on_board() {
        return closest;
    }
    let mut least = u8::MAX;
    for side in Facing::ALL {
        let Some(square) = to.next(side).filter(|square| position.board.ground(*square).is_land()) else { continue };
        let range = from.range_to(square);
        let own = position.unit(pursuer).side;
        let seen = |other: UnitId| position.unit(other).side == own || !position.unit(other).hidden;
        if range > least || position.on(square).any(|other| other != pursuer && seen(other)) {
            continue;
        }
        if range < least {
            closest.clear();
            least = range;
        }
        closest.push((square, side.opposite()));
    }
    closest
}

#[cfg(test)]
mod tests;
