//! What a proof has proved, and what it has not, in sentences.

use crate::model::proof::{EarlierReading, Proof};
use crate::words;

/// What was proved and what was not, in a sentence.
#[must_use]
pub fn counted(proof: &Proof) -> String {
    let rolls = |count: u32| words::count(count as usize, "roll", "rolls");
    let trust = match proof.on_trust {
        0 => "None was thrown by the players".to_owned(),
        1 => "One was thrown by the players, and is taken on trust".to_owned(),
        count => format!("{} were thrown by the players, and are taken on trust", words::sentence_case(&words::number(count as usize))),
    };
    let from_file = match proof.from_file {
        0 => String::new(),
        count => format!(
            " {} came with the file that the campaign was taken up from, and {} taken on trust.",
            words::sentence_case(&rolls(count)),
            if count == 1 { "is" } else { "are" }
        ),
    };
    let proved = match proof.proved {
        0 => "No roll was of the sealed stream".to_owned(),
        1 => "One roll of the sealed stream was thrown again and came out the same".to_owned(),
        count => format!("{} of the sealed stream were thrown again and came out the same", words::sentence_case(&rolls(count))),
    };
    format!("{proved}. {trust}.{from_file}")
}

/// How many orders are named before the rest are only counted.
const MOST_NAMED: usize = 12;

/// What was resolved otherwise by an earlier edition of the rules, order by order: nothing if nothing was.
#[must_use]
pub fn earlier(readings: &[EarlierReading]) -> Option<String> {
    let mut named: Vec<String> =
        readings.iter().take(MOST_NAMED).map(|reading| format!("No. {} ({})", reading.revision, words::list(&reading.rulings))).collect();
    if readings.len() > MOST_NAMED {
        named.push(format!("{} more", readings.len() - MOST_NAMED));
    }
    (!named.is_empty()).then(|| {
        format!(
            "Resolved by an earlier edition of the rules, otherwise than today: {}. Each was given again by the rules of its edition, and came \
             to the same.",
            words::list(&named)
        )
    })
}

/// What a proof amounts to, in the words a verdict begins with: "Proved", or what is excepted.
#[must_use]
pub fn proved_except(proof: &Proof) -> String {
    match proof.earlier.len() {
        0 => "Proved".to_owned(),
        count => {
            format!("Proved, except {} that an earlier edition of the rules resolved otherwise", words::count(count, "order", "orders"))
        }
    }
}

/// The verdict on a file.
#[must_use]
pub fn verdict(proof: &Proof) -> String {
    let earlier = earlier(&proof.earlier).map_or_else(String::new, |earlier| format!("{earlier}\n"));
    let came_to = if proof.earlier.is_empty() { "and every one came" } else { "and every other one came" };
    format!(
        "{}: {} run again, {came_to} to what the file says.\n{earlier}{}\nThe SHA-256 of the seed is {}: it must be the one announced \
         at the start.\nAt the end: {}.",
        proved_except(proof),
        words::count(proof.orders as usize, "order", "orders"),
        counted(proof),
        proof.seal.as_deref().unwrap_or_default(),
        proof.end
    )
}
