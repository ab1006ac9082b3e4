//! Files as they are on the disk: what is written is waited for, and what cannot be opened is told.

use std::fs::File;
use std::path::Path;

use crate::journal::error::JournalError;
use crate::journal::lock::beside;

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

/// Whether a database is shorter than it says itself, and its log has nothing of the rest. SQLite says so of some only when it reads what is not
/// there (<https://www.sqlite.org/fileformat2.html>, *The Database Header*).
pub(super) fn is_cut_off(path: &Path) -> bool {
    let header = || {
        let mut header = [0; 32];
        std::io::Read::read_exact(&mut std::fs::File::open(path).ok()?, &mut header).ok()?;
        Some(header)
    };
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |file| file.len());
    let Some(header) = header() else { return false };
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        size => u64::from(size),
    };
    let pages = u64::from(u32::from_be_bytes([header[28], header[29], header[30], header[31]]));
    size(&beside(path, "-wal")) == 0 && size(path) < page * pages
}
