//! A campaign's lifecycle: its name, whether it is archived or deleted, what of it was imported, and the changes of these.

use crate::model::campaign_name::CampaignName;
use crate::model::ids::ChannelId;
use serde::{Deserialize, Serialize};

/// A campaign's lifecycle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lifecycle {
    /// What the group calls it; nothing for the title of its pack.
    pub name: Option<CampaignName>,
    /// When it was put away, if it was.
    pub archived_at: Option<i64>,
    /// When it is gone for good, if it was deleted.
    pub gone_at: Option<i64>,
    /// Rows of the journal up to this one came from a file: their dice belong to another seed.
    pub imported: u32,
}

impl Lifecycle {
    /// Whether it is neither put away nor deleted.
    #[must_use]
    pub const fn in_use(&self) -> bool {
        self.archived_at.is_none() && self.gone_at.is_none()
    }
}

/// What is to become of a campaign's lifecycle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filing {
    /// It is called something else.
    Renamed(CampaignName),
    /// It is put away.
    Archived,
    /// It is taken up again, in this channel.
    TakenUp(ChannelId),
    /// It is deleted, and gone for good at this time.
    Deleted {
        /// When.
        gone_at: i64,
    },
    /// It is brought back: into its channel, or to the archive where that has another campaign by now.
    Restored,
}

/// How long a deleted campaign can be brought back, in seconds.
pub const GRACE: i64 = 7 * 24 * 3_600;
