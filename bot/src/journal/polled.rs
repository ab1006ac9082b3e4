//! What is given up half way, for tests.

use std::future::poll_fn;
use std::task::Poll;

/// What a future comes to within so many polls; then it is dropped.
pub(super) async fn polled<T>(future: impl Future<Output = T>, polls: i64) -> Option<T> {
    let (mut future, mut left) = (Box::pin(future), polls);
    let within = poll_fn(|context| {
        if left == 0 {
            return Poll::Ready(None);
        }
        left -= 1;
        future.as_mut().poll(context).map(Some)
    });
    within.await
}
