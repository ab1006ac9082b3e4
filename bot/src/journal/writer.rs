//! The one writer of the journal's file. SQLite lets one connection write at a time: here they wait for each other in the order in which
//! they came, not by trying again. Those that waited together are put on the disk together (group commit): one sync for all of them,
//! and none of them is told that it is done before that.
//!
//! Each of them but the first is a [savepoint](https://www.sqlite.org/lang_savepoint.html) in one transaction of SQLite's, so that one that is
//! given up takes nothing with it; the first takes the transaction with it, in which nobody else has written yet. If the transaction itself
//! cannot be committed, all of them are refused. Whatever is said to SQLite besides what they write is said together: each time costs more than
//! most statements.
//!
//! What was ordered is synced before anybody is told of it. What is bookkeeping (which message a despatch became, what a board shows) is
//! committed and seen by all at once, but put on the disk with the next order: it outlives the death of the umpire, not always a power cut,
//! after which it is found out again.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio::sync::{Mutex, OwnedMappedMutexGuard, OwnedMutexGuard, oneshot};

use crate::journal::error::JournalError;
use crate::journal::lock::Lock;
use crate::journal::played_in::Changes;
use crate::journal::write_ahead_log::{self, OFTEN, WriteAheadLog};

/// Whether a power cut may take it back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Durability {
    /// On the disk before it is told.
    Synced,
    /// On the disk with what is synced next.
    Soon,
}

impl Durability {
    /// Settles it for the connection, and begins to write.
    const fn begin(self) -> &'static str {
        match self {
            Self::Synced => "PRAGMA synchronous = FULL; BEGIN IMMEDIATE",
            Self::Soon => "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE",
        }
    }
}

/// What may change by what is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// Which games there are, where they are played, and all of theirs.
    Games,
    /// What stands in them: rows, and what is posted of them.
    Rows,
}

/// Where writers wait for their turn.
#[derive(Clone)]
pub(super) struct Writer {
    group: Arc<Mutex<Group>>,
    log: Arc<WriteAheadLog>,
}

/// What is committed together.
pub(super) struct Group {
    options: SqliteConnectOptions,
    lock: Arc<Lock>,
    /// The connection, while no transaction is under way and it is sound.
    idle: Option<SqliteConnection>,
    /// The transaction under way, if there is one, with the connection.
    under_way: Option<UnderWay>,
    /// How the connection puts on the disk what it commits; nothing if that is still to be said.
    durability: Option<Durability>,
    /// How many transactions the journal counts; nothing if that is still to be read.
    commits: Option<i64>,
    /// How many have written since the log was copied into the file.
    uncopied: usize,
    /// Counts the commits by which games may have changed.
    changes: Changes,
    /// How many transactions of SQLite's have been committed.
    #[cfg(test)]
    groups: usize,
}

/// A transaction of SQLite's with what has been written in it.
pub(super) struct UnderWay {
    connection: SqliteConnection,
    durability: Durability,
    /// Whether somebody began and neither finished nor gave it up.
    is_open: bool,
    /// Those who finished and wait to be told.
    finished: Vec<oneshot::Sender<Result<(), Arc<sqlx::Error>>>>,
    /// The savepoint of the latest.
    savepoint: Savepoint,
    /// Whether it is still there although they finished.
    is_held: bool,
    /// Whether somebody is going to end it.
    has_an_end: bool,
    /// Whether games may change by it.
    reaches_games: bool,
}

/// The savepoint of one who writes. Those who follow each other have different names: what takes one of them back never finds the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Savepoint {
    /// The first has none: SQLite would keep every page as it was before, and nobody else has written.
    First,
    One,
    Other,
}

impl Savepoint {
    const fn next(self) -> Self {
        match self {
            Self::One => Self::Other,
            Self::First | Self::Other => Self::One,
        }
    }

