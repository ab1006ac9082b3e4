//! Figures of the whole journal, for whoever supervises the umpire.

use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::metrics::LookedUp;

impl Journal {
    /// How much is in the journal. What is counted stands in indexes of what is open; what rests because the umpire was
    /// removed from its server does not wait for Discord; what is of other shards is not counted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn looked_up(&self) -> Result<LookedUp, JournalError> {
        let row = sqlx::query!(
            "SELECT (SELECT COUNT(*) FROM campaigns INDEXED BY campaigns_open_in_channel WHERE closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL) AS \"games!: i64\", (SELECT COUNT(*) FROM outbox INDEXED BY outbox_waiting_of WHERE message IS NULL AND failed IS NULL AND campaign NOT IN (SELECT id FROM campaigns WHERE guild IN (SELECT guild FROM departures))) AS \"waiting!: i64\", (SELECT count FROM commits) AS \"commits!: i64\""
        )
        .fetch_one(&self.pool)
        .await?;
        let journal_bytes = std::fs::metadata(self.path()).map_or(0, |file| i64::try_from(file.len()).unwrap_or(i64::MAX));
        let elsewhere = self.elsewhere();
        let (games, waiting) = (row.games - elsewhere.open, row.waiting - elsewhere.waiting);
        Ok(LookedUp { games, waiting, commits: row.commits, journal_bytes })
    }
}
