//! What players read, kept word for word, and the commands they are offered. To take new words:
//! `INSTA_UPDATE=always cargo test -p umpire --test words`, then read what changed aloud.
//!
//! One program for all of them, and another (`play`) for what goes through the sandbox: each program of tests holds the whole
//! umpire, and putting it together takes longer than running it.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// Compares words with those kept under a name in `snapshots/`.
macro_rules! reads {
    ($name:expr, $words:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, $words);
        });
    };
}

mod another_war;
mod commands_within_limits;
mod complaints;
mod contributing;
mod corpus;
mod correcting;
mod despatches;
mod editions;
mod floors;
mod fuzz;
mod group;
mod guide;
mod lifecycle;
mod names;
mod news;
mod odds;
mod odds_told;
#[path = "../play/program.rs"]
mod program;
mod queries;
mod questions;
mod record;
mod reports;
mod rules;
mod rulings;
mod summary;
