//! What time it is. Whatever is dated, and whatever waits for a time, asks one clock; one that is set forward brings tomorrow at once.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

/// The system's clock, or one that is ahead of it. Its clones go together.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    ahead: watch::Sender<i64>,
}

impl Clock {
    /// Seconds since 1970.
    #[must_use]
    pub fn now(&self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64) + *self.ahead.borrow()
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_in_milliseconds(&self) -> i64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64) + 1_000 * *self.ahead.borrow()
    }

    /// Sets the clock forward. Whoever goes by its rounds looks again.
    pub fn advance(&self, by: Duration) {
        self.ahead.send_modify(|ahead| *ahead += by.as_secs() as i64);
    }

    /// Sets the clock back, as a machine does that finds its own wrong. Whoever goes by its rounds looks again.
    pub fn set_back(&self, by: Duration) {
        self.ahead.send_modify(|ahead| *ahead -= by.as_secs() as i64);
    }

    /// Rounds for work that looks from time to time whether something has become due.
    #[must_use]
    pub fn rounds(&self, every: Duration) -> Rounds {
        Rounds { every, moved: self.ahead.subscribe(), _clock: self.clone() }
    }
}

/// When to look again.
#[derive(Debug)]
pub struct Rounds {
    every: Duration,
    moved: watch::Receiver<i64>,
    /// While somebody goes by it, a clock is not gone.
    _clock: Clock,
}

impl Rounds {
    /// Waits for the next round. There is one at once if the clock was set forward since the last began.
    pub async fn next(&mut self) {
        let _ = tokio::time::timeout(self.every, self.moved.changed()).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(3_600);

    #[test]
    fn a_clock_set_forward_is_ahead_for_all_who_ask_it() {
        let clock = Clock::default();
        let (other, before) = (clock.clone(), clock.now());
        clock.advance(HOUR);
        assert!((before + 3_600..before + 3_660).contains(&other.now()));
    }

    #[tokio::test]
    async fn a_round_comes_after_its_time_or_when_the_clock_is_set_forward_also_in_the_middle_of_the_last() {
        let clock = Clock::default();
        clock.rounds(Duration::from_millis(1)).next().await;
        let mut rounds = clock.rounds(HOUR);
        clock.advance(HOUR);
        tokio::time::timeout(Duration::from_secs(60), rounds.next()).await.expect("nobody waits an hour");
    }
}
