//! Battles among several players, through the sandbox: their threads, their commanders, their reports.

use crate::table::{EXAMPLE_OF_PLAY, Table};
use sandbox::Member;

/// A campaign that rich commands, with the others, in which a battle has been met: whoever is pressed for it begins it.
async fn on_the_eve(table: &Table, others: &[&str]) -> (Member, Vec<Member>) {
    let (rich, members) = table.campaign(others).await;
    table.meet(&rich).await;
    (rich, members)
}

const THREAD: &str = "Battle of El Obeid–Olga 2 of 2, turn 1";

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_among_several_gets_a_thread_with_the_situation_and_who_commands_the_mahdists() {
    let table = Table::laid().await;
    let (rich, others) = on_the_eve(&table, &["tom", "anne"]).await;
    let general = table.guild.channel("general");
    let told = table.wait_for("Met at El Obeid").await;
    assert!(told.components().is_empty(), "what is to be done is in the thread");
    let thread = general.wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    // As in the moment after it was opened, when the journal does not know of it yet.
    table.by_hand("UPDATE battles SET thread = NULL").await;
    let at_once = rich.at(&thread).run("/turn").await;
    assert!(!at_once.text().contains("There is no campaign in this channel"), "{}", at_once.text());
    let other = rich.in_channel("second").run("/turn").await;
    assert!(other.text().contains("There is no campaign in this channel"), "{}", other.text());
    table.by_hand("UPDATE battles SET thread = (SELECT message FROM outbox WHERE outbox.campaign = battles.campaign AND outbox.revision = battles.revision ORDER BY id DESC LIMIT 1)").await;
    println!("{}", situation.text());
    for part in ["against two units of ours", "Ours: ", "At stake: the force, and the road.", "Anglo-Egyptian command: "] {
        assert!(situation.text().contains(part), "{part}: {}", situation.text());
    }
    // All who fight are called but rich, whose march it was.
    let called = situation.mentions();
    assert!(others.iter().all(|member| called.iter().any(|name| *name == member.name())), "{}", situation.content());
    assert!(!called.contains(&rich.name()), "{}", situation.content());
    let commands: Vec<bool> = {
        let mut commands = Vec::new();
        for member in others.iter().chain([&rich]) {
            let helped = member.run("/help").await;
            assert!(helped.text().contains(&format!("<#{}>: you command the ", thread.id())), "{}", helped.text());
            commands.push(helped.text().contains("you command the Mahdists"));
        }
        commands
    };
    assert!(commands.contains(&true) && commands.contains(&false), "each is told their side");
    // What a phone shows without scrolling: the sentence, five facts, what is next. All else stands behind buttons.
    let (body, _) = situation.text().split_once("\n[").map(|(body, rest)| (body.to_owned(), rest.to_owned())).unwrap();
    assert_eq!(body.lines().filter(|line| !line.trim().is_empty()).count(), 8, "with the footer: {body}");
    assert!(situation.attachments().is_empty());
    let odds = rich.press(&situation, "If we lose").await;
    assert!(odds.is_ephemeral() && odds.text().contains("Pursuit") && odds.text().contains("chance"), "{}", odds.text());
    let shown = others[1].press(&situation, "The field").await;
    assert!(shown.text().contains("lot for") && shown.text().contains("foot 4D6"), "{}", shown.text());
    let pictures = shown.attachments();
    let [field] = pictures.as_slice() else { panic!("{} pictures", shown.attachments().len()) };
    assert_eq!(field.name, "field.png");
    assert!(field.description.as_deref().is_some_and(|words| words.starts_with("The field at El Obeid")), "{:?}", field.description);
    let dice = others[0].press(&situation, "The field").await;
    assert!(dice.is_ephemeral() && dice.text().contains("2D6 for each square: A1"), "{}", dice.text());
    let again = rich.press(&situation, "The field").await.attachments()[0].bytes.clone();
    assert!(again.starts_with(b"\x89PNG") && field.bytes == again, "the field is laid once");
    // The report, in the thread, by one of those who fought: what it cost is rolled there, and told in the channel when it is over.
    others[1].press(&situation, "Anglo-Egyptians held the field").await.fill(&[]).submit().await;
    let news = table.wait_for("2 of 2 is won.").await;
    assert!(!news.components().is_empty(), "the channel goes on from here");
    assert!(news.text().contains("It cost us nobody."), "{}", news.text());
    thread.wait_for(|message| message.text().contains("2 of 2 is won.") && message.components().is_empty()).await;
    table.until("the thread is closed", async || thread.is_archived()).await;
    let roster = rich.run("/staff roster").await;
    assert!(roster.text().contains("given the Mahdists once"), "{}", roster.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn sides_are_changed_and_laid_down_and_the_anglo_egyptians_always_keep_a_player() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let tom = table.member("tom");
    // Tom volunteers before there is anything to fight.
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    tom.run("/campaign join").await;
    tom.run("/staff willing how:\"I volunteer\"").await;
    table.wait_for("volunteers for the Mahdists").await;
    table.meet(&rich).await;
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    assert!(situation.text().contains(&format!("Mahdist command: <@{}> (volunteer, never before).", tom.id())), "{}", situation.text());
    let refused = rich.press(&situation, "Change sides").await;
    assert!(refused.followups()[0].text().contains("Somebody has to command our side"), "{}", table.sandbox.transcript());
    tom.press(&situation, "I cannot play").await;
    let alone = thread.wait_for(|message| message.text().contains("cannot play this battle")).await;
    assert!(alone.text().contains("Mahdist command: nobody; play them together."), "{}", alone.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_away_is_given_no_battle_and_alone_nobody_needs_a_thread() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let tom = table.member("tom");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    tom.run("/campaign join").await;
    tom.run("/staff away days:3").await;
    table.wait_for("is away until").await;
    table.meet(&rich).await;
    let told = table.wait_for("Met at El Obeid").await;
    assert!(!told.components().is_empty() && table.guild.threads().is_empty(), "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_threads_are_forbidden_the_battle_is_fought_in_the_channel() {
    const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
    let table = Table::laid().await;
    table.guild.deny_bot(&table.guild.channel("general"), CREATE_PUBLIC_THREADS);
    let (_, others) = on_the_eve(&table, &["tom"]).await;
    let situation = table.wait_for("Mahdist command:").await;
    others[0].press(&situation, "Anglo-Egyptians held the field").await.fill(&[]).submit().await;
    table.wait_for("2 of 2 is won.").await;
    let told = table.messages().iter().filter(|message| message.text().contains("2 of 2 is won.")).count();
    assert_eq!(told, 1, "what would have closed the thread says nothing new in the channel");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_outlives_a_restart_in_the_middle_of_its_report() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, others) = on_the_eve(&table, &["tom"]).await;
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    let lost = rich.at(&thread).complete("/battle order order:Regulars 1/3").await;
    let reported = rich.at(&thread).run(&format!("/battle order order:{}", lost[0].value.as_str().unwrap())).await;
    assert!(reported.text().contains("Battle."), "{}", reported.text());
    let before = rich.press(&situation, "The field").await.attachments()[0].bytes.clone();
    table.kill_umpire().await;
    table.start_umpire().await;
    let field = others[0].press(&situation, "The field").await;
    assert_eq!(field.attachments()[0].bytes, before, "the field is the same as before");
    let late = others[0].press(&situation, "Anglo-Egyptians held the field").await;
    assert!(late.text().contains("out of date"), "a loss has been reported since: {}", table.sandbox.transcript());
    rich.at(&thread).run("/battle order order:\"Anglo-Egyptians held the field\"").await;
    table.wait_for("2 of 2 is won.").await;
    assert_eq!(thread.messages().iter().filter(|message| message.text().contains("Mahdist command:")).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_is_reported_in_one_form_that_comes_filled_in_and_hands_back_what_it_cannot_read() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    // Twelve of foot, two of horse and one with rifles: far more than three for each of the two units that meet them.
    table.meet(&rich).await;
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    let rows = table.journal_rows().await;
    let form = others[0].press(&situation, "Anglo-Egyptians left the field").await;
    let modal = form.modal();
    let filled = |field: &str| modal.field(field).unwrap().value.clone();
    let losses = filled("losses");
    assert_eq!(losses.lines().count(), 2, "a line for each unit: {losses}");
    assert!(losses.contains("Regulars 1/3: 0"), "{losses}");
    assert_eq!((filled("cavalry"), filled("surrounded")), ("0".to_owned(), "no".to_owned()));
    for (wrong, says) in [
        (losses.replacen(": 0", ": 9", 1), "it has four steps, so a number from 0 to 4"),
        ("Camel Corps: 1".to_owned(), "is no unit of ours in this battle"),
        ("Regulars 1/3".to_owned(), "does not say how many steps were lost"),
        ("Regulars 1/3: 1\nregulars 1/3: 2".to_owned(), "stands there twice"),
    ] {
        let refused = others[0].press(&situation, "Anglo-Egyptians left the field").await.fill(&[("losses", &wrong)]).submit().await;
        assert!(refused.text().contains(says) && refused.text().contains(&wrong), "{wrong}: {}", refused.text());
    }
    let dice = others[0].press(&situation, "Anglo-Egyptians left the field").await.fill(&[("dice", "9")]).submit().await;
    assert!(dice.followups()[0].text().contains("Nothing has been reported."), "{}", table.sandbox.transcript());
    assert_eq!(table.journal_rows().await, rows, "all of it or nothing");
    // Every mistake is told at once, and the form opens again with what was typed.
    let all_wrong = [("losses", "Camel Corps: 1\nRegulars 1/3: nine"), ("cavalry", "x"), ("surrounded", "perhaps"), ("dice", "9 9 9")];
    let refused = others[0].press(&situation, "Anglo-Egyptians left the field").await.fill(&all_wrong).submit().await;
    for part in ["no unit of ours", "\"nine\" will not do", "for `cavalry`", "for `surrounded`"] {
        assert!(refused.text().contains(part), "{part}: {}", refused.text());
    }
    let again = others[0].press(&refused.message(), "Open the form again").await;
    let modal = again.modal();
    for (id, typed) in all_wrong {
        assert_eq!(modal.field(id).unwrap().value, typed, "{id}");
    }
    let reported = losses.replacen(": 0", ": 2", 1);
    others[0].press(&situation, "Anglo-Egyptians left the field").await.fill(&[("losses", &reported)]).submit().await;
    let pursued = thread.wait_for(|message| message.text().contains("pursuit 2D6")).await;
    assert!(
        pursued.text().contains("no cavalry on the board") && pursued.text().contains("outnumbered more than 3:1"),
        "{}",
        pursued.text()
    );
    assert_eq!(table.journal_rows().await, rows + 2, "a loss and the withdrawal");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_commander_lets_two_change_places_or_puts_one_on_the_other_side() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&["tom"]).await;
    assert!(rich.run("/staff side member:@tom").await.text().contains("No battle is being fought"));
    table.meet(&rich).await;
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    let (tom, rich_id) = (table.member("tom"), rich.id());
    let tom_has_them = situation.text().contains(&format!("Mahdist command: <@{}>", tom.id()));
    assert!(tom.run("/staff side member:@rich").await.text().contains("who has the command, may do that"));
    rich.run("/staff side member:@tom swap_with:@rich").await;
    let swapped = thread.wait_for(|message| message.text().contains("change places.")).await;
    let now = if tom_has_them { rich_id } else { tom.id() };
    assert!(swapped.text().contains(&format!("Mahdist command: <@{now}>")), "{}", swapped.text());
    assert!(
        rich.run(&format!("/staff side member:@{}", if tom_has_them { "tom" } else { "rich" }))
            .await
            .text()
            .contains("Somebody has to command")
    );
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn terrain_of_a_battle_being_fought_is_its_one_field_and_is_posted_in_its_thread_only_if_one_says_so() {
    let table = Table::laid().await;
    let (rich, others) = on_the_eve(&table, &["tom"]).await;
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    let field = &rich.press(&situation, "The field").await.attachments()[0].bytes.clone();
    let in_thread = rich.at(&thread).run("/terrain").await;
    assert!(in_thread.is_ephemeral() && in_thread.attachments()[0].bytes == *field, "{}", in_thread.text());
    let in_channel = others[0].run("/terrain").await;
    assert!(!in_channel.is_ephemeral() && in_channel.attachments()[0].bytes == *field, "{}", in_channel.text());
    let fields = thread.messages().iter().filter(|message| !message.attachments().is_empty()).count();
    assert_eq!(fields, 0, "{}", table.sandbox.transcript());
    let shared = rich.at(&thread).run("/terrain private:False").await;
    assert!(!shared.is_ephemeral() && shared.attachments()[0].bytes == *field, "{}", shared.text());
    for other in ["/terrain dice:\"6 6 1 2\"", "/terrain width:8"] {
        assert!(rich.run(other).await.text().contains("its field is laid"), "{other}");
    }
    assert!(rich.run("/terrain location:Tamai width:8").await.content().starts_with("**The field at Tamai, 8 by 4 feet.**"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn terrain_of_a_battle_that_one_fights_alone_is_the_same_however_often_it_is_asked_for() {
    let table = Table::laid().await;
    let (rich, _) = on_the_eve(&table, &[]).await;
    table.wait_for("Met at El Obeid").await;
    let (first, again) = (rich.run("/terrain").await, rich.run("/terrain private:True").await);
    assert_eq!(first.attachments()[0].bytes, again.attachments()[0].bytes);
    table.sandbox.assert_nothing_refused();
}

/// A battle between rich and tom, in its thread.
async fn in_its_thread(table: &Table) -> (Member, sandbox::Channel) {
    let (rich, _) = on_the_eve(table, &["tom"]).await;
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    (rich, thread)
}

/// What is told of the battle goes into the channel, with the battle's name, and the battle can be ended.
async fn goes_on_in_the_channel(table: &Table, rich: &Member) {
    rich.run("/staff side member:@tom swap_with:@rich").await;
    let told = table.wait_for("change places.").await;
    assert!(told.content().starts_with(&format!("{THREAD}: ")), "{}", told.content());
    rich.run("/battle order order:\"Anglo-Egyptians held the field\"").await;
    table.wait_for("2 of 2 is won.").await;
    let ends = table.messages().iter().filter(|message| message.text().contains("2 of 2 is won.")).count();
    assert_eq!(ends, 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_belongs_in_a_battles_thread_goes_into_the_channel_once_the_thread_is_deleted() {
    let table = Table::laid().await;
    let (rich, thread) = in_its_thread(&table).await;
    thread.delete();
    goes_on_in_the_channel(&table, &rich).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_belongs_in_a_battles_thread_goes_into_the_channel_while_the_thread_is_locked() {
    let table = Table::laid().await;
    let (rich, thread) = in_its_thread(&table).await;
    thread.lock();
    goes_on_in_the_channel(&table, &rich).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_belongs_in_a_battles_thread_goes_into_the_channel_while_the_thread_is_locked_though_it_is_open() {
    let table = Table::laid().await;
    let (rich, thread) = in_its_thread(&table).await;
    thread.lock_open();
    goes_on_in_the_channel(&table, &rich).await;
}
