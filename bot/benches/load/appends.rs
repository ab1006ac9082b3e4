//! Rows written to the journal a second, by one and by many at a time, beside what SQLite alone writes with the same durability, in the same
//! run and folder: the same rows in the same tables, a transaction for each, by a connection that nobody else uses.

use std::path::Path;
use std::time::{Duration, Instant};

use engine::campaign::{Options, Order, State};
use engine::edition::Edition;
use engine::pack::Pack;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection as _, SqliteConnection};
use umpire::journal::store::Journal;
use umpire::model::campaign::{Campaign, Seed};
use umpire::model::despatch::Despatch;
use umpire::model::entry::{Deed, Entry, EntryKind};
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::table::tables::{Founding, Tables};

/// How long each of the rounds takes, and rounds.
const ROUND: Duration = Duration::from_secs(2);
const ROUNDS: usize = 3;
/// Who write at the same time.
const MANY: u64 = 32;

/// A roll as a campaign writes it, with what is posted of it.
fn entry(position: u64) -> Entry {
    Entry {
        kind: EntryKind::Roll,
        entry: serde_json::json!({"what": "2D6+1", "faces": null, "is_private": false}),
        events: serde_json::json!([{"rolled": {"purpose": "free", "dice": [{"sides": 6, "face": 3}, {"sides": 6, "face": 5}], "modifier": 1}}]),
        position_before: position,
        position_after: position + 2,
        edition: Edition::FIRST,
        despatches: vec![Despatch::saying("2D6+1: 3 and 5, 9 in all. Thrown by a member whose name is of a usual length.")],
    }
}

async fn founded(database: &Path) -> (Journal, Vec<Campaign<State>>) {
    let journal = Journal::make(database).await.unwrap();
    let tables = Tables::<State>::new(journal.clone());
    let mut campaigns = Vec::new();
    for number in 1..=MANY {
        let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        let founding =
            Founding { guild: GuildId(number), channel: ChannelId(number), pack: Pack::embedded().unwrap(), orders: vec![(set_up, None)] };
        let done = tables.found(founding, Seed([1; 32]), InteractionId(number), UserId(number)).await.unwrap();
        campaigns.push(journal.campaign::<State>(done.campaign).await.unwrap().unwrap());
    }
    (journal, campaigns)
}

/// Writes rows of one campaign until the time is over; how many.
async fn writes(journal: Journal, mut campaign: Campaign<State>, number: u64, until: Instant) -> (u64, Campaign<State>) {
    let mut rows = 0;
    while Instant::now() < until {
        let interaction = InteractionId(u64::from(campaign.revision) << 16 | 1 << 14 | number);
        let deed = Deed { interaction, user: UserId(number), seat: "commander" };
        let written = journal.append(&campaign, deed, &[entry(u64::from(campaign.revision) * 2)], None).await.unwrap();
        campaign.revision = written.revision;
        rows += 1;
    }
    (rows, campaign)
}

/// The statements of an append, by SQLite alone.
async fn alone(mut connection: SqliteConnection, campaign: CampaignId, mut revision: i64, until: Instant) -> (u64, SqliteConnection, i64) {
    let mut rows = 0;
    while Instant::now() < until {
        let row = entry(revision as u64 * 2);
        let despatch = serde_json::to_string(&row.despatches[0]).unwrap();
        let interaction = revision << 16 | 1 << 15;
        let mut transaction = connection.begin().await.unwrap();
        let statements = [
            sqlx::query("INSERT INTO interactions (id, campaign, acted_at) VALUES (?, ?, 1)").bind(interaction).bind(campaign.0),
            sqlx::query("UPDATE campaigns SET revision = ? WHERE id = ? AND revision = ?")
                .bind(revision + 1)
                .bind(campaign.0)
                .bind(revision),
            sqlx::query(
                "INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, \
                 written_at, edition) VALUES (?, ?, 'roll', ?, 1, 'commander', ?, ?, 1, 3, 1, 1)",
            )
            .bind(campaign.0)
            .bind(revision + 1)
            .bind(interaction)
            .bind(row.entry.to_string())
            .bind(row.events.to_string()),
            sqlx::query("INSERT INTO outbox (campaign, revision, channel, despatch) VALUES (?, ?, 1, ?)")
                .bind(campaign.0)
                .bind(revision + 1)
                .bind(despatch),
        ];
        for statement in statements {
            statement.execute(&mut *transaction).await.unwrap();
        }
        transaction.commit().await.unwrap();
        revision += 1;
        rows += 1;
    }
    (rows, connection, revision)
}

pub(crate) async fn measure() {
    let folder = tempfile::tempdir_in(std::env::current_dir().unwrap()).unwrap();
    let (journal, mut campaigns) = founded(&folder.path().join("umpire.db")).await;
    let other = folder.path().join("alone.db");
    let (beside, others) = founded(&other).await;
    beside.close().await;
    let options = SqliteConnectOptions::new().filename(&other).journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let mut revision = i64::from(others[0].revision);
    let mut rows = [0, 0, 0];
    for _ in 0..ROUNDS {
        // Whoever writes is a task among others, as in the umpire.
        let written;
        (written, connection, revision) = tokio::spawn(alone(connection, others[0].id, revision, Instant::now() + ROUND)).await.unwrap();
        rows[0] += written;
        let campaign = campaigns.remove(0);
        let (written, campaign) = tokio::spawn(writes(journal.clone(), campaign, 1, Instant::now() + ROUND)).await.unwrap();
        rows[1] += written;
        campaigns.insert(0, campaign);
        let until = Instant::now() + ROUND;
        let writing: Vec<_> =
            campaigns.drain(..).zip(1..).map(|(campaign, number)| tokio::spawn(writes(journal.clone(), campaign, number, until))).collect();
        for writer in writing {
            let (written, campaign) = writer.await.unwrap();
            rows[2] += written;
            campaigns.push(campaign);
        }
    }
    let rate = |rows: u64| rows as f64 / (ROUND * ROUNDS as u32).as_secs_f64();
    let most = rate(rows[0]);
    println!("SQLite alone, one after the other: {most:.0} rows/s");
    println!("the journal, one after the other:  {:.0} rows/s, {:.0} %", rate(rows[1]), rate(rows[1]) / most * 100.0);
    println!("the journal, {MANY} at a time:        {:.0} rows/s, {:.0} %", rate(rows[2]), rate(rows[2]) / most * 100.0);
    connection.close().await.unwrap();
    journal.close().await;
}
