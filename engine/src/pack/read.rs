//! TOML to typed data, with the place of what is wrong.

use serde::de::DeserializeOwned;

use super::error::PackError;

/// Reads one file of a pack; an error names the key in the file.
pub(crate) fn read_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, PackError> {
    let deserializer = toml::Deserializer::parse(text).map_err(|error| syntax_error(file, text, &error))?;
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let path = error.path().to_string();
        let key = if path == "." { String::new() } else { path };
        PackError::new(file, key, error.inner().message().trim_end().replace('\n', " "))
    })
}

fn syntax_error(file: &str, text: &str, error: &toml::de::Error) -> PackError {
    let line = error.span().map(|span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
    let key = line.map(|line| format!("line {line}")).unwrap_or_default();
    PackError::new(file, key, error.message().trim_end().replace('\n', " "))
}
