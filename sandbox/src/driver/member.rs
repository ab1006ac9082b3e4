//! Someone who tries the bot.

use std::sync::Arc;

use serde_json::Value;

use super::reply::{self, MayFail};
use super::{Channel, DriverError, Message, Reply};
use crate::acts::command_line::parse;
use crate::acts::{ActError, Ask, Place};
use crate::model::attachment::Upload;
use crate::model::interaction::Answer;
use crate::snowflake::Id;
use crate::state::Shared;

/// Someone in a place: what they do, they do there.
#[derive(Clone)]
pub struct Member {
    pub(super) shared: Arc<Shared>,
    pub(super) user: Id,
    pub(super) channel_id: Id,
    pub(super) guild_id: Option<Id>,
    pub(super) files: Vec<Upload>,
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member").field("user", &self.user).finish_non_exhaustive()
    }
}

/// A completion.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// What is shown.
    pub name: String,
    /// What is sent when it is chosen.
    pub value: Value,
}

impl MayFail for Vec<Choice> {}

impl Member {
    /// The user's id.
    #[must_use]
    pub fn id(&self) -> Id {
        self.user
    }

    /// The shown name.
    #[must_use]
    pub fn name(&self) -> String {
        self.shared.read().name_of(self.user)
    }

    /// The same person in another channel (or thread) of the guild; a channel is made if there is none of this name.
    #[must_use]
    pub fn in_channel(&self, name: &str) -> Self {
        let mut world = self.shared.write();
        let channel_id = match self.guild_id {
            Some(guild) => {
                let found = world.channel_named(guild, name);
                found.unwrap_or_else(|| world.make_channel(guild, name))
            }
            None => self.channel_id,
        };
        Self { channel_id, ..self.clone() }
    }

    /// The same person in this channel, thread or direct messages.
    #[must_use]
    pub fn at(&self, channel: &Channel) -> Self {
        let guild_id = self.shared.read().channels.get(&channel.id).and_then(|channel| channel.guild_id);
        Self { channel_id: channel.id, guild_id, ..self.clone() }
    }

    /// The same person in direct messages with the bot.
    #[must_use]
    pub fn in_direct_messages(&self) -> Self {
        let channel_id = self.shared.write().direct_messages(self.user);
        Self { channel_id, guild_id: None, ..self.clone() }
    }

    /// The same person, who has installed the bot for themselves, in a guild the bot has not joined.
    #[must_use]
    pub fn user_installed(&self) -> Self {
        let mut world = self.shared.write();
        if let Some(user) = world.users.get_mut(&self.user) {
            user.has_installed = true;
        }
        let name = world.users.get(&self.user).map(|user| user.username.clone()).unwrap_or_default();
        let guild = world.make_guild("Elsewhere", false);
        world.make_member(guild, &name);
        let channel_id = world.make_channel(guild, "general");
        Self { channel_id, guild_id: Some(guild), ..self.clone() }
    }

    /// Installs the bot for this person, wherever they are.
    pub fn install_bot(&self) {
        if let Some(user) = self.shared.write().users.get_mut(&self.user) {
            user.has_installed = true;
        }
    }

    /// Takes no direct messages of the bot from now on, or takes them again. It can still open their channel, but what it posts there is
    /// refused (403, code 50007); commands used there are answered as ever.
    pub fn refuse_direct_messages(&self, refused: bool) {
        if let Some(user) = self.shared.write().users.get_mut(&self.user) {
            user.is_closed = refused;
        }
    }

    /// The same person with a file at hand: an option of type attachment takes it by name, a message carries it.
    #[must_use]
    pub fn attaching(&self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let mut other = self.clone();
        let number = other.files.len() as u64;
        other.files.push(Upload { number, name: name.to_owned(), media_type: None, bytes: bytes.into().into() });
        other
    }

    /// The channel this person is in.
    #[must_use]
    pub fn channel(&self) -> Channel {
        Channel { shared: Arc::clone(&self.shared), id: self.channel_id }
    }

    fn place(&self) -> Place {
        Place { user: self.user, channel_id: self.channel_id }
    }

    /// Runs a command as typed: `/encounter location:Tamai dice:"4 2 6" private:true`, and waits until the bot has
    /// given its final answer.
    ///
    /// # Panics
    /// With the transcript, when the command cannot be sent or the bot gives no answer.
    pub async fn run(&self, line: &str) -> Reply {
        self.expect(self.try_run(line).await)
    }

