//! Campaigns read from the journal: as they stand, as they once stood, and what one row of the journal did.

use std::collections::BTreeMap;
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
use crate::table::checkpoints::Checkpoints;
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

    /// A campaign as its journal says it stands, read from the opening on.
    pub(super) async fn read_from_journal(&self, campaign: Campaign) -> Result<Table, TableError> {
        let mut undone: BTreeMap<u32, u32> = BTreeMap::new();
        let rows = self.journal.all_orders(campaign.id, campaign.revision).await?;
        for row in &rows {
            if let Some(by) = row.undone_by {
                undone.entry(by).and_modify(|first| *first = row.revision.min(*first)).or_insert(row.revision);
            }
        }
        let mut checkpoints = Checkpoints::new(State::new(Arc::clone(&campaign.pack)), undone.into_iter().collect());
        let mut state = State::new(Arc::clone(&campaign.pack));
        for row in rows.iter().filter(|row| row.undone_by.is_none()) {
            state.replay(&row.events);
            checkpoints.pass(row.revision, 1, &state, begins_a_battle(&row.events).then_some(row.revision));
        }
        self.carried_on(campaign, state, checkpoints).await
    }

    /// A campaign whose position is known, with what its journal says besides: its members, its dice, and what was ordered last.
    pub(super) async fn carried_on(&self, campaign: Campaign, state: State, checkpoints: Checkpoints) -> Result<Table, TableError> {
        let id = campaign.id;
        let (last, last_deed) = self.last_deed(&campaign, &checkpoints).await?;
        // Buttons of what was undone are out of date, though the position they were offered in may be back.
        let last_order = last.unwrap_or_default().max(self.journal.last_undone(id).await?);
        let dice_position = self.journal.dice_position(id).await?;
        let roster = self.journal.roster(id).await?;
        let battle = self.battle_of(id, checkpoints.battle(), &state).await?;
        Ok(Table { campaign, state, last_order, dice_position, roster, battle, last_deed, checkpoints })
    }

    /// The last row that changed the position, and the deed it belongs to, if that can be undone.
    async fn last_deed(&self, campaign: &Campaign, checkpoints: &Checkpoints) -> Result<(Option<u32>, Option<LastDeed>), TableError> {
        let id = campaign.id;
        let mut upto = campaign.revision;
        // Backwards, a checkpoint at a time: what was ordered last may have been long ago, if only the group's own business came since.
        let last = loop {
            let Some(from) = checkpoints.before(upto) else { return Ok((None, None)) };
            let rows = self.journal.orders_between(id, from.revision, upto, campaign.revision).await?;
            if let Some(last) = rows.iter().rev().find(|row| !row.order.is_about_the_group()) {
                break last.revision;
            }
            upto = from.revision;
        };
        let Some(deed) = self.journal.deed_of(id, last).await?.filter(|deed| !deed.rows.contains(&1)) else {
            return Ok((Some(last), None));
        };
        let first = deed.rows.first().copied().unwrap_or(last);
        let Some(from) = checkpoints.before(first) else { return Ok((Some(last), None)) };
        let mut state = State::clone(&from.state);
        let mut last_deed = LastDeed::begun(deed.user);
        for row in self.journal.orders_between(id, from.revision, last, campaign.revision).await? {
            let label = deed.rows.contains(&row.revision).then(|| labels::describe_order(&state, &row.order).0);
            let phase = state.phase();
            state.replay(&row.events);
            if let Some(label) = label {
                last_deed.takes(row.revision, label, threw(&row), is_quiet(&row.order) && state.phase() == phase);
            }
        }
        Ok((Some(last), Some(LastDeed { rows: deed.rows, ..last_deed })))
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
        let Some(from) = table.checkpoints.at(revision) else { return Ok(State::new(Arc::clone(&table.campaign.pack))) };
        let mut state = State::clone(&from.state);
        for row in self.journal.orders_between(id, from.revision, revision, revision).await? {
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
        let row = self.journal.orders_between(id, revision.saturating_sub(1), revision, revision).await?.pop();
        Ok(row.map(|row| (state, row.events)))
    }
}

/// Whether dice were thrown in a row, the stream's or the players' own.
fn threw(row: &OrderRow) -> bool {
    row.position_after > row.position_before || crate::files::export::is_thrown_by_players(&row.events)
}
