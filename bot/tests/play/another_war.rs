//! A campaign of another war through the sandbox, on an umpire that has two packs: it is chosen by its title, played to its end, and
//! nothing its players see names the war the umpire comes with.

use std::path::Path;
use std::sync::Arc;

use engine::campaign::{Event, State};
use engine::game::Game as _;
use engine::pack::Pack;
use staff::{Cautious, Staff as _};
use umpire::despatches::order_keys::order_key;
use umpire::despatches::sheet;
use umpire::model::topic::Topic;

use crate::table::{Table, surely};

/// Words of the war that the umpire comes with.
const OTHER_WAR: [&str; 14] = [
    "island",
    "dhow",
    "mahdi",
    "egypt",
    "british",
    "sudan",
    "suakin",
    "gordon",
    "graham",
    "hicks",
    "kitchener",
    "khartoum",
    "san juan",
    "friday harbor",
];

fn directory() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../engine/tests/packs/doab").display().to_string()
}

fn two_rivers() -> Arc<Pack> {
    umpire::settings::load_pack("campaign.pack", Path::new(&directory())).unwrap()
}

#[track_caller]
fn is_of_its_own_war(text: &str) {
    let lower = text.to_lowercase();
    for word in OTHER_WAR {
        assert!(!lower.contains(word), "{word}: {text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_of_another_war_is_chosen_by_its_title_and_played_to_its_end_in_its_own_words() {
    let table = Table::laid_with("UMPIRE_MORE_PACKS", &directory()).await;
    let rich = table.member("rich");
    let offered: Vec<String> = rich.complete("/campaign start campaign:two").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(offered, ["The Summer of the Two Rivers"]);
    let refused = rich.run("/campaign start campaign:\"The Boxers\"").await;
    assert!(refused.is_ephemeral() && refused.text().contains("it has The Return of the False Prophet"), "{}", refused.text());
    let before = table.messages().len();
    rich.run("/campaign start campaign:\"The Summer of the Two Rivers\"").await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(table.database()).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let mut staff = Cautious::new(5);
    let mut rows = 0;
    let mut state = State::new(two_rivers());
    for _ in 0..2_000 {
        let mut found: Vec<(i64, String)> = Vec::new();
        let more = async || {
            found = sqlx::query_as("SELECT revision, events FROM journal ORDER BY revision").fetch_all(&pool).await.unwrap();
            found.len() > rows
        };
        table.until("the order is in the journal", more).await;
        for (_, events) in &found[rows..] {
            state.replay(&serde_json::from_str::<Vec<Event>>(events).unwrap());
        }
        rows = found.len();
        let orders = sheet::legal(&state);
        if orders.is_empty() {
            break;
        }
        let order = &orders[staff.choose(&state, &orders)];
        let told = surely(&rich, &format!("/{} order:{}", Topic::of(order).command(), order_key(order).unwrap())).await;
        is_of_its_own_war(&told.text());
    }
    pool.close().await;
    assert!(state.ending().is_some(), "the campaign ends in turn {}", state.turn());
    table.wait_for(" in figures.").await;
    for line in [
        "/turn",
        "/forces",
        "/supply",
        "/ledger",
        "/rules",
        "/campaign status",
        "/campaign report",
        "/campaign log",
        "/help",
        "/map",
        "/summary",
    ] {
        let reply = rich.run(line).await;
        is_of_its_own_war(&reply.text());
        for picture in reply.attachments() {
            is_of_its_own_war(picture.description.as_deref().unwrap_or_default());
        }
    }
    let messages = table.messages();
    // Its dice say how long it lasts. Of each turn that was played through, the rebellion, four rounds at least and the end are a message each:
    // the fifth round may be told with the end.
    let played_through = usize::from(state.turn() - 1);
    assert!(messages.len() > before + 6 * played_through, "{} messages, {played_through} turns", messages.len() - before);
    for message in &messages[before..] {
        is_of_its_own_war(&message.text());
        for picture in message.attachments() {
            is_of_its_own_war(picture.description.as_deref().unwrap_or_default());
        }
    }
    table.sandbox.assert_nothing_refused();
}
