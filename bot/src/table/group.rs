//! What changes the group rather than the war: who joins and leaves, posts, votes, what is delegated, standing orders.

use engine::campaign::Seat;
use engine::campaign::rules::seats::MOST_MEMBERS;
use engine::campaign::{OptionChange, Order, Post, State};

use crate::despatches::{group, house_rules, lifecycle};
use crate::model::enemy_command::Willing;
use crate::model::entry::Deed;
use crate::model::entry::EntryKind;
use crate::model::ids::{CampaignId, ChannelId, InteractionId, RoleId, UserId};
use crate::model::played::Played as _;
use crate::model::roster::{Delegated, Member};
use crate::model::standing_orders::RoleSeat;
use crate::table::error::TableError;
use crate::table::lifecycle::{OnServer, in_charge};
use crate::table::orders::carry_out;
use crate::table::tables::{Done, Table, Tables};

/// Marks an interaction's number for the seat it brings besides what it asks for: Discord's own numbers stay below it for a century.
const JOINS: u64 = 1 << 63;

impl Tables {
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
        // Of other games no role brings a seat.
        let table = match self.table(id).await {
            Err(TableError::OtherGame) => return Ok(None),
            other => other?,
        };
        // A post comes with the seat alone: whoever was dismissed does not have it back by their role.
        let seat = |table: &Table| {
            let settled = table.campaign.standing_orders.roles.iter();
            let seat = settled.filter(|settled| roles.contains(&settled.role)).map(|settled| settled.seat).min();
            seat.filter(|_| table.roster.member(user).is_none())
        };
        // Nearly everybody has their seat, or is given none: nobody waits for whoever is at the game to find that out.
        if seat(&table.seen()).is_none() {
            return Ok(None);
        }
        let mut table = table.lock().await;
        let Some(seat) = seat(&table) else { return Ok(None) };
        let post = match seat {
            RoleSeat::Commander => Some(Post::Commander),
            RoleSeat::ChiefOfStaff => Some(Post::ChiefOfStaff),
            RoleSeat::Player | RoleSeat::Spectator => None,
        };
        let post = post.filter(|post| table.roster.holder(&table.state, *post).is_none());
        let brings = |number| post.map(|post| (Order::Appoint { member: number, post }, group::appointed(user, user, post)));
        let joins = InteractionId(interaction.0 | JOINS);
        Ok(Some(self.join_with(&mut table, joins, user, seat == RoleSeat::Spectator, brings).await?))
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
        let mut table = table.lock_for(user).await;
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
        self.give_for_group(&mut table, Deed { interaction, user, seat: State::seat_word(seat) }, &orders, despatch).await
    }

    /// Calls a vote on dismissing the commander in chief (*Group Play*).
    ///
    /// # Errors
    ///
    /// If the rules forbid it, the one who asked has no seat, or the journal cannot be written.
    pub async fn call_vote(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        let despatch = group::vote_called(&table.state, &table.roster, id, user);
        self.give_for_group(&mut table, Deed { interaction, user, seat: State::seat_word(seat) }, &[Order::CallVote], despatch).await
    }

    /// Votes on dismissing the commander in chief.
    ///
    /// # Errors
    ///
    /// If no vote is being held, the one who asked has voted or has no seat, or the journal cannot be written.
    pub async fn vote(&self, id: CampaignId, interaction: InteractionId, user: UserId, dismiss: bool) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        let member = table.roster.member(user).ok_or(TableError::NotAPlayer(State::COMMANDS))?;
        let order = Order::Vote { member: member.number, dismiss };
        let (after, events, _) = carry_out(&table.state, Seat::Umpire, &order, None, table.campaign.sealed.dice(), table.dice_position)?;
        let before = table.roster.holder(&table.state, Post::Commander);
        let despatch = group::voted(&after, &table.roster, &events, before);
        self.give_for_group(&mut table, Deed { interaction, user, seat: State::seat_word(seat) }, &[order], despatch).await
    }

    /// Calls a vote on an option, for it; whoever plays alone has it so at once.
    ///
    /// # Errors
    ///
    /// If the option cannot be changed, a vote on one is being held, the one who asked has no seat, or the journal cannot be written.
    pub async fn call_option_vote(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        change: OptionChange,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let member = self.voter(&table, user)?;
        self.vote_on(&mut table, interaction, user, Order::CallOptionVote { member, change }).await
    }

    /// Votes on an option.
    ///
    /// # Errors
    ///
    /// If no vote on one is being held, the one who asked has voted or has no seat, or the journal cannot be written.
    pub async fn vote_on_option(&self, id: CampaignId, interaction: InteractionId, user: UserId, agree: bool) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let member = self.voter(&table, user)?;
        self.vote_on(&mut table, interaction, user, Order::VoteOnOption { member, agree }).await
    }

    /// The number of somebody who may vote.
    fn voter(&self, table: &Table, user: UserId) -> Result<u8, TableError> {
        self.seat(table, user)?;
        table.roster.member(user).map(|member| member.number).ok_or(TableError::NotAPlayer(State::COMMANDS))
    }

    async fn vote_on(&self, table: &mut Table, interaction: InteractionId, user: UserId, order: Order) -> Result<Done, TableError> {
        let seat = self.seat(table, user)?;
        let mut before = table.state.clone();
        // In a campaign begun before posts were written down whoever founded it was given no seat: it is written down with their vote.
        let unseated = table.roster.member(user).filter(|member| before.seats().iter().all(|(number, _)| *number != member.number));
        let mut orders: Vec<Order> =
            unseated.map(|member| Order::Appoint { member: member.number, post: table.roster.post(&before, member) }).into_iter().collect();
        for order in &orders {
            (before, _, _) = carry_out(&before, Seat::Umpire, order, None, table.campaign.sealed.dice(), table.dice_position)?;
        }
        let (after, events, _) = carry_out(&before, Seat::Umpire, &order, None, table.campaign.sealed.dice(), table.dice_position)?;
        let despatch = house_rules::voted(&before, &after, &table.roster, &events, table.campaign.id, user);
        orders.push(order);
        self.give_for_group(table, Deed { interaction, user, seat: State::seat_word(seat) }, &orders, despatch).await
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
        let mut table = table.lock_for(user).await;
        let seat = self.commanding_seat(&table, user)?;
        table.roster.member(whom).filter(|member| !member.spectator).ok_or(TableError::NotAMember(whom))?;
        let had = table.roster.delegated.iter().find(|(other, _)| *other == whom).map(|(_, what)| *what);
        if had == what {
            return Err(TableError::NothingToChange);
        }
        let despatch = group::delegated(&table.state, whom, what);
        let kind = EntryKind::Delegated { user: whom, what };
        let done = self.write_with(&mut table, Deed { interaction, user, seat: State::seat_word(seat) }, kind, despatch, &[]).await?;
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
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        let member = table.roster.member(user).ok_or(TableError::NotAPlayer(State::COMMANDS))?;
        let willing = willing.unwrap_or(member.willing);
        let away_until = away_until.unwrap_or(member.away_until);
        if (willing, away_until) == (member.willing, member.away_until) {
            return Err(TableError::NothingToChange);
        }
        let despatch =
            if away_until == member.away_until { group::willing(table.state.pack(), user, willing) } else { group::away(user, away_until) };
        let kind = EntryKind::Willing { willing, away_until };
        let done = self.write_with(&mut table, Deed { interaction, user, seat: State::seat_word(seat) }, kind, despatch, &[]).await?;
        for other in table.roster.members.iter_mut().filter(|other| other.user == user) {
            (other.willing, other.away_until) = (willing, away_until);
        }
        Ok(done)
    }

    /// Hands the command over to a member of the server, who is given a seat if they have none: whoever commands does, and whoever manages the
    /// server, as where the commander is gone.
    ///
    /// # Errors
    ///
    /// If the one who asked neither commands nor manages the server, the other commands already, the group is full, or the journal cannot be
    /// written.
    pub async fn hand_over(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        whom: UserId,
        place: OnServer,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = match self.commanding_seat(&table, user) {
            Ok(seat) => State::seat_word(seat),
            Err(TableError::CommanderOnly(_) | TableError::NotAPlayer(_) | TableError::Spectator) if place.manages => {
                in_charge(&table, user, place)?
            }
            Err(error) => return Err(error),
        };
        let commander = table.roster.holder(&table.state, Post::Commander);
        if commander == Some(whom) {
            return Err(TableError::NothingToChange);
        }
        let before = table.roster.member(whom);
        let seated = before.filter(|member| !member.spectator);
        let number = match before {
            Some(member) => member.number,
            None => self.number_for(&table, whom).await?,
        };
        if number >= MOST_MEMBERS {
            return Err(TableError::Full);
        }
        let mut orders = Vec::new();
        if let Some(own) = commander.and_then(|user| table.roster.member(user)).map(|member| member.number) {
            // They lay their post down, which nobody forbids, and are a player from then on.
            if table.state.seats().iter().any(|(other, _)| *other == own) {
                orders.push(Order::Discharge { member: own });
            }
            orders.extend([Order::Appoint { member: number, post: Post::Commander }, Order::Appoint { member: own, post: Post::Player }]);
        } else {
            orders.push(Order::Appoint { member: number, post: Post::Commander });
        }
        let deed = Deed { interaction, user, seat };
        let (_, after, _) = self.group_entries(&table, &orders)?;
        let despatch = lifecycle::handed_over(&after, user, whom, seated.is_none());
        if seated.is_some() {
            return self.give_for_group(&mut table, deed, &orders, despatch).await;
        }
        let done = self.write_with(&mut table, deed, EntryKind::Seated { user: whom, number }, despatch, &orders).await?;
        table.roster.members.retain(|member| member.user != whom);
        table.roster.members.push(Member { spectator: false, ..before.unwrap_or_else(|| Member::new(whom, number, false)) });
        table.roster.members.sort_unstable_by_key(|member| member.number);
        Ok(done)
    }
}
