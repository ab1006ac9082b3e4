//! Servers that the umpire is removed from, and invited back to: what it owes there rests meanwhile, and goes on afterwards.
//!
//! That it was removed stands in the journal, with when all of the server is deleted; the purge does that. A server that Discord has lost for a
//! while is no such server. What happened while no umpire ran is seen when it connects: Discord names then every server it is on.
//!
//! It also tells of each of them at length, all at once. Of that only the id is kept, and noted by a worker, many at a time: thousands of servers
//! that waited for each other with all that was told of them would fill the memory, and whoever asks first would wait for them.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use poise::serenity_prelude as serenity;
use serenity::{FullEvent, Http, Ready, UnavailableGuild};
use tokio::sync::Notify;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::discord::sight;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::ids::GuildId;
use crate::model::shards::{Shards, shard_of};
use crate::workers::outbox::Outbox;

/// How much of what Discord has said is noted at a time.
const AT_A_TIME: usize = 1_000;

/// What Discord says of the servers that the umpire is on.
enum Said {
    /// It was removed from one.
    Gone(GuildId),
    /// It is on one.
    There(GuildId),
    /// It is on these and no other, of those that this line to Discord hears of: the line's number, of so many.
    Connected { shard: Option<(u32, u32)>, there: BTreeSet<GuildId> },
}

impl Said {
    /// What an event says of it, if it does.
    fn by(event: &FullEvent) -> Option<Self> {
        match event {
            FullEvent::GuildDelete { incomplete, .. } if was_removed(incomplete) => Some(Self::Gone(incomplete.id.into())),
            FullEvent::GuildCreate { guild, .. } => Some(Self::There(guild.id.into())),
            FullEvent::Ready { data_about_bot } => Some(Self::connected(data_about_bot)),
            _ => None,
        }
    }

    fn connected(ready: &Ready) -> Self {
        let shard = ready.shard.map(|shard| (shard.id.0, shard.total));
        Self::Connected { shard, there: ready.guilds.iter().map(|guild| guild.id.into()).collect() }
    }
}

/// Notes which servers the umpire is on.
pub struct Departures {
    journal: Journal,
    outbox: Arc<Outbox>,
    /// Seconds for which the games of a server are kept after the umpire was removed from it.
    keeps: i64,
    /// The lines to Discord of this process.
    lines: Shards,
    /// Those on which it has said where the umpire is since the start.
    heard: Mutex<BTreeSet<u32>>,
    /// Told when the last of them has been heard of.
    known: Notify,
    /// What Discord has said and is not noted yet.
    said: UnboundedSender<Said>,
    /// Where the worker takes it from.
    to_note: tokio::sync::Mutex<UnboundedReceiver<Said>>,
}

impl Departures {
    /// What is noted in this journal, and stops and starts this outbox; Discord says on these lines where the umpire is.
    #[must_use]
    pub fn new(journal: Journal, outbox: Arc<Outbox>, lines: Shards, keeps: i64) -> Self {
        let (said, to_note) = unbounded_channel();
        Self { journal, outbox, keeps, lines, heard: Mutex::default(), known: Notify::new(), said, to_note: to_note.into() }
    }

