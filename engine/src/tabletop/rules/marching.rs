//! Where a brigade in square may march, a square at a time, and whether it has to (*Brigade Squares*, *Break off battle*).

use crate::tabletop::brigade::Brigade;
use crate::tabletop::mended::Mended;
use crate::tabletop::phase::Active;
use crate::tabletop::square::{Facing, Square};
use crate::tabletop::state::State;

/// Whether a brigade in square may march a square that way with what is left of its points.
#[must_use]
pub fn may_march(state: &State, active: &Active, brigade: Brigade, way: Facing) -> bool {
    let away = || {
        let nearest = |square: Square| {
            let enemies = state.position.of(brigade.side.other()).filter(|unit| !state.unit(*unit).hidden);
            enemies.map(|unit| square.range_to(state.unit(unit).square)).min()
        };
        let from = nearest(brigade.centre);
        brigade.centre.next(way).is_some_and(|next| from.is_none() || nearest(next) > from)
    };
    let goes = !state.side(brigade.side).breaks_off || away();
    let points = active.to_move(state.options(), state.position.pack.tables.tariff.fire);
    goes && brigade.shifted(&state.position, way).is_some_and(|shift| shift.cost <= points)
}

/// Whether a brigade in square has to march, because its side breaks off, and can.
#[must_use]
pub fn must_go(state: &State, active: &Active, brigade: Brigade) -> bool {
    let breaks_off = state.side(brigade.side).breaks_off && state.reads(Mended::BreaksOffTogether);
    breaks_off && !active.entered && Facing::ALL.into_iter().any(|way| may_march(state, active, brigade, way))
}
