//! The table: one campaign at a time, locked, permitted, resolved, written, published.
//!
//! An order goes one way: who may do what is looked up, the order is permitted on the state in memory, resolved on a copy,
//! written in one transaction, and only then does the copy become the state and the despatch get posted. If anything
//! fails before the commit, nothing has changed and no die was spent.

use crate::model::campaign::seal;
use crate::model::last_deed::LastDeed;
use crate::model::snapshot::Snapshot;
use crate::table::checkpoints::Checkpoints;
use crate::table::error::PapersError;
use crate::table::error::TableError;
use std::collections::HashMap;
use std::sync::Arc;

use engine::campaign::Seat;
use engine::campaign::{Event, Order, Post, State};
use engine::dice::Dice;
use engine::game::Game;
use engine::pack::{Pack, hexadecimal};
use serde_json::json;
use tokio::sync::Mutex;

use crate::despatches;
use crate::despatches::labels;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::campaign::{Campaign, Seed};
use crate::model::despatch::{Despatch, Place};
use crate::model::entry::{Deed, Entry, EntryKind, Written};
use crate::model::ids::{CampaignId, ChannelId, GuildId, InteractionId, OutboxId, ProposalId, UserId};
use crate::model::roster::{Authority, Roster};
use crate::model::standing::Standing;
use crate::model::standing_orders::SummaryTo;

/// A campaign in memory: what the journal says, replayed.
pub(super) struct Table {
    pub(super) campaign: Campaign,
    pub(super) state: State,
    /// The last row that changed the state: a button offered since then is up to date.
    pub(super) last_order: u32,
    pub(super) dice_position: u64,
    pub(super) roster: Roster,
    /// The row that began the battle being fought, if it has a thread.
    pub(super) battle: Option<u32>,
    /// What was ordered last, if it can be undone.
    pub(super) last_deed: Option<LastDeed>,
    /// Earlier positions, to begin at when one is read back.
    pub(super) checkpoints: Checkpoints,
}

impl Table {
    pub(super) fn snapshot(&self) -> Snapshot {
        Snapshot {
            campaign: self.campaign.clone(),
            state: self.state.clone(),
            roster: self.roster.clone(),
            drafted: Vec::new(),
            last_deed: self.last_deed.clone(),
            last_order: self.last_order,
        }
    }

    /// Where the summary of a turn goes.
    pub(super) fn summary_place(&self, state: &State) -> Place {
        match self.campaign.standing_orders.summary_to {
            SummaryTo::Channel => Place::Channel,
            SummaryTo::Thread => Place::Summaries,
            SummaryTo::ChiefOfStaff => self.roster.holder(state, Post::ChiefOfStaff).map_or(Place::Channel, |user| Place::Direct { user }),
            SummaryTo::Elsewhere(channel) => Place::Elsewhere { channel },
        }
    }

    /// What despatches say of the campaign besides its state, for a row with this revision.
    pub(super) fn standing(&self, state: &State, revision: u32) -> Standing {
        self.roster.standing(state, self.campaign.id, revision)
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
pub struct Founding {
    /// The guild.
    pub guild: GuildId,
    /// The channel.
    pub channel: ChannelId,
    /// The pack.
    pub pack: Arc<Pack>,
    /// The orders given at once: set up, draw, roll the rebellion.
    pub orders: Vec<(Order, Option<Vec<u16>>)>,
}

/// All campaigns.
pub struct Tables {
    pub(super) journal: Journal,
    pub(super) open: Mutex<HashMap<CampaignId, Arc<Mutex<Table>>>>,
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

    /// The campaign of a channel as it stands.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn in_channel(&self, channel: ChannelId) -> Result<Snapshot, TableError> {
        let id = self.journal.campaign_in(channel).await?.ok_or(TableError::NoCampaign)?;
        self.snapshot(id).await
    }

    /// The campaign of a channel as a member sees it: with what they are putting together carried out.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn seen_in(&self, channel: ChannelId, user: UserId) -> Result<Snapshot, TableError> {
        let id = self.journal.campaign_in(channel).await?.ok_or(TableError::NoCampaign)?;
        self.seen_by(id, user).await
    }

