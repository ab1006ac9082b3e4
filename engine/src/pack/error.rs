//! What is wrong with a campaign pack, told to the person who edits it: which file, which key, why.

use std::fmt;

/// One fault of a pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackError {
    /// The file, by its name inside the pack: `map.toml`.
    pub file: String,
    /// Where in the file: `path[3].to`. Empty for the file as a whole.
    pub key: String,
    /// What is wrong and, where it can be told, what would be right.
    pub reason: String,
}

impl PackError {
    pub(crate) fn new(file: &str, key: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { file: file.to_owned(), key: key.into(), reason: reason.into() }
    }
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.key.is_empty() {
            write!(f, "{}: {}", self.file, self.reason)
        } else {
            write!(f, "{}: {}: {}", self.file, self.key, self.reason)
        }
    }
}

impl std::error::Error for PackError {}

/// Everything wrong with a pack, at least one fault, so that an editor can mend all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackErrors(pub Vec<PackError>);

impl fmt::Display for PackErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.0.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for PackErrors {}

impl From<PackError> for PackErrors {
    fn from(error: PackError) -> Self {
        Self(vec![error])
    }
}
