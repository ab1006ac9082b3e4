//! A game taken up from a file, and one destroyed: so many rows that they are written, or deleted, a few at a time, and nobody else who writes waits
//! for more than a few of them.
//!
//! Until the last of them is there, or once the first is gone, a game is *in part*: it counts as deleted, and has no revision. No whole game is
//! both, for that it was deleted is a row. What reads games leaves one in part out, nothing is ordered in it and it cannot be brought back; so if
//! the umpire ends between two of these transactions, what is there of it is destroyed when its time is over.

use crate::journal::columns::{is_unique_violation, to_column, unreadable};
use crate::journal::despatches;
use crate::journal::entries::{Interaction, write_besides, write_entry};
use crate::journal::error::JournalError;
use crate::journal::interactions::{may_begin, seat_founder};
use crate::journal::store::Journal;
use crate::model::campaign::Sealed;
use crate::model::campaign_name::CampaignName;
use crate::model::despatch::Despatch;
use crate::model::entry::{Deed, Entry, Written};
use crate::model::ids::{CampaignId, ChannelId, GuildId};
use crate::model::imported::Imported;
use crate::model::lifecycle::TRIAL_LASTS;
use crate::model::played::Played;

/// As many rows of a file are written, or of a game deleted, in one transaction: a millisecond or two.
const AT_ONCE: i64 = 50;

/// In seconds, by when a game that is taken up is whole; what is in part after that is destroyed.
const WHOLE_WITHIN: i64 = 3_600;

impl Journal {
    /// Starts a campaign from what was read from a file. Its rows are kept under the numbers they had, all written by one interaction;
    /// `entries` follow them, and `compose` makes the despatch of the last of these.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already, [`JournalError::ChannelTaken`] if the channel has a campaign. What was
    /// written of it then is destroyed later, and seen by nobody.
    #[allow(clippy::too_many_arguments, reason = "each is a column of the campaign, and there is one caller")]
    pub async fn import<G: Played>(
        &self,
        guild: GuildId,
        channel: ChannelId,
        imported: &Imported<G>,
        sealed: Sealed,
        deed: Deed,
        entries: &[Entry],
        compose: impl FnOnce(CampaignId) -> Despatch + Send,
    ) -> Result<(CampaignId, Written), JournalError> {
        let campaign = self.begin_in_part(guild, channel, imported, sealed, deed).await?;
        let (id, user, interaction) = (campaign.0, to_column(deed.user), to_column(deed.interaction));
        for rows in imported.rows.chunks(AT_ONCE as usize) {
            let mut texts = Vec::with_capacity(rows.len());
            for row in rows {
                let order = serde_json::to_string(&row.order).map_err(unreadable("order"))?;
                let events = serde_json::to_string(&row.events).map_err(unreadable("events"))?;
                texts.push((row.revision, order, events, row.undone_by, row.edition.0));
            }
            let rows = serde_json::to_string(&texts).map_err(unreadable("orders"))?;
            let _turn = self.in_part.lock().await;
            let mut transaction = self.begin_bookkeeping().await?;
            let at = transaction.at();
            sqlx::query!(
                "INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at, undone_by, edition) SELECT ?1, json_extract(value, '$[0]'), 'order', ?2, ?3, 'umpire', json_extract(value, '$[1]'), json_extract(value, '$[2]'), 0, 0, ?4, json_extract(value, '$[3]'), json_extract(value, '$[4]') FROM json_each(?5)",
                id,
                interaction,
                user,
                at,
                rows
            )
            .execute(&mut *transaction)
            .await?;
            transaction.commit().await?;
        }
        let mut transaction = self.begin().await?;
        let (at, place) = (transaction.at(), to_column(channel));
        let whole = sqlx::query!(
            "UPDATE campaigns SET gone_at = NULL, revision = imported, started_at = ? WHERE id = ? AND gone_at IS NOT NULL AND revision = 0",
            at,
            id
        )
        .execute(&mut *transaction)
        .await
        .map_err(|error| if is_unique_violation(&error) { JournalError::ChannelTaken } else { error.into() })?;
        if whole.rows_affected() != 1 {
            return Err(JournalError::MovedOn);
        }
        let (mut outbox, mut revision) = (Vec::new(), imported.last);
        let mut despatch = Some(compose(campaign));
        for (index, entry) in entries.iter().enumerate() {
            let despatches = if index + 1 == entries.len() { despatch.take().into_iter().collect() } else { Vec::new() };
            let entry = Entry { despatches, ..entry.clone() };
            outbox.extend(write_entry(&mut transaction, campaign, revision, place, (deed, Interaction::NotedBefore), &entry).await?);
            revision += 1;
            write_besides(&mut transaction, campaign, revision, deed, &entry.kind).await?;
        }
        if let Some(despatch) = despatch {
            outbox.push(despatches::write(&mut transaction, campaign, revision, place, &despatch).await?);
        }
        transaction.commit().await?;
        Ok((campaign, Written { revision, outbox }))
    }

