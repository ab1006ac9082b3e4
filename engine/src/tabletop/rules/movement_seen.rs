//! What a move brings about besides: hidden enemies within two squares show themselves (N06), a side that knew of no enemy wakes (T61), a
//! Leader alone in the square is taken or gets away (T43), a brigade square that has lost a face is one no longer.

use smallvec::SmallVec;

use super::deal::wake;
use super::losses::overrun;
use crate::tabletop::brigade::Brigade;
use crate::tabletop::event::Event;
use crate::tabletop::phase::Phase;
use crate::tabletop::plan::Waking;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::side::Side;
use crate::tabletop::square::Square;
use crate::tabletop::state::State;
use crate::tabletop::unit::UnitId;

/// How near an enemy gets before hidden troops show themselves (N06).
const SEEN_WITHIN: u8 = 2;

/// After a unit has come to a square: whether hidden enemies have shown themselves.
pub(in crate::tabletop) fn look(proceedings: &mut Proceedings<'_>, unit: UnitId) -> bool {
    let of = *proceedings.state.unit(unit);
    if of.hidden {
        proceedings.note(Event::Revealed(unit));
    }
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

/// Hidden units of a side in squares that are seen show themselves; whether there were any.
pub(in crate::tabletop) fn reveal(proceedings: &mut Proceedings<'_>, side: Side, seen: impl Fn(Square) -> bool) -> bool {
    let state = &*proceedings.state;
    let hidden = |unit: &UnitId| state.unit(*unit).hidden && seen(state.unit(*unit).square);
    let found: SmallVec<[UnitId; 4]> = state.position.of(side).filter(hidden).collect();
    for unit in &found {
        proceedings.note(Event::Revealed(*unit));
    }
    !found.is_empty()
}

/// Whether a square is so near to hidden units of a side that they show themselves to who comes there.
pub(in crate::tabletop) fn is_watched(state: &State, side: Side, square: Square) -> bool {
    let near = |unit: UnitId| state.unit(unit).hidden && state.unit(unit).square.range_to(square) <= SEEN_WITHIN;
    state.position.of(side).any(near)
}

/// Whoever stands within two squares of an enemy, however they came there, is hidden no longer (N06).
pub(in crate::tabletop) fn settle_ambushes(proceedings: &mut Proceedings<'_>) {
    for side in Side::BOTH {
        let state = &*proceedings.state;
        if matches!(state.phase, Phase::Unset | Phase::Deploying(_)) || !state.position.units.iter().any(|unit| unit.hidden) {
            continue;
        }
        let enemies: SmallVec<[Square; 32]> = state.position.of(side.other()).map(|unit| state.unit(unit).square).collect();
        reveal(proceedings, side, |square| enemies.iter().any(|enemy| enemy.range_to(square) <= SEEN_WITHIN));
    }
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
