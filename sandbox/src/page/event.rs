//! What the page is told as it happens.

use serde_json::{Value, json};

use crate::snowflake::Id;
use crate::state::World;
use crate::state::interaction::Interaction;
use crate::state::message::Message;

/// A live event for the page; see the page's document for all kinds.
#[derive(Debug, Clone)]
pub(crate) struct PageEvent {
    /// The only one who is told; none for all.
    pub(crate) only_for: Option<Id>,
    /// The JSON with its `type`.
    pub(crate) json: Value,
}

impl PageEvent {
    fn all(json: Value) -> Self {
        Self { only_for: None, json }
    }

    /// A message made, changed, or shown to one person.
    pub(crate) fn message(world: &World, kind: &str, message: &Message) -> Self {
        let guild = world.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
        let interaction = message.origin.as_ref().map(|origin| origin.interaction.to_string());
        Self {
            only_for: message.only_for,
            json: json!({"type": kind, "channel_id": message.channel_id.to_string(),
                "guild_id": guild.map(|id| id.to_string()), "interaction_id": interaction,
                "message": world.page_message(message)}),
        }
    }

    /// A message gone.
    pub(crate) fn message_deleted(world: &World, message: &Message) -> Self {
        let guild = world.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
        Self {
            only_for: message.only_for,
            json: json!({"type": "message_deleted", "channel_id": message.channel_id.to_string(),
                "guild_id": guild.map(|id| id.to_string()), "message_id": message.id.to_string()}),
        }
    }

    /// A guild made.
    pub(crate) fn guild_created(world: &World, guild_id: Id) -> Self {
        Self::all(json!({"type": "guild_created", "guild": world.page_guild(guild_id)}))
    }

    /// A member come.
    pub(crate) fn member_joined(world: &World, guild_id: Id, user: Id) -> Self {
        Self::all(json!({"type": "member_joined", "guild_id": guild_id.to_string(),
            "member": world.page_member(guild_id, user)}))
    }

    /// A channel or thread made, changed or gone.
    pub(crate) fn channel(world: &World, kind: &str, channel_id: Id) -> Self {
        Self::all(json!({"type": kind, "channel": world.page_channel(channel_id)}))
    }

    /// The commands have changed.
    pub(crate) fn commands() -> Self {
        Self::all(json!({"type": "commands_changed"}))
    }

    /// The bot is connected, or no longer.
    pub(crate) fn bot(connected: bool) -> Self {
        Self::all(json!({"type": "bot", "connected": connected}))
    }

    /// Someone types.
    pub(crate) fn typing(channel_id: Id, user: Id) -> Self {
        Self::all(json!({"type": "typing", "channel_id": channel_id.to_string(),
            "user_id": user.to_string()}))
    }

    /// A form is opened for someone.
    pub(crate) fn modal(interaction: &Interaction, modal: &Value) -> Self {
        Self {
            only_for: Some(interaction.user),
            json: json!({"type": "modal_opened", "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string(), "modal": modal}),
        }
    }

    /// The bot has taken note of an interaction and may yet say something.
    pub(crate) fn acknowledged(interaction: &Interaction) -> Self {
        Self {
            only_for: Some(interaction.user),
            json: json!({"type": "interaction_acknowledged",
                "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string()}),
        }
    }

    /// Completions for someone.
    pub(crate) fn choices(interaction: &Interaction, choices: &[Value]) -> Self {
        Self {
            only_for: Some(interaction.user),
            json: json!({"type": "autocomplete", "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string(), "choices": choices}),
        }
    }

    /// The bot has not answered in time.
    pub(crate) fn interaction_failed(interaction: &Interaction) -> Self {
        Self {
            only_for: Some(interaction.user),
            json: json!({"type": "interaction_failed", "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string(),
                "text": "The application did not respond"}),
        }
    }
}
