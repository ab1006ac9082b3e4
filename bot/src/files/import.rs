//! A campaign taken up from a file that `/campaign export` gave, perhaps changed by somebody since: nothing in it is believed.
//!
//! Its pack must be one this umpire has. Each order is given again, with the dice that the file says were thrown, or with the seed if the
//! file reveals it, and must come to the same; only then is what it did made true. What takes too long is given up, and a panic on the
//! way is a file that cannot be used. It is read order by order, and refused at the first that is one too many; one file at a time, which is not
//! fetched before its turn has come.

use crate::model::imported::Imported;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use engine::dice::{Dice, DiceProblem};
use engine::edition::{LeftOut, explain};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::files::export::{ReplayError, check_editions, seed_of};
use crate::files::import::reading::Fault;
use crate::files::import::turns::{NotYet, Turn};
use crate::model::campaign::{Sealed, Seed};
use crate::model::campaign_name::{self, CampaignName};
use crate::model::export::{Export, ExportedOrder};
use crate::model::played::Played;
use crate::model::proof::EarlierReading;
use crate::words;

/// The most bytes a file has.
pub const MOST_BYTES: u64 = 8_000_000;
/// The highest number of an order; those between orders count too.
const MOST_REVISION: u32 = 1_000_000;
/// How many orders that were undone can be open at once.
const MOST_UNDONE: usize = 1_000;
/// How long a file may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// The version that is read.
const VERSION: &str = "1";

/// Why a file was not taken up. [`sentence`](Self::sentence) is for whoever sent it; what is displayed is for the log, and has nothing of what
/// the file says in it, nor where the file lies.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum ImportError {
    /// It is too large.
    #[error("too large: {0} bytes")]
    TooLarge(u64),
    /// It could not be fetched.
    #[error("not fetched: {0}")]
    NotFetched(String),
    /// It is no export.
    #[error("not an export")]
    NotAnExport {
        /// Where that was seen: line and column.
        at: Option<(usize, usize)>,
        /// The number of the last order before it.
        after: Option<u32>,
    },
    /// It is of another version.
    #[error("of another version")]
    Version(String),
    /// It is of another game.
    #[error("of a game that this umpire does not have")]
    OtherGame(String),
    /// It was exported while the game ran, without what one side alone may know.
    #[error("{0} rows were left out")]
    Hidden(u32),
    /// Its pack is none of this umpire's.
    #[error("an unknown pack")]
    UnknownPack,
    /// It has no orders.
    #[error("no orders")]
    Empty,
    /// It has too much of something.
    #[error("too many {what}")]
    TooMany {
        /// Of what.
        what: &'static str,
        /// The number of the last order before there were.
        after: Option<u32>,
    },
    /// The numbers of its orders are not in order.
    #[error("No. {0} is out of order")]
    OutOfOrder(u32),
    /// Its seed is none.
    #[error("not a seed")]
    NotASeed,
    /// The rules refuse an order.
    #[error("No. {revision} is against the rules")]
    Refused {
        /// Its number.
        revision: u32,
        /// Why, in a sentence.
        refusal: String,
    },
    /// An order gives names that are no plain text.
    #[error("No. {0} names what cannot be told")]
    Names(u32),
    /// An order's dice are not those it takes.
    #[error("No. {0}: {1}")]
    Dice(u32, DiceProblem),
    /// An order came to something else.
    #[error("No. {0} came to something else")]
    Different(u32),
    /// Dice of the seed were used twice.
    #[error("No. {0} uses dice again")]
    DiceSpent(u32),
    /// An order is said to be of an earlier edition of the rules than one before it.
    #[error("No. {0} is of an earlier edition than an order before it")]
    EditionFell(u32),
    /// An order is of an edition of the rules that is not known here.
    #[error("No. {0} is of a later edition, {1}")]
    LaterEdition(u32, u16),
    /// An order cannot have been undone as the file says.
    #[error("No. {0} cannot have been undone by No. {1}")]
    Undone(u32, u32),
    /// The seal of its new dice could not be posted; why, in a sentence.
    #[error("no seal: {0}")]
    NotSealed(String),
    /// Another of the same server's is being taken up.
    #[error("another of this server's is under way")]
    UnderWay,
    /// Those of other servers are being read, and that takes too long.
    #[error("others are being read")]
    OthersAreRead,
    /// It took too long.
    #[error("too long")]
    TooLong,
    /// It broke something.
    #[error("it broke something")]
    Broken,
}

