//! The bot's sessions: numbered events, kept for a while so that a session that lost its connection can resume.

use std::collections::{BTreeSet, VecDeque};

use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::event::Event;
use crate::snowflake::Id;

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

/// An event as it goes out: without a copy of what it tells, which for a guild is long.
#[derive(Serialize)]
struct Dispatch<'a> {
    d: &'a Value,
    op: u8,
    s: u64,
    t: &'a str,
}

impl Dispatch<'_> {
    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
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
    /// The guilds that it was told it is on and that are still to be described, one after another; of each it hears nothing before that.
    pub(crate) undescribed: BTreeSet<Id>,
    log: VecDeque<(u64, String)>,
    line: Option<UnboundedSender<Line>>,
    connection: u64,
}

impl Session {
    /// A session that begins on a connection.
    fn new(id: String, shard: (u64, u64), intents: u64, line: UnboundedSender<Line>, connection: u64) -> Self {
        Self { id, shard, intents, sequence: 0, undescribed: BTreeSet::new(), log: VecDeque::new(), line: Some(line), connection }
    }

    /// Whether a connection is up.
    pub(crate) fn is_connected(&self) -> bool {
        self.line.as_ref().is_some_and(|line| !line.is_closed())
    }

    /// Whether it is to be told of an event.
    pub(crate) fn hears(&self, event: &Event) -> bool {
        let (number, count) = self.shard;
        let mine = event.guild_id.map_or(0, |guild| (guild >> 22) % count.max(1)) == number;
        mine && (event.intent == 0 || self.intents & event.intent != 0)
    }

    /// Tells it something, and keeps it to be told again.
    pub(crate) fn push(&mut self, name: &str, data: &Value) {
        self.sequence += 1;
        let text = Dispatch { d: data, op: 0, s: self.sequence, t: name }.text();
        if let Some(line) = &self.line {
            let _ = line.send(Line::Text(text.clone()));
        }
        self.log.push_back((self.sequence, text));
        if self.log.len() > KEPT {
            self.log.pop_front();
        }
    }

    /// Describes a guild to it, unless that is done.
    pub(crate) fn describe(&mut self, guild: Id, data: &Value) {
        if self.undescribed.remove(&guild) {
            self.push("GUILD_CREATE", data);
        }
    }

    /// What it was told, the oldest first, as far back as it could be told again: the payloads as they were sent.
    pub(crate) fn told(&self) -> impl Iterator<Item = &str> {
        self.log.iter().map(|(_, text)| text.as_str())
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
    /// Whether heartbeats go unanswered.
    pub(crate) is_deaf: bool,
    connections: u64,
}

impl Gateway {
    /// Whether any session is connected.
    pub(crate) fn is_connected(&self) -> bool {
        self.sessions.iter().any(Session::is_connected)
    }

    /// Whether any bot ever was.
    pub(crate) fn has_been_connected(&self) -> bool {
        self.connections > 0
    }

    /// Begins a session on a new connection; [`Gateway::add`] keeps it when it has been told what there is. A dead one
    /// of this shard is of no use to a bot that begins anew.
    pub(crate) fn begin(&mut self, id: String, shard: (u64, u64), intents: u64, line: UnboundedSender<Line>) -> Session {
        self.connections += 1;
        self.identified += 1;
        self.sessions.retain(|session| session.shard != shard || session.is_connected());
        Session::new(id, shard, intents, line, self.connections)
    }

    /// The session that a connection carries.
    pub(crate) fn carried_by(&mut self, connection: u64) -> Option<&mut Session> {
        self.sessions.iter_mut().find(|session| session.connection == connection)
    }

    /// Keeps a session; gives the connection's number.
    pub(crate) fn add(&mut self, session: Session) -> u64 {
        let connection = session.connection;
        self.sessions.push(session);
        connection
    }

    /// Takes a session up again on a new connection and repeats what it has missed; gives the connection's number and
    /// how much that was, or nothing when the session is unknown or too far behind.
    pub(crate) fn resume(&mut self, session_id: &str, seen: u64, line: UnboundedSender<Line>) -> Option<(u64, usize)> {
        let connection = self.connections + 1;
        let session = self.sessions.iter_mut().find(|session| session.id == session_id)?;
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
        self.connections = connection;
        self.resumed += 1;
        Some((connection, count))
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

    /// Forgets all sessions, so that none can be resumed; their connections stay, and the bot may begin anew on them.
    pub(crate) fn forget_sessions(&mut self) {
        self.sessions.clear();
    }

    /// Whether a connection carries a session.
    pub(crate) fn carries(&self, connection: u64) -> bool {
        self.sessions.iter().any(|session| session.connection == connection)
    }

    /// Ends the session of a connection for good; one that has been taken up on a newer connection stays.
    pub(crate) fn end(&mut self, connection: u64) {
        self.sessions.retain(|session| session.connection != connection);
    }

    /// Forgets that a connection was there; a newer connection of the session stays.
    pub(crate) fn disconnect(&mut self, connection: u64) {
        for session in self.sessions.iter_mut().filter(|s| s.connection == connection) {
            session.line = None;
        }
    }
}
