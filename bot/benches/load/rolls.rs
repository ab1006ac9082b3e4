//! One server that throws dice, one roll after the other: without a campaign, and in one, where each is committed to the journal.

use std::time::{Duration, Instant};

use crate::figures::{Times, mebibytes};
use crate::program::worked;
use crate::servers::Servers;

/// Rolls of each kind in each of the rounds, and rounds.
const ROLLS: usize = 300;
const ROUNDS: usize = 3;

pub(crate) async fn measure() {
    let servers = Servers::founded(1, None).await;
    let (umpire, _) = servers.start().await;
    servers.until_told().await;
    println!("at rest: {:.1} MiB", mebibytes(umpire.memory().0));
    let player = &servers.players[0];
    let mess = player.in_channel("mess");
    let mut times = [Vec::new(), Vec::new()];
    let mut spent = [Duration::ZERO; 2];
    for _ in 0..ROUNDS {
        for (kind, member) in [&mess, player].into_iter().enumerate() {
            let before = umpire.worked();
            for _ in 0..ROLLS {
                let asked = Instant::now();
                member.run("/roll what:2D6+1").await;
                times[kind].push(asked.elapsed());
            }
            spent[kind] += umpire.worked() - before;
        }
    }
    for (what, (times, spent)) in ["without a campaign", "committed"].into_iter().zip(times.into_iter().zip(spent)) {
        let each = spent.as_secs_f64() * 1e3 / times.len() as f64;
        println!("a roll {what:<19} {}  {each:.2} ms of the umpire's CPU", Times::of(times));
    }
    println!("after it: {:.1} MiB; the sandbox's CPU {:.1} s", mebibytes(umpire.memory().0), worked("self").as_secs_f64());
    umpire.stop();
}
