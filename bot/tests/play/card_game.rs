//! The card game of the Sudan on Discord: begun in a few presses, played by two, by one against the staff from either side; every choice a few
//! presses; resigned, undone, filmed, exported; and both pressing at once.

use engine::card_game::state::State;
use sandbox::{Member, Message};
use umpire::files::{import, proof};

use crate::table::Table;

/// The first button that is the usual next step, and offers no sheet, if there is one.
fn advised(message: &Message) -> Option<String> {
    let labels: Vec<String> = message.components().iter().filter_map(|component| component.label.clone()).collect();
    labels.into_iter().find(|label| label == "As the staff would")
}

/// Whether a private hand says that something is asked of its player.
fn is_asked(hand: &Message) -> bool {
    !hand.text().contains("Nothing is asked of you now")
}

/// Plays on as the staff advises each member, until the game is over; how many presses each gave, opening the hand counted.
async fn play_on(members: &[&Member], most: usize) -> Vec<usize> {
    let mut presses = vec![0; members.len()];
    let begun = std::time::Instant::now();
    let mut so_far = Vec::new();
    for _ in 0..most {
        let mut anybody = false;
        for (member, presses) in members.iter().zip(&mut presses) {
            let hand = member.run("/sudan hand").await.message();
            assert!(hand.is_ephemeral(), "a hand is for its player alone");
            let Some(label) = advised(&hand) else { continue };
            assert!(is_asked(&hand), "{}", hand.text());
            let numbered = hand.text().lines().find(|line| line.contains(" · No. ")).map(str::to_owned);
            let offered = (numbered, begun.elapsed());
            let reply = member.press(&hand, &label).await;
            // A staff that thinks may take longer than is waited for an answer that need not come.
            reply.wait_until(|message| message.edits() > hand.edits()).await;
            so_far.push((offered, begun.elapsed()));
            assert!(reply.followups().is_empty(), "nothing but the hand is to be told: {}\n{so_far:?}", reply.text());
            *presses += 2;
            anybody = true;
        }
        if !anybody {
            return presses;
        }
    }
    panic!("no end after {most} rounds");
}

