//! The table: one campaign at a time, locked, permitted, resolved, written, published.
//!
//! An order goes one way: who may do what is looked up, the order is permitted on the state in memory, resolved on a copy,
//! written in one transaction, and only then does the copy become the state and the despatch get posted. If anything
//! fails before the commit, nothing has changed and no die was spent.

pub mod battles;
mod campaign;
pub mod card_game;
mod checkpoints;
pub mod error;
mod field;
pub mod group;
mod kept;
pub mod khartoum;
pub mod landmarks;
pub mod lifecycle;
pub mod members;
mod numbering;
mod opened;
pub mod orders;
pub mod proposals;
pub mod reading;
pub mod records;
pub mod reminders;
pub mod reports;
pub mod room;
pub mod rooms;
pub mod summaries;
pub mod tables;
pub mod undo;
