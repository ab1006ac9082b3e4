//! The journal's rows as they were written, for those who read it.

use serde_json::Value;

use super::{CampaignId, Journal, JournalError, given, unreadable};

/// A row.
#[derive(Clone, PartialEq, Debug)]
pub struct JournalRow {
    /// Its number.
    pub revision: u32,
    /// The word of its kind.
    pub kind: String,
    /// Who did it.
    pub user: u64,
    /// What was asked.
    pub entry: Value,
    /// What happened.
    pub events: Value,
    /// When, in seconds since 1970.
    pub written_at: i64,
    /// Whether it was undone.
    pub undone: bool,
}

impl Journal {
    /// Every row of a campaign, in order.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn rows(&self, id: CampaignId) -> Result<Vec<JournalRow>, JournalError> {
        let rows =
            sqlx::query!("SELECT revision, kind, user, entry, events, written_at FROM journal WHERE campaign = ? ORDER BY revision", id.0)
                .fetch_all(&self.pool)
                .await?;
        rows.into_iter()
            .map(|row| {
                Ok(JournalRow {
                    revision: u32::try_from(row.revision).map_err(|_| JournalError::Unreadable("revision".to_owned()))?,
                    kind: row.kind,
                    user: given(row.user),
                    entry: serde_json::from_str(&row.entry).map_err(unreadable("entry"))?,
                    events: serde_json::from_str(&row.events).map_err(unreadable("events"))?,
                    written_at: row.written_at,
                    undone: false,
                })
            })
            .collect()
    }
}
