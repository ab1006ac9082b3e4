//! A battle that several players fight, as the journal keeps it: its thread, and who commands which side.

/// A battle the players fight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleRow {
    /// The row of the journal that began it.
    pub revision: u32,
    /// What its thread is called.
    pub name: String,
    /// Its thread, once it is open.
    pub thread: Option<u64>,
    /// The message in the channel that told of it, once it is posted.
    pub message: Option<u64>,
    /// Who commands which side; `true` for the Mahdists.
    pub sides: Vec<(u64, bool)>,
}
