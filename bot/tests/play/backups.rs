//! Backups made beside an umpire that runs, and a journal put back from one, with the umpire's own program.

use std::path::Path;

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
    assert!(made && said.contains("1 games") && said.contains("is whole"), "{said}");
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
    for (file, complaint) in [(second.as_path(), "holds no journal"), (Path::new("nowhere.db"), "there is no journal at")] {
        let (refused, said) = runs(&table, &["restore", &file.display().to_string()]);
        assert!(!refused && said.contains(complaint), "{said}");
    }
    assert!(std::fs::read(table.database()).unwrap() == kept);
    let mut seen = vec![lost];
    // Put back twice from the same backup: each time the dice are others.
    for _ in 0..2 {
        let (put_back, said) = runs(&table, &["restore", &first.display().to_string()]);
        assert!(put_back && said.contains("1 of its games go on") && said.contains("before is at"), "{said}");
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
