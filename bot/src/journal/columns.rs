//! Rust's values as SQLite's columns, and back.

use crate::journal::error::JournalError;
use crate::model::ids::DiscordId;

/// The id as a column holds it: Discord's ids are unsigned, SQLite's integers signed, and the bits are the same.
pub(super) fn to_column(id: impl DiscordId) -> i64 {
    id.number() as i64
}

/// The id that a column holds.
pub(super) fn from_column<Id: DiscordId>(column: i64) -> Id {
    Id::of(column as u64)
}

pub(super) fn unreadable(what: &str) -> impl Fn(serde_json::Error) -> JournalError + '_ {
    move |error| JournalError::Unreadable(format!("{what}: {error}"))
}

pub(super) fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}

/// Whether an interaction was noted already, of several statements that were made together.
pub(super) fn is_repeated_interaction(error: &sqlx::Error) -> bool {
    let names_it = |error: &dyn sqlx::error::DatabaseError| error.is_unique_violation() && error.message().contains("interactions.id");
    error.as_database_error().is_some_and(names_it)
}

/// What is the matter with a row of a campaign's journal.
pub(super) fn unreadable_row(revision: u32, what: &str) -> impl Fn(serde_json::Error) -> JournalError + '_ {
    move |error| JournalError::UnreadableRow { revision, reason: format!("{what}: {error}") }
}
