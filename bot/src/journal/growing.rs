//! Messages that grow: which despatches one message shows, and which messages have to be edited.

use crate::journal::columns::{from_column, to_column, unreadable};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::despatch::{Despatch, Place};
use crate::model::ids::{CampaignId, OutboxId};
use crate::model::outbox_row::{Growing, Part, Unreadable, Waiting};

/// How long a message may grow, in seconds: Discord rations edits of messages that are older than an hour, and who comes back then looks
/// for something new.
const GROWS_FOR: i64 = 50 * 60;

fn number(number: i64) -> Result<u32, JournalError> {
    u32::try_from(number).map_err(|_| JournalError::Unreadable("revision".to_owned()))
}

/// Which section a despatch that is to be written belongs to, and which message it is shown in.
pub(super) struct Joins {
    /// The section.
    pub(super) section: String,
    /// The despatch whose message grows by it; nothing if it gets a message of its own.
    pub(super) head: Option<i64>,
}

/// Joins a despatch that is to be written to the message before it, if that is of the same section, is not too old, and nobody is called
/// anew, for an edit calls nobody. Nothing for one that stands alone.
pub(super) async fn joins(transaction: &mut Transaction, campaign: CampaignId, despatch: &Despatch) -> Result<Option<Joins>, JournalError> {
    let place = match despatch.place {
        Place::Channel => "channel".to_owned(),
        Place::Thread { closes: false, .. } => serde_json::to_string(&despatch.place).map_err(unreadable("despatch"))?,
        _ => return Ok(None),
    };
    let Some(section) = &despatch.section else { return Ok(None) };
    if despatch.mention.is_some() {
        return Ok(Some(Joins { section: section.clone(), head: None }));
    }
    let since = transaction.at() - GROWS_FOR;
    let by_the_way = section == Despatch::BY_THE_WAY;
    let before = sqlx::query!(
        "SELECT head.id AS \"head!\", before.section AS \"section!: String\" FROM (SELECT id, joined, section FROM outbox INDEXED BY outbox_in_place WHERE campaign = ?1 AND COALESCE(json_extract(despatch, '$.place'), 'channel') = ?5 AND COALESCE(json_extract(despatch, '$.picture'), '') <> 'film' ORDER BY id DESC LIMIT 1) AS before JOIN outbox AS head ON head.id = COALESCE(before.joined, before.id) WHERE (before.section = ?2 OR (?3 AND before.section IS NOT NULL)) AND head.failed IS NULL AND head.written_at >= ?4",
        campaign.0,
        section,
        by_the_way,
        since,
        place
    )
    .fetch_optional(&mut **transaction)
    .await?;
    Ok(Some(match before {
        Some(before) => Joins { section: before.section, head: Some(before.head) },
        None => Joins { section: section.clone(), head: None },
    }))
}

/// Closes what other messages of a campaign offer, once a despatch offers something in the message of `shown`.
pub(super) async fn close_others(
    transaction: &mut Transaction,
    campaign: CampaignId,
    shown: i64,
    despatch: &Despatch,
) -> Result<(), JournalError> {
    if despatch.menu.is_some() || despatch.buttons.iter().any(|button| button.id.offers_an_order()) {
        sqlx::query!(
            "UPDATE outbox SET closing = 1 WHERE campaign = ? AND section IS NOT NULL AND closing = 0 AND joined IS NULL AND id <> ?",
            campaign.0,
            shown
        )
        .execute(&mut **transaction)
        .await?;
    }
    Ok(())
}

