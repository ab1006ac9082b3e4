//! Whom the card game calls through the sandbox where both choose their Tactics at once and one of them always passes (C07): both are named, as
//! if neither did, and only who has to act is notified.

use sandbox::{Member, Message};

use crate::reminders::Picket;
use crate::table::Table;

/// Whether it asks both sides for their Tactics at once.
fn asks_both(message: &Message) -> bool {
    message.text().contains("both sides, each without the other's seeing it: Tactics in")
}

/// A card game in which both choose their Tactics at once and rich always passes.
async fn begun(rich: &Member, tom: &Member) {
    rich.run("/sudan new opponent:\"Whoever joins\" tactics_at_once:True").await;
    tom.run("/sudan join").await;
    rich.run("/pace set hours:1").await;
    let standing = rich.run("/sudan hand").await.press("Standing orders").await.message();
    rich.select(&standing, "What is to be so from now on?", &["Always pass in conflicts"]).await;
}

/// Plays on as the staff advises both, until they are asked for their Tactics at once; what asks them. A game that ends without such a
/// conflict is followed by another.
async fn until_both_are_asked(table: &Table, rich: &Member, tom: &Member) -> Message {
    begun(rich, tom).await;
    for _ in 0..4_000 {
        table.until_posted().await;
        if let Some(message) = table.messages().into_iter().rfind(asks_both) {
            return message;
        }
        for member in [rich, tom] {
            let hand = member.run("/sudan hand").await.message();
            if hand.text().contains("As the staff would") {
                member.press(&hand, "As the staff would").await;
            }
        }
        if rich.run("/turn").await.text().contains("/sudan end") {
            let asked = rich.run("/sudan end").await;
            rich.press(&asked.message(), "End the card game").await;
            begun(rich, tom).await;
        }
    }
    panic!("no conflict in which both are asked: {}", table.sandbox.transcript());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_always_passes_is_named_beside_who_has_to_act_and_not_notified_by_an_order_or_a_reminder_c07() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    let asked = until_both_are_asked(&table, &rich, &tom).await;
    // It is looked at after all those games.
    let mut picket = Picket::posted(&table).await;
    let named = |message: &Message, member: &Member| message.text().contains(&format!("<@{}>", member.id()));
    println!("{}\nnotified: {:?}", asked.text(), asked.mentions());
    assert!(named(&asked, &rich) && asked.mentions().iter().all(|name| *name != rich.name()), "{}", asked.text());
    let reminders =
        |table: &Table| table.messages().into_iter().filter(|message| message.text().contains("The card game has waited since")).count();
    let before = reminders(&table);
    picket.hours_pass(&table, 2).await;
    assert_eq!(reminders(&table), before + 1);
    let reminder = table.message("The card game has waited since");
    println!("{}\nnotified: {:?}", reminder.text(), reminder.mentions());
    assert!(named(&reminder, &rich) && named(&reminder, &tom), "{}", reminder.text());
    assert_eq!(reminder.mentions(), [tom.name()]);
    table.sandbox.assert_nothing_refused();
}
