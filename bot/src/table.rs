//! The table: one campaign at a time, locked, permitted, resolved, written, published.
//!
//! An order goes one way: who may do what is looked up, the order is permitted on the state in memory, resolved on a copy,
//! written in one transaction, and only then does the copy become the state and the despatch get posted. If anything
//! fails before the commit, nothing has changed and no die was spent.

use std::collections::HashMap;
use std::sync::Arc;

use engine::campaign::{Event, Order, Refusal, State};
use engine::dice::{Dice, DiceProblem};
use engine::game::{Game, Seat};
use engine::pack::{Pack, hexadecimal};
use serde_json::json;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use crate::despatches::board::Standing;
use crate::despatches::{self, Despatch};
use crate::journal::{Campaign, CampaignId, Deed, Entry, EntryKind, Journal, JournalError, OutboxId, Seed, Written};
use crate::overlays;

/// Why a campaign was not changed.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The rules.
    #[error("refused: {refusal:?}")]
    Refused {
        /// Why.
        refusal: Refusal,
        /// With whose names to say it.
        pack: Arc<Pack>,
    },
    /// The players' dice.
    #[error("{0}")]
    Dice(DiceProblem),
    /// There is no campaign in the channel.
    #[error("no campaign in this channel")]
    NoCampaign,
    /// The one who asked has no seat.
    #[error("not a player of this campaign")]
    NotAPlayer,
    /// Only the commander may do that.
    #[error("only for the commander")]
    CommanderOnly(u64),
    /// The commander cannot leave.
    #[error("the commander cannot leave")]
    CommanderStays,
    /// Already in the campaign.
    #[error("already in the campaign")]
    AlreadyIn,
    /// The campaign has been closed.
    #[error("the campaign is closed")]
    Closed,
    /// A button of an earlier position.
    #[error("the button is out of date")]
    OutOfDate,
    /// The store.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

impl TableError {
    /// One sentence for the one who asked: what is wrong and what to do.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Refused { refusal, pack } => refusal.sentence(pack),
            Self::Dice(problem) => problem.to_string(),
            Self::NoCampaign => "There is no campaign in this channel: start one with /campaign start.".to_owned(),
            Self::NotAPlayer => "You are not in this campaign: join it with /campaign join.".to_owned(),
            Self::CommanderOnly(commander) => format!("Only the commander in chief, <@{commander}>, may do that."),
            Self::CommanderStays => {
                "You are the commander in chief: end the campaign with /campaign end, but you cannot leave it.".to_owned()
            }
            Self::AlreadyIn => "You are in this campaign already: see where it stands with /turn.".to_owned(),
            Self::Closed => "That campaign is closed and takes no more orders.".to_owned(),
            Self::OutOfDate => "That button is out of date: the campaign has moved on since. See where it stands with /turn.".to_owned(),
            Self::Journal(JournalError::Repeated) => "That has been done already.".to_owned(),
            Self::Journal(JournalError::ChannelTaken) => {
                "This channel has a campaign already: see where it stands with /campaign status.".to_owned()
            }
            Self::Journal(JournalError::MovedOn) => {
                "The campaign moved on while you asked: see where it stands with /turn, and ask again.".to_owned()
            }
            Self::Journal(_) => "The journal could not be written, so nothing has been done: try again in a moment.".to_owned(),
        }
    }
}

/// A campaign in memory: what the journal says, replayed.
struct Table {
    campaign: Campaign,
    state: State,
    /// The last row that changed the state: a button offered since then is up to date.
    last_order: u32,
    dice_position: u64,
    commander: u64,
}

/// A campaign as it stands, to be shown.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The campaign as it is kept.
    pub campaign: Campaign,
    /// Its state.
    pub state: State,
    /// The commander in chief.
    pub commander: u64,
}

