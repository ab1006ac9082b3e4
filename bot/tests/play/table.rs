//! A sandbox with the umpire in it: in this process, or (with `UMPIRE_BINARY`) as the real program beside it.

use rustix::process::Signal;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};

use crate::program::{PATIENCE, output_of};
use crate::signals::tell;
use engine::campaign::{Order, State};
use engine::pack::Pack;
use sandbox::{Guild, Member, Message, Reply, Sandbox};
use tokio::runtime::{self, Runtime};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use umpire::doors::under_way::UnderWay;
use umpire::drawing::atlas::Atlas;
use umpire::journal::clock::Clock;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::settings;
use umpire::settings::Token;
use umpire::start::{AnotherGame, House};
use umpire::table::tables::{Founding, Tables};

static ATLAS: OnceLock<Arc<Atlas>> = OnceLock::new();

/// Pictures drawn at once for all tests: more than are played at once on a usual machine.
const AT_ONCE: usize = 4;

/// The dice of the rebellion in the Example of Play, turn 1: no garrison has to be asked where it goes.
pub(crate) const EXAMPLE_OF_PLAY: &str = "6 1  6 2  6 3  3 3 3  5 3 4 6 4 4 4 4 6 4 5 4 3 4";

/// Twelve on foot, two horse and one rifle, met in an encounter: of other types a board has other questions, and in an ambush no usual answer.
pub(crate) const ENCOUNTER: &str = "3 3 3 3 2 1 2 3 4";

/// How the umpire runs beside the sandbox.
enum Running {
    /// In this process, but on a runtime of its own: ended, that takes with it whatever the umpire had in memory.
    Inside {
        runtime: Runtime,
        stop: oneshot::Sender<()>,
        task: JoinHandle<()>,
    },
    Beside(Child),
    Nowhere,
}

/// A sandbox, an umpire in it, and a database that outlives the umpire's restarts.
pub(crate) struct Table {
    pub(crate) sandbox: Sandbox,
    pub(crate) guild: Guild,
    folder: tempfile::TempDir,
    /// Settings from the environment, besides those every test has.
    settings: Vec<(String, String)>,
    /// Games beside the campaign.
    games: fn() -> Vec<AnotherGame>,
    /// What an umpire in this process goes by, whichever start it is.
    clock: Clock,
    /// Whether the umpire is a program of its own.
    separate: bool,
    running: Running,
}

impl Table {
    /// A sandbox with the umpire in it, in a guild of its own.
    pub(crate) async fn laid() -> Self {
        let mut table = Self::bare().await;
        table.start_umpire().await;
        table
    }

    /// The same with something done to the sandbox before the umpire comes.
    pub(crate) async fn laid_while(prepare: impl FnOnce(&Sandbox)) -> Self {
        let mut table = Self::bare().await;
        prepare(&table.sandbox);
        table.start_umpire().await;
        table
    }

    /// The same with a setting from the environment.
    pub(crate) async fn laid_with(name: &str, value: &str) -> Self {
        let mut table = Self::bare_with(Duration::from_millis(15)).await;
        table.settings.push((name.to_owned(), value.to_owned()));
        table.start_umpire().await;
        table
    }

    /// The same with more games in the house; in this process, whatever the run says, since the program knows none of them.
    pub(crate) async fn laid_with_games(games: fn() -> Vec<AnotherGame>) -> Self {
        let mut table = Self::bare().await;
        table.games = games;
        table.separate = false;
        table.start_umpire().await;
        table
    }

    /// The same with the umpire as a program of its own, whatever the run says: one that can be killed.
    pub(crate) async fn laid_separately() -> Self {
        let mut table = Self::bare().await;
        table.separate = true;
        table.start_umpire().await;
        table
    }

    /// The same with a setting from the environment.
    pub(crate) async fn laid_separately_with(name: &str, value: &str) -> Self {
        let mut table = Self::bare().await;
        table.separate = true;
        table.settings.push((name.to_owned(), value.to_owned()));
        table.start_umpire().await;
        table
    }

    /// The same with the umpire in this process, whatever the run says: one whose clock can be set forward.
    pub(crate) async fn laid_inside() -> Self {
        let mut table = Self::bare().await;
        table.separate = false;
        table.start_umpire().await;
        table
    }

    /// The same with a setting from the environment.
    pub(crate) async fn laid_inside_with(name: &str, value: &str) -> Self {
        let mut table = Self::bare().await;
        table.separate = false;
        table.settings.push((name.to_owned(), value.to_owned()));
        table.start_umpire().await;
        table
    }

