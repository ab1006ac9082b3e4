//! Plays a corpus of campaigns through the sandbox and keeps what they leave behind: their exports, and the database of the umpire that
//! held them all. `cargo run -p umpire --example corpus --features corpus -- FOLDER` writes a new set, with `corrections` after it only the campaign that has
//! corrections and house rules, with `battles` only what was fought on the gridded board; what earlier umpires wrote stays in
//! `tests/exports` and `tests/databases` as it is, for journals are for ever.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::campaign::{CorrectionKind, Event, Order, State, rules};
use engine::game::Game as _;
use engine::pack::Pack;
use sandbox::{Guild, Member, Message, Reply, Sandbox};
use staff::{Cautious, Random, Staff};
use tokio::sync::oneshot;
use umpire::despatches::order_keys::order_key;
use umpire::despatches::sheet;
use umpire::journal::clock::Clock;
use umpire::journal::store::Journal;
use umpire::model::topic::Topic;
use umpire::settings;
use umpire::settings::Token;

/// Every option of the set-up turned away from what is usual, over some campaigns.
const SOME: &str = "storming:true gunboats_at_sieges:true advanced_supply:true victor_stops:true earlier_siege_rows:true \
                    fortified_town_value:15 steps:6 steps_per_replacement:3";
const OTHERS: &str = "siege_reinforcement:true gunboat_encounters:true graham_by_card:true fractions_down:true \
                      relief_joins_siege:true steps:3";

/// The dice of the rebellion in the Example of Play, turn 1.
const EXAMPLE_OF_PLAY: &str = "6 1  6 2  6 3  3 3 3  5 3 4 6 4 4 4 4 6 4 5 4 3 4";

/// The first line of an answer; nothing where the channel tells of it.
fn answer(reply: &Reply) -> String {
    reply.try_message().map_or_else(String::new, |message| message.text().lines().next().unwrap_or_default().to_owned())
}

/// A channel with its campaign.
struct Play {
    guild: Guild,
    channel: String,
    player: Member,
    state: State,
    pool: sqlx::SqlitePool,
    number: i64,
    revision: i64,
}

impl Play {
    async fn begin(guild: &Guild, pool: &sqlx::SqlitePool, channel: &str, options: &str) -> Self {
        let player = guild.member("rich").in_channel(channel);
        println!("{}", answer(&player.run(&format!("/campaign start {options}")).await));
        Self::taken_up(guild, pool, channel, player).await
    }

