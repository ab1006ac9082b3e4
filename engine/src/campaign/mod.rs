//! The card-driven campaign: a rebellion, and the side that must put it down.
//!
//! [`State`] is the whole position and a [`crate::game::Game`]. Orders ([`Order`]) are permitted and resolved by the
//! chapters in [`rules`]; what happened is written as [`Event`]s; what waits for a player is a [`Decision`].

mod decision;
mod event;
mod legal;
mod order;
mod proceedings;
mod refusal;
mod roll;
pub mod rules;
mod state;
mod view;

pub use decision::Decision;
pub use event::{Ending, Event, LedgerEntry, LedgerReason};
pub use order::{Options, Order};
pub use refusal::Refusal;
pub use roll::{Purpose, Reason, Roll};
pub use state::{Control, Phase, ShipPlace, State, UnitPlace};
pub use view::{GarrisonView, LocationView, View};
