//! The report of a campaign through the sandbox: posted once as it is closed, and told to whoever asks meanwhile; and its proof.

use crate::table::Table;
use sandbox::Message;

fn reports(table: &Table) -> Vec<Message> {
    table.messages().into_iter().filter(|message| message.text().contains("in figures")).collect()
}

#[track_caller]
fn charts(message: &Message) -> String {
    let [picture] = message.attachments() else { panic!("{} attachments", message.attachments().len()) };
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    picture.description.clone().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_that_is_closed_is_reported_with_charts_after_its_seed_is_revealed_and_once_only() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    rich.run("/pursuit cavalry:0 ours:7 theirs:15 left:5 dice:\"5 2\"").await;
    let end = rich.run("/campaign end").await;
    assert!(reports(&table).is_empty());
    rich.press(&end.message(), "End the campaign").await;
    let report = table.wait_for("in figures").await;
    let messages = table.messages();
    let closed = messages.iter().position(|message| message.text().contains("The seed of its dice was")).unwrap();
    assert!(messages[closed + 1].text().contains("in figures.**"), "{}", table.sandbox.transcript());
    let text = report.text();
    assert!(text.contains("Victory points:** from 5 to 5 of 300"), "{text}");
    // The rebellion was thrown at the table, and so was the pursuit; the cards were drawn from the stream.
    assert!(text.contains("the pursuit (table dice): two dice, mean 3.50 for 3.50") && text.contains("thrown by the players"), "{text}");
    assert!(charts(&report).contains("Victory points, lost at 300: at the start 5"), "{}", charts(&report));
    table.stop_umpire().await;
    table.start_umpire().await;
    let asked = rich.run("/campaign report").await;
    assert!(asked.is_ephemeral() && asked.text().contains("in figures.**"), "{}", asked.text());
    assert_eq!(reports(&table).iter().filter(|message| !message.is_ephemeral()).count(), 1, "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_report_so_far_is_for_the_one_who_asks_and_needs_a_campaign() {
    let table = Table::laid().await;
    let tom = table.member("tom");
    assert!(tom.run("/campaign report").await.content().starts_with("There is no campaign in this channel"));
    table.campaign(&[]).await;
    let rows = table.journal_rows().await;
    let report = tom.run("/campaign report").await;
    assert!(report.is_ephemeral() && report.text().contains("a revolt (table dice): "), "{}", report.text());
    assert!(!report.text().contains("seed"), "{}", report.text());
    charts(&report.message());
    assert!(reports(&table).is_empty());
    assert_eq!(table.journal_rows().await, rows);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_campaign_is_proved_while_it_runs_without_its_seed_and_a_change_in_the_journal_is_told_with_its_number() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/roll what:2D6").await;
    rich.run("/turn order:pass").await;
    let proved = rich.run("/campaign verify").await;
    let text = proved.text();
    assert!(proved.is_ephemeral() && text.contains("**Proved: five orders run again"), "{text}");
    assert!(text.contains("are taken on trust") && text.contains("One roll was made at the table besides"), "{text}");
    assert!(text.contains("as it was announced at the start") && text.contains("stays secret"), "{text}");
    // Somebody who gets at the file draws their cards with other dice.
    table.stop_umpire().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(table.database());
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    sqlx::query("UPDATE journal SET position_before = position_before + 1, position_after = position_after + 1 WHERE revision = 2")
        .execute(&pool)
        .await
        .unwrap();
    pool.close().await;
    table.start_umpire().await;
    let told = rich.run("/campaign verify").await;
    assert!(told.text().contains("could not be proved") && told.text().contains("No. 2 came to something else"), "{}", told.text());
    table.sandbox.assert_nothing_refused();
}
