//! `/campaign log` through the sandbox: pages that outlive a restart, filters, and one row with its rolls.

use crate::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn the_log_tells_every_row_the_newest_first_and_its_pages_outlive_a_restart() {
    let mut table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    for _ in 1..=5 {
        rich.run("/turn order:pass").await;
        rich.run("/turn order:\"End the round\"").await;
    }
    let log = tom.run("/campaign log").await;
    let text = log.text();
    assert!(log.is_ephemeral() && text.contains("**The journal, the newest first: 16 rows.**"), "{text}");
    let first = text.find("**No. 16** · turn 1 · <@").unwrap();
    assert!(text.find("**No. 15** · turn 1").unwrap() > first && text.contains("End the round") && text.contains(":f>"), "{text}");
    table.stop_umpire().await;
    table.start_umpire().await;
    let older = tom.press(&log.message(), "Older").await;
    assert!(
        older.is_update() && older.text().contains("**No. 5** · turn 1") && older.text().contains("Joined the campaign"),
        "{}",
        older.text()
    );
    assert!(older.text().contains("Roll the rebellion") && older.text().contains("page 2 of 2"), "{}", older.text());
    let row = older.select("Show a row with all its rolls", &["No. 3: Roll the rebellion"]).await;
    assert!(row.text().contains("**No. 3: Roll the rebellion.**") && row.text().contains("Tamai 1D6"), "{}", row.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_filtered_by_member_kind_place_and_turn_and_tells_one_row_by_its_number() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    others[0].run("/roll what:2D6 dice:\"3 4\"").await;
    rich.run("/turn order:pass").await;
    let text = async |line: &str| rich.run(line).await.text();
    let by_tom = text("/campaign log member:@tom").await;
    assert!(
        by_tom.contains("three rows: by <@") && by_tom.contains("Joined the campaign") && by_tom.contains("A roll at the table"),
        "{by_tom}"
    );
    let cards = text("/campaign log kind:Cards").await;
    assert!(cards.contains("one row: cards.") && cards.contains("Pass: 1 Op"), "{cards}");
    let stuart = text("/campaign log place:Stuart").await;
    assert!(stuart.contains("one row: at Stuart.") && stuart.contains("**No. 3**"), "{stuart}");
    assert!(text("/campaign log turn:2").await.contains("The journal has no such row: of turn 2."));
    assert!(text("/campaign log kind:Cards turn:1").await.contains("one row: cards, of turn 1."));
    let roll = text("/campaign log number:7").await;
    assert!(roll.contains("**No. 7: A roll at the table.**") && roll.contains("2D6 [3 4]"), "{roll}");
    assert_eq!(rich.run("/campaign log number:99").await.content(), "The journal has no No. 99: it goes up to 8.");
    assert!(text("/campaign log place:Khartoum").await.contains("No place is called \"Khartoum\""));
    assert!(!rich.complete("/campaign log place:Tam").await.is_empty());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_asks_for_more_of_the_log_than_anybody_reads_is_told_when_to_ask_again_by_command_and_by_press() {
    let table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    for _ in 1..=5 {
        rich.run("/turn order:pass").await;
        rich.run("/turn order:\"End the round\"").await;
    }
    let tom = &others[0];
    let mut page = tom.run("/campaign log").await;
    let mut asked = 1;
    // Thirty at once, and one more for every five seconds that pass meanwhile.
    let refused = loop {
        let (way, message) = if asked % 2 == 1 { ("Older", page.message()) } else { ("Newer", page.message()) };
        let next = tom.press(&message, way).await;
        if next.text().contains("You have asked for a great deal in a short time") {
            break next;
        }
        page = next;
        asked += 1;
        assert!(asked < 100, "{}", table.sandbox.transcript());
    };
    assert!(asked >= 30 && refused.is_ephemeral(), "{asked}: {}", refused.text());
    assert!(tom.run("/campaign log").await.text().contains("What is played is not rationed"));
    // Others are not kept from it, nor they from what is played.
    assert!(rich.run("/campaign log").await.text().contains("The journal, the newest first"));
    assert!(tom.run("/turn").await.failure().is_none());
    table.seconds_pass(5);
    assert!(tom.run("/campaign log").await.text().contains("The journal, the newest first"));
    table.sandbox.assert_nothing_refused();
}
