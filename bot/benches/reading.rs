//! What reading back costs in a young campaign and in an old one: an undo, the position of an earlier row, a page of the log, and the first
//! opening after a start. `cargo bench -p umpire --bench reading`. The campaign is kept going by undoing what was ordered, so that it has as many rows
//! as are wanted; its journal is on a real disk, and every order and undo is committed to it.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::path::Path;

use std::time::{Duration, Instant};

use engine::campaign::State;
use engine::campaign::{Options, Order};
use engine::pack::Pack;
use staff::{Cautious, Staff};
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, UserId};
use umpire::model::log_filter::LogFilter;
use umpire::table::tables::{Founding, Tables};
use umpire::table::undo::Undoing;

/// Rows at which is measured.
const AGES: [u32; 3] = [100, 1_000, 10_000];
/// Orders given and taken back in one go.
const DEEDS: usize = 30;

struct Bench {
    tables: Tables,
    id: CampaignId,
    interaction: u64,
    staff: Cautious,
}

impl Bench {
    async fn begin(database: &Path) -> Self {
        let tables = Tables::<State>::new(Journal::open(database).await.unwrap());
        let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
        let orders = [set_up, Order::DrawCards, Order::CheckRevolts].map(|order| (order, None)).to_vec();
        let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders };
        let done = tables.found(founding, Seed([5; 32]), InteractionId(1), UserId(7)).await.unwrap();
        Self { tables, id: done.campaign, interaction: 1, staff: Cautious::new(3) }
    }

    /// Gives orders and takes them back; what each undo took.
    async fn there_and_back(&mut self) -> Vec<Duration> {
        let mut undos = Vec::with_capacity(DEEDS);
        for _ in 0..DEEDS {
            let state = self.tables.snapshot(self.id).await.unwrap().state;
            let orders = sheet::legal(&state);
            if orders.is_empty() {
                break;
            }
            let order = &orders[self.staff.choose(&state, &orders)];
            self.interaction += 1;
            self.tables.order(self.id, InteractionId(self.interaction), UserId(7), order, None, None).await.unwrap();
        }
        for _ in 0..DEEDS {
            self.interaction += 1;
            let begun = Instant::now();
            match self.tables.undo(self.id, InteractionId(self.interaction), UserId(7), None, Some(UserId(7))).await {
                Ok(Undoing::Done(_)) => undos.push(begun.elapsed()),
                _ => break,
            }
        }
        undos
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

async fn measure() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("umpire.db");
    let mut bench = Bench::begin(&database).await;
    for age in AGES {
        let mut undos = Vec::new();
        let revision = loop {
            let latest = bench.there_and_back().await;
            let revision = bench.tables.snapshot(bench.id).await.unwrap().campaign.revision;
            if revision >= age {
                undos.extend(latest);
                break revision;
            }
        };
        for _ in 0..3 {
            undos.extend(bench.there_and_back().await);
        }
        let mut earlier = Vec::new();
        for back in 1..=20 {
            let begun = Instant::now();
            bench.tables.row(bench.id, revision - back * 2).await.unwrap();
            earlier.push(begun.elapsed());
        }
        let mut pages = Vec::new();
        for page in 0..20 {
            let begun = Instant::now();
            bench.tables.log_page(bench.id, UserId(7), LogFilter::default(), page).await.unwrap();
            pages.push(begun.elapsed());
        }
        let opened = Tables::<State>::new(bench.tables.journal().clone());
        let begun = Instant::now();
        opened.snapshot(bench.id).await.unwrap();
        println!(
            "row {revision:>6}   undo {:>9.2?}   an earlier row {:>9.2?}   a page of the log {:>9.2?}   first opening {:>9.2?}",
            median(undos),
            median(earlier),
            median(pages),
            begun.elapsed()
        );
    }
    bench.tables.journal().close().await;
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(measure());
}
