//! What has happened: a transcript people can read, and every request of the bot.

use std::collections::VecDeque;

use serde_json::Value;

/// A request the bot made, with what it was answered.
#[derive(Debug, Clone)]
pub struct Request {
    /// The method, in capitals.
    pub method: String,
    /// The path below `/api/v10`, with the query.
    pub path: String,
    /// The JSON body (for multipart its `payload_json`), or null.
    pub body: Value,
    /// The names of uploaded files.
    pub files: Vec<String>,
    /// The status answered; 0 when the connection was dropped.
    pub status: u16,
    /// The JSON answered, or null.
    pub response: Value,
    /// Whether a fault made the answer, not the request itself.
    pub injected: bool,
    /// Its beginning's and its end's place among those of all requests: two of which neither ended before the other began were under way at
    /// the same time.
    pub begun: u64,
    /// The place of its end.
    pub ended: u64,
}

impl std::fmt::Display for Request {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} -> {}", self.method, self.path, self.status)?;
        if self.status >= 400 {
            write!(f, " {} (sent {})", self.response, shortened(&self.body.to_string(), 600))?;
        }
        Ok(())
    }
}

/// A text cut to a length, at a character.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most).chain(['…']).collect()
}

/// The memory of a sandbox.
#[derive(Debug, Default)]
pub(crate) struct Record {
    lines: VecDeque<String>,
    requests: VecDeque<Request>,
    made: u64,
    /// Beginnings and ends of requests so far.
    turns: u64,
    first: Option<u64>,
}

/// A sandbox that runs for days forgets the oldest once it has this many entries: one for each new one, since thousands that were given up
/// at once would keep everybody waiting meanwhile.
const MOST: usize = 20_000;

/// Adds an entry, and forgets the oldest if there are many.
fn keep<T>(entries: &mut VecDeque<T>, entry: T) {
    if entries.len() >= MOST {
        entries.pop_front();
    }
    entries.push_back(entry);
}

impl Record {
    /// Writes a line, with the time since the first one.
    pub(crate) fn note(&mut self, now: u64, line: &str) {
        let since = now.saturating_sub(*self.first.get_or_insert(now));
        keep(&mut self.lines, format!("{:>4}.{:03}  {line}", since / 1000, since % 1000));
    }

    /// The place of a beginning or an end among those of all requests.
    pub(crate) const fn turn(&mut self) -> u64 {
        self.turns += 1;
        self.turns
    }

    /// Keeps a request, which has ended.
    pub(crate) fn request(&mut self, now: u64, mut request: Request) {
        request.ended = self.turn();
        self.note(now, &format!("  bot {request}"));
        keep(&mut self.requests, request);
        self.made += 1;
    }

    /// How many requests there were, also those that are forgotten.
    pub(crate) const fn made(&self) -> u64 {
        self.made
    }

    /// The requests that are kept, the oldest first.
    pub(crate) const fn requests(&self) -> &VecDeque<Request> {
        &self.requests
    }

    /// The transcript.
    pub(crate) fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_very_many_entries_the_oldest_is_forgotten_with_each_new_one() {
        let mut record = Record::default();
        for number in 0..MOST + 2 {
            record.note(number as u64, &format!("line {number}"));
        }
        let text = record.text();
        assert_eq!(text.lines().count(), MOST);
        assert!(text.starts_with("   0.002  line 2\n"), "{}", text.lines().next().unwrap_or_default());
        assert!(text.ends_with(&format!("line {}", MOST + 1)));
    }
}
