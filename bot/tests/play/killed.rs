//! The umpire's own program under load from several servers, killed at random moments: whatever was acknowledged is in the journal once, every
//! despatch in its channel once, every board true, every game proved. `KILLS` says how often it is killed, `KILLS_SEED` from which seed
//! on. What the other files of kills look at is here too.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::campaign::State;
use sandbox::{Channel, Guild, Member, Message};
use umpire::journal::store::Journal;
use umpire::model::ids::CampaignId;
use umpire::table::tables::Tables;

use crate::table::{EXAMPLE_OF_PLAY, Table, is_board};

/// A row of the journal: its number, the interaction that wrote it, what was ordered and what happened.
pub(crate) type Row = (i64, i64, String, String);

/// Numbers that look like chance and are the same in every run.
pub(crate) struct Chance(u64);

impl Chance {
    /// Numbers from a seed on.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % most
    }

    /// A place among so many.
    pub(crate) fn at(&mut self, many: usize) -> usize {
        self.below(many as u64) as usize
    }
}

pub(crate) fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

async fn pool(table: &Table) -> sqlx::SqlitePool {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(table.database()).read_only(true);
    sqlx::SqlitePool::connect_with(options).await.unwrap()
}

/// The rows of all games.
pub(crate) async fn rows(table: &Table) -> Vec<Row> {
    let pool = pool(table).await;
    let rows = sqlx::query_as("SELECT revision, interaction, entry, events FROM journal ORDER BY revision").fetch_all(&pool).await.unwrap();
    pool.close().await;
    rows
}

async fn rows_of(table: &Table, campaign: i64) -> Vec<Row> {
    let pool = pool(table).await;
    let rows = sqlx::query_as("SELECT revision, interaction, entry, events FROM journal WHERE campaign = ? ORDER BY revision");
    let rows = rows.bind(campaign).fetch_all(&pool).await.unwrap();
    pool.close().await;
    rows
}

/// The button that is the usual next step: its custom id.
pub(crate) fn usual(message: &Message) -> Option<String> {
    message.components().iter().filter(|component| component.style == Some(1)).find_map(|button| button.custom_id.clone())
}

pub(crate) fn general(table: &Table) -> Channel {
    table.guild.channel("general")
}

/// What was said in the channel and in its threads.
pub(crate) fn said(table: &Table) -> Vec<Message> {
    said_on(&table.guild)
}

fn said_on(guild: &Guild) -> Vec<Message> {
    let channel = guild.channel("general");
    let threads = channel.threads();
    std::iter::once(channel).chain(threads).flat_map(|channel| channel.messages()).collect()
}

/// The board, wherever it stands: the latest that is one still.
pub(crate) fn board(table: &Table) -> Option<Message> {
    said(table).into_iter().rev().find(is_board)
}

/// Waits until all that was ordered has been told and the board shows it; then holds the journal against itself and the channel against
/// the journal.
pub(crate) async fn all_is_well(table: &Table) {
    all_is_well_on(table, &table.guild, 1).await;
}

