//! The journal's rows as they were written, for those who look back: the log, the report, the proof.

use crate::aside::apart;
use crate::model::entry::JournalRow;

use crate::journal::columns::{from_column, to_column, unreadable, unreadable_row};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::ids::{CampaignId, ChannelId};

impl Journal {
    /// Every row of a game, in order.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn rows(&self, id: CampaignId) -> Result<Vec<JournalRow>, JournalError> {
        self.rows_between(id, 0, u32::MAX).await
    }

    /// Where the numbers of a game's rows jump, `latest` being the latest: the last before each jump and the first after it, in order.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn jumps(&self, id: CampaignId, latest: u32) -> Result<Vec<(u32, u32)>, JournalError> {
        let all =
            sqlx::query_scalar!("SELECT COUNT(*) AS \"rows!: i64\" FROM journal WHERE campaign = ?", id.0).fetch_one(&self.pool).await?;
        if all == i64::from(latest) {
            return Ok(Vec::new());
        }
        let jumps = sqlx::query!(
            "SELECT revision AS \"after!: u32\", COALESCE((SELECT MAX(revision) FROM journal AS prior WHERE prior.campaign = later.campaign AND prior.revision < later.revision), 0) AS \"before!: u32\" FROM journal AS later WHERE campaign = ? AND revision > 1 AND NOT EXISTS (SELECT 1 FROM journal AS prior WHERE prior.campaign = later.campaign AND prior.revision = later.revision - 1) ORDER BY revision",
            id.0
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(jumps.into_iter().map(|jump| (jump.before, jump.after)).collect())
    }

    /// The rows of a game after the row `after` up to and with `upto`, in order.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn rows_between(&self, id: CampaignId, after: u32, upto: u32) -> Result<Vec<JournalRow>, JournalError> {
        let turn = self.turn_to_read(id, upto.saturating_sub(after)).await?;
        let rows = sqlx::query!(
            "SELECT revision, kind, user, entry, events, written_at, undone_by FROM journal WHERE campaign = ? AND revision > ? AND revision <= ? ORDER BY revision",
            id.0,
            after,
            upto
        )
        .fetch_all(&self.pool)
        .await?;
        let parse = move || {
            rows.into_iter()
                .map(|row| {
                    let number = |number: i64| u32::try_from(number).map_err(|_| JournalError::Unreadable("revision".to_owned()));
                    let revision = number(row.revision)?;
                    let is_json = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text);
                    is_json(&row.entry).map_err(unreadable_row(revision, "entry"))?;
                    is_json(&row.events).map_err(unreadable_row(revision, "events"))?;
                    Ok(JournalRow {
                        revision,
                        kind: row.kind,
                        user: from_column(row.user),
                        entry: row.entry,
                        events: row.events,
                        written_at: row.written_at,
                        undone_by: row.undone_by.map(number).transpose()?,
                    })
                })
                .collect()
        };
        if turn.is_some() { apart(parse).await? } else { parse() }
    }

    /// The campaign that was last played in a channel.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn last_campaign_in(&self, channel: ChannelId) -> Result<Option<CampaignId>, JournalError> {
        let channel = to_column(channel);
        let id = sqlx::query_scalar!("SELECT id FROM campaigns WHERE channel = ? AND gone_at IS NULL ORDER BY id DESC LIMIT 1", channel)
            .fetch_optional(&self.pool)
            .await?;
        Ok(id.map(CampaignId))
    }

    /// What was thrown at the table up to and with `revision`, besides the orders, as it was written down.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn thrown_at_the_table(&self, id: CampaignId, revision: u32) -> Result<Vec<serde_json::Value>, JournalError> {
        let rows = sqlx::query_scalar!(
            "SELECT entry FROM journal WHERE campaign = ? AND kind IN ('roll', 'assigned') AND revision <= ? ORDER BY revision",
            id.0,
            revision
        )
        .fetch_all(&self.pool)
        .await?;
        rows.iter().map(|row| serde_json::from_str(row).map_err(unreadable("roll"))).collect()
    }

    /// Whether these words were in what was posted as a campaign began.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn announced_at_the_start(&self, id: CampaignId, words: &str) -> Result<bool, JournalError> {
        let found = sqlx::query_scalar!(
            "SELECT COUNT(*) AS \"found!: i64\" FROM outbox WHERE id = (SELECT MIN(id) FROM outbox WHERE campaign = ?) AND instr(despatch, ?) > 0",
            id.0,
            words
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(found > 0)
    }

    /// The first row that does not take up the stream of dice where the row before it left it, if there is one, whatever numbers were left out
    /// between them; and how many rows are rolls at the table, besides the orders.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn gap_in_the_stream(&self, id: CampaignId) -> Result<(Option<u32>, u32), JournalError> {
        let row = sqlx::query!(
            "SELECT MIN(CASE WHEN later.position_before <> earlier.position_after THEN later.revision END) AS \"gap: i64\", COUNT(CASE WHEN later.kind = 'roll' THEN 1 END) AS \"rolls!: i64\" FROM journal AS later JOIN journal AS earlier ON earlier.campaign = later.campaign AND earlier.revision = (SELECT MAX(revision) FROM journal AS prior WHERE prior.campaign = later.campaign AND prior.revision < later.revision) WHERE later.campaign = ?",
            id.0
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((row.gap.and_then(|gap| u32::try_from(gap).ok()), u32::try_from(row.rolls).unwrap_or(u32::MAX)))
    }
}
