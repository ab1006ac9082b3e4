//! Everything the sandbox knows, in one place behind one lock, and the things any part of it may ask.
//!
//! A [`World`] is changed only under its lock and never across an await; whoever changed it also tells the
//! gateway's sessions and the page, in the order of the changes. Who waits for something waits on [`Shared`].

mod attachment;
mod channel;
mod command;
mod guild;
mod interaction;
mod message;
mod posting;
mod session;
mod shown;
mod user;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::{broadcast, watch};

use crate::clock::Clock;
use crate::faults::Faults;
use crate::limit::{Limit, TokenLimits};
use crate::model::page_event::PageEvent;
use crate::model::session::Gateway;
use crate::settings::Settings;
use crate::snowflake::{Id, Snowflakes};

use crate::model::attachment::{StoredFile, Upload};
use crate::model::channel::Channel;
use crate::model::command::Command;
use crate::model::guild::Guild;
use crate::model::interaction::Interaction;
use crate::model::message::Message;
use crate::model::nonces::Nonces;
use crate::model::record::Record;
use crate::model::user::{BOT_ID, User};

/// All there is.
pub(crate) struct World {
    /// How the sandbox was set up.
    pub(crate) settings: Settings,
    /// What time it is.
    pub(crate) clock: Clock,
    /// Where the sandbox answers, as `http://127.0.0.1:PORT`.
    pub(crate) base: String,
    /// People and the bot.
    pub(crate) users: BTreeMap<Id, User>,
    /// Guilds, with their members and roles.
    pub(crate) guilds: BTreeMap<Id, Guild>,
    /// Channels, threads and direct messages.
    pub(crate) channels: BTreeMap<Id, Channel>,
    /// Messages, also those only one person sees.
    pub(crate) messages: BTreeMap<Id, Message>,
    /// Bytes of attachments.
    pub(crate) files: BTreeMap<Id, StoredFile>,
    /// Files sent by the page that no message or command has taken yet.
    pub(crate) uploads: BTreeMap<Id, Upload>,
    /// What people asked of the bot.
    pub(crate) interactions: BTreeMap<Id, Interaction>,
    /// Those of them that have no answer yet.
    pub(crate) unanswered: BTreeSet<Id>,
    /// How many of the next interactions are delivered twice.
    pub(crate) repeats: usize,
    /// How many of the next interactions are kept back until somebody delivers them.
    pub(crate) held: usize,
    /// The commands registered, global and of guilds.
    pub(crate) commands: Vec<Command>,
    /// How often commands were registered; tells apart "none" from "not yet".
    pub(crate) registrations: u64,
    /// Nonces of the last minutes, with the message they made.
    pub(crate) nonces: Nonces,
    /// Sessions of the bot.
    pub(crate) gateway: Gateway,
    /// What was ordered to go wrong.
    pub(crate) faults: Faults,
    /// How often the bot has asked in the second that is going on.
    pub(crate) limit: Limit,
    pub(crate) token_limits: TokenLimits,
    /// When old messages were edited of late, channel by channel.
    pub(crate) old_edits: BTreeMap<Id, Vec<u64>>,
    /// What has happened.
    pub(crate) record: Record,
    /// Listeners of the page.
    pub(crate) page: broadcast::Sender<PageEvent>,
    snowflakes: Snowflakes,
}

impl World {
    /// An empty world with the bot in it.
    pub(crate) fn new(settings: Settings, clock: Clock, base: String) -> Self {
        let username = settings.bot_name.clone();
        let bot = User { id: BOT_ID, username, display: None, is_bot: true, has_installed: false, is_closed: false };
        Self {
            settings,
            clock,
            base,
            users: BTreeMap::from([(BOT_ID, bot)]),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: BTreeMap::new(),
            uploads: BTreeMap::new(),
            interactions: BTreeMap::new(),
            unanswered: BTreeSet::new(),
            repeats: 0,
            held: 0,
            commands: Vec::new(),
            registrations: 0,
            nonces: Nonces::default(),
            gateway: Gateway::default(),
            faults: Faults::default(),
            limit: Limit::default(),
            token_limits: TokenLimits::default(),
            old_edits: BTreeMap::new(),
            record: Record::default(),
            page: broadcast::channel(1024).0,
            snowflakes: Snowflakes::default(),
        }
    }

