//! The gridded battle in words: its board, the sheets of its sides, what happened as a story, its rolls, its report.

pub mod beginning;
pub mod board;
pub mod labels;
pub mod names;
pub mod nested;
mod played;
pub mod report;
pub mod rolls;
pub mod rule;
pub mod sheets;
pub mod story;
pub mod tell;
#[cfg(test)]
mod tests;
pub mod told;
