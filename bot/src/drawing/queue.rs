//! Whose picture is drawn next: of those that somebody waits for all before any that is only to be posted, and no more at once than leave those
//! that answer a processor.
//!
//! A picture to be posted steps back for those that are asked for, but not for ever: where more is asked for than can be drawn, one is
//! drawn in between now and then. Whoever asks for many has one drawn at a time, so that another who asks waits for no more than one of them.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::timeout;

use crate::aside::one_each::{One, OneEach};
use crate::model::ids::UserId;

/// How long a picture that is to be posted steps back for those that are asked for, once it is the first of its kind.
const STEPS_BACK: Duration = Duration::from_millis(500);

/// Who waits for a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// They have asked for it, and look at "thinking" meanwhile.
    Asked(UserId),
    /// It is posted when it is drawn, as despatches and boards are.
    Posted,
}

/// Those whose pictures are to be drawn.
#[derive(Debug)]
pub struct Queue {
    at_once: usize,
    steps_back: Duration,
    places: Arc<Semaphore>,
    /// Where those line up that are to be posted: so many are looked at at once.
    posted: Arc<Semaphore>,
    /// Where those line up that are asked for: no more of them than are drawn at once are ahead of one that is to be posted and has stepped back.
    asking: Arc<Semaphore>,
    /// Of each who has asked, one is drawn at a time.
    askers: OneEach<UserId>,
    /// How many pictures that somebody has asked for are being drawn or wait.
    asked: Arc<watch::Sender<usize>>,
}

/// A place among those that are drawn, until it is dropped. It goes along with the drawing, which goes on though nobody waits for it any more.
#[derive(Debug)]
pub struct Place {
    _place: Option<OwnedSemaphorePermit>,
    _line: Option<OwnedSemaphorePermit>,
    _own: Option<One>,
    _asked: Option<Asked>,
}

/// One more has asked, until this is dropped.
#[derive(Debug)]
struct Asked(Arc<watch::Sender<usize>>);

impl Asked {
    fn by_one_more(asked: &Arc<watch::Sender<usize>>) -> Self {
        asked.send_modify(|asked| *asked += 1);
        Self(Arc::clone(asked))
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.send_modify(|asked| *asked = asked.saturating_sub(1));
    }
}

impl Queue {
    /// A queue of which so many are drawn at once, at least 1.
    #[must_use]
    pub fn drawing(at_once: usize) -> Self {
        let at_once = at_once.max(1);
        Self {
            at_once,
            steps_back: STEPS_BACK,
            places: Arc::new(Semaphore::new(at_once)),
            posted: Arc::new(Semaphore::new(at_once)),
            asking: Arc::new(Semaphore::new(at_once)),
            askers: OneEach::default(),
            asked: Arc::new(watch::Sender::new(0)),
        }
    }

    /// Waits for a place.
    pub async fn place(&self, wanted: Wanted) -> Place {
        let a_place = async || Arc::clone(&self.places).acquire_owned().await.ok();
        // The semaphores are never closed; were they, a picture too many would be better than none.
        match wanted {
            Wanted::Asked(user) => {
                let own = self.askers.of(user).await;
                let asked = Asked::by_one_more(&self.asked);
                let line = Arc::clone(&self.asking).acquire_owned().await.ok();
                Place { _place: a_place().await, _line: line, _own: own, _asked: Some(asked) }
            }
            Wanted::Posted => {
                let posted = Arc::clone(&self.posted).acquire_owned().await.ok();
                let mut asked = self.asked.subscribe();
                // Neither can fail but by its time being over, after which it waits no longer.
                drop(timeout(self.steps_back, asked.wait_for(|asked| *asked < self.at_once)).await);
                Place { _place: a_place().await, _line: posted, _own: None, _asked: None }
            }
        }
    }

    /// Whether nobody is being drawn for, and nobody waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.available_permits() == self.at_once && self.posted.available_permits() == self.at_once && self.askers.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt as _;

    const fn asked(user: u64) -> Wanted {
        Wanted::Asked(UserId(user))
    }

