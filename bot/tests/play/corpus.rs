//! Campaigns of earlier days, played on: every export is imported through the sandbox and told, every database is opened, migrated and
//! played on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::table::{Table, is_board};
use engine::campaign::State;
use engine::card_game::state::State as CardGame;
use engine::edition::Edition;
use engine::game::Game as _;
use engine::khartoum::state::State as Siege;
use engine::tabletop::state::State as Battle;
use serde_json::Value;
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::custom_id::CustomId;
use umpire::model::despatch::ButtonStyle;
use umpire::model::ids::{CampaignId, InteractionId, UserId};
use umpire::table::error::TableError;
use umpire::table::room::Room;
use umpire::table::tables::{Given, Hosted, Tables};

fn kept(folder: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    files.sort();
    assert!(!files.is_empty(), "the corpus is here");
    files
}

#[tokio::test(flavor = "multi_thread")]
async fn every_export_of_earlier_days_is_imported_told_and_exported_the_same() {
    let table = Table::laid().await;
    for (number, file) in kept("exports", "json").into_iter().enumerate() {
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let channel = format!("channel-{number}");
        let anna = table.member(&format!("anna-{number}")).in_channel(&channel);
        let bytes = std::fs::read(&file).unwrap();
        let before: Value = serde_json::from_slice(&bytes).unwrap();
        let text = String::from_utf8(bytes.clone()).unwrap();
        let is_over = umpire::files::export::replay::<State>(&text, None, |_| Ok(())).unwrap().ending().is_some();
        let reply = anna.attaching("campaign.json", bytes).run("/campaign import file:campaign.json").await;
        if is_over {
            // What the rules have ended is opened to be read.
            reply.taken_back().await;
            let says = |message: &sandbox::Message| message.text().contains("is opened from a file to be read");
            table.guild.channel(&channel).wait_for(says).await;
            let proof = anna.run("/campaign verify").await.text();
            assert!(proof.contains("Proved"), "{name}: {proof}");
            continue;
        }
        reply.taken_back().await;
        let says = |message: &sandbox::Message| message.text().contains("taken up from a file") && !is_board(message);
        table.guild.channel(&channel).wait_for(says).await;
        let status = anna.run("/campaign status").await.text();
        assert!(status.contains("turn "), "{name}: {status}");
        let log = anna.run("/campaign log").await.text();
        assert!(log.contains("No. "), "{name}: {log}");
        let report = anna.run("/campaign report").await.text();
        assert!(report.contains(" in figures"), "{name}: {report}");
        let exported = anna.run("/campaign export").await;
        let after: Value = serde_json::from_slice(&exported.attachments()[0].bytes).unwrap();
        let (before, after) = (before["entries"].as_array().unwrap(), after["entries"].as_array().unwrap());
        for (old, new) in before.iter().zip(after) {
            let of_the_first = old.get("edition").is_none();
            assert!(
                of_the_first || ["boards-closed", "corrections-closed"].contains(&name.as_str()),
                "{name}: files of the first days are of the first edition, and say nothing of it"
            );
            for field in ["revision", "order", "events", "undone_by", "edition"] {
                assert_eq!(old[field], new[field], "{name}: {field} of No. {}", old["revision"]);
            }
        }
        assert!(after.len() >= before.len(), "{name}");
        for new in &after[before.len()..] {
            assert_eq!(new["edition"], Value::from(State::EDITION.0), "{name}: No. {} is of today's rules", new["revision"]);
        }
    }
    table.sandbox.assert_nothing_refused();
}

/// How the campaigns of a kept database stand: the row each has come to, and whether it takes orders.
const STANDINGS: [(&str, &[bool]); 7] = [
    ("0010_filings", &[false, false, true, true, true, false, false, false]),
    ("0011_games", &[false, false, true, true, true, false, false, false]),
    ("0013_old_boards", &[false, false, false, true, true, false, false, false]),
    ("0014_commits", &[false, false, true, true, true, false, false, false]),
    ("0015_quiet", &[false, false, true, true, true, false, false, false]),
    ("0017_looked_up", &[false]),
    ("0018_upkeep", &[false]),
];

