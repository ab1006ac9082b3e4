//! Guilds with their roles and members, and what someone may do in a channel.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::World;
use crate::clock::timestamp;
use crate::model::channel::{Channel, PRIVATE_THREAD};
use crate::model::event::{self, Event};
use crate::model::guild::{Guild, Member, Role};
use crate::model::page_event::PageEvent;
use crate::model::user::BOT_ID;
use crate::permissions;
use crate::snowflake::Id;

impl World {
    /// Finds or makes a guild with a channel `general`, an owner and, if wished, the bot in it.
    pub(crate) fn make_guild(&mut self, name: &str, has_bot: bool) -> Id {
        if let Some(guild) = self.guilds.values().find(|guild| guild.name == name) {
            return guild.id;
        }
        let id = self.new_id();
        let made = self.now();
        let owner = self.make_user(&format!("owner of {name}"));
        let everyone = Role {
            id,
            name: "@everyone".to_owned(),
            permissions: permissions::DEFAULT_MEMBER,
            color: 0,
            hoist: false,
            mentionable: false,
            position: 0,
            is_managed: false,
        };
        let guild = Guild {
            id,
            name: name.to_owned(),
            owner,
            has_bot: false,
            roles: BTreeMap::from([(id, everyone)]),
            members: BTreeMap::from([(owner, Member { joined: made, ..Member::default() })]),
            made,
        };
        self.guilds.insert(id, guild);
        self.make_channel(id, "general");
        if has_bot {
            self.add_bot(id);
        }
        self.page_hears_of_guild(id);
        id
    }

    /// Lets the bot join a guild, with a role of its own, and tells it.
    pub(crate) fn add_bot(&mut self, guild_id: Id) {
        let role_id = self.new_id();
        let joined = self.now();
        let role = Role {
            id: role_id,
            name: self.settings.bot_name.clone(),
            permissions: self.settings.bot_permissions,
            color: 0,
            hoist: false,
            mentionable: false,
            // Above all there is, as its owner would drag it.
            position: self.guilds.get(&guild_id).map_or(0, Guild::highest_position) + 1,
            is_managed: true,
        };
        let Some(guild) = self.guilds.get_mut(&guild_id) else { return };
        if guild.has_bot {
            return;
        }
        guild.has_bot = true;
        guild.roles.insert(role_id, role);
        guild.members.insert(BOT_ID, Member { nick: None, roles: vec![role_id], joined });
        // No word of `unavailable`: discord.py takes a guild that is "not unavailable" for one that has come back.
        let data = self.guild_create_json(guild_id, false, &self.channels_of(guild_id));
        self.dispatch(&Event::guild("GUILD_CREATE", event::GUILDS, guild_id, data));
        self.tell_page(PageEvent::guild_changed(guild_id));
    }

    /// Sets the permissions of the bot's own role, and tells it.
    pub(crate) fn set_bot_role(&mut self, guild_id: Id, bits: u64) {
        let Some(guild) = self.guilds.get_mut(&guild_id) else { return };
        let Some(role) = guild.roles.values_mut().find(|role| role.is_managed) else { return };
        role.permissions = bits;
        let id = role.id;
        self.role_event("GUILD_ROLE_UPDATE", guild_id, id);
    }

    /// Takes the bot out of a guild and tells it.
    pub(crate) fn remove_bot(&mut self, guild_id: Id) {
        let Some(guild) = self.guilds.get_mut(&guild_id) else { return };
        guild.has_bot = false;
        guild.members.remove(&BOT_ID);
        guild.roles.retain(|_, role| !role.is_managed);
        let data = json!({"id": guild_id.to_string()});
        self.dispatch(&Event::guild("GUILD_DELETE", event::GUILDS, guild_id, data));
        self.leave_threads(guild_id, BOT_ID);
        self.tell_page(PageEvent::guild_changed(guild_id));
    }

    /// Finds or makes a member, and tells the bot of a new one.
    pub(crate) fn make_member(&mut self, guild_id: Id, name: &str) -> Id {
        let user = self.make_user(name);
        let joined = self.now();
        let Some(guild) = self.guilds.get_mut(&guild_id) else { return user };
        if guild.members.contains_key(&user) {
            return user;
        }
        guild.members.insert(user, Member { joined, ..Member::default() });
        let mut data = self.member_json(guild_id, user).unwrap_or_default();
        data["guild_id"] = json!(guild_id.to_string());
        self.dispatch(&Event::guild("GUILD_MEMBER_ADD", event::GUILD_MEMBERS, guild_id, data));
        self.page_hears_of_member(guild_id, user);
        user
    }

