//! What can go wrong for a driver, and how a test is told.

use std::time::Duration;

use crate::acts::ActError;
use crate::state::Shared;

/// Why a driver's step did not work.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DriverError {
    /// The step is impossible: Discord's client would not offer it.
    #[error(transparent)]
    Act(#[from] ActError),
    /// The bot has given no answer within the limit, and Discord said "The application did not respond".
    #[error("the application did not respond to {0}")]
    NotAnswered(String),
    /// The bot deferred its answer and then never gave it.
    #[error("the bot deferred its answer to {what} and gave none within {limit:?}")]
    NeverFinished {
        /// What was asked.
        what: String,
        /// How long was waited.
        limit: Duration,
    },
    /// The bot has answered, and is not done with all that it does after its answer.
    #[error("the bot answered {what} and was not done with it within {limit:?}")]
    NotDone {
        /// What was asked.
        what: String,
        /// How long was waited.
        limit: Duration,
    },
    /// Something did not come in time.
    #[error("waited {limit:?} for {what}, in vain")]
    TimedOut {
        /// What was waited for.
        what: String,
        /// How long was waited.
        limit: Duration,
    },
}

/// Ends a test with an error and the transcript.
#[track_caller]
pub(super) fn fail(shared: &Shared, error: &DriverError) -> ! {
    fail_with(shared, &error.to_string())
}

/// Ends a test with a message and the transcript.
#[track_caller]
#[allow(clippy::panic, reason = "the driver's assertions end a test, and say so in their documentation")]
pub(super) fn fail_with(shared: &Shared, message: &str) -> ! {
    let transcript = shared.read().record.text();
    // Once more at the end: of a long output the end is what is left.
    panic!("{message}\n\n--- what happened in the sandbox ---\n{transcript}\n--- and so: {message}");
}
