//! Backups: a copy of the whole journal made while the umpire runs, checked by being opened; and a journal put back from one.
//!
//! A journal that is put back is an earlier one, and what came after it has been seen: its dice, the numbers of its games, its despatches and
//! its rows. So each game that is not over takes a jump in its stream of dice, of a length drawn by lot, which stands in its journal; numbers go on
//! from far above any that may have been given out, so that no button of what was lost means anything else now; and what waited to be posted is
//! looked for in its channel first.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{Connection as _, SqliteConnection};

use crate::journal::broken_off;
use crate::journal::columns::{from_column, to_column, unreadable};
use crate::journal::error::JournalError;
use crate::journal::files::{cannot_open, is_cut_off, make_private, settle, settle_folder};
use crate::journal::lock::{beside, lock, noted_beside};
use crate::journal::look::{connected, holds_a_journal, looked_at};
use crate::journal::numbers;
use crate::journal::versions::MIGRATIONS;
use crate::model::despatch::Despatch;
use crate::model::ids::{ChannelId, GuildId, UserId};
use crate::model::lifecycle::Filing;

/// The shortest jump in a stream of dice: more than are thrown in any game between a backup and the day it is put back.
const SHORTEST_JUMP: i64 = 1 << 20;
/// How many lengths of a jump there are: two journals put back from one backup do not throw the same dice.
const JUMPS: i64 = 1 << 20;
/// By how much the numbers of games, despatches and proposals go on above those in the backup.
const NUMBERS_LEFT_OUT: i64 = 1_000_000;
/// How many times as many at most, by lot: what another journal put back from the same backup has posted has other numbers.
const MORE_NUMBERS: i64 = 1_000;
/// By how much at least the numbers of a game's rows go on above that of its last in the backup: more than are written in any game between a
/// backup and the day it is put back. A field terrain goes by the number of its row too, and is another one.
const ROWS_LEFT_OUT: i64 = 10_000;
/// By how many more at most, by lot: two journals put back from one backup do not go on with the same numbers. A file with numbers above a million
/// is not taken up, see [`crate::files::import`].
const MORE_ROWS: i64 = 10_000;
/// Below this the numbers of rows stay: as many find room in the number of the interaction that stands for the jump.
const ROWS: i64 = 1 << 24;

/// What is in a journal's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Its bytes.
    pub bytes: u64,
    /// Its games, those that are over too.
    pub games: i64,
    /// The rows of all of them.
    pub rows: i64,
    /// Transactions that have been committed to it.
    commits: i64,
}

/// What came of putting a backup in a journal's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PutBack {
    /// What is in it.
    pub held: Held,
    /// How many games go on, each with a jump in its dice, and are told so. One that is deleted takes the jump too, for when it is brought back.
    pub going_on: usize,
    /// Where the journal is now that was there before, if one was.
    pub before: Option<PathBuf>,
}

/// Copies the journal at `database` to the file `to`, as it stands at one moment, and opens the copy to see that it is whole. The umpire may
/// run meanwhile.
///
/// # Errors
///
/// [`JournalError::InTheWay`] if there is a file of that name; others if there is no journal, if it lacks what had been committed, or the copy
/// cannot be made or is not whole. What was begun of it is taken away.
pub async fn copy(database: &Path, to: &Path) -> Result<Held, JournalError> {
    if to.exists() {
        return Err(JournalError::InTheWay(to.to_owned()));
    }
    if !database.is_file() {
        return Err(JournalError::Missing(database.to_owned()));
    }
    if let Some(folder) = to.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| cannot_open(folder, &error))?;
    }
    let part = beside(to, ".part");
    let copied = copy_by_way_of(database, &part, to).await;
    if copied.is_err() {
        let _ = std::fs::remove_file(&part);
    }
    copied
}

