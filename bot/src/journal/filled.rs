//! Journals with something in every table, for tests; and all that a journal has of a server, told from the schema alone.

use std::collections::BTreeMap;
use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};

use crate::journal::store::Journal;

/// Tables of which no row belongs to a server: they are the file's own. Packs go with the games that are played with them.
const OF_THE_FILE: [&str; 5] = ["_sqlx_migrations", "commits", "looked_through", "packs", "sqlite_sequence"];

/// What a journal has of a server, or of all: the rows of each table, each as text.
pub(super) type Rows = BTreeMap<String, Vec<String>>;

/// A connection to a journal's file as it stands.
pub(super) async fn connected(path: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(path).foreign_keys(true);
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Does something in a journal's file by hand.
pub(crate) async fn by_hand(path: &Path, change: &str) {
    let mut journal = connected(path).await;
    sqlx::raw_sql(AssertSqlSafe(change.to_owned())).execute(&mut journal).await.unwrap();
    journal.close().await.unwrap();
}

/// The pack that each server's second game is played with.
fn pack(of: i64) -> String {
    format!("{of:064}")
}

/// Makes a journal with two games of each of these servers, each with rows in every table that has any of a server; the games of the first have
/// the numbers 1 and 2 above `above`, and so on.
pub(crate) async fn filled(path: &Path, servers: &[i64], above: i64) {
    let journal = Journal::make(path).await.unwrap();
    journal.close().await;
    let shared = pack(0);
    by_hand(path, &format!("INSERT INTO packs VALUES ('{shared}', '{{}}'); INSERT INTO looked_through VALUES ('interactions', 5000)"))
        .await;
    for (place, guild) in (0..).zip(servers) {
        let own = pack(*guild);
        let (one, two) = (above + 2 * place + 1, above + 2 * place + 2);
        let (channel, first, interaction) = (guild + 500, above + 10 * place, guild * 100);
        by_hand(
            path,
            &format!(
                r#"
            BEGIN;
            INSERT INTO packs VALUES ('{own}', '{{}}');
            INSERT INTO campaigns (id, guild, channel, pack, seed, revision, started_at, standing_orders, name, seal_message, game)
                VALUES ({one}, {guild}, {channel}, '{shared}', randomblob(32), 3, 10, '{{"pace":{{"hours":2}}}}', 'Ours', 77, 'campaign');
            INSERT INTO campaigns (id, guild, channel, pack, seed, revision, started_at, closed_at, imported, trial, gone_at, summary_thread)
                VALUES ({two}, {guild}, {channel}, '{own}', randomblob(32), 1, 11, 12, 1, 'trial', 13, 14);
            INSERT INTO members (campaign, user, number, joined_at, calls) VALUES ({one}, 41, 0, 10, 'direct'), ({one}, 42, 1, 11, 'ping');
            INSERT INTO interactions VALUES ({interaction}, {one}, 10), ({interaction} + 1, {one}, 11), ({interaction} + 2, {two}, 12), (-{guild}, {one}, 13);
            INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at, undone_by, edition)
                VALUES ({one}, 1, 'order', {interaction}, 41, 'commander', '{{}}', '[]', 0, 7, 10, NULL, 2),
                       ({one}, 2, 'order', {interaction} + 1, 41, 'commander', '{{}}', '[]', 7, 9, 11, 3, 2),
                       ({one}, 3, 'undone', -{guild}, 41, 'commander', '{{}}', '[]', 9, 9, 12, NULL, 2),
                       ({two}, 1, 'roll', {interaction} + 2, 41, 'player', '{{}}', '[]', 0, 1, 12, NULL, 1);
            INSERT INTO outbox (id, campaign, revision, channel, despatch, message, section, joined, row)
                VALUES ({first} + 1, {one}, 1, {channel}, '{{}}', 901, 's', NULL, 1), ({first} + 2, {one}, 2, {channel}, '{{}}', NULL, 's', {first} + 1, 2),
                       ({first} + 3, {two}, 1, {channel}, '{{}}', NULL, NULL, NULL, NULL);
            INSERT INTO proposals (id, campaign, user, base, orders, standing, made_at, outbox) VALUES ({first} + 1, {one}, 42, 1, '[]', 'open', 11, {first} + 1);
            INSERT INTO delegations VALUES ({one}, 42, '{{"force":[12]}}', 11);
            INSERT INTO battles VALUES ({one}, 2, 'At the wells', 905);
            INSERT INTO battle_commands VALUES ({one}, 2, 41, 0), ({one}, 2, 42, 1);
            INSERT INTO summaries_seen VALUES ({one}, 42, 2, 11);
            INSERT INTO boards (campaign, channel, message, shows, revision) VALUES ({one}, {channel}, 902, 'x', 2);
            INSERT INTO old_boards VALUES ({one}, {channel}, 903, 0);
            INSERT INTO reminders VALUES ({one}, 3, 1, 12, NULL);
            INSERT INTO departures VALUES ({guild}, 12, 20);
            COMMIT;"#
            ),
        )
        .await;
    }
}

