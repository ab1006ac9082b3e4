//! A picture that is drawn, as it goes with a message.

/// A picture, with the words that say the same.
#[derive(Clone, Debug)]
pub struct Plate {
    /// Its name among a message's attachments: Discord goes by the ending.
    pub name: &'static str,
    /// PNG; GIF, if it moves.
    pub bytes: Vec<u8>,
    /// The same in words, at most 1,024 characters.
    pub alt_text: String,
}
