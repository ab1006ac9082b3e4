//! Drawing cards, and *How The Rebellion Spreads*.

use engine::campaign::rules::rebellion;
use engine::campaign::{Decision, State};
use engine::pack::LocationId;

use crate::model::orders::{Called, brief, called};

pub(super) fn draw(state: &State) -> Called {
    called("Draw the cards", format!("the hand is filled up to {}", state.pack().outline.turns.hand))
}

pub(super) fn check(state: &State, location: LocationId) -> Called {
    let risk = brief::chance(&rebellion::revolt_roll(state, location), "rises");
    called(format!("Roll for {}", brief::location_name(state, location)), format!("{risk} · {}", brief::garrison(state, location)))
}

pub(super) fn retreat(state: &State, to: LocationId) -> Called {
    let map = &state.pack().map;
    let from = state.decision().and_then(|decision| if let Decision::Retreat { from, .. } = decision { Some(*from) } else { None });
    let distance = from.and_then(|from| map.distance(from, to)).map_or_else(|| "by sea".to_owned(), |spaces| format!("{spaces} spaces"));
    let (kind, garrison, siege) = (map.location(to).kind.word(), brief::garrison(state, to), brief::and_siege(state, to));
    called(format!("Retreat to {}", brief::location_name(state, to)), format!("{kind} · {distance} · {garrison}{siege}"))
}
