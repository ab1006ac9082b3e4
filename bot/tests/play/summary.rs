//! The chief of staff's summary through the sandbox: posted once as a turn ends, and told again to whoever asks.

use crate::table::{EXAMPLE_OF_PLAY, Table, is_board, surely};
use sandbox::{Channel, Fault, Member, Message};

const POSTED: &str = "Turn 1 in summary: ";

/// Starts a campaign and passes every round of its first turn.
async fn pass_the_first_turn(rich: &Member) {
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    for _ in 1..=7 {
        rich.run("/turn order:pass").await;
        surely(rich, "/turn order:\"End the round\"").await;
    }
}

fn summaries(table: &Table) -> Vec<Message> {
    table.messages().into_iter().filter(|message| message.text().contains(POSTED)).collect()
}

/// The Markdown that goes with a summary; beside it there is the turn on film, or the map since one last looked.
#[track_caller]
fn markdown(message: &Message) -> String {
    let (map, file) = match message.attachments() {
        [map, file] => (map, file),
        others => panic!("{} attachments", others.len()),
    };
    assert!(map.bytes.starts_with(b"GIF89a") && map.description.is_some() || map.name == "map.png", "{}", map.name);
    assert!(file.name.ends_with(".md"), "{}", file.name);
    String::from_utf8(file.bytes.to_vec()).unwrap()
}

