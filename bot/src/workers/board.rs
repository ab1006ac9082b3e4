//! The board: one message for each campaign that always says where it stands and offers what is legal now.
//!
//! It is edited in place after everything that happens. When eight messages lie below it, whoever wrote them, as far as that is known without
//! looking for it at every turn, or it is more than an hour old and much happens, a new one is posted at the bottom, the old one shrinks to a link, and the link before that goes; that they still have to stands in the journal until they have.
//! The board is made from the journal alone: an umpire that was ended in the middle writes it again when it starts, and a board that
//! somebody has deleted comes back with the next order. Nobody is called by it.

use crate::discord::errors::{self, Meaning};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{EditAttachments, EditMessage, EditThread, GetMessages, Http};
use sha2::{Digest, Sha256};
use tokio::sync::{Mutex, Notify};

use crate::discord::at_work::AtWork;
use crate::discord::below::Below;
use crate::discord::edits::{Edit, Edits};
use crate::discord::pauses::Pauses;
use crate::discord::render;
use crate::discord::retry::{self, WITH_A_DESPATCH, WITH_AN_EDIT};
use crate::discord::side_by_side::SideBySide;
use crate::discord::without_picture::Stumbling;
use crate::drawing::atlas::Atlas;
use crate::drawing::plate::Plate;
use crate::journal::boards::{BoardRow, KnownBoard};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, ChannelId, GuildId, MessageId};
use crate::table::error::TableError;
use crate::table::room::Board;
use crate::table::rooms::Rooms;

/// How many messages may lie below a board before it moves to the bottom.
const BURIED: u8 = 8;

/// How long a board waits for more to happen before it is written: a step seldom comes alone.
const LULL: Duration = Duration::from_millis(300);

/// How many boards are written at a time; the others are stale a little longer, and take up no memory meanwhile.
const BOARDS_AT_ONCE: usize = 128;

/// How often it is looked whether a board that could not be written is to be tried again.
const ROUND: Duration = Duration::from_secs(15);

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

/// Tells the log of a board that was taken without its picture, and not with it for this reason.
fn went_without(campaign: CampaignId, error: &serenity::Error) {
    tracing::warn!(campaign = campaign.0, %error, "a board goes without its picture: Discord does not take it");
}

/// Keeps the boards.
pub struct Noticeboard {
    journal: Journal,
    rooms: Rooms,
    atlas: Arc<Atlas>,
    http: Arc<Http>,
    edits: Arc<Edits>,
    below: Below,
    /// Campaigns in which something has happened since their board was written.
    stale: Mutex<BTreeSet<CampaignId>>,
    /// Threads that are over, to be closed when the board has gone from them: in a closed one nothing can be edited.
    over: Mutex<BTreeMap<CampaignId, BTreeSet<serenity::ChannelId>>>,
    pauses: Pauses,
    stumbling: Stumbling,
    wake: Notify,
    /// Those of the boards being written for which it does not just wait for Discord.
    at_work: AtWork,
}

impl Noticeboard {
    /// Boards posted through `http`, and edited by `edits`.
    #[must_use]
    pub fn new(rooms: Rooms, atlas: Arc<Atlas>, http: Arc<Http>, edits: Arc<Edits>) -> Self {
        Self {
            journal: rooms.journal().clone(),
            rooms,
            atlas,
            http,
            edits,
            below: Below::default(),
            stale: Mutex::default(),
            over: Mutex::default(),
            pauses: Pauses::default(),
            stumbling: Stumbling::default(),
            wake: Notify::new(),
            at_work: AtWork::default(),
        }
    }

    /// Something has happened in a campaign: its board will be written.
    pub async fn is_stale(&self, campaign: CampaignId) {
        self.stale.lock().await.insert(campaign);
        self.pauses.end(campaign);
        self.wake.notify_one();
    }

    /// The last has been posted in a thread of a campaign: it is closed when the board is written next.
    pub(super) async fn closes(&self, campaign: CampaignId, thread: serenity::ChannelId) {
        self.over.lock().await.entry(campaign).or_default().insert(thread);
    }

    /// Something has been posted in a thread again, as when its end is taken back: it is not closed.
    pub(super) async fn goes_on(&self, campaign: CampaignId, thread: serenity::ChannelId) {
        if let Some(over) = self.over.lock().await.get_mut(&campaign) {
            over.remove(&thread);
        }
    }

    /// Something has been posted in a channel: it lies below the board that is there.
    pub(super) fn posted(&self, channel: ChannelId) {
        self.below.posted(channel);
    }

    /// Something has changed on a server, or everywhere: what was not taken may be taken now.
    pub fn sign(&self, guild: Option<GuildId>) {
        if self.pauses.cut_short(guild) {
            self.wake.notify_one();
        }
    }

