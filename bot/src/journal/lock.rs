//! The lock that keeps a second umpire off the same journal.

use crate::journal::error::JournalError;
use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};

/// Locks a file beside the database for as long as the umpire runs. The system frees the lock however the process ends.
pub(super) fn lock(path: &Path) -> Result<File, JournalError> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder).map_err(|error| JournalError::CannotOpen { path: folder.to_owned(), reason: error.to_string() })?;
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let cannot_open = |reason: String| JournalError::CannotOpen { path: beside.clone(), reason };
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(&beside).map_err(|error| cannot_open(error.to_string()))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(JournalError::AlreadyOpen(path.to_owned())),
        Err(std::fs::TryLockError::Error(error)) => Err(cannot_open(error.to_string())),
    }
}
