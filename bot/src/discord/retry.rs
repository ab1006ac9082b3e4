//! What is asked of Discord is asked again while it stumbles: one way, more or less patient.

use std::future::Future;
use std::time::Duration;

use backon::{ExponentialBuilder, Retryable as _};
use poise::serenity_prelude as serenity;

use crate::discord::errors;

/// How often and how patiently something is tried again, and after which errors.
pub(crate) struct Patience {
    waits: ExponentialBuilder,
    passes: fn(&serenity::Error) -> bool,
}

/// With the answer to somebody who waits: three tries, which stay within Discord's three seconds. An answer has no nonce, so it is made
/// again only where the error says that Discord stumbled or the line dropped.
pub(crate) const WITH_AN_ANSWER: Patience = Patience {
    waits: ExponentialBuilder::new().with_min_delay(Duration::from_millis(200)).with_factor(3.0).with_max_times(2),
    passes: errors::is_passing,
};

/// With a despatch: three tries, then it waits in the outbox for the next round. Its nonce keeps it single.
pub(crate) const WITH_A_DESPATCH: Patience = Patience {
    waits: ExponentialBuilder::new().with_min_delay(Duration::from_millis(250)).with_factor(4.0).with_max_times(2),
    passes: |error| !errors::is_final(error),
};

/// With an edit: the same, but for one that has waited for Discord as long as it may.
pub(crate) const WITH_AN_EDIT: Patience = Patience {
    waits: ExponentialBuilder::new().with_min_delay(Duration::from_millis(250)).with_factor(4.0).with_max_times(2),
    passes: |error| !errors::is_final(error) && !matches!(error, serenity::Error::Other(_)),
};

/// With the commands' registration: until Discord takes it, more and more slowly.
pub(crate) const WITH_THE_COMMANDS: Patience = Patience {
    waits: ExponentialBuilder::new().with_min_delay(Duration::from_secs(1)).with_max_delay(Duration::from_secs(60)).without_max_times(),
    passes: |error| !errors::is_final(error),
};

/// With the first request of all: until Discord can be reached, more and more slowly. A token that Discord does not know is no better
/// later; somebody on the way who answers in Discord's place may be gone then.
const WITH_THE_START: Patience = Patience {
    waits: ExponentialBuilder::new().with_min_delay(Duration::from_secs(1)).with_max_delay(Duration::from_secs(30)).without_max_times(),
    passes: errors::is_out_of_reach,
};

/// Asks Discord for something, again while its error is a passing one and the patience lasts; `what` is for the log.
///
/// # Errors
///
/// The last error, or the first that does not pass.
pub(crate) async fn again<T, Trying>(patience: &Patience, what: &str, attempt: impl FnMut() -> Trying) -> Result<T, serenity::Error>
where
    Trying: Future<Output = Result<T, serenity::Error>>,
{
    attempt
        .retry(patience.waits)
        .when(patience.passes)
        .notify(|error, wait| tracing::warn!(%error, wait_ms = wait.as_millis(), what, "Discord did not take it; trying again"))
        .await
}

/// Asks for the first thing of all, until Discord can be reached. The log is told once that it cannot, and why.
///
/// # Errors
///
/// What does not pass by waiting.
pub(crate) async fn reached<T, Trying>(attempt: impl FnMut() -> Trying) -> Result<T, serenity::Error>
where
    Trying: Future<Output = Result<T, serenity::Error>>,
{
    let mut is_told = false;
    let notify = |error: &serenity::Error, _| {
        if !is_told {
            is_told = true;
            tracing::warn!("Discord cannot be reached ({}): trying again until it can", errors::cause(error));
        }
    };
    attempt.retry(WITH_THE_START.waits).when(WITH_THE_START.passes).notify(notify).await
}

/// Gives an interaction its first answer, again while Discord stumbles. Nothing is doubled: an interaction takes one, and if it turns
/// out to have had it, an earlier try arrived and only what Discord said to it was lost on the way.
///
/// # Errors
///
/// What Discord says, also that the interaction had its answer before the first try.
pub(crate) async fn first_answer<T, Trying>(mut attempt: impl FnMut() -> Trying) -> Result<(), serenity::Error>
where
    Trying: Future<Output = Result<T, serenity::Error>>,
{
    let mut tries = 0;
    let outcome = again(&WITH_AN_ANSWER, "an answer", || {
        tries += 1;
        attempt()
    })
    .await;
    match outcome {
        Err(error) if tries > 1 && errors::is_answered_already(&error) => Ok(()),
        other => other.map(|_| ()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the waits of a patience are, as far as the tries go.
    fn waits(patience: &Patience) -> Vec<u128> {
        use backon::BackoffBuilder as _;
        patience.waits.build().take(9).map(|wait| wait.as_millis()).collect()
    }

    #[test]
    fn an_answer_is_tried_three_times_within_three_seconds_and_the_commands_for_ever() {
        assert_eq!(waits(&WITH_AN_ANSWER), [200, 600]);
        assert_eq!(waits(&WITH_A_DESPATCH), [250, 1_000]);
        assert_eq!(waits(&WITH_THE_COMMANDS), [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
        assert_eq!(waits(&WITH_THE_START), [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 30_000]);
    }

    #[tokio::test]
    async fn what_does_not_pass_is_not_tried_again() {
        let mut tries = 0;
        let outcome = again(&WITH_AN_ANSWER, "a test", || {
            tries += 1;
            async { Err::<(), _>(serenity::Error::Other("made up")) }
        })
        .await;
        assert!(outcome.is_err() && tries == 1);
    }
}
