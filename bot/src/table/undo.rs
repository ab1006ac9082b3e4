//! Undo: a row of the journal that voids the last thing ordered.
//!
//! What nothing was thrown for is taken back freely by whoever ordered it, or by the commander. Past a roll it takes the commander and
//! one other player: one asks, the other agrees, and the dice stay spent, so that what is done anew is thrown anew. Pressed again, undo
//! goes one deed further back, as far as the opening.

use crate::model::last_deed::LastDeed;
use std::sync::Arc;

use engine::campaign::State;
use engine::game::Game as _;

use crate::despatches::undo;
use crate::model::despatch::{Despatch, Place};
use crate::model::entry::Deed;
use crate::model::entry::{Entry, EntryKind};
use crate::model::ids::{CampaignId, InteractionId, UserId};
use crate::table::error::TableError;
use crate::table::reading::last_battle;
use crate::table::tables::{Done, Table, Tables};

/// What came of asking for an undo.
#[derive(Clone, Debug)]
pub enum Undoing {
    /// It is undone.
    Done(Done),
    /// Nobody else plays: the one who asked is told what it means, and asked again.
    Confirm(Box<Despatch>),
    /// Another has to agree, and has been asked in the channel.
    Asked(Done),
}

impl Tables {
    /// Undoes what was ordered last, or asks another to agree. `first` is the first row of what is to be undone, if a button named it;
    /// `asked_by` is the member who asked before, if one did: to agree, another has to press.
    ///
    /// # Errors
    ///
    /// If there is nothing to undo, it is no longer what was ordered last, the one who asked may not, or the journal cannot be written.
    pub async fn undo(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        first: Option<u32>,
        asked_by: Option<UserId>,
    ) -> Result<Undoing, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock().await;
        let deed = Deed { interaction, user, seat: self.seat(&table, user)? };
        let last = match (table.last_deed.clone(), first) {
            (Some(last), first) if first.is_none_or(|first| first == last.first()) => last,
            (None, None) => return Err(TableError::NothingToUndo),
            _ => return Err(TableError::OutOfDate),
        };
        let commander = table.roster.commanding(&table.state);
        let commands = commander.is_none_or(|commander| commander == user);
        if !last.threw {
            if !commands && last.user != user {
                return Err(TableError::NotYoursToUndo { given_by: last.user, commander });
            }
            return Ok(Undoing::Done(self.take_back(&mut table, deed, &last, None).await?));
        }
        let alone = table.roster.players().count() < 2;
        match asked_by {
            None if alone => Ok(Undoing::Confirm(Box::new(undo::confirm(&last, id, user)))),
            None => {
                let despatch = undo::request(&last, id, user, commander, table.campaign.revision);
                let outbox = self.journal.post(id, table.campaign.revision, table.campaign.channel, deed, &despatch).await?;
                Ok(Undoing::Asked(Done { campaign: id, revision: table.campaign.revision, outbox: vec![outbox] }))
            }
            Some(asked_by) => {
                let other = asked_by != user && table.roster.seat(&table.state, asked_by).is_some();
                let commander_is_in_it = commands || commander == Some(asked_by);
                if !(alone || other && commander_is_in_it) {
                    return Err(TableError::AnotherHasToAgree { commander });
                }
                let with = other.then_some(asked_by);
                Ok(Undoing::Done(self.take_back(&mut table, deed, &last, with).await?))
            }
        }
    }

    /// Writes the row that voids a deed, and reads the campaign anew.
    async fn take_back(&self, table: &mut Table, deed: Deed, last: &LastDeed, asked_by: Option<UserId>) -> Result<Done, TableError> {
        let (campaign, revision) = (&table.campaign, table.campaign.revision + 1);
        let mut rows = self.journal.orders(campaign.id, campaign.revision).await?;
        rows.retain(|row| !last.rows.contains(&row.revision));
        let mut before = State::new(Arc::clone(&campaign.pack));
        for row in &rows {
            before.replay(&row.events);
        }
        let by = (deed.user, asked_by);
        let mut despatch = undo::undone(&table.state, &before, last, by, table.standing(&before, revision));
        let mut despatches = Vec::new();
        // The thread of a battle that is fought on, or that never was, is told too, and goes on from there.
        let fought_on = self.battle_of(campaign.id, last_battle(&rows), &before).await?;
        if let Some(battle) = fought_on.or(table.battle) {
            let mut in_thread =
                Despatch { picture: None, place: Place::Thread { battle, closes: fought_on.is_none() }, ..despatch.clone() };
            if fought_on.is_some() {
                despatch.is_followed();
            } else {
                in_thread.is_followed();
            }
            despatches.push(in_thread);
        }
        despatches.push(despatch);
        if last.quiet {
            despatches.clear();
        }
        let entry = Entry {
            kind: EntryKind::Undone { voids: last.rows.clone() },
            entry: serde_json::json!({ "voids": last.rows, "asked_by": asked_by }),
            events: serde_json::json!([]),
            position_before: table.dice_position,
            position_after: table.dice_position,
            despatches,
        };
        let done = self.record_all(table, deed, &[entry]).await?;
        // What is void has been written: a position that still holds it must not be played on.
        match self.read_from_journal(table.campaign.clone()).await {
            Ok(before) => *table = before,
            Err(error) => {
                self.open.lock().await.remove(&table.campaign.id);
                return Err(error);
            }
        }
        Ok(done)
    }
}
