//! Campaigns: begun, found, carried on row by row, and read back.

use crate::aside::apart;
use crate::journal::columns::from_column;
use crate::journal::columns::is_unique_violation;
use crate::journal::columns::to_column;
use crate::journal::columns::{unreadable, unreadable_row};
use crate::journal::entries::{Interaction, write_besides, write_entry};
use crate::journal::error::JournalError;
use crate::journal::interactions::may_begin;
use crate::journal::interactions::record_interaction;
use crate::journal::interactions::seat_founder;
use crate::journal::packs::load_pack;
use crate::journal::store::Journal;
use crate::model::campaign::{Campaign, Sealed, Seed};
use crate::model::campaign_name::CampaignName;
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::entry::Entry;
use crate::model::entry::EntryKind;
use crate::model::entry::OrderRow;
use crate::model::entry::Written;
use crate::model::ids::ProposalId;
use crate::model::ids::{CampaignId, ChannelId, GuildId, OutboxId};
use crate::model::lifecycle::{Lifecycle, Trial};
use crate::model::played::Played;
use crate::model::proposal::ProposalStanding;
use engine::edition::Edition;

/// An order from its columns: both that read them name the same.
macro_rules! order_row {
    ($row:expr) => {{
        let row = $row;
        let revision = u32::try_from(row.revision).map_err(|_| JournalError::Unreadable("revision".to_owned()))?;
        Ok(OrderRow {
            revision,
            order: serde_json::from_str(&row.entry).map_err(unreadable_row(revision, "order"))?,
            events: serde_json::from_str(&row.events).map_err(unreadable_row(revision, "events"))?,
            position_before: row.position_before as u64,
            position_after: row.position_after as u64,
            undone_by: row.undone_by,
            edition: Edition(row.edition),
        })
    }};
}

impl Journal {
    /// Starts a campaign: its first rows are written with it, and its founder is its first member. `compose` makes the
    /// despatches of the first rows once the campaign's number is known.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already, [`JournalError::ChannelTaken`] if the channel has a
    /// campaign.
    #[allow(clippy::too_many_arguments, reason = "each is a column of the campaign, and there is one caller")]
    pub async fn start<G: Played>(
        &self,
        guild: GuildId,
        channel: ChannelId,
        pack: &G::Pack,
        sealed: Sealed,
        trial: Option<Trial>,
        deed: Deed,
        entries: &[Entry],
        compose: impl FnOnce(CampaignId) -> Vec<(u32, Despatch)> + Send,
    ) -> Result<(CampaignId, Written), JournalError> {
        let mut transaction = self.begin().await?;
        let fingerprint = may_begin::<G>(&mut transaction, (guild, channel), pack, deed).await?;
        let (guild, channel, at) = (to_column(guild), to_column(channel), transaction.at());
        let (seed, message, trial) = (sealed.seed.0.as_slice(), sealed.message.map(to_column), trial.map(Trial::word));
        let id = sqlx::query_scalar!(
            "INSERT INTO campaigns (guild, channel, game, pack, seed, seal_message, started_at, trial) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id AS \"id!\"",
            guild,
            channel,
            G::NAME,
            fingerprint,
            seed,
            message,
            at,
            trial
        )
        .fetch_one(&mut *transaction)
        .await
        .map_err(|error| if is_unique_violation(&error) { JournalError::ChannelTaken } else { error.into() })?;
        let campaign = CampaignId(id);
        seat_founder(&mut transaction, campaign, deed).await?;
        let mut outbox = Vec::new();
        let mut despatches = compose(campaign);
        for (index, entry) in (0_u32..).zip(entries) {
            let of_it = despatches.extract_if(.., |(revision, _)| *revision == index + 1).map(|(_, despatch)| despatch).collect();
            let entry = Entry { despatches: of_it, ..entry.clone() };
            outbox.extend(write_entry(&mut transaction, campaign, index, channel, (deed, Interaction::NotedBefore), &entry).await?);
        }
        // A game that begins with no order is announced all the same.
        for (_, despatch) in despatches {
            outbox.push(crate::journal::despatches::write(&mut transaction, campaign, entries.len() as u32, channel, &despatch).await?);
        }
        transaction.commit().await?;
        Ok((campaign, Written { revision: entries.len() as u32, outbox }))
    }

