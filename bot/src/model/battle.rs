//! A battle that several players fight, as the journal keeps it: its thread, and who commands which side.

use crate::model::ids::{ChannelId, MessageId, UserId};

/// A battle the players fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleRow {
    /// The row of the journal that began it.
    pub revision: u32,
    /// What its thread is called.
    pub name: String,
    /// Its thread, once it is open.
    pub thread: Option<ChannelId>,
    /// The message in the channel that told of it, once it is posted.
    pub message: Option<MessageId>,
    /// Who commands which side; `true` for the Mahdists.
    pub sides: Vec<(UserId, bool)>,
}