    /// Begins a game that is in part, and seats its founder.
    async fn begin_in_part<G: Played>(
        &self,
        guild: GuildId,
        channel: ChannelId,
        imported: &Imported<G>,
        sealed: Sealed,
        deed: Deed,
    ) -> Result<CampaignId, JournalError> {
        let mut transaction = self.begin_bookkeeping().await?;
        let fingerprint = may_begin::<G>(&mut transaction, (guild, channel), &imported.pack, deed).await?;
        let (guild, channel, at, seed) = (to_column(guild), to_column(channel), transaction.at(), sealed.seed.0.as_slice());
        let taken = sqlx::query_scalar!(
            "SELECT id FROM campaigns WHERE channel = ? AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL",
            channel
        )
        .fetch_optional(&mut *transaction)
        .await?;
        if taken.is_some() {
            return Err(JournalError::ChannelTaken);
        }
        let (message, name, gone_at) = (sealed.message.map(to_column), imported.name.as_ref().map(CampaignName::as_str), at + WHOLE_WITHIN);
        let id = sqlx::query_scalar!(
            "INSERT INTO campaigns (guild, channel, pack, seed, revision, started_at, name, imported, game, seal_message, gone_at) VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?) RETURNING id AS \"id!\"",
            guild,
            channel,
            fingerprint,
            seed,
            at,
            name,
            imported.last,
            G::NAME,
            message,
            gone_at
        )
        .fetch_one(&mut *transaction)
        .await?;
        let campaign = CampaignId(id);
        seat_founder(&mut transaction, campaign, deed).await?;
        transaction.commit().await?;
        Ok(campaign)
    }

    /// Destroys a campaign whose grace is over at `at`, a trial that nobody has played for a day then, or one of a server that the umpire was
    /// removed from too long before: every row about it, the seed too. Whether there was one.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn purge(&self, campaign: CampaignId, at: i64) -> Result<bool, JournalError> {
        let id = campaign.0;
        if !self.falls_apart(campaign, at).await? {
            return Ok(false);
        }
        while self.falls_further_apart(campaign).await? > 0 {}
        let mut transaction = self.begin().await?;
        // What is deleted is overwritten in the file, not only forgotten.
        sqlx::query("PRAGMA secure_delete = ON").execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM battle_commands WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM battles WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM outbox WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM proposals WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM delegations WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM boards WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM old_boards WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM reminders WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM summaries_seen WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM members WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM journal WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM interactions WHERE campaign = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM campaigns WHERE id = ?", id).execute(&mut *transaction).await?;
        sqlx::query!("DELETE FROM departures WHERE NOT EXISTS (SELECT 1 FROM campaigns WHERE campaigns.guild = departures.guild)")
            .execute(&mut *transaction)
            .await?;
        sqlx::query!("DELETE FROM packs WHERE NOT EXISTS (SELECT 1 FROM campaigns WHERE pack = packs.fingerprint)")
            .execute(&mut *transaction)
            .await?;
        sqlx::query("PRAGMA secure_delete = OFF").execute(&mut *transaction).await?;
        transaction.commit().await?;
        // The log beside the file still holds what was: it is emptied, as soon as nobody reads from it.
        if let Err(error) = self.writer.empty_the_log().await {
            tracing::info!(%error, "the journal's log is emptied later");
        }
        Ok(true)
    }

    /// Has a campaign be in part from now on, if it is to be destroyed at `at`. Whether it is.
    async fn falls_apart(&self, campaign: CampaignId, at: i64) -> Result<bool, JournalError> {
        let idle = at - TRIAL_LASTS;
        let mut transaction = self.begin().await?;
        // What the row was before is overwritten too: the seed stands in it.
        sqlx::query("PRAGMA secure_delete = ON").execute(&mut *transaction).await?;
        let due = sqlx::query!(
            "UPDATE campaigns SET gone_at = MIN(COALESCE(gone_at, ?2), ?2), revision = 0 WHERE id = ?1 AND (gone_at <= ?2 OR (trial IS NOT NULL AND (SELECT written_at FROM journal WHERE campaign = ?1 ORDER BY revision DESC LIMIT 1) <= ?3) OR guild IN (SELECT guild FROM departures WHERE departures.gone_at <= ?2))",
            campaign.0,
            at,
            idle
        )
        .execute(&mut *transaction)
        .await?;
        sqlx::query("PRAGMA secure_delete = OFF").execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(due.rows_affected() > 0)
    }

    /// Deletes a few rows of a campaign in part, of the tables that have most of them. How many.
    async fn falls_further_apart(&self, campaign: CampaignId) -> Result<u64, JournalError> {
        let id = campaign.0;
        let _turn = self.in_part.lock().await;
        let mut transaction = self.begin_bookkeeping().await?;
        sqlx::query("PRAGMA secure_delete = ON").execute(&mut *transaction).await?;
        // What has joined a despatch was written after it, and goes before it.
        let despatches =
            sqlx::query!("DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE campaign = ? ORDER BY id DESC LIMIT ?)", id, AT_ONCE)
                .execute(&mut *transaction)
                .await?;
        let rows = sqlx::query!(
            "DELETE FROM journal WHERE campaign = ?1 AND revision IN (SELECT revision FROM journal WHERE campaign = ?1 ORDER BY revision DESC LIMIT ?2)",
            id,
            AT_ONCE
        )
        .execute(&mut *transaction)
        .await?;
        let mut deleted = despatches.rows_affected() + rows.rows_affected();
        // The rows name the interactions.
        if rows.rows_affected() == 0 {
            deleted += sqlx::query!(
                "DELETE FROM interactions WHERE id IN (SELECT id FROM interactions WHERE campaign = ? ORDER BY id DESC LIMIT ?)",
                id,
                AT_ONCE
            )
            .execute(&mut *transaction)
            .await?
            .rows_affected();
        }
        sqlx::query("PRAGMA secure_delete = OFF").execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(deleted)
    }
}

#[cfg(test)]
mod tests;
