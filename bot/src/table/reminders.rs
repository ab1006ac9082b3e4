//! Whom a campaign waits for, since when, and when they are reminded.

use crate::despatches::reminder;
use crate::journal::error::JournalError;
use crate::journal::reminders::ReminderRow;
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, InteractionId, UserId};
use crate::model::pace::MOST_REMINDERS;
use crate::model::standing_orders::StandingOrders;
use crate::model::waiting::Waiting;
use crate::table::error::TableError;
use crate::table::tables::Hosted;
use crate::table::tables::{Done, Table, Tables};

/// Seconds of an hour.
const HOUR: i64 = 3_600;

/// At one table those who play look at the board anyway, and are called only when a turn begins; by post, each time.
pub(super) fn call_by_post(despatches: &mut [Despatch], settled: &StandingOrders, begins: bool) {
    if settled.pace.is_none() && !begins {
        despatches.iter_mut().for_each(|despatch| despatch.call_only(|_| false));
    }
}

impl<G: Hosted> Tables<G> {
    /// Whom a campaign waits for, and until when they are left alone; nobody once it is over.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn waiting(&self, id: CampaignId) -> Result<Option<Waiting>, TableError> {
        let table = self.as_it_stands(id).await?;
        Ok(self.waited_for(&table).await?.map(|(waiting, _)| waiting))
    }

    /// When somebody is to be reminded next, if somebody is waited for then. A game that is not in memory is not read for it, only its last
    /// orders: after a start that would be all of them.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn due(&self, id: CampaignId) -> Result<Option<i64>, TableError> {
        if self.open.in_memory(id).is_some() {
            return Ok(self.waiting(id).await?.and_then(|waiting| waiting.due));
        }
        let (revision, started_at, pace) = self.journal.paced_by(id).await?.ok_or(TableError::NoCampaign)?;
        let Some(pace) = pace else { return Ok(None) };
        let last_order = match self.last_order(id, revision).await {
            // Nobody can give an order in a game whose journal cannot be read.
            Err(JournalError::UnreadableRow { .. }) => return Ok(None),
            other => other?,
        };
        let (written_at, row) = self.journal.reminders(id, last_order).await?;
        Ok(pace.due(written_at.unwrap_or(started_at), row.sent, row.sent_at, row.not_before))
    }

    /// The last row that changed the position of a game, or took something of it back: not one about the group alone.
    async fn last_order(&self, id: CampaignId, revision: u32) -> Result<u32, JournalError> {
        let (mut upto, mut rows) = (revision, 4);
        let last = loop {
            let from = upto.saturating_sub(rows);
            let orders = self.journal.orders_between::<G>(id, from, upto, revision).await?;
            let last = orders.iter().rev().find(|row| !G::is_about_the_group(&row.order)).map(|row| row.revision);
            if last.is_some() || from == 0 {
                break last.unwrap_or_default();
            }
            (upto, rows) = (from, rows.saturating_mul(2));
        };
        Ok(last.max(self.journal.last_undone(id).await?))
    }

    async fn waited_for(&self, table: &Table<G>) -> Result<Option<(Waiting, ReminderRow)>, TableError> {
        let (id, state) = (table.campaign.id, &table.state);
        if table.campaign.closed_at.is_some() || state.is_over() || !table.campaign.lifecycle.in_use() {
            return Ok(None);
        }
        let (battle, mut users) = match G::waited_for_in_a_thread(self, table).await? {
            Some((opened, users)) => (Some(opened), users),
            None => (None, state.waited_for(&table.roster)),
        };
        users.retain(|user| table.roster.member(*user).is_some());
        let (written_at, row) = self.journal.reminders(id, table.last_order).await?;
        let since = written_at.unwrap_or(table.campaign.started_at);
        let due = table.campaign.standing_orders.pace.and_then(|pace| pace.due(since, row.sent, row.sent_at, row.not_before));
        Ok(Some((Waiting { users, battle, since, due }, row)))
    }

    /// Writes the reminder that is due at `at`, in seconds since 1970, if one is: to those who are waited for and are there.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read or written.
    pub async fn remind(&self, id: CampaignId, at: i64) -> Result<Option<Done>, TableError> {
        let table = self.table(id).await?;
        let table = table.lock().await;
        // Nobody can give an order in a game whose journal cannot be read.
        if table.unreadable.is_some() {
            return Ok(None);
        }
        let Some((waiting, row)) = self.waited_for(&table).await? else { return Ok(None) };
        // Of what became due while the umpire was away nobody is told in the middle of the night.
        let quiet = table.campaign.standing_orders.pace.and_then(|pace| pace.quiet).is_some_and(|quiet| quiet.after(at) != at);
        if quiet || waiting.due.is_none_or(|due| due > at) {
            return Ok(None);
        }
        let there: Vec<UserId> =
            waiting.users.iter().copied().filter(|user| table.roster.member(*user).is_some_and(|member| member.is_there(at))).collect();
        if there.is_empty() {
            return Ok(None);
        }
        let mut proposals = self.journal.open_proposals::<G>(id).await?;
        proposals.retain(|proposal| proposal.waits_in(&table.state));
        let standing = table.standing(&table.state, table.campaign.revision);
        let despatch = reminder::reminder(&table.state, &Waiting { users: there, ..waiting }, &proposals, standing);
        let row = ReminderRow { sent: row.sent + 1, sent_at: Some(at), ..row };
        match self.journal.remind(&table.campaign, table.last_order, row, &despatch).await {
            Ok(outbox) => Ok(Some(Done { campaign: id, revision: table.campaign.revision, outbox: vec![outbox] })),
            Err(JournalError::MovedOn) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Where a game goes on that rested, was put away or had no pace, whoever is waited for has all of the pace's time from now.
    pub(super) async fn wait_anew(&self, table: &Table<G>) {
        let Some(pace) = table.campaign.standing_orders.pace.filter(|pace| !pace.paused) else { return };
        let row = ReminderRow { not_before: Some(self.journal.now() + i64::from(pace.hours) * HOUR), ..ReminderRow::default() };
        // What was ordered is done, and stays so: at worst somebody is reminded too soon.
        if let Err(error) = self.journal.wait_anew(table.campaign.id, table.last_order, row).await {
            tracing::warn!(campaign = table.campaign.id.0, %error, "whoever is waited for may be reminded too soon");
        }
    }

    /// Whom a game with a pace waits for before a deed, and what has been sent to them.
    pub(super) async fn waited_for_by_post(&self, table: &Table<G>) -> Option<(Waiting, ReminderRow)> {
        table.campaign.standing_orders.pace?;
        // At worst somebody is reminded later.
        self.waited_for(table).await.ok().flatten()
    }

    /// Where only others act, whoever was waited for before is waited for on, and reminded when they would have been.
    pub(super) async fn wait_on(&self, table: &Table<G>, by: UserId, before: Option<(Waiting, ReminderRow)>) {
        let Some((before, row)) = before else { return };
        let Some((after, _)) = self.waited_for_by_post(table).await else { return };
        let was_waited_for = |user: &UserId| *user != by && before.users.contains(user);
        if after.users.is_empty() || after.battle != before.battle || !after.users.iter().all(was_waited_for) {
            return;
        }
        // What is counted from when nothing was sent yet is when they began to be waited for.
        let row = ReminderRow { sent_at: Some(row.sent_at.unwrap_or(before.since)), ..row };
        if let Err(error) = self.journal.wait_anew(table.campaign.id, table.last_order, row).await {
            tracing::warn!(campaign = table.campaign.id.0, %error, "whoever is waited for may be reminded too late");
        }
    }

    /// Gives those who are waited for more time, in hours from when they would have been reminded; for them, and for the commander.
    ///
    /// # Errors
    ///
    /// [`TableError::NoPace`] if nobody is reminded anyway, [`TableError::NotWaitedFor`] if the one who asked is not waited for, or if the
    /// journal cannot be written.
    pub async fn extend(&self, id: CampaignId, interaction: InteractionId, user: UserId, hours: u16) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let table = table.lock().await;
        let seat = self.seat(&table, user)?;
        if table.campaign.standing_orders.pace.is_some_and(|pace| pace.paused) {
            return Err(TableError::Rests);
        }
        let (waiting, row) = self.waited_for(&table).await?.ok_or(TableError::NoPace)?;
        let pace = table.campaign.standing_orders.pace.ok_or(TableError::NoPace)?;
        if !waiting.users.contains(&user) && table.state.in_charge(&table.roster) != Some(user) {
            return Err(TableError::NotWaitedFor);
        }
        // Who asks for more time is there: after the last reminder one more is for when that is over.
        let row = ReminderRow { sent: row.sent.min(MOST_REMINDERS - 1), ..row };
        let due = pace.due(waiting.since, row.sent, row.sent_at, row.not_before);
        let not_before = due.unwrap_or_default().max(self.journal.now()) + i64::from(hours) * HOUR;
        let row = ReminderRow { not_before: Some(not_before), ..row };
        let despatch = reminder::extended(&waiting.users, user, not_before);
        let outbox = self
            .journal
            .extend(&table.campaign, Deed { interaction, user, seat: G::seat_word(seat) }, table.last_order, row, &despatch)
            .await?;
        Ok(Done { campaign: id, revision: table.campaign.revision, outbox: vec![outbox] })
    }
}
