//! What this run of the umpire has begun to post, and what is not known yet to be posted. It is not written down: of whatever waits when a journal is
//! opened nobody can tell, after a power cut, whether it was posted, so it is looked for in its channel before it is posted.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::model::ids::OutboxId;

/// When each was begun to be posted first, in seconds since 1970.
#[derive(Default)]
pub(super) struct Attempts(Mutex<HashMap<OutboxId, i64>>);

impl Attempts {
    fn all(&self) -> MutexGuard<'_, HashMap<OutboxId, i64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One begins.
    pub(super) fn begin(&self, id: OutboxId, at: i64) {
        self.all().entry(id).or_insert(at);
    }

    /// When one was begun first, if it was.
    pub(super) fn since(&self, id: OutboxId) -> Option<i64> {
        self.all().get(&id).copied()
    }

    /// What has become of one is written down.
    pub(super) fn end(&self, id: OutboxId) {
        self.all().remove(&id);
    }
}
