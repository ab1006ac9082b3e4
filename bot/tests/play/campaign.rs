//! Campaigns through the sandbox, as players see them.

use crate::program::output;
use crate::table::{EXAMPLE_OF_PLAY, Table, select_late};

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_starts_a_campaign_and_sees_the_rebellion_with_its_rolls_and_the_map() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let reply = rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    reply.taken_back().await;
    let opening = table.message("the uprising begins");
    assert!(!opening.text().contains("SHA-256"), "the message before it says so: {}", opening.text());
    assert!(opening.text().contains("Retaking Tokar before anything else falls wins when the turn ends"), "R53");
    let cards = table.message("seven cards drawn");
    let listed = cards.embeds()[0].description.as_deref().unwrap_or_default().lines().filter(|line| line.starts_with("· ")).count();
    assert_eq!(listed, 7, "{}", cards.text());
    let rebellion = table.message("the rebellion spreads");
    println!("{}\n{}\n{}", opening.text(), cards.text(), rebellion.text());
    assert!(rebellion.text().contains("eight places are lost"), "{}", rebellion.text());
    assert!(rebellion.text().contains("Lost: Stuart, Waldron, El Obeid, Deer Harbor, Blakely, Mud Bay, Ginnis and Tamai."));
    assert!(rebellion.text().contains("From El Obeid the garrison gets away to Olga: Regulars 4/2."));
    assert!(rebellion.text().contains("At Stuart the garrison goes over to the Mahdi: Militia 3."));
    let picture = &rebellion.attachments()[0];
    assert!(picture.bytes.starts_with(b"\x89PNG"));
    let rolls = rich.press(&rebellion, "All 23 rolls").await;
    assert!(rolls.is_ephemeral());
    assert!(
        rolls.text().contains("Tamai 1D6 [4] +1 Ginnis in revolt +1 all of Stuart Island in revolt = 6, needs 6\n"),
        "{}",
        rolls.text()
    );
    assert!(
        rolls.text().contains("Friday Harbor needs 8, +1 all of Stuart Island in revolt: impossible, no die thrown"),
        "{}",
        rolls.text()
    );
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_passed_to_its_end_by_buttons_and_the_next_one_begins() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    for round in 1..=7 {
        let last = table.messages().pop().unwrap();
        rich.press(&last, "Pass: 1 Op").await;
        let passed = table.wait_for(&format!("Action round {round}: no card is played.")).await;
        let asked = rich.press(&passed, "End the round").await;
        if round == 7 {
            // The last round ends the turn, and dice are thrown: that is asked once.
            assert!(asked.is_ephemeral() && asked.text().contains("End the last action round of turn 1?"), "{}", asked.text());
            asked.press("End the turn").await;
        } else {
            table.wait_for(&format!("action round {} of 7: play a card, or pass.", round + 1)).await;
        }
    }
    let end = table.wait_for("Turn 1 ends at").await;
    assert!(end.text().contains("Turn 1 ends at 50 victory points; turn 2 begins."), "{}", end.text());
    let last = rich.run("/turn order:\"Draw the cards\"").await;
    last.taken_back().await;
    assert!(table.message("Turn 2").text().contains("Into the draw pile before the draw: 36 Hicks Expedition (2, event)."), "Hicks, R13");
    rich.run("/turn order:rebellion").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_asked_about_once_where_it_is_pressed_is_asked_about_where_it_is_typed() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    // Whatever hand was drawn has a card that can be played for replacements; an event is not in every hand.
    let mut choices = rich.complete("/play order:replacement").await;
    choices.retain(|choice| choice.name.contains(" replacement"));
    let card = choices.first().unwrap_or_else(|| panic!("{}", table.sandbox.transcript())).value.as_str().unwrap().to_owned();
    for command in ["play", "turn"] {
        let asked = rich.run(&format!("/{command} order:{card}")).await;
        assert!(asked.is_ephemeral() && asked.text().contains("for replacements?"), "{}", asked.text());
        asked.press("Back").await;
    }
    for _ in 1..=6 {
        rich.run("/turn order:pass").await.taken_back().await;
        rich.run("/turn order:end-round").await.taken_back().await;
    }
    rich.run("/turn order:pass").await.taken_back().await;
    let asked = rich.run("/turn order:end-round").await;
    assert!(asked.is_ephemeral() && asked.text().contains("End the last action round of turn 1?"), "{}", asked.text());
    assert!(!rich.run("/turn").await.text().contains("Turn 2"), "nothing is done before the answer");
    asked.press("End the turn").await;
    table.wait_for("Turn 1 ends at").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_garrison_driven_out_of_a_port_asks_where_to_go() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/campaign start dice:\"6 3\"").await;
    let asks = table.message("the garrison of Stuart asks where to go");
    assert!(asks.text().contains("where does the garrison of Stuart go (Militia 3)?"), "{}", asks.text());
    let refused = rich.run("/turn order:rebellion").await;
    assert!(refused.is_ephemeral());
    assert_eq!(refused.content(), "Something else is waiting to be decided first; the board says what.");
    rich.select(&asks, "Where does the garrison go?", &["Retreat to Roche Harbor"]).await;
    let gone = table.wait_for("gets away").await;
    assert!(gone.text().contains("From Stuart the garrison gets away to Roche Harbor: Militia 3."), "{}", gone.text());
    // The menu as it was: by now the message offers what is next.
    let late = select_late(&rich, &asks, "Where does the garrison go?", "Retreat to Olga").await;
    assert!(late.is_ephemeral() || !late.followups().is_empty());
    assert!(late.text().contains("out of date") || late.followups()[0].text().contains("out of date"), "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn members_join_and_leave_and_the_commander_ends_the_campaign_and_learns_its_seed() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/campaign start scenario:uprising").await;
    assert!(tom.run("/turn order:Pass").await.is_ephemeral());
    tom.run("/campaign join").await;
    assert!(tom.run("/campaign join").await.content().starts_with("You are in already"));
    let status = tom.run("/campaign status").await;
    assert!(status.text().contains("commander in chief"), "{}", status.text());
    let seal = status.text().split("seed `").nth(1).and_then(|rest| rest.split('`').next()).unwrap().to_owned();
    assert!(tom.run("/campaign end").await.text().contains("who has the command, may do that"));
    tom.run("/campaign leave").await;
    assert!(tom.run("/campaign leave").await.content().starts_with("You are not in this campaign"));
    assert!(rich.run("/campaign leave").await.content().starts_with("You are the commander in chief"));
    let asks = rich.run("/campaign end").await;
    asks.press("End the campaign").await;
    let closed = table.wait_for("is closed.**").await;
    let seed = closed.text().split('`').nth(1).unwrap().to_owned();
    let bytes: Vec<u8> = (0..32).map(|index| u8::from_str_radix(&seed[2 * index..2 * index + 2], 16).unwrap()).collect();
    assert_eq!(engine::pack::hexadecimal(&<sha2::Sha256 as sha2::Digest>::digest(&bytes)), seal, "the seed is the one that was sealed");
    assert!(rich.run("/turn").await.content().starts_with("There is no campaign in this channel"));
    rich.run("/campaign start scenario:uprising").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_channel_has_one_campaign_at_a_time() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/campaign start scenario:uprising").await;
    assert!(rich.run("/campaign start scenario:uprising").await.content().starts_with("This channel has a game already"));
    rich.in_channel("second").run("/campaign start scenario:reconquest").await;
    let second = table.guild.channel("second").messages();
    assert!(second.iter().any(|message| message.text().contains("the re-conquest begins")), "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_map_is_drawn_with_and_without_a_campaign_and_for_an_island() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let before = rich.run("/map").await;
    assert!(before.text().contains("as the campaign begins"), "{}", before.text());
    assert!(before.attachments()[0].description.as_deref().is_some_and(|text| text.contains("Tokar")), "alt text");
    rich.run("/campaign start scenario:uprising").await;
    let island = rich.run("/map island:Lopez private:true").await;
    assert!(island.is_ephemeral() && island.content().contains("Lopez: turn 1."), "{}", island.text());
    assert!(rich.run("/map island:Lopes").await.content().contains("No island is called \"Lopes\"; did you mean Lopez?"));
    for (overlay, said) in [
        ("Revolt risk", "turn 1, chance to rise at the next roll."),
        ("Supply", "turn 1, supply."),
        ("Sieges", "turn 1, sieges and the chance to fall as the turn ends"),
        ("Last turn's moves", "turn 1, moves since turn 1 began"),
    ] {
        let marked = rich.run(&format!("/map overlay:\"{overlay}\" private:true")).await;
        assert!(marked.content().contains(said) && marked.attachments()[0].bytes.starts_with(b"\x89PNG"), "{}", marked.text());
        let words = marked.attachments()[0].description.clone().unwrap_or_default();
        assert!(overlay != "Revolt risk" || words.contains("Chance to rise: "), "{words}");
    }
    let completed: Vec<String> = rich.complete("/map island:S").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(completed[..2], ["Stuart", "Shaw"]);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_exported_campaign_is_run_again_by_the_program_which_proves_its_dice_with_the_seed() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/campaign start scenario:uprising").await;
    let round = async || {
        if rich.run("/turn").await.text().contains("play a card, or pass") {
            return true;
        }
        rich.run("/turn order:rebellion").await;
        if let Some(choice) = rich.complete("/turn order:Retreat to").await.first() {
            rich.run(&format!("/turn order:{}", choice.value.as_str().unwrap_or_default())).await;
        }
        false
    };
    table.until("the rebellion is settled", round).await;
    let exported = rich.run("/campaign export").await;
    assert!(exported.is_ephemeral() && exported.content().contains("orders so far, in a file"), "{}", exported.text());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.json");
    std::fs::write(&file, &exported.attachments()[0].bytes).unwrap();
    let run = |task: &str, more: &[&str]| {
        let output = output(std::process::Command::new(env!("CARGO_BIN_EXE_umpire")).arg(task).arg(&file).args(more));
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr))
    };
    let (ran, told) = run("replay", &[]);
    assert!(ran && told.contains("No. 1 · turn 1 · Set up uprising") && told.contains("At the end: turn 1"), "{told}");
    rich.run("/campaign end").await.press("End the campaign").await;
    let seed = table.wait_for("is closed.**").await.text().split('`').nth(1).unwrap().to_owned();
    let (ran, told) = run("replay", &["--json", "--seed", &seed]);
    assert!(ran && told.lines().all(|line| line.contains("\"proved\":true")), "{told}");
    let (ran, told) = run("replay", &["--seed", &"0".repeat(64)]);
    assert!(!ran && told.contains("that is not the seed of this game's dice"), "{told}");
    let (proved, told) = run("verify", &["--seed", &seed]);
    assert!(proved && told.starts_with("Proved: ") && told.contains("The SHA-256 of the seed is "), "{told}");
    let (proved, told) = run("verify", &[]);
    assert!(!proved && told.starts_with("umpire: not proved: without the seed no roll can be proved"), "{told}");
    let (proved, told) = run("verify", &["--seed", &"0".repeat(64)]);
    assert!(!proved && told.contains("not proved: that is not the seed of") && told.lines().count() == 1, "{told}");
    let exported = rich.run("/campaign export").await;
    assert!(exported.content().contains("with the seed of their dice"), "{}", exported.text());
    std::fs::write(&file, &exported.attachments()[0].bytes).unwrap();
    let (proved, told) = run("verify", &[]);
    assert!(proved && told.starts_with("Proved: "), "{told}");
    std::fs::write(&file, "{\"format\":").unwrap();
    let (proved, told) = run("verify", &[]);
    assert!(!proved && told.starts_with("umpire: not proved: that file is no campaign of mine") && told.lines().count() == 1, "{told}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_is_not_clear_opens_a_menu_of_what_could_be_meant() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let several = rich.run("/turn order:Op").await;
    assert!(several.is_ephemeral() && several.text().contains("\"Op\" could be several orders; choose one."), "{}", several.text());
    let lines: Vec<String> = several.components()[0].options.iter().map(|option| option.0.clone()).collect();
    assert!(lines.len() >= 2 && lines.iter().all(|line| line.to_lowercase().contains("op")), "{lines:?}");
    let middle = rich.run("/turn order:\"ss: 1 Op\"").await;
    assert!(middle.text().contains("perhaps this was meant") && middle.text().contains("Pass: 1 Op"), "{}", middle.text());
    let typo = rich.run("/turn order:\"Pas: 1 Op\"").await;
    assert!(typo.text().contains("perhaps this was meant") && typo.text().contains("Pass: 1 Op"), "{}", typo.text());
    let none = rich.run("/turn order:\"storm the citadel\"").await;
    assert!(none.is_ephemeral() && none.text().contains("is nothing that can be ordered now; this is."), "{}", none.text());
    typo.select("Which is meant?", &["Pass: 1 Op"]).await;
    table.wait_for("Action round 1: no card is played.").await;
    // Named in full it is meant, though the points on the way begin with the same words; and the despatch shows the island.
    let sheet = rich.run("/move order:\"Activate Olga\"").await;
    assert!(sheet.text().contains("[End the round]") && !sheet.text().contains("[Play a card]"), "{}", sheet.text());
    rich.run("/move order:\"March to El Obeid\" dice:\"1 1 1\"").await;
    let marched = table.wait_for("Olga to El Obeid").await;
    let [map] = marched.attachments() else { panic!("{} pictures", marched.attachments().len()) };
    let words = map.description.clone().unwrap_or_default();
    assert!(map.name == "map.png" && words.contains("El Obeid") && !words.contains("Friday Harbor"), "{words}");
    table.sandbox.assert_nothing_refused();
}
