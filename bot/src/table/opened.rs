//! The games in memory: each read from the journal once, when it is first asked for; while one is read, no other waits for it.
//!
//! They are kept by what they weigh: each game something, and each of its positions that is kept along its journal as much as another. Of more
//! than are to be kept those go that were not used for longest and that nobody is at: read again they are the same.

use std::collections::HashMap;
use std::future::Future;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::OnceCell;

use crate::model::ids::CampaignId;
use crate::table::error::TableError;
use crate::table::kept::Kept;

/// The most that the games of a kind weigh together in memory, in positions: some 80 MiB of campaigns, and 20 to 30 of each other kind. That is 200
/// which are played for months, or three thousand just begun.
const MOST: usize = 12_288;

/// A game that is in memory, or is being read.
#[derive(Debug)]
struct Slot<T> {
    game: Arc<OnceCell<Arc<Kept<T>>>>,
    /// When it was last asked for, by a count of what was asked for.
    used: u64,
    /// What it weighed then; nothing while it is read.
    weight: usize,
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
    /// What all of them weigh.
    weight: usize,
}

impl<T> Slots<T> {
    fn remove(&mut self, id: CampaignId) {
        if let Some(slot) = self.slots.remove(&id) {
            self.weight -= slot.weight;
        }
    }

    /// Has a game weigh so much, if it is still there; and lets go of others as long as all weigh more than `most`.
    fn weigh(&mut self, id: CampaignId, game: &Arc<OnceCell<Arc<Kept<T>>>>, weight: usize, most: usize) {
        if let Some(slot) = self.slots.get_mut(&id).filter(|slot| Arc::ptr_eq(&slot.game, game)) {
            self.weight = self.weight - slot.weight + weight;
            slot.weight = weight;
        }
        while self.weight > most {
            let idle = self.slots.iter().filter(|(_, slot)| slot.is_idle()).min_by_key(|(_, slot)| slot.used).map(|(id, _)| *id);
            let Some(idle) = idle else { break };
            self.remove(idle);
        }
    }
}

/// The games of a kind that are in memory.
#[derive(Debug)]
pub(super) struct Opened<T> {
    slots: Mutex<Slots<T>>,
    /// What a game weighs, in positions.
    weight: fn(&T) -> usize,
    most: usize,
}

impl<T: Clone> Opened<T> {
    /// None yet, each to be weighed so.
    pub(super) fn new(weight: fn(&T) -> usize) -> Self {
        Self::of_at_most(MOST, weight)
    }

    fn of_at_most(most: usize, weight: fn(&T) -> usize) -> Self {
        Self { slots: Mutex::new(Slots { slots: HashMap::new(), asked: 0, weight: 0 }), weight, most }
    }

    fn slots(&self) -> MutexGuard<'_, Slots<T>> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
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
    ) -> Result<Arc<Kept<T>>, TableError> {
        let game = {
            let mut guard = self.slots();
            let Slots { slots, asked, .. } = &mut *guard;
            *asked += 1;
            let slot = slots.entry(id).or_insert_with(|| Slot { game: Arc::default(), used: 0, weight: 0 });
            slot.used = *asked;
            Arc::clone(&slot.game)
        };
        let read = async { Ok(Arc::new(Kept::new(read().await?))) };
        match game.get_or_try_init(|| read).await {
            Ok(read) => {
                let weight = (self.weight)(&read.seen());
                self.slots().weigh(id, &game, weight, self.most);
                Ok(Arc::clone(read))
            }
            Err(error) => {
                // Of a game that is not there nothing is kept.
                self.forget_unread(id);
                Err(error)
            }
        }
    }

    /// A game, if it is in memory.
    pub(super) fn in_memory(&self, id: CampaignId) -> Option<Arc<Kept<T>>> {
        self.slots().slots.get(&id).and_then(|slot| slot.game.get().map(Arc::clone))
    }

    /// Forgets a game, so that it is read anew for the next who asks.
    pub(super) fn forget(&self, id: CampaignId) {
        self.slots().remove(id);
    }

    fn forget_unread(&self, id: CampaignId) {
        let mut slots = self.slots();
        if slots.slots.get(&id).is_some_and(|slot| slot.game.get().is_none()) {
            slots.remove(id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(opened: &Opened<i64>, id: i64) -> Arc<Kept<i64>> {
        opened.get(CampaignId(id), || async move { Ok(id) }).await.unwrap()
    }

    #[tokio::test]
    async fn while_one_game_is_read_another_is_to_be_had_and_whoever_asks_for_the_first_waits_for_one_reading() {
        let opened = Arc::new(Opened::new(|_| 1));
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

    fn kept(opened: &Opened<i64>) -> Vec<i64> {
        let mut kept: Vec<i64> = opened.slots().slots.keys().map(|id| id.0).collect();
        kept.sort_unstable();
        kept
    }

    #[tokio::test]
    async fn the_longest_unused_goes_and_what_somebody_is_at_stays() {
        let opened = Opened::of_at_most(2, |_| 1);
        let held = read(&opened, 1).await;
        read(&opened, 2).await;
        read(&opened, 3).await;
        assert!(Arc::ptr_eq(&held, &read(&opened, 1).await), "two games of one number would not know of each other");
        assert_eq!(kept(&opened), [1, 3]);
    }

    #[tokio::test]
    async fn for_a_game_that_weighs_more_more_others_go_also_if_it_has_grown_since_it_was_read() {
        let opened = Opened::of_at_most(10, |game| usize::try_from(*game).unwrap());
        for id in [1, 2, 3, 4] {
            read(&opened, id).await;
        }
        assert_eq!((kept(&opened), opened.slots().weight), (vec![1, 2, 3, 4], 10));
        *read(&opened, 3).await.lock().await = 6;
        read(&opened, 3).await;
        assert_eq!((kept(&opened), opened.slots().weight), (vec![3, 4], 10));
        opened.forget(CampaignId(3));
        read(&opened, 5).await;
        assert_eq!((kept(&opened), opened.slots().weight), (vec![4, 5], 9));
    }

    #[tokio::test]
    async fn whoever_asks_only_for_a_game_that_is_in_memory_has_none_read() {
        let opened = Opened::new(|_| 1);
        assert!(opened.in_memory(CampaignId(1)).is_none() && kept(&opened).is_empty());
        let held = read(&opened, 1).await;
        assert!(Arc::ptr_eq(&held, &opened.in_memory(CampaignId(1)).unwrap()));
    }

    #[tokio::test]
    async fn of_what_cannot_be_read_nothing_is_kept() {
        let opened = Opened::<i64>::new(|_| 1);
        assert!(opened.get(CampaignId(1), || async { Err(TableError::NoCampaign) }).await.is_err());
        assert!(opened.slots().slots.is_empty());
        assert_eq!(*read(&opened, 1).await.lock().await, 1);
    }
}
