//! The table: one campaign at a time, locked, permitted, resolved, written, published.
//!
//! An order goes one way: who may do what is looked up, the order is permitted on the state in memory, resolved on a copy,
//! written in one transaction, and only then does the copy become the state and the despatch get posted. If anything
//! fails before the commit, nothing has changed and no die was spent.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use engine::dice::Dice;
use engine::game::Game;
use serde_json::json;

use crate::aside::aside;
use crate::despatches;
use crate::journal::error::JournalError;
use crate::model::campaign::{Sealed, Seed};
use crate::model::despatch::Despatch;
use crate::model::entry::{Deed, Entry, EntryKind, Written};
use crate::model::ids::{CampaignId, ChannelId, InteractionId, ProposalId, UserId};
use crate::model::last_deed::LastDeed;
use crate::model::lifecycle::{Terms, Trial};
use crate::model::roster::{Authority, Member, Roster};
use crate::model::snapshot::Snapshot;
use crate::table::error::{LifecycleError, TableError};
use crate::table::tables::{Done, Founding, Given, Hosted, News, Step, Table, Tables};

impl<G: Hosted> Tables<G> {
    /// The campaign of a channel as it stands.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn in_channel(&self, channel: ChannelId) -> Result<Snapshot<G>, TableError> {
        let id = self.journal.campaign_in(channel).await?.ok_or(TableError::NoCampaign)?;
        self.snapshot(id).await
    }

    /// The campaign of a channel as a member sees it: with what they are putting together carried out.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn seen_in(&self, channel: ChannelId, user: UserId) -> Result<Snapshot<G>, TableError> {
        let id = self.journal.campaign_in(channel).await?.ok_or(TableError::NoCampaign)?;
        self.seen_by(id, user).await
    }

    /// A campaign as it stands.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn snapshot(&self, id: CampaignId) -> Result<Snapshot<G>, TableError> {
        let table = self.as_it_stands(id).await?;
        Ok(table.snapshot())
    }

    /// Starts a game and gives its first orders.
    ///
    /// # Errors
    ///
    /// If an order is refused, the dice do not fit, the channel has a game, or the journal cannot be written. Nothing has been started then.
    pub async fn found(
        &self,
        founding: Founding<G>,
        sealed: impl Into<Sealed>,
        interaction: InteractionId,
        user: UserId,
    ) -> Result<Done, TableError> {
        self.found_on(Terms::default(), founding, sealed, interaction, user).await
    }

    /// The same on terms: a trial that is forgotten, or with what is said to one who plays alone, or to a group.
    ///
    /// # Errors
    ///
    /// As [`Self::found`].
    pub async fn found_on(
        &self,
        terms: Terms,
        founding: Founding<G>,
        sealed: impl Into<Sealed>,
        interaction: InteractionId,
        user: UserId,
    ) -> Result<Done, TableError> {
        let deed = Deed { interaction, user, seat: G::seat_word(G::founder()) };
        let sealed = sealed.into();
        let seed = sealed.dice();
        let opening = G::opening(&founding.pack);
        let (mut state, mut position) = (opening.clone(), 0);
        let mut entries = Vec::new();
        let mut told = Vec::new();
        for (order, faces) in founding.orders {
            // What asks the players stops it; the orders after it wait for them.
            if state.asks() {
                break;
            }
            let (after, events, position_after) = carry_out(&state, G::founder(), &order, faces, seed, position)?;
            entries.push(order_entry::<G>(&order, &events, (position, position_after), Vec::new()));
            let section = state.section();
            if !G::is_quiet(&order) {
                told.push((entries.len() as u32, order, after.clone(), events, section));
            }
            (state, position) = (after, position_after);
        }
        // What the table gives by itself is told with what was ordered last.
        let roster = Roster { members: vec![Member::new(user, 0, false)], ..Roster::default() };
        for (order, carried_out) in go_on(&state, &roster, &[], seed, position).await? {
            let Some((after, events, position_after)) = carried_out else { continue };
            entries.push(order_entry::<G>(&order, &events, (position, position_after), Vec::new()));
            if let Some((revision, _, told_after, told_events, _)) = told.last_mut() {
                (*revision, *told_after) = (entries.len() as u32, after.clone());
                told_events.extend(events);
            }
            (state, position) = (after, position_after);
        }
        // Whoever starts a campaign commands; the post is the last row, so that the first despatch can be offered with its own.
        for order in G::opening(&founding.pack).carried_on_by() {
            let (after, events, _) = carry_out(&state, state.giver(&order), &order, None, seed, position)?;
            entries.push(order_entry::<G>(&order, &events, (position, position), Vec::new()));
            state = after;
        }
        let entries_written = entries.len() as u32;
        let compose = move |campaign: CampaignId| {
            let mut despatches: Vec<(u32, Despatch)> = told
                .iter()
                .zip(1..)
                .map(|((revision, order, after, events, section), place)| {
                    let shown: Vec<G::Event> = events.iter().filter_map(|event| after.shown(event, None)).collect();
                    let mut despatch = after.told(order, &shown, after.standing(&roster, campaign, *revision));
                    despatch.section.clone_from(section);
                    despatch.call_only(|called| called != user);
                    if place < told.len() {
                        despatch.is_followed();
                    }
                    (*revision, despatch)
                })
                .collect();
            if despatches.is_empty() {
                despatches.push((0, crate::despatches::lifecycle::begun(&opening, opening.standing(&roster, campaign, 0))));
            }
            if let Some((_, first)) = despatches.first_mut() {
                crate::despatches::lifecycle::on_terms(first, terms, campaign, sealed);
            }
            if terms.trial == Some(Trial::Demonstration) {
                let standing = state.standing(&roster, campaign, entries_written);
                despatches.extend(state.guide(standing).map(|step| (entries_written, step)));
            }
            despatches
        };
        let (id, written) =
            self.journal.start::<G>(founding.guild, founding.channel, &founding.pack, sealed, terms.trial, deed, &entries, compose).await?;
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
        order: &G::Order,
        faces: Option<Vec<u16>>,
        offered_at: Option<u32>,
    ) -> Result<Given, TableError> {
        self.answers(id, interaction, user, std::slice::from_ref(order), faces, offered_at).await
    }

    /// Gives the orders that were chosen together, one after another: all of them or none, or puts them together for a proposal.
    ///
    /// # Errors
    ///
    /// As [`Self::order`]; of several the one that is refused is named.
    pub async fn answers(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        orders: &[G::Order],
        faces: Option<Vec<u16>>,
        offered_at: Option<u32>,
    ) -> Result<Given, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        if let Some(offered_at) = offered_at {
            let seeing = table.state.seat_seeing(&table.roster, user).unwrap_or(seat);
            self.is_up_to_date(&table, seeing, orders, offered_at).await?;
        }
        let deed = Deed { interaction, user, seat: G::seat_word(seat) };
        let proposes = |order| table.state.authority(&table.roster, &table.campaign.standing_orders, user, order) == Authority::Proposes;
        if orders.iter().any(proposes) {
            return self.propose(&table, deed, seat, orders, faces).await;
        }
        let after_draft = self.after_own_draft(&table, user, seat, orders).await?;
        let orders = after_draft.as_deref().unwrap_or(orders);
        if orders.len() > 1 {
            all_permitted(&table, seat, orders)?;
        }
        Ok(Given::Done(self.carry_out_all(&mut table, deed, seat, orders, faces, None).await?))
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
        orders: &[G::Order],
        faces: Option<Vec<u16>>,
        offered_at: u32,
    ) -> Result<Given, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        let deed = Deed { interaction, user, seat: G::seat_word(seat) };
        let seeing = table.state.seat_seeing(&table.roster, user).unwrap_or(seat);
        self.is_up_to_date(&table, seeing, orders, offered_at).await?;
        let proposes = |order| table.state.authority(&table.roster, &table.campaign.standing_orders, user, order) == Authority::Proposes;
        if orders.iter().any(proposes) {
            return self.propose_all(&table, deed, seat, orders, faces).await;
        }
        Ok(Given::Done(self.carry_out_all(&mut table, deed, seat, orders, faces, None).await?))
    }

    /// Whether what was offered to a seat at a revision is still offered: nothing has been ordered since; or, where seats act at once, or others
    /// have said what their units are to do, nothing that changes what this one may order. What is no news for the channel, such as what units
    /// are told to do, holds there as long as it is permitted. Nothing is that was offered at a row which was lost when a backup was put back.
    async fn is_up_to_date(&self, table: &Table<G>, seat: G::Seat, orders: &[G::Order], offered_at: u32) -> Result<(), TableError> {
        // A journal that was put back goes on with numbers that no row had before: one that is not in it was lost. Only a file leaves others out.
        let campaign = &table.campaign;
        let is_known = offered_at <= campaign.lifecycle.imported
            || offered_at == campaign.revision
            || self.journal.deed_of(campaign.id, offered_at).await?.is_some();
        if !is_known {
            return Err(TableError::OutOfDate);
        }
        if offered_at >= table.last_order {
            return Ok(());
        }
        if G::AT_ONCE || table.state.may_go_on() {
            if !orders.is_empty() && orders.iter().all(|order| G::holds_at_any_time(order) && table.state.permit(seat, order).is_ok()) {
                return Ok(());
            }
            // Whoever pressed twice is not taken to mean the next question too, though it may be answered alike.
            let now = table.campaign.revision;
            let since = self.journal.orders_between::<G>(table.campaign.id, offered_at, now, now).await?;
            if since.iter().any(|row| table.state.giver(&row.order) == seat && !G::holds_at_any_time(&row.order)) {
                return Err(TableError::OutOfDate);
            }
            let legal = |position: &G| {
                let mut orders = Vec::new();
                position.legal_orders(seat, &mut orders);
                orders
            };
            if legal(&self.position_at(table, offered_at).await?) == legal(&table.state) {
                return Ok(());
            }
        }
        Err(TableError::OutOfDate)
    }

    /// Carries out orders one after the other, all of them or none; `settles` is the proposal they are.
    pub(super) async fn carry_out_all(
        &self,
        table: &mut Table<G>,
        deed: Deed,
        seat: G::Seat,
        orders: &[G::Order],
        mut faces: Option<Vec<u16>>,
        settles: Option<ProposalId>,
    ) -> Result<Done, TableError> {
        let (mut state, mut position, mut revision) = (table.state.clone(), table.dice_position, table.campaign.revision);
        let mut queue: VecDeque<(G::Order, Option<CarriedOut<G>>)> = VecDeque::with_capacity(orders.len());
        for order in orders {
            queue.push_back((G::completed(self, table, order).await?.unwrap_or_else(|| order.clone()), None));
        }
        if queue.is_empty() {
            queue.extend(go_on(&state, &table.roster, &[], table.campaign.sealed.dice(), position).await?);
            let Some((order, _)) = queue.front() else { return Err(TableError::OutOfDate) };
            if state.gives_for_a_member(&table.roster) {
                let giver = state.seat_for(&table.roster, deed.user, order).unwrap_or(seat);
                state.permit(giver, order).map_err(|refusal| TableError::Refused(G::refused(state.pack(), &refusal)))?;
            }
        }
        let mut ordered = orders.len();
        let mut entries = Vec::with_capacity(orders.len());
        let (mut last_order, mut thread) = (table.last_order, table.thread);
        let mut last_opened = None;
        let mut unwritten = Vec::new();
        let mut last_deed = LastDeed::begun(deed.user);
        // Nobody is called for what they did themselves, nor again while they are waited for anyway.
        let spared = table.state.called(&table.roster).spared;
        let mut waited_for = table.state.waited_for(&table.roster);
        waited_for.retain(|user| Some(*user) != spared);
        while let Some((order, carried_out)) = queue.pop_front() {
            let order = &order;
            let by_itself = carried_out.is_some();
            let thrown = if queue.is_empty() && !by_itself { faces.take() } else { None };
            let thrown_by_players = thrown.as_ref().is_some_and(|faces| !faces.is_empty());
            let (after, events, position_after) = match carried_out {
                Some(carried_out) => carried_out,
                None => {
                    let giver = state.seat_for(&table.roster, deed.user, order).unwrap_or(seat);
                    carry_out(&state, giver, order, thrown, table.campaign.sealed.dice(), position)?
                }
            };
            unwritten.extend_from_slice(&events);
            ordered = ordered.saturating_sub(1);
            if !by_itself && ordered == 0 {
                queue.extend(go_on(&after, &table.roster, &unwritten, table.campaign.sealed.dice(), position_after).await?);
            }
            let is_last = queue.is_empty();
            revision += 1;
            // What is only a step of a choice is no news for the channel, unless something came of it.
            let quiet = G::is_quiet(order) && !state.went_on(&after);
            let threw = thrown_by_players || position_after > position;
            if by_itself && !last_deed.rows.is_empty() {
                last_deed.goes_on(revision, threw);
            } else {
                last_deed.takes(revision, state.label(order, None).0, threw, quiet);
            }
            last_deed.showed |= G::shows_hidden(&events);
            let opened = G::opens_a_thread(&events);
            last_opened = if opened { Some(revision) } else { last_opened };
            let step = Step {
                before: &state,
                after: &after,
                order,
                events: &events,
                unwritten: &unwritten,
                revision,
                position: position_after,
                thread,
                quiet,
                is_last,
            };
            let News { mut despatches, besides } = G::news(self, table, step).await?;
            for despatch in &mut despatches {
                despatch.call_only(|user| user != deed.user && !waited_for.contains(&user));
            }
            if opened || !after.is_in_a_thread() {
                thread = None;
            }
            if let Some(EntryKind::Assigned { battle, .. }) = besides.as_ref().map(|besides| &besides.kind) {
                thread = Some(*battle);
            }
            entries.push(order_entry::<G>(order, &events, (position, position_after), despatches));
            last_order = revision;
            (state, position) = (after, position_after);
            if let Some(mut besides) = besides {
                for despatch in &mut besides.despatches {
                    despatch.call_only(|user| user != deed.user);
                }
                revision += 1;
                last_deed.rows.push(revision);
                last_deed.threw |= besides.position_after > position;
                position = besides.position_after;
                entries.push(besides);
            }
        }
        // What nothing was thrown for, and what showed nothing, is taken back with one press, from where it is told.
        if let Some(despatch) = entries.last_mut().and_then(|entry| entry.despatches.last_mut())
            && last_deed.is_free()
            && !despatch.next.is_empty()
        {
            despatch.buttons.push(despatches::undo::button(&last_deed, table.campaign.id));
        }
        if table.campaign.lifecycle.trial == Some(Trial::Demonstration)
            && let Some(step) = state.guide(table.standing(&state, revision))
            && let Some(last) = entries.last_mut()
        {
            last.despatches.push(step);
        }
        let given = entries.iter().filter(|entry| entry.kind == EntryKind::Order).count() as u32;
        let waited = self.waited_for_by_post(table).await;
        let written = self.append(table, deed, &entries, settles).await?;
        table.tells_off(&entries);
        table.checkpoints.pass(last_order, given, &state, last_opened);
        table.state = state;
        table.dice_position = position;
        table.campaign.revision = written.revision;
        table.last_order = last_order;
        table.thread = thread;
        table.last_deed = Some(last_deed);
        self.wait_on(table, deed.user, waited).await;
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
        F: FnOnce(&G, &mut Dice) -> (serde_json::Value, Despatch) + Send,
    {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        let mut dice = dice(faces, table.campaign.sealed.dice(), table.dice_position);
        let (entry, mut despatch) = roll(&table.state, &mut dice);
        dice.finish().map_err(TableError::Dice)?;
        let position_after = dice.position().unwrap_or(table.dice_position);
        despatch.footer = table.state.footer(table.campaign.revision + 1);
        let entry = Entry {
            kind: EntryKind::Roll,
            entry,
            events: json!([]),
            position_before: table.dice_position,
            position_after,
            edition: G::EDITION,
            despatches: vec![despatch],
        };
        let written = self.append(&table, Deed { interaction, user, seat: G::seat_word(seat) }, &[entry], None).await?;
        table.dice_position = position_after;
        table.campaign.revision = written.revision;
        Ok(Done { campaign: id, revision: written.revision, outbox: written.outbox })
    }

    /// Closes a campaign and reveals its seed.
    ///
    /// # Errors
    ///
    /// If the one who asked is not the commander, the game is not over and another plays on, or the journal cannot be written.
    pub async fn close(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.ending_seat(&table, user)?;
        let despatch = despatches::campaign::closed(&table.state, user, table.campaign.revision + 1, table.campaign.sealed);
        let mut despatches = vec![despatch];
        despatches.extend(G::closing(self, &table).await?);
        let done = self.record(&mut table, Deed { interaction, user, seat: G::seat_word(seat) }, EntryKind::Closed, despatches).await?;
        table.campaign.closed_at = Some(self.journal.now());
        Ok(done)
    }

    /// Writes a row that changes no position, and tells the channel of it.
    pub(super) async fn record(
        &self,
        table: &mut Table<G>,
        deed: Deed,
        kind: EntryKind,
        despatches: Vec<Despatch>,
    ) -> Result<Done, TableError> {
        let position = table.dice_position;
        let entry = Entry {
            kind,
            entry: json!({}),
            events: json!([]),
            position_before: position,
            position_after: position,
            edition: G::EDITION,
            despatches,
        };
        self.record_all(table, deed, &[entry]).await
    }

    /// Writes rows that change no position.
    pub(super) async fn record_all(&self, table: &mut Table<G>, deed: Deed, entries: &[Entry]) -> Result<Done, TableError> {
        let written = self.append(table, deed, entries, None).await?;
        table.tells_off(entries);
        table.campaign.revision = written.revision;
        Ok(Done { campaign: table.campaign.id, revision: written.revision, outbox: written.outbox })
    }

    /// Appends rows. If the store fails, nobody knows what it holds: the campaign is read anew before the next order.
    pub(super) async fn append(
        &self,
        table: &Table<G>,
        deed: Deed,
        entries: &[Entry],
        settles: Option<ProposalId>,
    ) -> Result<Written, JournalError> {
        table.is_readable()?;
        // Small print goes by the name that the group gave the campaign.
        let mut entries = entries.to_vec();
        for despatch in entries.iter_mut().flat_map(|entry| &mut entry.despatches) {
            despatches::lifecycle::footed(despatch, &table.campaign);
        }
        let result = self.journal.append(&table.campaign, deed, &entries, settles).await;
        if !matches!(result, Ok(_) | Err(JournalError::Repeated)) {
            self.open.forget(table.campaign.id);
        }
        result
    }

    pub(super) fn still_open(&self, table: &Table<G>) -> Result<(), TableError> {
        in_use(table, self.journal.now())?;
        table.is_readable()?;
        if table.campaign.closed_at.is_some() { Err(TableError::Closed) } else { Ok(()) }
    }

    /// The seat of a user who acts.
    pub(super) fn seat(&self, table: &Table<G>, user: UserId) -> Result<G::Seat, TableError> {
        self.still_open(table)?;
        match table.roster.member(user) {
            None => Err(TableError::NotAPlayer(G::COMMANDS)),
            Some(_) => table.state.seat(&table.roster, user).ok_or(TableError::Spectator),
        }
    }

    /// The seat of a user who does what only whoever commands may do.
    pub(super) fn commanding_seat(&self, table: &Table<G>, user: UserId) -> Result<G::Seat, TableError> {
        let seat = self.seat(table, user)?;
        match table.state.in_charge(&table.roster) {
            Some(commander) if commander != user => Err(TableError::CommanderOnly(commander)),
            _ => Ok(seat),
        }
    }

    /// The seat of a user who may end the game for good. Of a game between sides that is not over nobody ends what another plays on: the
    /// seed of its dice, and all hands, would be seen, and nobody would have won.
    pub(super) fn ending_seat(&self, table: &Table<G>, user: UserId) -> Result<G::Seat, TableError> {
        let seat = self.commanding_seat(table, user)?;
        if table.campaign.lifecycle.trial == Some(Trial::Demonstration) {
            return Err(LifecycleError::EndsByItself.into());
        }
        let plays_another_side = |member: Member| table.state.seat(&table.roster, member.user).is_some_and(|other| other != seat);
        match G::COMMANDS.give_up {
            Some(give_up) if !table.state.is_over() && table.roster.players().any(plays_another_side) => {
                Err(LifecycleError::NotOver(give_up).into())
            }
            _ => Ok(seat),
        }
    }
}

