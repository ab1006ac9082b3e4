//! The journal: where campaigns are kept. Nothing else in the bot speaks SQL.
//!
//! Everything that changes a campaign is one call here and one transaction: the interaction that asked for it, the row
//! of the journal, the campaign's new revision, and what is to be posted. A second delivery of the same interaction is
//! told apart by its id; a writer that did not see the latest row is told apart by the revision.

use crate::aside::Turns;
use crate::journal::attempts::Attempts;
use crate::journal::broken_off;
use crate::journal::clock::Clock;
use crate::journal::error::JournalError;
use crate::journal::files::{is_cut_off, make_private};
use crate::journal::lock::{Lock, beside, free, lock, real};
use crate::journal::look;
use crate::journal::played_in::{Changes, PlayedIn};
use crate::journal::versions::{MIGRATIONS, refuse_newer};
use crate::journal::write_ahead_log::WriteAheadLog;
use crate::journal::writer::{Durability, Reach, Transaction, Writer};
use crate::model::elsewhere::Elsewhere;
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use tokio::sync::Mutex;

/// The store.
#[derive(Clone)]
pub struct Journal {
    /// What is only read is read here, apart from the writer: however long that waits for the disk, it holds up nobody who reads.
    pub(super) pool: SqlitePool,
    pub(super) writer: Writer,
    clock: Clock,
    lock: Arc<Lock>,
    pub(super) turns: Arc<Turns>,
    /// Which games are played in which channels, as it was read lately.
    pub(super) played_in: Arc<PlayedIn>,
    /// Whose turn it is of those who write many rows, a few at a time: whoever writes a little waits for one of them.
    pub(super) in_part: Arc<Mutex<()>>,
    /// What has been begun to be posted.
    pub(super) attempts: Arc<Attempts>,
    /// What is left alone here; nothing, unless the umpire serves some shards alone.
    pub(super) elsewhere: Arc<Elsewhere>,
}

impl Journal {
    /// Opens the journal at `path`, dated by the system's clock; makes it if nothing is there. For tests and tools: an umpire opens what is
    /// there, and makes a new one only if it is asked to.
    ///
    /// # Errors
    ///
    /// As [`Journal::open_by`] and [`Journal::make`].
    pub async fn open(path: &Path) -> Result<Self, JournalError> {
        if path.exists() { Self::open_by(path, Clock::default()).await } else { Self::make(path).await }
    }

    /// Opens the journal at `path` and brings it up to date. It is dated by `clock`.
    ///
    /// # Errors
    ///
    /// [`JournalError::AlreadyOpen`] if another umpire runs on the same file; others if there is no journal, if it lacks what had been
    /// committed, or if it cannot be opened.
    pub async fn open_by(path: &Path, clock: Clock) -> Result<Self, JournalError> {
        match size(path) {
            None => return Err(JournalError::Missing(path.to_owned())),
            Some(0) => return Err(JournalError::Empty(path.to_owned())),
            Some(_) => {}
        }
        let lock = lock(path)?;
        broken_off::can_be_opened(&lock.path)?;
        if let Err(error) = look::is_of_an_umpire(&lock.path).await {
            lock.release();
            return Err(error);
        }
        let pool = readers(&lock.path).await?;
        let checked = is_whole(&pool, &lock).await;
        let journal = Self::of(pool, clock, lock);
        if let Err(error) = checked {
            journal.close().await;
            return Err(error);
        }
        let of_the_file = |error: JournalError| match &error {
            JournalError::Database(of_sqlite) => JournalError::of_the_file(path, of_sqlite).unwrap_or(error),
            _ => error,
        };
        journal.up_to_date().await.map_err(of_the_file)
    }