    /// Milliseconds since 1970.
    pub(crate) fn now(&self) -> u64 {
        self.clock.now()
    }

    /// A new id.
    pub(crate) fn new_id(&mut self) -> Id {
        if self.settings.same_ids && !self.gateway.has_been_connected() {
            return self.snowflakes.next_of_old();
        }
        self.snowflakes.next(self.clock.now())
    }

    /// Writes a line into the transcript.
    pub(crate) fn note(&mut self, line: &str) {
        let now = self.now();
        self.record.note(now, line);
    }

    /// Tells the page; nobody need listen.
    pub(crate) fn tell_page(&self, event: PageEvent) {
        let _ = self.page.send(event);
    }

    /// The application as JSON.
    pub(crate) fn application_json(&self) -> Value {
        let bot = self.users.get(&BOT_ID).map(User::json);
        let owner = json!({"id": "1100000000000000002", "username": "owner", "discriminator": "0",
            "global_name": null, "avatar": null, "public_flags": 0});
        json!({
            "id": BOT_ID.to_string(), "name": self.settings.bot_name, "icon": null, "description": "",
            "bot_public": true, "bot_require_code_grant": false, "bot": bot, "owner": owner,
            "summary": "", "verify_key": "0".repeat(64), "team": null, "flags": 0,
            "approximate_guild_count": self.guilds.values().filter(|guild| guild.has_bot).count(),
            "integration_types_config": {"0": {}, "1": {}}, "tags": [], "hook": true,
            "redirect_uris": [], "interactions_endpoint_url": null,
        })
    }
}

/// The world behind its lock, with a bell that rings when it has changed.
pub(crate) struct Shared {
    world: Mutex<World>,
    changed: watch::Sender<u64>,
}

impl Shared {
    /// Puts a world behind its lock.
    pub(crate) fn new(world: World) -> Self {
        Self { world: Mutex::new(world), changed: watch::Sender::new(0) }
    }

    /// The world, to look at. A panic of another holder does not matter: tests panic while looking.
    pub(crate) fn read(&self) -> impl Deref<Target = World> + '_ {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The world, to change: when the guard goes, all who wait look again.
    pub(crate) fn write(&self) -> WorldGuard<'_> {
        WorldGuard { world: self.world.lock().unwrap_or_else(PoisonError::into_inner), changed: &self.changed }
    }

    /// Waits until `look` finds something, looking again after each change, for as long as `limit`.
    pub(crate) async fn wait<T>(&self, limit: Duration, mut look: impl FnMut(&World) -> Option<T>) -> Option<T> {
        let mut bell = self.changed.subscribe();
        let deadline = tokio::time::Instant::now() + limit;
        loop {
            bell.mark_unchanged();
            if let Some(found) = look(&self.read()) {
                return Some(found);
            }
            match tokio::time::timeout_at(deadline, bell.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return look(&self.read()),
            }
        }
    }
}

/// The world, held to be changed.
pub(crate) struct WorldGuard<'a> {
    world: MutexGuard<'a, World>,
    changed: &'a watch::Sender<u64>,
}

impl Deref for WorldGuard<'_> {
    type Target = World;
    fn deref(&self) -> &World {
        &self.world
    }
}

impl DerefMut for WorldGuard<'_> {
    fn deref_mut(&mut self) -> &mut World {
        &mut self.world
    }
}

impl Drop for WorldGuard<'_> {
    fn drop(&mut self) {
        self.changed.send_modify(|count| *count += 1);
    }
}
