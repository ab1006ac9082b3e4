//! The first evening: a campaign begun by buttons, a welcome, a turn that is shown, several answers at once, and all of it alone.

use std::sync::Arc;

use engine::campaign::{Options, Order, State};
use engine::pack::Pack;
use sandbox::{Channel, Member, Message, Reply};
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::orders::order_key;
use umpire::model::roster::Delegated;
use umpire::table::room::Room;
use umpire::table::tables::{Founding, Tables};

use crate::table::{EXAMPLE_OF_PLAY, Table, give_an_order, is_board};

/// The labels of the buttons of what was answered.
fn labels(reply: &Reply) -> Vec<String> {
    reply.components().iter().filter_map(|component| component.label.clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_asked_how_it_begins_and_four_presses_begin_it() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let asked = rich.run("/campaign start").await;
    assert!(asked.is_ephemeral() && asked.text().contains("1 of 4: where does it begin?"), "{}", asked.text());
    assert_eq!(labels(&asked), ["The uprising", "The re-conquest", "As usual"]);
    assert!(asked.text().contains("**The uprising**: The whole campaign, from the first rising."), "{}", asked.text());
    let full = asked.press("The uprising").await;
    assert!(full.is_update() && full.text().contains("Besiegers may storm.") && full.text().contains("Ships may meet"), "{}", full.text());
    let alone = full.press("The full game").await;
    let back = alone.press("Back").await;
    assert_eq!(labels(&back), ["A plain game", "The full game", "Back"]);
    let alone = back.press("The full game").await;
    assert!(alone.text().contains("all of it can be played by one"), "{}", alone.text());
    let kept = alone.press("Alone").await;
    assert!(table.messages().is_empty(), "nothing is begun before the last answer");
    let (message, trial) = (kept.message().id(), kept.components()[1].custom_id.clone().unwrap());
    kept.press("Begin, to keep").await;
    let opening = table.wait_for("the uprising begins").await;
    assert!(opening.text().contains("Played alone: every order is carried out at once"), "{}", opening.text());
    assert!(table.message("The SHA-256 of their seed").id() < opening.id(), "the dice are sealed before it begins");
    table.wait_for("Next:").await;
    let rules = rich.run("/rules").await;
    for rule in ["Supply is advanced", "Besiegers may storm", "Gunboats help at sieges", "Ships may meet", "Boats run into besieged"] {
        assert!(rules.text().contains(rule), "{rule}: {}", rules.text());
    }
    // Pressed where the questions are still open.
    let late = rich.press_raw(message, &trial).await.unwrap();
    assert!(late.text().contains("This channel has a game already"), "{}", late.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_start_in_a_channel_is_told_what_to_do_in_a_sentence_whether_typed_or_asked() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    for line in ["/campaign start", "/campaign start scenario:reconquest"] {
        let refused = rich.run(line).await;
        assert!(refused.is_ephemeral());
        assert_eq!(
            refused.content(),
            "This channel has a game already, which /turn shows: begin another in another channel, or put this one away with /campaign archive first."
        );
    }
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_joins_by_a_button_and_whoever_joins_is_welcomed_in_private_with_what_they_can_do_now() {
    let table = Table::laid().await;
    let (rich, tom, anne) = (table.member("rich"), table.member("tom"), table.member("anne"));
    let asked = rich.run("/campaign start").await;
    asked.press("The uprising").await.press("A plain game").await.press("In a group").await.press("Begin, to keep").await;
    let opening = table.wait_for("the uprising begins").await;
    let welcome = tom.press(&opening, "Join").await;
    assert!(welcome.is_ephemeral() && welcome.text().contains("Welcome to The False Prophet"), "{}", welcome.text());
    assert!(welcome.text().contains(&format!("put before <@{}>, who approves it or declines it", rich.id())), "{}", welcome.text());
    assert!(labels(&welcome).iter().any(|label| label == "Where we stand"), "{:?}", labels(&welcome));
    table.wait_for("joins").await;
    let again = tom.press(&opening, "Join").await;
    assert!(again.text().contains("You are in already"), "{}", again.text());
    let welcome = anne.run("/campaign join looking_on:true").await;
    assert!(welcome.is_ephemeral() && welcome.text().contains("you look on, and are asked nothing"), "{}", welcome.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_trial_is_forgotten_by_its_button_or_after_a_day_without_an_order() {
    not_beside!("hours pass");
    let table = Table::laid_inside().await;
    let rich = table.member("rich");
    let begin = async |who: &Member| {
        let asked = who.run("/campaign start").await;
        asked.press("The uprising").await.press("A plain game").await.press("Alone").await.press("Begin a trial").await;
    };
    begin(&rich).await;
    let opening = table.wait_for("the uprising begins").await;
    assert!(opening.text().contains("A trial: it is forgotten after 24 hours without an order"), "{}", opening.text());
    let question = rich.press(&opening, "Forget it").await;
    assert!(question.is_ephemeral() && question.text().contains("gone for good"), "{}", question.text());
    question.press("Forget it").await;
    table.wait_for("The trial is over, and forgotten.").await;
    assert!(rich.run("/turn").await.content().starts_with("There is no campaign in this channel"));
    let refused = rich.run("/campaign restore campaign:1").await;
    assert!(refused.is_ephemeral() && refused.text().contains("gone for good"), "{}", refused.text());
    begin(&rich).await;
    table.until("the second trial begins", async || rich.run("/campaign status").await.text().contains("A trial")).await;
    let asked = rich.run("/campaign delete").await;
    assert!(asked.text().contains("It is a trial: it is gone for good at once"), "{}", asked.text());
    // A trial of another channel, which nobody plays: looked at after the other, it tells when that is done.
    let herald = rich.in_channel("herald");
    begin(&herald).await;
    herald.channel().wait_for(|message| message.text().contains("the uprising begins")).await;
    table.hours_pass(23);
    give_an_order(&rich).await;
    table.hours_pass(23);
    herald.channel().wait_for(|message| message.text().contains("The trial is forgotten: for 24 hours")).await;
    let status = rich.run("/campaign status").await;
    assert!(status.text().contains("A trial"), "it was played an hour within the day: {}", status.text());
    table.hours_pass(2);
    let told = table.wait_for("The trial is forgotten: for 24 hours nobody gave an order in it.").await;
    assert!(told.text().contains("Nothing of it is kept.") && told.mentions().is_empty(), "{}", told.text());
    assert!(rich.run("/turn").await.content().starts_with("There is no campaign in this channel"), "it is over at once");
    table.hours_pass(1);
    table.until("the trial is gone", async || table.journal_rows().await == 0).await;
    let told = table.messages().into_iter().filter(|message| message.text().contains("The trial is forgotten")).count();
    assert_eq!(told, 1, "it is told once");
    table.sandbox.assert_nothing_refused();
}

/// A campaign in its first action round after a pass, in a journal without an umpire.
async fn in_a_journal(folder: &tempfile::TempDir) -> (Arc<Tables>, CampaignId) {
    let tables = Tables::<State>::new(Journal::open(&folder.path().join("umpire.db")).await.unwrap());
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    let dice = EXAMPLE_OF_PLAY.split_whitespace().map(|face| face.parse().unwrap()).collect();
    let orders = vec![(set_up, None), (Order::DrawCards, None), (Order::CheckRevolts, Some(dice)), (Order::Pass, None)];
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
    let id = tables.found(founding, Seed([5; 32]), InteractionId(1), UserId(7)).await.unwrap().campaign;
    (Arc::new(tables), id)
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_answers_one_that_is_refused_is_named_and_nothing_is_done() {
    not_beside!("no umpire is started");
    let folder = tempfile::tempdir().unwrap();
    let (tables, id) = in_a_journal(&folder).await;
    let room: Arc<dyn Room> = Arc::clone(&tables) as _;
    let activate = {
        let state = tables.snapshot(id).await.unwrap().state;
        let at = state.pack().map.find_location("West Sound").unwrap();
        Order::Activate { at: engine::campaign::Station::Space(state.pack().map.space_of(at)) }
    };
    room.order(id, InteractionId(2), UserId(7), &order_key(&activate).unwrap(), None, None).await.unwrap();
    let before = tables.snapshot(id).await.unwrap();
    let leave: Vec<String> = sheet::legal(&before.state)
        .iter()
        .filter(|order| matches!(order, Order::Leave { .. }))
        .map(|order| order_key(order).unwrap())
        .collect();
    let twice = format!("{}+{}+{}", leave[0], leave[1], leave[0]);
    let refused = room.order(id, InteractionId(3), UserId(7), &twice, None, None).await.unwrap_err().sentence();
    assert!(refused.starts_with("Nothing has been done, because one answer is refused. Leave "), "{refused}");
    assert_eq!(tables.snapshot(id).await.unwrap().campaign.revision, before.campaign.revision);
    let both = format!("{}+{}", leave[0], leave[1]);
    let ordered = room.order(id, InteractionId(4), UserId(7), &both, None, None).await.unwrap();
    assert!(ordered.quiet, "steps of a choice are no news");
    let after = tables.snapshot(id).await.unwrap();
    assert_eq!(after.campaign.revision, before.campaign.revision + 2);
    assert_eq!(after.state.round().force().unwrap().units.len() + 2, before.state.round().force().unwrap().units.len());
    tables.undo(id, InteractionId(5), UserId(7), None, None).await.unwrap();
    assert_eq!(tables.snapshot(id).await.unwrap().state, before.state, "one undo takes all of it back");
    // Who may only propose puts the same together.
    tables.join(id, InteractionId(6), UserId(8), false).await.unwrap();
    let refused = room.order(id, InteractionId(7), UserId(8), &twice, None, None).await.unwrap_err().sentence();
    assert!(refused.starts_with("Nothing has been done"), "{refused}");
    room.order(id, InteractionId(8), UserId(8), &both, None, None).await.unwrap();
    assert_eq!(tables.seen_by(id, UserId(8)).await.unwrap().drafted.len(), 2);
    // The round is put into their hands before the next step: what they had put together goes before it.
    tables.delegate(id, InteractionId(9), UserId(7), UserId(8), Some(Delegated::round_of(&before.state))).await.unwrap();
    let seen = tables.seen_by(id, UserId(8)).await.unwrap();
    let third = order_key(sheet::legal(&seen.state).iter().find(|order| matches!(order, Order::Leave { .. })).unwrap()).unwrap();
    room.order(id, InteractionId(10), UserId(8), &third, None, None).await.unwrap();
    let left = tables.snapshot(id).await.unwrap().state;
    assert_eq!(left.round().force().unwrap().units.len() + 3, before.state.round().force().unwrap().units.len());
    assert!(tables.seen_by(id, UserId(8)).await.unwrap().drafted.is_empty(), "it is ordered, and put together no longer");
    // Put together while it was not in their hands, and proposed when it is, it is carried out.
    let told_off = tables.snapshot(id).await.unwrap();
    tables.delegate(id, InteractionId(11), UserId(7), UserId(8), None).await.unwrap();
    let fourth = order_key(sheet::legal(&told_off.state).iter().find(|order| matches!(order, Order::Leave { .. })).unwrap()).unwrap();
    room.order(id, InteractionId(12), UserId(8), &fourth, None, None).await.unwrap();
    tables.delegate(id, InteractionId(13), UserId(7), UserId(8), Some(Delegated::round_of(&told_off.state))).await.unwrap();
    let (_, carried_out) = room.propose_draft(id, InteractionId(14), UserId(8)).await.unwrap();
    let left = tables.snapshot(id).await.unwrap().state;
    assert!(carried_out);
    assert_eq!(left.round().force().unwrap().units.len() + 1, told_off.state.round().force().unwrap().units.len());
    tables.journal().close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_asks_one_thing_and_several_stay_behind_by_one_answer() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("Action round 1: no card is played.").await;
    rich.run("/move order:\"Activate Friday Harbor\"").await;
    table.wait_for("Friday Harbor is activated").await;
    rich.run("/move order:\"Move from Friday Harbor\"").await;
    let sheet = rich.run("/move").await;
    let menu = |reply: &Reply| reply.components().iter().find(|component| !component.options.is_empty()).cloned().unwrap();
    assert!(menu(&sheet).options.iter().all(|option| option.0.starts_with("March to ")), "{}", sheet.text());
    let behind = sheet.press("Leave some behind").await;
    let asked = menu(&behind);
    assert_eq!(asked.label.as_deref(), Some("Who stays behind? (one or several)"));
    assert!(asked.options.iter().all(|option| option.0.starts_with("Leave ")), "{}", behind.text());
    assert!(behind.press("Back").await.text().contains("March"), "one step back");
    let rows = table.journal_rows().await;
    let behind = rich.run("/move").await.press("Leave some behind").await;
    let lines: Vec<String> = asked.options.iter().take(3).map(|option| option.0.clone()).collect();
    let left = behind.select("Who stays behind? (one or several)", &lines.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let left = left.wait_until(|message| message.text().contains("Marching from Friday Harbor")).await;
    assert_eq!(table.journal_rows().await, rows + 3, "{}", left.text());
    // At sea, each line says which ship takes whom, and what the trip costs.
    let sheet = rich.run("/sail").await;
    let ships = menu(&sheet);
    let fleet = ships.options[0].0.clone();
    let sheet = sheet.select(ships.custom_id.as_deref().unwrap(), &[&fleet]).await;
    let sheet = sheet.wait_until(|message| message.text().contains("room for")).await;
    let course = sheet.components().iter().find(|component| !component.options.is_empty()).cloned().unwrap();
    assert!(
        course.options.iter().any(|option| option.2.as_deref().is_some_and(|costs| costs.starts_with("1 of 3 functions"))),
        "{:?}",
        course.options
    );
    let embark = rich.press(&sheet, "Embark some").await;
    let asked = menu(&embark);
    assert!(
        asked.options.iter().all(|option| option.2.as_deref().is_some_and(|who| who.starts_with("aboard the "))),
        "{:?}",
        asked.options
    );
    table.sandbox.assert_nothing_refused();
}

/// The thread in which a turn is shown, once it says something.
async fn shown(table: &Table, rich: &Member) -> (Channel, Member) {
    let help = rich.run("/help").await;
    let told = help.press("Show me").await;
    let told = told.wait_until(|message| message.text().contains("It begins in")).await;
    assert!(told.is_ephemeral());
    let thread = table.guild.channel("general").wait_for_thread("Show me: a first turn").await;
    let at = rich.at(&thread);
    (thread, at)
}

fn is_a_step(message: &Message) -> bool {
    message.text().contains("Show me:") && !is_board(message)
}

/// The step that is shown now, with its button.
async fn step(thread: &Channel, about: &str) -> (Message, String) {
    let says = format!("Show me: {about}");
    let message = thread.wait_for(|message| is_a_step(message) && message.text().contains(&says)).await;
    let label = message.components()[0].label.clone().unwrap();
    (message, label)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_shown_in_a_private_thread_press_by_press_and_a_restart_changes_nothing() {
    let mut table = Table::laid().await;
    let rich = table.member("rich");
    let (thread, at) = shown(&table, &rich).await;
    assert!(thread.thread_members().contains(&"rich".to_owned()), "{:?}", thread.thread_members());
    let opening = thread.wait_for(|message| message.text().contains("the uprising begins")).await;
    assert!(opening.text().contains("they prove nothing"), "{}", opening.text());
    assert!(!opening.text().contains("SHA-256"), "{}", opening.text());
    let steps = [
        "the cards.",
        "the rebellion.",
        "a card.",
        "an activation.",
        "the march.",
        "the encounter.",
        "the battle.",
        "the end of a round.",
        "the rest of the turn.",
        "the siege.",
        "losses.",
    ];
    for (number, about) in steps.into_iter().enumerate() {
        let (message, label) = step(&thread, about).await;
        if number == 4 {
            table.kill_umpire().await;
            table.start_umpire().await;
        }
        at.press(&message, &label).await;
    }
    let over = thread.wait_for(|message| message.text().contains("Show me: that was a turn.")).await;
    thread.wait_for(|message| message.text().contains("Turn 1 in summary") && !is_board(message)).await;
    let text = at.run("/campaign verify").await.text();
    assert!(text.contains("This is a demonstration"), "{text}");
    assert!(at.run("/campaign export").await.text().contains("This is a demonstration"));
    assert!(at.run("/campaign end").await.text().contains("This is a demonstration"));
    let status = at.run("/campaign status").await.text();
    assert!(status.contains("its dice prove nothing") && !status.contains("SHA-256"), "{status}");
    at.press(&over, "Forget it").await.press("Forget it").await;
    thread.wait_for(|message| message.text().contains("The trial is over, and forgotten.")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_turn_that_is_shown_other_buttons_can_be_pressed_and_it_goes_on_from_there() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let (thread, at) = shown(&table, &rich).await;
    let (first, label) = step(&thread, "the cards.").await;
    at.press(&first, &label).await;
    let (second, label) = step(&thread, "the rebellion.").await;
    at.press(&second, &label).await;
    let (card, _) = step(&thread, "a card.").await;
    // Not the card that is shown, but a pass; and that undone again.
    at.run("/turn order:Pass").await;
    let (_, label) = step(&thread, "an activation.").await;
    assert!(label.starts_with("Activate "), "{label}");
    let late = at.press_raw(card.id(), card.components()[0].custom_id.as_deref().unwrap()).await.unwrap();
    let told = late.wait_for_followups(1).await;
    assert!(told[0].text().contains("out of date"), "{}", told[0].text());
    at.run("/undo").await;
    let again = thread.wait_for(|message| is_a_step(message) && message.text().contains("a card.") && message.id() > card.id()).await;
    at.press(&again, again.components()[0].label.as_deref().unwrap()).await;
    thread.wait_for(|message| is_a_step(message) && message.text().contains("an activation.") && message.id() > again.id()).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_no_private_thread_can_be_opened_a_public_one_is_and_where_none_can_it_is_said() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let general = table.guild.channel("general");
    // Create Private Threads; then Create Public Threads as well.
    table.guild.deny_bot(&general, 1 << 36);
    let (thread, _) = shown(&table, &rich).await;
    step(&thread, "the cards.").await;
    table.guild.deny_bot(&general, (1 << 36) | (1 << 35));
    let told = rich.run("/help").await.press("Show me").await;
    let told = told.wait_until(|message| message.text().contains("thread")).await;
    assert!(told.text().contains("I cannot open a thread for you here"), "{}", told.text());
    // In a thread there are no threads.
    let told = rich.at(&thread).run("/help").await.press("Show me").await;
    told.wait_until(|message| message.text().contains("I cannot open a thread for you here")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_a_turn_can_be_played_alone_a_battle_and_an_undo_and_a_vote_too() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    table.meet(&rich).await;
    let fought = table.wait_for("Met at El Obeid").await;
    assert!(!fought.text().contains("command:"), "nobody is told off against themselves: {}", fought.text());
    let board = rich.run("/battle order").await;
    let form = board.press("Anglo-Egyptians held the field").await;
    let losses = form.modal().field("losses").unwrap().value.replacen(": 0", ": 1", 1);
    form.fill(&[("losses", &losses)]).submit().await;
    table.wait_for("is won.").await;
    let asked = rich.run("/undo").await;
    asked.press("Undo it").await;
    table.wait_for("Undone: ").await;
    let again = rich.run("/battle order").await.press("Anglo-Egyptians held the field").await;
    again.fill(&[]).submit().await;
    table.until("the battle is won again", async || !rich.run("/turn").await.text().contains("fight it out")).await;
    // A vote of one is theirs, and leaves nobody stuck.
    let vote = rich.run("/staff dismiss").await;
    assert!(vote.failure().is_none());
    let called = table.wait_for("vote").await;
    rich.press(&called, "Keep").await;
    table.until("the vote is counted", async || !rich.run("/turn").await.text().contains("A vote on the command")).await;
    rich.run("/turn order:\"End the round\"").await;
    for _ in 2..=7 {
        rich.run("/turn order:Pass").await;
        let ended = rich.run("/turn order:\"End the round\"").await;
        if ended.try_message().is_some_and(|asks| asks.component("End the turn").is_some()) {
            ended.press("End the turn").await;
        }
    }
    table
        .until("the turn ends", async || {
            let turn = rich.run("/turn").await;
            if turn.text().contains("turn 2") {
                return true;
            }
            // Whatever is asked at its end has an answer.
            rich.run("/siege order:\"Sit tight\"").await;
            rich.run("/turn order:\"Share the losses out\"").await;
            rich.run("/replacements order:\"Keep what points are left\"").await;
            false
        })
        .await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_help_lists_what_works_there_and_shows_nothing_that_does_not() {
    let table = Table::laid().await;
    let rich = table.member("rich").in_direct_messages();
    let help = rich.run("/help").await;
    let offered = rich.offered_commands();
    for command in &offered {
        let name = command.split(' ').next().unwrap();
        assert!(help.text().contains(&format!("`/{name}`")), "{command}: {}", help.text());
    }
    assert!(!offered.is_empty() && !help.text().contains("`/forces`"), "{}", help.text());
    assert!(!help.text().contains("the commander") && !help.text().contains("this campaign"), "one plays alone: {}", help.text());
    assert_eq!(labels(&help), ["A battle", "The card game", "Khartoum"], "no thread can be opened there, and no campaign is played there");
    help.press("Khartoum").await.press("As usual").await;
    rich.channel().wait_for(|message| message.text().contains("Nine turns")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_the_four_games_is_begun_from_help_with_two_presses() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    for (game, begun) in [
        ("A campaign", "the uprising begins"),
        ("A battle", "Night march to the canal"),
        ("The card game", "five regions"),
        ("Khartoum", "Nine turns"),
    ] {
        let channel = table.guild.channel(&game.replace(' ', "-").to_lowercase());
        let help = rich.at(&channel).run("/help").await;
        assert!(help.is_ephemeral() && help.text().contains("four games"), "{}", help.text());
        assert_eq!(labels(&help), ["A campaign", "A battle", "The card game", "Khartoum", "Show me"]);
        let asked = help.press(game).await;
        assert!(asked.is_update() && asked.text().contains("1 of "), "{}", asked.text());
        asked.press("As usual").await;
        channel.wait_for(|message| message.text().contains(begun)).await;
    }
    table.sandbox.assert_nothing_refused();
}
