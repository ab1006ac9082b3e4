//! A command as a bot has registered it.

use serde_json::{Value, json};

use super::user::BOT_ID;
use crate::snowflake::Id;

/// A registered command.
#[derive(Debug, Clone)]
pub(crate) struct Command {
    /// The id.
    pub(crate) id: Id,
    /// The guild it is for; none for all.
    pub(crate) guild_id: Option<Id>,
    /// Its version, new with every change.
    pub(crate) version: Id,
    /// The definition as registered.
    pub(crate) body: Value,
}

impl Command {
    /// The name.
    pub(crate) fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }

    /// 1 typed in chat, 2 on a user, 3 on a message.
    pub(crate) fn kind(&self) -> u64 {
        self.body["type"].as_u64().unwrap_or(1)
    }

    /// The command object.
    pub(crate) fn json(&self) -> Value {
        let mut data = self.body.clone();
        data["id"] = json!(self.id.to_string());
        data["application_id"] = json!(BOT_ID.to_string());
        data["version"] = json!(self.version.to_string());
        data["type"] = json!(self.kind());
        for (key, fallback) in [
            ("description", json!("")),
            ("options", json!([])),
            ("default_member_permissions", json!(null)),
            ("nsfw", json!(false)),
            ("name_localizations", json!(null)),
            ("description_localizations", json!(null)),
        ] {
            if data.get(key).is_none() {
                data[key] = fallback;
            }
        }
        match self.guild_id {
            Some(guild) => data["guild_id"] = json!(guild.to_string()),
            None => {
                if data.get("integration_types").is_none_or(Value::is_null) {
                    data["integration_types"] = json!([0]);
                }
                if data.get("contexts").is_none() {
                    data["contexts"] = json!(null);
                }
                let direct = data["contexts"].as_array().map_or(data["dm_permission"].as_bool(), |all| Some(all.contains(&json!(1))));
                data["dm_permission"] = json!(direct.unwrap_or(true));
            }
        }
        data
    }

    /// Whether it may be used in a context: 0 a guild, 1 the bot's direct messages, 2 other private places.
    pub(crate) fn is_for_context(&self, context: u64) -> bool {
        if self.guild_id.is_some() {
            return context == 0;
        }
        match self.body["contexts"].as_array() {
            Some(contexts) => contexts.contains(&json!(context)),
            None => context != 1 || self.body["dm_permission"].as_bool() != Some(false),
        }
    }

    /// Whether it comes with this way of installing: 0 a guild's, 1 a user's.
    pub(crate) fn is_installed_by(&self, installation: u64) -> bool {
        match self.body["integration_types"].as_array() {
            Some(types) if !types.is_empty() => types.contains(&json!(installation)),
            _ => installation == 0,
        }
    }
}
