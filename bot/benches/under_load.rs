//! How long a guild waits for an answer while another has maps and a film drawn, beside how long it waits when nobody draws.
//!
//! Both are measured in one run, turn about, since machines are noisy: `cargo bench -p umpire --bench under_load`.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs)]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sandbox::{Member, Sandbox};
use umpire::drawing::atlas::Atlas;
use umpire::journal::clock::Clock;
use umpire::journal::store::Journal;
use umpire::settings;
use umpire::settings::Token;

/// Answers timed in each of the rounds, and rounds.
const ANSWERS: usize = 100;
const ROUNDS: usize = 3;
/// Maps asked for at once by the other guild.
const PAINTERS: usize = 8;

async fn answers(member: &Member) -> Vec<Duration> {
    let mut waited = Vec::with_capacity(ANSWERS);
    for _ in 0..ANSWERS {
        let asked = Instant::now();
        member.run("/roll what:2D6+1").await;
        waited.push(asked.elapsed());
    }
    waited
}

fn told(what: &str, mut waited: Vec<Duration>) {
    waited.sort_unstable();
    let at = |percent: usize| waited[(waited.len() * percent / 100).min(waited.len() - 1)];
    println!("{what:<28} median {:>8.1?}   95 in 100 {:>8.1?}   slowest {:>8.1?}", at(50), at(95), at(100));
}

async fn measure() {
    // The driver waits for no more than the answer itself.
    let settings = sandbox::Settings { bot_name: "Umpire".to_owned(), settle: Duration::ZERO, ..sandbox::Settings::default() };
    let sandbox = Sandbox::start(settings).await.unwrap();
    let (painting, playing) = (sandbox.guild("The painters"), sandbox.guild("The players"));
    let folder = tempfile::tempdir().unwrap();
    let environment = [("UMPIRE_DATABASE".to_owned(), folder.path().join("umpire.db").display().to_string())].into();
    let settings = settings::check("bench", "", &environment).unwrap();
    Journal::make(&settings.database).await.unwrap().close().await;
    let (token, base) = (Token::new(sandbox.token()), sandbox.base().to_owned());
    tokio::spawn(async move {
        let atlas = Arc::new(Atlas::default());
        umpire::start::run(&settings, &token, Some(&base), atlas, Clock::default(), std::future::pending()).await.unwrap();
    });
    sandbox.wait_for_commands().await;
    let (painter, player) = (painting.member("painter"), playing.member("player"));
    painter.run("/campaign start scenario:uprising").await;
    painter.run("/map").await;
    let (mut idle, mut loaded) = (Vec::new(), Vec::new());
    let mut maps = 0;
    for _ in 0..ROUNDS {
        idle.extend(answers(&player).await);
        let go_on = Arc::new(AtomicBool::new(true));
        painter.run("/campaign film").await;
        let painters: Vec<_> = (0..PAINTERS)
            .map(|_| {
                let (painter, go_on) = (painter.clone(), Arc::clone(&go_on));
                tokio::spawn(async move {
                    let mut drawn = 0;
                    while go_on.load(Ordering::Relaxed) {
                        painter.run("/map").await;
                        drawn += 1;
                    }
                    drawn
                })
            })
            .collect();
        tokio::time::sleep(Duration::from_millis(200)).await;
        loaded.extend(answers(&player).await);
        go_on.store(false, Ordering::Relaxed);
        for painter in painters {
            maps += painter.await.unwrap();
        }
    }
    told("nobody draws", idle);
    told(&format!("{PAINTERS} maps at a time, a film"), loaded);
    println!("maps drawn meanwhile: {maps}");
}

fn main() {
    // `cargo test --benches` only asks whether it runs.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap().block_on(measure());
}
