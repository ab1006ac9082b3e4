use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::campaign::{Options, Order, State};
use engine::game::Game as _;
use engine::pack::Pack;
use tokio::task::JoinHandle;

use super::*;
use crate::journal::filled::{by_hand, number};
use crate::journal::polled::polled;
use crate::model::campaign::Seed;
use crate::model::export::ExportedOrder;
use crate::model::ids::{InteractionId, MessageId, UserId};

/// Many times as many rows as are written at once.
const ROWS: u32 = 2_000;

/// A game of so many rows; what they say is no matter here.
fn imported(rows: u32) -> Imported<State> {
    let pack = Pack::embedded().unwrap();
    let order = Order::SetUp { scenario: pack.scenarios[0].key.clone(), options: Options::default() };
    let row = |revision| ExportedOrder {
        revision,
        order: order.clone(),
        events: Vec::new(),
        position: 0,
        streamed: false,
        undone_by: None,
        edition: State::EDITION,
    };
    Imported {
        state: State::new(Arc::clone(&pack)),
        pack,
        name: None,
        rows: (1..=rows).map(row).collect(),
        last: rows,
        proved: None,
        corrections: Vec::new(),
        earlier: Vec::new(),
    }
}

const fn deed(interaction: u64) -> Deed {
    Deed { interaction: InteractionId(interaction), user: UserId(7), seat: "commander" }
}

async fn take_up(journal: &Journal, channel: u64, interaction: u64) -> Result<CampaignId, JournalError> {
    let sealed = Sealed { seed: Seed([5; 32]), message: None };
    let despatch = |_| Despatch::saying("It is taken up.");
    let place = (GuildId(1), ChannelId(channel));
    journal.import(place.0, place.1, &imported(ROWS), sealed, deed(interaction), &[], despatch).await.map(|(campaign, _)| campaign)
}

async fn opened(folder: &Path) -> (Journal, std::path::PathBuf) {
    let path = folder.join("umpire.db");
    (Journal::open(&path).await.unwrap(), path)
}

/// Waits until the game of a number that is being taken up is there, in part.
async fn until_begun<T>(journal: &Journal, id: i64, taking_up: &JoinHandle<T>) {
    let since = Instant::now();
    loop {
        let is_over = taking_up.is_finished() || since.elapsed() > Duration::from_secs(60);
        if journal.game_of(CampaignId(id)).await.unwrap().is_some() {
            return;
        }
        assert!(!is_over, "game {id} is never begun");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn whoever_writes_while_a_file_is_taken_up_waits_for_a_few_of_its_rows_and_not_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, _) = opened(folder.path()).await;
    let other = take_up(&journal, 9, 1).await.unwrap();
    let taking_up = tokio::spawn({
        let journal = journal.clone();
        async move { take_up(&journal, 2, 2).await }
    });
    until_begun(&journal, 2, &taking_up).await;
    for turn in 1..=10 {
        journal.board_shows(other, turn, ChannelId(9), Some(MessageId(1)), "a board").await.unwrap();
    }
    assert!(!taking_up.is_finished(), "ten others have written between its rows");
    let id = taking_up.await.unwrap().unwrap();
    let campaign = journal.campaign::<State>(id).await.unwrap().unwrap();
    assert_eq!((campaign.revision, campaign.lifecycle.gone_at, campaign.lifecycle.imported), (ROWS, None, ROWS));
    assert_eq!(journal.orders::<State>(id, ROWS).await.unwrap().len(), ROWS as usize);
    journal.close().await;
}

