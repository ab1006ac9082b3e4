//! Where games are played, as it was read lately: a command, the seat its giver's roles bring and the look of its answer each ask which game is
//! played in a channel.
//!
//! The writer counts every commit by which games, or where they are played, may have changed. What was read before the latest of them counts for
//! nothing. Of a channel in which no game is played nothing is remembered: a thread is a battle's from the moment its first message is posted, and
//! that is only noted.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::model::ids::{CampaignId, ChannelId};

/// The most channels that are remembered.
const MOST_REMEMBERED: usize = 10_000;

/// Counts the commits by which games may have changed.
#[derive(Clone, Default)]
pub(super) struct Changes(Arc<AtomicU64>);

impl Changes {
    /// How many there were.
    pub(super) fn count(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    /// There was one, or there may have been; said before anybody is told of it.
    pub(super) fn another(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// The games of channels.
pub(super) struct PlayedIn {
    changes: Changes,
    known: Mutex<HashMap<ChannelId, (u64, CampaignId)>>,
}

impl PlayedIn {
    /// Nothing yet, of a journal whose writer counts its changes here.
    pub(super) fn new(changes: Changes) -> Self {
        Self { changes, known: Mutex::default() }
    }

    /// The game of a channel: as it is known, if nothing has changed since, or as `read` finds it.
    ///
    /// # Errors
    ///
    /// As `read`.
    pub(super) async fn of<E>(
        &self,
        channel: ChannelId,
        read: impl Future<Output = Result<Option<CampaignId>, E>>,
    ) -> Result<Option<CampaignId>, E> {
        // Counted before it is read: what is committed meanwhile makes what is read count for nothing.
        let count = self.changes.count();
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&channel).copied();
        if let Some((then, campaign)) = known
            && then == count
        {
            return Ok(Some(campaign));
        }
        let found = read.await?;
        if let Some(campaign) = found {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MOST_REMEMBERED {
                known.clear();
            }
            known.insert(channel, (count, campaign));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found in a channel where `reads` says what stands there, and how often it was read.
    async fn found(played: &PlayedIn, reads: &mut u32, there: Option<i64>) -> Option<i64> {
        let read = async {
            *reads += 1;
            Ok::<_, ()>(there.map(CampaignId))
        };
        played.of(ChannelId(1), read).await.unwrap().map(|campaign| campaign.0)
    }

    #[tokio::test]
    async fn a_channels_game_is_read_again_once_games_have_changed_and_one_without_each_time() {
        let changes = Changes::default();
        let (played, mut reads) = (PlayedIn::new(changes.clone()), 0);
        assert_eq!(found(&played, &mut reads, None).await, None);
        assert_eq!(found(&played, &mut reads, Some(7)).await, Some(7));
        assert_eq!((found(&played, &mut reads, None).await, reads), (Some(7), 2), "as it is known");
        changes.another();
        assert_eq!((found(&played, &mut reads, Some(8)).await, reads), (Some(8), 3));
    }

    #[tokio::test]
    async fn what_was_read_while_games_changed_counts_for_nothing() {
        let changes = Changes::default();
        let played = PlayedIn::new(changes.clone());
        let read = async {
            changes.another();
            Ok::<_, ()>(Some(CampaignId(7)))
        };
        assert_eq!(played.of(ChannelId(1), read).await, Ok(Some(CampaignId(7))));
        let mut reads = 0;
        assert_eq!((found(&played, &mut reads, None).await, reads), (None, 1));
    }
}
