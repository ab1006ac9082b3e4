//! How long people on a quiet server wait for their answers while other servers do what takes long, beside how long they wait when nobody
//! else does anything: `cargo bench -p umpire --bench under_load`, two and a half minutes.
//!
//! The others draw maps, eight at a time, and films of a campaign of several turns; or two servers take up one file of ten thousand orders
//! after another; or the pages of a log of ten thousand rows are turned, a dozen at a time, four of them filtered, for which all rows are
//! read; or all of that at once. Each of these is measured turn about with a time in which nobody else is at work, in one run, since
//! machines are noisy; which of the two comes first changes.
//!
//! Four things are asked for on the quiet server, at a steady pace, however long the answers take: who has to wait for an answer sends the
//! next question late, and what it waits for that is counted too. They are a roll, `/turn`, an order, which is committed, and its undo. For
//! each time a fresh campaign is ordered in. The umpire is its own program; the stand-in for Discord is on the same cores, so what the
//! others have it do is in the figures.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

#[path = "reading/long_game.rs"]
mod long_game;

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use engine::campaign::{Event, Order, Seat, State};
use engine::dice::Dice;
use engine::game::Game as _;
use engine::pack::Pack;
use sandbox::{Guild, Member, Reply, Sandbox};
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use staff::recorded::recorded;
use tokio::task::JoinHandle;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::export::{Export, ExportedOrder};
use umpire::model::ids::{ChannelId, GuildId, InteractionId, UserId};
use umpire::model::played::Played as _;
use umpire::table::tables::{Founding, Tables};

use long_game::{LongGame, long_games};

/// Rounds, if the time suffices; so long after the start no other is begun.
const ROUNDS: usize = 3;
const LONGEST: Duration = Duration::from_secs(140);
/// How long is asked in one go, and how often each thing is.
const SPAN: Duration = Duration::from_millis(3_500);
const PACE: Duration = Duration::from_millis(30);
/// How long the others are at work before it is asked.
const HEAD_START: Duration = Duration::from_millis(300);
/// How long is waited at most for what they have left to be posted.
const PATIENCE: Duration = Duration::from_secs(8);
/// Orders of the file, and rows of the long log.
const ORDERS: usize = 10_000;
/// Turns of the campaign that is filmed.
const TURNS: u8 = 6;
/// Maps asked for at once.
const PAINTERS: usize = 8;
/// How often a film is asked for.
const FILMS: Duration = Duration::from_millis(500);
/// Who have a film drawn, or files taken up, by turns: of what takes long each member may ask for so much in a time.
const TURN_ABOUT: usize = 4;
/// Logs that are open at once, every third of them filtered; how many pages a member turns, and how many members do so by turns.
const LOGS: usize = 12;
const LEAVES: usize = 28;
const READERS: usize = 300;

/// What is asked for, each series by one after the other.
const SERIES: [&[&str]; 3] = [&["/roll what:2D6+1"], &["/turn"], &["/turn order:Pass", "/undo"]];

/// What others do meanwhile.
#[derive(Clone, Copy)]
enum Work {
    Drawing,
    TakingUp,
    Reading,
    All,
}

impl Work {
    const EACH: [Self; 4] = [Self::Drawing, Self::TakingUp, Self::Reading, Self::All];

    const fn words(self) -> &'static str {
        match self {
            Self::Drawing => "another draws maps and films",
            Self::TakingUp => "others take files up",
            Self::Reading => "another turns log pages",
            Self::All => "all of that at once",
        }
    }
}

/// The umpire's program; it ends with this.
struct Umpire(Child);

impl Umpire {
    fn start(sandbox: &Sandbox, database: &Path) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
        command
            .env("DISCORD_TOKEN", sandbox.token())
            .env("UMPIRE_DISCORD_API", sandbox.base())
            .env("UMPIRE_DATABASE", database)
            .env("UMPIRE_LOG", "error")
            // As the Dockerfile and the unit have it.
            .env("MALLOC_MMAP_THRESHOLD_", "1048576")
            .stdin(Stdio::null());
        Self(command.spawn().unwrap())
    }
}

