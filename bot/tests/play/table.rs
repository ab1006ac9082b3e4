//! A sandbox with the umpire in it: in this process, or (with `UMPIRE_BINARY`) as the real program beside it.

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};

use engine::campaign::{Order, State};
use engine::pack::Pack;
use sandbox::{Guild, Member, Message, Sandbox};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use umpire::drawing::atlas::Atlas;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::settings;
use umpire::settings::Token;
use umpire::start::AnotherGame;
use umpire::table::tables::{Founding, Tables};

static ATLAS: OnceLock<Arc<Atlas>> = OnceLock::new();

/// The dice of the rebellion in the Example of Play, turn 1: no garrison has to be asked where it goes.
pub(crate) const EXAMPLE_OF_PLAY: &str = "6 1  6 2  6 3  3 3 3  5 3 4 6 4 4 4 4 6 4 5 4 3 4";

/// How the umpire runs beside the sandbox.
enum Running {
    Inside { stop: Option<oneshot::Sender<()>>, task: JoinHandle<()> },
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
        table.start_inside().await;
        table
    }

    /// Starts the umpire in this process.
    pub(crate) async fn start_inside(&mut self) {
        self.start(Self::inside).await;
    }

    /// The same with the umpire as a program of its own, whatever the run says: one that can be killed.
    pub(crate) async fn laid_separately() -> Self {
        let mut table = Self::bare().await;
        table.start_separately().await;
        table
    }

    pub(crate) async fn bare() -> Self {
        Self::bare_with(Duration::from_millis(400)).await
    }

    pub(crate) async fn bare_with(settle: Duration) -> Self {
        let settings = sandbox::Settings { bot_name: "Umpire".to_owned(), settle, ..sandbox::Settings::default() };
        let sandbox = Sandbox::start(settings).await.unwrap();
        let guild = sandbox.guild("The Officers' Mess");
        Self { sandbox, guild, folder: tempfile::tempdir().unwrap(), settings: Vec::new(), games: Vec::new, running: Running::Nowhere }
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("umpire.db")
    }

    /// Whether the umpire is a program of its own in this run.
    pub(crate) fn is_separate() -> bool {
        std::env::var_os("UMPIRE_BINARY").is_some()
    }

    /// Starts the umpire and waits until its commands are registered.
    pub(crate) async fn start_umpire(&mut self) {
        let umpire = if Self::is_separate() { Self::beside } else { Self::inside };
        self.start(umpire).await;
    }

    /// Starts the umpire as a program of its own.
    pub(crate) async fn start_separately(&mut self) {
        self.start(Self::beside).await;
    }

    async fn start(&mut self, umpire: fn(&Self) -> Running) {
        let before = self.sandbox.connections();
        let was_up = !self.sandbox.commands().is_empty();
        self.running = umpire(self);
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
        let (stop, stopped) = oneshot::channel::<()>();
        let games = (self.games)();
        let task = tokio::spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            // The maps drawn once serve every test of the program.
            let atlas = Arc::clone(ATLAS.get_or_init(Arc::default));
            if let Err(error) = umpire::start::run_with(&settings, &token, Some(&base), atlas, games, stopped).await {
                panic!("the umpire ended: {error}");
            }
        });
        Running::Inside { stop: Some(stop), task }
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
        Running::Beside(self.program().spawn().expect("the umpire's program"))
    }

    /// Ends the umpire the hard way: nothing it has in memory survives.
    pub(crate) async fn kill_umpire(&mut self) {
        match std::mem::replace(&mut self.running, Running::Nowhere) {
            Running::Inside { .. } => panic!("only a program of its own can be killed: lay the table with laid_separately"),
            Running::Beside(mut child) => {
                child.kill().unwrap();
                child.wait().unwrap();
            }
            Running::Nowhere => {}
        }
    }

    /// Ends the umpire as Ctrl-C does, and waits for it.
    pub(crate) async fn stop_umpire(&mut self) {
        match std::mem::replace(&mut self.running, Running::Nowhere) {
            Running::Inside { stop, task } => {
                drop(stop);
                tokio::time::timeout(Duration::from_secs(20), task).await.expect("the umpire ends in time").unwrap();
            }
            Running::Beside(mut child) => {
                let id = child.id().to_string();
                assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
                let ended = tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap();
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

    /// In a campaign just begun, the commander's men at Olga meet the enemy on the road, and the battle begins.
    pub(crate) async fn meet(&self, commander: &Member) {
        commander.press(&self.message("the rebellion spreads"), "Pass: 1 Op").await;
        self.wait_for("Action round 1: no card is played.").await;
        commander.run("/move order:\"Activate Olga\"").await;
        // A six is the enemy, whatever the modifiers: he is met on the first space.
        let march = commander.complete("/move order:March to").await.into_iter().find(|choice| choice.name.contains("El Obeid")).unwrap();
        commander.run(&format!("/move order:{} dice:6", march.value.as_str().unwrap())).await;
        let fight = commander.complete("/battle order:Fight").await;
        assert!(!fight.is_empty(), "{}", self.sandbox.transcript());
        commander.run(&format!("/battle order:{}", fight[0].value.as_str().unwrap())).await;
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

    /// As if everything in the journal had happened so many hours earlier.
    pub(crate) async fn hours_pass(&self, hours: i64) {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database());
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        let seconds = hours * 3_600;
        for sql in [
            "UPDATE journal SET written_at = written_at - ?",
            "UPDATE reminders SET sent_at = sent_at - ?1, not_before = not_before - ?1",
            "UPDATE members SET away_until = away_until - ?",
        ] {
            sqlx::query(sql).bind(seconds).execute(&pool).await.unwrap();
        }
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
        if let Running::Beside(child) = &mut self.running {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Whether a message is the board.
pub(crate) fn is_board(message: &Message) -> bool {
    message.text().contains("· the board")
}
