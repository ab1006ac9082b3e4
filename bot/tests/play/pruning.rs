//! What nobody needs any more is deleted, and nothing that anybody does.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use engine::campaign::State;
use sqlx::SqlitePool;
use umpire::despatches::sheet;
use umpire::journal::clock::Clock;
use umpire::journal::store::Journal;
use umpire::model::ids::{CampaignId, InteractionId, UserId};
use umpire::table::tables::{Given, Tables};

use crate::table::{EXAMPLE_OF_PLAY, Table};

const DAY: u64 = 24;

async fn numbers(database: &Path, sql: &'static str) -> Vec<i64> {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database).read_only(true);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let numbers = sqlx::query_scalar(sql).fetch_all(&pool).await.unwrap();
    pool.close().await;
    numbers
}

/// Changes a journal that nobody has open.
async fn by_hand(database: &Path, change: &'static str) {
    let pool = SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(database)).await.unwrap();
    sqlx::raw_sql(change).execute(&pool).await.unwrap();
    pool.close().await;
}

/// Despatches of each game that is over, and of each that is not.
const OVER: &str =
    "SELECT (SELECT COUNT(*) FROM outbox WHERE campaign = campaigns.id) FROM campaigns WHERE closed_at IS NOT NULL ORDER BY id";
const GOING_ON: &str =
    "SELECT (SELECT COUNT(*) FROM outbox WHERE campaign = campaigns.id) FROM campaigns WHERE closed_at IS NULL ORDER BY id";
/// Interactions that no row of a journal names.
const UNNAMED: &str = "SELECT COUNT(*) FROM interactions WHERE NOT EXISTS (SELECT 1 FROM journal WHERE interaction = interactions.id)";