    /// Takes a member out of a guild and its threads.
    pub(crate) fn remove_member(&mut self, guild_id: Id, user: Id) {
        let Some(guild) = self.guilds.get_mut(&guild_id) else { return };
        guild.members.remove(&user);
        let data = json!({"guild_id": guild_id.to_string(), "user": self.user_json(user)});
        self.dispatch(&Event::guild("GUILD_MEMBER_REMOVE", event::GUILD_MEMBERS, guild_id, data));
        self.leave_threads(guild_id, user);
        self.tell_page(PageEvent::member_changed(guild_id, user));
    }

    /// Tells the bot and the page that a member has changed.
    pub(crate) fn member_changed(&mut self, guild_id: Id, user: Id) {
        let mut data = self.member_json(guild_id, user).unwrap_or_default();
        data["guild_id"] = json!(guild_id.to_string());
        // The bot always hears of its own changes.
        let intent = if user == BOT_ID { event::GUILDS } else { event::GUILD_MEMBERS };
        self.dispatch(&Event::guild("GUILD_MEMBER_UPDATE", intent, guild_id, data));
        self.tell_page(PageEvent::member_changed(guild_id, user));
    }

    /// Finds or makes a role.
    pub(crate) fn make_role(&mut self, guild_id: Id, name: &str, bits: u64) -> Id {
        let found = self.guilds.get(&guild_id).and_then(|guild| guild.roles.values().find(|role| role.name == name).map(|role| role.id));
        if let Some(id) = found {
            return id;
        }
        let id = self.new_id();
        let role = Role {
            id,
            name: name.to_owned(),
            permissions: bits,
            color: 0,
            hoist: false,
            mentionable: false,
            position: 1,
            is_managed: false,
        };
        self.add_role(guild_id, role);
        id
    }

    /// Puts a new role in its place, just above `@everyone` and below all others, and tells the bot.
    pub(crate) fn add_role(&mut self, guild_id: Id, role: Role) {
        let Some(guild) = self.guilds.get_mut(&guild_id) else { return };
        let id = role.id;
        let moved = guild.roles.values_mut().filter(|other| other.position >= role.position);
        let moved: Vec<Id> = moved
            .map(|other| {
                other.position += 1;
                other.id
            })
            .collect();
        guild.roles.insert(id, role);
        self.role_event("GUILD_ROLE_CREATE", guild_id, id);
        for other in moved {
            self.role_event("GUILD_ROLE_UPDATE", guild_id, other);
        }
    }

    /// Tells the bot and the page of a role made or changed.
    pub(crate) fn role_event(&mut self, name: &'static str, guild_id: Id, role: Id) {
        let role = self.guilds.get(&guild_id).and_then(|guild| guild.roles.get(&role)).map(Role::json);
        let data = json!({"guild_id": guild_id.to_string(), "role": role});
        self.dispatch(&Event::guild(name, event::GUILDS, guild_id, data));
        self.tell_page(PageEvent::guild_changed(guild_id));
    }

    /// The permissions someone has in a guild from roles alone.
    pub(crate) fn guild_permissions(&self, guild_id: Id, user: Id) -> u64 {
        let Some(guild) = self.guilds.get(&guild_id) else { return 0 };
        let Some(member) = guild.members.get(&user) else { return 0 };
        if guild.owner == user {
            return permissions::ALL;
        }
        let mut bits = guild.roles.get(&guild_id).map_or(0, |everyone| everyone.permissions);
        for role in member.roles.iter().filter_map(|id| guild.roles.get(id)) {
            bits |= role.permissions;
        }
        if bits & permissions::ADMINISTRATOR != 0 { permissions::ALL } else { bits }
    }

    /// What someone may do in a channel; a thread follows its parent.
    pub(crate) fn permissions_in(&self, user: Id, channel_id: Id) -> u64 {
        let Some(channel) = self.channels.get(&channel_id) else { return 0 };
        let Some(guild_id) = channel.guild_id else {
            let is_in = channel.recipients.contains(&user);
            return if is_in { permissions::DIRECT_MESSAGES } else { 0 };
        };
        // Who is no member sees nothing, whatever a channel gives to everyone in it.
        let Some(member) = self.guilds.get(&guild_id).and_then(|guild| guild.members.get(&user)) else { return 0 };
        let from_roles = self.guild_permissions(guild_id, user);
        let rules = match &channel.thread {
            Some(_) => channel.parent_id.and_then(|parent| self.channels.get(&parent)),
            None => Some(channel),
        };
        let overwrites = rules.map_or(&[][..], |rules| &rules.overwrites);
        let sending = if channel.thread.is_some() { permissions::SEND_MESSAGES_IN_THREADS } else { permissions::SEND_MESSAGES };
        let bits = permissions::in_channel(from_roles, guild_id, &member.roles, user, overwrites, sending);
        match &channel.thread {
            Some(thread)
                if channel.kind == PRIVATE_THREAD && !thread.members.contains_key(&user) && bits & permissions::MANAGE_THREADS == 0 =>
            {
                0
            }
            _ => bits,
        }
    }

