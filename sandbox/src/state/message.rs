//! Messages: what people and the bot have posted, also what only one person sees.

use serde_json::{Value, json};

use super::World;
use crate::clock::timestamp;
use crate::model::event::{self, Event};
use crate::model::message::{LOADING, Message, Origin, Reaction, SUPPRESS_EMBEDS};
use crate::model::user::BOT_ID;
use crate::snowflake::{self, Id};

/// The emoji object for an emoji as written in a route.
pub(crate) fn emoji_json(emoji: &str) -> Value {
    match emoji.split_once(':') {
        Some((name, id)) => json!({"id": id, "name": name}),
        None => json!({"id": null, "name": emoji}),
    }
}

impl World {
    /// Files that stand below the message, not inside an embed.
    pub(crate) fn listed_files(&self, message: &Message) -> Vec<Id> {
        let embedded = |id: &Id| {
            let Some(file) = self.files.get(id) else { return false };
            let url = self.file_url(file);
            message.embeds.iter().any(|embed| {
                ["image", "thumbnail"].iter().any(|part| embed[part]["url"] == json!(url))
                    || embed["author"]["icon_url"] == json!(url)
                    || embed["footer"]["icon_url"] == json!(url)
            })
        };
        message.files.iter().copied().filter(|id| !embedded(id)).collect()
    }

    /// The message object, as REST gives it.
    pub(crate) fn message_json(&self, message: &Message) -> Value {
        let mut data = self.flat_message_json(message);
        if let Some(replied) = message.replies_to {
            let found = self.messages.get(&replied).filter(|replied| replied.is_for_all_of(message));
            data["referenced_message"] = json!(found.map(|replied| self.flat_message_json(replied)));
        }
        data
    }

    /// A message without what it replies to, which ends the recursion.
    fn flat_message_json(&self, message: &Message) -> Value {
        let mentions: Vec<Value> = message.mentions.iter().map(|id| self.user_json(*id)).collect();
        let roles: Vec<String> = message.mention_roles.iter().map(Id::to_string).collect();
        let files: Vec<Value> =
            self.listed_files(message).iter().filter_map(|id| self.files.get(id)).map(|file| self.attachment_json(file)).collect();
        let mut data = json!({
            "id": message.id.to_string(), "type": message.kind, "content": message.content,
            "channel_id": message.channel_id.to_string(), "author": self.user_json(message.author),
            "attachments": files, "embeds": message.embeds, "mentions": mentions,
            "mention_roles": roles, "mention_everyone": message.mention_everyone,
            "pinned": message.pinned, "tts": message.tts, "flags": message.flags,
            "timestamp": timestamp(snowflake::made_at(message.id)),
            "edited_timestamp": message.edited.map(timestamp), "components": message.components,
        });
        if message.flags & SUPPRESS_EMBEDS != 0 {
            data["embeds"] = json!([]);
        }
        if !message.reactions.is_empty() {
            let reactions: Vec<Value> = message
                .reactions
                .iter()
                .map(|reaction| {
                    let count = reaction.users.len();
                    json!({"emoji": emoji_json(&reaction.emoji), "count": count,
                        "count_details": {"burst": 0, "normal": count}, "burst_colors": [],
                        "me": reaction.users.contains(&BOT_ID), "me_burst": false,
                        "burst_me": false, "burst_count": 0})
                })
                .collect();
            data["reactions"] = json!(reactions);
        }
        if let Some(nonce) = &message.nonce {
            data["nonce"] = nonce.clone();
        }
        if let Some(replied) = message.replies_to {
            let guild = self.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
            data["message_reference"] = json!({"type": 0, "message_id": replied.to_string(),
                "channel_id": message.channel_id.to_string()});
            if let Some(guild) = guild {
                data["message_reference"]["guild_id"] = json!(guild.to_string());
            }
        }
        if let Some(poll) = &message.poll {
            data["poll"] = poll.clone();
        }
        if let Some(thread) = message.thread.and_then(|id| self.channels.get(&id)) {
            data["thread"] = self.channel_json(thread);
        }
        if let Some(origin) = &message.origin {
            self.add_origin(&mut data, message, origin);
        }
        data
    }

