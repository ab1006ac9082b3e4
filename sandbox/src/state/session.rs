//! What a session is told when it begins, when it is taken up again, and whenever something happens.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::World;
use crate::model::event::{self, Event};
use crate::model::page_event::PageEvent;
use crate::model::session::Line;
use crate::model::user::BOT_ID;
use crate::permissions;
use crate::snowflake::Id;

impl World {
    /// Begins a session and tells it what there is. Gives the connection's number.
    pub(crate) fn identify(&mut self, shard: (u64, u64), intents: u64, line: UnboundedSender<Line>) -> u64 {
        let session_id = format!("{:032x}", self.new_id());
        let mut session = self.gateway.begin(session_id.clone(), shard, intents, line);
        let mine: Vec<Id> = self
            .guilds
            .values()
            .filter(|guild| guild.has_bot && (guild.id >> 22) % shard.1.max(1) == shard.0)
            .map(|guild| guild.id)
            .collect();
        let unavailable: Vec<Value> = mine.iter().map(|id| json!({"id": id.to_string(), "unavailable": true})).collect();
        let resume = format!("{}/socket", self.base.replacen("http", "ws", 1));
        let ready = json!({
            "v": 10, "user": self.user_json(BOT_ID), "guilds": unavailable, "session_id": session_id,
            "resume_gateway_url": resume, "shard": [shard.0, shard.1], "session_type": "normal",
            "application": {"id": BOT_ID.to_string(), "flags": 0}, "private_channels": [],
            "relationships": [], "presences": [], "user_settings": {}, "_trace": ["sandbox"],
        });
        session.push("READY", &ready);
        if intents & event::GUILDS != 0 {
            let (all, channels) = (intents & event::GUILD_PRESENCES != 0, self.channels_by_guild());
            for guild in mine {
                let mut data = self.guild_create_json(guild, all, channels.get(&guild).map_or(&[], Vec::as_slice));
                data["unavailable"] = json!(false); // READY had said otherwise.
                session.push("GUILD_CREATE", &data);
            }
        }
        let connection = self.gateway.add(session);
        self.note(&format!("  bot connects (shard {} of {})", shard.0, shard.1));
        self.tell_page(PageEvent::bot(true));
        connection
    }

    /// Takes a session up again and repeats what it has missed; none when it is unknown or too far behind.
    pub(crate) fn resume(&mut self, session_id: &str, seen: u64, line: UnboundedSender<Line>) -> Option<u64> {
        let (connection, count) = self.gateway.resume(session_id, seen, line)?;
        self.note(&format!("  bot resumes its session; {count} missed events repeated"));
        self.tell_page(PageEvent::bot(true));
        Some(connection)
    }

    /// Tells every session that should hear of it.
    pub(crate) fn dispatch(&mut self, event: &Event) {
        let is_hidden = match (event.guild_id, event.channel_id) {
            (Some(guild), _) if event.intent != 0 && event.name != "GUILD_DELETE" => {
                let has_bot = self.guilds.get(&guild).is_some_and(|guild| guild.has_bot);
                let sees = event.channel_id.is_none_or(|channel| self.permissions_in(BOT_ID, channel) & permissions::VIEW_CHANNEL != 0);
                !has_bot || !sees
            }
            _ => false,
        };
        if is_hidden {
            return;
        }
        for session in self.gateway.sessions.iter_mut().filter(|session| session.hears(event)) {
            let data = event.data_for(session.intents);
            session.push(event.name, &data);
        }
    }
}