impl Snapshot {
    /// What despatches need to know besides the state.
    #[must_use]
    pub const fn standing(&self) -> Standing {
        Standing { campaign: self.campaign.id, revision: self.campaign.revision, commander: self.commander }
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

/// What a new campaign is to be.
#[derive(Clone, Debug)]
pub struct Founding {
    /// The guild.
    pub guild: u64,
    /// The channel.
    pub channel: u64,
    /// The pack.
    pub pack: Arc<Pack>,
    /// The orders given at once: set up, draw, roll the rebellion.
    pub orders: Vec<(Order, Option<Vec<u16>>)>,
}

/// All campaigns.
pub struct Tables {
    journal: Journal,
    open: Mutex<HashMap<CampaignId, Arc<Mutex<Table>>>>,
}

/// SHA-256 of a campaign's seed, in hexadecimal: announced before the first die is thrown.
#[must_use]
pub fn seal(seed: Seed) -> String {
    hexadecimal(&Sha256::digest(seed.0))
}

impl Tables {
    /// The campaigns of a journal.
    #[must_use]
    pub fn new(journal: Journal) -> Self {
        Self { journal, open: Mutex::new(HashMap::new()) }
    }

    /// The journal.
    #[must_use]
    pub const fn journal(&self) -> &Journal {
        &self.journal
    }

    async fn table(&self, id: CampaignId) -> Result<Arc<Mutex<Table>>, TableError> {
        let mut open = self.open.lock().await;
        if let Some(table) = open.get(&id) {
            return Ok(Arc::clone(table));
        }
        let campaign = self.journal.campaign(id).await?.ok_or(TableError::NoCampaign)?;
        let mut state = State::new(Arc::clone(&campaign.pack));
        let mut last_order = 0;
        for row in self.journal.orders(id, campaign.revision).await? {
            state.replay(&row.events);
            last_order = row.revision;
        }
        let dice_position = self.journal.dice_position(id).await?;
        let commander = self.journal.members(id).await?.first().map_or(0, |(user, _)| *user);
        let table = Arc::new(Mutex::new(Table { campaign, state, last_order, dice_position, commander }));
        open.insert(id, Arc::clone(&table));
        Ok(table)
    }

    /// The campaign of a channel as it stands.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn in_channel(&self, channel: u64) -> Result<Snapshot, TableError> {
        let id = self.journal.campaign_in(channel).await?.ok_or(TableError::NoCampaign)?;
        self.snapshot(id).await
    }

    /// A campaign as it stands.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn snapshot(&self, id: CampaignId) -> Result<Snapshot, TableError> {
        let table = self.table(id).await?;
        let table = table.lock().await;
        Ok(Snapshot { campaign: table.campaign.clone(), state: table.state.clone(), commander: table.commander })
    }

