//! The outbox: what has been done is posted, once.
//!
//! A despatch is written in the same transaction as what it tells of, and posted after the commit. It is posted with a nonce,
//! so that Discord itself drops a second copy within a few minutes; after a longer outage the channel is searched for it
//! before it is posted again. What Discord refuses for good is set aside with the reason; what fails in passing waits.

use crate::discord::errors;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{AutoArchiveDuration, ChannelType, CreateThread, EditThread, GetMessages, Http};
use tokio::sync::{Mutex, Notify};

use crate::despatches::growing;
use crate::discord::render;
use crate::discord::retry::{self, WITH_A_DESPATCH};
use crate::drawing::atlas::{Atlas, Plate};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::despatch::{Despatch, Picture, Place};
use crate::model::ids::{CampaignId, ChannelId, MessageId};
use crate::model::outbox_row::{Growing, Waiting};
use crate::table::rooms::Rooms;
use crate::workers::board::Noticeboard;

/// How often waiting despatches are looked for when nobody says that there are any.
const ROUND: Duration = Duration::from_secs(15);

/// What the thread for summaries is called.
const SUMMARIES: &str = "Turn summaries";

/// Why despatches were not posted.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    /// Discord refuses them, and would again.
    #[error("Discord refused the despatch: {0}")]
    Refused(String),
    /// Discord could not be reached; it will be tried again.
    #[error("Discord could not be reached: {0}")]
    Later(String),
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl PublishError {
    /// One sentence for the one who asked. What they asked for has been done.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Refused(_) => {
                "It is done and in the journal, but I may not post here: give me the permissions View Channel, Send Messages, Embed Links and Attach Files, then use /turn.".to_owned()
            }
            Self::Later(_) | Self::Journal(_) => "It is done and in the journal; the despatch will be posted as soon as Discord takes it.".to_owned(),
        }
    }
}

/// What is posted instead of a film that could not be drawn.
fn film_failed(despatch: &Despatch) -> Despatch {
    Despatch {
        footer: despatch.footer.clone(),
        ..Despatch::saying(
            "**The film could not be drawn this time.** Ask again with `/campaign film`, and tell whoever runs the umpire if it stays so.",
        )
    }
}

/// Posts what waits.
pub struct Outbox {
    journal: Journal,
    rooms: Rooms,
    atlas: Arc<Atlas>,
    noticeboard: Arc<Noticeboard>,
    http: Arc<Http>,
    wake: Notify,
    film: Notify,
    posting: Mutex<HashMap<CampaignId, Arc<Mutex<()>>>>,
}

impl Outbox {
    /// An outbox that posts through `http`.
    #[must_use]
    pub fn new(rooms: Rooms, atlas: Arc<Atlas>, noticeboard: Arc<Noticeboard>, http: Arc<Http>) -> Self {
        Self {
            journal: rooms.journal().clone(),
            rooms,
            atlas,
            noticeboard,
            http,
            wake: Notify::new(),
            film: Notify::new(),
            posting: Mutex::new(HashMap::new()),
        }
    }

    /// Posts what waits for a campaign, in order.
    ///
    /// # Errors
    ///
    /// If something was refused, or has to wait.
    pub async fn publish(&self, campaign: CampaignId) -> Result<(), PublishError> {
        let turn = Arc::clone(self.posting.lock().await.entry(campaign).or_default());
        let _turn = turn.lock().await;
        let mut posted = self.post_all(campaign).await;
        // What a message could not take any more is posted on its own.
        if matches!(posted, Ok(true)) {
            posted = self.post_all(campaign).await;
        }
        // The board follows what is posted, whatever becomes of it; before that it would stand above what it tells of.
        self.noticeboard.is_stale(campaign).await;
        posted.map(|_| ())
    }

    /// Whether there is something to be posted still.
    async fn post_all(&self, campaign: CampaignId) -> Result<bool, PublishError> {
        let mut refused = None;
        for waiting in self.journal.waiting(campaign).await? {
            if waiting.despatch.is_a_film() {
                self.film.notify_one();
                continue;
            }
            match self.post(&waiting).await {
                Ok(()) => {}
                Err(PublishError::Refused(reason)) => {
                    tracing::warn!(campaign = campaign.0, revision = waiting.revision, reason, "a despatch was refused");
                    self.journal.failed(waiting.id, &reason).await?;
                    refused = Some(PublishError::Refused(reason));
                }
                Err(error) => {
                    // Despatches of a campaign go out in order: the next ones wait for this one.
                    self.wake.notify_one();
                    return Err(error);
                }
            }
        }
        let mut parted = false;
        for growing in self.journal.growing(campaign).await? {
            parted |= !self.grow(&growing).await?;
        }
        refused.map_or(Ok(parted), Err)
    }

