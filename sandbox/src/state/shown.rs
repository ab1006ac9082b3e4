//! Things of the world as the page is told of them, and the telling.

use serde_json::{Value, json};

use crate::model::message::{EPHEMERAL, LOADING, Message};
use crate::model::page_event::PageEvent;
use crate::model::user::BOT_ID;
use crate::permissions::VIEW_CHANNEL;
use crate::snowflake::Id;
use crate::state::World;

impl World {
    /// A message: Discord's message object, with what the page needs besides.
    pub(crate) fn page_message(&self, message: &Message) -> Value {
        let mut data = self.message_json(message);
        data["author_name"] = json!(self.shown_name(message));
        data["by_bot"] = json!(message.author == BOT_ID);
        data["ephemeral"] = json!(message.flags & EPHEMERAL != 0);
        data["loading"] = json!(message.flags & LOADING != 0);
        let replied = message.replies_to.and_then(|id| self.messages.get(&id));
        if let Some(object) = data.as_object_mut()
            && replied.is_some_and(|replied| !replied.is_for_all_of(message))
        {
            // It is not gone, but not for everybody here to know of either.
            object.remove("message_reference");
            object.remove("referenced_message");
        }
        for (reaction, shown) in message.reactions.iter().zip(data["reactions"].as_array_mut().into_iter().flatten()) {
            let users: Vec<String> = reaction.users.iter().map(Id::to_string).collect();
            shown["user_ids"] = json!(users);
        }
        for embed in data["embeds"].as_array_mut().into_iter().flatten() {
            self.describe_pictures(message, embed);
        }
        data
    }

    /// Gives an embed's pictures the alt texts of the files they are; Discord's clients know these too.
    fn describe_pictures(&self, message: &Message, embed: &mut Value) {
        for part in ["image", "thumbnail"] {
            let files = message.files.iter().filter_map(|id| self.files.get(id));
            let mut described = files.filter(|file| embed[part]["url"] == json!(self.file_url(file)));
            if let Some(description) = described.find_map(|file| file.description.clone()) {
                embed[part]["description"] = json!(description);
            }
        }
    }

    fn shown_name(&self, message: &Message) -> String {
        let guild = self.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
        let nick = guild
            .and_then(|guild| self.guilds.get(&guild))
            .and_then(|guild| guild.members.get(&message.author))
            .and_then(|member| member.nick.clone());
        nick.unwrap_or_else(|| self.name_of(message.author))
    }

    /// A guild with channels, threads, roles and members.
    pub(crate) fn page_guild(&self, guild_id: Id) -> Value {
        self.page_guild_for(guild_id, None)
    }

    /// A guild with the channels and threads someone sees.
    pub(crate) fn page_guild_for(&self, guild_id: Id, viewer: Option<Id>) -> Value {
        let Some(guild) = self.guilds.get(&guild_id) else { return Value::Null };
        let channels: Vec<Value> = self
            .channels
            .values()
            .filter(|channel| channel.guild_id == Some(guild_id))
            .filter(|channel| viewer.is_none_or(|user| self.permissions_in(user, channel.id) & VIEW_CHANNEL != 0))
            .map(|channel| self.page_channel(channel.id))
            .collect();
        let members: Vec<Value> = guild.members.keys().map(|user| self.page_member(guild_id, *user)).collect();
        let roles: Vec<Value> = guild.roles.values().map(|role| role.json()).collect();
        json!({"id": guild_id.to_string(), "name": guild.name, "has_bot": guild.has_bot,
            "owner_id": guild.owner.to_string(), "channels": channels, "members": members,
            "roles": roles})
    }

    /// A member.
    pub(crate) fn page_member(&self, guild_id: Id, user: Id) -> Value {
        let member = self.guilds.get(&guild_id).and_then(|guild| guild.members.get(&user));
        let nick = member.and_then(|member| member.nick.clone());
        let roles: Vec<String> = member.into_iter().flat_map(|member| &member.roles).map(Id::to_string).collect();
        let found = self.users.get(&user);
        json!({"id": user.to_string(), "username": found.map(|user| user.username.clone()),
            "name": nick.unwrap_or_else(|| self.name_of(user)), "roles": roles,
            "is_bot": found.is_some_and(|user| user.is_bot),
            "has_installed": found.is_some_and(|user| user.has_installed)})
    }

