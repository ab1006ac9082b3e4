//! Memory and start with many servers whose campaigns rest.

use std::time::{Duration, Instant};

use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use umpire::model::pace::Pace;

use crate::figures::mebibytes;
use crate::servers::{Servers, size};
use crate::setting;

pub(crate) async fn measure() {
    let number = setting("LOAD_RESTING", 10_000);
    let servers = Servers::founded(number, None).await;
    let (umpire, _) = servers.start().await;
    let told = servers.until_told().await;
    println!("{number} campaigns begun and told in {:.1} s; {:.1} MiB", told.as_secs_f64(), mebibytes(umpire.memory().0));
    umpire.stop();
    // Now nothing is owed to anybody: this is how it comes up any morning.
    started(&servers, number, "servers at rest").await;
    // And so where each campaign is played by post: whether anybody is to be reminded is looked for in all of them.
    let pace = serde_json::to_string(&Pace { hours: 24, quiet: None, paused: false }).unwrap();
    let journal = SqlitePool::connect_with(SqliteConnectOptions::new().filename(servers.database())).await.unwrap();
    sqlx::query("UPDATE campaigns SET standing_orders = json_set(standing_orders, '$.pace', json(?))")
        .bind(pace)
        .execute(&journal)
        .await
        .unwrap();
    journal.close().await;
    started(&servers, number, "servers at rest, each campaign with a pace").await;
}

/// Starts the umpire, and says what that costs until it has been quiet for ten seconds.
async fn started(servers: &Servers, number: u64, which: &str) {
    let begun = Instant::now();
    let (umpire, connected) = servers.start().await;
    let first = servers.players[0].try_run("/turn").await;
    let answered = begun.elapsed();
    tokio::time::sleep(Duration::from_secs(10)).await;
    let (memory, most) = umpire.memory();
    println!(
        "{number} {which}: takes commands after {:.2} s, first answer ({}) after {:.2} s; {:.1} MiB, at most {:.1}; {:.2} s of CPU; \
         the journal {:.1} MiB",
        connected.as_secs_f64(),
        if first.is_ok_and(|reply| reply.failure().is_none()) { "given" } else { "missing" },
        answered.as_secs_f64(),
        mebibytes(memory),
        mebibytes(most),
        umpire.worked().as_secs_f64(),
        mebibytes(size(&servers.database())),
    );
    umpire.stop();
}
