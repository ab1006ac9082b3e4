//! A campaign's lifecycle: its name, whether it is put away or deleted, what of it came from a file.
//!
//! None of this changes the position. It is a row of the journal all the same, written with the interaction that asked for it and with
//! what the channel is told; but a campaign that is put away or deleted takes no other rows.

use crate::model::lifecycle::{Filing, TRIAL_LASTS};
use std::collections::BTreeMap;

use crate::journal::columns::{is_unique_violation, to_column, unreadable};
use crate::journal::despatches;
use crate::journal::error::JournalError;
use crate::journal::interactions::record_interaction;
use crate::journal::packs::load_pack;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::campaign::Campaign;
use crate::model::campaign_name::CampaignName;
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, ChannelId, OutboxId};
use crate::model::played::Played;

impl Journal {
    /// Whether anything about a campaign was to be posted in a channel, or a battle of it has its thread there.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn has_posted_in(&self, campaign: CampaignId, channel: ChannelId) -> Result<bool, JournalError> {
        let channel = to_column(channel);
        let row = sqlx::query_scalar!("SELECT id FROM outbox WHERE campaign = ? AND channel = ? LIMIT 1", campaign.0, channel)
            .fetch_optional(&self.pool)
            .await?;
        if row.is_some() {
            return Ok(true);
        }
        let battle = sqlx::query_scalar!("SELECT revision FROM battles WHERE campaign = ? AND thread = ? LIMIT 1", campaign.0, channel)
            .fetch_optional(&self.pool)
            .await?;
        Ok(battle.is_some())
    }

    /// The campaigns whose grace is over at `at`, in seconds since 1970, the trials that nobody has played for a day then, and if it is known
    /// where the umpire `is_connected`, all of a server that it was removed from too long before. None of servers of other shards.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn campaigns_gone(&self, at: i64, is_connected: bool) -> Result<Vec<CampaignId>, JournalError> {
        let idle = at - TRIAL_LASTS;
        let campaigns = sqlx::query_scalar!(
            "SELECT id AS \"id!: i64\" FROM campaigns INDEXED BY campaigns_gone WHERE gone_at <= ?1 UNION SELECT id FROM campaigns INDEXED BY campaigns_on_trial WHERE trial IS NOT NULL AND (SELECT written_at FROM journal WHERE campaign = campaigns.id ORDER BY revision DESC LIMIT 1) <= ?2 UNION SELECT campaigns.id FROM departures CROSS JOIN campaigns INDEXED BY campaigns_in_guild ON campaigns.guild = departures.guild WHERE departures.gone_at <= ?1 AND ?3 ORDER BY 1",
            at,
            idle,
            is_connected
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(campaigns.into_iter().map(CampaignId).filter(|id| self.is_served(*id)).collect())
    }

    /// Whether a game is a trial that nobody has given an order in for a day, and that has not been forgotten yet.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn is_idle(&self, id: CampaignId, at: i64) -> Result<bool, JournalError> {
        let idle = at - TRIAL_LASTS;
        let found = sqlx::query_scalar!(
            "SELECT id FROM campaigns WHERE id = ?1 AND trial IS NOT NULL AND gone_at IS NULL AND (SELECT written_at FROM journal WHERE campaign = ?1 ORDER BY revision DESC LIMIT 1) <= ?2",
            id.0,
            idle
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.is_some())
    }

    /// A pack that a campaign of this journal is played with, by its files.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn pack_of<G: Played>(&self, sources: &BTreeMap<String, String>) -> Result<Option<G::Pack>, JournalError> {
        let sources = serde_json::to_string(sources).map_err(unreadable("pack"))?;
        let fingerprint =
            sqlx::query_scalar!("SELECT fingerprint FROM packs WHERE sources = ?", sources).fetch_optional(&self.pool).await?;
        fingerprint.map(|_| load_pack::<G>(&sources)).transpose()
    }

    /// Writes what becomes of a campaign's lifecycle, and what is told of it; `compose` says what and in which channel, once it is known
    /// how it stands.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already, [`JournalError::ChannelTaken`] if it is to be taken up where
    /// another is played.
    pub async fn file<G: Played>(
        &self,
        campaign: &Campaign<G>,
        deed: Deed,
        filing: Filing,
        compose: impl FnOnce(&Campaign<G>) -> (ChannelId, Despatch) + Send,
    ) -> Result<(Campaign<G>, OutboxId), JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, campaign.id, deed).await?;
        let mut after = campaign.clone();
        let entry = serde_json::to_string(&filing).map_err(unreadable("entry"))?;
        match filing {
            Filing::Renamed(name) => after.lifecycle.name = Some(name),
            Filing::Archived => after.lifecycle.archived_at = Some(transaction.at()),
            Filing::TakenUp(channel) => {
                after.lifecycle.archived_at = None;
                move_to(&mut transaction, &mut after, channel).await?;
            }
            Filing::Deleted { gone_at } | Filing::Forgotten { gone_at } => after.lifecycle.gone_at = Some(gone_at),
            // Written where the journal is put back, and not by anybody's asking.
            Filing::FromBackup => {}
            Filing::Restored => {
                after.lifecycle.gone_at = None;
                if after.closed_at.is_none() && after.lifecycle.in_use() && is_taken(&mut transaction, &after).await? {
                    after.lifecycle.archived_at = Some(transaction.at());
                }
            }
        }
        after.revision += 1;
        let (id, name, channel) = (after.id.0, after.lifecycle.name.as_ref().map(CampaignName::as_str), to_column(after.channel));
        let filed = sqlx::query!(
            "UPDATE campaigns SET name = ?, archived_at = ?, gone_at = ?, channel = ?, revision = ? WHERE id = ? AND revision = ?",
            name,
            after.lifecycle.archived_at,
            after.lifecycle.gone_at,
            channel,
            after.revision,
            id,
            campaign.revision
        )
        .execute(&mut *transaction)
        .await
        .map_err(|error| if is_unique_violation(&error) { JournalError::ChannelTaken } else { error.into() })?;
        if filed.rows_affected() != 1 {
            return Err(JournalError::MovedOn);
        }
        let (interaction, user, seat, at) = (to_column(deed.interaction), to_column(deed.user), deed.seat, transaction.at());
        // No die is thrown: the stream stands where the row before left it.
        sqlx::query!(
            "INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at, edition) SELECT ?1, ?2, 'filed', ?3, ?4, ?5, ?6, '[]', position_after, position_after, ?7, edition FROM journal WHERE campaign = ?1 ORDER BY revision DESC LIMIT 1",
            id,
            after.revision,
            interaction,
            user,
            seat,
            entry,
            at
        )
        .execute(&mut *transaction)
        .await?;
        let (told_in, despatch) = compose(&after);
        let outbox = despatches::write(&mut transaction, after.id, after.revision, to_column(told_in), &despatch).await?;
        transaction.commit().await?;
        Ok((after, outbox))
    }
}

/// Moves a campaign to a channel: what had a thread in the old one goes on in the new one itself.
async fn move_to<G: Played>(transaction: &mut Transaction, campaign: &mut Campaign<G>, channel: ChannelId) -> Result<(), JournalError> {
    if campaign.channel == channel {
        return Ok(());
    }
    campaign.channel = channel;
    let (id, channel) = (campaign.id.0, to_column(channel));
    sqlx::query!("UPDATE battles SET thread = ? WHERE campaign = ?", channel, id).execute(&mut **transaction).await?;
    sqlx::query!("UPDATE campaigns SET summary_thread = NULL WHERE id = ?", id).execute(&mut **transaction).await?;
    Ok(())
}

/// Whether another campaign is played in the channel of one that is not.
async fn is_taken<G: Played>(transaction: &mut Transaction, campaign: &Campaign<G>) -> Result<bool, JournalError> {
    let (id, channel) = (campaign.id.0, to_column(campaign.channel));
    let other = sqlx::query_scalar!(
        "SELECT id FROM campaigns WHERE channel = ? AND id <> ? AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL",
        channel,
        id
    )
    .fetch_optional(&mut **transaction)
    .await?;
    Ok(other.is_some())
}