    /// Begins it where the one before is gone, or is let go with it.
    const fn begin(self, before: Option<Self>) -> &'static str {
        match (self, before) {
            (Self::First, _) => "BEGIN IMMEDIATE",
            (Self::One, Some(Self::Other)) => "RELEASE other; SAVEPOINT one",
            (Self::One, _) => "SAVEPOINT one",
            (Self::Other, Some(Self::One)) => "RELEASE one; SAVEPOINT other",
            (Self::Other, _) => "SAVEPOINT other",
        }
    }

    const fn take_back(self) -> &'static str {
        match self {
            Self::First => "ROLLBACK",
            Self::One => "ROLLBACK TO one; RELEASE one",
            Self::Other => "ROLLBACK TO other; RELEASE other",
        }
    }
}

impl Writer {
    /// A writer that connects by these options when there is something to write; what it has synced is noted at the lock, and what is in the
    /// log of the file is copied from time to time.
    pub(super) fn new(options: SqliteConnectOptions, lock: Arc<Lock>, log: WriteAheadLog, changes: Changes) -> Self {
        let group = Group {
            // What is kept until a savepoint is let go fills a file for each of them otherwise: a file made and deleted with every order.
            options: WriteAheadLog::written_by(options).pragma("temp_store", "MEMORY"),
            lock,
            idle: None,
            under_way: None,
            durability: None,
            commits: None,
            uncopied: 0,
            changes,
            #[cfg(test)]
            groups: 0,
        };
        Self { group: Arc::new(Mutex::new(group)), log: Arc::new(log) }
    }

    /// Waits for its turn and begins to write at `at`, in seconds since 1970.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub(super) async fn begin(&self, durability: Durability, reach: Reach, at: i64) -> Result<Transaction, JournalError> {
        let mut group = Arc::clone(&self.group).lock_owned().await;
        // What is to be synced cannot join what will not be: how a transaction is committed is settled before it begins.
        if durability == Durability::Synced && group.under_way.as_ref().is_some_and(|under_way| under_way.durability == Durability::Soon) {
            group = ended(group).await?;
        }
        group.open(durability).await?;
        let mut under_way = OwnedMutexGuard::try_map(group, |group| group.under_way.as_mut()).map_err(|_| sqlx::Error::WorkerCrashed)?;
        under_way.reaches_games |= reach == Reach::Games;
        Ok(Transaction { under_way, writer: self.clone(), at })
    }

    /// Waits until nobody writes: the connection itself, for what is no transaction.
    ///
    /// # Errors
    ///
    /// If the database cannot be opened.
    #[cfg(test)]
    pub(super) async fn alone(&self) -> Result<Alone, JournalError> {
        let mut group = ended(Arc::clone(&self.group).lock_owned().await).await?;
        // Whatever is settled for the connection now, or counted, the next writer settles and counts it anew.
        (group.durability, group.commits) = (None, None);
        if group.idle.is_none() {
            group.idle = Some(SqliteConnection::connect_with(&group.options).await?);
        }
        Ok(OwnedMutexGuard::try_map(group, |group| group.idle.as_mut()).map_err(|_| sqlx::Error::WorkerCrashed)?)
    }

    /// Waits until nobody writes, and has the connection do what is no transaction and leaves it as it is; if there is none, nothing.
    ///
    /// # Errors
    ///
    /// If it cannot be done.
    async fn between_two(&self, statement: &'static str) -> Result<(), JournalError> {
        let mut group = ended(Arc::clone(&self.group).lock_owned().await).await?;
        // Whoever gives this up lets the connection go, and what was settled for it and counted.
        let (Some(mut connection), durability, commits) = (group.idle.take(), group.durability.take(), group.commits.take()) else {
            return Ok(());
        };
        let done = connection.execute(statement).await;
        (group.idle, group.durability, group.commits) = (Some(connection), durability, commits);
        done?;
        Ok(())
    }

    /// Copies the log while others write, and then, between two of them, the little that they have appended: so it begins anew. Whether that was
    /// done: not where somebody else does it, or the journal is closed.
    ///
    /// # Errors
    ///
    /// If the disk refuses it. Nothing is lost: it stands in the log.
    async fn copy_the_log(&self) -> Result<bool, JournalError> {
        let Some(_turn) = self.log.free_turn() else { return Ok(false) };
        if !self.log.copy_beside().await? {
            return Ok(false);
        }
        self.between_two(write_ahead_log::COPY).await?;
        #[cfg(test)]
        self.log.copies.send_modify(|copies| *copies += 1);
        Ok(true)
    }

    /// Copies the log and empties it, so that nothing of it can be read any more.
    ///
    /// # Errors
    ///
    /// If the disk refuses it, or somebody reads from it for longer than is waited for.
    pub(super) async fn empty_the_log(&self) -> Result<(), JournalError> {
        let _turn = self.log.turn().await;
        let mut group = self.group.lock().await;
        if group.idle.is_none() && group.under_way.is_none() {
            (group.durability, group.commits) = (None, None);
            group.idle = Some(SqliteConnection::connect_with(&group.options).await?);
        }
        drop(group);
        self.between_two(write_ahead_log::EMPTY).await
    }

    /// Ends the transaction once those have written who wait already; and copies the log once many have.
    fn end_soon(&self) {
        let writer = self.clone();
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let mut group = writer.group.lock().await;
            group.end().await;
            if group.uncopied < OFTEN {
                return;
            }
            let uncopied = std::mem::take(&mut group.uncopied);
            drop(group);
            match writer.copy_the_log().await {
                Ok(true) => {}
                // Whoever copies it now has not seen all of it.
                Ok(false) => writer.group.lock().await.uncopied += uncopied,
                Err(error) => tracing::warn!(%error, "the journal's log could not be copied into its file"),
            }
        });
    }

    /// Puts what is under way on the disk and lets the file go. Whoever writes afterwards opens it again.
    pub(super) async fn close(&self) {
        let mut group = self.group.lock().await;
        group.end().await;
        (group.durability, group.commits) = (None, None);
        if let Some(connection) = group.idle.take()
            && let Err(error) = connection.close().await
        {
            tracing::warn!(%error, "the journal's writing connection could not be closed");
        }
    }

    /// Waits until the log has been copied so many times.
    #[cfg(test)]
    pub(super) async fn copied(&self, times: usize) {
        drop(self.log.copies.subscribe().wait_for(|copies| *copies >= times).await);
    }

    /// How many transactions of SQLite's it has committed.
    #[cfg(test)]
    pub(super) async fn groups(&self) -> usize {
        self.group.lock().await.groups
    }
}

