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
    let corrected = match proof.corrections.len() {
        0 => String::new(),
        count => format!(", with {} by agreement", words::count(count, "correction", "corrections")),
    };
    match proof.earlier.len() {
        0 => format!("Proved{corrected}"),
        count => {
            let orders = words::count(count, "order", "orders");
            format!("Proved{corrected}, except {orders} that an earlier edition of the rules resolved otherwise")
        }
    }
}

/// Which orders are corrections, by their numbers: nothing if none is.
#[must_use]
pub fn corrected(rows: &[u32]) -> Option<String> {
    let mut named: Vec<String> = rows.iter().take(MOST_NAMED).map(|row| format!("No. {row}")).collect();
    if rows.len() > MOST_NAMED {
        named.push(format!("{} more", rows.len() - MOST_NAMED));
    }
    (!named.is_empty()).then(|| {
        let corrections = words::sentence_case(&words::count(rows.len(), "correction", "corrections"));
        format!("{corrections}: {}. What they say was agreed on by the group, and not brought about by the rules.", words::list(&named))
    })
}

/// The verdict on a file.
#[must_use]
pub fn verdict(proof: &Proof) -> String {
    let excepted: String =
        corrected(&proof.corrections).into_iter().chain(earlier(&proof.earlier)).map(|excepted| format!("{excepted}\n")).collect();
    let came_to = if proof.earlier.is_empty() { "and every one came" } else { "and all the rest came" };
    format!(
        "{}: {} run again, {came_to} to what the file says.\n{excepted}{}\nThe SHA-256 of the seed is {}: it must be the one announced \
         at the start{}.\nAt the end: {}.",
        proved_except(proof),
        words::count(proof.orders as usize, "order", "orders"),
        counted(proof),
        proof.seal.as_deref().unwrap_or_default(),
        proof.seal_message.map(|message| format!(", in message {message}, whose number is mixed into the dice")).unwrap_or_default(),
        proof.end
    )
}
