//! Reading a command as one types it: `/encounter location:Tamai dice:"4 2 6" private:true`.
//!
//! An option's value goes on until the next `name:` of the command, so plain text with spaces needs no quotes;
//! quotes are for text that looks like an option.

use serde_json::Value;

use super::command::{Invocation, find_command, names_of, option_list, sub_options};
use super::{ActError, Place};
use crate::state::World;

/// A word of the line.
#[derive(Debug, Default, PartialEq)]
struct Word {
    text: String,
    /// Where the first colon outside quotes is.
    colon: Option<usize>,
}

/// Splits a line into words; quotes hold words together and are dropped, `\"` is a quote.
fn words(line: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut word: Option<Word> = None;
    let mut in_quotes = false;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() && !in_quotes {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match letter {
            '"' => in_quotes = !in_quotes,
            '\\' => match letters.next() {
                Some(next @ ('"' | '\\')) => word.text.push(next),
                Some(next) => word.text.extend(['\\', next]),
                None => word.text.push('\\'),
            },
            _ => {
                if letter == ':' && !in_quotes && word.colon.is_none() {
                    word.colon = Some(word.text.len());
                }
                word.text.push(letter);
            }
        }
    }
    words.extend(word);
    words
}

/// Whether this could be the name of an option, so that a typing error is told from plain text.
fn looks_like_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'))
}

/// Reads a line against the commands offered to someone in a place.
pub(crate) fn parse(world: &World, place: Place, line: &str) -> Result<Invocation, ActError> {
    let mut words = words(line).into_iter().peekable();
    let name = words.next().map(|word| word.text).unwrap_or_default();
    let name = name.trim_start_matches('/').to_owned();
    let command = find_command(world, place, &name, 1)?;
    let mut invocation = Invocation { name: name.clone(), ..Invocation::default() };
    let mut options: &[Value] = option_list(&command.body["options"]);
    while sub_options(options) {
        let full = invocation.full_name();
        let word = words.next().map(|word| word.text).unwrap_or_default();
        let found = options.iter().find(|option| option["name"] == word.as_str());
        let Some(found) = found else {
            let known = names_of(options);
            return Err(ActError::UnknownSubcommand { command: full, name: word, known });
        };
        invocation.path.push(word);
        options = option_list(&found["options"]);
    }
    for word in words {
        let (key, rest) = match word.colon {
            Some(at) => (word.text.get(..at), word.text.get(at + 1..).unwrap_or_default()),
            None => (None, ""),
        };
        let known = key.filter(|key| options.iter().any(|option| option["name"] == *key));
        match (known, key, invocation.options.last_mut()) {
            (Some(known), ..) => {
                invocation.options.push((known.to_owned(), rest.to_owned()));
            }
            (None, Some(key), _) if looks_like_name(key) && !rest.starts_with("//") => {
                return Err(invocation.unknown(key, options));
            }
            (None, _, Some((_, value))) => {
                if !value.is_empty() {
                    value.push(' ');
                }
                value.push_str(&word.text);
            }
            (None, _, None) => return Err(invocation.unknown(&word.text, options)),
        }
    }
    Ok(invocation)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str) -> Vec<String> {
        words(line).into_iter().map(|word| word.text).collect()
    }

    #[test]
    fn quotes_hold_words_together_and_colons_in_them_count_for_nothing() {
        assert_eq!(texts(r#"/a dice:"4 2 6" x:y"#), ["/a", "dice:4 2 6", "x:y"]);
        let found = words(r#"note:"b:c" "d:e""#);
        assert_eq!(found[0].colon, Some(4));
        assert_eq!(found[1].colon, None);
        assert_eq!(texts(r#"a:\"b\""#), [r#"a:"b""#]);
    }

    #[test]
    fn a_time_of_day_does_not_look_like_an_option() {
        assert!(looks_like_name("force") && looks_like_name("x-1"));
        assert!(!looks_like_name("12") && !looks_like_name("<") && !looks_like_name(""));
    }
}