    /// Makes a new journal at `path`.
    ///
    /// # Errors
    ///
    /// [`JournalError::IsThere`] if there is one, [`JournalError::LeftOver`] if there is part of one; others if it cannot be made.
    pub async fn make(path: &Path) -> Result<Self, JournalError> {
        if size(path).is_some_and(|size| size > 0) {
            return Err(JournalError::IsThere(path.to_owned()));
        }
        let log = beside(&real(path), "-wal");
        if size(&log).is_some_and(|size| size > 0) {
            return Err(JournalError::LeftOver(log));
        }
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|error| JournalError::CannotOpen { path: folder.to_owned(), reason: error.to_string() })?;
        }
        make_private(&real(path))?;
        let lock = lock(path)?;
        lock.forget();
        let pool = readers(&lock.path).await?;
        Self::of(pool, Clock::default(), lock).up_to_date().await
    }

    fn of(pool: SqlitePool, clock: Clock, lock: Lock) -> Self {
        let lock = Arc::new(lock);
        let log = WriteAheadLog::of(pool.clone(), Arc::clone(&lock));
        let changes = Changes::default();
        let writer = Writer::new(options(&lock.path), Arc::clone(&lock), log, changes.clone());
        let played_in = Arc::new(PlayedIn::new(changes));
        Self {
            pool,
            writer,
            clock,
            lock,
            // However many processors there are, a connection is left to those who read little.
            turns: Arc::new(Turns::new(available_parallelism().map_or(1, usize::from).min(READERS as usize - 1))),
            played_in,
            in_part: Arc::default(),
            attempts: Arc::default(),
            elsewhere: Arc::default(),
        }
    }

    /// Whether no umpire runs on the journal at `path`. What is not there is made by nobody.
    ///
    /// # Errors
    ///
    /// [`JournalError::AlreadyOpen`] if one does; others if that cannot be told.
    pub fn is_free(path: &Path) -> Result<(), JournalError> {
        if size(path).is_none() {
            return Err(JournalError::Missing(path.to_owned()));
        }
        free(path)
    }

    /// The same journal with the latest schema, all of it in the database's own file.
    async fn up_to_date(self) -> Result<Self, JournalError> {
        // Not by the writer: migrations are taken by a pool.
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options(self.path())).await?;
        MIGRATIONS.run(&pool).await?;
        pool.close().await;
        self.may_have_been_posted().await?;
        self.writer.empty_the_log().await?;
        Ok(self)
    }

    /// Closes the journal once what is under way is done, and lets another umpire open it.
    pub async fn close(&self) {
        self.pool.close().await;
        self.writer.close().await;
        self.lock.release();
    }

    /// Closes the journal and keeps every umpire off it until the lock is let go.
    pub(super) async fn close_and_hold(&self) -> Arc<Lock> {
        self.pool.close().await;
        self.writer.close().await;
        Arc::clone(&self.lock)
    }

    /// The clock it is dated by.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The path of its file, at the end of all links.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.lock.path
    }

    /// Seconds since 1970, by its clock.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.clock.now()
    }

    /// Begins to write what must outlive a power cut once somebody is told of it.
    pub(super) async fn begin(&self) -> Result<Transaction, JournalError> {
        self.writer.begin(Durability::Synced, Reach::Games, self.now()).await
    }

    /// Begins to write the same, by which no game begins, ends or is played elsewhere.
    pub(super) async fn begin_rows(&self) -> Result<Transaction, JournalError> {
        self.writer.begin(Durability::Synced, Reach::Rows, self.now()).await
    }

    /// Begins to write what is found out again where a power cut takes it back, and of which the same holds.
    pub(super) async fn begin_bookkeeping(&self) -> Result<Transaction, JournalError> {
        self.writer.begin(Durability::Soon, Reach::Rows, self.now()).await
    }

    /// Begins to write where a battle's thread is: it is found out again too.
    pub(super) async fn begin_thread(&self) -> Result<Transaction, JournalError> {
        self.writer.begin(Durability::Soon, Reach::Games, self.now()).await
    }
}

/// How many bytes a file has; nothing if it is not there.
fn size(path: &Path) -> Option<u64> {
    std::fs::metadata(path).ok().map(|file| file.len())
}

/// How the database at `path` is opened.
fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        // What is committed survives a power cut too, unless the writer says otherwise: a lost order costs more than a millisecond.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(5))
}

/// Connections that only read the database at `path`.
async fn readers(path: &Path) -> Result<SqlitePool, JournalError> {
    SqlitePoolOptions::new().max_connections(READERS).connect_with(options(path).pragma("query_only", "ON")).await.map_err(|error| {
        let of_the_file = JournalError::of_the_file(path, &error);
        of_the_file.unwrap_or_else(|| JournalError::CannotOpen { path: path.to_owned(), reason: error.to_string() })
    })
}

/// How many read at a time.
const READERS: u32 = 4;

