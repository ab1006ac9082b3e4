//! The mini-game of the siege in words: its map, what each side sees and may do, what happened as a story, its report.

pub mod beginning;
pub mod board;
pub mod chances;
pub mod labels;
pub mod names;
pub mod played;
pub mod report;
pub mod rule;
pub mod sheets;
pub mod story;
pub mod told;