    /// Writes rows after the campaign's revision, for one interaction, in one transaction; `settles` is a proposal that is approved by it.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already, [`JournalError::MovedOn`] if the campaign's revision is not the
    /// latest, or the proposal has been settled meanwhile.
    pub async fn append<G: Played>(
        &self,
        campaign: &Campaign<G>,
        deed: Deed,
        entries: &[Entry],
        settles: Option<ProposalId>,
    ) -> Result<Written, JournalError> {
        // Nothing but orders and rolls is written with many of them a second.
        let is_of_rows = entries.iter().all(|entry| matches!(entry.kind, EntryKind::Order | EntryKind::Roll));
        let mut transaction = if is_of_rows { self.begin_rows().await? } else { self.begin().await? };
        if entries.is_empty() {
            record_interaction(&mut transaction, campaign.id, deed).await?;
        }
        let (mut revision, mut outbox, mut noted) = (campaign.revision, Vec::new(), Interaction::Noted);
        for entry in entries {
            outbox.extend(write_entry(&mut transaction, campaign.id, revision, to_column(campaign.channel), (deed, noted), entry).await?);
            noted = Interaction::NotedBefore;
            revision += 1;
            write_besides(&mut transaction, campaign.id, revision, deed, &entry.kind).await?;
        }
        // Of what was ordered last alone an undo can be asked for. Whoever joins or leaves orders nothing by what is written with it.
        let orders = |entry: &Entry| matches!(entry.kind, EntryKind::Order | EntryKind::Undone { .. } | EntryKind::Assigned { .. });
        if !entries.is_empty() && entries.iter().all(orders) {
            let first = outbox.first().copied().unwrap_or(OutboxId(0));
            crate::journal::growing::settle(&mut transaction, campaign.id, Despatch::THE_REQUEST, first).await?;
        }
        if let Some(proposal) = settles {
            crate::journal::proposals::settle(&mut transaction, proposal, deed, ProposalStanding::Approved).await?;
        }
        transaction.commit().await?;
        Ok(Written { revision, outbox })
    }

