//! `/rule` and `/help` as players ask them.

use crate::table::Table;
use sandbox::Reply;

#[track_caller]
fn is_told(reply: &Reply, says: &str) {
    assert!(reply.is_ephemeral(), "{}", reply.text());
    assert!(reply.text().contains(says), "{says}\n{}", reply.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_is_told_with_its_modifiers_with_or_without_a_campaign() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let told = rich.run("/rule heading:\"siege table\"").await;
    is_told(&told, "**Siege Table.**");
    is_told(&told, "**+1** siege level 2");
    is_told(&told, "R01:");
    assert!(!told.text().contains("In this campaign"), "{}", told.text());
    rich.run("/campaign start scenario:uprising").await;
    let told = rich.run("/rule heading:\"Siege Table\"").await;
    is_told(&told, "*In this campaign:* the later row counts where two overlap.");
    is_told(&rich.run("/rule heading:Ginnis").await, "**Ginnis, a village on San Juan Island.**");
    // The card and the random event have one number.
    is_told(&rich.run("/rule heading:36").await, "Did you mean Card 36: Hicks Expedition or Event 36: Impatience at home?");
    is_told(&rich.run("/rule heading:\"card 36\"").await, "**Card 36, Hicks Expedition: two Ops.**");
    is_told(&rich.run("/rule").await, "**Sieges** Under Siege");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typo_is_answered_with_what_was_perhaps_meant_and_its_buttons_tell_it() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let reply = rich.run("/rule heading:persuit").await;
    is_told(&reply, "Nothing in the rulebook is just \"persuit\". Did you mean Pursuit Table");
    let told = rich.press(&reply.message(), "Pursuit Table").await;
    is_told(&told, "we have no cavalry on the board");
    // What goes on from a rule opens in its place.
    let next = rich.press(&told.message(), "Determine Casualties").await;
    is_told(&next, "comes back, if we held the field");
    is_told(&rich.run("/rule heading:logarithm").await, "Nothing in the rulebook is called \"logarithm\".");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_with_a_slip_in_its_name_is_asked_about_though_its_number_and_its_use_are_left_out() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let offered = rich.complete("/play order:").await;
    // A card, which can be played in two ways at least: "35 Reinforcements: 2 Ops", or "24 Raid!: 1 Op".
    let mut labels = offered.iter().filter_map(|choice| choice.name.split(" — ").next());
    let label = labels.find(|label| !label.starts_with("Pass") && (label.ends_with(" Op") || label.ends_with(" Ops"))).unwrap();
    let title = label.split(':').next().unwrap().trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ' ');
    let mut letters: Vec<char> = title.chars().collect();
    letters.swap(2, 3);
    letters.push('e');
    let slip: String = letters.into_iter().collect();
    let asked = rich.run(&format!("/play order:\"{slip}\"")).await;
    is_told(&asked, "choose one");
    assert!(asked.message().json().to_string().contains(label), "{slip}: {}", asked.message().json());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn headings_are_completed_by_any_of_their_words() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let names: Vec<String> = rich.complete("/rule heading:surr").await.into_iter().map(|choice| choice.name).collect();
    assert!(names.iter().any(|name| name == "Siege Table — Sieges"), "{names:?}");
    let all = rich.complete("/rule heading:").await;
    assert_eq!(all.len(), 25);
    assert!(all[0].name.starts_with("Revolt"), "{:?}", all[0].name);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn help_says_what_the_one_who_asks_can_do_now() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    is_told(&rich.run("/help").await, "all players against a rebellion that the umpire plays. `/campaign start`");
    let (rich, others) = table.campaign(&["anna"]).await;
    let anna = &others[0];
    let help = rich.run("/help").await;
    is_told(&help, "Turn 1, action round 1 of 7: the umpire waits for your orders.");
    is_told(&help, "`/play`: play one of seven cards");
    is_told(&rich.press(&help.message(), "Play a card").await, "**Play a card.**");
    let help = anna.run("/help").await;
    is_told(&help, "About cards you propose:");
    anna.run("/turn order:Pass").await;
    is_told(&anna.run("/help").await, "one proposal of yours waits");
    is_told(&rich.run("/help").await, "`/staff roster`: one proposal waits for your word.");
    let stranger = table.member("walter");
    is_told(&stranger.run("/help").await, "you have no seat in this campaign yet");
    stranger.run("/campaign join looking_on:True").await;
    is_told(&stranger.run("/help").await, "you look on, and nothing is asked of you");
    is_told(&rich.run("/help topic:\"Playing a turn\"").await, "A turn: draw cards");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_with_a_typo_is_answered_with_the_nearest_wherever_one_is_typed() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    is_told(&rich.run("/campaign start scenario:reconquet").await, "There is no scenario \"reconquet\"; did you mean reconquest?");
    table.campaign(&[]).await;
    for command in [
        "/forces at:Easstsound",
        "/terrain location:Easstsound",
        "/encounter location:Easstsound",
        "/pursuit location:Easstsound theirs:3",
        "/odds encounter location:Easstsound",
        "/odds siege location:Easstsound",
        "/odds sortie location:Easstsound",
        "/odds march from:Easstsound",
        "/odds march from:Eastsound to:Easstsound",
        "/staff delegate member:@rich what:\"the force at a place\" at:Easstsound",
    ] {
        if let Ok(reply) = rich.try_run(command).await {
            assert!(
                reply.text().contains("did you mean Eastsound") || reply.text().contains("Did you mean Eastsound"),
                "{command}: {}",
                reply.text()
            );
        } else {
            panic!("{command} is not a command as it stands");
        }
    }
    is_told(&rich.run("/map island:Orcus").await, "did you mean Orcas?");
    is_told(&rich.run("/rule heading:Easstsound").await, "Did you mean Eastsound");
    is_told(&rich.run("/turn order:\"Pass: 1 Pp\"").await, "perhaps this was meant");
}
