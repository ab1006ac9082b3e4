//! The rolls of the battles that a campaign fought on the board, of each of them as long as its messages stand.

use std::sync::Arc;

use engine::campaign::{Event, Options, Order, State};
use engine::pack::Pack;
use staff::{Random, Staff as _};
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::entry::OrderRow;
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};
use umpire::table::room::Room;
use umpire::table::tables::{Founding, Tables};

const PLAYER: UserId = UserId(1);

fn begins(row: &OrderRow) -> bool {
    row.events.iter().any(|event| matches!(event, Event::BattleBegan { .. }))
}

fn opens_a_board(row: &OrderRow) -> bool {
    row.events.iter().any(|event| matches!(event, Event::BoardOpened { .. }))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rolls_of_an_earlier_battle_of_the_campaign_are_its_own_when_another_has_been_fought() {
    not_beside!("no umpire is started");
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("umpire.db");
    Journal::make(&database).await.unwrap().close().await;
    let tables = Arc::new(Tables::<State>::new(Journal::open(&database).await.unwrap()));
    let options = Options { boards: true, ..Options::default() };
    let orders = vec![(Order::SetUp { scenario: "uprising".to_owned(), options }, None)];
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
    let id = tables.found(founding, Seed([3; 32]), InteractionId(1), PLAYER).await.unwrap().campaign;
    let mut random = Random::new(3);
    let rows = async || {
        let revision = tables.snapshot(id).await.unwrap().campaign.revision;
        tables.journal().orders::<State>(id, revision).await.unwrap()
    };
    for interaction in 2..2_000 {
        if rows().await.iter().filter(|row| opens_a_board(row)).count() >= 2 {
            break;
        }
        let state = tables.snapshot(id).await.unwrap().state;
        let mut legal = sheet::legal(&state);
        let by_staff = legal.iter().find(|order| matches!(order, Order::LetStaffFight { .. })).cloned();
        legal.retain(|order| !matches!(order, Order::FightOut { .. } | Order::LetStaffFight { .. } | Order::Correct { .. }));
        let order = by_staff.unwrap_or_else(|| legal[random.choose(&state, &legal)].clone());
        tables.order(id, InteractionId(interaction), PLAYER, &order, None, None).await.unwrap_or_else(|error| panic!("{order:?}: {error}"));
    }
    let rows = rows().await;
    // The rows at which the battles began that went on the board.
    let began = |opened: u32| rows.iter().filter(|row| row.revision <= opened).rfind(|row| begins(row)).unwrap().revision;
    let battles: Vec<u32> = rows.iter().filter(|row| opens_a_board(row)).map(|opened| began(opened.revision)).collect();
    assert!(battles.len() >= 2, "{battles:?}");
    let room = Arc::clone(&tables) as Arc<dyn Room>;
    let shown = async |topic: String| room.sheet(id, PLAYER, &topic, 0).await.unwrap().unwrap();
    let (first, last) = (shown(format!("rolls.1.{}", battles[0])).await, shown(format!("rolls.1.{}", battles[1])).await);
    println!("{first:?}\n{last:?}");
    assert!(!first.dice.is_empty() && !last.dice.is_empty());
    assert_ne!(first.dice, last.dice, "each battle has its own");
    // What was posted before topics had a row asks for the last battle, as it did.
    assert_eq!(shown("rolls.1".to_owned()).await.dice, last.dice);
    tables.journal().close().await;
}
