//! The outbox: what has been done is posted, once.
//!
//! A despatch is written in the same transaction as what it tells of, and posted after the commit. It is posted with a nonce,
//! so that Discord itself drops a second copy within a few minutes; after a longer outage the channel is searched for it
//! before it is posted again. What Discord refuses for good is set aside with the reason, and can be sent again. What it may take later
//! waits, and is tried after a pause, or at once when something has changed on its server. A thread that is gone or locked is no reason to
//! lose what belongs in it: that goes into the campaign's channel.

use crate::discord::errors::{self, Meaning, TO_POST};
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{AutoArchiveDuration, CreateThread, EditThread, Http};
use tokio::sync::{Notify, Semaphore};

use crate::despatches::{growing, no_film, set_aside};
use crate::discord::at_work::AtWork;
use crate::discord::earlier_try;
use crate::discord::edits::Edits;
use crate::discord::looks::{Look, Looks};
use crate::discord::owed_films::OwedFilms;
use crate::discord::pauses::Pauses;
use crate::discord::render;
use crate::discord::retry::{self, WITH_A_DESPATCH};
use crate::discord::side_by_side::{Line, SideBySide};
use crate::discord::threads;
use crate::discord::without_picture::Pictured;
use crate::drawing::atlas::Atlas;
use crate::drawing::plate::Plate;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::despatch::{Despatch, Picture, Place};
use crate::model::ids::{CampaignId, ChannelId, GuildId, MessageId, OutboxId};
use crate::model::outbox_row::{Growing, Owed, Unreadable, Waiting};
use crate::table::rooms::Rooms;
use crate::workers::board::Noticeboard;

/// How often waiting despatches are looked for when nobody says that there are any.
const ROUND: Duration = Duration::from_secs(15);

/// For how many campaigns something is posted at a time: a hundred that Discord keeps waiting hold nobody else up, and ten thousand that begin at
/// once do not fill the memory. When so many are begun, the others stand in line.
const CAMPAIGNS_AT_ONCE: usize = 128;

/// What the thread for summaries is called.
const SUMMARIES: &str = "Turn summaries";

/// Why despatches were not posted.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// Discord refuses them, and would again: they are set aside.
    #[error("Discord refused the despatch: {0}")]
    Refused(String),
    /// There is no channel for them any more: they are set aside.
    #[error("the channel of the despatch is gone: {0}")]
    NoChannel(String),
    /// The umpire may not post there; they wait until it may.
    #[error("the umpire may not post the despatch: {0}")]
    Forbidden(String),
    /// Discord could not be reached; it will be tried again.
    #[error("Discord could not be reached: {0}")]
    Later(String),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl PublishError {
    /// One sentence for the one who asked. What they asked for has been done; not all of that is in the journal, as a proposal is not.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Refused(_) | Self::NoChannel(_) => {
                "It is done, but Discord does not take the despatch: whoever manages this server sees why, and can send it again, with /campaign despatches.".to_owned()
            }
            Self::Forbidden(_) => {
                format!("It is done, but I may not post here: give me the permissions {TO_POST}, and the despatch follows by itself.")
            }
            Self::Later(_) => {
                "It is done, but Discord does not answer me: the despatch will be posted as soon as Discord takes it.".to_owned()
            }
            Self::Journal(_) => {
                "It is done, but what is to be posted of it waits for the journal, which cannot be read or written now: it is tried again by itself.".to_owned()
            }
        }
    }

    /// What an error says of a despatch that is to be posted in a campaign's own channel, or of a request that has to come before.
    fn of(error: &serenity::Error) -> Self {
        match errors::meaning(error) {
            Meaning::Stumbles => Self::Later(error.to_string()),
            Meaning::Forbidden | Meaning::Archived | Meaning::Locked => Self::Forbidden(error.to_string()),
            Meaning::Gone | Meaning::Refused => Self::Refused(error.to_string()),
        }
    }
}