    /// Looks in the journal for boards that are stale.
    pub(super) async fn look_again(&self) {
        match self.journal.campaigns_with_stale_boards().await {
            Ok(campaigns) => self.stale.lock().await.extend(campaigns),
            Err(error) => tracing::error!(%error, "the boards cannot be read"),
        }
        self.wake.notify_one();
    }

    /// Writes the boards that are stale, until the umpire stops.
    pub async fn run(self: Arc<Self>) {
        self.look_again().await;
        let (mut rounds, mut writing) = (self.journal.clock().rounds(ROUND), SideBySide::default());
        loop {
            let now = self.journal.now();
            let over = self.over.lock().await;
            self.stale.lock().await.retain(|&campaign| {
                let has_room = writing.count() < BOARDS_AT_ONCE;
                let begins = has_room && self.pauses.is_over(campaign, now) && !writing.is_at(campaign);
                if begins {
                    writing.begin(campaign, Arc::clone(&self).keep(campaign, over.get(&campaign).cloned().unwrap_or_default()));
                }
                !begins
            });
            drop(over);
            tokio::select! {
                () = rounds.next() => self.below.forget_old(self.journal.now()),
                () = self.wake.notified() => tokio::time::sleep(LULL).await,
                () = writing.one_done() => {}
            }
        }
    }

    /// Writes a campaign's board, and closes those of the threads that were over before, and are still; if the board has to wait, it is tried again
    /// after a pause.
    async fn keep(self: Arc<Self>, campaign: CampaignId, over: BTreeSet<serenity::ChannelId>) {
        match self.at_work.on(Box::pin(self.write(campaign))).await {
            Ok(()) => {
                self.pauses.end(campaign);
                for thread in over {
                    if !self.is_still_over(campaign, thread).await {
                        continue;
                    }
                    // An open thread does no harm, so it is tried once.
                    if let Err(error) = thread.edit_thread(&self.http, EditThread::new().archived(true)).await
                        && !errors::is_in_an_archived_thread(&error)
                    {
                        tracing::warn!(campaign = campaign.0, %error, "a battle's thread stays open");
                    }
                }
            }
            // It was destroyed meanwhile.
            Err(BoardError::Table(TableError::NoCampaign)) => {
                self.stumbling.end(campaign);
                self.over.lock().await.remove(&campaign);
            }
            Err(error) => {
                tracing::warn!(campaign = campaign.0, %error, "a board was not written");
                // Discord would not take it later either; what happens next makes another board of it.
                if matches!(&error, BoardError::Discord(error) if matches!(errors::meaning(error), Meaning::Refused | Meaning::Gone)) {
                    self.stumbling.end(campaign);
                    return;
                }
                let guild = self.journal.guild_of(campaign).await.ok().flatten();
                self.pauses.lengthen(campaign, guild, self.journal.now());
                self.stale.lock().await.insert(campaign);
            }
        }
    }

    /// Whether a thread is still to be closed, which it is then: not if something was posted in it while the board was written.
    async fn is_still_over(&self, campaign: CampaignId, thread: serenity::ChannelId) -> bool {
        let mut all = self.over.lock().await;
        let Some(over) = all.get_mut(&campaign) else { return false };
        let still = over.remove(&thread);
        if over.is_empty() {
            all.remove(&campaign);
        }
        still
    }

    /// Writes a campaign's board, in place, or at the bottom if it is buried; then shrinks those it has replaced.
    async fn write(&self, campaign: CampaignId) -> Result<(), BoardError> {
        let KnownBoard { row, is_away, owes_old } = self.journal.board(campaign).await?;
        // Where the umpire was removed it is looked at again when it is invited back.
        if is_away {
            return Ok(());
        }
        let room = self.rooms.of(campaign).await?;
        let Board { despatch: mut board, guild, channel, revision, closed } = room.board(campaign).await?;
        board.footer.push_str(" · ");
        board.footer.push_str(MARK);
        let shows = hash(&board);
        let message = self.place(campaign, &row, (&board, &shows), (channel, revision, closed)).await?;
        // Whatever becomes of those before it; the next is tried with its picture again.
        self.stumbling.end(campaign);
        self.journal.board_shows(campaign, revision, channel, message, &shows).await?;
        let is_another = row.is_some_and(|row| row.message != message);
        if !owes_old && !is_another {
            return Ok(());
        }
        let says = |place: ChannelId| match message {
            Some(message) => {
                let moved = if place == channel { "moved down".to_owned() } else { format!("gone to <#{channel}>") };
                format!("-# The board has {moved}: https://discord.com/channels/{}/{channel}/{message}", guild.in_an_address())
            }
            None => "-# This board is out of date.".to_owned(),
        };
        self.shrink(campaign, says).await
    }

