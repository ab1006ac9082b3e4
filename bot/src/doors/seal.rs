//! A game is begun under seal: the SHA-256 of its seed is posted, and only when Discord has given that message its number is any die thrown.
//!
//! What that proves, and what it does not: nobody can have tried seeds until they liked the dice, for the number mixed into them is Discord's
//! and known to nobody before. Whoever runs the umpire could still begin a game, look at its dice, and begin another in its place: the message
//! of the first would stand in the channel, or would have been deleted there.

use poise::serenity_prelude as serenity;

use crate::despatches::lifecycle;
use crate::discord::errors::{self, Meaning};
use crate::discord::render;
use crate::discord::retry::{self, WITH_A_DESPATCH};
use crate::doors::error::CommandError;
use crate::model::campaign::{Sealed, Seed};
use crate::table::error::TableError;

/// How many digits of the seal its nonce has: Discord takes 25 characters.
const DIGITS: usize = 16;

/// A seal in its channel.
pub(crate) struct Posted {
    /// What the dice of the game come from.
    pub(crate) sealed: Sealed,
    message: serenity::Message,
}

/// Posts the seal of a new seed in a channel, for a game that is to begin there.
///
/// # Errors
///
/// If it cannot be posted, in a sentence that says that nothing has been begun.
pub(crate) async fn post(http: &serenity::Http, channel: serenity::ChannelId) -> Result<Posted, CommandError> {
    let seed = Seed(rand::random());
    let despatch = lifecycle::seal(seed);
    let nonce = format!("seal-{:.DIGITS$}", Sealed::from(seed).seal());
    // Posted again with the same nonce it is the same message, with the same number.
    let sent = || channel.send_message(http, render::message(&despatch, None, &nonce));
    let message = retry::again(&WITH_A_DESPATCH, "a seal", sent).await.map_err(|error| {
        tracing::info!(%error, "no seal, and no game");
        let sentence = match errors::meaning(&error) {
            Meaning::Forbidden | Meaning::Locked | Meaning::Archived => {
                "I may not post here, so nothing has been begun: give me the permissions View Channel, Send Messages, Embed Links and Attach \
                 Files, and begin again."
            }
            Meaning::Stumbles | Meaning::Gone | Meaning::Refused => {
                "Discord did not take the seal of the dice, so nothing has been begun: begin again in a moment."
            }
        };
        CommandError::Say(sentence.to_owned())
    })?;
    Ok(Posted { sealed: Sealed { seed, message: Some(message.id.into()) }, message })
}

impl Posted {
    /// What came of beginning the game. Where none was begun, the seal is taken back.
    ///
    /// # Errors
    ///
    /// As it was begun.
    pub(crate) async fn begun<T>(self, http: &serenity::Http, begun: Result<T, TableError>) -> Result<T, CommandError> {
        if begun.is_err()
            && let Err(error) = self.message.delete(http).await
        {
            tracing::info!(%error, "the seal of a game that was not begun stays");
        }
        Ok(begun?)
    }
}
