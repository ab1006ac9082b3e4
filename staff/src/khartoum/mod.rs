//! Simulated players of the mini-game of the siege, and the games they play out.
//!
//! A staff is given what its side sees ([`engine::khartoum::view::View`]) and the orders its side may give; what lies under the top of an enemy
//! stack, and what is held, are numbers to it. [`crate::Random`] takes any order, [`Plain`] what a sensible officer would, [`Searching`] puts
//! units under the tops that agree with all it sees, plays on with the plain staff and chooses by result. [`series`] plays whole games.

mod battle;
mod best;
mod cards;
mod eye;
mod khartoum_staff;
pub mod lore;
mod marches;
pub mod plain;
mod recruits;
mod row;
pub mod searching;
pub mod series;
pub mod weights;

pub use khartoum_staff::KhartoumStaff;
pub use plain::Plain;
pub use searching::Searching;
