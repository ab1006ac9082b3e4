//! Backups made beside an umpire that runs, and a journal put back from one, with the umpire's own program.

use std::path::Path;

use sandbox::Message;

use crate::program::output;
use crate::table::Table;

/// What the umpire's program says of a task, and whether it ended well.
fn runs(table: &Table, task: &[&str]) -> (bool, String) {
    let output = output(table.program().args(task));
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).unwrap()).concat();
    (output.status.success(), said)
}

/// The dice of a roll of many, as the campaign's channel tells it.
async fn thrown(table: &Table) -> String {
    let before = table.messages().len();
    table.member("rich").run("/roll what:30D10").await;
    let told = || table.messages().iter().skip(before).map(sandbox::Message::text).find(|text| text.contains("thrown 30D10"));
    table.until("the roll is told", async || told().is_some()).await;
    let told = told().unwrap();
    told.split(['[', ']']).nth(1).unwrap_or_else(|| panic!("{told}")).to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_journal_put_back_from_a_backup_throws_no_die_that_was_seen_tells_its_channel_and_proves_itself() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let (first, second) = (table.database().with_extension("first"), table.database().with_extension("second"));
    // Beside the umpire that runs.
    let (made, said) = runs(&table, &["backup", &first.display().to_string()]);
    assert!(made && said.contains(": one game, ") && said.contains("is whole"), "{said}");
    let (refused, said) = runs(&table, &["backup", &first.display().to_string()]);
    assert!(!refused && said.contains("there is a file at"), "{said}");
    let (fine, said) = runs(&table, &["check"]);
    assert!(fine && said.contains("an umpire is running on it") && said.contains("it knows the token"), "{said}");
    let (refused, said) = runs(&table, &["restore", &first.display().to_string()]);
    assert!(!refused && said.contains("another umpire is running"), "{said}");
    let lost = thrown(&table).await;
    table.kill_umpire().await;
    // What is no backup is refused, and nothing is changed.
    std::fs::write(&second, "no journal at all").unwrap();
    let kept = std::fs::read(table.database()).unwrap();
    for (file, complaint) in [(second.as_path(), "holds no journal"), (Path::new("nowhere.db"), "there is no backup at")] {
        let (refused, said) = runs(&table, &["restore", &file.display().to_string()]);
        assert!(!refused && said.contains(complaint), "{said}");
    }
    assert!(std::fs::read(table.database()).unwrap() == kept);
    let mut seen = vec![lost];
    // Put back twice from the same backup: each time the dice are others.
    for _ in 0..2 {
        let (put_back, said) = runs(&table, &["restore", &first.display().to_string()]);
        assert!(
            put_back && said.contains("One of its games goes on. Its dice go on from elsewhere") && said.contains("before is at"),
            "{said}"
        );
        let before = table.messages().len();
        table.start_umpire().await;
        table
            .until("the channel is told", async || {
                table.messages().iter().skip(before).any(|message| message.text().contains("was put back from a backup"))
            })
            .await;
        let log = rich.run("/campaign log").await.text();
        assert!(log.contains("· the umpire ·") && log.contains("the dice go on from elsewhere"), "{log}");
        let again = thrown(&table).await;
        assert!(!seen.contains(&again), "{again} was seen before");
        seen.push(again);
        let proof = rich.run("/campaign verify").await.text();
        assert!(proof.contains("Proved"), "{proof}");
        table.stop_umpire().await;
    }
}

/// Makes a backup beside the umpire that runs.
fn backed_up(table: &Table) -> String {
    let backup = table.database().with_extension("backup").display().to_string();
    let (made, said) = runs(table, &["backup", &backup]);
    assert!(made, "{said}");
    backup
}

/// Kills the umpire, puts the backup in its journal's place, with none or one of its games that goes on, and starts it again.
async fn put_back(table: &mut Table, backup: &str, going_on: usize) {
    table.kill_umpire().await;
    let (put_back, said) = runs(table, &["restore", backup]);
    let goes_on = ["None of its games goes on.", "One of its games goes on."][going_on];
    assert!(put_back && said.contains(goes_on), "{said}");
    table.start_umpire().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_was_deleted_when_the_backup_was_made_throws_no_die_that_was_seen_once_it_is_brought_back() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/campaign delete").await.press("Delete the campaign").await;
    table.wait_for("is deleted.**").await;
    table.until_posted().await;
    let backup = backed_up(&table);
    let mut seen = Vec::new();
    // Brought back before the journal is put back, and after.
    for round in 0..2 {
        let before = table.messages().len();
        rich.run("/campaign restore campaign:1").await;
        let is_back = async || table.messages().iter().skip(before).any(|message| message.text().contains("is back.**"));
        table.until("it is brought back", is_back).await;
        seen.push(thrown(&table).await);
        if round == 0 {
            put_back(&mut table, &backup, 0).await;
        }
    }
    assert_ne!(seen[0], seen[1], "these dice were seen");
    let log = rich.run("/campaign log").await.text();
    assert!(log.contains("the dice go on from elsewhere"), "{log}");
    let proof = rich.run("/campaign verify").await.text();
    assert!(proof.contains("Proved"), "{proof}");
}

/// The button of a message that begins and ends so.
fn button(message: &Message, begins: &str, ends: &str) -> String {
    let mut ids = message.components().iter().filter_map(|component| component.custom_id.clone());
    let found = ids.find(|id| id.starts_with(begins) && id.ends_with(ends));
    found.unwrap_or_else(|| panic!("{begins}{ends}: {}", message.text()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_of_what_was_lost_orders_nothing_and_takes_nothing_back_and_one_of_before_the_backup_is_good_still() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    table.until_posted().await;
    let backup = backed_up(&table);
    let opening = table.message("the rebellion spreads");
    let kept = button(&opening, "order:", ":pass");
    // What is lost: a roll, a pass, and that the pass is taken back. Without room between their numbers the row of the pass would be that of the
    // next pass, and the last row a later one than all of what is put back.
    thrown(&table).await;
    rich.press_raw(opening.id(), &kept).await.unwrap();
    let passed = table.wait_for("Action round 1: no card is played.").await;
    let lost_undo = button(&passed, "undo:", "");
    rich.press_raw(passed.id(), &lost_undo).await.unwrap();
    let undone = table.wait_for("Undone: Pass: 1 Op.").await;
    let lost_pass = button(&undone, "order:", ":pass");
    put_back(&mut table, &backup, 1).await;
    table.wait_for("was put back from a backup").await;
    let rows = table.journal_rows().await;
    let refused = rich.press_raw(undone.id(), &lost_pass).await.unwrap().wait_for_followups(1).await.remove(0);
    assert!(refused.is_ephemeral() && refused.text().contains("out of date"), "{}", refused.text());
    assert_eq!(table.journal_rows().await, rows);
    rich.press_raw(opening.id(), &kept).await.unwrap();
    table.until("the pass is written", async || table.journal_rows().await == rows + 1).await;
    let refused = rich.press_raw(passed.id(), &lost_undo).await.unwrap();
    assert!(refused.is_ephemeral() && refused.text().contains("out of date"), "{}", refused.text());
    assert_eq!(table.journal_rows().await, rows + 1);
    let proof = rich.run("/campaign verify").await.text();
    assert!(proof.contains("Proved"), "{proof}");
    // The file of a game that was put back is taken up again like any other.
    let file = rich.run("/campaign export").await.attachments()[0].bytes.clone();
    rich.in_channel("second").attaching("put_back.json", file).run("/campaign import file:put_back.json").await;
    table.guild.channel("second").wait_for(|message| message.text().contains("is taken up from a file")).await;
}
