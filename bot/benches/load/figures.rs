//! How measured times are told.

use std::time::Duration;

/// Times, the shortest first.
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn of(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self(times)
    }

    /// The time that so many in a thousand do not exceed.
    pub(crate) fn at(&self, permille: usize) -> Duration {
        let place = (self.0.len() * permille / 1_000).min(self.0.len().saturating_sub(1));
        self.0.get(place).copied().unwrap_or_default()
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ms = |permille: usize| self.at(permille).as_secs_f64() * 1e3;
        write!(f, "p50 {:>7.1} ms  p99 {:>7.1} ms  max {:>7.1} ms", ms(500), ms(990), ms(1_000))
    }
}

/// A number of bytes, in MiB.
pub(crate) fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
