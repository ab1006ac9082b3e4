//! A server moved from one journal to another: its games with members, settings, rows, dice, despatches and all else that is kept of them, under the
//! numbers they have, so that their buttons and boards on Discord go on.
//!
//! Both files are changed in one transaction of SQLite's, in the mode in which it spans files, which that of the umpire does not: whenever it is broken
//! off, the server is in one of them and not in the other. So no die is thrown twice. What belongs to a server is told from the schema: a table with
//! a column `guild`, or one with a column `campaign`, is moved; whatever else there is belongs to the file.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, SqliteConnection};

use crate::journal::broken_off;
use crate::journal::clock::Clock;
use crate::journal::columns::{from_column, to_column};
use crate::journal::error::JournalError;
use crate::journal::lock::{Lock, real};
use crate::journal::numbers;
use crate::journal::store::Journal;
use crate::model::ids::GuildId;

/// The games of those that are being moved.
const THEIRS: &str = "(SELECT id FROM main.campaigns WHERE guild = ?1)";

/// SQLite's code for a file that another connection keeps.
const BUSY: &str = "5";

/// What came of moving a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moved {
    /// It is in the other journal now, and no more in this one.
    Now {
        /// Its games, those that are over too.
        games: i64,
        /// The rows of all of them.
        rows: i64,
    },
    /// It was there already, with so many games, and nothing of it is here.
    Before {
        /// Its games there.
        games: i64,
    },
    /// Neither journal has anything of it.
    Nowhere,
}

/// A table of which each row belongs to a server.
struct Table {
    name: String,
    /// Its columns, as a statement lists them.
    columns: String,
    /// Which of its rows are a server's.
    of_it: String,
}

/// Two journals between which servers are moved, while no umpire runs on either.
pub struct Moving {
    /// The first journal is `main` in it, and the second `other`.
    connection: SqliteConnection,
    from: Arc<Lock>,
    to: Arc<Lock>,
    /// The games themselves come last: by them it is known what else is theirs.
    tables: Vec<Table>,
}