    pub(crate) async fn bare() -> Self {
        Self::bare_with(Duration::from_millis(1_500)).await
    }

    pub(crate) async fn bare_with(settle: Duration) -> Self {
        Self::bare_on(sandbox::Settings { settle, ..Self::discord() }).await
    }

    /// What the sandbox of a test is like.
    pub(crate) fn discord() -> sandbox::Settings {
        sandbox::Settings { bot_name: "Umpire".to_owned(), ..sandbox::Settings::default() }
    }

    /// The same as [`Self::laid`] on a sandbox of another sort.
    pub(crate) async fn laid_on(settings: sandbox::Settings) -> Self {
        let mut table = Self::bare_on(settings).await;
        table.start_umpire().await;
        table
    }

    async fn bare_on(settings: sandbox::Settings) -> Self {
        let sandbox = Sandbox::start(settings).await.unwrap();
        let guild = sandbox.guild("The Officers' Mess");
        let (folder, separate) = (tempfile::tempdir().unwrap(), is_beside());
        Self { sandbox, guild, folder, settings: Vec::new(), games: Vec::new, clock: Clock::default(), separate, running: Running::Nowhere }
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("umpire.db")
    }

    /// Starts the umpire and waits until its commands are registered.
    pub(crate) async fn start_umpire(&mut self) {
        let before = self.sandbox.connections();
        let was_up = !self.sandbox.commands().is_empty();
        if !self.database().exists() {
            Journal::make(&self.database()).await.unwrap().close().await;
        }
        self.running = if self.separate { self.beside() } else { self.inside() };
        if was_up {
            self.sandbox.wait_for_reconnect(before).await.unwrap();
        }
        self.sandbox.wait_for_commands().await;
    }

