//! Work that goes on by itself until the umpire stops: begun again where it breaks off, so that one position nobody foresaw ends no reminders,
//! films or backups for everybody.

use std::future::Future;
use std::time::Duration;

use tokio::task::{JoinHandle, JoinSet};

/// How long it is waited before what broke off is begun again.
const AGAIN: Duration = Duration::from_secs(20);

/// Does what `begin` begins; when it breaks off by a panic, again after twenty seconds. It ends with the task that is given back.
pub fn kept_up<Work>(what: &'static str, begin: impl Fn() -> Work + Send + 'static) -> JoinHandle<()>
where
    Work: Future<Output = ()> + Send + 'static,
{
    tokio::spawn(kept_up_with(AGAIN, what, begin))
}

async fn kept_up_with<Work>(again: Duration, what: &'static str, begin: impl Fn() -> Work)
where
    Work: Future<Output = ()> + Send + 'static,
{
    loop {
        // What is in a set ends with it.
        let mut task = JoinSet::new();
        task.spawn(begin());
        match task.join_next().await {
            Some(Err(error)) if error.is_panic() => {
                tracing::error!(what, %error, "work that goes on by itself broke off");
                tokio::time::sleep(again).await;
            }
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[tokio::test]
    async fn work_that_breaks_off_is_begun_again_and_what_ends_by_itself_is_not() {
        let begun = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&begun);
        kept_up_with(Duration::ZERO, "a test's work", move || {
            let number = counted.fetch_add(1, Ordering::SeqCst);
            async move { assert!(number >= 2, "the first two break off") }
        })
        .await;
        assert_eq!(begun.load(Ordering::SeqCst), 3);
    }
}
