//! That no query walks through what grows: SQLite is asked for its plan of every query of the journal.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use umpire::journal::store::Journal;

/// Tables that grow as long as people play.
const GROWING: [&str; 13] = [
    "battle_commands",
    "battles",
    "boards",
    "campaigns",
    "delegations",
    "interactions",
    "journal",
    "members",
    "old_boards",
    "outbox",
    "proposals",
    "reminders",
    "summaries_seen",
];

/// Tables that do not, and why.
const SMALL: [(&str, &str); 6] = [
    ("_sqlx_migrations", "a row for each migration"),
    ("commits", "one row"),
    ("departures", "a row for each server that the umpire was removed from of late"),
    ("looked_through", "a row for each table that is looked through"),
    ("packs", "a row for each set of data that somebody plays with"),
    ("sqlite_sequence", "a row for each table that counts"),
];

/// Tables of which one campaign alone may have many thousand rows: not even those of one campaign are walked through.
const LONG: [&str; 3] = ["interactions", "journal", "outbox"];

/// Indexes with a condition that hardly any row fails to meet, and why: what is searched in them for nothing but that is nearly everything.
const OF_MOST: [(&str, &str); 1] = [("outbox_by_message", "every despatch is posted sooner or later")];

/// How queries begin that walk through all there is, or all there is of a campaign, by right; and why.
const BY_RIGHT: [(&str, &str); 11] = [
    (
        "SELECT campaigns.id FROM campaigns LEFT JOIN boards",
        "at the start, and when the umpire is invited back to a server: which boards are stale",
    ),
    ("SELECT DISTINCT guild FROM campaigns WHERE guild NOT IN", "at each connection, once: an index is walked through"),
    ("SELECT id AS \"id!\" FROM campaigns WHERE guild NOT IN", "at the start of the sandbox, once"),
    ("SELECT MIN(CASE WHEN later.position_before", "a proof reads the whole journal of its campaign"),
    ("SELECT COUNT(*) AS \"rows!: i64\" FROM journal", "the log counts its rows once, in an index"),
    ("SELECT COUNT(*) AS \"found!: i64\" FROM outbox WHERE id = (SELECT MIN(id)", "the first of an index ends it"),
    ("DELETE FROM outbox WHERE id IN", "the first of an index ends it, and the batch the rest"),
    ("DELETE FROM interactions WHERE id IN (SELECT id FROM interactions WHERE campaign = ? ORDER BY id DESC LIMIT ?)", "the batch ends it"),
    ("DELETE FROM journal WHERE campaign = ?", "all that a campaign had is deleted"),
    ("DELETE FROM outbox WHERE campaign = ?", "all that a campaign had is deleted"),
    ("DELETE FROM interactions WHERE campaign = ?", "all that a campaign had is deleted"),
];

fn is_by_right(query: &str) -> bool {
    BY_RIGHT.iter().any(|(begins, _)| query.starts_with(begins))
}

/// Every query that the program makes, as it was checked; of several that are made together, each.
fn queries() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.sqlx");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let query = |path| serde_json::from_slice::<serde_json::Value>(&std::fs::read(path).unwrap()).unwrap()["query"].clone();
    let together: Vec<String> = files.map(|path| query(path).as_str().unwrap().to_owned()).collect();
    let mut queries: Vec<String> = together.iter().flat_map(|queries| queries.split("; ")).map(str::to_owned).collect();
    queries.sort();
    assert!(queries.len() > 100, "the queries are here");
    queries
}

/// A journal with the latest schema and nothing in it, and a connection to it as the umpire has them.
async fn migrated() -> (tempfile::TempDir, SqliteConnection) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("umpire.db");
    Journal::make(&path).await.unwrap().close().await;
    let options = SqliteConnectOptions::new().filename(&path).foreign_keys(true);
    (folder, SqliteConnection::connect_with(&options).await.unwrap())
}

/// What each kind of thing in the schema is called, and how it was made.
async fn schema(connection: &mut SqliteConnection, kind: &str) -> BTreeMap<String, String> {
    let rows = sqlx::query_as("SELECT name, COALESCE(sql, '') FROM sqlite_master WHERE type = ?").bind(kind);
    rows.fetch_all(connection).await.unwrap().into_iter().collect()
}

/// What is wrong with a step of a plan, if something is.
fn walks<'a>(query: &str, step: &'a str, indexes: &BTreeMap<String, String>) -> Option<&'a str> {
    let mut words = step.split(' ');
    let (how, name) = (words.next()?, words.next()?);
    // A name that is no table's is given to one, or to what a query in brackets came to.
    let table = GROWING.iter().find(|table| **table == name || query.contains(&format!("{table} AS {name} ")))?;
    let index = step.split_once("INDEX ").and_then(|(_, rest)| rest.split(' ').next());
    // An index of few rows only may be walked through: what is in it waits for something.
    let is_of_most = index.is_some_and(|index| OF_MOST.iter().any(|(name, _)| *name == index));
    let is_of_few = !is_of_most && index.and_then(|index| indexes.get(index)).is_some_and(|made| made.contains("WHERE"));
    let is_named = ["FROM", "JOIN", "UPDATE"].iter().any(|before| query.contains(&format!("{before} {table}")));
    let ends_at_once = query.contains("ORDER BY revision DESC LIMIT");
    let is_wrong = match how {
        "SCAN" => !is_of_few,
        "SEARCH" if is_of_most => !step.contains("=?"),
        "SEARCH" => LONG.contains(table) && step.ends_with("(campaign=?)") && !is_of_few && is_named && !ends_at_once,
        _ => false,
    };
    is_wrong.then_some(step)
}

