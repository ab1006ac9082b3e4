//! What the log is written through. Whoever has the token of an interaction can answer in the umpire's place, and whoever has the bot's own
//! can be the umpire: neither reaches the log, whoever's words they stand in.

use std::io::{self, Write};

/// What stands before a token: in what Discord sends, in what is printed of it, and in addresses.
const BEFORE: [&str; 3] = ["oken", "/interactions/", "/webhooks/"];

/// How many letters there may be between that and the token: quotation marks, colours, a number.
const BETWEEN: usize = 48;

/// How many letters a token has at least.
const SHORTEST: usize = 16;

/// What stands in the place of a token.
const HIDDEN: &str = "(a token)";

/// Writes a log, but no tokens.
pub struct Discreet<W> {
    inner: W,
}

impl<W> Discreet<W> {
    /// The same for what writes it.
    pub const fn new(inner: W) -> Self {
        Self { inner }
    }
}

impl<W: Write> Write for Discreet<W> {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        // Each event comes in one piece.
        self.inner.write_all(without_tokens(&String::from_utf8_lossy(line)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// A text with something else in the place of each token.
fn without_tokens(text: &str) -> String {
    let (mut written, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(after) = BEFORE.iter().filter_map(|before| rest.find(before).map(|at| at + before.len())).min() {
        let (before, behind) = rest.split_at(after);
        written.push_str(before);
        rest = behind;
        if let Some((begins, ends)) = token_in(rest) {
            written.push_str(&rest[..begins]);
            written.push_str(HIDDEN);
            rest = &rest[ends..];
        }
    }
    written.push_str(rest);
    written
}

/// Where the next token begins and ends, if there is one soon.
fn token_in(text: &str) -> Option<(usize, usize)> {
    let is_of_a_token = |letter: u8| letter.is_ascii_alphanumeric() || b"._-=".contains(&letter);
    let mut begins = 0;
    while begins < BETWEEN {
        let ends = begins + text.as_bytes().get(begins..)?.iter().take_while(|letter| is_of_a_token(**letter)).count();
        let letters = text.get(begins..ends)?;
        if letters.len() >= SHORTEST && letters.bytes().any(|letter| letter.is_ascii_alphabetic()) {
            return Some((begins, ends));
        }
        begins = ends + text.get(ends..)?.chars().next()?.len_utf8();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_hidden_wherever_it_stands_and_nothing_else() {
        let token = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OTpaWQ";
        for (line, hidden) in [
            (format!(r#"{{"t":"INTERACTION_CREATE","d":{{"token":"{token}","version":1}}}}"#), 1),
            (format!(r#"Text("{{\"token\":\"{token}\",\"version\":1}}")"#), 1),
            (format!(r#"Command {{ id: 1, token: "{token}", kind: Ping }}"#), 1),
            (format!("\u{1b}[3mtoken\u{1b}[0m\u{1b}[2m=\u{1b}[0m\"{token}\" and on"), 1),
            (format!("POST https://discord.com/api/v10/interactions/1234567890123456789/{token}/callback?with_response=false"), 1),
            (format!("(https://discord.com/api/v10/webhooks/1234567890123456789/{token}/messages/@original) {token}x/token {token}"), 2),
        ] {
            let said = without_tokens(&line);
            assert_eq!(said.matches(HIDDEN).count(), hidden, "{said}");
            assert!(hidden == 2 || !said.contains(token), "{said}");
        }
        for line in [
            "Discord does not know the token in DISCORD_TOKEN: copy it anew from the bot's page in the developer portal",
            "GET https://discord.com/api/v10/webhooks/1234567890123456789",
            "spoken: ä and ö, twice; a broken lineä",
            "",
        ] {
            assert_eq!(without_tokens(line), line);
        }
    }
}
