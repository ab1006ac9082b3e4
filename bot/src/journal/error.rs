//! What can go wrong with the store.

use std::path::{Path, PathBuf};

/// What went wrong with the store.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another umpire has the file open.
    #[error("another umpire is running on {}: stop it first, or give this one a database of its own", .0.display())]
    AlreadyOpen(PathBuf),
    /// The file, or the lock beside it, cannot be opened.
    #[error("cannot open {}: {reason}", .path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
    /// There is no file.
    #[error("there is no journal at {path}: if there should be one, mount its volume or put a backup there; `umpire new` makes a new one", path = .0.display())]
    Missing(PathBuf),
    /// The file is empty.
    #[error("the journal at {path} is empty, so what was in it is lost: put a backup in its place; `umpire new` makes a new one there", path = .0.display())]
    Empty(PathBuf),
    /// The file is no database, or one of something else.
    #[error("the file {path} holds no journal: put a backup in its place, or take it away and make a new one with `umpire new`", path = .0.display())]
    NoJournal(PathBuf),
    /// A new journal was asked for where there is one.
    #[error("there is a journal at {path} already: start the umpire without `new`, or name another file in database.path", path = .0.display())]
    IsThere(PathBuf),
    /// A new journal was asked for where a part of another lies.
    #[error("{path} holds part of a journal whose file is gone: put that file back beside it, or take this one away too", path = .0.display())]
    LeftOver(PathBuf),
    /// A backup is to be written where a file is.
    #[error("there is a file at {path} already: name another for the backup, or take it away", path = .0.display())]
    InTheWay(PathBuf),
    /// A file is a journal, but not whole.
    #[error("the journal at {path} is damaged: put a backup in its place with `umpire restore` ({reason})", path = .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What SQLite finds wrong with it.
        reason: String,
    },
    /// A newer umpire has written the file.
    #[error("the journal at {path} was written by a newer umpire than this: start that one, or put a backup in its place that was made before it", path = .0.display())]
    Newer(PathBuf),
    /// There is no such backup.
    #[error("there is no backup at {path}: name the file that is to be put in the journal's place", path = .0.display())]
    NoBackup(PathBuf),
    /// What is to be put in the journal's place is no whole backup, or none that this umpire can read.
    #[error("the backup at {path} cannot be put back, and nothing is changed: take another ({reason})", path = .path.display())]
    BackupUnfit {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file lacks what had been committed.
    #[error("the journal at {path} lacks the last {missing} of all that was written in it: if {path}-wal was taken away, put it back; if this is a backup, put it in place with `umpire restore`", path = .path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// How many transactions are missing.
        missing: i64,
    },
    /// A move from or to the file was broken off, and what came of it cannot be told where it is.
    #[error("a move of servers was broken off at the journal at {path}, and what came of it can be told only where the journal {from} is too: run the same `umpire move` again there, with both files where they were", path = .path.display(), from = .from.display())]
    MoveBrokenOff {
        /// The file.
        path: PathBuf,
        /// The file that was moved from, where it was then.
        from: PathBuf,
    },
    /// Something is to be moved from a file to itself.
    #[error("{} is the journal itself: name the one that the server is to be moved to", .0.display())]
    TheSame(PathBuf),
    /// Somebody besides an umpire has the file open.
    #[error("the journal at {} is being read, by a backup or another program: try again when that is done", .0.display())]
    InUse(PathBuf),
    /// A journal that a server is to be moved to has numbers already that the server's games have.
    #[error("nothing was moved: the journal at {path} has {what} with numbers that {what} of that server have, and those stand on their buttons; move the server to a journal that `umpire new` made since there is `umpire move`, or to one that never had those games", path = .path.display())]
    NumbersTaken {
        /// The journal.
        path: PathBuf,
        /// Whose numbers.
        what: &'static str,
    },
    /// In some channels games of both journals are played.
    #[error("nothing was moved: in {channels} channels of that server a game is played of the journal at {path} too; put one of both away with /campaign archive or end it, then move", path = .path.display())]
    PlayedInBoth {
        /// The other journal.
        path: PathBuf,
        /// In how many.
        channels: i64,
    },
    /// The database refused.
    #[error("the journal could not be written or read: {0}")]
    Database(#[from] sqlx::Error),
    /// What several wrote together could not be put on the disk: each of them is told.
    #[error("the journal could not be written: {0}")]
    NotCommitted(std::sync::Arc<sqlx::Error>),
    /// Migrations failed.
    #[error("the journal could not be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A row does not say what it should.
    #[error("the journal has a row that cannot be understood: {0}")]
    Unreadable(String),
    /// A row of a campaign's journal does not say what it should.
    #[error("No. {revision} of the campaign's journal cannot be read: {reason}")]
    UnreadableRow {
        /// Its number.
        revision: u32,
        /// What is the matter with it.
        reason: String,
    },
    /// Long work on what was read broke off, or the umpire is stopping.
    #[error("what was read of the journal could not be worked through: {0}")]
    BrokenOff(#[from] crate::aside::BrokenOff),
    /// More games have been begun in one place within an hour than a group can play.
    #[error("too many games begun")]
    TooManyBegun {
        /// When another may be begun, in seconds since 1970.
        again: i64,
    },
    /// The interaction has been acted on already.
    #[error("this interaction has been acted on already")]
    Repeated,
    /// Somebody wrote a row since the state was read.
    #[error("the campaign has moved on")]
    MovedOn,
    /// The channel has a campaign already.
    #[error("the channel has a campaign already")]
    ChannelTaken,
}

impl JournalError {
    /// What an error of SQLite's says of the file at `path`: that it is no database, or damaged; `None` if it says nothing of it. The low byte of
    /// its codes is the kind (<https://www.sqlite.org/rescode.html>).
    pub(super) fn of_the_file(path: &Path, error: &sqlx::Error) -> Option<Self> {
        let error = error.as_database_error()?;
        match error.code()?.parse::<u32>().ok()? & 0xff {
            CORRUPT => Some(Self::Damaged { path: path.to_owned(), reason: error.message().to_owned() }),
            NOT_A_DATABASE => Some(Self::NoJournal(path.to_owned())),
            READ_ONLY | CANNOT_OPEN => Some(Self::CannotOpen {
                path: path.to_owned(),
                reason: "SQLite cannot open it, or make the files that it keeps beside it: see whether its folder may be written"
                    .to_owned(),
            }),
            _ => None,
        }
    }
}

/// SQLite's code for a file that is not whole.
const CORRUPT: u32 = 11;

/// SQLite's code for a file that may only be read.
const READ_ONLY: u32 = 8;

/// SQLite's code for a file that cannot be opened, or made beside it.
const CANNOT_OPEN: u32 = 14;

/// SQLite's code for a file that is no database.
const NOT_A_DATABASE: u32 = 26;
