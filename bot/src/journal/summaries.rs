//! How far each has been told what happened.

use crate::journal::columns::{from_column, to_column};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::ids::{CampaignId, ChannelId, UserId};

impl Journal {
    /// The thread for a campaign's summaries, once it is open.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn summary_thread(&self, id: CampaignId) -> Result<Option<ChannelId>, JournalError> {
        let thread = sqlx::query_scalar!("SELECT summary_thread FROM campaigns WHERE id = ?", id.0).fetch_optional(&self.pool).await?;
        Ok(thread.flatten().map(from_column))
    }

    /// Notes that the thread for a campaign's summaries is open.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn summary_thread_opened(&self, id: CampaignId, thread: ChannelId) -> Result<(), JournalError> {
        let thread = to_column(thread);
        let mut transaction = self.begin_bookkeeping().await?;
        sqlx::query!("UPDATE campaigns SET summary_thread = ? WHERE id = ?", thread, id.0).execute(&mut *transaction).await?;
        transaction.commit().await
    }

    /// The row up to which a user has been told what happened; 0 for one who never asked.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn told_up_to(&self, id: CampaignId, user: UserId) -> Result<u32, JournalError> {
        let user = to_column(user);
        let revision = sqlx::query_scalar!("SELECT revision FROM summaries_seen WHERE campaign = ? AND user = ?", id.0, user)
            .fetch_optional(&self.pool)
            .await?;
        u32::try_from(revision.unwrap_or_default()).map_err(|_| JournalError::Unreadable("revision".to_owned()))
    }

    /// Notes that a user has been told what happened up to a row. Of two answers under way at once the later row counts.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn told(&self, id: CampaignId, user: UserId, revision: u32) -> Result<(), JournalError> {
        let mut transaction = self.begin_bookkeeping().await?;
        let (user, at) = (to_column(user), transaction.at());
        sqlx::query!(
            "INSERT INTO summaries_seen (campaign, user, revision, seen_at) VALUES (?, ?, ?, ?) ON CONFLICT (campaign, user) DO UPDATE SET revision = MAX(revision, excluded.revision), seen_at = excluded.seen_at",
            id.0,
            user,
            revision,
            at
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await
    }
}
