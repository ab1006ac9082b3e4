//! What was undone: the rows of one deed, which rows are void, and which despatches have to be marked.

use crate::model::entry::DeedRows;

use crate::journal::columns::{from_column, to_column};
use crate::journal::despatches;
use crate::journal::error::JournalError;
use crate::journal::interactions::record_interaction;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::despatch::Despatch;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, ChannelId, OutboxId};

fn number(number: i64) -> Result<u32, JournalError> {
    u32::try_from(number).map_err(|_| JournalError::Unreadable("revision".to_owned()))
}

impl Journal {
    /// The rows written by the interaction that wrote `revision`.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn deed_of(&self, campaign: CampaignId, revision: u32) -> Result<Option<DeedRows>, JournalError> {
        let rows = sqlx::query!(
            "SELECT revision AS \"revision!\", user AS \"user!\" FROM journal WHERE campaign = ?1 AND interaction = (SELECT interaction FROM journal WHERE campaign = ?1 AND revision = ?2) ORDER BY revision",
            campaign.0,
            revision
        )
        .fetch_all(&self.pool)
        .await?;
        let Some(first) = rows.first() else { return Ok(None) };
        let user = from_column(first.user);
        Ok(Some(DeedRows { user, rows: rows.into_iter().map(|row| number(row.revision)).collect::<Result<_, _>>()? }))
    }

    /// Every deed after a row whose rows stand, in order, with the rows of each.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn deeds(&self, campaign: CampaignId, after: u32) -> Result<Vec<DeedRows>, JournalError> {
        let rows = sqlx::query!(
            "SELECT revision, interaction, user FROM journal WHERE campaign = ? AND revision > ? AND undone_by IS NULL AND kind IN ('order', 'assigned') ORDER BY revision",
            campaign.0,
            after
        )
        .fetch_all(&self.pool)
        .await?;
        let (mut deeds, mut of) = (Vec::<DeedRows>::new(), None);
        for row in rows {
            let revision = number(row.revision)?;
            match deeds.last_mut().filter(|_| of == Some(row.interaction)) {
                Some(deed) => deed.rows.push(revision),
                None => deeds.push(DeedRows { user: from_column(row.user), rows: vec![revision] }),
            }
            of = Some(row.interaction);
        }
        Ok(deeds)
    }

    /// The latest row that voids others; 0 if none does.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn last_undone(&self, campaign: CampaignId) -> Result<u32, JournalError> {
        let latest = sqlx::query_scalar!(
            "SELECT MAX(revision) AS \"revision: i64\" FROM journal INDEXED BY journal_undone WHERE campaign = ? AND kind = 'undone'",
            campaign.0
        )
        .fetch_one(&self.pool)
        .await?;
        number(latest.unwrap_or_default())
    }

    /// Writes down something to be posted that tells of no row of the journal: it asks, or shows.
    ///
    /// # Errors
    ///
    /// [`JournalError::Repeated`] for an interaction acted on already.
    pub async fn post(
        &self,
        campaign: CampaignId,
        revision: u32,
        channel: ChannelId,
        deed: Deed,
        despatch: &Despatch,
    ) -> Result<OutboxId, JournalError> {
        let mut transaction = self.begin().await?;
        record_interaction(&mut transaction, campaign, deed).await?;
        let id = despatches::write(&mut transaction, campaign, revision, to_column(channel), despatch).await?;
        transaction.commit().await?;
        Ok(id)
    }
}

/// Voids rows of the journal: what they told of is marked, and the commands of a battle that never was are not counted.
pub(super) async fn void(transaction: &mut Transaction, campaign: CampaignId, by: u32, voids: &[u32]) -> Result<(), JournalError> {
    for row in voids {
        sqlx::query!("UPDATE journal SET undone_by = ? WHERE campaign = ? AND revision = ?", by, campaign.0, row)
            .execute(&mut **transaction)
            .await?;
        sqlx::query!("UPDATE outbox SET undone_by = ?1 WHERE campaign = ?2 AND revision = ?3 AND row = ?3", by, campaign.0, row)
            .execute(&mut **transaction)
            .await?;
        sqlx::query!("DELETE FROM battle_commands WHERE campaign = ? AND battle = ?", campaign.0, row).execute(&mut **transaction).await?;
    }
    Ok(())
}
