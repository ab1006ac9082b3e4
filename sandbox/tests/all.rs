//! The sandbox as its bots and members see it: one program for all chapters, but for those that need a browser or another language
//! (`browser`, `clients`). `cargo test -p sandbox --test all -- gateway::` runs one of them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test may fail by it")]

mod control;
mod faults;
mod gateway;
mod modals;
mod model;
mod page;
mod permissions;
mod poise;
mod poise_bot;
mod raw;
mod strict;
mod twilight;
