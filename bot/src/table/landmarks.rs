//! Undo to a point: the labelled points of a game, what going back to one takes back, and the row that voids it all.
//!
//! It is one undo of many deeds: what takes a second word for one of them takes it for all, and what is about the group stands; but a vote
//! that is still being held, and was called after the point, is withdrawn.

use crate::despatches::undo;
use crate::model::despatch::Despatch;
use crate::model::entry::{Deed, DeedRows, OrderRow};
use crate::model::ids::{CampaignId, InteractionId, UserId};
use crate::model::landmark::{GoneBack, Landmark};
use crate::model::last_deed::LastDeed;
use crate::model::played::UndoTakes;
use crate::table::error::TableError;
use crate::table::reading::{begins_with, threw};
use crate::table::tables::{Done, Hosted, Table, Tables};
use crate::table::undo::Undoing;

/// Points that are offered, the newest: as many as a menu holds.
const OFFERED: usize = 25;

/// How many rows are looked back, so that it costs the same in an old campaign as in a young one: some hundred rounds.
const LOOKED_BACK: u32 = 800;

/// How an undo to a point is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BackTo {
    /// The first row that is taken back.
    pub first: u32,
    /// The last that was shown to be; nothing if nothing was shown yet.
    pub last: Option<u32>,
    /// Who asked for it, if it is a second word that is asked for.
    pub asked_by: Option<UserId>,
}

/// A deed of the journal that stands and can be undone, with its orders.
struct Standing<G: Hosted> {
    deed: DeedRows,
    orders: Vec<OrderRow<G>>,
}

