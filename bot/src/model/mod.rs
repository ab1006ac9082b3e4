//! The nouns: what a campaign, its members, its journal rows, its proposals and its despatches are. Nothing in here does anything.

pub mod battle;
pub mod campaign;
pub mod campaign_name;
pub mod custom_id;
pub mod despatch;
pub mod enemy_command;
pub mod entry;
pub mod export;
pub mod ids;
pub mod imported;
pub mod last_deed;
pub mod lifecycle;
pub mod log_filter;
pub mod odds_subject;
pub mod orders;
pub mod outbox_row;
pub mod pace;
pub mod played;
pub mod proof;
pub mod proposal;
pub mod roster;
pub mod snapshot;
pub mod standing;
pub mod standing_orders;
pub mod topic;
pub mod waiting;