    fn inside(&self) -> Running {
        let database = ("UMPIRE_DATABASE".to_owned(), self.database().display().to_string());
        let environment = self.settings.iter().cloned().chain([database]).collect();
        let settings = settings::check("test", "", &environment).unwrap();
        let (token, base) = (Token::new(self.sandbox.token()), self.sandbox.base().to_owned());
        let clock = self.clock.clone();
        let (stop, stopped) = oneshot::channel::<()>();
        let games = (self.games)();
        let under_way = UnderWay::default();
        self.sandbox.is_done_by(Some(sandbox::Done::by({
            let under_way = under_way.clone();
            move |id| {
                let under_way = under_way.clone();
                async move { under_way.over(InteractionId(id)).await }
            }
        })));
        let runtime = runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let task = runtime.spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            // The maps drawn once serve every test of the program, and no test waits for another's pictures.
            let atlas = Arc::clone(ATLAS.get_or_init(|| Arc::new(Atlas::drawing(AT_ONCE))));
            let house = House { atlas, clock, games, under_way };
            if let Err(error) = umpire::start::run_with(&settings, &token, Some(&base), house, stopped).await {
                panic!("the umpire ended: {error}");
            }
        });
        Running::Inside { runtime, stop, task }
    }

    pub(crate) fn program(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
        command
            .env("DISCORD_TOKEN", self.sandbox.token())
            .env("UMPIRE_DISCORD_API", self.sandbox.base())
            .env("UMPIRE_DATABASE", self.database())
            .env("UMPIRE_LOG", "warn")
            .envs(self.settings.iter().cloned())
            .stdin(Stdio::null());
        command
    }

    fn beside(&self) -> Running {
        let database = self.database();
        self.sandbox.is_done_by(Some(sandbox::Done::seen_by(move |_| posted(database.clone()))));
        Running::Beside(self.program().spawn().expect("the umpire's program"))
    }

    /// Ends the umpire the hard way: nothing it has in memory survives.
    pub(crate) async fn kill_umpire(&mut self) {
        match std::mem::replace(&mut self.running, Running::Nowhere) {
            Running::Inside { runtime, .. } => {
                tokio::task::spawn_blocking(move || runtime.shutdown_timeout(PATIENCE)).await.unwrap();
                // Its connections have threads of their own, the last of which tidies the file as it ends.
                self.until("the journal is let go", async || !self.holds_the_journal()).await;
            }
            Running::Beside(mut child) => {
                child.kill().unwrap();
                child.wait().unwrap();
            }
            Running::Nowhere => {}
        }
    }

    /// Whether this process has the journal's file, or one beside it, open; where the system does not tell, it is taken to have let go.
    fn holds_the_journal(&self) -> bool {
        let Ok(open) = std::fs::read_dir("/proc/self/fd") else { return false };
        let database = self.database().display().to_string();
        open.flatten().filter_map(|file| file.path().read_link().ok()).any(|file| file.display().to_string().starts_with(&database))
    }

    /// Ends the umpire as Ctrl-C does, and waits for it.
    pub(crate) async fn stop_umpire(&mut self) {
        match std::mem::replace(&mut self.running, Running::Nowhere) {
            Running::Inside { runtime, stop, task } => {
                drop(stop);
                tokio::time::timeout(PATIENCE, task).await.expect("the umpire ends in time").unwrap();
                runtime.shutdown_background();
            }
            Running::Beside(child) => {
                tell(&child, Signal::INT);
                let ended = tokio::task::spawn_blocking(move || output_of(child).status).await.unwrap();
                assert!(ended.success(), "{ended}");
            }
            Running::Nowhere => {}
        }
    }

    pub(crate) fn member(&self, name: &str) -> Member {
        self.guild.member(name)
    }

    /// A campaign in its first action round that rich commands, and that others have joined.
    pub(crate) async fn campaign(&self, others: &[&str]) -> (Member, Vec<Member>) {
        let rich = self.member("rich");
        rich.run(&format!("/campaign start dice:\"{EXAMPLE_OF_PLAY}\"")).await;
        self.wait_for("the rebellion spreads").await;
        let mut members = Vec::new();
        for name in others {
            let member = self.member(name);
            member.run("/campaign join").await;
            members.push(member);
        }
        (rich, members)
    }

    /// Founds a campaign that rich commands in the journal, before the umpire comes: with a seed that is known, so that its dice are the
    /// same in every run, and with these orders given already.
    pub(crate) async fn found(&self, seed: u8, orders: Vec<(Order, Option<Vec<u16>>)>) {
        let (guild, channel) = (self.guild.id(), self.guild.channel("general").id());
        let tables = Tables::<State>::new(Journal::open(&self.database()).await.unwrap());
        let founding = Founding { guild: GuildId(guild), channel: ChannelId(channel), pack: Pack::embedded().unwrap(), orders };
        tables.found(founding, Seed([seed; 32]), InteractionId(1), UserId(self.member("rich").id())).await.unwrap();
        tables.journal().close().await;
    }

    /// The same with orders that rich gives one after another, whatever the players are asked between them.
    pub(crate) async fn found_and_played(&self, seed: u8, orders: Vec<Order>) {
        let (guild, channel) = (GuildId(self.guild.id()), ChannelId(self.guild.channel("general").id()));
        let rich = UserId(self.member("rich").id());
        let tables = Tables::<State>::new(Journal::open(&self.database()).await.unwrap());
        let mut orders = orders.into_iter();
        let set_up = orders.next().map(|order| (order, None)).into_iter().collect();
        let founding = Founding { guild, channel, pack: Pack::embedded().unwrap(), orders: set_up };
        let campaign = tables.found(founding, Seed([seed; 32]), InteractionId(1), rich).await.unwrap().campaign;
        for (order, interaction) in orders.zip(2..) {
            tables
                .order(campaign, InteractionId(interaction), rich, &order, None, None)
                .await
                .unwrap_or_else(|error| panic!("{order:?}: {error}"));
        }
        tables.journal().close().await;
    }

    /// In a campaign just begun, the commander's men at Olga meet the enemy on the road, and the battle begins.
    pub(crate) async fn meet(&self, commander: &Member) {
        self.meet_with(commander, ENCOUNTER).await;
    }

    /// The same with other dice for the enemy's force and the type of battle; with live ones, where none are said.
    pub(crate) async fn meet_with(&self, commander: &Member, dice: &str) {
        commander.press(&self.message("the rebellion spreads"), "Pass: 1 Op").await;
        self.wait_for("Action round 1: no card is played.").await;
        commander.run("/move order:\"Activate Olga\"").await;
        // A six is the enemy, whatever the modifiers: he is met on the first space.
        let march = commander.complete("/move order:March to").await.into_iter().find(|choice| choice.name.contains("El Obeid")).unwrap();
        commander.run(&format!("/move order:{} dice:6", march.value.as_str().unwrap())).await;
        let fight = commander.complete("/battle order order:Fight").await;
        assert!(!fight.is_empty(), "{}", self.sandbox.transcript());
        let dice = if dice.is_empty() { String::new() } else { format!(" dice:\"{dice}\"") };
        commander.run(&format!("/battle order order:{}{dice}", fight[0].value.as_str().unwrap())).await;
    }

    /// The messages of the channel but the board: that one changes under one's hands.
    pub(crate) fn messages(&self) -> Vec<Message> {
        self.guild.channel("general").messages().into_iter().filter(|message| !is_board(message)).collect()
    }

    /// The latest message of the channel that says this.
    #[track_caller]
    pub(crate) fn message(&self, says: &str) -> Message {
        self.messages()
            .into_iter()
            .rev()
            .find(|message| message.text().contains(says))
            .unwrap_or_else(|| panic!("no message says {says:?}\n{}", self.sandbox.transcript()))
    }

    /// Waits for a message of the channel that says this.
    pub(crate) async fn wait_for(&self, says: &str) -> Message {
        self.guild.channel("general").wait_for(|message| message.text().contains(says) && !is_board(message)).await
    }

    /// Waits until a message of the channel does not offer this any more.
    pub(crate) async fn offers_no_more(&self, message: &Message, label: &str) {
        let offers = |now: &Message| now.components().iter().any(|button| button.label.as_deref() == Some(label));
        assert!(offers(message), "{}", message.text());
        self.guild.channel("general").wait_for(|now| now.id() == message.id() && !offers(now)).await;
    }

    /// Hours pass, for the umpire and for its Discord.
    pub(crate) fn hours_pass(&self, hours: u64) {
        self.seconds_pass(hours * 3_600);
    }

    /// Seconds pass, for the umpire and for its Discord.
    pub(crate) fn seconds_pass(&self, seconds: u64) {
        assert!(!self.separate, "a program of its own goes by the system's clock: lay the table with laid_inside");
        let time = Duration::from_secs(seconds);
        self.sandbox.advance(time);
        self.clock.advance(time);
    }

    /// The clock of the umpire's machine jumps by so many hours, forward or back; that of Discord does not.
    pub(crate) fn clock_jumps(&self, hours: i64) {
        assert!(!self.separate, "a program of its own goes by the system's clock: lay the table with laid_inside");
        let time = Duration::from_secs(hours.unsigned_abs() * 3_600);
        if hours < 0 { self.clock.set_back(time) } else { self.clock.advance(time) }
    }

    /// Waits until something is so of which nothing tells.
    pub(crate) async fn until(&self, what: &str, mut is_so: impl AsyncFnMut() -> bool) {
        let begun = Instant::now();
        while !is_so().await {
            assert!(begun.elapsed() < PATIENCE, "{what}: not within {PATIENCE:?}\n{}", self.sandbox.transcript());
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Waits until everything that is written is posted, films aside.
    pub(crate) async fn until_posted(&self) {
        let database = self.database();
        self.until("everything is posted", async || left_to_post(&database).await.is_some_and(|left| left.all == 0)).await;
    }

    /// Changes the journal's file by hand.
    pub(crate) async fn by_hand(&self, change: &'static str) {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database());
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        sqlx::raw_sql(change).execute(&pool).await.unwrap();
        pool.close().await;
    }

    /// How many rows the journal has.
    pub(crate) async fn journal_rows(&self) -> i64 {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database()).read_only(true);
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        let rows: i64 = sqlx::query_scalar("SELECT count(*) FROM journal").fetch_one(&pool).await.unwrap();
        pool.close().await;
        rows
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        match std::mem::replace(&mut self.running, Running::Nowhere) {
            Running::Inside { runtime, .. } => runtime.shutdown_background(),
            Running::Beside(mut child) => {
                let _ = child.kill();
                let _ = child.wait();
            }
            Running::Nowhere => {}
        }
    }
}

