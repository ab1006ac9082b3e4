//! The first answer to a command: what came of it where that takes a moment, and in time that an answer will come where it takes longer.

use std::time::{Duration, Instant};

use sandbox::{Fault, Member, Reply};

use crate::program::PATIENCE;
use crate::slow_disk::while_stalled;
use crate::table::Table;

/// A pause between two tries: the machine may have less to do after it, and what takes long is rationed.
const PAUSE: Duration = Duration::from_secs(3);

/// Asks until what is asked for is done in a moment, as it is unless the machine has too much else to do.
async fn done_in_a_moment(member: &Member, line: &str) -> Reply {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let reply = member.run(line).await;
        if !reply.was_deferred() {
            return reply;
        }
        tokio::time::sleep(PAUSE).await;
    }
    panic!("{line} is never answered with what came of it at first");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_takes_a_moment_is_answered_at_first_with_what_came_of_it() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    for line in ["/forces", "/campaign log", "/campaign verify"] {
        assert!(!done_in_a_moment(&rich, line).await.text().is_empty(), "{line}");
    }
    let rolled = done_in_a_moment(&rich, "/roll what:1D6 dice:4").await;
    rolled.taken_back().await;
    table.wait_for("1D6: 4").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn that_it_is_done_is_said_until_the_channel_tells_of_it_and_beside_why_it_does_not_yet() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    table.sandbox.inject(Fault::Status(500).on("POST", "/channels/*/messages").times(100));
    let reply = rich.start_run("/roll what:1D6 dice:4").unwrap();
    reply.wait_until(|answer| answer.text() == "Done.").await;
    let beside = reply.wait_for_followups(1).await;
    assert!(beside[0].is_ephemeral(), "{}", beside[0].text());
    assert!(beside[0].text().starts_with("It is done, but Discord does not answer me"), "{}", beside[0].text());
    assert_eq!(reply.content(), "Done.");
    table.sandbox.clear_faults();
    // What somebody asks for next is a sign that Discord takes it now.
    rich.run("/roll what:1D6 dice:5").await;
    table.wait_for("1D6: 4").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_disk_stalls_whoever_gives_a_command_is_told_in_time_that_an_answer_will_come() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let rows = table.journal_rows().await;
    let passed = while_stalled(&table, rich.try_run("/turn order:Pass")).await;
    assert!(passed.was_deferred(), "{}", table.sandbox.transcript());
    passed.taken_back().await;
    let rolled = while_stalled(&table, rich.try_run("/roll what:1D6 dice:4")).await;
    rolled.taken_back().await;
    assert_eq!(table.journal_rows().await, rows + 2);
    table.sandbox.assert_nothing_refused();
}
