//! The board: one message for each campaign that always says where it stands and offers what is legal now.
//!
//! It is edited in place after everything that happens. When eight messages lie below it, whoever wrote them, a new one is posted at
//! the bottom, and the old one shrinks to a link. The board is made from the journal alone: an umpire that was ended in the middle writes
//! it again when it starts, and a board that somebody has deleted comes back with the next order. Nobody is called by it.

use crate::discord::errors;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{EditMessage, EditThread, GetMessages, Http};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, Notify};

use crate::discord::render;
use crate::drawing::atlas::{Atlas, Plate};
use crate::journal::boards::BoardRow;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, GuildId, MessageId};
use crate::table::error::TableError;
use crate::table::room::Board;
use crate::table::rooms::Rooms;

/// How many messages may lie below a board before it moves to the bottom.
const BURIED: u8 = 8;

/// How long a board waits for more to happen before it is written: a step seldom comes alone.
const LULL: Duration = Duration::from_millis(300);

/// How often boards that could not be written are tried again.
const ROUND: Duration = Duration::from_secs(60);

/// Why a board was not written.
#[derive(Debug, thiserror::Error)]
enum BoardError {
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error(transparent)]
    Discord(#[from] serenity::Error),
}

/// Keeps the boards.
pub struct Noticeboard {
    journal: Journal,
    rooms: Rooms,
    atlas: Arc<Atlas>,
    http: Arc<Http>,
    /// Campaigns in which something has happened since their board was written.
    stale: Mutex<BTreeSet<CampaignId>>,
    wake: Notify,
}

impl Noticeboard {
    /// Boards written through `http`.
    #[must_use]
    pub fn new(rooms: Rooms, atlas: Arc<Atlas>, http: Arc<Http>) -> Self {
        Self { journal: rooms.journal().clone(), rooms, atlas, http, stale: Mutex::new(BTreeSet::new()), wake: Notify::new() }
    }

    /// Something has happened in a campaign: its board will be written.
    pub async fn is_stale(&self, campaign: CampaignId) {
        self.stale.lock().await.insert(campaign);
        self.wake.notify_one();
    }

    /// Writes the boards that are stale, until the umpire stops.
    pub async fn run(self: Arc<Self>) {
        match self.journal.campaigns_with_stale_boards().await {
            Ok(campaigns) => self.stale.lock().await.extend(campaigns),
            Err(error) => tracing::error!(%error, "the boards cannot be read"),
        }
        loop {
            let campaigns = std::mem::take(&mut *self.stale.lock().await);
            for campaign in campaigns {
                if let Err(error) = self.write(campaign).await {
                    // It was destroyed meanwhile.
                    if matches!(&error, BoardError::Table(TableError::NoCampaign)) {
                        continue;
                    }
                    tracing::warn!(campaign = campaign.0, %error, "a board was not written");
                    if !matches!(&error, BoardError::Discord(error) if errors::is_final(error)) {
                        self.stale.lock().await.insert(campaign);
                    }
                }
            }
            let _ = tokio::time::timeout(ROUND, self.wake.notified()).await;
            tokio::time::sleep(LULL).await;
        }
    }

    /// Writes a campaign's board: in place, or at the bottom if it is buried.
    async fn write(&self, campaign: CampaignId) -> Result<(), BoardError> {
        let row = self.journal.board(campaign).await?;
        let room = self.rooms.of(campaign).await?;
        let Board { despatch: mut board, guild, channel, revision, closed } = room.board(campaign).await?;
        board.footer.push_str(" · ");
        board.footer.push_str(MARK);
        let shows = hash(&board);
        let place = serenity::ChannelId::from(channel);
        let old = row.as_ref().and_then(|row| row.message).filter(|_| row.as_ref().is_some_and(|row| row.channel == channel));
        if let Some(message) = old {
            if closed || !self.is_buried(place, message).await {
                if row.as_ref().is_some_and(|row| row.shows == shows) {
                    return Ok(self.journal.board_shows(campaign, revision, channel, Some(message), &shows).await?);
                }
                match self.edit(place, message, &board, self.plate(campaign, revision, &board).await).await {
                    Ok(_) => return Ok(self.journal.board_shows(campaign, revision, channel, Some(message), &shows).await?),
                    // Somebody has deleted it: another is put up.
                    Err(error) if errors::is_gone(&error) => {}
                    Err(error) => return Err(error.into()),
                }
            } else {
                let plate = self.plate(campaign, revision, &board).await;
                let new = self.put_up(campaign, place, (&board, plate), row.as_ref()).await?;
                self.journal.board_shows(campaign, revision, channel, Some(new), &shows).await?;
                self.shrink(guild, place, message, new).await;
                return Ok(());
            }
        }
        if closed {
            return Ok(self.journal.board_shows(campaign, revision, channel, None, &shows).await?);
        }
        let plate = self.plate(campaign, revision, &board).await;
        let new = self.put_up(campaign, place, (&board, plate), row.as_ref()).await?;
        Ok(self.journal.board_shows(campaign, revision, channel, Some(new), &shows).await?)
    }

