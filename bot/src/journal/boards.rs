//! The boards: which message shows where a campaign stands, and what it shows.

use crate::journal::columns::{from_column, to_column};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::ids::{CampaignId, ChannelId, MessageId};

/// The board of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardRow {
    /// The channel it is in.
    pub channel: ChannelId,
    /// The message; nothing until it has been posted.
    pub message: Option<MessageId>,
    /// What it shows, as a hash.
    pub shows: String,
    /// When a new one was last tried to be posted, if it is not known what came of it.
    pub attempted_at: Option<i64>,
}

impl Journal {
    /// The board of a campaign.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn board(&self, campaign: CampaignId) -> Result<Option<BoardRow>, JournalError> {
        let row = sqlx::query!("SELECT channel, message, shows, attempted_at FROM boards WHERE campaign = ?", campaign.0)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| BoardRow {
            channel: from_column(row.channel),
            message: row.message.map(from_column),
            shows: row.shows,
            attempted_at: row.attempted_at,
        }))
    }

    /// The campaigns whose board shows less than the journal tells, closed ones too.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn campaigns_with_stale_boards(&self) -> Result<Vec<CampaignId>, JournalError> {
        let campaigns = sqlx::query_scalar!(
            "SELECT campaigns.id FROM campaigns LEFT JOIN boards ON boards.campaign = campaigns.id WHERE (closed_at IS NULL OR boards.message IS NOT NULL) AND campaigns.revision > COALESCE(boards.revision, 0) ORDER BY campaigns.id"
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(campaigns.into_iter().map(CampaignId).collect())
    }

    /// Notes that a new board is about to be posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn board_attempted(&self, campaign: CampaignId, channel: ChannelId) -> Result<(), JournalError> {
        let (channel, at) = (to_column(channel), self.now());
        sqlx::query!(
            "INSERT INTO boards (campaign, channel, attempted_at) VALUES (?1, ?2, ?3) ON CONFLICT (campaign) DO UPDATE SET attempted_at = ?3",
            campaign.0,
            channel,
            at
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Notes what the board shows, and in which message; no message if it cannot be posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn board_shows(
        &self,
        campaign: CampaignId,
        revision: u32,
        channel: ChannelId,
        message: Option<MessageId>,
        shows: &str,
    ) -> Result<(), JournalError> {
        let (channel, message) = (to_column(channel), message.map(to_column));
        sqlx::query!(
            "INSERT INTO boards (campaign, channel, message, shows, revision) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (campaign) DO UPDATE SET channel = ?2, message = ?3, shows = ?4, revision = ?5, attempted_at = NULL",
            campaign.0,
            channel,
            message,
            shows,
            revision
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}
