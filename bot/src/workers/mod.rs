//! What runs by itself: the outbox, the films, the board, the reminders, the purge of deleted campaigns, the pruning of what nobody
//! needs any more; and what becomes of servers that the umpire was removed from.

pub mod backups;
pub mod board;
pub mod departures;
pub mod films;
pub mod kept_up;
pub mod monitoring;
pub mod outbox;
pub mod pruning;
pub mod purge;
pub mod reminders;
