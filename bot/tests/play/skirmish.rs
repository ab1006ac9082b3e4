//! Battles on the gridded board by themselves: begun in a few presses, fought by two, by one against the staff, by one who plays both sides;
//! instructed by post, undone, and nothing hidden shown.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::dice::Dice;
use engine::game::Game as _;
use engine::tabletop::event::Event;
use engine::tabletop::options::Options;
use engine::tabletop::order::{Battle, CombatCards, Order, SetUp};
use engine::tabletop::pack::BattlePack;
use engine::tabletop::player::Player;
use engine::tabletop::side::Side;
use engine::tabletop::state::State;
use sandbox::{Member, Message};
use umpire::despatches::report::luck;
use umpire::files::{import, proof};
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::table::tables::{Founding, Tables};

use crate::table::Table;
use crate::two_numbers::shown;

/// The button that is the usual next step, if there is one.
fn usual(message: &Message) -> Option<String> {
    message.components().iter().filter(|component| component.style == Some(1)).find_map(|button| button.label.clone())
}

/// Which of the members a board waits for.
fn waited_for<'a>(board: &Message, members: &[&'a Member]) -> Option<&'a Member> {
    let text = board.text();
    let next = text.split("Next:").nth(1)?.to_owned();
    members.iter().find(|member| next.contains(&format!("<@{}>", member.id()))).copied()
}

/// Gives the usual order of whoever is waited for, again and again until the battle is over, at most so many; how many each gave.
async fn fight_on(members: &[&Member], most: usize) -> Vec<usize> {
    let mut given = vec![0; members.len()];
    for _ in 0..most {
        let board = members[0].run("/turn").await.message();
        let Some(member) = waited_for(&board, members) else { return given };
        let own = member.run("/turn").await.message();
        let label = usual(&own).unwrap_or_else(|| panic!("{}", own.text()));
        let reply = member.press(&own, &label).await;
        assert!(!reply.text().contains("out of date"), "{}", reply.text());
        let place = members.iter().position(|other| other.id() == member.id()).unwrap();
        given[place] += 1;
    }
    panic!("no end after {most} presses");
}