/// The same of the game of one server.
async fn all_is_well_on(table: &Table, guild: &Guild, campaign: i64) {
    let pool = pool(table).await;
    let one = async |query: &'static str| -> i64 { sqlx::query_scalar(query).bind(campaign).fetch_one(&pool).await.unwrap() };
    let waiting = "SELECT count(*) FROM outbox WHERE message IS NULL AND failed IS NULL AND campaign = ?";
    table.until("all is told", async || one(waiting).await == 0).await;
    let revision = one("SELECT revision FROM campaigns WHERE id = ?").await;
    table.until("the board shows it", async || one("SELECT max(revision) FROM boards WHERE campaign = ?").await == revision).await;
    let rows = rows_of(table, campaign).await;
    assert!(rows.iter().map(|row| row.0).eq(1..=revision), "no row is missing, none is there twice");
    // What one interaction did stands together: it was written once.
    let mut seen = BTreeSet::new();
    for pair in rows.windows(2) {
        if pair[0].1 != pair[1].1 {
            assert!(seen.insert(pair[0].1), "interaction {} was carried out twice", pair[0].1);
        }
    }
    assert!(rows.last().is_none_or(|row| !seen.contains(&row.1)));
    assert_eq!(one("SELECT count(*) FROM outbox WHERE failed IS NOT NULL AND campaign = ?").await, 0);
    // Each message of the channel is one that the outbox knows, or a board, or the seal of the dice; and each that the outbox knows is there.
    let all = async |query: &'static str| -> Vec<i64> { sqlx::query_scalar(query).bind(campaign).fetch_all(&pool).await.unwrap() };
    let told = all("SELECT DISTINCT message FROM outbox WHERE campaign = ?").await;
    let besides = "SELECT message FROM boards WHERE campaign = ?1 AND message IS NOT NULL UNION SELECT message FROM old_boards WHERE \
                   campaign = ?1 UNION SELECT seal_message FROM campaigns WHERE id = ?1 AND seal_message IS NOT NULL";
    let besides = all(besides).await;
    let there: BTreeSet<i64> =
        said_on(guild).iter().filter(|message| !message.is_ephemeral()).map(|message| message.id().cast_signed()).collect();
    let known: BTreeSet<i64> = told.iter().chain(&besides).copied().collect();
    assert!(there.is_subset(&known), "posted twice: {:?}\n{}", there.difference(&known), table.sandbox.transcript());
    assert!(told.iter().all(|message| there.contains(message)), "told and not there\n{}", table.sandbox.transcript());
    pool.close().await;
    // The board shows the journal's position, which is what the journal's events come to.
    let shown = said_on(guild).into_iter().rev().find(is_board).unwrap();
    assert!(shown.text().contains(&format!("· No. {revision}")), "row {revision}: {}", shown.text());
    let turns =
        said_on(guild).iter().filter(|message| !is_board(message)).flat_map(|message| headings(&message.text())).collect::<Vec<_>>();
    let distinct: BTreeSet<&String> = turns.iter().collect();
    assert_eq!(distinct.len(), turns.len(), "a turn is begun twice: {turns:?}");
}

/// The turns that begin in a message.
fn headings(text: &str) -> Vec<String> {
    text.lines().filter(|line| line.starts_with("**Turn ")).map(|line| line.trim().to_owned()).collect()
}

/// Servers that play at the same time.
const SERVERS: [&str; 3] = ["The Officers' Mess", "The Second Battalion", "The Camel Corps"];
/// Kills in one sitting; then everybody begins anew.
const SITTING: u64 = 40;

/// Gives orders one after another, any that is offered, until it is ended; notes the interaction of each that the umpire has carried out.
async fn plays(member: Member, mut chance: Chance, acknowledged: Arc<Mutex<Vec<u64>>>) {
    loop {
        let mut lines = Vec::new();
        for line in ["/turn order:", "/move order:", "/battle order order:"] {
            let offered = member.try_complete(line).await.unwrap_or_default();
            lines.extend(offered.iter().filter_map(|choice| choice.value.as_str()).map(|key| format!("{line}{key}")));
        }
        if lines.is_empty() {
            // The umpire is away, or asks nothing.
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        }
        let line = &lines[chance.below(lines.len() as u64) as usize];
        // The channel tells of what was carried out: that it is done is taken back then.
        if let Ok(reply) = member.try_run(line).await
            && reply.failure().is_none()
            && reply.try_message().is_none_or(|answer| answer.text() == "Done.")
        {
            acknowledged.lock().unwrap().push(reply.interaction_id());
        }
    }
}

/// The numbers of the journal that are named in what was said.
fn numbers(said: &[Message]) -> Vec<i64> {
    let digits = |rest: &str| rest.split(|letter: char| !letter.is_ascii_digit()).next().and_then(|digits| digits.parse().ok());
    said.iter().map(Message::text).flat_map(|text| text.split("No. ").skip(1).filter_map(digits).collect::<Vec<i64>>()).collect()
}

