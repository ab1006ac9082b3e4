//! Servers that the umpire is removed from: what it owes there rests, goes on when it is invited back, and is deleted after a month.

use sandbox::permissions::SEND_MESSAGES;
use sandbox::{Guild, Member};
use sqlx::SqlitePool;

use crate::reminders::WAITS;
use crate::table::{EXAMPLE_OF_PLAY, Table, is_board};

const DAY: u64 = 24;

async fn number(table: &Table, sql: &'static str) -> i64 {
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(table.database()).read_only(true);
    let pool = SqlitePool::connect_with(options).await.unwrap();
    let number = sqlx::query_scalar(sql).fetch_one(&pool).await.unwrap();
    pool.close().await;
    number
}

async fn departures(table: &Table) -> i64 {
    number(table, "SELECT COUNT(*) FROM departures").await
}

/// A campaign of another server, begun after those of the first: once it is reminded, those have been looked at.
async fn elsewhere(table: &Table) -> (Guild, Member) {
    let guild = table.sandbox.guild("The Other Mess");
    let guard = guild.member("guard");
    guard.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    guard.run("/pace set hours:1").await;
    (guild, guard)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_owed_on_a_server_rests_while_the_umpire_is_removed_from_it_and_goes_on_when_it_is_invited_back() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/pace set hours:2").await;
    table.wait_for("is reminded after 2 hours").await;
    let general = table.guild.channel("general");
    general.wait_for(is_board).await;
    let (other, _) = elsewhere(&table).await;
    table.guild.deny_bot(&general, SEND_MESSAGES);
    rich.run("/turn order:Pass").await;
    table.guild.remove_bot();
    table.until("it is noted", async || departures(&table).await == 1).await;
    table.hours_pass(3);
    other.channel("general").wait_for(|message| message.text().contains(WAITS)).await;
    let reminded = async |table: &Table| number(table, "SELECT COALESCE(SUM(sent), 0) FROM reminders WHERE campaign = 1").await;
    assert_eq!(reminded(&table).await, 0, "nobody is reminded where the umpire is not");
    // Also after a restart; and what waits there is no sign that Discord takes nothing.
    table.kill_umpire().await;
    table.start_umpire().await;
    assert_eq!((departures(&table).await, reminded(&table).await), (1, 0));
    table.guild.allow_bot(&general, SEND_MESSAGES);
    table.guild.add_bot();
    table.wait_for("Action round 1: no card is played.").await;
    general.wait_for(|message| is_board(message) && message.text().contains("action round 1")).await;
    table.until("it is forgotten that it was removed", async || departures(&table).await == 0).await;
    table.hours_pass(3);
    table.wait_for(WAITS).await;
    rich.run("/turn order:end-round").await.taken_back().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_after_the_umpire_was_removed_from_a_server_nothing_is_kept_of_it_also_if_nobody_ran_it_then() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/campaign end").await.press("End the campaign").await;
    table.wait_for("The seed of its dice was").await;
    rich.run("/campaign start scenario:uprising").await;
    let (other, guard) = elsewhere(&table).await;
    // Another is deleted there, and destroyed after a week: looked at after all the others, it tells when that is done.
    let herald = guard.in_channel("herald");
    herald.run("/campaign start scenario:uprising").await;
    herald.run("/campaign delete").await.press("Delete the campaign").await;
    other.channel("herald").wait_for(|message| message.text().contains("is deleted.**")).await;
    table.kill_umpire().await;
    table.guild.remove_bot();
    table.start_umpire().await;
    table.until("it is noted", async || departures(&table).await == 1).await;
    let kept = async |table: &Table| number(table, "SELECT COUNT(*) FROM campaigns").await;
    assert_eq!(number(&table, "SELECT MAX(id) FROM campaigns WHERE gone_at IS NOT NULL").await, 4);
    table.hours_pass(29 * DAY);
    table.until("the herald is gone", async || number(&table, "SELECT COUNT(*) FROM campaigns WHERE id = 4").await == 0).await;
    assert_eq!(kept(&table).await, 3);
    table.hours_pass(2 * DAY);
    table.until("it is deleted", async || kept(&table).await == 1).await;
    assert_eq!((departures(&table).await, number(&table, "SELECT MIN(id) FROM campaigns").await), (0, 3));
    assert_eq!(number(&table, "SELECT COUNT(*) FROM journal WHERE campaign < 3").await, 0);
    // Invited back it begins anew.
    table.guild.add_bot();
    table.until("it hears of it", async || rich.try_run("/campaign start scenario:uprising").await.is_ok()).await;
    table.until("another is begun", async || kept(&table).await == 2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_deleted_of_a_server_that_invited_the_umpire_back_while_nobody_ran_it() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    table.guild.remove_bot();
    table.until("it is noted", async || departures(&table).await == 1).await;
    table.kill_umpire().await;
    table.hours_pass(60 * DAY);
    table.guild.add_bot();
    table.start_umpire().await;
    table.until("it is forgotten that it was removed", async || departures(&table).await == 0).await;
    rich.run("/turn order:Pass").await.taken_back().await;
    table.wait_for("Action round 1: no card is played.").await;
}
