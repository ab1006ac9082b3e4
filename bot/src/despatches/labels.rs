//! What orders, stations and the governor are called.

use engine::campaign::{GovernorPlace, State};

use crate::model::orders::brief;
pub use crate::model::orders::brief::station;
pub use crate::model::orders::describe_order;

/// Where the governor is, in words, if he matters.
#[must_use]
pub fn governor(state: &State) -> Option<String> {
    let governor = state.governor();
    let name = &state.pack().words.leaders.governor;
    match governor.place {
        GovernorPlace::At(at) if governor.leaves => Some(format!("{name} wants to leave {}", state.pack().location_name(at))),
        GovernorPlace::At(at) => Some(format!("{name} is at {}", state.pack().location_name(at))),
        GovernorPlace::Aboard(ship) => Some(format!("{name} is aboard the {}", brief::ship_name(state, ship))),
        GovernorPlace::Absent | GovernorPlace::Safe | GovernorPlace::Dead => None,
    }
}