    /// As [`Member::run`]; a bot that does not respond is an `Ok` whose [`Reply::failure`] says so.
    ///
    /// # Errors
    /// When the command cannot be sent, or a deferred answer never comes.
    pub async fn try_run(&self, line: &str) -> Result<Reply, DriverError> {
        self.start_run(line)?.finish().await
    }

    /// Sends a command without waiting for anything; see [`Reply::finish`].
    ///
    /// # Errors
    /// When the command cannot be sent.
    pub fn start_run(&self, line: &str) -> Result<Reply, DriverError> {
        let mut world = self.shared.write();
        let invocation = parse(&world, self.place(), line)?;
        let id = world.run_command(self.place(), &invocation, &self.files)?;
        drop(world);
        Ok(self.reply(id))
    }

    /// Uses a command of the menu on a user.
    ///
    /// # Errors
    /// When there is no such command, or the bot gives no answer.
    pub async fn run_on_user(&self, name: &str, target: &Self) -> Result<Reply, DriverError> {
        let id = self.shared.write().run_on(self.place(), name, 2, target.user)?;
        self.reply(id).finish().await
    }

    /// Uses a command of the menu on a message.
    ///
    /// # Errors
    /// When there is no such command, or the bot gives no answer.
    pub async fn run_on_message(&self, name: &str, target: &Message) -> Result<Reply, DriverError> {
        let id = self.shared.write().run_on(self.place(), name, 3, target.id())?;
        self.reply(id).finish().await
    }

    /// The completions offered while typing; the last option of the line is the one being typed.
    ///
    /// # Panics
    /// With the transcript, when the line is no command or the bot gives no answer.
    pub async fn complete(&self, line: &str) -> Vec<Choice> {
        self.expect(self.try_complete(line).await)
    }

    /// As [`Member::complete`].
    ///
    /// # Errors
    /// When the line is no command, or the bot gives no answer.
    pub async fn try_complete(&self, line: &str) -> Result<Vec<Choice>, DriverError> {
        let id = {
            let mut world = self.shared.write();
            let invocation = parse(&world, self.place(), line)?;
            let focused = invocation.options.last().map(|(name, _)| name.clone()).unwrap_or_default();
            world.complete(self.place(), &invocation, &focused)?
        };
        let reply = self.reply(id).finish().await?;
        if reply.failure().is_some() {
            return Err(DriverError::NotAnswered(line.to_owned()));
        }
        let world = self.shared.read();
        let Some(Answer::Choices(choices)) = world.interactions.get(&id).map(|i| &i.answer) else {
            return Err(DriverError::NotAnswered(line.to_owned()));
        };
        let choice =
            |choice: &Value| Choice { name: choice["name"].as_str().unwrap_or_default().to_owned(), value: choice["value"].clone() };
        Ok(choices.iter().map(choice).collect())
    }

    /// The names of the slash commands offered to this person here.
    #[must_use]
    pub fn offered_commands(&self) -> Vec<String> {
        let world = self.shared.read();
        let commands = world.commands_for(self.user, self.channel_id);
        commands.iter().filter(|command| command.kind() == 1).map(|c| c.name().to_owned()).collect()
    }

    /// Presses a button of a message (also an old one, also someone else's), by custom id or label.
    ///
    /// # Panics
    /// With the transcript, when there is no such button or the bot gives no answer.
    pub async fn press(&self, message: &Message, wanted: &str) -> Reply {
        self.expect(self.try_press(message, wanted).await)
    }

    /// As [`Member::press`].
    ///
    /// # Errors
    /// When there is no such button for them to press, or a deferred answer never comes.
    pub async fn try_press(&self, message: &Message, wanted: &str) -> Result<Reply, DriverError> {
        reply::press(&self.shared, self.place(), message, wanted).await
    }

    /// As [`Member::press`], without waiting for anything; see [`Reply::finish`].
    ///
    /// # Errors
    /// When there is no such button for them to press.
    pub fn start_press(&self, message: &Message, wanted: &str) -> Result<Reply, DriverError> {
        reply::start_press(&self.shared, self.place(), message, wanted)
    }

    /// Chooses in a menu of a message, by custom id or placeholder; options by label or value.
    ///
    /// # Panics
    /// With the transcript, when there is no such menu or option, or the bot gives no answer.
    pub async fn select(&self, message: &Message, wanted: &str, values: &[&str]) -> Reply {
        self.expect(self.try_select(message, wanted, values).await)
    }