impl<G: Hosted> Tables<G> {
    /// The points a game can be taken back to, the newest first.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn landmarks(&self, id: CampaignId) -> Result<Vec<Landmark>, TableError> {
        let table = self.as_it_stands(id).await?;
        self.landmarks_of(&table).await
    }

    async fn landmarks_of(&self, table: &Table<G>) -> Result<Vec<Landmark>, TableError> {
        let (mut state, deeds) = self.standing_deeds(table).await?;
        let (mut found, mut reached) = (Vec::<Landmark>::new(), None::<String>);
        for Standing { deed, orders } in deeds {
            let before = state.clone();
            let events: Vec<G::Event> = orders.iter().flat_map(|row| row.events.iter().cloned()).collect();
            state.replay(&events);
            let marked = before.landmark(&state, &events);
            let about_the_game = orders.iter().any(|row| !G::is_about_the_group(&row.order));
            if about_the_game && !begins_with(&table.campaign, &deed) {
                let labels: Vec<String> = reached.take().into_iter().chain(marked.before).collect();
                if let (Some(first), false) = (deed.rows.first(), labels.is_empty()) {
                    found.push(Landmark { first: *first, label: labels.join(", ") });
                }
            }
            reached = marked.after.or(reached);
        }
        found.reverse();
        found.truncate(OFFERED);
        Ok(found)
    }

    /// The latest deeds that stand, in order, with the orders of each; and the position before them.
    async fn standing_deeds(&self, table: &Table<G>) -> Result<(G, Vec<Standing<G>>), TableError> {
        let campaign = &table.campaign;
        let (after, mut state) = match table.checkpoints.back(LOOKED_BACK) {
            Some(from) => (from.revision, G::clone(&from.state)),
            None => (0, G::opening(&campaign.pack)),
        };
        let rows = self.journal.orders_between::<G>(campaign.id, after, campaign.revision, campaign.revision).await?;
        let mut rows = rows.into_iter().peekable();
        let mut standing = Vec::new();
        let mut deeds = self.journal.deeds(campaign.id, after).await?;
        if after > 0 && !deeds.is_empty() {
            // Of the first there may be more before.
            let last = deeds.remove(0).rows.last().copied().unwrap_or_default();
            while let Some(row) = rows.next_if(|row| row.revision <= last) {
                state.replay(&row.events);
            }
        }
        for deed in deeds {
            let last = deed.rows.last().copied().unwrap_or_default();
            let mut orders = Vec::new();
            while let Some(row) = rows.next_if(|row| row.revision <= last) {
                orders.push(row);
            }
            standing.push(Standing { deed, orders });
        }
        Ok((state, standing))
    }

    /// What going back to a point takes back.
    async fn gone_back(&self, table: &Table<G>, first: u32, user: UserId) -> Result<GoneBack, TableError> {
        let to = self.landmarks_of(table).await?.into_iter().find(|landmark| landmark.first == first);
        let to = to.ok_or(TableError::OutOfDate)?.label;
        let (mut state, standing) = self.standing_deeds(table).await?;
        let (mut all, mut other) = (LastDeed::begun(user), None);
        let mut of_the_group: Vec<(u32, G::Order)> = Vec::new();
        for Standing { deed, orders } in standing {
            let about_the_game = orders.iter().any(|row| !G::is_about_the_group(&row.order));
            let taken = about_the_game && deed.rows.first().is_some_and(|row| *row >= first);
            of_the_group.extend(orders.iter().filter(|row| !taken && row.revision >= first).map(|row| (row.revision, row.order.clone())));
            for row in &orders {
                let label = taken.then(|| state.label(&row.order, None).0);
                state.replay(&row.events);
                if let Some(label) = label {
                    all.takes(row.revision, label, threw(row), false);
                    all.showed |= G::shows_hidden(&row.events);
                }
            }
            if taken {
                other = other.or_else(|| Some(deed.user).filter(|by| *by != user));
                all.rows.extend(deed.rows.iter().filter(|row| orders.iter().all(|order| order.revision != **row)));
            }
        }
        let vote = table.state.withdrawn(&of_the_group);
        let called = of_the_group.iter().find(|(row, _)| vote.first() == Some(row));
        let withdrawn = called.map(|(_, order)| table.state.label(order, None).0);
        all.rows.extend(vote);
        all.rows.sort_unstable();
        all.user = other.unwrap_or(user);
        Ok(GoneBack { to, deed: all, withdrawn })
    }

    /// Goes back to a point: shows first what that takes back, then asks another to agree where that is needed, then does it.
    ///
    /// # Errors
    ///
    /// If there is no such point any more, something has been ordered since it was shown, the one who asked may not, or the journal cannot
    /// be written.
    pub async fn undo_to(&self, id: CampaignId, interaction: InteractionId, user: UserId, back: BackTo) -> Result<Undoing, TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let deed = Deed { interaction, user, seat: G::seat_word(self.seat(&table, user)?) };
        let gone = self.gone_back(&table, back.first, back.asked_by.unwrap_or(user)).await?;
        let last = gone.deed.rows.last().copied().unwrap_or_default();
        if back.last.is_some_and(|shown| shown != last) {
            return Err(TableError::OutOfDate);
        }
        let commander = table.state.in_charge(&table.roster);
        let alone = table.roster.players().count() < 2;
        let takes = match table.state.undo_takes(&table.roster, &gone.deed, user) {
            UndoTakes::ItsOwner if gone.deed.user == user => UndoTakes::Nothing,
            UndoTakes::ItsOwner => return Err(TableError::NotYoursToUndo { given_by: gone.deed.user, commander }),
            takes => takes,
        };
        if back.last.is_none() {
            return Ok(Undoing::Confirm(Box::new(undo::shown(&gone, id, takes == UndoTakes::AnotherWord && !alone))));
        }
        match (takes, back.asked_by) {
            (UndoTakes::Nothing, _) => {}
            (_, None) if alone => {}
            (_, None) => {
                self.not_asked_yet(&table, &gone.deed).await?;
                let word = undo::SecondWord::of(&table.state, &table.roster, user);
                let despatch: Despatch = undo::request_to(&gone, id, user, word, table.campaign.revision);
                let outbox = self.journal.post(id, table.campaign.revision, table.campaign.channel, deed, &despatch).await?;
                return Ok(Undoing::Asked(Done { campaign: id, revision: table.campaign.revision, outbox: vec![outbox] }));
            }
            (_, Some(asked_by)) => {
                if !(alone || table.state.undo_agreed(&table.roster, asked_by, user)) {
                    return Err(TableError::AnotherHasToAgree { commander });
                }
                if !alone {
                    self.has_asked(&table, &gone.deed, asked_by).await?;
                }
            }
        }
        let with = back.asked_by.filter(|asked_by| *asked_by != user && table.state.seat(&table.roster, *asked_by).is_some());
        Ok(Undoing::Done(self.take_back(&mut table, deed, &gone.deed, with, Some(&gone)).await?))
    }
}
