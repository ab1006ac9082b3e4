//! Ambushes (N06): who lies in one is seen by their own side alone, until they move, fire, are charged, or an enemy is within two squares.

use smallvec::SmallVec;

use crate::tabletop::event::Event;
use crate::tabletop::mended::Mended;
use crate::tabletop::phase::Phase;
use crate::tabletop::proceedings::Proceedings;
use crate::tabletop::side::Side;
use crate::tabletop::square::Square;
use crate::tabletop::state::State;
use crate::tabletop::unit::UnitId;

/// How near an enemy gets before hidden troops show themselves (N06).
pub(super) const SEEN_WITHIN: u8 = 2;

/// A unit that lies in ambush shows itself, and with it who shares its square.
pub(in crate::tabletop) fn show(proceedings: &mut Proceedings<'_>, unit: UnitId) {
    let of = *proceedings.state.unit(unit);
    if of.hidden {
        proceedings.note(Event::Revealed(unit));
        if proceedings.state.reads(Mended::AmbushesTellNothing) {
            reveal(proceedings, of.side, |square| square == of.square);
        }
    }
}

/// Hidden units of a side in squares that are seen show themselves; whether there were any.
pub(in crate::tabletop) fn reveal(proceedings: &mut Proceedings<'_>, side: Side, seen: impl Fn(Square) -> bool) -> bool {
    let found = hidden_in(proceedings.state, side, seen);
    for unit in &found {
        proceedings.note(Event::Revealed(*unit));
    }
    !found.is_empty()
}

fn hidden_in(state: &State, side: Side, seen: impl Fn(Square) -> bool) -> SmallVec<[UnitId; 4]> {
    let hidden = |unit: &UnitId| state.unit(*unit).hidden && seen(state.unit(*unit).square);
    state.position.of(side).filter(hidden).collect()
}

/// Whether a square is so near to hidden units of a side that they show themselves to who comes there.
pub(in crate::tabletop) fn is_watched(state: &State, side: Side, square: Square) -> bool {
    let near = |unit: UnitId| state.unit(unit).hidden && state.unit(unit).square.range_to(square) <= SEEN_WITHIN;
    state.position.of(side).any(near)
}

/// Whoever stands within two squares of an enemy, however they came there, is hidden no longer (N06).
pub(in crate::tabletop) fn settle_ambushes(proceedings: &mut Proceedings<'_>) {
    let state = &*proceedings.state;
    if matches!(state.phase, Phase::Unset | Phase::Deploying(_)) || !state.position.units.iter().any(|unit| unit.hidden) {
        return;
    }
    for side in Side::BOTH {
        let state = &*proceedings.state;
        let enemy_near = |square: Square| {
            let mut enemies = state.position.of(side.other());
            enemies.any(|enemy| state.unit(enemy).square.range_to(square) <= SEEN_WITHIN)
        };
        for unit in hidden_in(state, side, enemy_near) {
            proceedings.note(Event::Revealed(unit));
        }
    }
}

#[cfg(test)]
mod tests;
