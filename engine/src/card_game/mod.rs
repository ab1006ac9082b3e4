//! The card game of the uprising: two sides with a deck each, hidden hands, five regions, nine turns.
//!
//! Its sides and seats are those of the gridded battle ([`crate::tabletop::side`], [`crate::tabletop::seat`]).

mod apply;
pub mod cards;
pub mod event;
mod game;
mod legal;
mod mended;
pub mod odds;
pub mod options;
pub mod order;
pub mod pack;
mod permit;
mod proceedings;
pub mod refusal;
pub mod region;
pub mod roll;
pub mod rules;
pub mod state;
pub mod view;
