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
        let campaign = self.snapshot(id).await?.campaign;
        let closed = campaign.closed_at.is_some();
        Ok(self.added_up(id, revision, campaign.pack, &[]).await?.closed(closed))
    }

    /// The report of a campaign with what is not yet in the journal.
    pub(super) async fn report_with(&self, table: &Table, unwritten: &[Event]) -> Result<Report, TableError> {
        self.added_up(table.campaign.id, table.campaign.revision, Arc::clone(&table.campaign.pack), unwritten).await
    }

    /// Who has commanded the Mahdists, and how often; most often first.
    pub(super) async fn enemy_commands(&self, id: CampaignId) -> Result<Vec<(UserId, u32)>, TableError> {
        let mut commands: Vec<(UserId, u32)> = self.journal.enemy_commands(id).await?.into_iter().collect();
        commands.sort_by_key(|(user, times)| (std::cmp::Reverse(*times), *user));
        Ok(commands)
    }

    async fn added_up(&self, id: CampaignId, revision: u32, pack: Arc<Pack>, unwritten: &[Event]) -> Result<Report, TableError> {
        let unwritten = unwritten.to_vec();
        let adding = async {
            let all = self.journal.all_orders::<State>(id, revision).await?;
            let thrown = self.journal.thrown_at_the_table(id, revision).await?;
            let commands = self.enemy_commands(id).await?;
            let sides = self.journal.sides_of_battles(id).await?;
            let add_up = move || {
                let (orders, undone): (Vec<OrderRow>, _) = all.into_iter().partition(|row| row.undone_by.is_none_or(|by| by > revision));
                let numbered = orders.iter().map(|row| (row.revision, row.events.as_slice()));
                let honours = Honours::of(&pack, numbered.chain(std::iter::once((u32::MAX, unwritten.as_slice()))), &sides);
                let orders = orders.iter().map(|row| row.events.as_slice()).chain(std::iter::once(unwritten.as_slice()));
                let undone = undone.iter().map(|row| row.events.as_slice());
                Report::of(State::new(pack), orders, &thrown, commands).with_undone(undone).honouring(honours)
            };
            Ok(self.journal.in_turn(id, revision as usize, add_up).await?)
        };
        self.journal.in_one_turn(id, revision, adding).await?
    }
}
