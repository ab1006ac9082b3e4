//! The versions of the journal's schema, by its migrations.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::{Executor, Sqlite};

use crate::journal::error::JournalError;

/// Every migration there is, in order.
pub(super) static MIGRATIONS: Migrator = sqlx::migrate!("../migrations");

/// Refuses a journal, or a backup of one, that an umpire with more migrations than these has brought up to date.
pub(super) async fn refuse_newer(file: &Path, journal: impl Executor<'_, Database = Sqlite>) -> Result<(), JournalError> {
    // A journal that is still to be made, or whose making was broken off, may have no such table.
    let latest: Result<i64, sqlx::Error> =
        sqlx::query_scalar("SELECT COALESCE(MAX(version), 0) FROM _sqlx_migrations").fetch_one(journal).await;
    let known = MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or_default();
    match latest {
        Ok(latest) if latest > known => Err(JournalError::Newer(file.to_owned())),
        _ => Ok(()),
    }
}
