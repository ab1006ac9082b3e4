//! The tables: every game of a kind, each in memory as its journal says it stands; and what a game adds to how its orders are told.
//!
//! A game whose words need nothing but the position adds nothing; the campaign has summaries, reports and battles in threads.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use engine::campaign::State;

use crate::drawing::atlas::Atlas;
use crate::drawing::plate::Plate;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::campaign::Campaign;
use crate::model::despatch::{Despatch, Picture};
use crate::model::entry::{Entry, EntryKind};
use crate::model::ids::{CampaignId, ChannelId, GuildId, OutboxId, UserId};
use crate::model::last_deed::LastDeed;
use crate::model::played::Played;
use crate::model::roster::Roster;
use crate::model::snapshot::Snapshot;
use crate::model::standing::Standing;
use crate::table::checkpoints::Checkpoints;
use crate::table::error::TableError;
use crate::table::opened::Opened;

/// A game in memory: what the journal says, replayed.
#[derive(Clone, Debug)]
pub struct Table<G: Hosted = State> {
    pub(super) campaign: Campaign<G>,
    pub(super) state: G,
    /// The last row that changed the state: a button offered since then is up to date.
    pub(super) last_order: u32,
    pub(super) dice_position: u64,
    pub(super) roster: Roster,
    /// The row that opened the thread of what is going on: of the battle that is being fought.
    pub(super) thread: Option<u32>,
    /// What was ordered last, if it can be undone.
    pub(super) last_deed: Option<LastDeed>,
    /// Earlier positions, to begin at when one is read back.
    pub(super) checkpoints: Checkpoints<G>,
    /// Where the numbers of its rows jump, once somebody has asked: the last before and the first after each jump.
    pub(super) jumps: Option<Vec<(u32, u32)>>,
    /// The row of the journal that cannot be read, and what is the matter: the game stands as it stood before it, and takes no orders.
    pub(super) unreadable: Option<(u32, String)>,
}

/// What a game weighs in memory besides its positions along its journal, in such positions: as it stands, once for whoever is at
/// it and once for whoever looks, its members, what was ordered last.
const WITHOUT_CHECKPOINTS: usize = 4;

impl<G: Hosted> Table<G> {
    /// What it weighs in memory, in positions.
    fn weight(&self) -> usize {
        WITHOUT_CHECKPOINTS + self.checkpoints.count()
    }

    /// Whether all of its journal can be read.
    ///
    /// # Errors
    ///
    /// [`JournalError::UnreadableRow`].
    pub(super) fn is_readable(&self) -> Result<(), JournalError> {
        match self.unreadable.clone() {
            Some((revision, reason)) => Err(JournalError::UnreadableRow { revision, reason }),
            None => Ok(()),
        }
    }

    /// Takes note of who was told off for which side of a battle.
    pub(super) fn tells_off(&mut self, entries: &[Entry]) {
        for entry in entries {
            if let EntryKind::Assigned { sides, .. } = &entry.kind {
                self.roster.sides.clone_from(sides);
            }
        }
    }

    pub(super) fn snapshot(&self) -> Snapshot<G> {
        Snapshot {
            campaign: self.campaign.clone(),
            state: self.state.clone(),
            roster: self.roster.clone(),
            drafted: Vec::new(),
            last_deed: self.last_deed.clone(),
            last_order: self.last_order,
        }
    }

    /// What despatches say of the game besides its position, for a row with this revision.
    pub(super) fn standing(&self, state: &G, revision: u32) -> Standing {
        let standing = state.standing(&self.roster, self.campaign.id, revision);
        Standing { offered: self.campaign.standing_orders.offered, ..standing }
    }
}

/// What was done.
#[derive(Clone, Debug)]
pub struct Done {
    /// The campaign.
    pub campaign: CampaignId,
    /// Its revision now.
    pub revision: u32,
    /// What is to be posted.
    pub outbox: Vec<OutboxId>,
}

