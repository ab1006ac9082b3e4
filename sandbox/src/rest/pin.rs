//! Pinned messages, by the new routes and the old.

use serde_json::{Value, json};

use super::call::{Call, Outcome, Reply};
use super::channel::{require, require_open, see_messages};
use super::message::find;
use crate::clock::timestamp;
use crate::errors::ApiError;
use crate::model::event::{self, Event};
use crate::model::user::BOT_ID;
use crate::permissions as may;
use crate::snowflake::Id;
use crate::state::World;

/// Most pins of a channel.
const MOST: usize = 250;

/// `GET /channels/{id}/messages/pins`
pub(crate) fn list(world: &World, call: &Call, channel_id: Id) -> Outcome {
    see_messages(world, channel_id)?;
    let limit = call.limit(50, 50)?;
    let pins = world.channels.get(&channel_id).map_or(&[][..], |channel| &channel.pins);
    let items: Vec<Value> = pins
        .iter()
        .filter_map(|(id, at)| {
            let message = world.message_json(world.messages.get(id)?);
            Some(json!({"pinned_at": timestamp(*at), "message": message}))
        })
        .collect();
    let has_more = items.len() > limit;
    let items: Vec<Value> = items.into_iter().take(limit).collect();
    Ok(Reply::ok(json!({"items": items, "has_more": has_more})))
}

/// `GET /channels/{id}/pins`
pub(crate) fn list_old(world: &World, channel_id: Id) -> Outcome {
    see_messages(world, channel_id)?;
    let pins = world.channels.get(&channel_id).map_or(&[][..], |channel| &channel.pins);
    let messages: Vec<Value> =
        pins.iter().filter_map(|(id, _)| world.messages.get(id)).map(|message| world.message_json(message)).collect();
    Ok(Reply::ok(json!(messages)))
}

/// `PUT` and `DELETE` of a pin.
pub(crate) fn change(world: &mut World, method: &str, channel_id: Id, message: &str) -> Outcome {
    let is_pin = match method {
        "PUT" => true,
        "DELETE" => false,
        _ => return Err(ApiError::not_found()),
    };
    see_messages(world, channel_id)?;
    let in_guild = world.channels.get(&channel_id).is_some_and(|channel| channel.guild_id.is_some());
    let bits = world.permissions_in(BOT_ID, channel_id);
    if in_guild && bits & (may::PIN_MESSAGES | may::MANAGE_MESSAGES) == 0 {
        require(world, channel_id, may::PIN_MESSAGES)?;
    }
    require_open(world, channel_id)?;
    let message_id = find(world, channel_id, message)?;
    let now = world.now();
    let Some(channel) = world.channels.get_mut(&channel_id) else { return Ok(Reply::done()) };
    let was = channel.pins.iter().any(|(id, _)| *id == message_id);
    if was == is_pin {
        return Ok(Reply::done());
    }
    if is_pin && channel.pins.len() >= MOST {
        let text = format!("Maximum number of pins reached for the channel ({MOST})");
        return Err(ApiError::new(400, 30_003, &text));
    }
    channel.pins.retain(|(id, _)| *id != message_id);
    if is_pin {
        channel.pins.insert(0, (message_id, now));
    }
    let guild_id = channel.guild_id;
    let intent = channel.intent(event::GUILDS, event::DIRECT_MESSAGES);
    if let Some(message) = world.messages.get_mut(&message_id) {
        message.pinned = is_pin;
    }
    world.message_event("MESSAGE_UPDATE", message_id);
    let mut data = json!({"channel_id": channel_id.to_string(), "last_pin_timestamp": timestamp(now)});
    if let Some(guild) = guild_id {
        data["guild_id"] = json!(guild.to_string());
    }
    let mut event = Event::direct("CHANNEL_PINS_UPDATE", intent, data);
    event.guild_id = guild_id;
    world.dispatch(&event);
    Ok(Reply::done())
}
