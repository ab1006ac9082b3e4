//! Backups from time to time: each a copy of the whole journal, checked by being opened; of those made before so many are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::journal::backup::{self, Held};
use crate::journal::backup_names::BackupNames;
use crate::journal::clock::Clock;
use crate::journal::error::JournalError;
use crate::metrics::Metrics;
use crate::settings::Backups;

/// How often it is looked whether one is due.
const ROUND: Duration = Duration::from_mins(10);

/// Makes backups of the journal at `database`, which are called by `names`, until the umpire stops.
pub async fn run(database: PathBuf, names: BackupNames, settings: Backups, clock: Clock, metrics: Arc<Metrics>) {
    let mut rounds = clock.rounds(ROUND);
    let mut last = None;
    if let Some(at) = newest(&names, &settings, clock.now()) {
        metrics.was_backed_up(at);
    }
    loop {
        let now = clock.now();
        // A clock that was ahead and has been set right makes them wait for nothing.
        if last.is_none_or(|last| last > now || now - last >= settings.every_hours * 3_600) && is_due(&names, &settings, now) {
            match make(&database, &names, &settings, now).await {
                Ok((file, held)) => {
                    last = Some(now);
                    metrics.backed_up(Some(now));
                    tracing::info!(file = %file.display(), games = held.games, rows = held.rows, bytes = held.bytes, "a backup was made");
                }
                // It is tried again in the next round.
                Err(error) => {
                    metrics.backed_up(None);
                    tracing::error!(%error, "no backup could be made");
                }
            }
        }
        rounds.next().await;
    }
}

/// Whether the newest backup is as old as they may be: by its name, so that a restart makes none too many.
fn is_due(names: &BackupNames, settings: &Backups, now: i64) -> bool {
    newest(names, settings, now).is_none_or(|newest| now - newest >= settings.every_hours * 3_600)
}

/// When the newest backup was made, in seconds since 1970. Those of a clock that was ahead of `now` say nothing of it.
fn newest(names: &BackupNames, settings: &Backups, now: i64) -> Option<i64> {
    made(names, &settings.folder, now).last().and_then(|path| made_at(names, path)).filter(|at| *at <= now)
}

/// When a backup was made, by its name.
fn made_at(names: &BackupNames, path: &Path) -> Option<i64> {
    names.made_at(path.file_name()?.to_str()?)
}

/// Makes a backup, and deletes the oldest of those made so that as many are left as are kept.
///
/// # Errors
///
/// If it cannot be made, or is not whole. Then none is deleted.
pub async fn make(database: &Path, names: &BackupNames, settings: &Backups, now: i64) -> Result<(PathBuf, Held), JournalError> {
    let file = settings.folder.join(names.at(now));
    let held = backup::copy(database, &file).await?;
    let made = made(names, &settings.folder, now);
    let old = made.iter().take(made.len().saturating_sub(settings.keep)).cloned();
    for old in old.chain(broken_off(names, settings, now)) {
        if let Err(error) = std::fs::remove_file(&old) {
            tracing::warn!(file = %old.display(), %error, "an old backup could not be deleted");
        }
    }
    Ok((file, held))
}

/// The files of a folder.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()))
}

/// The journal's backups in a folder, the oldest first; before all others those whose names say that they are of a time after `now`, when the
/// clock was wrong. What is not called as they are is somebody else's, or another journal's.
fn made(names: &BackupNames, folder: &Path, now: i64) -> Vec<PathBuf> {
    let mut made: Vec<(i64, PathBuf)> = files(folder).filter_map(|path| Some((made_at(names, &path)?, path))).collect();
    made.sort_by_key(|(at, _)| (*at <= now, *at));
    made.into_iter().map(|(_, path)| path).collect()
}