/// Types an order, and says yes where it is asked about first.
pub(crate) async fn surely(member: &Member, line: &str) -> Reply {
    let told = member.run(line).await;
    let yes =
        told.try_message().and_then(|asks| ["End the turn", "Fight", "Play it"].into_iter().find(|yes| asks.component(yes).is_some()));
    match yes {
        Some(yes) => told.press(yes).await,
        None => told,
    }
}

/// Presses a button of a message as it was when it was read: the message may offer something else by now.
pub(crate) async fn press_late(member: &Member, message: &Message, label: &str) -> Reply {
    let button = message.components().iter().find(|component| component.label.as_deref() == Some(label));
    let id = button.and_then(|button| button.custom_id.clone()).unwrap_or_else(|| panic!("no button {label:?}: {}", message.text()));
    member.press_raw(message.id(), &id).await.unwrap()
}

/// Plays the first card of the hand that can be played for Ops, however many it gives: two dice are thrown for a random event.
pub(crate) async fn play_a_card_for_its_ops(member: &Member) {
    let choices = member.complete("/play order:").await;
    let key = choices.iter().filter_map(|choice| choice.value.as_str()).find(|key| key.ends_with(".ops"));
    let key = key.unwrap_or_else(|| panic!("no card can be played for Ops: {choices:?}"));
    member.run(&format!("/play order:{key}")).await;
}

