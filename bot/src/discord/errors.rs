//! Discord's errors: what each means for what was to be done, and which say that it has been done already.

use poise::serenity_prelude as serenity;
use serenity::HttpError;

/// What the umpire has to be permitted where it is to post, as Discord's settings call it.
pub(crate) const TO_POST: &str = "View Channel, Send Messages (in a thread Send Messages in Threads, in a voice channel Connect too), \
                                  Embed Links, Attach Files and Read Message History";

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

/// What an error means for what was to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Discord cannot be reached, stumbles, or does not take the token for now; or somebody on the way to it answered in its place. The
    /// same may be taken later.
    Stumbles,
    /// The umpire may not do that here, until somebody lets it.
    Forbidden,
    /// The thread is archived: once it is opened again, it takes what it is sent.
    Archived,
    /// The thread is locked, and the umpire has no key.
    Locked,
    /// What it was meant for is not there any more.
    Gone,
    /// Discord takes nothing of this form, wherever it is sent.
    Refused,
}

/// What serenity notes as the code of an answer that was no JSON, and so not Discord's own.
const NOT_DISCORDS: isize = -1;

/// What an error means for what was to be done, by Discord's own code where it gives one.
#[must_use]
pub fn meaning(error: &serenity::Error) -> Meaning {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => meaning_of(response.status_code.as_u16(), response.error.code),
        serenity::Error::Model(_) => Meaning::Refused,
        _ => Meaning::Stumbles,
    }
}

const fn meaning_of(status: u16, code: isize) -> Meaning {
    match (status, code) {
        (_, 50_083) => Meaning::Archived,
        (_, 160_005) => Meaning::Locked,
        (_, NOT_DISCORDS) | (401 | 408 | 429 | 500.., _) => Meaning::Stumbles,
        (403, _) => Meaning::Forbidden,
        (404, _) => Meaning::Gone,
        _ => Meaning::Refused,
    }
}

/// Whether Discord itself says that it does not know the token.
#[must_use]
pub fn is_of_an_unknown_token(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.as_u16() == 401 && response.error.code != NOT_DISCORDS
        }
        serenity::Error::Gateway(serenity::GatewayError::InvalidAuthentication) => true,
        _ => false,
    }
}

/// Whether Discord was not reached, or stumbled, so that it is worth waiting for: not where the request cannot even be made, or Discord
/// does not know who asks.
#[must_use]
pub fn is_out_of_reach(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(_)) => meaning(error) == Meaning::Stumbles && !is_of_an_unknown_token(error),
        serenity::Error::Http(HttpError::Request(error)) => !error.is_builder(),
        _ => false,
    }
}

/// What lies at the bottom of an error, in its own words: of a request that came to nothing, why it did.
#[must_use]
pub fn cause(error: &serenity::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// Whether the umpire may not even see the place (code 50001), so that nothing can be said of what it may do there.
#[must_use]
pub fn is_shut_out(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == 50_001)
}

/// Whether the thread is archived, so that nothing in it can be edited until it is opened again.
#[must_use]
pub fn is_in_an_archived_thread(error: &serenity::Error) -> bool {
    meaning(error) == Meaning::Archived
}

/// Whether an old message was edited too often for now (code 30046).
#[must_use]
pub fn is_rationed(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == 30_046)
}

/// Whether what was asked for is not there any more.
#[must_use]
pub fn is_gone(error: &serenity::Error) -> bool {
    meaning(error) == Meaning::Gone
}

/// Whether Discord would refuse the same request again, if it were made at once.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_sorted_by_discords_code_and_an_answer_that_is_not_discords_own_only_means_that_it_stumbles() {
        for (status, code, meaning) in [
            (401, 0, Meaning::Stumbles),
            (403, NOT_DISCORDS, Meaning::Stumbles),
            (404, NOT_DISCORDS, Meaning::Stumbles),
            (400, NOT_DISCORDS, Meaning::Stumbles),
            (429, 0, Meaning::Stumbles),
            (502, NOT_DISCORDS, Meaning::Stumbles),
            (503, 0, Meaning::Stumbles),
            (403, 0, Meaning::Forbidden),
            (403, 50_001, Meaning::Forbidden),
            (403, 50_013, Meaning::Forbidden),
            (400, 50_083, Meaning::Archived),
            (400, 160_005, Meaning::Locked),
            (403, 160_005, Meaning::Locked),
            (404, 10_003, Meaning::Gone),
            (404, 10_004, Meaning::Gone),
            (404, 10_008, Meaning::Gone),
            (400, 50_035, Meaning::Refused),
            (400, 50_006, Meaning::Refused),
            (413, 40_005, Meaning::Refused),
        ] {
            assert_eq!(meaning_of(status, code), meaning, "{status} with code {code}");
        }
    }
}
