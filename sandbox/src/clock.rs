//! The sandbox's clock: the machine's, plus whatever a test has moved it ahead.
//!
//! Interaction tokens die after fifteen minutes and unanswered interactions after three seconds;
//! a test that wants to see this moves the clock instead of waiting.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A clock that can be moved ahead, never back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    ahead: Arc<AtomicU64>,
}

impl Clock {
    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        let machine = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
        u64::try_from(machine).unwrap_or(u64::MAX) + self.ahead.load(Ordering::Relaxed)
    }

    /// Moves the clock ahead.
    pub(crate) fn advance(&self, by: Duration) {
        let by = u64::try_from(by.as_millis()).unwrap_or(u64::MAX);
        self.ahead.fetch_add(by, Ordering::Relaxed);
    }
}

/// A time in milliseconds since 1970, written as Discord writes it.
pub(crate) fn timestamp(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (days, of_day) = (seconds / 86_400, seconds % 86_400);
    // Days to a civil date: eras of 400 years that begin on 1 March, so that the leap day is last.
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:06}+00:00",
        of_day / 3600,
        of_day / 60 % 60,
        of_day % 60,
        milliseconds % 1000 * 1000
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_as_discord_writes_them() {
        assert_eq!(timestamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(timestamp(1_709_210_096_789), "2024-02-29T12:34:56.789000+00:00");
    }

    #[test]
    fn a_clock_moved_ahead_stays_ahead() {
        let clock = Clock::default();
        let before = clock.now();
        clock.advance(Duration::from_secs(900));
        assert!(clock.now() >= before + 900_000);
    }
}