/// What came of an order that was given.
#[derive(Clone, Debug)]
pub enum Given {
    /// It was carried out.
    Done(Done),
    /// It is a step of a proposal that is still being put together.
    Drafted,
    /// It has been put before the commander.
    Proposed(Done),
}

/// What a new campaign is to be.
#[derive(Clone, Debug)]
pub struct Founding<G: Hosted = State> {
    /// The guild.
    pub guild: GuildId,
    /// The channel.
    pub channel: ChannelId,
    /// The pack.
    pub pack: G::Pack,
    /// The orders given at once: set up, draw, roll the rebellion.
    pub orders: Vec<(G::Order, Option<Vec<u16>>)>,
}

/// All campaigns, or all games of another kind.
pub struct Tables<G: Hosted = State> {
    pub(super) journal: Journal,
    /// Packs of new games, the usual one first.
    pub(super) packs: Vec<G::Pack>,
    pub(super) open: Opened<Table<G>>,
}

impl<G: Hosted> Tables<G> {
    /// The campaigns of a journal.
    #[must_use]
    pub fn new(journal: Journal) -> Self {
        Self { journal, packs: Vec::new(), open: Opened::new(Table::weight) }
    }

    /// With packs for new games, the usual one first.
    #[must_use]
    pub fn with_packs(self, packs: Vec<G::Pack>) -> Self {
        Self { packs, ..self }
    }

    /// The journal.
    #[must_use]
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }
}

/// An order that has been carried out on a copy, to be told.
#[derive(Debug)]
pub struct Step<'a, G: Played> {
    /// The position before it.
    pub before: &'a G,
    /// The position after it.
    pub after: &'a G,
    /// What was asked.
    pub order: &'a G::Order,
    /// What happened.
    pub events: &'a [G::Event],
    /// All that happened in this deed so far, these events included: the journal does not know of it yet.
    pub unwritten: &'a [G::Event],
    /// The number its row will have.
    pub revision: u32,
    /// How far the stream of dice has been used.
    pub position: u64,
    /// The row that opened the thread in which it is told, if it is told in one.
    pub thread: Option<u32>,
    /// Whether it is only a step of a choice, of which the channel is told nothing.
    pub quiet: bool,
    /// Whether it is the deed's last.
    pub is_last: bool,
}

/// What is posted for an order, and the row that follows from it.
#[derive(Debug, Default)]
pub struct News {
    /// What is posted, in order.
    pub despatches: Vec<Despatch>,
    /// A row that the house adds: who fights on which side.
    pub besides: Option<Entry>,
}

/// A game that the house plays, with what it adds to the telling.
pub trait Hosted: Played {
    /// Whether the table may give orders by itself in this position: those of a staff, or of whoever was instructed beforehand. A deed is then
    /// told whole.
    fn may_go_on(&self) -> bool {
        false
    }

    /// Whether an order that is not the first of its deed, given in this position, followed by itself from what was ordered.
    fn follows_by_itself(&self, order: &Self::Order) -> bool {
        let _ = order;
        false
    }

    /// The order that the table gives by itself in this position, if it gives one: `since` is what has happened in the deed so far, and a
    /// staff that thinks has so much time left for all that it gives in it.
    fn goes_on(&self, roster: &Roster, since: &[Self::Event], left: Duration) -> Option<Self::Order> {
        let _ = (roster, since, left);
        None
    }

    /// Whether what the table gives by itself in this position is for a side that a member commands, as they have instructed it: only they have it go on.
    fn gives_for_a_member(&self, roster: &Roster) -> bool {
        let _ = roster;
        false
    }

