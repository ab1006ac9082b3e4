//! A campaign's lifecycle: called something, put away and taken up again, handed over, deleted and brought back, read from a file.

use crate::despatches::lifecycle;
use crate::files::import::turns::Turn;
use crate::files::import::{self, ImportError};
use crate::journal::error::JournalError;
use crate::model::campaign::{Campaign, Sealed};
use crate::model::campaign_name::CampaignName;
use crate::model::despatch::Despatch;
use crate::model::entry::{Deed, Entry, EntryKind};
use crate::model::export::Export;
use crate::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use crate::model::imported::Imported;
use crate::model::lifecycle::{Filing, GRACE, TOLD_WITHIN, Trial};
use crate::model::roster::{Member, Roster};
use crate::model::snapshot::Snapshot;
use crate::model::standing::Standing;
use crate::table::error::LifecycleError;
use crate::table::error::TableError;
use crate::table::orders::in_use;
use crate::table::orders::{carry_out, order_entry};
use crate::table::tables::Hosted;
use crate::table::tables::{Done, Table, Tables};
use engine::pack::{came_with_an_earlier_umpire, fingerprint};

/// Where on a server somebody asks, and whether they manage it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OnServer {
    /// The server.
    pub guild: GuildId,
    /// The channel.
    pub channel: ChannelId,
    /// Whether they manage the server.
    pub manages: bool,
}

/// The seat of a user who decides what becomes of a campaign: whoever commands it, any of its players where nobody does, or whoever
/// manages the server.
pub(super) fn in_charge<G: Hosted>(table: &Table<G>, user: UserId, place: OnServer) -> Result<&'static str, LifecycleError> {
    if table.campaign.guild != place.guild {
        return Err(LifecycleError::Unknown);
    }
    let seat = table.state.seat(&table.roster, user);
    let commander = table.state.in_charge(&table.roster);
    match seat {
        Some(seat) if place.manages || commander.is_none_or(|commander| commander == user) => Ok(G::seat_word(seat)),
        None if place.manages => Ok("umpire"),
        _ => Err(LifecycleError::InChargeOnly(commander)),
    }
}

impl<G: Hosted> Tables<G> {
    /// Whether a campaign takes orders, for a button pressed in a channel. Where it was never played nothing is said of it, not that it is
    /// put away or deleted either.
    ///
    /// # Errors
    ///
    /// If it is put away, deleted, gone, or played in another channel; or if the journal cannot be read.
    pub async fn takes_orders(&self, id: CampaignId, channel: ChannelId) -> Result<(), TableError> {
        let table = match self.as_it_stands(id).await {
            Err(TableError::NoCampaign) => return Err(LifecycleError::Gone.into()),
            other => other?,
        };
        let played_in = table.campaign.channel;
        // A thread of it is a channel that it is played in.
        let is_here = played_in == channel || self.journal.campaign_in(channel).await? == Some(id);
        if !is_here && !self.journal.has_posted_in(id, channel).await? {
            return Err(LifecycleError::OfAnother.into());
        }
        in_use(&table, self.journal.now())?;
        // Only of a channel it was played in is it known that this was not a mistake.
        if is_here { Ok(()) } else { Err(LifecycleError::PlayedElsewhere(played_in).into()) }
    }

    /// A campaign of a server.
    ///
    /// # Errors
    ///
    /// [`LifecycleError::Unknown`] if the server has none of this number, or if the journal cannot be read.
    pub async fn on_server(&self, id: CampaignId, guild: GuildId) -> Result<Snapshot<G>, TableError> {
        match self.snapshot(id).await {
            Ok(snapshot) if snapshot.campaign.guild == guild => Ok(snapshot),
            Ok(_) | Err(TableError::NoCampaign) => Err(LifecycleError::Unknown.into()),
            Err(error) => Err(error),
        }
    }