impl Journal {
    /// The posted messages of a campaign that have to be edited, oldest first; of a part that cannot be understood, why.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn growing(&self, campaign: CampaignId) -> Result<Vec<Result<Growing, Unreadable>>, JournalError> {
        let heads = sqlx::query_scalar!(
            "SELECT joined AS \"id!: i64\" FROM outbox INDEXED BY outbox_waiting_of WHERE campaign = ?1 AND joined IS NOT NULL AND message IS NULL AND failed IS NULL UNION SELECT COALESCE(joined, id) FROM outbox WHERE campaign = ?1 AND undone_by IS NOT NULL AND marked_at IS NULL AND message IS NOT NULL AND failed IS NULL UNION SELECT id FROM outbox WHERE campaign = ?1 AND closing = 1 AND message IS NOT NULL AND failed IS NULL ORDER BY 1",
            campaign.0
        )
        .fetch_all(&self.pool)
        .await?;
        let mut growing = Vec::with_capacity(heads.len());
        for head in heads {
            growing.extend(self.message_of(campaign, OutboxId(head)).await?.transpose());
        }
        Ok(growing)
    }

    /// The message that was posted for a row, with all that belongs to it; nothing while it is not posted.
    async fn message_of(&self, campaign: CampaignId, head: OutboxId) -> Result<Result<Option<Growing>, Unreadable>, JournalError> {
        let rows = sqlx::query!(
            "SELECT id, revision, channel, despatch, message, undone_by AS \"undone_by: u32\", closing FROM outbox WHERE id = ?1 OR (joined = ?1 AND failed IS NULL) ORDER BY id",
            head.0
        )
        .fetch_all(&self.pool)
        .await?;
        let mut parts = Vec::with_capacity(rows.len());
        for row in &rows {
            let despatch = match serde_json::from_str(&row.despatch) {
                Ok(despatch) => despatch,
                Err(error) => return Ok(Err(Unreadable { id: OutboxId(row.id), reason: error.to_string() })),
            };
            parts.push(Part {
                id: OutboxId(row.id),
                revision: number(row.revision)?,
                despatch,
                undone_by: row.undone_by,
                shown: row.message.is_some(),
            });
        }
        let (Some(row), Some(first)) = (rows.first(), parts.first()) else { return Ok(Ok(None)) };
        let Some(message) = row.message else { return Ok(Ok(None)) };
        Ok(Ok(Some(Growing {
            head: Waiting {
                id: head,
                campaign,
                revision: first.revision,
                channel: from_column(row.channel),
                despatch: first.despatch.clone(),
                attempted_at: None,
            },
            message: from_column(message),
            closed: row.closing > 0,
            parts,
        })))
    }

    /// Notes that a message shows all that was read of it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn grown(&self, growing: &Growing) -> Result<(), JournalError> {
        let mut transaction = self.begin_bookkeeping().await?;
        let (message, at) = (to_column(growing.message), transaction.at());
        for part in &growing.parts {
            let marked_at = part.undone_by.map(|_| at);
            sqlx::query!("UPDATE outbox SET message = ?, marked_at = COALESCE(?, marked_at) WHERE id = ?", message, marked_at, part.id.0)
                .execute(&mut *transaction)
                .await?;
        }
        if growing.closed {
            sqlx::query!("UPDATE outbox SET closing = 2 WHERE id = ?", growing.head.id.0).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Parts the despatches that a message does not show from it: it cannot be edited any more. The first of them is posted anew, and the
    /// others belong to it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn part(&self, growing: &Growing) -> Result<(), JournalError> {
        let mut transaction = self.begin_bookkeeping().await?;
        let mut unshown = growing.parts.iter().filter(|part| !part.shown).map(|part| part.id);
        if let Some(first) = unshown.next() {
            sqlx::query!("UPDATE outbox SET joined = NULL WHERE id = ?", first.0).execute(&mut *transaction).await?;
            // The message it was meant for offers nothing any more.
            sqlx::query!("UPDATE outbox SET closing = 1 WHERE id = ? AND closing = 0", growing.head.id.0)
                .execute(&mut *transaction)
                .await?;
            for other in unshown {
                sqlx::query!("UPDATE outbox SET joined = ? WHERE id = ?", first.0, other.0).execute(&mut *transaction).await?;
            }
        }
        transaction.commit().await?;
        let shown = Growing { parts: growing.parts.iter().filter(|part| part.shown).cloned().collect(), ..growing.clone() };
        self.grown(&shown).await
    }
}