    /// Brings a campaign's board to show what it should; the message that it is now, if it is one.
    async fn place(
        &self,
        campaign: CampaignId,
        row: &Option<BoardRow>,
        (board, shows): (&Despatch, &str),
        (channel, revision, closed): (ChannelId, u32, bool),
    ) -> Result<Option<MessageId>, BoardError> {
        let place = serenity::ChannelId::from(channel);
        let row = row.as_ref();
        if let Some(attempted_at) = row.and_then(|row| row.attempted_at)
            && let Some(earlier) = self.posted_before(channel, attempted_at).await?
        {
            self.edit(campaign, (place, earlier), board, self.plate(campaign, revision, board).await).await?;
            return Ok(Some(earlier));
        }
        let old = row.filter(|row| row.channel == channel);
        if let Some((message, row)) = old.and_then(|row| Some((row.message?, row)))
            && (closed || !self.is_buried(place, message).await)
        {
            if row.shows == shows {
                return Ok(Some(message));
            }
            // Of an old one Discord takes an edit now and then: when more happens, another is put up.
            if closed || !self.edits.is_spent(place, message, self.journal.now()) {
                match self.edit(campaign, (place, message), board, self.plate(campaign, revision, board).await).await {
                    Ok(()) => return Ok(Some(message)),
                    // Somebody has deleted it: another is put up.
                    Err(error) if errors::is_gone(&error) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        if closed {
            return Ok(None);
        }
        let plate = self.plate(campaign, revision, board).await;
        self.journal.board_attempted(campaign, channel).await?;
        let (nonce, now) = (nonce(campaign, row.and_then(|row| row.message)), self.journal.now());
        let has_picture = plate.is_some();
        self.edits.rate().turn().await;
        let sent = match place.send_message(&self.http, render::message(board, plate, &nonce)).await {
            Err(error) if has_picture && self.stumbling.goes_without(campaign, errors::meaning(&error), self.journal.now()) => {
                // With the same nonce: if Discord took the first all the same, there is no second.
                self.edits.rate().turn().await;
                let without = place.send_message(&self.http, render::message(board, None, &nonce)).await;
                without.inspect(|_| went_without(campaign, &error))
            }
            other => other,
        };
        let message = sent?.id.into();
        self.below.seen(channel, message, 0, now);
        self.edits.posted(message, now);
        Ok(Some(message))
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
        campaign: CampaignId,
        (channel, message): (serenity::ChannelId, MessageId),
        board: &Despatch,
        plate: Option<Plate>,
    ) -> Result<(), serenity::Error> {
        let edit = || match &plate {
            Some(plate) => render::edit_message_with(board, plate.clone()),
            // A picture that was not to be had stays as it was.
            None if board.picture.is_some() => render::edit_message(board),
            None => render::edit_message_without(board),
        };
        let edited = match self.edits.edit((channel, message), edit(), self.journal.now()).await {
            Err(error) if errors::is_in_an_archived_thread(&error) => {
                channel.edit_thread(&self.http, EditThread::new().archived(false)).await?;
                self.edits.edit((channel, message), edit(), self.journal.now()).await
            }
            other => other,
        };
        match edited {
            Err(error) if plate.is_some() && self.stumbling.goes_without(campaign, errors::meaning(&error), self.journal.now()) => {
                let without = self.edits.edit((channel, message), render::edit_message_without(board), self.journal.now()).await;
                without.inspect(|()| went_without(campaign, &error))
            }
            other => other,
        }
    }

    /// Whether too many messages lie below a board. Where the channel cannot be read, it stays where it is.
    async fn is_buried(&self, channel: serenity::ChannelId, message: MessageId) -> bool {
        let now = self.journal.now();
        let known = self.below.of(channel.into(), message, now);
        if let Some(below) = known {
            return below >= BURIED;
        }
        let below = GetMessages::new().after(serenity::MessageId::from(message)).limit(BURIED);
        self.edits.rate().turn().await;
        let Ok(messages) = channel.messages(&self.http, below).await else { return false };
        let below = u8::try_from(messages.len()).unwrap_or(u8::MAX);
        self.below.seen(channel.into(), message, below, now);
        below >= BURIED
    }

    /// The board that an earlier try has posted, if it is not known what came of it: one in the channel that no campaign knows of.
    async fn posted_before(&self, channel: ChannelId, attempted_at: i64) -> Result<Option<MessageId>, BoardError> {
        let known = self.journal.boards_in(channel).await?;
        self.edits.rate().turn().await;
        let messages = serenity::ChannelId::from(channel).messages(&self.http, GetMessages::new().limit(50)).await?;
        let found = messages.into_iter().find(|message| {
            message.author.bot
                && !known.contains(&message.id.into())
                && message.timestamp.unix_timestamp() >= attempted_at - 60
                && (message.content.ends_with(MARK)
                    || message.embeds.iter().any(|embed| embed.footer.as_ref().is_some_and(|footer| footer.text.ends_with(MARK))))
        });
        Ok(found.map(|message| message.id.into()))
    }

    /// Shrinks the boards that another has replaced to one line, and takes away the lines of those before. Each is owed until Discord has
    /// taken it, or it is gone; meanwhile its buttons still answer.
    async fn shrink(&self, campaign: CampaignId, says: impl Fn(ChannelId) -> String + Send) -> Result<(), BoardError> {
        let mut owed = Ok(());
        let is_passing = |error: &serenity::Error| matches!(errors::meaning(error), Meaning::Stumbles | Meaning::Forbidden);
        let old = self.journal.old_boards(campaign).await?;
        let latest = old.last().map(|(_, message, _)| *message);
        for (place, message, shrunk) in old {
            let says = says(place);
            let place = serenity::ChannelId::from(place);
            let taken = if Some(message) != latest {
                // One link is enough.
                let delete = async || {
                    self.edits.rate().turn().await;
                    place.delete_message(&self.http, message).await
                };
                retry::again(&WITH_A_DESPATCH, "an old board", delete).await.map(|()| false)
            } else if shrunk {
                continue;
            } else {
                self.shrink_one(place, message, &says).await.map(|()| true)
            };
            match taken {
                Err(error) if is_passing(&error) => owed = Err(error.into()),
                Ok(true) => self.journal.board_shrunk(campaign, message).await?,
                Ok(false) => self.journal.board_forgotten(campaign, message).await?,
                Err(error) => {
                    tracing::info!(campaign = campaign.0, %error, "an old board stays as it is");
                    self.journal.board_forgotten(campaign, message).await?;
                }
            }
        }
        owed
    }

    /// Leaves one line of an old board. In a thread that was closed nothing can be edited: it is opened for that, and closed again.
    async fn shrink_one(&self, place: serenity::ChannelId, old: MessageId, says: &str) -> Result<(), serenity::Error> {
        // Its picture goes with the embed that showed it: Discord would show it by itself.
        let bare = EditMessage::new().content(says).embeds(Vec::new()).components(Vec::new());
        let message = bare.attachments(EditAttachments::new());
        let edit = || Edit { message: message.clone(), files: Vec::new() };
        let shrunk =
            async || retry::again(&WITH_AN_EDIT, "an old board", || self.edits.edit((place, old), edit(), self.journal.now())).await;
        let archived = async |archived| place.edit_thread(&self.http, EditThread::new().archived(archived)).await;
        match shrunk().await {
            Err(error) if errors::is_in_an_archived_thread(&error) => {
                archived(false).await?;
                shrunk().await?;
                archived(true).await.map(|_| ())
            }
            other => other,
        }
    }
}

/// How the footer of a board ends, by which it is told from despatches.
pub const MARK: &str = "the board";

/// The nonce of a new board: the game and the message it replaces, so that a second try of the same is taken for the first, and the next
/// board for another though nothing has been written in the journal since. Discord takes 25 characters at most.
fn nonce(campaign: CampaignId, replaces: Option<MessageId>) -> String {
    format!("{}-{}", in_few_characters(campaign.0.cast_unsigned()), in_few_characters(replaces.map_or(0, |message| message.0)))
}

/// A number in digits and letters.
fn in_few_characters(mut number: u64) -> String {
    let mut written = Vec::new();
    loop {
        // What is left of a division by 36 is a digit of 36.
        written.extend(char::from_digit((number % 36) as u32, 36));
        number /= 36;
        if number == 0 {
            return written.into_iter().rev().collect();
        }
    }
}

/// A hash of all that a board shows.
fn hash(board: &Despatch) -> String {
    // A despatch is plain data: it can always be written, and an empty text would only mean one edit too many.
    let text = serde_json::to_string(&(board, board.plain)).unwrap_or_default();
    engine::pack::hexadecimal(&Sha256::digest(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nonce_of_a_board_is_no_longer_than_discord_takes_whatever_range_its_games_number_is_of() {
        let nonces = [(1, None), (36, Some(0)), (1 << 39, Some(u64::MAX)), (1 << 39, Some(u64::MAX - 1))]
            .map(|(game, message)| nonce(CampaignId(game), message.map(MessageId)));
        assert_eq!(&nonces[..2], ["1-0", "10-0"]);
        assert!(nonces.iter().all(|nonce| nonce.len() <= 25), "{nonces:?}");
        assert_ne!(nonces[2], nonces[3]);
    }
}
