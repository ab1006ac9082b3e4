//! Proposals: what a player orders that is the commander's to decide.
//!
//! Steps that throw no dice and are no news are put together into a draft, which its maker sees carried out; the first order that is
//! news, or throws dice, ends it, and all of it is put before the commander. Approved, it is carried out in one transaction.

use crate::despatches::proposed::carried_on;
use crate::despatches::proposed::described;
use crate::despatches::proposed::names;
use crate::despatches::{group, lifecycle, sheet, undo};
use crate::journal::error::JournalError;
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, ChannelId, InteractionId, MessageId, ProposalId, UserId};
use crate::model::proposal::{Proposal, ProposalStanding};
use crate::model::roster::Authority;
use crate::model::snapshot::Snapshot;
use crate::table::error::TableError;
use crate::table::kept::FOR_ONES_OWN;
use crate::table::orders::{refused_among, seat_in};
use crate::table::tables::Hosted;
use crate::table::tables::{Done, Given, Table, Tables};

/// A proposal that was settled.
#[derive(Clone, Debug)]
pub struct SettledProposal {
    /// Its message from now on.
    pub message: Despatch,
    /// What became of it, in a sentence.
    pub fate: String,
    /// Where its message stands, once it is posted.
    pub own: Option<(ChannelId, MessageId)>,
    /// What was done, if it was approved.
    pub done: Option<Done>,
    /// Who proposed it, and its number, if another than they declined it.
    pub declined: Option<(UserId, u32)>,
}

