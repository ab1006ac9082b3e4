//! Grace: a deleted campaign can be brought back for some days; after them nothing of it is kept. A trial that nobody plays is forgotten, once
//! its channel has been told; and everything of a server that the umpire was removed from, some weeks later.
//!
//! Nothing is remembered in memory: when a campaign is gone for good stands in the journal, and whichever umpire runs then destroys it.

use std::sync::Arc;
use std::time::Duration;

use crate::table::rooms::Rooms;
use crate::workers::departures::Departures;
use crate::workers::outbox::Outbox;

/// How often it is looked whether a grace is over.
const ROUND: Duration = Duration::from_secs(60);

/// Destroys what is gone for good, until the umpire stops.
pub async fn run(rooms: Rooms, outbox: Arc<Outbox>, departures: Arc<Departures>) {
    let mut rounds = rooms.journal().clock().rounds(ROUND);
    loop {
        let now = rooms.journal().now();
        match rooms.journal().campaigns_gone(now, departures.are_known()).await {
            Ok(campaigns) => {
                for campaign in campaigns {
                    let lapsed = async { rooms.of(campaign).await?.lapse(campaign, now).await };
                    match lapsed.await {
                        Ok(None) => {}
                        Ok(Some(_)) => {
                            if let Err(error) = outbox.publish(campaign).await {
                                tracing::warn!(campaign = campaign.0, %error, "that a trial is forgotten waits to be told");
                            }
                            continue;
                        }
                        Err(error) => tracing::error!(campaign = campaign.0, %error, "nobody was told of a trial that is forgotten"),
                    }
                    let purged = async { rooms.of(campaign).await?.purge(campaign, now).await };
                    match purged.await {
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
