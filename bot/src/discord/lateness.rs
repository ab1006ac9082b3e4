//! Which interactions come late: so long after they were made that Discord may have told whoever made them that nobody answered.
//!
//! When an interaction was made stands in its id (<https://discord.com/developers/docs/reference#snowflakes>). The clocks of Discord and of this machine
//! need not agree: what counts is how much longer one was on its way than those that came soonest, lately.

use std::sync::{Mutex, PoisonError};

use crate::model::ids::InteractionId;

/// What Discord counts the milliseconds of its ids from, in milliseconds since 1970.
const EPOCH: i64 = 1_420_070_400_000;

/// How much longer than others one that comes late was on its way, in milliseconds. Discord waits for three seconds.
const LATE: i64 = 1_000;

/// How long it is remembered who came soonest, in milliseconds: a clock that goes wrong is not believed for longer than twice that.
const LATELY: i64 = 3_600_000;

/// How long interactions were on their way, lately.
#[derive(Debug, Default)]
pub struct Lateness(Mutex<Option<Soonest>>);

/// The shortest time that an interaction seemed to be on its way, in milliseconds: less than nothing where this machine's clock is behind.
#[derive(Clone, Copy, Debug)]
struct Soonest {
    since: i64,
    now: i64,
    before: i64,
}

impl Lateness {
    /// Whether an interaction that comes at this time, in milliseconds since 1970, comes late. Of the first of all nothing is known but what the clock says.
    pub fn of(&self, interaction: InteractionId, time: i64) -> bool {
        let took = time - EPOCH - (interaction.0 >> 22) as i64;
        let mut soonest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = soonest.as_mut() else {
            *soonest = Some(Soonest { since: time, now: took, before: took });
            return took > LATE;
        };
        if !(known.since..known.since + LATELY).contains(&time) {
            *known = Soonest { since: time, now: took, before: known.now };
        }
        known.now = known.now.min(took);
        took - known.now.min(known.before) > LATE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An interaction made at a time.
    fn made(time: i64) -> InteractionId {
        InteractionId(((time - EPOCH) as u64) << 22)
    }

    const NOON: i64 = 1_800_000_000_000;

    #[test]
    fn one_comes_late_that_was_on_its_way_for_a_second_longer_than_others_whatever_the_clock_says() {
        for wrong in [0, 5_000, -5_000, 86_400_000] {
            let lateness = Lateness::default();
            assert_eq!(lateness.of(made(NOON), NOON + wrong + 80), wrong > 0, "of the first nothing is known but that");
            assert!(!lateness.of(made(NOON + 1_000), NOON + wrong + 1_900));
            assert!(!lateness.of(made(NOON + 1_500), NOON + wrong + 2_580));
            assert!(lateness.of(made(NOON + 1_500), NOON + wrong + 2_581));
            assert!(!lateness.of(made(NOON + 1_600), NOON + wrong + 1_650));
        }
    }

    #[test]
    fn where_the_first_came_late_the_next_that_comes_soon_puts_it_right() {
        let lateness = Lateness::default();
        assert!(lateness.of(made(NOON), NOON + 20_000));
        assert!(!lateness.of(made(NOON + 20_000), NOON + 20_100));
        assert!(lateness.of(made(NOON + 19_000), NOON + 20_200));
    }

    #[test]
    fn a_clock_that_is_put_forward_is_believed_again_two_hours_later_and_one_that_is_put_back_at_once() {
        let lateness = Lateness::default();
        lateness.of(made(NOON), NOON);
        let comes = |after: i64, ahead: i64| lateness.of(made(NOON + after), NOON + after + ahead);
        assert!(comes(60_000, 10_000));
        assert!(comes(LATELY + 60_000, 10_000));
        assert!(!comes(2 * LATELY + 120_000, 10_000));
        assert!(!comes(2 * LATELY + 180_000, -10_000));
        assert!(comes(2 * LATELY + 240_000, 10_000));
    }
}
