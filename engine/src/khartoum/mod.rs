//! The mini-game of the siege on the river: two sides, 34 spaces, cards that say who moves, nine turns.
//!
//! Its sides and seats are those of the gridded battle ([`crate::tabletop::side`], [`crate::tabletop::seat`]). What the surviving text says is
//! cited by its paragraphs, 23.0 to 29.17; what the umpire's own standard rules say by 4.0 to 22.0 and K01 to K42.

mod apply;
pub mod battle;
pub mod event;
mod game;
pub mod ids;
mod legal;
mod mended;
pub mod odds;
pub mod options;
pub mod order;
pub mod pack;
mod permit;
pub mod phase;
mod proceedings;
pub mod refusal;
pub mod roll;
pub mod rules;
pub mod state;
pub mod view;
