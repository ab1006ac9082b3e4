//! How many requests a bot may make in a second, for all routes together
//! (<https://discord.com/developers/docs/topics/rate-limits#global-rate-limit>).

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
    fn answers_to_interactions_are_free() {
        assert!(!counts(&["interactions", "1", "token", "callback"]) && !counts(&["webhooks", "1", "token"]));
        assert!(counts(&["channels", "1", "messages"]));
    }
}
