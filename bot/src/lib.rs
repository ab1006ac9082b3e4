//! The Discord umpire.
pub mod pictures;
