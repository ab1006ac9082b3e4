//! What a channel is: of a guild, a thread, or direct messages.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::clock::timestamp;
use crate::permissions::Overwrite;
use crate::snowflake::Id;

/// A text channel of a guild.
pub(crate) const TEXT: u8 = 0;
/// Direct messages.
pub(crate) const DIRECT: u8 = 1;
/// A voice channel.
pub(crate) const VOICE: u8 = 2;
/// A category, which holds channels.
pub(crate) const CATEGORY: u8 = 4;
/// An announcement channel.
pub(crate) const ANNOUNCEMENT: u8 = 5;
/// A thread in an announcement channel.
pub(crate) const ANNOUNCEMENT_THREAD: u8 = 10;
/// A thread all may see.
pub(crate) const PUBLIC_THREAD: u8 = 11;
/// A thread only its members see.
pub(crate) const PRIVATE_THREAD: u8 = 12;
/// A stage.
pub(crate) const STAGE: u8 = 13;
/// A channel of threads only.
pub(crate) const FORUM: u8 = 15;
/// A channel of threads with pictures only.
pub(crate) const MEDIA: u8 = 16;

/// What a thread has that other channels have not.
#[derive(Debug, Clone)]
pub(crate) struct Thread {
    /// Who made it.
    pub(crate) owner: Id,
    /// Whether it is put away.
    pub(crate) archived: bool,
    /// Whether only moderators may take it out again.
    pub(crate) locked: bool,
    /// Whether others than moderators may bring people into a private one.
    pub(crate) invitable: bool,
    /// Minutes of silence until it is put away.
    pub(crate) auto_archive: u64,
    /// When it was last archived or taken out.
    pub(crate) changed: u64,
    /// Who is in it, and since when.
    pub(crate) members: BTreeMap<Id, u64>,
}

/// The object of someone who has been in a thread since a time in milliseconds.
pub(crate) fn thread_member_json(thread: Id, user: Id, since: u64) -> Value {
    json!({"id": thread.to_string(), "user_id": user.to_string(), "join_timestamp": timestamp(since), "flags": 0})
}

/// A channel.
#[derive(Debug, Clone)]
pub(crate) struct Channel {
    /// The id.
    pub(crate) id: Id,
    /// Discord's number for the kind of channel.
    pub(crate) kind: u8,
    /// The guild; none for direct messages.
    pub(crate) guild_id: Option<Id>,
    /// The name; empty for direct messages.
    pub(crate) name: String,
    /// The topic.
    pub(crate) topic: Option<String>,
    /// The place in the list.
    pub(crate) position: usize,
    /// The category, or the channel a thread belongs to.
    pub(crate) parent_id: Option<Id>,
    /// Whether it is age-restricted.
    pub(crate) nsfw: bool,
    /// Seconds between messages of one person.
    pub(crate) slow_mode: u64,
    /// Who may do other things here than elsewhere.
    pub(crate) overwrites: Vec<Overwrite>,
    /// The two sides of direct messages.
    pub(crate) recipients: Vec<Id>,
    /// What makes it a thread.
    pub(crate) thread: Option<Thread>,
    /// The newest message.
    pub(crate) last_message: Option<Id>,
    /// Messages that were posted in it.
    pub(crate) posted: u64,
    /// Pinned messages with the time, newest first.
    pub(crate) pins: Vec<(Id, u64)>,
}

impl Channel {
    /// Whether messages can be posted in it.
    pub(crate) fn holds_messages(&self) -> bool {
        !matches!(self.kind, CATEGORY | 14 | FORUM | MEDIA)
    }

    /// Whether people speak in it, and write beside.
    pub(crate) fn is_for_voices(&self) -> bool {
        matches!(self.kind, VOICE | STAGE)
    }

    /// The intent bits with which a bot hears of something here: one for guilds, another for direct messages.
    pub(crate) fn intent(&self, in_guild: u64, direct: u64) -> u64 {
        if self.guild_id.is_some() { in_guild } else { direct }
    }
}