    /// Whether Discord has said since the start, on every line of this process, where the umpire is: until then it may have been invited back without its knowing, and
    /// nothing is deleted.
    #[must_use]
    pub fn are_known(&self) -> bool {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).len() >= self.lines.count() as usize
    }

    /// Waits until Discord has said where the umpire is, once for each time it does.
    pub async fn become_known(&self) {
        self.known.notified().await;
    }

    /// Has noted what an event says of the servers that the umpire is on.
    pub fn heed(&self, event: &FullEvent) {
        if let Some(said) = Said::by(event) {
            // Nobody takes it once the umpire stops; it is said again at the next start.
            let _ = self.said.send(said);
        }
    }

    /// Notes what Discord says, until the umpire stops. Events come in whatever order: so before something is changed Discord is asked whether it
    /// is still so, and what is not so any more is not noted.
    pub async fn run(self: Arc<Self>, http: Arc<Http>) {
        let mut to_note = self.to_note.lock().await;
        let (mut said, mut removed_from) = (Vec::new(), None);
        while to_note.recv_many(&mut said, AT_A_TIME).await > 0 {
            if let Err(error) = self.note(&said, &mut removed_from, &http).await {
                tracing::error!(%error, "it was not noted which servers the umpire is on");
            }
            said.clear();
        }
    }

    /// Notes all of it, as far as the journal can be read and written. Where the umpire was removed from is read once, and anew after whatever
    /// may have changed it: only here is it noted, and of a server whose games are deleted meanwhile Discord is asked in vain at worst.
    async fn note(&self, said: &[Said], removed_from: &mut Option<BTreeSet<GuildId>>, http: &Http) -> Result<(), JournalError> {
        let mut outcome = Ok(());
        for said in said {
            let known = match removed_from.take() {
                Some(known) => known,
                None => self.journal.departures().await?,
            };
            let noted = match said {
                Said::Gone(guild) => self.said_to_be_gone(*guild, http).await,
                // Discord names every server at every start: it is asked only of one that the umpire was removed from.
                Said::There(guild) if known.contains(guild) => self.said_to_be_there(*guild, http).await,
                Said::There(_) => {
                    *removed_from = Some(known);
                    continue;
                }
                Said::Connected { shard, there } => self.connected(*shard, there, http).await,
            };
            outcome = noted.and(outcome);
        }
        outcome
    }

    async fn said_to_be_gone(&self, guild: GuildId, http: &Http) -> Result<(), JournalError> {
        if sight::is_on(http, guild).await == Some(true) {
            return Ok(());
        }
        self.departed(guild).await
    }

    async fn said_to_be_there(&self, guild: GuildId, http: &Http) -> Result<(), JournalError> {
        if sight::is_on(http, guild).await == Some(false) {
            return Ok(());
        }
        self.returned(guild).await
    }

    async fn departed(&self, guild: GuildId) -> Result<(), JournalError> {
        if self.journal.departed(guild, self.journal.now() + self.keeps).await? {
            tracing::info!(server = %guild, "the umpire was removed from a server: what is owed there rests");
        }
        Ok(())
    }

    async fn returned(&self, guild: GuildId) -> Result<(), JournalError> {
        if self.journal.returned(guild).await? {
            tracing::info!(server = %guild, "the umpire is on a server again: what is owed there goes on");
            self.outbox.look_again().await;
        }
        Ok(())
    }

    /// Notes which servers it was removed from, and invited to, while no umpire was connected. What was said since may have been heard
    /// before.
    async fn connected(&self, shard: Option<(u32, u32)>, there: &BTreeSet<GuildId>, http: &Http) -> Result<(), JournalError> {
        for guild in self.journal.servers().await?.into_iter().filter(|guild| is_of_shard(*guild, shard)) {
            if !there.contains(&guild) {
                self.said_to_be_gone(guild, http).await?;
            }
        }
        for guild in self.journal.departures().await?.intersection(there) {
            self.said_to_be_there(*guild, http).await?;
        }
        let line = shard.map_or(0, |(line, _)| line);
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).insert(line);
        if self.are_known() {
            self.known.notify_one();
        }
        Ok(())
    }
}

/// Whether the umpire was removed from a server that is not there any more; else it is Discord that has lost it for a while.
const fn was_removed(guild: &UnavailableGuild) -> bool {
    !guild.unavailable
}

