//! Proposals: orders that wait for the commander's word, and those a player is still putting together.

use crate::model::ids::{ChannelId, MessageId, ProposalId, UserId};
use crate::model::played::Played;
use crate::model::proposal::Proposal;
use crate::model::proposal::ProposalStanding;
use serde::Serialize;

use crate::journal::columns::{from_column, to_column, unreadable};
use crate::journal::despatches;
use crate::journal::error::JournalError;
use crate::journal::interactions::record_interaction;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::campaign::Campaign;
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, OutboxId};

macro_rules! proposal {
    ($row:expr) => {{
        let row = $row;
        Proposal {
            id: ProposalId(row.id),
            number: u32::try_from(row.number).map_err(|_| JournalError::Unreadable("proposal".to_owned()))?,
            campaign: CampaignId(row.campaign),
            user: from_column(row.user),
            base: u32::try_from(row.base).map_err(|_| JournalError::Unreadable("proposal".to_owned()))?,
            orders: serde_json::from_str(&row.orders).map_err(unreadable("proposal"))?,
            standing: ProposalStanding::ALL
                .into_iter()
                .find(|standing| standing.word() == row.standing)
                .ok_or_else(|| JournalError::Unreadable("proposal".to_owned()))?,
        }
    }};
}

impl Journal {
    /// The game that a proposal is for.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn proposed_in(&self, id: ProposalId) -> Result<Option<CampaignId>, JournalError> {
        let campaign = sqlx::query_scalar!("SELECT campaign FROM proposals WHERE id = ?", id.0).fetch_optional(&self.pool).await?;
        Ok(campaign.map(CampaignId))
    }

    /// A proposal by its number.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn proposal<G: Played>(&self, id: ProposalId) -> Result<Option<Proposal<G>>, JournalError> {
        let row = sqlx::query!("SELECT id, campaign, user, base, orders, standing, (SELECT COUNT(*) FROM proposals AS earlier WHERE earlier.campaign = proposals.campaign AND earlier.standing != 'draft' AND earlier.id <= proposals.id) AS \"number!: i64\" FROM proposals WHERE id = ?", id.0)
            .fetch_optional(&self.pool)
            .await?;
        row.map(|row| Ok(proposal!(row))).transpose()
    }

    /// Who declined a proposal of a member's, by its number in its game; nobody where it is another's, or was not declined.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn declined_by(&self, campaign: CampaignId, number: u32, asked_by: UserId) -> Result<Option<UserId>, JournalError> {
        let (before, declined) = (i64::from(number) - 1, ProposalStanding::Declined.word());
        let row = sqlx::query!(
            "SELECT user, standing, settled_by FROM proposals WHERE campaign = ? AND standing != 'draft' ORDER BY id LIMIT 1 OFFSET ?",
            campaign.0,
            before
        )
        .fetch_optional(&self.pool)
        .await?;
        let row = row.filter(|row| row.standing == declined && from_column::<UserId>(row.user) == asked_by);
        Ok(row.and_then(|row| row.settled_by).map(from_column))
    }

    /// The proposals of a campaign that wait for the commander, oldest first.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn open_proposals<G: Played>(&self, campaign: CampaignId) -> Result<Vec<Proposal<G>>, JournalError> {
        let rows = sqlx::query!(
            "SELECT id, campaign, user, base, orders, standing, (SELECT COUNT(*) FROM proposals AS earlier WHERE earlier.campaign = proposals.campaign AND earlier.standing != 'draft' AND earlier.id <= proposals.id) AS \"number!: i64\" FROM proposals WHERE campaign = ? AND standing = 'open' ORDER BY id",
            campaign.0
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter().map(|row| Ok(proposal!(row))).collect()
    }

    /// What a member is putting together.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn draft<G: Played>(&self, campaign: CampaignId, user: UserId) -> Result<Option<Proposal<G>>, JournalError> {
        let user = to_column(user);
        let row = sqlx::query!(
            "SELECT id, campaign, user, base, orders, standing, (SELECT COUNT(*) FROM proposals AS earlier WHERE earlier.campaign = proposals.campaign AND earlier.standing != 'draft' AND earlier.id <= proposals.id) AS \"number!: i64\" FROM proposals WHERE campaign = ? AND user = ? AND standing = 'draft'",
            campaign.0,
            user
        )
        .fetch_optional(&self.pool)
        .await?;
        row.map(|row| Ok(proposal!(row))).transpose()
    }

    /// Keeps what a member has put together so far, in place of an earlier draft; no orders for none.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already.
    pub async fn keep_draft<O: Serialize + Sync>(
        &self,
        campaign: CampaignId,
        deed: Deed,
        base: u32,
        orders: &[O],
    ) -> Result<(), JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, campaign, deed).await?;
        write_draft(&mut transaction, campaign, deed.user, base, orders).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Puts a proposal before the commander; `compose` makes its despatch once its number is known.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already.
    pub async fn propose<G: Played>(
        &self,
        campaign: &Campaign<G>,
        deed: Deed,
        base: u32,
        orders: &[G::Order],
        compose: impl FnOnce(ProposalId, u32) -> Despatch + Send,
    ) -> Result<OutboxId, JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, campaign.id, deed).await?;
        write_draft::<()>(&mut transaction, campaign.id, deed.user, base, &[]).await?;
        let (user, at) = (to_column(deed.user), transaction.at());
        let text = serde_json::to_string(orders).map_err(unreadable("proposal"))?;
        let id = sqlx::query_scalar!(
            "INSERT INTO proposals (campaign, user, base, orders, standing, made_at) VALUES (?, ?, ?, ?, 'open', ?) RETURNING id AS \"id!\"",
            campaign.id.0,
            user,
            base,
            text,
            at
        )
        .fetch_one(&mut *transaction)
        .await?;
        let number = sqlx::query_scalar!(
            "SELECT COUNT(*) AS \"number!: i64\" FROM proposals WHERE campaign = ? AND standing != 'draft' AND id <= ?",
            campaign.id.0,
            id
        )
        .fetch_one(&mut *transaction)
        .await?;
        let despatch = compose(ProposalId(id), u32::try_from(number).unwrap_or(u32::MAX));
        let outbox = despatches::write(&mut transaction, campaign.id, campaign.revision, to_column(campaign.channel), &despatch).await?;
        sqlx::query!("UPDATE proposals SET outbox = ? WHERE id = ?", outbox.0, id).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(outbox)
    }

    /// The channel and the message in which a proposal was put before the commander, once it is posted.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn proposal_message<G: Played>(&self, proposal: &Proposal<G>) -> Result<Option<(ChannelId, MessageId)>, JournalError> {
        let row = sqlx::query!(
            "SELECT channel, message AS \"message!\" FROM outbox WHERE id = (SELECT outbox FROM proposals WHERE id = ?) AND message IS NOT NULL",
            proposal.id.0
        )
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.map(|row| (from_column(row.channel), from_column(row.message))))
    }

    /// Settles a proposal without carrying it out, and writes down what is posted of that.
    ///
    /// # Errors
    ///
    /// As [`Journal::settle`].
    pub async fn settle_and_tell<G: Played>(
        &self,
        proposal: &Proposal<G>,
        deed: Deed,
        told: Option<(&Campaign<G>, &Despatch)>,
    ) -> Result<(), JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, proposal.campaign, deed).await?;
        settle(&mut transaction, proposal.id, deed, proposal.standing).await?;
        if let Some((campaign, despatch)) = told {
            despatches::write(&mut transaction, campaign.id, campaign.revision, to_column(campaign.channel), despatch).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Keeps a proposal open as one made after the last order, its base.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already.
    pub async fn put_again<G: Played>(&self, proposal: &Proposal<G>, deed: Deed) -> Result<(), JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, proposal.campaign, deed).await?;
        sqlx::query!("UPDATE proposals SET base = ? WHERE id = ? AND standing = 'open'", proposal.base, proposal.id.0)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Settles a proposal without carrying it out.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already, [`JournalError::MovedOn`] if it has been settled meanwhile.
    pub async fn settle<G: Played>(&self, proposal: &Proposal<G>, deed: Deed, standing: ProposalStanding) -> Result<(), JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, proposal.campaign, deed).await?;
        settle(&mut transaction, proposal.id, deed, standing).await?;
        transaction.commit().await?;
        Ok(())
    }
}

