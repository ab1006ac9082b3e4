//! A game is begun, or taken up from a file, under seal: the SHA-256 of its seed is posted, and only when Discord has given that message its
//! number is any new die thrown.
//!
//! What that proves, and what it does not: nobody can have tried seeds until they liked the dice, for the number mixed into them is Discord's
//! and known to nobody before. Whoever runs the umpire could still begin a game, look at its dice, and begin another in its place: the message
//! of the first would stand in the channel, or would have been deleted there.

use std::sync::OnceLock;

use poise::serenity_prelude as serenity;

use crate::despatches::lifecycle;
use crate::discord::errors::{self, Meaning, TO_POST};
use crate::discord::render;
use crate::discord::retry::{self, WITH_A_DESPATCH};
use crate::doors::error::CommandError;
use crate::files::import::ImportError;
use crate::files::import::turns::Turn;
use crate::model::campaign::{Sealed, Seed, seal};
use crate::model::ids::{InteractionId, UserId};
use crate::model::lifecycle::Terms;
use crate::table::error::TableError;
use crate::table::lifecycle::OnServer;
use crate::table::room::Room;
use crate::table::tables::{Done, Founding, Hosted, Tables};

/// How many digits of the seal its nonce has: Discord takes 25 characters.
const DIGITS: usize = 16;

/// Posts the seal of a new seed in a game's channel and begins the game with it. Where none is begun, the seal is taken back.
///
/// # Errors
///
/// If the seal cannot be posted, in a sentence that says that nothing has been begun; or as [`Tables::found_on`].
pub(crate) async fn begin<G: Hosted>(
    http: &serenity::Http,
    tables: &Tables<G>,
    terms: Terms,
    founding: Founding<G>,
    (interaction, user): (InteractionId, UserId),
) -> Result<Done, CommandError> {
    let seed = Seed(rand::random());
    let message = post(http, founding.channel.into(), seed).await.map_err(|error| CommandError::Say(refused(&error)))?;
    let begun = tables.found_on(terms, founding, Sealed { seed, message: Some(message.id.into()) }, interaction, user).await;
    if begun.is_err() {
        take_back(http, &message).await;
    }
    Ok(begun?)
}

/// Takes a game up from a file; if that is good, and the game not over, the seal of new dice is posted in the channel first. Where the game
/// is not taken up after all, the seal is taken back.
///
/// # Errors
///
/// As [`Room::import`].
pub(crate) async fn take_up(
    http: &serenity::Http,
    room: &dyn Room,
    file: (Vec<u8>, Turn),
    place: OnServer,
    (interaction, user): (InteractionId, UserId),
) -> Result<Result<Done, ImportError>, TableError> {
    let posted = OnceLock::new();
    let sealing = async {
        let seed = Seed(rand::random());
        let message = post(http, place.channel.into(), seed).await.map_err(|error| refused(&error))?;
        let number = message.id.into();
        // It is posted once.
        let _ = posted.set(message);
        Ok(Sealed { seed, message: Some(number) })
    };
    let taken_up = room.import(file, place, Box::pin(sealing), interaction, user).await;
    if !matches!(taken_up, Ok(Ok(_)))
        && let Some(message) = posted.get()
    {
        take_back(http, message).await;
    }
    taken_up
}

async fn take_back(http: &serenity::Http, message: &serenity::Message) {
    if let Err(error) = message.delete(http).await {
        tracing::info!(%error, "the seal of a game that was not begun stays");
    }
}

async fn post(http: &serenity::Http, channel: serenity::ChannelId, seed: Seed) -> Result<serenity::Message, serenity::Error> {
    let despatch = lifecycle::seal(seed);
    let nonce = format!("seal-{:.DIGITS$}", seal(seed));
    // Posted again with the same nonce it is the same message, with the same number.
    retry::again(&WITH_A_DESPATCH, "a seal", || channel.send_message(http, render::message(&despatch, None, &nonce))).await
}

fn refused(error: &serenity::Error) -> String {
    tracing::info!(%error, "no seal, and no game");
    match errors::meaning(error) {
        Meaning::Forbidden | Meaning::Locked | Meaning::Archived => {
            format!("I may not post here, so nothing has been begun: give me the permissions {TO_POST}, and begin again.")
        }
        Meaning::Stumbles | Meaning::Gone | Meaning::Refused => {
            "Discord did not take the seal of the dice, so nothing has been begun: begin again in a moment.".to_owned()
        }
    }
}