#[tokio::test(flavor = "multi_thread")]
async fn every_database_of_earlier_days_is_opened_migrated_proved_and_played_on() {
    not_beside!("no umpire is started");
    let mut databases = kept("databases", "db");
    databases.retain(|file| file.file_stem().is_some_and(|name| name != BATTLES && name != CARDS && name != SIEGES));
    assert_eq!(databases.len(), STANDINGS.len(), "each database has its line");
    for (file, (name, takes_orders)) in databases.iter().zip(STANDINGS) {
        assert_eq!(file.file_stem().unwrap(), name);
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("umpire.db");
        std::fs::copy(file, &copy).unwrap();
        let tables = Arc::new(Tables::<State>::new(Journal::open(&copy).await.unwrap()));
        for (number, takes_orders) in (1..).zip(takes_orders.iter().copied()) {
            let id = CampaignId(number);
            let snapshot = tables.snapshot(id).await.unwrap();
            assert!(!tables.log(id, UserId(1)).await.unwrap().is_empty());
            let finding = tables.prove(id).await.unwrap();
            assert!(finding.announced && finding.gap.is_none(), "{name}, campaign {number}");
            assert!(finding.proof.is_ok(), "{name}, campaign {number}: {:?}", finding.proof);
            let commander = snapshot.roster.commanding(&snapshot.state).unwrap();
            let Some(order) = sheet::legal(&snapshot.state).into_iter().next() else {
                assert!(!takes_orders, "{name}, campaign {number} goes on");
                continue;
            };
            let given = tables.order(id, InteractionId(1_000 + number as u64), commander, &order, None, None).await;
            match given {
                Ok(Given::Done(done)) => {
                    assert!(takes_orders && done.revision > snapshot.campaign.revision, "{name}, campaign {number}");
                    // What was written before is of the first edition, what is ordered now of today's; both together are proved.
                    let rows = tables.journal().all_orders::<State>(id, done.revision).await.unwrap();
                    let of_today = |revision: u32| revision > snapshot.campaign.revision;
                    assert!(rows.iter().all(|row| row.edition == if of_today(row.revision) { State::EDITION } else { Edition::FIRST }));
                    let proof = tables.prove(id).await.unwrap().proof;
                    assert!(proof.is_ok(), "{name}, campaign {number}: {proof:?}");
                }
                Err(TableError::Lifecycle(_) | TableError::Closed) => assert!(!takes_orders, "{name}, campaign {number}"),
                other => panic!("{name}, campaign {number}: {other:?}"),
            }
        }
        tables.journal().close().await;
    }
}

/// The database that was left with battles on the gridded board: one closed, one in its midst, a campaign with two of them, and one in the
/// midst of its battle.
const BATTLES: &str = "0016_trials";

/// The database that was left with card games: one closed, one of two members in its midst.
const CARDS: &str = "0016_trials_cards";
/// The one with sieges, one closed and one of two members in its midst.
const SIEGES: &str = "0019_seals_sieges";

/// Presses the usual button of whoever is waited for, some times; whether the game goes on.
async fn goes_on(room: &dyn Room, id: CampaignId, interactions: &mut u64) -> bool {
    let mut before = room.board(id).await.unwrap();
    for _ in 0..6 {
        let key = before.despatch.buttons.iter().find_map(|button| match &button.id {
            CustomId::Order { key, .. } if button.style == ButtonStyle::Primary => Some(key.clone()),
            _ => None,
        });
        let (Some(key), Some(waiting)) = (key, room.waiting(id).await.unwrap()) else { return false };
        *interactions += 1;
        let user = *waiting.users.first().unwrap();
        room.order(id, InteractionId(*interactions), user, &key, None, Some(before.revision)).await.unwrap();
        let after = room.board(id).await.unwrap();
        assert!(after.revision > before.revision);
        before = after;
    }
    let finding = room.proved(id).await.unwrap();
    assert!(format!("{finding:?}").contains("Proved"), "{finding:?}");
    true
}

