//! Messages that grow: which despatches one message shows.

use crate::journal::columns::{to_column, unreadable};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::despatch::{Despatch, Place};
use crate::model::ids::{CampaignId, OutboxId};
use crate::model::outbox_row::Growing;

/// How long a message may grow, in seconds: Discord rations edits of messages that are older than an hour, and who comes back then looks
/// for something new.
const GROWS_FOR: i64 = 50 * 60;

/// A despatch that is to be written into a section of a place: it is shown in the message before it, if that is of the same section and not too
/// old; or it gets a message of its own.
pub(super) struct Section<'a> {
    name: &'a str,
    place: String,
    /// Whether it may be shown in a message that is there: not where somebody is called, for an edit calls nobody.
    may_join: bool,
    /// Whether it belongs to whatever section is there.
    is_by_the_way: bool,
    /// Whether it offers an order, or takes over: then what other messages of its campaign offer, and say is next, is over; but votes.
    offers: bool,
}

impl<'a> Section<'a> {
    /// The section of a despatch; nothing for one that stands alone.
    pub(super) fn of(despatch: &'a Despatch) -> Result<Option<Self>, JournalError> {
        let place = match despatch.place {
            Place::Channel => "channel".to_owned(),
            Place::Thread { closes: false, .. } => serde_json::to_string(&despatch.place).map_err(unreadable("despatch"))?,
            _ => return Ok(None),
        };
        Ok(despatch.section.as_deref().map(|name| Self {
            name,
            place,
            // Each request has buttons of its own.
            may_join: despatch.mention.is_none() && despatch.asks.is_empty(),
            is_by_the_way: name == Despatch::BY_THE_WAY,
            offers: despatch.menu.is_some() || despatch.takes_over || despatch.buttons.iter().any(|button| button.id.offers_an_order()),
        }))
    }

    /// Writes a despatch of it: what is found, written and closed for it is said to SQLite at one time.
    pub(super) async fn write(
        &self,
        transaction: &mut Transaction,
        campaign: CampaignId,
        (revision, row): (u32, Option<u32>),
        channel: i64,
        text: &str,
    ) -> Result<OutboxId, JournalError> {
        let at = transaction.at();
        let since = at - GROWS_FOR;
        let written = sqlx::query!(
            "INSERT INTO outbox (campaign, revision, channel, despatch, row, section, joined, written_at) SELECT ?, ?, ?, ?, ?, COALESCE(joins.section, ?), joins.head, ? FROM (SELECT 1) LEFT JOIN (SELECT head.id AS head, before.section FROM (SELECT id, joined, section FROM outbox INDEXED BY outbox_in_place WHERE campaign = ? AND COALESCE(json_extract(despatch, '$.place'), 'channel') = ? AND COALESCE(json_extract(despatch, '$.picture'), '') <> 'film' ORDER BY id DESC LIMIT 1) AS before JOIN outbox AS head ON head.id = COALESCE(before.joined, before.id) WHERE ? AND (before.section = ? OR (? AND before.section IS NOT NULL)) AND head.failed IS NULL AND head.closing = 0 AND head.written_at >= ?) AS joins ON TRUE; UPDATE outbox SET closing = 1 WHERE ? AND campaign = ? AND section IS NOT NULL AND closing = 0 AND joined IS NULL AND section NOT GLOB ? || '*' AND section <> ? AND id <> (SELECT COALESCE(joined, id) FROM outbox WHERE id = last_insert_rowid())",
            campaign.0,
            revision,
            channel,
            text,
            row,
            self.name,
            at,
            campaign.0,
            self.place,
            self.may_join,
            self.name,
            self.is_by_the_way,
            since,
            self.offers,
            campaign.0,
            Despatch::THE_VOTE,
            Despatch::THE_REQUEST
        )
        .execute(&mut **transaction)
        .await?;
        Ok(OutboxId(written.last_insert_rowid()))
    }
}

/// Has the messages of a section closed, with what was written last: they ask for nothing any more.
pub(super) async fn settle(transaction: &mut Transaction, campaign: CampaignId, section: &str, by: OutboxId) -> Result<(), JournalError> {
    sqlx::query!(
        "UPDATE outbox SET closing = 1 WHERE campaign = ? AND section IS NOT NULL AND closing = 0 AND joined IS NULL AND section = ? AND id <> ?",
        campaign.0,
        section,
        by.0
    )
    .execute(&mut **transaction)
    .await?;
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
        self.attempts.end(growing.head.id);
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
            // The message it was meant for offers nothing any more, unless it is open until it is settled.
            if !growing.is_open_until_settled() {
                sqlx::query!("UPDATE outbox SET closing = 1 WHERE id = ? AND closing = 0", growing.head.id.0)
                    .execute(&mut *transaction)
                    .await?;
            }
            for other in unshown {
                sqlx::query!("UPDATE outbox SET joined = ? WHERE id = ?", first.0, other.0).execute(&mut *transaction).await?;
            }
        }
        transaction.commit().await?;
        let shown = Growing { parts: growing.parts.iter().filter(|part| part.shown).cloned().collect(), ..growing.clone() };
        self.grown(&shown).await
    }
}