    /// Calls a campaign something; for the commander.
    ///
    /// # Errors
    ///
    /// If the one who asked does not command, it is called so already, or the journal cannot be written.
    pub async fn rename(&self, id: CampaignId, interaction: InteractionId, user: UserId, name: CampaignName) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = G::seat_word(self.commanding_seat(&table, user)?);
        if table.campaign.title() == name.as_str() {
            return Err(TableError::NothingToChange);
        }
        let before = table.campaign.title().to_owned();
        let compose = move |campaign: &Campaign<G>| (campaign.channel, lifecycle::renamed(&before, campaign, user));
        self.filed(&mut table, Deed { interaction, user, seat }, Filing::Renamed(name), compose).await
    }

    /// Puts a campaign away; for the commander.
    ///
    /// # Errors
    ///
    /// If the one who asked does not command, or the journal cannot be written.
    pub async fn archive(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = G::seat_word(self.commanding_seat(&table, user)?);
        let turn = table.state.turn();
        let compose = move |campaign: &Campaign<G>| (campaign.channel, lifecycle::archived(campaign, turn, user));
        self.filed(&mut table, Deed { interaction, user, seat }, Filing::Archived, compose).await
    }

    /// Takes a campaign up again, in the channel where that is asked for.
    ///
    /// # Errors
    ///
    /// If it is not put away, the one who asked may not, the channel has a campaign, or the journal cannot be written.
    pub async fn take_up(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        let table = self.table(id).await.map_err(unknown)?;
        let mut table = table.lock().await;
        let seat = in_charge(&table, user, place)?;
        match in_use(&table, self.journal.now()) {
            Err(LifecycleError::Archived) => {}
            Err(error) => return Err(error.into()),
            Ok(()) => return Err(LifecycleError::NotArchived.into()),
        }
        let (state, standing) = (table.state.clone(), table.standing(&table.state, table.campaign.revision));
        let compose = move |campaign: &Campaign<G>| {
            let standing = Standing { revision: campaign.revision, ..standing };
            (campaign.channel, lifecycle::taken_up(campaign, &state, standing, user))
        };
        let done = self.filed(&mut table, Deed { interaction, user, seat }, Filing::TakenUp(place.channel), compose).await?;
        self.wait_anew(&table).await;
        Ok(done)
    }

    /// Whether a user may delete a campaign.
    ///
    /// # Errors
    ///
    /// If not, or it is deleted already; or if the journal cannot be read.
    pub async fn may_delete(&self, id: CampaignId, user: UserId, place: OnServer) -> Result<(), TableError> {
        let table = self.as_it_stands(id).await.map_err(unknown)?;
        in_charge(&table, user, place)?;
        match in_use(&table, self.journal.now()) {
            Err(error @ (LifecycleError::Deleted(_) | LifecycleError::Gone)) => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Deletes a campaign: it can be brought back for some days, and is gone for good after them.
    ///
    /// # Errors
    ///
    /// If the one who asked may not, it is deleted already, or the journal cannot be written.
    pub async fn delete(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        let table = self.table(id).await.map_err(unknown)?;
        let mut table = table.lock().await;
        let seat = in_charge(&table, user, place)?;
        if let Err(error @ (LifecycleError::Deleted(_) | LifecycleError::Gone)) = in_use(&table, self.journal.now()) {
            return Err(error.into());
        }
        if table.campaign.lifecycle.trial.is_some() {
            return self.forgotten(&mut table, Deed { interaction, user, seat }).await;
        }
        let is_played = table.campaign.lifecycle.in_use() && table.campaign.closed_at.is_none();
        let gone_at = self.journal.now() + GRACE;
        // The channel of one that is not played may have another by now: it is told where it is asked.
        let told_in = if is_played { table.campaign.channel } else { place.channel };
        let compose = move |campaign: &Campaign<G>| (told_in, lifecycle::deleted(campaign, user, gone_at));
        self.filed(&mut table, Deed { interaction, user, seat }, Filing::Deleted { gone_at }, compose).await
    }

    /// Ends a trial: it is gone for good as soon as the channel has been told.
    ///
    /// # Errors
    ///
    /// If it is no trial, the one who asked may not, or the journal cannot be written.
    pub async fn forget(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        let table = self.table(id).await.map_err(unknown)?;
        let mut table = table.lock().await;
        let seat = in_charge(&table, user, place)?;
        if table.campaign.lifecycle.trial.is_none() {
            return Err(LifecycleError::NoTrial.into());
        }
        if let Err(error @ (LifecycleError::Deleted(_) | LifecycleError::Gone)) = in_use(&table, self.journal.now()) {
            return Err(error.into());
        }
        self.forgotten(&mut table, Deed { interaction, user, seat }).await
    }

    /// Tells the channel of a trial, once, that it is forgotten because nobody has played it for a day, and has it gone for good soon after.
    /// Nothing where there is nobody to be told: a demonstration goes silently, and so does what is over or put away.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or written.
    pub async fn lapse(&self, id: CampaignId, at: i64) -> Result<Option<Done>, TableError> {
        let table = match self.table(id).await {
            Err(TableError::NoCampaign) => return Ok(None),
            other => other?,
        };
        let mut table = table.lock().await;
        let campaign = &table.campaign;
        let is_played = campaign.lifecycle.in_use() && campaign.closed_at.is_none();
        if campaign.lifecycle.trial != Some(Trial::Trial) || !is_played || !self.journal.is_idle(id, at).await? {
            return Ok(None);
        }
        let Some(founder) = table.roster.players().next() else { return Ok(None) };
        // Discord's ids leave the highest bit free: a number with it is nobody's interaction.
        let interaction = InteractionId(1 << 63 | id.0.unsigned_abs());
        let deed = Deed { interaction, user: founder.user, seat: "umpire" };
        let compose = |campaign: &Campaign<G>| (campaign.channel, lifecycle::lapsed(campaign));
        self.filed(&mut table, deed, Filing::Forgotten { gone_at: at + TOLD_WITHIN }, compose).await.map(Some)
    }

    /// Writes that a trial is over.
    async fn forgotten(&self, table: &mut Table<G>, deed: Deed) -> Result<Done, TableError> {
        let gone_at = self.journal.now() + TOLD_WITHIN;
        let compose = move |campaign: &Campaign<G>| (campaign.channel, lifecycle::forgotten(campaign, deed.user));
        self.filed(table, deed, Filing::Forgotten { gone_at }, compose).await
    }

    /// Brings a deleted campaign back.
    ///
    /// # Errors
    ///
    /// If it is not deleted, the one who asked may not, or the journal cannot be written.
    pub async fn restore(&self, id: CampaignId, interaction: InteractionId, user: UserId, place: OnServer) -> Result<Done, TableError> {
        let table = self.table(id).await.map_err(unknown)?;
        let mut table = table.lock().await;
        let seat = in_charge(&table, user, place)?;
        match table.campaign.lifecycle.gone_at {
            None => return Err(LifecycleError::NotDeleted.into()),
            Some(gone_at) if gone_at <= self.journal.now() || table.campaign.lifecycle.trial.is_some() => {
                return Err(LifecycleError::Gone.into());
            }
            Some(_) => {}
        }
        let (state, standing) = (table.state.clone(), table.standing(&table.state, table.campaign.revision));
        let compose = move |campaign: &Campaign<G>| {
            let is_played = campaign.lifecycle.in_use() && campaign.closed_at.is_none();
            let told_in = if is_played { campaign.channel } else { place.channel };
            let standing = Standing { revision: campaign.revision, ..standing };
            (told_in, lifecycle::restored(campaign, &state, standing, user))
        };
        let done = self.filed(&mut table, Deed { interaction, user, seat }, Filing::Restored, compose).await?;
        self.wait_anew(&table).await;
        Ok(done)
    }

    /// Destroys a campaign whose grace is over at `at`, in seconds since 1970. Whether there was one. It is not read for that: also one that
    /// cannot be read any more is destroyed.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or written.
    pub async fn purge(&self, id: CampaignId, at: i64) -> Result<bool, TableError> {
        let table = self.open.in_memory(id);
        // Whoever holds this table is waited for, and whoever waits for it finds a deleted campaign.
        let _table = match &table {
            Some(table) => Some(table.lock().await),
            None => None,
        };
        let purged = self.journal.purge(id, at).await?;
        if purged {
            self.open.forget(id);
        }
        Ok(purged)
    }

    /// The pack of an export, if this umpire has it: one of new games, or that of any game kept here.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn pack_of(&self, export: &Export<G>) -> Result<Option<G::Pack>, TableError> {
        if let Some(pack) = self.packs.iter().find(|pack| G::sources(pack) == &export.pack) {
            return Ok(Some(pack.clone()));
        }
        if came_with_an_earlier_umpire(&fingerprint(&export.pack)) {
            return Ok(G::load(&export.pack).ok());
        }
        Ok(self.journal.pack_of::<G>(&export.pack).await?)
    }

    /// Reads a file in its turn, of which nothing is believed, and gives all its orders again.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read; what is wrong with the file is told apart.
    pub async fn given_again(&self, bytes: Vec<u8>, turn: &Turn) -> Result<Result<Imported<G>, ImportError>, TableError> {
        let export = match import::guarded(turn, move |_| import::read::<G>(&bytes)).await {
            Ok(export) => export,
            Err(error) => return Ok(Err(error)),
        };
        let Some(pack) = self.pack_of(&export).await? else { return Ok(Err(ImportError::UnknownPack)) };
        Ok(import::guarded(turn, move |deadline| import::check(export, &pack, deadline)).await)
    }

    /// Starts a game from what was read from a file, with the one who asked as its first member: nobody else is in it yet.
    ///
    /// # Errors
    ///
    /// If the channel has a game, or the journal cannot be written. Nothing has been started then.
    pub async fn import(
        &self,
        imported: Imported<G>,
        place: OnServer,
        sealed: Sealed,
        interaction: InteractionId,
        user: UserId,
    ) -> Result<Done, TableError> {
        let deed = Deed { interaction, user, seat: G::seat_word(G::founder()) };
        // Who sat at that table is not known here.
        let over = imported.state.is_over();
        let orders = if over { Vec::new() } else { imported.state.carried_on_by() };
        let (mut state, mut entries) = (imported.state.clone(), Vec::with_capacity(orders.len()));
        for order in &orders {
            let (after, events, _) = carry_out(&state, state.giver(order), order, None, sealed.dice(), 0)?;
            entries.push(order_entry::<G>(order, &events, (0, 0), Vec::new()));
            state = after;
        }
        if over {
            // What the rules have ended is opened to be read, and closed from the first.
            entries.push(Entry {
                kind: EntryKind::Closed,
                entry: serde_json::json!({}),
                events: serde_json::json!([]),
                position_before: 0,
                position_after: 0,
                edition: G::EDITION,
                despatches: Vec::new(),
            });
        }
        let revision = imported.last + entries.len() as u32;
        let roster = Roster { members: vec![Member::new(user, 0, false)], ..Roster::default() };
        let compose = |campaign: CampaignId| {
            let standing = state.standing(&roster, campaign, revision);
            lifecycle::imported(&imported, &state, standing, sealed)
        };
        let (id, written) = self.journal.import::<G>(place.guild, place.channel, &imported, sealed, deed, &entries, compose).await?;
        Ok(Done { campaign: id, revision: written.revision, outbox: written.outbox })
    }

    /// Writes what becomes of a campaign's lifecycle, and what is told of it.
    async fn filed(
        &self,
        table: &mut Table<G>,
        deed: Deed,
        filing: Filing,
        compose: impl FnOnce(&Campaign<G>) -> (ChannelId, Despatch) + Send,
    ) -> Result<Done, TableError> {
        let filed = self.journal.file(&table.campaign, deed, filing, compose).await;
        if matches!(&filed, Err(error) if !matches!(error, JournalError::Repeated | JournalError::ChannelTaken)) {
            // Nobody knows what the store holds now: the campaign is read anew before anything else is done with it.
            self.open.forget(table.campaign.id);
        }
        let (campaign, outbox) = filed?;
        table.campaign = campaign;
        Ok(Done { campaign: table.campaign.id, revision: table.campaign.revision, outbox: vec![outbox] })
    }
}

/// A campaign that is asked for by its number, and not there, is none of the server's.
fn unknown(error: TableError) -> TableError {
    if matches!(error, TableError::NoCampaign) { LifecycleError::Unknown.into() } else { error }
}