#[tokio::test(flavor = "multi_thread")]
async fn battles_that_were_left_in_their_midst_are_opened_proved_and_fought_on() {
    not_beside!("no umpire is started");
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("umpire.db");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/databases/{BATTLES}.db")), &copy).unwrap();
    let journal = Journal::open(&copy).await.unwrap();
    let battles = Arc::new(Tables::<Battle>::new(journal.clone())) as Arc<dyn Room>;
    let campaigns = Arc::new(Tables::<State>::new(journal.clone())) as Arc<dyn Room>;
    let mut interactions = 1_000;
    for (id, room, runs) in [(1, &battles, false), (2, &battles, true), (3, &campaigns, false), (4, &campaigns, true)] {
        let id = CampaignId(id);
        assert_eq!(goes_on(room.as_ref(), id, &mut interactions).await, runs, "{}, {id:?}", room.name());
    }
    journal.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn card_games_that_were_left_in_their_midst_are_opened_proved_and_played_on() {
    not_beside!("no umpire is started");
    played_on::<CardGame>(CARDS, &["as-advised"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sieges_that_were_left_in_their_midst_are_opened_proved_and_played_on() {
    not_beside!("no umpire is started");
    played_on::<Siege>(SIEGES, &["draw.ours", "draw.enemy", "as-advised"]).await;
}

/// Opens a database with two games of a kind, a closed one and one under way, proves them, and plays the second on with these orders, the
/// first that is legal each time.
async fn played_on<G: Hosted>(database: &str, keys: &[&str])
where
    Tables<G>: Room,
{
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("umpire.db");
    std::fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/databases/{database}.db")), &copy).unwrap();
    let journal = Journal::open(&copy).await.unwrap();
    let room = Arc::new(Tables::<G>::new(journal.clone())) as Arc<dyn Room>;
    let mut interactions = 1_000;
    for (id, runs) in [(CampaignId(1), false), (CampaignId(2), true)] {
        for _ in 0..8 {
            let before = room.board(id).await.unwrap().revision;
            let Some(waiting) = room.waiting(id).await.unwrap() else { break };
            for user in waiting.users {
                let mut done = false;
                for key in keys {
                    interactions += 1;
                    done = done || room.order(id, InteractionId(interactions), user, key, None, None).await.is_ok();
                }
                assert!(done, "{database}");
            }
            assert!(room.board(id).await.unwrap().revision > before);
        }
        assert_eq!(room.waiting(id).await.unwrap().is_some(), runs);
        let finding = room.proved(id).await.unwrap();
        assert!(format!("{finding:?}").contains("Proved"), "{finding:?}");
    }
    journal.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_battle_card_game_and_siege_of_earlier_days_is_opened_to_be_read_and_proves_itself() {
    let table = Table::laid().await;
    let files = kept("exports/battles", "json").into_iter().chain(kept("exports/cards", "json")).chain(kept("exports/sieges", "json"));
    for (number, file) in files.enumerate() {
        let channel = format!("channel-{number}");
        let anna = table.member(&format!("anna-{number}")).in_channel(&channel);
        let bytes = std::fs::read(&file).unwrap();
        let reply = anna.attaching("battle.json", bytes).run("/campaign import file:battle.json").await;
        reply.taken_back().await;
        let says = |message: &sandbox::Message| message.text().contains("is opened from a file to be read");
        table.guild.channel(&channel).wait_for(says).await;
        assert!(anna.run("/campaign verify").await.text().contains("Proved"));
        assert!(anna.run("/campaign log").await.text().contains("No. "));
    }
    table.sandbox.assert_nothing_refused();
}
