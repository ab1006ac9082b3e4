//! What a proof has proved, and what it has not, in sentences.

use crate::model::proof::Proof;
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

/// The verdict on a file.
#[must_use]
pub fn verdict(proof: &Proof) -> String {
    format!(
        "Proved: {} run again, and every one came to what the file says.\n{}\nThe SHA-256 of the seed is {}: it must be the one announced \
         at the start.\nAt the end: {}.",
        words::count(proof.orders as usize, "order", "orders"),
        counted(proof),
        proof.seal.as_deref().unwrap_or_default(),
        proof.end
    )
}