/// Refuses a database that is no journal, and one that holds less than had been committed to it. Nothing is changed in it.
async fn is_whole(pool: &SqlitePool, lock: &Lock) -> Result<(), JournalError> {
    let of_the_file = |error: sqlx::Error| JournalError::of_the_file(&lock.path, &error).unwrap_or_else(|| error.into());
    let tables: Vec<String> =
        sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('campaigns', 'journal', 'commits')")
            .fetch_all(pool)
            .await
            .map_err(of_the_file)?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    if !has("campaigns") || !has("journal") {
        return Err(JournalError::NoJournal(lock.path.clone()));
    }
    if is_cut_off(&lock.path) {
        return Err(JournalError::Damaged { path: lock.path.clone(), reason: "its end is missing".to_owned() });
    }
    refuse_newer(&lock.path, pool).await?;
    let held: i64 =
        if has("commits") { sqlx::query_scalar("SELECT count FROM commits").fetch_one(pool).await.map_err(of_the_file)? } else { 0 };
    let missing = lock.noted() - held;
    if missing > 0 { Err(JournalError::Older { path: lock.path.clone(), missing }) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::backup;
    use crate::journal::filled::{Rows, by_hand, filled, rows_of};
    use crate::model::despatch::Despatch;
    use crate::model::ids::{CampaignId, ChannelId, MessageId};
    use sqlx::{Connection as _, SqliteConnection};
    use std::path::PathBuf;

    /// A journal in a folder of its own, with one campaign.
    async fn with_a_campaign() -> (tempfile::TempDir, Journal) {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
        let fingerprint = "0".repeat(64);
        let mut alone = journal.writer.alone().await.unwrap();
        sqlx::query("INSERT INTO packs (fingerprint, sources) VALUES (?, '{}')").bind(&fingerprint).execute(&mut *alone).await.unwrap();
        sqlx::query("INSERT INTO campaigns (guild, channel, pack, seed, started_at) VALUES (1, 1, ?, zeroblob(32), 0)")
            .bind(&fingerprint)
            .execute(&mut *alone)
            .await
            .unwrap();
        drop(alone);
        (folder, journal)
    }

    /// Gives the writer of the journal so much room: pages, or all there is.
    async fn room(journal: &Journal, pages: Option<i64>) {
        let pages = pages.unwrap_or(1 << 30);
        let mut alone = journal.writer.alone().await.unwrap();
        sqlx::query(sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"))).execute(&mut *alone).await.unwrap();
    }

    async fn write(journal: &Journal, words: &str) -> Result<(), JournalError> {
        journal.board_shows(CampaignId(1), 1, ChannelId(1), Some(MessageId(1)), words).await
    }

    #[tokio::test]
    async fn a_full_disk_refuses_what_finds_no_room_and_everything_is_taken_again_once_there_is_some() {
        let (_folder, journal) = with_a_campaign().await;
        let long = "x".repeat(1 << 20);
        for _ in 0..5 {
            room(&journal, Some(1)).await;
            let refused = write(&journal, &long).await.unwrap_err().to_string();
            assert!(refused.contains("full"), "{refused}");
        }
        room(&journal, None).await;
        for _ in 0..8 {
            write(&journal, &long).await.unwrap();
        }
        journal.close().await;
    }

    /// What the umpire says to a journal that it does not open.
    async fn refusal(path: &Path) -> String {
        match Journal::open_by(path, Clock::default()).await {
            Ok(_) => panic!("{} was opened", path.display()),
            Err(error) => error.to_string(),
        }
    }

    /// A journal in which something has been written after the last checkpoint, as a killed umpire leaves it: its file, its log, its note.
    async fn killed(folder: &Path) -> (PathBuf, PathBuf) {
        let (_running, journal) = with_a_campaign().await;
        for words in ["one", "two", "three"] {
            write(&journal, words).await.unwrap();
            // What a board shows is bookkeeping, and counted with the next that is synced.
            journal.board_attempted(CampaignId(1), ChannelId(1)).await.unwrap();
        }
        let path = folder.join("umpire.db");
        for suffix in ["", "-wal", ".lock"] {
            std::fs::copy(beside(&journal.lock.path, suffix), beside(&path, suffix)).unwrap();
        }
        journal.close().await;
        (path.clone(), beside(&path, "-wal"))
    }

    #[tokio::test]
    async fn a_missing_or_empty_file_and_one_without_a_journal_are_refused_in_a_sentence_and_nothing_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("volume").join("umpire.db");
        assert!(refusal(&path).await.contains("there is no journal at") && !path.parent().unwrap().exists());
        std::fs::create_dir(path.parent().unwrap()).unwrap();
        std::fs::write(&path, "").unwrap();
        assert!(refusal(&path).await.contains("is empty"));
        std::fs::write(&path, "x".repeat(8_192)).unwrap();
        assert!(refusal(&path).await.contains("holds no journal"));
        std::fs::remove_file(&path).unwrap();
        let other = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut other = SqliteConnection::connect_with(&other).await.unwrap();
        sqlx::query("CREATE TABLE notes (text TEXT)").execute(&mut other).await.unwrap();
        other.close().await.unwrap();
        let before = std::fs::read(&path).unwrap();
        assert!(refusal(&path).await.contains("holds no journal"));
        assert!(std::fs::read(&path).unwrap() == before, "what is another program's is left as it is");
        assert!(matches!(Journal::make(&path).await, Err(JournalError::IsThere(_))));
    }

    #[tokio::test]
    async fn a_journal_of_a_newer_umpire_is_refused_by_all_that_open_it_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (path, older) = (folder.path().join("umpire.db"), folder.path().join("older.db"));
        for journal in [&path, &older] {
            filled(journal, &[7], 0).await;
        }
        by_hand(&path, "INSERT INTO _sqlx_migrations SELECT 9999, description, installed_on, success, checksum, execution_time FROM _sqlx_migrations LIMIT 1").await;
        let before = std::fs::read(&path).unwrap();
        let copy = folder.path().join("copy.db");
        let refused = [
            refusal(&path).await,
            backup::is_complete(&path).await.unwrap_err().to_string(),
            backup::copy(&path, &copy).await.unwrap_err().to_string(),
        ];
        for said in refused {
            assert!(said.contains("umpire.db was written by a newer umpire than this"), "{said}");
        }
        let said = backup::restore(&path, &older, 0, |_| 0, Despatch::default).await.unwrap_err().to_string();
        assert!(said.contains("the backup at") && said.contains("written by a newer umpire than this"), "{said}");
        assert!(std::fs::read(&path).unwrap() == before && !copy.exists() && !beside(&older, ".restoring").exists());
        Journal::open_by(&older, Clock::default()).await.unwrap().close().await;
    }

    #[tokio::test]
    async fn a_look_before_a_start_refuses_a_journal_that_lacks_what_was_committed_and_makes_no_lock() {
        let folder = tempfile::tempdir().unwrap();
        let (path, earlier) = (folder.path().join("umpire.db"), folder.path().join("earlier.db"));
        filled(&path, &[7], 0).await;
        std::fs::remove_file(beside(&path, ".lock")).unwrap();
        Journal::is_free(&path).unwrap();
        backup::is_complete(&path).await.unwrap();
        assert!(!beside(&path, ".lock").exists(), "nor is one made by a look");
        std::fs::copy(&path, &earlier).unwrap();
        // What is undone here stands beside it as committed.
        let journal = Journal::open_by(&path, Clock::default()).await.unwrap();
        journal.close().await;
        std::fs::write(beside(&path, ".lock"), format!("{:020}\n", 1_000)).unwrap();
        let copy = folder.path().join("copy.db");
        for refused in [backup::is_complete(&path).await, backup::copy(&path, &copy).await] {
            assert!(matches!(refused, Err(JournalError::Older { .. })), "{refused:?}");
        }
        assert!(!copy.exists() && refusal(&path).await.contains("lacks the last"));
        backup::is_complete(&earlier).await.unwrap();
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_journal_and_a_backup_of_it_are_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (path, copy) = (folder.path().join("umpire.db"), folder.path().join("copy.db"));
        Journal::make(&path).await.unwrap().close().await;
        backup::copy(&path, &copy).await.unwrap();
        for file in [path, copy] {
            assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{}", file.display());
        }
    }

    #[tokio::test]
    async fn a_journal_that_is_cut_off_is_refused_in_a_sentence_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[7, 8], 0).await;
        let whole = std::fs::read(&path).unwrap();
        for left in [whole.len() - 1, whole.len() / 2, 3 * 4_096, 4_096, 1_000] {
            std::fs::write(&path, &whole[..left]).unwrap();
            let refused = refusal(&path).await;
            assert!(refused.contains("is damaged: put a backup in its place") || refused.contains("holds no journal"), "{left}: {refused}");
            assert!(backup::is_whole(&path).await.is_err(), "nor does `umpire check` take it for whole");
            assert!(std::fs::read(&path).unwrap() == whole[..left], "{left} bytes are left as they are");
        }
        std::fs::write(&path, &whole).unwrap();
        Journal::open_by(&path, Clock::default()).await.unwrap().close().await;
    }

    #[tokio::test]
    async fn a_journal_beside_which_nothing_can_be_made_is_refused_in_a_sentence_and_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        Journal::make(&path).await.unwrap().close().await;
        let whole = std::fs::read(&path).unwrap();
        // As on a disk that may only be read: SQLite needs its file of shared memory.
        std::fs::create_dir(beside(&path, "-shm")).unwrap();
        let said = refusal(&path).await;
        assert!(said.contains("umpire.db") && said.contains("whether its folder may be written"), "{said}");
        assert!(std::fs::read(&path).unwrap() == whole);
    }

    /// All that a journal has of the servers that it was filled with.
    async fn all_of(path: &Path) -> [Rows; 2] {
        [rows_of(path, 7).await, rows_of(path, 8).await]
    }

    #[tokio::test]
    async fn damage_within_a_journal_is_found_by_a_check_and_a_backup_and_what_is_read_of_it_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[7, 8], 0).await;
        // For servers that the umpire was removed from nothing waits.
        by_hand(&path, "DELETE FROM departures").await;
        let all = all_of(&path).await;
        let whole = std::fs::read(&path).unwrap();
        let journal = Journal::open_by(&path, Clock::default()).await.unwrap();
        let waiting = journal.campaigns_waiting().await.unwrap();
        journal.close().await;
        assert!(!waiting.is_empty());
        let (pages, mut unused, mut not_copied, mut read) = (whole.len() / 4_096, 0, 0, 0);
        for page in 1..pages {
            // A file of its own, for beside each it is noted what was committed.
            let path = folder.path().join(format!("page-{page}.db"));
            let mut damaged = whole.clone();
            damaged[page * 4_096..][..4_096].fill(0xAA);
            std::fs::write(&path, &damaged).unwrap();
            let checked = backup::is_whole(&path).await;
            match &checked {
                Err(error) => assert!(error.to_string().contains("is damaged"), "page {page}: {error}"),
                // A page that was given back holds nothing.
                Ok(_) => unused += 1,
            }
            let to = beside(&path, ".backup");
            match backup::copy(&path, &to).await {
                Err(error) => {
                    assert!(checked.is_err(), "page {page}: {error}");
                    not_copied += 1;
                }
                // Where damage is only to the list of pages that were given back, all there was is copied.
                Ok(_) => assert!(all_of(&to).await == all, "page {page} was copied as it is"),
            }
            // It is opened, for what can be read of it is worth more than nothing; or refused; never replaced.
            if let Ok(journal) = Journal::open_by(&path, Clock::default()).await {
                if let Ok(still) = journal.campaigns_waiting().await {
                    assert_eq!(still, waiting, "page {page}");
                    read += 1;
                }
                journal.close().await;
            }
            assert!(std::fs::metadata(&path).unwrap().len() >= whole.len() as u64, "page {page}");
        }
        assert!(4 * unused < pages && 2 * not_copied > pages && read > 0, "{unused}, {not_copied} and {read} of {pages} pages");
    }

    #[tokio::test]
    async fn a_new_journal_is_made_where_nothing_is_and_opened_from_then_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("volume").join("umpire.db");
        Journal::make(&path).await.unwrap().close().await;
        assert!(matches!(Journal::make(&path).await, Err(JournalError::IsThere(_))));
        Journal::open_by(&path, Clock::default()).await.unwrap().close().await;
        // An empty file is nothing, unless the log of another journal lies beside it.
        std::fs::write(&path, "").unwrap();
        std::fs::write(beside(&path, "-wal"), "frames").unwrap();
        assert!(matches!(Journal::make(&path).await, Err(JournalError::LeftOver(_))));
        std::fs::remove_file(beside(&path, "-wal")).unwrap();
        Journal::make(&path).await.unwrap().close().await;
        Journal::open_by(&path, Clock::default()).await.unwrap().close().await;
    }

    #[tokio::test]
    async fn a_journal_whose_log_is_gone_or_scribbled_on_is_refused_until_the_log_or_a_backup_is_put_back() {
        let folder = tempfile::tempdir().unwrap();
        let (path, log) = killed(folder.path()).await;
        let kept = std::fs::read(&log).unwrap();
        std::fs::remove_file(&log).unwrap();
        assert!(refusal(&path).await.contains("lacks the last 6 of all that was written"));
        std::fs::write(&log, "scribbled".repeat(1_000)).unwrap();
        assert!(refusal(&path).await.contains("lacks the last 6"));
        std::fs::write(&log, kept).unwrap();
        let journal = Journal::open_by(&path, Clock::default()).await.unwrap();
        assert_eq!(journal.board(CampaignId(1)).await.unwrap().row.unwrap().shows, "three");
        journal.close().await;
        let folder = tempfile::tempdir().unwrap();
        let (path, log) = killed(folder.path()).await;
        std::fs::remove_file(&log).unwrap();
        std::fs::remove_file(beside(&path, ".lock")).unwrap();
        Journal::open_by(&path, Clock::default()).await.unwrap().close().await;
    }
}
