//! Ids, each a type of its own, so that none can be taken for another.

use serde::{Deserialize, Serialize};

/// A campaign's number in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct CampaignId(pub i64);

/// A row of the outbox.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct OutboxId(pub i64);

/// A proposal's number in the journal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProposalId(pub i64);
