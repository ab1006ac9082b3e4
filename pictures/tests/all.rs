//! What is drawn and said, looked at from outside: one program for all pictures. `cargo test -p pictures --test all -- map::` runs the
//! tests of one of them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "a test may fail by it")]

mod board;
mod boards;
mod cards;
mod deals;
mod film;
mod map;
mod names;
mod specimen;
mod strokes;