/// What was begun of backups that were broken off, long enough ago that nobody can be at work on it.
fn broken_off(names: &BackupNames, settings: &Backups, now: i64) -> impl Iterator<Item = PathBuf> {
    let long_ago = now - settings.every_hours * 3_600;
    files(&settings.folder).filter(move |path| {
        let begun =
            path.extension().is_some_and(|extension| extension == "part").then(|| made_at(names, &path.with_extension(""))).flatten();
        begun.is_some_and(|at| at <= long_ago)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::store::Journal;

    #[tokio::test]
    async fn as_many_backups_are_kept_as_are_wanted_and_nothing_else_in_the_folder_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("umpire.db");
        let journal = Journal::make(&database).await.unwrap();
        let names = BackupNames::of(&database, None);
        let settings = Backups { folder: folder.path().join("backups"), every_hours: 24, keep: 2 };
        assert!(is_due(&names, &settings, 0));
        std::fs::create_dir(&settings.folder).unwrap();
        for other in ["umpire-of-my-uncle.db", "umpire.db", "umpire-20260101-000000.txt"] {
            std::fs::write(settings.folder.join(other), "mine").unwrap();
        }
        let day = 86_400;
        for number in 0..4 {
            let now = 1_795_000_000 + number * day;
            assert!(is_due(&names, &settings, now));
            make(&database, &names, &settings, now).await.unwrap();
            assert!(!is_due(&names, &settings, now) && !is_due(&names, &settings, now + day - 1), "none too many after a restart");
        }
        let kept = made(&names, &settings.folder, 1_795_000_000 + 3 * day);
        assert_eq!(kept.len(), 2);
        assert!(kept[1].ends_with(names.at(1_795_000_000 + 3 * day)));
        assert_eq!(std::fs::read_dir(&settings.folder).unwrap().count(), 5);
        journal.close().await;
    }

    #[tokio::test]
    async fn journals_that_have_their_backups_in_one_folder_count_and_delete_their_own() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Backups { folder: folder.path().join("backups"), every_hours: 24, keep: 1 };
        let (day, now) = (86_400, 1_795_000_000);
        let of = |name: &str, shards: &str| {
            let database = folder.path().join(name);
            (BackupNames::of(&database, Some(shards.parse().unwrap())), database)
        };
        let all = [of("first.db", "0/2"), of("second.db", "1/2")];
        for (names, database) in &all {
            Journal::make(database).await.unwrap().close().await;
            assert!(is_due(names, &settings, now), "the other's is not this one's");
            make(database, names, &settings, now).await.unwrap();
        }
        let (names, database) = &all[0];
        make(database, names, &settings, now + day).await.unwrap();
        assert_eq!(all.clone().map(|(names, _)| newest(&names, &settings, now + day)), [Some(now + day), Some(now)]);
        assert_eq!(files(&settings.folder).count(), 2, "of each as many as are kept");
    }

    #[tokio::test]
    async fn a_backup_of_a_clock_that_was_ahead_holds_up_none_and_goes_first_and_one_that_was_broken_off_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("umpire.db");
        let journal = Journal::make(&database).await.unwrap();
        let names = BackupNames::of(&database, None);
        let settings = Backups { folder: folder.path().join("backups"), every_hours: 24, keep: 2 };
        let (day, now) = (86_400, 1_795_000_000);
        let (ahead, _) = make(&database, &names, &settings, now + 365 * day).await.unwrap();
        assert!(is_due(&names, &settings, now) && newest(&names, &settings, now).is_none(), "the clock was set right");
        let part = |at: i64| settings.folder.join(format!("{}.part", names.at(at)));
        for at in [now - 2 * day, now - 60] {
            std::fs::write(part(at), "begun").unwrap();
        }
        make(&database, &names, &settings, now).await.unwrap();
        assert!(!is_due(&names, &settings, now + day - 1) && newest(&names, &settings, now + 60) == Some(now));
        assert!(!part(now - 2 * day).exists() && part(now - 60).exists(), "somebody may be at work on the newer one");
        make(&database, &names, &settings, now + day).await.unwrap();
        assert!(!ahead.exists(), "it is no newer than those made since");
        assert_eq!(made(&names, &settings.folder, now + day).len(), 2);
        journal.close().await;
    }
}
