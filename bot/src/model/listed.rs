//! A game in the list of a server's, as its row in the journal tells of it: nothing of what was played has to be read for that.

use crate::model::campaign_name::CampaignName;
use crate::model::ids::{CampaignId, ChannelId};
use crate::model::lifecycle::Trial;

/// A game in a list of a server's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// Its number.
    pub id: CampaignId,
    /// The word for the game in the journal.
    pub game: String,
    /// The fingerprint of its pack, by whose title it goes where its group has given it no name.
    pub pack: String,
    /// What the group calls it.
    pub name: Option<CampaignName>,
    /// Where it is, or was, played.
    pub channel: ChannelId,
    /// When it was put away, if it was.
    pub archived_at: Option<i64>,
    /// When it was closed, if it was.
    pub closed_at: Option<i64>,
    /// When it is gone for good, if it is deleted.
    pub gone_at: Option<i64>,
    /// Whether it is a trial, which nobody brings back once it is deleted.
    pub trial: Option<Trial>,
    /// Whether the one who asks is in it.
    pub is_member: bool,
}

impl Listed {
    /// Whether it is deleted.
    #[must_use]
    pub const fn is_deleted(&self) -> bool {
        self.gone_at.is_some()
    }

    /// Whether it is put away, and not deleted.
    #[must_use]
    pub const fn is_archived(&self) -> bool {
        self.archived_at.is_some() && self.gone_at.is_none()
    }
}