    /// Adds what a message says of the interaction it answers.
    fn add_origin(&self, data: &mut Value, message: &Message, origin: &Origin) {
        let user = self.user_json(origin.user);
        data["application_id"] = json!(BOT_ID.to_string());
        data["webhook_id"] = json!(BOT_ID.to_string());
        let owners =
            self.interactions.get(&origin.interaction).map_or_else(|| json!({}), |i| i.payload["authorizing_integration_owners"].clone());
        let mut metadata = json!({"id": origin.interaction.to_string(), "type": origin.kind,
            "user": user, "authorizing_integration_owners": owners});
        if let Some(name) = &origin.name {
            metadata["name"] = json!(name);
            metadata["command_type"] = json!(1);
            data["interaction"] = json!({"id": origin.interaction.to_string(), "type": origin.kind,
                "name": name, "user": user});
        }
        if let Some(source) = origin.source {
            metadata["interacted_message_id"] = json!(source.to_string());
        }
        let original = self
            .interactions
            .get(&origin.interaction)
            .and_then(|interaction| interaction.original)
            .filter(|original| *original != message.id);
        if let Some(original) = original {
            metadata["original_response_message_id"] = json!(original.to_string());
        }
        // A form's message tells of what opened the form, too.
        let opener = self.interactions.get(&origin.interaction).and_then(|form| self.interactions.get(&form.opened_by?));
        if let Some(opener) = opener {
            let mut triggering = json!({"id": opener.id.to_string(), "type": opener.kind, "user": self.user_json(opener.user),
                "authorizing_integration_owners": opener.payload["authorizing_integration_owners"]});
            if let Some(command) = &opener.command {
                triggering["name"] = json!(command);
                triggering["command_type"] = json!(1);
            }
            if let Some(source) = opener.source {
                triggering["interacted_message_id"] = json!(source.to_string());
            }
            metadata["triggering_interaction_metadata"] = triggering;
        }
        data["interaction_metadata"] = metadata;
    }

    /// The message object of the gateway: with the guild and the author's membership.
    pub(crate) fn message_event_json(&self, message: &Message) -> Value {
        let mut data = self.message_json(message);
        let guild = self.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
        if let Some(guild) = guild {
            data["guild_id"] = json!(guild.to_string());
            if let Some(member) = self.bare_member_json(guild, message.author) {
                data["member"] = member;
            }
            if let Some(mentions) = data["mentions"].as_array_mut() {
                for (mention, id) in mentions.iter_mut().zip(&message.mentions) {
                    if let Some(member) = self.bare_member_json(guild, *id) {
                        mention["member"] = member;
                    }
                }
            }
        }
        data
    }

    /// Posts a message: keeps it, tells the bot (not of what only one person sees) and the page.
    pub(crate) fn post(&mut self, message: Message) -> Id {
        let id = message.id;
        let channel_id = message.channel_id;
        let author = message.author;
        let is_public = message.only_for.is_none();
        self.messages.insert(id, message);
        if is_public {
            if let Some(channel) = self.channels.get_mut(&channel_id) {
                channel.last_message = Some(id);
                channel.posted += 1;
            }
            self.wake_thread(channel_id, author);
        }
        self.message_event("MESSAGE_CREATE", id);
        id
    }

    /// A post in an archived thread takes it out, and its author joins.
    pub(crate) fn wake_thread(&mut self, channel_id: Id, author: Id) {
        let now = self.now();
        let Some(channel) = self.channels.get_mut(&channel_id) else { return };
        let Some(thread) = channel.thread.as_mut() else { return };
        thread.members.entry(author).or_insert(now);
        if thread.archived {
            thread.archived = false;
            thread.changed = now;
            self.channel_event("THREAD_UPDATE", channel_id);
        }
    }

    /// Tells the bot and the page of a message made or edited.
    pub(crate) fn message_event(&mut self, name: &'static str, message_id: Id) {
        let Some(message) = self.messages.get(&message_id) else { return };
        let kind = match (name, message.only_for.is_some()) {
            ("MESSAGE_CREATE", false) => "message_created",
            ("MESSAGE_CREATE", true) => "ephemeral_reply",
            _ => "message_updated",
        };
        let line = (message.author == BOT_ID).then(|| self.said(name, message));
        self.page_hears_of_message(kind, message);
        if let Some(line) = line {
            self.note(&line);
        }
        let Some(message) = self.messages.get(&message_id).filter(|m| m.only_for.is_none()) else {
            return;
        };
        let Some(channel) = self.channels.get(&message.channel_id) else { return };
        let intent = channel.intent(event::GUILD_MESSAGES, event::DIRECT_MESSAGES);
        let data = self.message_event_json(message);
        let reads = message.author == BOT_ID || message.mentions.contains(&BOT_ID);
        let event = Event {
            name,
            data,
            intent,
            guild_id: channel.guild_id,
            channel_id: Some(channel.id),
            hides_content: channel.guild_id.is_some() && !reads,
        };
        self.dispatch(&event);
    }

    /// What the bot has said, for the transcript.
    fn said(&self, name: &str, message: &Message) -> String {
        let place = self.place_name(message.channel_id);
        let what = match name {
            _ if message.flags & LOADING != 0 => "thinks",
            "MESSAGE_CREATE" => "says",
            _ => "edits",
        };
        let only = message.only_for.map(|user| format!(", only for {}", self.name_of(user)));
        let parts = std::iter::once(message.content.as_str())
            .chain(message.embeds.iter().flat_map(|embed| ["title", "description"].into_iter().filter_map(|key| embed[key].as_str())));
        let text: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
        let text = crate::model::record::shortened(&text.join(" | "), 400);
        format!("  bot {what} in {place}{}: {text}", only.unwrap_or_default())
    }

