//! Rows of the outbox: despatches that wait to be posted, and messages that have to be edited because more belongs to them.

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