impl Drop for Umpire {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether the others go on, and what they have done.
#[derive(Default)]
struct Meanwhile {
    goes_on: AtomicBool,
    maps: AtomicUsize,
    files: AtomicUsize,
    pages: AtomicUsize,
    /// How many have opened a log.
    logs: AtomicUsize,
}

impl Meanwhile {
    fn goes_on(&self) -> bool {
        self.goes_on.load(Ordering::Relaxed)
    }
}

/// Those who have the umpire do what takes long.
struct Others {
    painters: Vec<Member>,
    /// Those of two servers, each with the file at hand.
    importers: [Vec<Member>; 2],
    readers: Arc<[Member]>,
    meanwhile: Arc<Meanwhile>,
}

impl Others {
    /// So many members of a server, each with a name of their own.
    fn members(guild: &Guild, name: &str, number: usize) -> Vec<Member> {
        (0..number).map(|number| guild.member(&format!("{name}{number}"))).collect()
    }

    /// The servers with their members. One has a campaign to draw, one a long log.
    async fn of(sandbox: &Sandbox, game: &LongGame) -> Self {
        let file = long_file(game);
        println!("a file of {ORDERS} orders has {:.1} MB", file.len() as f64 / 1e6);
        let painters = Self::members(&sandbox.guild("The painters"), "painter", PAINTERS);
        take_up(&painters[0], several_turns()).await;
        for painter in &painters[1..TURN_ABOUT] {
            painter.run("/campaign join").await;
        }
        let readers = Self::members(&sandbox.guild("The readers"), "reader", READERS);
        take_up(&readers[0], file.clone()).await;
        let importers: [Vec<Member>; 2] = ["clerk", "scribe"].map(|name| {
            let members = Self::members(&sandbox.guild(&format!("The {name}s")), name, TURN_ABOUT);
            members.iter().map(|member| member.attaching("campaign.json", file.clone())).collect()
        });
        Self { painters, importers, readers: readers.into(), meanwhile: Arc::default() }
    }

    /// Has them begin.
    fn begin(&self, work: Work) -> Vec<JoinHandle<()>> {
        self.meanwhile.goes_on.store(true, Ordering::Relaxed);
        let mut tasks = Vec::new();
        if matches!(work, Work::Drawing | Work::All) {
            tasks.extend(self.painters.iter().map(|painter| tokio::spawn(draws(painter.clone(), Arc::clone(&self.meanwhile)))));
            tasks.push(tokio::spawn(films(self.painters[..TURN_ABOUT].to_vec(), Arc::clone(&self.meanwhile))));
        }
        if matches!(work, Work::TakingUp | Work::All) {
            tasks.extend(self.importers.iter().map(|members| tokio::spawn(takes_files_up(members.clone(), Arc::clone(&self.meanwhile)))));
        }
        if matches!(work, Work::Reading | Work::All) {
            let lines = ["/campaign log turn:1", "/campaign log", "/campaign log"].into_iter().cycle();
            let logs = lines.take(LOGS);
            tasks.extend(logs.map(|line| tokio::spawn(turns_pages(Arc::clone(&self.readers), line, Arc::clone(&self.meanwhile)))));
        }
        tasks
    }

