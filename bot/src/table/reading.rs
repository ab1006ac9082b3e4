//! Campaigns read from the journal: as they stand, as they once stood, and what one row of the journal did.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::despatches::lifecycle;
use crate::journal::error::JournalError;
use crate::model::campaign::Campaign;
use crate::model::entry::{DeedRows, OrderRow};
use crate::model::ids::CampaignId;
use crate::model::last_deed::LastDeed;
use crate::model::style::Style;
use crate::table::checkpoints::Checkpoints;
use crate::table::error::TableError;
use crate::table::kept::Kept;
use crate::table::tables::Hosted;
use crate::table::tables::{Table, Tables};

impl<G: Hosted> Tables<G> {
    /// The table of a campaign, read from the journal if it is not open yet.
    pub(super) async fn table(&self, id: CampaignId) -> Result<Arc<Kept<Table<G>>>, TableError> {
        let read = async || {
            let Some(campaign) = self.journal.campaign(id).await? else {
                return Err(self.journal.game_of(id).await?.map_or(TableError::NoCampaign, |_| TableError::OtherGame));
            };
            self.read_from_journal(campaign).await
        };
        // Boxed: it is large, and awaited deep within whatever asks for a game.
        self.open.get(id, || Box::pin(read())).await
    }

    /// A campaign as it stands, whoever is at it.
    pub(super) async fn as_it_stands(&self, id: CampaignId) -> Result<Arc<Table<G>>, TableError> {
        Ok(self.table(id).await?.seen())
    }

    /// How what is said of a campaign looks.
    pub async fn style(&self, id: CampaignId) -> Style {
        match self.as_it_stands(id).await {
            Ok(table) => lifecycle::style(&table.campaign),
            Err(_) => Style::default(),
        }
    }

    /// A campaign as its journal says it stands, read from the opening on.
    pub(super) async fn read_from_journal(&self, campaign: Campaign<G>) -> Result<Table<G>, TableError> {
        let (id, revision, opening) = (campaign.id, campaign.revision, G::opening(&campaign.pack));
        let reading = async {
            let (rows, unreadable) = match self.journal.all_orders::<G>(id, revision).await {
                Err(JournalError::UnreadableRow { revision, reason }) => {
                    tracing::error!(campaign = id.0, revision, reason, "a row of the journal cannot be read: the game takes no orders");
                    let mut rows = self.journal.all_orders::<G>(id, revision.saturating_sub(1)).await?;
                    // What was undone after it stood when it was written.
                    for row in &mut rows {
                        row.undone_by = row.undone_by.filter(|by| *by < revision);
                    }
                    (rows, Some((revision, reason)))
                }
                other => (other?, None),
            };
            Ok::<_, JournalError>((self.journal.in_turn(id, rows.len(), move || replayed(opening, &rows)).await?, unreadable))
        };
        let ((state, checkpoints), unreadable) = self.journal.in_one_turn(id, revision, reading).await??;
        Ok(Table { unreadable, ..self.carried_on(campaign, state, checkpoints).await? })
    }

    /// A campaign whose position is known, with what its journal says besides: its members, its dice, and what was ordered last.
    pub(super) async fn carried_on(&self, campaign: Campaign<G>, state: G, checkpoints: Checkpoints<G>) -> Result<Table<G>, TableError> {
        let id = campaign.id;
        let (last, last_deed) = match self.last_deed(&campaign, &checkpoints).await {
            // It takes no orders, and so nothing is undone.
            Err(TableError::Journal(JournalError::UnreadableRow { .. })) => (None, None),
            other => other?,
        };
        // Buttons of what was undone are out of date, though the position they were offered in may be back.
        let last_order = last.unwrap_or_default().max(self.journal.last_undone(id).await?);
        let dice_position = self.journal.dice_position(id).await?;
        let mut roster = self.journal.roster(id).await?;
        roster.opponent = Some(campaign.standing_orders.opponent);
        let thread = G::thread_of(self, id, checkpoints.opened(), &state).await?;
        if let Some(battle) = thread {
            roster.sides = self.journal.battle(id, battle).await?.map(|row| row.sides).unwrap_or_default();
        }
        Ok(Table { campaign, state, last_order, dice_position, roster, thread, last_deed, checkpoints, jumps: None, unreadable: None })
    }

