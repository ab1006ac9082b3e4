//! What this run of the umpire has begun to post, and what is not known yet to be posted. It is not written down: of whatever waits when a journal is
//! opened nobody can tell, after a power cut, whether it was posted, so it is looked for in its channel before it is posted.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::model::ids::OutboxId;

/// When each was begun to be posted first, in seconds since 1970.
#[derive(Default)]
pub(super) struct Attempts(Mutex<HashMap<OutboxId, i64>>);

impl Attempts {
    fn all(&self) -> MutexGuard<'_, HashMap<OutboxId, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One begins.
    pub(super) fn begin(&self, id: OutboxId, at: i64) {
        self.all().entry(id).or_insert(at);
    }

    /// When one was begun first, if it was.
    pub(super) fn since(&self, id: OutboxId) -> Option<i64> {
        self.all().get(&id).copied()
    }

    /// What has become of one is written down.
    pub(super) fn end(&self, id: OutboxId) {
        self.all().remove(&id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::filled::{by_hand, filled};
    use crate::journal::store::Journal;
    use crate::model::ids::{CampaignId, GuildId};

    const CAMPAIGN: CampaignId = CampaignId(1);
    const GUILD: GuildId = GuildId(7);

    /// Since when the one despatch that waits has been begun to be posted; nothing if it was not.
    async fn begun(journal: &Journal) -> Option<i64> {
        let (waiting, owed) = (journal.waiting(CAMPAIGN).await.unwrap(), journal.owed(CAMPAIGN).await.unwrap().waiting);
        let since: Vec<_> = waiting.into_iter().chain(owed).map(|waiting| waiting.unwrap().attempted_at).collect();
        assert_eq!(since.len(), 2, "the same, read in both ways");
        assert_eq!(since[0], since[1]);
        since[0]
    }

    #[tokio::test]
    async fn what_was_begun_to_be_posted_is_looked_for_first_after_a_restart_and_when_it_is_sent_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[GUILD.0.cast_signed()], 0).await;
        by_hand(&path, "DELETE FROM departures; DELETE FROM outbox WHERE joined IS NOT NULL").await;
        let journal = Journal::open(&path).await.unwrap();
        by_hand(&path, "INSERT INTO outbox (id, campaign, revision, channel, despatch, written_at) VALUES (50, 1, 3, 507, '{}', 20)").await;
        assert_eq!(begun(&journal).await, None, "written in this run");
        journal.attempted(OutboxId(50));
        let since = begun(&journal).await;
        assert!(since.is_some_and(|since| since > 20));
        journal.failed(OutboxId(50), "refused", None).await.unwrap();
        journal.close().await;
        let journal = Journal::open(&path).await.unwrap();
        assert_eq!(journal.send_again(GUILD).await.unwrap(), [CAMPAIGN]);
        assert_eq!(begun(&journal).await, since, "it was set aside in an earlier run");
        journal.close().await;
        by_hand(&path, "UPDATE outbox SET attempted_at = NULL WHERE id = 50").await;
        let journal = Journal::open(&path).await.unwrap();
        assert_eq!(begun(&journal).await, Some(20), "nobody knows what an earlier run came to");
        journal.close().await;
    }
}
