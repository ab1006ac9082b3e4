//! The boards: which message shows where a campaign stands, what it shows, and which older ones have still to be shrunk.

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

/// The board of a campaign, and what is owed besides.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct KnownBoard {
    /// The board; nothing if none was tried to be posted.
    pub row: Option<BoardRow>,
    /// Whether the umpire was removed from its server.
    pub is_away: bool,
    /// Whether an older board has still to be shrunk, or taken away.
    pub owes_old: bool,
}

impl Journal {
    /// The board of a campaign, and what is owed besides; nothing of a campaign that is not there.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn board(&self, campaign: CampaignId) -> Result<KnownBoard, JournalError> {
        let known = sqlx::query!(
            "SELECT boards.channel AS \"channel: i64\", message AS \"message: i64\", shows AS \"shows: String\", attempted_at AS \"attempted_at: i64\", EXISTS (SELECT 1 FROM departures WHERE departures.guild = campaigns.guild) AS \"is_away!: bool\", EXISTS (SELECT 1 FROM old_boards WHERE old_boards.campaign = campaigns.id GROUP BY old_boards.campaign HAVING COUNT(*) > 1 OR MIN(shrunk) = 0) AS \"owes_old!: bool\" FROM campaigns LEFT JOIN boards ON boards.campaign = campaigns.id WHERE campaigns.id = ?",
            campaign.0
        )
        .fetch_optional(&self.pool)
        .await?;
        let Some(known) = known else { return Ok(KnownBoard::default()) };
        let row = known.channel.zip(known.shows).map(|(channel, shows)| BoardRow {
            channel: from_column(channel),
            message: known.message.map(from_column),
            shows,
            attempted_at: known.attempted_at,
        });
        Ok(KnownBoard { row, is_away: known.is_away, owes_old: known.owes_old })
    }

    /// The campaigns whose board shows less than the journal tells, closed ones too; those with an old board that has to be shrunk; and
    /// those of whose new board it is not known whether it was posted. None of servers of other shards.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn campaigns_with_stale_boards(&self) -> Result<Vec<CampaignId>, JournalError> {
        let campaigns = sqlx::query_scalar!(
            "SELECT campaigns.id FROM campaigns LEFT JOIN boards ON boards.campaign = campaigns.id WHERE ((closed_at IS NULL OR boards.message IS NOT NULL) AND campaigns.revision > COALESCE(boards.revision, 0)) OR attempted_at IS NOT NULL OR EXISTS (SELECT 1 FROM old_boards WHERE old_boards.campaign = campaigns.id GROUP BY old_boards.campaign HAVING COUNT(*) > 1 OR MIN(shrunk) = 0) ORDER BY campaigns.id"
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(campaigns.into_iter().map(CampaignId).filter(|id| self.is_served(*id)).collect())
    }

    /// Notes that a new board is about to be posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn board_attempted(&self, campaign: CampaignId, channel: ChannelId) -> Result<(), JournalError> {
        // A new board is seldom posted; one of which nobody knows would stand in the channel for ever.
        let mut transaction = self.begin_rows().await?;
        let (channel, at) = (to_column(channel), transaction.at());
        sqlx::query!(
            "INSERT INTO boards (campaign, channel, attempted_at) VALUES (?1, ?2, ?3) ON CONFLICT (campaign) DO UPDATE SET attempted_at = ?3",
            campaign.0,
            channel,
            at
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await
    }

    /// Notes what the board shows, and in which message; no message if it cannot be posted. Another message of the same channel that was
    /// the board until now is owed to be shrunk from this write on.
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
        let mut transaction = self.begin_bookkeeping().await?;
        // No message differs from one.
        sqlx::query!(
            "INSERT INTO old_boards (campaign, channel, message) SELECT campaign, channel, message FROM boards WHERE campaign = ? AND message <> ? ON CONFLICT DO NOTHING; INSERT INTO boards (campaign, channel, message, shows, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT (campaign) DO UPDATE SET channel = excluded.channel, message = excluded.message, shows = excluded.shows, revision = excluded.revision, attempted_at = NULL",
            campaign.0,
            message,
            campaign.0,
            channel,
            message,
            shows,
            revision
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await
    }

    /// The old boards of a campaign, oldest first, each with whether it has been shrunk to a link.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn old_boards(&self, campaign: CampaignId) -> Result<Vec<(ChannelId, MessageId, bool)>, JournalError> {
        let rows = sqlx::query!("SELECT channel, message, shrunk FROM old_boards WHERE campaign = ? ORDER BY message", campaign.0)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|row| (from_column(row.channel), from_column(row.message), row.shrunk != 0)).collect())
    }

    /// Notes that an old board has been shrunk to a link.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn board_shrunk(&self, campaign: CampaignId, message: MessageId) -> Result<(), JournalError> {
        let message = to_column(message);
        let mut transaction = self.begin_bookkeeping().await?;
        sqlx::query!("UPDATE old_boards SET shrunk = 1 WHERE campaign = ? AND message = ?", campaign.0, message)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    }

    /// Notes that an old board is not there any more, or stays as it is.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn board_forgotten(&self, campaign: CampaignId, message: MessageId) -> Result<(), JournalError> {
        let message = to_column(message);
        let mut transaction = self.begin_bookkeeping().await?;
        sqlx::query!("DELETE FROM old_boards WHERE campaign = ? AND message = ?", campaign.0, message).execute(&mut *transaction).await?;
        transaction.commit().await
    }

    /// The messages of a channel that are boards, or were and have still to be shrunk; whichever campaign's.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn boards_in(&self, channel: ChannelId) -> Result<Vec<MessageId>, JournalError> {
        let channel = to_column(channel);
        let messages = sqlx::query_scalar!(
            "SELECT message AS \"message!: i64\" FROM boards WHERE channel = ?1 AND message IS NOT NULL UNION SELECT message FROM old_boards WHERE channel = ?1",
            channel
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(messages.into_iter().map(from_column).collect())
    }
}