    /// A campaign as it stands.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn snapshot(&self, id: CampaignId) -> Result<Snapshot, TableError> {
        let table = self.table(id).await?;
        let table = table.lock().await;
        Ok(table.snapshot())
    }

    /// Starts a campaign and gives its first orders.
    ///
    /// # Errors
    ///
    /// If an order is refused, the dice do not fit, the channel has a campaign, or the journal cannot be written. Nothing
    /// has been started then.
    pub async fn found(&self, founding: Founding, seed: Seed, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
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
            entries.push(order_entry(&order, &events, (position, position_after), Vec::new()));
            all_events.push((order, after.clone(), events));
            (state, position) = (after, position_after);
        }
        // Whoever starts a campaign commands; the post is the last row, so that the first despatch can be offered with its own.
        let appoint = Order::Appoint { member: 0, post: Post::Commander };
        let (_, events, _) = carry_out(&state, Seat::Umpire, &appoint, None, seed, position)?;
        entries.push(order_entry(&appoint, &events, (position, position), Vec::new()));
        let pack = Arc::clone(&founding.pack);
        let compose = move |campaign: CampaignId| {
            all_events
                .iter()
                .enumerate()
                .map(|(index, (order, after, events))| {
                    let standing = Standing::commanded(campaign, index as u32 + 1, Some(user));
                    let mut despatch = despatches::campaign::for_order(after, order, events, standing);
                    if matches!(order, Order::SetUp { .. }) {
                        despatch.facts.push(format!("The dice are sealed: the SHA-256 of their seed is `{}`.", seal(seed)));
                    }
                    if index + 1 < all_events.len() {
                        despatch.is_followed();
                    }
                    despatch
                })
                .collect::<Vec<_>>()
        };
        let (id, written) = self.journal.start(founding.guild, founding.channel, &pack, seed, deed, &entries, compose).await?;
        Ok(Done { campaign: id, revision: written.revision, outbox: written.outbox })
    }

    /// Gives an order, or proposes it. `offered_at` is the revision at which a button offered it, if one did.
    ///
    /// # Errors
    ///
    /// If it is refused, out of date, the dice do not fit, or the journal cannot be written. Nothing has changed then.
    pub async fn order(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        order: &Order,
        faces: Option<Vec<u16>>,
        offered_at: Option<u32>,
    ) -> Result<Given, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user)?;
        if offered_at.is_some_and(|revision| revision < table.last_order) {
            return Err(TableError::OutOfDate);
        }
        let deed = Deed { interaction, user, seat };
        if table.roster.authority(&table.state, &table.campaign.standing_orders, user, order) == Authority::Proposes {
            return self.propose(&table, deed, order, faces).await;
        }
        Ok(Given::Done(self.carry_out_all(&mut table, deed, std::slice::from_ref(order), faces, None).await?))
    }

    /// Gives orders one after the other, all of them or none, or proposes them all. The players' dice are those of the last.
    ///
    /// # Errors
    ///
    /// As [`Self::order`].
    pub async fn orders(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        orders: &[Order],
        faces: Option<Vec<u16>>,
        offered_at: u32,
    ) -> Result<Given, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let deed = Deed { interaction, user, seat: self.seat(&table, user)? };
        if offered_at < table.last_order {
            return Err(TableError::OutOfDate);
        }
        let proposes = |order| table.roster.authority(&table.state, &table.campaign.standing_orders, user, order) == Authority::Proposes;
        if orders.iter().any(proposes) {
            return self.propose_all(&table, deed, orders, faces).await;
        }
        Ok(Given::Done(self.carry_out_all(&mut table, deed, orders, faces, None).await?))
    }

    /// Carries out orders one after the other, all of them or none; `settles` is the proposal they are.
    pub(super) async fn carry_out_all(
        &self,
        table: &mut Table,
        deed: Deed,
        orders: &[Order],
        mut faces: Option<Vec<u16>>,
        settles: Option<ProposalId>,
    ) -> Result<Done, TableError> {
        let (mut state, mut position, mut revision) = (table.state.clone(), table.dice_position, table.campaign.revision);
        let mut entries = Vec::with_capacity(orders.len());
        let (mut last_order, mut battle) = (table.last_order, table.battle);
        let mut latest_battle = None;
        let mut unwritten = Vec::new();
        let mut last_deed = LastDeed::begun(deed.user);
        for (index, order) in orders.iter().enumerate() {
            let thrown = if index + 1 == orders.len() { faces.take() } else { None };
            let thrown_by_players = thrown.as_ref().is_some_and(|faces| !faces.is_empty());
            let (after, events, position_after) = carry_out(&state, deed.seat, order, thrown, table.campaign.seed, position)?;
            revision += 1;
            // What is only a step of a choice is no news for the channel, unless something came of it.
            let quiet = crate::model::topic::is_quiet(order) && after.phase() == state.phase();
            last_deed.takes(revision, labels::describe_order(&state, order).0, thrown_by_players || position_after > position, quiet);
            let began = begins_a_battle(&events);
            latest_battle = if began { Some(revision) } else { latest_battle };
            let mustered = if began { self.muster(table, &after, revision, position_after).await? } else { None };
            let mut despatches = Vec::new();
            if !quiet {
                let mut despatch = despatches::campaign::for_order(&after, order, &events, table.standing(&after, revision));
                if let Some(cost) = despatches::battle::cost(&state, &events) {
                    despatch.facts.insert(0, cost);
                }
                if index + 1 < orders.len() || mustered.is_some() {
                    despatch.is_followed();
                }
                match battle {
                    Some(battle) if after.battle().is_some() && !began => {
                        despatch.place = Place::Thread { battle, closes: false };
                        despatches.push(despatch);
                    }
                    // The aftermath belongs to those who fought, and to the channel.
                    Some(battle) => {
                        let mut aftermath = Despatch { picture: None, place: Place::Thread { battle, closes: true }, ..despatch.clone() };
                        aftermath.is_followed();
                        despatches.extend([aftermath, despatch]);
                    }
                    None => despatches.push(despatch),
                }
            }
            unwritten.extend_from_slice(&events);
            if despatches::summary::ends_a_turn(&events) {
                let standing = table.standing(&after, revision);
                if let Some(mut summary) = self.turn_ended(table, &unwritten, state.turn(), &after, standing).await? {
                    summary.place = table.summary_place(&after);
                    if index + 1 < orders.len() || summary.place != Place::Channel {
                        summary.is_followed();
                    }
                    if let Some(despatch) = despatches.last_mut().filter(|_| summary.place == Place::Channel) {
                        despatch.is_followed();
                    }
                    despatches.push(summary);
                }
            }
            if after.ending().is_some() && state.ending().is_none() {
                let mut report = self.report_with(table, &unwritten).await?.despatch(revision);
                // What is next comes last.
                if let Some(despatch) = despatches.last_mut() {
                    report.follows(despatch);
                }
                despatches.push(report);
            }
            if began || after.battle().is_none() {
                battle = mustered.is_some().then_some(revision);
            }
            entries.push(order_entry(order, &events, (position, position_after), despatches));
            last_order = revision;
            (state, position) = (after, position_after);
            if let Some(mustered) = mustered {
                revision += 1;
                last_deed.rows.push(revision);
                last_deed.threw |= mustered.position_after > position;
                position = mustered.position_after;
                entries.push(mustered);
            }
        }
        // What nothing was thrown for is taken back with one press, from where it is told.
        if let Some(despatch) = entries.last_mut().and_then(|entry| entry.despatches.last_mut())
            && !last_deed.threw
            && !despatch.next.is_empty()
        {
            despatch.buttons.push(despatches::undo::button(&last_deed, table.campaign.id));
        }
        let written = self.append(table, deed, &entries, settles).await?;
        table.checkpoints.pass(last_order, orders.len() as u32, &state, latest_battle);
        table.state = state;
        table.dice_position = position;
        table.campaign.revision = written.revision;
        table.last_order = last_order;
        table.battle = battle;
        table.last_deed = Some(last_deed);
        Ok(Done { campaign: table.campaign.id, revision: written.revision, outbox: written.outbox })
    }

    /// Rolls at the table with a campaign's dice: only the dice move on, but the roll is in the journal and can be proved.
    ///
    /// # Errors
    ///
    /// If the one who asked has no seat, the dice do not fit, or the journal cannot be written.
    pub async fn roll<F>(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        faces: Option<Vec<u16>>,
        roll: F,
    ) -> Result<Done, TableError>
    where
        F: FnOnce(&State, &mut Dice) -> (serde_json::Value, Despatch) + Send,
    {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user)?;
        let mut dice = dice(faces, table.campaign.seed, table.dice_position);
        let (entry, mut despatch) = roll(&table.state, &mut dice);
        dice.finish().map_err(TableError::Dice)?;
        let position_after = dice.position().unwrap_or(table.dice_position);
        despatch.footer = despatches::position::footer(&table.state, table.campaign.revision + 1);
        let entry = Entry {
            kind: EntryKind::Roll,
            entry,
            events: json!([]),
            position_before: table.dice_position,
            position_after,
            despatches: vec![despatch],
        };
        let written = self.append(&table, Deed { interaction, user, seat }, &[entry], None).await?;
        table.dice_position = position_after;
        table.campaign.revision = written.revision;
        Ok(Done { campaign: id, revision: written.revision, outbox: written.outbox })
    }

    /// Closes a campaign and reveals its seed.
    ///
    /// # Errors
    ///
    /// If the one who asked is not the commander, or the journal cannot be written.
    pub async fn close(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.commanding_seat(&table, user)?;
        let seed = hexadecimal(&table.campaign.seed.0);
        let despatch = despatches::campaign::closed(&table.state, user, table.campaign.revision + 1, &seed);
        let mut despatches = vec![despatch];
        // A campaign that the rules ended has had its report.
        if table.state.ending().is_none() {
            despatches.push(self.report_with(&table, &[]).await?.closed(true).despatch(table.campaign.revision + 1));
        }
        let done = self.record(&mut table, Deed { interaction, user, seat }, EntryKind::Closed, despatches).await?;
        table.campaign.closed_at = Some(self.journal.now());
        Ok(done)
    }

    /// Writes a row that changes no position, and tells the channel of it.
    pub(super) async fn record(
        &self,
        table: &mut Table,
        deed: Deed,
        kind: EntryKind,
        despatches: Vec<Despatch>,
    ) -> Result<Done, TableError> {
        let position = table.dice_position;
        let entry = Entry { kind, entry: json!({}), events: json!([]), position_before: position, position_after: position, despatches };
        self.record_all(table, deed, &[entry]).await
    }

    /// Writes rows that change no position.
    pub(super) async fn record_all(&self, table: &mut Table, deed: Deed, entries: &[Entry]) -> Result<Done, TableError> {
        let written = self.append(table, deed, entries, None).await?;
        table.campaign.revision = written.revision;
        Ok(Done { campaign: table.campaign.id, revision: written.revision, outbox: written.outbox })
    }

    /// Appends rows. If the store fails, nobody knows what it holds: the campaign is read anew before the next order.
    pub(super) async fn append(
        &self,
        table: &Table,
        deed: Deed,
        entries: &[Entry],
        settles: Option<ProposalId>,
    ) -> Result<Written, JournalError> {
        let result = self.journal.append(&table.campaign, deed, entries, settles).await;
        if !matches!(result, Ok(_) | Err(JournalError::Repeated)) {
            self.open.lock().await.remove(&table.campaign.id);
        }
        result
    }

    pub(super) fn still_open(&self, table: &Table) -> Result<(), TableError> {
        in_use(table)?;
        if table.campaign.closed_at.is_some() { Err(TableError::Closed) } else { Ok(()) }
    }

    /// The seat of a user who acts.
    pub(super) fn seat(&self, table: &Table, user: UserId) -> Result<Seat, TableError> {
        self.still_open(table)?;
        match table.roster.member(user) {
            None => Err(TableError::NotAPlayer),
            Some(_) => table.roster.seat(&table.state, user).ok_or(TableError::Spectator),
        }
    }

    /// The seat of a user who does what only whoever commands may do.
    pub(super) fn commanding_seat(&self, table: &Table, user: UserId) -> Result<Seat, TableError> {
        let seat = self.seat(table, user)?;
        match table.roster.commanding(&table.state) {
            Some(commander) if commander != user => Err(TableError::CommanderOnly(commander)),
            _ => Ok(seat),
        }
    }
}

