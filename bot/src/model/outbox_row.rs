//! Rows of the outbox: despatches that wait to be posted, posted ones that have to be marked as undone, and those that are set aside.

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

/// A despatch that tells of what was undone since.
#[derive(Clone, Debug)]
pub struct Marking {
    /// The despatch.
    pub of: Waiting,
    /// The message it was posted as.
    pub message: MessageId,
    /// The row that voids what it tells of.
    pub undone_by: u32,
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
