//! The board: one message for each campaign that always says where it stands and offers what is legal now.
//!
//! It is edited in place after everything that happens. When eight messages lie below it, whoever wrote them, a new one is posted at
//! the bottom, and the old one shrinks to a link. The board is made from the journal alone: an umpire that was ended in the middle writes
//! it again when it starts, and a board that somebody has deleted comes back with the next order. Nobody is called by it.

use crate::discord::errors;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use engine::campaign::Seat;
use engine::game::Game as _;
use poise::serenity_prelude as serenity;
use serenity::{EditMessage, GetMessages, Http};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, Notify};

use crate::despatches::{group, lifecycle};
use crate::discord::render;
use crate::journal::boards::BoardRow;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, GuildId, MessageId};
use crate::model::proposal::Proposal;
use crate::table::error::TableError;
use crate::table::tables::Tables;

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
    tables: Arc<Tables>,
    http: Arc<Http>,
    /// Campaigns in which something has happened since their board was written.
    stale: Mutex<BTreeSet<CampaignId>>,
    wake: Notify,
}

impl Noticeboard {
    /// Boards written through `http`.
    #[must_use]
    pub fn new(tables: Arc<Tables>, http: Arc<Http>) -> Self {
        Self { journal: tables.journal().clone(), tables, http, stale: Mutex::new(BTreeSet::new()), wake: Notify::new() }
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
        let snapshot = self.tables.snapshot(campaign).await?;
        let row = self.journal.board(campaign).await?;
        let over = lifecycle::over(&snapshot.campaign);
        let closed = over.is_some();
        let mut board = crate::despatches::board::of(&snapshot);
        board.footer.push_str(" · ");
        board.footer.push_str(MARK);
        board.plain = snapshot.campaign.standing_orders.plain;
        if let Some(waiting) = self.tables.waiting(campaign).await? {
            let reminded = waiting.due.map_or_else(String::new, |due| format!("; the next reminder <t:{due}:R>"));
            board.facts.push(format!("Waiting since <t:{}:R>{reminded}.", waiting.since));
        }
        let open = self.journal.open_proposals(campaign).await?;
        // One that can be ordered no more waits for nobody; it says so when it is settled.
        let waits = |proposal: &&Proposal| {
            !closed && proposal.orders.first().is_some_and(|order| snapshot.state.permit(Seat::Commander, order).is_ok())
        };
        let open: Vec<_> = open.iter().filter(waits).map(|proposal| (proposal.id, proposal.user)).collect();
        board.facts.extend(group::proposals_wait(&open));
        if let Some(over) = over {
            board.is_followed();
            board.sentence.push_str(" — ");
            board.sentence.push_str(&over);
        }
        let shows = hash(&board);
        let (revision, channel) = (snapshot.campaign.revision, snapshot.campaign.channel);
        let place = serenity::ChannelId::from(channel);
        let old = row.as_ref().and_then(|row| row.message).filter(|_| row.as_ref().is_some_and(|row| row.channel == channel));
        if let Some(message) = old {
            if closed || !self.is_buried(place, message).await {
                if row.as_ref().is_some_and(|row| row.shows == shows) {
                    return Ok(self.journal.board_shows(campaign, revision, channel, Some(message), &shows).await?);
                }
                match place.edit_message(&self.http, message, render::edit_message(&board)).await {
                    Ok(_) => return Ok(self.journal.board_shows(campaign, revision, channel, Some(message), &shows).await?),
                    // Somebody has deleted it: another is put up.
                    Err(error) if errors::is_gone(&error) => {}
                    Err(error) => return Err(error.into()),
                }
            } else {
                let new = self.put_up(campaign, place, &board, row.as_ref(), revision).await?;
                self.journal.board_shows(campaign, revision, channel, Some(new), &shows).await?;
                self.shrink(snapshot.campaign.guild, place, message, new).await;
                return Ok(());
            }
        }
        if closed {
            return Ok(self.journal.board_shows(campaign, revision, channel, None, &shows).await?);
        }
        let new = self.put_up(campaign, place, &board, row.as_ref(), revision).await?;
        Ok(self.journal.board_shows(campaign, revision, channel, Some(new), &shows).await?)
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
        board: &Despatch,
        row: Option<&BoardRow>,
        revision: u32,
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
                channel.edit_message(&self.http, message.id, render::edit_message(board)).await?;
                return Ok(message.id.into());
            }
        }
        self.journal.board_attempted(campaign, channel.into()).await?;
        let nonce = format!("board-{}-{revision}", campaign.0);
        Ok(channel.send_message(&self.http, render::message(board, None, &nonce)).await?.id.into())
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

/// A hash of all that a board shows.
fn hash(board: &Despatch) -> String {
    // A despatch is plain data: it can always be written, and an empty text would only mean one edit too many.
    let text = serde_json::to_string(&(board, board.plain)).unwrap_or_default();
    engine::pack::hexadecimal(&Sha256::digest(text))
}
