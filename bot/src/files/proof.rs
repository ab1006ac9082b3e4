//! The proof of a campaign: it is run again from its file, every roll of the sealed stream is thrown again, and one verdict is given.
//!
//! What the file says is not trusted: it may have been changed by anybody, and may hold anything.

use crate::model::proof::{EarlierReading, Proof};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::despatches::report::luck::Luck;
use crate::files::export::{ReplayError, Replayed, Rerun, replay, seed_of};
use crate::model::campaign::Seed;
use crate::model::campaign::seal;
use crate::model::ids::MessageId;
use crate::model::played::Played;
use crate::words;

/// The largest file looked at: a campaign of a hundred turns is a tenth of it.
pub const MOST_BYTES: u64 = 64 * 1024 * 1024;

/// Why a campaign is not proved.
#[derive(Debug, thiserror::Error)]
pub enum NotProved {
    /// It cannot be run again, or comes to something else.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The file is too large.
    #[error("{0} is larger than any campaign of mine: {1} bytes, and {MOST_BYTES} are looked at")]
    TooLarge(String, u64),
    /// There are no orders.
    #[error("there is no order in it, and so nothing to prove")]
    Empty,
    /// There is no seed.
    #[error(
        "without the seed no roll can be proved, though the {0} orders in it can be run again: give it with --seed once the campaign is closed"
    )]
    NoSeed(u32),
    /// Dice are said to be neither the stream's nor the players'.
    #[error("No. {0} shows dice that come from nowhere: they are said not to be of the stream, and are not marked as the players' own")]
    FromNowhere(u32),
    /// Dice of the stream were used twice.
    #[error("No. {0} uses dice of the stream that had been used before: the file has been changed")]
    UsedTwice(u32),
    /// A number comes twice, or out of order.
    #[error("No. {0} stands where it cannot: the orders of a file are in the order of the journal")]
    OutOfOrder(u32),
    /// The seed is not the one that was sealed.
    #[error("the SHA-256 of that seed is {is}, and {announced} was announced at the start: it is another seed")]
    OtherSeed {
        /// What was announced.
        announced: String,
        /// What the seed's is.
        is: String,
    },
}

/// Runs an exported campaign again and proves its rolls; with the seed in it, or the one that is `revealed`.
///
/// # Errors
///
/// If it is no campaign, if an order comes to something else, or if it cannot be proved.
pub fn prove<G: Played>(text: &str, revealed: Option<&str>) -> Result<Proof, NotProved> {
    // What a hostile file makes the rules do is not foreseen one by one: a position that cannot be is no campaign of ours.
    let ran = catch_unwind(AssertUnwindSafe(|| run::<G>(text, revealed)));
    ran.unwrap_or_else(|_| Err(ReplayError::NotAnExport("it tells of things that cannot happen".to_owned()).into()))
}

fn run<G: Played>(text: &str, revealed: Option<&str>) -> Result<Proof, NotProved> {
    let written = serde_json::from_str::<Sealed>(text).map_err(|error| ReplayError::NotAnExport(error.to_string()))?;
    let mut proof = Proof::default();
    let (mut last, mut used) = (0, 0_u64);
    let mut objection = None;
    let end = replay::<G>(text, revealed, |Replayed { entry, rerun, .. }| {
        let mut luck = Luck::default();
        if let Ok(written) = serde_json::to_value(&entry.events) {
            luck.add::<G>(&written);
        }
        let (streamed, table) = (luck.streamed, luck.table);
        if entry.revision <= last {
            objection.get_or_insert(NotProved::OutOfOrder(entry.revision));
        }
        let from_file = !entry.streamed && entry.revision <= written.imported;
        if !entry.streamed && !from_file && streamed.rolls > 0 {
            objection.get_or_insert(NotProved::FromNowhere(entry.revision));
        }
        if entry.streamed && streamed.dice > 0 {
            if entry.position < used {
                objection.get_or_insert(NotProved::UsedTwice(entry.revision));
            }
            used = entry.position.saturating_add(u64::from(streamed.dice));
        }
        last = entry.revision;
        if entry.undone_by.is_none() && G::is_a_correction(&entry.order) {
            proof.corrections.push(entry.revision);
        }
        proof.orders += 1;
        proof.on_trust += table.rolls;
        if from_file {
            proof.from_file += streamed.rolls;
        } else if rerun.has_its_dice() {
            proof.proved += streamed.rolls;
        } else {
            proof.unproved += streamed.rolls;
        }
        if let Rerun::Earlier(rulings) = rerun {
            proof.earlier.push(EarlierReading { revision: entry.revision, rulings });
        }
        Ok(())
    })?;
    if let Some(objection) = objection {
        return Err(objection);
    }
    if proof.orders == 0 {
        return Err(NotProved::Empty);
    }
    let Some(seed) = revealed.map(str::trim).map(ToOwned::to_owned).or(written.seed) else { return Err(NotProved::NoSeed(proof.orders)) };
    let is = seal(Seed(seed_of(seed.trim()).ok_or(ReplayError::NotASeed)?));
    proof.seal_message = written.seal_message;
    if let Some(announced) = written.seal.filter(|announced| *announced != is) {
        return Err(NotProved::OtherSeed { announced: words::shortened(&announced, 64), is });
    }
    (proof.end, proof.seal) = (end.where_it_stands(), Some(is));
    Ok(proof)
}

/// What a file says of its seed.
#[derive(serde::Deserialize)]
struct Sealed {
    #[serde(default)]
    imported: u32,
    #[serde(default)]
    seed: Option<String>,
    #[serde(default)]
    seal_message: Option<MessageId>,
    #[serde(default)]
    seal: Option<String>,
}

/// Proves the campaign of a file and prints the verdict.
///
/// # Errors
///
/// Why it is not proved, in a sentence.
pub fn prove_file<G: Played>(file: &Path, seed: Option<&str>) -> Result<(), String> {
    let name = file.display().to_string();
    let unreadable = |error| ReplayError::File(name.clone(), error).to_string();
    let text = read_at_most(file, MOST_BYTES).map_err(unreadable)?;
    let text = text.ok_or_else(|| {
        let long = std::fs::metadata(file).map_or(0, |file| file.len());
        format!("not proved: {}", NotProved::TooLarge(name.clone(), long))
    })?;
    // What goes wrong inside is told in a sentence, not as a fault of the program.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let proof = prove::<G>(&text, seed);
    std::panic::set_hook(hook);
    let proof = proof.map_err(|error| format!("not proved: {error}"))?;
    println!("{}", crate::despatches::proof::verdict(&proof));
    Ok(())
}

/// The text of a file; `None` if there is more of it.
pub(super) fn read_at_most(file: &Path, most: u64) -> std::io::Result<Option<String>> {
    use std::io::Read as _;
    let mut text = String::new();
    let read = std::fs::File::open(file)?.take(most + 1).read_to_string(&mut text);
    match read {
        Ok(_) if text.len() as u64 > most => Ok(None),
        // A letter may be cut in two where the reading stopped.
        Err(error) if error.kind() == std::io::ErrorKind::InvalidData && std::fs::metadata(file)?.len() > most => Ok(None),
        Ok(_) => Ok(Some(text)),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
