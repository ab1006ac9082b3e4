//! The umpire at play in the sandbox, as its members see it: one program for all chapters, because each holds the whole
//! umpire. `cargo test -p umpire --test play -- undo::` runs one of them; with `UMPIRE_BINARY=beside` the umpire is a process of
//! its own.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

/// The first line of a test that is not done again with `UMPIRE_BINARY=beside`, and why. All others are.
macro_rules! not_beside {
    ($why:literal) => {
        not_beside!($why, ())
    };
    ($why:literal, $done:expr) => {
        if crate::table::is_beside() {
            println!("not tried again beside the sandbox: {}", $why);
            return $done;
        }
    };
}

mod altered;
mod another_war;
mod at_home;
mod backups;
mod bad_days;
mod battle_hidden;
mod battle_killed;
mod battle_presses;
mod battles;
mod board;
mod board_battle;
mod board_battle_members;
mod board_rolls;
mod browser;
mod campaign;
mod card_game;
mod card_game_called;
mod card_game_hidden;
mod card_game_killed;
mod clock;
mod coming_and_going;
mod corpus;
mod departures;
mod evening;
mod film;
mod first_answer;
mod five;
mod five_members;
mod forgiving;
#[cfg(target_os = "linux")]
mod full_disk;
mod group;
mod handbook;
mod hardship;
mod khartoum;
mod khartoum_hidden;
mod khartoum_killed;
mod killed;
mod lifecycle;
mod limiter;
mod log;
mod logged;
mod made_up;
mod monitoring;
mod odds;
mod openapi;
mod outbox;
mod power_cut;
mod presses;
mod program;
mod pruning;
mod quick_rolls;
mod quiet;
mod reading_back;
mod readme;
mod reminders;
mod report;
mod rule;
mod seal;
mod security;
mod shards;
mod signals;
mod skirmish;
mod slow_disk;
mod started;
mod starting;
mod summary;
mod table;
mod two_numbers;
mod undo;
mod whole_campaign;
mod worst_case;
