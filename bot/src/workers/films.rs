//! Films: drawn and posted beside everything else that is posted, for they take seconds, and nothing else waits for them.

use std::sync::Arc;
use std::time::Duration;

use crate::discord::side_by_side::SideBySide;
use crate::journal::error::JournalError;
use crate::model::ids::CampaignId;
use crate::model::outbox_row::Waiting;
use crate::workers::outbox::{Outbox, PublishError};

/// How often it is looked for films that had to wait, when nobody asks for one.
const ROUND: Duration = Duration::from_secs(15);

/// How many campaigns' films are drawn or posted at a time. Their rows are in memory meanwhile.
const AT_ONCE: usize = 4;

/// Draws and posts films until the umpire stops, some campaigns' beside each other. What was being drawn at a stop is drawn again after the next
/// start.
pub async fn run(outbox: Arc<Outbox>) {
    let (mut rounds, mut posting) = (outbox.journal().clock().rounds(ROUND), SideBySide::default());
    outbox.look_for_films().await;
    loop {
        if let Err(error) = begin(&outbox, &mut posting).await {
            tracing::error!(%error, "the films cannot be read");
        }
        tokio::select! {
            () = rounds.next() => {
                if !outbox.films().are_known() {
                    outbox.look_for_films().await;
                }
            }
            () = outbox.films().wait() => {}
            () = posting.one_done() => {}
        }
    }
}

/// Begins with the films of campaigns for which none is under way, as long as there is room.
async fn begin(outbox: &Arc<Outbox>, posting: &mut SideBySide) -> Result<(), JournalError> {
    let films = outbox.films();
    for campaign in films.to_be_looked_at(outbox.journal().now()) {
        if posting.count() >= AT_ONCE {
            break;
        }
        if posting.is_at(campaign) {
            continue;
        }
        films.is_looked_at(campaign);
        let owed = outbox.journal().owed(campaign).await.inspect_err(|_| films.still_owes(campaign))?;
        // One that cannot be read is set aside with the other despatches, and one of a server that the umpire has left is looked for again when
        // it is invited back.
        let waiting = if owed.is_away { Vec::new() } else { owed.waiting };
        let owes: Vec<Waiting> = waiting.into_iter().flatten().filter(|waiting| waiting.despatch.is_a_film()).collect();
        if !owes.is_empty() {
            films.still_owes(campaign);
            let outbox = Arc::clone(outbox);
            posting.begin(campaign, async move {
                if let Err(error) = post(&outbox, campaign, &owes).await {
                    tracing::warn!(campaign = campaign.0, %error, "a film is waiting");
                    let guild = outbox.journal().guild_of(campaign).await.ok().flatten();
                    outbox.films().pause(campaign, guild, outbox.journal().now());
                }
            });
        }
    }
    Ok(())
}

async fn post(outbox: &Outbox, campaign: CampaignId, films: &[Waiting]) -> Result<(), PublishError> {
    for waiting in films {
        match outbox.post(waiting).await {
            Ok(()) => outbox.films().taken(campaign),
            Err(PublishError::Refused(reason)) => outbox.set_aside(campaign, waiting.id, &reason, true).await?,
            Err(PublishError::NoChannel(reason)) => outbox.set_aside(campaign, waiting.id, &reason, false).await?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
