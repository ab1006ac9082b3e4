//! Servers of other shards than this process serves. Their games belong to the journal of another process, and have still to be moved there: until
//! then nothing of them is served here. Nothing is posted, edited, reminded or deleted there, for this process does not hear what happens on them.
//!
//! What they have does not change while the umpire runs, so it is looked up once.

use std::sync::Arc;

use crate::journal::columns::from_column;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::elsewhere::Elsewhere;
use crate::model::ids::CampaignId;
use crate::model::shards::Shards;

impl Journal {
    /// The same journal for a process that serves these shards: what it has of others is left alone from now on.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn serving(mut self, shards: Shards) -> Result<Self, JournalError> {
        self.elsewhere = Arc::new(self.look_elsewhere(shards).await?);
        Ok(self)
    }

    /// What is left alone, because it is of servers that are not of this process's shards.
    #[must_use]
    pub fn elsewhere(&self) -> &Elsewhere {
        &self.elsewhere
    }

    /// Whether a game is of a server that this process serves.
    pub(super) fn is_served(&self, id: CampaignId) -> bool {
        !self.elsewhere.games.contains(&id)
    }

    async fn look_elsewhere(&self, shards: Shards) -> Result<Elsewhere, JournalError> {
        let mut elsewhere = Elsewhere::default();
        if shards.are_all() {
            return Ok(elsewhere);
        }
        let guilds: Vec<i64> = sqlx::query_scalar("SELECT DISTINCT guild FROM campaigns").fetch_all(&self.pool).await?;
        for guild in guilds.into_iter().filter(|guild| !shards.hold(from_column(*guild))) {
            elsewhere.servers.insert(from_column(guild));
            let games: Vec<(i64, bool)> =
                sqlx::query_as("SELECT id, closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL FROM campaigns WHERE guild = ?")
                    .bind(guild)
                    .fetch_all(&self.pool)
                    .await?;
            let waiting: i64 = sqlx::query_scalar(
                "SELECT COUNT(*) FROM outbox JOIN campaigns ON campaigns.id = outbox.campaign WHERE message IS NULL AND failed IS NULL AND guild = ?1 AND guild NOT IN (SELECT guild FROM departures)",
            )
            .bind(guild)
            .fetch_one(&self.pool)
            .await?;
            elsewhere.open += games.iter().map(|(_, open)| i64::from(*open)).sum::<i64>();
            elsewhere.games.extend(games.into_iter().map(|(id, _)| CampaignId(id)));
            elsewhere.waiting += waiting;
        }
        Ok(elsewhere)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::filled::{by_hand, filled};

    /// Servers that are on the second and the first of two shards.
    const SECOND: i64 = 1 << 22;
    const FIRST: i64 = 2 << 22;

    fn ids<Id>(numbers: &[i64], id: impl Fn(i64) -> Id) -> Vec<Id> {
        numbers.iter().map(|number| id(*number)).collect()
    }

    #[tokio::test]
    async fn nothing_is_owed_reminded_deleted_or_taken_for_removed_of_servers_that_are_on_other_shards() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[SECOND, FIRST], 0).await;
        by_hand(&path, "DELETE FROM departures").await;
        // Of each server the first game is played, and the second is deleted.
        for (shards, servers, games) in [("0/2", vec![FIRST], [3, 4]), ("1/2", vec![SECOND], [1, 2]), ("0/1", vec![SECOND, FIRST], [0, 0])]
        {
            let journal = Journal::open(&path).await.unwrap().serving(shards.parse().unwrap()).await.unwrap();
            let (waiting, played, deleted) =
                if shards == "0/1" { (vec![1, 2, 3, 4], vec![1, 3], vec![2, 4]) } else { (games.to_vec(), vec![games[0]], vec![games[1]]) };
            assert_eq!(journal.campaigns_waiting().await.unwrap(), ids(&waiting, CampaignId), "{shards}");
            assert_eq!(journal.campaigns_with_stale_boards().await.unwrap(), ids(&played, CampaignId), "{shards}");
            let paced: Vec<CampaignId> = journal.paced().await.unwrap().into_iter().map(|paced| paced.id).collect();
            assert_eq!(paced, ids(&played, CampaignId), "{shards}");
            assert_eq!(journal.campaigns_gone(100, true).await.unwrap(), ids(&deleted, CampaignId), "{shards}");
            assert_eq!(journal.servers().await.unwrap(), ids(&servers, from_column), "{shards}");
            let figures = journal.looked_up().await.unwrap();
            assert_eq!((figures.games, figures.waiting), (played.len() as i64, 2 * played.len() as i64), "{shards}");
            assert_eq!(journal.elsewhere().servers.len(), 2 - servers.len(), "{shards}");
            journal.close().await;
        }
        // A server that the umpire had been removed from is not deleted where nobody hears that it was invited back.
        by_hand(&path, "INSERT INTO departures VALUES (4194304, 1, 20), (8388608, 1, 20)").await;
        let journal = Journal::open(&path).await.unwrap().serving("0/2".parse().unwrap()).await.unwrap();
        assert_eq!(journal.campaigns_gone(100, true).await.unwrap(), ids(&[3, 4], CampaignId));
        assert_eq!((journal.looked_up().await.unwrap().waiting, journal.campaigns_waiting().await.unwrap()), (0, Vec::new()));
        journal.close().await;
    }
}