    #[tokio::test]
    async fn whoever_asks_is_drawn_for_before_all_that_are_to_be_posted_also_those_that_came_before() {
        let queue = Queue::drawing(1);
        let first = queue.place(Wanted::Posted).await;
        let mut posted = Box::pin(queue.place(Wanted::Posted));
        assert!((&mut posted).now_or_never().is_none());
        let mut asks = Box::pin(queue.place(asked(1)));
        let mut asks_too = Box::pin(queue.place(asked(2)));
        assert!((&mut asks).now_or_never().is_none() && (&mut asks_too).now_or_never().is_none());
        drop(first);
        assert!((&mut posted).now_or_never().is_none());
        let drawn = asks.await;
        assert!((&mut posted).now_or_never().is_none());
        drop(drawn);
        assert!((&mut posted).now_or_never().is_none(), "one more has asked");
        drop(asks_too.await);
        assert!(!queue.is_empty(), "one is left");
        drop(posted.await);
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn where_more_is_asked_for_than_can_be_drawn_one_that_is_to_be_posted_is_drawn_now_and_then() {
        let queue = Queue { steps_back: Duration::ZERO, ..Queue::drawing(1) };
        let is_drawn = std::cell::Cell::new(false);
        let mut drawn = queue.place(asked(0)).await;
        let posted = async {
            drop(queue.place(Wanted::Posted).await);
            is_drawn.set(true);
        };
        let always_asked = async {
            for user in 1..100_000 {
                let mut next = Box::pin(queue.place(asked(user)));
                assert!((&mut next).now_or_never().is_none());
                drop(drawn);
                drawn = next.await;
                if is_drawn.get() {
                    return;
                }
                tokio::task::yield_now().await;
            }
            panic!("it is never drawn while somebody asks");
        };
        tokio::join!(posted, always_asked);
    }

    #[tokio::test]
    async fn where_several_are_drawn_at_once_one_that_is_asked_for_leaves_room_for_what_is_to_be_posted() {
        let queue = Queue::drawing(3);
        let drawn = queue.place(asked(1)).await;
        let posted = [queue.place(Wanted::Posted).await, queue.place(Wanted::Posted).await];
        assert!(queue.place(asked(2)).now_or_never().is_none(), "three are drawn");
        drop((drawn, posted));
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn who_waits_no_longer_holds_up_nobody() {
        let queue = Queue::drawing(1);
        let first = queue.place(Wanted::Posted).await;
        let mut given_up = Box::pin(queue.place(asked(1)));
        assert!((&mut given_up).now_or_never().is_none());
        drop((given_up, first));
        assert!(queue.place(Wanted::Posted).now_or_never().is_some());
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn whoever_asks_for_many_has_one_drawn_at_a_time_and_another_waits_for_none_of_the_rest() {
        let queue = Queue::drawing(1);
        let first = queue.place(asked(1)).await;
        let mut many: Vec<_> = (0..50).map(|_| Box::pin(queue.place(asked(1)))).collect();
        assert!(many.iter_mut().all(|one| one.now_or_never().is_none()));
        let mut other = Box::pin(queue.place(asked(2)));
        assert!((&mut other).now_or_never().is_none());
        drop(first);
        assert!(!queue.is_empty(), "they wait");
        assert!(many.iter_mut().all(|one| one.now_or_never().is_none()), "the other is next");
        drop(other.await);
        for one in many {
            drop(one.await);
        }
        assert!(queue.is_empty());
    }

    #[tokio::test]
    async fn however_many_ask_one_that_is_to_be_posted_and_has_stepped_back_waits_for_no_more_of_them_than_are_drawn_at_once() {
        let queue = Queue { steps_back: Duration::ZERO, ..Queue::drawing(1) };
        let first = queue.place(asked(0)).await;
        let mut asking: Vec<_> = (1..50).map(|user| Box::pin(queue.place(asked(user)))).collect();
        assert!(asking.iter_mut().all(|one| one.now_or_never().is_none()));
        let mut posted = Box::pin(queue.place(Wanted::Posted));
        // Its time to step back is over once the clock has been looked at.
        while queue.posted.available_permits() == 1 {
            assert!((&mut posted).now_or_never().is_none());
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert!((&mut posted).now_or_never().is_none(), "one is drawn");
        drop(first);
        let drawn: Vec<_> = asking.iter_mut().filter_map(|one| one.now_or_never()).collect();
        assert!(drawn.len() <= 1, "{} before it", drawn.len());
        drop(drawn);
        assert!((&mut posted).now_or_never().is_some(), "and then this");
    }
}