    /// A member object, with the user in it.
    pub(crate) fn member_json(&self, guild_id: Id, user: Id) -> Option<Value> {
        let mut member = self.bare_member_json(guild_id, user)?;
        member["user"] = self.user_json(user);
        Some(member)
    }

    /// A member object without the user, as messages carry it.
    pub(crate) fn bare_member_json(&self, guild_id: Id, user: Id) -> Option<Value> {
        let member = self.guilds.get(&guild_id)?.members.get(&user)?;
        let roles: Vec<String> = member.roles.iter().map(Id::to_string).collect();
        Some(json!({
            "nick": member.nick, "avatar": null, "banner": null, "roles": roles,
            "joined_at": timestamp(member.joined), "premium_since": null, "deaf": false, "mute": false,
            "flags": 0, "pending": false, "communication_disabled_until": null,
            "avatar_decoration_data": null,
        }))
    }

    /// The guild object of REST.
    pub(crate) fn guild_json(&self, guild_id: Id) -> Option<Value> {
        let guild = self.guilds.get(&guild_id)?;
        let roles: Vec<Value> = guild.roles.values().map(Role::json).collect();
        Some(json!({
            "id": guild.id.to_string(), "name": guild.name, "icon": null, "icon_hash": null,
            "splash": null, "discovery_splash": null, "owner_id": guild.owner.to_string(),
            "afk_channel_id": null, "afk_timeout": 300, "widget_enabled": false, "widget_channel_id": null,
            "verification_level": 0, "default_message_notifications": 1, "explicit_content_filter": 0,
            "roles": roles, "emojis": [], "features": [], "mfa_level": 0, "application_id": null,
            "system_channel_id": null, "system_channel_flags": 0, "rules_channel_id": null,
            "max_presences": null, "max_members": 500_000, "vanity_url_code": null, "description": null,
            "banner": null, "premium_tier": 0, "premium_subscription_count": 0, "preferred_locale": "en-US",
            "public_updates_channel_id": null, "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50, "nsfw_level": 0, "nsfw": false, "stickers": [],
            "premium_progress_bar_enabled": false, "safety_alerts_channel_id": null, "region": "local",
            "approximate_member_count": guild.members.len(), "approximate_presence_count": 1,
        }))
    }

    /// The channels and threads of a guild. Whoever wants them of many guilds asks for [`Self::channels_by_guild`].
    pub(crate) fn channels_of(&self, guild_id: Id) -> Vec<&Channel> {
        self.channels.values().filter(|channel| channel.guild_id == Some(guild_id)).collect()
    }

    /// The channels and threads of every guild that has any, in the order of their ids.
    pub(crate) fn channels_by_guild(&self) -> HashMap<Id, Vec<&Channel>> {
        let mut by_guild: HashMap<Id, Vec<&Channel>> = HashMap::new();
        for channel in self.channels.values() {
            if let Some(guild_id) = channel.guild_id {
                by_guild.entry(guild_id).or_default().push(channel);
            }
        }
        by_guild
    }

    /// The guild object of `GUILD_CREATE`, with these channels and threads of it. Other members than the bot are listed only with the presence
    /// intent.
    pub(crate) fn guild_create_json(&self, guild_id: Id, all_members: bool, channels_of_it: &[&Channel]) -> Value {
        let Some(guild) = self.guilds.get(&guild_id) else { return json!({}) };
        let mut data = self.guild_json(guild_id).unwrap_or_default();
        let members: Vec<Value> = guild
            .members
            .keys()
            .filter(|user| all_members || **user == BOT_ID)
            .filter_map(|user| self.member_json(guild_id, *user))
            .collect();
        let channels: Vec<Value> =
            channels_of_it.iter().filter(|channel| channel.thread.is_none()).map(|channel| self.channel_json(channel)).collect();
        let threads: Vec<Value> = channels_of_it
            .iter()
            .filter(|channel| channel.thread.as_ref().is_some_and(|thread| !thread.archived))
            .filter(|channel| self.permissions_in(BOT_ID, channel.id) != 0)
            .map(|channel| self.channel_json(channel))
            .collect();
        let joined = guild.members.get(&BOT_ID).map_or(guild.made, |member| member.joined);
        data["joined_at"] = json!(timestamp(joined));
        data["large"] = json!(false);
        data["member_count"] = json!(guild.members.len());
        data["voice_states"] = json!([]);
        data["members"] = json!(members);
        data["channels"] = json!(channels);
        data["threads"] = json!(threads);
        data["presences"] = json!([]);
        data["stage_instances"] = json!([]);
        data["guild_scheduled_events"] = json!([]);
        data["soundboard_sounds"] = json!([]);
        data
    }
}