/// Who has been told is written down once the answer has arrived, a moment after the member sees it.
async fn nothing_since(member: &Member) {
    for _ in 0..3 {
        if member.run("/summary").await.text().contains("Nothing has happened since you last looked.") {
            return;
        }
    }
    panic!("{} is told the same again and again", member.run("/summary").await.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_that_ends_is_summed_up_once_with_a_map_and_a_file_and_goes_on_from_there() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    pass_the_first_turn(&rich).await;
    let posted = table.wait_for(POSTED).await;
    assert_eq!(summaries(&table).len(), 1, "{}", table.sandbox.transcript());
    println!("{}", posted.text());
    let messages = table.messages();
    let ended = messages.iter().position(|message| message.text().contains("Turn 1 ends at 50 victory points")).unwrap();
    assert!(messages[ended + 1].text().contains(POSTED), "{}", table.sandbox.transcript());
    assert!(!messages[ended].text().contains("Draw the cards"), "the summary says what is next");
    let text = markdown(&posted);
    println!("{text}");
    assert!(text.starts_with("# Turn 1 in summary\n"), "{text}");
    for heading in ["Ground", "Forces", "Losses and returns", "The ledger", "Stores", "Ships", "Next turn's dangers"] {
        assert!(text.contains(&format!("\n## {heading}\n")), "{heading}");
        assert!(posted.text().contains(&format!("**{heading}:**")), "{heading}: {}", posted.text());
    }
    assert!(text.contains("Stuart lost") && text.contains("**Counted at the turn's end: 5 → 50**"), "{text}");
    rich.press(&posted, "Draw the cards").await;
    table.wait_for("Turn 2").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_is_told_again_for_a_turn_and_for_what_happened_since_one_last_looked() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    assert!(rich.run("/summary").await.content().starts_with("There is no campaign in this channel"));
    pass_the_first_turn(&rich).await;
    let posted = table.wait_for(POSTED).await;
    let again = tom.run("/summary turn:1").await;
    assert!(again.is_ephemeral() && again.text().contains(POSTED), "{}", again.text());
    assert_eq!(markdown(&again.message()), markdown(&posted), "what is told again is what was posted");
    assert!(tom.run("/summary turn:2").await.text().contains("Turn 2 so far"));
    let none = tom.run("/summary turn:3").await;
    assert_eq!(none.content(), "There is no turn 3 to tell of: it is turn 2.");
    let first = tom.run("/summary").await;
    assert!(first.text().contains("Since you last looked: eight places lost"), "{}", first.text());
    markdown(&first.message());
    nothing_since(&tom).await;
    rich.run("/turn order:\"Draw the cards\"").await;
    let since = tom.run("/summary").await;
    assert!(since.text().contains("Since you last looked: victory points stay at 50"), "{}", since.text());
    assert!(since.text().contains(", roll the rebellion."), "who comes back is told what is next: {}", since.text());
    let shared = rich.run("/summary share:true").await;
    assert!(!shared.is_ephemeral() && shared.text().contains("eight places lost"), "each has their own place in the journal");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_neither_doubles_a_summary_nor_forgets_who_has_been_told() {
    let mut table = Table::laid().await;
    let rich = table.member("rich");
    pass_the_first_turn(&rich).await;
    table.wait_for(POSTED).await;
    assert!(rich.run("/summary").await.text().contains("eight places lost"));
    nothing_since(&rich).await;
    table.stop_umpire().await;
    table.start_umpire().await;
    assert!(rich.run("/summary").await.text().contains("Nothing has happened since you last looked."));
    assert!(rich.run("/summary turn:1").await.text().contains(POSTED));
    assert_eq!(summaries(&table).len(), 1, "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

/// Ends the first turn of a campaign whose group wants its summaries elsewhere.
async fn with_summaries_to(table: &Table, to: &str) -> Member {
    let (rich, _) = table.campaign(&["tom"]).await;
    rich.run("/staff appoint member:@tom post:\"chief of staff\"").await;
    let set = rich.run(&format!("/staff summary {to}")).await;
    set.taken_back().await;
    for _ in 0..7 {
        rich.run("/turn order:Pass").await;
        surely(&rich, "/turn order:\"End the round\"").await;
    }
    let ended = table.wait_for("Turn 1 ends at").await;
    assert!(ended.text().contains("Draw the cards"), "the channel goes on from the despatch: {}", ended.text());
    rich
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_goes_where_the_group_wants_it_and_the_channel_goes_on_without_it() {
    let table = Table::laid().await;
    with_summaries_to(&table, "to:\"a thread of its own\"").await;
    let thread = table.guild.channel("general").wait_for_thread("Turn summaries").await;
    let posted = thread.wait_for(|message| message.text().contains(POSTED)).await;
    assert!(markdown(&posted).starts_with("# Turn 1 in summary") && posted.components().is_empty());
    assert!(summaries(&table).is_empty());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn summaries_are_not_sent_into_a_channel_in_which_whoever_asks_for_it_may_not_write() {
    use sandbox::permissions::{SEND_MESSAGES, VIEW_CHANNEL};
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    for (name, denied) in [("closed", VIEW_CHANNEL | SEND_MESSAGES), ("unseen", VIEW_CHANNEL), ("read-only", SEND_MESSAGES)] {
        let channel = table.guild.channel(name);
        channel.deny_everyone(denied);
        table.guild.allow_bot(&channel, denied);
        let rows = table.journal_rows().await;
        let refused = rich.run(&format!("/staff summary to:\"another channel\" channel:{name}")).await;
        assert_eq!(refused.content(), "You may not write in that channel yourself: name one in which you may.", "{name}");
        assert!(refused.is_ephemeral());
        assert_eq!(table.journal_rows().await, rows, "{name}");
    }
    let _open = table.guild.channel("open");
    let settled = rich.run("/staff summary to:\"another channel\" channel:open").await;
    settled.taken_back().await;
    let nowhere = rich.run("/staff summary to:\"another channel\"").await;
    assert_eq!(nowhere.content(), "Say which channel of this server, in the option `channel`.");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_summary_in_a_thread_outlives_a_kill_whichever_answer_of_discord_is_lost() {
    not_beside!("the umpire is a process of its own in every run");
    for (lost, so_far) in [("/channels/*/threads", 0), ("/channels/*/messages", 1)] {
        let mut table = Table::laid_separately().await;
        let (rich, _) = table.campaign(&[]).await;
        rich.run("/staff summary to:\"a thread of its own\"").await;
        for _ in 0..6 {
            rich.run("/turn order:Pass").await;
            surely(&rich, "/turn order:\"End the round\"").await;
        }
        rich.run("/turn order:Pass").await;
        table.wait_for("Action round 7: no card is played.").await;
        // The board is where it belongs: one that moved now would be taken for what is counted below.
        let says = "action round 7 of 7: one Op left";
        table.guild.channel("general").wait_for(|message| is_board(message) && message.text().contains(says)).await;
        table.sandbox.settle().await;
        // The channel is told of the turn's end; then Discord does what it is asked, and its answer never comes back.
        table.sandbox.inject(Fault::DropAfter.on("POST", lost).times(20).after(so_far));
        surely(&rich, "/turn order:\"End the round\"").await;
        let thread = table.guild.channel("general").wait_for_thread("Turn summaries").await;
        if so_far > 0 {
            thread.wait_for(|message| message.text().contains(POSTED)).await;
        }
        table.kill_umpire().await;
        table.sandbox.clear_faults();
        table.start_umpire().await;
        thread.wait_for(|message| message.text().contains(POSTED)).await;
        rich.run("/turn order:\"Draw the cards\"").await;
        table.wait_for("Turn 2").await;
        let posted = |channel: &Channel| channel.messages().iter().filter(|message| message.text().contains(POSTED)).count();
        let all: usize = table.guild.threads().iter().map(posted).sum();
        assert_eq!((table.guild.threads().len(), all, summaries(&table).len()), (1, 1, 0), "{}", table.sandbox.transcript());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chief_of_staff_has_the_summary_by_direct_message() {
    let table = Table::laid().await;
    with_summaries_to(&table, "to:\"the chief of staff, by direct message\"").await;
    let direct = table.member("tom").in_direct_messages().channel();
    direct.wait_for(|message| message.text().contains(POSTED)).await;
    assert!(summaries(&table).is_empty());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chief_of_staff_who_takes_no_direct_messages_has_the_summary_in_the_channel() {
    let table = Table::laid().await;
    table.member("tom").refuse_direct_messages(true);
    with_summaries_to(&table, "to:\"the chief of staff, by direct message\"").await;
    table.wait_for(POSTED).await;
    assert_eq!(summaries(&table).len(), 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turns_summary_shows_the_turn_on_film_that_stands_still_after_two_seconds() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    for _ in 1..=7 {
        rich.run("/turn order:pass").await;
        surely(&rich, "/turn order:\"End the round\"").await;
    }
    let posted = table.wait_for("Turn 1 in summary").await;
    let film = posted.attachments().iter().find(|attachment| attachment.name == "turn.gif").unwrap().clone();
    let mut decoder = gif::DecodeOptions::new().read_info(&film.bytes[..]).unwrap();
    let mut delays: Vec<u16> = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    let last = delays.pop().unwrap();
    assert!(last >= 300 && (190..=210).contains(&delays.iter().sum::<u16>()), "{delays:?}, then {last}");
    assert!(film.bytes.len() < 2_000_000, "{} bytes", film.bytes.len());
    let words = film.description.unwrap();
    assert!(words.contains("Turn 1 begins") && words.contains("The end of turn 1: 50 points"), "{words}");
    if let Some(folder) = std::env::var_os("UMPIRE_PICTURES") {
        std::fs::write(std::path::Path::new(&folder).join("turn.gif"), &film.bytes).unwrap();
    }
}
