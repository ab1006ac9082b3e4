//! Discord's side of the house: the network client, which of its errors mean what, retries, and despatches as messages.

pub(crate) mod at_work;
pub(crate) mod below;
pub mod client;
pub(crate) mod date;
pub(crate) mod earlier_try;
pub mod edits;
pub mod errors;
mod ids;
pub(crate) mod known;
pub mod lateness;
pub(crate) mod looks;
pub(crate) mod owed_films;
pub(crate) mod pauses;
pub(crate) mod permitted;
pub(crate) mod rate;
pub mod render;
pub mod retry;
pub(crate) mod side_by_side;
pub mod sight;
pub(crate) mod threads;
pub(crate) mod without_picture;
