//! Battles on the gridded board while the umpire is killed at random moments, and while both members press at the same instant: nothing
//! lost, nothing twice, the board true. `KILLS` says how often it is killed, `KILLS_SEED` from which seed on.

use std::collections::BTreeSet;
use std::time::Duration;

use engine::campaign;
use engine::tabletop::state::State;
use sandbox::{Member, Message};
use umpire::files::proof;
use umpire::journal::store::Journal;
use umpire::model::ids::CampaignId;
use umpire::table::tables::{Hosted, Tables};

use crate::killed::{Chance, all_is_well, board, general, rows, said, setting, usual};
use crate::table::{Table, is_board};

/// Whom a board waits for.
fn waited_for(board: &Message, members: &[Member]) -> Option<usize> {
    let next = board.text().split("Next:").nth(1)?.to_owned();
    members.iter().position(|member| next.contains(&format!("<@{}>", member.id())))
}

/// Presses the usual button some times, each after the other.
async fn press_on(members: &[Member], times: u64) {
    for _ in 0..times {
        let now = members[0].run("/turn").await.message();
        let Some(place) = waited_for(&now, members) else { return };
        let own = members[place].run("/turn").await.message();
        let Some(id) = usual(&own) else { return };
        members[place].press_raw(own.id(), &id).await.unwrap();
    }
}

/// Kills the umpire so many milliseconds after somebody has pressed a button, by message and custom id, and while another looks; starts it again,
/// and delivers the press once more. What was written stays, what was told was written, and all is well.
pub(crate) async fn killed_while_pressed(
    table: &mut Table,
    (member, message, id): (&Member, u64, String),
    (onlooker, lines): (&Member, [&str; 3]),
    after: u64,
) {
    let before = rows(table).await;
    let member = member.clone();
    let press = tokio::spawn(async move { member.press_raw(message, &id).await });
    let looks: Vec<_> = lines.iter().map(|line| onlooker.start_run(line).unwrap()).collect();
    tokio::time::sleep(Duration::from_millis(after)).await;
    table.kill_umpire().await;
    drop(looks);
    // What was told before the end was in the journal.
    let told: Vec<String> = said(table).iter().map(Message::text).collect();
    let at_the_end = rows(table).await;
    table.start_umpire().await;
    if let Ok(reply) = press.await.unwrap() {
        // Discord may deliver it once more.
        reply.deliver_again();
    }
    // What was asked of the umpire that was killed may never be answered.
    let _ = tokio::time::timeout(Duration::from_secs(2), table.sandbox.settle()).await;
    all_is_well(table).await;
    let now = rows(table).await;
    assert!(at_the_end.starts_with(&before) && now.starts_with(&at_the_end), "after {after} ms: what was written stays");
    for text in told {
        for number in text.split("No. ").skip(1).filter_map(|rest| rest.split(|letter: char| !letter.is_ascii_digit()).next()) {
            let number: i64 = number.parse().unwrap();
            assert!(number <= at_the_end.len() as i64, "after {after} ms: No. {number} was told and is not in the journal");
        }
    }
}

/// Another who reads the journal of the game comes to the same, and can prove it; and nothing that was posted was refused.
pub(crate) async fn comes_to_the_same<G: Hosted>(table: &mut Table) {
    table.stop_umpire().await;
    let tables = Tables::<G>::new(Journal::open(&table.database()).await.unwrap());
    let finding = tables.prove(CampaignId(1)).await.unwrap();
    assert!(finding.announced && finding.gap.is_none() && finding.proof.is_ok(), "{:?}", finding.proof);
    tables.journal().close().await;
    table.start_umpire().await;
    // What was delivered once more cannot be answered once more; nothing else is refused.
    let refused = table.sandbox.refused_requests();
    assert!(refused.iter().all(|request| request.path.contains("/interactions/")), "{}", table.sandbox.transcript());
}

/// Kills the umpire at random moments while somebody presses and others look; afterwards all is well each time, the battle goes on, and
/// another who reads the journal of the game comes to the same.
async fn killed_at_random<G: Hosted>(table: &mut Table, members: &[Member], seed: u64) {
    let (mut chance, mut killed) = (Chance::new(seed), 0);
    let onlooker = members[0].clone();
    for _ in 0..setting("KILLS", 1) {
        press_on(members, 1 + chance.below(4)).await;
        all_is_well(table).await;
        let now = members[0].run("/turn").await.message();
        let Some(place) = waited_for(&now, members) else { break };
        let member = members[place].clone();
        // On a sheet of one's own what is seen was committed; on the board the press is only taken note of at first.
        let on_the_board = chance.below(2) == 0;
        let pressed = if on_the_board { board(table).unwrap() } else { member.run("/turn").await.message() };
        let Some(id) = usual(&pressed) else { break };
        let looks = ["/battle board", "/battle cards", "/campaign log"];
        killed_while_pressed(table, (&member, pressed.id(), id), (&onlooker, looks), chance.below(220)).await;
        killed += 1;
    }
    assert!(killed > 0, "nobody was asked anything\n{}", table.sandbox.transcript());
    press_on(members, 5).await;
    all_is_well(table).await;
    let proof = members[0].run("/campaign verify").await.text();
    assert!(proof.contains("Proved"), "{proof}");
    comes_to_the_same::<G>(table).await;
}