/// Gives the first of the orders that are legal now: which one follows from the dice of the beginning, as garrisons may have a choice of
/// roads. A card played for its event may ask first, and would be no order yet.
pub(crate) async fn give_an_order(member: &Member) {
    let orders = member.complete("/turn order:").await;
    let order = orders.iter().filter_map(|order| order.value.as_str()).find(|order| !order.ends_with(".event"));
    let order = order.unwrap_or_else(|| panic!("nothing can be ordered: {orders:?}"));
    let ordered = member.run(&format!("/turn order:{order}")).await;
    assert!(["", "Done."].contains(&ordered.text().as_str()), "{order} is given: {}", ordered.text());
}

/// What is left to be posted of a journal, films aside.
struct Left {
    all: i64,
    /// Of it, what has a picture: it is being drawn, it may be.
    drawn: i64,
}

/// What is left to be posted of a journal; nothing where it cannot be read.
async fn left_to_post(database: &Path) -> Option<Left> {
    const LEFT: &str = "WITH waiting AS (SELECT despatch FROM outbox WHERE message IS NULL AND failed IS NULL AND despatch NOT LIKE '%\"picture\":\"film\"%') \
                        SELECT (SELECT count(*) FROM waiting) \
                        + (SELECT count(*) FROM outbox WHERE undone_by IS NOT NULL AND marked_at IS NULL AND message IS NOT NULL AND failed IS NULL) \
                        + (SELECT count(*) FROM outbox WHERE closing = 1 AND message IS NOT NULL AND failed IS NULL), \
                        (SELECT count(*) FROM waiting WHERE json_extract(despatch, '$.picture') IS NOT NULL)";
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(database).read_only(true);
    let pool = sqlx::SqlitePool::connect_with(options).await.ok()?;
    let left = sqlx::query_as(LEFT).fetch_one(&pool).await;
    pool.close().await;
    left.ok().map(|(all, drawn)| Left { all, drawn })
}

/// Waits until everything is posted: no longer than somebody would wait where Discord does not take it, but as long as a picture may take that
/// is drawn for the first time while others are, by a program that was not built for speed.
async fn posted(database: PathBuf) {
    const TO_BE_TAKEN: Duration = Duration::from_secs(2);
    const TO_BE_DRAWN: Duration = Duration::from_secs(15);
    let begun = Instant::now();
    loop {
        let left = left_to_post(&database).await;
        let patience = match left {
            Some(Left { all: 0, .. }) => return,
            Some(Left { drawn, .. }) if drawn > 0 => TO_BE_DRAWN,
            _ => TO_BE_TAKEN,
        };
        if begun.elapsed() >= patience {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Answers a menu of a message as it was when it was read.
pub(crate) async fn select_late(member: &Member, message: &Message, placeholder: &str, line: &str) -> Reply {
    let menu = message.components().iter().find(|component| component.label.as_deref() == Some(placeholder));
    let menu = menu.unwrap_or_else(|| panic!("no menu {placeholder:?}: {}", message.text()));
    let (_, value, _) = menu.options.iter().find(|option| option.0 == line).unwrap_or_else(|| panic!("no line {line:?}"));
    let chosen = serde_json::json!({ "component_type": 3, "custom_id": menu.custom_id, "values": [value] });
    member.use_raw(message.id(), chosen).await.unwrap()
}

/// Whether this run wants the umpire as a process of its own.
pub(crate) fn is_beside() -> bool {
    std::env::var_os("UMPIRE_BINARY").is_some()
}

/// Whether a message is the board.
pub(crate) fn is_board(message: &Message) -> bool {
    message.text().contains("· the board")
}
