//! Files as they are on the disk: what is written is waited for, and what cannot be opened is told.

use std::fs::File;
use std::path::Path;

use crate::journal::error::JournalError;

/// What is told of a file that cannot be opened or written.
pub(super) fn cannot_open(path: &Path, error: &std::io::Error) -> JournalError {
    JournalError::CannotOpen { path: path.to_owned(), reason: error.to_string() }
}

/// Waits until a file is on the disk.
pub(super) fn settle(file: &Path) -> Result<(), JournalError> {
    File::open(file).and_then(|file| file.sync_all()).map_err(|error| cannot_open(file, &error))
}

/// Waits until the name of a file is on the disk. Where folders cannot be opened they need not be.
pub(super) fn settle_folder(file: &Path) -> Result<(), JournalError> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if cfg!(unix) { settle(folder) } else { Ok(()) }
}
