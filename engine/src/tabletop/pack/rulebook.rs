//! What the battle rules say, heading by heading, in our own words: text from the data, with the numbers of the tables in it.

use serde::Deserialize;
use toml::{Table, Value};

use crate::pack::PackError;
use crate::pack::read::read_toml;

const FILE: &str = "rulebook.toml";

/// What the rules say under a heading of the text.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paragraph {
    /// The heading.
    pub heading: String,
    /// What it says, in our words.
    pub text: String,
    /// The rulings that settle what it leaves open, by their numbers: T01 …, N01 ….
    #[serde(default)]
    pub rulings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    rule: Vec<Paragraph>,
}

/// Reads the file and puts the numbers of the tables in: headings told apart, numbers that the tables have.
pub(crate) fn read(text: &str, tables: &str) -> Result<Vec<Paragraph>, Vec<PackError>> {
    let tables: Table = read_toml("tables.toml", tables).map_err(|error| vec![error])?;
    let mut paragraphs = read_toml::<File>(FILE, text).map_err(|error| vec![error])?.rule;
    let mut faults = Vec::new();
    for place in 0..paragraphs.len() {
        let (before, rest) = paragraphs.split_at_mut(place);
        let Some(paragraph) = rest.first_mut() else { break };
        if before.iter().any(|other| other.heading == paragraph.heading) {
            faults.push(PackError::new(FILE, format!("rule[{place}].heading"), "this heading is there already"));
        }
        match filled(&paragraph.text, &tables) {
            Ok(text) => paragraph.text = text,
            Err(path) => faults.push(PackError::new(FILE, format!("rule[{place}].text"), format!("the tables have no number \"{path}\""))),
        }
    }
    if faults.is_empty() { Ok(paragraphs) } else { Err(faults) }
}

/// A text with the numbers that it names in braces; the name of one that the tables have not.
fn filled(text: &str, tables: &Table) -> Result<String, String> {
    let mut parts = text.split('{');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (path, rest) = part.split_once('}').ok_or_else(|| part.to_owned())?;
        let mut keys = path.split('.');
        let mut value = keys.next().and_then(|key| tables.get(key));
        for key in keys {
            value = value.and_then(Value::as_table).and_then(|table| table.get(key));
        }
        let number = value.and_then(Value::as_integer).ok_or_else(|| path.to_owned())?;
        whole.push_str(&number.to_string());
        whole.push_str(rest);
    }
    Ok(whole)
}
