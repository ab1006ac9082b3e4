//! Many games played out on as many threads as the machine has, and what came of them added up.

use std::num::NonZero;

/// Counts the games with the numbers from 0 up to `games`, each once, and adds up what the threads have counted: `count` plays a game out and
/// counts it, `add` adds one thread's to the whole. The result does not depend on how many threads there are.
pub(crate) fn counted<T: Default + Send>(games: u64, count: impl Fn(&mut T, u64) + Sync, add: impl Fn(&mut T, &T)) -> T {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get).min(games.max(1) as usize) as u64;
    let count = &count;
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|first| {
                scope.spawn(move || {
                    let mut tally = T::default();
                    (first..games).step_by(threads as usize).for_each(|number| count(&mut tally, number));
                    tally
                })
            })
            .collect();
        let mut whole = T::default();
        for worker in workers {
            // A worker that panicked has nothing to add; the count of games says so.
            if let Ok(tally) = worker.join() {
                add(&mut whole, &tally);
            }
        }
        whole
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_counted_once_however_many_there_are() {
        for games in [0_u64, 1, 2, 7, 100] {
            let numbers: Vec<u64> = counted(games, |all: &mut Vec<u64>, number| all.push(number), |whole, part| whole.extend(part));
            let mut sorted = numbers.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..games).collect::<Vec<_>>());
        }
    }
}