/// A file that does not even say what it is.
const NO_EXPORT: ImportError = ImportError::NotAnExport { at: None, after: None };

impl From<Fault> for ImportError {
    fn from(Fault { too_many, at, after }: Fault) -> Self {
        match too_many {
            Some(what) => Self::TooMany { what, after },
            None => Self::NotAnExport { at: Some(at), after },
        }
    }
}

impl From<NotYet> for ImportError {
    fn from(why: NotYet) -> Self {
        match why {
            NotYet::OfServer => Self::UnderWay,
            NotYet::Others => Self::OthersAreRead,
        }
    }
}

impl ImportError {
    /// One sentence for the one who asked: what is wrong and what to do.
    #[must_use]
    pub fn sentence(&self) -> String {
        let bound = MOST_BYTES / 1_000_000;
        match self {
            Self::TooLarge(bytes) => {
                format!("That file has {} MB, and {bound} MB are the most: send the file that /campaign export gave.", bytes.div_ceil(1_000_000))
            }
            Self::NotFetched(_) => "Discord did not hand me that file: send it again.".to_owned(),
            Self::NotAnExport { at, after } => {
                let after = after.map_or_else(String::new, |revision| format!(", after No. {revision}"));
                let at = at.map_or_else(String::new, |(line, column)| format!(" (line {line}, column {column}{after})"));
                format!("That file is no campaign of mine{at}: send the one that /campaign export gave, as it was.")
            }
            Self::Version(version) => format!("That file is of version {version}; this umpire reads version {VERSION}."),
            Self::OtherGame(game) => format!("That file is of another game, \"{game}\", which this umpire does not have."),
            Self::Hidden(rows) => format!(
                "That file was made while the game ran, and {rows} rows that one side alone may know are left out of it: it is for reading. The \
                 file that /campaign export gives once the game is closed has them all."
            ),
            Self::UnknownPack => {
                "That campaign was played with a pack this umpire does not have: whoever runs it can name the pack in the setting `campaign.pack`."
                    .to_owned()
            }
            Self::Empty => "There are no orders in that file: start a campaign with /campaign start instead.".to_owned(),
            Self::TooMany { what, after } => {
                let after = after.map_or_else(String::new, |revision| format!(" after No. {revision}"));
                format!("There are more {what} in that file{after} than any campaign has: it has been changed, and is not taken up.")
            }
            Self::OutOfOrder(revision) => {
                format!("In that file No. {revision} stands out of order: it has been changed, and is not taken up.")
            }
            Self::NotASeed => "What that file gives as its seed is no seed: it has been changed, and is not taken up.".to_owned(),
            Self::Refused { revision, refusal } => {
                format!("Order No. {revision} of that file is against the rules, so the file is not taken up: {refusal}")
            }
            Self::Names(revision) => format!(
                "No. {revision} of that file gives a name that is too long, or has more in it than letters, digits and plain punctuation: it is \
                 not taken up."
            ),
            Self::Dice(revision, problem) => format!("The dice of No. {revision} cannot be right, so that file is not taken up: {problem}"),
            Self::Different(revision) => {
                format!("No. {revision} comes to something else than that file says: the file has been changed, or the rules have.")
            }
            Self::DiceSpent(revision) => format!("No. {revision} uses dice again that were spent before: that file has been changed."),
            Self::EditionFell(revision) => format!(
                "No. {revision} is said to be of an earlier edition of the rules than an order before it: that file has been changed, and is \
                 not taken up."
            ),
            Self::LaterEdition(revision, edition) => format!(
                "No. {revision} of that file was resolved by edition {edition} of the rules, which is later than this umpire's: a newer umpire \
                 can take it up."
            ),
            Self::Undone(revision, by) => {
                format!("No. {revision} cannot have been undone by No. {by} as that file says: it has been changed, and is not taken up.")
            }
            Self::NotSealed(sentence) => sentence.clone(),
            Self::UnderWay => "Another file is being taken up here just now: wait until that is done, and send this one again.".to_owned(),
            Self::OthersAreRead => "Other files are being read just now: try again in a minute.".to_owned(),
            Self::TooLong => "Giving the orders of that file again took too long: it is not taken up.".to_owned(),
            Self::Broken => "That file cannot be used: something in it is not as any campaign has it.".to_owned(),
        }
    }
}

