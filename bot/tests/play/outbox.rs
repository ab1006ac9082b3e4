//! The outbox through the sandbox: what Discord does not take now waits for a sign, what it never takes is set aside and can be sent again.

use std::time::Duration;

use crate::table::{EXAMPLE_OF_PLAY, Table, is_board};
use sandbox::Fault;
use sandbox::permissions::SEND_MESSAGES;

/// How many messages of the channel say this.
fn told(table: &Table, says: &str) -> usize {
    table.messages().iter().filter(|message| message.text().contains(says)).count()
}

/// What is told of the first order of a campaign.
const PASSED: &str = "Action round 1: no card is played.";

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_that_is_lost_for_a_while_loses_no_despatch_and_its_return_is_sign_enough() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let general = table.guild.channel("general");
    table.guild.deny_bot(&general, SEND_MESSAGES);
    let done = rich.run("/turn order:Pass").await;
    table.until("whoever asked is told besides", async || !done.followups().is_empty()).await;
    let besides = done.followups()[0].text();
    assert!(besides.contains("I may not post here: give me the permissions"), "{besides}");
    assert_eq!(told(&table, PASSED), 0);
    // What waits there holds up no other campaign.
    rich.in_channel("second").run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    rich.in_channel("second").run("/turn order:Pass").await.taken_back().await;
    table.guild.allow_bot(&general, SEND_MESSAGES);
    table.wait_for(PASSED).await;
    rich.run("/turn order:end-round").await;
    assert_eq!(told(&table, PASSED), 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_answered_before_it_is_posted_however_long_discord_takes_over_the_post() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    // A campaign's first board takes a moment.
    table.guild.channel("general").wait_for(is_board).await;
    table.sandbox.inject(Fault::Delay(Duration::from_secs(120)).on("POST", "/channels/*/messages").times(1_000));
    for line in ["/turn order:Pass", "/turn order:end-round"] {
        let asked = rich.start_run(line).unwrap();
        // It is taken back when the channel tells of it.
        asked.wait_until(|answer| answer.text() == "Done.").await;
    }
    assert_eq!(table.journal_rows().await, 6);
    let posts = table.sandbox.requests().into_iter().filter(|request| request.method == "POST" && request.path.ends_with("/messages"));
    let answered = posts.filter(|request| request.status == 200).count();
    // The seal, what was told of the beginning (that it begins, and the rebellion), and the board.
    assert_eq!(answered, 4, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_proxy_or_a_reset_token_refuses_waits_and_goes_out_with_the_next_interaction_on_the_server() {
    for status in [401, 403, 404, 502] {
        let table = Table::laid().await;
        let (rich, _) = table.campaign(&[]).await;
        table.sandbox.inject(Fault::Status(status).on("POST", "/channels/*/messages").times(1_000));
        let done = rich.run("/turn order:Pass").await;
        table.until("whoever asked is told besides", async || !done.followups().is_empty()).await;
        let besides = done.followups()[0].text();
        assert!(besides.contains("Discord does not answer me"), "{status}: {besides}");
        table.sandbox.clear_faults();
        rich.run("/roll what:1D6 private:True").await;
        table.wait_for(PASSED).await;
        rich.run("/turn order:end-round").await;
        assert_eq!(told(&table, PASSED), 1, "{status}: {}", table.sandbox.transcript());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_tried_again_after_a_pause_and_after_a_restart_without_any_sign() {
    let mut table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    table.sandbox.inject(Fault::Status(403).on("POST", "/channels/*/messages").times(1_000));
    rich.run("/turn order:Pass").await;
    table.sandbox.clear_faults();
    table.hours_pass(1);
    table.wait_for(PASSED).await;
    table.sandbox.inject(Fault::Status(403).on("POST", "/channels/*/messages").times(1_000));
    rich.run("/turn order:end-round").await;
    rich.run("/turn order:Pass").await;
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    table.start_umpire().await;
    table.wait_for("Action round 2: no card is played.").await;
    assert_eq!((told(&table, PASSED), told(&table, "Action round 2: no card is played.")), (1, 1), "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_despatch_that_cannot_be_read_is_set_aside_told_and_sent_again_once_it_is_mended() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    table.sandbox.inject(Fault::Status(502).on("POST", "/channels/*/messages").times(1_000));
    rich.run("/turn order:Pass").await;
    table.by_hand("UPDATE outbox SET despatch = json_set(despatch, '$.facts', 7) WHERE message IS NULL").await;
    table.sandbox.clear_faults();
    // What comes after it is not held up.
    rich.run("/turn order:end-round").await;
    rich.run("/turn order:Pass").await;
    table.wait_for("Action round 2: no card is played.").await;
    table.wait_for("A despatch could not be posted here and is set aside: whoever manages this server").await;
    assert!(table.member("tom").run("/campaign despatches").await.content().contains("Manage Server"));
    let role = table.guild.role("Wardens", sandbox::permissions::MANAGE_GUILD);
    table.guild.give_role(&rich, role);
    let list = rich.run("/campaign despatches").await;
    assert!(list.is_ephemeral() && list.content().starts_with("One despatch is set aside."), "{}", list.text());
    assert!(list.text().contains("No. 7 in") && list.text().contains("what it says cannot be read"), "{}", list.text());
    table.by_hand("UPDATE outbox SET despatch = json_set(despatch, '$.facts', json('[]')) WHERE failed IS NOT NULL").await;
    list.press("Send again").await;
    table.wait_for(PASSED).await;
    assert!(rich.run("/campaign despatches").await.content().starts_with("No despatch is set aside."));
    assert_eq!(told(&table, PASSED), 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_meant_for_a_channel_that_is_gone_is_set_aside_and_listed_on_its_server() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let second = table.guild.channel("second");
    rich.at(&second).run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.sandbox.inject(Fault::Status(502).on("POST", "/channels/*/messages").times(1_000));
    rich.at(&second).run("/turn order:Pass").await;
    second.delete();
    table.sandbox.clear_faults();
    let role = table.guild.role("Wardens", sandbox::permissions::MANAGE_GUILD);
    table.guild.give_role(&rich, role);
    table
        .until("it is set aside", async || rich.run("/campaign despatches").await.content().starts_with("One despatch is set aside."))
        .await;
    let again = rich.run("/campaign despatches").await.press("Send again").await;
    assert!(again.text().contains("One despatch is sent again"), "{}", again.text());
    let is_told = |request: &sandbox::Request| {
        request.path.starts_with("/webhooks/") && request.body.to_string().contains("with /campaign despatches")
    };
    table.sandbox.wait_for_request(is_told).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_despatch_of_which_the_answer_was_lost_is_not_posted_again_however_much_was_said_since() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    // Discord takes the message, but its answer never comes back; then the umpire is killed.
    table.sandbox.inject(Fault::DropAfter.on("POST", "/channels/*/messages").times(10));
    let _ordered = rich.start_run("/turn order:Pass").unwrap();
    table.wait_for(PASSED).await;
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    for line in 0..250 {
        rich.say(&format!("chatter {line}")).await;
    }
    // Discord does not know the nonce any more.
    table.hours_pass(1);
    table.start_umpire().await;
    rich.run("/turn order:end-round").await;
    rich.run("/turn order:Pass").await;
    table.wait_for("Action round 2: no card is played.").await;
    assert_eq!(told(&table, PASSED), 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_cannot_be_edited_now_holds_up_no_other_of_its_campaign() {
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn order:Pass").await;
    let first = table.wait_for(PASSED).await;
    table.until_posted().await;
    table.sandbox.inject(Fault::Status(502).on("PATCH", &format!("/channels/*/messages/{}", first.id())).times(1_000));
    // An hour later it goes on in another message, and what the first offers is over.
    table.hours_pass(1);
    rich.run("/move order:\"Activate Olga\"").await;
    let second = table.wait_for("Olga is activated").await;
    assert_ne!(second.id(), first.id());
    rich.run("/move order:\"March to El Obeid\" dice:\"1 1 1\"").await;
    let grown = table.wait_for("El Obeid is ours again").await;
    assert_eq!(grown.id(), second.id(), "{}", table.sandbox.transcript());
    assert!(table.message(PASSED).components().len() > 1, "the first could not be edited all the while");
    table.sandbox.clear_faults();
    let is_closed = async || {
        table.seconds_pass(10);
        table.message(PASSED).components().len() == 1
    };
    table.until("the first is closed", is_closed).await;
    table.until_posted().await;
}

/// The most of these requests that were under way at a time.
fn most_at_once(requests: &[sandbox::Request]) -> usize {
    let begun_at = |at: u64| requests.iter().filter(|request| request.begun <= at && at < request.ended).count();
    requests.iter().map(|request| begun_at(request.begun)).max().unwrap_or(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_start_at_which_two_hundred_campaigns_are_owed_something_a_hundred_and_twenty_eight_are_posted_for_at_a_time() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn order:Pass").await;
    table.wait_for(PASSED).await;
    table.until_posted().await;
    table.kill_umpire().await;
    let mut copies = String::new();
    for copy in 2..=200 {
        let channel = table.guild.channel(&format!("table-{copy}")).id();
        for (name, place) in [
            ("campaigns", format!("id = {copy}, channel = {channel}")),
            ("members", format!("campaign = {copy}")),
            ("journal", format!("campaign = {copy}")),
        ] {
            let of = if name == "campaigns" { "id" } else { "campaign" };
            copies += &format!(
                "CREATE TEMP TABLE copy AS SELECT * FROM {name} WHERE {of} = 1; UPDATE copy SET {place}; INSERT INTO {name} SELECT * FROM copy; DROP TABLE copy;"
            );
        }
        copies += &format!(
            "INSERT INTO outbox (campaign, revision, channel, despatch, row) SELECT {copy}, revision, {channel}, despatch, row FROM outbox WHERE campaign = 1 AND despatch LIKE '%{PASSED}%';"
        );
    }
    table.by_hand(copies.leak()).await;
    let before = table.sandbox.requests().len();
    // Two processors begin twenty in a second: the last of them is begun long before the first is taken.
    table.sandbox.inject(Fault::Delay(Duration::from_secs(20)).on("POST", "/channels/*/messages").times(1_000));
    table.start_umpire().await;
    table.until_posted().await;
    let posts = || {
        let requests = table.sandbox.requests().split_off(before);
        let posts = requests.into_iter().filter(|request| request.method == "POST" && request.path.ends_with("/messages"));
        posts.partition::<Vec<_>, _>(|request| request.body.to_string().contains(PASSED))
    };
    // The first campaign may have been killed before its own followed.
    table.until("every board is put up", async || posts().1.len() >= 199).await;
    let (despatches, boards) = posts();
    assert_eq!((despatches.len(), most_at_once(&despatches), most_at_once(&boards)), (199, 128, 128));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_despatch_whose_picture_is_refused_and_over_which_discord_then_stumbles_is_posted_in_its_thread_when_it_no_longer_does() {
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    table.meet(&rich).await;
    let thread = table.guild.channel("general").wait_for_thread(crate::board_battle::THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    table.until_posted().await;
    table.sandbox.inject(Fault::Refused { status: 413, code: 40_005 }.on("POST", "/channels/*/messages").with_files().times(1_000));
    table.sandbox.inject(Fault::Status(500).on("POST", "/channels/*/messages").times(1_000));
    let done = rich.press(&situation, "Fight it out here").await;
    table.until("whoever asked is told", async || !done.followups().is_empty()).await;
    assert!(done.followups()[0].text().contains("will be posted as soon as Discord takes it"), "{}", table.sandbox.transcript());
    table.sandbox.clear_faults();
    let told = |message: &sandbox::Message| message.text().contains("it is fought out on the board");
    table
        .until("it is posted where it belongs", async || {
            table.seconds_pass(10);
            thread.messages().iter().any(told)
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_despatch_whose_picture_discord_does_not_take_is_posted_without_it_and_nothing_waits_behind_it() {
    // Refused for good, too large; or not taken, for minutes.
    for fault in [Fault::Refused { status: 413, code: 40_005 }, Fault::Status(500)] {
        let waits = fault == Fault::Status(500);
        let table = Table::laid_inside().await;
        let (rich, _) = table.campaign(&["tom"]).await;
        table.meet(&rich).await;
        let thread = table.guild.channel("general").wait_for_thread(crate::board_battle::THREAD).await;
        let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
        table.until_posted().await;
        table.sandbox.inject(fault.on("POST", "/channels/*/messages").with_files().times(1_000));
        rich.press(&situation, "Fight it out here").await;
        if waits {
            table.until("it waits", async || table.sandbox.requests().iter().filter(|request| request.injected).count() >= 3).await;
            table.seconds_pass(300);
        }
        let opened = thread.wait_for(|message| message.text().contains("it is fought out on the board")).await;
        assert!(opened.attachments().is_empty(), "{}", table.sandbox.transcript());
        table.until_posted().await;
        if waits {
            table.sandbox.clear_faults();
            table.seconds_pass(300);
        }
        let board = thread.wait_for(|message| is_board(message) && message.text().contains("breaks off at")).await;
        assert!(waits || board.attachments().is_empty(), "a refused picture does not keep the board from being written either");
    }
}
