//! The command of the mini-game of the siege as it is registered, for texts that name it.

/// Takes the side that nobody plays.
pub const JOIN: &str = "`/khartoum join`";
/// Looks at the map.
pub const BOARD: &str = "`/khartoum board`";
/// Closes it.
pub const END: &str = "`/khartoum end`";
/// Begins one.
pub const NEW: &str = "`/khartoum new`";