async fn write_draft<O: Serialize + Sync>(
    transaction: &mut Transaction,
    campaign: CampaignId,
    user: UserId,
    base: u32,
    orders: &[O],
) -> Result<(), JournalError> {
    let (user, at) = (to_column(user), transaction.at());
    sqlx::query!("DELETE FROM proposals WHERE campaign = ? AND user = ? AND standing = 'draft'", campaign.0, user)
        .execute(&mut **transaction)
        .await?;
    if !orders.is_empty() {
        let text = serde_json::to_string(orders).map_err(unreadable("draft"))?;
        sqlx::query!(
            "INSERT INTO proposals (campaign, user, base, orders, standing, made_at) VALUES (?, ?, ?, ?, 'draft', ?)",
            campaign.0,
            user,
            base,
            text,
            at
        )
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

/// Settles an open proposal.
pub(super) async fn settle(
    transaction: &mut Transaction,
    id: ProposalId,
    deed: Deed,
    standing: ProposalStanding,
) -> Result<(), JournalError> {
    let (word, user, at) = (standing.word(), to_column(deed.user), transaction.at());
    let settled = sqlx::query!(
        "UPDATE proposals SET standing = ?, settled_by = ?, settled_at = ? WHERE id = ? AND standing = 'open'",
        word,
        user,
        at,
        id.0
    )
    .execute(&mut **transaction)
    .await?;
    if settled.rows_affected() == 1 { Ok(()) } else { Err(JournalError::MovedOn) }
}
