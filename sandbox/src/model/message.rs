//! What a message is, also one that only one person sees.

use serde_json::Value;

use crate::snowflake::Id;

/// Flag: embeds are hidden.
pub(crate) const SUPPRESS_EMBEDS: u64 = 1 << 2;
/// Flag: a thread was started from it.
pub(crate) const HAS_THREAD: u64 = 1 << 5;
/// Flag: only the one who asked sees it.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// Flag: the bot is thinking.
pub(crate) const LOADING: u64 = 1 << 7;
/// Flag: no notification.
pub(crate) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
/// Flag: made of components only.
pub(crate) const COMPONENTS_V2: u64 = 1 << 15;

/// One emoji and who reacted with it.
#[derive(Debug, Clone)]
pub(crate) struct Reaction {
    /// A character, or `name:id` of a guild's own emoji.
    pub(crate) emoji: String,
    /// Who.
    pub(crate) users: Vec<Id>,
}

/// What a message answers: the interaction.
#[derive(Debug, Clone)]
pub(crate) struct Origin {
    /// The interaction.
    pub(crate) interaction: Id,
    /// Its kind: 2 a command, 3 a component, 5 a modal.
    pub(crate) kind: u8,
    /// Who asked.
    pub(crate) user: Id,
    /// The command's name, if it was one.
    pub(crate) name: Option<String>,
    /// The message whose component was used.
    pub(crate) source: Option<Id>,
}

/// A message.
#[derive(Debug, Clone, Default)]
pub(crate) struct Message {
    /// The id.
    pub(crate) id: Id,
    /// Where.
    pub(crate) channel_id: Id,
    /// Who wrote it.
    pub(crate) author: Id,
    /// The text.
    pub(crate) content: String,
    /// Embeds as they are shown.
    pub(crate) embeds: Vec<Value>,
    /// Components, numbered.
    pub(crate) components: Vec<Value>,
    /// Attached files.
    pub(crate) files: Vec<Id>,
    /// Discord's number for the kind of message.
    pub(crate) kind: u8,
    /// Flags.
    pub(crate) flags: u64,
    /// Whether it is read aloud.
    pub(crate) tts: bool,
    /// Users who are notified.
    pub(crate) mentions: Vec<Id>,
    /// Roles which are notified.
    pub(crate) mention_roles: Vec<Id>,
    /// Whether everyone is notified.
    pub(crate) mention_everyone: bool,
    /// The message it replies to.
    pub(crate) replies_to: Option<Id>,
    /// Its sender's mark.
    pub(crate) nonce: Option<Value>,
    /// Whether it is pinned.
    pub(crate) pinned: bool,
    /// Reactions in order of coming.
    pub(crate) reactions: Vec<Reaction>,
    /// When it was last edited.
    pub(crate) edited: Option<u64>,
    /// How often it was edited.
    pub(crate) edits: u64,
    /// The interaction it answers.
    pub(crate) origin: Option<Origin>,
    /// The only one who sees it.
    pub(crate) only_for: Option<Id>,
    /// The thread started from it.
    pub(crate) thread: Option<Id>,
    /// A poll as given.
    pub(crate) poll: Option<Value>,
}

impl Message {
    /// Whether someone may see it at all (an ephemeral one only its addressee).
    pub(crate) fn is_for(&self, user: Id) -> bool {
        self.only_for.is_none_or(|only| only == user)
    }

    /// Whether all who see another message may see this one too.
    pub(crate) fn is_for_all_of(&self, other: &Self) -> bool {
        self.only_for.is_none() || self.only_for == other.only_for
    }
}
