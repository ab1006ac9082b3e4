//! How many messages lie below the boards, as far as that is known without reading their channels.
//!
//! Of despatches that it posts the umpire knows; what others say, and what it answers for all to see, it sees only when it reads a channel, which
//! is one of the fifty requests a second that Discord takes of a bot. So a channel is read now and then.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::model::ids::{ChannelId, MessageId};

/// For how many seconds after a look nothing of what others say is noticed.
const LOOKED_FOR: i64 = 120;

/// The boards that were looked for lately, by their channels.
#[derive(Debug, Default)]
pub(crate) struct Below(Mutex<HashMap<ChannelId, Looked>>);

/// A look at a channel.
#[derive(Debug)]
struct Looked {
    /// The board.
    board: MessageId,
    /// When, in seconds since 1970.
    at: i64,
    /// How many messages lay below it then, and those the umpire has posted since.
    below: u8,
}

impl Below {
    /// So many messages lie below a board, as is seen now.
    pub(crate) fn seen(&self, channel: ChannelId, board: MessageId, below: u8, now: i64) {
        self.looked().insert(channel, Looked { board, at: now, below });
    }

    /// The umpire has posted something in a channel.
    pub(crate) fn posted(&self, channel: ChannelId) {
        if let Some(looked) = self.looked().get_mut(&channel) {
            looked.below = looked.below.saturating_add(1);
        }
    }

    /// How many messages lie below a board at least; nothing if that has to be looked for.
    pub(crate) fn of(&self, channel: ChannelId, board: MessageId, now: i64) -> Option<u8> {
        self.looked().get(&channel).filter(|looked| looked.board == board && looked.is_recent(now)).map(|looked| looked.below)
    }

    /// Forgets the looks that say nothing any more.
    pub(crate) fn forget_old(&self, now: i64) {
        let mut looked = self.looked();
        looked.retain(|_, looked| looked.is_recent(now));
        looked.shrink_to_fit();
    }

    fn looked(&self) -> MutexGuard<'_, HashMap<ChannelId, Looked>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Looked {
    /// Whether it still says enough; one that lies ahead says nothing, for the clock was set back since.
    fn is_recent(&self, now: i64) -> bool {
        (0..LOOKED_FOR).contains(&(now - self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_below_a_board_is_known_for_two_minutes_with_what_is_posted_meanwhile() {
        let (below, here, board) = (Below::default(), ChannelId(1), MessageId(7));
        assert_eq!(below.of(here, board, 0), None);
        below.seen(here, board, 3, 0);
        below.posted(here);
        below.posted(ChannelId(2));
        assert_eq!(below.of(here, board, 119), Some(4));
        assert_eq!((below.of(here, MessageId(8), 119), below.of(ChannelId(2), board, 119)), (None, None));
        assert_eq!((below.of(here, board, 120), below.of(here, board, -1)), (None, None));
        below.forget_old(120);
        assert!(below.looked().is_empty());
    }
}
