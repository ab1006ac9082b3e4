//! Commands a bot has registered, and who sees them where.

use serde_json::{Value, json};

use super::{BOT_ID, World};
use crate::permissions;
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
    fn is_for_context(&self, context: u64) -> bool {
        if self.guild_id.is_some() {
            return context == 0;
        }
        match self.body["contexts"].as_array() {
            Some(contexts) => contexts.contains(&json!(context)),
            None => context != 1 || self.body["dm_permission"].as_bool() != Some(false),
        }
    }

    /// Whether it comes with this way of installing: 0 a guild's, 1 a user's.
    fn is_installed_by(&self, installation: u64) -> bool {
        match self.body["integration_types"].as_array() {
            Some(types) if !types.is_empty() => types.contains(&json!(installation)),
            _ => installation == 0,
        }
    }
}

impl World {
    /// 0 in a guild, 1 in direct messages with the bot.
    pub(crate) fn context_of(&self, channel_id: Id) -> u64 {
        let in_guild = self.channels.get(&channel_id).is_some_and(|channel| channel.guild_id.is_some());
        u64::from(!in_guild)
    }

    /// The commands someone is offered in a channel. A guild's own command hides a global one of its name.
    pub(crate) fn commands_for(&self, user: Id, channel_id: Id) -> Vec<&Command> {
        let guild_id = self.channels.get(&channel_id).and_then(|channel| channel.guild_id);
        let context = self.context_of(channel_id);
        let bits = self.permissions_in(user, channel_id);
        let bot_is_here = guild_id.is_none_or(|id| self.guilds.get(&id).is_some_and(|guild| guild.has_bot));
        let has_installed = self.users.get(&user).is_some_and(|user| user.has_installed);
        let allowed = |command: &&Command| {
            if !command.is_for_context(context) {
                return false;
            }
            let installed = (bot_is_here && command.is_installed_by(0)) || (has_installed && command.is_installed_by(1));
            if !installed && command.guild_id.is_none() {
                return false;
            }
            if guild_id.is_none() {
                return true;
            }
            let needs = command.body["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok());
            bits & permissions::USE_APPLICATION_COMMANDS != 0
                && match needs {
                    Some(0) => bits & permissions::ADMINISTRATOR != 0,
                    Some(needs) => bits & needs == needs,
                    None => true,
                }
        };
        let own: Vec<&Command> = self
            .commands
            .iter()
            .filter(|command| command.guild_id.is_some() && command.guild_id == guild_id)
            .filter(|_| bot_is_here)
            .collect();
        let hidden = |command: &Command| own.iter().any(|o| o.name() == command.name() && o.kind() == command.kind());
        let global = self.commands.iter().filter(|command| command.guild_id.is_none());
        let global = global.filter(|command| !hidden(command));
        own.iter().copied().chain(global).filter(allowed).collect()
    }
}
