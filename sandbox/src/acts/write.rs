//! Writing messages and reacting to them.

use super::{ActError, Place};
use crate::model::attachment::Upload;
use crate::model::event::{self, Event};
use crate::model::page_event::PageEvent;
use crate::permissions as may;
use crate::snowflake::Id;
use crate::state::World;
use crate::validate::message::{Draft, File};

impl World {
    /// Writes a message.
    pub(crate) fn say(&mut self, place: Place, content: &str, files: &[Upload], replies_to: Option<Id>) -> Result<Id, ActError> {
        let bits = self.writing_bits(place.channel_id);
        self.require_bits(place, bits, "write")?;
        self.require_unlocked(place)?;
        if let Some(replied) = replies_to {
            self.message_before(place, replied)?;
        }
        let files: Vec<File> = files.iter().map(|upload| File::New { upload: upload.clone(), description: None }).collect();
        let draft = Draft {
            content: Some(content.to_owned()),
            files: Some(files),
            replies_to: replies_to.map(|id| (id, true)),
            ..Draft::default()
        };
        let who = self.name_of(place.user);
        let place_name = self.place_name(place.channel_id);
        self.note(&format!("{who} in {place_name}: {content}"));
        let message = self.compose(place.channel_id, place.user, draft);
        Ok(self.post(message))
    }

    /// Reacts to a message.
    pub(crate) fn react(&mut self, place: Place, message: Id, emoji: &str) -> Result<(), ActError> {
        let found = self.messages.get(&message).filter(|message| message.only_for.is_none());
        let channel_id = found.ok_or(ActError::UnknownMessage(message))?.channel_id;
        let place = Place { user: place.user, channel_id };
        self.require_bits(place, may::ADD_REACTIONS, "react")?;
        let who = self.name_of(place.user);
        self.note(&format!("{who} reacts with {emoji}"));
        self.add_reaction(message, place.user, emoji);
        Ok(())
    }

    /// Shows that someone types.
    pub(crate) fn type_in(&mut self, place: Place) {
        let Some(channel) = self.channels.get(&place.channel_id) else { return };
        let mut data = serde_json::json!({"channel_id": channel.id.to_string(),
            "user_id": place.user.to_string(), "timestamp": self.now() / 1000});
        let guild_id = channel.guild_id;
        if let Some(guild) = guild_id {
            data["guild_id"] = serde_json::json!(guild.to_string());
        }
        let intent = channel.intent(event::GUILD_TYPING, event::DIRECT_TYPING);
        let mut event = Event::direct("TYPING_START", intent, data);
        event.guild_id = guild_id;
        self.dispatch(&event);
        self.tell_page(PageEvent::typing(place.channel_id, place.user));
    }

    /// Refuses to write in a locked thread, but for who may manage threads.
    fn require_unlocked(&self, place: Place) -> Result<(), ActError> {
        let thread = self.channels.get(&place.channel_id).and_then(|channel| channel.thread.as_ref());
        if thread.is_some_and(|thread| thread.locked) { self.require_bits(place, may::MANAGE_THREADS, "write") } else { Ok(()) }
    }

    fn require_bits(&self, place: Place, bits: u64, what: &'static str) -> Result<(), ActError> {
        if self.permissions_in(place.user, place.channel_id) & bits == bits {
            Ok(())
        } else {
            Err(ActError::NotAllowed { who: self.name_of(place.user), what })
        }
    }
}