    /// The picture of a board, if its game has one. A board without its picture is better than none.
    async fn plate(&self, campaign: CampaignId, revision: u32, board: &Despatch) -> Option<Plate> {
        let picture = board.picture.as_ref()?;
        let drawn = async {
            let room = self.rooms.of(campaign).await.map_err(|error| error.to_string())?;
            room.plate(&self.atlas, campaign, revision, picture, None).await
        };
        drawn.await.inspect_err(|error| tracing::error!(%error, "no picture for a board")).ok()
    }

    /// Edits a board where it stands, its picture exchanged. In a thread that was archived meanwhile nothing can be edited: it is opened again.
    async fn edit(
        &self,
        channel: serenity::ChannelId,
        message: MessageId,
        board: &Despatch,
        plate: Option<Plate>,
    ) -> Result<(), serenity::Error> {
        let edit = || match &plate {
            Some(plate) => render::edit_message_with(board, plate.clone()),
            None => render::edit_message(board),
        };
        match channel.edit_message(&self.http, message, edit()).await {
            Err(error) if errors::is_in_an_archived_thread(&error) => {
                channel.edit_thread(&self.http, EditThread::new().archived(false)).await?;
                channel.edit_message(&self.http, message, edit()).await.map(|_| ())
            }
            other => other.map(|_| ()),
        }
    }

    /// Whether too many messages lie below a board. Where the channel cannot be read, it stays where it is.
    async fn is_buried(&self, channel: serenity::ChannelId, message: MessageId) -> bool {
        let below = GetMessages::new().after(serenity::MessageId::from(message)).limit(BURIED);
        channel.messages(&self.http, below).await.is_ok_and(|messages| messages.len() >= usize::from(BURIED))
    }

    /// Posts a new board. If it is not known whether an earlier try was taken, the channel is searched for it first.
    async fn put_up(
        &self,
        campaign: CampaignId,
        channel: serenity::ChannelId,
        (board, plate): (&Despatch, Option<Plate>),
        row: Option<&BoardRow>,
    ) -> Result<MessageId, BoardError> {
        if let Some(attempted_at) = row.and_then(|row| row.attempted_at) {
            let known = row.and_then(|row| row.message);
            let earlier = channel.messages(&self.http, GetMessages::new().limit(50)).await?.into_iter().find(|message| {
                message.author.bot
                    && known != Some(message.id.into())
                    && message.timestamp.unix_timestamp() >= attempted_at - 60
                    && (message.content.ends_with(MARK)
                        || message.embeds.iter().any(|embed| embed.footer.as_ref().is_some_and(|footer| footer.text.ends_with(MARK))))
            });
            if let Some(message) = earlier {
                self.edit(channel, message.id.into(), board, plate).await?;
                return Ok(message.id.into());
            }
        }
        self.journal.board_attempted(campaign, channel.into()).await?;
        let nonce = nonce(campaign, row.and_then(|row| row.message));
        Ok(channel.send_message(&self.http, render::message(board, plate, &nonce)).await?.id.into())
    }

    /// Shrinks an old board to a link to the new one. If it stays as it is, its buttons still answer.
    async fn shrink(&self, guild: GuildId, channel: serenity::ChannelId, message: MessageId, new: MessageId) {
        let link = format!("-# The board has moved down: https://discord.com/channels/{guild}/{channel}/{new}");
        let edit = EditMessage::new().content(link).embeds(Vec::new()).components(Vec::new());
        if let Err(error) = channel.edit_message(&self.http, message, edit).await {
            tracing::info!(%error, "an old board stays as it is");
        }
    }
}

/// How the footer of a board ends, by which it is told from despatches.
pub const MARK: &str = "the board";

/// The nonce of a new board: the game and the message it replaces, so that a second try of the same is taken for the first, and the next
/// board for another though nothing has been written in the journal since. Discord takes 25 characters at most.
fn nonce(campaign: CampaignId, replaces: Option<MessageId>) -> String {
    format!("{:x}-{:x}", campaign.0, replaces.map_or(0, |message| message.0))
}

/// A hash of all that a board shows.
fn hash(board: &Despatch) -> String {
    // A despatch is plain data: it can always be written, and an empty text would only mean one edit too many.
    let text = serde_json::to_string(&(board, board.plain)).unwrap_or_default();
    engine::pack::hexadecimal(&Sha256::digest(text))
}
