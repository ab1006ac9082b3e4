//! The Discord umpire: slash commands around the pure rules of [`engine`].
//!
//! An interaction goes one way through the house, down its floors and never back: [`commands`] and [`presses`] parse it and find out who
//! asks, the [`table`] locks, permits and resolves, the [`journal`] writes it in one transaction, [`despatches`] put it in words, and the
//! [`workers`] post it. Each floor imports only from floors below it, which a test holds:
//!
//! | Floor | What is on it |
//! |---|---|
//! | [`local`], [`start`] | the built-in sandbox; start and stop; [`simulation`], [`skirmish`], [`card_games`], [`sieges`], [`upkeep`] |
//! | [`commands`], [`presses`] | the doors: slash commands; buttons, menus and forms |
//! | [`doors`] | what the doors share |
//! | [`workers`] | what runs by itself: outbox, board, reminders, purge, backups, monitoring |
//! | [`table`], [`discord`] | one campaign at a time; Discord's client |
//! | [`journal`], [`files`] | the store; campaigns as files |
//! | [`settings`], [`drawing`] | the settings; positions as plain data for pictures |
//! | [`despatches`] | events and positions in words |
//! | [`model`], [`words`], [`aside`], [`metrics`] | the nouns; how words are put; work that steps back for answers; what is counted |

pub mod aside;
pub mod card_games;
pub mod commands;
pub mod despatches;
pub mod discord;
pub mod discreet;
pub mod doors;
pub mod drawing;
pub mod files;
pub mod journal;
#[cfg(feature = "sandbox")]
pub mod local;
pub mod metrics;
pub mod model;
pub mod presses;
pub mod settings;
pub mod sieges;
pub mod simulation;
pub mod skirmish;
pub mod start;
pub mod table;
pub mod upkeep;
pub mod words;
pub mod workers;
