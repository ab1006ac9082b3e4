//! What odds look forward to: between action rounds the next one, and once sieges are resolved the next turn.
//!
//! What was moved, activated or modified in a round stands in the position until the next begins, and what random events add in a turn until
//! its end. A roll that comes later is made without them.

use std::borrow::Cow;

use crate::campaign::phase::Phase;
use crate::campaign::round::Round;
use crate::campaign::state::State;

/// The position as the next rolls find it.
pub(super) fn ahead(state: &State) -> Cow<'_, State> {
    let phase = state.phase();
    if matches!(phase, Phase::Action { .. }) {
        return Cow::Borrowed(state);
    }
    let mut ahead = state.clone();
    ahead.round = Round::default();
    ahead.end_moves();
    if matches!(phase, Phase::Replacements | Phase::Adjust) {
        ahead.siege_add.fill(0);
        ahead.encounter_add = 0;
    }
    Cow::Owned(ahead)
}