/// The word of the game that a file is of.
///
/// # Errors
///
/// If it is too large, or no export.
pub fn game_of(bytes: &[u8]) -> Result<String, ImportError> {
    Ok(head(bytes)?.0)
}

/// The game and the version that a file says it is of.
fn head(bytes: &[u8]) -> Result<(String, String), ImportError> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(ImportError::TooLarge(bytes.len() as u64));
    }
    let format = reading::format_of(bytes)?;
    let (game, version) = format.strip_prefix("umpire ").and_then(|name| name.split_once(", version ")).ok_or(NO_EXPORT)?;
    Ok((words::shortened(game, 40), version.to_owned()))
}

/// Reads a file without believing it: what kind it is, how much is in it.
///
/// # Errors
///
/// If it is no export, of another version, or has more in it than any campaign.
pub fn read<G: Played>(bytes: &[u8]) -> Result<Export<G>, ImportError> {
    let (game, version) = head(bytes)?;
    if game != G::NAME {
        return Err(ImportError::OtherGame(game));
    }
    if version != VERSION {
        let is_a_number = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit());
        return Err(if is_a_number { ImportError::Version(words::shortened(&version, 10)) } else { NO_EXPORT });
    }
    let export = reading::read::<G>(bytes)?;
    if export.hidden > 0 {
        return Err(ImportError::Hidden(export.hidden));
    }
    if export.entries.is_empty() {
        return Err(ImportError::Empty);
    }
    Ok(export)
}

