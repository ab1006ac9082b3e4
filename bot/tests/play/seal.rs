//! The seal of the dice: posted before any is thrown, with a number that nobody chose mixed into them.

use crate::program::output;
use crate::table::{EXAMPLE_OF_PLAY, Table};
use sandbox::Fault;

/// The message of the seal that a file of a game names.
fn named_in(file: &[u8]) -> Option<u64> {
    serde_json::from_slice::<serde_json::Value>(file).unwrap()["seal_message"].as_u64()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seal_is_posted_before_a_game_begins_and_the_number_of_its_message_is_in_the_file_and_in_the_dice() {
    for (begins, begun, end) in [
        ("/campaign start scenario:uprising", "the uprising begins", "End the campaign"),
        // Of the battles only those whose armies and ground dice bring throw any before both sides are deployed.
        ("/battle new scenario:typical turns:1", "a battle on", "End the battle"),
    ] {
        let table = Table::laid().await;
        let rich = table.member("rich");
        rich.run(begins).await;
        let opening = table.wait_for(begun).await;
        let seal = table.messages().into_iter().rfind(|message| message.text().contains("The dice of a new game are sealed.")).unwrap();
        assert!(seal.id() < opening.id() && !opening.text().contains("SHA-256"), "{}", table.sandbox.transcript());
        let running = rich.run("/campaign export").await;
        assert_eq!(named_in(&running.attachments()[0].bytes), Some(seal.id()));
        rich.run("/campaign end").await.press(end).await;
        let closed = table.wait_for("is closed.**").await;
        assert!(closed.text().contains(&format!("the number of that message, {}, is mixed in", seal.id())), "{}", closed.text());
        // Whoever has the file proves it without the umpire; with the number of another message it proves nothing.
        let exported = rich.run("/campaign export").await.attachments()[0].bytes.clone();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.json");
        let verify = |bytes: &[u8]| {
            std::fs::write(&file, bytes).unwrap();
            let output = output(std::process::Command::new(env!("CARGO_BIN_EXE_umpire")).arg("verify").arg(&file));
            String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
        };
        let told = verify(&exported);
        assert!(told.starts_with("Proved") && told.contains(&format!("in message {}, whose number is mixed", seal.id())), "{told}");
        let (number, other) = (seal.id().to_string(), (seal.id() + 1).to_string());
        let told = verify(String::from_utf8(exported.to_vec()).unwrap().replace(&number, &other).as_bytes());
        assert!(told.contains("not proved"), "{told}");
        table.sandbox.assert_nothing_refused();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_seal_cannot_be_posted_nothing_is_begun_and_one_sentence_says_so() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let start = format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"");
    for status in [403, 502] {
        table.sandbox.inject(Fault::Status(status).on("POST", "/channels/*/messages").times(3));
        let refused = rich.run(&start).await;
        let sentence = "Discord did not take the seal of the dice, so nothing has been begun: begin again in a moment.";
        assert!(refused.is_ephemeral() && refused.content() == sentence, "{status}: {}", refused.text());
        table.sandbox.clear_faults();
        assert!(table.messages().is_empty());
    }
    // One that Discord took without an answer is found again by its nonce, and is the seal.
    table.sandbox.inject(Fault::DropAfter.on("POST", "/channels/*/messages").times(1));
    rich.run(&start).await;
    table.wait_for("the rebellion spreads").await;
    let seals = table.messages().iter().filter(|message| message.text().contains("are sealed.")).count();
    assert_eq!(seals, 1, "{}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seal_of_a_game_that_cannot_begin_is_taken_back() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    let refused = rich.run("/campaign start dice:\"6 6\"").await;
    assert!(refused.is_ephemeral() && !refused.content().is_empty(), "{}", refused.text());
    assert!(table.messages().is_empty(), "{}", table.sandbox.transcript());
    rich.run("/campaign start scenario:uprising").await;
    table.wait_for("the uprising begins").await;
    let before = table.messages().len();
    assert!(rich.run("/campaign start scenario:uprising").await.content().contains("already"));
    assert_eq!(table.messages().len(), before, "nor is one posted where a campaign is played");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_taken_up_from_a_file_goes_on_with_dice_sealed_in_its_new_channel_and_what_is_no_good_needs_none() {
    let table = Table::laid().await;
    let (rich, anna) = (table.member("rich"), table.member("anna").in_channel("second"));
    rich.run("/campaign start scenario:uprising").await;
    table.wait_for("the uprising begins").await;
    let running = rich.run("/campaign export").await.attachments()[0].bytes.clone();
    let second = table.guild.channel("second");
    let sealed = || second.messages().into_iter().filter(|message| message.text().contains("are sealed.")).collect::<Vec<_>>();
    let take_up = async |file: &[u8]| anna.attaching("campaign.json", file).run("/campaign import file:campaign.json").await;

    // Where the seal cannot be posted nothing is taken up; a file that is no good needs none.
    table.sandbox.inject(Fault::Status(502).on("POST", &format!("/channels/{}/messages", second.id())).times(3));
    let refused = take_up(&running).await;
    let sentence = "Discord did not take the seal of the dice, so nothing has been begun: begin again in a moment.";
    assert!(refused.is_ephemeral() && refused.content() == sentence, "{}", refused.text());
    table.sandbox.clear_faults();
    assert!(take_up(b"{}").await.content().contains("no campaign of mine"));
    assert!(second.messages().is_empty(), "{}", table.sandbox.transcript());

    take_up(&running).await;
    let told = second.wait_for(|message| message.text().contains("is taken up from a file")).await;
    let seals = sealed();
    assert!(seals.len() == 1 && seals[0].id() < told.id(), "{}", table.sandbox.transcript());
    assert!(
        told.text().contains("From here on the dice are new: those sealed just above.") && !told.text().contains("SHA-256"),
        "{}",
        told.text()
    );
    let exported = anna.run("/campaign export").await.attachments()[0].bytes.clone();
    assert_eq!(named_in(&exported), Some(seals[0].id()));
    anna.run("/roll dice:3d6").await;
    anna.run("/campaign end").await.press("End the campaign").await;
    second.wait_for(|message| message.text().contains("is closed.**")).await;
    let proof = anna.run("/campaign verify").await;
    let mixed = "as it was announced at the start; the number of the message that did so is mixed into the dice.";
    assert!(proof.text().contains("Proved") && proof.text().contains(mixed), "{}", proof.text());
    table.sandbox.assert_nothing_refused();
}
