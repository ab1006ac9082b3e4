//! The lock that keeps a second umpire off the same journal, by whatever name it is called.

use crate::journal::error::JournalError;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// What keeps another umpire off a journal for as long as it is held. The system frees it however the process ends.
///
/// Its file beside the database says how many transactions have been committed: a database that holds fewer has lost some.
pub(super) struct Lock {
    /// The journal's own path, at the end of all links.
    pub(super) path: PathBuf,
    beside: Mutex<File>,
    /// The database itself, which may have several names.
    itself: Option<File>,
}

impl Lock {
    /// Lets another umpire have the journal.
    pub(super) fn release(&self) {
        let beside = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        for file in std::iter::once(&*beside).chain(&self.itself) {
            if let Err(error) = file.unlock() {
                tracing::warn!(%error, "the journal's lock could not be let go");
            }
        }
    }

    /// Waits until what has been written into the database's own file is on the disk; elsewhere than on Unix, where it is not open here, that is
    /// left to SQLite. It must not be opened for this: SQLite's own locks would be gone once it is closed.
    pub(super) fn sync(&self) {
        if let Some(itself) = &self.itself
            && let Err(error) = itself.sync_data()
        {
            // SQLite itself waits for the disk before it relies on it, and says so if it fails.
            tracing::debug!(%error, "the journal's file could not be synced beside");
        }
    }

    /// Forgets what was noted: the journal is a new one.
    pub(super) fn forget(&self) {
        if let Err(error) = self.beside.lock().unwrap_or_else(PoisonError::into_inner).set_len(0) {
            tracing::warn!(%error, "what was noted beside an earlier journal could not be deleted");
        }
    }

    /// How many transactions have been committed, as it was noted; 0 if it was not.
    pub(super) fn noted(&self) -> i64 {
        noted(&mut self.beside.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Notes how many transactions have been committed. The note is not waited for until it is on the disk: one that is lost says too little,
    /// and never too much.
    pub(super) fn note(&self, commits: i64) {
        let mut file = self.beside.lock().unwrap_or_else(PoisonError::into_inner);
        // Two that were committed one after the other may come here the other way round.
        if noted(&mut file) < commits
            && let Err(error) = file.seek(SeekFrom::Start(0)).and_then(|_| file.write_all(format!("{commits:020}\n").as_bytes()))
        {
            tracing::warn!(%error, "what has been committed could not be noted beside the journal");
        }
    }
}

fn noted(file: &mut File) -> i64 {
    let mut text = String::new();
    match file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_string(&mut text)) {
        Ok(_) => text.trim().parse().unwrap_or_default(),
        Err(_) => 0,
    }
}

/// Locks a file beside the database, and the database itself.
pub(super) fn lock(path: &Path) -> Result<Lock, JournalError> {
    let real = real(path);
    let beside = Mutex::new(locked(path, &beside(&real, ".lock"))?);
    // Elsewhere than on Unix a lock on the file itself would keep the database out of it too.
    let itself = if cfg!(unix) { Some(locked(path, &real)?) } else { None };
    Ok(Lock { path: real, beside, itself })
}

/// Whether nobody holds the lock on the database at `path`. Nothing is made that is not there.
pub(super) fn free(path: &Path) -> Result<(), JournalError> {
    let real = real(path);
    let itself = cfg!(unix).then(|| real.clone());
    for file in std::iter::once(beside(&real, ".lock")).chain(itself).filter(|file| file.exists()) {
        let held = locked(path, &file)?;
        if let Err(error) = held.unlock() {
            tracing::warn!(%error, "the journal's lock could not be let go");
        }
    }
    Ok(())
}

/// How many transactions have been committed to the database at `path`, as is noted beside it; 0 if it was not. Nothing is locked or made.
pub(super) fn noted_beside(path: &Path) -> i64 {
    std::fs::read_to_string(beside(&real(path), ".lock")).ok().and_then(|text| text.trim().parse().ok()).unwrap_or_default()
}

/// A file beside a database: its name with something after it.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(suffix);
    PathBuf::from(beside)
}

/// What a path comes to at the end of all links; the path itself, if nothing is there.
pub(super) fn real(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // A link may lead to a file that is still to be made.
    for _ in 0..40 {
        match std::fs::read_link(&path) {
            Ok(target) => path = path.parent().map_or_else(|| target.clone(), |folder| folder.join(&target)),
            Err(_) => break,
        }
    }
    std::fs::canonicalize(&path).unwrap_or(path)
}

fn locked(path: &Path, file: &Path) -> Result<File, JournalError> {
    let cannot_open = |reason: String| JournalError::CannotOpen { path: file.to_owned(), reason };
    let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(file);
    let opened = open.map_err(|error| {
        let whose = if error.kind() == ErrorKind::PermissionDenied { "; it must belong to the user whom the umpire runs as" } else { "" };
        cannot_open(format!("{error}{whose}"))
    })?;
    match opened.try_lock() {
        Ok(()) => Ok(opened),
        Err(std::fs::TryLockError::WouldBlock) => Err(JournalError::AlreadyOpen(path.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(cannot_open(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_second_umpire_is_kept_off_by_whatever_name_it_calls_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let (file, elsewhere) = (folder.path().join("umpire.db"), tempfile::tempdir_in(folder.path()).unwrap());
        std::fs::write(&file, "").unwrap();
        let (symlink, hard_link) = (elsewhere.path().join("linked.db"), elsewhere.path().join("other.db"));
        std::os::unix::fs::symlink(&file, &symlink).unwrap();
        std::fs::hard_link(&file, &hard_link).unwrap();
        let roundabout = folder.path().join(".").join("umpire.db");
        let held = lock(&file).unwrap();
        for name in [&file, &symlink, &hard_link, &roundabout] {
            assert!(matches!(lock(name), Err(JournalError::AlreadyOpen(path)) if path == *name), "{}", name.display());
        }
        held.release();
        for name in [&file, &symlink, &hard_link, &roundabout] {
            lock(name).unwrap().release();
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_a_file_that_is_still_to_be_made_is_followed_too() {
        let folder = tempfile::tempdir().unwrap();
        let (file, symlink) = (folder.path().join("umpire.db"), folder.path().join("linked.db"));
        std::os::unix::fs::symlink("umpire.db", &symlink).unwrap();
        let _held = lock(&symlink).unwrap();
        assert!(matches!(lock(&file), Err(JournalError::AlreadyOpen(_))));
    }
}
