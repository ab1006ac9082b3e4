//! The board through the sandbox: one message that is edited in place, moves to the bottom, and outlives restarts.

use crate::board_battle::usual;
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
async fn talk(member: &Member) {
    for line in 0..8 {
        member.say(&format!("chatter {line}")).await;
    }
}

/// The same, and then it is quiet for so long that it is looked for.
async fn bury(table: &Table, member: &Member) {
    talk(member).await;
    table.seconds_pass(120);
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
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    bury(&table, &rich).await;
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
    let table = Table::laid_inside().await;
    let (_, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    let first = board_says(&table, "play a card, or pass").await;
    for line in 0..9 {
        tom.say(&format!("chatter {line}")).await;
    }
    table.seconds_pass(120);
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
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    bury(&table, &rich).await;
    rich.run("/turn order:Pass").await;
    let second = board_says(&table, "one Op left").await;
    table.wait_for("The board has moved down").await;
    bury(&table, &rich).await;
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
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    let first = board_says(&table, "play a card, or pass").await;
    bury(&table, &rich).await;
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
    talk(&rich).await;
    // One that has just begun has looked at nothing yet.
    table.stop_umpire().await;
    table.start_umpire().await;
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
    table.stop_umpire().await;
    table.start_umpire().await;
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

/// How often something was asked of Discord since so many requests, of a path that says this.
fn asked(table: &Table, since: usize, method: &str, says: &str) -> usize {
    table.sandbox.requests()[since..].iter().filter(|request| request.method == method && request.path.contains(says)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_was_pressed_is_edited_by_that_press_which_is_none_of_discords_fifty_requests_a_second() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let board = board_says(&table, "play a card, or pass").await;
    let (since, of_the_board) = (table.sandbox.requests().len(), format!("/messages/{}", board.id()));
    rich.press(&board, "Pass: 1 Op").await;
    board_says(&table, "one Op left").await;
    // Whoever goes on with a command changes the same board.
    rich.run("/undo").await;
    board_says(&table, "play a card, or pass").await;
    // As the original message of the press, which Discord's page tells of.
    table.until("both edits are answered", async || asked(&table, since, "PATCH", "/messages/@original") == 2).await;
    assert_eq!(asked(&table, since, "PATCH", &of_the_board), 0, "{}", table.sandbox.transcript());
    assert_eq!(asked(&table, since, "GET", "/messages"), 0);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_discord_does_not_let_be_edited_by_a_press_is_edited_like_any_message_and_the_press_is_not_used_again() {
    let refusals = [
        Fault::Refused { status: 401, code: 50_027 },
        Fault::Refused { status: 404, code: 10_015 },
        Fault::Refused { status: 404, code: 10_008 },
        Fault::Status(502),
        Fault::StatusAfter(503),
        Fault::DropBefore,
        Fault::Garbled,
    ];
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let mut board = board_says(&table, "play a card, or pass").await;
    for refusal in refusals {
        let since = table.sandbox.requests().len();
        let by_press = "/messages/@original";
        table.sandbox.inject(refusal.clone().on("PATCH", &format!("/webhooks/*/*{by_press}")).times(1));
        rich.press(&board, "Pass: 1 Op").await;
        board_says(&table, "one Op left").await;
        rich.run("/undo").await;
        board = board_says(&table, "play a card, or pass").await;
        table.sandbox.settle().await;
        let requests = table.sandbox.requests();
        let refused = requests[since..].iter().find(|request| request.injected).unwrap();
        let tried = requests[since..].iter().filter(|request| request.path == refused.path).count();
        assert_eq!(tried, 1, "{refusal:?}\n{}", table.sandbox.transcript());
        table.sandbox.clear_faults();
    }
    assert_eq!(boards(&table).len(), 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_is_read_for_its_board_once_in_two_minutes_and_what_the_umpire_posts_there_it_knows_of() {
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    let first = board_says(&table, "play a card, or pass").await;
    table.sandbox.settle().await;
    let since = table.sandbox.requests().len();
    talk(&rich).await;
    rich.run("/turn order:Pass").await;
    assert_eq!(board_says(&table, "one Op left").await.id(), first.id(), "the talk is noticed later");
    assert_eq!(asked(&table, since, "GET", "/messages"), 0);
    table.seconds_pass(120);
    rich.run("/undo").await;
    let second = board_says(&table, "play a card, or pass").await;
    assert!(second.id() != first.id(), "{}", table.sandbox.transcript());
    assert_eq!(asked(&table, since, "GET", "/messages"), 1);
    // Each is a message of its own: it calls somebody.
    for what in ["this action round", "nothing any more"].repeat(4) {
        rich.run(&format!("/staff delegate member:@tom what:\"{what}\"")).await;
    }
    table.until("the board has moved", async || boards(&table).iter().any(|board| is_board(board) && board.id() > second.id())).await;
    assert_eq!(asked(&table, since, "GET", "/messages"), 1, "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

/// Gives the usual order of a battle that a member fights alone.
async fn order(member: &Member) {
    let own = member.run("/turn").await.message();
    let label = usual(&own).unwrap_or_else(|| panic!("{}", own.text()));
    member.press(&own, &label).await;
}

/// Waits until the board shows how the game stands, with its picture or without, while time passes quickly.
async fn shows(table: &Table, has_picture: bool) -> Message {
    let mut board = None;
    let is_shown = async || {
        table.seconds_pass(10);
        let number = format!("· No. {} ·", table.journal_rows().await);
        let mut shown = boards(table).into_iter().filter(|board| is_board(board) && board.text().contains(&number));
        board = shown.find(|board| board.attachments().is_empty() != has_picture);
        board.is_some()
    };
    table.until("the board shows it", is_shown).await;
    board.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_whose_picture_discord_does_not_take_for_minutes_goes_without_and_the_next_is_tried_with_it_again() {
    let table = Table::laid_inside().await;
    let rich = table.member("rich");
    rich.run("/battle new scenario:\"Form Square!\" side:\"The brigade\" turns:3").await;
    let first = shows(&table, true).await;
    // Edited where it stands.
    table.sandbox.inject(Fault::Status(500).on("PATCH", "/channels/*/messages/*").with_files().times(100_000));
    order(&rich).await;
    assert_eq!(shows(&table, false).await.id(), first.id(), "{}", table.sandbox.transcript());
    table.sandbox.clear_faults();
    order(&rich).await;
    assert_eq!(shows(&table, true).await.id(), first.id(), "{}", table.sandbox.transcript());
    // Put up anew.
    bury(&table, &rich).await;
    table.sandbox.inject(Fault::Status(500).on("POST", "/channels/*/messages").with_files().times(100_000));
    order(&rich).await;
    assert_ne!(shows(&table, false).await.id(), first.id(), "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn of_an_old_board_discord_is_asked_few_edits_and_where_much_happens_another_is_put_up() {
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    let old = board_says(&table, "play a card, or pass").await;
    table.hours_pass(2);
    for _ in 0..3 {
        rich.run("/turn order:Pass").await;
        board_says(&table, "one Op left").await;
        rich.run("/undo").await;
        board_says(&table, "play a card, or pass").await;
    }
    let board = board_says(&table, "play a card, or pass").await;
    assert_ne!(board.id(), old.id());
    let link = table.wait_for("The board has moved down").await;
    one_board_and_one_link(&table, &board, &link);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_moves_down_takes_its_picture_along() {
    let table = Table::laid_inside().await;
    let rich = table.member("rich");
    rich.run("/battle new scenario:\"Form Square!\" side:\"The brigade\" turns:3").await;
    let first = shows(&table, true).await;
    bury(&table, &rich).await;
    order(&rich).await;
    let second = shows(&table, true).await;
    assert_ne!(second.id(), first.id());
    let link = table.wait_for("The board has moved down").await;
    assert_eq!(link.id(), first.id());
    assert_eq!((link.attachments().len(), second.loose_files()), (0, &[][..]));
}
