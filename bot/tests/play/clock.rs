//! The clock of the umpire's machine is wrong: it jumps ahead of Discord's, or back behind what has been written.

use crate::reminders::{Picket, WAITS};
use crate::table::{EXAMPLE_OF_PLAY, Table};

/// The hours of a day and of a year.
const DAY: i64 = 24;
const YEAR: i64 = 365 * DAY;

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_jumps_a_year_ahead_of_discords_destroys_nothing_that_was_deleted_and_play_goes_on() {
    not_beside!("its clock is set, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    let elsewhere = rich.in_channel("attic");
    elsewhere.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    elsewhere.run("/campaign delete").await.press("Delete the campaign").await;
    let asked = || table.sandbox.requests().iter().filter(|request| request.path == "/gateway").count();
    let before = asked();
    table.clock_jumps(YEAR);
    table.until("Discord is asked for the date before anything is destroyed", async || asked() > before).await;
    let rows = table.journal_rows().await;
    rich.run("/turn order:pass").await;
    table.until("the order is taken", async || table.journal_rows().await > rows).await;
    table.clock_jumps(-YEAR);
    let back = elsewhere.run("/campaign restore campaign:2").await;
    assert!(back.failure().is_none(), "{}", table.sandbox.transcript());
    let status = elsewhere.run("/campaign status").await.text();
    assert!(status.contains("commander"), "it is played again: {status}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clock_that_is_set_back_behind_what_was_written_loses_no_order_and_calls_nobody_twice() {
    not_beside!("its clock is set, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/pace set hours:6").await;
    let mut picket = Picket::posted(&table).await;
    table.clock_jumps(-2 * DAY);
    let rows = table.journal_rows().await;
    rich.run("/turn order:pass").await;
    table.until("the order is taken", async || table.journal_rows().await == rows + 1).await;
    rich.run("/undo").await;
    table.until("it is taken back", async || table.journal_rows().await == rows + 2).await;
    rich.run("/turn order:pass").await;
    table.until("and given again", async || table.journal_rows().await == rows + 3).await;
    let verified = rich.run("/campaign verify").await.text();
    assert!(verified.contains("Proved"), "{verified}");
    let log = rich.run("/campaign log").await.text();
    assert!(log.contains("No. 8") && log.contains("No. 7"), "{log}");
    // It is set right, and the pace is over at once; the next call is due in six hours.
    table.clock_jumps(2 * DAY);
    let calls = || table.messages().iter().filter(|message| message.text().contains(WAITS)).count();
    table.until("whoever is waited for is called", async || calls() > 0).await;
    table.clock_jumps(-DAY);
    table.clock_jumps(DAY);
    picket.hours_pass(&table, 2).await;
    assert_eq!(calls(), 1, "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}
