//! Who is in a game: joining, leaving, and what the group has settled for itself. And rows that go with orders about the group.

use engine::game::Game;

use crate::despatches::group;
use crate::despatches::proposed::carried_on;
use crate::journal::members::NUMBERS;
use crate::model::calls::Calls;
use crate::model::despatch::Despatch;
use crate::model::entry::{Deed, Entry, EntryKind};
use crate::model::ids::{CampaignId, InteractionId, UserId};
use crate::model::roster::{Member, Roster};
use crate::model::standing_orders::StandingOrders;
use crate::table::error::TableError;
use crate::table::orders::{carry_out, order_entry};
use crate::table::tables::Hosted;
use crate::table::tables::{Done, Table, Tables};

/// The rows of orders about the group, the game after them, and what happened.
pub(super) type GroupRows<G> = (Vec<Entry>, G, Vec<<G as Game>::Event>);

impl<G: Hosted> Tables<G> {
    /// Takes a seat in a game, or looks on.
    ///
    /// # Errors
    ///
    /// If the one who asked is in it so already, there is no seat for them, the group is full, or the journal cannot be written.
    pub async fn join(&self, id: CampaignId, interaction: InteractionId, user: UserId, spectator: bool) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        self.join_with(&mut table, interaction, user, spectator, |_| None).await
    }

    /// The same, with what else comes with the seat, by the number of who takes it: an order about the group, and what is told of it.
    pub(super) async fn join_with(
        &self,
        table: &mut Table<G>,
        interaction: InteractionId,
        user: UserId,
        spectator: bool,
        brings: impl FnOnce(u8) -> Option<(G::Order, Despatch)> + Send,
    ) -> Result<Done, TableError> {
        self.still_open(table)?;
        let before = table.roster.member(user);
        if before.is_some_and(|member| member.spectator == spectator) {
            return Err(TableError::AlreadyIn);
        }
        if spectator && table.state.in_charge(&table.roster) == Some(user) {
            return Err(TableError::CommanderStays);
        }
        let there = if spectator { table.roster.members.len() } else { table.roster.players().count() };
        if before.is_none() && there >= usize::from(G::most_members()) {
            return Err(TableError::Full);
        }
        let number = self.number_for(table, user).await?;
        let mut orders = if spectator {
            // Whoever only looked on has no seat to give up.
            if before.is_some() { table.state.leaving(&table.roster, user).map_err(TableError::NoSeat)? } else { Vec::new() }
        } else {
            table.state.joining(&table.roster, number).map_err(TableError::NoSeat)?
        };
        let mut despatch = group::joined::<G>(user, spectator);
        if spectator {
            tell_who_steps_in(table, user, &mut despatch);
        }
        let kind = EntryKind::Joined { number, spectator };
        let deed = Deed { interaction, user, seat: G::seat_word(G::bystander()) };
        if let Some((order, told)) = brings(number) {
            orders.push(order);
            despatch.facts.push(told.sentence);
            despatch.facts.extend(told.facts);
        }
        let mut roster = without(&table.roster, user);
        roster.members.push(Member { number, spectator, ..before.unwrap_or_else(|| Member::new(user, number, spectator)) });
        roster.members.sort_unstable_by_key(|member| member.number);
        // With the side that was waited for the game goes on: who is next is said and called, and no message says any more that it waits.
        if table.state.waits_for_a_side()
            && let Some(goes_on) = carried_on(&table.state, &orders).filter(|after| !after.waits_for_a_side())
        {
            let standing = goes_on.standing(&roster, table.campaign.id, table.campaign.revision + 1);
            despatch.next = goes_on.next(standing);
            despatch.takes_over = true;
            despatch = despatch.calling(standing.called);
            // Who has just come need not be called.
            despatch.call_only(|called| called != user);
        }
        let done = self.write_with(table, deed, kind, despatch, &orders).await?;
        table.roster = roster;
        Ok(done)
    }

    /// The number by which the rules are to know a user who joins: their old one if they come back, else one that nobody has had; where all have
    /// been given, that of somebody who has left and holds nothing by it any more.
    ///
    /// # Errors
    ///
    /// [`TableError::Full`], or if the journal cannot be read.
    pub(super) async fn number_for(&self, table: &Table<G>, user: UserId) -> Result<u8, TableError> {
        let id = table.campaign.id;
        let number = self.journal.number_for(id, user).await?;
        if number < NUMBERS {
            return Ok(number);
        }
        // In a game that is over whoever leaves keeps their side.
        let left = if table.state.is_over() { Vec::new() } else { self.journal.numbers_left(id).await? };
        left.into_iter().find(|number| holds_nothing(&table.state, *number, user)).ok_or(TableError::Full)
    }

    /// Gives up a seat.
    ///
    /// # Errors
    ///
    /// If the one who asked has none, or has to stay; or if the journal cannot be written.
    pub async fn leave(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        self.still_open(&table)?;
        table.roster.member(user).ok_or(TableError::NotAPlayer(G::COMMANDS))?;
        let orders = table.state.leaving(&table.roster, user).map_err(TableError::NoSeat)?;
        let seat = G::seat_word(table.state.seat(&table.roster, user).unwrap_or(G::bystander()));
        let mut despatch = group::left::<G>(user);
        tell_who_steps_in(&table, user, &mut despatch);
        let done = self.write_with(&mut table, Deed { interaction, user, seat }, EntryKind::Left, despatch, &orders).await?;
        table.roster.members.retain(|member| member.user != user);
        table.roster.delegated.retain(|(other, _)| *other != user);
        Ok(done)
    }

    /// Writes down how a member wants to be called.
    ///
    /// # Errors
    ///
    /// [`TableError::NotAPlayer`], or if the journal cannot be written.
    pub async fn choose_calls(&self, id: CampaignId, user: UserId, calls: Calls) -> Result<(), TableError> {
        let table = self.table(id).await?;
        let table = table.lock_for(user).await;
        table.roster.member(user).ok_or(TableError::NotAPlayer(G::COMMANDS))?;
        Ok(self.journal.choose_calls(id, user, calls).await?)
    }

    /// Changes what the group has settled for itself, as it is then; for the commander.
    ///
    /// # Errors
    ///
    /// If the one who asked does not command, nothing would change, or the journal cannot be written.
    pub async fn settle_standing_orders(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        change: impl FnOnce(StandingOrders) -> StandingOrders + Send,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.commanding_seat(&table, user)?;
        let orders = change(table.campaign.standing_orders.clone());
        if table.campaign.standing_orders == orders {
            return Err(TableError::NothingToChange);
        }
        let despatch = G::standing_orders_changed(table.state.pack(), &table.campaign.standing_orders, &orders);
        let kind = EntryKind::StandingOrders(orders.clone());
        let done = self.write_with(&mut table, Deed { interaction, user, seat: G::seat_word(seat) }, kind, despatch, &[]).await?;
        table.roster.opponent = Some(orders.opponent);
        let reminds = |orders: &StandingOrders| orders.pace.is_some_and(|pace| !pace.paused);
        let rested = !reminds(&table.campaign.standing_orders);
        table.campaign.standing_orders = orders;
        if rested {
            self.wait_anew(&table).await;
        }
        Ok(done)
    }

    /// Gives orders about the group, and tells the channel of the first.
    pub(super) async fn give_for_group(
        &self,
        table: &mut Table<G>,
        deed: Deed,
        orders: &[G::Order],
        despatch: Despatch,
    ) -> Result<Done, TableError> {
        let (entries, state, _) = self.group_entries(table, orders)?;
        let entries = told(table, entries, despatch);
        let done = self.record_all(table, deed, &entries).await?;
        table.state = state;
        Ok(done)
    }

    /// Writes a row of another kind, and the orders about the group that go with it.
    pub(super) async fn write_with(
        &self,
        table: &mut Table<G>,
        deed: Deed,
        kind: EntryKind,
        despatch: Despatch,
        orders: &[G::Order],
    ) -> Result<Done, TableError> {
        let position = table.dice_position;
        let entry = match &kind {
            EntryKind::Willing { willing, away_until } => {
                let was = table.roster.member(deed.user).and_then(|member| member.away_until);
                let about = match away_until {
                    same if *same == was => "willing",
                    Some(_) => "away",
                    None => "back",
                };
                serde_json::json!({ "about": about, "willing": willing.word(), "away_until": away_until })
            }
            // What is otherwise now is for the log: the row's columns hold what holds after it alone.
            EntryKind::StandingOrders(_) => serde_json::json!({ "told": despatch.facts }),
            EntryKind::Delegated { .. } => serde_json::json!({ "told": [despatch.sentence.replace("**", "")] }),
            _ => serde_json::json!({}),
        };
        let mut entries = vec![Entry {
            kind,
            entry,
            events: serde_json::json!([]),
            position_before: position,
            position_after: position,
            edition: G::EDITION,
            despatches: Vec::new(),
        }];
        let (more, state, events) = self.group_entries(table, orders)?;
        entries.extend(more);
        let mut entries = told(table, entries, despatch);
        let decided = table.state.decided(&state, &table.roster, &events, (table.campaign.id, deed.user));
        if let Some(first) = entries.first_mut() {
            let footer = table.state.footer(table.campaign.revision + 1);
            first.despatches.extend(decided.into_iter().map(|despatch| Despatch { footer: footer.clone(), ..despatch }));
        }
        let done = self.record_all(table, deed, &entries).await?;
        table.state = state;
        Ok(done)
    }

    /// Gives orders about the group on a copy.
    pub(super) fn group_entries(&self, table: &Table<G>, orders: &[G::Order]) -> Result<GroupRows<G>, TableError> {
        let (mut state, position) = (table.state.clone(), table.dice_position);
        let (mut entries, mut happened) = (Vec::with_capacity(orders.len()), Vec::new());
        for order in orders {
            let (after, events, _) = carry_out(&state, state.giver(order), order, None, table.campaign.sealed.dice(), position)?;
            entries.push(order_entry::<G>(order, &events, (position, position), Vec::new()));
            happened.extend(events);
            state = after;
        }
        Ok((entries, state, happened))
    }
}

