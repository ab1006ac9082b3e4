//! Reminders through the sandbox: whom the campaign waits for and nobody else, after the pace, once, whatever restarts.

use crate::table::{EXAMPLE_OF_PLAY, Table};
use engine::campaign::{Options, Order, State};
use engine::pack::Pack;
use sandbox::{Fault, Member};
use std::time::Duration;
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::pace::Pace;
use umpire::table::error::TableError;
use umpire::table::lifecycle::OnServer;
use umpire::table::room::Room as _;
use umpire::table::tables::{Founding, Tables};
use umpire::table::undo::Undoing;

/// What a reminder says.
pub(crate) const WAITS: &str = "The campaign has waited since";

fn reminders(table: &Table) -> usize {
    table.messages().iter().filter(|message| message.text().contains(WAITS)).count()
}

/// A campaign of another channel that is reminded after an hour. It is looked at after those begun before it: when its reminder has come,
/// whatever is to come of theirs is written.
pub(crate) struct Picket {
    guard: Member,
    has_passed: bool,
}

impl Picket {
    pub(crate) async fn posted(table: &Table) -> Self {
        let guard = table.member("guard").in_channel("picket");
        guard.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
        guard.run("/pace set hours:1").await;
        Self { guard, has_passed: false }
    }

    fn calls(table: &Table) -> usize {
        table.guild.channel("picket").messages().iter().filter(|message| message.text().contains(WAITS)).count()
    }

    /// What the picket is waited for begins anew.
    async fn stirs(&mut self) {
        self.guard.run(if self.has_passed { "/undo" } else { "/turn order:pass" }).await;
        self.has_passed = !self.has_passed;
    }

    /// Hours pass, and all who are to be reminded by then have been.
    pub(crate) async fn hours_pass(&mut self, table: &Table, hours: u64) {
        self.stirs().await;
        let calls = Self::calls(table);
        table.hours_pass(hours);
        table.until("the picket is reminded", async || Self::calls(table) > calls).await;
        table.until_posted().await;
    }

