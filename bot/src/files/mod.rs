//! A campaign as a file: exported, run again, proved, and imported without being believed.

pub mod export;
pub mod game;
pub mod import;
mod positions;
pub mod proof;