/// Gives a battle up that is no campaign's, closes it and proves its file.
async fn given_up(table: &Table, members: &[Member]) {
    let over = members[0].run("/battle withdraw").await.message();
    let sure = over.components().iter().find(|component| component.style == Some(4)).and_then(|button| button.custom_id.clone());
    members[0].press_raw(over.id(), &sure.unwrap()).await.unwrap();
    table.wait_for("Luck:").await;
    let asked = members[0].run("/campaign end").await;
    members[0].press(&asked.message(), "End the battle").await;
    table.wait_for("The seed of its dice was").await;
    let file = members[0].run("/campaign export").await;
    let closed = String::from_utf8(file.attachments()[0].bytes.to_vec()).unwrap();
    assert_eq!(proof::prove::<State>(&closed, None).unwrap().unproved, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_against_the_staff_goes_on_after_every_kill_with_nothing_lost_or_twice() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let rich = table.member("rich");
    rich.run("/battle new scenario:\"Night march to the canal\" turns:12").await;
    table.wait_for("a battle on the gridded board").await;
    let members = [rich];
    killed_at_random::<State>(&mut table, &members, setting("KILLS_SEED", 1)).await;
    given_up(&table, &members).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_two_members_goes_on_after_every_kill_with_nothing_lost_or_twice() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/battle new scenario:\"Marching across the Sudan\" opponent:\"Whoever joins\" turns:12").await;
    table.wait_for("a battle on the gridded board").await;
    tom.run("/battle join").await;
    table.wait_for("joins").await;
    let members = [rich, tom];
    killed_at_random::<State>(&mut table, &members, setting("KILLS_SEED", 2)).await;
    given_up(&table, &members).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_of_a_campaign_goes_on_on_its_board_after_every_kill_with_nothing_lost_or_twice() {
    not_beside!("the umpire is a process of its own in every run");
    let mut table = Table::laid_separately().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    // An encounter: in an ambush the board itself does not say what a unit in hiding may do.
    table.meet(&rich).await;
    let thread = general(&table).wait_for_thread("Battle of El Obeid–Olga 2 of 2, turn 1").await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    rich.press(&situation, "Fight it out here").await;
    thread.wait_for(|message| is_board(message) && message.text().contains("breaks off at")).await;
    let members = [rich.at(&thread), others[0].at(&thread)];
    killed_at_random::<campaign::State>(&mut table, &members, setting("KILLS_SEED", 3)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_presses_at_the_same_instant_each_is_carried_out_once_or_refused_in_a_sentence() {
    let table = Table::laid().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/battle new scenario:\"Marching across the Sudan\" opponent:\"Whoever joins\" turns:12").await;
    table.wait_for("a battle on the gridded board").await;
    tom.run("/battle join").await;
    table.wait_for("joins").await;
    let members = [rich, tom];
    let told = ["Attack", "Advance", "Hold and fire", "Screen", "Fall back"];
    let (mut done, mut refused, mut said) = (0, 0, [0, 0]);
    for race in 0..30 {
        all_is_well(&table).await;
        let before = rows(&table).await.len();
        let public = board(&table).unwrap();
        let place = waited_for(&public, &members).unwrap();
        let (asked, other) = (&members[place], &members[1 - place]);
        let id = usual(&public).unwrap();
        let presses = match race % 3 {
            // The one who is asked twice, as with a trembling finger; both on the board; and the other telling a unit what to do.
            0 => tokio::join!(asked.press_raw(public.id(), &id), asked.press_raw(public.id(), &id)),
            1 => tokio::join!(asked.press_raw(public.id(), &id), other.press_raw(public.id(), &id)),
            _ => {
                let sheet = other.run("/battle orders").await;
                let units = sheet.message().components()[0].options.clone();
                let unit = units.iter().rev().map(|option| option.0.clone()).next().unwrap();
                let whom = other.select(&sheet.message(), "Who is to be instructed?", &[&unit]).await.message();
                let lines = whom.components()[0].options.clone();
                // Each time something else: what is so already is refused.
                let line = lines.iter().find(|line| line.0 == told[said[place] % told.len()]).unwrap().clone();
                said[place] += 1;
                let chosen = serde_json::json!({
                    "component_type": 3, "custom_id": whom.components()[0].custom_id, "values": [line.1]
                });
                tokio::join!(asked.press_raw(public.id(), &id), other.use_raw(whom.id(), chosen))
            }
        };
        let (one, two) = (presses.0.unwrap(), presses.1.unwrap());
        table.sandbox.settle().await;
        all_is_well(&table).await;
        let written: BTreeSet<i64> = rows(&table).await[before..].iter().map(|row| row.1).collect();
        for reply in [&one, &two] {
            let carried_out = written.contains(&reply.interaction_id().cast_signed());
            let says: Vec<String> = reply.followups().iter().map(Message::text).collect();
            let sentence =
                says.iter().any(|text| text.contains("out of date") || text.contains("for the other side") || text.contains("since"));
            if carried_out {
                done += 1;
            } else {
                refused += 1;
            }
            assert!(carried_out || sentence, "race {race}: lost without a word: {says:?} {:?}", reply.try_message().map(|m| m.text()));
        }
        // What a unit is told to do holds whatever the other side does meanwhile.
        assert_eq!(written.len(), if race % 3 == 2 { 2 } else { 1 }, "race {race}");
    }
    println!("30 races: {done} presses carried out, {refused} refused");
    table.sandbox.assert_nothing_refused();
}