/// Whether a battle begins that has to be fought.
pub(super) fn begins_a_battle(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::BattleBegan { .. }))
}

/// The row of an order; `positions` are those in the stream of dice before and after.
pub(super) fn order_entry(order: &Order, events: &[Event], positions: (u64, u64), despatches: Vec<Despatch>) -> Entry {
    Entry {
        kind: EntryKind::Order,
        entry: json!(order),
        events: json!(events),
        position_before: positions.0,
        position_after: positions.1,
        despatches,
    }
}

fn dice(faces: Option<Vec<u16>>, seed: Seed, position: u64) -> Dice {
    faces.map_or_else(|| Dice::seeded(seed.0, position), Dice::table)
}

/// Permits and resolves on a copy.
pub(super) fn carry_out(
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

/// The seat of a user who is about to act, so that nobody fills in what they may not send.
///
/// # Errors
///
/// [`TableError::NotAPlayer`] or [`TableError::Spectator`].
pub fn seat_in(snapshot: &Snapshot, user: UserId) -> Result<Seat, TableError> {
    snapshot.roster.member(user).ok_or(TableError::NotAPlayer)?;
    snapshot.roster.seat(&snapshot.state, user).ok_or(TableError::Spectator)
}

/// Refuses what is asked of a campaign that is put away, or deleted.
pub(super) fn in_use(table: &Table) -> Result<(), PapersError> {
    let papers = &table.campaign.papers;
    match (papers.gone_at, papers.archived_at) {
        (Some(gone_at), _) => Err(PapersError::Deleted(gone_at)),
        (None, Some(_)) => Err(PapersError::Archived),
        (None, None) => Ok(()),
    }
}