/// Ends the transaction under way, whether or not whoever waits for that gives it up meanwhile: what has been committed is told.
async fn ended(mut group: OwnedMutexGuard<Group>) -> Result<OwnedMutexGuard<Group>, JournalError> {
    let ending = async move {
        group.end().await;
        group
    };
    Ok(tokio::spawn(ending).await.map_err(|_| sqlx::Error::WorkerCrashed)?)
}

impl Group {
    /// Begins the transaction; or, if there is one, a savepoint in it. Whoever gives up waiting for it leaves nothing but what the next
    /// one tidies.
    async fn open(&mut self, durability: Durability) -> Result<(), JournalError> {
        self.tidy().await;
        if let Some(under_way) = &mut self.under_way {
            under_way.is_open = true;
            let before = std::mem::take(&mut under_way.is_held).then_some(under_way.savepoint);
            under_way.savepoint = under_way.savepoint.next();
            sqlx::query(under_way.savepoint.begin(before)).execute(&mut under_way.connection).await?;
            return Ok(());
        }
        // A connection on which any of this fails is let go: the next writer gets a new one.
        let settled = self.durability.take();
        let mut connection = match self.idle.take() {
            Some(connection) => connection,
            None => SqliteConnection::connect_with(&self.options).await?,
        };
        if self.commits.is_none() {
            self.commits = sqlx::query_scalar("SELECT count FROM commits").fetch_optional(&mut connection).await?;
        }
        // A writer from the first statement on: one that began by reading could not always go on to write.
        if settled == Some(durability) {
            sqlx::query(Savepoint::First.begin(None)).execute(&mut connection).await?;
        } else {
            // How it is synced is settled as this is read by SQLite, not as it is done: so it is not kept to be done again.
            connection.execute(durability.begin()).await?;
        }
        self.durability = Some(durability);
        self.under_way = Some(UnderWay {
            connection,
            durability,
            is_open: true,
            finished: Vec::new(),
            savepoint: Savepoint::First,
            is_held: false,
            has_an_end: false,
            reaches_games: false,
        });
        Ok(())
    }

