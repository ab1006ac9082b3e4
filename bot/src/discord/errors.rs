//! Discord's errors: which of them pass, which are final, and which say that it has been done already.

use poise::serenity_prelude as serenity;
use serenity::HttpError;

/// Whether the same request may succeed if it is made again: Discord stumbled, or the line dropped.
#[must_use]
pub fn is_passing(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.is_server_error() || response.status_code.as_u16() == 429
        }
        serenity::Error::Http(HttpError::Request(_)) => true,
        _ => false,
    }
}

/// Whether the interaction has had its first answer already (code 40060).
#[must_use]
pub fn is_answered_already(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == 40060)
}

/// Whether the message has a thread already (code 160004).
#[must_use]
pub fn has_a_thread_already(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == 160_004)
}

/// Whether the thread is archived, so that nothing in it can be edited until it is opened again (code 50083).
#[must_use]
pub fn is_in_an_archived_thread(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == 50_083)
}

/// Whether an old message was edited too often for now (code 30046).
#[must_use]
pub fn is_rationed(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == 30_046)
}

/// Whether what was asked for is not there any more.
#[must_use]
pub fn is_gone(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.status_code.as_u16() == 404)
}

/// Whether Discord would refuse the same request again.
#[must_use]
pub fn is_final(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.is_client_error() && response.status_code.as_u16() != 429
        }
        serenity::Error::Model(_) => true,
        _ => false,
    }
}
