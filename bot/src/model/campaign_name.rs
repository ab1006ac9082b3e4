//! What a group calls its campaign: plain text, so that it reads the same in a heading, a list and a file, and calls nobody.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::words;

/// The most characters a name has.
pub const MOST_CHARACTERS: usize = 60;

/// Punctuation a name may have; none of it means anything to Discord.
const PUNCTUATION: &str = ".,;:!?'\"’‘“”()&+=%-–—·№";

/// The first letter of a text that is not plain: neither letter, digit, space nor plain punctuation.
fn odd_letter(text: &str) -> Option<char> {
    let is_plain = |letter: char| letter.is_alphanumeric() && !words::is_invisible(letter);
    text.chars().find(|letter| !(is_plain(*letter) || *letter == ' ' || PUNCTUATION.contains(*letter)))
}

/// Whether a name from elsewhere can be told as it is: plain text, and not longer than two names.
#[must_use]
pub fn is_plain(name: &str) -> bool {
    odd_letter(name).is_none() && name.chars().count() <= 2 * MOST_CHARACTERS
}

/// A campaign's name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CampaignName(String);

impl CampaignName {
    /// Reads a name as it was typed; spaces are put in order.
    ///
    /// # Errors
    ///
    /// One sentence saying what is wrong and what to type.
    pub fn read(typed: &str) -> Result<Self, String> {
        let name = typed.split_whitespace().collect::<Vec<_>>().join(" ");
        let characters = name.chars().count();
        if characters > MOST_CHARACTERS {
            return Err(format!("That name has {characters} characters: {MOST_CHARACTERS} are the most."));
        }
        if let Some(odd) = odd_letter(&name) {
            let shown = if odd.is_control() || words::is_invisible(odd) || odd == '`' { String::new() } else { format!(" `{odd}`") };
            return Err(format!("A name is letters, digits, spaces and plain punctuation: leave out the character{shown}."));
        }
        if !name.chars().any(char::is_alphanumeric) {
            return Err("A name needs at least one letter or digit.".to_owned());
        }
        Ok(Self(name))
    }

    /// A name as it is kept: it was read once, and stays what it was if more is asked of names later.
    #[must_use]
    pub const fn from_journal(name: String) -> Self {
        Self(name)
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CampaignName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_plain_text_of_at_most_60_characters() {
        assert_eq!(CampaignName::read("  The  Friday\tclub, No. 2 ").unwrap().as_str(), "The Friday club, No. 2");
        assert_eq!(CampaignName::read("Das Heer des Khediven: Ägypten").unwrap().as_str(), "Das Heer des Khediven: Ägypten");
        assert!(CampaignName::read(&"x".repeat(60)).is_ok());
        assert_eq!(CampaignName::read(&"x".repeat(61)).unwrap_err(), "That name has 61 characters: 60 are the most.");
        assert_eq!(
            CampaignName::read(" … ").unwrap_err(),
            "A name is letters, digits, spaces and plain punctuation: leave out the character `…`."
        );
        assert_eq!(CampaignName::read(" - ").unwrap_err(), "A name needs at least one letter or digit.");
    }

    #[test]
    fn what_calls_somebody_or_means_something_to_discord_is_no_name() {
        for name in [
            "@everyone",
            "<@1>",
            "<#1>",
            "**bold**",
            "_slanted_",
            "~~gone~~",
            "||hidden||",
            "`code`",
            "[a](b)",
            "# big",
            "> said",
            "a\u{202e}b",
            "a\u{200b}b",
            "a\u{2066}b",
            "a\u{3164}b",
            "a\u{fe0f}b",
            "https://example.org",
            "a\\b",
        ] {
            let refusal = CampaignName::read(name).unwrap_err();
            assert!(!refusal.chars().any(words::is_invisible), "what cannot be seen is not said back: {refusal:?}");
        }
    }
}