    /// Takes back what somebody began and gave up.
    async fn tidy(&mut self) {
        let Some(under_way) = self.under_way.as_mut().filter(|under_way| under_way.is_open) else { return };
        match under_way.connection.execute(under_way.savepoint.take_back()).await {
            Ok(_) if under_way.savepoint == Savepoint::First => self.idle = self.under_way.take().map(|under_way| under_way.connection),
            Ok(_) => under_way.is_open = false,
            // SQLite gives the whole transaction up where it finds no room for one statement: then nothing of it holds.
            Err(error) => self.fail(error).await,
        }
    }

    /// Ends the transaction under way, and tells those who finished.
    async fn end(&mut self) {
        self.tidy().await;
        let Some(mut under_way) = self.under_way.take() else { return };
        let number = under_way.finished.len();
        let ended = if number == 0 {
            under_way.connection.execute("ROLLBACK").await
        } else {
            sqlx::query("UPDATE commits SET count = count + ?; COMMIT").bind(number as i64).execute(&mut under_way.connection).await
        };
        // Where it is not known whether it was committed, it may have been.
        if under_way.reaches_games {
            self.changes.another();
        }
        match ended {
            Ok(_) => {
                #[cfg(test)]
                {
                    self.groups += usize::from(number > 0);
                }
                self.commits = self.commits.map(|commits| commits + number as i64);
                self.uncopied += number;
                // Only what is on the disk is noted: after a power cut the note must not claim more than there is.
                if under_way.durability == Durability::Synced
                    && let Some(commits) = self.commits
                {
                    self.lock.note(commits);
                }
                self.idle = Some(under_way.connection);
                for finished in under_way.finished {
                    // Whoever no longer waits has been given up.
                    let _given_up = finished.send(Ok(()));
                }
            }
            Err(error) => {
                self.under_way = Some(under_way);
                self.fail(error).await;
            }
        }
    }

    /// Gives the transaction up with its connection: nothing of it holds, and the next writer gets a new one.
    async fn fail(&mut self, error: sqlx::Error) {
        let Some(mut under_way) = self.under_way.take() else { return };
        tracing::warn!(%error, writers = under_way.finished.len(), "a transaction could not be ended: its connection to the journal is replaced");
        (self.durability, self.commits) = (None, None);
        // Where SQLite has rolled it back already, there is nothing to roll back; with the connection it ends in any case.
        let _rolled_back = under_way.connection.execute("ROLLBACK").await;
        if let Err(error) = under_way.connection.close().await {
            tracing::warn!(%error, "the journal's writing connection could not be closed");
        }
        let error = Arc::new(error);
        for finished in under_way.finished {
            let _given_up = finished.send(Err(Arc::clone(&error)));
        }
    }
}

/// What one writer writes together, and all at one time. Dropped before it is committed, none of it is written.
pub(super) struct Transaction {
    under_way: OwnedMappedMutexGuard<Group, UnderWay>,
    writer: Writer,
    at: i64,
}

impl Transaction {
    /// When it is written, in seconds since 1970.
    pub(super) const fn at(&self) -> i64 {
        self.at
    }

    /// Commits it, with those that wait already.
    ///
    /// # Errors
    ///
    /// If it could not be: then nothing of it is written.
    pub(super) async fn commit(mut self) -> Result<(), JournalError> {
        let (sender, told) = oneshot::channel();
        self.under_way.is_open = false;
        self.under_way.is_held = true;
        self.under_way.finished.push(sender);
        drop(self);
        match told.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(JournalError::NotCommitted(error)),
            Err(_) => Err(JournalError::Database(sqlx::Error::WorkerCrashed)),
        }
    }
}

impl Drop for Transaction {
    fn drop(&mut self) {
        // The first to leave sees to it that there is an end: behind all who wait by now.
        if !std::mem::replace(&mut self.under_way.has_an_end, true) {
            self.writer.end_soon();
        }
    }
}

impl Deref for Transaction {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.under_way.connection
    }
}

impl DerefMut for Transaction {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.under_way.connection
    }
}

