//! The journal: where campaigns are kept. Nothing else in the bot speaks SQL.
//!
//! Everything that changes a campaign is one call here and one transaction: the interaction that asked for it, the row
//! of the journal, the campaign's new revision, and what is to be posted. A second delivery of the same interaction is
//! told apart by its id; a writer that did not see the latest row is told apart by the revision.

mod attempts;
pub mod backup;
pub mod backup_names;
pub mod battles;
pub mod boards;
mod broken_off;
pub mod campaigns;
pub mod clock;
pub mod columns;
pub mod departures;
pub mod despatches;
pub mod elsewhere;
pub mod entries;
pub mod error;
pub mod figures;
mod files;
#[cfg(test)]
pub(crate) mod filled;
pub mod growing;
mod in_part;
pub mod interactions;
pub mod lifecycle;
pub mod listed;
pub mod lock;
mod look;
pub mod members;
pub mod moving;
pub mod numbers;
mod one_turn;
pub mod owed;
pub mod packs;
mod played_in;
#[cfg(test)]
mod polled;
pub mod proposals;
pub mod pruning;
pub mod reminders;
pub mod rows;
pub mod store;
pub mod summaries;
pub mod undo;
mod versions;
mod write_ahead_log;
mod writer;
