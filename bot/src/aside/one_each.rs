//! Of each one thing at a time: whoever asks for many things has one done after another, so that another who asks waits for no more than
//! one of them.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Those that have something done or wait for it, each known by a key, as members and servers are by their numbers: of each one thing is
/// done at a time, first come, first served. Of those that have nothing done any more nothing is kept once another asks.
#[derive(Debug)]
pub(crate) struct OneEach<K>(Mutex<HashMap<K, Weak<Semaphore>>>);

/// The one thing of somebody's that is done, until this is dropped.
#[derive(Debug)]
pub(crate) struct One {
    _permit: OwnedSemaphorePermit,
}

impl<K> Default for OneEach<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> OneEach<K> {
    /// Waits until nothing else of theirs is done. Nothing if their line is closed, which none ever is.
    ///
    /// Whoever holds the one must not wait for another of the same.
    pub(crate) async fn of(&self, key: K) -> Option<One> {
        let line = self.line(key);
        line.acquire_owned().await.ok().map(|permit| One { _permit: permit })
    }

    /// Whether nothing is done of anybody's, and nobody waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines().values().all(|line| line.strong_count() == 0)
    }

    /// Where somebody's own line up.
    fn line(&self, key: K) -> Arc<Semaphore> {
        let mut lines = self.lines();
        lines.retain(|_, line| line.strong_count() > 0);
        lines.get(&key).and_then(Weak::upgrade).unwrap_or_else(|| {
            let line = Arc::new(Semaphore::new(1));
            lines.insert(key, Arc::downgrade(&line));
            line
        })
    }

    fn lines(&self) -> MutexGuard<'_, HashMap<K, Weak<Semaphore>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    #[tokio::test]
    async fn of_each_one_thing_is_done_at_a_time_in_the_order_of_asking_and_another_waits_for_none_of_them() {
        let each = OneEach::default();
        let first = each.of("one").await;
        let (mut second, mut third) = (Box::pin(each.of("one")), Box::pin(each.of("one")));
        assert!((&mut second).now_or_never().is_none() && (&mut third).now_or_never().is_none());
        assert!(each.of("another").now_or_never().flatten().is_some());
        drop(first);
        assert!((&mut third).now_or_never().is_none(), "it came later");
        let next = second.await;
        assert!(next.is_some() && (&mut third).now_or_never().is_none());
        drop(next);
        let last = third.await;
        assert!(last.is_some() && !each.is_empty());
        drop(last);
        assert!(each.is_empty());
    }

    #[tokio::test]
    async fn who_waits_no_longer_holds_up_nobody() {
        let each = OneEach::default();
        let first = each.of("one").await;
        let (mut given_up, mut next) = (Box::pin(each.of("one")), Box::pin(each.of("one")));
        assert!((&mut given_up).now_or_never().is_none() && (&mut next).now_or_never().is_none());
        drop((given_up, first));
        assert!(next.now_or_never().flatten().is_some());
        assert!(each.is_empty());
    }

    #[tokio::test]
    async fn of_those_that_have_nothing_done_any_more_nothing_is_kept_once_another_asks() {
        let each = OneEach::default();
        for key in 0..100 {
            drop(each.of(key).await);
            assert!(each.is_empty());
        }
        let held = each.of(100).await;
        assert_eq!(each.lines().len(), 1);
        let waits = Box::pin(each.of(101));
        assert_eq!(each.lines().len(), 1, "it has not asked yet");
        drop(waits.await);
        drop(held);
        assert!(each.is_empty());
    }
}
