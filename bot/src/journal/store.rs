//! The journal: where campaigns are kept. Nothing else in the bot speaks SQL.
//!
//! Everything that changes a campaign is one call here and one transaction: the interaction that asked for it, the row
//! of the journal, the campaign's new revision, and what is to be posted. A second delivery of the same interaction is
//! told apart by its id; a writer that did not see the latest row is told apart by the revision.

use crate::journal::clock::Clock;
use crate::journal::error::JournalError;
use crate::journal::lock::lock;
use std::fs::File;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Sqlite, SqliteConnection, SqlitePool};

/// The store.
#[derive(Clone)]
pub struct Journal {
    pub(super) pool: SqlitePool,
    clock: Clock,
    lock: Arc<File>,
}

impl Journal {
    /// Opens the journal at `path`, makes it if it is not there, and brings it up to date. It is dated by the system's clock.
    ///
    /// # Errors
    ///
    /// [`JournalError::AlreadyOpen`] if another umpire runs on the same file; others if it cannot be opened.
    pub async fn open(path: &Path) -> Result<Self, JournalError> {
        Self::open_by(path, Clock::default()).await
    }

    /// The same, dated by `clock`.
    ///
    /// # Errors
    ///
    /// As [`Journal::open`].
    pub async fn open_by(path: &Path, clock: Clock) -> Result<Self, JournalError> {
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
        Ok(Self { pool, clock, lock: Arc::new(lock) })
    }

    /// Closes the journal once what is under way is done, and lets another umpire open it.
    pub async fn close(&self) {
        self.pool.close().await;
        if let Err(error) = self.lock.unlock() {
            tracing::warn!(%error, "the journal's lock");
        }
    }

    /// The clock it is dated by.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Seconds since 1970, by its clock.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    pub(super) async fn begin(&self) -> Result<Transaction, JournalError> {
        // A writer from the first statement on: two that both began by reading could not both go on to write.
        Ok(Transaction { inner: self.pool.begin_with("BEGIN IMMEDIATE").await?, at: self.now() })
    }
}

/// What is written together, and all at one time.
pub(super) struct Transaction {
    inner: sqlx::Transaction<'static, Sqlite>,
    at: i64,
}

impl Transaction {
    /// When it is written, in seconds since 1970.
    pub(super) const fn at(&self) -> i64 {
        self.at
    }

    pub(super) async fn commit(self) -> Result<(), JournalError> {
        Ok(self.inner.commit().await?)
    }
}

impl Deref for Transaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.inner
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.inner
    }
}