    /// Edits a message to show all that belongs to it, if that can be. Edited twice it reads the same, so a crash in between does no harm.
    async fn grow(&self, growing: &Growing) -> Result<bool, PublishError> {
        let head = &growing.head;
        let channel = self.place(head).await?;
        let plate = match growing::new_picture(&growing.parts) {
            Some((revision, picture)) => self.drawn(head.campaign, revision, picture).await,
            None => None,
        };
        let told = Despatch { plain: self.is_plain(head.campaign).await, ..growing::grown(&growing.parts, growing.closed) };
        let edit = match plate {
            Some(plate) => render::edit_message_with(&told, plate),
            None => render::edit_message(&told),
        };
        match channel.edit_message(&self.http, growing.message, edit).await {
            Ok(_) => {
                self.journal.grown(growing).await?;
                Ok(true)
            }
            // It was deleted, is in a thread that is locked, or was edited too often: what it does not show is posted anew.
            Err(error) if errors::is_final(&error) || errors::is_rationed(&error) => {
                tracing::info!(campaign = head.campaign.0, %error, "a message cannot be edited any more");
                self.journal.part(growing).await?;
                Ok(false)
            }
            Err(error) => {
                self.wake.notify_one();
                Err(PublishError::Later(error.to_string()))
            }
        }
    }

    /// Whether the group of a game has embeds off.
    async fn is_plain(&self, campaign: CampaignId) -> bool {
        match self.rooms.of(campaign).await {
            Ok(room) => room.is_plain(campaign).await,
            Err(_) => false,
        }
    }

    async fn post(&self, waiting: &Waiting) -> Result<(), PublishError> {
        let mut channel = self.place(waiting).await?;
        if matches!(waiting.despatch.place, Place::Thread { closes: true, .. }) && waiting.channel == channel.into() {
            // There is no thread to be closed, and the channel is told of the aftermath anyway.
            // There is no message either; the channel's number stands for it.
            self.journal.posted(waiting.id, MessageId(waiting.channel.0)).await?;
            return Ok(());
        }
        if let Some(attempted_at) = waiting.attempted_at
            && let Some(message) = self.find(channel, waiting, attempted_at).await?
        {
            self.close_thread(channel, waiting).await;
            self.journal.posted(waiting.id, message).await?;
            return Ok(());
        }
        let plate = self.plate(waiting).await;
        let undrawn = waiting.despatch.is_a_film() && plate.is_none();
        let plain = self.is_plain(waiting.campaign).await;
        let told = if undrawn { film_failed(&waiting.despatch) } else { waiting.despatch.clone() };
        let despatch = &Despatch { plain, ..told };
        self.journal.attempted(waiting.id).await?;
        let nonce = format!("umpire-{}", waiting.id.0);
        let send = async |channel: serenity::ChannelId| {
            let message = || render::message(despatch, plate.clone(), &nonce);
            retry::again(&WITH_A_DESPATCH, "a despatch", || channel.send_message(&self.http, message())).await
        };
        let sent = match send(channel).await {
            // A summary that cannot be delivered where the group wants it is better told in the campaign's channel than to nobody.
            Err(error) if errors::is_final(&error) && is_elsewhere(waiting) && waiting.channel != channel.into() => {
                tracing::info!(campaign = waiting.campaign.0, %error, "a summary goes into the campaign's channel");
                channel = waiting.channel.into();
                send(channel).await
            }
            other => other,
        };
        match sent {
            Ok(message) => {
                self.close_thread(channel, waiting).await;
                Ok(self.journal.posted(waiting.id, message.id.into()).await?)
            }
            Err(error) if errors::is_final(&error) => Err(PublishError::Refused(error.to_string())),
            Err(error) => Err(PublishError::Later(error.to_string())),
        }
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
                    Err(error) if errors::is_final(&error) => Ok(channel),
                    Err(error) => Err(PublishError::Later(error.to_string())),
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
            Err(error) if errors::is_final(&error) => {
                tracing::warn!(campaign = waiting.campaign.0, %error, "no thread for the battle: it is fought in the channel");
                channel
            }
            Err(error) => return Err(PublishError::Later(error.to_string())),
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
        self.journal.attempted(waiting.id).await?;
        let builder = CreateThread::new(SUMMARIES).kind(ChannelType::PublicThread).auto_archive_duration(AutoArchiveDuration::OneWeek);
        match channel.create_thread(&self.http, builder).await {
            Ok(thread) => {
                self.journal.summary_thread_opened(waiting.campaign, thread.id.into()).await?;
                Ok(thread.id)
            }
            Err(error) if errors::is_final(&error) => Ok(channel),
            Err(error) => Err(PublishError::Later(error.to_string())),
        }
    }