/// Gives every order of an export again, with the dice it says were thrown, until `deadline`.
///
/// # Errors
///
/// If an order is refused, its dice do not fit, or it comes to something else than the file says.
pub fn check<G: Played>(export: Export<G>, pack: &G::Pack, deadline: Instant) -> Result<Imported<G>, ImportError> {
    let seed = export.seed.as_deref().map(|seed| seed_of(seed.trim()).ok_or(ImportError::NotASeed)).transpose()?;
    let seed = seed.map(|seed| Sealed { seed: Seed(seed), message: export.seal_message }.dice().0);
    let entries = export.entries;
    let mut state = G::opening(pack);
    let mut last = 0;
    for revision in entries.iter().map(|entry| entry.revision) {
        if revision > MOST_REVISION || (G::OPENS_WITH_ORDERS && last == 0 && revision != 1) || revision <= last {
            return Err(ImportError::OutOfOrder(revision));
        }
        last = revision;
    }
    check_editions(&entries).map_err(|error| match error {
        ReplayError::EditionFell(revision) => ImportError::EditionFell(revision),
        ReplayError::LaterEdition(revision, edition) => ImportError::LaterEdition(revision, edition),
        _ => ImportError::Broken,
    })?;
    let mut earlier = Vec::new();
    let (mut undone, mut spent, mut proved) = (Vec::<Voided<G>>::new(), 0, 0);
    for (index, entry) in entries.iter().enumerate() {
        if Instant::now() > deadline {
            return Err(ImportError::TooLong);
        }
        let revision = entry.revision;
        if !G::names_given(&entry.order).into_iter().all(campaign_name::is_plain) {
            return Err(ImportError::Names(revision));
        }
        give_back(&mut state, &mut undone, &entries[..index], revision, deadline)?;
        if let Some(by) = entry.undone_by
            && undone.last().is_none_or(|voided| voided.by != by)
        {
            let later_than_outer = undone.last().is_some_and(|outer| by > outer.by);
            if (G::OPENS_WITH_ORDERS && revision == 1)
                || by <= revision
                || by > MOST_REVISION
                || undone.len() >= MOST_UNDONE
                || later_than_outer
            {
                return Err(ImportError::Undone(revision, by));
            }
            undone.push(Voided { by, before: state.clone(), since: index });
        }
        let proves = match seed.filter(|_| entry.streamed) {
            Some(_) if entry.position < spent => return Err(ImportError::DiceSpent(revision)),
            seed => seed,
        };
        let as_written = written(&entry.events)?;
        let again = |left_out| {
            let mut dice = match proves {
                Some(seed) => Dice::seeded(seed, entry.position),
                None => Dice::table(faces_of(&entry.events)?),
            };
            let events = given_again(&state, entry, left_out, &mut dice)?;
            dice.finish().map_err(|problem| ImportError::Dice(revision, problem))?;
            if written(&events)? == as_written { Ok(dice.position()) } else { Err(ImportError::Different(revision)) }
        };
        // What is wrong is told by the rules of the edition that the row says it is of.
        let mut wrong = None;
        let explained =
            explain(entry.edition, G::MENDINGS, |left_out| again(left_out).map_err(|error| wrong.get_or_insert(error).clone()).ok());
        let Some(explained) = explained else { return Err(wrong.unwrap_or(ImportError::Different(revision))) };
        if !explained.rulings.is_empty() {
            earlier.push(EarlierReading { revision, rulings: explained.rulings });
        }
        if proves.is_some() {
            spent = explained.came_to.unwrap_or(spent);
            proved += 1;
        }
        state.replay(&entry.events);
    }
    give_back(&mut state, &mut undone, &entries, u32::MAX, deadline)?;
    let last = entries.iter().filter_map(|entry| entry.undone_by).fold(last, u32::max);
    let name = CampaignName::read(&export.title).ok().filter(|name| name.as_str() != G::title(pack));
    let corrected = entries.iter().filter(|entry| entry.undone_by.is_none() && G::is_a_correction(&entry.order));
    let corrections = corrected.map(|entry| entry.revision).collect();
    Ok(Imported { pack: pack.clone(), name, rows: entries, state, last, proved: seed.map(|_| proved), corrections, earlier })
}

/// What an order of the file comes to on a copy of the position, by the rules without some mendings.
fn given_again<G: Played>(state: &G, entry: &ExportedOrder<G>, left_out: LeftOut, dice: &mut Dice) -> Result<Vec<G::Event>, ImportError> {
    let seat = state.giver(&entry.order);
    state
        .clone()
        .give_without(left_out, seat, &entry.order, dice)
        .map_err(|refusal| ImportError::Refused { revision: entry.revision, refusal: G::refused(state.pack(), &refusal) })
}

/// Orders that are void from a later row on.
struct Voided<G> {
    /// The row that voids them.
    by: u32,
    /// The position before the first of them.
    before: G,
    /// The first of them among the entries.
    since: usize,
}

