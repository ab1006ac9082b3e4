//! TOML to typed data, with the place of what is wrong.

use serde::de::DeserializeOwned;
use toml::Value;

use super::entry::Entry;
use super::error::PackError;

/// Reads one file of a pack; an error names the key in the file.
pub(crate) fn read_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, PackError> {
    T::deserialize(parsed(file, text)?).map_err(|fault| PackError::new(file, fault.key(), fault.reason))
}

fn parsed(file: &str, text: &str) -> Result<Entry, PackError> {
    toml::from_str(text).map(|table| Entry(Value::Table(table))).map_err(|error| syntax_error(file, text, &error))
}

fn syntax_error(file: &str, text: &str, error: &toml::de::Error) -> PackError {
    let line = error.span().map(|span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
    let key = line.map(|line| format!("line {line}")).unwrap_or_default();
    PackError::new(file, key, error.message().trim_end().replace('\n', " "))
}
