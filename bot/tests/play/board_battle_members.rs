//! Battles of a campaign on the board whose players are not those it began with: whoever had the enemy leaves, and the staff takes over; another
//! joins who fights the staff alone, and is shown nothing of it.

use sandbox::{Channel, Member, Message};

use crate::board_battle::{THREAD, fight_on, is_on_the_board, usual};
use crate::table::{EXAMPLE_OF_PLAY, Table};

/// What a member's sheet on the board is headed: whose side it is.
async fn heading(member: &Member) -> String {
    member.run("/battle cards").await.text().lines().next().unwrap_or_default().to_owned()
}

/// The battle goes on the board, in its thread.
async fn opened(table: &Table) -> Channel {
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    thread.wait_for(|message| message.text().contains("· the board") && message.text().contains("breaks off at")).await;
    thread
}

async fn reported(table: &Table, there: &Member, rich: &Member) {
    there.run("/turn").await.press("Report as fought").await;
    table.until("the battle is over", async || !is_on_the_board(rich).await).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn where_the_enemys_commander_leaves_the_staff_takes_over_and_whoever_stays_lets_it_go_on() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let tom = &others[0];
    table.meet(&rich).await;
    let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    if situation.text().contains(&format!("Mahdist command: <@{}>", rich.id())) {
        rich.run("/staff side member:@tom swap_with:@rich").await;
        thread.wait_for(|message| message.text().contains(&format!("Mahdist command: <@{}>", tom.id()))).await;
    }
    rich.press(&situation, "Fight it out here").await;
    let thread = opened(&table).await;
    let (there, toms) = (rich.at(&thread), tom.at(&thread));
    // They fight on until Tom is waited for.
    let waits_for = |text: String, member: &Member| text.contains("Next:") && text.contains(&format!("<@{}>", member.id()));
    let mut presses = 0;
    while !waits_for(there.run("/turn").await.text(), tom) {
        let now = there.run("/turn").await.message();
        there.press(&now, &usual(&now).unwrap_or_else(|| panic!("{}", now.text()))).await;
        presses += 1;
        assert!(presses < 100, "{}", now.text());
    }
    assert!(toms.run("/turn").await.text().contains("breaks off at"));
    tom.run("/campaign leave").await;
    let left = table.wait_for("leaves the campaign").await;
    assert!(left.text().contains("The staff commands the Mahdists on the board from now on: *Go on* lets it act."), "{}", left.text());
    assert_eq!(left.mentions(), [rich.name()], "whoever is waited for now is called");
    let now: Message = there.run("/turn").await.message();
    assert!(now.text().contains("the plain staff"), "{}", now.text());
    assert_eq!(usual(&now).as_deref(), Some("Go on"), "{}", now.text());
    there.press(&now, "Go on").await;
    fight_on(std::slice::from_ref(&there), 900).await;
    reported(&table, &there, &rich).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_joins_while_another_fights_the_staff_alone_has_no_side_and_neither_sees_the_staffs() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    table.meet(&rich).await;
    table.wait_for("Met at El Obeid").await;
    rich.run("/battle order").await.press("Fight it out here").await;
    let thread = opened(&table).await;
    let there = rich.at(&thread);
    let own = heading(&there).await;
    let tom = table.member("tom");
    tom.run("/campaign join").await;
    table.wait_for("joins").await;
    let toms = tom.at(&thread).run("/battle cards").await;
    assert!(!toms.text().contains("Heroic Leadership cards"), "{}", toms.text());
    for _ in 0..12 {
        assert_eq!(heading(&there).await, own, "whoever is asked, theirs is one side");
        let now = there.run("/turn").await.message();
        let Some(label) = usual(&now).filter(|label| label != "Report as fought") else { break };
        there.press(&now, &label).await;
    }
    fight_on(std::slice::from_ref(&there), 900).await;
    reported(&table, &there, &rich).await;
}
