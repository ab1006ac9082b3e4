//! A campaign as it is kept, and the seed its dice come from.

use crate::model::campaign_name::CampaignName;
use crate::model::ids::{CampaignId, ChannelId, GuildId};
use crate::model::lifecycle::Lifecycle;
use crate::model::played::Played;
use crate::model::standing_orders::StandingOrders;
use engine::campaign::State;
use engine::pack::hexadecimal;
use sha2::{Digest, Sha256};

/// A campaign as it is kept, or another game of the house: both are rows of the same table.
#[derive(Clone, Debug)]
pub struct Campaign<G: Played = State> {
    /// Its number.
    pub id: CampaignId,
    /// The guild it is played in.
    pub guild: GuildId,
    /// The channel it is played in.
    pub channel: ChannelId,
    /// The pack it is played with.
    pub pack: G::Pack,
    /// The secret the dice come from.
    pub seed: Seed,
    /// Rows in its journal.
    pub revision: u32,
    /// When it was started, in seconds since 1970.
    pub started_at: i64,
    /// When it was closed, if it was.
    pub closed_at: Option<i64>,
    /// What the group has settled for itself.
    pub standing_orders: StandingOrders,
    /// Its name, and whether it is put away or deleted.
    pub lifecycle: Lifecycle,
}

/// The secret a campaign's dice come from. Never shown by `Debug`, so that it cannot get into a log.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

/// SHA-256 of a campaign's seed, in hexadecimal: announced before the first die is thrown.
#[must_use]
pub fn seal(seed: Seed) -> String {
    hexadecimal(&Sha256::digest(seed.0))
}

impl<G: Played> Campaign<G> {
    /// What it is called: by its group, or else by its pack.
    #[must_use]
    pub fn title(&self) -> &str {
        self.lifecycle.name.as_ref().map_or(G::title(&self.pack), CampaignName::as_str)
    }
}
