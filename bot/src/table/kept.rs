//! A game in memory. It is had by one at a time, who may change it, and keeps it while that is written to the disk; how it stood when it was
//! last let go is to be had by anybody at any time: whoever only looks at a game waits for no disk.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::{Mutex, MutexGuard};

/// A game.
#[derive(Debug)]
pub(super) struct Kept<T> {
    game: Mutex<T>,
    seen: RwLock<Arc<T>>,
}

/// The game, had by one. As they leave it it is seen from then on.
pub(super) struct Had<'a, T: Clone> {
    game: MutexGuard<'a, T>,
    seen: &'a RwLock<Arc<T>>,
    is_changed: bool,
}

impl<T: Clone> Kept<T> {
    pub(super) fn new(game: T) -> Self {
        Self { seen: RwLock::new(Arc::new(game.clone())), game: Mutex::new(game) }
    }

    /// Waits until nobody else has the game.
    pub(super) async fn lock(&self) -> Had<'_, T> {
        Had { game: self.game.lock().await, seen: &self.seen, is_changed: false }
    }

    /// The game, unless somebody has it.
    pub(super) fn try_lock(&self) -> Option<Had<'_, T>> {
        let game = self.game.try_lock().ok()?;
        Some(Had { game, seen: &self.seen, is_changed: false })
    }

    /// The game as it stood when it was last let go.
    pub(super) fn seen(&self) -> Arc<T> {
        Arc::clone(&self.seen.read().unwrap_or_else(PoisonError::into_inner))
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
}
