//! What a person can do in Discord's client: run a command, press, choose, fill in a form, write, react.
//!
//! The driver and the page both stand on this layer, so that what a test does is what a person at the page does.
//! Everything here happens under the world's lock and is over at once; the bot's answer comes later, into the
//! [`Interaction`](crate::model::interaction::Interaction).

pub(crate) mod command;
pub(crate) mod command_line;
pub(crate) mod component;
pub(crate) mod modal;
pub(crate) mod resolve;
pub(crate) mod write;

use serde_json::{Value, json};

use crate::model::event::Event;
use crate::model::interaction::{AUTOCOMPLETE, Answer, COMMAND, COMPONENT, Interaction};
use crate::model::message::Message;
use crate::model::user::BOT_ID;
use crate::permissions;
use crate::snowflake::Id;
use crate::state::World;

/// Why someone cannot do what they want to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ActError {
    /// No such command is offered here.
    #[error("there is no command `/{name}` here; known: {known}")]
    UnknownCommand {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The command has subcommands, and none (or a wrong one) was named.
    #[error("`/{command}` has no subcommand `{name}`; known: {known}")]
    UnknownSubcommand {
        /// The command so far.
        command: String,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The command has no such option.
    #[error("`/{command}` has no option `{option}`; known: {known}")]
    UnknownOption {
        /// The command.
        command: String,
        /// What was asked for.
        option: String,
        /// What there is.
        known: String,
    },
    /// A required option was not given.
    #[error("`/{command}` needs the option `{option}`")]
    MissingOption {
        /// The command.
        command: String,
        /// What is missing.
        option: String,
    },
    /// An option's value does not suit its type or its limits; Discord's client would not send it.
    #[error("`{value}` will not do for `{option}`: {why}")]
    BadValue {
        /// The option, menu or field.
        option: String,
        /// The value.
        value: String,
        /// Why not.
        why: String,
    },
    /// There is no such button, menu or field.
    #[error("there is no {what} `{wanted}`; known: {known}")]
    UnknownComponent {
        /// Button, menu, field.
        what: &'static str,
        /// What was asked for.
        wanted: String,
        /// What there is.
        known: String,
    },
    /// It is there, but greyed out.
    #[error("`{0}` is disabled")]
    Disabled(String),
    /// They do not see the message (any more).
    #[error("message {0} is not there, or not for them to see")]
    UnknownMessage(Id),
    /// The reply is no modal.
    #[error("no modal was opened")]
    NoModal,
    /// They may not do that here.
    #[error("{who} may not {what} here")]
    NotAllowed {
        /// Who.
        who: String,
        /// What.
        what: &'static str,
    },
    /// There is no such person, channel or role.
    #[error("there is no {what} `{name}` here")]
    NoSuch {
        /// Person, channel, role, file.
        what: &'static str,
        /// The name given.
        name: String,
    },
}

/// Who does something, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Place {
    /// Who.
    pub(crate) user: Id,
    /// Where.
    pub(crate) channel_id: Id,
}

/// What is asked of the bot.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ask {
    /// The kind of interaction.
    pub(crate) kind: u8,
    /// Its data.
    pub(crate) data: Value,
    /// The message with the component.
    pub(crate) source: Option<Id>,
    /// The command's full name.
    pub(crate) command: Option<String>,
    /// Ways of installing the command comes by; empty stands for a guild's.
    pub(crate) installations: Vec<u64>,
    /// The interaction that opened the form this one sends off.
    pub(crate) opened_by: Option<Id>,
}

impl World {
    /// A message that someone has before them: it stands in the channel where they are, and is for them to see.
    pub(crate) fn message_before(&self, place: Place, message: Id) -> Result<&Message, ActError> {
        let found = self.messages.get(&message).filter(|found| found.channel_id == place.channel_id && found.is_for(place.user));
        let found = found.filter(|_| self.permissions_in(place.user, place.channel_id) & permissions::VIEW_CHANNEL != 0);
        found.ok_or(ActError::UnknownMessage(message))
    }

    /// Sends an interaction to the bot and gives its id.
    pub(crate) fn ask(&mut self, place: Place, ask: Ask) -> Id {
        self.ask_with(place, ask, &Value::Null)
    }

