//! Servers that the umpire was removed from: what is owed there rests, goes on when it is invited back, and is deleted after a time.

use std::collections::BTreeSet;

use crate::journal::columns::{from_column, to_column};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::model::ids::GuildId;

impl Journal {
    /// Notes that the umpire was removed from a server on which games are, or were, played; unless that is known. At `gone_at`, in seconds
    /// since 1970, all of them are deleted. Whether it is news.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn departed(&self, guild: GuildId, gone_at: i64) -> Result<bool, JournalError> {
        if guild == GuildId::DIRECT {
            return Ok(false);
        }
        let mut transaction = self.begin().await?;
        let (guild, at) = (to_column(guild), transaction.at());
        let noted = sqlx::query!(
            "INSERT INTO departures (guild, left_at, gone_at) SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM campaigns WHERE guild = ?1) ON CONFLICT DO NOTHING",
            guild,
            at,
            gone_at
        )
        .execute(&mut *transaction)
        .await?;
        transaction.commit().await?;
        Ok(noted.rows_affected() > 0)
    }

    /// Notes that the umpire is on a server again. Whether it had been removed from it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read or written.
    pub async fn returned(&self, guild: GuildId) -> Result<bool, JournalError> {
        let guild = to_column(guild);
        let mut transaction = self.begin().await?;
        let back = sqlx::query!("DELETE FROM departures WHERE guild = ?", guild).execute(&mut *transaction).await?;
        transaction.commit().await?;
        Ok(back.rows_affected() > 0)
    }

    /// Every server that the umpire is known to have been removed from.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn departures(&self) -> Result<BTreeSet<GuildId>, JournalError> {
        let departed = sqlx::query_scalar!("SELECT guild FROM departures").fetch_all(&self.pool).await?;
        Ok(departed.into_iter().map(from_column).collect())
    }

    /// Every server of which the journal has games, those of which the umpire is known to have been removed left out, and those of other shards.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn servers(&self) -> Result<Vec<GuildId>, JournalError> {
        let guilds =
            sqlx::query_scalar!("SELECT DISTINCT guild FROM campaigns WHERE guild NOT IN (SELECT guild FROM departures) ORDER BY guild")
                .fetch_all(&self.pool)
                .await?;
        let elsewhere = &self.elsewhere().servers;
        Ok(guilds.into_iter().map(from_column).filter(|guild| *guild != GuildId::DIRECT && !elsewhere.contains(guild)).collect())
    }
}