    /// The same while the umpire is down: it is killed, and started again.
    pub(crate) async fn hours_pass_asleep(&mut self, table: &mut Table, hours: u64) {
        self.stirs().await;
        let calls = Self::calls(table);
        table.kill_umpire().await;
        table.hours_pass(hours);
        table.start_umpire().await;
        table.until("the picket is reminded", async || Self::calls(table) > calls).await;
        table.until_posted().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_which_posting_takes_minutes_holds_up_no_reminder_of_another() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    rich.run("/pace set hours:1").await;
    let elsewhere = table.sandbox.guild("The Second Battalion");
    let kate = elsewhere.member("kate");
    kate.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    kate.run("/pace set hours:1").await;
    let slow = format!("/channels/{}/messages", table.guild.channel("general").id());
    table.sandbox.inject(Fault::Delay(Duration::from_secs(120)).on("POST", &slow).times(1_000));
    table.hours_pass(2);
    elsewhere.channel("general").wait_for(|message| message.text().contains(WAITS)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_waited_for_is_called_when_the_pace_is_over_and_not_twice_for_a_restart() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let mut table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom", "anne"]).await;
    let mut picket = Picket::posted(&table).await;
    let set = rich.run("/pace set hours:24").await;
    set.taken_back().await;
    table.wait_for("is reminded after 24 hours").await;
    others[0].press(&table.message("the rebellion spreads"), "Pass: 1 Op").await;
    table.wait_for("proposes: Pass: 1 Op").await;
    picket.hours_pass_asleep(&mut table, 23).await;
    assert_eq!(reminders(&table), 0, "there is an hour left");
    picket.hours_pass_asleep(&mut table, 2).await;
    let reminder = table.wait_for(WAITS).await;
    println!("{}", reminder.text());
    assert_eq!(reminder.mentions(), [rich.name()], "nobody else is called");
    assert!(reminder.text().contains("Not settled yet: proposal 1 by"), "{}", reminder.text());
    for _ in 0..2 {
        picket.hours_pass_asleep(&mut table, 1).await;
        assert_eq!(reminders(&table), 1, "{}", table.sandbox.transcript());
    }
    // The proposal is settled from the reminder, and the next reminder is for what comes then.
    rich.press(&reminder, "Approve 1").await;
    table.wait_for("Action round 1: no card is played.").await;
    assert!(table.wait_for("Approved by").await.components().is_empty(), "the proposal's own message says so too");
    picket.hours_pass_asleep(&mut table, 23).await;
    assert_eq!(reminders(&table), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_called_while_the_campaign_rests_while_they_are_away_or_have_taken_more_time() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    let mut picket = Picket::posted(&table).await;
    assert!(rich.run("/pace extend hours:5").await.text().contains("Nobody is being reminded"));
    assert!(rich.run("/pace pause paused:true").await.text().contains("Nobody is being reminded"));
    assert!(rich.run("/pace set hours:24 quiet:late").await.text().contains("such as 22-7"));
    rich.run("/pace set hours:24").await;
    assert!(others[0].run("/pace extend hours:5").await.text().contains("It is not you who is waited for"));
    let zone_alone = rich.run("/pace set hours:24 time_zone:+1").await;
    assert!(zone_alone.text().contains("A time zone is for quiet hours"), "{}", zone_alone.text());
    // Said anew, the pace keeps its quiet hours until there are to be none.
    rich.run("/pace set hours:24 quiet:22-7 time_zone:+1").await;
    table.wait_for("nobody between 22:00 and 7:00 UTC+1:00").await;
    rich.run("/pace set hours:48").await;
    assert!(table.wait_for("is reminded after 2 days").await.text().contains("nobody between 22:00 and 7:00 UTC+1:00"));
    // A place's clocks are found by its city, and kept, with the hours, while nobody is reminded.
    rich.run("/pace set hours:24 time_zone:london").await;
    table.wait_for("nobody between 22:00 and 7:00 in Europe/London").await;
    assert!(rich.run("/pace set hours:0 quiet:21-6").await.text().contains("leave out the quiet hours"));
    rich.run("/pace set hours:0").await;
    table.wait_for("Nobody is reminded of anything").await;
    rich.run("/pace set hours:96").await;
    let again = table.wait_for("is reminded after 4 days").await;
    assert!(again.text().contains("nobody between 22:00 and 7:00 in Europe/London"), "{}", again.text());
    rich.run("/pace set hours:72 quiet:none").await;
    table.wait_for("is reminded after 3 days.").await;
    rich.run("/pace set hours:24").await;
    rich.run("/pace extend hours:10").await;
    table.wait_for("takes more time: nobody is reminded before").await;
    picket.hours_pass(&table, 30).await;
    assert_eq!(reminders(&table), 0, "ten hours more were taken");
    rich.run("/pace pause paused:true").await;
    table.wait_for("The game rests").await;
    assert!(rich.run("/pace extend hours:5").await.text().contains("`/pace pause paused:False` lets it go on"));
    picket.hours_pass(&table, 30).await;
    assert_eq!(reminders(&table), 0, "it rests");
    rich.run("/staff away days:3").await;
    rich.run("/pace pause paused:false").await;
    picket.hours_pass(&table, 30).await;
    assert_eq!(reminders(&table), 0, "they are away");
    picket.hours_pass(&table, 60).await;
    table.wait_for(WAITS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_more_time_after_the_last_reminder_is_reminded_once_more_when_it_is_over() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    let mut picket = Picket::posted(&table).await;
    rich.run("/pace set hours:24").await;
    for sent in 1..=3 {
        picket.hours_pass(&table, 25).await;
        assert_eq!(reminders(&table), sent);
    }
    picket.hours_pass(&table, 100).await;
    assert_eq!(reminders(&table), 3, "whoever was called three times is left alone");
    rich.run("/pace extend hours:48").await;
    table.wait_for("takes more time: nobody is reminded before").await;
    picket.hours_pass(&table, 47).await;
    assert_eq!(reminders(&table), 3, "not before");
    picket.hours_pass(&table, 2).await;
    assert_eq!(reminders(&table), 4, "what the despatch promised comes");
    picket.hours_pass(&table, 100).await;
    assert_eq!(reminders(&table), 4, "and was the last");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_others_do_in_the_meantime_does_not_put_off_the_reminder_of_who_is_waited_for() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, tom) = (table.member("rich"), table.member("tom"));
    rich.run("/battle new scenario:\"Night march to the canal\" opponent:\"Whoever joins\"").await;
    table.wait_for("a battle on the gridded board").await;
    tom.run("/battle join").await;
    rich.run("/pace set hours:24").await;
    let mut picket = Picket::posted(&table).await;
    let instruct = async |instruction: &str| {
        let sheet = rich.run("/battle orders").await;
        let whom = rich.select(&sheet.message(), "Who is to be instructed?", &["All units"]).await;
        rich.select(&whom.message(), "What are they to do?", &[instruction]).await;
    };
    let reminded =
        || table.messages().into_iter().filter(|message| message.text().contains("The battle has waited since")).collect::<Vec<_>>();
    // Tom sets up first; meanwhile Rich thinks of this and that.
    for instruction in ["Advance", "Hold and fire"] {
        picket.hours_pass(&table, 11).await;
        instruct(instruction).await;
    }
    assert_eq!(reminded().len(), 0, "two hours are left");
    picket.hours_pass(&table, 3).await;
    let [reminder] = &reminded()[..] else { panic!("{}", table.sandbox.transcript()) };
    assert_eq!(reminder.mentions(), ["tom"]);
    // The next comes a pace later, and what was sent is not forgotten.
    picket.hours_pass(&table, 20).await;
    instruct("Attack").await;
    assert_eq!(reminded().len(), 1);
    picket.hours_pass(&table, 5).await;
    assert_eq!(reminded().len(), 2, "{}", table.sandbox.transcript());
    // What they do themselves begins it anew, for whoever is waited for then.
    tom.press(&tom.run("/turn").await.message(), "Ready, as they stand").await;
    picket.hours_pass(&table, 20).await;
    assert_eq!(reminded().len(), 2);
    picket.hours_pass(&table, 5).await;
    let all = reminded();
    assert_eq!((all.len(), all.last().unwrap().mentions()), (3, &["rich".to_owned()][..]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_waits_for_those_who_fight_it_in_its_thread() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, others) = table.campaign(&["tom"]).await;
    rich.run("/pace set hours:12").await;
    table.meet(&rich).await;
    let thread = table.guild.channel("general").wait_for_thread("Battle of El Obeid–Olga 2 of 2, turn 1").await;
    thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    table.hours_pass(13);
    let reminder = thread.wait_for(|message| message.text().contains(WAITS)).await;
    let mut called = reminder.mentions().to_vec();
    called.sort_unstable();
    assert_eq!(called, [rich.name(), others[0].name()]);
    assert_eq!(reminders(&table), 0, "the channel is not told");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_takes_a_game_up_again_or_lets_it_go_on_has_all_of_its_pace_before_they_are_reminded() {
    not_beside!("its clock is set forward, which a process of its own has none of");
    let table = Table::laid_inside().await;
    let (rich, _) = table.campaign(&[]).await;
    let mut picket = Picket::posted(&table).await;
    rich.run("/pace set hours:24").await;
    rich.run("/campaign archive").await;
    table.wait_for("is archived.**").await;
    picket.hours_pass(&table, 500).await;
    rich.run("/campaign resume campaign:1").await;
    table.wait_for("goes on").await;
    picket.hours_pass(&table, 23).await;
    assert_eq!(reminders(&table), 0, "an hour is left: {}", table.sandbox.transcript());
    picket.hours_pass(&table, 2).await;
    assert_eq!(reminders(&table), 1);
    // The same where it has rested.
    rich.run("/pace pause paused:true").await;
    table.wait_for("The game rests").await;
    picket.hours_pass(&table, 100).await;
    rich.run("/pace pause paused:false").await;
    picket.hours_pass(&table, 23).await;
    assert_eq!(reminders(&table), 1);
    picket.hours_pass(&table, 2).await;
    assert_eq!(reminders(&table), 2);
    table.sandbox.assert_nothing_refused();
}

/// That a game which is not in memory is said to be due when it is once it is read.
async fn is_due_as_it_is_read(tables: &Tables, id: CampaignId, what: &str) {
    let read = tables.waiting(id).await.unwrap().and_then(|waiting| waiting.due);
    let unread = Tables::<State>::new(tables.journal().clone()).due(id).await.unwrap();
    assert_eq!((unread, unread.is_some()), (read, true), "{what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn when_somebody_is_reminded_next_is_known_without_the_games_being_read() {
    not_beside!("no umpire is started");
    let folder = tempfile::tempdir().unwrap();
    let tables = Tables::<State>::new(Journal::open(&folder.path().join("umpire.db")).await.unwrap());
    let clock = tables.journal().clock().clone();
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    let orders = [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec();
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
    let (rich, mut number) = (UserId(7), 1);
    let id = tables.found(founding, Seed([5; 32]), InteractionId(1), rich).await.unwrap().campaign;
    let mut next = || {
        number += 1;
        clock.advance(Duration::from_secs(60));
        InteractionId(number)
    };
    assert_eq!(Tables::<State>::new(tables.journal().clone()).due(id).await.unwrap(), None, "nobody is reminded without a pace");
    tables.settle_pace(id, next(), rich, Some(Pace { hours: 24, quiet: None, paused: false })).await.unwrap();
    is_due_as_it_is_read(&tables, id, "after the founding").await;
    let pass = sheet::legal(&tables.snapshot(id).await.unwrap().state).into_iter().next().unwrap();
    tables.order(id, next(), rich, &pass, None, None).await.unwrap();
    is_due_as_it_is_read(&tables, id, "after an order").await;
    // What is about the group alone makes nobody be waited for anew, however much of it there is.
    for user in 8..20 {
        tables.join(id, next(), UserId(user), false).await.unwrap();
        if user % 3 == 0 {
            tables.leave(id, next(), UserId(user)).await.unwrap();
        }
    }
    tables.hand_over(id, next(), rich, UserId(8), OnServer { guild: GuildId(1), channel: ChannelId(2), manages: false }).await.unwrap();
    is_due_as_it_is_read(&tables, id, "after the group's own business").await;
    clock.advance(Duration::from_secs(25 * 3_600));
    assert!(tables.remind(id, clock.now()).await.unwrap().is_some());
    is_due_as_it_is_read(&tables, id, "after a reminder").await;
    tables.extend(id, next(), UserId(8), 48).await.unwrap();
    is_due_as_it_is_read(&tables, id, "after more time was given").await;
    assert!(matches!(tables.undo(id, next(), rich, None, Some(UserId(8))).await.unwrap(), Undoing::Done(_)));
    is_due_as_it_is_read(&tables, id, "after an undo").await;
    assert!(matches!(tables.due(CampaignId(99)).await, Err(TableError::NoCampaign)));
}
