//! Reminders: looks from time to time whether somebody is waited for too long, and has them called.
//!
//! Nothing is kept in memory. A reminder is written into the outbox in the transaction that counts it, so a restart neither loses one nor
//! sends it twice.

use std::sync::Arc;
use std::time::Duration;

use crate::table::rooms::Rooms;
use crate::workers::outbox::Outbox;

/// How often it is looked. A reminder may be late by this much.
const ROUND: Duration = Duration::from_secs(20);

/// Sends what is due, until the umpire stops.
pub async fn run(rooms: Rooms, outbox: Arc<Outbox>) {
    let mut rounds = rooms.journal().clock().rounds(ROUND);
    loop {
        send_due(&rooms, &outbox).await;
        rounds.next().await;
    }
}

async fn send_due(rooms: &Rooms, outbox: &Outbox) {
    let campaigns = match rooms.journal().paced().await {
        Ok(campaigns) => campaigns,
        Err(error) => {
            tracing::error!(%error, "the reminders cannot be read");
            return;
        }
    };
    let now = rooms.journal().now();
    for campaign in campaigns {
        let reminded = async { rooms.of(campaign).await?.remind(campaign, now).await };
        match reminded.await {
            Ok(None) => {}
            Ok(Some(_)) => {
                if let Err(error) = outbox.publish(campaign).await {
                    tracing::warn!(campaign = campaign.0, %error, "a reminder is waiting");
                }
            }
            Err(error) => tracing::error!(campaign = campaign.0, %error, "a reminder was not written"),
        }
    }
}