/// Whether orders can be given one after another. Only the last may throw dice: were it otherwise, what is refused after them, and undoes
/// all, would tell how they fall.
///
/// # Errors
///
/// Names the first that cannot.
fn all_permitted<G: Hosted>(table: &Table<G>, seat: G::Seat, orders: &[G::Order]) -> Result<(), TableError> {
    let (mut state, position) = (table.state.clone(), table.dice_position);
    for (place, order) in orders.iter().enumerate() {
        match carry_out(&state, seat, order, None, table.campaign.sealed.dice(), position) {
            Ok((_, _, thrown_to)) if thrown_to > position && place + 1 < orders.len() => {
                return Err(refused_among(&table.state, order, "it throws dice; what comes after them is answered when they have fallen."));
            }
            Ok((after, _, _)) => state = after,
            Err(TableError::Refused(reason)) => return Err(refused_among(&table.state, order, &reason)),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// That one of several answers is refused, and with it all of them.
pub(super) fn refused_among<G: Hosted>(state: &G, order: &G::Order, reason: &str) -> TableError {
    TableError::Refused(format!("Nothing has been done, because one answer is refused. {}: {reason}", state.label(order, None).0))
}

/// The row of an order; `positions` are those in the stream of dice before and after.
pub(super) fn order_entry<G: Hosted>(order: &G::Order, events: &[G::Event], positions: (u64, u64), despatches: Vec<Despatch>) -> Entry {
    Entry {
        kind: EntryKind::Order,
        entry: json!(order),
        events: json!(events),
        position_before: positions.0,
        position_after: positions.1,
        edition: G::EDITION,
        despatches,
    }
}

/// What came of an order: the position after it, what happened, and how far the stream of dice was used.
pub(super) type CarriedOut<G> = (G, Vec<<G as Game>::Event>, u64);

/// How long the table thinks over all the orders that it gives by itself in one deed.
const THINKS: Duration = Duration::from_millis(1_500);

/// The most orders that the table gives by itself in one deed: many times what a large battle has that a staff settles from its first turn to
/// its last.
const MOST_BY_ITSELF: usize = 20_000;

/// The orders that the table gives by itself after what has happened, carried out, on a thread that answers nobody meanwhile.
pub(super) async fn go_on<G: Hosted>(
    state: &G,
    roster: &Roster,
    since: &[G::Event],
    seed: Seed,
    position: u64,
) -> Result<Vec<(G::Order, Option<CarriedOut<G>>)>, TableError> {
    if !state.may_go_on() {
        return Ok(Vec::new());
    }
    let (mut state, roster, mut since, mut position) = (state.clone(), roster.clone(), since.to_vec(), position);
    let thought = aside(move || {
        let begun = Instant::now();
        let mut given = Vec::new();
        while let Some(order) =
            state.goes_on(&roster, &since, THINKS.saturating_sub(begun.elapsed())).filter(|_| given.len() < MOST_BY_ITSELF)
        {
            let carried_out = carry_out(&state, state.giver(&order), &order, None, seed, position)?;
            state = carried_out.0.clone();
            since.extend_from_slice(&carried_out.1);
            position = carried_out.2;
            given.push((order, Some(carried_out)));
        }
        Ok(given)
    });
    thought.await.unwrap_or_else(|error| {
        tracing::error!(%error, "the table could not go on by itself");
        Ok(Vec::new())
    })
}

fn dice(faces: Option<Vec<u16>>, seed: Seed, position: u64) -> Dice {
    faces.map_or_else(|| Dice::seeded(seed.0, position), Dice::table)
}

/// Permits and resolves on a copy.
pub(super) fn carry_out<G: Hosted>(
    state: &G,
    seat: G::Seat,
    order: &G::Order,
    faces: Option<Vec<u16>>,
    seed: Seed,
    position: u64,
) -> Result<(G, Vec<G::Event>, u64), TableError> {
    let mut after = state.clone();
    let mut dice = dice(faces, seed, position);
    let events = after.give(seat, order, &mut dice).map_err(|refusal| TableError::Refused(G::refused(state.pack(), &refusal)))?;
    dice.finish().map_err(TableError::Dice)?;
    Ok((after, events, dice.position().unwrap_or(position)))
}

/// The seat of a user who is about to act, so that nobody fills in what they may not send.
///
/// # Errors
///
/// [`TableError::NotAPlayer`] or [`TableError::Spectator`].
pub fn seat_in<G: Hosted>(snapshot: &Snapshot<G>, user: UserId) -> Result<G::Seat, TableError> {
    snapshot.roster.member(user).ok_or(TableError::NotAPlayer(G::COMMANDS))?;
    snapshot.state.seat(&snapshot.roster, user).ok_or(TableError::Spectator)
}

/// Refuses what is asked at `now`, in seconds since 1970, of a campaign that is put away, deleted, or gone for good: then too when it is still
/// to be destroyed, or was while somebody waited for it. A trial that is deleted is gone at once.
pub(super) fn in_use<G: Hosted>(table: &Table<G>, now: i64) -> Result<(), LifecycleError> {
    let lifecycle = &table.campaign.lifecycle;
    match (lifecycle.gone_at, lifecycle.archived_at) {
        (Some(gone_at), _) if gone_at <= now || lifecycle.trial.is_some() => Err(LifecycleError::Gone),
        (Some(gone_at), _) => Err(LifecycleError::Deleted(gone_at)),
        (None, Some(_)) => Err(LifecycleError::Archived),
        (None, None) => Ok(()),
    }
}
