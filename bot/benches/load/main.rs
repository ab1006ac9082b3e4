//! The umpire's own program under the load of many servers, beside the sandbox on the same cores: what one machine bears.
//!
//! `cargo bench -p umpire --bench load` measures, one after the other and each by itself with its name as an argument: `appends`, rows written
//! to the journal beside what SQLite alone writes; `rolls`, one server that throws dice; `traffic`, many servers in play at a steady rate and
//! as fast as it goes; `limited`, fewer of them with Discord's limit of requests; `rest`, memory and start with many servers that rest.
//! `LOAD_SERVERS`, `LOAD_SECONDS` and `LOAD_RATE` change how many servers play, how long is measured, and how many interactions a
//! second are sent; `LOAD_PROGRAM` names another program than the one that is built with it, as the one that is shipped.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, missing_docs)]

mod appends;
mod figures;
#[path = "../../tests/play/limiter/on_the_way.rs"]
mod on_the_way;
mod program;
mod rest;
mod rolls;
mod servers;
mod traffic;

/// A number from the environment.
fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` only asks whether it runs.
    if arguments.iter().any(|argument| argument == "--test") {
        return;
    }
    let parts = ["appends", "rolls", "traffic", "limited", "rest"];
    let asked: Vec<&str> = parts.into_iter().filter(|part| arguments.iter().any(|argument| argument == part)).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    for part in if asked.is_empty() { parts.to_vec() } else { asked } {
        println!("== {part}");
        match part {
            "appends" => runtime.block_on(appends::measure()),
            "rolls" => runtime.block_on(rolls::measure()),
            "traffic" => runtime.block_on(traffic::measure()),
            "limited" => runtime.block_on(traffic::measure_limited()),
            _ => runtime.block_on(rest::measure()),
        }
    }
}
