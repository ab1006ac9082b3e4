//! Grace: a deleted campaign can be brought back for some days; after them nothing of it is kept. A trial that nobody plays is forgotten, once
//! its channel has been told; and everything of a server that the umpire was removed from, some weeks later.
//!
//! A machine's clock can jump, and what is destroyed does not come back: Discord is asked for the date first, and where the two do not agree nothing
//! is destroyed.
//!
//! Nothing is remembered in memory: when a campaign is gone for good stands in the journal, and whichever umpire runs then destroys it.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude::Http;

use crate::discord::date::date;
use crate::journal::error::JournalError;
use crate::model::ids::CampaignId;
use crate::table::error::TableError;
use crate::table::rooms::Rooms;
use crate::workers::departures::Departures;
use crate::workers::outbox::Outbox;

/// How often it is looked whether a grace is over.
const ROUND: Duration = Duration::from_secs(60);

/// Seconds by which the machine's clock may be wrong and is believed.
const BELIEVED: u64 = 24 * 3_600;

/// Whether the machine's clock and Discord agree on the date; the log is told, once, if they do not.
async fn is_believed(http: &Http, now: i64, was_told: &mut bool) -> bool {
    match date(http).await {
        Ok(Some(date)) if date.abs_diff(now) <= BELIEVED => *was_told = false,
        Ok(Some(date)) => {
            if !std::mem::replace(was_told, true) {
                let hours = (now - date) / 3_600;
                tracing::warn!(
                    hours,
                    "the machine's clock is that far ahead of Discord's: nothing deleted is destroyed until it is set right"
                );
            }
            return false;
        }
        Ok(None) => {}
        Err(error) => {
            tracing::debug!(%error, "Discord was not there to ask for the date");
            return false;
        }
    }
    true
}

/// Tells the channel of a trial that nobody plays that it is forgotten. Whether that was written: then it goes once it has been told. One that
/// cannot be read any more goes untold, for no later round could tell it.
async fn lapsed(rooms: &Rooms, campaign: CampaignId, now: i64) -> Result<bool, TableError> {
    if !rooms.journal().is_idle(campaign, now).await? {
        return Ok(false);
    }
    let lapsed = async { rooms.of(campaign).await?.lapse(campaign, now).await };
    match lapsed.await {
        Err(error) if is_for_good(&error) => {
            tracing::warn!(campaign = campaign.0, %error, "a trial that cannot be read is forgotten, and nobody is told");
            Ok(false)
        }
        other => Ok(other?.is_some()),
    }
}

/// Whether a game that could not be read for this reason cannot be read the next time either.
const fn is_for_good(error: &TableError) -> bool {
    matches!(error, TableError::UnknownGame(_) | TableError::Journal(JournalError::Unreadable(_) | JournalError::UnreadableRow { .. }))
}

/// Destroys a campaign whose grace is over. Whether there was one.
async fn purged(rooms: &Rooms, campaign: CampaignId, now: i64) -> Result<bool, TableError> {
    match rooms.of(campaign).await {
        Ok(room) => room.purge(campaign, now).await,
        // Of a game that this umpire does not know none is in memory.
        Err(TableError::UnknownGame(_)) => Ok(rooms.journal().purge(campaign, now).await?),
        Err(TableError::NoCampaign) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Destroys what is gone for good, until the umpire stops.
pub async fn run(rooms: Rooms, outbox: Arc<Outbox>, departures: Arc<Departures>, http: Arc<Http>) {
    let mut rounds = rooms.journal().clock().rounds(ROUND);
    let mut was_told = false;
    loop {
        let now = rooms.journal().now();
        match rooms.journal().campaigns_gone(now, departures.are_known()).await {
            Ok(campaigns) if campaigns.is_empty() => {}
            Ok(_) if !is_believed(&http, now, &mut was_told).await => {}
            Ok(campaigns) => {
                for campaign in campaigns {
                    match lapsed(&rooms, campaign, now).await {
                        Ok(false) => {}
                        Ok(true) => {
                            outbox.look();
                            continue;
                        }
                        // It is not forgotten before its players are told: the next round tries it again.
                        Err(error) => {
                            tracing::error!(campaign = campaign.0, %error, "nobody was told of a trial that is forgotten");
                            continue;
                        }
                    }
                    match purged(&rooms, campaign, now).await {
                        Ok(true) => tracing::info!(campaign = campaign.0, "a deleted campaign is gone for good"),
                        Ok(false) => {}
                        Err(error) => tracing::error!(campaign = campaign.0, %error, "a deleted campaign was not destroyed"),
                    }
                }
            }
            Err(error) => tracing::error!(%error, "the deleted campaigns cannot be read"),
        }
        // What was not deleted because Discord had not yet said where the umpire is does not wait for the next round.
        tokio::select! {
            () = rounds.next() => {}
            () = departures.become_known() => {}
        }
    }
}