/// Posts what waits, but films.
pub struct Outbox {
    journal: Journal,
    rooms: Rooms,
    atlas: Arc<Atlas>,
    noticeboard: Arc<Noticeboard>,
    http: Arc<Http>,
    edits: Arc<Edits>,
    wake: Notify,
    pauses: Pauses,
    looks: Looks,
    films: OwedFilms,
    /// Campaigns posted for at a time.
    places: Semaphore,
    /// Those of them for which it does not just wait for Discord.
    at_work: AtWork,
}

impl Outbox {
    /// An outbox that posts through `http`, and has messages that grow edited.
    #[must_use]
    pub fn new(rooms: Rooms, atlas: Arc<Atlas>, noticeboard: Arc<Noticeboard>, http: Arc<Http>, edits: Arc<Edits>) -> Self {
        Self {
            journal: rooms.journal().clone(),
            rooms,
            atlas,
            noticeboard,
            http,
            edits,
            wake: Notify::new(),
            pauses: Pauses::default(),
            looks: Looks::default(),
            films: OwedFilms::default(),
            places: Semaphore::new(CAMPAIGNS_AT_ONCE),
            at_work: AtWork::default(),
        }
    }

    /// Posts what waits for a campaign, in order. Several who ask at the same time are content with one look at what it owes.
    ///
    /// # Errors
    ///
    /// If something was refused, or has to wait.
    pub async fn publish(&self, campaign: CampaignId) -> Result<(), PublishError> {
        let look = async |look: &Look<'_>| {
            // The semaphore is never closed; were it, posting too much at a time would be better than nothing. Who waits for it has hardly more
            // in memory than the campaign's number.
            let _place = self.places.acquire().await.ok();
            let publish = async {
                look.begins();
                self.publish_now(campaign).await
            };
            self.at_work.on(Box::pin(publish)).await
        };
        self.looks.look(campaign, look).await
    }

    async fn publish_now(&self, campaign: CampaignId) -> Result<(), PublishError> {
        let owed = self.journal.owed(campaign).await?;
        // It is owed until the umpire is invited back.
        if owed.is_away {
            return Ok(());
        }
        let mut posted = self.post_all(campaign, owed).await;
        // What a message could not take any more is posted on its own; each time there are fewer of them.
        while matches!(posted, Ok(true)) {
            posted = self.post_all(campaign, self.journal.owed(campaign).await?).await;
        }
        match &posted {
            Ok(_) | Err(PublishError::Refused(_) | PublishError::NoChannel(_)) => self.pauses.end(campaign),
            Err(PublishError::Journal(_)) => self.pause(campaign, Pauses::begin).await,
            Err(_) => self.pause(campaign, Pauses::lengthen).await,
        }
        // The board follows what is posted, whatever becomes of it; before that it would stand above what it tells of.
        self.noticeboard.is_stale(campaign).await;
        posted.map(|_| ())
    }

    /// What waits for a campaign is tried again after a while.
    async fn pause(&self, campaign: CampaignId, begin: impl FnOnce(&Pauses, CampaignId, Option<GuildId>, i64)) {
        let guild = self.journal.guild_of(campaign).await.ok().flatten();
        begin(&self.pauses, campaign, guild, self.journal.now());
    }

    /// Something has changed on a server, or everywhere: what Discord did not take it may take now.
    pub fn sign(&self, guild: Option<GuildId>) {
        if self.pauses.cut_short(guild) {
            self.wake.notify_one();
        }
        self.films.sign(guild, self.journal.now());
        self.noticeboard.sign(guild);
    }

    /// Says that something is to be posted. It is, beside what is posted for others; nobody waits for it.
    pub(super) fn look(&self) {
        self.wake.notify_one();
    }

    /// The umpire is on a server again that it had been removed from: what is owed there is looked for.
    pub(super) async fn look_again(&self) {
        self.wake.notify_one();
        self.look_for_films().await;
        self.noticeboard.look_again().await;
    }

    /// Whether there is something to be posted still.
    async fn post_all(&self, campaign: CampaignId, owed: Owed) -> Result<bool, PublishError> {
        let (mut refused, mut is_changed) = (None, false);
        for waiting in owed.waiting {
            let waiting = match waiting {
                Ok(waiting) => waiting,
                Err(Unreadable { id, reason }) => {
                    self.set_aside(campaign, id, &reason, true).await?;
                    is_changed = true;
                    continue;
                }
            };
            if waiting.despatch.is_a_film() {
                self.film_asked_for(campaign);
                continue;
            }
            // In a thread that is closed nothing can be edited any more, so that comes first; and what must be posted there for that, too.
            if waiting.despatch.closes_its_thread() && self.grow_all(campaign).await? {
                return Ok(true);
            }
            is_changed = true;
            match self.post(&waiting).await {
                Ok(()) => {}
                Err(PublishError::Refused(reason)) => {
                    self.set_aside(campaign, waiting.id, &reason, !set_aside::is_note(&waiting.despatch)).await?;
                    refused = Some(PublishError::Refused(reason));
                }
                Err(PublishError::NoChannel(reason)) => {
                    self.set_aside(campaign, waiting.id, &reason, false).await?;
                    refused = Some(PublishError::NoChannel(reason));
                }
                // Despatches of a campaign go out in order: the next ones wait for this one.
                Err(error) => return Err(error),
            }
        }
        // More may belong to a message than when that was read.
        let is_read_again = is_changed && (owed.grows_once_posted || !owed.growing.is_empty());
        let parted = if is_read_again { self.grow_all(campaign).await? } else { self.grow_each(campaign, owed.growing).await? };
        refused.map_or(Ok(parted), Err)
    }

    /// Edits all messages of a campaign that are to show more, or to offer less; whether there is something that must be posted on its own.
    async fn grow_all(&self, campaign: CampaignId) -> Result<bool, PublishError> {
        let growing = self.journal.owed(campaign).await?.growing;
        self.grow_each(campaign, growing).await
    }

    /// The same of these. What cannot be edited now holds up none of the others; the first of the errors is what comes of it.
    async fn grow_each(&self, campaign: CampaignId, growing: Vec<Result<Growing, Unreadable>>) -> Result<bool, PublishError> {
        let (mut parted, mut failed) = (false, None);
        for growing in growing {
            let grown = match growing {
                Ok(growing) => self.grow(&growing).await,
                Err(Unreadable { id, reason }) => self.set_aside(campaign, id, &reason, false).await.map(|()| true),
            };
            match grown {
                Ok(grown) => parted |= !grown,
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        failed.map_or(Ok(parted), Err)
    }

    /// Sets a despatch aside that cannot be posted; with a note in the campaign's channel, if that may help.
    pub(super) async fn set_aside(&self, campaign: CampaignId, id: OutboxId, reason: &str, noted: bool) -> Result<(), PublishError> {
        tracing::warn!(campaign = campaign.0, despatch = id.0, reason, "a despatch is set aside");
        let note = noted.then(set_aside::note);
        self.journal.failed(id, reason, note.as_ref()).await?;
        if note.is_some() {
            self.wake.notify_one();
        }
        Ok(())
    }

    /// Edits a message to show all that belongs to it, if that can be. Edited twice it reads the same, so a crash in between does no harm.
    async fn grow(&self, growing: &Growing) -> Result<bool, PublishError> {
        let head = &growing.head;
        let channel = self.place(head).await?;
        let told = Despatch { plain: self.is_plain(head.campaign).await, ..growing::grown(&growing.parts, growing.closed) };
        // A message that is full grows no more, nor an old one that has just grown.
        let is_full = !told.is_shown_whole() || self.edits.is_spent(channel, growing.message, self.journal.now());
        if growing.parts.iter().any(|part| !part.shown) && is_full {
            self.journal.part(growing).await?;
            return Ok(false);
        }
        let plate = match growing::new_picture(&growing.parts) {
            Some((revision, picture)) => self.drawn(head.campaign, revision, picture).await,
            None => None,
        };
        // With the picture, until Discord has stumbled over it for long: it may be too long on the way.
        if plate.is_some() {
            self.journal.attempted(head.id);
        }
        let (tried_since, now) = (self.journal.tried_since(head.id), self.journal.now());
        let edit = async |channel: serenity::ChannelId| {
            let edited = match &plate {
                Some(plate) => self.edits.edit((channel, growing.message), render::edit_message_with(&told, plate.clone()), now).await,
                None => self.edits.edit((channel, growing.message), render::edit_message(&told), now).await,
            };
            let not_taken = edited.as_ref().err().filter(|_| plate.is_some());
            let Some(error) = not_taken.filter(|error| Pictured::Growing.goes_without(errors::meaning(error), tried_since, now)) else {
                return edited;
            };
            let without = self.edits.edit((channel, growing.message), render::edit_message_without(&told), now).await;
            if without.is_ok() {
                tracing::warn!(campaign = head.campaign.0, %error, "a message grows without its new picture: Discord does not take it");
            }
            without
        };
        let mut edited = edit(channel).await;
        let mut was_archived = false;
        if let Err(error) = &edited {
            match errors::meaning(error) {
                Meaning::Archived if self.opened(channel).await => {
                    was_archived = true;
                    edited = edit(channel).await;
                }
                // It did not go where it belonged, but into the campaign's channel.
                Meaning::Gone if head.channel != channel.into() => edited = edit(head.channel.into()).await,
                _ => {}
            }
        }
        // A thread that was closed over a message which only gives its buttons back is closed again.
        if was_archived
            && growing.closed
            && let Err(error) = channel.edit_thread(&self.http, EditThread::new().archived(true)).await
        {
            tracing::info!(campaign = head.campaign.0, %error, "a thread stays open");
        }
        let Err(error) = edited else {
            self.journal.grown(growing).await?;
            return Ok(true);
        };
        match errors::meaning(&error) {
            Meaning::Stumbles if !errors::is_rationed(&error) => Err(PublishError::Later(error.to_string())),
            Meaning::Forbidden => Err(PublishError::Forbidden(error.to_string())),
            // It was deleted, is in a thread that is locked, or was edited too often: what it does not show is posted anew.
            _ => {
                tracing::info!(campaign = head.campaign.0, %error, "a message cannot be edited any more");
                self.journal.part(growing).await?;
                Ok(false)
            }
        }
    }

    /// Opens a thread that was archived; whether that could be done.
    async fn opened(&self, thread: serenity::ChannelId) -> bool {
        thread.edit_thread(&self.http, EditThread::new().archived(false)).await.is_ok()
    }

    /// Whether the group of a game has embeds off.
    async fn is_plain(&self, campaign: CampaignId) -> bool {
        match self.rooms.of(campaign).await {
            Ok(room) => room.style(campaign).await.plain,
            Err(_) => false,
        }
    }

    /// Posts one despatch, if it was not posted before.
    pub(super) async fn post(&self, waiting: &Waiting) -> Result<(), PublishError> {
        let channel = self.place(waiting).await?;
        let home = serenity::ChannelId::from(waiting.channel);
        let closes = waiting.despatch.closes_its_thread();
        if closes && channel == home {
            return self.says_nothing_new(waiting).await;
        }
        let in_channel = self.in_the_channel(waiting).await?;
        if let Some(attempted_at) = waiting.attempted_at {
            let find = async |channel: serenity::ChannelId| {
                self.edits.rate().turn().await;
                let found = earlier_try::message(&self.http, channel, waiting, in_channel.as_deref(), attempted_at).await;
                found.map_err(|error| PublishError::of(&error))
            };
            let mut earlier = find(channel).await?;
            if earlier.is_none() && channel != home {
                earlier = find(home).await?;
            }
            if let Some(message) = earlier {
                self.close_thread(channel, waiting).await;
                self.journal.posted(waiting.id, message).await?;
                return Ok(());
            }
        }
        let plate = self.plate(waiting).await;
        let plain = self.is_plain(waiting.campaign).await;
        let without_its_film = if waiting.despatch.is_a_film() {
            let room = self.rooms.of(waiting.campaign).await;
            Some(no_film::instead(waiting, &room.map_or_else(|_| "/campaign film".to_owned(), |room| room.commands().film())))
        } else {
            None
        };
        self.journal.attempted(waiting.id);
        let nonce = format!("umpire-{}", waiting.id.0);
        let post = async |channel: serenity::ChannelId, plate: Option<&Plate>| {
            let told = without_its_film.as_ref().filter(|_| plate.is_none()).unwrap_or(&waiting.despatch);
            let sentence = if channel == home { in_channel.clone() } else { None };
            let told = Despatch { plain, sentence: sentence.unwrap_or_else(|| told.sentence.clone()), ..told.clone() };
            let message = || render::message(&told, plate.cloned(), &nonce);
            let post = async || {
                self.edits.rate().turn().await;
                channel.send_message(&self.http, message()).await
            };
            let sent = async || retry::again(&WITH_A_DESPATCH, "a despatch", &post).await;
            match sent().await {
                Err(error) if errors::meaning(&error) == Meaning::Archived && self.opened(channel).await => sent().await,
                other => other,
            }
        };
        let tried_since = self.journal.tried_since(waiting.id);
        let pictured = if waiting.despatch.is_a_film() { Pictured::Film } else { Pictured::Despatch };
        let send = async |channel: serenity::ChannelId| {
            let error = match post(channel, plate.as_ref()).await {
                Err(error) if plate.is_some() => error,
                other => return other,
            };
            // While it stumbles over all, nothing is lost by trying, for what is sent without has the same nonce.
            if !pictured.goes_without(errors::meaning(&error), tried_since, self.journal.now()) {
                return Err(error);
            }
            match post(channel, None).await {
                Ok(message) => {
                    tracing::warn!(campaign = waiting.campaign.0, %error, "a despatch is posted without its picture: Discord does not take it");
                    Ok(message)
                }
                other => other,
            }
        };
        let mut sent = send(channel).await;
        if let Err(error) = &sent
            && channel != home
            && errors::meaning(error) != Meaning::Stumbles
        {
            // What cannot be delivered where it belongs is better told in the campaign's channel than to nobody.
            tracing::info!(campaign = waiting.campaign.0, %error, "a despatch goes into the campaign's channel");
            if let (Place::Thread { battle, .. }, Meaning::Gone) = (waiting.despatch.place, errors::meaning(error)) {
                self.journal.thread_opened(waiting.campaign, battle, waiting.channel).await?;
            }
            if closes {
                return self.says_nothing_new(waiting).await;
            }
            sent = send(home).await;
        }
        match sent {
            Ok(message) => {
                self.edits.posted(message.id.into(), self.journal.now());
                self.noticeboard.posted(message.channel_id.into());
                if channel != home && !closes {
                    self.noticeboard.goes_on(waiting.campaign, channel).await;
                }
                self.close_thread(channel, waiting).await;
                Ok(self.journal.posted(waiting.id, message.id.into()).await?)
            }
            Err(error) if errors::is_gone(&error) => Err(self.without_a_channel(waiting, &error).await?),
            Err(error) => Err(PublishError::of(&error)),
        }
    }

    /// What would have closed a thread is not posted where there is none: the channel is told of the aftermath anyway.
    async fn says_nothing_new(&self, waiting: &Waiting) -> Result<(), PublishError> {
        // There is no message; the channel's number stands for it.
        Ok(self.journal.posted(waiting.id, MessageId(waiting.channel.0)).await?)
    }

    /// How a despatch that belongs in a battle's thread begins in the campaign's channel: with the battle's name.
    async fn in_the_channel(&self, waiting: &Waiting) -> Result<Option<String>, PublishError> {
        let Place::Thread { battle, .. } = waiting.despatch.place else { return Ok(None) };
        let row = self.journal.battle(waiting.campaign, battle).await?;
        Ok(row.map(|row| format!("{}: {}", row.name, waiting.despatch.sentence)))
    }

    /// The campaign's channel is not there. It is gone for good only if its server says so.
    async fn without_a_channel(&self, waiting: &Waiting, error: &serenity::Error) -> Result<PublishError, PublishError> {
        let Some(guild) = self.journal.guild_of(waiting.campaign).await? else { return Ok(PublishError::of(error)) };
        if guild == GuildId::DIRECT {
            return Ok(PublishError::NoChannel(error.to_string()));
        }
        Ok(match serenity::GuildId::from(guild).to_partial_guild(&self.http).await {
            Err(guild) if matches!(errors::meaning(&guild), Meaning::Stumbles | Meaning::Forbidden) => PublishError::of(&guild),
            _ => PublishError::NoChannel(error.to_string()),
        })
    }

    /// Where a despatch goes: the campaign's channel, or the thread of a battle, which is opened for the first despatch in it.
    async fn place(&self, waiting: &Waiting) -> Result<serenity::ChannelId, PublishError> {
        let channel = serenity::ChannelId::from(waiting.channel);
        let battle = match waiting.despatch.place {
            Place::Channel => return Ok(channel),
            Place::Thread { battle, .. } => battle,
            Place::Elsewhere { channel } => return Ok(channel.into()),
            Place::Direct { user } => {
                return match serenity::UserId::from(user).create_dm_channel(&self.http).await {
                    Ok(direct) => Ok(direct.id),
                    Err(error) if errors::meaning(&error) == Meaning::Stumbles => Err(PublishError::Later(error.to_string())),
                    Err(_) => Ok(channel),
                };
            }
            Place::Summaries => return self.summary_thread(waiting, channel).await,
        };
        let Some(row) = self.journal.battle(waiting.campaign, battle).await? else { return Ok(channel) };
        if let Some(thread) = row.thread {
            return Ok(thread.into());
        }
        // The message that told of the battle was refused: there is nothing a thread could hang on.
        let Some(message) = row.message else { return Ok(channel) };
        let builder = CreateThread::new(row.name).auto_archive_duration(AutoArchiveDuration::OneWeek);
        let thread = match channel.create_thread_from_message(&self.http, message, builder).await {
            Ok(thread) => thread.id,
            // A thread has the number of its message: an earlier try made it, and only the answer was lost.
            Err(error) if errors::has_a_thread_already(&error) => ChannelId(message.0).into(),
            Err(error) if errors::meaning(&error) == Meaning::Stumbles => return Err(PublishError::Later(error.to_string())),
            Err(error) if errors::is_shut_out(&error) => return Err(PublishError::Forbidden(error.to_string())),
            Err(error) => {
                tracing::warn!(campaign = waiting.campaign.0, %error, "no thread for the battle: it is fought in the channel");
                channel
            }
        };
        self.journal.thread_opened(waiting.campaign, battle, thread.into()).await?;
        Ok(thread)
    }

    /// The thread for a campaign's summaries, opened for the first of them.
    async fn summary_thread(&self, waiting: &Waiting, channel: serenity::ChannelId) -> Result<serenity::ChannelId, PublishError> {
        if let Some(thread) = self.journal.summary_thread(waiting.campaign).await? {
            return Ok(thread.into());
        }
        if let Some(thread) = self.opened_before(waiting, channel).await? {
            self.journal.summary_thread_opened(waiting.campaign, thread.into()).await?;
            return Ok(thread);
        }
        self.journal.attempted(waiting.id);
        match threads::open(&self.http, channel, SUMMARIES, AutoArchiveDuration::OneWeek).await {
            Ok(thread) => {
                self.journal.summary_thread_opened(waiting.campaign, thread.into()).await?;
                Ok(thread)
            }
            Err(error) if errors::meaning(&error) == Meaning::Stumbles => Err(PublishError::Later(error.to_string())),
            Err(_) => Ok(channel),
        }
    }

    /// The thread for summaries that an earlier try made, if only its answer was lost.
    async fn opened_before(&self, waiting: &Waiting, channel: serenity::ChannelId) -> Result<Option<serenity::ChannelId>, PublishError> {
        let Some(attempted_at) = waiting.attempted_at else { return Ok(None) };
        let Some(guild) = self.journal.guild_of(waiting.campaign).await? else { return Ok(None) };
        let found = earlier_try::thread(&self.http, guild.into(), channel, SUMMARIES, attempted_at).await;
        found.map_err(|error| PublishError::of(&error))
    }

    /// Has the thread closed that a despatch was the last in, once the board has gone from it.
    async fn close_thread(&self, channel: serenity::ChannelId, waiting: &Waiting) {
        if waiting.despatch.closes_its_thread() {
            self.noticeboard.closes(waiting.campaign, channel).await;
        }
    }

    /// The picture of a despatch. A despatch without its picture is better than none.
    async fn plate(&self, waiting: &Waiting) -> Option<Plate> {
        self.drawn(waiting.campaign, waiting.revision, waiting.despatch.picture.as_ref()?).await
    }

    async fn drawn(&self, campaign: CampaignId, revision: u32, picture: &Picture) -> Option<Plate> {
        let drawn = async {
            let room = self.rooms.of(campaign).await.map_err(|error| error.to_string())?;
            room.plate(&self.atlas, campaign, revision, picture, None).await
        };
        drawn.await.inspect_err(|error| tracing::error!(%error, "a despatch goes without its picture")).ok()
    }

    /// Says that there may be a film of a campaign to be drawn.
    pub fn film_asked_for(&self, campaign: CampaignId) {
        self.films.may_owe(campaign);
    }

    /// Takes it that whoever owes anything may owe a film; if that cannot be read, it is tried again with the next round.
    pub(super) async fn look_for_films(&self) {
        let campaigns = self.journal.campaigns_waiting().await;
        if let Err(error) = &campaigns {
            tracing::error!(%error, "the films cannot be read");
        }
        self.films.found(campaigns.ok());
    }

    /// The campaigns that may owe a film.
    pub(super) const fn films(&self) -> &OwedFilms {
        &self.films
    }

    /// Where it is read what a campaign owes.
    pub(super) const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// Posts what is left from before, and whatever has to be tried again, until the umpire stops; each campaign beside the others.
    pub async fn run(self: Arc<Self>) {
        let (mut rounds, mut posting, mut line) = (self.journal.clock().rounds(ROUND), SideBySide::default(), Line::default());
        loop {
            let campaigns = self.journal.campaigns_waiting().await.unwrap_or_else(|error| {
                tracing::error!(%error, "the outbox cannot be read");
                Vec::new()
            });
            // Whoever stands in line from an earlier round keeps their place.
            for campaign in campaigns {
                line.join(campaign);
            }
            loop {
                while posting.count() < CAMPAIGNS_AT_ONCE
                    && let Some(campaign) = line.take()
                {
                    if !self.pauses.is_over(campaign, self.journal.now()) {
                        continue;
                    }
                    let outbox = Arc::clone(&self);
                    posting.begin(campaign, async move {
                        if let Err(error) = outbox.publish(campaign).await {
                            tracing::warn!(campaign = campaign.0, %error, "despatches are waiting");
                        }
                    });
                }
                tokio::select! {
                    () = rounds.next() => break,
                    () = self.wake.notified() => break,
                    () = posting.one_done() => {}
                }
            }
        }
    }
}