    /// An order with what the table adds to it: dice that are not of the stream; nothing where it adds nothing.
    fn completed<'a>(
        tables: &'a Tables<Self>,
        table: &'a Table<Self>,
        order: &'a Self::Order,
    ) -> impl Future<Output = Result<Option<Self::Order>, TableError>> + Send + 'a {
        let _ = (tables, table, order);
        std::future::ready(Ok(None))
    }

    /// A sheet of every roll in a stretch of the game, where it has such, for its reader.
    fn sheet_of_rolls<'a>(
        tables: &'a Tables<Self>,
        id: CampaignId,
        reader: UserId,
        topic: &'a str,
        page: usize,
    ) -> impl Future<Output = Result<Option<Despatch>, TableError>> + Send + 'a {
        let _ = (tables, id, reader, topic, page);
        std::future::ready(Ok(None))
    }

    /// The thread in which the game's board stands now, if it is not where the game is played.
    fn board_stands_in<'a>(
        tables: &'a Tables<Self>,
        id: CampaignId,
    ) -> impl Future<Output = Result<Option<ChannelId>, TableError>> + Send + 'a {
        let _ = (tables, id);
        std::future::ready(Ok(None))
    }

    /// What is posted for an order.
    fn news<'a>(
        tables: &'a Tables<Self>,
        table: &'a Table<Self>,
        step: Step<'a, Self>,
    ) -> impl Future<Output = Result<News, TableError>> + Send + 'a {
        let _ = tables;
        std::future::ready(Ok(plainly(table, &step)))
    }

    /// The next step of a turn that is shown, as a message of its own with a button; nothing where this game shows none.
    fn guide(&self, standing: Standing) -> Option<Despatch> {
        let _ = standing;
        None
    }

    /// The orders of that step.
    fn guided(&self) -> Vec<Self::Order> {
        Vec::new()
    }

    /// What is posted when a deed has been undone, `before` being the position that is back, and `began` the last row that opened a thread.
    fn taken_back<'a>(
        tables: &'a Tables<Self>,
        table: &'a Table<Self>,
        before: &'a Self,
        began: Option<u32>,
        told: Despatch,
    ) -> impl Future<Output = Result<Vec<Despatch>, TableError>> + Send + 'a {
        let _ = (tables, table, before, began);
        std::future::ready(Ok(vec![told]))
    }

    /// What is posted besides when it is closed: a report, where the rules had not ended it.
    fn closing<'a>(
        tables: &'a Tables<Self>,
        table: &'a Table<Self>,
    ) -> impl Future<Output = Result<Vec<Despatch>, TableError>> + Send + 'a {
        let _ = (tables, table);
        std::future::ready(Ok(Vec::new()))
    }

    /// Those who are waited for in a thread, with the row that opened it, where that is not as [`Played::waited_for`] has it.
    fn waited_for_in_a_thread<'a>(
        tables: &'a Tables<Self>,
        table: &'a Table<Self>,
    ) -> impl Future<Output = Result<Option<(u32, Vec<UserId>)>, TableError>> + Send + 'a {
        let _ = (tables, table);
        std::future::ready(Ok(None))
    }

    /// The row that opened the thread of what is going on in a position, if it has one; `last` is the last row that opened any.
    fn thread_of<'a>(
        tables: &'a Tables<Self>,
        id: CampaignId,
        last: Option<u32>,
        position: &'a Self,
    ) -> impl Future<Output = Result<Option<u32>, TableError>> + Send + 'a {
        let _ = (tables, id);
        std::future::ready(Ok(last.filter(|_| position.is_in_a_thread())))
    }

    /// Draws a despatch's picture as it was at `revision`, as `seat` may see it, or everybody.
    fn plate<'a>(
        tables: &'a Tables<Self>,
        atlas: &'a Arc<Atlas>,
        id: CampaignId,
        revision: u32,
        picture: &'a Picture,
        seat: Option<Self::Seat>,
    ) -> impl Future<Output = Result<Plate, String>> + Send + 'a;
}

/// The one despatch of an order, as the public may know it.
pub(super) fn plainly<G: Hosted>(table: &Table<G>, step: &Step<'_, G>) -> News {
    if step.quiet {
        return News::default();
    }
    let shown: Vec<G::Event> = step.events.iter().filter_map(|event| step.after.shown(event, None)).collect();
    let mut despatch = step.after.told(step.order, &shown, table.standing(step.after, step.revision));
    despatch.section = step.before.section();
    if !step.is_last {
        despatch.is_followed();
    }
    News { despatches: vec![despatch], besides: None }
}
