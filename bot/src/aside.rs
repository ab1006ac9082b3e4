//! Work that takes a processor for itself: pictures, proofs, a staff that thinks. It is done on threads of its own, which step
//! back for those that answer players: on a machine with few cores an answer waits for no picture.

use thread_priority::{ThreadPriority, ThreadPriorityValue, set_current_thread_priority};
use tokio::task::JoinError;

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
    }
}
