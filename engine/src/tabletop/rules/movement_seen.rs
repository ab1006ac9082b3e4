//! What a move brings about besides: hidden enemies within two squares show themselves (N06), a side that knew of no enemy wakes (T61), a
//! Leader alone in the square is taken or gets away (T43), a brigade square that has lost a face is one no longer.

use super::ambushes::{SEEN_WITHIN, reveal, show};
use super::deal::wake;
use super::losses::overrun;
use crate::tabletop::brigade::Brigade;
use crate::tabletop::event::Event;
use crate::tabletop::plan::Waking;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::side::Side;
use crate::tabletop::square::Square;
use crate::tabletop::unit::UnitId;

/// After a unit has come to a square: whether hidden enemies have shown themselves.
pub(in crate::tabletop) fn look(proceedings: &mut Proceedings<'_>, unit: UnitId) -> bool {
    let of = *proceedings.state.unit(unit);
    show(proceedings, unit);
    let found = reveal(proceedings, of.side.other(), |square| square.range_to(of.square) <= SEEN_WITHIN);
    reach(proceedings, unit, of.square);
    overrun(proceedings, of.square);
    found
}

/// A unit has come to a square: who is to wake when one does, wakes (T61).
pub(in crate::tabletop) fn reach(proceedings: &mut Proceedings<'_>, unit: UnitId, square: Square) {
    let side = proceedings.state.unit(unit).side;
    wake(proceedings, side.other(), |by| matches!(by, Waking::Reached(area) if area.has(square)));
}

/// A brigade square of which a face is no longer there is broken.
pub(in crate::tabletop) fn settle_brigades(proceedings: &mut Proceedings<'_>) {
    for side in Side::BOTH {
        let Some(centre) = proceedings.state.side(side).brigade else { continue };
        if !(Brigade { side, centre }).is_fully_formed(&proceedings.state.position) {
            proceedings.note(Event::BrigadeBroken(side));
        }
    }
}

#[cfg(test)]
mod tests;
