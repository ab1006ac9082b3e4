//! Whose turn it is to post for a campaign: one at a time, and who asked before the last look at what it owes began needs no look of their own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::model::ids::CampaignId;

/// The turns of those campaigns for which somebody posts or waits for it; of others nothing is kept.
#[derive(Debug, Default)]
pub(super) struct Turns(Mutex<HashMap<CampaignId, Arc<Turn>>>);

/// A campaign's turn.
#[derive(Debug, Default)]
struct Turn {
    /// Looks that have begun, of which each has the number that it is.
    begun: AtomicU64,
    /// Held by who looks and posts: the number of the last look after which nothing was left, 0 before the first.
    done: tokio::sync::Mutex<u64>,
}

impl Turns {
    /// Does `look`, which posts what a campaign owes, when it is the campaign's turn, and says when it begins to read that; nothing if meanwhile
    /// another has begun to after this was asked for, and has ended well.
    pub(super) async fn look<E>(&self, campaign: CampaignId, look: impl AsyncFnOnce(&Look) -> Result<(), E>) -> Result<(), E> {
        let asked = self.ask(campaign);
        let begun_before = asked.turn.begun.load(Ordering::SeqCst);
        let mut done = asked.turn.done.lock().await;
        if *done > begun_before {
            return Ok(());
        }
        let own = Look { turn: Arc::clone(&asked.turn), number: AtomicU64::new(0) };
        look(&own).await?;
        *done = own.number.load(Ordering::SeqCst);
        Ok(())
    }

    fn ask(&self, campaign: CampaignId) -> Asked<'_> {
        Asked { turn: Arc::clone(self.kept().entry(campaign).or_default()), turns: self, campaign }
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<CampaignId, Arc<Turn>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A look at what a campaign owes.
pub(super) struct Look {
    turn: Arc<Turn>,
    number: AtomicU64,
}

impl Look {
    /// It begins to read what is owed: whatever was written before it sees.
    pub(super) fn begins(&self) {
        self.number.store(self.turn.begun.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    }
}

/// Somebody who posts for a campaign or waits for it. The last of them to go takes the turn along.
struct Asked<'a> {
    turns: &'a Turns,
    campaign: CampaignId,
    turn: Arc<Turn>,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        let mut kept = self.turns.kept();
        // The map's and ours; a look's has gone with it. Who asks now waits for the map.
        if Arc::strong_count(&self.turn) == 2 {
            kept.remove(&self.campaign);
        }
    }
}

#[cfg(test)]
mod tests;
