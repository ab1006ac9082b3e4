//! The slash commands, a file for each, and what they share: who asks, where, and how they are answered.
//!
//! A command's doc comment is its help text on Discord. What goes wrong is answered with one sentence that only the asker sees.

#![allow(
    missing_docs,
    unreachable_pub,
    reason = "the framework puts the doc comments of commands into their help, and makes its own functions"
)]

use crate::doors::data::Data;
use crate::doors::error::CommandError;
pub mod battle;
pub mod campaign;
pub mod card_game;
pub mod correct;
pub mod duel;
pub mod encounter;
pub mod forces;
pub mod help;
pub mod house_rule;
pub mod khartoum;
pub mod lifecycle;
pub mod log;
pub mod map;
pub mod odds;
pub mod orders;
pub mod pace;
mod places;
pub mod pursuit;
pub mod roll;
pub mod rule;
pub mod staff;
pub mod summary;
pub mod terrain;
pub mod turn;
pub mod undo;

/// Every command, in the order of the help.
#[must_use]
pub fn all() -> Vec<poise::Command<Data, CommandError>> {
    vec![
        campaign::campaign(),
        turn::turn(),
        orders::play(),
        orders::march(),
        orders::sail(),
        battle::battle(),
        card_game::card_game(),
        khartoum::khartoum(),
        orders::siege(),
        orders::replacements(),
        undo::undo(),
        staff::staff(),
        pace::pace(),
        forces::forces(),
        forces::supply(),
        forces::ledger(),
        forces::rules(),
        summary::summary(),
        map::map(),
        odds::odds(),
        encounter::encounter(),
        pursuit::pursuit(),
        terrain::terrain(),
        roll::roll(),
        rule::rule(),
        help::help(),
    ]
}
