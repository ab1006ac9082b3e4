//! How many are at work at a time of those that post what was done, and write the boards: a few, so that whoever presses a button does not stand in
//! line for a processor, or the journal, behind a hundred whose turn it is to tell of something.
//!
//! Who waits for Discord, or for a picture, is not at work: after a while they give up their place to the next and go on beside. So where Discord
//! takes its time as many wait for it as may, and where the processors are what is short a few are done after the other.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use tokio::sync::Semaphore;

/// How many are at work for each processor.
const FOR_A_PROCESSOR: usize = 2;

/// After how long it is taken that somebody waits. Work itself takes a few milliseconds. Where each of them waits for Discord, two processors begin
/// twenty of them in a second, of several requests each: about the fifty requests that Discord takes of one bot.
const IS_WAITING: Duration = Duration::from_millis(200);

/// The places of those at work.
#[derive(Debug)]
pub(crate) struct AtWork {
    places: Semaphore,
    is_waiting: Duration,
}

impl Default for AtWork {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new(FOR_A_PROCESSOR * processors, IS_WAITING)
    }
}

impl AtWork {
    const fn new(places: usize, is_waiting: Duration) -> Self {
        Self { places: Semaphore::const_new(places), is_waiting }
    }

    /// Does some work as soon as there is a place for it, first come, first served.
    pub(crate) async fn on<T>(&self, work: impl Future<Output = T>) -> T {
        // The semaphore is never closed; were it, to do too much at a time would be better than nothing.
        let place = self.places.acquire().await.ok();
        let mut work = pin!(work);
        match tokio::time::timeout(self.is_waiting, work.as_mut()).await {
            Ok(done) => done,
            Err(_) => {
                drop(place);
                work.await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::sync::mpsc::unbounded_channel;
    use tokio::task::JoinSet;

    #[tokio::test]
    async fn of_many_only_a_few_are_at_work_at_a_time_and_all_are_done_in_the_order_in_which_they_came() {
        let at_work = Arc::new(AtWork::new(2, Duration::from_secs(3_600)));
        let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let (tell, mut told) = unbounded_channel();
        let mut works = JoinSet::new();
        for number in 0..20 {
            let (at_work, now, most, tell) = (Arc::clone(&at_work), Arc::clone(&now), Arc::clone(&most), tell.clone());
            works.spawn(async move {
                let work = async {
                    most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                    tell.send(number).unwrap();
                    for _ in 0..10 {
                        tokio::task::yield_now().await;
                    }
                    now.fetch_sub(1, Ordering::SeqCst);
                };
                at_work.on(work).await;
            });
        }
        while let Some(done) = works.join_next().await {
            done.unwrap();
        }
        let mut begun = Vec::new();
        while let Ok(number) = told.try_recv() {
            begun.push(number);
        }
        assert_eq!((most.load(Ordering::SeqCst), begun), (2, (0..20).collect::<Vec<_>>()));
    }

    #[tokio::test]
    async fn who_waits_for_something_gives_up_their_place_and_goes_on_beside() {
        let at_work = Arc::new(AtWork::new(1, Duration::from_millis(1)));
        let (tell, mut told) = unbounded_channel();
        let (go, going) = tokio::sync::watch::channel(false);
        let mut works = JoinSet::new();
        for _ in 0..5 {
            let (at_work, tell, mut going) = (Arc::clone(&at_work), tell.clone(), going.clone());
            works.spawn(async move {
                let work = async {
                    tell.send(()).unwrap();
                    going.wait_for(|going| *going).await.unwrap();
                };
                at_work.on(work).await;
            });
        }
        // None of them has ended when the last begins.
        for _ in 0..5 {
            told.recv().await.unwrap();
        }
        assert_eq!(works.try_join_next().map(|_| ()), None);
        go.send(true).unwrap();
        while let Some(done) = works.join_next().await {
            done.unwrap();
        }
    }
}
