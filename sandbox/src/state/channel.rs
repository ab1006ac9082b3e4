//! Channels: of guilds, threads, and direct messages with the bot.

use serde_json::{Value, json};

use super::World;
use crate::clock::timestamp;
use crate::model::channel::{Channel, DIRECT, FORUM, TEXT, thread_member_json};
use crate::model::event::{self, Event};
use crate::model::page_event::PageEvent;
use crate::model::user::BOT_ID;
use crate::permissions::{self, Overwrite};
use crate::snowflake::{self, Id};

impl World {
    /// Finds or makes a text channel.
    pub(crate) fn make_channel(&mut self, guild_id: Id, name: &str) -> Id {
        self.make_channel_of(TEXT, guild_id, name)
    }

    /// Finds a channel, or makes one of this kind.
    pub(crate) fn make_channel_of(&mut self, kind: u8, guild_id: Id, name: &str) -> Id {
        let found =
            self.channels.values().find(|channel| channel.guild_id == Some(guild_id) && channel.thread.is_none() && channel.name == name);
        if let Some(channel) = found {
            return channel.id;
        }
        let id = self.new_id();
        let position = self.channels.values().filter(|c| c.guild_id == Some(guild_id)).count();
        let channel = Channel {
            id,
            kind,
            guild_id: Some(guild_id),
            name: name.to_owned(),
            topic: None,
            position,
            parent_id: None,
            nsfw: false,
            slow_mode: 0,
            overwrites: Vec::new(),
            recipients: Vec::new(),
            thread: None,
            last_message: None,
            posted: 0,
            pins: Vec::new(),
        };
        self.add_channel(channel);
        id
    }

    /// Puts a channel in place and tells the bot.
    pub(crate) fn add_channel(&mut self, channel: Channel) {
        let id = channel.id;
        self.channels.insert(id, channel);
        self.channel_event("CHANNEL_CREATE", id);
    }

    /// Finds or opens the direct messages of the bot with someone.
    pub(crate) fn direct_messages(&mut self, user: Id) -> Id {
        let found = self.channels.values().find(|channel| channel.kind == DIRECT && channel.recipients.contains(&user));
        if let Some(channel) = found {
            return channel.id;
        }
        let id = self.new_id();
        let channel = Channel {
            id,
            kind: DIRECT,
            guild_id: None,
            name: String::new(),
            topic: None,
            position: 0,
            parent_id: None,
            nsfw: false,
            slow_mode: 0,
            overwrites: Vec::new(),
            recipients: vec![user, BOT_ID],
            thread: None,
            last_message: None,
            posted: 0,
            pins: Vec::new(),
        };
        self.add_channel(channel);
        id
    }

    /// Tells the bot and the page of a channel or thread made or changed.
    pub(crate) fn channel_event(&mut self, name: &'static str, channel_id: Id) {
        let Some(channel) = self.channels.get(&channel_id) else { return };
        let data = self.channel_json(channel);
        let (intent, guild_id) = (event::GUILDS, channel.guild_id);
        let is_thread = channel.thread.is_some();
        let kind = match (name, is_thread) {
            ("THREAD_CREATE", _) => "thread_created",
            ("THREAD_UPDATE", _) => "thread_updated",
            ("CHANNEL_CREATE", _) => "channel_created",
            _ => "channel_updated",
        };
        self.page_hears_of_channel(kind, channel_id);
        match guild_id {
            Some(guild_id) => {
                let event = Event::guild(name, intent, guild_id, data).seen_in(channel_id);
                self.dispatch(&event);
            }
            None => self.dispatch(&Event::direct(name, event::DIRECT_MESSAGES, data)),
        }
    }

    /// Puts someone into a thread or takes them out of it, and tells the bot and the page.
    pub(crate) fn change_thread_member(&mut self, thread_id: Id, user: Id, comes: bool) {
        let now = self.now();
        let Some(channel) = self.channels.get_mut(&thread_id) else { return };
        let guild_id = channel.guild_id.unwrap_or(0);
        let Some(thread) = channel.thread.as_mut() else { return };
        let changed = if comes { thread.members.insert(user, now).is_none() } else { thread.members.remove(&user).is_some() };
        if !changed {
            return;
        }
        let count = thread.members.len();
        let mut data = json!({"id": thread_id.to_string(), "guild_id": guild_id.to_string(), "member_count": count});
        if comes {
            data["added_members"] = json!([thread_member_json(thread_id, user, now)]);
        } else {
            data["removed_member_ids"] = json!([user.to_string()]);
        }
        // The bot always hears of itself, also of its own leaving.
        let event = if user == BOT_ID {
            Event::guild("THREAD_MEMBERS_UPDATE", event::GUILDS, guild_id, data)
        } else {
            Event::guild("THREAD_MEMBERS_UPDATE", event::GUILD_MEMBERS, guild_id, data).seen_in(thread_id)
        };
        self.dispatch(&event);
        self.page_hears_of_channel("thread_updated", thread_id);
        if !comes {
            self.tell_page(PageEvent::guild_changed_for([user], guild_id));
        }
    }

