//! How much of what takes long one member may ask for: a handful at once, and then as much as anybody can read. Nothing that is played is
//! rationed.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::model::ids::UserId;

/// As many are to be had at once.
const AT_ONCE: i64 = 30;
/// And then one every so many seconds.
const SECONDS: i64 = 5;
/// Members remembered. Of more, those who have everything to be had again are forgotten.
const MOST: usize = 10_000;

/// The commands that read, replay or draw whole games, by the last word of their names.
pub const LONG: [&str; 8] = ["export", "film", "import", "log", "record", "report", "summary", "verify"];

/// Whether a command is one of those that take long.
#[must_use]
pub fn is_long(command: &str) -> bool {
    LONG.contains(&command)
}

/// What each member has asked for lately.
#[derive(Debug, Default)]
pub struct Rations {
    /// When each could have asked for everything again, in seconds since 1970.
    full_at: Mutex<HashMap<UserId, i64>>,
}

impl Rations {
    /// Takes one for a member, at `now` in seconds since 1970.
    ///
    /// # Errors
    ///
    /// The time from which on there is another, in seconds since 1970.
    pub fn take(&self, user: UserId, now: i64) -> Result<(), i64> {
        let mut full_at = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        if full_at.len() >= MOST {
            full_at.retain(|_, at| *at > now);
        }
        let at = full_at.entry(user).or_insert(now);
        // A clock that was put back owes nobody more than all there is.
        *at = (*at).clamp(now, now + AT_ONCE * SECONDS);
        if *at + SECONDS > now + AT_ONCE * SECONDS {
            return Err(*at + SECONDS - AT_ONCE * SECONDS);
        }
        *at += SECONDS;
        Ok(())
    }
}

/// What is said to one who has none left until `again`.
#[must_use]
pub fn sentence(again: i64) -> String {
    format!(
        "You have asked for a great deal in a short time, and others wait too: ask again <t:{again}:R>. What is played is not rationed."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handful_is_to_be_had_at_once_then_one_every_few_seconds_and_another_member_has_their_own() {
        let rations = Rations::default();
        for _ in 0..AT_ONCE {
            rations.take(UserId(1), 1_000).unwrap();
        }
        assert_eq!(rations.take(UserId(1), 1_000), Err(1_000 + SECONDS));
        assert_eq!(rations.take(UserId(2), 1_000), Ok(()));
        assert_eq!(rations.take(UserId(1), 1_000 + SECONDS), Ok(()));
        assert!(rations.take(UserId(1), 1_000 + SECONDS).is_err());
        for _ in 0..AT_ONCE {
            rations.take(UserId(1), 2_000).unwrap();
        }
    }

    #[test]
    fn a_clock_that_is_put_back_locks_nobody_out() {
        let rations = Rations::default();
        rations.take(UserId(1), 1_000_000).unwrap();
        assert!((0..AT_ONCE).filter(|_| rations.take(UserId(1), 10).is_ok()).count() <= 1);
        assert_eq!(rations.take(UserId(1), 10 + SECONDS), Ok(()));
    }

    #[test]
    fn members_who_may_have_everything_again_are_forgotten_when_there_are_many() {
        let rations = Rations::default();
        for user in 0..MOST as u64 {
            rations.take(UserId(user), 1_000).unwrap();
        }
        rations.take(UserId(1 << 40), 2_000).unwrap();
        assert_eq!(rations.full_at.lock().unwrap().len(), 1);
    }
}
