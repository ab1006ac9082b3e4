//! What changes the group rather than the war: who joins and leaves, posts, votes, what is delegated, standing orders.

use crate::despatches::position;
use engine::campaign::Seat;
use engine::campaign::rules::seats::MOST_MEMBERS;
use engine::campaign::{Order, Post};

use crate::despatches::group;
use crate::model::entry::Deed;
use crate::model::entry::{Entry, EntryKind};
use crate::model::ids::{CampaignId, ChannelId, InteractionId, RoleId, UserId};
use crate::model::mahdist_command::Willing;
use crate::model::roster::{Delegated, Member};
use crate::model::standing_orders::{RoleSeat, StandingOrders};
use crate::table::error::TableError;
use crate::table::tables::{Done, Tables, carry_out, order_entry};

use crate::model::despatch::Despatch;
use crate::table::tables::Table;

/// Marks on an interaction's number for what it brings about besides what it asks for: Discord's own numbers stay below both for a century.
const JOINS: u64 = 1 << 63;
const APPOINTS: u64 = 1 << 62;

impl Tables {
    /// Takes a seat in a campaign, or looks on.
    ///
    /// # Errors
    ///
    /// If the one who asked is in it so already, the group is full, or the journal cannot be written.
    pub async fn join(&self, id: CampaignId, interaction: InteractionId, user: UserId, spectator: bool) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        self.still_open(&table)?;
        let before = table.roster.member(user);
        if before.is_some_and(|member| member.spectator == spectator) {
            return Err(TableError::AlreadyIn);
        }
        if spectator && table.roster.commanding(&table.state) == Some(user) {
            return Err(TableError::CommanderStays);
        }
        let number = self.journal.number_for(id, user).await?;
        if number >= MOST_MEMBERS {
            return Err(TableError::Full);
        }
        let mut orders = Vec::new();
        if spectator {
            orders.extend(before.map(|member| Order::Discharge { member: member.number }));
        } else {
            orders.push(Order::Appoint { member: number, post: Post::Player });
        }
        let despatch = group::joined(user, spectator);
        let kind = EntryKind::Joined { number, spectator };
        let done = self.write_with(&mut table, Deed { interaction, user, seat: Seat::Player }, kind, despatch, &orders).await?;
        table.roster.members.retain(|member| member.user != user);
        table.roster.members.push(Member { number, spectator, ..before.unwrap_or_else(|| Member::new(user, number, spectator)) });
        table.roster.members.sort_unstable_by_key(|member| member.number);
        Ok(done)
    }

    /// Gives somebody who acts the seat that their roles on the server bring with them, if they have none yet: a post only while nobody holds it.
    /// Nothing is done in a campaign whose group has settled no roles.
    ///
    /// # Errors
    ///
    /// If the group is full, or the journal cannot be read or written.
    pub async fn seat_by_role(
        &self,
        channel: ChannelId,
        interaction: InteractionId,
        user: UserId,
        roles: &[RoleId],
    ) -> Result<Option<Done>, TableError> {
        let Some(id) = self.journal.campaign_in(channel).await? else { return Ok(None) };
        let (seat, member) = {
            let table = self.table(id).await?;
            let table = table.lock().await;
            let settled = &table.campaign.standing_orders.roles;
            let Some(seat) = settled.iter().filter(|settled| roles.contains(&settled.role)).map(|settled| settled.seat).min() else {
                return Ok(None);
            };
            (seat, table.roster.member(user))
        };
        let mut done = None;
        if member.is_none() {
            done = Some(self.join(id, InteractionId(interaction.0 | JOINS), user, seat == RoleSeat::Spectator).await?);
        }
        // A post comes with the seat alone: whoever was dismissed does not have it back by their role.
        if member.is_some() {
            return Ok(done);
        }
        let post = match seat {
            RoleSeat::Commander => Post::Commander,
            RoleSeat::ChiefOfStaff => Post::ChiefOfStaff,
            RoleSeat::Player | RoleSeat::Spectator => return Ok(done),
        };
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let Some(member) = table.roster.member(user).filter(|member| !member.spectator) else { return Ok(done) };
        if table.roster.holder(&table.state, post).is_some() || table.roster.post(&table.state, member) != Post::Player {
            return Ok(done);
        }
        let deed = Deed { interaction: InteractionId(interaction.0 | APPOINTS), user, seat: Seat::Player };
        let order = Order::Appoint { member: member.number, post };
        Ok(Some(self.give_for_group(&mut table, deed, &[order], group::appointed(user, user, post)).await?))
    }

    /// Gives up a seat.
    ///
    /// # Errors
    ///
    /// If the one who asked has none, or commands while others play; or if the journal cannot be written.
    pub async fn leave(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        self.still_open(&table)?;
        let member = table.roster.member(user).ok_or(TableError::NotAPlayer)?;
        if table.roster.holder(&table.state, Post::Commander) == Some(user) {
            return Err(TableError::CommanderStays);
        }
        let seat = table.roster.seat(&table.state, user).unwrap_or(Seat::Player);
        let seated = table.state.seats().iter().any(|(number, _)| *number == member.number);
        let orders: Vec<Order> = seated.then_some(Order::Discharge { member: member.number }).into_iter().collect();
        let despatch = group::left(user);
        let done = self.write_with(&mut table, Deed { interaction, user, seat }, EntryKind::Left, despatch, &orders).await?;
        table.roster.members.retain(|member| member.user != user);
        table.roster.delegated.retain(|(other, _)| *other != user);
        Ok(done)
    }

    /// Gives a member a post. The commander appoints; where nobody commands, any member. A commander hands over by appointing another.
    ///
    /// # Errors
    ///
    /// If the one who asked may not, the other is no member or holds the post, the rules forbid it, or the journal cannot be written.
    pub async fn appoint(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        whom: UserId,
        post: Post,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.commanding_seat(&table, user)?;
        let member = table.roster.member(whom).filter(|member| !member.spectator).ok_or(TableError::NotAMember(whom))?;
        if table.roster.post(&table.state, member) == post {
            return Err(TableError::NothingToChange);
        }
        let mut orders = Vec::new();
        let commander = table.roster.holder(&table.state, Post::Commander);
        if post == Post::Commander && commander == Some(user) {
            // They lay their post down, which nobody forbids, and are a player from then on.
            let own = table.roster.member(user).map_or(0, |member| member.number);
            if table.state.seats().iter().any(|(number, _)| *number == own) {
                orders.push(Order::Discharge { member: own });
            }
            orders.extend([Order::Appoint { member: member.number, post }, Order::Appoint { member: own, post: Post::Player }]);
        } else if commander == Some(whom) {
            return Err(TableError::CommanderStays);
        } else {
            orders.push(Order::Appoint { member: member.number, post });
        }
        let despatch = group::appointed(user, whom, post);
        self.give_for_group(&mut table, Deed { interaction, user, seat }, &orders, despatch).await
    }

    /// Calls a vote on dismissing the commander in chief (*Group Play*).
    ///
    /// # Errors
    ///
    /// If the rules forbid it, the one who asked has no seat, or the journal cannot be written.
    pub async fn call_vote(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user)?;
        let despatch = group::vote_called(&table.state, &table.roster, id, user);
        self.give_for_group(&mut table, Deed { interaction, user, seat }, &[Order::CallVote], despatch).await
    }

    /// Votes on dismissing the commander in chief.
    ///
    /// # Errors
    ///
    /// If no vote is being held, the one who asked has voted or has no seat, or the journal cannot be written.
    pub async fn vote(&self, id: CampaignId, interaction: InteractionId, user: UserId, dismiss: bool) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user)?;
        let member = table.roster.member(user).ok_or(TableError::NotAPlayer)?;
        let order = Order::Vote { member: member.number, dismiss };
        let (after, events, _) = carry_out(&table.state, Seat::Umpire, &order, None, table.campaign.seed, table.dice_position)?;
        let before = table.roster.holder(&table.state, Post::Commander);
        let despatch = group::voted(&after, &table.roster, &events, before);
        self.give_for_group(&mut table, Deed { interaction, user, seat }, &[order], despatch).await
    }

    /// Puts a round or a force into a member's hands, or takes back what was; for the commander.
    ///
    /// # Errors
    ///
    /// If the one who asked does not command, the other is no player, or the journal cannot be written.
    pub async fn delegate(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        whom: UserId,
        what: Option<Delegated>,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.commanding_seat(&table, user)?;
        table.roster.member(whom).filter(|member| !member.spectator).ok_or(TableError::NotAMember(whom))?;
        let had = table.roster.delegated.iter().find(|(other, _)| *other == whom).map(|(_, what)| *what);
        if had == what {
            return Err(TableError::NothingToChange);
        }
        let despatch = group::delegated(&table.state, whom, what);
        let kind = EntryKind::Delegated { user: whom, what };
        let done = self.write_with(&mut table, Deed { interaction, user, seat }, kind, despatch, &[]).await?;
        table.roster.delegated.retain(|(other, _)| *other != whom);
        table.roster.delegated.extend(what.map(|what| (whom, what)));
        Ok(done)
    }

    /// A member says how they feel about commanding the Mahdists, or until when they are away (in seconds since 1970).
    ///
    /// # Errors
    ///
    /// If the one who asked is no member, nothing would change, or the journal cannot be written.
    pub async fn say_willing(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        willing: Option<Willing>,
        away_until: Option<Option<i64>>,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.seat(&table, user)?;
        let member = table.roster.member(user).ok_or(TableError::NotAPlayer)?;
        let willing = willing.unwrap_or(member.willing);
        let away_until = away_until.unwrap_or(member.away_until);
        if (willing, away_until) == (member.willing, member.away_until) {
            return Err(TableError::NothingToChange);
        }
        let despatch =
            if away_until == member.away_until { group::willing(table.state.pack(), user, willing) } else { group::away(user, away_until) };
        let kind = EntryKind::Willing { willing, away_until };
        let done = self.write_with(&mut table, Deed { interaction, user, seat }, kind, despatch, &[]).await?;
        for other in table.roster.members.iter_mut().filter(|other| other.user == user) {
            (other.willing, other.away_until) = (willing, away_until);
        }
        Ok(done)
    }

    /// Changes what the group has settled for itself; for the commander.
    ///
    /// # Errors
    ///
    /// If the one who asked does not command, nothing would change, or the journal cannot be written.
    pub async fn settle_standing_orders(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        orders: StandingOrders,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let seat = self.commanding_seat(&table, user)?;
        if table.campaign.standing_orders == orders {
            return Err(TableError::NothingToChange);
        }
        let despatch = group::standing_orders(table.state.pack(), &orders);
        let kind = EntryKind::StandingOrders(orders.clone());
        let done = self.write_with(&mut table, Deed { interaction, user, seat }, kind, despatch, &[]).await?;
        table.campaign.standing_orders = orders;
        Ok(done)
    }

    /// Gives orders about the group, and tells the channel of the first.
    pub(super) async fn give_for_group(
        &self,
        table: &mut Table,
        deed: Deed,
        orders: &[Order],
        despatch: Despatch,
    ) -> Result<Done, TableError> {
        let (entries, state) = self.group_entries(table, orders)?;
        let entries = told(table, entries, despatch);
        let done = self.record_all(table, deed, &entries).await?;
        table.state = state;
        Ok(done)
    }

    /// Writes a row of another kind, and the orders about the group that go with it.
    pub(super) async fn write_with(
        &self,
        table: &mut Table,
        deed: Deed,
        kind: EntryKind,
        despatch: Despatch,
        orders: &[Order],
    ) -> Result<Done, TableError> {
        let position = table.dice_position;
        let mut entries = vec![Entry {
            kind,
            entry: serde_json::json!({}),
            events: serde_json::json!([]),
            position_before: position,
            position_after: position,
            despatches: Vec::new(),
        }];
        let (more, state) = self.group_entries(table, orders)?;
        entries.extend(more);
        let entries = told(table, entries, despatch);
        let done = self.record_all(table, deed, &entries).await?;
        table.state = state;
        Ok(done)
    }

    pub(super) fn group_entries(&self, table: &Table, orders: &[Order]) -> Result<(Vec<Entry>, engine::campaign::State), TableError> {
        let (mut state, position) = (table.state.clone(), table.dice_position);
        let mut entries = Vec::with_capacity(orders.len());
        for order in orders {
            let (after, events, _) = carry_out(&state, Seat::Umpire, order, None, table.campaign.seed, position)?;
            entries.push(order_entry(order, &events, (position, position), Vec::new()));
            state = after;
        }
        Ok((entries, state))
    }
}

/// The rows, the first of which tells the channel.
fn told(table: &Table, mut entries: Vec<Entry>, mut despatch: Despatch) -> Vec<Entry> {
    despatch.footer = position::footer(&table.state, table.campaign.revision + 1);
    if let Some(first) = entries.first_mut() {
        first.despatches.push(despatch);
    }
    entries
}
