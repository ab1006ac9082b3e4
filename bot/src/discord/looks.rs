//! Whose turn it is to post for a campaign: one at a time, and who asked before the last look at what it owes began needs no look of their own.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::model::ids::CampaignId;

/// The looks at what campaigns owe, of those for which somebody posts or waits for it; of others nothing is kept.
#[derive(Debug, Default)]
pub(crate) struct Looks(Mutex<HashMap<CampaignId, Kept>>);

/// A campaign's turn, and how many post or wait for it.
#[derive(Debug, Default)]
struct Kept {
    turn: Arc<Turn>,
    asked: usize,
}

/// A campaign's turn.
#[derive(Debug, Default)]
struct Turn {
    /// Looks that have begun, of which each has the number that it is.
    begun: AtomicU64,
    /// Held by who looks and posts: the number of the last look after which nothing was left, 0 before the first.
    done: tokio::sync::Mutex<u64>,
}

impl Looks {
    /// Does `look`, which posts what a campaign owes, when it is the campaign's turn, and says when it begins to read that; nothing if meanwhile
    /// another has begun to after this was asked for, and has ended well.
    pub(crate) async fn look<E>(&self, campaign: CampaignId, look: impl AsyncFnOnce(&Look<'_>) -> Result<(), E>) -> Result<(), E> {
        let asked = self.ask(campaign);
        let begun_before = asked.turn.begun.load(Ordering::SeqCst);
        let mut done = asked.turn.done.lock().await;
        if *done > begun_before {
            return Ok(());
        }
        let own = Look { begun: &asked.turn.begun, number: AtomicU64::new(0) };
        look(&own).await?;
        *done = own.number.load(Ordering::SeqCst);
        Ok(())
    }

    fn ask(&self, campaign: CampaignId) -> Asked<'_> {
        let mut kept = self.kept();
        let kept = kept.entry(campaign).or_default();
        kept.asked += 1;
        Asked { turn: Arc::clone(&kept.turn), looks: self, campaign }
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<CampaignId, Kept>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A look at what a campaign owes.
pub(crate) struct Look<'a> {
    begun: &'a AtomicU64,
    number: AtomicU64,
}

impl Look<'_> {
    /// It begins to read what is owed: whatever was written before it sees.
    pub(crate) fn begins(&self) {
        self.number.store(self.begun.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    }
}

/// Somebody who posts for a campaign or waits for it. The last of them to go takes the turn along.
struct Asked<'a> {
    looks: &'a Looks,
    campaign: CampaignId,
    turn: Arc<Turn>,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        let mut kept = self.looks.kept();
        if let Some(of) = kept.get_mut(&self.campaign) {
            of.asked -= 1;
            if of.asked == 0 {
                kept.remove(&self.campaign);
            }
        }
    }
}

#[cfg(test)]
mod tests;
