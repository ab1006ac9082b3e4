//! What an order, an undo and a page of the log cost at row 10 of a campaign, at row 1,000 and at row 10,000, and the ratios of the last to
//! the others; besides, the points that `/undo` offers, the position of an earlier row, and the first opening after a start.
//! `cargo bench -p umpire --bench reading`, about a minute and a half.
//!
//! One campaign is played in which the commander dawdles: each of its rows is an order, and none is undone. At each of the three sizes its
//! journal is copied, and the position is the same in all of them. Then the copies are measured over and over, turn about, so that whatever
//! else the machine does falls on all alike: copied anew for each batch, so that the rows are as many as they are said to be; opened; each
//! thing done once without being counted; then a few looks, and a few orders, each of which is undone at once. So a batch adds some thirty
//! rows that do not stand, to each size as many. Every order and undo goes through the table and is committed to a journal on the disk;
//! what it posts is noted as posted, as the umpire would.
//!
//! Three orders are timed: a step, of which the channel is told nothing; a march that it is told of; and a march for which a die is thrown.
//! At row 10 everything begins at the opening of the campaign, with the heavy rows of its first turn: that makes the young one slower than
//! it is a little later. So the ratio to row 1,000 stands beside.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

#[path = "reading/long_game.rs"]
mod long_game;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::campaign::{Order, State};
use engine::pack::Pack;
use umpire::despatches::log::ON_A_PAGE;
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, MessageId, UserId};
use umpire::model::log_filter::LogFilter;
use umpire::table::tables::{Done, Founding, Given, Tables};
use umpire::table::undo::Undoing;

use long_game::{LongGame, given, long_games};

/// Rows at which is measured.
const ROWS: [u32; 3] = [10, 1_000, 10_000];
/// Batches, if the time suffices; so long at most is begun with another.
const BATCHES: usize = 30;
const LONGEST: Duration = Duration::from_secs(90);
/// Looks of each kind in a batch.
const LOOKS: usize = 6;
/// Orders of each kind in a batch, each with its undo.
const PAIRS: usize = 4;
/// The commander.
const RICH: UserId = UserId(7);
/// Interactions of a copy have numbers above this.
const OF_A_COPY: u64 = 1 << 40;

/// What is measured.
const MEASURED: [&str; 11] = [
    "an order that is a step",
    "an order that is told",
    "an order with a die",
    "the undo of a step",
    "the undo of what was told",
    "the undo of an order with a die",
    "the first page of the log",
    "a middle page of the log",
    "the points that /undo offers",
    "the position of an earlier row",
    "the first opening",
];
const ORDERS: [usize; 3] = [0, 1, 2];
const UNDOS: [usize; 3] = [3, 4, 5];
const FIRST_PAGE: usize = 6;
const MIDDLE_PAGE: usize = 7;
const POINTS: usize = 8;
const EARLIER: usize = 9;
const OPENING: usize = 10;

/// An order that is timed, with the players' own dice for it: so it comes to the same each time.
struct Timed {
    order: Order,
    faces: Option<Vec<u16>>,
}

/// The orders that are timed in a position, if there are all three: a step, one that is told, one with a die.
fn timed(there: &State) -> Option<[Timed; 3]> {
    let legal = sheet::legal(there);
    let march = |faces: &[u16]| {
        let fits = |order: &&Order| matches!(order, Order::March { .. }) && given(there, order, faces).is_some();
        legal.iter().find(fits).cloned()
    };
    let step = legal.iter().find(|order| matches!(order, Order::Leave { .. })).cloned()?;
    let (told, with_a_die) = (march(&[])?, march(&[1])?);
    Some([Timed { order: step, faces: None }, Timed { order: told, faces: None }, Timed { order: with_a_die, faces: Some(vec![1]) }])
}

/// A campaign at a table.
struct Game {
    tables: Tables,
    id: CampaignId,
    interaction: u64,
}

impl Game {
    async fn founded(database: &Path, game: &LongGame) -> Self {
        let tables = Tables::<State>::new(Journal::open(database).await.unwrap());
        let orders: Vec<(Order, Option<Vec<u16>>)> = game.first[..3].iter().map(|order| (order.clone(), None)).collect();
        let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
        let done = tables.found(founding, Seed(game.seed), InteractionId(1), RICH).await.unwrap();
        let mut founded = Self { tables, id: done.campaign, interaction: 1 };
        founded.posted(&done).await;
        for order in &game.first[3..] {
            founded.order(order, None).await;
        }
        founded
    }

    /// The campaign of a journal that is there, and how long its first opening took.
    async fn opened(database: &Path, id: CampaignId, interaction: u64) -> (Self, Duration) {
        let tables = Tables::<State>::new(Journal::open(database).await.unwrap());
        let begun = Instant::now();
        tables.snapshot(id).await.unwrap();
        let took = begun.elapsed();
        (Self { tables, id, interaction }, took)
    }

