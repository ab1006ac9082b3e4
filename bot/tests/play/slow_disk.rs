//! The disk keeps everybody waiting who writes: an answer is given in time all the same, and what was asked is done when the disk lets it.

use sandbox::{DriverError, Fault, Reply};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, Executor as _, SqliteConnection};

use crate::table::{EXAMPLE_OF_PLAY, Table, is_board};

/// Keeps everybody from writing until it ends.
struct Stall(SqliteConnection);

impl Stall {
    async fn begins(table: &Table) -> Self {
        let mut connection = SqliteConnection::connect_with(&SqliteConnectOptions::new().filename(table.database())).await.unwrap();
        connection.execute("BEGIN IMMEDIATE").await.unwrap();
        Self(connection)
    }

    async fn ends(mut self) {
        self.0.execute("ROLLBACK").await.unwrap();
        self.0.close().await.unwrap();
    }
}

/// Does something while the disk stalls; the stall ends when Discord has had a first answer to it.
pub(crate) async fn while_stalled(table: &Table, deed: impl Future<Output = Result<Reply, DriverError>>) -> Reply {
    let stall = Stall::begins(table).await;
    let rows = table.journal_rows().await;
    let answers = || table.sandbox.requests().iter().filter(|request| request.path.ends_with("/callback") && request.status < 300).count();
    let before = answers();
    let release = async {
        table.until("there is a first answer while nobody can write", async || answers() > before).await;
        assert_eq!(table.journal_rows().await, rows, "nothing is written yet");
        stall.ends().await;
    };
    let deed = async { deed.await.unwrap() };
    let (reply, ()) = tokio::join!(deed, release);
    assert!(reply.failure().is_none(), "{}", table.sandbox.transcript());
    reply
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_disk_stalls_presses_are_answered_in_time_and_done_when_it_goes_on() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    others[0].run("/staff dismiss").await;
    let vote = table.wait_for("calls a vote").await;
    // What is said to the voter alone comes as a further message.
    let voted = while_stalled(&table, rich.try_press(&vote, "Keep")).await;
    let said = voted.wait_for_followups(1).await;
    assert!(said[0].is_ephemeral() && said[0].text().contains("Your vote is counted"), "{}", said[0].text());
    let kept = while_stalled(&table, others[1].try_press(&vote, "Keep")).await;
    kept.wait_for_followups(1).await;
    table.wait_for("keeps the command").await;
    // An order, a step back, and the end: each is in the journal once.
    let rows = table.journal_rows().await;
    while_stalled(&table, rich.try_press(&table.message("the rebellion spreads"), "Pass: 1 Op")).await;
    let general = table.guild.channel("general");
    let board = general.wait_for(|message| is_board(message) && message.component("Undo: Pass: 1 Op").is_some()).await;
    assert_eq!(table.journal_rows().await, rows + 1);
    let undone = while_stalled(&table, rich.try_press(&board, "Undo: Pass: 1 Op")).await;
    assert!(undone.wait_for_followups(1).await[0].text().contains("Undone: Pass: 1 Op"), "{}", table.sandbox.transcript());
    assert_eq!(table.journal_rows().await, rows + 2);
    let asks = rich.run("/campaign end").await;
    while_stalled(&table, asks.try_press("End the campaign")).await;
    table.wait_for("is closed.**").await;
    asks.wait_until(|message| message.text().contains("The campaign is closed.")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn while_an_order_waits_for_a_stalled_disk_others_of_the_game_look_at_it_as_it_was_and_whoever_orders_too_is_answered_in_time() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let offered = table.message("the rebellion spreads");
    table.until_posted().await;
    let (stall, rows) = (Stall::begins(&table).await, table.journal_rows().await);
    let answers = || table.sandbox.requests().iter().filter(|request| request.path.ends_with("/callback") && request.status < 300).count();
    let before = answers();
    let ordered = async { rich.try_press(&offered, "Pass: 1 Op").await.unwrap() };
    let meanwhile = async {
        table.until("the order is under way, and waits", async || answers() > before).await;
        for command in ["/turn", "/forces", "/campaign status"] {
            let told = others[0].run(command).await;
            assert!(told.failure().is_none() && !told.text().is_empty(), "{command}: {}", table.sandbox.transcript());
        }
        assert!(others[0].run("/turn").await.text().contains("action round 1 of 7: play a card, or pass"), "as it was");
        let before = answers();
        let too = async { others[0].try_press(&offered, "Pass: 1 Op").await.unwrap() };
        let goes_on = async {
            table.until("who orders too is told that an answer will come", async || answers() > before).await;
            assert_eq!(table.journal_rows().await, rows, "nothing is written yet");
            stall.ends().await;
        };
        tokio::join!(too, goes_on).0
    };
    let (ordered, too) = tokio::join!(ordered, meanwhile);
    assert!(ordered.failure().is_none() && too.failure().is_none(), "{}", table.sandbox.transcript());
    assert!(too.wait_for_followups(1).await[0].is_ephemeral());
    table.wait_for("Action round 1: no card is played.").await;
    assert_eq!(table.journal_rows().await, rows + 1, "once");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_is_posted_also_where_the_answer_to_whoever_did_it_is_lost() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    others[0].run("/staff dismiss").await;
    let vote = table.wait_for("calls a vote").await;
    others[1].press(&vote, "Keep").await;
    table.sandbox.inject(Fault::Status(500).on("POST", "/interactions/**").times(3));
    let lost = rich.try_press(&vote, "Keep").await;
    assert!(lost.is_ok_and(|reply| reply.failure().is_some()), "nobody heard of it");
    table.wait_for("keeps the command").await;
}

/// A library of this source, in C, built in a folder, to be loaded before the C library.
#[cfg(target_os = "linux")]
pub(crate) fn library(folder: &std::path::Path, source: &str, flags: &[&str]) -> String {
    let (file, library) = (folder.join("before.c"), folder.join("before.so"));
    std::fs::write(&file, source).unwrap();
    let mut compiler = std::process::Command::new("cc");
    assert!(compiler.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).args(flags).arg(&file).status().unwrap().success());
    library.display().to_string()
}

