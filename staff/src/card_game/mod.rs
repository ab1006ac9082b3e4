//! Simulated players of the card game, and the games they play out.
//!
//! A staff is given what its side sees ([`engine::card_game::view::View`]) and the orders its side may give; the other's hand and face-down
//! cards are numbers to it. [`crate::Random`] takes any order, [`Plain`] what a sensible player would, [`Searching`] deals itself hands for
//! the other side that agree with all it has seen, plays on with the plain staff and chooses by result. [`series`] plays whole games.

mod card_staff;
pub mod lore;
mod muster;
pub mod plain;
mod prospects;
pub mod searching;
pub mod series;
mod tactics;
pub mod weights;

pub use card_staff::CardStaff;
pub use plain::Plain;
pub use searching::Searching;
