//! Whom a campaign waits for, since when, and when they are reminded.

use crate::model::ids::UserId;

/// Whom a campaign waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiting {
    /// The members, by Discord's ids.
    pub users: Vec<UserId>,
    /// The row that began the battle they are to fight, if they are waited for in its thread.
    pub battle: Option<u32>,
    /// Since when, in seconds since 1970.
    pub since: i64,
    /// When they are reminded next, if they are.
    pub due: Option<i64>,
}
