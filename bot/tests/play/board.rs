//! The board through the sandbox: one message that is edited in place, moves to the bottom, and outlives restarts.

use crate::table::{Table, is_board};
use sandbox::{Fault, Member, Message};

/// Every message that is a board, or was one.
fn boards(table: &Table) -> Vec<Message> {
    let messages = table.guild.channel("general").messages().into_iter();
    messages.filter(|message| is_board(message) || message.text().contains("The board has moved down")).collect()
}

/// Waits until the board says this.
async fn board_says(table: &Table, says: &str) -> Message {
    table.guild.channel("general").wait_for(|message| is_board(message) && message.text().contains(says)).await
}

/// Says so much that the board is buried.
async fn bury(member: &Member) {
    for line in 0..8 {
        member.say(&format!("chatter {line}")).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_is_one_message_edited_in_place_that_calls_nobody_and_offers_what_is_legal() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    let first = board_says(&table, "play a card, or pass").await;
    assert!(first.mentions().is_empty(), "{:?}", first.mentions());
    assert!(first.id() > table.message("the rebellion spreads").id(), "it stands below what it tells of");
    rich.press(&first, "Pass: 1 Op").await;
    let second = board_says(&table, "one Op left").await;
    assert_eq!((first.id(), boards(&table).len()), (second.id(), 1), "{}", table.sandbox.transcript());
    rich.press(&second, "Undo: Pass: 1 Op").await;
    board_says(&table, "play a card, or pass").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buried_board_moves_to_the_bottom_and_the_old_one_shrinks_to_a_link() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    bury(&rich).await;
    rich.run("/turn order:Pass").await;
    let second = board_says(&table, "one Op left").await;
    assert_ne!(first.id(), second.id());
    let moved = table.wait_for("The board has moved down").await;
    assert_eq!(moved.id(), first.id());
    assert!(
        moved.text().contains(&second.id().to_string()) && moved.components().is_empty() && moved.embeds().is_empty(),
        "{}",
        moved.text()
    );
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buried_board_moves_also_where_nothing_was_written_in_the_journal_and_never_links_to_itself() {
    let table = Table::laid().await;
    let (_, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    let first = board_says(&table, "play a card, or pass").await;
    for line in 0..9 {
        tom.say(&format!("chatter {line}")).await;
    }
    // A proposal is no row of the journal: the board that moves shows the same revision as the one it replaces.
    tom.run("/turn order:Pass").await;
    let second = board_says(&table, "A proposal waits to be settled").await;
    assert_ne!(first.id(), second.id(), "{}", table.sandbox.transcript());
    let moved = table.wait_for("The board has moved down").await;
    assert!(moved.id() == first.id() && moved.text().contains(&second.id().to_string()), "{}", moved.text());
    assert!(!second.components().is_empty());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_missed_something_is_written_when_the_umpire_starts_and_a_deleted_one_comes_back() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    // Killed right after the order: most often before the board is written.
    rich.press(&first, "Pass: 1 Op").await;
    table.kill_umpire().await;
    table.start_umpire().await;
    let again = board_says(&table, "one Op left").await;
    assert_eq!((again.id(), boards(&table).len()), (first.id(), 1));
    table.guild.channel("general").delete_message(&again);
    rich.run("/undo").await;
    let new = board_says(&table, "play a card, or pass").await;
    assert_ne!(new.id(), first.id());
    rich.press(&new, "Pass: 1 Op").await;
    assert_eq!(board_says(&table, "one Op left").await.id(), new.id());
    assert_eq!(boards(&table).len(), 1, "{}", table.sandbox.transcript());
}

/// One board, one link to it, and nothing else that was a board once.
#[track_caller]
fn one_board_and_one_link(table: &Table, board: &Message, link: &Message) {
    let boards = boards(table);
    assert!(boards.iter().filter(|message| is_board(message)).all(|message| message.id() == board.id()), "{}", table.sandbox.transcript());
    assert_eq!(boards.len(), 2, "{}", table.sandbox.transcript());
    assert!(link.text().contains(&board.id().to_string()) && link.components().is_empty(), "{}", link.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_moves_again_leaves_one_link_and_takes_away_the_one_before() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    bury(&rich).await;
    rich.run("/turn order:Pass").await;
    let second = board_says(&table, "one Op left").await;
    table.wait_for("The board has moved down").await;
    bury(&rich).await;
    table.sandbox.inject(Fault::Status(502).on("DELETE", &format!("/channels/*/messages/{}", first.id())).times(1));
    rich.run("/undo").await;
    let third = board_says(&table, "play a card, or pass").await;
    assert_ne!(third.id(), second.id());
    table.until("the first link is gone", async || boards(&table).iter().all(|message| message.id() != first.id())).await;
    let link = table.wait_for("The board has moved down").await;
    assert_eq!(link.id(), second.id());
    one_board_and_one_link(&table, &third, &link);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_whose_shrinking_edit_fails_once_still_shrinks_to_a_link() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    bury(&rich).await;
    table.sandbox.inject(Fault::Status(502).on("PATCH", &format!("/channels/*/messages/{}", first.id())).times(1));
    rich.run("/turn order:Pass").await;
    let second = board_says(&table, "one Op left").await;
    let moved = table.wait_for("The board has moved down").await;
    assert_eq!(moved.id(), first.id());
    one_board_and_one_link(&table, &second, &moved);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_is_shrunk_after_a_restart_if_the_umpire_ended_before_it_was() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    bury(&rich).await;
    table.sandbox.inject(Fault::Status(502).on("PATCH", "/channels/*/messages/*").times(1_000));
    rich.run("/turn order:Pass").await;
    let second = board_says(&table, "one Op left").await;
    let old = first.id().to_string();
    table.sandbox.wait_for_request(|request| request.method == "PATCH" && request.path.ends_with(&old)).await;
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    table.start_umpire().await;
    let moved = table.wait_for("The board has moved down").await;
    assert_eq!(moved.id(), first.id());
    one_board_and_one_link(&table, &second, &moved);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_board_of_which_only_discords_answer_was_lost_takes_the_place_of_the_old_one_after_a_restart() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    let mut chatter = Vec::new();
    for line in 0..8 {
        chatter.push(rich.say(&format!("chatter {line}")).await);
    }
    // The despatch passes; what is posted after it is the board.
    table.sandbox.inject(Fault::DropAfter.on("POST", "/channels/*/messages").after(1).times(1_000));
    rich.run("/turn order:Pass").await;
    let second = board_says(&table, "one Op left").await;
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    // The old one is buried no more, and yet it is not the board.
    for message in &chatter {
        table.guild.channel("general").delete_message(message);
    }
    table.start_umpire().await;
    let moved = table.wait_for("The board has moved down").await;
    assert_eq!(moved.id(), first.id());
    one_board_and_one_link(&table, &second, &moved);
}