    /// Has them end, and waits until what they are at is done.
    async fn end(&self, tasks: Vec<JoinHandle<()>>) {
        self.meanwhile.goes_on.store(false, Ordering::Relaxed);
        for task in tasks {
            task.await.unwrap();
        }
    }
}

async fn draws(painter: Member, meanwhile: Arc<Meanwhile>) {
    while meanwhile.goes_on() {
        let drawn = painter.try_run("/map").await.is_ok();
        meanwhile.maps.fetch_add(usize::from(drawn), Ordering::Relaxed);
    }
}

async fn films(members: Vec<Member>, meanwhile: Arc<Meanwhile>) {
    for member in members.iter().cycle() {
        if !meanwhile.goes_on() {
            break;
        }
        let _ = member.try_run("/campaign film").await;
        tokio::time::sleep(FILMS).await;
    }
}

/// Takes the file up in one new channel after another.
async fn takes_files_up(members: Vec<Member>, meanwhile: Arc<Meanwhile>) {
    for member in members.iter().cycle() {
        if !meanwhile.goes_on() {
            break;
        }
        let channel = format!("taken-up-{}", meanwhile.files.fetch_add(1, Ordering::Relaxed));
        let _ = member.in_channel(&channel).try_run("/campaign import file:campaign.json").await;
    }
}

/// Opens a log and turns its pages, and then another of those who read does.
async fn turns_pages(readers: Arc<[Member]>, line: &'static str, meanwhile: Arc<Meanwhile>) {
    while meanwhile.goes_on() {
        let next = meanwhile.logs.fetch_add(1, Ordering::Relaxed) % readers.len();
        let mut page = readers[next].try_run(line).await.ok();
        for _ in 0..LEAVES {
            let Some(newer) = page.take().filter(|_| meanwhile.goes_on()) else { break };
            let older = newer.try_press("Older").await.ok();
            // Whoever is told something else than a page is at an end.
            let is_page = |reply: &Reply| reply.try_message().is_some_and(|message| message.component("Newer").is_some());
            page = older.filter(is_page);
            meanwhile.pages.fetch_add(usize::from(page.is_some()), Ordering::Relaxed);
        }
    }
}

/// Takes a campaign up from a file where somebody is.
async fn take_up(member: &Member, file: Vec<u8>) {
    let begun = Instant::now();
    member.attaching("campaign.json", file).run("/campaign import file:campaign.json").await;
    println!("taken up from a file in {:.1?}", begun.elapsed());
}

/// The file that `/campaign export` gives of a campaign under way: each order, what came of it, and how far the dice had been used before.
fn file(rows: impl Iterator<Item = (Order, Vec<Event>, u64)>) -> Vec<u8> {
    let pack = Pack::embedded().unwrap();
    let entries = (1..).zip(rows).map(|(revision, (order, events, position))| ExportedOrder::<State> {
        revision,
        order,
        events,
        position,
        streamed: true,
        undone_by: None,
        edition: State::EDITION,
    });
    let export = Export::<State> {
        format: format!("umpire {}, version 1", State::NAME),
        title: State::title(&pack).to_owned(),
        started_at: 0,
        seed: None,
        seal_message: None,
        seal: None,
        imported: 0,
        hidden: 0,
        pack: State::sources(&pack).clone(),
        entries: entries.collect(),
    };
    serde_json::to_vec(&export).unwrap()
}

/// The file of a campaign of many orders.
fn long_file(game: &LongGame) -> Vec<u8> {
    let (mut state, mut dice) = (State::new(Pack::embedded().unwrap()), Dice::seeded(game.seed, 0));
    let orders = game.first.iter().chain(game.pairs.iter().flatten().cycle()).take(ORDERS);
    file(orders.map(|order| {
        let position = dice.position().unwrap();
        (order.clone(), state.give(Seat::Commander, order, &mut dice).unwrap(), position)
    }))
}

/// The file of a campaign of several turns, played as the cautious staff would.
fn several_turns() -> Vec<u8> {
    let last = |event: &Event| matches!(event, Event::TurnBegan { turn } if *turn == TURNS);
    let rows = (0..).map(|number| recorded(number, TURNS)).find(|rows| rows.iter().flat_map(|row| &row.events).any(last)).unwrap();
    file(rows.into_iter().map(|row| (row.order, row.events, row.position_before)))
}

/// The quiet server: who plays there, and the channels with a campaign that are still to be ordered in.
struct Quiet {
    /// Where rolls are thrown: without a campaign.
    dice: Member,
    /// Where it is looked at `/turn`.
    turn: Member,
    orders: Vec<Member>,
}

impl Quiet {
    /// The server, with a campaign in each channel but one, as they begin.
    async fn of(sandbox: &Sandbox, game: &LongGame, database: &Path) -> Self {
        let guild = sandbox.guild("The players");
        let turn = guild.member("player");
        let orders: Vec<Member> = (0..ROUNDS * Work::EACH.len() * 2).map(|number| turn.in_channel(&format!("mess-{number}"))).collect();
        let tables = Tables::<State>::new(Journal::make(database).await.unwrap());
        let pack = Pack::embedded().unwrap();
        for (member, number) in orders.iter().chain([&turn]).zip(1_u64..) {
            let orders: Vec<(Order, Option<Vec<u16>>)> = game.first[..3].iter().map(|order| (order.clone(), None)).collect();
            let channel = ChannelId(member.channel().id());
            let founding = Founding { guild: GuildId(guild.id()), channel, pack: Arc::clone(&pack), orders };
            tables.found(founding, Seed(game.seed), InteractionId(number), UserId(member.id())).await.unwrap();
        }
        tables.journal().close().await;
        Self { dice: turn.in_channel("dice"), turn, orders }
    }

