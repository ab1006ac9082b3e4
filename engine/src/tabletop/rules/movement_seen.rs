//! What a move brings about besides: hidden enemies within two squares show themselves (N06), a side that knew of no enemy wakes (T61), a
//! Leader alone in the square is taken or gets away (T43), a brigade square that has lost a face is one no longer.

use smallvec::SmallVec;

use super::deal::wake;
use super::losses::overrun;
use crate::tabletop::brigade::Brigade;
use crate::tabletop::event::Event;
use crate::tabletop::plan::Waking;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::side::Side;
use crate::tabletop::unit::UnitId;

/// How near an enemy gets before hidden troops show themselves (N06).
const SEEN_WITHIN: u8 = 2;

/// After a unit has come to a square: whether hidden enemies have shown themselves.
pub(in crate::tabletop) fn look(proceedings: &mut Proceedings<'_>, unit: UnitId) -> bool {
    let of = *proceedings.state.unit(unit);
    if of.hidden {
        proceedings.note(Event::Revealed(unit));
    }
    let state = &*proceedings.state;
    let found: SmallVec<[UnitId; 4]> = state
        .position
        .of(of.side.other())
        .filter(|other| state.unit(*other).hidden && state.unit(*other).square.range_to(of.square) <= SEEN_WITHIN)
        .collect();
    for other in &found {
        proceedings.note(Event::Revealed(*other));
    }
    wake(proceedings, of.side.other(), |by| matches!(by, Waking::Reached(area) if area.has(of.square)));
    overrun(proceedings, of.square);
    !found.is_empty()
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