    /// The last row that changed the position, and the deed it belongs to, if that can be undone.
    async fn last_deed(&self, campaign: &Campaign<G>, checkpoints: &Checkpoints<G>) -> Result<(Option<u32>, Option<LastDeed>), TableError> {
        let id = campaign.id;
        let mut upto = campaign.revision;
        // Backwards, a checkpoint at a time: what was ordered last may have been long ago, if only the group's own business came since.
        let last = loop {
            let Some(from) = checkpoints.before(upto) else { return Ok((None, None)) };
            let rows = self.journal.orders_between::<G>(id, from.revision, upto, campaign.revision).await?;
            if let Some(last) = rows.iter().rev().find(|row| !G::is_about_the_group(&row.order)) {
                break last.revision;
            }
            upto = from.revision;
        };
        // Neither the opening can be undone, nor what came from a file.
        let Some(deed) = self.journal.deed_of(id, last).await?.filter(|deed| !begins_with(campaign, deed)) else {
            return Ok((Some(last), None));
        };
        let first = deed.rows.first().copied().unwrap_or(last);
        let Some(from) = checkpoints.before(first) else { return Ok((Some(last), None)) };
        let mut state = G::clone(&from.state);
        let mut last_deed = LastDeed::begun(deed.user);
        for row in self.journal.orders_between::<G>(id, from.revision, last, campaign.revision).await? {
            let label = deed.rows.contains(&row.revision).then(|| state.label(&row.order, None).0);
            let before = state.clone();
            state.replay(&row.events);
            match label {
                // Of what followed by itself nobody ordered anything.
                Some(_) if before.follows_by_itself(&row.order) && !last_deed.rows.is_empty() => {
                    last_deed.goes_on(row.revision, threw(&row));
                }
                Some(label) => last_deed.takes(row.revision, label, threw(&row), G::is_quiet(&row.order) && !before.went_on(&state)),
                None => continue,
            }
            last_deed.showed |= G::shows_hidden(&row.events);
        }
        Ok((Some(last), Some(LastDeed { rows: deed.rows, ..last_deed })))
    }

    /// A campaign's state as it was at `revision`.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn state_at(&self, id: CampaignId, revision: u32) -> Result<G, TableError> {
        let table = self.as_it_stands(id).await?;
        self.position_at(&table, revision).await
    }

    /// The position of a game as it was at `revision`.
    pub(super) async fn position_at(&self, table: &Table<G>, revision: u32) -> Result<G, TableError> {
        if table.last_order <= revision {
            return Ok(table.state.clone());
        }
        let Some(from) = table.checkpoints.at(revision) else { return Ok(G::opening(&table.campaign.pack)) };
        let mut state = G::clone(&from.state);
        for row in self.journal.orders_between::<G>(table.campaign.id, from.revision, revision, revision).await? {
            state.replay(&row.events);
        }
        Ok(state)
    }

    /// The events of one row of the journal, with the state after it.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn row(&self, id: CampaignId, revision: u32) -> Result<Option<(G, Vec<G::Event>)>, TableError> {
        let state = self.state_at(id, revision).await?;
        let row = self.journal.orders_between::<G>(id, revision.saturating_sub(1), revision, revision).await?.pop();
        Ok(row.map(|row| (state, row.events)))
    }
}

/// The position that rows lead to, from the opening on, with checkpoints on the way.
fn replayed<G: Hosted>(opening: G, rows: &[OrderRow<G>]) -> (G, Checkpoints<G>) {
    let mut undone: BTreeMap<u32, u32> = BTreeMap::new();
    for row in rows {
        if let Some(by) = row.undone_by {
            undone.entry(by).and_modify(|first| *first = row.revision.min(*first)).or_insert(row.revision);
        }
    }
    let mut checkpoints = Checkpoints::new(opening.clone(), undone.into_iter().collect());
    let mut state = opening;
    for row in rows.iter().filter(|row| row.undone_by.is_none()) {
        state.replay(&row.events);
        checkpoints.pass(row.revision, 1, &state, G::opens_a_thread(&row.events).then_some(row.revision));
    }
    (state, checkpoints)
}

/// Whether a deed is what a game was begun with, or came from a file: neither can be undone.
pub(super) fn begins_with<G: Hosted>(campaign: &Campaign<G>, deed: &DeedRows) -> bool {
    deed.rows.iter().any(|row| *row <= campaign.lifecycle.imported.max(u32::from(G::OPENS_WITH_ORDERS)))
}

/// Whether dice were thrown in a row, the stream's or the players' own.
pub(super) fn threw<G: Hosted>(row: &OrderRow<G>) -> bool {
    row.position_after > row.position_before || crate::files::export::is_thrown_by_players(&row.events)
}