    /// The open campaign of a channel, or of the channel that a battle's thread is in. A thread that was made a moment ago has the number of
    /// the message it was made from, which is known before the thread is.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn campaign_in(&self, channel: ChannelId) -> Result<Option<CampaignId>, JournalError> {
        self.played_in.of(channel, self.read_campaign_in(channel)).await
    }

    async fn read_campaign_in(&self, channel: ChannelId) -> Result<Option<CampaignId>, JournalError> {
        let channel = to_column(channel);
        let found = sqlx::query!(
            "SELECT id AS \"id!: i64\", 0 AS \"in_thread!: i64\" FROM campaigns WHERE channel = ?1 AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL UNION SELECT campaigns.id, 1 FROM battles JOIN campaigns ON campaigns.id = battles.campaign WHERE thread = ?1 AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL UNION SELECT campaigns.id, 2 FROM outbox JOIN battles ON battles.campaign = outbox.campaign AND battles.revision = outbox.revision JOIN campaigns ON campaigns.id = outbox.campaign WHERE message = ?1 AND thread IS NULL AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL ORDER BY 2, 1",
            channel
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.map(|found| CampaignId(found.id)))
    }

    /// Which game a campaign is, by its word.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn game_of(&self, id: CampaignId) -> Result<Option<String>, JournalError> {
        Ok(sqlx::query_scalar!("SELECT game FROM campaigns WHERE id = ?", id.0).fetch_optional(&self.pool).await?)
    }

    /// Whether a game in the journal is, or was, played on another server than this one; in direct messages it is on none.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn is_of_another_server(&self, guild: GuildId) -> Result<bool, JournalError> {
        let (guild, direct) = (to_column(guild), to_column(GuildId::DIRECT));
        let other = sqlx::query_scalar!("SELECT id AS \"id!\" FROM campaigns WHERE guild NOT IN (?, ?) LIMIT 1", guild, direct)
            .fetch_optional(&self.pool)
            .await?;
        Ok(other.is_some())
    }

    /// The guild that a game is played in, if there is one of this number.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn guild_of(&self, id: CampaignId) -> Result<Option<GuildId>, JournalError> {
        let guild = sqlx::query_scalar!("SELECT guild FROM campaigns WHERE id = ?", id.0).fetch_optional(&self.pool).await?;
        Ok(guild.map(from_column))
    }

    /// A campaign by its number; nothing if that is another game than the one asked for, or in part.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read, or the campaign's pack cannot be loaded any more.
    pub async fn campaign<G: Played>(&self, id: CampaignId) -> Result<Option<Campaign<G>>, JournalError> {
        let Some(row) = sqlx::query!(
            "SELECT guild, channel, seed, seal_message, revision, started_at, closed_at, standing_orders, name, archived_at, gone_at, imported, trial, sources FROM campaigns JOIN packs ON packs.fingerprint = campaigns.pack WHERE id = ? AND game = ? AND (gone_at IS NULL OR revision > 0)",
            id.0,
            G::NAME
        )
        .fetch_optional(&self.pool)
        .await?
        else {
            return Ok(None);
        };
        let seed: [u8; 32] = row.seed.try_into().map_err(|_| JournalError::Unreadable("seed".to_owned()))?;
        Ok(Some(Campaign {
            id,
            guild: from_column(row.guild),
            channel: from_column(row.channel),
            pack: load_pack::<G>(&row.sources)?,
            sealed: Sealed { seed: Seed(seed), message: row.seal_message.map(from_column) },
            revision: u32::try_from(row.revision).map_err(|_| JournalError::Unreadable("revision".to_owned()))?,
            started_at: row.started_at,
            closed_at: row.closed_at,
            standing_orders: serde_json::from_str(&row.standing_orders).map_err(unreadable("standing orders"))?,
            lifecycle: Lifecycle {
                name: row.name.map(CampaignName::from_journal),
                archived_at: row.archived_at,
                gone_at: row.gone_at,
                imported: u32::try_from(row.imported).map_err(|_| JournalError::Unreadable("imported".to_owned()))?,
                trial: row.trial.as_deref().and_then(Trial::of_word),
            },
        }))
    }

    /// Every order that stood at `revision`, in order: what was undone until then is left out.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn orders<G: Played>(&self, id: CampaignId, revision: u32) -> Result<Vec<OrderRow<G>>, JournalError> {
        let mut rows = self.all_orders(id, revision).await?;
        rows.retain(|row| row.undone_by.is_none_or(|by| by > revision));
        Ok(rows)
    }

    /// Every order of a campaign up to and with `revision`, in order, those that were undone too.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn all_orders<G: Played>(&self, id: CampaignId, revision: u32) -> Result<Vec<OrderRow<G>>, JournalError> {
        let turn = self.turn_to_read(id, revision).await?;
        let rows = sqlx::query!(
            "SELECT revision, entry, events, position_before, position_after, undone_by AS \"undone_by: u32\", edition AS \"edition: u16\" FROM journal WHERE campaign = ? AND kind = 'order' AND revision <= ? ORDER BY revision",
            id.0,
            revision
        )
        .fetch_all(&self.pool)
        .await?;
        let parse = move || rows.into_iter().map(|row| order_row!(row)).collect();
        if turn.is_some() { apart(parse).await? } else { parse() }
    }

    /// Every order after the row `after` up to and with `upto`, in order, that stood when `revision` was the latest row.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn orders_between<G: Played>(
        &self,
        id: CampaignId,
        after: u32,
        upto: u32,
        revision: u32,
    ) -> Result<Vec<OrderRow<G>>, JournalError> {
        let rows = sqlx::query!(
            "SELECT revision, entry, events, position_before, position_after, undone_by AS \"undone_by: u32\", edition AS \"edition: u16\" FROM journal WHERE campaign = ? AND revision > ? AND revision <= ? AND kind = 'order' AND (undone_by IS NULL OR undone_by > ?) ORDER BY revision",
            id.0,
            after,
            upto,
            revision
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(|row| order_row!(row)).collect()
    }

    /// How far the stream of dice has been used.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn dice_position(&self, id: CampaignId) -> Result<u64, JournalError> {
        let position = sqlx::query_scalar!("SELECT position_after FROM journal WHERE campaign = ? ORDER BY revision DESC LIMIT 1", id.0)
            .fetch_optional(&self.pool)
            .await?;
        Ok(position.map_or(0, |position| position as u64))
    }
}