async fn copy_by_way_of(database: &Path, part: &Path, to: &Path) -> Result<Held, JournalError> {
    broken_off::can_be_opened(database)?;
    // What an earlier one left behind that was broken off.
    let _ = std::fs::remove_file(part);
    // SQLite takes an empty file for the copy, and leaves it to those who may read it.
    make_private(part)?;
    let noted = noted_beside(database);
    let mut journal = connected(database, SqliteConnectOptions::new()).await?;
    let is_one = holds_a_journal(database, &mut journal).await;
    // SQLite reads all of it at one moment, whoever writes meanwhile, and waits for nobody.
    let copied = sqlx::query("VACUUM INTO ?").bind(part.display().to_string()).execute(&mut journal).await;
    let closed = journal.close().await;
    is_one?;
    copied.map_err(|error| match JournalError::of_the_file(database, &error) {
        Some(JournalError::CannotOpen { reason, .. }) => JournalError::CannotOpen { path: part.to_owned(), reason },
        Some(of_the_journal) => of_the_journal,
        None => error.into(),
    })?;
    closed?;
    let held = is_whole(part).await?;
    is_all_of_it(database, held, noted)?;
    settle(part)?;
    std::fs::rename(part, to).map_err(|error| cannot_open(to, &error))?;
    settle_folder(to)?;
    Ok(held)
}

/// Refuses what was read of a journal if it lacks what had been committed, as was `noted` before.
fn is_all_of_it(database: &Path, held: Held, noted: i64) -> Result<(), JournalError> {
    let missing = noted - held.commits;
    if missing > 0 { Err(JournalError::Older { path: database.to_owned(), missing }) } else { Ok(()) }
}

/// Looks at a journal as [`is_whole`] does, and whether it has all that was committed to it, as is noted beside it.
///
/// # Errors
///
/// As [`is_whole`], or [`JournalError::Older`].
pub async fn is_complete(database: &Path) -> Result<Held, JournalError> {
    let noted = noted_beside(database);
    let held = is_whole(database).await?;
    is_all_of_it(database, held, noted)?;
    Ok(held)
}

/// Opens a file to see that it is a journal and whole, and changes nothing in it.
///
/// # Errors
///
/// [`JournalError::NoJournal`], [`JournalError::Damaged`], [`JournalError::Newer`], or if it cannot be read.
pub async fn is_whole(file: &Path) -> Result<Held, JournalError> {
    if !file.is_file() {
        return Err(JournalError::Missing(file.to_owned()));
    }
    let mut journal = looked_at(file).await?;
    let held = held(file, &mut journal).await;
    journal.close().await?;
    held
}

/// The servers of which a journal has games, [`GuildId::DIRECT`] for direct messages. Nothing is changed in it, and the umpire may run on it.
///
/// # Errors
///
/// If it cannot be read.
pub async fn servers(file: &Path) -> Result<Vec<GuildId>, JournalError> {
    let mut journal = looked_at(file).await?;
    let guilds = sqlx::query_scalar::<_, i64>("SELECT DISTINCT guild FROM campaigns ORDER BY guild").fetch_all(&mut journal).await;
    journal.close().await?;
    Ok(guilds?.into_iter().map(from_column).collect())
}

/// The channels in which games go on, by their servers, without direct messages. Nothing is changed in the journal, and the umpire
/// may run on it.
///
/// # Errors
///
/// If it cannot be read, or is of a version before games were put away.
pub async fn played_in(file: &Path) -> Result<BTreeMap<GuildId, Vec<ChannelId>>, JournalError> {
    let mut journal = looked_at(file).await?;
    let rows = sqlx::query_as::<_, (i64, i64)>(
        "SELECT DISTINCT guild, channel FROM campaigns WHERE closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL AND guild <> ? ORDER BY guild, channel",
    )
    .bind(to_column(GuildId::DIRECT))
    .fetch_all(&mut journal)
    .await;
    journal.close().await?;
    let mut channels: BTreeMap<GuildId, Vec<ChannelId>> = BTreeMap::new();
    for (guild, channel) in rows? {
        channels.entry(from_column(guild)).or_default().push(from_column(channel));
    }
    Ok(channels)
}

