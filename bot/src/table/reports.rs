//! What a campaign adds up to: its report, who has commanded the enemy, and its film.

use std::sync::Arc;

use engine::campaign::{Event, State};
use engine::pack::Pack;

use crate::despatches::report::Report;
use crate::despatches::report::honour::Honours;
use crate::model::entry::OrderRow;
use crate::model::ids::{CampaignId, UserId};
use crate::table::error::TableError;
use crate::table::tables::{Table, Tables};

impl Tables {
    /// The report of a campaign up to and with a revision.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn report(&self, id: CampaignId, revision: u32) -> Result<Report, TableError> {
        let (pack, orders) = self.orders_up_to(id, revision).await?;
        let closed = self.snapshot(id).await?.campaign.closed_at.is_some();
        Ok(self.added_up(id, revision, pack, orders, &[]).await?.closed(closed))
    }

    /// The report of a campaign with what is not yet in the journal.
    pub(super) async fn report_with(&self, table: &Table, unwritten: &[Event]) -> Result<Report, TableError> {
        let (id, revision) = (table.campaign.id, table.campaign.revision);
        let orders = self.journal.orders::<State>(id, revision).await?;
        self.added_up(id, revision, Arc::clone(&table.campaign.pack), orders, unwritten).await
    }

    /// Who has commanded the Mahdists, and how often; most often first.
    pub(super) async fn enemy_commands(&self, id: CampaignId) -> Result<Vec<(UserId, u32)>, TableError> {
        let mut commands: Vec<(UserId, u32)> = self.journal.enemy_commands(id).await?.into_iter().collect();
        commands.sort_by_key(|(user, times)| (std::cmp::Reverse(*times), *user));
        Ok(commands)
    }

    async fn added_up(
        &self,
        id: CampaignId,
        revision: u32,
        pack: Arc<Pack>,
        orders: Vec<OrderRow>,
        unwritten: &[Event],
    ) -> Result<Report, TableError> {
        let rows = orders.len();
        let thrown = self.journal.thrown_at_the_table(id, revision).await?;
        let mut undone = self.journal.all_orders::<State>(id, revision).await?;
        undone.retain(|row| row.undone_by.is_some_and(|by| by <= revision));
        let commands = self.enemy_commands(id).await?;
        let sides = self.journal.sides_of_battles(id).await?;
        let unwritten = unwritten.to_vec();
        let add_up = move || {
            let numbered = orders.iter().map(|row| (row.revision, row.events.as_slice()));
            let honours = Honours::of(&pack, numbered.chain(std::iter::once((u32::MAX, unwritten.as_slice()))), &sides);
            let orders = orders.iter().map(|row| row.events.as_slice()).chain(std::iter::once(unwritten.as_slice()));
            let undone = undone.iter().map(|row| row.events.as_slice());
            Report::of(State::new(pack), orders, &thrown, commands).with_undone(undone).honouring(honours)
        };
        Ok(self.journal.in_turn(id, rows, add_up).await?)
    }
}
