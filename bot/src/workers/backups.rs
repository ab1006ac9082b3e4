//! Backups from time to time: each a copy of the whole journal, checked by being opened; of those made before so many are kept.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::journal::backup::{self, Held};
use crate::journal::clock::Clock;
use crate::journal::error::JournalError;
use crate::metrics::Metrics;
use crate::settings::Backups;

/// How often it is looked whether one is due.
const ROUND: Duration = Duration::from_mins(10);

/// Makes backups of the journal at `database` until the umpire stops.
pub async fn run(database: PathBuf, settings: Backups, clock: Clock, metrics: Arc<Metrics>) {
    let mut rounds = clock.rounds(ROUND);
    let mut last = None;
    loop {
        let now = clock.now();
        if last.is_none_or(|last| now - last >= settings.every_hours * 3_600) && is_due(&settings, now) {
            match make(&database, &settings, now).await {
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
fn is_due(settings: &Backups, now: i64) -> bool {
    let oldest_that_will_do = backup::name_at(now - settings.every_hours * 3_600);
    made(&settings.folder).last().is_none_or(|newest| newest.file_name().is_none_or(|name| *name <= *oldest_that_will_do))
}

/// Makes a backup, and deletes the oldest of those made so that as many are left as are kept.
///
/// # Errors
///
/// If it cannot be made, or is not whole. Then none is deleted.
pub async fn make(database: &Path, settings: &Backups, now: i64) -> Result<(PathBuf, Held), JournalError> {
    let file = settings.folder.join(backup::name_at(now));
    let held = backup::copy(database, &file).await?;
    let made = made(&settings.folder);
    for old in made.iter().take(made.len().saturating_sub(settings.keep)) {
        if let Err(error) = std::fs::remove_file(old) {
            tracing::warn!(file = %old.display(), %error, "an old backup could not be deleted");
        }
    }
    Ok((file, held))
}

/// The backups in a folder, the oldest first. What is not called as they are is somebody else's.
fn made(folder: &Path) -> Vec<PathBuf> {
    let names = std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let is_one = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let between = name.strip_prefix("umpire-").and_then(|name| name.strip_suffix(".db")).unwrap_or_default();
        between.len() == 15 && between.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    };
    let mut made: Vec<PathBuf> = names.filter(is_one).collect();
    made.sort();
    made
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
        let settings = Backups { folder: folder.path().join("backups"), every_hours: 24, keep: 2 };
        assert!(is_due(&settings, 0));
        std::fs::create_dir(&settings.folder).unwrap();
        for other in ["umpire-of-my-uncle.db", "umpire.db", "umpire-20260101-000000.txt"] {
            std::fs::write(settings.folder.join(other), "mine").unwrap();
        }
        let day = 86_400;
        for number in 0..4 {
            let now = 1_795_000_000 + number * day;
            assert!(is_due(&settings, now));
            make(&database, &settings, now).await.unwrap();
            assert!(!is_due(&settings, now) && !is_due(&settings, now + day - 1), "none too many after a restart");
        }
        let kept = made(&settings.folder);
        assert_eq!(kept.len(), 2);
        assert!(kept[1].ends_with(backup::name_at(1_795_000_000 + 3 * day)));
        assert_eq!(std::fs::read_dir(&settings.folder).unwrap().count(), 5);
        journal.close().await;
    }
}
