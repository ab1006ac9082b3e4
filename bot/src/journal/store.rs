//! The journal: where campaigns are kept. Nothing else in the bot speaks SQL.
//!
//! Everything that changes a campaign is one call here and one transaction: the interaction that asked for it, the row
//! of the journal, the campaign's new revision, and what is to be posted. A second delivery of the same interaction is
//! told apart by its id; a writer that did not see the latest row is told apart by the revision.

use crate::journal::error::JournalError;
use crate::journal::lock::lock;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, SqlitePool, Transaction};

/// The store.
#[derive(Clone)]
pub struct Journal {
    pub(super) pool: SqlitePool,
    lock: Arc<File>,
}

impl Journal {
    /// Opens the journal at `path`, makes it if it is not there, and brings it up to date.
    ///
    /// # Errors
    ///
    /// [`JournalError::AlreadyOpen`] if another umpire runs on the same file; others if it cannot be opened.
    pub async fn open(path: &Path) -> Result<Self, JournalError> {
        let lock = lock(path)?;
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // What is committed survives a power cut too: a lost order costs more than a millisecond.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(5));
        let pool = SqlitePoolOptions::new()
            .max_connections(4)
            .connect_with(options)
            .await
            .map_err(|error| JournalError::CannotOpen { path: path.to_owned(), reason: error.to_string() })?;
        sqlx::migrate!("../migrations").run(&pool).await?;
        Ok(Self { pool, lock: Arc::new(lock) })
    }

    /// Closes the journal once what is under way is done, and lets another umpire open it.
    pub async fn close(&self) {
        self.pool.close().await;
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(%error, "the journal's lock");
        }
    }

    pub(super) async fn begin(&self) -> Result<Transaction<'static, Sqlite>, JournalError> {
        // A writer from the first statement on: two that both began by reading could not both go on to write.
        Ok(self.pool.begin_with("BEGIN IMMEDIATE").await?)
    }
}
