//! The power is cut: of what was written since the last sync each page is on the disk or not, whole or torn, as chance has it. What was
//! acknowledged before is there nevertheless, and the journal opens. `CUTS` says how often it is cut, `CUTS_SEED` from which seed on.
//!
//! What a disk has of a file is told from two copies of it: one made when the last order was acknowledged, with everything synced, and one made
//! at the cut. SQLite writes to the database itself only when the log beside it is synced, and begins the log anew only when the database is
//! (<https://www.sqlite.org/wal.html>).

use std::path::{Path, PathBuf};

use engine::campaign::{Options, Order, State};
use engine::pack::Pack;
use umpire::despatches::sheet;
use umpire::journal::store::Journal;
use umpire::model::campaign::Seed;
use umpire::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, MessageId, UserId};
use umpire::table::tables::{Founding, Tables};

use crate::killed::{Chance, setting};

/// The bytes of the log's own head, of a frame's, and of a page.
const HEAD: usize = 32;
const FRAME_HEAD: usize = 24;
const PAGE: usize = 4_096;
/// A part of a page that a disk writes at once.
const SECTOR: usize = 512;

/// A journal's files as they are now.
struct Copy {
    database: Vec<u8>,
    log: Vec<u8>,
    beside: Vec<u8>,
}

fn beside(database: &Path, suffix: &str) -> PathBuf {
    PathBuf::from(format!("{}{suffix}", database.display()))
}

impl Copy {
    fn of(database: &Path) -> Self {
        let read = |path: PathBuf| std::fs::read(path).unwrap_or_default();
        Self { database: read(database.to_owned()), log: read(beside(database, "-wal")), beside: read(beside(database, ".lock")) }
    }

    /// What a disk has that had all of the earlier copy, and of this one what chance let it write.
    fn after_a_cut(&self, synced: &Self, chance: &mut Chance) -> Self {
        let is_checkpointed = self.database != synced.database;
        let is_begun_anew = self.log.get(..HEAD) != synced.log.get(..HEAD);
        Self {
            // Only of a synced log.
            database: match is_checkpointed && !is_begun_anew {
                true => mixed(&synced.database, &self.database, 0, PAGE, chance),
                false => self.database.clone(),
            },
            log: match is_checkpointed {
                true => self.log.clone(),
                false => mixed(&synced.log, &self.log, HEAD, FRAME_HEAD + PAGE, chance),
            },
            beside: self.beside.clone(),
        }
    }

    fn write(&self, database: &Path) {
        std::fs::write(database, &self.database).unwrap();
        std::fs::write(beside(database, "-wal"), &self.log).unwrap();
        std::fs::write(beside(database, ".lock"), &self.beside).unwrap();
    }
}

/// A file of blocks each of which is the old one, the new one, or torn between them; the new ones at its end may not have been written at all.
fn mixed(old: &[u8], new: &[u8], head: usize, block: usize, chance: &mut Chance) -> Vec<u8> {
    let mut file = new.to_vec();
    let mut at = head;
    while at < new.len() {
        let end = (at + block).min(new.len());
        let kept = match chance.below(4) {
            0 => 0,
            1 => SECTOR * chance.below((block / SECTOR) as u64 + 1) as usize,
            _ => block,
        };
        // Where the file was shorter, what was not written reads as nothing.
        let from = (at + kept).min(end);
        let before = old.iter().copied().chain(std::iter::repeat(0)).skip(from);
        file[from..end].iter_mut().zip(before).for_each(|(byte, before)| *byte = before);
        at = end;
    }
    // The length of a file is written by itself too.
    if new.len() > old.len() && chance.below(2) == 0 {
        file.truncate(old.len() + chance.below((new.len() - old.len()) as u64 + 1) as usize);
    }
    file
}

/// The one who plays.
const RICH: UserId = UserId(7);

/// Gives so many orders, any that are legal.
async fn ordered(tables: &Tables, campaign: CampaignId, interaction: &mut u64, orders: u64, chance: &mut Chance) {
    for _ in 0..orders {
        let state = tables.snapshot(campaign).await.unwrap().state;
        let legal = sheet::legal(&state);
        *interaction += 1;
        match legal.get(chance.below(legal.len().max(1) as u64) as usize) {
            Some(order) => drop(tables.order(campaign, InteractionId(*interaction), RICH, order, None, None).await.unwrap()),
            // Nothing can be ordered: the last is taken back.
            None => drop(tables.undo(campaign, InteractionId(*interaction), RICH, None, Some(RICH)).await.unwrap()),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_power_cut_what_was_acknowledged_is_in_the_journal_whatever_pages_are_lost_and_it_opens() {
    not_beside!("no umpire runs");
    let folder = tempfile::tempdir().unwrap();
    let (database, cut) = (folder.path().join("umpire.db"), folder.path().join("cut.db"));
    let tables = Tables::<State>::new(Journal::make(&database).await.unwrap());
    let set_up = Order::SetUp { scenario: "uprising".to_owned(), options: Options::default() };
    let founding = Founding { guild: GuildId(1), channel: ChannelId(2), pack: Pack::embedded().unwrap(), orders: vec![(set_up, None)] };
    let campaign = tables.found(founding, Seed([9; 32]), InteractionId(1), RICH).await.unwrap().campaign;
    let (mut chance, mut interaction) = (Chance::new(setting("CUTS_SEED", 11)), 1);
    let (mut lost, mut kept) = (0, 0);
    for number in 0..setting("CUTS", 60) {
        let orders = 1 + chance.below(4);
        ordered(&tables, campaign, &mut interaction, orders, &mut chance).await;
        let revision = tables.snapshot(campaign).await.unwrap().campaign.revision;
        // Bookkeeping follows, which is committed and not synced.
        let synced = Copy::of(&database);
        let waiting = tables.journal().waiting(campaign).await.unwrap();
        for row in waiting.into_iter().flatten() {
            tables.journal().posted(row.id, MessageId(1_000 + row.id.0.cast_unsigned())).await.unwrap();
        }
        Copy::of(&database).after_a_cut(&synced, &mut chance).write(&cut);
        let journal = Journal::open(&cut).await.unwrap_or_else(|error| panic!("cut {number}: {error}"));
        let after = Tables::<State>::new(journal.clone());
        let snapshot = after.snapshot(campaign).await.unwrap();
        assert_eq!(snapshot.campaign.revision, revision, "cut {number}: what was acknowledged is there");
        assert_eq!(snapshot.state, tables.snapshot(campaign).await.unwrap().state, "cut {number}");
        assert!(after.prove(campaign).await.unwrap().proof.is_ok(), "cut {number}");
        // Of the bookkeeping all, some or nothing is there; what is not is looked for in the channel at the start.
        match journal.waiting(campaign).await.unwrap().is_empty() {
            true => kept += 1,
            false => lost += 1,
        }
        journal.close().await;
        for suffix in ["", "-wal", "-shm", ".lock"] {
            let _ = std::fs::remove_file(beside(&cut, suffix));
        }
    }
    println!("after {kept} cuts all of the bookkeeping was there, after {lost} some was lost");
    assert!(kept > 0 && lost > 0, "both happen: {kept} and {lost}");
    tables.journal().close().await;
}
