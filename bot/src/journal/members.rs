//! Who is in a campaign, and what the commander has put into whose hands.

use crate::journal::columns::{from_column, to_column, unreadable};
use crate::journal::error::JournalError;
use crate::journal::store::Journal;
use crate::journal::writer::Transaction;
use crate::model::calls::Calls;
use crate::model::enemy_command::Willing;
use crate::model::ids::{CampaignId, GuildId, UserId};
use crate::model::played::Played;
use crate::model::roster::{Member, Roster};

/// As many numbers as the journal has for the members of a game, from 0; the rules of the campaign know as many.
pub const NUMBERS: u8 = 64;

impl Journal {
    /// Everybody in a campaign now, in the order they joined.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn roster(&self, id: CampaignId) -> Result<Roster, JournalError> {
        let rows = sqlx::query!(
            "SELECT user AS \"user!\", number, spectator, willing, away_until FROM members WHERE campaign = ? AND left_at IS NULL ORDER BY number",
            id.0
        )
        .fetch_all(&self.pool)
        .await?;
        let members = rows
            .into_iter()
            .map(|row| {
                let number = u8::try_from(row.number).map_err(|_| JournalError::Unreadable("member".to_owned()))?;
                let willing = Willing::ALL
                    .into_iter()
                    .find(|willing| willing.word() == row.willing)
                    .ok_or_else(|| JournalError::Unreadable("member".to_owned()))?;
                Ok(Member { user: from_column(row.user), number, spectator: row.spectator != 0, willing, away_until: row.away_until })
            })
            .collect::<Result<_, JournalError>>()?;
        let rows = sqlx::query!("SELECT user, what FROM delegations WHERE campaign = ? ORDER BY user", id.0).fetch_all(&self.pool).await?;
        let delegated = rows
            .into_iter()
            .map(|row| Ok((from_column(row.user), serde_json::from_str(&row.what).map_err(unreadable("delegation"))?)))
            .collect::<Result<_, JournalError>>()?;
        Ok(Roster { members, delegated, ..Roster::default() })
    }

    /// The latest games of a kind on a server that two users were both in, deleted ones left out.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn games_of_both<G: Played>(&self, guild: GuildId, users: [UserId; 2], most: u32) -> Result<Vec<CampaignId>, JournalError> {
        let (guild, [one, other], name) = (to_column(guild), users.map(to_column), G::NAME);
        let ids = sqlx::query_scalar!(
            "SELECT id AS \"id!\" FROM campaigns WHERE guild = ?1 AND game = ?2 AND gone_at IS NULL AND id IN (SELECT campaign FROM members WHERE user = ?3 AND spectator = 0) AND id IN (SELECT campaign FROM members WHERE user = ?4 AND spectator = 0) ORDER BY id DESC LIMIT ?5",
            guild,
            name,
            one,
            other,
            most
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(ids.into_iter().map(CampaignId).collect())
    }

    /// Writes down how a member wants to be called. No row of the journal stands for it: it is nobody else's business.
    ///
    /// # Errors
    ///
    /// If the journal cannot be written.
    pub async fn choose_calls(&self, id: CampaignId, user: UserId, calls: Calls) -> Result<(), JournalError> {
        let (user, word) = (to_column(user), calls.word());
        let mut transaction = self.begin().await?;
        sqlx::query!("UPDATE members SET calls = ? WHERE campaign = ? AND user = ?", word, id.0, user).execute(&mut *transaction).await?;
        transaction.commit().await
    }

    /// The number for a user who joins: the old one for somebody who comes back, else one nobody has had; [`NUMBERS`] where there is none of
    /// these left.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn number_for(&self, id: CampaignId, user: UserId) -> Result<u8, JournalError> {
        let user = to_column(user);
        let old = sqlx::query_scalar!("SELECT number FROM members WHERE campaign = ? AND user = ?", id.0, user)
            .fetch_optional(&self.pool)
            .await?;
        let number = match old {
            Some(number) => number,
            None => {
                sqlx::query_scalar!("SELECT COALESCE(MAX(number) + 1, 0) AS \"next!: i64\" FROM members WHERE campaign = ?", id.0)
                    .fetch_one(&self.pool)
                    .await?
            }
        };
        u8::try_from(number).map_err(|_| JournalError::Unreadable("member".to_owned()))
    }

    /// The numbers of those who have left a game: first of those who looked on last, and of all the longest gone first. Never that of whoever
    /// began it: the rules may go by it.
    ///
    /// # Errors
    ///
    /// If the journal cannot be read.
    pub async fn numbers_left(&self, id: CampaignId) -> Result<Vec<u8>, JournalError> {
        let numbers = sqlx::query_scalar!(
            "SELECT number AS \"number!: i64\" FROM members WHERE campaign = ? AND left_at IS NOT NULL AND number > 0 ORDER BY spectator DESC, left_at, number",
            id.0
        )
        .fetch_all(&self.pool)
        .await?;
        numbers.into_iter().map(|number| u8::try_from(number).map_err(|_| JournalError::Unreadable("member".to_owned()))).collect()
    }
}

/// Seats a user, or lets them look on. Whoever comes back after leaving has said nothing of themselves yet. Somebody who has left, and whose
/// number it was, is forgotten.
pub(super) async fn seat(
    transaction: &mut Transaction,
    campaign: CampaignId,
    user: UserId,
    number: u8,
    spectator: bool,
) -> Result<(), JournalError> {
    let (user, at) = (to_column(user), transaction.at());
    sqlx::query!("DELETE FROM members WHERE campaign = ? AND number = ? AND user <> ? AND left_at IS NOT NULL", campaign.0, number, user)
        .execute(&mut **transaction)
        .await?;
    sqlx::query!(
        "INSERT INTO members (campaign, user, number, spectator, joined_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (campaign, user) DO UPDATE SET spectator = excluded.spectator, willing = CASE WHEN left_at IS NULL THEN willing ELSE 'in_turn' END, away_until = CASE WHEN left_at IS NULL THEN away_until END, left_at = NULL",
        campaign.0,
        user,
        number,
        spectator,
        at
    )
    .execute(&mut **transaction)
    .await?;
    Ok(())
}
