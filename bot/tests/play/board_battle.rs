//! Battles of a campaign fought on the board: in the battle's thread by those told off for it, by one player alone, by the staff; reported
//! as they were fought, and taken back across the border.

use engine::campaign::{BattleKind, Event, Options, Order, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::pack::Pack;
use engine::tabletop::side::Side;
use sandbox::{Channel, Member, Message};
use staff::{Random, Staff as _};
use umpire::despatches::sheet;

use crate::table::{EXAMPLE_OF_PLAY, Table};

pub(crate) const THREAD: &str = "Battle of El Obeid–Olga 2 of 2, turn 1";

/// The button that is the usual next step, if there is one.
pub(crate) fn usual(message: &Message) -> Option<String> {
    message.components().iter().filter(|component| component.style == Some(1)).find_map(|button| button.label.clone())
}

/// The board of the battle in a channel, as it says now whom it waits for.
fn board(channel: &Channel) -> Option<Message> {
    channel.messages().into_iter().rev().find(|message| message.text().contains("· the board") && message.text().contains("breaks off at"))
}

/// Gives the usual order of whoever is waited for until the battle on the board is decided; how many each gave.
pub(crate) async fn fight_on(members: &[Member], most: usize) -> Vec<usize> {
    let mut given = vec![0; members.len()];
    for _ in 0..most {
        let now = members[0].run("/turn").await.message();
        let text = now.text();
        if !text.contains("breaks off at") || text.contains("Report as fought") {
            return given;
        }
        let next = text.split("Next:").nth(1).unwrap_or_default().to_owned();
        let place = members.iter().position(|member| next.contains(&format!("<@{}>", member.id())));
        let place = place.unwrap_or_else(|| panic!("nobody is waited for: {text}"));
        let own = if place == 0 { now } else { members[place].run("/turn").await.message() };
        match usual(&own) {
            Some(label) => members[place].press(&own, &label).await,
            // Of those in ambush the board tells nothing: their side's own sheet does.
            None => {
                let mine = members[place].press(&own, "My side").await.message();
                let label = usual(&mine).unwrap_or_else(|| panic!("{}", mine.text()));
                members[place].press(&mine, &label).await
            }
        };
        given[place] += 1;
    }
    panic!("no end after {most} presses");
}

/// Tells all units of a member's side what they are to do: from then on each does it when its card comes up, and is asked about nothing.
async fn instruct_all(member: &Member, instruction: &str) {
    let sheet = member.run("/battle orders").await.message();
    let whom = member.select(&sheet, "Who is to be instructed?", &["All units"]).await;
    member.select(&whom.message(), "What are they to do?", &[instruction]).await;
}

/// Whether a battle is on the board, as a member's turn says.
pub(crate) async fn is_on_the_board(member: &Member) -> bool {
    member.run("/turn").await.text().contains("breaks off at")
}

#[tokio::test(flavor = "multi_thread")]
async fn two_players_fight_the_campaigns_battle_in_its_thread_and_report_it_as_fought() {
    let table = Table::laid().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    table.meet(&rich).await;
    let general = table.guild.channel("general");
    let thread = general.wait_for_thread(THREAD).await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    general.wait_for(crate::table::is_board).await;
    rich.press(&situation, "Fight it out here").await;
    let opened = thread.wait_for(|message| message.text().contains("it is fought out on the board")).await;
    assert_eq!(opened.attachments()[0].name, "board.png");
    // What was offered is over with it.
    let offers = |message: &Message| message.components().iter().any(|button| button.label.as_deref() == Some("Fight it out here"));
    thread.wait_for(|message| message.id() == situation.id() && !offers(message)).await;
    thread.wait_for(|message| message.text().contains("· the board") && message.text().contains("breaks off at")).await;
    // Where the campaign's board stood there is a link to it.
    general.wait_for(|message| message.text().contains("The board has gone to <#")).await;
    let there: Vec<Member> = std::iter::once(&rich).chain(&others).map(|member| member.at(&thread)).collect();
    // Each has the sheet of their own side, and nobody gives the other side's orders.
    let sheets = [there[0].run("/battle cards").await.text(), there[1].run("/battle cards").await.text()];
    assert_ne!(sheets[0].lines().next(), sheets[1].lines().next());
    assert!(sheets.iter().all(|sheet| sheet.contains("Heroic Leadership cards")), "{sheets:?}");
    let public = board(&thread).unwrap();
    let next = public.text().split("Next:").nth(1).unwrap().to_owned();
    let idle = there.iter().find(|member| !next.contains(&format!("<@{}>", member.id()))).unwrap();
    let refused = idle.press(&public, &usual(&public).unwrap()).await.wait_for_followups(1).await.remove(0);
    assert!(refused.text().contains("for the other side to order"), "{}", refused.text());
    // An order is typed too, completed as it is typed.
    let asked = there.iter().find(|member| next.contains(&format!("<@{}>", member.id()))).unwrap();
    assert!(asked.complete("/battle order order:").await.iter().any(|choice| choice.name.ends_with("are set up")));
    let given = fight_on(&there, 900).await;
    assert!(given.iter().all(|presses| *presses > 0), "{given:?}");
    let decided = rich.run("/turn").await;
    assert!(decided.text().contains("Report as fought"), "{}", decided.text());
    decided.press("Report as fought").await;
    // How it went, then what it comes to; and the campaign goes on where it stopped.
    thread.wait_for(|message| message.text().contains("Luck:")).await;
    for message in thread.messages() {
        println!("-----\n{}", message.text());
    }
    // The board is back in the channel, and the one in the thread is a link and no more, whether the thread is closed by then or not.
    thread.wait_for(|message| message.text().contains("The board has gone to <#") && message.components().is_empty()).await;
    table.until("the battle is over", async || !is_on_the_board(&rich).await).await;
    table.sandbox.assert_nothing_refused();
}

#[tokio::test(flavor = "multi_thread")]
async fn one_player_alone_fights_the_staff_and_the_staff_settles_another_battle_in_one_deed() {
    // An encounter; a defence, in which the enemy is set up first: by the staff, before anybody is asked; a battle for the staff alone.
    for (dice, settles, instructed) in
        [("3 3 3 3 2 1 2 3 4", false, false), ("3 3 3 3 2 1 2 5 5", false, true), ("3 3 3 3 2 1 2 3 4", true, false)]
    {
        let table = Table::laid().await;
        let rich = table.member("rich");
        rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
        table.wait_for("the rebellion spreads").await;
        table.meet_with(&rich, dice).await;
        table.wait_for("Met at El Obeid").await;
        // A campaign's first board takes a moment.
        table.guild.channel("general").wait_for(crate::table::is_board).await;
        let sheet = rich.run("/battle order").await;
        if settles {
            sheet.press("Let the staff settle it").await;
        } else {
            let answer = sheet.press("Fight it out here").await;
            println!("answered: {:?}", answer.try_message().map(|message| message.text()));
            // Alone one has a thread too, and the channel stays as it was.
            let thread = table.guild.channel("general").wait_for_thread(THREAD).await;
            thread.wait_for(|message| message.text().contains("it is fought out on the board")).await;
            thread.wait_for(|message| message.text().contains("· the board") && message.text().contains("breaks off at")).await;
            // Where the battle was met it is offered no more.
            let met = table.wait_for("is being fought on the board, in its thread").await;
            assert!(met.text().contains("Met at") && usual(&met).is_none(), "{}", met.text());
            // A link to the board, as long as there is no nearer one, is no news.
            let news = || table.messages().iter().filter(|message| !message.text().contains("The board has")).count();
            table.wait_for("The board has gone to <#").await;
            let before = news();
            let there = rich.at(&thread);
            // The first is ordered unit by unit, the other by what its units are told.
            if instructed {
                instruct_all(&there, "Attack").await;
            }
            fight_on(std::slice::from_ref(&there), 900).await;
            assert_eq!(news(), before, "nothing of it in the channel");
            there.run("/turn").await.press("Report as fought").await;
            thread.wait_for(|message| message.text().contains("Luck:")).await;
        }
        if settles {
            table.wait_for("Luck:").await;
        }
        table.until("the battle is over", async || !is_on_the_board(&rich).await).await;
        if settles {
            // One deed, taken back in one piece; its dice take a second word, of one who plays alone their own.
            let asked = rich.run("/undo").await;
            asked.press("Undo it").await;
            table.wait_for("Undone").await;
            assert!(rich.run("/battle order").await.text().contains("Fight it out here"), "before the board was opened");
        }
        table.sandbox.assert_nothing_refused();
    }
}

#[test]
fn an_order_on_the_board_has_a_key_of_its_own_in_a_campaign() {
    use umpire::model::played::Played as _;
    let order = Order::Field(engine::tabletop::order::Order::Ready(Side::Enemy));
    let key = State::key(&order).unwrap();
    assert_eq!((key.as_str(), State::order_of(&key)), ("field.ready.enemy", Some(order)));
    assert_eq!(State::orders_of("field.go-on"), Some(Vec::new()));
    assert_eq!(State::order_of("field.ready"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_way_the_group_fights_its_battles_is_offered_first_and_who_is_alone_chooses_the_staff_they_fight() {
    let table = Table::laid().await;
    let rich = table.member("rich");
    rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    table.wait_for("the rebellion spreads").await;
    table.meet(&rich).await;
    table.wait_for("Met at El Obeid").await;
    let first = async || {
        let sheet = rich.run("/battle order").await.message();
        let put_forward: Vec<String> =
            sheet.components().iter().filter(|button| button.style == Some(1)).filter_map(|button| button.label.clone()).collect();
        let first = sheet.components().iter().filter(|component| component.style.is_some()).find_map(|button| button.label.clone());
        (first.unwrap(), put_forward)
    };
    assert_eq!(first().await, ("Fight it out here".to_owned(), vec!["Fight it out here".to_owned()]));
    rich.run("/staff battles first:\"let the staff settle it\"").await;
    table.wait_for("What a battle offers first: to let the staff settle it.").await;
    assert_eq!(first().await, ("Let the staff settle it".to_owned(), vec!["Let the staff settle it".to_owned()]));
    rich.run("/staff battles first:\"report it from our own table\" staff:\"searching: tries out what it does next\"").await;
    table.wait_for("Whoever plays alone fights the searching staff on the board.").await;
    let (label, put_forward) = first().await;
    assert!(label.contains("field") && !put_forward.iter().any(|label| label.contains("Fight it out")), "{label}, {put_forward:?}");
    assert!(rich.run("/staff roster").await.text().contains("the searching staff"));
    // What is settled already is no change.
    assert!(rich.run("/staff battles").await.text().contains("nothing"), "{}", table.sandbox.transcript());
    table.sandbox.assert_nothing_refused();
}

/// The orders of a campaign given at random, with the number that its seed is made of, up to a battle of this kind; with gunboats on the board
/// if they are wanted.
fn orders_up_to(kind: BattleKind, gunboats: bool) -> (u8, Vec<Order>) {
    let options = Options { boards: true, storming: true, gunboats_on_board: true, ..Options::default() };
    for seed in 1..=u8::MAX {
        let (mut state, mut dice) = (State::new(Pack::embedded().unwrap()), Dice::seeded([seed; 32], 0));
        let (mut random, mut given) = (Random::new(seed.into()), Vec::new());
        let mut order = Order::SetUp { scenario: "uprising".to_owned(), options };
        while given.len() < 700 {
            state.give(engine::campaign::Seat::Commander, &order, &mut dice).unwrap();
            given.push(order.clone());
            let mut orders = sheet::legal(&state);
            let on_board = orders.iter().find(|order| matches!(order, Order::FightOut { .. })).cloned();
            // Outside a fortified town a storm is a battle as any other.
            let is_it = state
                .battle()
                .is_some_and(|(battle, _)| battle.kind == kind && (kind != BattleKind::Storm || battle.battle.battle_type.is_none()));
            if let Some(on_board) = on_board.filter(|_| is_it) {
                let events = state.clone().give(engine::campaign::Seat::Commander, &on_board, &mut Dice::seeded([1; 32], 0)).unwrap();
                let has = |event: &Event| matches!(event, Event::BoardOpened { ships, .. } if !ships.is_empty());
                if !gunboats || events.iter().any(has) {
                    return (seed, given);
                }
            }
            orders.retain(|order| !matches!(order, Order::FightOut { .. } | Order::LetStaffFight { .. } | Order::Correct { .. }));
            if orders.is_empty() {
                break;
            }
            order = orders[random.choose(&state, &orders)].clone();
        }
    }
    panic!("no {kind:?} in {} campaigns", u8::MAX);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_storm_of_walls_and_a_landing_with_gunboats_are_fought_on_the_board() {
    for (name, kind, gunboats, shows) in [("storm", BattleKind::Storm, false, "Wall"), ("landing", BattleKind::Landing, true, "Gunboat")] {
        let (seed, orders) = orders_up_to(kind, gunboats);
        let mut table = Table::bare().await;
        table.found_and_played(seed, orders).await;
        table.start_umpire().await;
        let rich = table.member("rich");
        let general = table.guild.channel("general");
        table.until("all of it is told", async || rich.run("/turn").await.text().contains("fight it out")).await;
        rich.run("/battle order").await.press("Fight it out here").await;
        table.until("a thread is opened", async || !general.threads().is_empty()).await;
        let thread = general.threads().pop().unwrap();
        let opened = thread.wait_for(|message| message.text().contains("it is fought out on the board")).await;
        println!("{}", opened.text());
        assert!(opened.text().contains(shows), "{name}: {}", opened.text());
        if let Ok(folder) = std::env::var("TRANSCRIPTS") {
            std::fs::write(format!("{folder}/{name}.png"), &opened.attachments()[0].bytes).unwrap();
        }
        let there = rich.at(&thread);
        instruct_all(&there, "Attack").await;
        fight_on(std::slice::from_ref(&there), 1_500).await;
        there.run("/turn").await.press("Report as fought").await;
        let fought = thread.wait_for(|message| message.text().contains("Luck:")).await;
        println!("{}", fought.text());
        table.until("the battle is over", async || !is_on_the_board(&rich).await).await;
        table.sandbox.assert_nothing_refused();
    }
}
