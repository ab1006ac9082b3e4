//! Files as they are on the disk: what is written is waited for, and what cannot be opened is told.

use std::fs::File;
use std::path::Path;

use crate::journal::error::JournalError;
use crate::journal::lock::beside;

/// What is told of a file that cannot be opened or written.
pub(super) fn cannot_open(path: &Path, error: &std::io::Error) -> JournalError {
    JournalError::CannotOpen { path: path.to_owned(), reason: error.to_string() }
}

/// Makes an empty file that nobody but its owner may read: a journal has the seeds of running games in it. Elsewhere than on Unix it is made as
/// files are there. One that is there stays as it is.
pub(super) fn make_private(file: &Path) -> Result<(), JournalError> {
    let mut options = File::options();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop).map_err(|error| cannot_open(file, &error))
}

/// Whether a database was last opened with a log beside it, as journals are (<https://www.sqlite.org/fileformat2.html>, *File format version
/// numbers*).
pub(super) fn is_opened_with_a_log(file: &Path) -> bool {
    let mut header = [0; 20];
    let read = File::open(file).and_then(|mut file| std::io::Read::read_exact(&mut file, &mut header));
    read.is_ok() && header[18..] == [2, 2]
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