/// Which rows of a table are a server's: those with its number, and those that refer, through however many tables, to such a row.
fn of_it(table: &str, columns: &BTreeMap<String, Vec<String>>, parents: &BTreeMap<String, Vec<Reference>>) -> Option<String> {
    if columns[table].iter().any(|column| column == "guild") {
        return Some("guild = ?1".to_owned());
    }
    parents.get(table)?.iter().filter(|reference| reference.parent != table).find_map(|Reference { parent, ours, theirs }| {
        let of_parent = of_it(parent, columns, parents)?;
        Some(format!("({}) IN (SELECT {} FROM {parent} WHERE {of_parent})", ours.join(", "), theirs.join(", ")))
    })
}

/// A foreign key.
struct Reference {
    parent: String,
    ours: Vec<String>,
    theirs: Vec<String>,
}

async fn references(journal: &mut SqliteConnection, table: &str) -> Vec<Reference> {
    let query = "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(?) ORDER BY id, seq";
    let rows: Vec<(i64, String, String, String)> = sqlx::query_as(query).bind(table).fetch_all(journal).await.unwrap();
    let of_one = |rows: &[(i64, String, String, String)]| Reference {
        parent: rows[0].1.clone(),
        ours: rows.iter().map(|row| row.2.clone()).collect(),
        theirs: rows.iter().map(|row| row.3.clone()).collect(),
    };
    rows.chunk_by(|one, next| one.0 == next.0).map(of_one).collect()
}

/// All that a journal has of a server, by the tables that have anything of servers. Fails where nothing says whose the rows of a table are.
pub(super) async fn rows_of(path: &Path, guild: i64) -> Rows {
    let mut journal = connected(path).await;
    let query =
        "SELECT made.name, part.name FROM sqlite_master AS made JOIN pragma_table_info(made.name) AS part WHERE made.type = 'table'";
    let listed: Vec<(String, String)> = sqlx::query_as(query).fetch_all(&mut journal).await.unwrap();
    let (mut columns, mut parents) = (BTreeMap::<String, Vec<String>>::new(), BTreeMap::new());
    for (table, column) in listed {
        columns.entry(table).or_default().push(column);
    }
    for table in columns.keys() {
        parents.insert(table.clone(), references(&mut journal, table).await);
    }
    let mut rows = Rows::new();
    for (table, named) in &columns {
        if OF_THE_FILE.contains(&table.as_str()) {
            continue;
        }
        let of_it = of_it(table, &columns, &parents);
        let of_it = of_it.unwrap_or_else(|| {
            panic!("whose the rows of {table} are is not said: give it a guild, or a key that leads to one, or list it as the file's own")
        });
        let text: Vec<String> = named.iter().map(|column| format!("'{column}=' || quote(\"{column}\")")).collect();
        let query = format!("SELECT {} FROM {table} WHERE {of_it} ORDER BY 1", text.join(" || ' ' || "));
        let found = sqlx::query_scalar(AssertSqlSafe(query)).bind(guild).fetch_all(&mut journal).await.unwrap();
        rows.insert(table.clone(), found);
    }
    let broken: Vec<String> = sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_check").fetch_all(&mut journal).await.unwrap();
    let whole: String = sqlx::query_scalar("PRAGMA integrity_check").fetch_one(&mut journal).await.unwrap();
    assert!(broken.is_empty() && whole == "ok", "{broken:?} {whole}");
    journal.close().await.unwrap();
    rows
}

/// The one value that a query finds in a journal's file.
pub(super) async fn number(path: &Path, query: &str) -> i64 {
    let mut journal = connected(path).await;
    let number = sqlx::query_scalar(AssertSqlSafe(query.to_owned())).fetch_one(&mut journal).await.unwrap();
    journal.close().await.unwrap();
    number
}
