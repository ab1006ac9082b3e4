//! No more requests in a second than Discord takes of a bot.
//!
//! Discord takes fifty requests a second of a bot (<https://discord.com/developers/docs/topics/rate-limits>), and shuts out for a while whoever is
//! refused ten thousand times in ten minutes. serenity's limiter (0.12) learns of that limit by being refused, and then every request that waits
//! is refused once more in each second. So what is posted and edited, which is nearly all that counts among the fifty, waits here for its turn.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use tokio::time::sleep_until;

/// The time between two requests, where many wait: forty a second.
const BETWEEN: Duration = Duration::from_millis(25);

/// How many may go at once after a pause. With those of a second they are less than fifty; the rest is for whatever else is asked.
const AT_ONCE: u32 = 6;

/// When the next turn is due, if they are taken without a pause.
#[derive(Clone, Copy, Debug)]
struct Due(Instant);

impl Due {
    /// Takes a turn: when it comes. After a pause some come at once.
    fn take(&mut self, now: Instant) -> Instant {
        let at = self.0.max(now.checked_sub(BETWEEN * (AT_ONCE - 1)).unwrap_or(now));
        self.0 = at + BETWEEN;
        at
    }
}

/// Whose turn it is to ask something of Discord.
#[derive(Debug)]
pub(crate) struct Rate {
    /// Nothing where no limits are heeded.
    due: Option<Mutex<Due>>,
}

impl Rate {
    /// The turns of what is asked through a client: as many as are wanted, if it heeds no limits.
    pub(crate) fn of(http: &serenity::Http) -> Self {
        Self { due: http.ratelimiter.is_some().then(|| Mutex::new(Due(Instant::now()))) }
    }

    /// Waits for a turn.
    pub(crate) async fn turn(&self) {
        let Some(due) = &self.due else { return };
        let at = due.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now());
        sleep_until(at.into()).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::client::{answering, http, line};
    use crate::settings::Token;

    #[test]
    fn many_requests_wait_for_their_turns_and_are_never_more_in_a_second_than_discord_takes() {
        let (mut due, begun) = (Due(Instant::now()), Instant::now() + Duration::from_secs(60));
        // Each is asked for as soon as the one before it had its turn.
        let (mut now, mut turns) = (begun, Vec::new());
        for _ in 0..200 {
            now = now.max(due.take(now));
            turns.push(now - begun);
        }
        for &from in &turns {
            let within = turns.iter().filter(|&&at| at >= from && at < from + Duration::from_secs(1)).count();
            assert!(within < 50, "{within} in the second from {from:?}");
        }
        assert!(turns[199] < Duration::from_secs(5), "{:?}", turns[199]);
        assert_eq!(turns[5], Duration::ZERO, "a few wait for nothing");
    }

    #[test]
    fn only_a_client_that_heeds_limits_waits_for_turns() {
        let (line, token) = (line().unwrap(), Token::new("a token"));
        assert!(Rate::of(&http(&line, &token, None)).due.is_some());
        assert!(Rate::of(&answering(&line, &token, None)).due.is_none());
    }
}
