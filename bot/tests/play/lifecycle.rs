//! A campaign's lifecycle through the sandbox: from a file, listed, called something, put away, handed over, deleted with grace.

use engine::campaign::{Options, Order, State};
use engine::pack::Pack;
use umpire::journal::clock::Clock;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};
use umpire::table::lifecycle::OnServer;
use umpire::table::tables::{Founding, Tables};

use crate::reminders::{Picket, WAITS};
use crate::table::{Table, is_board, play_a_card_for_its_ops, press_late};
use sandbox::{Fault, Member, Message, Reply};
use serde_json::Value;
use sqlx::{Row as _, SqlitePool};
use std::time::Duration;

const MANAGE_SERVER: u64 = 1 << 5;
const SEE_CHANNEL: u64 = 1 << 10;
const MANAGE_THREADS: u64 = 1 << 34;
const CREATE_PRIVATE_THREADS: u64 = 1 << 36;

async fn pool(table: &Table) -> SqlitePool {
    SqlitePool::connect_with(sqlx::sqlite::SqliteConnectOptions::new().filename(table.database())).await.unwrap()
}

async fn number(table: &Table, sql: &'static str) -> i64 {
    let pool = pool(table).await;
    let number = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
    pool.close().await;
    number
}

async fn exported(member: &Member) -> Vec<u8> {
    member.run("/campaign export").await.attachments()[0].bytes.to_vec()
}

/// Waits for a message of a channel that says this, and is not the board.
async fn said(table: &Table, channel: &str, says: &str) -> Message {
    table.guild.channel(channel).wait_for(|message| message.text().contains(says) && !is_board(message)).await
}

/// Waits until the board of a channel says this.
async fn board_says(table: &Table, channel: &str, says: &str) -> Message {
    table.guild.channel(channel).wait_for(|message| is_board(message) && message.text().contains(says)).await
}

