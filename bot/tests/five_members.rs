//! Five members play the Example of Play's first two turns through the sandbox, and what that takes of a player on a phone.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod five;
mod table;

use five::{Five, MEMBERS};
use sandbox::Message;

/// Every message that anybody of the five can see, in the channel and its threads.
fn all_messages(five: &Five) -> Vec<Message> {
    let channels = std::iter::once(five.general()).chain(five.table.guild.threads());
    let mut messages: Vec<Message> = channels
        .flat_map(|channel| MEMBERS.iter().flat_map(|name| channel.messages_for(&five.member(name))).collect::<Vec<_>>())
        .collect();
    messages.sort_by_key(Message::id);
    messages.dedup_by_key(|message| message.id());
    messages
}

/// Holds a message to what Discord takes and what a reader needs.
#[track_caller]
fn is_in_order(five: &Five, message: &Message) {
    let text = message.text();
    assert!(message.content().chars().count() <= 2_000, "{text}");
    assert!(message.json()["components"].as_array().is_none_or(|rows| rows.len() <= 5), "{text}");
    let described = |description: &Option<String>| description.as_ref().map_or(0, |words| words.chars().count());
    assert!(message.embeds().iter().all(|embed| described(&embed.description) <= 4_096), "{text}");
    for file in message.attachments().iter().filter(|file| file.media_type.starts_with("image/")) {
        let words = described(&file.description);
        assert!((20..=1_024).contains(&words), "{}: {:?}", file.name, file.description);
    }
    // Whoever is called is waited for: what is next begins with him, or the despatch is about what he has in hand, or he fights.
    for name in message.mentions() {
        let call = format!("<@{}>", five.member(name).id());
        let next = text.split("**Next:**").nth(1).unwrap_or_default();
        let handed = text.contains(&format!("{call} has ")) && text.contains(" in hand.**");
        let told_off = text.contains("Mahdist command:");
        assert!(next.contains(&call) || handed || told_off, "{name} is called for nothing:\n{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn five_members_play_the_example_of_play_to_the_position_the_rules_come_to() {
    let mut five = Five::begun().await;
    five.turn_1_gathering().await;
    five.turn_1_mud_bay().await;
    five.turn_1_aftermath().await;
    five.turn_2().await;
    let (kate, tom) = (five.member("kate"), five.member("tom"));
    let since = kate.run("/summary").await;
    assert!(since.text().contains("Since you last looked"), "{}", since.text());
    assert!(tom.run("/odds siege").await.text().contains("Roche Harbor"));
    assert!(tom.run("/map private:true").await.attachments()[0].bytes.starts_with(b"\x89PNG"));
    five.turn_2_moves().await;
    five.turn_2_sinkat().await;
    five.table.wait_for("Turn 2 in summary").await;
    tom.run("/campaign film").await;
    five.table.wait_for("on film**, as").await;
    let proved = five.member("anne").run("/campaign verify").await;
    assert!(proved.text().contains("proved"), "{}", proved.text());
    five.table.sandbox.settle().await;
    println!("{}", five.table.sandbox.transcript());
    println!("{} orders by buttons and menus, {} by commands with dice", five.pressed, five.typed);
    let messages = all_messages(&five);
    if let Some(folder) = std::env::var_os("UMPIRE_PICTURES") {
        for (number, file) in messages.iter().flat_map(|message| message.attachments()).enumerate() {
            std::fs::write(std::path::Path::new(&folder).join(format!("{number:02}-{}", file.name)), &file.bytes).unwrap();
        }
    }
    for message in &messages {
        is_in_order(&five, message);
    }
    five.table.sandbox.assert_nothing_refused();
}
