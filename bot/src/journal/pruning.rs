//! What nobody needs any more is deleted, a little at a time: despatches of games that have long been over, and the numbers of interactions
//! that came to nothing in a journal.
//!
//! Of a game that goes on every despatch is kept: an undo marks the messages of what it takes back, however old they are, and messages grow.
//! Of one that is over the first is kept, which announced the seal of its dice, and the last in each channel, which says that it was played
//! there; so is what still waits, and what was set aside. An interaction is kept while a row of the journal names it, and for a day anyway:
//! Discord delivers none again after minutes, and its token lasts a quarter of an hour.

use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::lifecycle::DAY;

/// Seconds after which the despatches of a game that is over are deleted.
pub const DESPATCHES_KEPT: i64 = 30 * DAY;
/// Seconds after which the number of an interaction is deleted that no row of the journal names.
pub const INTERACTIONS_KEPT: i64 = DAY;
/// No number of Discord's is as high before November 2049. A post that came with a role was once written under the number of the interaction that
/// brought it, with this bit besides: a row of the journal names each of these, so that none is ever deleted.
const MARKED: i64 = 1 << 62;
/// As many rows are looked at, or deleted, in one transaction: a player's order waits some milliseconds for it at most.
const BATCH: u32 = 200;

impl Journal {
    /// Deletes some of the despatches of a game that was over long before `at`, in seconds since 1970, and owes nothing. Whether there may be
    /// more.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or written.
    pub async fn prune_despatches(&self, at: i64) -> Result<bool, JournalError> {
        let until = at - DESPATCHES_KEPT;
        let over = sqlx::query_scalar!(
            "SELECT id FROM campaigns INDEXED BY campaigns_to_prune WHERE closed_at <= ? AND pruned_at IS NULL AND NOT EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_waiting_of WHERE outbox.campaign = campaigns.id AND message IS NULL AND failed IS NULL) AND NOT EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_to_mark WHERE outbox.campaign = campaigns.id AND undone_by IS NOT NULL AND marked_at IS NULL AND message IS NOT NULL AND failed IS NULL) AND NOT EXISTS (SELECT 1 FROM outbox INDEXED BY outbox_closing WHERE outbox.campaign = campaigns.id AND closing = 1 AND message IS NOT NULL AND failed IS NULL) ORDER BY closed_at LIMIT 1",
            until
        )
        .fetch_optional(&self.pool)
        .await?;
        let Some(campaign) = over else { return Ok(false) };
        let mut transaction = self.begin().await?;
        // What belongs to a message goes before it.
        let deleted = sqlx::query!(
            "DELETE FROM outbox WHERE id IN (SELECT old.id FROM outbox AS old WHERE old.campaign = ?1 AND old.id > (SELECT MIN(id) FROM outbox WHERE campaign = ?1) AND old.message IS NOT NULL AND old.failed IS NULL AND COALESCE(old.written_at, 0) <= ?2 AND EXISTS (SELECT 1 FROM outbox AS later WHERE later.campaign = ?1 AND later.channel = old.channel AND later.id > old.id) AND NOT EXISTS (SELECT 1 FROM outbox AS part WHERE part.joined = old.id) ORDER BY old.id DESC LIMIT ?3)",
            campaign,
            until,
            BATCH
        )
        .execute(&mut *transaction)
        .await?;
        if deleted.rows_affected() == 0 {
            sqlx::query!("UPDATE campaigns SET pruned_at = ? WHERE id = ?", at, campaign).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(true)
    }

    /// Looks at some interactions of long before `at`, in seconds since 1970, and deletes those that no row of the journal names. Whether there
    /// may be more. Discord's numbers rise with time, so that none is looked at twice.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or written.
    pub async fn prune_interactions(&self, at: i64) -> Result<bool, JournalError> {
        let until = at - INTERACTIONS_KEPT;
        let seen = sqlx::query_scalar!("SELECT upto FROM looked_through WHERE name = 'interactions'").fetch_optional(&self.pool).await?;
        // What has been looked through so far as such a number, which is above all that is still to come, is looked through anew.
        let seen = seen.filter(|seen| *seen < MARKED).unwrap_or_default();
        let next = sqlx::query!("SELECT id, acted_at FROM interactions WHERE id > ? ORDER BY id LIMIT ?", seen, BATCH)
            .fetch_all(&self.pool)
            .await?;
        let old: Vec<i64> = next.iter().take_while(|row| row.id < MARKED && row.acted_at <= until).map(|row| row.id).collect();
        let Some(upto) = old.last() else { return Ok(false) };
        let mut transaction = self.begin().await?;
        sqlx::query!(
            "DELETE FROM interactions WHERE id > ? AND id <= ? AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.interaction = interactions.id)",
            seen,
            upto
        )
        .execute(&mut *transaction)
        .await?;
        sqlx::query!(
            "INSERT INTO looked_through (name, upto) VALUES ('interactions', ?1) ON CONFLICT (name) DO UPDATE SET upto = ?1",
            upto
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(old.len() == BATCH as usize)
    }
}
