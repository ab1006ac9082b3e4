//! A campaign's lifecycle: its name, whether it is archived or deleted, what of it was imported, and the changes of these.

use crate::model::campaign_name::CampaignName;
use crate::model::ids::{ChannelId, UserId};
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
    /// Whether it is only tried, and forgotten by itself; nothing for one that is kept.
    pub trial: Option<Trial>,
}

/// A campaign that is forgotten by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trial {
    /// To try the game.
    Trial,
    /// The guided turn: its seed is no secret, so its dice prove nothing.
    Demonstration,
}

impl Trial {
    /// The word for it in the journal.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Trial => "trial",
            Self::Demonstration => "demonstration",
        }
    }

    /// What a word of the journal stands for.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Trial, Self::Demonstration].into_iter().find(|trial| trial.word() == word)
    }
}

/// With whom a campaign is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Company {
    /// Alone.
    Alone,
    /// In a group: others join.
    Group,
}

/// What is said of a campaign when it begins, besides its orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Whether it is forgotten by itself.
    pub trial: Option<Trial>,
    /// With whom it is played, where that was asked; its first despatch tells what that means.
    pub company: Option<Company>,
    /// Who is asked to take a seat in it.
    pub calls: Option<UserId>,
}

/// Seconds of a day.
pub const DAY: i64 = 24 * 3_600;

/// After how long without an order a trial is forgotten, in seconds.
pub const TRIAL_LASTS: i64 = DAY;

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
    /// Its journal was put back from a backup: its dice go on from elsewhere.
    FromBackup,
    /// A trial is over: it is gone for good as soon as that has been told.
    Forgotten {
        /// When.
        gone_at: i64,
    },
}

/// How long a deleted campaign can be brought back, in seconds.
pub const GRACE: i64 = 7 * DAY;

/// For how long a trial that is over is still there, in seconds, so that its channel is told and its board closed.
pub const TOLD_WITHIN: i64 = 300;
