//! The games in memory: each read from the journal once, when it is first asked for; while one is read, no other waits for it.
//!
//! Only so many are kept. Of more, those go that were not used for longest and that nobody is at: read again they are the same.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Mutex as Lock, OnceCell};

use crate::model::ids::CampaignId;
use crate::table::error::TableError;

/// The most games of a kind in memory, each with its checkpoints.
const MOST: usize = 256;

/// A game that is in memory, or is being read.
#[derive(Debug)]
struct Slot<T> {
    game: Arc<OnceCell<Arc<Lock<T>>>>,
    /// When it was last asked for, by a count of what was asked for.
    used: u64,
}

impl<T> Slot<T> {
    /// Whether nobody is at it. Who asks for it has to ask the map first, which is locked meanwhile.
    fn is_idle(&self) -> bool {
        Arc::strong_count(&self.game) == 1 && self.game.get().is_none_or(|game| Arc::strong_count(game) == 1)
    }
}

#[derive(Debug)]
struct Slots<T> {
    slots: HashMap<CampaignId, Slot<T>>,
    asked: u64,
}

/// The games of a kind that are in memory.
#[derive(Debug)]
pub(super) struct Opened<T> {
    slots: Mutex<Slots<T>>,
    most: usize,
}

impl<T> Default for Opened<T> {
    fn default() -> Self {
        Self::of_at_most(MOST)
    }
}

impl<T> Opened<T> {
    fn of_at_most(most: usize) -> Self {
        Self { slots: Mutex::new(Slots { slots: HashMap::new(), asked: 0 }), most }
    }

    /// A game: the one in memory, or as `read` reads it. Whoever asks for the same one meanwhile waits for that.
    ///
    /// # Errors
    ///
    /// As `read`; the next who asks has it read again.
    pub(super) async fn get<F: Future<Output = Result<T, TableError>>>(
        &self,
        id: CampaignId,
        read: impl FnOnce() -> F,
    ) -> Result<Arc<Lock<T>>, TableError> {
        let game = {
            let mut guard = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            let Slots { slots, asked } = &mut *guard;
            *asked += 1;
            let slot = slots.entry(id).or_insert_with(|| Slot { game: Arc::default(), used: 0 });
            slot.used = *asked;
            let game = Arc::clone(&slot.game);
            while slots.len() > self.most {
                let idle = slots.iter().filter(|(_, slot)| slot.is_idle()).min_by_key(|(_, slot)| slot.used).map(|(id, _)| *id);
                let Some(idle) = idle else { break };
                slots.remove(&idle);
            }
            game
        };
        let read = async { Ok(Arc::new(Lock::new(read().await?))) };
        match game.get_or_try_init(|| read).await {
            Ok(read) => Ok(Arc::clone(read)),
            Err(error) => {
                // Of a game that is not there nothing is kept.
                self.forget_unread(id);
                Err(error)
            }
        }
    }

    /// Forgets a game, so that it is read anew for the next who asks.
    pub(super) fn forget(&self, id: CampaignId) {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).slots.remove(&id);
    }

    fn forget_unread(&self, id: CampaignId) {
        let mut guard = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if guard.slots.get(&id).is_some_and(|slot| slot.game.get().is_none()) {
            guard.slots.remove(&id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(opened: &Opened<i64>, id: i64) -> Arc<Lock<i64>> {
        opened.get(CampaignId(id), || async move { Ok(id) }).await.unwrap()
    }

    #[tokio::test]
    async fn while_one_game_is_read_another_is_to_be_had_and_whoever_asks_for_the_first_waits_for_one_reading() {
        let opened = Arc::new(Opened::default());
        let (go, gone) = tokio::sync::oneshot::channel::<()>();
        let slow = tokio::spawn({
            let opened = Arc::clone(&opened);
            async move { opened.get(CampaignId(1), || async { Ok(gone.await.map_or(0, |()| 7)) }).await.unwrap() }
        });
        tokio::task::yield_now().await;
        assert_eq!(*read(&opened, 2).await.lock().await, 2);
        let again = tokio::spawn({
            let opened = Arc::clone(&opened);
            async move { opened.get(CampaignId(1), || async { Ok(8) }).await.unwrap() }
        });
        tokio::task::yield_now().await;
        go.send(()).unwrap();
        assert!(Arc::ptr_eq(&slow.await.unwrap(), &again.await.unwrap()));
        assert_eq!(*read(&opened, 1).await.lock().await, 7);
    }

    #[tokio::test]
    async fn the_longest_unused_goes_and_what_somebody_is_at_stays() {
        let opened = Opened::of_at_most(2);
        let held = read(&opened, 1).await;
        read(&opened, 2).await;
        read(&opened, 3).await;
        assert!(Arc::ptr_eq(&held, &read(&opened, 1).await), "two games of one number would not know of each other");
        let kept: Vec<i64> = opened.slots.lock().unwrap().slots.keys().map(|id| id.0).collect();
        assert!(kept.len() == 2 && !kept.contains(&2), "{kept:?}");
    }

    #[tokio::test]
    async fn of_what_cannot_be_read_nothing_is_kept() {
        let opened = Opened::<i64>::default();
        assert!(opened.get(CampaignId(1), || async { Err(TableError::NoCampaign) }).await.is_err());
        assert!(opened.slots.lock().unwrap().slots.is_empty());
        assert_eq!(*read(&opened, 1).await.lock().await, 1);
    }
}