    /// Asks for everything at a steady pace, the orders in a campaign of their own.
    async fn ask(&self, orders: &Member) -> Tally {
        let (due, until) = (Instant::now(), Instant::now() + SPAN);
        let mut asking = Vec::new();
        for ((member, lines), place) in [&self.dice, &self.turn, orders].into_iter().zip(SERIES).zip(0_u32..) {
            asking.push(tokio::spawn(asked(member.clone(), lines, due + PACE / 3 * place, until)));
        }
        let mut tally = Tally::default();
        for series in asking {
            let (waited, unanswered) = series.await.unwrap();
            tally.waited.extend(waited);
            tally.unanswered += unanswered;
        }
        tally
    }
}

/// Asks the same things over and over until the time is over; how long each was waited for, and how many were not answered. What comes late
/// because the answer before it did has been waited for since it was due.
async fn asked(member: Member, lines: &'static [&'static str], mut due: Instant, until: Instant) -> (Vec<Vec<Duration>>, usize) {
    let (mut waited, mut unanswered) = (vec![Vec::new(); lines.len()], 0);
    for (place, line) in lines.iter().enumerate().cycle() {
        // What was ordered is undone. Where all are late it is given up after twice the time.
        if place == 0 && (due >= until || Instant::now() >= until + SPAN) {
            break;
        }
        let early = due.saturating_duration_since(Instant::now());
        let asked = if early.is_zero() {
            due
        } else {
            tokio::time::sleep(early).await;
            Instant::now()
        };
        match member.try_run(line).await {
            Ok(reply) if reply.failure().is_none() => waited[place].push(asked.elapsed()),
            _ => unanswered += 1,
        }
        due += PACE;
    }
    (waited, unanswered)
}

/// How long was waited for each thing that is asked for.
#[derive(Default)]
struct Tally {
    waited: Vec<Vec<Duration>>,
    unanswered: usize,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.waited.resize_with(other.waited.len().max(self.waited.len()), Vec::new);
        for (all, more) in self.waited.iter_mut().zip(other.waited) {
            all.extend(more);
        }
        self.unanswered += other.unanswered;
    }

    /// In milliseconds, how long half of them waited for something at most, 99 in 100, and the last; and how many there are.
    fn of(&self, place: usize) -> ([f64; 3], usize) {
        let mut waited = self.waited.get(place).cloned().unwrap_or_default();
        waited.sort_unstable();
        let at = |permille: usize| {
            let place = (waited.len() * permille / 1_000).min(waited.len().saturating_sub(1));
            waited.get(place).copied().unwrap_or_default().as_secs_f64() * 1e3
        };
        ([at(500), at(990), at(1_000)], waited.len())
    }
}

/// Waits until everything is posted that was to be, and a moment longer for the boards.
async fn until_told(pool: &SqlitePool, patience: Duration) {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        let left: i64 =
            sqlx::query_scalar("SELECT count(*) FROM outbox WHERE message IS NULL AND failed IS NULL").fetch_one(pool).await.unwrap();
        if left == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
}

/// What a query counts.
async fn counted(pool: &SqlitePool, query: &'static str) -> i64 {
    sqlx::query_scalar(query).fetch_one(pool).await.unwrap()
}

fn told(quiet: &Tally, loaded: &[Tally]) {
    let lines = SERIES.into_iter().flatten().enumerate();
    for (place, line) in lines {
        let (idle, number) = quiet.of(place);
        println!("{line}");
        println!("  nobody else is at work        {}   ({number})", columns(idle, None));
        for (work, tally) in Work::EACH.into_iter().zip(loaded) {
            let (busy, number) = tally.of(place);
            println!("  {:<30}{}   ({number})", work.words(), columns(busy, Some(idle)));
        }
    }
    let unanswered: usize = loaded.iter().map(|tally| tally.unanswered).sum();
    println!("not answered: {} while nobody else was at work, {unanswered} while others were", quiet.unanswered);
}