async fn held(file: &Path, journal: &mut SqliteConnection) -> Result<Held, JournalError> {
    let of_the_file = |error: sqlx::Error| JournalError::of_the_file(file, &error).unwrap_or_else(|| error.into());
    holds_a_journal(file, journal).await?;
    if is_cut_off(file) {
        return Err(JournalError::Damaged { path: file.to_owned(), reason: "its end is missing".to_owned() });
    }
    let faults: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(3)").fetch_all(&mut *journal).await.map_err(of_the_file)?;
    if faults != ["ok"] {
        let reason = faults.iter().flat_map(|fault| fault.lines()).collect::<Vec<_>>().join("; ");
        return Err(JournalError::Damaged { path: file.to_owned(), reason });
    }
    let games = sqlx::query_scalar("SELECT COUNT(*) FROM campaigns").fetch_one(&mut *journal).await?;
    let rows = sqlx::query_scalar("SELECT COUNT(*) FROM journal").fetch_one(&mut *journal).await?;
    // Journals of the first versions did not count them.
    let commits = sqlx::query_scalar("SELECT count FROM commits").fetch_one(&mut *journal).await.unwrap_or_default();
    Ok(Held { bytes: std::fs::metadata(file).map_err(|error| cannot_open(file, &error))?.len(), games, rows, commits })
}

/// Puts the backup in the place of the journal at `database`, on which no umpire may run; the one that is there is kept beside it under another
/// name. `jump` draws a number below the one it is given; `tell` says what the channel of a game that goes on is told.
///
/// # Errors
///
/// [`JournalError::AlreadyOpen`] if an umpire runs on it; others if the backup is not whole, or a file cannot be written. Until all of it is
/// ready nothing is changed where the journal is.
pub async fn restore(
    backup: &Path,
    database: &Path,
    now: i64,
    mut jump: impl FnMut(i64) -> i64,
    tell: impl Fn() -> Despatch,
) -> Result<PutBack, JournalError> {
    is_whole(backup).await.map_err(of_a_backup)?;
    let lock = lock(database)?;
    let ready = beside(&lock.path, ".restoring");
    clear_away(&ready);
    let made_ready = make_ready(backup, &ready, now, &mut jump, tell).await;
    if made_ready.is_err() {
        clear_away(&ready);
    }
    let (held, going_on) = made_ready?;
    let before = beside(&lock.path, &format!(".before-{now}"));
    let was_there = std::fs::metadata(&lock.path).is_ok_and(|file| file.len() > 0);
    for suffix in ["", "-wal", "-shm", "-journal"] {
        let file = beside(&lock.path, suffix);
        if file.exists() {
            let put_away = if was_there { std::fs::rename(&file, beside(&before, suffix)) } else { std::fs::remove_file(&file) };
            put_away.map_err(|error| cannot_open(&file, &error))?;
        }
    }
    std::fs::rename(&ready, &lock.path).map_err(|error| cannot_open(&lock.path, &error))?;
    settle_folder(&lock.path)?;
    // What had been committed to the journal of before is no matter of this one.
    lock.forget();
    lock.release();
    Ok(PutBack { held, going_on, before: was_there.then_some(before) })
}

/// What is said of a backup that cannot be put back: that of a journal would send whoever reads it to a backup.
fn of_a_backup(error: JournalError) -> JournalError {
    match error {
        JournalError::Missing(path) => JournalError::NoBackup(path),
        JournalError::Damaged { path, reason } => JournalError::BackupUnfit { path, reason },
        JournalError::NoJournal(path) => JournalError::BackupUnfit { path, reason: "it holds no journal".to_owned() },
        JournalError::Newer(path) => JournalError::BackupUnfit { path, reason: "it was written by a newer umpire than this".to_owned() },
        other => other,
    }
}

/// Takes away what was begun of a journal that is put back.
fn clear_away(ready: &Path) {
    for file in [ready.to_owned(), beside(ready, "-wal"), beside(ready, "-shm"), beside(ready, "-journal")] {
        let _ = std::fs::remove_file(file);
    }
}

