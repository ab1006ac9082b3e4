//! How many requests a bot may make in a second, for all routes together
//! (<https://discord.com/developers/docs/topics/rate-limits#global-rate-limit>), and how many with the token of an interaction.

use std::collections::HashMap;
use std::time::Duration;

/// Milliseconds for which requests are counted together.
const WINDOW: u64 = 1_000;

/// The requests of the second that is going on.
#[derive(Debug, Default)]
pub(crate) struct Limit {
    began: u64,
    made: u32,
}

impl Limit {
    /// Counts a request at a time in milliseconds; how long to wait where more than `most` have been made within a second.
    pub(crate) fn take(&mut self, now: u64, most: u32) -> Option<Duration> {
        let end = self.began.saturating_add(WINDOW);
        if now >= end || now < self.began {
            (self.began, self.made) = (now, 0);
        } else if self.made >= most {
            return Some(Duration::from_millis(end - now));
        }
        self.made += 1;
        None
    }
}

/// Milliseconds for which requests with one token are counted together, and how many of them are taken.
const TOKEN_WINDOW: u64 = 2_000;
pub(crate) const MOST_BY_TOKEN: u32 = 5;

/// The most tokens of which something is kept: those over are forgotten.
const MOST_TOKENS: usize = 10_000;

/// The requests made with the tokens of interactions: each token has a limit of its own, which Discord tells in its headers.
#[derive(Debug, Default)]
pub(crate) struct TokenLimits(HashMap<String, (u64, u32)>);

impl TokenLimits {
    /// Counts a request with a token at a time in milliseconds; how many more it may be used for at once.
    ///
    /// # Errors
    ///
    /// How long to wait where it has been used too often.
    pub(crate) fn take(&mut self, now: u64, token: &str) -> Result<u32, Duration> {
        if self.0.len() >= MOST_TOKENS {
            self.0.retain(|_, (began, _)| *began <= now && now < *began + TOKEN_WINDOW);
        }
        let (began, made) = self.0.entry(token.to_owned()).or_insert((now, 0));
        if now >= *began + TOKEN_WINDOW || now < *began {
            (*began, *made) = (now, 0);
        } else if *made >= MOST_BY_TOKEN {
            return Err(Duration::from_millis(*began + TOKEN_WINDOW - now));
        }
        *made += 1;
        Ok(MOST_BY_TOKEN - *made)
    }
}

impl TokenLimits {
    /// How often a token may still be used, as of its last request.
    pub(crate) fn left(&self, token: &str) -> u32 {
        self.0.get(token).map_or(MOST_BY_TOKEN, |(_, made)| MOST_BY_TOKEN.saturating_sub(*made))
    }
}

/// The token of an interaction that a path is about.
pub(crate) fn token<'a>(segments: &[&'a str]) -> Option<&'a str> {
    if segments.first() == Some(&"webhooks") { segments.get(2).copied() } else { None }
}

/// Whether requests below a path count: answers to interactions, and what is said with their tokens, do not.
pub(crate) fn counts(segments: &[&str]) -> bool {
    !matches!(segments.first(), Some(&("interactions" | "webhooks" | "gateway")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_too_often_in_a_second_is_told_how_long_to_wait_until_it_is_over() {
        let mut limit = Limit::default();
        assert_eq!([10_000, 10_400, 10_900].map(|now| limit.take(now, 2)), [None, None, Some(Duration::from_millis(100))]);
        assert_eq!([11_000, 11_001].map(|now| limit.take(now, 2)), [None, None]);
        assert_eq!(limit.take(11_500, 2), Some(Duration::from_millis(500)));
        assert_eq!(limit.take(5, 2), None, "a clock that was set back begins anew");
    }

    #[test]
    fn a_token_serves_for_five_requests_within_two_seconds_and_another_has_its_own() {
        let mut limits = TokenLimits::default();
        assert_eq!([0, 1, 2, 3, 4].map(|now| limits.take(now, "one")), [Ok(4), Ok(3), Ok(2), Ok(1), Ok(0)]);
        assert_eq!(limits.take(500, "one"), Err(Duration::from_millis(1_500)));
        assert_eq!((limits.take(500, "two"), limits.take(2_000, "one")), (Ok(4), Ok(4)));
        assert_eq!((token(&["webhooks", "1", "one", "messages"]), token(&["channels", "1", "messages"])), (Some("one"), None));
    }

    #[test]
    fn answers_to_interactions_are_free() {
        assert!(!counts(&["interactions", "1", "token", "callback"]) && !counts(&["webhooks", "1", "token"]));
        assert!(counts(&["channels", "1", "messages"]));
    }
}
