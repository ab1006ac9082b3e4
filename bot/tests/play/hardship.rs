//! Malformed input, repeated deliveries, crashes, a second start, Discord's stumbles: nothing lost, nothing twice.

use std::time::{Duration, Instant};

use crate::program::output;
use crate::table::{EXAMPLE_OF_PLAY, Table, press_late};
use sandbox::Fault;

/// One clear sentence, for the asker alone.
#[track_caller]
fn one_sentence(what: &str, reply: &sandbox::Reply) {
    let text = reply
        .try_message()
        .filter(|_| !reply.is_update())
        .map(|message| message.content().to_owned())
        .or_else(|| reply.followups().last().map(|message| message.content().to_owned()));
    let Some(text) = text else { panic!("{what}: no answer ({:?})", reply.failure()) };
    assert!(reply.is_ephemeral() || reply.followups().iter().all(sandbox::Message::is_ephemeral), "{what}: {text}");
    assert!(text.len() < 400 && (text.ends_with('.') || text.ends_with('?') || text.ends_with(')')), "{what}: {text}");
    assert!(!text.contains("Error") && !text.contains("invalid"), "{what}: {text}");
}

#[tokio::test(flavor = "multi_thread")]
async fn malformed_input_of_every_kind_gets_one_private_sentence_and_the_journal_does_not_change() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let rows = table.journal_rows().await;
    let long = "x".repeat(100);
    for line in [
        "/roll what:six",
        "/roll what:0D6",
        "/roll what:2D6+1000",
        "/roll what:2D6 dice:\"4\"",
        "/roll what:2D6 dice:\"4 2 6\"",
        "/roll what:2D6 dice:\"4 7\"",
        "/roll what:2D6 dice:\"4 x\"",
        "/roll what:2D6 dice:\"4 -2\"",
        "/roll what:2D6 dice:\"99999999999999999999 1\"",
        "/encounter location:Khartoum",
        "/encounter location:Tamia",
        &format!("/encounter location:{long}"),
        "/encounter",
        "/encounter location:Tamai dice:\"5 1\"",
        "/encounter location:Tamai dice:\"1 1\"",
        "/pursuit theirs:9",
        "/pursuit location:Nowhere",
        "/pursuit dice:\"6\"",
        "/turn order:Conquer",
        "/turn order:draw",
        "/turn order:rebellion",
        "/turn order:retreat.3",
        "/turn order:retreat.255",
        "/turn order:revolt.9999",
        "/turn dice:\"1 2\"",
        "/turn order:pass dice:\"3\"",
        "/map island:Atlantis",
        "/campaign start scenario:uprising",
        "/campaign join",
        "/campaign leave",
    ] {
        one_sentence(line, &rich.run(line).await);
    }
    for line in ["/turn order:pass", "/campaign leave", "/campaign end", "/encounter location:Tamai", "/pursuit dice:\"6 3\""] {
        one_sentence(line, &tom.run(line).await);
    }
    assert_eq!(table.journal_rows().await, rows);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_characters_sent_past_discords_own_limits_are_answered_too() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let long = "😀".repeat(10_000);
    for (line, option) in [
        ("/encounter location:Tamai", "location"),
        ("/roll what:1D6", "what"),
        ("/roll dice:1", "dice"),
        ("/turn order:pass", "order"),
        ("/map island:Lopez", "island"),
    ] {
        // Take a real interaction and put the long text where its option was.
        let mut payload = rich.run(line).await.payload();
        let before = table.journal_rows().await;
        let options = payload["data"]["options"].as_array_mut().unwrap();
        let mut replaced = 0;
        for entry in options.iter_mut().filter(|entry| entry["name"] == option) {
            entry["value"] = serde_json::Value::String(long.clone());
            replaced += 1;
        }
        assert_eq!(replaced, 1, "{line}: {options:?}");
        let object = payload.as_object_mut().unwrap();
        object.remove("id");
        object.remove("token");
        let reply = rich.interact(payload).await.unwrap();
        one_sentence(&format!("{line} with 10,000 characters in {option}"), &reply);
        assert_eq!(table.journal_rows().await, before);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn buttons_made_up_of_other_campaigns_and_out_of_date_are_answered_kindly() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    rich.in_channel("second").run("/campaign start scenario:uprising").await;
    let rows = table.journal_rows().await;
    let despatch = table.message("the rebellion spreads");
    for id in [
        "made:up",
        "order:1:3:conquer",
        "order:1:3:retreat.3",
        "order:2:3:pass",
        "order:99:3:pass",
        "order:-1:3:pass",
        "order:1:99999999999:pass",
        "menu:1:3",
        "rolls:1:2000",
        "rolls:2:3",
        "map:2",
        "board:99",
        "close:2",
        "recover:256:1",
        "",
    ] {
        one_sentence(id, &rich.press_raw(despatch.id(), id).await.unwrap());
    }
    one_sentence("pressed by a stranger", &tom.press(&despatch, "Pass: 1 Op").await);
    one_sentence("closed by a stranger", &tom.press_raw(despatch.id(), "close:1").await.unwrap());
    assert_eq!(table.journal_rows().await, rows);
    rich.press(&despatch, "Pass: 1 Op").await;
    let late = press_late(&rich, &despatch, "Pass: 1 Op").await;
    assert_eq!(late.followups()[0].content(), "That button is out of date: something was ordered since. See where it stands with /turn.");
    assert_eq!(table.journal_rows().await, rows + 1);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_interaction_delivered_twice_changes_the_campaign_once_also_across_a_kill() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let pass = rich.run("/turn order:pass").await;
    table.wait_for("Action round 1: no card is played.").await;
    table.kill_umpire().await;
    // Beside what is asked from here on the pass comes late: its first answer is given before anything is done for it.
    table.sandbox.advance(Duration::from_secs(5));
    table.start_umpire().await;
    // In the next round a pass is legal again.
    rich.run("/turn order:end-round").await;
    let rows = table.journal_rows().await;
    pass.deliver_again();
    let answer = format!("/interactions/{}/", pass.interaction_id());
    table.sandbox.wait_for_request(|request| request.status == 400 && request.path.starts_with(&answer)).await;
    // An end waits for whatever is under way.
    table.stop_umpire().await;
    assert_eq!(table.journal_rows().await, rows, "an umpire that knows it from the journal alone\n{}", table.sandbox.transcript());

    table.start_umpire().await;
    let pass = rich.run("/turn order:pass").await;
    table.wait_for("Action round 2: no card is played.").await;
    rich.run("/turn order:end-round").await;
    let rows = table.journal_rows().await;
    pass.deliver_again();
    // To the second delivery nothing is said: what is asked after it is answered after it.
    let old = table.message("the rebellion spreads");
    let map = rich.press(&old, "Map").await;
    assert!(map.text().contains("turn 1"), "a button outlives the umpire that offered it");
    assert!(rich.run("/turn").await.text().contains("action round 3 of 7"), "{}", table.sandbox.transcript());
    table.stop_umpire().await;
    assert_eq!(table.journal_rows().await, rows, "an umpire that has answered it\n{}", table.sandbox.transcript());
    for (round, times) in [(1, 1), (2, 1), (3, 0)] {
        let says = format!("Action round {round}: no card is played.");
        let passed = table.messages().iter().filter(|message| message.text().contains(&says)).count();
        assert_eq!(passed, times, "{says}\n{}", table.sandbox.transcript());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_separate_program_killed_between_two_orders_goes_on_after_a_restart() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    rich.run("/turn order:pass").await;
    rich.run("/turn order:end-round").await;
    table.kill_umpire().await;
    table.start_umpire().await;
    let board = rich.run("/turn").await;
    assert!(board.text().contains("turn 1, action round 2 of 7"), "{}", board.text());
    rich.run("/turn order:pass").await;
    table.wait_for("Action round 2: no card is played.").await;
    table.stop_umpire().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_despatch_lost_in_a_crash_is_posted_after_the_restart_and_one_that_was_posted_is_not_posted_twice() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    // Discord takes the message, but its answer never comes back; then the umpire is killed.
    table.sandbox.inject(Fault::DropAfter.on("POST", "/channels/*/messages").times(10));
    let _pressed = rich.start_run("/turn order:pass").unwrap();
    table.wait_for("Action round 1: no card is played.").await;
    table.kill_umpire().await;
    table.sandbox.clear_faults();
    assert_eq!(table.journal_rows().await, 5, "the order was committed before anything was posted");
    table.start_umpire().await;
    // Despatches go out in order: by the next one, this one has been settled.
    rich.run("/turn order:end-round").await;
    rich.run("/turn order:pass").await;
    table.wait_for("Action round 2: no card is played.").await;
    let posted = table.messages().iter().filter(|message| message.text().contains("Action round 1: no card is played.")).count();
    assert_eq!(posted, 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn discords_stumbles_are_ridden_out() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    table.sandbox.inject(Fault::Status(503).on("POST", "/interactions/*/*/callback").times(1));
    table.sandbox.inject(Fault::Status(502).on("POST", "/channels/*/messages").times(2));
    let reply = rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    reply.taken_back().await;
    table.wait_for("the rebellion spreads").await;
    for sentence in ["the uprising begins", "seven cards drawn", "the rebellion spreads"] {
        assert_eq!(table.messages().iter().filter(|message| message.text().contains(sentence)).count(), 1, "{sentence}");
    }
    // An answer that Discord took although the line dropped is not given twice.
    table.sandbox.inject(Fault::DropAfter.on("POST", "/interactions/*/*/callback").times(1));
    let reply = rich.run("/roll what:1D6 dice:4").await;
    assert!(reply.failure().is_none(), "{}", table.sandbox.transcript());
    let before = table.sandbox.connections();
    table.sandbox.drop_gateway();
    table.sandbox.wait_for_reconnect(before).await.unwrap();
    rich.run("/roll what:1D6 dice:5").await;
    table.wait_for("1D6: 5").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_are_registered_even_if_discord_stumbles_over_them_at_first() {
    let table = Table::laid_while(|sandbox| {
        sandbox.inject(Fault::Status(500).on("PUT", "/applications/*/commands").times(1));
    })
    .await;
    let rich = table.member("rich");
    assert!(rich.run("/roll what:1D6 dice:4").await.text().contains("1D6: 4"));
}

#[tokio::test(flavor = "multi_thread")]
async fn starting_twice_on_the_same_file_is_refused_clearly() {
    let table = Table::laid().await;
    let output = output(&mut table.program());
    assert!(!output.status.success());
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("another umpire is running on") && said.contains("umpire.db"), "{said}");
    assert!(!said.contains(table.sandbox.token()), "secrets never reach logs");
}

#[tokio::test(flavor = "multi_thread")]
async fn ctrl_c_ends_cleanly_also_with_work_in_flight() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    table.sandbox.inject(Fault::Delay(Duration::from_millis(700)).on("POST", "/channels/*/messages").times(1));
    let under_way = rich.start_run("/turn order:pass").unwrap();
    table.until("the order is in the journal", async || table.journal_rows().await == 5).await;
    table.stop_umpire().await;
    let finished = under_way.finish().await.unwrap();
    finished.taken_back().await;
    assert_eq!(table.messages().iter().filter(|message| message.text().contains("no card is played")).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_comes_before_dockers_patience_is_over_and_at_once_when_nothing_is_under_way() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    table.sandbox.settle().await;
    let begun = Instant::now();
    table.stop_umpire().await;
    let idle = begun.elapsed();

    table.start_umpire().await;
    // Discord takes what it is sent, and says so far too late.
    table.sandbox.inject(Fault::Delay(Duration::from_secs(120)).on("POST", "/channels/*/messages").times(20));
    let _under_way = rich.start_run("/turn order:pass").unwrap();
    table.until("the order is in the journal", async || table.journal_rows().await == 5).await;
    let begun = Instant::now();
    table.stop_umpire().await;
    // What an end takes here in any case it takes both times. Work under way has five seconds, and what is closed two; Docker gives ten.
    let waited = begun.elapsed().saturating_sub(idle);
    let bounds = Duration::from_millis(2_500)..Duration::from_secs(10);
    assert!(bounds.contains(&waited), "{idle:?} with nothing under way, {waited:?} more with work");
    assert_eq!(table.journal_rows().await, 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_the_umpire_may_not_post_in_is_refused_before_anything_is_started() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let channel = table.guild.channel("closed");
    table.guild.deny_bot(&channel, sandbox::permissions::ATTACH_FILES);
    let reply = rich.at(&channel).run("/campaign start scenario:uprising").await;
    assert!(reply.is_ephemeral());
    assert!(reply.content().starts_with("I cannot play here: in this channel I lack"), "{}", reply.content());
    assert_eq!(table.journal_rows().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_thread_the_umpire_asks_for_the_leave_to_send_in_threads_and_for_no_other() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let channel = table.guild.channel("general");
    rich.run("/battle new scenario:\"Marching across the Sudan\"").await;
    let thread = channel.wait_for_thread("Battle: Marching across the Sudan").await;
    table.guild.deny_bot(&channel, sandbox::permissions::SEND_MESSAGES);
    let asked = rich.at(&thread).run("/khartoum new").await;
    assert!(asked.is_ephemeral() && !asked.content().contains("I lack"), "{}", asked.content());
    table.guild.deny_bot(&channel, sandbox::permissions::SEND_MESSAGES_IN_THREADS);
    let refused = rich.at(&thread).run("/khartoum new").await;
    assert!(refused.is_ephemeral());
    assert_eq!(refused.content(), "I cannot play here: in this thread I lack Embed Links, Attach Files and Send Messages in Threads.");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_umpire_may_not_read_what_was_written_before_no_game_is_begun() {
    let table = Table::laid().await;
    let channel = table.guild.channel("closed");
    table.guild.deny_bot(&channel, sandbox::permissions::READ_MESSAGE_HISTORY);
    let rich = table.member("rich").at(&channel);
    for line in ["/campaign start scenario:uprising", "/battle new scenario:\"Marching across the Sudan\""] {
        let refused = rich.run(line).await;
        assert!(refused.is_ephemeral(), "{line}");
        assert_eq!(refused.content(), "I cannot play here: in this channel I lack Read Message History.", "{line}");
    }
    assert_eq!(table.journal_rows().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn in_the_chat_of_a_voice_channel_a_game_is_begun_only_where_the_umpire_may_connect() {
    let table = Table::laid().await;
    let channel = table.guild.voice_channel("smoking room");
    table.guild.deny_bot(&channel, sandbox::permissions::CONNECT);
    let rich = table.member("rich").at(&channel);
    let refused = rich.run("/campaign start scenario:uprising").await;
    assert!(refused.is_ephemeral());
    assert_eq!(refused.content(), "I cannot play here: in this channel I lack Connect.");
    assert_eq!(table.journal_rows().await, 0);
    table.guild.allow_bot(&channel, sandbox::permissions::CONNECT);
    rich.run("/campaign start scenario:uprising").await;
    channel.wait_for(|message| message.text().contains("seven cards")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_an_announcement_channel_a_game_that_needs_a_thread_gets_one_of_the_kind_that_is_taken_there() {
    let table = Table::laid().await;
    let channel = table.guild.announcement_channel("gazette");
    let rich = table.member("rich").at(&channel);
    rich.run("/campaign start scenario:uprising").await;
    channel.wait_for(|message| message.text().contains("seven cards")).await;
    rich.run("/battle new scenario:\"Marching across the Sudan\"").await;
    let thread = channel.wait_for_thread("Battle: Marching across the Sudan").await;
    thread.wait_for(|message| message.text().contains("a battle on the gridded board")).await;
    rich.run("/help").await.press("Show me").await;
    let thread = channel.wait_for_thread("Show me: a first turn").await;
    thread.wait_for(|message| message.text().contains("begins")).await;
    // Of each the usual kind was refused, of the turn that is shown a private one before.
    let refused: Vec<String> = table.sandbox.refused_requests().into_iter().map(|request| request.path).collect();
    assert_eq!(refused, vec![format!("/channels/{}/threads", channel.id()); 3], "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_cannot_be_read_makes_its_campaign_read_only_and_holds_up_no_other() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    rich.run("/turn order:pass").await;
    rich.run("/turn order:end-round").await;
    rich.in_channel("second").run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.stop_umpire().await;
    table.by_hand("UPDATE journal SET events = '[7]' WHERE campaign = 1 AND revision = 5").await;
    table.start_umpire().await;
    let rows = table.journal_rows().await;
    for line in ["/turn order:pass", "/undo", "/campaign join"] {
        let refused = rich.run(line).await;
        let text = refused.text();
        assert!(text.contains("No. 5 of the journal cannot be read (events: ") && text.contains("takes no orders until"), "{line}: {text}");
    }
    assert_eq!(table.journal_rows().await, rows);
    // It shows where it stood before that row.
    assert!(rich.run("/map private:True").await.attachments()[0].bytes.starts_with(b"\x89PNG"));
    rich.run("/campaign film").await;
    table.wait_for("The film could not be drawn or posted this time.").await;
    rich.in_channel("second").run("/turn order:pass").await.taken_back().await;
}