/// Gives back the positions that undos before row `at` have left. What was ordered after the first void order is void with it; only what
/// is about the group stands, and is given again.
fn give_back<G: Played>(
    state: &mut G,
    undone: &mut Vec<Voided<G>>,
    entries: &[ExportedOrder<G>],
    at: u32,
    deadline: Instant,
) -> Result<(), ImportError> {
    while let Some(voided) = undone.pop_if(|voided| voided.by < at) {
        *state = voided.before;
        for entry in entries.get(voided.since..).unwrap_or_default() {
            if entry.revision > voided.by || entry.undone_by.is_some_and(|by| by <= voided.by) {
                continue;
            }
            if !G::is_about_the_group(&entry.order) {
                return Err(ImportError::Undone(entries.get(voided.since).map_or(0, |first| first.revision), voided.by));
            }
            if Instant::now() > deadline {
                return Err(ImportError::TooLong);
            }
            let events = given_again(state, entry, LeftOut::NONE, &mut Dice::table(Vec::new()))?;
            if events != entry.events {
                return Err(ImportError::Different(entry.revision));
            }
            state.replay(&events);
        }
    }
    Ok(())
}

/// Events as they are written, without the mark on dice that the players threw.
fn written<E: serde::Serialize>(events: &[E]) -> Result<String, ImportError> {
    // Quotes in texts are escaped, so that nothing but the mark itself reads like it.
    serde_json::to_string(events).map(|text| text.replace(",\"table\":true", "")).map_err(|_| ImportError::Broken)
}

/// What the dice of events showed, in the order they were thrown.
fn faces_of<E: serde::Serialize>(events: &[E]) -> Result<Vec<u16>, ImportError> {
    let text = serde_json::to_string(events).map_err(|_| ImportError::Broken)?;
    let mut faces = Vec::new();
    Faces(&mut faces).deserialize(&mut serde_json::Deserializer::from_str(&text)).map_err(|_| ImportError::Broken)?;
    Ok(faces)
}

/// Collects what stands under `faces`, wherever it is, in the order it is written.
struct Faces<'a>(&'a mut Vec<u16>);

impl<'de> DeserializeSeed<'de> for Faces<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Faces<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("events")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "faces" {
                // A side of a battle's plan says by the same word which way it faces, which is no dice.
                if let serde_json::Value::Array(shown) = map.next_value()? {
                    for face in shown {
                        self.0.push(
                            face.as_u64().and_then(|face| u16::try_from(face).ok()).ok_or_else(|| serde::de::Error::custom("no face"))?,
                        );
                    }
                }
            } else {
                map.next_value_seed(Faces(self.0))?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(Faces(self.0))?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }
}

/// Does what a file asks for on a thread of its own, in its turn: whatever is in it, the umpire goes on.
///
/// # Errors
///
/// What `work` says; [`ImportError::TooLong`] if it takes too long, [`ImportError::Broken`] if it panics.
pub async fn guarded<T: Send + 'static>(
    turn: &Turn,
    work: impl FnOnce(Instant) -> Result<T, ImportError> + Send + 'static,
) -> Result<T, ImportError> {
    let place = turn.place();
    let deadline = Instant::now() + PATIENCE;
    let task = tokio::task::spawn_blocking(move || {
        // The thread keeps its place until it is done, also if nobody waits for it any more.
        let _place = place;
        catch_unwind(AssertUnwindSafe(|| work(deadline))).unwrap_or(Err(ImportError::Broken))
    });
    match tokio::time::timeout(PATIENCE + Duration::from_secs(5), task).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(ImportError::Broken),
        Err(_) => Err(ImportError::TooLong),
    }
}

/// Fetches a file from where Discord keeps it, and no more of it than a campaign has.
///
/// # Errors
///
/// If it is too large, or Discord does not give it.
pub async fn fetch(address: &str) -> Result<Vec<u8>, ImportError> {
    let not_fetched = |error: reqwest::Error| ImportError::NotFetched(error.without_url().to_string());
    let client = reqwest::Client::builder().use_rustls_tls().timeout(PATIENCE).build().map_err(not_fetched)?;
    let mut response = client.get(address).send().await.and_then(reqwest::Response::error_for_status).map_err(not_fetched)?;
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(not_fetched)? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() as u64 > MOST_BYTES {
            return Err(ImportError::TooLarge(bytes.len() as u64));
        }
    }
    Ok(bytes)
}

pub mod turns;

mod reading;
#[cfg(test)]
mod tests;