/// Writes down what was said in a test, for whoever wants to read it: `TRANSCRIPTS` names a folder.
fn write_down(table: &Table, name: &str, private: &[Message]) {
    let Ok(folder) = std::env::var("TRANSCRIPTS") else { return };
    let messages: Vec<Message> = table.guild.channel("general").messages().into_iter().chain(private.iter().cloned()).collect();
    let said: Vec<String> = messages.iter().map(|message| format!("----- {} edits\n{}", message.edits(), message.text())).collect();
    std::fs::write(format!("{folder}/{name}.txt"), said.join("\n")).unwrap();
    for (place, message) in messages.iter().enumerate() {
        for file in message.attachments() {
            std::fs::write(format!("{folder}/{name}-{place}-{}", file.name), &file.bytes).unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_member_plays_the_staff_from_either_side_to_the_end_and_the_closed_game_proves_itself() {
    for (side, staff) in [("The Anglo-Egyptians", "The plain staff"), ("The Mahdists", "The searching staff")] {
        let table = Table::laid().await;
        let rich = table.member("rich");
        let asked = rich.run("/sudan new").await;
        assert!(asked.is_ephemeral() && asked.text().contains("1 of 2"), "{}", asked.text());
        asked.press(side.trim_start_matches("The ")).await.press(staff).await;
        let opening = table.wait_for("the cards are dealt").await;
        assert!(
            table.message("The SHA-256 of their seed").id() < opening.id() && opening.text().contains("played by a member"),
            "{}",
            opening.text()
        );
        let hand = rich.run("/sudan hand").await.message();
        let table_sheet = rich.run("/sudan board").await.message();
        assert!(hand.attachments().iter().any(|file| file.name == "hand.png"), "{}", hand.text());
        assert!(table_sheet.attachments().iter().any(|file| file.name == "board.png"), "{}", table_sheet.text());
        let presses = play_on(&[&rich], 400).await;
        println!("alone as {side}: {} presses", presses[0]);
        let report = table.wait_for("Hand at the end").await;
        assert!(report.text().contains("Luck:") && report.text().contains("It took"), "{}", report.text());
        let draws = rich.press(&report, "Draws of the Mahdists").await;
        assert!(draws.is_ephemeral() && draws.text().contains("Turn 1:"), "{}", draws.text());
        let over = rich.run("/sudan end").await;
        rich.press(&over.message(), "End the card game").await;
        table.wait_for("The seed of its dice was").await;
        let file = rich.run("/campaign export").await;
        let closed = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
        let proved = proof::prove::<State>(&closed, None).unwrap();
        assert!(proved.unproved == 0, "{proved:?}");
        write_down(&table, &format!("sudan-alone-{}", side.replace(' ', "-")), &[hand, table_sheet]);
        table.sandbox.assert_nothing_refused();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_ends_a_game_that_is_not_over_while_another_plays_on_but_when_it_is_given_up_they_do() {
    for (command, give_up, noun) in [("sudan", "resign", "card game"), ("battle", "withdraw", "battle"), ("khartoum", "resign", "game")] {
        let table = Table::laid().await;
        let (rich, tom, anne) = (table.member("rich"), table.member("tom"), table.member("anne"));
        let begun = if command == "battle" { " scenario:\"Marching across the Sudan\"" } else { "" };
        rich.run(&format!("/{command} new opponent:\"Whoever joins\"{begun}")).await;
        table.wait_for("The SHA-256 of their seed").await;
        tom.run(&format!("/{command} join")).await;
        let end = format!("/{command} end");
        let refused = rich.run(&end).await;
        assert!(
            refused.is_ephemeral() && refused.text().contains(&format!("/{command} {give_up} gives it up")),
            "{end}: {}",
            refused.text()
        );
        let stranger = anne.run(&end).await;
        assert!(stranger.text().contains(&format!("You are not in this {noun}: join it with /{command} join.")), "{}", stranger.text());
        let asked = tom.run(&format!("/{command} {give_up}")).await.message();
        let label = asked.components().iter().find_map(|button| button.label.clone()).unwrap();
        tom.press(&asked, &label).await;
        let asked = rich.run(&end).await.message();
        assert!(!table.sandbox.transcript().contains("The seed of its dice was"), "{end}");
        rich.press(&asked, &format!("End the {noun}")).await;
        table.wait_for("The seed of its dice was").await;
        table.sandbox.assert_nothing_refused();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_members_play_to_the_end_and_the_report_says_how_they_stand_against_each_other() {
    let table = Table::laid().await;
    let (rich, tom, anne) = (table.member("rich"), table.member("tom"), table.member("anne"));
    let none = rich.run("/sudan record member:@tom").await;
    assert!(none.text().contains("finished no card game here yet"), "{}", none.text());
    rich.run("/sudan new opponent:\"Whoever joins\"").await;
    let opening = table.wait_for("the cards are dealt").await;
    tom.press(&opening, "Join").await;
    let joined = table.wait_for("joins").await;
    assert!(joined.text().contains("Next:"), "{}", joined.text());
    let waits = |opening: &Message| opening.component("Join").is_some() || opening.text().contains("has to take the side");
    table.until("nobody is waited for", async || !waits(&table.message("the cards are dealt"))).await;
    assert!(anne.run("/sudan join").await.text().contains("Both sides are taken"));
    assert!(anne.run("/sudan hand").await.text().contains("Only those who play a side have a hand"));
    let presses = play_on(&[&rich, &tom], 400).await;
    println!("two members: {presses:?} presses, {} messages", table.messages().len());
    let report = table.wait_for("Hand at the end").await;
    assert!(report.text().contains("one game;"), "{}", report.text());
    let record = tom.run("/sudan record member:@rich").await;
    assert!(record.is_ephemeral() && record.text().contains("one game;"), "{}", record.text());
    rich.run("/sudan film").await;
    let film = table.guild.channel("general").wait_for(|message| message.attachments().iter().any(|file| file.name == "film.gif")).await;
    assert!(film.attachments().iter().all(|file| !file.description.clone().unwrap_or_default().is_empty()), "a film has words");
    write_down(&table, "sudan-two", &[]);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_relief_each_side_chooses_without_waiting_for_the_other_and_neither_press_makes_the_others_void() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/sudan new opponent:\"Whoever joins\"").await;
    table.wait_for("the cards are dealt").await;
    tom.run("/sudan join").await;
    // Both have their hands open; the one who chooses first does not make the other's menu out of date.
    let (ours, theirs) = (rich.run("/sudan hand").await.message(), tom.run("/sudan hand").await.message());
    let menu = ours.components().iter().find(|component| !component.options.is_empty()).unwrap().clone();
    let two: Vec<&str> = menu.options.iter().take(2).map(|option| option.0.as_str()).collect();
    let chosen = rich.select(&ours, &menu.label.unwrap(), &two).await;
    assert!(chosen.text().contains("Nothing is asked of you now"), "{}", chosen.text());
    let board = table.guild.channel("general").wait_for(|message| message.text().contains("No. 5 · the board")).await;
    assert!(!board.text().contains("have chosen to exchange"), "{}", board.text());
    let told = table.wait_for("The Anglo-Egyptians have chosen what they exchange.").await;
    assert!(!told.text().contains("Regiment") && !told.text().contains("British"), "{}", told.text());
    // Its own choice is taken back freely as long as nothing is revealed, and the other side's menu still holds.
    let undone = rich.run("/undo").await;
    assert!(!undone.text().contains("asks"), "{}", undone.text());
    let again = rich.run("/sudan hand").await.message();
    rich.press(&again, "Exchange nothing").await;
    let chosen = tom.press(&theirs, "Exchange nothing").await;
    assert!(!chosen.text().contains("out of date"), "{}", chosen.text());
    let told = table.wait_for("lay their cards last").await;
    assert!(told.text().contains("The Mahdists exchange nothing."), "{}", told.text());
    // Past a die it takes the other's word.
    tom.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    rich.press(&request, "Agree: undo it").await;
    table.wait_for("Undone").await;
    assert!(rich.run("/turn").await.text().contains("Relief"));
    table.sandbox.assert_nothing_refused();
}

/// Whether a message offers something that is called so, or begins so.
fn offers(message: &Message, label: &str) -> bool {
    message.components().iter().any(|component| component.label.as_deref().is_some_and(|known| known.starts_with(label)))
}

/// A card game in which rich lays the Mahdists' units freely, and the hand that asks which. One hand in some thousands has no unit in it, and
/// nothing to lay: another game is begun then, at a table at which nothing has been said.
async fn with_units_to_lay() -> (Table, Member, Message) {
    for _ in 0..5 {
        let table = Table::laid().await;
        let rich = table.member("rich");
        rich.run("/sudan new side:\"The Mahdists\" alike:\"None: units are laid freely\"").await;
        table.wait_for("the cards are dealt").await;
        let hand = rich.run("/sudan hand").await.message();
        let pressed = rich.press(&hand, "Exchange nothing").await;
        // Whoever lays first, the Mahdists are asked: the staff lays at once. The hand is drawn anew meanwhile.
        table.until("the next phase is shown in the hand", async || offers(&pressed.message(), "All is laid")).await;
        let hand = pressed.message();
        if offers(&hand, "What is laid") {
            return (table, rich, hand);
        }
    }
    panic!("five hands without a unit to lay");
}

#[tokio::test(flavor = "multi_thread")]
async fn several_cards_are_laid_with_one_menu_and_an_answer_that_is_refused_lays_none() {
    let (table, rich, hand) = with_units_to_lay().await;
    let menu = hand.components().iter().find(|component| !component.options.is_empty()).unwrap().clone();
    assert!(menu.label.as_deref().unwrap_or_default().starts_with("What is laid where?"), "{}", hand.text());
    let (first, ..) = menu.options[0].clone();
    let laid = rich.select(&hand, menu.label.as_deref().unwrap(), &[&first]).await;
    assert!(laid.text().contains("Face down:"), "{}", laid.text());
    // The same press once more, as with a trembling finger, lays nothing more.
    let chosen = serde_json::json!({ "component_type": 3, "custom_id": menu.custom_id, "values": [menu.options[0].1] });
    let again = rich.use_raw(hand.id(), chosen).await.unwrap();
    let says = again.wait_for_followups(1).await.remove(0);
    assert!(says.text().contains("out of date"), "{}", says.text());
    let public = table
        .guild
        .channel("general")
        .wait_for(|message| message.text().contains("face down") && message.text().contains("the board"))
        .await;
    let name =
        first.split(" → ").next().unwrap().trim_start_matches(|letter: char| letter.is_ascii_digit()).trim_start_matches(" × ").to_owned();
    assert!(!public.text().contains(&name), "{name} is nobody else's business: {}", public.text());
    let undone = rich.run("/undo").await;
    assert!(!undone.text().contains(&name) || undone.is_ephemeral(), "{}", undone.text());
    assert!(table.messages().iter().all(|message| !message.text().contains(&name)), "{name}");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_resigns_is_asked_once_and_the_other_side_has_won_and_has_to_agree_to_an_undo() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/sudan new opponent:\"Whoever joins\"").await;
    table.wait_for("the cards are dealt").await;
    tom.run("/sudan join").await;
    let asked = tom.run("/sudan resign").await;
    assert!(asked.is_ephemeral() && asked.text().contains("Resign?"), "{}", asked.text());
    tom.press(&asked.message(), "Resign").await;
    let report = table.wait_for("Hand at the end").await;
    assert!(report.text().contains("The Mahdists resign: the Anglo-Egyptians have won"), "{}", report.text());
    assert!(rich.run("/sudan hand").await.text().contains("the Anglo-Egyptians have won"));
    // Both know now what was hidden: it takes the other side's word to go on.
    tom.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    assert!(request.text().contains("it showed what was hidden, so it takes a second word"), "{}", request.text());
    rich.press(&request, "Agree: undo it").await;
    table.wait_for("The game goes on.").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_of_a_running_game_leaves_hidden_rows_out_and_says_so() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/sudan new opponent:\"Whoever joins\"").await;
    table.wait_for("the cards are dealt").await;
    tom.run("/sudan join").await;
    for _ in 0..3 {
        for member in [&rich, &tom] {
            let hand = member.run("/sudan hand").await.message();
            if let Some(label) = advised(&hand) {
                member.press(&hand, &label).await;
            }
        }
    }
    let file = tom.run("/campaign export").await;
    assert!(file.text().contains("left out"), "{}", file.text());
    let text = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
    assert!(!text.contains("\"relieve\"") && !text.contains("\"lay\""), "a hidden order is in the file");
    assert!(!text.contains("\"drew\""), "a draw is in the file");
    assert!(import::read::<State>(text.as_bytes()).is_err(), "a file with rows left out is for reading");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_one_plays_the_staff_and_no_member() {
    let table = Table::laid().await;
    let anna = table.member("anna").in_direct_messages();
    let asked = anna.run("/sudan new").await.press("Mahdists").await;
    assert!(asked.text().contains("2 of 2") && !asked.text().contains("joins"), "{}", asked.text());
    asked.press("The plain staff").await;
    let here = anna.channel();
    here.wait_for(|message| message.text().contains("the cards are dealt")).await;
    for another in ["/sudan new", "/battle new", "/khartoum new"] {
        let refused = anna.run(another).await;
        assert!(refused.text().contains("There is a game here already"), "{another} asks nothing first: {}", refused.text());
    }
    play_on(&[&anna], 400).await;
    here.wait_for(|message| message.text().contains("Hand at the end")).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_of_the_card_game_are_told_where_it_is_played_and_so_is_what_a_card_does() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/sudan new tactics_at_once:True").await;
    table.wait_for("the cards are dealt").await;
    let told = rich.run("/rules").await;
    assert!(told.text().contains("**C07: both choose their Tactics at once, face down**"), "{}", told.text());
    let told = rich.run("/rule heading:\"Who deploys last\"").await;
    assert!(told.text().contains("C02"), "{}", told.text());
    let told = rich.run("/rule heading:\"Attack Suakin\"").await;
    assert!(told.text().contains("only in Eastern Sudan"), "{}", told.text());
    let offered: Vec<String> = rich.complete("/rule heading:Amir").await.into_iter().map(|choice| choice.name).collect();
    assert_eq!(offered, ["Amir"]);
    table.sandbox.assert_nothing_refused();
}
