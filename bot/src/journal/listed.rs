//! The games of a server, or of somebody's direct messages, as their rows tell of them.

use crate::journal::columns::{from_column, to_column};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::campaign_name::CampaignName;
use crate::model::ids::{CampaignId, ChannelId, GuildId, UserId};
use crate::model::lifecycle::Trial;
use crate::model::listed::Listed;

/// A game from its columns: both that read them name the same.
macro_rules! listed {
    ($rows:expr) => {
        $rows
            .into_iter()
            .map(|row| Listed {
                id: CampaignId(row.id),
                game: row.game,
                pack: row.pack,
                name: row.name.map(CampaignName::from_journal),
                channel: from_column(row.channel),
                archived_at: row.archived_at,
                closed_at: row.closed_at,
                gone_at: row.gone_at,
                trial: row.trial.as_deref().and_then(Trial::of_word),
                is_member: row.is_member,
            })
            .collect()
    };
}

impl Journal {
    /// The games of a guild, for `reader`: those being played, then those put away, then the deleted, then the closed; the latest of each first.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn games_of(&self, guild: GuildId, reader: UserId) -> Result<Vec<Listed>, JournalError> {
        let (guild, reader) = (to_column(guild), to_column(reader));
        let rows = sqlx::query!(
            "SELECT id AS \"id!: i64\", game AS \"game!: String\", pack AS \"pack!: String\", name AS \"name?: String\", channel AS \"channel!: i64\", archived_at AS \"archived_at?: i64\", closed_at AS \"closed_at?: i64\", gone_at AS \"gone_at?: i64\", trial AS \"trial?: String\", EXISTS (SELECT 1 FROM members WHERE campaign = campaigns.id AND user = ?2 AND left_at IS NULL) AS \"is_member!: bool\" FROM campaigns WHERE guild = ?1 AND (gone_at IS NULL OR revision > 0) ORDER BY CASE WHEN gone_at IS NOT NULL THEN 2 WHEN closed_at IS NOT NULL THEN 3 WHEN archived_at IS NOT NULL THEN 1 ELSE 0 END, id DESC",
            guild,
            reader
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(listed!(rows))
    }

    /// The games whose channel this is or was, in the same order.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn games_played_in(&self, channel: ChannelId, reader: UserId) -> Result<Vec<Listed>, JournalError> {
        let (channel, reader) = (to_column(channel), to_column(reader));
        let rows = sqlx::query!(
            "SELECT id AS \"id!: i64\", game AS \"game!: String\", pack AS \"pack!: String\", name AS \"name?: String\", channel AS \"channel!: i64\", archived_at AS \"archived_at?: i64\", closed_at AS \"closed_at?: i64\", gone_at AS \"gone_at?: i64\", trial AS \"trial?: String\", EXISTS (SELECT 1 FROM members WHERE campaign = campaigns.id AND user = ?2 AND left_at IS NULL) AS \"is_member!: bool\" FROM campaigns WHERE channel = ?1 AND (gone_at IS NULL OR revision > 0) ORDER BY CASE WHEN gone_at IS NOT NULL THEN 2 WHEN closed_at IS NOT NULL THEN 3 WHEN archived_at IS NOT NULL THEN 1 ELSE 0 END, id DESC",
            channel,
            reader
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(listed!(rows))
    }
}
