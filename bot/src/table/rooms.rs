//! Every game of the house: which room one is played in, by its number, its channel, or the word that the journal has for its game.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::journal::store::Journal;
use crate::model::ids::{CampaignId, ChannelId};
use crate::model::listed::Listed;
use crate::model::style::Style;
use crate::table::error::{LifecycleError, TableError};
use crate::table::room::Room;
use crate::table::tables::{Hosted, Tables};

/// Every game of the house: its rooms, by the words that the journal has for them.
#[derive(Clone)]
pub struct Rooms {
    journal: Journal,
    rooms: Arc<[Arc<dyn Room>]>,
    /// Which room each game is played in, of those asked for lately: that never changes.
    asked: Arc<Mutex<HashMap<CampaignId, Arc<dyn Room>>>>,
    /// What packs are called, by their fingerprints: that never changes either.
    titles: Arc<Mutex<HashMap<String, String>>>,
}

/// The most games whose rooms are remembered, and the most packs whose titles are.
const MOST_REMEMBERED: usize = 10_000;

impl Rooms {
    /// These rooms, on one journal.
    #[must_use]
    pub fn new(journal: Journal, rooms: Vec<Arc<dyn Room>>) -> Self {
        Self { journal, rooms: rooms.into(), asked: Arc::default(), titles: Arc::default() }
    }

    /// The journal.
    #[must_use]
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The room that a game is played in.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`] if there is none of this number, [`TableError::UnknownGame`] if this umpire does not know the game, or if
    /// the journal cannot be read.
    pub async fn of(&self, id: CampaignId) -> Result<Arc<dyn Room>, TableError> {
        if let Some(room) = self.asked.lock().unwrap_or_else(PoisonError::into_inner).get(&id) {
            return Ok(Arc::clone(room));
        }
        let name = self.journal.game_of(id).await?.ok_or(TableError::NoCampaign)?;
        let room = self.named(&name).ok_or(TableError::UnknownGame(name))?;
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() >= MOST_REMEMBERED {
            asked.clear();
        }
        asked.insert(id, Arc::clone(&room));
        Ok(room)
    }

    /// All that are played of one game, with its own types; nothing if this house has no such game.
    #[must_use]
    pub fn tables<G: Hosted>(&self) -> Option<Arc<Tables<G>>> {
        let room = self.rooms.iter().find(|room| room.name() == G::NAME)?;
        Arc::clone(room).tables().downcast().ok()
    }

    /// The room of a game, by its word.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<Arc<dyn Room>> {
        self.rooms.iter().find(|room| room.name() == name).cloned()
    }

    /// What a game of a list is called; nothing if this umpire does not know it, or cannot read its pack. The game itself is not read for it.
    pub async fn title(&self, listed: &Listed) -> Option<String> {
        let room = self.named(&listed.game)?;
        if let Some(name) = &listed.name {
            return Some(name.to_string());
        }
        if let Some(title) = self.titles.lock().unwrap_or_else(PoisonError::into_inner).get(&listed.pack) {
            return Some(title.clone());
        }
        let title = room.title_of(&listed.pack).await.ok()?;
        let mut titles = self.titles.lock().unwrap_or_else(PoisonError::into_inner);
        if titles.len() >= MOST_REMEMBERED {
            titles.clear();
        }
        titles.insert(listed.pack.clone(), title.clone());
        Some(title)
    }

    /// The game that is played in a channel, or in the channel of a thread of its, with its room.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or as [`Self::of`].
    pub async fn in_channel(&self, channel: ChannelId) -> Result<(CampaignId, Arc<dyn Room>), TableError> {
        let id = self.journal.campaign_in(channel).await?.ok_or(TableError::NoCampaign)?;
        Ok((id, self.of(id).await?))
    }

    /// The game that is played in a channel, or the last that was, with its room.
    ///
    /// # Errors
    ///
    /// As [`Self::in_channel`].
    pub async fn remembered_in(&self, channel: ChannelId) -> Result<(CampaignId, Arc<dyn Room>), TableError> {
        let id = match self.journal.campaign_in(channel).await? {
            Some(id) => id,
            None => self.journal.last_campaign_in(channel).await?.ok_or(TableError::NoCampaign)?,
        };
        Ok((id, self.of(id).await?))
    }

    /// A game of a server, with its room.
    ///
    /// # Errors
    ///
    /// [`LifecycleError::Unknown`] if there is none of this number, or as [`Self::of`].
    pub async fn known(&self, id: CampaignId) -> Result<Arc<dyn Room>, TableError> {
        match self.of(id).await {
            Err(TableError::NoCampaign) => Err(LifecycleError::Unknown.into()),
            other => other,
        }
    }

    /// The room of a game for whoever presses a button of it in a channel: of another channel's game, or another server's, nothing is answered.
    ///
    /// # Errors
    ///
    /// [`LifecycleError::OfAnother`]; [`LifecycleError::Gone`] if there is no such game any more; or why it takes no orders.
    pub async fn here(&self, id: CampaignId, channel: ChannelId) -> Result<Arc<dyn Room>, TableError> {
        let room = match self.of(id).await {
            Err(TableError::NoCampaign) => return Err(LifecycleError::Gone.into()),
            other => other?,
        };
        room.takes_orders(id, channel).await?;
        Ok(room)
    }

    /// How what is said of the game in a channel looks. Where that cannot be told, it is as usual.
    pub async fn style_in(&self, channel: ChannelId) -> Style {
        match self.in_channel(channel).await {
            Ok((id, room)) => room.style(id).await,
            Err(_) => Style::default(),
        }
    }
}
