//! Discord's side of the house: the network client, which of its errors mean what, retries, and despatches as messages.

pub mod client;
pub mod errors;
mod ids;
pub mod render;
pub mod retry;
