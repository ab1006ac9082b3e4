//! How much a group of five hears: new messages a turn, and who is called for what.

use std::collections::BTreeSet;

use engine::campaign::{Event, Options, Order, State};
use engine::pack::Pack;
use staff::{Cautious, Random, Staff};
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::despatch::{Despatch, Place};
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};
use umpire::model::played::Played;
use umpire::model::standing_orders::StandingOrders;
use umpire::table::tables::{Founding, Given, Tables};

/// The most new messages in the channel in a turn, and for each battle besides.
const IN_A_TURN: usize = 12;
const FOR_A_BATTLE: usize = 2;

/// A board moves down when so many messages lie below it.
const MOVES_AFTER: usize = 8;

/// What the channel was posted in one turn.
#[derive(Default, Debug)]
struct Heard {
    posted: Vec<String>,
    battles: usize,
}

/// Despatches of the outbox since a row, each with whether it is a new message.
async fn posted(database: &std::path::Path, since: i64) -> (Vec<(Despatch, bool)>, i64) {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let rows: Vec<(i64, String, Option<i64>)> =
        sqlx::query_as("SELECT id, despatch, joined FROM outbox WHERE id > ? ORDER BY id").bind(since).fetch_all(&pool).await.unwrap();
    pool.close().await;
    let last = rows.last().map_or(since, |row| row.0);
    (rows.into_iter().map(|(_, despatch, joined)| (serde_json::from_str(&despatch).unwrap(), joined.is_none())).collect(), last)
}

/// Five members play some turns; every fourth order is another's than the commander's.
async fn five_play(seed: u8, staff: &mut impl Staff<State>, turns: u8) -> Vec<Heard> {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("umpire.db");
    let tables = Tables::<State>::new(Journal::open(&database).await.unwrap());
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options { steps: 4, ..Options::default() } };
    let founding = Founding {
        guild: GuildId(1),
        channel: ChannelId(2),
        pack: Pack::embedded().unwrap(),
        orders: [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec(),
    };
    let members: Vec<UserId> = (100..105).map(UserId).collect();
    let mut interaction = 1;
    let id = tables.found(founding, Seed([seed; 32]), InteractionId(interaction), members[0]).await.unwrap().campaign;
    for member in &members[1..] {
        interaction += 1;
        tables.join(id, InteractionId(interaction), *member, false).await.unwrap();
    }
    interaction += 1;
    let everyone_decides = StandingOrders { commander_decides: Vec::new(), ..StandingOrders::default() };
    tables.settle_standing_orders(id, InteractionId(interaction), members[0], everyone_decides).await.unwrap();
    let (opening, mut seen) = posted(&database, 0).await;
    assert!(opening.iter().all(|(despatch, _)| despatch.mention.is_none()), "nobody is called for what they began themselves");
    let mut heard: Vec<Heard> =
        vec![Heard { posted: opening.into_iter().filter(|row| row.1).map(|row| row.0.sentence).collect(), battles: 0 }];
    for given in 0..4_000_usize {
        let snapshot = tables.snapshot(id).await.unwrap();
        let state = &snapshot.state;
        if state.ending().is_some() || state.turn() > turns {
            break;
        }
        let orders = sheet::legal(state);
        let order = orders[staff.choose(state, &orders)].clone();
        let by = members[if given % 4 == 3 { 1 + given % 4 } else { 0 }];
        let waited_for = state.waited_for(&snapshot.roster);
        interaction += 1;
        let done = tables.order(id, InteractionId(interaction), by, &order, None, None).await.unwrap();
        assert!(matches!(done, Given::Done(_)), "everyone's orders are orders");
        let after = tables.snapshot(id).await.unwrap();
        let begin: BTreeSet<UserId> =
            after.state.waited_for(&after.roster).into_iter().filter(|user| *user != by && !waited_for.contains(user)).collect();
        let (rows, last) = posted(&database, seen).await;
        seen = last;
        let mut called = BTreeSet::new();
        heard.resize_with(usize::from(state.turn()), Heard::default);
        let turn = heard.last_mut().unwrap();
        for (despatch, new) in rows {
            for user in despatch.mention.iter().chain(&despatch.also_mention) {
                assert_ne!(*user, by, "called for their own deed: {}", despatch.sentence);
                assert!(new, "an edit calls nobody: {}", despatch.sentence);
                assert!(called.insert(*user), "called twice for one deed: {}", despatch.sentence);
                let fights = matches!(despatch.place, Place::Thread { .. });
                assert!(fights || begin.contains(user), "called without beginning to be waited for: {}", despatch.sentence);
            }
            if new && despatch.place == Place::Channel {
                turn.posted.push(despatch.sentence);
            }
        }
        let row = tables.row(id, after.last_order).await.unwrap();
        turn.battles += row.map_or(0, |(_, events)| events.iter().filter(|event| matches!(event, Event::BattleBegan { .. })).count());
    }
    heard
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_five_makes_at_most_twelve_new_messages_and_two_more_for_each_battle() {
    let mut told = Vec::new();
    for seed in 1..=3 {
        told.push((seed, "cautious", five_play(seed, &mut Cautious::new(seed.into()), 6).await));
        told.push((seed, "random", five_play(seed, &mut Random::new(seed.into()), 6).await));
    }
    let mut turns = 0;
    for (seed, staff, heard) in told {
        for (turn, heard) in heard.into_iter().enumerate() {
            turns += 1;
            let new = heard.posted.len();
            println!("seed {seed}, {staff} staff, turn {}: {new} messages, {} battles", turn + 1, heard.battles);
            let most = IN_A_TURN + FOR_A_BATTLE * heard.battles;
            assert!(
                new + new / MOVES_AFTER <= most,
                "seed {seed}, {staff} staff, turn {}: {new} of {most}\n{}",
                turn + 1,
                heard.posted.join("\n")
            );
        }
    }
    assert!(turns > 12, "only {turns} turns were played");
}
