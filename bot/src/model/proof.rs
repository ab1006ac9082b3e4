//! What running a campaign again has shown: how much was proved, what was taken on trust, what stands against it.

use crate::model::ids::MessageId;

/// What came of proving a campaign of the journal.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The proof, or why there is none.
    pub proof: Result<Proof, String>,
    /// Whether the seed's SHA-256 was posted as the campaign began.
    pub announced: bool,
    /// The first row that does not take up the stream of dice where it was left.
    pub gap: Option<u32>,
    /// Rolls at the table that are no orders.
    pub rolls: u32,
}

/// An order that an earlier edition of the rules resolved otherwise than they are resolved now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlierReading {
    /// Its number.
    pub revision: u32,
    /// The rulings of the rules that were mended since, and made the difference.
    pub rulings: Vec<&'static str>,
}

/// What running a campaign again showed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// Orders run again.
    pub orders: u32,
    /// Rolls of the stream, thrown again with the seed.
    pub proved: u32,
    /// Rolls of the stream that there was no seed to throw again with.
    pub unproved: u32,
    /// Rolls that came with the file the campaign was taken up from: they are of no stream that could be thrown again.
    pub from_file: u32,
    /// Rolls that the players threw: nobody can throw those again.
    pub on_trust: u32,
    /// The message whose number is mixed into the dice, if one is.
    pub seal_message: Option<MessageId>,
    /// Orders that an earlier edition of the rules resolved otherwise than they are resolved now.
    pub earlier: Vec<EarlierReading>,
    /// Orders that stand and are corrections: two agreed on them, and the rules did not bring them about.
    pub corrections: Vec<u32>,
    /// SHA-256 of the seed they were proved with.
    pub seal: Option<String>,
    /// Where the game stood at the end, in a few words.
    pub end: String,
}
