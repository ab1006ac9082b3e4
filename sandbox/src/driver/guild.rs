//! A guild, as a test sees it.

use std::sync::Arc;

use super::{Channel, Member};
use crate::model::channel::{ANNOUNCEMENT, VOICE};
use crate::model::user::BOT_ID;
use crate::permissions::Overwrite;
use crate::snowflake::Id;
use crate::state::Shared;

/// A guild.
#[derive(Clone)]
pub struct Guild {
    pub(super) shared: Arc<Shared>,
    pub(super) id: Id,
}

impl std::fmt::Debug for Guild {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guild").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Guild {
    /// The id.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// A member, who acts in `#general`; joins if there is none of this name.
    #[must_use]
    pub fn member(&self, name: &str) -> Member {
        let mut world = self.shared.write();
        let user = world.make_member(self.id, name);
        let channel_id = world.make_channel(self.id, "general");
        Member { shared: Arc::clone(&self.shared), user, channel_id, guild_id: Some(self.id), files: Vec::new() }
    }

    /// A text channel (or a thread, if only a thread has this name); made if there is none.
    #[must_use]
    pub fn channel(&self, name: &str) -> Channel {
        let mut world = self.shared.write();
        let found = world.channel_named(self.id, name);
        let id = found.unwrap_or_else(|| world.make_channel(self.id, name));
        Channel { shared: Arc::clone(&self.shared), id }
    }

    /// An announcement channel; made if there is no channel of this name.
    #[must_use]
    pub fn announcement_channel(&self, name: &str) -> Channel {
        self.channel_of(ANNOUNCEMENT, name)
    }

    /// A voice channel, of which there is the chat; made if there is no channel of this name.
    #[must_use]
    pub fn voice_channel(&self, name: &str) -> Channel {
        self.channel_of(VOICE, name)
    }

    fn channel_of(&self, kind: u8, name: &str) -> Channel {
        let id = self.shared.write().make_channel_of(kind, self.id, name);
        Channel { shared: Arc::clone(&self.shared), id }
    }

    /// A role with these permission bits; made if there is none of this name. Gives its id.
    pub fn role(&self, name: &str, permissions: u64) -> Id {
        self.shared.write().make_role(self.id, name, permissions)
    }

    /// Gives a member a role.
    pub fn give_role(&self, member: &Member, role: Id) {
        let mut world = self.shared.write();
        if let Some(member) = world.guilds.get_mut(&self.id).and_then(|g| g.members.get_mut(&member.user))
            && !member.roles.contains(&role)
        {
            member.roles.push(role);
        }
        world.member_changed(self.id, member.user);
    }

    /// Takes a role from a member.
    pub fn take_role(&self, member: &Member, role: Id) {
        let mut world = self.shared.write();
        if let Some(member) = world.guilds.get_mut(&self.id).and_then(|g| g.members.get_mut(&member.user)) {
            member.roles.retain(|other| *other != role);
        }
        world.member_changed(self.id, member.user);
    }

    /// Lets a member leave.
    pub fn remove(&self, member: &Member) {
        self.shared.write().remove_member(self.id, member.user);
    }

    /// Sets the bits of the bot's own role and of everyone's, so that the bot may do just this.
    pub fn set_bot_permissions(&self, bits: u64) {
        let mut world = self.shared.write();
        let mut changed = Vec::new();
        if let Some(guild) = world.guilds.get_mut(&self.id) {
            let everyone = guild.id;
            for role in guild.roles.values_mut().filter(|role| role.is_managed || role.id == everyone) {
                role.permissions = bits;
                changed.push(role.id);
            }
        }
        for role in changed {
            world.role_event("GUILD_ROLE_UPDATE", self.id, role);
        }
    }

    /// Sets the bits of the bot's own role alone; what everyone may do, it may do besides.
    pub fn set_bot_role(&self, bits: u64) {
        self.shared.write().set_bot_role(self.id, bits);
    }

    /// Throws the bot out, as an owner can.
    pub fn remove_bot(&self) {
        self.shared.write().remove_bot(self.id);
    }

    /// Invites the bot (again).
    pub fn add_bot(&self) {
        self.shared.write().add_bot(self.id);
    }

    /// Takes bits from the bot in one channel.
    pub fn deny_bot(&self, channel: &Channel, bits: u64) {
        self.overwrite_bot(channel, 0, bits);
    }

    /// Gives the bot bits in one channel.
    pub fn allow_bot(&self, channel: &Channel, bits: u64) {
        self.overwrite_bot(channel, bits, 0);
    }

    fn overwrite_bot(&self, channel: &Channel, allow: u64, deny: u64) {
        let mut world = self.shared.write();
        if let Some(channel) = world.channels.get_mut(&channel.id) {
            channel.overwrites.retain(|overwrite| overwrite.target != BOT_ID);
            channel.overwrites.push(Overwrite { target: BOT_ID, is_member: true, allow, deny });
        }
        world.channel_event("CHANNEL_UPDATE", channel.id);
    }

    /// All threads, the newest last.
    #[must_use]
    pub fn threads(&self) -> Vec<Channel> {
        let world = self.shared.read();
        world
            .channels
            .values()
            .filter(|channel| channel.guild_id == Some(self.id) && channel.thread.is_some())
            .map(|channel| Channel { shared: Arc::clone(&self.shared), id: channel.id })
            .collect()
    }

    /// All channels that are no threads.
    #[must_use]
    pub fn channels(&self) -> Vec<Channel> {
        let world = self.shared.read();
        world
            .channels
            .values()
            .filter(|channel| channel.guild_id == Some(self.id) && channel.thread.is_none())
            .map(|channel| Channel { shared: Arc::clone(&self.shared), id: channel.id })
            .collect()
    }
}
