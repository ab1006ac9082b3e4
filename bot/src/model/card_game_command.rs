//! The command of the card game as it is registered, for texts that name it.

/// Takes the side that nobody plays.
pub const JOIN: &str = "`/sudan join`";
/// Looks at the table.
pub const BOARD: &str = "`/sudan board`";
/// Closes it.
pub const END: &str = "`/sudan end`";
/// Begins one.
pub const NEW: &str = "`/sudan new`";
