//! The outbox's rows: what is to be posted, what has been tried, what was posted or refused.

use crate::journal::interactions::record_interaction;

use crate::model::calls::Calls;
use crate::model::despatch::{Despatch, Place};

use crate::despatches::calls;
use crate::journal::columns::{from_column, to_column, unreadable};
use crate::journal::error::JournalError;
use crate::journal::growing::{self, Section};
use crate::journal::owed::Written;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::campaign::Campaign;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, ChannelId, GuildId, MessageId, OutboxId, UserId};
use crate::model::outbox_row::{SetAside, Unreadable, Waiting};
use crate::model::played::Played;

impl Journal {
    /// The campaigns for which despatches are waiting to be posted; not those of servers that the umpire was removed from, or
    /// that are of other shards.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn campaigns_waiting(&self) -> Result<Vec<CampaignId>, JournalError> {
        let campaigns =
            sqlx::query_scalar!("SELECT owed.campaign AS \"campaign!: i64\" FROM (SELECT campaign FROM outbox WHERE message IS NULL AND failed IS NULL UNION SELECT campaign FROM outbox INDEXED BY outbox_to_mark WHERE undone_by IS NOT NULL AND marked_at IS NULL AND message IS NOT NULL AND failed IS NULL UNION SELECT campaign FROM outbox INDEXED BY outbox_closing WHERE closing = 1 AND message IS NOT NULL AND failed IS NULL) AS owed WHERE NOT EXISTS (SELECT 1 FROM campaigns JOIN departures ON departures.guild = campaigns.guild WHERE campaigns.id = owed.campaign) ORDER BY 1")
                .fetch_all(&self.pool)
                .await?;
        Ok(campaigns.into_iter().map(CampaignId).filter(|id| self.is_served(*id)).collect())
    }

    /// The despatches of a campaign that are waiting to be posted, oldest first; of one that cannot be understood, why.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn waiting(&self, campaign: CampaignId) -> Result<Vec<Result<Waiting, Unreadable>>, JournalError> {
        let rows = sqlx::query!(
            "SELECT id, revision, channel, despatch, attempted_at FROM outbox INDEXED BY outbox_waiting_of WHERE campaign = ? AND message IS NULL AND failed IS NULL AND joined IS NULL ORDER BY id",
            campaign.0
        )
        .fetch_all(&self.pool)
        .await?;
        let read = rows.into_iter().map(|row| {
            let id = OutboxId(row.id);
            let attempted_at = row.attempted_at.or_else(|| self.attempts.since(id));
            Written { id, revision: row.revision, channel: row.channel, despatch: row.despatch, attempted_at }.read(campaign)
        });
        Ok(read.collect())
    }

    /// Where something was asked for last in a game since a row, if it was this, and the request has not been taken back: its channel, and
    /// its message once it is posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn asked_for(&self, id: CampaignId, asks: &str, since: u32) -> Result<Option<(ChannelId, Option<MessageId>)>, JournalError> {
        let last = sqlx::query!(
            "SELECT channel, message, json_extract(despatch, '$.asks') AS \"asks!: String\" FROM outbox INDEXED BY outbox_asking WHERE campaign = ? AND revision >= ? AND failed IS NULL AND json_extract(despatch, '$.asks') IS NOT NULL ORDER BY id DESC LIMIT 1",
            id.0,
            since
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(last.filter(|last| last.asks == asks).map(|last| (from_column(last.channel), last.message.map(from_column))))
    }

    /// What the channel has been asked for since a row of the journal, oldest first, as far as none of it was taken back or declined.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn requests(&self, id: CampaignId, since: u32) -> Result<Vec<Despatch>, JournalError> {
        let rows = sqlx::query!(
            "SELECT despatch, failed IS NOT NULL AS \"failed!: bool\" FROM outbox INDEXED BY outbox_asking WHERE campaign = ? AND revision >= ? AND json_extract(despatch, '$.asks') IS NOT NULL ORDER BY id",
            id.0,
            since
        )
        .fetch_all(&self.pool)
        .await?;
        let mut requests = Vec::new();
        for row in rows {
            let request: Despatch = serde_json::from_str(&row.despatch).map_err(unreadable("request"))?;
            // What was declined is declined, whether the channel could be told or not.
            match request.asks == Despatch::ASKS_NOTHING {
                true => requests.clear(),
                false if row.failed => {}
                false => requests.push(request),
            }
        }
        Ok(requests)
    }

    /// What the channel was asked for last and what took that back, newest first: twenty at most.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn last_requests(&self, id: CampaignId) -> Result<Vec<Despatch>, JournalError> {
        let last = sqlx::query_scalar!(
            "SELECT despatch FROM outbox INDEXED BY outbox_asking WHERE campaign = ? AND json_extract(despatch, '$.asks') IS NOT NULL ORDER BY id DESC LIMIT 20",
            id.0
        )
        .fetch_all(&self.pool)
        .await?;
        last.iter().map(|last| serde_json::from_str(last).map_err(unreadable("request"))).collect()
    }

    /// Remembers that a despatch is about to be posted.
    pub fn attempted(&self, id: OutboxId) {
        self.attempts.begin(id, self.now());
    }

    /// When this run of the umpire first tried to post a despatch, in seconds since 1970; nothing if it did not.
    #[must_use]
    pub fn tried_since(&self, id: OutboxId) -> Option<i64> {
        self.attempts.since(id)
    }

    /// Notes that a despatch has been posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn posted(&self, id: OutboxId, message: MessageId) -> Result<(), JournalError> {
        let message = to_column(message);
        let mut transaction = self.begin_bookkeeping().await?;
        sqlx::query!("UPDATE outbox SET message = ? WHERE id = ?", message, id.0).execute(&mut *transaction).await?;
        transaction.commit().await?;
        self.attempts.end(id);
        Ok(())
    }

    /// Sets a despatch aside that cannot be posted, with the reason; and writes a note to be posted in its campaign's channel.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn failed(&self, id: OutboxId, reason: &str, note: Option<&Despatch>) -> Result<(), JournalError> {
        let mut transaction = self.begin().await?;
        let (at, attempted_at) = (transaction.at(), self.attempts.since(id));
        sqlx::query!("UPDATE outbox SET failed = ?, attempted_at = COALESCE(attempted_at, ?) WHERE id = ?", reason, attempted_at, id.0)
            .execute(&mut *transaction)
            .await?;
        // What belongs to it is posted on its own.
        sqlx::query!("UPDATE outbox SET joined = NULL WHERE joined = ?", id.0).execute(&mut *transaction).await?;
        if let Some(note) = note {
            let text = serde_json::to_string(note).map_err(unreadable("despatch"))?;
            sqlx::query!(
                "INSERT INTO outbox (campaign, revision, channel, despatch, written_at) SELECT campaign, outbox.revision, campaigns.channel, ?2, ?3 FROM outbox JOIN campaigns ON campaigns.id = outbox.campaign WHERE outbox.id = ?1",
                id.0,
                text,
                at
            )
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        self.attempts.end(id);
        Ok(())
    }

    /// The despatches of a server that are set aside, oldest first.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn set_aside(&self, guild: GuildId) -> Result<Vec<SetAside>, JournalError> {
        let guild = to_column(guild);
        let rows = sqlx::query!(
            "SELECT outbox.revision, campaigns.channel, despatch, failed AS \"failed!\" FROM outbox INDEXED BY outbox_set_aside JOIN campaigns ON campaigns.id = outbox.campaign WHERE guild = ? AND gone_at IS NULL AND failed IS NOT NULL AND message IS NULL ORDER BY outbox.id",
            guild
        )
        .fetch_all(&self.pool)
        .await?;
        let rows = rows.into_iter().map(|row| {
            let despatch = serde_json::from_str::<Despatch>(&row.despatch).unwrap_or_default();
            let says = if matches!(despatch.place, Place::Direct { .. }) { String::new() } else { despatch.sentence };
            SetAside {
                revision: u32::try_from(row.revision).unwrap_or_default(),
                channel: from_column(row.channel),
                says,
                reason: row.failed,
            }
        });
        Ok(rows.collect())
    }

    /// How many despatches of a server wait for Discord to take them.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn how_many_wait(&self, guild: GuildId) -> Result<usize, JournalError> {
        let guild = to_column(guild);
        let count = sqlx::query_scalar!(
            "SELECT COUNT(*) AS \"count!: i64\" FROM outbox INDEXED BY outbox_waiting_of JOIN campaigns ON campaigns.id = outbox.campaign WHERE guild = ? AND gone_at IS NULL AND failed IS NULL AND message IS NULL",
            guild
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(usize::try_from(count).unwrap_or_default())
    }

    /// Has the despatches of a server that are set aside sent again, into the channels where their campaigns are played now; the campaign
    /// of each.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn send_again(&self, guild: GuildId) -> Result<Vec<CampaignId>, JournalError> {
        let guild = to_column(guild);
        let mut transaction = self.begin().await?;
        let campaigns = sqlx::query_scalar!(
            "UPDATE outbox INDEXED BY outbox_set_aside SET failed = NULL, channel = (SELECT channel FROM campaigns WHERE id = outbox.campaign) WHERE failed IS NOT NULL AND message IS NULL AND campaign IN (SELECT id FROM campaigns WHERE guild = ? AND gone_at IS NULL) RETURNING campaign AS \"campaign!: i64\"",
            guild
        )
        .fetch_all(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(campaigns.into_iter().map(CampaignId).collect())
    }

    /// Takes for attempted what was waiting when the journal was opened, from when it was written: nothing tells whether it was. So it is looked
    /// for in its channel before it is posted.
    pub(super) async fn may_have_been_posted(&self) -> Result<(), JournalError> {
        let mut transaction = self.begin().await?;
        sqlx::query!(
            "UPDATE outbox INDEXED BY outbox_waiting_of SET attempted_at = written_at WHERE message IS NULL AND failed IS NULL AND attempted_at IS NULL AND written_at IS NOT NULL"
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await
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
    write_telling(transaction, campaign, (revision, Some(revision)), channel, despatch).await
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
            "SELECT id FROM outbox INDEXED BY outbox_waiting_of WHERE campaign = ? AND message IS NULL AND failed IS NULL AND json_extract(despatch, '$.picture') = 'film' LIMIT 1",
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
    write_telling(transaction, campaign, (revision, None), channel, despatch).await
}

/// Writes down what is to be posted as things stand at a revision, and the row of the journal that it tells of, if it tells of one.
async fn write_telling(
    transaction: &mut Transaction,
    campaign: CampaignId,
    (revision, row): (u32, Option<u32>),
    channel: i64,
    despatch: &Despatch,
) -> Result<OutboxId, JournalError> {
    let mut told = despatch.clone();
    let direct = call_as_they_chose(transaction, campaign, &mut told).await?;
    let despatch = &told;
    let text = serde_json::to_string(despatch).map_err(unreadable("despatch"))?;
    let at = transaction.at();
    let id = match Section::of(despatch)? {
        Some(section) => section.write(transaction, campaign, (revision, row), channel, &text).await?,
        None => {
            let written = sqlx::query!(
                "INSERT INTO outbox (campaign, revision, channel, despatch, row, written_at) VALUES (?, ?, ?, ?, ?, ?)",
                campaign.0,
                revision,
                channel,
                text,
                row,
                at
            )
            .execute(&mut **transaction)
            .await?;
            OutboxId(written.last_insert_rowid())
        }
    };
    // Where a battle ends its thread has nothing to be decided any more.
    let ends = despatch.closes_its_thread().then_some(Despatch::THE_BATTLE);
    if let Some(section) = despatch.settles.as_deref().or(ends) {
        growing::settle(transaction, campaign, section, id).await?;
    }
    for user in direct {
        let text = serde_json::to_string(&calls::directly(despatch, from_column(channel), user)).map_err(unreadable("despatch"))?;
        sqlx::query!(
            "INSERT INTO outbox (campaign, revision, channel, despatch, written_at) VALUES (?, ?, ?, ?, ?)",
            campaign.0,
            revision,
            channel,
            text,
            at
        )
        .execute(&mut **transaction)
        .await?;
    }
    Ok(id)
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
    let is_told_directly = |(user, calls): &&(UserId, Calls)| *calls == Calls::Direct && despatch.notifies(*user);
    let direct = chosen.iter().filter(is_told_directly).map(|(user, _)| *user).collect();
    despatch.call_only(|user| chosen.iter().all(|(other, _)| *other != user));
    Ok(direct)
}
