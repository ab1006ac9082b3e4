//! Where a brigade in square may march, a square at a time, and whether it has to (*Brigade Squares*); what is away from the enemy, where a side
//! breaks off (*Break off battle*).

use crate::tabletop::brigade::Brigade;
use crate::tabletop::mended::Mended;
use crate::tabletop::phase::Active;
use crate::tabletop::side::Side;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::State;

/// Whether who stands in one square may go to another: where their side breaks off, only farther from the nearest enemy in sight.
#[must_use]
pub fn goes_away(state: &State, side: Side, from: Square, to: Square) -> bool {
    if !state.side(side).breaks_off || from == to {
        return true;
    }
    let nearest = |square: Square| {
        let enemies = state.position.of(side.other()).filter(|other| !state.unit(*other).hidden);
        enemies.map(|other| square.range_to(state.unit(other).square)).min()
    };
    let here = nearest(from);
    here.is_none() || nearest(to) > here
}

/// Whether a brigade in square may march a square that way with what is left of its points.
#[must_use]
pub fn may_march(state: &State, active: &Active, brigade: Brigade, way: Facing) -> bool {
    let goes = brigade.centre.next(way).is_some_and(|next| goes_away(state, brigade.side, brigade.centre, next));
    let points = active.to_move(state.options(), state.position.pack.tables.tariff.fire);
    goes && brigade.shifted(&state.position, way).is_some_and(|shift| shift.cost <= points)
}

/// Whether a brigade in square may leave its formation: it pays for it, and does not have to march first.
#[must_use]
pub fn may_break(state: &State, active: &Active, brigade: Brigade) -> bool {
    let tariff = state.position.pack.tables.tariff;
    let pays = active.to_move(state.options(), tariff.fire) >= tariff.change_formation;
    pays && !(state.reads(Mended::GoesBeforeItLeavesItsFormation) && must_go(state, active, brigade))
}

/// Whether a brigade in square has to march, because its side breaks off, and can: it has not marched in this turn.
#[must_use]
pub fn must_go(state: &State, active: &Active, brigade: Brigade) -> bool {
    let breaks_off = state.side(brigade.side).breaks_off && state.reads(Mended::BreaksOffTogether);
    let has_gone = active.entered || (active.moved && state.reads(Mended::HasGoneWhenItHasMarched));
    breaks_off && !has_gone && Facing::ALL.into_iter().any(|way| may_march(state, active, brigade, way))
}