/// The C library's syncs, each made to last fifty milliseconds longer.
#[cfg(target_os = "linux")]
const SLOW_SYNCS: &str = r"
#include <sys/syscall.h>
#include <unistd.h>
int fsync(int file) { usleep(50000); return (int)syscall(SYS_fsync, file); }
int fdatasync(int file) { usleep(50000); return (int)syscall(SYS_fdatasync, file); }
";

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn on_a_disk_whose_every_sync_takes_fifty_milliseconds_more_all_who_order_at_once_are_answered_in_time() {
    not_beside!("the umpire is a process of its own in every run");
    let folder = tempfile::tempdir().unwrap();
    let table = Table::laid_separately_with("LD_PRELOAD", &library(folder.path(), SLOW_SYNCS, &[])).await;
    let members: Vec<_> = (0..10).map(|number| table.member(&format!("member{number}")).in_channel(&format!("channel{number}"))).collect();
    let begin = members.iter().map(async |member| {
        member.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
        member.channel().wait_for(|message| message.text().contains("the rebellion spreads")).await;
    });
    futures_util::future::join_all(begin).await;
    let mut took = Vec::new();
    for line in ["/turn order:Pass", "/undo", "/roll what:2D6"].repeat(3) {
        let asked = members.iter().map(async |member| {
            let begun = std::time::Instant::now();
            let reply = member.run(line).await;
            // Discord waits for three seconds, and so does the sandbox.
            assert!(reply.failure().is_none(), "{line}\n{}", table.sandbox.transcript());
            begun.elapsed()
        });
        took.extend(futures_util::future::join_all(asked).await);
    }
    took.sort();
    println!("{} answers: half within {:?}, the last after {:?}", took.len(), took[took.len() / 2], took[took.len() - 1]);
    table.sandbox.assert_nothing_refused();
}