    /// As [`World::ask`], with other fields put over the payload.
    pub(crate) fn ask_with(&mut self, place: Place, ask: Ask, over: &Value) -> Id {
        self.forget_interactions();
        let id = self.new_id();
        let token = format!("sandbox{id:x}.{:x}", id.rotate_left(23) ^ 0x5bd1_e995_9d1b_54a7);
        let mut payload = self.interaction_json(place, &ask, id, &token);
        for (key, value) in over.as_object().into_iter().flatten() {
            payload[key] = value.clone();
        }
        let source_edits = ask.source.and_then(|id| self.messages.get(&id)).map_or(0, |m| m.edits);
        let interaction = Interaction {
            id,
            token,
            kind: ask.kind,
            payload,
            user: place.user,
            channel_id: place.channel_id,
            command: ask.command,
            answer: Answer::None,
            original: None,
            source: ask.source,
            followups: Vec::new(),
            completed: false,
            source_edits,
            opened_by: ask.opened_by,
        };
        self.interactions.insert(id, interaction);
        self.unanswered.insert(id);
        if self.held > 0 {
            self.held -= 1;
            self.note("sandbox: the interaction is held back");
            return id;
        }
        self.deliver(id);
        if self.repeats > 0 {
            self.repeats -= 1;
            self.note("sandbox: the interaction is delivered twice");
            self.deliver(id);
        }
        id
    }

    /// Sends an interaction as it is (again) to the bot.
    pub(crate) fn deliver(&mut self, interaction: Id) {
        let Some(interaction) = self.interactions.get(&interaction) else { return };
        let guild_id = self.channels.get(&interaction.channel_id).and_then(|channel| channel.guild_id);
        let mut event = Event::direct("INTERACTION_CREATE", 0, interaction.payload.clone());
        event.guild_id = guild_id;
        self.dispatch(&event);
    }

    fn interaction_json(&self, place: Place, ask: &Ask, id: Id, token: &str) -> Value {
        let channel = self.channels.get(&place.channel_id);
        let guild_id = channel.and_then(|channel| channel.guild_id);
        let bits = self.permissions_in(place.user, place.channel_id);
        let mut app_bits = match guild_id {
            Some(_) => self.permissions_in(BOT_ID, place.channel_id),
            // Of direct messages Discord tells nothing of sending, which needs no leave there, but only what may be in a message.
            None => permissions::IN_DIRECT_MESSAGES_WITH_APP,
        };
        let has_bot = guild_id.is_none_or(|id| self.guilds.get(&id).is_some_and(|guild| guild.has_bot));
        if !has_bot {
            // Answers of an application that only the user has installed may carry these.
            app_bits = permissions::EMBED_LINKS | permissions::ATTACH_FILES | permissions::USE_EXTERNAL_EMOJIS;
        }
        let mut payload = json!({
            "id": id.to_string(), "application_id": BOT_ID.to_string(), "type": ask.kind,
            "data": ask.data, "channel_id": place.channel_id.to_string(), "token": token, "version": 1,
            "locale": "en-GB", "entitlements": [], "app_permissions": app_bits.to_string(),
            "authorizing_integration_owners": self.owners(place, ask, guild_id, has_bot),
            "context": self.context_of(place.channel_id), "attachment_size_limit": 10_485_760,
        });
        if let Some(channel) = channel {
            let mut shown = self.channel_json(channel);
            shown["permissions"] = json!(bits.to_string());
            payload["channel"] = shown;
        }
        match guild_id {
            Some(guild_id) => {
                payload["guild_id"] = json!(guild_id.to_string());
                payload["guild"] = json!({"id": guild_id.to_string(), "locale": "en-US", "features": []});
                payload["guild_locale"] = json!("en-US");
                let mut member = self.member_json(guild_id, place.user).unwrap_or_default();
                member["permissions"] = json!(bits.to_string());
                payload["member"] = member;
            }
            None => payload["user"] = self.user_json(place.user),
        }
        if let Some(message) = ask.source.and_then(|id| self.messages.get(&id)) {
            payload["message"] = self.message_json(message);
        }
        payload
    }

    /// By whose leave the bot is here: a guild's, a user's, or both.
    fn owners(&self, place: Place, ask: &Ask, guild_id: Option<Id>, has_bot: bool) -> Value {
        let from_source = ask
            .source
            .and_then(|id| self.messages.get(&id))
            .and_then(|message| message.origin.as_ref())
            .and_then(|origin| self.interactions.get(&origin.interaction));
        if let Some(first) = from_source
            && !matches!(ask.kind, COMMAND | AUTOCOMPLETE)
        {
            return first.payload["authorizing_integration_owners"].clone();
        }
        let mut owners = json!({});
        let by_guild = ask.installations.is_empty() || ask.installations.contains(&0);
        if has_bot && by_guild {
            owners["0"] = json!(guild_id.map_or_else(|| "0".to_owned(), |id| id.to_string()));
        }
        let has_installed = self.users.get(&place.user).is_some_and(|user| user.has_installed);
        let by_user = has_installed && (ask.installations.contains(&1) || ask.kind == COMPONENT);
        if by_user || !has_bot {
            owners["1"] = json!(place.user.to_string());
        }
        owners
    }
}
