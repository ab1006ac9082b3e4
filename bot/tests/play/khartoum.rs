//! The siege on Discord: begun in a few presses, played by two, by one against the staff from either side; a move in at most four choices;
//! resigned, undone by consent, filmed, exported, proved.

use engine::khartoum::state::State;
use sandbox::{Member, Message};
use umpire::files::{import, proof};

use crate::table::Table;

/// The button that does what the staff would.
pub(crate) const ADVISED: &str = "As the staff would";
/// The button that draws.
pub(crate) const DRAW: &str = "Draw a card";

fn has(message: &Message, label: &str) -> bool {
    message.components().iter().any(|component| component.label.as_deref() == Some(label))
}

/// The usual next step on a side's sheet, if its player is asked.
fn usual(hand: &Message) -> Option<&'static str> {
    [ADVISED, DRAW].into_iter().find(|label| has(hand, label))
}

/// Plays on as the staff advises each member, until the game is over; how many presses each gave, opening the sheet counted.
async fn play_on(members: &[&Member], most: usize) -> Vec<usize> {
    let mut presses = vec![0; members.len()];
    for _ in 0..most {
        let mut anybody = false;
        for (member, presses) in members.iter().zip(&mut presses) {
            let hand = member.run("/khartoum hand").await.message();
            assert!(hand.is_ephemeral(), "a side's sheet is for its player alone");
            let Some(label) = usual(&hand) else { continue };
            let reply = member.press(&hand, label).await;
            assert!(!reply.text().contains("out of date"), "{}", reply.text());
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

/// Closes a game that is over, and gives its file.
pub(crate) async fn closed(table: &Table, member: &Member) -> String {
    let asked = member.run("/khartoum end").await;
    member.press(&asked.message(), "End the game").await;
    table.wait_for("The seed of its dice was").await;
    let file = member.run("/campaign export").await;
    String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap()
}

async fn against_the_staff(side: &str, staff: &str) {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let asked = rich.run("/khartoum new").await;
    assert!(asked.is_ephemeral() && asked.text().contains("1 of 2"), "{}", asked.text());
    asked.press(side).await.press(staff).await;
    let opening = table.wait_for("the counters are laid out").await;
    assert!(opening.text().contains("played by a member"), "{}", opening.text());
    let hand = rich.run("/khartoum hand").await.message();
    let board = rich.run("/khartoum board").await.message();
    assert!(hand.attachments().iter().any(|file| file.name == "hand.png"), "{}", hand.text());
    let presses = play_on(&[&rich], 400).await;
    println!("alone as {side}: {} presses, {} messages", presses[0], table.messages().len());
    let report = table.wait_for("It took").await;
    assert!(report.text().contains("Luck:"), "{}", report.text());
    let last = rich.run("/khartoum board").await.message();
    let file = closed(&table, &rich).await;
    let proved = proof::prove::<State>(&file, None).unwrap();
    assert!(proved.unproved == 0, "{proved:?}");
    write_down(&table, &format!("khartoum-alone-{side}"), &[asked.message(), hand, board, last]);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_member_plays_the_empire_against_the_plain_staff_to_the_end_and_the_closed_game_proves_itself() {
    against_the_staff("Empire", "The plain staff").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_member_plays_the_mahdists_against_the_plain_staff_to_the_end_and_the_closed_game_proves_itself() {
    against_the_staff("Mahdists", "The plain staff").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_searching_staff_answers_a_member_within_its_time() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/khartoum new side:\"The Mahdists\" opponent:\"The searching staff\"").await;
    table.wait_for("the counters are laid out").await;
    // The Mahdists are first in a turn. The press that ends their part has the staff play its own, until it asks them something.
    let is_told = |says: &str| table.messages().iter().any(|message| message.text().contains(says));
    for _ in 0..60 {
        if is_told("Turn 2: the Mahdists.") {
            break;
        }
        let hand = rich.run("/khartoum hand").await.message();
        let label = usual(&hand).unwrap_or_else(|| panic!("the staff has not answered: {}", hand.text()));
        rich.press(&hand, label).await;
    }
    table.wait_for("Turn 1: the Empire.").await;
    table.wait_for("Turn 2: the Mahdists.").await;
    table.sandbox.assert_nothing_refused();
}

/// Two members at a new game.
async fn two(table: &Table) -> (Member, Member) {
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/khartoum new opponent:\"Whoever joins\"").await;
    let opening = table.wait_for("the counters are laid out").await;
    tom.press(&opening, "Join").await;
    let joined = table.wait_for("joins").await;
    assert!(joined.text().contains("Next:"), "{}", joined.text());
    let waits = |opening: &Message| opening.component("Join").is_some() || opening.text().contains("has to take the side");
    table.until("nobody is waited for", async || !waits(&table.message("the counters are laid out"))).await;
    (rich, tom)
}

#[tokio::test(flavor = "multi_thread")]
async fn two_members_play_to_the_end_look_at_its_film_and_nobody_else_has_a_sheet() {
    let table = Table::laid().await;
    let (rich, tom) = two(&table).await;
    let anne = table.member("anne");
    assert!(anne.run("/khartoum join").await.text().contains("Both sides are taken"));
    assert!(anne.run("/khartoum hand").await.text().contains("Only those who play a side"));
    let presses = play_on(&[&rich, &tom], 400).await;
    println!("two members: {presses:?} presses, {} messages", table.messages().len());
    table.wait_for("It took").await;
    rich.run("/khartoum film").await;
    let film = table.guild.channel("general").wait_for(|message| message.attachments().iter().any(|file| file.name == "film.gif")).await;
    assert!(film.attachments().iter().all(|file| !file.description.clone().unwrap_or_default().is_empty()), "a film has words");
    write_down(&table, "khartoum-two", &[]);
    table.sandbox.assert_nothing_refused();
}

/// Plays on until a side's sheet asks who moves from several spaces; whose sheet, and it.
async fn moving<'a>(members: &[&'a Member]) -> (&'a Member, Message) {
    for _ in 0..60 {
        for member in members {
            let hand = member.run("/khartoum hand").await.message();
            if has(&hand, "Who moves?") {
                return (member, hand);
            }
            if let Some(label) = usual(&hand) {
                member.press(&hand, label).await;
            }
        }
    }
    panic!("nobody moves in sixty rounds");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_takes_at_most_four_choices_and_is_taken_back_at_once_by_who_made_it() {
    let table = Table::laid().await;
    let (rich, tom) = two(&table).await;
    let (member, mut sheet) = moving(&[&rich, &tom]).await;
    let mut choices = 1;
    loop {
        let menu = sheet.components().iter().find(|component| !component.options.is_empty()).unwrap();
        let label = menu.label.clone().unwrap();
        let first = menu.options[0].0.clone();
        let revision = sheet.text();
        let answered = member.select(&sheet, &label, &[&first]).await;
        choices += 1;
        assert!(!answered.text().contains("out of date"), "{revision} {}", answered.text());
        if label.starts_with("Where to?") {
            break;
        }
        sheet = answered.message();
    }
    println!("a move is {choices} choices");
    assert!(choices <= 4, "{choices} choices");
    let undone = member.run("/undo").await;
    assert!(!undone.text().contains("asks"), "{}", undone.text());
    let (again, _) = moving(&[&rich, &tom]).await;
    assert_eq!(again.id(), member.id(), "they still move");
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn past_a_die_it_takes_the_others_word_to_undo() {
    let table = Table::laid().await;
    let (rich, tom) = two(&table).await;
    let drew = async || {
        for _ in 0..40 {
            for (member, other) in [(&rich, &tom), (&tom, &rich)] {
                let hand = member.run("/khartoum hand").await.message();
                let Some(label) = usual(&hand) else { continue };
                member.press(&hand, label).await;
                if label == DRAW {
                    return (member, other);
                }
            }
        }
        panic!("nobody draws in forty rounds");
    };
    let (member, other) = drew().await;
    member.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    other.press(&request, "Agree: undo it").await;
    table.wait_for("Undone").await;
    assert!(has(&member.run("/khartoum hand").await.message(), DRAW));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn who_resigns_is_asked_once_and_the_other_side_has_won_and_has_to_agree_to_an_undo() {
    let table = Table::laid().await;
    let (rich, tom) = two(&table).await;
    let asked = tom.run("/khartoum resign").await;
    assert!(asked.is_ephemeral() && asked.text().contains("Resign?"), "{}", asked.text());
    tom.press(&asked.message(), "Resign").await;
    let report = table.wait_for("It took").await;
    assert!(report.text().contains("resign"), "{}", report.text());
    assert!(rich.run("/turn").await.text().contains("/khartoum end"));
    // Both know now what was hidden: it takes the other side's word to go on.
    tom.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    assert!(request.text().contains("it showed what was hidden, so it takes a second word"), "{}", request.text());
    rich.press(&request, "Agree: undo it").await;
    table.wait_for("The game goes on.").await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_a_running_game_leaves_hidden_rows_out_and_says_so() {
    let table = Table::laid().await;
    let (rich, tom) = two(&table).await;
    for _ in 0..4 {
        for member in [&rich, &tom] {
            let hand = member.run("/khartoum hand").await.message();
            if let Some(label) = usual(&hand) {
                member.press(&hand, label).await;
            }
        }
    }
    let file = tom.run("/campaign export").await;
    assert!(file.text().contains("left out"), "{}", file.text());
    let text = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
    assert!(import::read::<State>(text.as_bytes()).is_err(), "a file with rows left out is for reading");
    assert!(rich.run("/campaign verify").await.text().contains("Proved"));
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn in_direct_messages_one_plays_the_staff_and_no_member() {
    let table = Table::laid().await;
    let anna = table.member("anna").in_direct_messages();
    let asked = anna.run("/khartoum new").await.press("Mahdists").await;
    assert!(asked.text().contains("2 of 2") && !asked.text().contains("joins"), "{}", asked.text());
    asked.press("The plain staff").await;
    let here = anna.channel();
    here.wait_for(|message| message.text().contains("the counters are laid out")).await;
    let hand = anna.run("/khartoum hand").await.message();
    assert!(usual(&hand).is_some(), "{}", hand.text());
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_rules_are_told_where_it_is_played_and_orders_are_completed_as_they_are_typed() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run("/khartoum new no_attrition:True").await;
    table.wait_for("the counters are laid out").await;
    let told = rich.run("/rules").await;
    assert!(told.text().contains("21.4"), "{}", told.text());
    let offered = rich.complete("/khartoum order order:").await;
    let hand = rich.run("/khartoum hand").await.message();
    assert_eq!(offered.is_empty(), usual(&hand).is_none(), "{}", hand.text());
    let refused = rich.run("/khartoum order order:\"Fly to the moon\"").await;
    assert!(refused.is_ephemeral() && !refused.text().is_empty(), "{}", refused.text());
    table.sandbox.assert_nothing_refused();
}