/// Whether nothing is left in the rules' hands of whoever had a number: `user` would have nothing to give up by it.
fn holds_nothing<G: Hosted>(state: &G, number: u8, user: UserId) -> bool {
    let alone = Roster { members: vec![Member::new(user, number, false)], ..Roster::default() };
    state.leaving(&alone, user).is_ok_and(|orders| orders.is_empty())
}

/// Says where the staff takes over from a player who goes, and calls whom the game waits for then.
fn tell_who_steps_in<G: Hosted>(table: &Table<G>, goes: UserId, despatch: &mut Despatch) {
    let left = without(&table.roster, goes);
    if let Some(told) = table.state.steps_in(&table.roster, &left) {
        despatch.facts.push(told);
        let standing = table.state.standing(&left, table.campaign.id, table.campaign.revision + 1);
        despatch.mention = standing.called.first.filter(|called| *called != goes);
    }
}

/// The group without a user among its players.
fn without(roster: &Roster, user: UserId) -> Roster {
    let members = roster.members.iter().copied().filter(|member| member.user != user).collect();
    Roster { members, ..roster.clone() }
}

/// The rows, the first of which tells the channel.
fn told<G: Hosted>(table: &Table<G>, mut entries: Vec<Entry>, mut despatch: Despatch) -> Vec<Entry> {
    despatch.footer = table.state.footer(table.campaign.revision + 1);
    if let Some(first) = entries.first_mut() {
        first.despatches.push(despatch);
    }
    entries
}
