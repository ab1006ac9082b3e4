//! A channel, a thread, or direct messages, as a test sees them.

use std::sync::Arc;

use super::{DriverError, Message, error};
use crate::permissions::Overwrite;
use crate::snowflake::Id;
use crate::state::{Shared, World};

/// A channel, a thread, or direct messages.
#[derive(Clone)]
pub struct Channel {
    pub(super) shared: Arc<Shared>,
    pub(super) id: Id,
}

impl std::fmt::Debug for Channel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Channel").field("id", &self.id).finish_non_exhaustive()
    }
}

/// The messages of a channel that are for all, oldest first.
fn public(world: &World, channel: Id) -> Vec<Message> {
    let messages = world.messages.values();
    messages
        .filter(|message| message.channel_id == channel && message.only_for.is_none())
        .map(|message| Message::of(world, message))
        .collect()
}

impl Channel {
    /// The id.
    #[must_use]
    pub fn id(&self) -> Id {
        self.id
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> String {
        let world = self.shared.read();
        world.channels.get(&self.id).map(|channel| channel.name.clone()).unwrap_or_default()
    }

    /// Whether it is still there.
    #[must_use]
    pub fn exists(&self) -> bool {
        self.shared.read().channels.contains_key(&self.id)
    }

    /// Whether it is an archived thread.
    #[must_use]
    pub fn is_archived(&self) -> bool {
        let world = self.shared.read();
        let thread = world.channels.get(&self.id).and_then(|channel| channel.thread.as_ref());
        thread.is_some_and(|thread| thread.archived)
    }

    /// The names of a thread's members, the bot among them.
    #[must_use]
    pub fn thread_members(&self) -> Vec<String> {
        let world = self.shared.read();
        let thread = world.channels.get(&self.id).and_then(|channel| channel.thread.as_ref());
        thread.into_iter().flat_map(|thread| thread.members.keys()).map(|id| world.name_of(*id)).collect()
    }

    /// The messages all can see, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        public(&self.shared.read(), self.id)
    }

    /// The newest message all can see.
    #[must_use]
    pub fn last_message(&self) -> Option<Message> {
        self.messages().pop()
    }

    /// The pinned messages, newest pin first.
    #[must_use]
    pub fn pins(&self) -> Vec<Message> {
        let world = self.shared.read();
        let pins = world.channels.get(&self.id).map_or(&[][..], |channel| &channel.pins);
        pins.iter().filter_map(|(id, _)| world.messages.get(id)).map(|message| Message::of(&world, message)).collect()
    }

    /// The threads of this channel, the newest last.
    #[must_use]
    pub fn threads(&self) -> Vec<Self> {
        let world = self.shared.read();
        world
            .channels
            .values()
            .filter(|channel| channel.parent_id == Some(self.id) && channel.thread.is_some())
            .map(|channel| Self { shared: Arc::clone(&self.shared), id: channel.id })
            .collect()
    }

    /// Waits for a message all can see of which this is true; those that are there already count.
    ///
    /// # Panics
    /// With the transcript, when none comes within [`Settings::patience`](crate::Settings::patience).
    pub async fn wait_for(&self, is_it: impl Fn(&Message) -> bool) -> Message {
        match self.try_wait_for(is_it).await {
            Ok(message) => message,
            Err(error) => error::fail(&self.shared, &error),
        }
    }

    /// As [`Channel::wait_for`].
    ///
    /// # Errors
    /// When none comes within [`Settings::patience`](crate::Settings::patience).
    pub async fn try_wait_for(&self, is_it: impl Fn(&Message) -> bool) -> Result<Message, DriverError> {
        let (limit, what) = {
            let world = self.shared.read();
            (world.settings.patience, format!("a message in {}", world.place_name(self.id)))
        };
        let found = self.shared.wait(limit, |world| public(world, self.id).into_iter().find(&is_it));
        found.await.ok_or(DriverError::TimedOut { what, limit })
    }

    /// Waits for a thread in this channel with this name.
    ///
    /// # Panics
    /// With the transcript, when none comes within [`Settings::patience`](crate::Settings::patience).
    pub async fn wait_for_thread(&self, name: &str) -> Self {
        let limit = self.shared.read().settings.patience;
        let found = self.shared.wait(limit, |world| {
            let mut threads = world.channels.values().rev().filter(|channel| channel.thread.is_some());
            threads.find(|t| t.parent_id == Some(self.id) && t.name == name).map(|thread| thread.id)
        });
        match found.await {
            Some(id) => Self { shared: Arc::clone(&self.shared), id },
            None => {
                let what = format!("a thread \"{name}\"");
                error::fail(&self.shared, &DriverError::TimedOut { what, limit })
            }
        }
    }

    /// Takes bits from everyone here (not from those to whom another overwrite gives them).
    pub fn deny_everyone(&self, bits: u64) {
        let mut world = self.shared.write();
        if let Some(channel) = world.channels.get_mut(&self.id)
            && let Some(everyone) = channel.guild_id
        {
            channel.overwrites.retain(|overwrite| overwrite.target != everyone);
            channel.overwrites.push(Overwrite { target: everyone, is_member: false, allow: 0, deny: bits });
        }
        world.channel_event("CHANNEL_UPDATE", self.id);
    }

    /// Closes a thread and locks it, as a moderator can.
    pub fn lock(&self) {
        self.locked(true);
    }

    /// Locks a thread that stays open, as a moderator can.
    pub fn lock_open(&self) {
        self.locked(false);
    }

    fn locked(&self, closes: bool) {
        let mut world = self.shared.write();
        if let Some(thread) = world.channels.get_mut(&self.id).and_then(|channel| channel.thread.as_mut()) {
            thread.archived |= closes;
            thread.locked = true;
        }
        world.channel_event("THREAD_UPDATE", self.id);
    }

    /// Deletes the channel, as someone with the right to can.
    pub fn delete(&self) {
        self.shared.write().delete_channel(self.id);
    }

    /// Deletes a message, as a moderator can.
    pub fn delete_message(&self, message: &Message) {
        self.shared.write().delete_message(message.id());
    }
}
