//! Campaigns read from the journal: as they stand, as they once stood, and what one row of the journal did.

use std::sync::Arc;

use engine::campaign::{Event, State};
use engine::game::Game as _;
use tokio::sync::Mutex;

use crate::despatches::labels;
use crate::drawing::overlays;
use crate::model::campaign::Campaign;
use crate::model::entry::OrderRow;
use crate::model::ids::{CampaignId, ChannelId};
use crate::model::last_deed::LastDeed;
use crate::model::topic::is_quiet;
use crate::table::error::TableError;
use crate::table::tables::{Table, Tables, begins_a_battle};

impl Tables {
    /// The table of a campaign, read from the journal if it is not open yet.
    pub(super) async fn table(&self, id: CampaignId) -> Result<Arc<Mutex<Table>>, TableError> {
        let mut open = self.open.lock().await;
        if let Some(table) = open.get(&id) {
            return Ok(Arc::clone(table));
        }
        let campaign = self.journal.campaign(id).await?.ok_or(TableError::NoCampaign)?;
        let table = Arc::new(Mutex::new(self.read_from_journal(campaign).await?));
        open.insert(id, Arc::clone(&table));
        Ok(table)
    }

    /// Whether the group of the campaign in a channel has embeds off. Where that cannot be told, it has not.
    pub async fn is_plain_in(&self, channel: ChannelId) -> bool {
        let Ok(Some(id)) = self.journal.campaign_in(channel).await else { return false };
        self.is_plain(id).await
    }

    /// Whether the group of a campaign has embeds off.
    pub async fn is_plain(&self, id: CampaignId) -> bool {
        match self.table(id).await {
            Ok(table) => table.lock().await.campaign.standing_orders.plain,
            Err(_) => false,
        }
    }

    /// A campaign as its journal says it stands.
    pub(super) async fn read_from_journal(&self, campaign: Campaign) -> Result<Table, TableError> {
        let id = campaign.id;
        let rows = self.journal.orders(id, campaign.revision).await?;
        let last = rows.iter().rev().find(|row| !row.order.is_about_the_group()).map(|row| row.revision);
        let deed = match last {
            Some(last) => self.journal.deed_of(id, last).await?.filter(|deed| !deed.rows.contains(&1)),
            None => None,
        };
        let mut last_deed = deed.map(|deed| (deed.rows, LastDeed::begun(deed.user)));
        let mut state = State::new(Arc::clone(&campaign.pack));
        let battle = last_battle(&rows);
        for row in rows {
            let deed = last_deed.as_mut().filter(|(rows, _)| rows.contains(&row.revision)).map(|(_, deed)| deed);
            let label = deed.is_some().then(|| labels::describe_order(&state, &row.order).0);
            let phase = state.phase();
            state.replay(&row.events);
            if let (Some(deed), Some(label)) = (deed, label) {
                deed.takes(row.revision, label, threw(&row), is_quiet(&row.order) && state.phase() == phase);
            }
        }
        let last_deed = last_deed.map(|(rows, deed)| LastDeed { rows, ..deed });
        // Buttons of what was undone are out of date, though the position they were offered in may be back.
        let last_order = last.unwrap_or_default().max(self.journal.last_undone(id).await?);
        let dice_position = self.journal.dice_position(id).await?;
        let roster = self.journal.roster(id).await?;
        let battle = self.battle_of(id, battle, &state).await?;
        Ok(Table { campaign, state, last_order, dice_position, roster, battle, last_deed })
    }

    /// The row that began the battle that is being fought in a state, if it has a thread; `last` is the last that began one.
    pub(super) async fn battle_of(&self, id: CampaignId, last: Option<u32>, state: &State) -> Result<Option<u32>, TableError> {
        Ok(match last.filter(|_| state.battle().is_some()) {
            Some(battle) => self.journal.battle(id, battle).await?.map(|row| row.revision),
            None => None,
        })
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
}

/// The last row that began a battle.
pub(super) fn last_battle(rows: &[OrderRow]) -> Option<u32> {
    rows.iter().rev().find(|row| begins_a_battle(&row.events)).map(|row| row.revision)
}

/// Whether dice were thrown in a row, the stream's or the players' own.
fn threw(row: &OrderRow) -> bool {
    row.position_after > row.position_before || crate::files::export::is_thrown_by_players(&row.events)
}
