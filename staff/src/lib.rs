//! Simulated players: they read the list of legal orders and take one of them.
//!
//! A [`Staff`] knows nothing that players would not: the position and the orders. [`Random`] takes any; [`Cautious`] plays as a careful
//! group would. Battles, which players fight on a table, are settled by the stated model of [`table`], or fought out on the board
//! ([`board`]), so that [`simulate`] can play whole campaigns out.

pub mod board;
pub mod card_game;
pub mod cautious;
pub mod khartoum;
mod many;
pub mod random;
pub mod recorded;
pub mod simulate;
mod staff;
pub mod table;
pub mod tabletop;
mod weighed;

pub use cautious::Cautious;
pub use random::Random;
pub use staff::Staff;
