//! Rolls at a table, without a campaign: in any channel, in direct messages, as a user-installed app.

use crate::table::Table;

#[tokio::test(flavor = "multi_thread")]
async fn encounter_completes_place_names_and_rolls_with_the_players_own_dice() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    let names: Vec<String> = anna.complete("/encounter location:").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(names.len(), 25);
    assert!(names.contains(&"Mud Bay".to_owned()));
    let names: Vec<String> = anna.complete("/encounter location:ta").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(names[0], "Tamai");
    // The encounter of UX.md: 12 foot, 2 horse, 1 rifles at a village, an encounter battle.
    let reply = anna.run("/encounter location:\"Mud Bay\" dice:\"5 4 3 3 2 2 1 3 4 3\"").await;
    println!("{}", reply.text());
    assert!(!reply.is_ephemeral());
    assert!(reply.text().contains("Met at Mud Bay: 12 foot, 2 horse and 1 with rifles (15 units)."), "{}", reply.text());
    assert!(reply.text().contains("Both sides come on from opposite ends"));
    assert!(reply.text().contains("meeting 1D6 [5], needs 5 · foot 4D6 [4 3 3 2] = 12 · "), "{}", reply.text());
    assert!(reply.text().contains("type of battle 2D6 [4 3] = 7, row 6–9 · all table dice"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn encounter_with_modifiers_from_options_says_each_with_its_reason() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    let reply = anna.run("/encounter ground:\"Movement point\" fortified_town:true modifier:1 dice:4 1 1 1 1 1 1 1 6 6 2").await;
    assert!(
        reply.text().contains("meeting 1D6 [4] +1 Mahdist fortified town on the island +1 as the players say = 6, needs 6"),
        "{}",
        reply.text()
    );
    let reply = anna.run("/encounter ground:\"Enemy fortified town\" dice:1 1 1 1 1 1 1 6 6 6").await;
    assert!(reply.text().contains("3 artillery pieces") && reply.text().contains("walls"), "{}", reply.text());
    let reply = anna.run("/encounter ground:\"Movement point\" between_two_held:true").await;
    assert!(reply.text().contains("Nobody can be met"), "R27: {}", reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn pursuit_with_modifiers_hits_the_right_row_and_rolls_the_recovery_once() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    // "/pursuit dice:6 3": nine on the dice and no cavalry is 11, near disaster.
    let reply = anna.run("/pursuit dice:\"6 3\"").await;
    assert!(reply.text().contains("Near disaster: 50% of what is left is lost."), "{}", reply.text());
    assert!(reply.text().contains("pursuit 2D6 [6 3] +2 no cavalry on the board = 11 (table dice), row 11"), "{}", reply.text());
    // UX.md: no cavalry, 7 against 15, 5 left.
    let reply = anna.run("/pursuit cavalry:0 ours:7 theirs:15 left:5 dice:\"5 2\"").await;
    assert!(reply.text().contains("Rear guard overwhelmed: 40% of what is left is lost."), "{}", reply.text());
    assert!(reply.text().contains("2D6 [5 2] +2 no cavalry on the board +1 outnumbered more than 2:1 = 10"), "{}", reply.text());
    assert!(reply.text().contains("Of five units left: 2 lost, 3 get away."), "{}", reply.text());
    let recovery = reply.press("Roll recovery for 2").await;
    let rolled = recovery.wait_for_followups(1).await;
    assert!(rolled[0].text().contains("recovery 2D6") && !rolled[0].is_ephemeral(), "{}", rolled[0].text());
    assert!(reply.components().is_empty(), "the buttons are spent");
    // Somebody who still sees the button presses it.
    let again = anna.press_raw(reply.message().id(), "recover:2:0").await.unwrap();
    assert_eq!(again.content(), "That has been rolled already: look below.");
    let rolls = table.messages().iter().filter(|message| message.text().contains("recovery 2D6")).count();
    assert_eq!(rolls, 1, "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn pursuit_in_a_campaign_rounds_as_the_campaign_does_r17() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    let rolled = "/pursuit cavalry:0 ours:7 theirs:15 left:6 dice:\"5 2\" private:true";
    let outside = anna.run(rolled).await;
    assert!(outside.text().contains("Of six units left: 3 lost, 3 get away."), "without a campaign fractions are up: {}", outside.text());
    anna.run("/campaign start fractions_down:true").await;
    let private = anna.run(rolled).await;
    assert!(private.text().contains("Of six units left: 2 lost, 4 get away."), "{}", private.text());
    anna.run(&rolled.replace(" private:true", "")).await;
    table.guild.channel("general").wait_for(|message| message.text().contains("Of six units left: 2 lost, 4 get away.")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_met_leads_to_its_pursuit_and_casualties_by_forms() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    let battle = anna.run("/encounter ground:\"Enemy village\" dice:\"5 4 3 3 2 2 1 3 4 3\"").await;
    let form = battle.press("We withdrew: pursuit").await;
    let pursuit = form.fill(&[("ours", "7"), ("cavalry", "0"), ("dice", "5 2")]).submit().await;
    assert!(pursuit.text().contains("+1 outnumbered more than 2:1 = 10"), "the 15 met were filled in: {}", pursuit.text());
    // What a form brought can be pressed in its turn.
    let recovered = pursuit.press("Roll recovery for 3").await.wait_for_followups(1).await;
    assert!(recovered[0].text().contains("recovery 3D6"), "{}", recovered[0].text());
    let form = battle.press("We held the field: casualties").await;
    let casualties = form.fill(&[("lost", "6"), ("dice", "2 3 4 5 5 6")]).submit().await;
    assert!(casualties.text().contains("3 of the 6 lost come back; 3 are gone for good."), "{}", casualties.text());
    for (lost, dice) in [("many", ""), ("-1", ""), ("999", ""), ("1", "7"), ("1", "4 4"), ("2", "4")] {
        let form = battle.press("We held the field: casualties").await;
        let refused = form.fill(&[("lost", lost), ("dice", dice)]).submit().await;
        assert!(refused.is_ephemeral(), "{lost} {dice}: {}", refused.text());
    }
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn quick_rolls_work_in_direct_messages_and_where_the_umpire_is_no_member() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    let direct = anna.in_direct_messages();
    assert!(direct.run("/roll what:2D6+1 dice:\"4 2\"").await.text().contains("2D6+1: 7"));
    assert!(direct.run("/pursuit dice:\"1 1\"").await.text().contains("4–5"));
    let elsewhere = table.sandbox.guild_without_bot("Another Mess");
    let guest = elsewhere.member("guest");
    guest.install_bot();
    let installed = guest.user_installed();
    let reply = installed.run("/encounter location:Tamai private:true dice:1").await;
    assert!(reply.is_ephemeral() && reply.text().contains("Nobody is met at Tamai"), "{}", reply.text());
    assert!(!installed.offered_commands().iter().any(|command| command.contains("campaign")), "{:?}", installed.offered_commands());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn within_a_campaign_the_map_gives_the_modifiers_and_the_roll_is_in_the_journal() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/campaign start dice:\"6 1  6 2  6 3  3 3 3  5 3 4 6 4 4 4 4 6 4 5 4 3 4\"").await;
    let offered = rich.complete("/encounter location:Tam").await;
    assert_eq!(offered[0].name, "Tamai — met on 5: 2 in 6");
    let done = rich.run("/encounter location:Tamai dice:\"4\"").await;
    done.taken_back().await;
    let met = table.message("at Tamai");
    assert!(met.text().contains("Nobody is met at Tamai") && met.text().contains("No. 5"), "{}", met.text());
    assert!(met.text().contains("A roll at the table: the campaign stands as it did."), "{}", met.text());
    let stranger = tom.run("/encounter location:Tamai").await;
    assert_eq!(stranger.content(), "You are not in this campaign: join it with /campaign join.");
    let friendly = rich.run("/encounter location:Lopez").await;
    assert_eq!(friendly.content(), "Lopez is in our hands: nobody is met in a friendly place.");
    let private = tom.run("/encounter location:Tamai private:true dice:4").await;
    assert!(private.is_ephemeral() && private.text().contains("Nobody is met"), "anyone may look for themselves");
    rich.run("/pursuit location:Eastsound theirs:30 dice:\"6 2\"").await;
    let pursuit = table.message("Rear guard");
    assert!(pursuit.text().contains("+2 outnumbered more than 3:1 -1 cavalry (1 unit) = 9"), "{}", pursuit.text());
    assert_eq!(table.journal_rows().await, 6);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_laid_and_drawn_anywhere_with_ones_own_dice_too() {
    let table = Table::laid().await;
    let anna = table.member("anna");
    let laid = anna.run("/terrain location:Tamai width:4 depth:4 dice:6 6").await;
    assert!(laid.is_ephemeral() && laid.attachments().is_empty(), "too few dice are told: {}", laid.text());
    let laid = anna.run("/terrain width:2 depth:2 dice:6 6 1 2 3 4 1 1").await;
    assert!(laid.content().starts_with("**The field, 2 by 2 feet.**"), "{}", laid.text());
    assert!(laid.text().contains("the players' own 2D6 for each square: A1 12 · B1 3 · A2 7 · B2 2"), "{}", laid.text());
    let picture = &laid.attachments()[0];
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    let said = picture.description.clone().unwrap_or_default();
    assert!(said.contains("Oasis") && said.contains("Large hill"), "{said}");
    let harbour = anna.in_direct_messages().run("/terrain location:Mud Bay").await;
    assert!(harbour.content().starts_with("**The field at Mud Bay, 6 by 4 feet.**"), "{}", harbour.text());
    table.sandbox.assert_nothing_refused();
}
