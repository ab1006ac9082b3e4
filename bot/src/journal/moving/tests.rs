//! Moves between two journals: whole or not at all, whatever happens in their midst.

use std::path::PathBuf;

use super::*;
use crate::journal::filled::{Rows, by_hand, filled, number, rows_of};

/// The servers of these tests: two in the first journal, one in the second.
const MOVED: i64 = 1 << 22;
const STAYS: i64 = 2 << 22;
const OTHER: i64 = 3 << 22;

/// Two journals in a folder of their own.
struct Pair {
    _folder: tempfile::TempDir,
    from: PathBuf,
    to: PathBuf,
}

/// All that two journals have of the server that is moved, here and there.
async fn theirs(pair: &Pair) -> (Rows, Rows) {
    (rows_of(&pair.from, MOVED).await, rows_of(&pair.to, MOVED).await)
}

fn is_empty(rows: &Rows) -> bool {
    rows.values().all(Vec::is_empty)
}

/// A draw that is no chance: the lowest lot.
const fn lowest(_below: i64) -> i64 {
    0
}

async fn pair() -> Pair {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("from.db"), folder.path().join("to.db"));
    filled(&from, &[MOVED, STAYS], 0).await;
    filled(&to, &[OTHER], 1_000).await;
    Pair { _folder: folder, from, to }
}

async fn moved(pair: &Pair, guild: i64) -> Result<Moved, JournalError> {
    let mut moving = Moving::between(&pair.from, &pair.to).await?;
    let moved = moving.server(from_column(guild), lowest).await;
    moving.end().await?;
    moved
}

#[tokio::test]
async fn everything_of_a_server_is_in_the_other_journal_after_a_move_row_for_row_and_nothing_else_is_touched() {
    let pair = pair().await;
    let (before, nothing) = theirs(&pair).await;
    assert!(is_empty(&nothing));
    for (table, rows) in &before {
        assert!(!rows.is_empty(), "`filled` has no row in {table}: whether it is moved is not tried");
    }
    let (stays, other) = (rows_of(&pair.from, STAYS).await, rows_of(&pair.to, OTHER).await);
    assert_eq!(moved(&pair, MOVED).await.unwrap(), Moved::Now { games: 2, rows: 4 });
    let (left, after) = theirs(&pair).await;
    assert!(is_empty(&left), "{left:?}");
    assert_eq!(after, before);
    assert_eq!((rows_of(&pair.from, STAYS).await, rows_of(&pair.to, OTHER).await), (stays, other));
    // The pack of one of its games alone has gone with it; that of others' too is in both.
    let packs = async |path: &Path| number(path, "SELECT SUM(CAST(fingerprint AS INTEGER)) FROM packs").await;
    assert_eq!((packs(&pair.from).await, packs(&pair.to).await), (STAYS, MOVED + OTHER));
    // Done again, it says so; and what is nowhere is told apart.
    assert_eq!(moved(&pair, MOVED).await.unwrap(), Moved::Before { games: 2 });
    assert_eq!(moved(&pair, 9 << 22).await.unwrap(), Moved::Nowhere);
    assert_eq!(theirs(&pair).await, (left, before));
}

#[tokio::test]
async fn a_move_that_fails_at_any_table_of_either_journal_changes_neither_and_is_done_when_it_is_tried_again() {
    let pair = pair().await;
    let (before, nothing) = theirs(&pair).await;
    let commits = async |path: &Path| number(path, "SELECT count FROM commits").await;
    let there = before.keys().map(|table| (&pair.to, "INSERT", table.as_str())).chain([(&pair.to, "UPDATE", "looked_through")]);
    let here = before.keys().map(|table| (&pair.from, "DELETE", table.as_str()));
    for (file, does, table) in there.chain(here) {
        by_hand(file, &format!("CREATE TRIGGER fails BEFORE {does} ON {table} BEGIN SELECT RAISE(ABORT, 'no further'); END")).await;
        let failed = moved(&pair, MOVED).await.unwrap_err().to_string();
        assert!(failed.contains("no further"), "{does} {table}: {failed}");
        by_hand(file, "DROP TRIGGER fails").await;
        assert_eq!(theirs(&pair).await, (before.clone(), nothing.clone()), "{does} {table}");
    }
    let counted = (commits(&pair.from).await, commits(&pair.to).await);
    assert_eq!(moved(&pair, MOVED).await.unwrap(), Moved::Now { games: 2, rows: 4 });
    assert_eq!(theirs(&pair).await, (nothing, before));
    assert!(commits(&pair.from).await > counted.0 && commits(&pair.to).await > counted.1);
}

