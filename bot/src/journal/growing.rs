//! Messages that grow: which despatches one message shows.

use crate::journal::columns::{to_column, unreadable};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::despatch::{Despatch, Place};
use crate::model::ids::CampaignId;
use crate::model::outbox_row::Growing;

/// How long a message may grow, in seconds: Discord rations edits of messages that are older than an hour, and who comes back then looks
/// for something new.
const GROWS_FOR: i64 = 50 * 60;

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
    /// Notes that a message shows all that was read of it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn grown(&self, growing: &Growing) -> Result<(), JournalError> {
        let mut transaction = self.begin_bookkeeping().await?;
        let (message, at) = (to_column(growing.message), transaction.at());
        // What it showed already it goes on showing.
        for part in growing.parts.iter().filter(|part| !part.shown || part.undone_by.is_some()) {
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
