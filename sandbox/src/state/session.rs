//! What a session is told when it begins, when it is taken up again, and whenever something happens.
//!
//! The guilds that a bot is on are described to it lazily, as Discord does: some at once, the others while it listens, and one on which
//! something happens before that is told.

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::World;
use crate::model::channel::Channel;
use crate::model::event::{self, Event};
use crate::model::page_event::PageEvent;
use crate::model::session::{Line, Session};
use crate::model::user::BOT_ID;
use crate::permissions;
use crate::snowflake::Id;

/// How many guilds are described before something else may be said.
const DESCRIBED_AT_ONCE: usize = 250;

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
            session.undescribed.extend(mine);
        }
        let connection = self.gateway.add(session);
        self.describe_some(connection);
        self.note(&format!("  bot connects (shard {} of {})", shard.0, shard.1));
        self.tell_page(PageEvent::bot(true));
        connection
    }

    /// Describes some of the guilds to the session of a connection that are still to be described; whether that leaves others.
    pub(crate) fn describe_some(&mut self, connection: u64) -> bool {
        let Some(session) = self.gateway.carried_by(connection) else { return false };
        let some: Vec<Id> = session.undescribed.iter().copied().take(DESCRIBED_AT_ONCE).collect();
        if some.is_empty() {
            return false;
        }
        let (intents, leaves_others) = (session.intents, some.len() < session.undescribed.len());
        let channels = self.channels_by_guild();
        let of = |guild: Id| (guild, self.described(guild, intents, channels.get(&guild).map_or(&[], Vec::as_slice)));
        let described: Vec<(Id, Value)> = some.into_iter().map(of).collect();
        if let Some(session) = self.gateway.carried_by(connection) {
            described.iter().for_each(|(guild, data)| session.describe(*guild, data));
        }
        leaves_others
    }

    /// What a session with these intents is told of a guild that READY called unavailable.
    fn described(&self, guild: Id, intents: u64, channels: &[&Channel]) -> Value {
        let mut data = self.guild_create_json(guild, intents & event::GUILD_PRESENCES != 0, channels);
        data["unavailable"] = json!(false);
        data
    }

    /// Describes a guild to those who are to hear of something on it and were not told what it is.
    fn describe_before(&mut self, event: &Event, guild: Id) {
        // It is described by the one, and gone with the other.
        if matches!(event.name, "GUILD_CREATE" | "GUILD_DELETE") {
            self.gateway.sessions.iter_mut().for_each(|session| _ = session.undescribed.remove(&guild));
            return;
        }
        let waits = |session: &&Session| session.undescribed.contains(&guild) && session.hears(event);
        let intents: Vec<u64> = self.gateway.sessions.iter().filter(waits).map(|session| session.intents).collect();
        for intents in intents {
            let data = self.described(guild, intents, &self.channels_of(guild));
            let alike = |session: &&mut Session| session.intents == intents && session.hears(event);
            self.gateway.sessions.iter_mut().filter(alike).for_each(|session| session.describe(guild, &data));
        }
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
        if let Some(guild) = event.guild_id {
            self.describe_before(event, guild);
        }
        for session in self.gateway.sessions.iter_mut().filter(|session| session.hears(event)) {
            let data = event.data_for(session.intents);
            session.push(event.name, &data);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by it")]

    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::clock::Clock;
    use crate::settings::Settings;

    /// A world with so many guilds, each with a channel, and its guilds.
    fn world(guilds: usize) -> (World, Vec<Id>) {
        let mut world = World::new(Settings::default(), Clock::default(), "http://127.0.0.1:1".to_owned());
        let guilds: Vec<Id> = (0..guilds).map(|number| world.make_guild(&format!("Guild {number}"), true)).collect();
        guilds.iter().for_each(|guild| _ = world.make_channel(*guild, "general"));
        (world, guilds)
    }

    /// What a connection was told since this was asked last: the name of each event, and the guild it is about.
    fn told(lines: &mut tokio::sync::mpsc::UnboundedReceiver<Line>) -> Vec<(String, Option<Id>)> {
        let mut told = Vec::new();
        while let Ok(line) = lines.try_recv() {
            let Line::Text(text) = line else { continue };
            let payload: Value = serde_json::from_str(&text).unwrap();
            let data = &payload["d"];
            let guild = data.get("guild_id").or_else(|| data.get("id")).and_then(crate::snowflake::from_json);
            told.push((payload["t"].as_str().unwrap_or_default().to_owned(), guild));
        }
        told
    }

    #[test]
    fn a_bot_on_many_guilds_hears_of_one_that_something_happens_on_while_others_are_still_to_be_described() {
        let (mut world, guilds) = world(2 * DESCRIBED_AT_ONCE + 10);
        let (line, mut lines) = unbounded_channel();
        let connection = world.identify((0, 1), event::GUILDS, line);
        let first = told(&mut lines);
        assert_eq!((first[0].0.as_str(), first.len()), ("READY", 1 + DESCRIBED_AT_ONCE));
        let last = *guilds.last().unwrap();
        world.make_channel(last, "general");
        assert_eq!(told(&mut lines), [], "nothing new was made there");
        world.make_channel(last, "orders");
        world.make_channel(guilds[0], "orders");
        let happened: Vec<_> = [("GUILD_CREATE", last), ("CHANNEL_CREATE", last), ("CHANNEL_CREATE", guilds[0])].into();
        assert_eq!(told(&mut lines), happened.into_iter().map(|(name, guild)| (name.to_owned(), Some(guild))).collect::<Vec<_>>());
        // One that the bot has left meanwhile is not described any more.
        let left = guilds[guilds.len() - 2];
        world.remove_bot(left);
        assert_eq!(told(&mut lines), [("GUILD_DELETE".to_owned(), Some(left))]);
        assert!(world.describe_some(connection) && !world.describe_some(connection) && !world.describe_some(connection));
        let mut described: Vec<Id> = first.into_iter().skip(1).chain(told(&mut lines)).filter_map(|(_, guild)| guild).collect();
        assert_eq!(described.len(), guilds.len() - 2);
        described.dedup();
        assert_eq!(
            described,
            guilds.iter().copied().filter(|guild| ![last, left].contains(guild)).collect::<Vec<_>>(),
            "each of them once"
        );
    }

    #[test]
    fn a_session_that_is_resumed_has_the_rest_of_its_guilds_described() {
        let (mut world, guilds) = world(DESCRIBED_AT_ONCE + 1);
        let (line, mut lines) = unbounded_channel();
        let connection = world.identify((0, 1), event::GUILDS, line);
        let session = world.gateway.sessions[0].id.clone();
        told(&mut lines);
        world.gateway.disconnect(connection);
        let (line, mut lines) = unbounded_channel();
        let again = world.resume(&session, world.gateway.sessions[0].sequence, line).unwrap();
        assert!(!world.describe_some(again));
        assert_eq!(told(&mut lines), [("RESUMED".to_owned(), None), ("GUILD_CREATE".to_owned(), guilds.last().copied())]);
        // Who asks for nothing about guilds is told none.
        let (line, mut lines) = unbounded_channel();
        let connection = world.identify((0, 1), 0, line);
        assert!(!world.describe_some(connection) && told(&mut lines).len() == 1);
    }
}
