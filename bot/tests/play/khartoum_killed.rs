//! The siege while the umpire is killed at random moments, and while both members press at once: nothing lost, nothing twice. `KILLS` says how
//! often it is killed, `KILLS_SEED` from which seed on.

use engine::khartoum::state::State;
use sandbox::{Member, Message};
use umpire::files::proof;

use crate::battle_killed::{comes_to_the_same, killed_while_pressed};
use crate::khartoum::{ADVISED, DRAW, closed};
use crate::killed::{Chance, all_is_well, setting};
use crate::table::Table;

/// The button of a side's sheet that is the usual next step, and the sheet.
async fn usual(member: &Member) -> Option<(Message, String)> {
    let hand = member.run("/khartoum hand").await.message();
    let buttons = hand.components();
    let button = [ADVISED, DRAW].iter().find_map(|label| buttons.iter().find(|button| button.label.as_deref() == Some(*label)))?;
    let id = button.custom_id.clone()?;
    Some((hand, id))
}

/// Presses the usual some times, whoever is asked.
async fn press_on(members: &[Member], times: u64) {
    for _ in 0..times {
        for member in members {
            if let Some((hand, id)) = usual(member).await {
                member.press_raw(hand.id(), &id).await.unwrap();
            }
        }
    }
}

/// Plays a game with so many kills, or until it is over; how often it was killed.
async fn sitting(kills: u64, chance: &mut Chance) -> u64 {
    let mut table = Table::laid_separately().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/khartoum new opponent:\"Whoever joins\"").await;
    table.wait_for("the counters are laid out").await;
    tom.run("/khartoum join").await;
    table.wait_for("joins").await;
    let members = [rich, tom];
    let mut killed = 0;
    while killed < kills {
        press_on(&members, 1 + chance.below(4)).await;
        all_is_well(&table).await;
        let mut pressed = None;
        for member in &members {
            if let Some((hand, id)) = usual(member).await {
                pressed = Some((member.clone(), hand.id(), id));
            }
        }
        let Some((member, message, id)) = pressed else { break };
        let looks = ["/khartoum board", "/khartoum hand", "/campaign log"];
        killed_while_pressed(&mut table, (&member, message, id), (&members[0], looks), chance.below(220)).await;
        killed += 1;
    }
    press_on(&members, 3).await;
    all_is_well(&table).await;
    comes_to_the_same::<State>(&mut table).await;
    if usual(&members[0]).await.is_some() || usual(&members[1]).await.is_some() {
        let asked = members[1].run("/khartoum resign").await;
        members[1].press(&asked.message(), "Resign").await;
    }
    table.wait_for("It took").await;
    let file = closed(&table, &members[0]).await;
    assert_eq!(proof::prove::<State>(&file, None).unwrap().unproved, 0);
    killed
}

#[tokio::test(flavor = "multi_thread")]
async fn a_siege_of_two_members_goes_on_after_every_kill_with_nothing_lost_or_twice() {
    not_beside!("the umpire is a process of its own in every run");
    let (mut left, mut chance) = (setting("KILLS", 2), Chance::new(setting("KILLS_SEED", 6)));
    while left > 0 {
        let killed = sitting(left, &mut chance).await;
        assert!(killed > 0, "somebody plays");
        left -= killed;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_button_that_is_pressed_twice_at_once_is_carried_out_once_and_the_other_press_is_told_so() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/khartoum new opponent:\"Whoever joins\"").await;
    table.wait_for("the counters are laid out").await;
    tom.run("/khartoum join").await;
    table.wait_for("joins").await;
    let rows = async || crate::killed::rows(&table).await;
    for race in 0..20 {
        for member in [&rich, &tom] {
            let Some((hand, id)) = usual(member).await else { continue };
            let before = rows().await.len();
            let (one, other) = tokio::join!(member.press_raw(hand.id(), &id), member.press_raw(hand.id(), &id));
            table.until("a press is carried out", async || rows().await.len() > before).await;
            let carried_out: Vec<u64> = rows().await[before..].iter().map(|row| row.1.cast_unsigned()).collect();
            let lost: Vec<_> =
                [one.unwrap(), other.unwrap()].into_iter().filter(|reply| !carried_out.contains(&reply.interaction_id())).collect();
            assert_eq!(lost.len(), 1, "race {race}");
            let says = lost[0].wait_for_followups(1).await.remove(0).text();
            assert!(["out of date", "not what is waited for", "since"].iter().any(|words| says.contains(words)), "race {race}: {says}");
        }
    }
    table.sandbox.assert_nothing_refused();
}
