//! What can go wrong with the store.

use std::path::PathBuf;

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
    /// The database refused.
    #[error("the journal could not be written or read: {0}")]
    Database(#[from] sqlx::Error),
    /// Migrations failed.
    #[error("the journal could not be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A row does not say what it should.
    #[error("the journal has a row that cannot be understood: {0}")]
    Unreadable(String),
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
