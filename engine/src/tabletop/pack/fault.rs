//! What is wrong with a file, said in passing.

use crate::pack::PackError;

/// A fault, if what must hold does not.
pub(super) fn unless(holds: bool, file: &str, key: String, reason: &str) -> Option<PackError> {
    (!holds).then(|| PackError::new(file, key, reason))
}
