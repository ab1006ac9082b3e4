//! Buttons that the umpire never showed: what a client may send that sends what it likes.

use crate::table::{Table, play_a_card_for_its_ops};

#[tokio::test(flavor = "multi_thread")]
async fn of_several_orders_at_once_only_the_last_throws_dice_so_that_no_refusal_tells_how_they_fall() {
    let table = Table::laid().await;
    let (rich, _) = table.campaign(&[]).await;
    let offer = table.message("the rebellion spreads");
    let rows = table.journal_rows().await;
    let menu = offer.components().iter().find(|component| !component.options.is_empty()).unwrap();
    let (number, revision) = menu.custom_id.as_deref().and_then(|id| id.strip_prefix("menu:")?.split_once(':')).unwrap();
    // A card played for replacements may bring a random event: its dice are thrown at once.
    let play = menu.options.iter().map(|option| option.1.clone()).find(|key| key.ends_with(".points")).unwrap();
    for after in ["pass", "rebellion"] {
        let made_up = format!("order:{number}:{revision}:{play}+{after}");
        let refused = rich.press_raw(offer.id(), &made_up).await.unwrap().wait_for_followups(1).await.remove(0);
        assert!(refused.is_ephemeral() && refused.text().contains("it throws dice; what comes after them"), "{}", refused.text());
    }
    assert_eq!(table.journal_rows().await, rows);
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_declined_is_agreed_to_no_more_and_only_what_was_asked_for_is_declined() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let (tom, anne) = (&others[0], &others[1]);
    play_a_card_for_its_ops(&rich).await;
    rich.run("/undo").await;
    let request = table.wait_for("asks to undo").await;
    let agree = request.components()[0].custom_id.clone().unwrap();
    let number = agree.split(':').nth(1).unwrap().to_owned();
    let rows = table.journal_rows().await;
    tom.press(&request, "Decline").await;
    table.wait_for("declines to undo what").await;
    let late = anne.press_raw(request.id(), &agree).await.unwrap();
    assert!(late.is_ephemeral() && late.text().contains("out of date"), "{}", late.text());
    assert_eq!(table.journal_rows().await, rows);
    // Nobody asks for anything now, and anne never did.
    for asked_by in [rich.id(), anne.id()] {
        let refused = tom.press_raw(request.id(), &format!("undo-no:{number}:{asked_by}")).await.unwrap();
        assert!(refused.is_ephemeral() && refused.text().contains("out of date"), "{}", refused.text());
    }
    // And only who declined it says why: anne declined nothing, and there is no proposal 1.
    for (member, id) in [(anne, format!("reason:{number}:{}:0", rich.id())), (tom, format!("reason:{number}:{}:1", anne.id()))] {
        let form = member.press_raw(request.id(), &id).await.unwrap();
        let told = form.fill(&[("why", "no ships")]).submit().await;
        assert!(told.text().contains("out of date"), "{}", told.text());
    }
    assert!(table.messages().iter().all(|message| !message.text().contains("says why")), "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}
