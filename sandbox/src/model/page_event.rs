//! What the page is told as it happens.

use serde_json::{Value, json};

use super::interaction::Interaction;
use crate::snowflake::Id;

/// A live event for the page; see the page's document for all kinds.
#[derive(Debug, Clone)]
pub(crate) struct PageEvent {
    /// The only ones who are told; none for all.
    pub(crate) only_for: Option<Vec<Id>>,
    /// The JSON with its `type`.
    pub(crate) json: Value,
}

impl PageEvent {
    /// For all to hear.
    pub(crate) fn all(json: Value) -> Self {
        Self { only_for: None, json }
    }

    /// For these people alone to hear.
    pub(crate) fn for_these(people: impl IntoIterator<Item = Id>, json: Value) -> Self {
        Self { only_for: Some(people.into_iter().collect()), json }
    }

    /// A guild is no longer what it was: the state is to be loaded anew.
    pub(crate) fn guild_changed(guild_id: Id) -> Self {
        Self::all(json!({"type": "guild_changed", "guild_id": guild_id.to_string()}))
    }

    /// The same, where only these people need know.
    pub(crate) fn guild_changed_for(people: impl IntoIterator<Item = Id>, guild_id: Id) -> Self {
        Self::for_these(people, Self::guild_changed(guild_id).json)
    }

    /// Someone has left a guild, or has another name or other roles in it.
    pub(crate) fn member_changed(guild_id: Id, user: Id) -> Self {
        Self::all(json!({"type": "member_changed", "guild_id": guild_id.to_string(), "user_id": user.to_string()}))
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
            only_for: Some(vec![interaction.user]),
            json: json!({"type": "modal_opened", "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string(), "modal": modal}),
        }
    }

    /// The bot has taken note of an interaction and may yet say something.
    pub(crate) fn acknowledged(interaction: &Interaction) -> Self {
        Self {
            only_for: Some(vec![interaction.user]),
            json: json!({"type": "interaction_acknowledged",
                "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string()}),
        }
    }

    /// Completions for someone.
    pub(crate) fn choices(interaction: &Interaction, choices: &[Value]) -> Self {
        Self {
            only_for: Some(vec![interaction.user]),
            json: json!({"type": "autocomplete", "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string(), "choices": choices}),
        }
    }

    /// The bot has not answered in time.
    pub(crate) fn interaction_failed(interaction: &Interaction) -> Self {
        Self {
            only_for: Some(vec![interaction.user]),
            json: json!({"type": "interaction_failed", "interaction_id": interaction.id.to_string(),
                "channel_id": interaction.channel_id.to_string(),
                "text": "The application did not respond"}),
        }
    }
}
