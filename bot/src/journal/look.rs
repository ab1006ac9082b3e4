//! A look into the file of a journal: whether it is one, and by which umpire it was written. Nothing is changed in it.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};

use crate::journal::broken_off;
use crate::journal::error::JournalError;
use crate::journal::files::is_opened_with_a_log;
use crate::journal::lock::beside;
use crate::journal::versions::refuse_newer;

/// A connection by which nothing is changed; but what was left half done by a move that was broken off is taken back first.
pub(super) async fn looked_at(path: &Path) -> Result<SqliteConnection, JournalError> {
    broken_off::can_be_opened(path)?;
    connected(path, SqliteConnectOptions::new().read_only(!beside(path, "-journal").exists())).await
}

pub(super) async fn connected(path: &Path, options: SqliteConnectOptions) -> Result<SqliteConnection, JournalError> {
    let options = options.filename(path).create_if_missing(false).busy_timeout(Duration::from_secs(30));
    SqliteConnection::connect_with(&options).await.map_err(|error| {
        let of_the_file = JournalError::of_the_file(path, &error);
        of_the_file.unwrap_or_else(|| JournalError::CannotOpen { path: path.to_owned(), reason: error.to_string() })
    })
}

/// Refuses a database that is no journal, and what no database is. Nothing is changed in it.
pub(super) async fn holds_a_journal(file: &Path, journal: &mut SqliteConnection) -> Result<(), JournalError> {
    let tables: Result<i64, sqlx::Error> =
        sqlx::query_scalar("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name IN ('campaigns', 'journal')")
            .fetch_one(&mut *journal)
            .await;
    match tables {
        Ok(2) => refuse_newer(file, journal).await,
        Ok(_) => Err(JournalError::NoJournal(file.to_owned())),
        Err(error) => Err(JournalError::of_the_file(file, &error).unwrap_or_else(|| error.into())),
    }
}

/// Refuses a database of another program's before anything is changed in it: SQLite writes how it is opened into a file that is opened as a
/// journal is. One that has been opened so before is not looked at.
pub(super) async fn is_of_an_umpire(file: &Path) -> Result<(), JournalError> {
    if is_opened_with_a_log(file) {
        return Ok(());
    }
    let mut journal = looked_at(file).await?;
    let is_one = holds_a_journal(file, &mut journal).await;
    journal.close().await?;
    is_one
}
