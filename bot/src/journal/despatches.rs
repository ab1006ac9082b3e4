//! The outbox's rows: what is to be posted, what has been tried, what was posted or refused.

use crate::journal::interactions::record_interaction;

use crate::model::calls::Calls;
use crate::model::despatch::{Despatch, Place};

use crate::despatches::calls;
use crate::journal::columns::{from_column, to_column, unreadable};
use crate::journal::error::JournalError;
use crate::journal::growing;
use crate::journal::store::{Journal, Transaction};
use crate::model::campaign::Campaign;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, MessageId, OutboxId, UserId};
use crate::model::outbox_row::Waiting;
use crate::model::played::Played;

impl Journal {
    /// The campaigns for which despatches are waiting to be posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn campaigns_waiting(&self) -> Result<Vec<CampaignId>, JournalError> {
        let campaigns =
            sqlx::query_scalar!("SELECT DISTINCT campaign FROM outbox WHERE (message IS NULL AND failed IS NULL) OR (undone_by IS NOT NULL AND marked_at IS NULL AND message IS NOT NULL) OR (section IS NOT NULL AND closing = 1 AND message IS NOT NULL) ORDER BY campaign")
                .fetch_all(&self.pool)
                .await?;
        Ok(campaigns.into_iter().map(CampaignId).collect())
    }

    /// The despatches of a campaign that are waiting to be posted, oldest first.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn waiting(&self, id: CampaignId) -> Result<Vec<Waiting>, JournalError> {
        let rows = sqlx::query!(
            "SELECT id, revision, channel, despatch, attempted_at FROM outbox WHERE campaign = ? AND message IS NULL AND failed IS NULL AND joined IS NULL ORDER BY id",
            id.0
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(Waiting {
                    id: OutboxId(row.id),
                    campaign: id,
                    revision: u32::try_from(row.revision).map_err(|_| JournalError::Unreadable("revision".to_owned()))?,
                    channel: from_column(row.channel),
                    despatch: serde_json::from_str(&row.despatch).map_err(unreadable("despatch"))?,
                    attempted_at: row.attempted_at,
                })
            })
            .collect()
    }

    /// Notes that a despatch is about to be posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn attempted(&self, id: OutboxId) -> Result<(), JournalError> {
        let at = self.now();
        sqlx::query!("UPDATE outbox SET attempted_at = COALESCE(attempted_at, ?) WHERE id = ?", at, id.0).execute(&self.pool).await?;
        Ok(())
    }

    /// Notes that a despatch has been posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn posted(&self, id: OutboxId, message: MessageId) -> Result<(), JournalError> {
        let message = to_column(message);
        sqlx::query!("UPDATE outbox SET message = ? WHERE id = ?", message, id.0).execute(&self.pool).await?;
        Ok(())
    }

    /// Notes that a despatch cannot be posted, and why.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn failed(&self, id: OutboxId, reason: &str) -> Result<(), JournalError> {
        sqlx::query!("UPDATE outbox SET failed = ? WHERE id = ?", reason, id.0).execute(&self.pool).await?;
        Ok(())
    }
}

/// Writes down what is to be posted about a row of the journal.
pub(super) async fn write_of_row(
    transaction: &mut Transaction,
    campaign: CampaignId,
    revision: u32,
    channel: i64,
    despatch: &Despatch,
) -> Result<OutboxId, JournalError> {
    let id = write(transaction, campaign, revision, channel, despatch).await?;
    sqlx::query!("UPDATE outbox SET row = revision WHERE id = ?", id.0).execute(&mut **transaction).await?;
    Ok(id)
}

impl Journal {
    /// Writes down a film that somebody has asked for, with the interaction that did; not again while one waits for the campaign. No row
    /// of the journal stands for it. Whether it was written.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already.
    pub async fn ask_for_film<G: Played>(&self, campaign: &Campaign<G>, deed: Deed, despatch: &Despatch) -> Result<bool, JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, campaign.id, deed).await?;
        let waiting = sqlx::query_scalar!(
            "SELECT id FROM outbox WHERE campaign = ? AND message IS NULL AND failed IS NULL AND json_extract(despatch, '$.picture') = 'film' LIMIT 1",
            campaign.id.0
        )
        .fetch_optional(&mut *transaction)
        .await?;
        if waiting.is_none() {
            write(&mut transaction, campaign.id, campaign.revision, to_column(campaign.channel), despatch).await?;
        }
        transaction.commit().await?;
        Ok(waiting.is_none())
    }
}

/// Writes down what is to be posted, though it tells of no row of the journal.
pub(super) async fn write(
    transaction: &mut Transaction,
    campaign: CampaignId,
    revision: u32,
    channel: i64,
    despatch: &Despatch,
) -> Result<OutboxId, JournalError> {
    let mut told = despatch.clone();
    let direct = call_as_they_chose(transaction, campaign, &mut told).await?;
    let despatch = &told;
    let text = serde_json::to_string(despatch).map_err(unreadable("despatch"))?;
    let id = sqlx::query_scalar!(
        "INSERT INTO outbox (campaign, revision, channel, despatch) VALUES (?, ?, ?, ?) RETURNING id AS \"id!\"",
        campaign.0,
        revision,
        channel,
        text
    )
    .fetch_one(&mut **transaction)
    .await?;
    growing::join(transaction, campaign, OutboxId(id), despatch).await?;
    for user in direct {
        let text = serde_json::to_string(&calls::directly(despatch, from_column(channel), user)).map_err(unreadable("despatch"))?;
        sqlx::query!("INSERT INTO outbox (campaign, revision, channel, despatch) VALUES (?, ?, ?, ?)", campaign.0, revision, channel, text)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(OutboxId(id))
}

/// Leaves those uncalled who have chosen to be; whoever is to have a direct message instead.
async fn call_as_they_chose(
    transaction: &mut Transaction,
    campaign: CampaignId,
    despatch: &mut Despatch,
) -> Result<Vec<UserId>, JournalError> {
    if despatch.mention.is_none() || matches!(despatch.place, Place::Direct { .. }) {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!("SELECT user AS \"user!\", calls FROM members WHERE campaign = ? AND calls <> 'ping'", campaign.0)
        .fetch_all(&mut **transaction)
        .await?;
    let chosen: Vec<(UserId, Calls)> = rows.into_iter().map(|row| (from_column(row.user), Calls::of_word(&row.calls))).collect();
    let is_called = |user: UserId| despatch.mention == Some(user) || despatch.also_mention.contains(&user);
    let direct = chosen.iter().filter(|(user, calls)| *calls == Calls::Direct && is_called(*user)).map(|(user, _)| *user).collect();
    despatch.call_only(|user| chosen.iter().all(|(other, _)| *other != user));
    Ok(direct)
}
