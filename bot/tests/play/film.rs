//! `/campaign film` through the sandbox: asked for once, drawn apart, posted once, whatever comes in between.

use std::time::Duration;

use crate::table::{Table, surely};
use sandbox::permissions::ATTACH_FILES;
use sandbox::{Fault, Member, Message};

const POSTED: &str = "on film**, as";

fn films(table: &Table) -> Vec<Message> {
    table.messages().into_iter().filter(|message| message.text().contains(POSTED)).collect()
}

/// The pictures of a GIF, and how many hundredths of a second each is shown.
#[track_caller]
fn shown(message: &Message) -> Vec<u16> {
    let [film] = message.attachments() else { panic!("{} attachments", message.attachments().len()) };
    assert_eq!(film.name, "film.gif");
    assert!(film.bytes.len() < 3_000_000, "{} bytes", film.bytes.len());
    let mut decoder = gif::DecodeOptions::new().read_info(&film.bytes[..]).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    delays
}

/// Waits for a message that says this, while time passes quickly.
async fn in_time(table: &Table, says: &str) -> Message {
    let is_told = async || {
        table.seconds_pass(10);
        table.messages().iter().any(|message| message.text().contains(says))
    };
    table.until(says, is_told).await;
    table.message(says)
}

/// Another member's film, asked for as soon as no other waits. Once it is posted, all that were to be posted before have been.
async fn another(table: &Table, member: &Member) {
    let taken = async || member.run("/campaign film").await.content().starts_with("The film is being drawn");
    table.until("the film before is done", taken).await;
    table.wait_for(&format!("as <@{}> asked", member.id())).await;
}

async fn pass_a_turn(member: &Member) {
    for _ in 1..=7 {
        member.run("/turn order:pass").await;
        surely(member, "/turn order:\"End the round\"").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn any_member_may_ask_for_the_film_and_it_is_posted_with_words_that_say_the_same() {
    let table = Table::laid().await;
    let stranger = table.member("stranger");
    assert!(stranger.run("/campaign film").await.content().starts_with("There is no campaign in this channel"));
    let (rich, others) = table.campaign(&["tom"]).await;
    let refused = stranger.run("/campaign film").await;
    assert!(refused.is_ephemeral() && refused.content().contains("/campaign join"), "{}", refused.content());
    pass_a_turn(&rich).await;
    let rows = table.journal_rows().await;
    let reply = others[0].run("/campaign film").await;
    assert!(reply.is_ephemeral());
    assert_eq!(reply.content(), "The film is being drawn: it will be posted in the campaign's channel in a moment.");
    let film = table.wait_for(POSTED).await;
    let delays = shown(&film);
    assert!(delays.len() >= 3 && delays[..delays.len() - 1].iter().all(|delay| *delay == 120) && delays.last() == Some(&400), "{delays:?}");
    let words = film.attachments()[0].description.clone().unwrap();
    let rebellion = words.split(". ").find(|scene| scene.starts_with("Turn 1, rebellion: 5 points; "));
    assert!(rebellion.is_some_and(|scene| scene.contains(" lost")) && words.contains("Turn 2 so far: 50 points"), "{words}");
    assert_eq!(table.journal_rows().await, rows, "a film is no row of the journal");
    // The campaign is closed: its film can be had all the same, and it is the same film but for the end.
    let asked = rich.run("/campaign end").await;
    rich.press(&asked.message(), "End the campaign").await;
    table.wait_for("is closed").await;
    rich.run("/campaign film").await;
    table.until("the second film is posted", async || films(&table).len() == 2).await;
    assert_eq!(shown(&films(&table)[1]), delays);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn while_one_film_waits_another_is_not_begun_and_other_despatches_are_not_held_up() {
    let table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    // Nothing can be posted: the film waits.
    table.sandbox.inject(Fault::Status(503).on("POST", "/channels/*/messages").times(100));
    rich.run("/campaign film").await;
    let second = others[0].run("/campaign film").await;
    assert_eq!(
        second.content(),
        "A film of this campaign is being drawn already: it will be posted in the campaign's channel in a moment."
    );
    table.sandbox.clear_faults();
    rich.run("/turn order:pass").await;
    table.wait_for("no card is played").await;
    in_time(&table, POSTED).await;
    table.sandbox.settle().await;
    assert_eq!(films(&table).len(), 1, "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_which_posting_takes_minutes_holds_up_no_film_of_another() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let elsewhere = table.sandbox.guild("The Second Battalion");
    let kate = elsewhere.member("kate");
    kate.run("/campaign start scenario:uprising").await;
    let slow = format!("/channels/{}/messages", table.guild.channel("general").id());
    table.sandbox.inject(Fault::Delay(Duration::from_secs(120)).on("POST", &slow).times(1_000));
    rich.run("/campaign film").await;
    kate.run("/campaign film").await;
    elsewhere.channel("general").wait_for(|message| message.text().contains(POSTED)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_film_being_drawn_when_the_umpire_is_killed_is_drawn_and_posted_once_after_the_restart() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    // The answer comes once the request is written down; whether the film is drawn by then or not, it cannot be posted.
    table.sandbox.inject(Fault::Status(503).on("POST", "/channels/*/messages").times(100));
    let asked = rich.run("/campaign film").await;
    assert!(asked.content().starts_with("The film is being drawn"), "{}", asked.content());
    assert!(films(&table).is_empty());
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    table.start_umpire().await;
    asked.deliver_again();
    another(&table, &others[0]).await;
    assert_eq!(films(&table).len(), 2, "{}", table.sandbox.transcript());
    assert!(shown(&films(&table)[0]).len() >= 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_film_that_was_posted_just_before_a_kill_is_not_posted_again() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    // Discord takes the film, but its answer never comes back; then the umpire is killed.
    table.sandbox.inject(Fault::DropAfter.on("POST", "/channels/*/messages").times(10));
    rich.run("/campaign film").await;
    table.wait_for(POSTED).await;
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    table.start_umpire().await;
    another(&table, &others[0]).await;
    assert_eq!(films(&table).len(), 2, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_film_that_discord_refuses_is_told_of_in_a_sentence_instead() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    pass_a_turn(&rich).await;
    table.until_posted().await;
    table.sandbox.inject(Fault::Refused { status: 413, code: 40_005 }.on("POST", "/channels/*/messages").with_files());
    rich.run("/campaign film").await;
    let told = table.wait_for("**The film could not be drawn or posted this time.**").await;
    assert!(told.attachments().is_empty() && told.text().contains("/campaign film"), "{}", told.text());
    table.until_posted().await;
    another(&table, &rich).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_film_that_may_not_be_posted_for_minutes_is_told_of_in_a_sentence_instead() {
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    table.until_posted().await;
    let general = table.guild.channel("general");
    table.guild.deny_bot(&general, ATTACH_FILES);
    rich.run("/campaign film").await;
    table.sandbox.wait_for_request(|request| request.status == 403 && request.path.ends_with("/messages")).await;
    let told = in_time(&table, "**The film could not be drawn or posted this time.**").await;
    assert!(told.attachments().is_empty() && told.text().contains("/campaign film"), "{}", told.text());
    table.guild.allow_bot(&general, ATTACH_FILES);
    another(&table, &rich).await;
    assert_eq!(films(&table).len(), 1, "{}", table.sandbox.transcript());
}