    async fn close(&self) {
        self.tables.journal().close().await;
    }

    async fn rows(&self) -> u32 {
        self.tables.snapshot(self.id).await.unwrap().campaign.revision
    }

    /// Notes that what was done has been posted.
    async fn posted(&self, done: &Done) {
        for outbox in &done.outbox {
            self.tables.journal().posted(*outbox, MessageId(outbox.0.unsigned_abs())).await.unwrap();
        }
    }

    /// Gives an order; how long that took until it was committed.
    async fn order(&mut self, order: &Order, faces: Option<Vec<u16>>) -> Duration {
        self.interaction += 1;
        let begun = Instant::now();
        let ordered = self.tables.order(self.id, InteractionId(self.interaction), RICH, order, faces, None).await.unwrap();
        let took = begun.elapsed();
        assert!(matches!(ordered, Given::Done(_)), "{ordered:?}");
        if let Given::Done(done) = ordered {
            self.posted(&done).await;
        }
        took
    }

    /// Undoes the last order; how long that took. Whoever plays alone has said that they mean it.
    async fn undo(&mut self) -> Duration {
        self.interaction += 1;
        let begun = Instant::now();
        let undone = self.tables.undo(self.id, InteractionId(self.interaction), RICH, None, Some(RICH)).await.unwrap();
        let took = begun.elapsed();
        assert!(matches!(undone, Undoing::Done(_)), "{undone:?}");
        if let Undoing::Done(done) = undone {
            self.posted(&done).await;
        }
        took
    }

    /// Looks back in a campaign of so many rows; how long each kind of look took. Another `look` is at another place of the middle, if
    /// there are several.
    async fn look(&self, rows: u32, look: usize) -> [(usize, Duration); 4] {
        let pages = (rows as usize).div_ceil(ON_A_PAGE);
        // Of a journal of two pages it is the one that is full.
        let middle = (pages - 1) / 2 + look % (pages / 4).max(1);
        let (id, middle, earlier) = (self.id, u16::try_from(middle).unwrap(), rows / 2 + look as u32 % 5);
        let first_page = timed_look(self.tables.log_page(id, RICH, LogFilter::default(), 0)).await;
        let middle_page = timed_look(self.tables.log_page(id, RICH, LogFilter::default(), middle)).await;
        let points = timed_look(self.tables.landmarks(id)).await;
        let earlier = timed_look(self.tables.row(id, earlier)).await;
        [(FIRST_PAGE, first_page), (MIDDLE_PAGE, middle_page), (POINTS, points), (EARLIER, earlier)]
    }
}

async fn timed_look<T, E: std::fmt::Debug>(look: impl Future<Output = Result<T, E>>) -> Duration {
    let begun = Instant::now();
    look.await.unwrap();
    begun.elapsed()
}

/// Copies a journal that nobody has open, and waits until the copy is on the disk: else the disk would be at it while is measured.
fn copy(from: &Path, to: &Path) {
    for suffix in ["", "-wal"] {
        let beside = |path: &Path| PathBuf::from(format!("{}{suffix}", path.display()));
        if beside(from).exists() {
            std::fs::copy(beside(from), beside(to)).unwrap();
            std::fs::File::open(beside(to)).unwrap().sync_all().unwrap();
        }
    }
}

/// A journal of so many rows, and what was measured on copies of it.
struct Size {
    rows: u32,
    file: PathBuf,
    times: [Vec<Duration>; MEASURED.len()],
}

/// Plays the campaign and keeps its journal at each size.
async fn played(folder: &Path, game: &LongGame) -> (CampaignId, Vec<Size>) {
    let (path, begun) = (folder.join("umpire.db"), Instant::now());
    let mut table = Game::founded(&path, game).await;
    let id = table.id;
    let (mut pairs, mut sizes, mut position) = (game.pairs.iter().cycle(), Vec::new(), None::<State>);
    for rows in ROWS {
        while table.rows().await < rows {
            for order in pairs.next().unwrap() {
                table.order(order, None).await;
            }
        }
        table.close().await;
        let file = folder.join(format!("{rows}.db"));
        copy(&path, &file);
        // Read back from the journal it is the same position, and every row of it is an order that stands.
        (table, _) = Game::opened(&path, id, table.interaction).await;
        let snapshot = table.tables.snapshot(id).await.unwrap();
        let rows = snapshot.campaign.revision;
        assert_eq!(table.tables.orders_up_to(id, rows).await.unwrap().1.len(), rows as usize, "each row is an order");
        assert!(*position.get_or_insert_with(|| snapshot.state.clone()) == snapshot.state, "the position is the same at row {rows}");
        sizes.push(Size { rows, file, times: std::array::from_fn(|_| Vec::new()) });
    }
    table.close().await;
    println!("{} orders given, one after the other, in {:.1?}", sizes.last().map_or(0, |size| size.rows), begun.elapsed());
    (id, sizes)
}