#[tokio::test]
async fn a_server_whose_numbers_or_channels_are_taken_in_the_other_journal_is_not_moved_and_one_sentence_says_why() {
    let pair = pair().await;
    let before = theirs(&pair).await;
    for (clash, undone, says) in [
        ("UPDATE campaigns SET id = 2 WHERE id = 1002", "UPDATE campaigns SET id = 1002 WHERE id = 2", "has games with numbers"),
        ("UPDATE outbox SET id = 3 WHERE id = 1003", "UPDATE outbox SET id = 1003 WHERE id = 3", "has despatches with numbers"),
        ("UPDATE proposals SET id = 1 WHERE id = 1001", "UPDATE proposals SET id = 1001 WHERE id = 1", "has proposals with numbers"),
        (
            "UPDATE campaigns SET channel = channel - 8388608 WHERE id = 1001",
            "UPDATE campaigns SET channel = channel + 8388608 WHERE id = 1001",
            "in 1 channels of that server",
        ),
    ] {
        by_hand(&pair.to, &format!("PRAGMA foreign_keys = OFF; {clash}")).await;
        let refused = moved(&pair, MOVED).await.unwrap_err().to_string();
        assert!(refused.starts_with("nothing was moved: ") && refused.contains(says), "{refused}");
        by_hand(&pair.to, &format!("PRAGMA foreign_keys = OFF; {undone}")).await;
        assert_eq!(theirs(&pair).await, before);
    }
}

#[tokio::test]
async fn journals_that_a_game_moves_between_never_give_the_same_numbers_afterwards() {
    let pair = pair().await;
    let next = async |path: &Path, channel: i64| {
        let begun = format!(
            "INSERT INTO campaigns (guild, channel, pack, seed, started_at) SELECT 5, {channel}, fingerprint, zeroblob(32), 0 FROM packs LIMIT 1"
        );
        by_hand(path, &begun).await;
        number(path, "SELECT MAX(id) FROM campaigns WHERE guild = 5").await
    };
    moved(&pair, MOVED).await.unwrap();
    // What it took in lies below its own numbers, so it goes on with them; and the first goes on with its own.
    assert_eq!((next(&pair.from, 71).await, next(&pair.to, 71).await), (5, 1_003));
    // Taken back with numbers above its own, the first goes on far above both.
    let back = Pair { _folder: tempfile::tempdir().unwrap(), from: pair.to.clone(), to: pair.from.clone() };
    moved(&back, OTHER).await.unwrap();
    assert_eq!((next(&pair.from, 72).await, next(&pair.to, 72).await), (1_001_003, 1_004));
    // New journals begin each in a range of its own.
    let folder = tempfile::tempdir().unwrap();
    let mut begun = Vec::new();
    for lot in [0, 7] {
        let path = folder.path().join(format!("{lot}.db"));
        let made = Journal::make(&path).await.unwrap().numbered_apart(|_| lot).await.unwrap();
        made.close().await;
        by_hand(&path, "INSERT INTO packs VALUES (printf('%064d', 1), '{}')").await;
        begun.push(next(&path, 1).await);
    }
    assert_eq!(begun, [1_000_001, 8_000_001]);
}

#[tokio::test]
async fn nothing_is_moved_while_an_umpire_runs_on_either_journal_or_from_a_journal_to_itself() {
    let pair = pair().await;
    let refusal = async |from: &Path, to: &Path| match Moving::between(from, to).await {
        Ok(_) => panic!("it was opened"),
        Err(error) => error.to_string(),
    };
    for runs_on in [&pair.from, &pair.to] {
        let running = Journal::open(runs_on).await.unwrap();
        assert!(refusal(&pair.from, &pair.to).await.contains("another umpire is running"));
        running.close().await;
    }
    assert!(refusal(&pair.from, &pair.from).await.contains("is the journal itself"));
    assert!(refusal(&pair.from, &pair.from.with_extension("none")).await.contains("there is no journal at"));
    // What was refused holds nothing back.
    assert_eq!(moved(&pair, MOVED).await.unwrap(), Moved::Now { games: 2, rows: 4 });
}
