//! What a journal has of servers that the process does not serve, because they are on other shards.

use std::collections::BTreeSet;

use crate::model::ids::{CampaignId, GuildId};

/// Servers of other shards with their games: all of it is left alone.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Elsewhere {
    /// The servers; of direct messages [`GuildId::DIRECT`].
    pub servers: BTreeSet<GuildId>,
    /// Their games, those that are over too.
    pub games: BTreeSet<CampaignId>,
    /// How many of those are being played.
    pub open: i64,
    /// How many of their despatches wait to be posted, those left out that rest because the umpire was removed from their servers.
    pub waiting: i64,
}
