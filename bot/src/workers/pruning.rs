//! Pruning: what nobody needs any more of games that are over, and of interactions, is deleted in small batches, with time between them for
//! those who play.

use std::time::Duration;

use crate::journal::error::JournalError;
use crate::journal::store::Journal;

/// How often it is looked whether something has become old enough.
const ROUND: Duration = Duration::from_secs(600);

/// How long others have the journal for themselves between two batches.
const BREATH: Duration = Duration::from_millis(50);

/// Deletes what nobody needs any more, until the umpire stops.
pub async fn run(journal: Journal) {
    let mut rounds = journal.clock().rounds(ROUND);
    loop {
        if let Err(error) = prune(&journal).await {
            tracing::error!(%error, "what nobody needs any more could not be deleted");
        }
        rounds.next().await;
    }
}

/// Deletes all that is old enough now.
async fn prune(journal: &Journal) -> Result<(), JournalError> {
    let now = journal.now();
    while journal.prune_despatches(now).await? {
        tokio::time::sleep(BREATH).await;
    }
    while journal.prune_interactions(now).await? {
        tokio::time::sleep(BREATH).await;
    }
    Ok(())
}
