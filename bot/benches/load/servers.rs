//! Servers of the sandbox with a campaign in each, founded in the journal before the umpire comes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::campaign::{Options, Order, State};
use engine::pack::Pack;
use sandbox::{Guild, Member, Sandbox};
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};
use umpire::table::tables::{Founding, Tables};

use crate::program::Program;

/// How long is waited for what was ordered to be posted.
const PATIENCE: Duration = Duration::from_secs(1_800);

/// The servers, with one who plays in each, and the journal's folder.
pub(crate) struct Servers {
    pub(crate) sandbox: Sandbox,
    pub(crate) players: Vec<Member>,
    guilds: Vec<Guild>,
    folder: tempfile::TempDir,
    /// Whether Discord takes only so many requests a second.
    is_limited: bool,
}

impl Servers {
    /// So many servers in which a campaign begins, in a Discord that takes so many requests a second.
    pub(crate) async fn founded(number: u64, requests_a_second: Option<u32>) -> Self {
        let settings = sandbox::Settings {
            bot_name: "Umpire".to_owned(),
            settle: Duration::ZERO,
            start_patience: PATIENCE,
            requests_a_second,
            ..sandbox::Settings::default()
        };
        let sandbox = Sandbox::start(settings).await.unwrap();
        let guilds: Vec<Guild> = (0..number).map(|number| sandbox.guild(&format!("Server {number}"))).collect();
        let players: Vec<Member> = guilds.iter().map(|guild| guild.member("rich")).collect();
        let servers = Self { sandbox, players, guilds, folder: tempfile::tempdir().unwrap(), is_limited: requests_a_second.is_some() };
        let tables = Tables::<State>::new(Journal::make(&servers.database()).await.unwrap());
        let pack = Pack::embedded().unwrap();
        for ((guild, player), number) in servers.guilds.iter().zip(&servers.players).zip(1_u64..) {
            let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
            let orders = [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec();
            let (channel, mut seed) = (ChannelId(guild.channel("general").id()), [0; 32]);
            seed[..8].copy_from_slice(&number.to_le_bytes());
            let founding = Founding { guild: GuildId(guild.id()), channel, pack: pack.clone(), orders };
            tables.found(founding, Seed(seed), InteractionId(number), UserId(player.id())).await.unwrap();
        }
        tables.journal().close().await;
        servers
    }

    /// The journal's file.
    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("umpire.db")
    }

    /// Starts the umpire and waits until it takes commands; how long that was.
    pub(crate) async fn start(&self) -> (Program, Duration) {
        let (begun, before) = (Instant::now(), self.sandbox.connections());
        let was_up = !self.sandbox.commands().is_empty();
        let program = Program::start(&self.sandbox, &self.database(), self.is_limited).await;
        if was_up {
            self.sandbox.wait_for_reconnect(before).await.unwrap();
        }
        self.sandbox.wait_for_commands().await;
        (program, begun.elapsed())
    }

    /// Waits until everything is posted and the boards show it; how long that was.
    pub(crate) async fn until_told(&self) -> Duration {
        let begun = Instant::now();
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(self.database()).read_only(true);
        let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
        let waiting = "SELECT (SELECT count(*) FROM outbox WHERE message IS NULL AND failed IS NULL) + (SELECT count(*) FROM campaigns LEFT JOIN \
                       boards ON boards.campaign = campaigns.id WHERE boards.revision IS NOT campaigns.revision)";
        loop {
            let left: i64 = sqlx::query_scalar(waiting).fetch_one(&pool).await.unwrap();
            if left == 0 || begun.elapsed() > PATIENCE {
                if left > 0 {
                    println!("  {left} despatches and boards were not posted within {PATIENCE:?}");
                }
                pool.close().await;
                return begun.elapsed();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

/// The bytes that a journal takes on the disk, with what lies beside it.
pub(crate) fn size(database: &Path) -> u64 {
    let beside = |suffix: &str| PathBuf::from(format!("{}{suffix}", database.display()));
    [database.to_owned(), beside("-wal")].iter().filter_map(|path| path.metadata().ok()).map(|file| file.len()).sum()
}
