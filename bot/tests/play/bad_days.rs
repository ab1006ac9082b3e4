//! Discord's bad days: the gateway's connection ends in every way, interactions come late or in another order, requests are limited, take ten
//! seconds, fail though they were done, or are answered with what cannot be parsed; the umpire is removed in the middle of a battle. Each ends with
//! everything done once, and a sentence for whoever asked.

use std::time::Duration;

use sandbox::{Fault, Member, Sandbox, Settings};

use crate::table::{EXAMPLE_OF_PLAY, Table, is_board};

/// A way in which the gateway's connection ends: what it is called, how it comes about, and whether the session is taken up again after it.
type End = (&'static str, fn(&Sandbox), bool);

/// Passes, and ends the round, and passes again: an order each time that can be given whatever the dice are.
struct Rounds {
    player: Member,
    given: usize,
}

impl Rounds {
    async fn begun(table: &Table) -> Self {
        let player = table.member("rich");
        player.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
        Self { player, given: 0 }
    }

    /// The next order as it is typed, and what the channel is told of it.
    fn next(&mut self) -> (&'static str, String) {
        self.given += 1;
        let round = self.given.div_ceil(2);
        if self.given % 2 == 1 {
            ("/turn order:Pass", format!("Action round {round}: no card is played."))
        } else {
            ("/turn order:end-round", format!("Action round {round} ends."))
        }
    }

    /// Gives the next order: afterwards it stands in the journal once, and the channel is told of it.
    async fn goes_on(&mut self, table: &Table, after: &str) {
        let (rows, line) = (table.journal_rows().await, self.next().0);
        let reply = self.player.run(line).await;
        table.until(&format!("an order is carried out after {after}"), async || table.journal_rows().await > rows).await;
        assert_eq!(table.journal_rows().await, rows + 1, "{after}: {}", reply.text());
    }
}

fn told(table: &Table, says: &str) -> usize {
    table.messages().iter().filter(|message| message.text().contains(says)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn however_the_gateways_connection_ends_the_umpire_is_back_and_what_is_ordered_is_done_once() {
    let table = Table::laid().await;
    let mut rounds = Rounds::begun(&table).await;
    let ends: [End; 7] = [
        ("a connection that is cut", Sandbox::drop_gateway, true),
        ("an unknown error (4000)", |sandbox| sandbox.close_gateway(4000), true),
        ("a session that timed out (4009)", |sandbox| sandbox.close_gateway(4009), false),
        ("a number out of order (4007)", |sandbox| sandbox.close_gateway(4007), false),
        ("a call to reconnect (op 7)", Sandbox::request_reconnect, true),
        ("a session that is invalid for a moment (op 9)", |sandbox| sandbox.invalidate_session(true), true),
        ("a session that is gone (op 9)", |sandbox| sandbox.invalidate_session(false), false),
    ];
    for (after, end, resumes) in ends {
        let before = table.sandbox.connections();
        end(&table.sandbox);
        table.sandbox.wait_for_reconnect(before).await.unwrap_or_else(|error| panic!("{after}: {error}"));
        let now = table.sandbox.connections();
        println!("{after}: {} resumed, {} begun anew", now.resumed - before.resumed, now.identified - before.identified);
        assert!(!resumes || now.resumed > before.resumed, "{after}: the session is taken up again\n{}", table.sandbox.transcript());
        rounds.goes_on(&table, after).await;
    }
    // What is ordered while the connection is down comes with the session that is taken up again.
    let (rows, before) = (table.journal_rows().await, table.sandbox.connections());
    table.sandbox.drop_gateway();
    let (line, _) = rounds.next();
    let ordered = rounds.player.start_run(line).unwrap();
    table.sandbox.wait_for_reconnect(before).await.unwrap();
    let reply = ordered.finish().await.unwrap();
    assert!(reply.failure().is_none(), "{}", table.sandbox.transcript());
    assert_eq!(table.journal_rows().await, rows + 1);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_on_which_heartbeats_go_unanswered_is_given_up_and_play_goes_on_over_another() {
    let table = Table::laid_on(Settings { heartbeat_interval: Duration::from_millis(1_500), ..Table::discord() }).await;
    let mut rounds = Rounds::begun(&table).await;
    rounds.goes_on(&table, "the start").await;
    let before = table.sandbox.connections();
    table.sandbox.answer_heartbeats(false);
    table.sandbox.wait_for_reconnect(before).await.unwrap();
    table.sandbox.answer_heartbeats(true);
    // What is ordered now may meet a connection that is given up too: it comes with the next.
    rounds.goes_on(&table, "heartbeats that nobody answered").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interaction_that_comes_after_its_time_changes_nothing_and_can_be_given_again() {
    let table = Table::laid_inside().await;
    let mut rounds = Rounds::begun(&table).await;
    let rows = table.journal_rows().await;
    table.sandbox.hold_interactions(1);
    let late = rounds.player.start_run("/turn order:Pass").unwrap();
    // Discord waits for three seconds, and tells whoever asked that nobody has answered.
    table.seconds_pass(4);
    late.deliver_again();
    let refused = table.sandbox.wait_for_request(|request| request.status == 404 && request.path.contains("/callback")).await;
    assert_eq!(refused.response["code"], 10_062, "an unknown interaction");
    // What comes after it is answered after it.
    assert!(rounds.player.run("/roll what:1D6 dice:4 private:True").await.text().contains("1D6: 4"));
    assert_eq!(table.journal_rows().await, rows);
    rounds.goes_on(&table, "a command that came too late").await;
    table.wait_for("Action round 1: no card is played.").await;
    assert_eq!(told(&table, "Action round 1: no card is played."), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_press_that_comes_after_its_time_changes_nothing_and_can_be_made_again() {
    let table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    others[0].run("/staff dismiss").await;
    let vote = table.wait_for("calls a vote").await;
    let rows = table.journal_rows().await;
    table.sandbox.hold_interactions(1);
    let late = rich.start_press(&vote, "Keep").unwrap();
    table.seconds_pass(4);
    late.deliver_again();
    let refused = table.sandbox.wait_for_request(|request| request.status == 404 && request.path.contains("/callback")).await;
    assert_eq!(refused.response["code"], 10_062, "an unknown interaction");
    assert!(rich.run("/roll what:1D6 dice:4 private:True").await.text().contains("1D6: 4"));
    assert_eq!(table.journal_rows().await, rows);
    assert!(rich.press(&vote, "Keep").await.text().contains("Your vote is counted"));
    others[1].press(&vote, "Keep").await;
    table.wait_for("keeps the command").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_that_come_in_another_order_than_they_were_given_are_each_done_or_refused_in_a_sentence() {
    let table = Table::laid().await;
    let mut rounds = Rounds::begun(&table).await;
    let rows = table.journal_rows().await;
    table.sandbox.hold_interactions(2);
    let (pass, _) = rounds.next();
    let first = rounds.player.start_run(pass).unwrap();
    let second = rounds.player.start_run("/turn order:end-round").unwrap();
    second.deliver_again();
    let second = second.finish().await.unwrap();
    assert!(second.is_ephemeral() && !second.text().is_empty(), "{}", second.text());
    assert_eq!(table.journal_rows().await, rows, "the round cannot be ended before it is played: {}", second.text());
    first.deliver_again();
    let first = first.finish().await.unwrap();
    assert!(first.failure().is_none(), "{}", table.sandbox.transcript());
    assert_eq!(table.journal_rows().await, rows + 1);
    rounds.goes_on(&table, "orders the other way round").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_limit_of_a_route_or_of_all_of_them_is_waited_out_and_nothing_is_told_twice_or_lost() {
    let table = Table::laid().await;
    let mut rounds = Rounds::begun(&table).await;
    for global in [false, true] {
        let limited = || Fault::RateLimited { retry_after: Duration::from_millis(300), global };
        table.sandbox.inject(limited().on("POST", "/channels/*/messages").times(2));
        table.sandbox.inject(limited().on("POST", "/interactions/*/*/callback"));
        table.sandbox.inject(limited().on("PATCH", "/channels/*/messages/*"));
        let (line, says) = rounds.next();
        let reply = rounds.player.run(line).await;
        assert!(reply.failure().is_none(), "{}", table.sandbox.transcript());
        table.wait_for(&says).await;
        assert_eq!(told(&table, &says), 1, "{says}");
        rounds.goes_on(&table, "a limit").await;
    }
    let revision = table.journal_rows().await;
    let shows = format!("· No. {revision}");
    table.guild.channel("general").wait_for(|message| is_board(message) && message.text().contains(&shows)).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_discord_did_although_it_said_that_it_failed_or_said_nothing_that_can_be_read_is_not_done_twice() {
    let table = Table::laid().await;
    let mut rounds = Rounds::begun(&table).await;
    let shown = async |table: &Table| {
        let shows = format!("· No. {}", table.journal_rows().await);
        table.guild.channel("general").wait_for(|message| is_board(message) && message.text().contains(&shows)).await;
    };
    shown(&table).await;
    for fault in [Fault::StatusAfter(500), Fault::StatusAfter(502), Fault::StatusAfter(504), Fault::Garbled] {
        table.sandbox.inject(fault.clone().on("POST", "/channels/*/messages").times(2));
        table.sandbox.inject(fault.clone().on("PATCH", "/channels/*/messages/*"));
        table.sandbox.inject(fault.clone().on("POST", "/interactions/*/*/callback"));
        for _ in 0..2 {
            let (line, says) = rounds.next();
            let reply = rounds.player.run(line).await;
            assert!(reply.failure().is_none(), "{fault:?}: {}", table.sandbox.transcript());
            table.wait_for(&says).await;
            assert_eq!(told(&table, &says), 1, "{fault:?}: {says}\n{}", table.sandbox.transcript());
        }
        table.sandbox.clear_faults();
        let rolled = rounds.player.run("/roll what:1D6 dice:4 private:True").await;
        assert!(rolled.text().contains("1D6: 4"), "{fault:?}: {}", rolled.text());
    }
    shown(&table).await;
    let boards = table.guild.channel("general").messages().iter().filter(|message| is_board(message)).count();
    assert_eq!(boards, 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn while_discord_takes_ten_seconds_over_one_channel_others_are_answered_at_once_and_it_is_told_once() {
    let table = Table::laid().await;
    let mut rounds = Rounds::begun(&table).await;
    let other = table.sandbox.guild("The Other Mess").member("guard");
    other.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    // A campaign's first board takes a moment: what is posted after it is what is ordered.
    table.guild.channel("general").wait_for(is_board).await;
    let slow = format!("/channels/{}/messages", table.guild.channel("general").id());
    table.sandbox.inject(Fault::Delay(Duration::from_secs(10)).on("POST", &slow));
    let (line, says) = rounds.next();
    let rows = table.journal_rows().await;
    let ordered = rounds.player.start_run(line).unwrap();
    table.until("it is in the journal", async || table.journal_rows().await > rows).await;
    assert!(other.run("/turn").await.text().contains("turn 1"));
    assert!(other.run("/turn order:Pass").await.failure().is_none());
    assert_eq!(told(&table, &says), 0, "they are answered before it is told");
    table.wait_for(&says).await;
    assert!(ordered.finish().await.unwrap().failure().is_none(), "{}", table.sandbox.transcript());
    rounds.goes_on(&table, "ten seconds").await;
    assert_eq!(told(&table, &says), 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_in_its_thread_goes_on_when_the_umpire_is_removed_in_its_midst_and_invited_back() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    table.meet(&rich).await;
    let thread = table.guild.channel("general").wait_for_thread("Battle of El Obeid–Olga 2 of 2, turn 1").await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    rich.press(&situation, "Fight it out here").await;
    let is_up = |message: &sandbox::Message| is_board(message) && message.text().contains("breaks off at");
    thread.wait_for(is_up).await;
    let rows = table.journal_rows().await;
    table.sandbox.assert_nothing_refused();
    table.guild.remove_bot();
    table.guild.add_bot();
    // It hears of both; from then on it answers as before, in the thread too.
    let asked = rich.at(&thread);
    table.until("it answers in the thread", async || asked.try_run("/turn").await.is_ok()).await;
    // What it asked while it was away, and be it whether it is, was refused as Discord refuses it; since it is back nothing is.
    let meanwhile = table.sandbox.refused_requests();
    assert!(meanwhile.iter().all(|request| request.status == 403), "{meanwhile:?}");
    assert_eq!(table.journal_rows().await, rows, "nothing was done meanwhile");
    let sides = [&asked, &others[0].at(&thread)];
    let mut done = false;
    for member in sides {
        let own = member.run("/turn").await.message();
        let Some(usual) = own.components().iter().find(|button| button.style == Some(1)).and_then(|button| button.custom_id.clone()) else {
            continue;
        };
        member.press_raw(own.id(), &usual).await.unwrap();
        done = done || table.journal_rows().await > rows;
    }
    assert!(done, "the battle goes on\n{}", table.sandbox.transcript());
    let shows = format!("· No. {}", table.journal_rows().await);
    thread.wait_for(|message| is_board(message) && message.text().contains(&shows)).await;
    assert_eq!(table.sandbox.refused_requests().len(), meanwhile.len(), "{}", table.sandbox.transcript());
}
