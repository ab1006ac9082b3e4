//! Rust's values as SQLite's columns, and back.

use crate::journal::error::JournalError;
use engine::game::Seat;
use std::time::{SystemTime, UNIX_EPOCH};

/// Discord's ids are unsigned, SQLite's integers signed: the bits are the same.
pub(super) const fn kept(id: u64) -> i64 {
    id as i64
}

pub(super) const fn given(id: i64) -> u64 {
    id as u64
}

/// Seconds since 1970.
#[must_use]
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

pub(super) const fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::Commander => "commander",
        Seat::ChiefOfStaff => "chief_of_staff",
        Seat::Player => "player",
        Seat::Umpire => "umpire",
    }
}

pub(super) fn unreadable(what: &str) -> impl Fn(serde_json::Error) -> JournalError + '_ {
    move |error| JournalError::Unreadable(format!("{what}: {error}"))
}

pub(super) fn is_unique_violation(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
