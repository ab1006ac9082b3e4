//! Card games while the umpire is killed at random moments, and while both members press at the same instant: nothing lost, nothing twice,
//! nobody's press void for what they could not see. `KILLS` says how often it is killed, `KILLS_SEED` from which seed on.

use std::collections::BTreeSet;

use engine::card_game::state::State;
use sandbox::{Member, Message};
use umpire::files::proof;

use crate::battle_killed::{comes_to_the_same, killed_while_pressed};
use crate::killed::{Chance, all_is_well, rows, setting};
use crate::table::Table;

/// The button of a hand that does what the staff would, and its hand.
async fn advised(member: &Member) -> Option<(Message, String)> {
    let hand = member.run("/sudan hand").await.message();
    let button = hand.components().iter().find(|button| button.label.as_deref() == Some("As the staff would")).cloned()?;
    Some((hand, button.custom_id.unwrap()))
}

/// Presses what the staff advises some times, whoever is asked.
async fn press_on(members: &[Member], times: u64) {
    for _ in 0..times {
        for member in members {
            if let Some((hand, id)) = advised(member).await {
                member.press_raw(hand.id(), &id).await.unwrap();
            }
        }
    }
}

/// Kills the umpire at random moments while somebody presses and others look; afterwards all is well each time, and the game goes on.
async fn killed_at_random(table: &mut Table, members: &[Member], seed: u64) {
    let (mut chance, mut killed) = (Chance::new(seed), 0);
    let onlooker = members[0].clone();
    for _ in 0..setting("KILLS", 1) {
        press_on(members, 1 + chance.below(3)).await;
        all_is_well(table).await;
        let mut pressed = None;
        for member in members {
            if let Some((hand, id)) = advised(member).await {
                pressed = Some((member.clone(), hand.id(), id));
            }
        }
        let Some((member, message, id)) = pressed else { break };
        let looks = ["/sudan board", "/sudan hand", "/campaign log"];
        killed_while_pressed(table, (&member, message, id), (&onlooker, looks), chance.below(220)).await;
        killed += 1;
    }
    assert!(killed > 0, "nobody was asked anything\n{}", table.sandbox.transcript());
    press_on(members, 3).await;
    all_is_well(table).await;
    comes_to_the_same::<State>(table).await;
}

/// Plays the game to its end, closes it and proves its file.
async fn closed(table: &Table, members: &[Member]) {
    for _ in 0..400 {
        press_on(members, 1).await;
        if members[0].run("/sudan hand").await.text().contains("won") || members[0].run("/turn").await.text().contains("draw") {
            break;
        }
    }
    table.wait_for("Hand at the end").await;
    let asked = members[0].run("/sudan end").await;
    members[0].press(&asked.message(), "End the card game").await;
    table.wait_for("The seed of its dice was").await;
    let file = members[0].run("/campaign export").await;
    let closed = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
    assert_eq!(proof::prove::<State>(&closed, None).unwrap().unproved, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_game_of_two_members_goes_on_after_every_kill_with_nothing_lost_or_twice() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/sudan new opponent:\"Whoever joins\"").await;
    table.wait_for("the cards are dealt").await;
    tom.run("/sudan join").await;
    table.wait_for("joins").await;
    let members = [rich, tom];
    killed_at_random(&mut table, &members, setting("KILLS_SEED", 4)).await;
    closed(&table, &members).await;
}

/// The most games that a hundred races take: in each there are many.
const MOST_GAMES: usize = 40;

#[tokio::test(flavor = "multi_thread")]
async fn in_a_hundred_races_of_both_members_each_press_is_carried_out_once_and_none_is_void_for_what_its_giver_could_not_see() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/sudan new opponent:\"Whoever joins\"").await;
    table.wait_for("the cards are dealt").await;
    tom.run("/sudan join").await;
    table.wait_for("joins").await;
    let members = [rich, tom];
    let (mut races, mut together, mut games) = (0, 0, 1);
    while races < 100 || together < 5 {
        // Of all games: the rows of one stand between those of another.
        let interactions = async || -> BTreeSet<i64> { rows(&table).await.iter().map(|row| row.1).collect() };
        let before = interactions().await;
        let (ours, theirs) = (advised(&members[0]).await, advised(&members[1]).await);
        let (replies, expected) = match (ours, theirs) {
            // Both are asked at once: neither press makes the other's void.
            (Some((ours, one)), Some((theirs, other))) => {
                together += 1;
                (tokio::join!(members[0].press_raw(ours.id(), &one), members[1].press_raw(theirs.id(), &other)), 2)
            }
            // One is, and presses twice, as with a trembling finger.
            (Some((hand, id)), None) => (tokio::join!(members[0].press_raw(hand.id(), &id), members[0].press_raw(hand.id(), &id)), 1),
            (None, Some((hand, id))) => (tokio::join!(members[1].press_raw(hand.id(), &id), members[1].press_raw(hand.id(), &id)), 1),
            (None, None) => {
                let asked = members[0].run("/sudan end").await;
                members[0].press(&asked.message(), "End the card game").await;
                table.wait_for("The seed of its dice was").await;
                members[0].run("/sudan new opponent:\"Whoever joins\"").await;
                members[1].run("/sudan join").await;
                games += 1;
                assert!(games <= MOST_GAMES, "{races} races in so many games, {together} of both at once");
                continue;
            }
        };
        races += 1;
        let written = async || -> BTreeSet<i64> { interactions().await.difference(&before).copied().collect() };
        table.until("the presses are carried out", async || written().await.len() >= expected).await;
        let carried_out = written().await;
        for reply in [replies.0.unwrap(), replies.1.unwrap()] {
            if carried_out.contains(&reply.interaction_id().cast_signed()) {
                continue;
            }
            let says = reply.wait_for_followups(1).await.remove(0).text();
            let sentence = ["out of date", "not what is waited for", "since"].iter().any(|words| says.contains(words));
            assert!(sentence, "race {races}: lost without a word: {says}");
        }
        assert_eq!(written().await.len(), expected, "race {races}");
    }
    println!("{races} races in {games} games, {together} of both at once");
    table.sandbox.assert_nothing_refused();
}