    /// As [`Member::select`].
    ///
    /// # Errors
    /// When there is no such menu or option for them, or a deferred answer never comes.
    pub async fn try_select(&self, message: &Message, wanted: &str, values: &[&str]) -> Result<Reply, DriverError> {
        reply::select(&self.shared, self.place(), message, wanted, values).await
    }

    /// Presses a button that is not there, as a broken or hostile client could.
    ///
    /// # Errors
    /// When they do not see the message, or a deferred answer never comes.
    pub async fn press_raw(&self, message: Id, custom_id: &str) -> Result<Reply, DriverError> {
        let data = serde_json::json!({"custom_id": custom_id, "component_type": 2, "id": 1});
        self.use_raw(message, data).await
    }

    /// Sends a component interaction with any data at all.
    ///
    /// # Errors
    /// When they do not see the message, or a deferred answer never comes.
    pub async fn use_raw(&self, message: Id, data: Value) -> Result<Reply, DriverError> {
        let id = {
            let mut world = self.shared.write();
            let who = world.name_of(self.user);
            world.note(&format!("{who} sends a made-up component: {data}"));
            world.use_component(self.place(), message, data)?
        };
        self.reply(id).finish().await
    }

    /// Sends an interaction with any JSON at all: `type` and `data` are taken from it, and every other field there is
    /// is put over what the sandbox would have sent.
    ///
    /// # Errors
    /// When a deferred answer never comes.
    pub async fn interact(&self, json: Value) -> Result<Reply, DriverError> {
        self.start_interact(&json).finish().await
    }

    /// As [`Member::interact`], without waiting for anything; see [`Reply::finish`].
    #[must_use]
    pub fn start_interact(&self, json: &Value) -> Reply {
        let mut world = self.shared.write();
        let who = world.name_of(self.user);
        world.note(&format!("{who} sends a made-up interaction: {json}"));
        let kind = json["type"].as_u64().and_then(|kind| u8::try_from(kind).ok()).unwrap_or(2);
        let ask = Ask { kind, data: json["data"].clone(), ..Ask::default() };
        let id = world.ask_with(self.place(), ask, json);
        drop(world);
        self.reply(id)
    }

    /// Writes a message here, with the files at hand.
    ///
    /// # Panics
    /// With the transcript, when they may not write here.
    #[allow(clippy::unused_async, reason = "reads like everything else a member does")]
    pub async fn say(&self, content: &str) -> Message {
        self.expect(self.try_say(content, None))
    }

    /// Replies to a message.
    ///
    /// # Panics
    /// With the transcript, when they may not write here.
    #[allow(clippy::unused_async, reason = "reads like everything else a member does")]
    pub async fn reply_to(&self, message: &Message, content: &str) -> Message {
        self.expect(self.try_say(content, Some(message.id())))
    }

    /// Writes a message here, perhaps in reply to another.
    ///
    /// # Errors
    /// When they may not write here.
    pub fn try_say(&self, content: &str, replies_to: Option<Id>) -> Result<Message, DriverError> {
        let mut world = self.shared.write();
        let id = world.say(self.place(), content, &self.files, replies_to)?;
        let message = world.messages.get(&id).ok_or(ActError::UnknownMessage(id))?;
        Ok(Message::of(&world, message))
    }

    /// Reacts to a message.
    ///
    /// # Panics
    /// With the transcript, when they may not.
    #[allow(clippy::unused_async, reason = "reads like everything else a member does")]
    pub async fn react(&self, message: &Message, emoji: &str) {
        let reacted = self.shared.write().react(self.place(), message.id(), emoji);
        self.expect(reacted.map_err(DriverError::from));
    }

    /// Takes a reaction back.
    pub fn unreact(&self, message: &Message, emoji: &str) {
        self.shared.write().remove_reaction(message.id(), self.user, emoji);
    }

    fn reply(&self, interaction: Id) -> Reply {
        Reply { shared: Arc::clone(&self.shared), place: self.place(), interaction }
    }

    fn expect<T: MayFail>(&self, outcome: Result<T, DriverError>) -> T {
        reply::expect(&self.shared, outcome)
    }
}

impl Channel {
    /// The messages a member sees, those only for them among them, oldest first.
    #[must_use]
    pub fn messages_for(&self, member: &Member) -> Vec<Message> {
        let world = self.shared.read();
        world
            .messages
            .values()
            .filter(|message| message.channel_id == self.id && message.is_for(member.user))
            .map(|message| Message::of(&world, message))
            .collect()
    }
}
