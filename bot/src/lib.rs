//! The Discord umpire: slash commands around the pure rules of [`engine`].
//!
//! An interaction goes one way through the house: [`commands`] parse it and find out who asks, the [`table`] locks, permits
//! and resolves, the [`journal`] writes it in one transaction, [`despatches`] put it in words, and the [`outbox`] posts it.

pub mod atlas;
pub mod campaign_name;
pub mod commands;
pub mod despatches;
pub mod discord;
pub mod export;
pub mod film;
pub mod gauge;
pub mod grace;
pub mod import;
pub mod journal;
#[cfg(feature = "sandbox")]
pub mod local;
pub mod mahdist_command;
pub mod noticeboard;
pub mod outbox;
pub mod overlays;
pub mod pace;
#[cfg(test)]
mod played;
pub mod presses;
pub mod proof;
pub mod reminders;
pub mod render;
pub mod seats;
pub mod settings;
pub mod simulation;
pub mod standing_orders;
pub mod survey;
pub mod table;
