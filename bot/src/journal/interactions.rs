//! Interactions that were acted on: each changes the journal once.

use crate::journal::columns::is_unique_violation;
use crate::journal::columns::to_column;
use crate::journal::columns::unreadable;
use crate::journal::error::JournalError;
use crate::journal::writer::Transaction;
use crate::model::entry::Deed;
use crate::model::ids::{CampaignId, ChannelId, GuildId};
use crate::model::played::Played;

/// As many games are begun on one server, or in one channel of direct messages, within an hour.
pub const MOST_IN_AN_HOUR: u32 = 60;
/// Seconds of an hour.
const HOUR: i64 = 3_600;

/// Refuses a game where more have been begun lately than a group can play.
async fn not_too_many(transaction: &mut Transaction, guild: GuildId, channel: ChannelId) -> Result<(), JournalError> {
    let since = transaction.at() - HOUR;
    let (guild_column, channel) = (to_column(guild), to_column(channel));
    let (begun, first) = if guild == GuildId::DIRECT {
        let row = sqlx::query!(
            "SELECT COUNT(*) AS \"begun!: u32\", MIN(started_at) AS \"first: i64\" FROM campaigns WHERE channel = ? AND started_at > ?",
            channel,
            since
        )
        .fetch_one(&mut **transaction)
        .await?;
        (row.begun, row.first)
    } else {
        let row = sqlx::query!(
            "SELECT COUNT(*) AS \"begun!: u32\", MIN(started_at) AS \"first: i64\" FROM campaigns WHERE guild = ? AND started_at > ?",
            guild_column,
            since
        )
        .fetch_one(&mut **transaction)
        .await?;
        (row.begun, row.first)
    };
    if begun < MOST_IN_AN_HOUR { Ok(()) } else { Err(JournalError::TooManyBegun { again: first.unwrap_or(since) + HOUR }) }
}

/// Makes sure that a campaign is begun once, that its place has not begun too many, and that its pack is kept; gives the pack's fingerprint.
pub(super) async fn may_begin<G: Played>(
    transaction: &mut Transaction,
    (guild, channel): (GuildId, ChannelId),
    pack: &G::Pack,
    deed: Deed,
) -> Result<String, JournalError> {
    // A repeated delivery must be told from a second campaign, and both break a unique index: look first.
    let interaction = to_column(deed.interaction);
    let seen = sqlx::query_scalar!("SELECT id FROM interactions WHERE id = ?", interaction).fetch_optional(&mut **transaction).await?;
    if seen.is_some() {
        return Err(JournalError::Repeated);
    }
    not_too_many(transaction, guild, channel).await?;
    let (fingerprint, sources) = (G::fingerprint(pack), serde_json::to_string(G::sources(pack)).map_err(unreadable("pack"))?);
    sqlx::query!("INSERT INTO packs (fingerprint, sources) VALUES (?, ?) ON CONFLICT DO NOTHING", fingerprint, sources)
        .execute(&mut **transaction)
        .await?;
    Ok(fingerprint)
}

/// Makes whoever begins a campaign its first member, and notes the interaction.
pub(super) async fn seat_founder(transaction: &mut Transaction, campaign: CampaignId, deed: Deed) -> Result<(), JournalError> {
    let (user, at) = (to_column(deed.user), transaction.at());
    sqlx::query!("INSERT INTO members (campaign, user, number, joined_at) VALUES (?, ?, 0, ?)", campaign.0, user, at)
        .execute(&mut **transaction)
        .await?;
    record_interaction(transaction, campaign, deed).await
}

pub(super) async fn record_interaction(transaction: &mut Transaction, campaign: CampaignId, deed: Deed) -> Result<(), JournalError> {
    let (id, at) = (to_column(deed.interaction), transaction.at());
    sqlx::query!("INSERT INTO interactions (id, campaign, acted_at) VALUES (?, ?, ?)", id, campaign.0, at)
        .execute(&mut **transaction)
        .await
        .map_err(|error| if is_unique_violation(&error) { JournalError::Repeated } else { error.into() })?;
    Ok(())
}
