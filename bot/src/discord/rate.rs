//! No more requests in a second than Discord takes of a bot.
//!
//! Discord takes fifty requests a second of a bot (<https://discord.com/developers/docs/topics/rate-limits>), and shuts out for a while whoever is
//! refused ten thousand times in ten minutes. serenity's limiter (0.12) learns of that limit by being refused, and then every request that waits
//! is refused once more in each second. So what is posted and edited, which is nearly all that counts among the fifty, waits here for its turn. Of
//! several processes that serve a bot each has as many turns as it has of the shards.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use poise::serenity_prelude as serenity;
use tokio::time::sleep_until;

use crate::model::shards::Shards;

/// The time between two requests of a bot, where many wait: forty a second.
const BETWEEN: Duration = Duration::from_millis(25);

/// Whose turns came in this time and were not taken may go at once: six. With those of a second they are less than fifty; the rest is for whatever
/// else is asked.
const SAVED: Duration = Duration::from_millis(125);

/// When the next turn is due, if they are taken without a pause.
#[derive(Clone, Copy, Debug)]
struct Due {
    next: Instant,
    between: Duration,
}

impl Due {
    /// The turns of a process that serves these shards.
    fn of(shards: Shards) -> Self {
        Self { next: Instant::now(), between: BETWEEN * shards.total() / shards.count().max(1) }
    }

    /// Takes a turn: when it comes. After a pause some come at once.
    fn take(&mut self, now: Instant) -> Instant {
        let at = self.next.max(now.checked_sub(SAVED).unwrap_or(now));
        self.next = at + self.between;
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
    /// The turns of what is asked through a client by the process that serves these shards: as many as are wanted, if the client heeds no limits.
    pub(crate) fn of(http: &serenity::Http, shards: Shards) -> Self {
        Self { due: http.ratelimiter.is_some().then(|| Mutex::new(Due::of(shards))) }
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
        let (mut due, begun) = (Due::of(Shards::all(4)), Instant::now() + Duration::from_secs(60));
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
    fn of_two_processes_that_serve_a_bot_each_has_its_share_of_the_turns() {
        let (mut due, begun) = (Due::of("0-2/4".parse().unwrap()), Instant::now() + Duration::from_secs(60));
        let (mut now, mut turns) = (begun, Vec::new());
        while now < begun + Duration::from_secs(1) {
            turns.push(now);
            now = now.max(due.take(now));
        }
        // Three of four: thirty a second, and those that were saved.
        assert!((30..=35).contains(&turns.len()), "{}", turns.len());
    }

    #[test]
    fn only_a_client_that_heeds_limits_waits_for_turns() {
        let (line, token) = (line().unwrap(), Token::new("a token"));
        assert!(Rate::of(&http(&line, &token, None), Shards::all(1)).due.is_some());
        assert!(Rate::of(&answering(&line, &token, None), Shards::all(1)).due.is_none());
    }
}
