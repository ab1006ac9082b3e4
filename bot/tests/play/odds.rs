//! Odds before orders, through the sandbox, as players see them.

use crate::table::{EXAMPLE_OF_PLAY, Table, is_board, surely};
use sandbox::Reply;

/// Holds an answer with odds to what all of them have: for the asker alone, with a picture and words for it.
#[track_caller]
fn is_told(reply: &Reply, sentence: &str) {
    assert!(reply.is_ephemeral(), "{}", reply.text());
    assert!(reply.content().contains(sentence), "{}", reply.text());
    let picture = &reply.attachments()[0];
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    assert!(picture.description.as_deref().is_some_and(|words| words.contains('%')), "{:?}", picture.description);
    if let Some(folder) = std::env::var_os("UMPIRE_PICTURES") {
        let name: String = sentence.chars().filter(|letter| letter.is_alphanumeric()).collect();
        std::fs::write(std::path::Path::new(&folder).join(format!("{name}.png")), &picture.bytes).unwrap();
        println!("{}\n({})\n", reply.text(), picture.description.as_deref().unwrap_or_default());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_of_the_rebellion_and_of_marches_are_told_to_the_asker_with_a_picture() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    assert!(rich.run("/odds revolt").await.content().starts_with("There is no campaign in this channel"));
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let revolt = rich.run("/odds revolt").await;
    is_told(&revolt, "may rise in the next rebellion, should nothing change before");
    assert!(revolt.text().contains("-# As the position stands: a place that rises counts at once"), "{}", revolt.text());
    assert!(revolt.text().contains("False Bay needs 6, +1 Ginnis in revolt"), "{}", revolt.text());
    let shared = rich.run("/odds revolt share:true").await;
    assert!(!shared.is_ephemeral());
    let met = rich.run("/odds encounter location:\"Mud Bay\"").await;
    is_told(&met, "At Mud Bay the enemy is met 33% of the time; then 21.2 units on average, 6 to 37.");
    assert!(met.text().contains("Mud Bay needs 5: 2 in 6"), "{}", met.text());
    let ours = rich.run("/odds encounter location:\"Friday Harbor\"").await;
    assert!(ours.content().contains("Nobody can be met at Friday Harbor"), "{}", ours.text());
    let way = rich.run("/odds march from:Richardson to:\"Mud Bay\"").await;
    is_told(&way, "From Richardson to Mud Bay");
    let reach = rich.run("/odds march from:\"False Bay\"").await;
    is_told(&reach, "From False Bay");
    let far = rich.run("/odds march from:\"Roche Harbor\" to:\"False Bay\"").await;
    assert!(far.text().contains("that takes three rounds") || far.text().contains("that takes two rounds"), "{}", far.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_boards_button_tells_the_odds_that_bear_on_what_is_to_be_done_now() {
    let mut table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let general = table.guild.channel("general");
    let board = general.wait_for(|message| is_board(message) && message.text().contains("play a card, or pass")).await;
    is_told(&rich.press(&board, "Odds").await, "may rise in the next rebellion, should nothing change before");
    table.meet(&rich).await;
    let board = general.wait_for(|message| is_board(message) && message.text().contains("Odds")).await;
    let pursuit = rich.press(&board, "Odds").await;
    is_told(&pursuit, "pursuit");
    // The others are beside them, also after a restart.
    table.stop_umpire().await;
    table.start_umpire().await;
    let revolts = pursuit.press("Revolt odds").await;
    is_told(&revolts, "may rise in the next rebellion, should nothing change before");
    rich.run("/battle order order:\"Anglo-Egyptians held the field\"").await;
    table.wait_for("2 of 2 is won.").await;
    let late = revolts.press("Pursuit odds").await;
    assert!(late.is_ephemeral() && late.content().starts_with("There is nothing to reckon with here any more"), "{}", late.text());
    rich.run("/campaign end").await.press("End the campaign").await;
    general.wait_for(|message| is_board(message) && message.text().contains("closed") && !message.text().contains("[Odds]")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_that_cannot_be_told_are_answered_with_one_sentence_for_the_asker() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    for (asked, said) in [
        ("/odds encounter location:Tamay", "No place is called \"Tamay\"; did you mean Tamai?"),
        ("/odds siege", "No place is besieged just now."),
        ("/odds siege location:Olga", "Olga is not besieged, nor is any other place."),
        ("/odds sortie", "No place is besieged just now."),
        ("/odds pursuit", "No battle is being fought here: say how many units are `ours`, and how many `theirs`."),
        ("/odds march", "No force is on the move: say in `from` where it is."),
        ("/odds march from:Tamai", "Nobody of ours can march from Tamai."),
        ("/odds march from:Olga to:Olga", "The force is at Olga already."),
        ("/odds march from:Olga to:Lopez", "There is no way by land from Olga to Lopez for it."),
    ] {
        let reply = rich.run(asked).await;
        assert!(reply.is_ephemeral() && reply.content() == said, "{asked}: {}", reply.text());
    }
    let names: Vec<String> = rich.complete("/odds encounter location:mud").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(names[0], "Mud Bay — 33% to be met");
    let names: Vec<String> = rich.complete("/odds march from:friday").await.into_iter().map(|choice| choice.name).collect();
    assert!(names[0].starts_with("Friday Harbor — "), "{names:?}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_of_a_pursuit_need_no_battle_on_the_map() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/campaign start scenario:uprising").await;
    let reply = rich.run("/odds pursuit cavalry:0 ours:10 theirs:10 lost:6").await;
    is_told(&reply, "The pursuit destroys the whole force 17% of the time; on average 4.5 of 10 units are lost in it.");
    assert!(reply.text().contains("pursuit: +2 no cavalry on the board; 10 of ours against 10"), "{}", reply.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_of_a_siege_and_of_the_sorties_from_it() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    for _ in 1..=7 {
        rich.run("/turn order:Pass").await;
        surely(&rich, "/turn order:\"End the round\"").await;
    }
    rich.run("/turn order:\"Draw the cards\"").await;
    // Only West Sound rises, beside Deer Harbor and across from Waldron; its five units are besieged.
    let rolled = rich.run("/turn order:rebellion dice:\"1 1 1 6 1 1 1 1 1 1 1 1 1\"").await;
    rolled.taken_back().await;
    let besieged = rich.run("/odds siege").await;
    is_told(&besieged, "When the turn ends West Sound falls 3% of the time; the siege is broken 3% of the time.");
    assert!(besieged.text().contains("exactly 1/36 fallen, 1/36 broken"), "{}", besieged.text());
    let sortie = rich.run("/odds sortie").await;
    is_told(
        &sortie,
        "West Sound: sitting tight it falls 3% of the time, and the siege is broken 3% of the time; a sortie of four units breaks it 59% of the time, and loses the place 3%.",
    );
    let one = rich.run("/odds sortie location:\"West Sound\" units:1").await;
    assert!(one.text().contains("sally with 1"), "{}", one.text());
    let many = rich.run("/odds sortie location:\"West Sound\" units:100").await;
    assert!(many.content().starts_with("Only ") && many.content().ends_with("units are at West Sound."), "{}", many.text());
    table.sandbox.assert_nothing_refused();
}
