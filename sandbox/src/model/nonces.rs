//! The nonces of the last minutes: who sends a message again with the same nonce, because its answer was lost, is answered with the message
//! that it made the first time.

use std::collections::{HashMap, VecDeque};

use crate::snowflake::Id;

/// How long a nonce is remembered, in milliseconds.
const LIFE: u64 = 5 * 60 * 1000;

/// A channel, and what was sent with a message in it.
type Key = (Id, String);

/// Nonces, with the message that each made.
#[derive(Debug, Default)]
pub(crate) struct Nonces {
    messages: HashMap<Key, Id>,
    /// When each was given, the oldest first.
    given: VecDeque<(u64, Key)>,
}

impl Nonces {
    /// The message that a nonce made in a channel; nothing if it has not been given for some minutes before `now`, in milliseconds.
    pub(crate) fn message(&mut self, now: u64, channel: Id, nonce: &str) -> Option<Id> {
        while self.given.front().is_some_and(|(at, _)| at + LIFE <= now) {
            if let Some((_, key)) = self.given.pop_front() {
                self.messages.remove(&key);
            }
        }
        self.messages.get(&(channel, nonce.to_owned())).copied()
    }

    /// Remembers that a nonce, which is not remembered yet, made a message.
    pub(crate) fn remember(&mut self, now: u64, channel: Id, nonce: String, message: Id) {
        let key = (channel, nonce);
        if self.messages.insert(key.clone(), message).is_none() {
            self.given.push_back((now, key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nonce_stands_for_its_message_in_its_channel_for_five_minutes() {
        let mut nonces = Nonces::default();
        nonces.remember(1_000, 1, "a".to_owned(), 10);
        nonces.remember(2_000, 2, "a".to_owned(), 20);
        assert_eq!(nonces.message(2_000, 1, "a"), Some(10));
        assert_eq!(nonces.message(2_000, 2, "a"), Some(20));
        assert_eq!(nonces.message(2_000, 1, "b"), None);
        assert_eq!(nonces.message(LIFE + 999, 1, "a"), Some(10));
        assert_eq!(nonces.message(LIFE + 1_000, 1, "a"), None);
        assert_eq!(nonces.message(LIFE + 1_000, 2, "a"), Some(20));
        nonces.remember(LIFE + 1_500, 1, "a".to_owned(), 11);
        assert_eq!(nonces.message(LIFE + 2_500, 1, "a"), Some(11), "given again, it lives again as long");
    }
}