    /// A campaign's state as it was at `revision`.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn state_at(&self, id: CampaignId, revision: u32) -> Result<State, TableError> {
        let table = self.table(id).await?;
        let table = table.lock().await;
        if table.last_order <= revision {
            return Ok(table.state.clone());
        }
        let mut state = State::new(Arc::clone(&table.campaign.pack));
        for row in self.journal.orders(id, revision).await? {
            state.replay(&row.events);
        }
        Ok(state)
    }

    /// A campaign's state as it was when a turn began, or the next that did; as it stands, if none did.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn when_turn_began(&self, id: CampaignId, turn: u8) -> Result<State, TableError> {
        let table = self.table(id).await?;
        let (pack, revision) = {
            let table = table.lock().await;
            (Arc::clone(&table.campaign.pack), table.campaign.revision)
        };
        let rows = self.journal.orders(id, revision).await?;
        Ok(overlays::when_turn_began(State::new(pack), rows.iter().flat_map(|row| &row.events), turn))
    }

    /// Starts a campaign and gives its first orders.
    ///
    /// # Errors
    ///
    /// If an order is refused, the dice do not fit, the channel has a campaign, or the journal cannot be written. Nothing
    /// has been started then.
    pub async fn found(&self, founding: Founding, seed: Seed, interaction: u64, user: u64) -> Result<Done, TableError> {
        let deed = Deed { interaction, user, seat: Seat::Commander };
        let mut state = State::new(Arc::clone(&founding.pack));
        let mut position = 0;
        let mut entries = Vec::new();
        let mut all_events = Vec::new();
        for (order, faces) in founding.orders {
            // A garrison that asks where to go stops the rebellion; the orders after it wait for the players.
            if state.decision().is_some() {
                break;
            }
            let (after, events, position_after) = carry_out(&state, deed.seat, &order, faces, seed, position)?;
            let entry = Entry {
                kind: EntryKind::Order,
                entry: json!(order),
                events: json!(events),
                position_before: position,
                position_after,
                despatches: Vec::new(),
            };
            entries.push(entry);
            all_events.push((order, after.clone(), events));
            (state, position) = (after, position_after);
        }
        let pack = Arc::clone(&founding.pack);
        let compose = move |campaign: CampaignId| {
            all_events
                .iter()
                .enumerate()
                .map(|(index, (order, after, events))| {
                    let standing = Standing { campaign, revision: index as u32 + 1, commander: user };
                    let mut despatch = despatches::campaign::for_order(after, order, events, standing);
                    if matches!(order, Order::SetUp { .. }) {
                        despatch.facts.push(format!("The dice are sealed: the SHA-256 of their seed is `{}`.", seal(seed)));
                    }
                    if index + 1 < all_events.len() {
                        // Only the last of the opening despatches says what is next, and calls the commander.
                        despatch.menu = None;
                        despatch.buttons.clear();
                        despatch.next.clear();
                        despatch.mention = None;
                    }
                    despatch
                })
                .collect::<Vec<_>>()
        };
        let (id, written) = self.journal.start(founding.guild, founding.channel, &pack, seed, deed, &entries, compose).await?;
        Ok(Done { campaign: id, revision: written.revision, outbox: written.outbox })
    }

    /// Gives an order. `offered_at` is the revision at which a button offered it, if one did.
    ///
    /// # Errors
    ///
    /// If it is refused, out of date, the dice do not fit, or the journal cannot be written. Nothing has changed then.
    pub async fn order(
        &self,
        id: CampaignId,
        interaction: u64,
        user: u64,
        order: &Order,
        faces: Option<Vec<u16>>,
        offered_at: Option<u32>,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user).await?;
        if offered_at.is_some_and(|revision| revision < table.last_order) {
            return Err(TableError::OutOfDate);
        }
        let (after, events, position_after) = carry_out(&table.state, seat, order, faces, table.campaign.seed, table.dice_position)?;
        let standing = Standing { campaign: id, revision: table.campaign.revision + 1, commander: table.commander };
        // What is only a step of a choice is no news for the channel, unless something came of it.
        let quiet = despatches::topics::is_quiet(order) && after.phase() == table.state.phase();
        let despatches = if quiet { Vec::new() } else { vec![despatches::campaign::for_order(&after, order, &events, standing)] };
        let entry = Entry {
            kind: EntryKind::Order,
            entry: json!(order),
            events: json!(events),
            position_before: table.dice_position,
            position_after,
            despatches,
        };
        let written = self.append(&table, Deed { interaction, user, seat }, &entry).await?;
        table.state = after;
        table.dice_position = position_after;
        table.campaign.revision = written.revision;
        table.last_order = written.revision;
        Ok(Done { campaign: id, revision: written.revision, outbox: written.outbox })
    }

    /// Rolls at the table with a campaign's dice: only the dice move on, but the roll is in the journal and can be proved.
    ///
    /// # Errors
    ///
    /// If the one who asked has no seat, the dice do not fit, or the journal cannot be written.
    pub async fn roll<F>(&self, id: CampaignId, interaction: u64, user: u64, faces: Option<Vec<u16>>, roll: F) -> Result<Done, TableError>
    where
        F: FnOnce(&State, &mut Dice) -> (serde_json::Value, Despatch) + Send,
    {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user).await?;
        let mut dice = dice(faces, table.campaign.seed, table.dice_position);
        let (entry, mut despatch) = roll(&table.state, &mut dice);
        dice.finish().map_err(TableError::Dice)?;
        let position_after = dice.position().unwrap_or(table.dice_position);
        despatch.footer = despatches::board::footer(&table.state, table.campaign.revision + 1);
        let entry = Entry {
            kind: EntryKind::Roll,
            entry,
            events: json!([]),
            position_before: table.dice_position,
            position_after,
            despatches: vec![despatch],
        };
        let written = self.append(&table, Deed { interaction, user, seat }, &entry).await?;
        table.dice_position = position_after;
        table.campaign.revision = written.revision;
        Ok(Done { campaign: id, revision: written.revision, outbox: written.outbox })
    }

    /// Takes a seat in a campaign.
    ///
    /// # Errors
    ///
    /// If the one who asked is in it already, or the journal cannot be written.
    pub async fn join(&self, id: CampaignId, interaction: u64, user: u64) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        self.still_open(&table)?;
        if self.journal.seat(id, user).await?.is_some() {
            return Err(TableError::AlreadyIn);
        }
        let deed = Deed { interaction, user, seat: Seat::Player };
        let despatch = Despatch {
            footer: despatches::board::footer(&table.state, table.campaign.revision + 1),
            ..Despatch::saying(format!("**<@{user}> joins the campaign.**"))
        };
        self.record(&mut table, deed, EntryKind::Joined, despatch).await
    }

    /// Gives up a seat.
    ///
    /// # Errors
    ///
    /// If the one who asked has none or commands, or the journal cannot be written.
    pub async fn leave(&self, id: CampaignId, interaction: u64, user: u64) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user).await?;
        if seat == Seat::Commander {
            return Err(TableError::CommanderStays);
        }
        let despatch = Despatch {
            footer: despatches::board::footer(&table.state, table.campaign.revision + 1),
            ..Despatch::saying(format!("**<@{user}> leaves the campaign.**"))
        };
        self.record(&mut table, Deed { interaction, user, seat }, EntryKind::Left, despatch).await
    }

    /// Closes a campaign and reveals its seed.
    ///
    /// # Errors
    ///
    /// If the one who asked is not the commander, or the journal cannot be written.
    pub async fn close(&self, id: CampaignId, interaction: u64, user: u64) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user).await?;
        if seat != Seat::Commander {
            return Err(TableError::CommanderOnly(table.commander));
        }
        let seed = hexadecimal(&table.campaign.seed.0);
        let despatch = despatches::campaign::closed(&table.state, user, table.campaign.revision + 1, &seed);
        let done = self.record(&mut table, Deed { interaction, user, seat }, EntryKind::Closed, despatch).await?;
        table.campaign.closed_at = Some(crate::journal::now());
        Ok(done)
    }

    /// The events of one row of the journal, with the state after it.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn row(&self, id: CampaignId, revision: u32) -> Result<Option<(State, Vec<Event>)>, TableError> {
        let state = self.state_at(id, revision).await?;
        let row = self.journal.orders(id, revision).await?.pop().filter(|row| row.revision == revision);
        Ok(row.map(|row| (state, row.events)))
    }

    async fn record(&self, table: &mut Table, deed: Deed, kind: EntryKind, despatch: Despatch) -> Result<Done, TableError> {
        let position = table.dice_position;
        let entry = Entry {
            kind,
            entry: json!({}),
            events: json!([]),
            position_before: position,
            position_after: position,
            despatches: vec![despatch],
        };
        let written = self.append(table, deed, &entry).await?;
        table.campaign.revision = written.revision;
        Ok(Done { campaign: table.campaign.id, revision: written.revision, outbox: written.outbox })
    }

    /// Appends a row. If the store fails, nobody knows what it holds: the campaign is read anew before the next order.
    async fn append(&self, table: &Table, deed: Deed, entry: &Entry) -> Result<Written, JournalError> {
        let result = self.journal.append(&table.campaign, deed, entry).await;
        if !matches!(result, Ok(_) | Err(JournalError::Repeated)) {
            self.open.lock().await.remove(&table.campaign.id);
        }
        result
    }

    fn still_open(&self, table: &Table) -> Result<(), TableError> {
        if table.campaign.closed_at.is_some() { Err(TableError::Closed) } else { Ok(()) }
    }

    async fn seat(&self, table: &Table, user: u64) -> Result<Seat, TableError> {
        self.still_open(table)?;
        self.journal.seat(table.campaign.id, user).await?.ok_or(TableError::NotAPlayer)
    }
}

fn dice(faces: Option<Vec<u16>>, seed: Seed, position: u64) -> Dice {
    faces.map_or_else(|| Dice::seeded(seed.0, position), Dice::table)
}

/// Permits and resolves on a copy.
fn carry_out(
    state: &State,
    seat: Seat,
    order: &Order,
    faces: Option<Vec<u16>>,
    seed: Seed,
    position: u64,
) -> Result<(State, Vec<Event>, u64), TableError> {
    let mut after = state.clone();
    let mut dice = dice(faces, seed, position);
    let events = after.give(seat, order, &mut dice).map_err(|refusal| TableError::Refused { refusal, pack: Arc::clone(state.pack()) })?;
    dice.finish().map_err(TableError::Dice)?;
    Ok((after, events, dice.position().unwrap_or(position)))
}
