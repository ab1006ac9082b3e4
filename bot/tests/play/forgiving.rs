//! What forgives mistakes, through the sandbox: corrections by agreement, undo to a point, house rules in mid-campaign, reasons for a
//! decline, and a finished campaign that is opened to be read.

use crate::table::{Table, is_board, play_a_card_for_its_ops, press_late};

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_is_told_in_words_takes_a_second_word_and_is_named_wherever_the_campaign_is_proved() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let tom = &others[0];
    let choices = rich.complete("/campaign correct what:\"the victory points\" is:80").await;
    assert!(choices[0].name.starts_with("victory points 80 (was "), "{:?}", choices[0].name);
    let key = choices[0].value.as_str().unwrap().to_owned();
    assert_eq!(key, "correct.points.80");
    let rows = table.journal_rows().await;
    let asked = rich.run(&format!("/campaign correct what:\"the victory points\" is:{key}")).await;
    assert!(asked.is_ephemeral() && asked.text().contains("Correction: victory points 80 (was "), "{}", asked.text());
    asked.press("Put it right").await;
    let proposed = table.wait_for("proposes: Correction: victory points 80").await;
    assert!(proposed.text().contains("any other player may agree; then it is so."), "{}", proposed.text());
    assert!(proposed.text().contains("proposal 1"), "{}", proposed.text());
    assert!(rich.press(&proposed, "Agree: correct it").await.text().contains("the other has to agree"), "nobody agrees with themselves");
    assert_eq!(table.journal_rows().await, rows, "nothing is corrected yet");
    tom.press(&proposed, "Agree: correct it").await;
    let told = table.wait_for("**Correction: victory points 80 (was ").await;
    assert!(told.text().contains("nothing follows from it by itself"), "{}", told.text());
    // It is named in the log, apart from all else, in the proof and in the report.
    let log = rich.run("/campaign log kind:Corrections").await.text();
    assert!(log.contains("corrections") && log.contains("Correction: victory points 80"), "{log}");
    let proof = rich.run("/campaign verify").await.text();
    assert!(proof.contains("Proved, with one correction by agreement: ") && proof.contains("One correction: No. "), "{proof}");
    let report = rich.run("/campaign report").await.text();
    assert!(report.contains("**Corrections, by agreement:** one; turn 1: victory points 80"), "{report}");
    // Whoever takes its file up is told of it too.
    let file = rich.run("/campaign export").await.attachments()[0].bytes.clone();
    let kate = table.member("kate").in_channel("second");
    kate.attaching("campaign.json", file).run("/campaign import file:campaign.json").await;
    let taken_up =
        |message: &sandbox::Message| message.text().contains("taken up from a file") && message.text().contains("One correction: No. ");
    table.guild.channel("second").wait_for(taken_up).await;
    // It is undone like any other.
    tom.run("/undo").await;
    table.wait_for("Undone: Correction: victory points 80").await;
    let proof = rich.run("/campaign verify").await.text();
    assert!(proof.contains("**Proved: "), "what was undone is corrected no more: {proof}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_plays_alone_corrects_at_once_and_what_cannot_be_is_refused_in_a_sentence() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let refused = rich.run("/campaign correct what:\"the victory points\" is:correct.points.300").await.text();
    assert!(refused.contains("past the ends of the track"), "{refused}");
    let refused = rich.run("/campaign correct what:\"where a unit is\" is:\"no such unit\"").await.text();
    assert!(refused.contains("is nothing that can be put right now: choose one that Discord offers"), "{refused}");
    let several = rich.run("/campaign correct what:\"where a unit is\" is:\"Militia 1\"").await.text();
    assert!(several.contains("could be several: "), "{several}");
    let asked = rich.run("/campaign correct what:\"where a unit is\" is:\"Militia 1 lost\"").await;
    asked.press("Put it right").await;
    table.wait_for("**Correction: Militia 1 lost, to be raised again (was at ").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn four_choices_from_menus_put_a_unit_where_it_belongs_with_nothing_typed_and_a_restart_between() {
    let mut table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    let kinds = rich.run("/campaign correct").await;
    assert!(kinds.is_ephemeral() && kinds.text().contains("**What is to be put right?**"), "{}", kinds.text());
    let units = kinds.select("What kind of thing?", &["Where a unit is"]).await;
    assert!(units.is_update() && units.text().contains("To be put right: where a unit is."), "{}", units.text());
    let more = units.components().into_iter().filter_map(|button| button.label).find(|label| label.starts_with("More (1 of ")).unwrap();
    let further = units.press(&more).await;
    assert!(further.text().contains("More (2 of "), "{}", further.text());
    let units = further.press("Before").await;
    let places = units.select("Which unit?", &["Regulars 1/1"]).await;
    assert!(places.text().contains("**Regulars 1/1: at "), "{}", places.text());
    // Nothing of it is kept in memory.
    table.kill_umpire().await;
    table.start_umpire().await;
    let question = places.select("What is so from now on?", &["At West Sound"]).await;
    assert!(question.is_update() && question.text().contains("**Correction: Regulars 1/1 at West Sound (was at "), "{}", question.text());
    let places = question.press("Back").await;
    assert!(places.text().contains("**Regulars 1/1: at "), "{}", places.text());
    let question = places.select("What is so from now on?", &["At West Sound"]).await;
    let other = rich.run("/campaign correct what:\"where a unit is\"").await.select("Which unit?", &["Regulars 1/1"]).await;
    question.press("Put it right").await;
    let proposed = table.wait_for("proposes: Correction: Regulars 1/1 at West Sound").await;
    tom.press(&proposed, "Agree: correct it").await;
    table.wait_for("**Correction: Regulars 1/1 at West Sound (was at ").await;
    // What was still offered cannot be put right so any more: it is so.
    let late = other.select("What is so from now on?", &["At West Sound"]).await;
    assert!(late.text().contains("That cannot be put right any more as things stand: choose anew."), "{}", late.text());
    let onlooker = table.member("kate");
    assert!(!onlooker.run("/campaign correct").await.text().contains("What is to be put right?"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn menus_of_numbers_open_where_the_number_stands_and_a_kind_that_was_typed_is_not_asked_for() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/campaign correct is:correct.points.80").await.press("Put it right").await;
    table.wait_for("**Correction: victory points 80 (was 5).**").await;
    let asked = rich.run("/campaign correct what:\"the victory points\"").await;
    assert!(asked.text().contains("**Victory points: 80 now.**"), "{}", asked.text());
    let question = asked.select("What is so from now on?", &["79"]).await;
    question.press("Put it right").await;
    table.wait_for("**Correction: victory points 79 (was 80).**").await;
    let refused = rich.run("/campaign correct is:\"no such thing at all\"").await.text();
    assert!(refused.contains("or leave both options out"), "{refused}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_goes_back_to_a_labelled_point_shows_what_that_takes_back_and_asks_the_others() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    for round in 1..=2 {
        rich.run("/turn order:Pass").await;
        table.wait_for(&format!("Action round {round}: no card is played.")).await;
        let end = rich.complete("/turn order:End").await;
        rich.run(&format!("/turn order:{}", end[0].value.as_str().unwrap())).await;
    }
    play_a_card_for_its_ops(&rich).await;
    let points = rich.complete("/undo to:").await;
    let names: Vec<&str> = points.iter().map(|choice| choice.name.as_str()).collect();
    assert_eq!(names, ["before round 3 of turn 1", "before round 2 of turn 1", "before round 1 of turn 1"]);
    let shown = rich.run("/undo to:\"before round 2 of turn 1\"").await;
    assert!(shown.is_ephemeral() && shown.text().contains("Back to before round 2 of turn 1?"), "{}", shown.text());
    assert!(shown.text().contains("It takes back three orders: No. ") && shown.text().contains("The dice stay spent"), "{}", shown.text());
    shown.press("Ask for it").await;
    let request = table.wait_for("asks to undo everything back to before round 2 of turn 1").await;
    assert!(rich.press(&request, "Agree: undo all of it").await.text().contains("the other has to agree"));
    tom.press(&request, "Agree: undo all of it").await;
    let undone = table.wait_for("Undone: everything back to before round 2 of turn 1.").await;
    assert!(undone.text().contains("It is turn 1, action round 2, again."), "{}", undone.text());
    // What is done next is told in a message of its own, and not below the list of what was taken back.
    rich.run("/turn order:Pass").await;
    let general = table.guild.channel("general");
    general.wait_for(|message| message.id() > undone.id() && message.text().contains("Action round 2: no card is played.")).await;
    rich.run("/undo").await;
    let proof = rich.run("/campaign verify").await.text();
    assert!(proof.contains("Proved"), "{proof}");
    // The file tells the same, and is taken up again.
    let export = rich.run("/campaign export").await;
    let text = String::from_utf8(export.attachments()[0].bytes.to_vec()).unwrap();
    let end = umpire::files::export::replay::<engine::campaign::State>(&text, None, |_| Ok(())).unwrap();
    assert_eq!(end.phase(), engine::campaign::Phase::Action { round: 2 });
    let anna = table.member("anna").in_channel("second");
    anna.attaching("campaign.json", export.attachments()[0].bytes.to_vec()).run("/campaign import file:campaign.json").await;
    table.guild.channel("second").wait_for(|message| message.text().contains("taken up from a file") && !is_board(message)).await;
    // What was asked for is out of date once something else was ordered.
    let late = rich.run("/undo to:\"before round 1 of turn 1\"").await;
    rich.run("/turn order:Pass").await;
    assert!(late.press("Undo all of it").await.text().contains("out of date"), "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_for_already_is_not_asked_for_again_until_it_is_declined() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    rich.run("/turn order:Pass").await;
    let end = rich.complete("/turn order:End").await;
    rich.run(&format!("/turn order:{}", end[0].value.as_str().unwrap())).await;
    play_a_card_for_its_ops(&rich).await;
    rich.run("/undo").await;
    let request = table.wait_for("asks to undo: ").await;
    for again in [&rich, tom] {
        let told = again.run("/undo").await.text();
        assert!(told.contains("That is asked for already, and waits for a second word"), "{told}");
        assert!(told.contains(&format!("/{}", request.id())), "{told}");
    }
    let shown = rich.run("/undo to:\"before round 1 of turn 1\"").await;
    shown.press("Ask for it").await;
    table.wait_for("asks to undo everything back to before round 1 of turn 1").await;
    let requests = || table.messages().into_iter().filter(|message| message.text().contains("asks to undo")).count();
    assert_eq!(requests(), 2, "what goes further is another request");
    tom.press(&request, "Decline").await;
    table.wait_for("declines to undo what").await;
    let still =
        || table.messages().into_iter().filter(|message| message.text().contains("asks to undo") && !message.components().is_empty());
    table.until("neither asks for anything any more", async || still().next().is_none()).await;
    assert!(!table.message("asks to undo everything back").text().contains("may agree"), "what was asked for is not next");
    rich.run("/undo").await;
    table.until("it is asked for anew", async || requests() == 3).await;
    // What is ordered since cannot be undone by it.
    let (anew, before) = (still().next().unwrap(), table.journal_rows().await);
    // Which order can be given depends on the card: the first that asks nothing.
    for order in rich.complete("/turn order:").await {
        if table.journal_rows().await == before {
            rich.run(&format!("/turn order:{}", order.value.as_str().unwrap())).await;
        }
    }
    table.offers_no_more(&anew, "Agree: undo it").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_on_a_house_rule_is_withdrawn_where_one_goes_back_to_before_it_was_called_and_that_is_said() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    rich.run("/turn order:Pass").await;
    let tom = &others[0];
    tom.run("/campaign house_rule change:storming.1").await;
    let vote = table.wait_for("calls a vote on a house rule").await;
    let shown = rich.run("/undo to:\"before round 1 of turn 1\"").await;
    assert!(shown.text().contains("Withdrawn with it, being still open: "), "{}", shown.text());
    shown.press("Undo all of it").await;
    let undone = table.wait_for("Undone: everything back to before round 1 of turn 1.").await;
    assert!(undone.text().contains("Withdrawn with it, being still open: "), "{}", undone.text());
    let late = press_late(&others[1], &vote, "For it").await.text();
    assert!(late.contains("No vote is being held"), "{late}");
    // Another can be called, and counts from the start.
    tom.run("/campaign house_rule change:storming.1").await;
    let general = table.guild.channel("general");
    let vote = general.wait_for(|message| {
        let offers = |message: &sandbox::Message| message.components().iter().any(|button| button.label.as_deref() == Some("For it"));
        message.id() > vote.id() && offers(message)
    });
    let vote = vote.await;
    others[1].press(&vote, "For it").await;
    table.wait_for("From turn 1 on: besiegers may storm.").await;
    // One that was counted stands, whatever is undone after it.
    rich.run("/turn order:Pass").await;
    let shown = rich.run("/undo to:\"before round 1 of turn 1\"").await;
    assert!(!shown.text().contains("Withdrawn"), "{}", shown.text());
    shown.press("Undo all of it").await;
    assert!(rich.run("/rules").await.text().contains("Besiegers may storm (since turn 1)."));
    assert!(rich.run("/campaign verify").await.text().contains("Proved"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_says_what_it_undid_and_offers_the_points_to_go_back_to() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/turn order:Pass").await;
    let end = rich.complete("/turn order:End").await;
    rich.run(&format!("/turn order:{}", end[0].value.as_str().unwrap())).await;
    rich.run("/turn order:Pass").await;
    let said = rich.run("/undo").await;
    assert!(said.is_ephemeral() && said.text().contains("Undone: Pass: 1 Op (No. "), "{}", said.text());
    let shown = said.select("Or back to a point: what it takes back is shown first", &["Before round 1 of turn 1"]).await;
    assert!(shown.text().contains("Back to before round 1 of turn 1?"), "{}", shown.text());
    shown.press("Undo all of it").await;
    table.wait_for("Undone: everything back to before round 1 of turn 1.").await;
    let log = rich.run("/campaign log").await.text();
    assert!(log.contains("Undid No. "), "{log}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_rule_is_changed_by_vote_and_whoever_reads_the_rules_sees_since_when() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    let choices = rich.complete("/campaign house_rule change:storm").await;
    assert_eq!(choices[0].name, "Besiegers may storm");
    tom.run("/campaign house_rule change:storming.1").await;
    let vote = table.wait_for("calls a vote on a house rule: from now on, besiegers may storm?").await;
    assert!(vote.text().contains("2 of 3 votes change it."), "{}", vote.text());
    assert!(tom.press(&vote, "For it").await.text().contains("vote is in already"));
    assert!(rich.run("/campaign house_rule change:victor-stops.1").await.text().contains("A vote is being held already"));
    anne.press(&vote, "For it").await;
    table.wait_for("From turn 1 on: besiegers may storm.").await;
    table.offers_no_more(&vote, "For it").await;
    let rules = rich.run("/rules").await.text();
    assert!(rules.contains("Besiegers may storm (since turn 1)."), "{rules}");
    let status = rich.run("/campaign status").await.text();
    assert!(status.contains("besiegers may storm (since turn 1)"), "{status}");
    let fixed = rich.run("/campaign house_rule change:steps.6").await.text();
    assert!(fixed.contains("That cannot be changed any more: the strength of every unit is counted in these steps."), "{fixed}");
    assert!(rich.run("/campaign verify").await.text().contains("Proved"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_campaign_is_opened_from_its_file_to_be_read_and_takes_no_orders() {
    let table = Table::laid().await;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports");
    let anna = table.member("anna");
    let bytes = std::fs::read(folder.join("uprising-closed.json")).unwrap();
    let reply = anna.attaching("campaign.json", bytes).run("/campaign import file:campaign.json").await;
    reply.taken_back().await;
    let told = table.wait_for("is opened from a file to be read: ").await;
    assert!(table.messages().iter().all(|message| !message.text().contains("are sealed.")), "no die is thrown in it");
    assert!(told.text().contains("it is over, and takes no orders"), "{}", told.text());
    assert!(told.components().is_empty(), "{}", told.text());
    for (command, says) in [
        ("/campaign log", "The journal, the newest first"),
        ("/campaign report", " in figures"),
        ("/campaign verify", "Proved"),
        ("/summary turn:1", "turn 1"),
        ("/map private:True", "turn "),
    ] {
        let reply = anna.run(command).await.text();
        assert!(reply.to_lowercase().contains(&says.to_lowercase()), "{command}: {reply}");
    }
    anna.run("/campaign film").await;
    table.wait_for("on film").await;
    let refused = anna.run("/turn order:Pass").await.text();
    assert!(refused.contains("There is no campaign in this channel"), "{refused}");
    let list = anna.run("/campaign list").await.text();
    assert!(list.contains("closed <t:"), "{list}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_tells_being_away_apart_and_small_print_goes_by_the_name_the_group_gave() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    tom.run("/staff away days:3").await;
    tom.run("/staff away days:0").await;
    tom.run("/staff willing how:never").await;
    let log = rich.run("/campaign log kind:Group").await.text();
    for said in ["Said that they are away", "Said that they are back", "Said how they feel about commanding the enemy"] {
        assert!(log.contains(said), "{said}: {log}");
    }
    rich.run("/campaign rename name:\"The Friday club\"").await;
    // What one asks for oneself goes by that name too, typed or pressed.
    let forces = rich.run("/forces").await;
    assert!(forces.text().contains("The Friday club · turn "), "{}", forces.text());
    rich.run("/turn order:Pass").await;
    let passed = table.wait_for("Action round 1: no card is played.").await;
    assert!(passed.text().contains("The Friday club · turn 1 · No. "), "{}", passed.text());
    let general = table.guild.channel("general");
    general.wait_for(|message| is_board(message) && message.text().contains("The Friday club · turn 1 · No. ")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_decline_is_one_press_and_may_give_its_reason_afterwards() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    tom.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    let proposed = table.wait_for("proposes: Pass").await;
    let reply = rich.press(&proposed, "Decline").await;
    table.wait_for("declines what").await;
    table.until("a reason is asked for", async || !reply.followups().is_empty()).await;
    let offered = reply.followups().remove(0);
    assert!(offered.text().contains("If you like, say why."), "{}", offered.text());
    rich.press(&offered, "Say why").await.fill(&[("why", "the *ships* are wanted elsewhere")]).submit().await;
    let told = table.wait_for("says why they declined proposal 1").await;
    assert!(told.text().contains("\u{201c}the ships are wanted elsewhere\u{201d}"), "{}", told.text());
    // So with an undo that somebody asks for.
    play_a_card_for_its_ops(&rich).await;
    rich.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    tom.press(&request, "Decline").await;
    table.wait_for("declines to undo what").await;
    table.until("the request offers nothing more", async || table.message("asks to undo").components().is_empty()).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn proposals_are_numbered_by_each_campaign_for_itself() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    others[0].press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("proposal 1").await;
    // Another campaign counts from 1 as well, and both are settled by their own buttons.
    let export = rich.run("/campaign export").await.attachments()[0].bytes.clone();
    let (anna, kate) = (table.member("anna").in_channel("second"), table.member("kate").in_channel("second"));
    anna.attaching("campaign.json", export).run("/campaign import file:campaign.json").await;
    let second = table.guild.channel("second");
    second.wait_for(|message| message.text().contains("taken up from a file") && !is_board(message)).await;
    kate.run("/campaign join").await;
    kate.run("/turn order:Pass").await;
    let proposed = second.wait_for(|message| message.text().contains("proposal 1")).await;
    assert!(anna.run("/staff roster").await.text().contains("Proposal 1 by"));
    anna.press(&proposed, "Approve").await;
    second.wait_for(|message| message.text().contains("Action round 1: no card is played.")).await;
    let first = table.message("proposal 1");
    rich.press(&first, "Approve").await;
    table.wait_for("Action round 1: no card is played.").await;
    table.sandbox.assert_nothing_refused();
}
