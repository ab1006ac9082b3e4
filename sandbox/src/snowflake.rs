//! Discord's ids: 64 bits, of which the upper 42 tell the time of making.

use serde_json::Value;

/// An id of anything in the sandbox.
pub type Id = u64;

/// Milliseconds from 1970 to Discord's epoch, the first second of 2015.
const EPOCH: u64 = 1_420_070_400_000;

/// Milliseconds from 1970 to the first second of 2020.
const LONG_AGO: u64 = 1_577_836_800_000;

/// Makes ids that always grow.
#[derive(Debug, Default)]
pub(crate) struct Snowflakes {
    last: Id,
}

impl Snowflakes {
    /// The next id at this time (milliseconds since 1970).
    pub(crate) fn next(&mut self, now: u64) -> Id {
        let fresh = now.saturating_sub(EPOCH) << 22;
        self.last = fresh.max(self.last + 1);
        self.last
    }

    /// The next id as of one day long ago, whatever the time is.
    pub(crate) fn next_of_old(&mut self) -> Id {
        self.next(LONG_AGO)
    }
}

/// When an id was made, in milliseconds since 1970.
pub(crate) fn made_at(id: Id) -> u64 {
    (id >> 22) + EPOCH
}

/// Reads an id from text; zero is no id.
pub(crate) fn parse(text: &str) -> Option<Id> {
    text.parse().ok().filter(|id| *id != 0)
}

/// Reads an id from JSON, where it may be a string or a number.
pub(crate) fn from_json(value: &Value) -> Option<Id> {
    match value {
        Value::String(text) => parse(text),
        Value::Number(number) => number.as_u64(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_grow_even_within_a_millisecond() {
        let mut snowflakes = Snowflakes::default();
        let now = EPOCH + 1000;
        let first = snowflakes.next(now);
        let second = snowflakes.next(now);
        assert!(second > first);
        assert_eq!(made_at(second), now);
    }

    #[test]
    fn ids_of_old_are_the_same_at_every_start_and_older_than_all_others() {
        let of_old = || {
            let mut snowflakes = Snowflakes::default();
            [snowflakes.next_of_old(), snowflakes.next_of_old(), snowflakes.next(LONG_AGO + 1)]
        };
        let [first, second, later] = of_old();
        assert!(first < second && second < later && made_at(second) == LONG_AGO);
        assert_eq!(of_old(), [first, second, later]);
    }
}