async fn take_up(member: &Member, file: &[u8]) -> Reply {
    member.attaching("campaign.json", file).run("/campaign import file:campaign.json").await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exported_campaign_goes_on_in_another_channel_under_whoever_brings_the_file_with_dice_of_a_new_seed() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    rich.run("/campaign rename name:\"The Friday club\"").await;
    rich.run("/turn order:Pass").await;
    rich.run("/undo").await;
    let file = exported(&rich).await;
    let anna = table.member("anna").in_channel("second");
    let reply = take_up(&anna, &file).await;
    reply.taken_back().await;
    let told = said(&table, "second", "is taken up from a file").await;
    println!("{}", told.text());
    assert!(told.text().contains("**The Friday club is taken up from a file: "), "{}", told.text());
    assert!(told.text().contains("Each order was given again, and came to the same."), "{}", told.text());
    assert!(told.text().contains(&format!("<@{}>, action round 1 of 7: play a card, or pass.", anna.id())), "{}", told.text());
    assert_eq!(told.mentions(), ["anna"]);
    let rows = table.journal_rows().await;
    reply.deliver_again();
    anna.run("/turn").await;
    assert_eq!(table.journal_rows().await, rows, "a repeated delivery changes nothing");
    // The board has its controls, and the campaign goes on.
    let board = board_says(&table, "second", "The Friday club — turn 1, action round 1").await;
    anna.press(&board, "Pass: 1 Op").await;
    said(&table, "second", "Action round 1: no card is played.").await;
    anna.run("/undo").await;
    said(&table, "second", "Undone: Pass: 1 Op.").await;
    assert!(anna.run("/undo").await.text().contains("There is nothing to undo"), "what came from the file stands");
    // What came from the file is not claimed for the new seed; what is thrown from here on is.
    anna.run("/turn order:Pass").await;
    let ops = anna.complete("/turn order:End").await;
    anna.run(&format!("/turn order:{}", ops[0].value.as_str().unwrap())).await;
    play_a_card_for_its_ops(&anna).await;
    let old = serde_json::from_slice::<Value>(&file).unwrap()["entries"].as_array().unwrap().len();
    let again: Value = serde_json::from_slice(&exported(&anna).await).unwrap();
    assert_eq!(again["title"], "The Friday club");
    let streamed: Vec<bool> = again["entries"].as_array().unwrap().iter().map(|entry| entry["streamed"].as_bool().unwrap()).collect();
    assert!(streamed[..old].iter().all(|streamed| !streamed) && streamed[old..].iter().all(|streamed| *streamed), "{streamed:?}");
    anna.run("/campaign end").await.press("End the campaign").await;
    let seed = said(&table, "second", "is closed.**").await.text().split('`').nth(1).unwrap().to_owned();
    let sealed = said(&table, "second", "The dice of a new game are sealed.").await;
    let status = sealed.text().split("SHA-256 of their seed is `").nth(1).unwrap()[..64].to_owned();
    let bytes: Vec<u8> = (0..32).map(|index| u8::from_str_radix(&seed[2 * index..2 * index + 2], 16).unwrap()).collect();
    assert_eq!(
        engine::pack::hexadecimal(&<sha2::Sha256 as sha2::Digest>::digest(&bytes)),
        status,
        "the new seed is the one that was sealed"
    );
    let mut proved = Vec::new();
    umpire::files::export::replay::<engine::campaign::State>(&again.to_string(), Some(&seed), |replayed| {
        proved.push(replayed.rerun.has_its_dice());
        Ok(())
    })
    .unwrap();
    assert_eq!(proved, streamed);
    // The first one is as it was.
    assert!(rich.run("/campaign status").await.text().contains("The Friday club — turn 1"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_campaign_is_taken_up_again_with_its_dice_proved_by_the_seed_in_the_file() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/campaign start scenario:uprising").await;
    rich.run("/campaign end").await.press("End the campaign").await;
    said(&table, "general", "is closed.**").await;
    let closed = rich.run("/campaign export campaign:1").await;
    assert!(closed.content().contains("with the seed of their dice"), "{}", closed.text());
    let file = closed.attachments()[0].bytes.to_vec();
    let stranger = table.member("anna").run("/campaign export campaign:1").await;
    assert!(stranger.is_ephemeral() && stranger.text().contains("You are not in that campaign"), "{}", stranger.text());
    take_up(&rich, &file).await;
    let told = said(&table, "general", "is taken up from a file").await;
    assert!(told.text().contains("The seed in the file proves the dice of all of them."), "{}", told.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_none_or_was_changed_is_refused_in_one_sentence_and_starts_nothing() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let file = exported(&rich).await;
    let taken = take_up(&rich, &file).await;
    assert!(taken.is_ephemeral() && taken.content().starts_with("This channel has a game already"), "{}", taken.text());
    let anna = table.member("anna").in_channel("second");
    let mut export: Value = serde_json::from_slice(&file).unwrap();
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut other = export.clone();
        change(&mut other);
        other.to_string().into_bytes()
    };
    let pack = changed(&|file| {
        let name = file["pack"].as_object().unwrap().keys().next().unwrap().clone();
        file["pack"][name] = "nothing".into();
    });
    for (file, said) in [
        (b"not JSON".to_vec(), "That file is no campaign of mine (line 1, column 2)"),
        (file[..file.len() / 2].to_vec(), "That file is no campaign of mine"),
        (changed(&|file| file["format"] = "umpire campaign, version 2".into()), "That file is of version 2; this umpire reads version 1."),
        (pack, "That campaign was played with a pack this umpire does not have"),
        (changed(&|file| file["entries"][1]["order"] = "pass".into()), "Order No. 2 of that file is against the rules"),
        (changed(&|file| file["entries"][2]["revision"] = 1.into()), "No. 1 stands out of order"),
        (changed(&|file| file["entries"].as_array_mut().unwrap().swap(1, 2)), "stands out of order"),
        (vec![b' '; 8_000_001], "That file has 9 MB, and 8 MB are the most"),
    ] {
        let reply = take_up(&anna, &file).await;
        assert!(reply.is_ephemeral() && reply.content().contains(said), "{said}: {}", reply.text());
    }
    assert_eq!(number(&table, "SELECT count(*) FROM campaigns").await, 1);
    // A name that would call somebody is left behind.
    export["title"] = "<@&1> @everyone".into();
    take_up(&anna, export.to_string().as_bytes()).await;
    let told = said(&table, "second", "is taken up from a file").await;
    assert!(told.text().contains("**The Return of the False Prophet of the San Juans is taken up"), "{}", told.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn while_a_file_is_taken_up_on_a_server_another_there_is_refused_at_once_and_one_of_another_server_is_not() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let file = exported(&rich).await;
    let (anna, kate) = (table.member("anna").in_channel("second"), table.member("kate").in_channel("quiet"));
    let other = table.sandbox.guild("The Other Mess");
    // Discord takes its time over the first one's seal: the others come meanwhile, however slow the machine is.
    let slow = format!("/channels/{}/messages", table.guild.channel("second").id());
    table.sandbox.inject(Fault::Delay(Duration::from_secs(10)).on("POST", &slow));
    let first = anna.attaching("campaign.json", file.clone()).start_run("/campaign import file:campaign.json").unwrap();
    first.first_answer().await.unwrap();
    let refused = take_up(&kate, &file).await;
    assert!(refused.is_ephemeral() && refused.content().starts_with("Another file is being taken up here just now"), "{}", refused.text());
    take_up(&other.member("guard"), &file).await;
    other.channel("general").wait_for(|message| message.text().contains("is taken up from a file") && !is_board(message)).await;
    first.finish().await.unwrap();
    said(&table, "second", "is taken up from a file").await;
    take_up(&kate, &file).await;
    said(&table, "quiet", "is taken up from a file").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_in_a_channel_that_somebody_cannot_see_is_kept_from_them() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    rich.in_channel("second").run("/campaign start scenario:uprising").await;
    said(&table, "second", "begins").await;
    assert!(tom.run("/campaign list").await.text().contains("Two games on this server."));
    let second = table.guild.channel("second");
    second.deny_everyone(SEE_CHANNEL);
    table.guild.allow_bot(&second, SEE_CHANNEL);
    table.sandbox.settle().await;
    let list = tom.run("/campaign list").await;
    assert!(list.text().contains("One game on this server.") && !list.text().contains("campaign 2"), "{}", list.text());
    let offered: Vec<String> = tom.complete("/campaign export campaign:").await.into_iter().map(|choice| choice.name).collect();
    assert!(offered.len() == 1 && offered[0].contains("campaign 1"), "{offered:?}");
    // While Discord does not say who sees what, only the game of their own channel is told of.
    second.deny_everyone(0);
    table.sandbox.inject(Fault::Status(502).on("GET", "/guilds/*/channels").times(1));
    assert!(tom.run("/campaign list").await.text().contains("Two games on this server."), "it is asked once more");
    table.sandbox.inject(Fault::Status(502).on("GET", "/guilds/*/channels").times(2));
    assert!(tom.run("/campaign list").await.text().contains("One game on this server."));
    second.deny_everyone(SEE_CHANNEL);
    // Whoever manages the server is told of all.
    let role = table.guild.role("Wardens", MANAGE_SERVER);
    table.guild.give_role(tom, role);
    assert!(tom.run("/campaign list").await.text().contains("Two games on this server."));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_in_a_thread_is_known_to_whoever_sees_the_channel_that_the_thread_hangs_in() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    let second = table.guild.channel("second");
    table.guild.deny_bot(&second, CREATE_PRIVATE_THREADS);
    rich.in_channel("second").run("/help").await.press("Show me").await;
    let thread = second.wait_for_thread("Show me: a first turn").await;
    thread.wait_for(|message| message.text().contains("begins") && !is_board(message)).await;
    let list = tom.run("/campaign list").await;
    assert!(
        list.text().contains("Two games on this server.") && list.text().contains(&format!("in <#{}>", thread.id())),
        "{}",
        list.text()
    );
    second.deny_everyone(SEE_CHANNEL);
    table.guild.allow_bot(&second, SEE_CHANNEL);
    assert!(tom.run("/campaign list").await.text().contains("One game on this server."));
    // A private thread was refused, and a public one made instead.
    let refused: Vec<String> = table.sandbox.refused_requests().into_iter().map(|request| request.path).collect();
    assert_eq!(refused, [format!("/channels/{}/threads", second.id())], "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_in_a_private_thread_is_known_to_its_members_and_whoever_manages_threads_alone() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    rich.in_channel("second").run("/help").await.press("Show me").await;
    let thread = table.guild.channel("second").wait_for_thread("Show me: a first turn").await;
    thread.wait_for(|message| message.text().contains("begins") && !is_board(message)).await;
    let list = tom.run("/campaign list").await.text();
    assert!(list.contains("One game on this server.") && !list.contains(&thread.id().to_string()), "{list}");
    let offered: Vec<String> = tom.complete("/campaign export campaign:").await.into_iter().map(|choice| choice.name).collect();
    assert!(offered.len() == 1 && offered[0].contains("campaign 1"), "{offered:?}");
    assert!(rich.run("/campaign list").await.text().contains("Two games on this server."), "it is rich's own");
    let role = table.guild.role("Ushers", MANAGE_THREADS);
    table.guild.give_role(tom, role);
    assert!(tom.run("/campaign list").await.text().contains("Two games on this server."));
    table.sandbox.assert_nothing_refused();
}

/// Further campaigns beside the first, which were put away or closed; of some of them nothing but their rows can be read.
const MANY: &str = "
    WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < 25)
    INSERT INTO campaigns (id, guild, channel, game, pack, seed, started_at, archived_at, closed_at, standing_orders)
    SELECT n, guild, channel, game, pack, seed, started_at, CASE WHEN n = 2 THEN started_at END, CASE WHEN n > 2 THEN started_at END,
        CASE WHEN n < 7 THEN '7' ELSE '{}' END
    FROM campaigns JOIN number WHERE campaigns.id = 1;
";

#[tokio::test(flavor = "multi_thread")]
async fn of_many_campaigns_those_that_a_list_shows_are_read_and_the_rest_is_counted_and_offered_by_its_rows() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    table.kill_umpire().await;
    table.by_hand(MANY).await;
    table.start_umpire().await;
    // The one that is played, and nineteen that are closed; four more are closed.
    let list = rich.run("/campaign list").await.text();
    assert!(list.contains("24 games on this server.") && list.contains("… and 4 more"), "{list}");
    assert!(list.contains("(campaign 7) · ") && !list.contains("(campaign 6)"), "{list}");
    // Nothing is read for what is offered as somebody types.
    assert_eq!(rich.complete("/campaign export campaign:").await.len(), 25);
    let resumed: Vec<String> = rich.complete("/campaign resume campaign:").await.into_iter().map(|choice| choice.name).collect();
    assert!(resumed.len() == 1 && resumed[0].ends_with("(campaign 2, archived)"), "{resumed:?}");
    let told = rich.run("/campaign export campaign:\"The Return of the False Prophet of the San Juans\"").await.text();
    assert!(told.contains("Several campaigns are called so"), "{told}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_campaigns_of_a_server_are_listed_and_called_what_their_groups_call_them() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    assert!(tom.in_channel("quiet").run("/campaign list").await.text().contains("One game on this server."));
    assert!(tom.run("/campaign rename name:Mutiny").await.text().contains("who has the command, may do that"));
    for (name, said) in
        [("@everyone", "leave out the character `@`"), ("**big**", "leave out the character `*`"), ("...", "at least one letter or digit")]
    {
        let refused = rich.run(&format!("/campaign rename name:\"{name}\"")).await;
        assert!(refused.is_ephemeral() && refused.text().contains(said), "{}", refused.text());
    }
    let rows = table.journal_rows().await;
    rich.run("/campaign rename name:\"The Friday club\"").await;
    assert_eq!(table.journal_rows().await, rows + 1);
    assert!(tom.run("/campaign log").await.text().contains("Called the campaign The Friday club"));
    assert!(said(&table, "general", "is called The Friday club now").await.text().contains("Before: The Return of the False Prophet"));
    board_says(&table, "general", "The Friday club — turn 1").await;
    assert!(rich.run("/campaign rename name:\"The Friday club\"").await.text().contains("That is so already"));
    assert!(tom.run("/campaign status").await.text().contains("**The Friday club — turn 1"));
    let exported: Value = serde_json::from_slice(&exported(&rich).await).unwrap();
    assert_eq!(exported["title"], "The Friday club");
    tom.in_channel("second").run("/campaign start scenario:uprising").await;
    said(&table, "second", "begins").await;
    let list = tom.in_channel("quiet").run("/campaign list").await;
    println!("{}", list.text());
    assert!(list.is_ephemeral() && list.text().contains("Two games on this server."), "{}", list.text());
    let (general, second) = (table.guild.channel("general").id(), table.guild.channel("second").id());
    assert!(
        list.text().contains(&format!(
            "**The Friday club** (campaign 1) in <#{general}> · turn 1, 5 victory points · <@{}> commands · waiting since <t:",
            rich.id()
        )),
        "{}",
        list.text()
    );
    assert!(list.text().contains(&format!("(campaign 2) in <#{second}> · turn 1, ")), "{}", list.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_archived_campaign_frees_its_channel_and_goes_on_in_another_after_a_restart() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = others[0].clone();
    let mut picket = Picket::posted(&table).await;
    let rebellion = table.message("the rebellion spreads");
    assert!(tom.run("/campaign archive").await.text().contains("who has the command, may do that"));
    rich.run("/pace set hours:1").await;
    board_says(&table, "general", "play a card, or pass").await;
    let done = rich.run("/campaign archive").await;
    assert_eq!(done.content(), "Done: it is archived.");
    said(&table, "general", "is archived.**").await;
    let board = board_says(&table, "general", "archived: `/campaign resume` takes it up again").await;
    assert!(board.components().is_empty(), "{}", board.text());
    picket.hours_pass_asleep(&mut table, 100).await;
    let late = press_late(&rich, &rebellion, "Pass: 1 Op").await;
    assert!(
        late.is_ephemeral() && late.text().contains("That campaign is archived: /campaign resume takes it up again"),
        "{}",
        late.text()
    );
    // On another server nothing is said of it to whoever sends its buttons there, not that it is archived either.
    let foreign = table.sandbox.guild("The Other Mess").member("hostile");
    foreign.run("/roll what:1D6").await;
    let told = foreign.press_raw(foreign.channel().last_message().unwrap().id(), "board:1").await.unwrap();
    assert!(told.text().contains("belongs to another campaign"), "{}", told.text());
    assert!(rich.run("/turn").await.text().contains("There is no campaign in this channel"));
    assert!(!table.messages().iter().any(|message| message.text().contains(WAITS)), "nobody is reminded");
    // The channel is free: another begins, and the first cannot come back into it.
    tom.run("/campaign start scenario:uprising").await;
    let choices = rich.complete("/campaign resume campaign:").await;
    assert_eq!(choices.len(), 1);
    assert!(choices[0].name.contains("(campaign 1, archived)"), "{}", choices[0].name);
    assert!(rich.run("/campaign resume campaign:1").await.text().contains("This channel has a game already"));
    let quiet = rich.in_channel("quiet");
    assert!(tom.in_channel("quiet").run("/campaign resume campaign:1").await.text().contains("or whoever manages this server"));
    assert!(tom.in_channel("quiet").run("/campaign resume campaign:3").await.text().contains("is not archived"));
    assert!(quiet.run("/campaign resume campaign:99").await.text().contains("There is no such campaign here"));
    assert!(quiet.run("/campaign resume campaign:nothing").await.text().contains("There is no such campaign here"));
    let resumed = quiet.run("/campaign resume campaign:1").await;
    assert_eq!(resumed.content(), "Done: it goes on in this channel.");
    let goes_on = said(&table, "quiet", "goes on.**").await;
    assert_eq!(goes_on.mentions(), ["rich"]);
    quiet.press(&goes_on, "Pass: 1 Op").await;
    said(&table, "quiet", "Action round 1: no card is played.").await;
    board_says(&table, "quiet", "one Op left").await;
    let log = quiet.run("/campaign log").await;
    let again = format!("Took the campaign up again in <#{}>", table.guild.channel("quiet").id());
    assert!(log.text().contains("Put the campaign away") && log.text().contains(&again), "{}", log.text());
    let elsewhere = press_late(&rich, &rebellion, "Pass: 1 Op").await;
    assert!(
        elsewhere.text().contains("is played in <#") && elsewhere.text().contains("now: use the buttons there."),
        "{}",
        elsewhere.text()
    );
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_is_handed_over_to_somebody_who_is_given_a_seat_for_it() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let (tom, anna) = (&others[0], table.member("anna"));
    assert!(tom.run("/campaign hand_over member:@anna").await.text().contains("who has the command, may do that"));
    assert!(rich.run("/campaign hand_over member:@rich").await.text().contains("That is so already"));
    assert!(rich.run("/campaign hand_over member:@Umpire").await.text().contains("A bot commands nothing"));
    let done = rich.run("/campaign hand_over member:@anna").await;
    done.taken_back().await;
    let told = said(&table, "general", "is commander in chief.**").await;
    println!("{}", told.text());
    assert!(told.text().contains(&format!("<@{}> has a seat in the campaign from now on.", anna.id())), "{}", told.text());
    assert_eq!(told.mentions(), ["anna"]);
    let status = tom.run("/campaign status").await;
    assert!(status.text().contains(&format!("<@{}> (commander in chief)", anna.id())), "{}", status.text());
    assert!(status.text().contains(&format!("<@{}>, ", rich.id())), "the one who commanded plays on: {}", status.text());
    assert!(rich.run("/campaign hand_over member:@tom").await.text().contains("who has the command, may do that"));
    // To one who has a seat, and back after a leave.
    anna.run("/campaign hand_over member:@tom").await;
    anna.run("/campaign leave").await;
    tom.run("/campaign hand_over member:@anna").await;
    tom.run("/campaign leave").await;
    anna.run("/turn order:Pass").await.taken_back().await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_manages_the_server_hands_over_the_command_of_a_commander_who_is_gone() {
    let table = Table::laid().await;
    let (_, others) = table.campaign(&["anna"]).await;
    let (anna, warden) = (&others[0], table.member("warden"));
    assert!(warden.run("/campaign hand_over member:@anna").await.text().contains("You are not in this campaign"));
    table.guild.give_role(&warden, table.guild.role("Wardens", MANAGE_SERVER));
    // The warden has no seat in the campaign, and Rich, who commands it, says nothing any more.
    warden.run("/campaign hand_over member:@anna").await.taken_back().await;
    let told = said(&table, "general", "is commander in chief.**").await;
    assert!(told.text().contains(&format!("Handed over by <@{}>.", warden.id())), "{}", told.text());
    anna.run("/turn order:Pass").await.taken_back().await;
    // With a seat they need not wait for a vote either.
    warden.run("/campaign join").await;
    warden.run("/campaign hand_over member:@warden").await.taken_back().await;
    let status = anna.run("/campaign status").await;
    assert!(status.text().contains(&format!("<@{}> (commander in chief)", warden.id())), "{}", status.text());
    assert!(anna.run("/campaign verify").await.text().contains("Proved"));
    table.sandbox.assert_nothing_refused();
}

/// Every table with rows about a campaign, and how many.
async fn rows_about(table: &Table, campaign: i64) -> Vec<(String, i64)> {
    let pool = pool(table).await;
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'campaign' WHERE m.type = 'table' ORDER BY 1",
    )
    .fetch_all(&pool)
    .await
    .unwrap();
    assert!(names.len() >= 10, "{names:?}");
    let mut rows = Vec::new();
    for name in names {
        let sql = format!("SELECT count(*) FROM \"{name}\" WHERE campaign = ?");
        let count: i64 = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(campaign).fetch_one(&pool).await.unwrap().get(0);
        if count > 0 {
            rows.push((name, count));
        }
    }
    pool.close().await;
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_campaign_can_be_brought_back_and_is_destroyed_after_its_grace_whatever_restarts_come_between() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom", "anna"]).await;
    let tom = others[0].clone();
    // Another campaign is deleted days before, and destroyed days before: looked at after the first, it tells when that is done.
    let herald = table.member("herald").in_channel("herald");
    herald.run("/campaign start scenario:uprising").await;
    herald.run("/campaign delete").await.press("Delete the campaign").await;
    said(&table, "herald", "is deleted.**").await;
    table.hours_pass(2 * 24);
    let rebellion = table.message("the rebellion spreads");
    table.meet(&rich).await;
    tom.run("/summary").await;
    // A campaign that is deleted before it had a board never gets one.
    board_says(&table, "general", "").await;
    let refused = tom.run("/campaign delete").await;
    assert!(refused.is_ephemeral() && refused.text().contains("or whoever manages this server, may do that"), "{}", refused.text());
    let asks = rich.run("/campaign delete").await;
    println!("{}", asks.text());
    assert!(
        asks.is_ephemeral() && asks.text().contains("It is gone for good on <t:") && asks.text().contains("/campaign restore"),
        "{}",
        asks.text()
    );
    assert_eq!(number(&table, "SELECT count(*) FROM campaigns WHERE gone_at IS NOT NULL").await, 1, "asking deletes nothing");
    asks.press("Delete the campaign").await;
    said(&table, "general", "is deleted.**").await;
    let board = board_says(&table, "general", "deleted: gone for good on <t:").await;
    assert!(board.components().is_empty());
    table.kill_umpire().await;
    table.start_umpire().await;
    let late = press_late(&rich, &rebellion, "Pass: 1 Op").await;
    assert!(late.is_ephemeral() && late.text().contains("That campaign is deleted, and gone for good on <t:"), "{}", late.text());
    assert!(rich.run("/turn").await.text().contains("There is no campaign in this channel"));
    assert!(rich.run("/campaign list").await.text().contains("`/campaign restore` brings it back"));
    assert!(tom.run("/campaign restore campaign:1").await.text().contains("or whoever manages this server"));
    assert_eq!(rich.complete("/campaign restore campaign:").await.len(), 2);
    rich.run("/campaign restore campaign:1").await;
    said(&table, "general", "is back.**").await;
    assert!(rich.run("/turn").await.text().contains("fight it out"), "{}", table.sandbox.transcript());
    assert!(rich.run("/campaign restore campaign:1").await.text().contains("is not deleted"));
    // Deleted again, the umpire killed; a day too early nothing is gone.
    rich.run("/campaign delete").await.press("Delete the campaign").await;
    table.kill_umpire().await;
    let secret: Vec<u8> = {
        let pool = pool(&table).await;
        let seed = sqlx::query_scalar("SELECT seed FROM campaigns WHERE id = 1").fetch_one(&pool).await.unwrap();
        pool.close().await;
        seed
    };
    table.hours_pass(6 * 24);
    table.start_umpire().await;
    table.until("the herald is gone", async || rows_about(&table, 2).await.is_empty()).await;
    // Its channel is free.
    tom.run("/campaign start scenario:uprising").await;
    assert!(rows_about(&table, 1).await.len() >= 7, "{:?}", rows_about(&table, 1).await);
    table.kill_umpire().await;
    table.hours_pass(2 * 24);
    table.start_umpire().await;
    table.until("nothing is left of it", async || rows_about(&table, 1).await.is_empty()).await;
    assert!(!rows_about(&table, 3).await.is_empty(), "the other one is untouched");
    assert_eq!(number(&table, "SELECT count(*) FROM packs").await, 1, "its pack is another's too");
    let gone = press_late(&rich, &rebellion, "Pass: 1 Op").await;
    assert!(gone.text().contains("That campaign is gone for good"), "{}", gone.text());
    assert!(rich.run("/campaign restore campaign:1").await.text().contains("There is no such campaign here"));
    table.stop_umpire().await;
    for file in ["", "-wal"] {
        let mut path = table.database().into_os_string();
        path.push(file);
        let bytes = std::fs::read(path).unwrap_or_default();
        assert!(!bytes.windows(32).any(|window| window == secret), "the seed is destroyed in the file{file} too");
    }
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_gone_for_good_is_destroyed_also_where_its_pack_or_its_settings_cannot_be_read_any_more() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    // A trial that nobody plays goes by itself.
    let asked = rich.in_channel("second").run("/campaign start").await;
    asked.press("The uprising").await.press("A plain game").await.press("Alone").await.press("Begin a trial").await;
    said(&table, "second", "the uprising begins").await;
    rich.run("/campaign delete").await.press("Delete the campaign").await;
    said(&table, "general", "is deleted.**").await;
    table.kill_umpire().await;
    table.by_hand("UPDATE packs SET sources = '{}'; UPDATE campaigns SET standing_orders = '7'").await;
    assert_eq!(number(&table, "SELECT count(*) FROM campaigns").await, 2);
    table.hours_pass(8 * 24);
    table.start_umpire().await;
    table
        .until("nothing is left of either", async || rows_about(&table, 1).await.is_empty() && rows_about(&table, 2).await.is_empty())
        .await;
    assert_eq!(number(&table, "SELECT count(*) FROM campaigns").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_manages_the_server_can_delete_and_bring_back_any_campaign_also_one_whose_channel_is_taken_meanwhile() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let warden = table.member("warden");
    assert!(warden.run("/campaign delete").await.text().contains("may do that"));
    let role = table.guild.role("Wardens", MANAGE_SERVER);
    table.guild.give_role(&warden, role);
    warden.in_channel("quiet").run("/campaign delete campaign:1").await.press("Delete the campaign").await;
    said(&table, "general", "is deleted.**").await;
    rich.run("/campaign start scenario:uprising").await;
    warden.in_channel("quiet").run("/campaign restore campaign:1").await;
    let back = said(&table, "quiet", "is back.**").await;
    assert!(back.text().contains("It is in the archive: `/campaign resume` takes it up"), "{}", back.text());
    warden.in_channel("quiet").run("/campaign resume campaign:1").await;
    said(&table, "quiet", "goes on.**").await;
    rich.in_channel("quiet").run("/turn order:Pass").await.taken_back().await;
    // The button of a question is worth nothing to one who may not.
    let asks = warden.run("/campaign delete campaign:2").await;
    table.guild.take_role(&warden, role);
    let refused = asks.press("Delete the campaign").await;
    assert!(
        refused.text().contains("may do that") || refused.followups().iter().any(|more| more.text().contains("may do that")),
        "{}",
        table.sandbox.transcript()
    );
    assert_eq!(number(&table, "SELECT count(*) FROM campaigns WHERE gone_at IS NOT NULL").await, 0);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_whose_grace_is_over_is_gone_for_good_also_before_it_has_been_destroyed() {
    not_beside!("no umpire is started");
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::default();
    let file = folder.path().join("umpire.db");
    Journal::make(&file).await.unwrap().close().await;
    let tables = Tables::<State>::new(Journal::open_by(&file, clock.clone()).await.unwrap());
    let set_up = (Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() }, None);
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders: vec![set_up] };
    let id = tables.found(founding, Seed([5; 32]), InteractionId(1), UserId(7)).await.unwrap().campaign;
    let place = OnServer { guild: GuildId(1), channel: ChannelId(2), manages: false };
    tables.delete(id, InteractionId(2), UserId(7), place).await.unwrap();
    let pressed = tables.takes_orders(id, ChannelId(2)).await.unwrap_err().sentence();
    assert!(pressed.contains("is deleted, and gone for good on"), "{pressed}");
    clock.advance(Duration::from_secs(8 * 24 * 3_600));
    let pressed = tables.takes_orders(id, ChannelId(2)).await.unwrap_err().sentence();
    assert!(pressed.contains("is gone for good;"), "{pressed}");
    tables.journal().close().await;
}
