//! A game in memory. It is had by one at a time, who may change it, and keeps it while that is written to the disk; how it stood when it was
//! last let go is to be had by anybody at any time: whoever only looks at a game waits for no disk. Only who looks while something of their own
//! is being done waits for that, for a moment: what they see next is what came of it.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};

use crate::model::ids::UserId;

/// How long whoever looks waits for what is being done of their own: as long as a staff thinks about its part, and a little more. Discord waits for
/// three seconds.
pub(super) const FOR_ONES_OWN: Duration = Duration::from_secs(2);

/// A game.
#[derive(Debug)]
pub(super) struct Kept<T> {
    game: Mutex<T>,
    seen: RwLock<Arc<T>>,
    doing: Doing,
}

/// Those of whom something is being done, or waits for its turn: each as often as it is.
type Doing = std::sync::Mutex<Vec<UserId>>;

/// Something that is being done of a member's, until this is dropped.
pub(super) struct OnesOwn<'a> {
    doing: &'a Doing,
    user: UserId,
}

impl Drop for OnesOwn<'_> {
    fn drop(&mut self) {
        let mut doing = self.doing.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = doing.iter().position(|user| *user == self.user) {
            doing.swap_remove(place);
        }
    }
}

/// The game, had by one. As they leave it it is seen from then on.
pub(super) struct Had<'a, T: Clone> {
    game: MutexGuard<'a, T>,
    seen: &'a RwLock<Arc<T>>,
    is_changed: bool,
    _own: Option<OnesOwn<'a>>,
}

impl<T: Clone> Kept<T> {
    pub(super) fn new(game: T) -> Self {
        Self { seen: RwLock::new(Arc::new(game.clone())), game: Mutex::new(game), doing: Doing::default() }
    }

    /// Waits until nobody else has the game.
    pub(super) async fn lock(&self) -> Had<'_, T> {
        Had { game: self.game.lock().await, seen: &self.seen, is_changed: false, _own: None }
    }

    /// Something of a member's begins: until it is over they wait when they look.
    pub(super) fn begins(&self, user: UserId) -> OnesOwn<'_> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner).push(user);
        OnesOwn { doing: &self.doing, user }
    }

    /// Waits until nobody else has the game, for something of a member's.
    pub(super) async fn lock_for(&self, user: UserId) -> Had<'_, T> {
        let own = self.begins(user);
        Had { game: self.game.lock().await, seen: &self.seen, is_changed: false, _own: Some(own) }
    }

    /// The game, unless somebody has it.
    pub(super) fn try_lock(&self) -> Option<Had<'_, T>> {
        let game = self.game.try_lock().ok()?;
        Some(Had { game, seen: &self.seen, is_changed: false, _own: None })
    }

    /// The game as it stood when it was last let go.
    pub(super) fn seen(&self) -> Arc<T> {
        Arc::clone(&self.seen.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The same for a member: what is being done of theirs is waited for, so long at most.
    pub(super) async fn seen_by(&self, user: UserId, at_most: Duration) -> Arc<T> {
        let waits = self.doing.lock().unwrap_or_else(PoisonError::into_inner).contains(&user);
        if waits {
            // Who comes later has the game later. Where it takes longer they see it as it stood.
            let _is_over = tokio::time::timeout(at_most, self.game.lock()).await;
        }
        self.seen()
    }
}

impl<T: Clone> Deref for Had<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.game
    }
}

impl<T: Clone> DerefMut for Had<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.is_changed = true;
        &mut self.game
    }
}

impl<T: Clone> Drop for Had<'_, T> {
    fn drop(&mut self) {
        // The next may have it only after this.
        if self.is_changed {
            *self.seen.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(self.game.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    #[tokio::test]
    async fn what_is_changed_is_seen_once_it_is_let_go_and_nobody_waits_who_looks() {
        let kept = Kept::new(1);
        let mut had = kept.lock().await;
        *had = 2;
        assert_eq!(*kept.seen(), 1, "as it stood");
        assert!(kept.try_lock().is_none());
        drop(had);
        assert_eq!((*kept.seen(), *kept.lock().await), (2, 2));
    }

    #[tokio::test]
    async fn who_looks_while_something_of_their_own_is_done_sees_what_came_of_it_and_nobody_else_waits_for_that() {
        let kept = Kept::new(1);
        let (rich, tom) = (UserId(1), UserId(2));
        let mut had = kept.lock_for(rich).await;
        *had = 2;
        let own = kept.seen_by(rich, FOR_ONES_OWN);
        tokio::pin!(own);
        assert!(own.as_mut().now_or_never().is_none(), "they wait");
        assert_eq!(kept.seen_by(tom, FOR_ONES_OWN).now_or_never().as_deref(), Some(&1), "others do not");
        assert_eq!(*kept.seen_by(rich, Duration::ZERO).await, 1, "nor do they for longer than that");
        // What waits for its turn is theirs too.
        let next = kept.lock_for(tom);
        tokio::pin!(next);
        assert!(next.as_mut().now_or_never().is_none() && kept.seen_by(tom, FOR_ONES_OWN).now_or_never().is_none());
        drop(had);
        assert_eq!(*own.await, 2, "what came of it");
        let own = kept.begins(rich);
        *next.await = 3;
        assert_eq!(*kept.seen_by(rich, FOR_ONES_OWN).await, 3, "nobody has the game: it does not wait for itself");
        drop(own);
        assert_eq!(kept.seen_by(rich, FOR_ONES_OWN).now_or_never().as_deref(), Some(&3), "nothing is being done");
        assert!(kept.doing.lock().unwrap().is_empty());
    }
}
