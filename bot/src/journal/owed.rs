//! What is owed to a game: despatches that wait to be posted, and messages that have to be edited. All of it is read at once, whenever something may
//! have come to it: each time costs more than most queries.

use crate::journal::columns::from_column;
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::ids::{CampaignId, OutboxId};
use crate::model::outbox_row::{Growing, Owed, Part, Unreadable, Waiting};

/// What a row of the outbox says, as the columns have it.
pub(super) struct Written {
    pub(super) id: OutboxId,
    pub(super) revision: i64,
    pub(super) channel: i64,
    pub(super) despatch: String,
    pub(super) attempted_at: Option<i64>,
}

impl Written {
    fn unreadable(&self, reason: String) -> Unreadable {
        Unreadable { id: self.id, reason }
    }

    /// What it says, as at which revision, and where.
    pub(super) fn read(&self, campaign: CampaignId) -> Result<Waiting, Unreadable> {
        let revision = u32::try_from(self.revision);
        Ok(Waiting {
            id: self.id,
            campaign,
            revision: revision.map_err(|_| self.unreadable("its number in the journal cannot be read".to_owned()))?,
            channel: from_column(self.channel),
            despatch: serde_json::from_str(&self.despatch)
                .map_err(|error| self.unreadable(format!("what it says cannot be read: {error}")))?,
            attempted_at: self.attempted_at,
        })
    }
}

/// A row of the outbox, and the despatch whose message shows it if that has to be edited; 0 for one that waits to be posted itself.
struct Row {
    head: i64,
    written: Written,
    message: Option<i64>,
    undone_by: Option<u32>,
    closing: i64,
}

/// The message of the first of these rows, with all that belongs to it; nothing while that is not posted.
fn message_of(campaign: CampaignId, rows: &[Row]) -> Result<Option<Growing>, Unreadable> {
    let mut parts = Vec::with_capacity(rows.len());
    for row in rows {
        let Waiting { id, revision, despatch, .. } = row.written.read(campaign)?;
        parts.push(Part { id, revision, despatch, undone_by: row.undone_by, shown: row.message.is_some() });
    }
    let Some(first) = rows.first() else { return Ok(None) };
    let Some(message) = first.message else { return Ok(None) };
    let head = Waiting { attempted_at: None, ..first.written.read(campaign)? };
    Ok(Some(Growing { head, message: from_column(message), closed: first.closing > 0, parts }))
}

impl Journal {
    /// What is owed to a campaign; nothing where the umpire was removed from its server.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn owed(&self, campaign: CampaignId) -> Result<Owed, JournalError> {
        let rows = sqlx::query!(
            "WITH heads AS (SELECT joined AS head FROM outbox INDEXED BY outbox_waiting_of WHERE campaign = ?1 AND joined IS NOT NULL AND message IS NULL AND failed IS NULL UNION SELECT COALESCE(joined, id) FROM outbox WHERE campaign = ?1 AND undone_by IS NOT NULL AND marked_at IS NULL AND message IS NOT NULL AND failed IS NULL UNION SELECT id FROM outbox WHERE campaign = ?1 AND closing = 1 AND message IS NOT NULL AND failed IS NULL) SELECT head AS \"head!: i64\", id AS \"id!: i64\", revision AS \"revision!: i64\", channel AS \"channel!: i64\", despatch AS \"despatch!: String\", message AS \"message: i64\", attempted_at AS \"attempted_at: i64\", undone_by AS \"undone_by: u32\", closing AS \"closing!: i64\", EXISTS (SELECT 1 FROM campaigns JOIN departures ON departures.guild = campaigns.guild WHERE campaigns.id = ?1) AS \"is_away!: bool\" FROM (SELECT 0 AS head, id, revision, channel, despatch, message, attempted_at, undone_by, closing FROM outbox INDEXED BY outbox_waiting_of WHERE campaign = ?1 AND message IS NULL AND failed IS NULL AND joined IS NULL UNION ALL SELECT head, id, revision, channel, despatch, message, attempted_at, undone_by, closing FROM heads JOIN outbox ON outbox.id = head UNION ALL SELECT head, id, revision, channel, despatch, message, attempted_at, undone_by, closing FROM heads JOIN outbox ON joined = head WHERE failed IS NULL) ORDER BY 1, 2",
            campaign.0
        )
        .fetch_all(&self.pool)
        .await?;
        if rows.iter().any(|row| row.is_away) {
            return Ok(Owed { is_away: true, ..Owed::default() });
        }
        let rows: Vec<Row> = rows
            .into_iter()
            .map(|row| Row {
                head: row.head,
                written: Written {
                    id: OutboxId(row.id),
                    revision: row.revision,
                    channel: row.channel,
                    despatch: row.despatch,
                    attempted_at: row.attempted_at.or_else(|| self.attempts.since(OutboxId(row.id))),
                },
                message: row.message,
                undone_by: row.undone_by,
                closing: row.closing,
            })
            .collect();
        let mut owed = Owed::default();
        for rows in rows.chunk_by(|one, other| one.head == other.head) {
            if rows.iter().all(|row| row.head == 0) {
                // What was undone, or offers nothing any more, is edited as soon as it is posted.
                owed.grows_once_posted |= rows.iter().any(|row| row.closing == 1 || row.undone_by.is_some());
                owed.waiting = rows.iter().map(|row| row.written.read(campaign)).collect();
                continue;
            }
            match message_of(campaign, rows) {
                Ok(Some(growing)) => owed.growing.push(Ok(growing)),
                Ok(None) => owed.grows_once_posted = true,
                Err(unreadable) => owed.growing.push(Err(unreadable)),
            }
        }
        Ok(owed)
    }
}
