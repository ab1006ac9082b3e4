//! Grace: a deleted campaign can be brought back for some days; after them nothing of it is kept.
//!
//! Nothing is remembered in memory: when a campaign is gone for good stands in the journal, and whichever umpire runs then destroys it.

use std::time::Duration;

use crate::table::rooms::Rooms;

/// How often it is looked whether a grace is over.
const ROUND: Duration = Duration::from_secs(60);

/// Destroys what is gone for good, until the umpire stops.
pub async fn run(rooms: Rooms) {
    let mut rounds = rooms.journal().clock().rounds(ROUND);
    loop {
        let now = rooms.journal().now();
        match rooms.journal().campaigns_gone(now).await {
            Ok(campaigns) => {
                for campaign in campaigns {
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
        rounds.next().await;
    }
}