    /// Someone outside any guild.
    pub(crate) fn page_person(&self, user: Id) -> Value {
        self.page_member(0, user)
    }

    /// A channel, a thread, or direct messages.
    pub(crate) fn page_channel(&self, channel_id: Id) -> Value {
        let Some(channel) = self.channels.get(&channel_id) else { return Value::Null };
        let kind = match (&channel.thread, channel.guild_id) {
            (Some(_), _) => "thread",
            (None, None) => "direct",
            (None, Some(_)) => "channel",
        };
        let user = channel.recipients.iter().find(|user| **user != BOT_ID);
        json!({"id": channel_id.to_string(), "kind": kind, "type": channel.kind,
            "guild_id": channel.guild_id.map(|id| id.to_string()), "name": channel.name,
            "topic": channel.topic, "parent_id": channel.parent_id.map(|id| id.to_string()),
            "position": channel.position,
            "archived": channel.thread.as_ref().is_some_and(|thread| thread.archived),
            "locked": channel.thread.as_ref().is_some_and(|thread| thread.locked),
            "user_id": user.map(Id::to_string)})
    }

    /// Tells the page of a message made, changed, or shown to one person.
    pub(crate) fn page_hears_of_message(&self, kind: &str, message: &Message) {
        let guild = self.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
        let interaction = message.origin.as_ref().map(|origin| origin.interaction.to_string());
        let json = json!({"type": kind, "channel_id": message.channel_id.to_string(),
            "guild_id": guild.map(|id| id.to_string()), "interaction_id": interaction,
            "message": self.page_message(message)});
        self.tell_page(PageEvent { only_for: message.only_for.map(|user| vec![user]), json });
    }

    /// Tells the page of a message gone.
    pub(crate) fn page_hears_of_deletion(&self, message: &Message) {
        let guild = self.channels.get(&message.channel_id).and_then(|channel| channel.guild_id);
        let json = json!({"type": "message_deleted", "channel_id": message.channel_id.to_string(),
            "guild_id": guild.map(|id| id.to_string()), "message_id": message.id.to_string()});
        self.tell_page(PageEvent { only_for: message.only_for.map(|user| vec![user]), json });
    }

    /// Those who are in a guild.
    fn members_of(&self, guild_id: Id) -> Vec<Id> {
        self.guilds.get(&guild_id).map_or_else(Vec::new, |guild| guild.members.keys().copied().collect())
    }

    /// Tells the page of a guild made: those who are in it.
    pub(crate) fn page_hears_of_guild(&self, guild_id: Id) {
        let json = json!({"type": "guild_created", "guild": self.page_guild(guild_id)});
        self.tell_page(PageEvent::for_these(self.members_of(guild_id), json));
    }

    /// Tells the page of a member come.
    pub(crate) fn page_hears_of_member(&self, guild_id: Id, user: Id) {
        self.tell_page(PageEvent::all(json!({"type": "member_joined", "guild_id": guild_id.to_string(),
            "member": self.page_member(guild_id, user)})));
    }

    /// Tells the page of a channel or thread made, changed or gone: those who see it. Who sees a channel no longer is told that there is
    /// something to be loaded anew, but not what.
    pub(crate) fn page_hears_of_channel(&self, kind: &str, channel_id: Id) {
        let Some(channel) = self.channels.get(&channel_id) else { return };
        let people = channel.guild_id.map_or_else(|| channel.recipients.clone(), |guild| self.members_of(guild));
        let (viewers, others): (Vec<Id>, Vec<Id>) =
            people.into_iter().partition(|user| self.permissions_in(*user, channel_id) & VIEW_CHANNEL != 0);
        self.tell_page(PageEvent::for_these(viewers, json!({"type": kind, "channel": self.page_channel(channel_id)})));
        if let Some(guild_id) = channel.guild_id.filter(|_| kind == "channel_updated" && !others.is_empty()) {
            self.tell_page(PageEvent::guild_changed_for(others, guild_id));
        }
    }
}
