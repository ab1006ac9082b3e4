//! *Movement*: what it costs, where a unit can get to, and what it changes without leaving its square.
//!
//! | Of the chapter | Module |
//! |---|---|
//! | Who stands in the way of a unit, and with whom it may share a square | [`standing`] |
//! | *Action point movement tariff* | [`tariff`] |
//! | Every square and facing in reach, and the way to it | [`ways`] |
//! | The same without the ways, for the list of orders and what a move costs | [`stops`] |
//! | Changing formation, mounting, limbering | [`forms`] |

pub mod forms;
pub mod standing;
pub mod stops;
pub mod tariff;
pub mod ways;

#[cfg(test)]
mod tests;