#[tokio::test(flavor = "multi_thread")]
async fn a_month_after_the_end_its_despatches_go_and_all_can_be_asked_for_still_while_other_games_keep_theirs() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    rich.run("/turn order:Pass").await;
    table.wait_for("Action round 1: no card is played.").await;
    rich.run("/turn order:end-round").await;
    let second = rich.in_channel("second");
    second.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    second.run("/turn order:Pass").await;
    let passed = |message: &sandbox::Message| message.text().contains("Action round 1: no card is played.");
    let old = table.guild.channel("second").wait_for(passed).await;
    rich.run("/campaign end").await.press("End the campaign").await;
    table.wait_for("The seed of its dice was").await;
    rich.run("/campaign film").await;
    table.guild.channel("general").wait_for(|message| !message.attachments().is_empty() && message.text().contains("film")).await;
    let (over, going_on) = (numbers(&table.database(), OVER).await, numbers(&table.database(), GOING_ON).await);
    assert!(over[0] > 4, "{over:?}");
    table.hours_pass(20 * DAY);
    table.until("what came to nothing is forgotten", async || numbers(&table.database(), UNNAMED).await == [0]).await;
    assert_eq!(numbers(&table.database(), OVER).await, over, "they are kept for a month");
    table.hours_pass(11 * DAY);
    table.until("they are deleted", async || numbers(&table.database(), OVER).await[0] <= 2).await;
    assert_eq!(numbers(&table.database(), GOING_ON).await, going_on);
    for (command, says) in [
        ("/campaign verify", "Proved"),
        ("/campaign log", "No. "),
        ("/campaign report", " in figures"),
        ("/campaign list", "Two games on this server"),
    ] {
        let told = rich.run(command).await.text();
        assert!(told.contains(says), "{command}: {told}");
    }
    assert_eq!(rich.run("/campaign export").await.attachments().len(), 1);
    // What is old in a game that goes on is marked where it was posted, when it is undone.
    second.run("/undo").await;
    let undone = |message: &sandbox::Message| message.id() == old.id() && message.text().contains("~~");
    table.guild.channel("second").wait_for(undone).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_that_is_delivered_again_within_the_day_is_known_and_one_that_a_row_names_is_kept_for_ever() {
    not_beside!("no umpire is started");
    for name in ["0010_filings", "0015_quiet", "0017_looked_up"] {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("umpire.db");
        std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/databases/{name}.db")), &copy).unwrap();
        let clock = Clock::default();
        let tables = Arc::new(Tables::<State>::new(Journal::open_by(&copy, clock.clone()).await.unwrap()));
        let journal = tables.journal().clone();
        // Long after all of it was played; but somebody plays on meanwhile.
        clock.advance(Duration::from_secs(400 * DAY * 3_600));
        let played_on = async |interaction: u64| {
            for id in numbers(&copy, "SELECT id FROM campaigns WHERE closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL").await {
                let snapshot = tables.snapshot(CampaignId(id)).await.unwrap();
                let commander = snapshot.roster.commanding(&snapshot.state).unwrap();
                let order = sheet::legal(&snapshot.state).into_iter().next().unwrap();
                let given = tables.order(CampaignId(id), InteractionId(interaction + id as u64), commander, &order, None, None).await;
                assert!(matches!(given, Ok(Given::Done(_))), "{name}: {given:?}");
                let again = tables.order(CampaignId(id), InteractionId(interaction + id as u64), commander, &order, None, None).await;
                assert!(again.is_err(), "{name}: a repeated delivery changes nothing");
            }
        };
        played_on(1 << 62).await;
        let (over, going_on) = (numbers(&copy, OVER).await, numbers(&copy, GOING_ON).await);
        let named = "SELECT COUNT(*) FROM interactions WHERE id IN (SELECT interaction FROM journal)";
        let (before, unnamed) = (numbers(&copy, named).await, numbers(&copy, UNNAMED).await);
        // Of what waits, is owed or was set aside nothing is deleted.
        let waits = "SELECT COUNT(*) FROM outbox WHERE message IS NULL OR failed IS NOT NULL";
        let owed = numbers(&copy, waits).await;
        let mut rounds = 0;
        while journal.prune_despatches(journal.now()).await.unwrap() {
            rounds += 1;
            assert!(rounds < 10_000, "it is never done");
        }
        let mut rounds = 0;
        while journal.prune_interactions(journal.now()).await.unwrap() {
            rounds += 1;
            assert!(rounds < 10_000, "it is never done");
        }
        let pruned = numbers(&copy, OVER).await;
        println!("{name}: despatches {over:?} -> {pruned:?}, interactions unnamed {unnamed:?} -> {:?}", numbers(&copy, UNNAMED).await);
        assert!(pruned.iter().sum::<i64>() * 2 < over.iter().sum::<i64>(), "{name}: {over:?} {pruned:?}");
        assert_eq!((numbers(&copy, GOING_ON).await, numbers(&copy, waits).await), (going_on, owed), "{name}");
        assert_eq!((numbers(&copy, named).await, numbers(&copy, UNNAMED).await), (before, vec![0]), "{name}");
        assert_eq!(numbers(&copy, "SELECT COUNT(*) FROM pragma_foreign_key_check").await, [0], "{name}");
        for id in numbers(&copy, "SELECT id FROM campaigns ORDER BY id").await.into_iter().map(CampaignId) {
            let finding = tables.prove(id).await.unwrap();
            assert!(finding.announced && finding.proof.is_ok(), "{name}, {id:?}");
            assert!(!tables.log(id, UserId(1)).await.unwrap().is_empty());
        }
        played_on(1 << 61).await;
        journal.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_a_post_by_a_role_was_once_written_under_ends_no_pruning_whether_or_not_it_has_been_looked_at() {
    not_beside!("no umpire is started");
    for looked_at in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("umpire.db");
        std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/databases/0017_looked_up.db"), &copy).unwrap();
        let clock = Clock::default();
        clock.advance(Duration::from_secs(400 * DAY * 3_600));
        Journal::open(&copy).await.unwrap().close().await;
        by_hand(
            &copy,
            "INSERT INTO interactions SELECT id | (1 << 62), campaign, acted_at FROM interactions WHERE id = (SELECT MAX(interaction) FROM journal); \
             UPDATE journal SET interaction = interaction | (1 << 62) WHERE interaction = (SELECT MAX(interaction) FROM journal)",
        )
        .await;
        if looked_at {
            by_hand(&copy, "INSERT INTO looked_through SELECT 'interactions', MAX(id) FROM interactions").await;
        }
        // Twice: what comes to nothing later is found too.
        for more in ["SELECT 1", "INSERT INTO interactions SELECT 1 << 61, MIN(campaign), 0 FROM interactions"] {
            by_hand(&copy, more).await;
            assert!(numbers(&copy, UNNAMED).await[0] > 0, "there is something to delete");
            let journal = Journal::open_by(&copy, clock.clone()).await.unwrap();
            let mut rounds = 0;
            while journal.prune_interactions(journal.now()).await.unwrap() {
                rounds += 1;
                assert!(rounds < 10_000, "it is never done");
            }
            journal.close().await;
            assert_eq!(numbers(&copy, UNNAMED).await, [0], "{looked_at} {more}");
        }
        assert_eq!(numbers(&copy, "SELECT COUNT(*) FROM interactions WHERE id > 1 << 62").await, [1], "a row names it");
        assert_eq!(numbers(&copy, "SELECT COUNT(*) FROM pragma_foreign_key_check").await, [0]);
    }
}