    /// Takes someone who has left a guild out of its threads.
    pub(crate) fn leave_threads(&mut self, guild_id: Id, user: Id) {
        let is_in = |channel: &&Channel| channel.thread.as_ref().is_some_and(|thread| thread.members.contains_key(&user));
        let threads: Vec<Id> =
            self.channels.values().filter(|channel| channel.guild_id == Some(guild_id)).filter(is_in).map(|channel| channel.id).collect();
        for thread in threads {
            self.change_thread_member(thread, user, false);
        }
    }

    /// Takes a channel away with its messages and threads, and tells the bot.
    pub(crate) fn delete_channel(&mut self, channel_id: Id) {
        let Some(channel) = self.channels.get(&channel_id) else { return };
        let data = self.channel_json(channel);
        let is_thread = channel.thread.is_some();
        let guild_id = channel.guild_id;
        let mut event = Event::direct(if is_thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" }, event::GUILDS, data);
        event.guild_id = guild_id;
        self.page_hears_of_channel(if is_thread { "thread_deleted" } else { "channel_deleted" }, channel_id);
        self.dispatch(&event);
        self.channels.retain(|id, channel| *id != channel_id && !(channel.thread.is_some() && channel.parent_id == Some(channel_id)));
        let channels = &self.channels;
        self.messages.retain(|_, message| channels.contains_key(&message.channel_id));
        self.files.retain(|_, file| channels.contains_key(&file.channel_id));
    }

    /// The channel object.
    pub(crate) fn channel_json(&self, channel: &Channel) -> Value {
        let last = channel.last_message.map(|id| id.to_string());
        let last_pin = channel.pins.iter().map(|(_, at)| *at).max().map(timestamp);
        let Some(guild_id) = channel.guild_id else {
            let others: Vec<Value> = channel.recipients.iter().filter(|user| **user != BOT_ID).map(|user| self.user_json(*user)).collect();
            return json!({
                "id": channel.id.to_string(), "type": channel.kind, "last_message_id": last,
                "last_pin_timestamp": last_pin, "recipients": others, "flags": 0,
            });
        };
        let mut data = json!({
            "id": channel.id.to_string(), "type": channel.kind, "guild_id": guild_id.to_string(),
            "name": channel.name, "parent_id": channel.parent_id.map(|id| id.to_string()),
            "last_message_id": last, "last_pin_timestamp": last_pin,
            "rate_limit_per_user": channel.slow_mode, "flags": 0,
        });
        match &channel.thread {
            Some(thread) => {
                data["owner_id"] = json!(thread.owner.to_string());
                data["message_count"] = json!(channel.posted);
                data["total_message_sent"] = json!(channel.posted);
                data["member_count"] = json!(thread.members.len().min(50));
                data["thread_metadata"] = json!({
                    "archived": thread.archived, "auto_archive_duration": thread.auto_archive,
                    "archive_timestamp": timestamp(thread.changed), "locked": thread.locked,
                    "invitable": thread.invitable,
                    "create_timestamp": timestamp(snowflake::made_at(channel.id)),
                });
                if let Some(joined) = thread.members.get(&BOT_ID) {
                    data["member"] = thread_member_json(channel.id, BOT_ID, *joined);
                }
            }
            None => {
                data["topic"] = json!(channel.topic);
                data["position"] = json!(channel.position);
                data["nsfw"] = json!(channel.nsfw);
                let overwrites: Vec<Value> = channel.overwrites.iter().map(overwrite_json).collect();
                data["permission_overwrites"] = json!(overwrites);
                if channel.kind == FORUM {
                    data["available_tags"] = json!([]);
                }
            }
        }
        data
    }

    /// The bits that let one write here: in threads another than elsewhere, in the chat of a voice channel or a stage one more.
    pub(crate) fn writing_bits(&self, channel_id: Id) -> u64 {
        match self.channels.get(&channel_id) {
            Some(channel) if channel.thread.is_some() => permissions::SEND_MESSAGES_IN_THREADS,
            Some(channel) if channel.is_for_voices() => permissions::SEND_MESSAGES | permissions::CONNECT,
            _ => permissions::SEND_MESSAGES,
        }
    }

    /// A channel's name for the transcript.
    pub(crate) fn place_name(&self, channel_id: Id) -> String {
        match self.channels.get(&channel_id) {
            Some(channel) if channel.guild_id.is_none() => "direct messages".to_owned(),
            Some(channel) => format!("#{}", channel.name),
            None => format!("channel {channel_id}"),
        }
    }

    /// A channel of a guild by name; a thread when no channel has it.
    pub(crate) fn channel_named(&self, guild_id: Id, name: &str) -> Option<Id> {
        let of_guild = |channel: &&Channel| channel.guild_id == Some(guild_id) && channel.name.eq_ignore_ascii_case(name);
        let channels = || self.channels.values().filter(of_guild);
        channels().find(|channel| channel.thread.is_none()).or_else(|| channels().next_back()).map(|channel| channel.id)
    }
}

/// The overwrite object.
fn overwrite_json(overwrite: &Overwrite) -> Value {
    json!({"id": overwrite.target.to_string(), "type": u8::from(overwrite.is_member),
        "allow": overwrite.allow.to_string(), "deny": overwrite.deny.to_string()})
}
