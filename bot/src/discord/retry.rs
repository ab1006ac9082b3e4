//! How often and how patiently an answer is tried again.

use std::time::Duration;

/// Tries of an answer before it is given up.
pub(crate) const TRIES: u32 = 3;

/// The wait before the second; three such tries stay within Discord's three seconds.
pub(crate) const FIRST_WAIT: Duration = Duration::from_millis(200);
