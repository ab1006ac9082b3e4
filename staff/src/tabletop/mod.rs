//! Simulated players of the gridded battle, and the battles they play out.
//!
//! A staff is given what its side sees ([`engine::tabletop::view::View`]) and the orders its side may give; it never looks at the battle itself. It does what its
//! units are instructed to do. [`crate::Random`] takes any order, [`Plain`] what a sensible officer would, [`Searching`] plays the next
//! activations out with the plain staff and chooses by result. [`skirmish`] plays whole battles.

mod battle_staff;
mod clash;
mod fort;
mod ground;
mod onset;
pub mod plain;
pub mod prospect;
mod road;
pub mod searching;
pub mod skirmish;
mod temper;
pub mod weights;
mod worth;

pub use battle_staff::BattleStaff;
pub use plain::Plain;
pub use searching::Searching;
