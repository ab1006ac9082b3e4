//! How much a group of five hears: new messages a turn, and who is called for what.

use std::collections::BTreeSet;

use crate::table::Table;
use engine::campaign::{Event, Options, Order, State};
use engine::pack::Pack;
use sandbox::{Fault, Message};
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
pub(crate) async fn posted(database: &std::path::Path, since: i64) -> (Vec<(Despatch, bool)>, i64) {
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
    tables.settle_standing_orders(id, InteractionId(interaction), members[0], |_| everyone_decides).await.unwrap();
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
        let by = members[if given % 4 == 3 { 1 + given / 4 % 4 } else { 0 }];
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
    not_beside!("no umpire is started");
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

/// The message that says this, however it grew.
async fn said(table: &Table, says: &str) -> Message {
    table.wait_for(says).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_chooses_to_be_called_by_name_by_direct_message_or_not_at_all() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne", "kate"]).await;
    let told = others[0].run("/staff calls how:\"by direct message\"").await;
    assert!(told.is_ephemeral() && told.text().contains("you get a direct message"), "{}", told.text());
    others[1].run("/staff calls how:\"not at all\"").await;
    let stranger = table.member("stranger").run("/staff calls how:\"not at all\"").await;
    assert!(stranger.is_ephemeral() && stranger.text().contains("/campaign join"), "{}", stranger.text());
    for (member, called) in others.iter().zip([false, false, true]) {
        rich.run(&format!("/staff delegate member:@{} what:\"this action round\"", member.name())).await;
        let handed = said(&table, &format!("<@{}> gives the orders for action round 1 of turn 1.", member.id())).await;
        assert_eq!(handed.mentions().contains(&member.name()), called, "{}", handed.content());
        rich.run(&format!("/staff delegate member:@{} what:\"nothing any more\"", member.name())).await;
    }
    let direct = others[0].in_direct_messages().channel();
    let call = direct.wait_for(|message| message.text().contains("gives the orders for")).await;
    assert!(call.text().contains(&format!("It is in <#{}>.", table.guild.channel("general").id())), "{}", call.text());
    assert!(others[1].in_direct_messages().channel().messages().is_empty());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_deleted_message_cannot_show_any_more_is_posted_anew() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn order:Pass").await;
    let passed = said(&table, "Action round 1: no card is played.").await;
    rich.run("/move order:\"Activate Olga\"").await;
    let grown = said(&table, "Olga is activated").await;
    assert_eq!(grown.id(), passed.id(), "what belongs to a round is one message");
    table.guild.channel("general").delete_message(&grown);
    rich.run("/turn order:\"End the round\"").await;
    let anew = said(&table, "Action round 1 ends.").await;
    assert_ne!(anew.id(), passed.id());
    assert!(anew.text().contains("action round 2 of 7: play a card, or pass"), "{}", anew.text());
    assert!(!anew.text().contains("Olga is activated"), "what was shown once is not told again: {}", anew.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_new_picture_discord_does_not_take_for_minutes_grows_without_it() {
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn order:Pass").await;
    rich.run("/move order:\"Activate Olga\"").await;
    let begun = said(&table, "Olga is activated").await;
    table.until_posted().await;
    table.sandbox.inject(Fault::Status(500).on("PATCH", "/channels/*/messages/*").with_files().times(1_000));
    rich.run("/move order:\"March to El Obeid\" dice:\"1 1 1\"").await;
    table.until("it waits", async || table.sandbox.requests().iter().filter(|request| request.injected).count() >= 2).await;
    // In steps: the umpire pauses from the moment on at which it notes that Discord did not take it.
    let says = || table.messages().into_iter().find(|message| message.text().contains("El Obeid is ours again"));
    table
        .until("it grows without its picture", async || {
            table.seconds_pass(10);
            says().is_some()
        })
        .await;
    assert_eq!(says().map(|grown| grown.id()), Some(begun.id()), "{}", table.sandbox.transcript());
    table.sandbox.clear_faults();
    rich.run("/turn order:\"End the round\"").await;
    let ended = said(&table, "Action round 1 ends.").await;
    assert!(ended.text().contains("El Obeid"), "{}", ended.text());
    table.until_posted().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_full_grows_no_more_and_keeps_every_roll() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let rebellion = said(&table, "the rebellion spreads").await;
    // Without embeds a message has half the room.
    rich.run("/staff plain plain:true").await;
    assert_eq!(said(&table, "Everything is told in plain messages.").await.id(), rebellion.id(), "there is room yet");
    let mut last = rebellion.id();
    for number in 1..=14 {
        let member = table.member(&format!("member {number}"));
        member.run("/campaign join").await;
        last = said(&table, &format!("<@{}> joins the campaign.", member.id())).await.id();
    }
    assert_ne!(last, rebellion.id());
    assert!(said(&table, "the rebellion spreads").await.text().contains("Tamai 1D6 [4] +1 Ginnis in revolt"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_could_not_be_edited_shows_all_of_it_after_a_restart() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn order:Pass").await;
    let passed = said(&table, "Action round 1: no card is played.").await;
    table.sandbox.inject(Fault::Status(502).on("PATCH", "/channels/*/messages/*").times(1_000));
    let late = rich.run("/move order:\"Activate Olga\"").await;
    println!("{}", late.text());
    table.until("the order is in the journal", async || table.journal_rows().await == 6).await;
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    table.start_umpire().await;
    let grown = said(&table, "▸ Olga is activated").await;
    assert_eq!(grown.id(), passed.id());
    assert_eq!(table.messages().iter().filter(|message| message.text().contains("Olga is activated")).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_hour_later_a_round_goes_on_in_a_new_message() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn order:Pass").await;
    let passed = said(&table, "Action round 1: no card is played.").await;
    table.hours_pass(1);
    rich.run("/move order:\"Activate Olga\"").await;
    let later = said(&table, "Olga is activated").await;
    assert_ne!(later.id(), passed.id(), "whoever comes back looks for something new");
    // What the first offered is over.
    table.until("the first is closed", async || table.message("no card is played").components().len() == 1).await;
}
