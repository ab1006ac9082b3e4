//! Undo: a row of the journal that voids the last thing ordered.
//!
//! What nothing was thrown for, and what showed nothing hidden, is taken back freely by whoever ordered it, or by the commander. Past that it takes the commander and
//! one other player: one asks, the other agrees, and the dice stay spent, so that what is done anew is thrown anew. Pressed again, undo
//! goes one deed further back, as far as the opening.

use crate::model::landmark::GoneBack;
use crate::model::last_deed::LastDeed;
use crate::model::lifecycle::Trial;

use crate::despatches::{group, lifecycle, undo};
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::entry::{Entry, EntryKind};
use crate::model::ids::{CampaignId, InteractionId, UserId};
use crate::model::played::UndoTakes;
use crate::table::error::TableError;
use crate::table::tables::Hosted;
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

/// What somebody declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declined {
    /// Who proposed it, or asked for it.
    pub asked_by: UserId,
    /// The number of what they proposed; 0 where they asked for an undo.
    pub proposal: u32,
}

impl<G: Hosted> Tables<G> {
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
        let mut table = table.lock_for(user).await;
        let deed = Deed { interaction, user, seat: G::seat_word(self.seat(&table, user)?) };
        let last = match (table.last_deed.clone(), first) {
            (Some(last), first) if first.is_none_or(|first| first == last.first()) => last,
            (None, None) => return Err(TableError::NothingToUndo(G::COMMANDS)),
            _ => return Err(TableError::OutOfDate),
        };
        let commander = table.state.in_charge(&table.roster);
        match table.state.undo_takes(&table.roster, &last, user) {
            UndoTakes::Nothing => return Ok(Undoing::Done(self.take_back(&mut table, deed, &last, None, None).await?)),
            UndoTakes::ItsOwner => return Err(TableError::NotYoursToUndo { given_by: last.user, commander }),
            UndoTakes::AnotherWord => {}
        }
        let alone = table.roster.players().count() < 2;
        match asked_by {
            None if alone => Ok(Undoing::Confirm(Box::new(undo::confirm(&last, id, user)))),
            None => {
                self.not_asked_yet(&table, &last).await?;
                let despatch =
                    undo::request(&last, id, user, undo::SecondWord::of(&table.state, &table.roster, user), table.campaign.revision);
                let outbox = self.journal.post(id, table.campaign.revision, table.campaign.channel, deed, &despatch).await?;
                Ok(Undoing::Asked(Done { campaign: id, revision: table.campaign.revision, outbox: vec![outbox] }))
            }
            Some(asked_by) => {
                let agreed = table.state.undo_agreed(&table.roster, asked_by, user);
                if !(alone || agreed) {
                    return Err(TableError::AnotherHasToAgree { commander });
                }
                if !alone {
                    self.has_asked(&table, &last, asked_by).await?;
                }
                let with = (asked_by != user && table.state.seat(&table.roster, asked_by).is_some()).then_some(asked_by);
                Ok(Undoing::Done(self.take_back(&mut table, deed, &last, with, None).await?))
            }
        }
    }

    /// Refuses to ask a second time for what the channel has been asked for, and says where that was.
    pub(super) async fn not_asked_yet(&self, table: &Table<G>, deed: &LastDeed) -> Result<(), TableError> {
        let campaign = &table.campaign;
        match self.journal.asked_for(campaign.id, &undo::asks(deed), deed.rows.last().copied().unwrap_or_default()).await? {
            Some((channel, message)) => Err(TableError::AskedAlready { guild: campaign.guild, channel, message }),
            None => Ok(()),
        }
    }

    /// Refuses a second word where the first was never said: who asked is what the journal says, not what a button does.
    pub(super) async fn has_asked(&self, table: &Table<G>, deed: &LastDeed, member: UserId) -> Result<(), TableError> {
        let since = deed.rows.last().copied().unwrap_or_default();
        let requests = self.journal.requests(table.campaign.id, since).await?;
        let asks = undo::asks(deed);
        let has_asked = requests.iter().any(|request| request.asks == asks && undo::is_request_of(request, member));
        if has_asked { Ok(()) } else { Err(TableError::OutOfDate) }
    }

    /// Declines to undo what a member asked to undo, or takes back that one asked.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfDate`] if they ask for nothing any more; if the one who declines has no seat, or the journal cannot be written.
    pub async fn decline_undo(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        asked_by: UserId,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let table = table.lock_for(user).await;
        let deed = Deed { interaction, user, seat: G::seat_word(self.seat(&table, user)?) };
        let last = table.last_deed.as_ref().and_then(|last| last.rows.last().copied()).ok_or(TableError::OutOfDate)?;
        if !self.journal.requests(id, last).await?.iter().any(|request| undo::is_request_of(request, asked_by)) {
            return Err(TableError::OutOfDate);
        }
        self.say(&table, deed, group::undo_declined(user, asked_by)).await
    }

    /// Posts why somebody declined what a member proposed or asked to undo.
    ///
    /// # Errors
    ///
    /// [`TableError::OutOfDate`] if they did not decline that; if they have no seat, or the journal cannot be written.
    pub async fn say_why(
        &self,
        id: CampaignId,
        interaction: InteractionId,
        user: UserId,
        declined: Declined,
        why: &str,
    ) -> Result<Done, TableError> {
        let table = self.table(id).await?;
        let table = table.lock_for(user).await;
        let deed = Deed { interaction, user, seat: G::seat_word(self.seat(&table, user)?) };
        let Declined { asked_by, proposal } = declined;
        let has_declined = if proposal == 0 {
            let said = group::undo_declined(user, asked_by).sentence;
            user != asked_by && self.journal.last_requests(id).await?.iter().any(|last| last.sentence == said)
        } else {
            self.journal.declined_by(id, proposal, asked_by).await? == Some(user)
        };
        if !has_declined {
            return Err(TableError::OutOfDate);
        }
        self.say(&table, deed, group::reason(user, asked_by, proposal, why)).await
    }

    /// Posts something that a player says, which changes nothing.
    async fn say(&self, table: &Table<G>, deed: Deed, mut told: Despatch) -> Result<Done, TableError> {
        let id = table.campaign.id;
        told.footer = table.state.footer(table.campaign.revision);
        lifecycle::footed(&mut told, &table.campaign);
        let outbox = self.journal.post(id, table.campaign.revision, table.campaign.channel, deed, &told).await?;
        Ok(Done { campaign: id, revision: table.campaign.revision, outbox: vec![outbox] })
    }

    /// Writes the row that voids a deed, and reads the campaign anew.
    pub(super) async fn take_back(
        &self,
        table: &mut Table<G>,
        deed: Deed,
        last: &LastDeed,
        asked_by: Option<UserId>,
        gone: Option<&GoneBack>,
    ) -> Result<Done, TableError> {
        let (campaign, revision) = (&table.campaign, table.campaign.revision + 1);
        let Some(from) = table.checkpoints.before(last.first()) else { return Err(TableError::NothingToUndo(G::COMMANDS)) };
        let (mut before, mut began) = (G::clone(&from.state), from.opened);
        for row in self.journal.orders_between::<G>(campaign.id, from.revision, campaign.revision, campaign.revision).await? {
            if !last.rows.contains(&row.revision) {
                before.replay(&row.events);
                began = if G::opens_a_thread(&row.events) { Some(row.revision) } else { began };
            }
        }
        let by = (deed.user, asked_by);
        let mut told = undo::undone(&table.state, &before, last, by, table.standing(&before, revision));
        if let Some(gone) = gone {
            undo::tell_gone_back(&mut told, gone);
        }
        let mut despatches = if last.quiet { Vec::new() } else { G::taken_back(self, table, &before, began, told).await? };
        if campaign.lifecycle.trial == Some(Trial::Demonstration) {
            despatches.extend(before.guide(table.standing(&before, revision)));
        }
        let entry = Entry {
            kind: EntryKind::Undone { voids: last.rows.clone() },
            entry: serde_json::json!({ "voids": last.rows, "asked_by": asked_by }),
            events: serde_json::json!([]),
            position_before: table.dice_position,
            position_after: table.dice_position,
            edition: G::EDITION,
            despatches,
        };
        let done = self.record_all(table, deed, &[entry]).await?;
        // What is void has been written: a position that still holds it must not be played on.
        let mut checkpoints = table.checkpoints.clone();
        checkpoints.undo(revision, last.first(), began);
        match self.carried_on(table.campaign.clone(), before, checkpoints).await {
            Ok(before) => *table = Table { jumps: table.jumps.take(), ..before },
            Err(error) => {
                // It is done; whoever asks next has the game read anew.
                tracing::info!(campaign = table.campaign.id.0, %error, "a game is to be read anew after an undo");
                self.open.forget(table.campaign.id);
            }
        }
        Ok(done)
    }
}