impl<G: Hosted> Tables<G> {
    /// What the one who gave an order sees next: what is asked now, or that it has been proposed.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn what_follows(&self, id: CampaignId, user: UserId, order: &G::Order, given: &Given) -> Result<Despatch, TableError> {
        let snapshot = self.seen_by(id, user).await?;
        if matches!(given, Given::Proposed(_)) && G::is_a_correction(order) {
            return Ok(Despatch::saying("It is proposed: the channel has been asked for a second word."));
        }
        if matches!(given, Given::Proposed(_)) {
            let commander = snapshot.state.decides(&snapshot.roster).map_or_else(|| "the commander".to_owned(), |user| user.mention());
            return Ok(Despatch::saying(format!("It is before {commander} now.")));
        }
        let seat = snapshot.state.seat_seeing(&snapshot.roster, user);
        let mut next = snapshot.state.after(seat, snapshot.standing(), order);
        sheet::with_draft(&mut next, id, &self.draft_lines(&snapshot).await?);
        if let Some(deed) = snapshot.last_deed.filter(|deed| snapshot.drafted.is_empty() && deed.is_free()) {
            next.buttons.push(undo::button(&deed, id));
        }
        Ok(next)
    }

    /// Asks before an order that cannot be taken back, given in the seat of the one who asks: giving a game up.
    ///
    /// # Errors
    ///
    /// If the one who asks plays no side, the order is refused, or the journal cannot be read.
    pub async fn ask_first(
        &self,
        id: CampaignId,
        user: UserId,
        order: impl Fn(G::Seat) -> Option<G::Order> + Send,
    ) -> Result<Despatch, TableError> {
        let snapshot = self.snapshot(id).await?;
        let seat = seat_in(&snapshot, user)?;
        let order = order(seat).ok_or(TableError::Spectator)?;
        let refused = |refusal| TableError::Refused(G::refused(snapshot.state.pack(), &refusal));
        snapshot.state.permit(seat, &order).map_err(refused)?;
        snapshot.state.question(&order, id, snapshot.campaign.revision).ok_or(TableError::UnknownOrder)
    }

    /// A campaign as a member sees it: with what they are putting together carried out, and after an order of theirs that is being carried out, if
    /// that is done in a moment.
    ///
    /// # Errors
    ///
    /// [`TableError::NoCampaign`], or if the journal cannot be read.
    pub async fn seen_by(&self, id: CampaignId, user: UserId) -> Result<Snapshot<G>, TableError> {
        let table = self.table(id).await?.seen_by(user, FOR_ONES_OWN).await;
        let mut snapshot = table.snapshot();
        if let Some((orders, state)) = self.drafted(&table, user).await? {
            (snapshot.state, snapshot.drafted) = (state, orders);
        }
        Ok(snapshot)
    }

    /// What a member is putting together, in words, order by order; nothing for most.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn draft_lines(&self, seen: &Snapshot<G>) -> Result<Vec<String>, TableError> {
        if seen.drafted.is_empty() {
            return Ok(Vec::new());
        }
        let state = self.snapshot(seen.campaign.id).await?.state;
        Ok(described(&state, &seen.drafted))
    }

    /// Drops what a member is putting together.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn drop_draft(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<(), TableError> {
        let table = self.table(id).await?;
        let table = table.lock_for(user).await;
        Ok(self
            .journal
            .keep_draft::<G::Order>(id, Deed { interaction, user, seat: G::seat_word(G::bystander()) }, table.last_order, &[])
            .await?)
    }

    /// What a member has put together, and the position it makes; none if the campaign has moved on since it was begun.
    async fn drafted(&self, table: &Table<G>, user: UserId) -> Result<Option<(Vec<G::Order>, G)>, TableError> {
        let Some(draft) = self.journal.draft::<G>(table.campaign.id, user).await? else { return Ok(None) };
        if draft.base != table.last_order {
            return Ok(None);
        }
        Ok(carried_on(&table.state, &draft.orders).map(|state| (draft.orders, state)))
    }

    /// Orders with what their giver had put together before them, where that has since been put into their hands too and the orders follow on
    /// it; nothing where they stand for themselves.
    pub(super) async fn after_own_draft(
        &self,
        table: &Table<G>,
        user: UserId,
        seat: G::Seat,
        given: &[G::Order],
    ) -> Result<Option<Vec<G::Order>>, TableError> {
        let Some((mut orders, drafted)) = self.drafted(table, user).await? else { return Ok(None) };
        if !self.may_give(table, user, &orders) || given.first().is_none_or(|order| drafted.permit(seat, order).is_err()) {
            return Ok(None);
        }
        orders.extend_from_slice(given);
        Ok(Some(orders))
    }

    /// Takes orders as steps of a draft, or as the end of one.
    pub(super) async fn propose(
        &self,
        table: &Table<G>,
        deed: Deed,
        seat: G::Seat,
        given: &[G::Order],
        faces: Option<Vec<u16>>,
    ) -> Result<Given, TableError> {
        if faces.is_some() {
            return Err(TableError::DiceWithProposal);
        }
        if given.iter().any(G::is_a_correction) {
            // It is about what is, not about what is being put together.
            return self.propose_all(table, deed, seat, given, faces).await;
        }
        let (mut orders, begun) = self.drafted(table, deed.user).await?.unwrap_or_else(|| (Vec::new(), table.state.clone()));
        let mut state = Some(begun);
        for order in given {
            // What comes after dice is seen when they have fallen.
            let Some(before) = state.take() else { break };
            before.permit(seat, order).map_err(|refusal| {
                let reason = G::refused(before.pack(), &refusal);
                if given.len() > 1 { refused_among(&before, order, &reason) } else { TableError::Refused(reason) }
            })?;
            state = carried_on(&before, std::slice::from_ref(order));
        }
        orders.extend_from_slice(given);
        let campaign = &table.campaign;
        if given.iter().all(G::is_a_step) && state.is_some() {
            self.journal.keep_draft(campaign.id, deed, table.last_order, &orders).await?;
            return Ok(Given::Drafted);
        }
        Ok(Given::Proposed(self.put_before_the_commander(table, deed, &orders).await?))
    }

    /// Puts orders before the commander that belong together.
    pub(super) async fn propose_all(
        &self,
        table: &Table<G>,
        deed: Deed,
        seat: G::Seat,
        orders: &[G::Order],
        faces: Option<Vec<u16>>,
    ) -> Result<Given, TableError> {
        if faces.is_some() {
            return Err(TableError::DiceWithProposal);
        }
        if let Some(order) = orders.first() {
            table.state.permit(seat, order).map_err(|refusal| TableError::Refused(G::refused(table.state.pack(), &refusal)))?;
        }
        Ok(Given::Proposed(self.put_before_the_commander(table, deed, orders).await?))
    }

    /// Puts what a member has put together so far before the commander, though nothing in it is news by itself; where it has been put into
    /// their own hands since, it is carried out: whether it was, beside what it comes to.
    ///
    /// # Errors
    ///
    /// [`TableError::NothingToChange`] if there is nothing, or the campaign has moved on since; or if the journal cannot be written.
    pub async fn propose_draft(&self, id: CampaignId, interaction: InteractionId, user: UserId) -> Result<(Done, bool), TableError> {
        let table = self.table(id).await?;
        let mut table = table.lock_for(user).await;
        let seat = self.seat(&table, user)?;
        let (orders, _) = self.drafted(&table, user).await?.ok_or(TableError::NothingToChange)?;
        let deed = Deed { interaction, user, seat: G::seat_word(seat) };
        if self.may_give(&table, user, &orders) {
            return Ok((self.carry_out_all(&mut table, deed, seat, &orders, None, None).await?, true));
        }
        Ok((self.put_before_the_commander(&table, deed, &orders).await?, false))
    }

    /// Whether a member may give all of these orders, and need not propose them.
    fn may_give(&self, table: &Table<G>, user: UserId, orders: &[G::Order]) -> bool {
        let authority = |order| table.state.authority(&table.roster, &table.campaign.standing_orders, user, order);
        orders.iter().all(|order| authority(order) == Authority::Gives)
    }

    async fn put_before_the_commander(&self, table: &Table<G>, deed: Deed, orders: &[G::Order]) -> Result<Done, TableError> {
        let (campaign, state) = (&table.campaign, &table.state);
        let lines = described(state, orders);
        // A round in somebody's hands is theirs to decide on.
        let commander = state.decides(&table.roster);
        let two = orders.iter().any(G::is_a_correction);
        let compose = |id: ProposalId, number: u32| {
            let mut despatch = group::proposal(state, (id, number), deed.user, commander, &lines);
            if two {
                group::takes_two(&mut despatch, deed.user, state.in_charge(&table.roster));
            }
            lifecycle::footed(&mut despatch, campaign);
            despatch
        };
        let outbox = self.journal.propose(campaign, deed, table.last_order, orders, compose).await?;
        Ok(Done { campaign: campaign.id, revision: campaign.revision, outbox: vec![outbox] })
    }

    /// Approves or declines a proposal; for the commander, and for whoever may order it themselves. Its maker may take it back. Approved where it
    /// would do another thing now than when it was made, it stays open, and says what it would do.
    ///
    /// # Errors
    ///
    /// If the one who asked may not, it has been settled already, or the journal cannot be written.
    pub async fn settle(
        &self,
        id: ProposalId,
        interaction: InteractionId,
        user: UserId,
        approve: bool,
    ) -> Result<(Proposal<G>, Option<Done>), TableError> {
        let mut proposal = self.journal.proposal::<G>(id).await?.ok_or(TableError::Settled)?;
        let table = self.table(proposal.campaign).await?;
        let mut table = table.lock_for(user).await;
        let taken_back = proposal.user == user && !approve;
        let seat = if !taken_back && proposal.orders.iter().any(G::is_a_correction) {
            // Two agree, and one of them commands; whoever has come to play alone is both.
            let seat = self.seat(&table, user)?;
            let alone = table.roster.players().count() < 2;
            if !(alone || table.state.undo_agreed(&table.roster, proposal.user, user)) {
                return Err(TableError::CorrectionTakesTwo { commander: table.state.in_charge(&table.roster) });
            }
            seat
        } else if taken_back || (proposal.user != user && self.may_give(&table, user, &proposal.orders)) {
            self.seat(&table, user)?
        } else {
            self.commanding_seat(&table, user)?
        };
        if proposal.standing != ProposalStanding::Open {
            return Err(TableError::Settled);
        }
        let deed = Deed { interaction, user, seat: G::seat_word(seat) };
        if !approve {
            proposal.standing = ProposalStanding::Declined;
            // Whoever takes their own back knows it.
            let told = (!taken_back).then(|| {
                let lines = described(&table.state, &proposal.orders);
                let mut told = group::declined(&table.state, proposal.number, proposal.user, user, &lines);
                lifecycle::footed(&mut told, &table.campaign);
                told
            });
            let told = told.as_ref().map(|despatch| (&table.campaign, despatch));
            self.journal.settle_and_tell(&proposal, deed, told).await?;
            return Ok((proposal, None));
        }
        if self.means_another_thing(&table, seat, &proposal).await? {
            proposal.base = table.last_order;
            self.journal.put_again(&proposal, deed).await?;
            return Ok((proposal, None));
        }
        let orders = proposal.orders.clone();
        match self.carry_out_all(&mut table, deed, seat, &orders, None, Some(id)).await {
            Ok(done) => {
                proposal.standing = ProposalStanding::Approved;
                Ok((proposal, Some(done)))
            }
            Err(TableError::Refused(_)) => {
                proposal.standing = ProposalStanding::Overtaken;
                self.journal.settle(&proposal, deed, proposal.standing).await?;
                Ok((proposal, None))
            }
            Err(TableError::Journal(JournalError::MovedOn)) => Err(TableError::Settled),
            Err(error) => Err(error),
        }
    }

    /// Settles a proposal, as [`Self::settle`] does, with what its message says from then on.
    ///
    /// # Errors
    ///
    /// As [`Self::settle`].
    pub async fn settled(
        &self,
        id: ProposalId,
        interaction: InteractionId,
        user: UserId,
        approve: bool,
    ) -> Result<SettledProposal, TableError> {
        let proposal = self.journal.proposal::<G>(id).await?.ok_or(TableError::Settled)?;
        let snapshot = self.snapshot(proposal.campaign).await?;
        let (before, standing) = (&snapshot.state, snapshot.standing());
        let (settled, done) = Self::settle(self, id, interaction, user, approve).await?;
        let lines = described(before, &settled.orders);
        let message = match settled.standing {
            ProposalStanding::Open => group::put_again(before, standing, (id, settled.number), settled.user, &lines),
            fate => group::settled(before, settled.number, settled.user, user, fate, &lines),
        };
        Ok(SettledProposal {
            message,
            fate: group::fate(settled.user, user, settled.standing),
            own: self.journal.proposal_message(&proposal).await?,
            done,
            declined: Some((settled.user, settled.number))
                .filter(|_| settled.standing == ProposalStanding::Declined && settled.user != user),
        })
    }

    /// Whether a proposal that could be carried out now would do another thing than when it was made: something has been ordered since, and
    /// its orders are called otherwise now, or are about something else.
    async fn means_another_thing(&self, table: &Table<G>, seat: G::Seat, proposal: &Proposal<G>) -> Result<bool, TableError> {
        let is_permitted = proposal.orders.first().is_some_and(|order| table.state.permit(seat, order).is_ok());
        // A correction says all of what it is about.
        if proposal.base == table.last_order || !is_permitted || proposal.orders.iter().all(G::is_a_correction) {
            return Ok(false);
        }
        let then = self.position_at(table, proposal.base).await?;
        Ok(then.concerns() != table.state.concerns() || names(&then, &proposal.orders) != names(&table.state, &proposal.orders))
    }

    /// The proposals that wait for the commander, each with what it would order, as things stand now.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn open_proposals(&self, id: CampaignId) -> Result<Vec<(Proposal<G>, Vec<String>)>, TableError> {
        let state = self.snapshot(id).await?.state;
        let proposals = self.journal.open_proposals::<G>(id).await?;
        Ok(proposals
            .into_iter()
            .map(|proposal| {
                let lines = described(&state, &proposal.orders);
                (proposal, lines)
            })
            .collect())
    }
}
