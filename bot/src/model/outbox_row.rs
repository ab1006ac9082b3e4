//! Rows of the outbox: despatches that wait to be posted, messages that have to be edited because more belongs to them, and what is set aside.

use crate::model::despatch::Despatch;
use crate::model::ids::{CampaignId, ChannelId, MessageId, OutboxId};

/// A despatch waiting to be posted.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Its row.
    pub id: OutboxId,
    /// The campaign it is about.
    pub campaign: CampaignId,
    /// The campaign's revision when it was written.
    pub revision: u32,
    /// Where it goes.
    pub channel: ChannelId,
    /// What it says.
    pub despatch: Despatch,
    /// When somebody last tried to post it.
    pub attempted_at: Option<i64>,
}

/// One of the despatches that a message shows.
#[derive(Clone, Debug)]
pub struct Part {
    /// Its row.
    pub id: OutboxId,
    /// The campaign's revision when it was written.
    pub revision: u32,
    /// What it says.
    pub despatch: Despatch,
    /// The row that voids what it tells of, if one does.
    pub undone_by: Option<u32>,
    /// Whether the message shows it already.
    pub shown: bool,
}

/// A message that has to be edited: more belongs to it, something it tells of was undone, or what it offers is over.
#[derive(Clone, Debug)]
pub struct Growing {
    /// What it was posted for: the first of its parts.
    pub head: Waiting,
    /// The message.
    pub message: MessageId,
    /// All that it shows, in order.
    pub parts: Vec<Part>,
    /// Whether what it offers is over.
    pub closed: bool,
}

impl Growing {
    /// Whether it asks for something until that is settled, whatever else is told: a vote, or a request to undo.
    #[must_use]
    pub fn is_open_until_settled(&self) -> bool {
        let is_open = |section: &str| section.starts_with(Despatch::THE_VOTE) || section == Despatch::THE_REQUEST;
        self.head.despatch.section.as_deref().is_some_and(is_open)
    }
}

/// What is owed to a campaign.
#[derive(Default, Debug)]
pub struct Owed {
    /// Whether the umpire was removed from its server: then nothing else is said.
    pub is_away: bool,
    /// The despatches that wait to be posted, oldest first; of one that cannot be understood, why.
    pub waiting: Vec<Result<Waiting, Unreadable>>,
    /// The posted messages that have to be edited, oldest first; of one of which a part cannot be understood, why.
    pub growing: Vec<Result<Growing, Unreadable>>,
    /// Whether a message of what waits has to be edited once it is posted.
    pub grows_once_posted: bool,
}

/// A row of which nobody can tell any more what it says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The row.
    pub id: OutboxId,
    /// What is the matter with it.
    pub reason: String,
}

/// A despatch that could not be posted, and would not be if it were tried again by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetAside {
    /// The campaign's revision when it was written.
    pub revision: u32,
    /// The channel where its campaign is played.
    pub channel: ChannelId,
    /// How it begins; nothing if it cannot be read, or is for one member alone.
    pub says: String,
    /// Why it was not posted.
    pub reason: String,
}
