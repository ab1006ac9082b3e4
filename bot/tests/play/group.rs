//! *Group Play* through the sandbox: proposals, posts, votes, and what is put into whose hands.

use crate::table::{Table, is_board};

#[tokio::test(flavor = "multi_thread")]
async fn a_players_order_is_a_proposal_that_calls_the_commander_who_approves_it() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    let rows = table.journal_rows().await;
    let said = tom.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    assert!(said.followups()[0].text().contains("It is before"), "{}", table.sandbox.transcript());
    let proposal = table.wait_for("proposes: Pass: 1 Op").await;
    assert_eq!(proposal.mentions(), [rich.name()], "only the one who decides is called");
    assert_eq!(table.journal_rows().await, rows, "nothing is done yet");
    let refused = tom.press(&proposal, "Approve").await;
    assert!(refused.is_ephemeral() && refused.text().contains("who has the command, may do that"), "{}", refused.text());
    rich.press(&proposal, "Approve").await;
    table.wait_for("Action round 1: no card is played.").await;
    let after = table.message("proposed: Pass: 1 Op");
    assert_eq!(after.id(), proposal.id(), "the proposal's own message says what became of it");
    assert!(after.text().contains("Approved by") && after.components().is_empty(), "{}", after.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_march_put_together_step_by_step_is_one_proposal_and_one_transaction() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("Action round 1: no card is played.").await;
    let rows = table.journal_rows().await;
    let activated = tom.run("/move order:\"Activate Olga\"").await;
    assert!(activated.text().contains("You propose so far:\n1. Activate Olga"), "{}", activated.text());
    assert!(activated.text().contains("go on with it, or put it forward as it is") && !activated.text().contains("no Ops left"));
    let choices = tom.complete("/move order:March to").await;
    let march = choices.first().unwrap_or_else(|| panic!("{}", table.sandbox.transcript()));
    assert!(rich.complete("/move order:March to").await.is_empty(), "what is put together is seen by its maker alone");
    tom.run(&format!("/move order:{}", march.value.as_str().unwrap())).await;
    let proposal = table.wait_for("proposes: March to").await;
    assert!(proposal.text().contains("1. Activate Olga") && proposal.text().contains("2. March to"), "{}", proposal.text());
    assert!(proposal.text().contains("; nobody stays"), "who approves it sees whom they send: {}", proposal.text());
    assert_eq!(table.journal_rows().await, rows);
    rich.press(&proposal, "Approve").await;
    table.wait_for("proposed: March to").await;
    assert_eq!(table.journal_rows().await, rows + 2, "{}", table.sandbox.transcript());
    let again = rich.press_raw(proposal.id(), proposal.components()[0].custom_id.as_deref().unwrap()).await.unwrap();
    assert!(again.text().contains("settled already"), "{}", again.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_declined_taken_back_or_overtaken_and_nothing_is_done() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    let rows = table.journal_rows().await;
    let offer = table.message("the rebellion spreads");
    tom.press(&offer, "Pass: 1 Op").await;
    let first = table.wait_for("proposal 1").await;
    // The board tells of what waits, until it is settled.
    let general = table.guild.channel("general");
    let waits = format!("A proposal waits to be settled: no. 1 by <@{}>", tom.id());
    general.wait_for(|message| is_board(message) && message.text().contains(&waits)).await;
    let offered = async |member: &sandbox::Member| {
        let roster = member.run("/staff roster").await;
        roster.components().into_iter().filter_map(|button| button.label).collect::<Vec<_>>()
    };
    assert_eq!(offered(&rich).await, ["Approve 1", "Decline 1"]);
    assert_eq!(offered(tom).await, ["Take back 1"]);
    assert!(offered(&table.member("anne")).await.is_empty(), "who does not play settles nothing");
    rich.press(&first, "Decline").await;
    assert!(table.wait_for("Declined by").await.components().is_empty());
    general.wait_for(|message| is_board(message) && !message.text().contains("waits to be settled")).await;
    tom.press(&offer, "Pass: 1 Op").await;
    let second = table.wait_for("proposal 2").await;
    tom.press(&second, "Decline").await;
    table.wait_for("Taken back.").await;
    tom.press(&offer, "Pass: 1 Op").await;
    let third = table.wait_for("proposal 3").await;
    assert_eq!(table.journal_rows().await, rows);
    rich.press(&offer, "Pass: 1 Op").await;
    table.wait_for("Action round 1: no card is played.").await;
    rich.press(&third, "Approve").await;
    assert!(table.wait_for("Overtaken").await.text().contains("the campaign has moved on"));
    assert_eq!(table.journal_rows().await, rows + 1);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_that_would_do_another_thing_than_when_it_was_made_says_so_before_it_is_carried_out() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    let offer = table.message("the rebellion spreads");
    tom.press(&offer, "Pass: 1 Op").await;
    let proposal = table.wait_for("proposes: Pass: 1 Op").await;
    rich.press(&offer, "Pass: 1 Op").await;
    rich.press(&table.wait_for("Action round 1: no card is played.").await, "End the round").await;
    table.wait_for("action round 2 of 7").await;
    let rows = table.journal_rows().await;
    // It was for the first round.
    rich.press(&proposal, "Approve").await;
    let again = table.wait_for("approve it again if it is meant so").await;
    assert_eq!((again.id(), table.journal_rows().await), (proposal.id(), rows));
    assert!(again.text().contains("Nothing is done yet") && again.text().contains("action round 2"), "{}", again.text());
    rich.press(&again, "Approve").await;
    table.wait_for("Action round 2: no card is played.").await;
    assert!(table.message("proposed: Pass: 1 Op").text().contains("Approved by"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_and_a_vote_outlive_a_restart_and_are_settled_once() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    let offer = table.message("the rebellion spreads");
    tom.press(&offer, "Pass: 1 Op").await;
    let proposal = table.wait_for("proposes: Pass").await;
    tom.run("/staff dismiss").await;
    let vote = table.wait_for("calls a vote").await;
    tom.press(&vote, "Dismiss").await;
    table.kill_umpire().await;
    table.start_umpire().await;
    let approved = rich.press(&proposal, "Approve").await;
    approved.deliver_again();
    table.wait_for("Action round 1: no card is played.").await;
    rich.press(&table.message("Action round 1: no card is played."), "End the round").await;
    // What was offered before is over with it, and the vote is not.
    table.offers_no_more(&offer, "Pass: 1 Op").await;
    assert!(!table.message("calls a vote").components().is_empty(), "{}", table.sandbox.transcript());
    assert!(tom.press(&vote, "Keep").await.text().contains("vote is in already"), "a vote is given once");
    anne.press(&vote, "Dismiss").await;
    table.wait_for("is dismissed as commander in chief").await;
    let passes = table.messages().iter().filter(|message| message.text().contains("no card is played.")).count();
    assert_eq!(passes, 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dismissed_commander_is_followed_by_whom_the_group_appoints() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    assert!(tom.run("/staff appoint member:@anne post:\"chief of staff\"").await.text().contains("who has the command, may do that"));
    rich.run("/staff appoint member:@anne post:\"chief of staff\"").await;
    table.wait_for("chief of staff.**").await;
    tom.run("/staff dismiss").await;
    let vote = table.wait_for("2 of 3 votes dismiss").await;
    assert!(tom.run("/staff dismiss").await.text().contains("A vote is being held already."));
    rich.press(&vote, "Keep").await;
    tom.press(&vote, "Dismiss").await;
    anne.press(&vote, "Dismiss").await;
    let dismissed = table.wait_for("is dismissed as commander in chief").await;
    assert!(dismissed.text().contains(&format!("<@{}>, appoint a commander in chief", anne.id())), "{}", dismissed.text());
    table.offers_no_more(&vote, "Dismiss").await;
    let roster = tom.run("/staff roster").await.text();
    assert!(roster.contains(&format!("Until somebody is commander in chief <@{}> decides for them.", anne.id())), "{roster}");
    // The chief of staff commands meanwhile, and the old commander is a player.
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    let proposal = table.wait_for("proposes: Pass").await;
    assert_eq!(proposal.mentions(), [anne.name()]);
    anne.run("/staff appoint member:@tom post:\"commander in chief\"").await;
    table.wait_for("commander in chief.**").await;
    tom.press(&proposal, "Approve").await;
    table.wait_for("Action round 1: no card is played.").await;
    let roster = rich.run("/staff roster").await;
    assert!(roster.text().contains(&format!("<@{}> — commander in chief", tom.id())), "{}", roster.text());
    assert!(roster.text().contains(&format!("<@{}> — chief of staff", anne.id())), "{}", roster.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_vote_that_is_decided_because_the_last_who_was_silent_leaves_is_told() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne", "dora"]).await;
    let (tom, anne, dora) = (&others[0], &others[1], &others[2]);
    tom.run("/staff dismiss").await;
    let vote = table.wait_for("3 of 4 votes dismiss").await;
    tom.press(&vote, "Dismiss").await;
    anne.press(&vote, "Dismiss").await;
    table.wait_for("Two of four have voted on the command").await;
    dora.run("/campaign leave").await;
    let dismissed = table.wait_for("is dismissed as commander in chief").await;
    assert!(dismissed.text().contains("appoint a commander in chief with `/staff appoint`"), "{}", dismissed.text());
    assert!(dismissed.text().contains(&format!("<@{}>", rich.id())), "{}", dismissed.text());
    assert!(tom.run("/staff roster").await.text().contains("Nobody commands: everyone's orders are orders."));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_comes_back_is_there_as_if_they_joined_for_the_first_time_and_stays_so_after_a_restart() {
    let mut table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    others[0].run("/staff away days:60").await;
    table.wait_for("is away until").await;
    others[0].run("/campaign leave").await;
    table.wait_for("leaves the campaign").await;
    others[0].run("/campaign join").await;
    table.wait_for("joins the campaign").await;
    let roster = rich.run("/staff roster").await.text();
    assert!(!roster.contains("away"), "{roster}");
    table.kill_umpire().await;
    table.start_umpire().await;
    assert_eq!(rich.run("/staff roster").await.text(), roster);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commander_hands_over_and_may_then_leave() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    assert!(rich.run("/campaign leave").await.text().contains("hand the command over first"));
    rich.run("/staff appoint member:@tom post:\"commander in chief\"").await;
    table.wait_for("commander in chief.**").await;
    rich.run("/campaign leave").await;
    table.wait_for("leaves the campaign").await;
    assert!(rich.run("/turn order:Pass").await.text().contains("You are not in this campaign"));
    rich.run("/campaign join").await;
    let roster = rich.run("/staff roster").await;
    assert!(roster.text().contains(&format!("<@{}> — player", rich.id())), "{}", roster.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_commander_delegates_or_leaves_to_all_needs_nobodys_word() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    rich.run("/staff delegate member:@tom what:\"this action round\"").await;
    assert!(table.wait_for("gives the orders for ").await.text().contains("action round 1 of turn 1"));
    // It is they who are called now, on the board too, until the round is over.
    let calls_tom = format!("<@{}>, action round 1 of 7: play a card, or pass.", tom.id());
    table.guild.channel("general").wait_for(|message| is_board(message) && message.text().contains(&calls_tom)).await;
    assert!(tom.run("/help").await.text().contains("the umpire waits for your orders"));
    assert!(rich.run("/help").await.text().contains(&format!("in the hands of <@{}>, and you can still give orders", tom.id())));
    tom.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    let passed = table.wait_for("Action round 1: no card is played.").await;
    anne.press(&passed, "End the round").await;
    // The round is theirs: they are called to settle what others propose for it.
    let proposal = table.wait_for("proposes: End the round").await;
    assert_eq!(proposal.mentions(), [tom.name()]);
    tom.press(&proposal, "Approve").await;
    let second = table.wait_for("action round 2 of 7").await;
    assert!(proposal.text().contains("Approve"));
    assert!(second.text().contains(&format!("<@{}>, action round 2 of 7", rich.id())), "{}", second.text());
    tom.press(&second, "Pass: 1 Op").await;
    table.wait_for("proposes: Pass: 1 Op").await;
    rich.run("/staff decides matter:cards alone:false").await;
    table.wait_for("The standing orders are changed.").await;
    anne.press(&second, "Pass: 1 Op").await;
    table.wait_for("Action round 2: no card is played.").await;
    let garrison = rich.run("/staff delegate member:@anne what:\"the force at a place\" at:Olga").await;
    garrison.taken_back().await;
    assert!(rich.run("/staff delegate member:@anne what:\"the force at a place\" at:Tokar").await.text().contains("Nobody is at Tokar"));
    let choices = anne.complete("/move order:Activate Olga").await;
    anne.run(&format!("/move order:{}", choices[0].value.as_str().unwrap())).await;
    table.wait_for("Olga").await;
    assert!(anne.complete("/move order:March to").await.len() > 1 && tom.complete("/move order:March to").await.len() > 1);
    let log = rich.run("/campaign log").await.text();
    assert!(log.contains("Settled how the group plays — The commander in chief alone decides: "), "{log}");
    assert!(log.contains(&format!("<@{}> gives the orders for action round 1 of turn 1.", tom.id())), "{log}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_spectator_looks_on_and_is_asked_nothing() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let vera = table.member("vera");
    vera.run("/campaign join looking_on:true").await;
    table.wait_for("looks on").await;
    assert!(vera.run("/turn order:Pass").await.text().contains("You look on in this campaign"));
    assert!(rich.run("/staff appoint member:@vera post:\"chief of staff\"").await.text().contains("has no seat"));
    vera.run("/campaign join").await;
    table.wait_for("joins the campaign").await;
    rich.run("/staff appoint member:@vera post:\"chief of staff\"").await;
    table.wait_for("chief of staff.**").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_put_together_can_be_proposed_as_it_is_or_begun_anew() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("Action round 1: no card is played.").await;
    let sheet = tom.run("/move order:\"Activate Olga\"").await;
    let anew = sheet.press("Start over").await;
    assert!(!anew.text().contains("You propose so far"), "{}", anew.text());
    let sheet = tom.run("/move order:\"Activate Olga\"").await;
    sheet.press("Propose this").await;
    let proposal = table.wait_for("proposes: Activate Olga").await;
    rich.press(&proposal, "Approve").await;
    table.wait_for("Olga is activated").await;
    let again = tom.run("/turn").await;
    assert!(!again.text().contains("You propose so far"), "{}", again.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_on_the_server_brings_a_seat_with_it_and_a_post_while_nobody_holds_it() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let (officers, staff) = (table.guild.role("officers", 0), table.guild.role("staff", 0));
    rich.run("/staff role seat:players role:@officers").await;
    rich.run("/staff role seat:\"chief of staff\" role:@staff").await;
    table.wait_for(&format!("<@&{staff}> for the chief of staff and <@&{officers}> for players")).await;
    let (tom, anne) = (table.member("tom"), table.member("anne"));
    assert!(tom.run("/turn order:Pass").await.text().contains("You are not in this campaign"));
    table.guild.give_role(&tom, officers);
    table.guild.give_role(&anne, staff);
    tom.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("proposes: Pass: 1 Op").await;
    assert_eq!(table.messages().iter().filter(|message| message.text().contains("joins the campaign")).count(), 1);
    anne.run("/turn").await;
    table.wait_for(&format!("<@{}> takes over as chief of staff.", anne.id())).await;
    anne.run("/turn").await;
    let roster = rich.run("/staff roster").await;
    assert!(roster.text().contains(&format!("<@{}> — chief of staff", anne.id())), "{}", roster.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_with_embeds_off_is_told_everything_in_plain_messages() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    rich.run("/staff plain plain:true").await;
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    let passed = table.wait_for("Action round 1: no card is played.").await;
    assert!(
        passed.embeds().is_empty() && passed.content().contains("**Next:**") && passed.content().contains("· No. "),
        "{}",
        passed.content()
    );
    let roster = rich.run("/staff roster").await;
    assert!(roster.embeds().is_empty() && roster.content().contains("commander in chief"), "{}", roster.content());
    let sheet = rich.run("/move").await;
    assert!(sheet.embeds().is_empty() && sheet.content().contains("Ops left: 1"), "{}", sheet.content());
    let map = rich.run("/map").await;
    assert!(map.embeds().is_empty() && map.attachments()[0].description.is_some());
    // What a message has no room for is in a file.
    let rule = rich.run("/summary turn:1").await;
    assert!(rule.content().chars().count() <= 2_000 && rule.embeds().is_empty(), "{}", rule.content());
    rich.run("/undo").await;
    let marked = table.wait_for("undone by No. ").await;
    assert_eq!(marked.id(), passed.id());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_commander_whom_the_group_has_dismissed_does_not_have_the_command_back_by_their_role() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let generals = table.guild.role("generals", 0);
    table.guild.give_role(&rich, generals);
    rich.run("/staff role seat:\"commander in chief\" role:@generals").await;
    table.wait_for("for the commander in chief").await;
    others[0].run("/staff dismiss").await;
    let vote = table.wait_for("calls a vote").await;
    rich.press(&vote, "Dismiss").await;
    others[0].press(&vote, "Dismiss").await;
    table.wait_for("is dismissed as commander in chief").await;
    rich.run("/turn").await;
    let roster = others[0].run("/staff roster").await;
    assert!(roster.text().contains(&format!("<@{}> — player", rich.id())), "{}", roster.text());
    assert!(table.messages().iter().all(|message| !message.text().contains("takes over as")), "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}