/// Whether it is this line to Discord that hears of a server: the line's number, of so many.
fn is_of_shard(guild: GuildId, shard: Option<(u32, u32)>) -> bool {
    shard.is_none_or(|(id, total)| shard_of(guild, total) == id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::client::{answering, http, line};
    use crate::discord::edits::Edits;
    use crate::drawing::atlas::Atlas;
    use crate::journal::filled::{by_hand, filled};
    use crate::model::shards::Shards;
    use crate::settings::Token;
    use crate::table::rooms::Rooms;
    use crate::workers::board::Noticeboard;
    use sandbox::Sandbox;

    /// What notes where the umpire is in this journal, and asks this Discord.
    fn noting(journal: &Journal, discord: &Sandbox) -> (Departures, Arc<Http>) {
        let (line, token) = (line().unwrap(), Token::new(discord.token()));
        let http = Arc::new(http(&line, &token, Some(discord.base())));
        let edits = Arc::new(Edits::new(Arc::clone(&http), answering(&line, &token, Some(discord.base())), Shards::all(1)));
        let (rooms, atlas) = (Rooms::new(journal.clone(), Vec::new()), Arc::new(Atlas::drawing(1)));
        let noticeboard = Arc::new(Noticeboard::new(rooms.clone(), Arc::clone(&atlas), Arc::clone(&http), Arc::clone(&edits)));
        let outbox = Arc::new(Outbox::new(rooms, atlas, noticeboard, Arc::clone(&http), edits));
        (Departures::new(journal.clone(), outbox, "0/1".parse().unwrap(), 100), http)
    }

    #[tokio::test]
    async fn what_was_so_when_discord_said_it_and_is_so_no_more_is_not_noted_in_whatever_order_it_is_heard() {
        let discord = Sandbox::start(sandbox::Settings::default()).await.unwrap();
        let (on, off) = (discord.guild("On"), discord.guild_without_bot("Off"));
        let (on_it, off_it) = (GuildId(on.id()), GuildId(off.id()));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("umpire.db");
        filled(&path, &[1, 2], 0).await;
        let as_on_discord =
            format!("UPDATE campaigns SET guild = CASE guild WHEN 1 THEN {on_it} ELSE {off_it} END; DELETE FROM departures");
        by_hand(&path, &as_on_discord).await;
        let journal = Journal::open(&path).await.unwrap();
        let (departures, http) = noting(&journal, &discord);
        let mut removed_from = None;
        let mut noted = async |said: Said| {
            departures.note(&[said], &mut removed_from, &http).await.unwrap();
            journal.departures().await.unwrap()
        };
        let connected = |there: &[GuildId]| Said::Connected { shard: None, there: there.iter().copied().collect() };
        let (nowhere, one) = (BTreeSet::new(), BTreeSet::from([off_it]));
        // It was invited to the one since it connected, and removed from the other.
        assert_eq!(noted(connected(&[off_it])).await, nowhere, "it is on it by now");
        assert_eq!(noted(Said::There(on_it)).await, nowhere, "it was not removed from it");
        assert_eq!(noted(Said::Gone(off_it)).await, one);
        assert_eq!(noted(connected(&[on_it, off_it])).await, one, "it is on it no more");
        assert_eq!(noted(Said::There(off_it)).await, one, "nor here");
        assert_eq!(noted(Said::Gone(on_it)).await, one, "it was invited back");
        assert_eq!(noted(connected(&[on_it])).await, one);
        off.add_bot();
        assert_eq!(noted(Said::There(off_it)).await, nowhere);
        off.remove_bot();
        assert_eq!(noted(connected(&[on_it])).await, one, "that it was removed was never said");
        off.add_bot();
        assert_eq!(noted(connected(&[on_it, off_it])).await, nowhere, "nor that it was invited");
        journal.close().await;
    }

    #[test]
    fn of_several_lines_to_discord_each_server_is_heard_of_on_one() {
        let heard = |guild, total| (0..total).filter(|id| is_of_shard(GuildId(guild), Some((*id, total)))).collect::<Vec<_>>();
        assert_eq!((heard(5 << 22, 1), heard(5 << 22 | 77, 3), heard(6 << 22, 3)), (vec![0], vec![2], vec![0]));
        assert!(is_of_shard(GuildId(1), None));
    }

    #[test]
    fn an_outage_of_discords_is_no_removal() {
        let told = |told| was_removed(&serde_json::from_value(told).unwrap());
        assert!(told(serde_json::json!({"id": "7"})) && told(serde_json::json!({"id": "7", "unavailable": false})));
        assert!(!told(serde_json::json!({"id": "7", "unavailable": true})));
    }
}
