//! The journal's [write-ahead log](https://www.sqlite.org/wal.html): what is committed is appended to it, and copied from there into the
//! database's own file, which SQLite calls a checkpoint. A writer that did that as it commits would keep all who write after it waiting, as long
//! as the disk takes for hundreds of pages. So it is done beside the writers, by a connection that otherwise reads; only what they have appended
//! meanwhile is copied between two of them, and the log begins anew.

use std::sync::Arc;

use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use tokio::sync::{Mutex, MutexGuard};

use crate::aside::BrokenOff;
use crate::journal::error::JournalError;
use crate::journal::lock::Lock;

/// After how many that have written the log is copied: some thousand pages. The same page is often among them, and copied once.
pub(super) const OFTEN: usize = 500;

/// How many pages long the log becomes before a writer copies it as it commits. It takes a very large transaction, or a disk that does not keep up.
const LONGEST: &str = "16000";

/// Copies what is in the log, and keeps nobody waiting who reads or writes by another connection.
pub(super) const COPY: &str = "PRAGMA wal_checkpoint(PASSIVE)";

/// Copies what is in the log, and empties it.
pub(super) const EMPTY: &str = "PRAGMA wal_checkpoint(TRUNCATE)";

/// Copies the log, one at a time: while one does, SQLite refuses any other.
pub(super) struct WriteAheadLog {
    readers: SqlitePool,
    /// What has the database's own file open.
    lock: Arc<Lock>,
    turn: Mutex<()>,
    /// How many times it has been copied.
    #[cfg(test)]
    pub(super) copies: tokio::sync::watch::Sender<usize>,
}

impl WriteAheadLog {
    /// The log of the database that these read and this locks.
    pub(super) fn of(readers: SqlitePool, lock: Arc<Lock>) -> Self {
        Self {
            readers,
            lock,
            turn: Mutex::new(()),
            #[cfg(test)]
            copies: tokio::sync::watch::Sender::default(),
        }
    }

    /// The options of a connection that writes, and seldom copies.
    pub(super) fn written_by(options: SqliteConnectOptions) -> SqliteConnectOptions {
        options.pragma("wal_autocheckpoint", LONGEST)
    }

    /// The turn to copy or empty it, for whoever waits for it.
    pub(super) async fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// The turn to copy it, if nobody else does.
    pub(super) fn free_turn(&self) -> Option<MutexGuard<'_, ()>> {
        self.turn.try_lock().ok()
    }

    /// Copies what is in the log by now, while others append to it, and waits until it is on the disk. To be called by whoever has the turn.
    /// Whether it was done: not once the journal is closed, which copies all of it.
    ///
    /// # Errors
    ///
    /// If the disk refuses it. Nothing is lost: it stands in the log.
    pub(super) async fn copy_beside(&self) -> Result<bool, JournalError> {
        match sqlx::query(COPY).execute(&self.readers).await {
            Ok(_) => {}
            Err(sqlx::Error::PoolClosed) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        // SQLite waits for the disk only once nothing more is in the log: without this, all that was copied would be waited for between two.
        let lock = Arc::clone(&self.lock);
        tokio::task::spawn_blocking(move || lock.sync()).await.map_err(|_| BrokenOff)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crate::journal::lock::beside;
    use crate::journal::store::Journal;

    /// Writes so many times, each time something on a page or two.
    async fn write(journal: &Journal, times: usize) {
        for _ in 0..times {
            let mut transaction = journal.begin_bookkeeping().await.unwrap();
            sqlx::query("INSERT INTO packs VALUES (lower(hex(randomblob(32))), '{}')").execute(&mut *transaction).await.unwrap();
            transaction.commit().await.unwrap();
        }
    }

    #[tokio::test]
    async fn however_much_is_written_the_log_stays_short_and_no_writer_copies_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        let journal = Journal::open(&path).await.unwrap();
        // At least two pages each: without the copies beside, every page of them would be in the log before a writer copied them. A machine that
        // is busy copies late, and is waited for.
        for copies in 1..=8 {
            write(&journal, super::OFTEN).await;
            tokio::time::timeout(Duration::from_secs(60), journal.writer.copied(copies)).await.unwrap();
        }
        let length = std::fs::metadata(beside(&path, "-wal")).unwrap().len();
        assert!(length < 4_000 * 4_096, "{length} bytes");
        journal.close().await;
    }

    #[tokio::test]
    async fn whoever_reads_for_long_holds_up_neither_those_who_write_nor_the_copy() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
        let mut reading = journal.pool.begin().await.unwrap();
        let count = "SELECT COUNT(*) FROM packs";
        let before: i64 = sqlx::query_scalar(count).fetch_one(&mut *reading).await.unwrap();
        write(&journal, 3 * super::OFTEN).await;
        let meanwhile: i64 = sqlx::query_scalar(count).fetch_one(&mut *reading).await.unwrap();
        assert_eq!((before, meanwhile), (0, 0), "what is read is as it was when it was begun");
        reading.commit().await.unwrap();
        let after: i64 = sqlx::query_scalar(count).fetch_one(&journal.pool).await.unwrap();
        assert_eq!(after, 3 * super::OFTEN as i64);
        journal.close().await;
    }

    #[tokio::test]
    async fn a_journal_that_is_closed_while_its_log_is_copied_is_let_go_and_whole() {
        for _ in 0..5 {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("umpire.db");
            let journal = Journal::open(&path).await.unwrap();
            write(&journal, super::OFTEN).await;
            // The copy is due, and may have begun.
            tokio::task::yield_now().await;
            journal.close().await;
            assert!(!beside(&path, "-wal").exists(), "the last connection empties the log and takes it away");
            let again = Journal::open(&path).await.unwrap();
            let count: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM packs").fetch_one(&again.pool).await.unwrap();
            assert_eq!(count, super::OFTEN as i64);
            again.close().await;
        }
    }

    #[tokio::test]
    async fn a_log_that_is_emptied_holds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        let journal = Journal::open(&path).await.unwrap();
        write(&journal, 10).await;
        let length = || std::fs::metadata(beside(&path, "-wal")).unwrap().len();
        assert!(length() > 0);
        journal.writer.empty_the_log().await.unwrap();
        assert_eq!(length(), 0);
        journal.close().await;
    }
}
