//! The bot's sessions: numbered events, kept for a while so that a session that lost its connection can resume.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::event::{self, Event};
use crate::page::event::PageEvent;
use crate::snowflake::Id;
use crate::state::{BOT_ID, World};

/// How many events a session can be given again.
const KEPT: usize = 2000;

/// What goes out on a connection.
#[derive(Debug)]
pub(crate) enum Line {
    /// A payload.
    Text(String),
    /// A close frame with Discord's code.
    Close(u16, &'static str),
    /// No close frame: the connection is just gone.
    Drop,
}

/// A session: it outlives its connections.
#[derive(Debug)]
pub(crate) struct Session {
    /// The id the bot resumes with.
    pub(crate) id: String,
    /// Its number and the count of shards.
    pub(crate) shard: (u64, u64),
    /// What it wants to hear.
    pub(crate) intents: u64,
    /// The number of the last event.
    pub(crate) sequence: u64,
    log: VecDeque<(u64, String)>,
    line: Option<UnboundedSender<Line>>,
    connection: u64,
}

impl Session {
    /// Whether a connection is up.
    pub(crate) fn is_connected(&self) -> bool {
        self.line.as_ref().is_some_and(|line| !line.is_closed())
    }

    fn hears(&self, event: &Event) -> bool {
        let (number, count) = self.shard;
        let mine = event.guild_id.map_or(0, |guild| (guild >> 22) % count.max(1)) == number;
        mine && (event.intent == 0 || self.intents & event.intent != 0)
    }

    fn push(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let text = json!({"op": 0, "t": name, "s": self.sequence, "d": data}).to_string();
        if let Some(line) = &self.line {
            let _ = line.send(Line::Text(text.clone()));
        }
        self.log.push_back((self.sequence, text));
        if self.log.len() > KEPT {
            self.log.pop_front();
        }
    }
}

/// All sessions.
#[derive(Debug, Default)]
pub(crate) struct Gateway {
    /// Sessions, connected or waiting to be resumed.
    pub(crate) sessions: Vec<Session>,
    /// How often a bot has identified.
    pub(crate) identified: u64,
    /// How often a session was resumed.
    pub(crate) resumed: u64,
    connections: u64,
}

impl Gateway {
    /// Whether any session is connected.
    pub(crate) fn is_connected(&self) -> bool {
        self.sessions.iter().any(Session::is_connected)
    }

    /// Sends something on every connection. After [`Line::Drop`] or [`Line::Close`] the sessions remain.
    pub(crate) fn send_all(&mut self, make: impl Fn() -> Line) {
        for session in &mut self.sessions {
            let line = make();
            let ends = !matches!(line, Line::Text(_));
            if let Some(sender) = &session.line {
                let _ = sender.send(line);
            }
            if ends {
                session.line = None;
            }
        }
    }

    /// Forgets all sessions, so that none can be resumed; their connections stay until the bot closes them.
    pub(crate) fn forget_sessions(&mut self) {
        for session in &mut self.sessions {
            session.id.clear();
        }
    }

    /// Forgets that a connection was there; a newer connection of the session stays.
    pub(crate) fn disconnect(&mut self, connection: u64) {
        for session in self.sessions.iter_mut().filter(|s| s.connection == connection) {
            session.line = None;
        }
    }
}

impl World {
    /// Begins a session and tells it what there is. Gives the connection's number.
    pub(crate) fn identify(&mut self, shard: (u64, u64), intents: u64, line: UnboundedSender<Line>) -> u64 {
        let session_id = format!("{:032x}", self.new_id());
        self.gateway.connections += 1;
        self.gateway.identified += 1;
        let connection = self.gateway.connections;
        // A dead session of this shard is of no use to a bot that begins anew.
        self.gateway.sessions.retain(|session| session.shard != shard || session.is_connected());
        let mut session =
            Session { id: session_id.clone(), shard, intents, sequence: 0, log: VecDeque::new(), line: Some(line), connection };
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
            for guild in mine {
                let all = intents & event::GUILD_PRESENCES != 0;
                let mut data = self.guild_create_json(guild, all);
                data["unavailable"] = json!(false); // READY had said otherwise.
                session.push("GUILD_CREATE", &data);
            }
        }
        self.gateway.sessions.push(session);
        self.note(&format!("  bot connects (shard {} of {})", shard.0, shard.1));
        self.tell_page(PageEvent::bot(true));
        connection
    }

    /// Takes a session up again and repeats what it has missed; none when it is unknown or too far behind.
    pub(crate) fn resume(&mut self, session_id: &str, seen: u64, line: UnboundedSender<Line>) -> Option<u64> {
        let connection = self.gateway.connections + 1;
        let session = self.gateway.sessions.iter_mut().find(|session| session.id == session_id)?;
        let oldest = session.log.front().map_or(session.sequence + 1, |(number, _)| *number);
        if seen > session.sequence || seen + 1 < oldest {
            return None;
        }
        let missed: Vec<&String> = session.log.iter().filter(|(number, _)| *number > seen).map(|(_, text)| text).collect();
        let count = missed.len();
        for text in missed {
            let _ = line.send(Line::Text(text.clone()));
        }
        session.line = Some(line);
        session.connection = connection;
        session.push("RESUMED", &json!({"_trace": ["sandbox"]}));
        self.gateway.connections = connection;
        self.gateway.resumed += 1;
        self.note(&format!("  bot resumes its session; {count} missed events repeated"));
        self.tell_page(PageEvent::bot(true));
        Some(connection)
    }

    /// Tells every session that should hear of it.
    pub(crate) fn dispatch(&mut self, event: &Event) {
        let is_hidden = match (event.guild_id, event.channel_id) {
            (Some(guild), _) if event.intent != 0 && event.name != "GUILD_DELETE" => {
                let has_bot = self.guilds.get(&guild).is_some_and(|guild| guild.has_bot);
                let sees =
                    event.channel_id.is_none_or(|channel| self.permissions_in(BOT_ID, channel) & crate::permissions::VIEW_CHANNEL != 0);
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