/// Half, 99 in 100 and the last, each with how many times as long it is as when nobody else is at work.
fn columns(times: [f64; 3], idle: Option<[f64; 3]>) -> String {
    let mut text = String::new();
    for (place, name) in ["p50", "p99", "max"].into_iter().enumerate() {
        let ratio = idle.map_or_else(String::new, |idle| format!("{:.1} x", times[place] / idle[place].max(f64::MIN_POSITIVE)));
        text.push_str(&format!("   {name} {:>7.1} ms {ratio:>8}", times[place]));
    }
    text
}

async fn measure() {
    let begun = Instant::now();
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("umpire.db");
    // The driver waits for no more than the answer itself.
    let settings = sandbox::Settings { bot_name: "Umpire".to_owned(), settle: Duration::ZERO, ..sandbox::Settings::default() };
    let sandbox = Sandbox::start(settings).await.unwrap();
    let (game, _) = long_games().next().unwrap();
    let players = Quiet::of(&sandbox, &game, &database).await;
    let umpire = Umpire::start(&sandbox, &database);
    sandbox.wait_for_commands().await;
    let others = Others::of(&sandbox, &game).await;
    let pool = SqlitePool::connect_with(SqliteConnectOptions::new().filename(&database).read_only(true)).await.unwrap();
    until_told(&pool, PATIENCE * 3).await;
    println!("ready after {:.0?}", begun.elapsed());
    let (mut quiet, mut loaded) = (Tally::default(), Work::EACH.map(|_| Tally::default()));
    let mut fresh = players.orders.iter();
    'rounds: for round in 0..ROUNDS {
        for (place, work) in Work::EACH.into_iter().enumerate() {
            if begun.elapsed() > LONGEST {
                println!("time is up in round {} of {ROUNDS}", round + 1);
                break 'rounds;
            }
            let first = (round + place) % 2 == 1;
            for is_loaded in [first, !first] {
                let Some(orders) = fresh.next() else { break 'rounds };
                // The campaign is read from the journal, and what is done first is done: that is not counted.
                for line in SERIES.into_iter().flatten() {
                    orders.run(line).await;
                }
                let tasks = if is_loaded { others.begin(work) } else { Vec::new() };
                if is_loaded {
                    tokio::time::sleep(HEAD_START).await;
                }
                let tally = players.ask(orders).await;
                others.end(tasks).await;
                let into = if is_loaded { &mut loaded[place] } else { &mut quiet };
                into.add(tally);
                until_told(&pool, PATIENCE).await;
            }
        }
    }
    told(&quiet, &loaded);
    let films = "SELECT count(*) FROM outbox WHERE json_extract(despatch, '$.picture') = 'film' AND message IS NOT NULL";
    let (films, taken_up) = (counted(&pool, films).await, counted(&pool, "SELECT count(*) FROM campaigns WHERE imported > 0").await);
    let [maps, pages] = [&others.meanwhile.maps, &others.meanwhile.pages].map(|count| count.load(Ordering::Relaxed));
    let tried = others.meanwhile.files.load(Ordering::Relaxed);
    println!("meanwhile: {maps} maps, {films} films, {} files of {tried} taken up, {pages} pages of the log turned", taken_up - 2);
    let status = std::fs::read_to_string(format!("/proc/{}/status", umpire.0.id())).unwrap_or_default();
    let memory = |name: &str| {
        let kibibytes = status.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse::<f64>().ok());
        kibibytes.unwrap_or_default() / 1_024.0
    };
    println!("memory of the umpire: {:.0} MiB, at most {:.0}", memory("VmRSS:"), memory("VmHWM:"));
    let (ordered, undone) = (
        counted(&pool, "SELECT count(*) FROM journal WHERE kind = 'order' AND undone_by IS NOT NULL").await,
        counted(&pool, "SELECT count(*) FROM journal WHERE kind = 'undone'").await,
    );
    println!("of the players' orders {ordered} were committed and undone, by {undone} undos; in {:.0?}", begun.elapsed());
    pool.close().await;
    drop(umpire);
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(measure());
}