    async fn taken_up(guild: &Guild, pool: &sqlx::SqlitePool, channel: &str, player: Member) -> Self {
        let mut number = None;
        for _ in 0..500 {
            number = sqlx::query_scalar("SELECT MAX(id) FROM campaigns WHERE channel = ?")
                .bind(guild.channel(channel).id() as i64)
                .fetch_one(pool)
                .await
                .unwrap();
            if number.is_some() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let state = State::new(Pack::embedded().unwrap());
        let number = number.expect("a campaign was started");
        let (guild, channel, pool) = (guild.clone(), channel.to_owned(), pool.clone());
        let mut play = Self { guild, channel, player, state, pool, number, revision: 0 };
        play.read_on().await;
        play
    }

    /// The position as the journal has it; whether it has more rows than before.
    async fn read_on(&mut self) -> bool {
        let rows: Vec<(i64, String, Option<i64>)> =
            sqlx::query_as("SELECT revision, events, undone_by FROM journal WHERE campaign = ? ORDER BY revision")
                .bind(self.number)
                .fetch_all(&self.pool)
                .await
                .unwrap();
        self.state = State::new(Pack::embedded().unwrap());
        let before = self.revision;
        for (revision, events, undone) in &rows {
            if undone.is_none() {
                self.state.replay(&serde_json::from_str::<Vec<Event>>(events).unwrap());
            }
            self.revision = *revision;
        }
        self.revision > before
    }

    async fn settled(&mut self) {
        assert!(self.has_settled().await, "nothing came of it in {}", self.channel);
    }

    /// Whether the journal has more rows than before, within five seconds.
    async fn has_settled(&mut self) -> bool {
        for _ in 0..1_000 {
            if self.read_on().await {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        false
    }

    async fn say(&mut self, member: &Member, line: &str) {
        println!("{}: {line}: {}", member.name(), answer(&member.run(line).await));
        self.settled().await;
    }

    fn messages(&self) -> Vec<Message> {
        self.guild.channel(&self.channel).messages()
    }

    async fn wait_for(&self, says: &str) -> Message {
        let is_it = |message: &Message| message.text().contains(says) && !message.text().contains("· the board");
        self.guild.channel(&self.channel).wait_for(is_it).await
    }

    async fn give(&mut self, order: &Order) {
        let key = order_key(order).unwrap();
        let command = Topic::of(order).command();
        let reply = self.player.run(&format!("/{command} order:{key}")).await;
        // What ends a turn or spends a card for good is asked about first.
        let asks = reply.try_message();
        let ids = asks.iter().flat_map(|asks| asks.components()).filter_map(|component| component.custom_id.clone());
        if let (Some(asks), Some(sure)) = (&asks, ids.clone().find(|id| id.starts_with("sure:"))) {
            self.player.press_raw(asks.id(), &sure).await.unwrap();
        }
        assert!(self.has_settled().await, "nothing came of {order:?}, /{command} order:{key}, in {}: {}", self.channel, reply.text());
    }

    /// Plays on until the campaign is over, or so many orders are given.
    async fn play(&mut self, staff: &mut impl Staff<State>, most: usize) {
        for _ in 0..most {
            if self.state.ending().is_some() {
                break;
            }
            let mut orders = sheet::legal(&self.state);
            // Fought out on the board it is its sides who order, by other names than the turn's: that is the part of the battles.
            orders.retain(|order| !matches!(order, Order::FightOut { .. }));
            let order = orders[staff.choose(&self.state, &orders)].clone();
            self.give(&order).await;
        }
        println!("{}: turn {}, row {}, {:?}", self.channel, self.state.turn(), self.revision, self.state.ending());
    }

    async fn close(&mut self) {
        let asked = self.player.run("/campaign end").await;
        self.player.press(&asked.message(), "End the campaign").await;
        self.settled().await;
    }

    async fn export(&self, folder: &Path, name: &str) {
        let reply = self.player.run(&format!("/campaign export campaign:{}", self.number)).await;
        std::fs::write(folder.join(format!("{name}.json")), &reply.attachments()[0].bytes).unwrap();
        println!("{name}: {} rows, {} messages", self.revision, self.messages().len());
    }
}

/// Posts, proposals, table dice, rolls, a battle among several with its thread, undone rows free and by two.
async fn group(guild: &Guild, pool: &sqlx::SqlitePool, folder: &Path) -> Play {
    let mut play = Play::begin(guild, pool, "group", &format!("dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let rich = play.player.clone();
    let (tom, anne) = (guild.member("tom").in_channel("group"), guild.member("anne").in_channel("group"));
    play.say(&tom, "/campaign join").await;
    play.say(&anne, "/campaign join").await;
    play.say(&rich, "/campaign rename name:\"The Friday club\"").await;
    play.say(&rich, "/staff appoint member:@anne post:\"chief of staff\"").await;
    play.say(&tom, "/staff willing how:\"I volunteer\"").await;
    play.say(&rich, "/pace set hours:12").await;
    play.say(&rich, "/encounter location:Tamai dice:\"5 6 4 2 1 3 1 5 3 4\"").await;
    play.say(&tom, "/roll what:2D6+1").await;
    play.say(&rich, "/turn order:Pass").await;
    play.say(&rich, "/undo").await;
    tom.run("/turn order:Pass").await;
    let proposal = play.wait_for("proposal 1").await;
    rich.press(&proposal, "Decline").await;
    tom.run("/turn order:Pass").await;
    let proposal = play.wait_for("proposal 2").await;
    rich.press(&proposal, "Approve").await;
    play.settled().await;
    play.say(&rich, "/move order:\"Activate Olga\"").await;
    let march = rich.complete("/move order:March to").await.into_iter().find(|choice| choice.name.contains("El Obeid")).unwrap();
    play.say(&rich, &format!("/move order:{} dice:6", march.value.as_str().unwrap())).await;
    let fight = rich.complete("/battle order order:Fight").await;
    play.say(&rich, &format!("/battle order order:{}", fight[0].value.as_str().unwrap())).await;
    play.export(folder, "group-in-battle").await;
    let thread = guild.channel("group").wait_for_thread("Battle of El Obeid–Olga 2 of 2, turn 1").await;
    let situation = thread.wait_for(|message| message.text().contains("Mahdist command:")).await;
    rich.press(&situation, "Anglo-Egyptians held the field").await.fill(&[]).submit().await;
    play.settled().await;
    // The report threw no dice; the fight did, and past a roll it takes two.
    play.say(&rich, "/undo").await;
    rich.run("/undo").await;
    let request = play.wait_for("asks to undo").await;
    anne.press(&request, "Agree: undo it").await;
    play.settled().await;
    play.play(&mut Cautious::new(3), 90).await;
    play.say(&rich, "/staff delegate member:@tom what:\"this action round\"").await;
    let cards = rich.complete("/play order:Ops").await;
    if let Some(card) = cards.first() {
        play.say(&rich, &format!("/play order:{} dice:\"3 4\"", card.value.as_str().unwrap())).await;
    }
    play.export(folder, "group-running").await;
    play
}

/// A correction of each kind there is, one of them undone; house rules changed, kept, and withdrawn by an undo to a point.
async fn corrections(guild: &Guild, pool: &sqlx::SqlitePool, folder: &Path) {
    let mut play = Play::begin(guild, pool, "corrections", &format!("advanced_supply:true dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let rich = play.player.clone();
    let (tom, anne) = (guild.member("tom").in_channel("corrections"), guild.member("anne").in_channel("corrections"));
    play.say(&tom, "/campaign join").await;
    play.say(&anne, "/campaign join").await;
    play.say(&rich, "/turn order:Pass").await;
    let mut proposal = 0;
    for (kind, nth) in CorrectionKind::ALL.into_iter().zip([40, 9, 3, 2, 6, 4, 5, 70, 55, 280, 7, 12, 0]) {
        let listed = rules::corrections::listed(&play.state, kind);
        let Some(correction) = listed.get(nth % listed.len().max(1)) else { continue };
        let key = order_key(&Order::Correct { correction: *correction }).unwrap();
        rich.run(&format!("/campaign correct is:{key}")).await.press("Put it right").await;
        proposal += 1;
        let asked = play.wait_for(&format!("proposal {proposal}")).await;
        tom.press(&asked, "Agree: correct it").await;
        play.settled().await;
    }
    play.say(&tom, "/undo").await;
    // Before the round that is begun now, so that what is voted on in it can be withdrawn.
    play.say(&rich, "/turn order:End").await;
    let vote = async |play: &mut Play, change: &str, words: &str, press: &str, voters: &[&Member]| {
        play.say(&tom, &format!("/campaign house_rule change:{change}")).await;
        let called = play.wait_for(words).await;
        for voter in voters {
            voter.press(&called, press).await;
            play.settled().await;
        }
    };
    vote(&mut play, "storming.1", "besiegers may storm?", "For it", &[&anne]).await;
    vote(&mut play, "victor-stops.1", "calls a vote on a house rule: from now on, a victor", "Against it", &[&anne, &rich]).await;
    play.play(&mut Cautious::new(31), 30).await;
    tom.run("/campaign house_rule change:fractions-down.1").await;
    play.settled().await;
    let points = rich.complete("/undo to:").await;
    let shown = rich.run(&format!("/undo to:{}", points[0].value.as_str().unwrap())).await;
    let asks = shown.text().contains("It takes a second word");
    shown.press(if asks { "Ask for it" } else { "Undo all of it" }).await;
    if asks {
        let request = play.wait_for("asks to undo everything back").await;
        anne.press(&request, "Agree: undo all of it").await;
    }
    play.settled().await;
    play.play(&mut Cautious::new(32), 40).await;
    play.close().await;
    play.export(folder, "corrections-closed").await;
}

/// Gives the usual order of whoever is waited for, so often at most, until the board says this.
async fn press_on(members: &[Member], most: usize, until: &str) {
    for _ in 0..most {
        let now = members[0].run("/turn").await.message();
        let next = now.text().split("Next:").nth(1).unwrap_or_default().to_owned();
        let Some(member) = members.iter().find(|member| next.contains(&format!("<@{}>", member.id()))) else { return };
        let own = member.run("/turn").await.message();
        let usual = own.components().iter().find(|component| component.style == Some(1)).and_then(|button| button.label.clone());
        let Some(usual) = usual.filter(|_| !own.text().contains(until)) else { return };
        member.press(&own, &usual).await;
    }
}

async fn instruct(member: &Member, instruction: &str) {
    let sheet = member.run("/battle orders").await;
    let whom = member.select(&sheet.message(), "Who is to be instructed?", &["All units"]).await;
    member.select(&whom.message(), "What are they to do?", &[instruction]).await;
}

/// A campaign whose first battle is met in the Example of Play.
async fn met(guild: &Guild, pool: &sqlx::SqlitePool, channel: &str) -> Play {
    let mut play = Play::begin(guild, pool, channel, &format!("dice:\"{EXAMPLE_OF_PLAY}\"")).await;
    let rich = play.player.clone();
    play.say(&rich, "/turn order:Pass").await;
    play.say(&rich, "/move order:\"Activate Olga\"").await;
    let march = rich.complete("/move order:March to").await.into_iter().find(|choice| choice.name.contains("El Obeid")).unwrap();
    play.say(&rich, &format!("/move order:{} dice:6", march.value.as_str().unwrap())).await;
    let fight = rich.complete("/battle order order:Fight").await;
    play.say(&rich, &format!("/battle order order:{}", fight[0].value.as_str().unwrap())).await;
    play
}

/// Battles on the gridded board: one against the searching staff to its end, one of two members left in its midst; and campaigns, one with
/// a battle settled by the staff and one fought out, one left in the midst of its battle.
async fn battles(guild: &Guild, pool: &sqlx::SqlitePool, folder: &Path) {
    let rich = guild.member("rich").in_channel("skirmish");
    rich.run("/battle new scenario:\"Night march to the canal\" opponent:\"The searching staff\" turns:5").await;
    guild.channel("skirmish").wait_for(|message| message.text().contains("a battle on the gridded board")).await;
    press_on(std::slice::from_ref(&rich), 4, "won by").await;
    for instruction in ["Attack", "Advance"] {
        instruct(&rich, instruction).await;
    }
    // The one who acts did so at once: past a die it is asked.
    let undone = rich.run("/undo").await;
    if undone.text().contains("Dice were thrown for it") {
        undone.press("Undo it").await;
    }
    press_on(std::slice::from_ref(&rich), 600, "won by").await;
    let over = rich.run("/campaign end").await;
    rich.press(&over.message(), "End the battle").await;
    guild.channel("skirmish").wait_for(|message| message.text().contains("The seed of its dice was")).await;
    let file = rich.run("/campaign export").await;
    std::fs::create_dir_all(folder.join("battles")).unwrap();
    std::fs::write(folder.join("battles/skirmish-closed.json"), &file.attachments()[0].bytes).unwrap();

    let (rich, tom) = (guild.member("rich").in_channel("midst"), guild.member("tom").in_channel("midst"));
    rich.run("/battle new scenario:\"Marching across the Sudan\" opponent:\"Whoever joins\"").await;
    guild.channel("midst").wait_for(|message| message.text().contains("a battle on the gridded board")).await;
    tom.run("/battle join").await;
    instruct(&tom, "Attack").await;
    press_on(&[rich.clone(), tom], 30, "won by").await;

    let mut boards = met(guild, pool, "boards").await;
    let rich = boards.player.clone();
    rich.run("/battle order").await.press("Let the staff settle it").await;
    boards.settled().await;
    let mut staff = Cautious::new(3);
    for _ in 0..400 {
        let orders = sheet::legal(&boards.state);
        if orders.iter().any(|order| matches!(order, Order::FightOut { .. })) {
            rich.run("/battle order").await.press("Fight it out here").await;
            boards.settled().await;
            press_on(std::slice::from_ref(&rich), 900, "Report as fought").await;
            rich.run("/turn").await.press("Report as fought").await;
            boards.read_on().await;
            break;
        }
        let order = orders[staff.choose(&boards.state, &orders)].clone();
        boards.give(&order).await;
    }
    boards.read_on().await;
    boards.play(&mut staff, 20).await;
    boards.close().await;
    boards.export(folder, "boards-closed").await;

    let mut midst = met(guild, pool, "at-the-board").await;
    let rich = midst.player.clone();
    rich.run("/battle order").await.press("Fight it out here").await;
    midst.settled().await;
    press_on(std::slice::from_ref(&rich), 12, "Report as fought").await;
}

/// Does in the card game what the staff advises, whoever is asked, so many rounds or until nobody is.
async fn as_advised(members: &[Member], most: usize) {
    for _ in 0..most {
        let mut asked = false;
        for member in members {
            let hand = member.run("/sudan hand").await;
            if hand.text().contains("[As the staff would]") {
                hand.press("As the staff would").await;
                asked = true;
            }
        }
        if !asked {
            return;
        }
    }
}

/// Card games: one against the searching staff to its end, with other settings, one of two members left in its midst.
async fn cards(guild: &Guild, folder: &Path) {
    let rich = guild.member("rich").in_channel("cards");
    rich.run("/sudan new side:\"The Mahdists\" opponent:\"The searching staff\" tactics_at_once:True random_losses:True").await;
    guild.channel("cards").wait_for(|message| message.text().contains("the cards are dealt")).await;
    let hand = rich.run("/sudan hand").await;
    hand.press("Standing orders").await;
    as_advised(std::slice::from_ref(&rich), 1_000).await;
    guild.channel("cards").wait_for(|message| message.text().contains("Hand at the end")).await;
    let over = rich.run("/sudan end").await;
    rich.press(&over.message(), "End the card game").await;
    guild.channel("cards").wait_for(|message| message.text().contains("The seed of its dice was")).await;
    let file = rich.run("/campaign export").await;
    std::fs::create_dir_all(folder.join("cards")).unwrap();
    std::fs::write(folder.join("cards/cards-closed.json"), &file.attachments()[0].bytes).unwrap();

    let (rich, tom) = (guild.member("rich").in_channel("hands"), guild.member("tom").in_channel("hands"));
    rich.run("/sudan new opponent:\"Whoever joins\"").await;
    guild.channel("hands").wait_for(|message| message.text().contains("the cards are dealt")).await;
    tom.run("/sudan join").await;
    as_advised(&[rich, tom], 7).await;
}

/// Does in the siege what the staff advises or draws, whoever is asked, so many rounds or until nobody is.
async fn besieged(members: &[Member], most: usize) {
    for _ in 0..most {
        let mut asked = false;
        for member in members {
            let hand = member.run("/khartoum hand").await;
            let usual = ["As the staff would", "Draw a card"].into_iter().find(|label| hand.text().contains(&format!("[{label}]")));
            if let Some(label) = usual {
                hand.press(label).await;
                asked = true;
            }
        }
        if !asked {
            return;
        }
    }
}

/// Sieges: one against the plain staff to its end, with other settings, one of two members left in its midst.
async fn sieges(guild: &Guild, folder: &Path) {
    let rich = guild.member("rich").in_channel("siege");
    let settings = "larger_stacks:True more_rounds:True guides_everywhere:True";
    rich.run(&format!("/khartoum new side:\"The Mahdists\" opponent:\"The plain staff\" {settings}")).await;
    guild.channel("siege").wait_for(|message| message.text().contains("the counters are laid out")).await;
    besieged(std::slice::from_ref(&rich), 400).await;
    guild.channel("siege").wait_for(|message| message.text().contains("It took")).await;
    let over = rich.run("/khartoum end").await;
    rich.press(&over.message(), "End the game").await;
    guild.channel("siege").wait_for(|message| message.text().contains("The seed of its dice was")).await;
    let file = rich.run("/campaign export").await;
    std::fs::create_dir_all(folder.join("sieges")).unwrap();
    std::fs::write(folder.join("sieges/siege-closed.json"), &file.attachments()[0].bytes).unwrap();

    let (rich, tom) = (guild.member("rich").in_channel("nile"), guild.member("tom").in_channel("nile"));
    rich.run("/khartoum new opponent:\"Whoever joins\"").await;
    guild.channel("nile").wait_for(|message| message.text().contains("the counters are laid out")).await;
    tom.run("/khartoum join").await;
    besieged(&[rich, tom], 14).await;
}

#[tokio::main]
async fn main() {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder to write to"));
    let only = std::env::args().nth(2);
    let plays = |part: &str| only.as_deref().is_none_or(|only| only == part);
    std::fs::create_dir_all(&folder).unwrap();
    let database = folder.join("umpire.db");
    let settings = sandbox::Settings { bot_name: "Umpire".to_owned(), settle: Duration::from_millis(15), ..sandbox::Settings::default() };
    let sandbox = Sandbox::start(settings).await.unwrap();
    let guild = sandbox.guild("The Officers' Mess");
    let channels = ["closed", "options", "others", "group", "imported", "long", "archived", "deleted", "corrections"];
    for channel in channels.into_iter().chain(["skirmish", "midst", "boards", "at-the-board", "cards", "hands", "siege", "nile"]) {
        let _ = guild.channel(channel);
    }
    let environment = [("UMPIRE_DATABASE".to_owned(), database.display().to_string())].into();
    let settings = settings::check("corpus", "", &environment).unwrap();
    Journal::make(&settings.database).await.unwrap().close().await;
    let (token, base) = (Token::new(sandbox.token()), sandbox.base().to_owned());
    let (stop, stopped) = oneshot::channel::<()>();
    let umpire = tokio::spawn(async move {
        let stopped = async move {
            let _ = stopped.await;
        };
        umpire::start::run(&settings, &token, Some(&base), std::sync::Arc::default(), Clock::default(), stopped).await.unwrap();
    });
    sandbox.wait_for_commands().await;
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&database).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();

    if only.is_none() {
        all_others(&guild, &pool, &folder).await;
    }
    if plays("corrections") {
        corrections(&guild, &pool, &folder).await;
    }
    if plays("battles") {
        battles(&guild, &pool, &folder).await;
    }
    if plays("cards") {
        cards(&guild, &folder).await;
    }
    if plays("sieges") {
        sieges(&guild, &folder).await;
    }

    pool.close().await;
    drop(stop);
    umpire.await.unwrap();
    // All of it in one file: what is in the write-ahead log is in the database now.
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&database);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    sqlx::query("VACUUM").execute(&pool).await.unwrap();
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&pool).await.unwrap();
    pool.close().await;
    sandbox.assert_nothing_refused();
}

/// Every campaign but the one of the corrections.
async fn all_others(guild: &Guild, pool: &sqlx::SqlitePool, folder: &Path) {
    let mut closed = Play::begin(guild, pool, "closed", "scenario:uprising").await;
    closed.play(&mut Cautious::new(5), 5_000).await;
    closed.close().await;
    closed.export(folder, "uprising-closed").await;

    let mut options = Play::begin(guild, pool, "options", &format!("scenario:uprising {SOME}")).await;
    options.play(&mut Random::new(7), 700).await;
    options.close().await;
    options.export(folder, "options-closed").await;

    let mut others = Play::begin(guild, pool, "others", &format!("scenario:reconquest {OTHERS}")).await;
    others.play(&mut Random::new(8), 160).await;
    others.export(folder, "reconquest-running").await;

    let first = group(guild, pool, folder).await;
    let file = std::fs::read(folder.join("group-running.json")).unwrap();
    let anna = guild.member("anna").in_channel("imported");
    anna.attaching("campaign.json", file).run("/campaign import file:campaign.json").await;
    let mut imported = Play::taken_up(guild, pool, "imported", anna).await;
    assert!(imported.number > first.number);
    imported.play(&mut Cautious::new(9), 60).await;
    imported.export(folder, "imported-running").await;

    // A long one: it is archived and resumed on the way, and much of it is undone.
    let mut long =
        Play::begin(guild, pool, "long", &format!("scenario:uprising random_start:true {SOME} {OTHERS}").replace("steps:6 ", "")).await;
    let mut staff = Cautious::new(21);
    long.play(&mut staff, 60).await;
    let rich = long.player.clone();
    long.say(&rich, "/campaign archive").await;
    long.say(&rich, &format!("/campaign resume campaign:{}", long.number)).await;
    for _ in 0..16 {
        long.play(&mut staff, 40).await;
        for _ in 0..10 {
            let undone = rich.run("/undo").await;
            if undone.text().contains("Dice were thrown for it") {
                undone.press("Undo it").await;
            }
            long.settled().await;
        }
    }
    long.close().await;
    long.export(folder, "long-closed").await;

    let mut archived = Play::begin(guild, pool, "archived", "scenario:uprising").await;
    let rich = archived.player.clone();
    archived.say(&rich, "/campaign archive").await;
    let mut deleted = Play::begin(guild, pool, "deleted", "scenario:uprising").await;
    deleted.play(&mut Cautious::new(2), 12).await;
    let asked = deleted.player.run(&format!("/campaign delete campaign:{}", deleted.number)).await;
    asked.press("Delete the campaign").await;
    deleted.settled().await;
}
