//! Battles: their threads, and who has commanded which side.

use crate::model::battle::BattleRow;
use std::collections::HashMap;

use crate::journal::columns::{from_column, to_column};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::ids::{CampaignId, ChannelId, UserId};

impl Journal {
    /// A battle by the row that began it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn battle(&self, campaign: CampaignId, revision: u32) -> Result<Option<BattleRow>, JournalError> {
        let Some(row) = sqlx::query!("SELECT name, thread FROM battles WHERE campaign = ? AND revision = ?", campaign.0, revision)
            .fetch_optional(&self.pool)
            .await?
        else {
            return Ok(None);
        };
        let message = sqlx::query_scalar!(
            "SELECT message AS \"message!\" FROM outbox INDEXED BY outbox_of_revision WHERE campaign = ?1 AND revision = ?2 AND row = ?2 AND message IS NOT NULL ORDER BY id DESC LIMIT 1",
            campaign.0,
            revision
        )
        .fetch_optional(&self.pool)
        .await?;
        let sides = sqlx::query!(
            "SELECT user AS \"user!\", mahdist AS enemy FROM battle_commands WHERE campaign = ? AND battle = ? ORDER BY user",
            campaign.0,
            revision
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(Some(BattleRow {
            revision,
            name: row.name,
            thread: row.thread.map(from_column),
            message: message.map(from_column),
            sides: sides.into_iter().map(|row| (from_column(row.user), row.enemy != 0)).collect(),
        }))
    }

    /// Who commanded in each battle, by the row that began it, with whether they commanded the enemy.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn sides_of_battles(&self, campaign: CampaignId) -> Result<HashMap<u32, Vec<(UserId, bool)>>, JournalError> {
        let rows = sqlx::query!(
            "SELECT battle AS \"battle!\", user AS \"user!\", mahdist AS enemy FROM battle_commands WHERE campaign = ? ORDER BY battle, user",
            campaign.0
        )
        .fetch_all(&self.pool)
        .await?;
        let mut sides: HashMap<u32, Vec<(UserId, bool)>> = HashMap::new();
        for row in rows {
            let battle = u32::try_from(row.battle).map_err(|_| JournalError::Unreadable("battle".to_owned()))?;
            sides.entry(battle).or_default().push((from_column(row.user), row.enemy != 0));
        }
        Ok(sides)
    }

    /// How often each member has commanded the Mahdists.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn enemy_commands(&self, campaign: CampaignId) -> Result<HashMap<UserId, u32>, JournalError> {
        let rows = sqlx::query!(
            "SELECT user AS \"user!\", COUNT(*) AS \"times!: i64\" FROM battle_commands WHERE campaign = ? AND mahdist = 1 GROUP BY user",
            campaign.0
        )
        .fetch_all(&self.pool)
        .await?;
        rows.into_iter()
            .map(|row| Ok((from_column(row.user), u32::try_from(row.times).map_err(|_| JournalError::Unreadable("battle".to_owned()))?)))
            .collect()
    }

    /// Notes that a battle's thread is open: a thread, or the channel itself where none can be.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn thread_opened(&self, campaign: CampaignId, revision: u32, thread: ChannelId) -> Result<(), JournalError> {
        let thread = to_column(thread);
        let mut transaction = self.begin_thread().await?;
        sqlx::query!("UPDATE battles SET thread = ? WHERE campaign = ? AND revision = ?", thread, campaign.0, revision)
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await
    }
}

/// Writes who commands which side of a battle, in place of who did.
pub(super) async fn write(
    transaction: &mut Transaction,
    campaign: CampaignId,
    battle: u32,
    name: &str,
    sides: &[(UserId, bool)],
) -> Result<(), JournalError> {
    sqlx::query!("INSERT INTO battles (campaign, revision, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", campaign.0, battle, name)
        .execute(&mut **transaction)
        .await?;
    sqlx::query!("DELETE FROM battle_commands WHERE campaign = ? AND battle = ?", campaign.0, battle).execute(&mut **transaction).await?;
    for (user, enemy) in sides {
        let user = to_column(*user);
        sqlx::query!("INSERT INTO battle_commands (campaign, battle, user, mahdist) VALUES (?, ?, ?, ?)", campaign.0, battle, user, enemy)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}
