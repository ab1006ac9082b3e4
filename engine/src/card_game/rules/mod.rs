//! The rules, a chapter a module.

pub mod conflict;
pub mod deployment;
pub mod supply;
pub mod travel;
pub(super) mod turn;