    /// The thread for summaries that an earlier try made, if only its answer was lost.
    async fn opened_before(&self, waiting: &Waiting, channel: serenity::ChannelId) -> Result<Option<serenity::ChannelId>, PublishError> {
        let Some(attempted_at) = waiting.attempted_at else { return Ok(None) };
        let Some(guild) = self.journal.guild_of(waiting.campaign).await? else { return Ok(None) };
        match serenity::GuildId::from(guild).get_active_threads(&self.http).await {
            Ok(active) => Ok(active
                .threads
                .into_iter()
                .find(|thread| {
                    thread.parent_id == Some(channel)
                        && thread.name == SUMMARIES
                        && thread.id.created_at().unix_timestamp() >= attempted_at - 60
                })
                .map(|thread| thread.id)),
            Err(error) if errors::is_final(&error) => Ok(None),
            Err(error) => Err(PublishError::Later(error.to_string())),
        }
    }

    /// Closes the thread that a despatch was the last in. An open thread does no harm, so it is tried once.
    async fn close_thread(&self, channel: serenity::ChannelId, waiting: &Waiting) {
        if matches!(waiting.despatch.place, Place::Thread { closes: true, .. })
            && let Err(error) = channel.edit_thread(&self.http, EditThread::new().archived(true)).await
        {
            tracing::warn!(campaign = waiting.campaign.0, %error, "a battle's thread stays open");
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
        drawn.await.inspect_err(|error| tracing::error!(%error, "no picture")).ok()
    }

    /// A despatch that may have been posted before a crash: our own message with the same words and number.
    async fn find(&self, channel: serenity::ChannelId, waiting: &Waiting, attempted_at: i64) -> Result<Option<MessageId>, PublishError> {
        let messages = match channel.messages(&self.http, GetMessages::new().limit(100)).await {
            Ok(messages) => messages,
            // Where the channel may not be read, a second copy is better than none.
            Err(error) if errors::is_final(&error) => return Ok(None),
            // Not to know is no reason to post it twice.
            Err(error) => return Err(PublishError::Later(error.to_string())),
        };
        let footer = &waiting.despatch.footer;
        Ok(messages
            .into_iter()
            .filter(|message| message.timestamp.unix_timestamp() >= attempted_at - 60)
            .find(|message| {
                message.author.bot
                    && message.content.starts_with(&waiting.despatch.sentence)
                    // In plain messages the footer is their end.
                    && message.embeds.first().map_or(footer.is_empty() || message.content.ends_with(footer), |embed| {
                        embed.footer.as_ref().map_or("", |footer| footer.text.as_str()) == footer
                    })
            })
            .map(|message| message.id.into()))
    }

    /// Says that there is a film to be drawn.
    pub fn film_asked_for(&self) {
        self.film.notify_one();
    }

    /// Draws and posts films, one after the other, until the umpire stops: they take seconds, and nothing else waits for them. What was
    /// being drawn at a stop is drawn again after the next start.
    pub async fn run_films(self: Arc<Self>) {
        loop {
            if let Err(error) = self.post_films().await {
                tracing::warn!(%error, "films are waiting");
                let _ = tokio::time::timeout(ROUND, self.film.notified()).await;
                continue;
            }
            self.film.notified().await;
        }
    }

    async fn post_films(&self) -> Result<(), PublishError> {
        for campaign in self.journal.campaigns_waiting().await? {
            for waiting in self.journal.waiting(campaign).await?.into_iter().filter(|waiting| waiting.despatch.is_a_film()) {
                match self.post(&waiting).await {
                    Err(PublishError::Refused(reason)) => {
                        tracing::warn!(campaign = campaign.0, reason, "a film was refused");
                        self.journal.failed(waiting.id, &reason).await?;
                    }
                    other => other?,
                }
            }
        }
        Ok(())
    }

    /// Posts what is left from before, and whatever has to be tried again, until the umpire stops.
    pub async fn run(self: Arc<Self>) {
        loop {
            let campaigns = self.journal.campaigns_waiting().await.unwrap_or_else(|error| {
                tracing::error!(%error, "the outbox cannot be read");
                Vec::new()
            });
            for campaign in campaigns {
                if let Err(error) = self.publish(campaign).await {
                    tracing::warn!(campaign = campaign.0, %error, "despatches are waiting");
                }
            }
            tokio::time::sleep(ROUND).await;
            let _ = tokio::time::timeout(ROUND, self.wake.notified()).await;
        }
    }
}

/// Whether a despatch goes where the group wants its summaries, outside the campaign's channel.
const fn is_elsewhere(waiting: &Waiting) -> bool {
    matches!(waiting.despatch.place, Place::Summaries | Place::Direct { .. } | Place::Elsewhere { .. })
}