/// Plays on all servers with so many kills, at moments that the seed says.
async fn sitting(kills: u64, seed: u64) {
    let mut table = Table::laid_separately().await;
    let guilds: Vec<Guild> = SERVERS.iter().map(|name| table.sandbox.guild(name)).collect();
    let mut ids = Vec::new();
    for guild in &guilds {
        guild.member("rich").run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
        let pool = pool(&table).await;
        let id = sqlx::query_scalar("SELECT id FROM campaigns WHERE guild = ?").bind(guild.id().cast_signed());
        ids.push(id.fetch_one(&pool).await.unwrap());
        pool.close().await;
    }
    let (mut chance, mut orders) = (Chance::new(seed), 0);
    for kill in 0..kills {
        let mut before = Vec::new();
        for id in &ids {
            before.push(rows_of(&table, *id).await);
        }
        let acknowledged = Arc::new(Mutex::new(Vec::new()));
        let players: Vec<_> = guilds
            .iter()
            .map(|guild| tokio::spawn(plays(guild.member("rich"), Chance::new(chance.below(u64::MAX)), Arc::clone(&acknowledged))))
            .collect();
        // However slow the machine is, somebody has played before the first kill.
        if kill == 0 {
            table.until("an order is acknowledged", async || !acknowledged.lock().unwrap().is_empty()).await;
        }
        tokio::time::sleep(Duration::from_millis(30 + chance.below(700))).await;
        table.kill_umpire().await;
        players.iter().for_each(tokio::task::JoinHandle::abort);
        let acknowledged = std::mem::take(&mut *acknowledged.lock().unwrap());
        let mut at_the_end = Vec::new();
        for (guild, id) in guilds.iter().zip(&ids) {
            let rows = rows_of(&table, *id).await;
            for number in numbers(&said_on(guild)) {
                assert!(number <= rows.len() as i64, "kill {kill} of seed {seed}: No. {number} was told and is not in the journal");
            }
            at_the_end.push(rows);
        }
        for interaction in &acknowledged {
            let is_there = at_the_end.iter().flatten().any(|row| row.1 == interaction.cast_signed());
            assert!(is_there, "kill {kill} of seed {seed}: interaction {interaction} was acknowledged and is lost");
        }
        orders += acknowledged.len();
        table.start_umpire().await;
        // What was asked of the umpire that was killed may never be answered.
        let _ = tokio::time::timeout(Duration::from_millis(300), table.sandbox.settle()).await;
        for (place, (guild, id)) in guilds.iter().zip(&ids).enumerate() {
            all_is_well_on(&table, guild, *id).await;
            let now = rows_of(&table, *id).await;
            let stays = at_the_end[place].starts_with(&before[place]) && now.starts_with(&at_the_end[place]);
            assert!(stays, "kill {kill} of seed {seed}: what was written stays");
        }
    }
    println!("seed {seed}: {kills} kills, {orders} orders acknowledged in the moments before them");
    assert!(orders > 0, "somebody plays");
    table.stop_umpire().await;
    let tables = Tables::<State>::new(Journal::open(&table.database()).await.unwrap());
    for id in ids {
        let finding = tables.prove(CampaignId(id)).await.unwrap();
        assert!(finding.announced && finding.gap.is_none() && finding.proof.is_ok(), "{:?}", finding.proof);
    }
    tables.journal().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_umpire_killed_at_random_moments_under_load_from_several_servers_loses_nothing_and_does_nothing_twice() {
    not_beside!("the umpire is a process of its own in every run");
    let (mut left, mut seed) = (setting("KILLS", 4), setting("KILLS_SEED", 5));
    while left > 0 {
        let kills = left.min(SITTING);
        sitting(kills, seed).await;
        (left, seed) = (left - kills, seed + 1);
    }
}
