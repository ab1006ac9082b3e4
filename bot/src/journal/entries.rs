//! Writes one row of the journal, with what it changes besides the position and what is to be posted for it.

use crate::journal::columns::is_repeated_interaction;
use crate::journal::columns::to_column;
use crate::journal::columns::unreadable;
use crate::journal::error::JournalError;
use crate::journal::writer::Transaction;
use crate::model::entry::Deed;
use crate::model::entry::Entry;
use crate::model::entry::EntryKind;
use crate::model::ids::CampaignId;
use crate::model::ids::OutboxId;

/// Writes what a row changes besides the campaign's position; `revision` is its number.
pub(super) async fn write_besides(
    transaction: &mut Transaction,
    campaign: CampaignId,
    revision: u32,
    deed: Deed,
    kind: &EntryKind,
) -> Result<(), JournalError> {
    let (id, user, at) = (campaign.0, to_column(deed.user), transaction.at());
    match kind {
        EntryKind::Joined { number, spectator } => {
            crate::journal::members::seat(transaction, campaign, deed.user, *number, *spectator).await?;
        }
        EntryKind::Seated { user, number } => crate::journal::members::seat(transaction, campaign, *user, *number, false).await?,
        EntryKind::Left => {
            sqlx::query!("UPDATE members SET left_at = ? WHERE campaign = ? AND user = ?", at, id, user)
                .execute(&mut **transaction)
                .await?;
            sqlx::query!("DELETE FROM delegations WHERE campaign = ? AND user = ?", id, user).execute(&mut **transaction).await?;
        }
        EntryKind::Closed => {
            sqlx::query!("UPDATE campaigns SET closed_at = ? WHERE id = ?", at, id).execute(&mut **transaction).await?;
        }
        EntryKind::StandingOrders(orders) => {
            let orders = serde_json::to_string(orders).map_err(unreadable("standing orders"))?;
            sqlx::query!("UPDATE campaigns SET standing_orders = ? WHERE id = ?", orders, id).execute(&mut **transaction).await?;
        }
        EntryKind::Delegated { user, what } => {
            let user = to_column(*user);
            sqlx::query!("DELETE FROM delegations WHERE campaign = ? AND user = ?", id, user).execute(&mut **transaction).await?;
            if let Some(what) = what {
                let what = serde_json::to_string(what).map_err(unreadable("delegation"))?;
                sqlx::query!("INSERT INTO delegations (campaign, user, what, made_at) VALUES (?, ?, ?, ?)", id, user, what, at)
                    .execute(&mut **transaction)
                    .await?;
            }
        }
        EntryKind::Assigned { battle, name, sides } => {
            crate::journal::battles::write(transaction, campaign, *battle, name, sides).await?;
        }
        EntryKind::Willing { willing, away_until } => {
            let word = willing.word();
            sqlx::query!("UPDATE members SET willing = ?, away_until = ? WHERE campaign = ? AND user = ?", word, away_until, id, user)
                .execute(&mut **transaction)
                .await?;
        }
        EntryKind::Undone { voids } => crate::journal::undo::void(transaction, campaign, revision, voids).await?,
        EntryKind::Order | EntryKind::Roll => {}
    }
    Ok(())
}

/// Whether what Discord delivered has been noted already, as it is when several rows are written for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Interaction {
    /// It is noted with the row.
    Noted,
    /// It is noted before.
    NotedBefore,
}

/// Writes a row and what is to be posted for it; `revision` is the latest before it.
///
/// What is noted with every row is said to SQLite at one time: each time costs more than most statements.
///
/// # Errors
///
/// [`JournalError::Repeated`] for an interaction noted already, [`JournalError::MovedOn`] if `revision` is not the latest.
pub(super) async fn write_entry(
    transaction: &mut Transaction,
    campaign: CampaignId,
    revision: u32,
    channel: i64,
    (deed, noted): (Deed, Interaction),
    entry: &Entry,
) -> Result<Vec<OutboxId>, JournalError> {
    let next = revision + 1;
    let kind = entry.kind.word();
    let (interaction, user, seat) = (to_column(deed.interaction), to_column(deed.user), deed.seat);
    let (asked, events) = (entry.entry.to_string(), entry.events.to_string());
    let (before, after, at) = (entry.position_before as i64, entry.position_after as i64, transaction.at());
    let to_note = noted == Interaction::Noted;
    // The row is written only where the campaign has just been moved on to it.
    let written = sqlx::query!(
        "INSERT INTO interactions (id, campaign, acted_at) SELECT ?, ?, ? WHERE ?; UPDATE campaigns SET revision = ? WHERE id = ? AND revision = ? AND closed_at IS NULL AND archived_at IS NULL AND gone_at IS NULL; INSERT INTO journal (campaign, revision, kind, interaction, user, seat, entry, events, position_before, position_after, written_at, edition) SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? WHERE changes() = 1",
        interaction,
        campaign.0,
        at,
        to_note,
        next,
        campaign.0,
        revision,
        campaign.0,
        next,
        kind,
        interaction,
        user,
        seat,
        asked,
        events,
        before,
        after,
        at,
        entry.edition.0
    )
    .execute(&mut **transaction)
    .await
    .map_err(|error| if is_repeated_interaction(&error) { JournalError::Repeated } else { error.into() })?;
    if written.rows_affected() != 2 + u64::from(to_note) {
        return Err(JournalError::MovedOn);
    }
    let mut outbox = Vec::with_capacity(entry.despatches.len());
    for despatch in &entry.despatches {
        outbox.push(crate::journal::despatches::write_of_row(transaction, campaign, next, channel, despatch).await?);
    }
    Ok(outbox)
}
