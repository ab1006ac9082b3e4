//! Reminders: since when a campaign waits, and how often somebody has been called for it.

use crate::journal::columns::{to_column, unreadable};
use crate::journal::despatches;
use crate::journal::error::JournalError;
use crate::journal::interactions::record_interaction;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::campaign::Campaign;
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, OutboxId};
use crate::model::pace::{MOST_REMINDERS, Pace};
use crate::model::played::Played;
use crate::model::standing_orders::StandingOrders;

/// How often somebody has been called since a row of the journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReminderRow {
    /// Reminders sent.
    pub sent: u32,
    /// When the last was sent, in seconds since 1970; with none sent, since when they are waited for, if not since the row.
    pub sent_at: Option<i64>,
    /// Nobody is called before this.
    pub not_before: Option<i64>,
}

/// An open campaign with a pace, as the journal tells without its being opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paced {
    /// The campaign.
    pub id: CampaignId,
    /// Its latest row.
    pub revision: u32,
    /// Until when more time was given last, in seconds since 1970.
    pub not_before: Option<i64>,
}

impl Journal {
    /// The open campaigns in which somebody may have to be reminded: those with a pace, but for those that rest, those of servers that the
    /// umpire was removed from or that are of other shards, and those in which nothing was ordered since as many reminders as are sent of one thing.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn paced(&self) -> Result<Vec<Paced>, JournalError> {
        let rows = sqlx::query!(
            "SELECT id, revision, (SELECT not_before FROM reminders WHERE reminders.campaign = campaigns.id) AS \"not_before: i64\" FROM campaigns WHERE closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL AND json_extract(standing_orders, '$.pace') IS NOT NULL AND json_extract(standing_orders, '$.pace.paused') IS NOT 1 AND guild NOT IN (SELECT guild FROM departures) AND NOT EXISTS (SELECT 1 FROM reminders WHERE reminders.campaign = campaigns.id AND sent >= ? AND NOT EXISTS (SELECT 1 FROM journal WHERE journal.campaign = campaigns.id AND journal.revision > for_row AND kind IN ('order', 'undone'))) ORDER BY id",
            MOST_REMINDERS
        )
        .fetch_all(&self.pool)
        .await?;
        let paced = |id, revision: i64, not_before| {
            let revision = u32::try_from(revision).map_err(|_| JournalError::Unreadable("revision".to_owned()))?;
            Ok(Paced { id: CampaignId(id), revision, not_before })
        };
        let served = rows.into_iter().filter(|row| self.is_served(CampaignId(row.id)));
        served.map(|row| paced(row.id, row.revision, row.not_before)).collect()
    }

    /// Of a game, its latest row, when it began, and its pace; nothing of one that is not there.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn paced_by(&self, campaign: CampaignId) -> Result<Option<(u32, i64, Option<Pace>)>, JournalError> {
        let row = sqlx::query!("SELECT revision, started_at, standing_orders FROM campaigns WHERE id = ?", campaign.0)
            .fetch_optional(&self.pool)
            .await?;
        let read = |row: (i64, i64, String)| {
            let revision = u32::try_from(row.0).map_err(|_| JournalError::Unreadable("revision".to_owned()))?;
            let settled: StandingOrders = serde_json::from_str(&row.2).map_err(unreadable("standing orders"))?;
            Ok((revision, row.1, settled.pace))
        };
        row.map(|row| read((row.revision, row.started_at, row.standing_orders))).transpose()
    }

    /// When a row of the journal was written, in seconds since 1970, and the reminders sent since.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn reminders(&self, campaign: CampaignId, row: u32) -> Result<(Option<i64>, ReminderRow), JournalError> {
        let found = sqlx::query!(
            "SELECT written_at AS \"written_at: i64\", sent AS \"sent: u32\", sent_at AS \"sent_at: i64\", not_before AS \"not_before: i64\" FROM (SELECT ?1 AS campaign, ?2 AS revision) AS asked LEFT JOIN journal ON journal.campaign = asked.campaign AND journal.revision = asked.revision LEFT JOIN reminders ON reminders.campaign = asked.campaign AND for_row = asked.revision",
            campaign.0,
            row
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((found.written_at, ReminderRow { sent: found.sent.unwrap_or_default(), sent_at: found.sent_at, not_before: found.not_before }))
    }

    /// Writes a reminder, to be posted, unless the campaign has moved on since it was looked at.
    ///
    /// # Errors
    ///
    /// [`JournalError::MovedOn`], or if the journal cannot be written.
    pub async fn remind<G: Played>(
        &self,
        campaign: &Campaign<G>,
        for_row: u32,
        row: ReminderRow,
        despatch: &Despatch,
    ) -> Result<OutboxId, JournalError> {
        let mut transaction = self.begin_rows().await?;
        let still = sqlx::query_scalar!(
            "SELECT id FROM campaigns WHERE id = ? AND revision = ? AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL",
            campaign.id.0,
            campaign.revision
        )
        .fetch_optional(&mut *transaction)
        .await?;
        if still.is_none() {
            return Err(JournalError::MovedOn);
        }
        write(&mut transaction, campaign.id, for_row, row).await?;
        let id = despatches::write(&mut transaction, campaign.id, campaign.revision, to_column(campaign.channel), despatch).await?;
        transaction.commit().await?;
        Ok(id)
    }

    /// Waits from a row of the journal on: what has been sent and what time was given counts as a row says it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn wait_anew(&self, campaign: CampaignId, for_row: u32, row: ReminderRow) -> Result<(), JournalError> {
        let mut transaction = self.begin().await?;
        write(&mut transaction, campaign, for_row, row).await?;
        transaction.commit().await
    }

    /// Gives more time, and writes what the channel is told of it.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already.
    pub async fn extend<G: Played>(
        &self,
        campaign: &Campaign<G>,
        deed: Deed,
        for_row: u32,
        row: ReminderRow,
        despatch: &Despatch,
    ) -> Result<OutboxId, JournalError> {
        let mut transaction = self.begin_rows().await?;
        record_interaction(&mut transaction, campaign.id, deed).await?;
        write(&mut transaction, campaign.id, for_row, row).await?;
        let id = despatches::write(&mut transaction, campaign.id, campaign.revision, to_column(campaign.channel), despatch).await?;
        transaction.commit().await?;
        Ok(id)
    }
}

async fn write(transaction: &mut Transaction, campaign: CampaignId, for_row: u32, row: ReminderRow) -> Result<(), JournalError> {
    sqlx::query!(
        "INSERT INTO reminders (campaign, for_row, sent, sent_at, not_before) VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (campaign) DO UPDATE SET for_row = ?2, sent = ?3, sent_at = ?4, not_before = ?5",
        campaign.0,
        for_row,
        row.sent,
        row.sent_at,
        row.not_before
    )
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
