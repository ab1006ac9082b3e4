//! Work that takes a processor for itself: pictures, proofs, a staff that thinks. It is done on threads of its own, which step back for those
//! that answer players: on a machine with few cores an answer waits for no picture.
//!
//! Long journals are read and replayed apart too, as urgently as anything, since somebody waits for them; but only so many at a time, and
//! what one server asks for is done one thing after another: a server that asks for a hundred long logs waits for them itself, and no
//! other waits for more than one of them.

use std::sync::Arc;

use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};
use tokio::task::JoinError;

use crate::aside::one_each::{One, OneEach};

pub(crate) mod one_each;

/// Where this work stands between what may wait for ever, 0, and what is most urgent, 99; a usual thread is about half-way. It is to step back,
/// not to starve where something else keeps the machine busy.
const PRIORITY: u8 = 25;

/// Does work on a thread for it, after everything that is more urgent.
///
/// # Errors
///
/// If it panics, or the program is stopping.
pub async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
    let task = tokio::task::spawn_blocking(move || {
        // Threads of this kind do nothing else, so none is ever lifted again. Where the system does not allow it all are alike, as before.
        if let Ok(priority) = ThreadPriorityValue::try_from(PRIORITY)
            && let Err(error) = set_current_thread_priority(ThreadPriority::Crossplatform(priority))
        {
            tracing::debug!(?error, "a thread's priority stays as it is");
        }
        work()
    });
    task.await
}

/// Work was broken off: it panicked, or no thread could be had for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the work was broken off")]
pub struct BrokenOff;

/// Does work that somebody waits for on a thread of its own, which is as urgent as any other: the threads that answer go on meanwhile. To be
/// called by whoever holds a [`Turn`], so that there are not many.
///
/// # Errors
///
/// If it panics, or no thread can be had.
pub async fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, BrokenOff> {
    let (tell, told) = oneshot::channel();
    // Whoever gives up waiting hears nothing of it. A panic drops the sender.
    let begun = std::thread::Builder::new().name("reading".to_owned()).spawn(move || drop(tell.send(work())));
    begun.map_err(|_| BrokenOff)?;
    told.await.map_err(|_| BrokenOff)
}

/// A server by its number; or, if there is none, a game in direct messages by its own.
type Server = (Option<u64>, i64);

/// Whose turn it is to have long work done: so many at once, and of one server one.
#[derive(Debug)]
pub struct Turns {
    places: Arc<Semaphore>,
    /// Of each server one thing is done. Who plays in direct messages has a turn apart.
    servers: OneEach<Server>,
}

/// A server's turn. It ends when this is dropped.
#[derive(Debug)]
pub struct Turn {
    _server: One,
    _place: OwnedSemaphorePermit,
}

impl Turns {
    /// Turns of which so many are had at once.
    #[must_use]
    pub fn new(at_once: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(at_once.max(1))), servers: OneEach::default() }
    }

    /// Waits for the turn of a server, by its number; or, if there is none, of a game in direct messages, whose number is `game`. Nothing if the
    /// program is stopping.
    ///
    /// Whoever holds a turn must not wait for another: of one server there is one.
    pub async fn of(&self, server: Option<u64>, game: i64) -> Option<Turn> {
        let key = (server, if server.is_none() { game } else { 0 });
        let server = self.servers.of(key).await?;
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        Some(Turn { _server: server, _place: place })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn what_is_done_aside_steps_back_for_everything_else() {
        // The nineteenth number is how nice a thread is (proc(5)): from -20, which is not, to 19.
        let nice = || {
            let stat = std::fs::read_to_string("/proc/thread-self/stat").unwrap();
            let after = stat.rsplit_once(") ").unwrap().1.to_owned();
            after.split(' ').nth(16).unwrap().parse::<i8>().unwrap()
        };
        let here = nice();
        let there = aside(nice).await.unwrap();
        assert!(there > here && there < 19, "{here}, {there}");
        assert_eq!(nice(), here, "whoever waits for it goes on as before");
    }

    #[tokio::test]
    async fn what_panics_aside_is_an_error_and_nothing_worse() {
        assert!(aside(|| assert_eq!(1, 2)).await.is_err());
        assert_eq!(apart(|| assert_eq!(1, 2)).await, Err(BrokenOff));
        assert_eq!(apart(|| 3).await, Ok(3));
    }

    #[tokio::test]
    async fn a_server_that_asks_for_much_has_one_thing_done_at_a_time_and_another_waits_for_none_of_the_rest() {
        let turns = Arc::new(Turns::new(2));
        let first = turns.of(Some(1), 10).await.unwrap();
        let mut second = Box::pin(turns.of(Some(1), 11));
        assert!(futures_util::FutureExt::now_or_never(&mut second).is_none(), "the same server, though a processor is free");
        // A hundred more of the same server wait before the other asks.
        let waiting: Vec<_> = (0..100)
            .map(|game| {
                tokio::spawn({
                    let turns = Arc::clone(&turns);
                    async move { turns.of(Some(1), game).await.is_some() }
                })
            })
            .collect();
        tokio::task::yield_now().await;
        let other = turns.of(Some(2), 20).await.unwrap();
        drop((first, other));
        drop(second.await);
        for turn in waiting {
            assert!(turn.await.unwrap());
        }
        assert!(turns.servers.is_empty());
    }

    #[tokio::test]
    async fn games_in_direct_messages_do_not_wait_for_each_other() {
        let turns = Turns::new(2);
        let _one = turns.of(None, 1).await.unwrap();
        assert!(turns.of(None, 2).await.is_some());
    }
}
