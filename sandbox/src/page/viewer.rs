//! Who looks or acts at the page, and where: read from a request, and refused when they are not there or see nothing.

use axum::http::StatusCode;

use crate::acts::{ActError, Place};
use crate::local::Refusal;
use crate::model::user::BOT_ID;
use crate::permissions;
use crate::snowflake::{self, Id};
use crate::state::World;

impl From<ActError> for Refusal {
    fn from(error: ActError) -> Self {
        let status = match error {
            ActError::NotAllowed { .. } => StatusCode::FORBIDDEN,
            ActError::UnknownMessage(_) => StatusCode::NOT_FOUND,
            _ => StatusCode::BAD_REQUEST,
        };
        Self(status, error.to_string())
    }
}

/// An id in a path or a body.
pub(super) fn id(text: &str, what: &str) -> Result<Id, Refusal> {
    snowflake::parse(text).ok_or_else(|| Refusal::missing(what))
}

/// The person the page plays.
pub(super) fn person(world: &World, text: Option<&str>) -> Result<Id, Refusal> {
    let user = text.and_then(snowflake::parse).ok_or_else(|| Refusal::bad("`as` is missing"))?;
    if user == BOT_ID || !world.users.contains_key(&user) {
        return Err(Refusal::missing("person"));
    }
    Ok(user)
}

/// The person in a channel they see.
pub(super) fn place(world: &World, text: Option<&str>, channel: &str) -> Result<Place, Refusal> {
    let user = person(world, text)?;
    let channel_id = id(channel, "channel")?;
    if !world.channels.contains_key(&channel_id) {
        return Err(Refusal::missing("channel"));
    }
    if world.permissions_in(user, channel_id) & permissions::VIEW_CHANNEL == 0 {
        return Err(Refusal(StatusCode::FORBIDDEN, "they do not see this channel".to_owned()));
    }
    Ok(Place { user, channel_id })
}

/// The person in the channel of a message they see.
pub(super) fn place_of_message(world: &World, text: Option<&str>, message: &str) -> Result<(Place, Id), Refusal> {
    let user = person(world, text)?;
    let message = id(message, "message")?;
    let found = world.messages.get(&message).filter(|message| message.is_for(user));
    let channel = found.ok_or_else(|| Refusal::missing("message"))?.channel_id;
    let place = place(world, text, &channel.to_string())?;
    Ok((place, message))
}
