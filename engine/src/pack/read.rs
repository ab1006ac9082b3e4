//! TOML to typed data, with the place of what is wrong.

use serde::de::DeserializeOwned;

use super::error::PackError;

/// Reads one file of a pack; an error names the key in the file.
pub(crate) fn read_toml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, PackError> {
    let mut value = None;
    read_with(file, text, &mut |deserializer| {
        value = Some(erased_serde::deserialize::<T>(deserializer)?);
        Ok(())
    })?;
    value.ok_or_else(|| PackError::new(file, "", "it cannot be read"))
}

/// What reads a value from a deserialiser of whatever format.
type Read<'a> = dyn FnMut(&mut dyn erased_serde::Deserializer<'_>) -> Result<(), erased_serde::Error> + 'a;

/// Finds the place of what is wrong. TOML and the way to a key are the same for every type and built once: otherwise they are most of what
/// a build of the engine takes.
fn read_with(file: &str, text: &str, read: &mut Read<'_>) -> Result<(), PackError> {
    let table: toml::Table = toml::from_str(text).map_err(|error| syntax_error(file, text, &error))?;
    let mut track = serde_path_to_error::Track::new();
    let deserializer = serde_path_to_error::Deserializer::new(toml::Value::Table(table), &mut track);
    let result = read(&mut <dyn erased_serde::Deserializer<'_>>::erase(deserializer));
    result.map_err(|error| {
        let path = track.path().to_string();
        let key = if path == "." { String::new() } else { path };
        // The way to the key stands below what is wrong, line by line.
        let message = error.to_string();
        let lines: Vec<&str> = message.lines().take_while(|line| !line.starts_with("in `")).collect();
        PackError::new(file, key, lines.join(" ").trim_end())
    })
}

fn syntax_error(file: &str, text: &str, error: &toml::de::Error) -> PackError {
    let line = error.span().map(|span| text.get(..span.start).unwrap_or(text).matches('\n').count() + 1);
    let key = line.map(|line| format!("line {line}")).unwrap_or_default();
    PackError::new(file, key, error.message().trim_end().replace('\n', " "))
}