impl Moving {
    /// Opens both journals and keeps every umpire off them until it is ended. What an earlier move left half done is put right.
    ///
    /// # Errors
    ///
    /// [`JournalError::TheSame`] if they are one file, [`JournalError::AlreadyOpen`] if an umpire runs on either, [`JournalError::InUse`] if somebody
    /// else reads one; others as [`Journal::open_by`].
    pub async fn between(from: &Path, to: &Path) -> Result<Self, JournalError> {
        if real(from) == real(to) {
            return Err(JournalError::TheSame(from.to_owned()));
        }
        let from = Journal::open_by(from, Clock::default()).await?.close_and_hold().await;
        let to = Journal::open_by(to, Clock::default()).await?.close_and_hold().await;
        for lock in [&from, &to] {
            broken_off::forget(&lock.path);
        }
        let name = format!("{:032x}", rand::random::<u128>());
        broken_off::note(&from.path, &to.path, &name)?;
        let options = SqliteConnectOptions::new()
            .filename(&from.path)
            .create_if_missing(false)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(30))
            // Only so is a transaction one over several files; and it is over once it is told.
            .journal_mode(SqliteJournalMode::Delete)
            .synchronous(SqliteSynchronous::Extra);
        let mut connection = SqliteConnection::connect_with(&options).await.map_err(in_use(&from.path))?;
        let tables = tables(&mut connection).await?;
        let path = to
            .path
            .to_str()
            .ok_or_else(|| JournalError::CannotOpen { path: to.path.clone(), reason: "its name is not in Unicode".to_owned() })?;
        sqlx::query("ATTACH DATABASE ? AS other").bind(path).execute(&mut connection).await?;
        for (set, lock) in [("PRAGMA main.journal_mode = DELETE", &from), ("PRAGMA other.journal_mode = DELETE", &to)] {
            let mode: String = sqlx::query_scalar(set).fetch_one(&mut connection).await.map_err(in_use(&lock.path))?;
            // SQLite leaves the mode as it is where it cannot have another.
            if !mode.eq_ignore_ascii_case("delete") {
                return Err(JournalError::InUse(lock.path.clone()));
            }
        }
        connection.execute("PRAGMA other.synchronous = EXTRA; PRAGMA main.secure_delete = ON").await?;
        Ok(Self { connection, from, to, tables })
    }

    /// The servers of the first journal, [`GuildId::DIRECT`] for direct messages.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub async fn servers(&mut self) -> Result<BTreeSet<GuildId>, JournalError> {
        let guilds: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT guild FROM main.campaigns").fetch_all(&mut self.connection).await?;
        Ok(guilds.into_iter().map(from_column).collect())
    }

    /// Moves a server to the second journal; `lot` draws a number below the one it is given. Done again, it finds that it is done.
    ///
    /// # Errors
    ///
    /// [`JournalError::NumbersTaken`] or [`JournalError::ChannelTaken`] if it cannot be there; others if a file cannot be read or written. Then
    /// nothing of it has been moved.
    pub async fn server(&mut self, guild: GuildId, mut lot: impl FnMut(i64) -> i64) -> Result<Moved, JournalError> {
        self.connection.execute("BEGIN IMMEDIATE").await?;
        let moved = self.carried(to_column(guild), &mut lot).await;
        let ended = match moved {
            Ok((Moved::Now { .. }, _)) => self.connection.execute("COMMIT").await,
            _ => self.connection.execute("ROLLBACK").await,
        };
        let (moved, commits) = moved?;
        if let Err(error) = ended {
            // What could not be committed is taken back, in both.
            let _taken_back = self.connection.execute("ROLLBACK").await;
            return Err(error.into());
        }
        for (lock, commits) in [&self.from, &self.to].into_iter().zip(commits) {
            lock.note(commits);
        }
        Ok(moved)
    }

    /// Carries everything of a server over. What came of it, and how many transactions each journal counts with it.
    async fn carried(&mut self, guild: i64, lot: &mut impl FnMut(i64) -> i64) -> Result<(Moved, [i64; 2]), JournalError> {
        let connection = &mut self.connection;
        let (games, rows): (i64, i64) = sqlx::query_as(
            "SELECT (SELECT COUNT(*) FROM main.campaigns WHERE guild = ?1), (SELECT COUNT(*) FROM main.journal WHERE campaign IN (SELECT id FROM main.campaigns WHERE guild = ?1))",
        )
        .bind(guild)
        .fetch_one(&mut *connection)
        .await?;
        let there: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM other.campaigns WHERE guild = ?").bind(guild).fetch_one(&mut *connection).await?;
        if games == 0 {
            let moved = if there > 0 { Moved::Before { games: there } } else { Moved::Nowhere };
            return Ok((moved, [0, 0]));
        }
        if let Some(what) = numbers::taken(connection, guild).await? {
            return Err(JournalError::NumbersTaken { path: self.to.path.clone(), what });
        }
        let played_there: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM main.campaigns AS ours JOIN other.campaigns AS theirs ON theirs.channel = ours.channel WHERE ours.guild = ? AND ours.closed_at IS NULL AND ours.archived_at IS NULL AND ours.gone_at IS NULL AND theirs.closed_at IS NULL AND theirs.archived_at IS NULL AND theirs.gone_at IS NULL",
        )
        .bind(guild)
        .fetch_one(&mut *connection)
        .await?;
        if played_there > 0 {
            return Err(JournalError::PlayedInBoth { path: self.to.path.clone(), channels: played_there });
        }
        // What refers to what is put right when all of it is there.
        connection.execute("PRAGMA defer_foreign_keys = ON").await?;
        let given = numbers::given(connection).await?;
        sqlx::query(
            "INSERT INTO other.packs (fingerprint, sources) SELECT fingerprint, sources FROM main.packs WHERE fingerprint IN (SELECT pack FROM main.campaigns WHERE guild = ?) ON CONFLICT DO NOTHING",
        )
        .bind(guild)
        .execute(&mut *connection)
        .await?;
        for Table { name, columns, of_it } in &self.tables {
            // Of a server that the umpire was removed from, whichever journal heard of it last says when it is deleted: that is the other.
            let or_else = if name == "departures" { "OR IGNORE" } else { "" };
            let copied = format!("INSERT {or_else} INTO other.{name} ({columns}) SELECT {columns} FROM main.{name} WHERE {of_it}");
            sqlx::query(AssertSqlSafe(copied)).bind(guild).execute(&mut *connection).await?;
        }
        numbers::go_on_above(connection, given, lot).await?;
        // What the one had not looked through yet, the other has not either.
        connection
            .execute(
                "UPDATE other.looked_through AS theirs SET upto = MIN(upto, COALESCE((SELECT upto FROM main.looked_through AS ours WHERE ours.name = theirs.name), 0))",
            )
            .await?;
        for Table { name, of_it, .. } in &self.tables {
            sqlx::query(AssertSqlSafe(format!("DELETE FROM main.{name} WHERE {of_it}"))).bind(guild).execute(&mut *connection).await?;
        }
        connection
            .execute("DELETE FROM main.packs WHERE NOT EXISTS (SELECT 1 FROM main.campaigns WHERE campaigns.pack = packs.fingerprint)")
            .await?;
        let here = sqlx::query_scalar("UPDATE main.commits SET count = count + 1 RETURNING count").fetch_one(&mut *connection).await?;
        let there = sqlx::query_scalar("UPDATE other.commits SET count = count + 1 RETURNING count").fetch_one(&mut *connection).await?;
        Ok((Moved::Now { games, rows }, [here, there]))
    }

    /// Lets both journals go, as an umpire opens them.
    ///
    /// # Errors
    ///
    /// If one of them cannot be written.
    pub async fn end(mut self) -> Result<(), JournalError> {
        for set in ["PRAGMA main.journal_mode = WAL", "PRAGMA other.journal_mode = WAL"] {
            self.connection.execute(set).await?;
        }
        self.connection.close().await?;
        // That of the one that is moved to leads to the other's, so it goes first.
        for lock in [&self.to, &self.from] {
            broken_off::forget(&lock.path);
            lock.release();
        }
        Ok(())
    }
}