/// The places of the sizes, another first each time.
fn turn_about(time: usize) -> impl Iterator<Item = usize> {
    (0..ROWS.len()).map(move |place| (place + time) % ROWS.len())
}

async fn batch(folder: &Path, id: CampaignId, sizes: &mut [Size], orders: &[Timed; 3], number: usize) {
    let here = tempfile::tempdir_in(folder).unwrap();
    let mut tables = Vec::new();
    for size in sizes.iter_mut() {
        let file = here.path().join(format!("{}.db", size.rows));
        copy(&size.file, &file);
        let (table, opening) = Game::opened(&file, id, OF_A_COPY).await;
        size.times[OPENING].push(opening);
        // What is said to SQLite for the first time costs more: that is not counted.
        table.look(size.rows, 0).await;
        tables.push(table);
    }
    for look in 0..LOOKS {
        for place in turn_about(number + look) {
            for (what, took) in tables[place].look(sizes[place].rows, look).await {
                sizes[place].times[what].push(took);
            }
        }
    }
    for pair in 0..=PAIRS {
        for (timed, (order, undo)) in orders.iter().zip(ORDERS.into_iter().zip(UNDOS)) {
            for place in turn_about(number + pair) {
                let took = tables[place].order(&timed.order, timed.faces.clone()).await;
                if pair > 0 {
                    sizes[place].times[order].push(took);
                }
            }
            for place in turn_about(number + pair) {
                let took = tables[place].undo().await;
                if pair > 0 {
                    sizes[place].times[undo].push(took);
                }
            }
        }
    }
    for table in tables {
        table.close().await;
    }
}

fn median(times: &[Duration]) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

/// How many times as long something takes in the old campaign: the sum of the medians of each kind of it.
fn ratio(kinds: &[usize], old: &Size, young: &Size) -> f64 {
    let all = |size: &Size| kinds.iter().map(|kind| median(&size.times[*kind])).sum::<Duration>().as_secs_f64();
    all(old) / all(young).max(f64::MIN_POSITIVE)
}

/// The same in each third of the run by itself, the least and the most.
fn within(kind: usize, old: &Size, young: &Size) -> (f64, f64) {
    let thirds = |size: &Size| -> Vec<f64> {
        let times = &size.times[kind];
        times.chunks(times.len().div_ceil(3).max(1)).map(|third| median(third).as_secs_f64()).collect()
    };
    let ratios = thirds(old).into_iter().zip(thirds(young)).map(|(old, young)| old / young.max(f64::MIN_POSITIVE));
    ratios.fold((f64::INFINITY, 0.0), |(least, most), ratio| (f64::min(least, ratio), f64::max(most, ratio)))
}

fn told(sizes: &[Size]) {
    let [young, middle, old] = sizes else { return };
    println!("medians                             row 10    row 1,000   row 10,000  times measured, each");
    for (kind, what) in MEASURED.into_iter().enumerate() {
        let [a, b, c] = [young, middle, old].map(|size| format!("{:.2?}", median(&size.times[kind])));
        println!("{what:<32}{a:>11}{b:>13}{c:>13}{:>22}", old.times[kind].len());
    }
    println!("\nrow 10,000 to row 10, within which it is in each third of the run, and row 10,000 to row 1,000:");
    for (kind, what) in MEASURED.into_iter().enumerate() {
        let (least, most) = within(kind, old, young);
        let [all, later] = [young, middle].map(|young| ratio(&[kind], old, young));
        println!("{what:<32}{all:>8.2}   ({least:.2} to {most:.2}){later:>10.2}");
    }
    println!("\nat most 1.1 is promised of row 10,000 to row 10 (and to row 1,000):");
    let promised: [(&str, &[usize]); 4] = [
        ("an order", &ORDERS),
        ("an undo", &UNDOS),
        ("the first page of the log", &[FIRST_PAGE]),
        ("a middle page of the log", &[MIDDLE_PAGE]),
    ];
    for (what, kinds) in promised {
        let [all, later] = [young, middle].map(|young| ratio(kinds, old, young));
        println!("{what:<32}{all:>8.2}   ({later:.2})   {}", if all <= 1.1 { "kept" } else { "NOT KEPT" });
    }
}

async fn measure() {
    let (game, orders) = long_games().find_map(|(game, there)| Some((game, timed(&there)?))).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (id, mut sizes) = played(folder.path(), &game).await;
    let begun = Instant::now();
    for number in 0..BATCHES {
        if begun.elapsed() > LONGEST {
            println!("time is up after {number} batches of {BATCHES}");
            break;
        }
        batch(folder.path(), id, &mut sizes, &orders, number).await;
    }
    told(&sizes);
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure());
}
