//! Commands a bot has registered, and who sees them where.

use super::World;
use crate::model::command::Command;
use crate::permissions;
use crate::snowflake::Id;

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
