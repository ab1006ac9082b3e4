//! What the gateway tells: an event, with the intents under which a session hears of it.

use serde_json::{Value, json};

use crate::snowflake::Id;

/// Intent: guilds, roles, channels, threads.
pub(crate) const GUILDS: u64 = 1;
/// Intent: members coming, changing and going. Privileged.
pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
/// Intent: presences. Privileged.
pub(crate) const GUILD_PRESENCES: u64 = 1 << 8;
/// Intent: messages in guilds.
pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
/// Intent: reactions in guilds.
pub(crate) const GUILD_REACTIONS: u64 = 1 << 10;
/// Intent: typing in guilds.
pub(crate) const GUILD_TYPING: u64 = 1 << 11;
/// Intent: direct messages.
pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
/// Intent: reactions in direct messages.
pub(crate) const DIRECT_REACTIONS: u64 = 1 << 13;
/// Intent: typing in direct messages.
pub(crate) const DIRECT_TYPING: u64 = 1 << 14;
/// Intent: what others' messages say. Privileged.
pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
/// The intents that have to be granted.
pub(crate) const PRIVILEGED: u64 = GUILD_MEMBERS | GUILD_PRESENCES | MESSAGE_CONTENT;
/// All bits that mean something.
pub(crate) const ALL: u64 = ((1 << 22) - 1) | (1 << 24) | (1 << 25);

/// An event on its way to the bot.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// Discord's name for it.
    pub(crate) name: &'static str,
    /// The payload.
    pub(crate) data: Value,
    /// The intents of which one is needed; 0 needs none.
    pub(crate) intent: u64,
    /// The guild, which also decides the shard.
    pub(crate) guild_id: Option<Id>,
    /// The channel the bot has to see to hear of it.
    pub(crate) channel_id: Option<Id>,
    /// Whether a session without the content intent gets it emptied.
    pub(crate) hides_content: bool,
}

impl Event {
    /// Something in a guild.
    pub(crate) fn guild(name: &'static str, intent: u64, guild_id: Id, data: Value) -> Self {
        let guild_id = Some(guild_id);
        Self { name, data, intent, guild_id, channel_id: None, hides_content: false }
    }

    /// Something outside guilds.
    pub(crate) fn direct(name: &'static str, intent: u64, data: Value) -> Self {
        Self { name, data, intent, guild_id: None, channel_id: None, hides_content: false }
    }

    /// Heard of only where the bot sees this channel.
    pub(crate) fn seen_in(mut self, channel_id: Id) -> Self {
        self.channel_id = Some(channel_id);
        self
    }

    /// The payload for a session with these intents.
    pub(crate) fn data_for(&self, intents: u64) -> Value {
        let mut data = self.data.clone();
        if self.hides_content && intents & MESSAGE_CONTENT == 0 {
            data["content"] = json!("");
            for list in ["embeds", "attachments", "components"] {
                data[list] = json!([]);
            }
            if let Some(object) = data.as_object_mut() {
                object.remove("poll");
            }
        }
        data
    }
}
