//! What the games weigh that are kept in memory, as many of each kind as are kept at most: `cargo bench -p umpire --bench kept`, two minutes.
//!
//! A game of each kind is taken up from a file of an earlier day, of some hundred orders, and copied in the journal until there are more than
//! are kept. Then each is opened, kind by kind, and the memory of this process is read, which is nothing but a journal and tables. With
//! `MALLOC_MMAP_THRESHOLD_=1048576`, as the umpire is run.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::campaign::State as Campaign;
use engine::card_game::state::State as CardGame;
use engine::khartoum::state::State as Siege;
use engine::tabletop::state::State as Battle;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};
use umpire::files::import;
use umpire::journal::store::Journal;
use umpire::model::campaign::{Sealed, Seed};
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::table::lifecycle::OnServer;
use umpire::table::tables::{Hosted, Tables};

/// Copies of a game: of the shortest more than are kept.
const COPIES: i64 = 2_000;

/// How far apart the numbers of interactions of two copies are.
const APART: i64 = 1 << 20;

/// This process's memory, in MiB.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1_024.0
}

/// Takes a file up as the only game of a journal; how many rows it has.
async fn taken_up<G: Hosted>(file: &str, database: &Path) -> u32 {
    let bytes = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports").join(file)).unwrap();
    let export = import::read::<G>(&bytes).unwrap();
    let pack = G::load(&export.pack).unwrap();
    let imported = import::check(export, &pack, Instant::now() + Duration::from_secs(60)).unwrap();
    let tables = Tables::<G>::new(Journal::open(database).await.unwrap());
    let place = OnServer { guild: GuildId(1), channel: ChannelId(1), manages: true };
    let sealed = Sealed { seed: Seed([7; 32]), message: None };
    let done = tables.import(imported, place, sealed, InteractionId(1), UserId(7)).await.unwrap();
    let rows = tables.snapshot(done.campaign).await.unwrap().campaign.revision;
    tables.journal().close().await;
    rows
}

/// Copies the only game of a journal, with all that opening it reads.
async fn copied(database: &Path) -> Vec<i64> {
    let mut journal = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(database).foreign_keys(false)).await.unwrap();
    let first: i64 = sqlx::query_scalar("SELECT id FROM campaigns").fetch_one(&mut journal).await.unwrap();
    let mut columns = Vec::new();
    for table in ["campaigns", "members", "interactions", "journal"] {
        let names: Vec<String> =
            sqlx::query_scalar("SELECT name FROM pragma_table_info(?)").bind(table).fetch_all(&mut journal).await.unwrap();
        columns.push((table, names));
    }
    let mut transaction = journal.begin().await.unwrap();
    for copy in 1..=COPIES {
        for (table, names) in &columns {
            let of_the_copy = |name: &String| match (*table, name.as_str()) {
                ("campaigns", "id") | (_, "campaign") => format!("{}", first + copy),
                ("campaigns", "channel") => format!("channel + {copy}"),
                ("interactions", "id") | (_, "interaction") => {
                    format!("{} + {copy} * {APART}", if *table == "journal" { "interaction" } else { "id" })
                }
                _ => name.clone(),
            };
            let values: Vec<String> = names.iter().map(of_the_copy).collect();
            let key = if *table == "campaigns" { "id" } else { "campaign" };
            let query =
                format!("INSERT INTO {table} ({}) SELECT {} FROM {table} WHERE {key} = {first}", names.join(", "), values.join(", "));
            sqlx::query(sqlx::AssertSqlSafe(query)).execute(&mut *transaction).await.unwrap();
        }
    }
    transaction.commit().await.unwrap();
    journal.close().await.unwrap();
    (0..=COPIES).map(|copy| first + copy).collect()
}

/// Opens all of a journal's games; the tables go on keeping those that are kept.
async fn opened<G: Hosted>(kind: &str, file: &str, folder: &Path) -> Tables<G> {
    let database = folder.join(format!("{kind}.db"));
    let rows = taken_up::<G>(file, &database).await;
    let games = copied(&database).await;
    let before = memory();
    let tables = Tables::<G>::new(Journal::open(&database).await.unwrap());
    let mut first = 0.0;
    for (game, number) in games.iter().zip(1..) {
        tables.snapshot(CampaignId(*game)).await.unwrap();
        if number == 1 {
            first = memory();
        }
    }
    println!(
        "{kind}: {} games of {rows} rows opened; {:.1} MiB before, {first:.1} with the first, {:.1} with as many as are kept",
        games.len(),
        before,
        memory(),
    );
    tables
}

async fn measure(folder: &Path) {
    println!("{:.1} MiB with nothing", memory());
    let _campaigns = opened::<Campaign>("campaigns", "long-closed.json", folder).await;
    let _battles = opened::<Battle>("battles", "battles/skirmish-closed.json", folder).await;
    let _card_games = opened::<CardGame>("card games", "cards/cards-closed.json", folder).await;
    let _sieges = opened::<Siege>("sieges", "sieges/siege-closed.json", folder).await;
    println!("all four kinds: {:.1} MiB", memory());
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().to_owned();
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap().block_on(measure(&path));
}