    /// Takes a message away and tells all.
    pub(crate) fn delete_message(&mut self, message_id: Id) {
        let Some(message) = self.take_message(message_id) else { return };
        if message.only_for.is_none() {
            self.deletion_event("MESSAGE_DELETE", message.channel_id, &json!({"id": message_id.to_string()}));
        }
    }

    /// Takes messages of a channel away at once, and tells the bot so.
    pub(crate) fn delete_messages(&mut self, channel_id: Id, ids: &[Id]) {
        let is_there = |id: &&Id| self.messages.get(id).is_some_and(|m| m.channel_id == channel_id && m.only_for.is_none());
        let gone: Vec<Id> = ids.iter().filter(is_there).copied().collect();
        for id in &gone {
            self.take_message(*id);
        }
        if gone.is_empty() {
            return;
        }
        let ids: Vec<String> = gone.iter().map(Id::to_string).collect();
        self.deletion_event("MESSAGE_DELETE_BULK", channel_id, &json!({"ids": ids}));
    }

    /// Takes a message away and tells the page.
    fn take_message(&mut self, message_id: Id) -> Option<Message> {
        let message = self.messages.remove(&message_id)?;
        self.page_hears_of_deletion(&message);
        if let Some(channel) = self.channels.get_mut(&message.channel_id) {
            channel.pins.retain(|(id, _)| *id != message_id);
        }
        self.forget_files(message.files.iter().copied());
        Some(message)
    }

    fn deletion_event(&mut self, name: &'static str, channel_id: Id, what: &Value) {
        let Some(channel) = self.channels.get(&channel_id) else { return };
        let intent = channel.intent(event::GUILD_MESSAGES, event::DIRECT_MESSAGES);
        let guild_id = channel.guild_id;
        let mut data = what.clone();
        data["channel_id"] = json!(channel_id.to_string());
        if let Some(guild) = guild_id {
            data["guild_id"] = json!(guild.to_string());
        }
        let event = Event { name, data, intent, guild_id, channel_id: Some(channel_id), hides_content: false };
        self.dispatch(&event);
    }

    /// Adds someone's reaction and tells the bot; false when it was there.
    pub(crate) fn add_reaction(&mut self, message_id: Id, user: Id, emoji: &str) -> bool {
        let Some(message) = self.messages.get_mut(&message_id) else { return false };
        match message.reactions.iter_mut().find(|reaction| reaction.emoji == emoji) {
            Some(reaction) if reaction.users.contains(&user) => return false,
            Some(reaction) => reaction.users.push(user),
            None => {
                message.reactions.push(Reaction { emoji: emoji.to_owned(), users: vec![user] });
            }
        }
        self.reaction_event("MESSAGE_REACTION_ADD", message_id, user, emoji);
        true
    }

    /// Takes someone's reaction away and tells the bot.
    pub(crate) fn remove_reaction(&mut self, message_id: Id, user: Id, emoji: &str) {
        let Some(message) = self.messages.get_mut(&message_id) else { return };
        let mut was_there = false;
        for reaction in message.reactions.iter_mut().filter(|r| r.emoji == emoji) {
            was_there |= reaction.users.contains(&user);
            reaction.users.retain(|other| *other != user);
        }
        message.reactions.retain(|reaction| !reaction.users.is_empty());
        if was_there {
            self.reaction_event("MESSAGE_REACTION_REMOVE", message_id, user, emoji);
        }
    }

    fn reaction_event(&mut self, name: &'static str, message_id: Id, user: Id, emoji: &str) {
        let Some(message) = self.messages.get(&message_id) else { return };
        let Some(channel) = self.channels.get(&message.channel_id) else { return };
        let mut data = json!({
            "user_id": user.to_string(), "channel_id": channel.id.to_string(),
            "message_id": message_id.to_string(), "emoji": emoji_json(emoji),
            "burst": false, "type": 0, "message_author_id": message.author.to_string(),
        });
        if let Some(guild) = channel.guild_id {
            data["guild_id"] = json!(guild.to_string());
            if let Some(member) = self.member_json(guild, user) {
                data["member"] = member;
            }
        }
        let event = Event {
            name,
            data,
            intent: channel.intent(event::GUILD_REACTIONS, event::DIRECT_REACTIONS),
            guild_id: channel.guild_id,
            channel_id: Some(channel.id),
            hides_content: false,
        };
        self.page_hears_of_message("message_updated", message);
        self.dispatch(&event);
    }
}