/// Copies a backup and makes of the copy a journal that goes on; what is in it, and how many of its games go on.
async fn make_ready(
    backup: &Path,
    ready: &Path,
    now: i64,
    jump: &mut impl FnMut(i64) -> i64,
    tell: impl Fn() -> Despatch,
) -> Result<(Held, usize), JournalError> {
    // A copy that all may read makes no journal that all may read.
    make_private(ready)?;
    let copied = File::open(backup).and_then(|mut from| io::copy(&mut from, &mut File::options().write(true).open(ready)?));
    copied.map_err(|error| cannot_open(ready, &error))?;
    let mut journal = connected(ready, SqliteConnectOptions::new().journal_mode(SqliteJournalMode::Delete).foreign_keys(true)).await?;
    let going_on = carried_on(&mut journal, now, jump, tell).await;
    journal.close().await?;
    let going_on = going_on?;
    let held = is_whole(ready).await?;
    settle(ready)?;
    Ok((held, going_on))
}

/// Makes of a journal as it once was one that goes on: its numbers and dice go on from where nobody has seen any.
async fn carried_on(
    journal: &mut SqliteConnection,
    now: i64,
    jump: &mut impl FnMut(i64) -> i64,
    tell: impl Fn() -> Despatch,
) -> Result<usize, JournalError> {
    MIGRATIONS.run(&mut *journal).await?;
    let mut transaction = journal.begin().await?;
    numbers::leave_out(&mut transaction, NUMBERS_LEFT_OUT * (1 + jump(MORE_NUMBERS))).await?;
    // It may have been posted after the backup was made: it is looked for from when it was written.
    sqlx::query(
        "UPDATE outbox SET attempted_at = COALESCE((SELECT written_at FROM journal WHERE journal.campaign = outbox.campaign AND journal.revision = outbox.revision), (SELECT started_at FROM campaigns WHERE campaigns.id = outbox.campaign)) WHERE message IS NULL AND failed IS NULL AND attempted_at IS NULL",
    )
    .execute(&mut *transaction)
    .await?;
    // What is over throws no die any more, and is never taken up again. What is deleted can be brought back, and goes on then; not what is in part.
    let games: Vec<(i64, i64, i64, bool)> =
        sqlx::query_as("SELECT id, channel, revision, gone_at IS NOT NULL FROM campaigns WHERE closed_at IS NULL AND (gone_at IS NULL OR revision > 0) ORDER BY id")
            .fetch_all(&mut *transaction)
            .await?;
    let entry = serde_json::to_string(&Filing::FromBackup).map_err(unreadable("filing"))?;
    for (game, channel, revision, is_deleted) in &games {
        let far = revision + ROWS_LEFT_OUT + jump(MORE_ROWS);
        let next = if far < ROWS { far } else { revision + 1 };
        // No interaction of Discord's brought it about: its number is of our own, and none of Discord's is negative.
        let interaction = -((game << 24) | next);
        sqlx::query("INSERT INTO interactions (id, campaign, acted_at) VALUES (?, ?, ?)")
            .bind(interaction)
            .bind(game)
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        let length = SHORTEST_JUMP + jump(JUMPS);
        sqlx::query(
            "INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at, edition) SELECT ?1, ?2, 'filed', ?3, ?7, seat, ?4, '[]', position_after, position_after + ?5, ?6, edition FROM journal WHERE campaign = ?1 ORDER BY revision DESC LIMIT 1",
        )
        .bind(game)
        .bind(next)
        .bind(interaction)
        .bind(&entry)
        .bind(length)
        .bind(now)
        .bind(to_column(UserId::UMPIRE))
        .execute(&mut *transaction)
        .await?;
        sqlx::query("UPDATE campaigns SET revision = ? WHERE id = ?").bind(next).bind(game).execute(&mut *transaction).await?;
        if *is_deleted {
            continue;
        }
        let despatch = serde_json::to_string(&tell()).map_err(unreadable("despatch"))?;
        sqlx::query("INSERT INTO outbox (campaign, revision, channel, despatch) VALUES (?, ?, ?, ?)")
            .bind(game)
            .bind(next)
            .bind(channel)
            .bind(despatch)
            .execute(&mut *transaction)
            .await?;
    }
    sqlx::query("UPDATE commits SET count = count + 1").execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(games.iter().filter(|(.., is_deleted)| !is_deleted).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::filled::{by_hand, filled, number};
    use crate::journal::store::Journal;
    use crate::model::ids::CampaignId;

    /// Makes a backup of the journal at `path`, and puts it back with the shortest jumps.
    async fn put_back(path: &Path) -> PutBack {
        let backup = path.with_extension("backup");
        copy(path, &backup).await.unwrap();
        restore(&backup, path, 1_000, |_| 0, || Despatch::saying("It was put back.")).await.unwrap()
    }

    #[tokio::test]
    async fn a_journal_that_had_given_no_number_when_its_backup_was_made_gives_none_again_that_was_given_since() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        Journal::make(&path).await.unwrap().close().await;
        put_back(&path).await;
        for table in ["campaigns", "outbox", "proposals"] {
            let given = format!("SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = '{table}'");
            assert_eq!(number(&path, &given).await, NUMBERS_LEFT_OUT, "{table}");
        }
        // Put back once more it goes on from there, and each has one last number.
        put_back_again(&path).await;
        assert_eq!(number(&path, "SELECT MIN(seq) FROM sqlite_sequence").await, 2 * NUMBERS_LEFT_OUT);
        assert_eq!(number(&path, "SELECT COUNT(*) FROM sqlite_sequence").await, 3);
    }

    async fn put_back_again(path: &Path) -> PutBack {
        std::fs::remove_file(path.with_extension("backup")).unwrap();
        put_back(path).await
    }

    #[tokio::test]
    async fn every_game_that_is_not_over_takes_the_jump_and_those_that_are_not_deleted_are_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[7, 8], 0).await;
        // 1 and 3 are played, 2 is deleted, 4 is over and deleted.
        by_hand(&path, "UPDATE campaigns SET closed_at = NULL, trial = NULL WHERE id = 2").await;
        assert_eq!(put_back(&path).await.going_on, 2);
        for (game, before, jump, despatches) in [(1, 3, SHORTEST_JUMP, 3), (2, 1, SHORTEST_JUMP, 1), (3, 3, SHORTEST_JUMP, 3), (4, 1, 1, 1)]
        {
            let last =
                format!("SELECT position_after - position_before FROM journal WHERE campaign = {game} ORDER BY revision DESC LIMIT 1");
            assert_eq!(number(&path, &last).await, jump, "{game}");
            let told = format!("SELECT COUNT(*) FROM outbox WHERE campaign = {game}");
            assert_eq!(number(&path, &told).await, despatches, "{game}");
            // Its rows go on from a number that none of what was lost had.
            let revision = if game == 4 { before } else { before + ROWS_LEFT_OUT };
            for query in ["SELECT revision FROM campaigns WHERE id =", "SELECT MAX(revision) FROM journal WHERE campaign ="] {
                assert_eq!(number(&path, &format!("{query} {game}")).await, revision, "{game}");
            }
        }
    }

    #[tokio::test]
    async fn numbers_of_rows_that_leave_no_room_for_more_go_on_one_after_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[7], 0).await;
        let last = ROWS - ROWS_LEFT_OUT;
        by_hand(
            &path,
            &format!("UPDATE journal SET revision = {last} WHERE campaign = 1 AND revision = 3; UPDATE campaigns SET revision = {last} WHERE id = 1"),
        )
        .await;
        put_back(&path).await;
        assert_eq!(number(&path, "SELECT revision FROM campaigns WHERE id = 1").await, last + 1);
    }

    #[tokio::test]
    async fn the_stream_of_dice_is_followed_over_the_numbers_that_were_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[7], 0).await;
        put_back(&path).await;
        let gap = async || {
            let journal = Journal::open(&path).await.unwrap();
            let (gap, _) = journal.gap_in_the_stream(CampaignId(1)).await.unwrap();
            journal.close().await;
            gap.map(i64::from)
        };
        assert_eq!(gap().await, None);
        by_hand(&path, "UPDATE journal SET position_before = position_before + 1 WHERE campaign = 1 AND kind = 'filed'").await;
        assert_eq!(gap().await, Some(3 + ROWS_LEFT_OUT));
    }
}