/// What is told where a journal cannot be had alone: that somebody reads it, if it is that.
fn in_use(path: &Path) -> impl Fn(sqlx::Error) -> JournalError + '_ {
    |error| match error.as_database_error().and_then(sqlx::error::DatabaseError::code) {
        Some(code) if code == BUSY => JournalError::InUse(path.to_owned()),
        _ => error.into(),
    }
}

/// The tables of which each row belongs to a server, the games themselves last.
async fn tables(connection: &mut SqliteConnection) -> Result<Vec<Table>, JournalError> {
    let columns: Vec<(String, String)> = sqlx::query_as(
        "SELECT made.name, part.name FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS part WHERE made.type = 'table' ORDER BY made.name = 'campaigns', made.name, part.cid",
    )
    .fetch_all(&mut *connection)
    .await?;
    Ok(columns
        .chunk_by(|one, next| one.0 == next.0)
        .filter_map(|of_one| {
            let has = |column: &str| of_one.iter().any(|(_, name)| name == column);
            let of_it = if has("guild") {
                "guild = ?1".to_owned()
            } else if has("campaign") {
                format!("campaign IN {THEIRS}")
            } else {
                return None;
            };
            let name = of_one.first()?.0.clone();
            let columns = of_one.iter().map(|(_, column)| format!("\"{column}\"")).collect::<Vec<_>>().join(", ");
            Some(Table { name, columns, of_it })
        })
        .collect())
}

#[cfg(test)]
mod tests;