/// The journal's writing connection while nobody else writes.
#[cfg(test)]
pub(super) type Alone = OwnedMappedMutexGuard<Group, SqliteConnection>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::lock::lock;
    use crate::journal::polled::polled;
    use std::path::Path;

    /// A writer on a new file with a table of notes.
    async fn writer(folder: &Path) -> Writer {
        let path = folder.join("notes.db");
        let options =
            SqliteConnectOptions::new().filename(&path).create_if_missing(true).journal_mode(sqlx::sqlite::SqliteJournalMode::Wal);
        let lock = Arc::new(lock(&path).unwrap());
        let log = WriteAheadLog::of(sqlx::SqlitePool::connect_lazy_with(options.clone()), Arc::clone(&lock));
        let writer = Writer::new(options, lock, log, Changes::default());
        let mut alone = writer.alone().await.unwrap();
        alone.execute("CREATE TABLE commits (count INTEGER NOT NULL); INSERT INTO commits VALUES (0)").await.unwrap();
        alone.execute("CREATE TABLE notes (writer INTEGER NOT NULL, text TEXT NOT NULL)").await.unwrap();
        drop(alone);
        writer
    }

    /// Notes the same twice, `length` letters each; then commits it or gives it up.
    async fn note(writer: Writer, number: i64, length: usize, durability: Durability, commits: bool) -> Result<(), JournalError> {
        let mut transaction = writer.begin(durability, Reach::Rows, 0).await?;
        for _ in 0..2 {
            sqlx::query("INSERT INTO notes VALUES (?, ?)").bind(number).bind("x".repeat(length)).execute(&mut *transaction).await?;
        }
        if commits { transaction.commit().await } else { Ok(()) }
    }

    /// Who stands in the file, each as often as they do.
    async fn noted(writer: &Writer) -> Vec<(i64, i64)> {
        let mut alone = writer.alone().await.unwrap();
        sqlx::query_as("SELECT writer, COUNT(*) FROM notes GROUP BY writer ORDER BY writer").fetch_all(&mut *alone).await.unwrap()
    }

    #[tokio::test]
    async fn those_who_wait_while_somebody_writes_are_committed_together_with_them() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(folder.path()).await;
        let first = writer.begin(Durability::Synced, Reach::Rows, 0).await.unwrap();
        let others: Vec<_> = (1..=9).map(|number| tokio::spawn(note(writer.clone(), number, 1, Durability::Synced, number != 5))).collect();
        // On this one thread each of them comes as far as the queue before this goes on.
        tokio::task::yield_now().await;
        first.commit().await.unwrap();
        for other in others {
            other.await.unwrap().unwrap();
        }
        assert_eq!(writer.groups().await, 1);
        let expected: Vec<_> = (1..=9).filter(|number| *number != 5).map(|number| (number, 2)).collect();
        assert_eq!(noted(&writer).await, expected, "the one that was given up took nothing with it");
    }

    #[tokio::test]
    async fn the_first_that_is_given_up_takes_nothing_with_it_of_those_who_follow() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(folder.path()).await;
        for round in 0..3 {
            let mut first = writer.begin(Durability::Synced, Reach::Rows, 0).await.unwrap();
            sqlx::query("INSERT INTO notes VALUES (100, '')").execute(&mut *first).await.unwrap();
            let others: Vec<_> =
                (0..4).map(|one| tokio::spawn(note(writer.clone(), round * 10 + one, 1, Durability::Synced, one != round))).collect();
            tokio::task::yield_now().await;
            drop(first);
            for other in others {
                other.await.unwrap().unwrap();
            }
        }
        let expected: Vec<_> =
            (0..3).flat_map(|round| (0..4).filter(move |one| *one != round).map(move |one| (round * 10 + one, 2))).collect();
        assert_eq!(noted(&writer).await, expected);
    }

    #[tokio::test]
    async fn whoever_is_told_that_it_is_done_stands_in_the_file_and_whoever_is_refused_does_not_where_room_runs_out() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(folder.path()).await;
        writer.alone().await.unwrap().execute("PRAGMA max_page_count = 60").await.unwrap();
        let (mut done, mut refused) = (Vec::new(), 0);
        for round in 0..20 {
            let many: Vec<_> = (0..5)
                .map(|one| {
                    (
                        round * 5 + one,
                        tokio::spawn(note(writer.clone(), round * 5 + one, 3_000 * (one as usize + 1), Durability::Synced, true)),
                    )
                })
                .collect();
            for (number, one) in many {
                match one.await.unwrap() {
                    Ok(()) => done.push((number, 2)),
                    Err(_) => refused += 1,
                }
            }
        }
        assert!(!done.is_empty() && refused > 0);
        assert_eq!(noted(&writer).await, done);
    }

    #[tokio::test]
    async fn a_writer_given_up_at_any_moment_leaves_all_or_nothing_and_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(folder.path()).await;
        let mut finished = 0;
        for polls in 0..60 {
            let given_up = note(writer.clone(), 1_000 + polls, 1, Durability::Synced, true);
            finished += usize::from(polled(given_up, polls).await.is_some());
            note(writer.clone(), polls, 1, Durability::Soon, true).await.unwrap();
        }
        assert!(finished > 0 && finished < 60);
        let noted = noted(&writer).await;
        assert!(noted.iter().all(|(_, times)| *times == 2), "{noted:?}");
        assert_eq!(noted.iter().filter(|(writer, _)| *writer < 1_000).count(), 60);
        assert!(noted.iter().filter(|(writer, _)| *writer >= 1_000).count() >= finished);
    }

    #[tokio::test]
    async fn whoever_is_told_that_it_is_done_stands_in_the_file_whoever_else_gives_up_between_those_who_wait() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(folder.path()).await;
        let mut done = Vec::new();
        for polls in 0..60 {
            let of =
                |place: i64, durability| (polls * 10 + place, tokio::spawn(note(writer.clone(), polls * 10 + place, 1, durability, true)));
            let before = [of(0, Durability::Soon), of(1, Durability::Synced), of(2, Durability::Soon)];
            tokio::task::yield_now().await;
            // Two who give up, one of them while it ends bookkeeping that others wait for, or takes back what the other began.
            let one = polled(note(writer.clone(), 100_000 + polls, 1, Durability::Synced, true), polls).await;
            let other = polled(note(writer.clone(), 200_000 + polls, 1, Durability::Soon, true), polls % 7).await;
            let after = [of(3, Durability::Synced), of(4, Durability::Soon)];
            for (number, writing) in before.into_iter().chain(after) {
                if writing.await.unwrap().is_ok() {
                    done.push((number, 2));
                }
            }
            done.extend(one.and_then(Result::ok).map(|()| (100_000 + polls, 2)));
            done.extend(other.and_then(Result::ok).map(|()| (200_000 + polls, 2)));
        }
        done.sort_unstable();
        assert!(done.len() > 200, "{}", done.len());
        let noted = noted(&writer).await;
        assert!(noted.iter().all(|(_, times)| *times == 2), "all or nothing: {noted:?}");
        assert!(done.iter().all(|told| noted.contains(told)), "told and not there");
    }

    #[tokio::test]
    async fn bookkeeping_is_noted_as_kept_only_with_what_is_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let writer = writer(folder.path()).await;
        let kept = async || writer.group.lock().await.lock.noted();
        note(writer.clone(), 1, 1, Durability::Soon, true).await.unwrap();
        assert_eq!(kept().await, 0);
        note(writer.clone(), 2, 1, Durability::Synced, true).await.unwrap();
        assert_eq!(kept().await, 2);
        // Bookkeeping that joins an order is on the disk with it; an order that comes upon bookkeeping does not wait to be synced with it.
        let first = writer.begin(Durability::Soon, Reach::Rows, 0).await.unwrap();
        let order = tokio::spawn(note(writer.clone(), 3, 1, Durability::Synced, true));
        let bookkeeping = tokio::spawn(note(writer.clone(), 4, 1, Durability::Soon, true));
        tokio::task::yield_now().await;
        first.commit().await.unwrap();
        order.await.unwrap().unwrap();
        bookkeeping.await.unwrap().unwrap();
        assert_eq!((kept().await, writer.groups().await), (5, 4));
    }
}
