//! Despatches that Discord did not take and would not take again: the note in the campaign's channel, and the list for whoever manages the
//! server.

use crate::model::custom_id::CustomId;
use crate::model::despatch::{Button, ButtonStyle, Despatch};
use crate::model::outbox_row::SetAside;
use crate::words;

/// How the note begins, by which it is known.
const NOTE: &str = "A despatch could not be posted here and is set aside";

/// How many a list shows.
const LISTED: usize = 15;

/// What is posted in a campaign's channel when a despatch is set aside.
#[must_use]
pub fn note() -> Despatch {
    Despatch::saying(format!("{NOTE}: whoever manages this server sees why, and can send it again, with `/campaign despatches`."))
}

/// Whether a despatch is such a note.
#[must_use]
pub fn is_note(despatch: &Despatch) -> bool {
    despatch.sentence.starts_with(NOTE)
}

/// The despatches of a server that are set aside, oldest first, and how many others wait.
#[must_use]
pub fn list(rows: &[SetAside], waiting: usize) -> Despatch {
    let waits = match waiting {
        0 => String::new(),
        1 => " One waits until Discord takes it.".to_owned(),
        more => format!(" {more} wait until Discord takes them."),
    };
    let sentence = match rows.len() {
        0 => format!("No despatch is set aside.{waits}"),
        1 => format!("One despatch is set aside.{waits}"),
        more => format!("{more} despatches are set aside.{waits}"),
    };
    let mut facts: Vec<String> = rows
        .iter()
        .take(LISTED)
        .map(|row| {
            let says = if row.says.is_empty() { String::new() } else { format!(" \"{}\"", words::shortened(&row.says, 80)) };
            format!("No. {} in <#{}>{says}: {}", row.revision, row.channel, words::shortened(&row.reason, 120))
        })
        .collect();
    if rows.len() > LISTED {
        facts.push(format!("… and {} more.", rows.len() - LISTED));
    }
    let again = Button { label: "Send again".to_owned(), style: ButtonStyle::Primary, id: CustomId::SendAgain };
    Despatch { facts, buttons: if rows.is_empty() { Vec::new() } else { vec![again] }, ..Despatch::saying(sentence) }
}

/// What is said once they are to be sent again.
#[must_use]
pub fn sent_again(despatches: usize) -> Despatch {
    Despatch::saying(match despatches {
        0 => "No despatch is set aside.".to_owned(),
        1 => "One despatch is sent again, into the channel where its campaign is played now.".to_owned(),
        more => format!("{more} despatches are sent again, into the channels where their campaigns are played now."),
    })
}