#[tokio::test]
async fn a_game_in_part_is_found_by_nobody_and_destroyed_later_and_its_channel_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, path) = opened(folder.path()).await;
    let rows = "SELECT count(*) FROM journal";
    let mut interaction = 0;
    while number(&path, rows).await == 0 {
        interaction += 1;
        // Given up ever later.
        assert!(polled(take_up(&journal, 2, interaction), 10 * interaction as i64).await.is_none());
    }
    let left = number(&path, rows).await;
    assert!(left < i64::from(ROWS), "{left}");
    let parts = number(&path, "SELECT count(*) FROM campaigns").await;
    let latest = CampaignId(number(&path, "SELECT max(campaign) FROM journal").await);
    let (guild, channel, user) = (GuildId(1), ChannelId(2), UserId(7));
    let is_found = async |journal: &Journal| {
        journal.campaign::<State>(latest).await.unwrap().is_some()
            || journal.campaign_in(channel).await.unwrap().is_some()
            || !journal.games_of(guild, user).await.unwrap().is_empty()
            || !journal.games_played_in(channel, user).await.unwrap().is_empty()
    };
    assert!(!is_found(&journal).await);
    journal.close().await;
    let (journal, _) = opened(folder.path()).await;
    assert!(!is_found(&journal).await);
    // The same interaction is acted on once; another takes it up where it was to be.
    assert!(matches!(take_up(&journal, 2, interaction).await, Err(JournalError::Repeated)));
    let whole = take_up(&journal, 2, 1_000).await.unwrap();
    assert!(is_found(&journal).await);
    let now = journal.now();
    assert!(journal.campaigns_gone(now, true).await.unwrap().is_empty() && !journal.purge(latest, now).await.unwrap());
    let later = now + WHOLE_WITHIN + 1;
    let gone = journal.campaigns_gone(later, true).await.unwrap();
    assert_eq!(gone.len() as i64, parts);
    for id in gone {
        assert!(journal.purge(id, later).await.unwrap());
    }
    for table in ["journal", "interactions", "members", "outbox"] {
        let of = |whose: &str| format!("SELECT count(*) FROM {table} WHERE campaign {whose} {}", whole.0);
        assert_eq!(number(&path, &of("<>")).await, 0, "{table}");
        assert!(number(&path, &of("=")).await > 0, "{table}");
    }
    journal.close().await;
}

#[tokio::test]
async fn a_channel_that_is_taken_meanwhile_refuses_the_file_at_its_end_too() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, _) = opened(folder.path()).await;
    let first = tokio::spawn({
        let journal = journal.clone();
        async move { take_up(&journal, 2, 1).await }
    });
    until_begun(&journal, 1, &first).await;
    // Both are in part for a while; whichever is whole first has the channel.
    let second = take_up(&journal, 2, 2).await;
    let first = first.await.unwrap();
    assert!(
        matches!((&first, &second), (Ok(_), Err(JournalError::ChannelTaken)) | (Err(JournalError::ChannelTaken), Ok(_))),
        "{first:?} {second:?}"
    );
    assert!(matches!(take_up(&journal, 2, 3).await, Err(JournalError::ChannelTaken)), "nothing of it is begun any more");
    let played = journal.campaign_in(ChannelId(2)).await.unwrap();
    assert_eq!(played, first.ok().or(second.ok()));
    journal.close().await;
}

#[tokio::test]
async fn a_game_that_is_being_destroyed_is_found_by_nobody_though_the_umpire_ends_half_way_and_goes_on_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let (journal, path) = opened(folder.path()).await;
    let id = take_up(&journal, 2, 1).await.unwrap();
    by_hand(&path, "UPDATE campaigns SET gone_at = 1").await;
    let (mut half_way, mut polls) = (0, 0);
    while polled(journal.purge(id, 100), polls).await.is_none() {
        polls += 20;
        let left = number(&path, "SELECT count(*) FROM journal").await;
        if (1..i64::from(ROWS)).contains(&left) {
            half_way += 1;
            assert!(journal.campaign::<State>(id).await.unwrap().is_none(), "{left} rows are left");
            break;
        }
    }
    assert!(half_way > 0);
    // A machine's clock that is set back brings nothing of it back.
    by_hand(&path, "UPDATE campaigns SET gone_at = 1000000").await;
    assert!(journal.campaign::<State>(id).await.unwrap().is_none() && journal.games_of(GuildId(1), UserId(7)).await.unwrap().is_empty());
    assert!(journal.purge(id, 1_000_000).await.unwrap());
    assert_eq!(number(&path, "SELECT count(*) FROM campaigns").await + number(&path, "SELECT count(*) FROM interactions").await, 0);
    let packs: BTreeMap<String, String> = BTreeMap::new();
    assert!(journal.pack_of::<State>(&packs).await.unwrap().is_none(), "nor is its pack kept");
    journal.close().await;
}
