//! Rows of the outbox: despatches that wait to be posted, and posted ones that have to be marked as undone.

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
