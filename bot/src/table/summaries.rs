//! What happened, taken from the journal for the chief of staff's summary.

use crate::despatches::controls;
use crate::despatches::position;
use crate::drawing::overlays;
use std::sync::Arc;

use engine::campaign::{Event, State};
use engine::game::Game;

use crate::despatches::summary::{Account, Span, summary};
use crate::model::despatch::Despatch;
use crate::model::entry::OrderRow;
use crate::model::ids::CampaignId;
use crate::model::standing::Standing;
use crate::table::error::TableError;
use crate::table::tables::{Table, Tables};

impl Tables {
    /// A campaign's state as it was when a turn began, or the next that did; as it stands, if none did.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn when_turn_began(&self, id: CampaignId, turn: u8) -> Result<State, TableError> {
        let table = self.as_it_stands(id).await?;
        let (pack, revision) = (Arc::clone(&table.campaign.pack), table.campaign.revision);
        let reading = async {
            let rows = self.journal.orders::<State>(id, revision).await?;
            let began = move || overlays::when_turn_began(State::new(pack), rows.iter().flat_map(|row| &row.events), turn);
            Ok(self.journal.in_turn(id, revision as usize, began).await?)
        };
        self.journal.in_one_turn(id, revision, reading).await?
    }

    /// What happened in a turn; so far, if it is not over. `None` if it has not begun.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn account_of_turn(&self, id: CampaignId, turn: u8) -> Result<Option<Account>, TableError> {
        let campaign = self.snapshot(id).await?.campaign;
        let commands = self.enemy_commands(id).await?;
        let revision = campaign.revision;
        let reading = async {
            let rows = self.journal.orders::<State>(id, revision).await?;
            let of_turn = move || Account::of_turn(State::new(campaign.pack), rows.iter().flat_map(|row| &row.events), turn);
            self.journal.in_turn(id, revision as usize, of_turn).await
        };
        let account = self.journal.in_one_turn(id, revision, reading).await??;
        Ok(account.map(|account| Account { commands, ..account }))
    }

    /// What happened after a row of the journal, with the row it goes up to; no account if nothing did that changed the position.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn account_since(&self, id: CampaignId, revision: u32) -> Result<(Option<Account>, u32), TableError> {
        let campaign = self.snapshot(id).await?.campaign;
        let latest = campaign.revision;
        let happened = move |rows: Vec<OrderRow>| {
            let (mut before, mut events, mut eventful) = (State::new(campaign.pack), Vec::new(), false);
            let (mut after, mut taken_back) = (before.clone(), Vec::new());
            for row in rows {
                if row.undone_by.is_some() {
                    // What stood when they looked last and does not any more was told to them.
                    let had_been_told = row.revision <= revision && row.undone_by.is_some_and(|by| by > revision);
                    taken_back.extend(had_been_told.then_some(row.revision));
                    continue;
                }
                after.replay(&row.events);
                // The opening position is where the first account begins: before it there is nothing to compare with.
                if row.revision <= revision || before.turn() == 0 {
                    before = after.clone();
                    continue;
                }
                eventful |= !row.order.is_about_the_group();
                events.extend(row.events);
            }
            (Account { span: Span::SinceLastLook, before, events, after, taken_back, commands: Vec::new() }, eventful)
        };
        let reading = async {
            let rows = self.journal.all_orders::<State>(id, latest).await?;
            self.journal.in_turn(id, latest as usize, || happened(rows)).await
        };
        let (account, eventful) = self.journal.in_one_turn(id, latest, reading).await??;
        let account = Account { commands: self.enemy_commands(id).await?, ..account };
        let eventful = eventful || !account.taken_back.is_empty();
        Ok((eventful.then_some(account), latest))
    }

    /// The summary of the turn that has just ended, to be posted after the despatch that tells so: `unwritten` is what happened since the
    /// last row of the journal, `after` the position it leads to.
    pub(super) async fn turn_ended(
        &self,
        table: &Table,
        unwritten: &[Event],
        turn: u8,
        after: &State,
        standing: Standing,
    ) -> Result<Option<Despatch>, TableError> {
        let (id, revision) = (table.campaign.id, table.campaign.revision);
        let start = State::new(Arc::clone(&table.campaign.pack));
        let unwritten = unwritten.to_vec();
        let reading = async {
            let rows = self.journal.orders::<State>(id, revision).await?;
            let of_turn = move || Account::of_turn(start, rows.iter().flat_map(|row| &row.events).chain(&unwritten), turn);
            self.journal.in_turn(id, revision as usize, of_turn).await
        };
        let Some(account) = self.journal.in_one_turn(id, revision, reading).await?? else { return Ok(None) };
        let account = Account { commands: self.enemy_commands(table.campaign.id).await?, ..account };
        let (menu, buttons) = controls::controls(after, standing);
        let next = position::next(after, standing.called.first);
        let despatch = Despatch { menu, buttons, next, ..summary(&account).despatch(after, standing.revision) };
        Ok(Some(despatch.calling(standing.called)))
    }
}
