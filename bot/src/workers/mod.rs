//! What runs by itself: the outbox, the board, the reminders, the purge of deleted campaigns.

pub mod backups;
pub mod board;
pub mod monitoring;
pub mod outbox;
pub mod purge;
pub mod reminders;