/// Writes down what was said in a test, for whoever wants to read it: `TRANSCRIPTS` names a folder.
fn write_down(table: &Table, name: &str) {
    let Ok(folder) = std::env::var("TRANSCRIPTS") else { return };
    let said: Vec<String> = table.messages().iter().map(|message| format!("----- {} edits\n{}", message.edits(), message.text())).collect();
    std::fs::write(format!("{folder}/{name}.txt"), said.join("\n")).unwrap();
    for (place, message) in table.messages().iter().enumerate() {
        for file in message.attachments() {
            std::fs::write(format!("{folder}/{name}-{place}-{}", file.name), &file.bytes).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_member_fights_the_staff_from_either_side_to_the_end_with_the_usual_presses() {
    for (side, scenario) in [("The brigade", "Form Square!"), ("Its enemy", "Marching across the Sudan")] {
        let table = Table::laid().await;
        let rich = table.member("rich");
        rich.run(&format!("/battle new scenario:\"{scenario}\" side:\"{side}\" turns:3")).await;
        let opening = table.wait_for("a battle on the gridded board").await;
        assert!(table.message("The SHA-256 of their seed").id() < opening.id(), "the dice are sealed before it begins");
        assert!(opening.text().contains("The map is ours"), "{}", opening.text());
        fight_on(&[&rich], 400).await;
        let report = table.wait_for("Luck:").await;
        assert!(report.text().contains("It took"), "{}", report.text());
        // The log tells the staff's orders from the member's.
        let own = rich.run("/campaign log member:@rich").await.text();
        assert!(!own.contains("the plain staff") && own.contains(&format!(" · <@{}> · ", rich.id())), "{own}");
        // Over, it is closed, proves itself, and its file is taken up again to be read.
        let over = rich.run("/battle end").await;
        rich.press(&over.message(), "End the battle").await;
        table.wait_for("The seed of its dice was").await;
        let file = rich.run("/campaign export").await;
        let closed = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
        let proved = proof::prove::<State>(&closed, None).unwrap();
        assert!(proved.unproved == 0, "{proved:?}");
        write_down(&table, &format!("alone-{}", side.replace(' ', "-")));
        table.sandbox.assert_nothing_refused();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_one_fights_alone_closes_it_there_and_begins_another() {
    let mut table = Table::laid().await;
    let anna = table.member("anna").in_direct_messages();
    let asked = anna.run("/battle new").await.press("Form Square!").await;
    let asked = asked.press("Dervishes").await;
    assert!(asked.text().contains("3 of 3") && !asked.text().contains("joins"), "nobody joins there: {}", asked.text());
    assert!(asked.text().contains("[The plain staff]"), "{}", asked.text());
    anna.run("/battle new scenario:\"Form Square!\" side:\"Its enemy\" turns:3").await;
    let here = anna.channel();
    here.wait_for(|message| message.text().contains("a battle on the gridded board")).await;
    here.wait_for(|message| message.text().contains("· the board")).await;
    let again = anna.run("/battle new scenario:\"Form Square!\"").await;
    assert!(again.text().contains("There is a game here already"), "{}", again.text());
    fight_on(&[&anna], 900).await;
    here.wait_for(|message| message.text().contains("Luck:")).await;
    let undone = anna.run("/undo").await;
    assert!(!undone.text().contains("no campaign"), "{}", undone.text());
    assert!(anna.run("/rules").await.text().contains("reads the rules"));
    let over = anna.run("/battle end").await;
    anna.press(&over.message(), "End the battle").await;
    here.wait_for(|message| message.text().contains("The seed of its dice was")).await;
    let refused = anna.run("/battle new scenario:\"Form Square!\" opponent:\"Whoever joins\"").await;
    assert!(refused.text().contains("In direct messages you fight alone"), "{}", refused.text());
    anna.run("/battle new scenario:\"Marching across the Sudan\" opponent:\"Myself: I play both sides\"").await;
    here.wait_for(|message| message.text().contains("Marching across the Sudan") && message.text().contains("gridded board")).await;
    table.sandbox.assert_nothing_refused();
    // Direct messages are on no server, and so on no other than the umpire's own.
    table.stop_umpire().await;
    let journal = Journal::open(&table.database()).await.unwrap();
    assert!(!journal.is_of_another_server(GuildId(table.guild.id())).await.unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_a_battle_has_its_papers_and_is_put_away_deleted_and_brought_back_by_its_player_alone() {
    let table = Table::laid().await;
    let (anna, bob) = (table.member("anna").in_direct_messages(), table.member("bob").in_direct_messages());
    anna.run("/battle new scenario:\"Form Square!\" side:\"Its enemy\" turns:3").await;
    let here = anna.channel();
    here.wait_for(|message| message.text().contains("· the board")).await;
    assert!(anna.run("/campaign status").await.text().contains("Form Square!"));
    let file = anna.run("/campaign export").await;
    assert!(file.is_ephemeral() && file.attachments().len() == 1, "{}", file.text());
    assert!(anna.run("/campaign log").await.text().contains("Form Square!"));
    let proved = anna.run("/campaign verify").await;
    assert!(proved.text().contains("Proved"), "{}", proved.text());
    let listed = anna.run("/campaign list").await;
    assert!(listed.text().contains("One game in these direct messages") && listed.text().contains("Gridded battle"), "{}", listed.text());
    let renamed = anna.run("/campaign rename name:\"An evening\"").await;
    assert!(renamed.text().contains("Done"), "{}", renamed.text());
    // Others neither see it nor reach it by its number.
    assert!(!bob.run("/campaign list").await.text().contains("An evening"));
    let number = anna.complete("/campaign delete campaign:").await.remove(0).value;
    let number = number.as_str().unwrap();
    assert!(bob.complete("/campaign delete campaign:").await.is_empty());
    for command in ["delete", "export", "resume", "restore"] {
        let refused = bob.run(&format!("/campaign {command} campaign:{number}")).await;
        assert!(refused.is_ephemeral() && refused.text().contains("no such"), "{command}: {}", refused.text());
        assert!(refused.attachments().is_empty());
    }
    // What belongs to a server's channel says so, and what works here.
    for command in ["start", "join", "leave", "film", "report", "correct", "despatches"] {
        let refused = anna.run(&format!("/campaign {command}")).await;
        assert!(refused.is_ephemeral(), "{command}");
        assert!(refused.text().contains("in a server's channel") && refused.text().contains("`export`"), "{command}: {}", refused.text());
    }
    let help = anna.run("/help").await;
    assert!(help.text().contains("`/campaign`, for a game played here: `status`, `export`,"), "{}", help.text());
    assert!(anna.run("/campaign archive").await.text().contains("Done"));
    assert!(anna.run(&format!("/campaign resume campaign:{number}")).await.text().contains("Done"));
    let asked = anna.run("/campaign delete").await;
    asked.press("Delete the battle").await;
    here.wait_for(|message| message.text().contains("is deleted")).await;
    assert!(anna.run(&format!("/campaign restore campaign:{number}")).await.text().contains("Done: it is back"));
    let asked = anna.run("/campaign delete").await;
    asked.press("Delete the battle").await;
    anna.run("/battle new scenario:\"Form Square!\"").await;
    here.wait_for(|message| message.text().contains("· the board") && !message.text().contains("An evening")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_members_fight_a_battle_that_asks_step_by_step_how_it_is_to_begin() {
    let table = Table::laid().await;
    let (rich, tom, anne) = (table.member("rich"), table.member("tom"), table.member("anne"));
    let asked = rich.run("/battle new").await;
    let asked = asked.press("Night march to the canal").await;
    assert!(asked.text().contains("2 of 3"), "{}", asked.text());
    let asked = asked.press("British").await;
    let back = asked.press("Back").await;
    assert!(back.text().contains("2 of 3"), "{}", back.text());
    back.press("British").await.press("Whoever joins").await;
    let opening = table.wait_for("a battle on the gridded board").await;
    let board = table.wait_for("Somebody has to take the side of the Egyptians").await;
    assert!(opening.text().contains("Egyptians: 2 Egyptian infantry"), "{}", opening.text());
    tom.press(&board, "Join").await;
    let joined = table.wait_for("joins").await;
    assert!(joined.text().contains("Next:"), "{}", joined.text());
    let waits = |opening: &Message| opening.component("Join").is_some() || opening.text().contains("has to take the side");
    table.until("nobody is waited for", async || !waits(&table.message("a battle on the gridded board"))).await;
    assert!(anne.run("/battle join").await.text().contains("Both sides are taken"));
    // Who only looks on sees the board, and no side of it; presses of theirs get a sentence.
    anne.run("/campaign join looking_on:true").await;
    assert!(anne.run("/battle board").await.text().contains("Night march to the canal"));
    assert!(anne.run("/battle cards").await.text().contains("Only those who command a side have its sheet"));
    let board = tom.run("/turn").await.message();
    let public = table.guild.channel("general").wait_for(|message| message.component("Ready, as they stand").is_some()).await;
    let refused = anne.press(&public, "Ready, as they stand").await.wait_for_followups(1).await.remove(0);
    assert!(refused.is_ephemeral() && refused.text().contains("look on"), "{}", refused.text());
    let refused = rich.press(&public, "Ready, as they stand").await.wait_for_followups(1).await.remove(0);
    assert!(refused.is_ephemeral() && refused.text().contains("for the other side to order"), "{}", refused.text());
    // A set-up is changed by menus, and only its own side sees how.
    let mine = tom.press(&board, "Change the set-up").await;
    // The sheet is edited in a moment after the press.
    let has_a_menu = |message: Message| message.components().first().is_some_and(|menu| !menu.options.is_empty());
    table.until("the menu is shown", async || has_a_menu(mine.message())).await;
    let unit = mine.message().components()[0].options[0].clone();
    let squares = tom.select(&mine.message(), "Whom do you put elsewhere?", &[&unit.0]).await;
    let to = squares.message().components()[0].options[0].clone();
    tom.select(&squares.message(), &squares.message().components()[0].label.clone().unwrap(), &[&to.0]).await;
    let given = fight_on(&[&rich, &tom], 900).await;
    assert!(given.iter().all(|presses| *presses > 0), "{given:?}");
    table.wait_for("Luck:").await;
    write_down(&table, "two");
    table.sandbox.assert_nothing_refused();
}

/// The turn that a board tells, 0 while the sides are set up.
fn turn_of(board: &Message) -> u8 {
    let text = board.text();
    let digits = text.split("· turn ").nth(1).map(|rest| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or_default()
}

/// A battle of rich's and tom's in their channel, begun before the umpire comes with a seed that is known: its dice are the same in every run.
async fn begun_by_post(scenario: &str, seed: u8) -> Table {
    let mut table = Table::bare().await;
    let tables = Tables::<State>::new(Journal::open(&table.database()).await.unwrap());
    let set_up = SetUp { battle: Battle::Scenario(scenario.to_owned()), options: Options::default() };
    let orders = vec![(Order::Seat { side: Side::Ours, player: Some(Player::Member(0)) }, None), (Order::SetUp(Arc::new(set_up)), None)];
    let (guild, channel) = (GuildId(table.guild.id()), ChannelId(table.guild.channel("general").id()));
    let founding = Founding { guild, channel, pack: BattlePack::embedded().unwrap(), orders };
    let id = tables.found(founding, Seed([seed; 32]), InteractionId(1), UserId(table.member("rich").id())).await.unwrap().campaign;
    tables.join(id, InteractionId(2), UserId(table.member("tom").id()), false).await.unwrap();
    tables.journal().close().await;
    table.start_umpire().await;
    table
}

#[tokio::test(flavor = "multi_thread")]
async fn by_post_with_all_units_instructed_a_side_presses_twice_a_turn_at_most_and_is_called_for_no_more() {
    for (scenario, seed) in [("marching", 1), ("night march", 2), ("form square", 3)] {
        let table = begun_by_post(scenario, seed).await;
        let (rich, tom) = (table.member("rich"), table.member("tom"));
        table.wait_for("a battle on the gridded board").await;
        rich.run("/pace set hours:24").await;
        let mut told_to_form_square = 0;
        for (member, instruction) in [(&rich, "Hold and fire"), (&tom, "Attack")] {
            let sheet = member.run("/battle orders").await;
            let whom = member.select(&sheet.message(), "Who is to be instructed?", &["All units"]).await;
            let menu = whom.message().component("What are they to do?").cloned().unwrap();
            told_to_form_square += usize::from(menu.options.iter().any(|option| option.0 == "Form Square"));
            let done = member.select(&whom.message(), "What are they to do?", &[instruction]).await;
            assert!(done.text().contains("Instructions") || done.text().contains(instruction), "{}", done.text());
        }
        assert_eq!(
            told_to_form_square,
            if scenario == "night march" { 2 } else { 1 },
            "Egyptians form Square, Mahdists do not: {scenario}"
        );
        let mut presses = BTreeMap::<(u8, u64), usize>::new();
        for press in 0.. {
            assert!(press < 200, "no end of {scenario}");
            let board = rich.run("/turn").await.message();
            let Some(member) = waited_for(&board, &[&rich, &tom]) else { break };
            let own = member.run("/turn").await.message();
            member.press(&own, &usual(&own).unwrap_or_else(|| panic!("{}", own.text()))).await;
            *presses.entry((turn_of(&board), member.id())).or_default() += 1;
        }
        table.wait_for("Luck:").await;
        let turns = usize::from(presses.keys().map(|(turn, _)| *turn).max().unwrap());
        let in_turns = || presses.iter().filter(|((turn, _), _)| *turn > 0).map(|(_, count)| *count);
        let (all, most) = (presses.values().sum::<usize>(), in_turns().max().unwrap_or_default());
        let said = table.messages();
        let pings: usize = said.iter().map(|message| message.mentions().len()).sum();
        println!("{scenario} by post: {turns} turns, {all} presses, {most} at most in a turn, {} messages, {pings} pings", said.len());
        assert!(turns > 0, "the turn is told: {presses:?}");
        assert!(in_turns().sum::<usize>() <= 4 * turns, "two a turn and side: {presses:?}");
        assert!(most <= 3, "{presses:?}");
        assert!(pings <= all, "nobody is called but for a press: {pings} for {presses:?}");
        assert!(said.len() <= 4 * turns + 8, "{} messages in {turns} turns", said.len());
        write_down(&table, &format!("post-{}", scenario.replace(' ', "-")));
        table.sandbox.assert_nothing_refused();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn past_a_die_an_undo_takes_the_other_sides_word_and_an_instruction_is_taken_back_freely() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/battle new scenario:\"Night march to the canal\" opponent:\"Whoever joins\"").await;
    table.wait_for("a battle on the gridded board").await;
    tom.run("/battle join").await;
    let ready = |member: Member| async move {
        let board = member.run("/turn").await.message();
        member.press(&board, "Ready, as they stand").await
    };
    ready(tom.clone()).await;
    let sheet = rich.run("/battle orders").await;
    let whom = rich.select(&sheet.message(), "Who is to be instructed?", &["All units"]).await;
    rich.select(&whom.message(), "What are they to do?", &["Advance"]).await;
    let undone = rich.run("/undo").await;
    assert!(!undone.text().contains("asks"), "{}", undone.text());
    ready(rich.clone()).await;
    table.wait_for("· turn 1 ·").await;
    rich.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    assert!(rich.press(&request, "Agree: undo it").await.text().contains("the other has to agree"));
    tom.press(&request, "Agree: undo it").await;
    table.wait_for("Undone").await;
    let board = rich.run("/turn").await;
    assert!(board.text().contains("British set up"), "{}", board.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_in_a_channel_that_has_a_campaign_is_fought_in_a_thread_of_its_own_and_is_filmed_there() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start scenario:uprising dice:\"{}\"", crate::table::EXAMPLE_OF_PLAY)).await;
    table.wait_for("the uprising begins").await;
    let begun = rich.run("/battle new scenario:\"Typical armies\" opponent:\"Myself: I play both sides\" turns:1").await;
    assert!(begun.text().contains("It begins in <#"), "{}", begun.text());
    let thread = table.guild.channel("general").wait_for_thread("Battle: Typical armies").await;
    thread.wait_for(|message| message.text().contains("a battle on the gridded board")).await;
    let there = rich.at(&thread);
    fight_on(&[&there], 300).await;
    thread.wait_for(|message| message.text().contains("Luck:")).await;
    there.run("/battle film").await;
    let film = thread.wait_for(|message| message.text().contains("on film")).await;
    assert_eq!(film.attachments()[0].name, "film.gif");
    assert!(film.attachments()[0].bytes.starts_with(b"GIF89a"));
    // The campaign goes on in its channel as before.
    assert!(rich.run("/turn").await.text().contains("action round 1"));
    table.sandbox.assert_nothing_refused();
}

const OURS: UserId = UserId(11);
const ENEMY: UserId = UserId(12);
const ONLOOKER: UserId = UserId(13);

/// Dice for the beginning of the first turn: three Heroic cards for each side, each drawn by a die among those left, the enemy's first as it is
/// wanted; then the playing cards.
fn begun_with(card: u16) -> Vec<u16> {
    let (mut state, mut dice, mut events) =
        (State::opening(&BattlePack::embedded().unwrap()), Dice::seeded([9; 32], 0), Vec::<Event>::new());
    let set_up = Order::SetUp(Arc::new(SetUp { battle: Battle::Scenario("marching".to_owned()), options: Options::default() }));
    state.resolve(&set_up, &mut dice, &mut events);
    while let Some(side) = state.side_asked().filter(|_| state.turn == 0) {
        state.resolve(&Order::Ready(side), &mut dice, &mut events);
    }
    let mut faces = Vec::new();
    luck::rolls_in(&serde_json::to_value(&events).unwrap(), &mut |roll, _| faces.extend(roll.faces.iter().map(|face| u16::from(*face))));
    faces[3] = card;
    faces
}

/// A battle on a journal of its own in which the enemy holds the card that a die drew, and both are set up.
async fn holding(card: u16) -> (tempfile::TempDir, Arc<Tables<State>>, CampaignId) {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::open(&folder.path().join("umpire.db")).await.unwrap();
    let tables = Arc::new(Tables::<State>::new(journal));
    let set_up = Order::SetUp(Arc::new(SetUp { battle: Battle::Scenario("marching".to_owned()), options: Options::default() }));
    let orders = vec![(Order::Seat { side: Side::Ours, player: Some(Player::Member(0)) }, None), (set_up, None)];
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: BattlePack::embedded().unwrap(), orders };
    let id = tables.found(founding, Seed([9; 32]), InteractionId(1), OURS).await.unwrap().campaign;
    tables.join(id, InteractionId(2), ENEMY, false).await.unwrap();
    tables.join(id, InteractionId(3), ONLOOKER, true).await.unwrap();
    let cards = Order::CombatCards { side: Side::Enemy, play: CombatCards::Never };
    tables.order(id, InteractionId(4), ENEMY, &cards, None, None).await.unwrap();
    let mut ready = [(OURS, Order::Ready(Side::Ours)), (ENEMY, Order::Ready(Side::Enemy))];
    if BattlePack::embedded().unwrap().scenario("marching").unwrap().plan.first == Side::Enemy {
        ready.reverse();
    }
    let [(first, before), (last, begins)] = ready;
    tables.order(id, InteractionId(5), first, &before, None, None).await.unwrap();
    tables.order(id, InteractionId(6), last, &begins, Some(begun_with(card)), None).await.unwrap();
    (folder, tables, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_battles_that_differ_only_in_a_heroic_card_are_shown_the_same_to_whoever_may_not_see_it() {
    let topics = ["mine", "all", "turn", "form", "setup", "instruct", "instruct.all", "standing", "board"];
    let (_one, first, one) = holding(1).await;
    let (_two, second, two) = holding(40).await;
    for reader in [OURS, ONLOOKER] {
        let (ones, twos) = (shown(&first, one, reader, &topics).await, shown(&second, two, reader, &topics).await);
        assert_eq!(ones.len(), twos.len());
        for (one, two) in ones.iter().zip(&twos) {
            assert_eq!(one, two, "reader {reader}");
        }
    }
    // Whose cards they are sees them, and by them the two battles differ: the law could fail.
    assert_ne!(shown(&first, one, ENEMY, &topics).await, shown(&second, two, ENEMY, &topics).await);
    // While it is fought its file has no hidden row, and is for reading.
    let file = umpire::table::room::Room::file(first.as_ref(), one).await.unwrap();
    assert!(file.hidden > 0 && matches!(import::read::<State>(file.text.as_bytes()), Err(import::ImportError::Hidden(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_brings_the_file_of_a_battle_is_told_which_sides_they_play() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let second = table.guild.channel("second");
    let third = table.guild.channel("third");
    for (opponent, channel, says) in [
        ("Myself: I play both sides", &second, "Whoever brought the file plays what members played."),
        (
            "Whoever joins",
            &third,
            "Whoever brought the file plays what members played; a side that nobody plays is free, and `/battle join` takes it.",
        ),
    ] {
        let begun = rich.at(channel);
        begun.run(&format!("/battle new scenario:\"Marching across the Sudan\" opponent:\"{opponent}\"")).await;
        channel.wait_for(|message| message.text().contains("gridded board")).await;
        let file = begun.run("/campaign export").await.attachments()[0].bytes.clone();
        let copy = table.guild.channel(&format!("{}-again", channel.name()));
        rich.at(&copy).attaching("battle.json", file).run("/campaign import file:battle.json").await;
        let told = copy.wait_for(|message| message.text().contains("taken up from a file") && message.text().contains("sealed")).await;
        assert!(told.text().contains(says), "{}", told.text());
    }
    table.sandbox.assert_nothing_refused();
}
