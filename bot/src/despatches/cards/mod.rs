//! The card game in words: its table, the hands of its players, what happened as a story, its report.

pub mod beginning;
pub mod board;
pub mod labels;
pub mod names;
pub mod played;
pub mod report;
pub mod rule;
pub mod sheets;
pub mod story;
pub mod tell;
pub mod told;