async fn plan(connection: &mut SqliteConnection, query: &str) -> Vec<String> {
    let rows = sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"))).fetch_all(connection).await;
    rows.unwrap_or_else(|error| panic!("{query}: {error}")).iter().map(|row| row.get("detail")).collect()
}

#[tokio::test]
async fn it_is_known_of_every_table_whether_it_grows() {
    let (_folder, mut connection) = migrated().await;
    let mut listed: Vec<&str> = GROWING.into_iter().chain(SMALL.iter().map(|(name, _)| *name)).collect();
    listed.sort_unstable();
    assert_eq!(schema(&mut connection, "table").await.into_keys().collect::<Vec<_>>(), listed);
}

#[tokio::test]
async fn of_the_indexes_with_a_condition_it_is_known_which_hold_nearly_every_row() {
    let (_folder, mut connection) = migrated().await;
    let indexes = schema(&mut connection, "index").await;
    for (name, why) in OF_MOST {
        assert!(indexes.get(name).is_some_and(|made| made.contains("WHERE")), "no such index: {name}, {why}");
    }
    // Of whoever has a message alone is asked in no other.
    let of_a_message: Vec<&String> =
        indexes.iter().filter(|(_, made)| made.ends_with("message IS NOT NULL")).map(|(name, _)| name).collect();
    assert_eq!(of_a_message, OF_MOST.map(|(name, _)| name));
}

#[tokio::test]
async fn no_query_walks_through_a_table_that_grows_or_all_that_a_campaign_has_in_it() {
    let (_folder, mut connection) = migrated().await;
    let indexes = schema(&mut connection, "index").await;
    let (queries, mut wrong) = (queries(), String::new());
    for query in queries.iter().filter(|query| !is_by_right(query)) {
        let plan = plan(&mut connection, query).await;
        for step in plan.iter().filter_map(|step| walks(query, step, &indexes)) {
            wrong.push_str(&format!("{step}: {query}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[tokio::test]
async fn no_exception_is_made_for_a_query_that_is_not_there_or_walks_through_nothing() {
    let (_folder, mut connection) = migrated().await;
    let indexes = schema(&mut connection, "index").await;
    let queries = queries();
    for (begins, _) in BY_RIGHT {
        let query = queries.iter().find(|query| query.starts_with(begins)).unwrap_or_else(|| panic!("no query begins: {begins}"));
        let plan = plan(&mut connection, query).await;
        assert!(plan.iter().any(|step| walks(query, step, &indexes).is_some()), "needs no exception: {query}");
    }
}

/// A journal of 2,000 games, with 30,000 rows and 150,000 despatches of one of them.
const LONG_PLAYED: &str = "
    INSERT INTO packs VALUES (printf('%064d', 0), '{}');
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
    INSERT INTO campaigns (id, guild, channel, pack, seed, revision, started_at)
    SELECT n, n % 50, n, printf('%064d', 0), zeroblob(32), 30000, 0 FROM number;
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 30000)
    INSERT INTO interactions SELECT n, 1, 0 FROM number;
    INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at)
    SELECT 1, id, 'order', id, 7, 'commander', '{}', '[]', id, id, 0 FROM interactions;
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 150000)
    INSERT INTO outbox (campaign, revision, channel, despatch, attempted_at, message, row, section, closing, written_at)
    SELECT 1, n / 5, 5, json_object('title', 'No. ' || n, 'sentence', printf('%.*c', 900, 'x')), 0, 1000000 + n, n / 5, 'turn', 2, 0
    FROM number;
";

#[tokio::test]
#[ignore = "measures, for some seconds: --run-ignored only"]
async fn with_150_000_despatches_no_query_takes_longer_than_twenty_milliseconds_unless_it_gives_all_there_is() {
    let (_folder, mut connection) = migrated().await;
    sqlx::raw_sql(LONG_PLAYED).execute(&mut connection).await.unwrap();
    let mut slow = String::new();
    // What is put in has nothing to look for, and here nothing that it could be put in for.
    for query in queries().iter().filter(|query| !is_by_right(query) && !query.starts_with("INSERT")) {
        let mut best = Duration::MAX;
        for _ in 0..3 {
            let mut transaction = connection.begin().await.unwrap();
            let mut asked = sqlx::query(AssertSqlSafe(query.clone()));
            let numbered = (1..10).rev().find(|number| query.contains(&format!("?{number}")));
            for _ in 0..numbered.unwrap_or_else(|| query.matches('?').count()) {
                asked = asked.bind(1);
            }
            let begun = Instant::now();
            // One that may not delete what others need has looked for them.
            let given = asked.fetch_all(&mut *transaction).await.map_or(0, |rows| rows.len());
            best = if given > 1_000 { Duration::ZERO } else { best.min(begun.elapsed()) };
            transaction.rollback().await.unwrap();
        }
        if best > Duration::from_millis(20) {
            slow.push_str(&format!("{best:.1?}: {query}\n"));
        }
    }
    assert!(slow.is_empty(), "{slow}");
}
