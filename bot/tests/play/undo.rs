//! Undo through the sandbox: free back to the last roll, by two past it, and the dice stay spent.

use std::time::Duration;

use sandbox::Fault;
use serde_json::{Value, json};

use crate::table::{Table, is_board, play_a_card_for_its_ops};

#[tokio::test(flavor = "multi_thread")]
async fn what_nothing_was_thrown_for_is_taken_back_with_one_press_and_the_despatch_is_marked() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    let passed = table.wait_for("Action round 1: no card is played.").await;
    rich.press(&passed, "Undo: Pass: 1 Op").await;
    let undone = table.wait_for("Undone: Pass: 1 Op.").await;
    assert!(undone.text().contains("play a card, or pass"), "{}", undone.text());
    // What belongs to a round is one message: it says what was undone, and goes on from there.
    assert_eq!(undone.id(), passed.id());
    assert!(undone.text().starts_with("~~Action round 1: no card is played.~~ — undone by No. 8"), "{}", undone.text());
    let stale = rich.press_raw(passed.id(), passed.components().last().unwrap().custom_id.as_deref().unwrap()).await.unwrap();
    assert!(stale.text().contains("out of date"), "{}", stale.text());
    // It is done anew, and stands.
    rich.press(&undone, "Pass: 1 Op").await;
    let again = table.wait_for("▸ Action round 1: no card is played.").await;
    assert!(again.id() == passed.id() && again.text().contains("one Op left"), "{}", again.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn another_than_who_gave_the_order_cannot_take_it_back_unless_they_command() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    rich.run("/staff delegate member:@tom what:\"this action round\"").await;
    table.wait_for("gives the orders for ").await;
    tom.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("Action round 1: no card is played.").await;
    let refused = anne.run("/undo").await;
    assert!(
        refused.text().contains(&format!("only <@{}>, or <@{}> as commander in chief, can take it back", tom.id(), rich.id())),
        "{}",
        refused.text()
    );
    rich.run("/undo").await;
    table.wait_for("Undone: Pass: 1 Op.").await;
    let opening = rich.run("/undo").await;
    assert!(opening.text().contains("There is nothing to undo: the opening stands."), "{}", opening.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_word_counts_only_where_the_journal_says_that_the_first_was_said_whatever_a_button_says() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    play_a_card_for_its_ops(&rich).await;
    tom.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    let agree = request.components().iter().find_map(|button| button.custom_id.clone().filter(|id| id.starts_with("undo:"))).unwrap();
    // The commander sends what the button of a request by somebody else would, who never asked.
    let forged = format!("{}:{}", agree.rsplit_once(':').unwrap().0, anne.id());
    let refused = rich.press_raw(request.id(), &forged).await.unwrap();
    assert!(refused.text().contains("out of date"), "{}", refused.text());
    // Whoever joins meanwhile orders nothing: what is asked for is asked for still.
    let kate = table.member("kate");
    kate.run("/campaign join").await;
    table.wait_for(&format!("<@{}>", kate.id())).await;
    rich.press(&table.message("asks to undo"), "Agree: undo it").await;
    table.wait_for("Undone").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn past_a_roll_it_takes_the_commander_and_one_other_player_and_the_dice_stay_spent() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    play_a_card_for_its_ops(&rich).await;
    let rows = table.journal_rows().await;
    tom.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    assert_eq!(request.mentions(), [rich.name()], "only the one who can agree is called");
    assert_eq!(table.journal_rows().await, rows, "nothing is undone yet");
    assert!(tom.press(&request, "Agree: undo it").await.text().contains("the other has to agree"));
    assert!(anne.press(&request, "Agree: undo it").await.text().contains("the other has to agree"));
    table.kill_umpire().await;
    table.start_umpire().await;
    rich.press(&request, "Agree: undo it").await.deliver_again();
    let undone = table.wait_for("Undone: ").await;
    assert!(undone.text().contains("The dice thrown for it stay spent"), "{}", undone.text());
    assert!(undone.text().contains("In hand again"), "{}", undone.text());
    table.wait_for("undone by No. ").await;
    assert_eq!(table.messages().iter().filter(|message| message.text().contains("Undone: ")).count(), 1);
    // What has its answer asks no more.
    table.guild.channel("general").wait_for(|message| message.text().contains("asks to undo") && message.components().is_empty()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_alone_is_told_what_it_means_before_a_roll_is_undone() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    play_a_card_for_its_ops(&rich).await;
    let asked = rich.run("/undo").await;
    assert!(asked.is_ephemeral() && asked.text().contains("Dice were thrown for it. Undo: "), "{}", asked.text());
    asked.press("Undo it").await;
    table.wait_for("Undone: ").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_with_undone_orders_is_run_again_and_comes_to_where_the_campaign_stands() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("Action round 1: no card is played.").await;
    rich.run("/undo").await;
    table.wait_for("Undone: ").await;
    let export = rich.run("/campaign export").await;
    let text = String::from_utf8(export.attachments()[0].bytes.to_vec()).unwrap();
    assert!(text.contains("\"undone_by\":"), "the void order is in the file");
    let end = umpire::files::export::replay::<engine::campaign::State>(&text, None, |_| Ok(())).unwrap();
    assert_eq!(end.phase(), engine::campaign::Phase::Action { round: 1 });
    assert_eq!(end.round().ops(), 0, "the pass and its Op are gone");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_after_which_the_points_to_go_back_to_cannot_be_read_is_done_said_and_posted_all_the_same() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    let passed = table.wait_for("Action round 1: no card is played.").await;
    table.until_posted().await;
    // A row of a number that no row can have: whoever lists all deeds comes upon it, and nobody else does.
    table
        .by_hand(
            "INSERT INTO interactions (id, campaign, acted_at) VALUES (77, 1, 0); \
             INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, \
             position_after, written_at, edition) SELECT campaign, 5000000000, 'order', 77, user, seat, entry, events, spent, \
             spent, written_at, edition FROM journal, (SELECT MAX(position_after) AS spent FROM journal) WHERE campaign = 1 \
             AND revision = 1",
        )
        .await;
    let said = rich.press(&passed, "Undo: Pass: 1 Op").await;
    assert!(said.text().contains("Undone: Pass: 1 Op (No. "), "{}", said.text());
    let undone = table.wait_for("Undone: Pass: 1 Op.").await;
    rich.press(&undone, "Pass: 1 Op").await;
    table.wait_for("▸ Action round 1: no card is played.").await;
    let rows = table.journal_rows().await;
    // The channel tells of it, and what the command was answered is taken back.
    rich.run("/undo").await.taken_back().await;
    assert_eq!(table.journal_rows().await, rows + 1);
    table.sandbox.assert_nothing_refused();
}

/// Waits until a request has met the fault that was ordered: as soon as it begins, the fault is off the sandbox's list.
async fn until_the_fault_happens(table: &Table) {
    let (client, faults) = (reqwest::Client::builder().no_proxy().build().unwrap(), format!("{}/sandbox/faults", table.sandbox.base()));
    let left = async || client.get(&faults).send().await.unwrap().json::<Value>().await.unwrap();
    table.until("the fault happens", async || left().await == json!({ "faults": [] })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_whose_report_is_undone_goes_on_in_its_thread_and_one_that_never_was_is_counted_for_nobody() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    table.meet(&rich).await;
    let general = table.guild.channel("general");
    let thread = general.wait_for_thread("Battle of El Obeid–Olga 2 of 2, turn 1").await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    // The thread is to be closed with the board that is written next: that takes a while, and the end is taken back meanwhile.
    let board = general.wait_for(is_board).await;
    let edit = format!("/channels/{}/messages/{}", board.channel_id(), board.id());
    table.sandbox.inject(Fault::Delay(Duration::from_secs(3)).on("PATCH", &edit));
    rich.press(&situation, "Anglo-Egyptians held the field").await.fill(&[]).submit().await;
    let news = table.wait_for("2 of 2 is won.").await;
    until_the_fault_happens(&table).await;
    rich.press(&news, "Undo: Anglo-Egyptians held the field").await;
    let undone = thread.wait_for(|message| message.text().contains("Undone: Anglo-Egyptians held the field.")).await;
    assert!(
        !thread.is_archived() && undone.components().iter().any(|button| button.label.as_deref() == Some("Anglo-Egyptians held the field"))
    );
    thread.wait_for(|message| message.id() != undone.id() && message.text().contains("undone by No. ")).await;
    // The march into the enemy is undone as well: the fight, past the dice that told his numbers.
    rich.run("/undo").await;
    let request = table.wait_for("asks to undo: Fight").await;
    others[0].press(&request, "Agree: undo it").await;
    table.wait_for("Undone: Fight").await;
    table.until("the thread is closed", async || thread.is_archived()).await;
    let roster = rich.run("/staff roster").await;
    assert!(!roster.text().contains("given the Mahdists"), "{}", roster.text());
    table.sandbox.assert_nothing_refused();
}
